/* model_testing.h - what the tests of the seeds' models share.
 *
 * Each seed's test gives one valid example an entity, and literal pins of every range, enum and machine. From an
 * example sweep_examples() derives, for each field of the table, values on both sides of every bound, and asks
 * model_check and the generated schema about each. The pins keep the numbers: a limit changed in the table alone breaks
 * them.
 */
#pragma once
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/schema/schema.h"
#include "model/model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UUID_A "550e8400-e29b-41d4-a716-446655440000"
#define UUID_B "7c9e6679-7425-40de-944b-e07fc1f90ae7"
#define SHA_A "a3f5b8c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9"
#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
#define NOON "2026-01-23T12:00:00Z"
#define NONE (-1.0) /* of a pin: no bound at that end */

struct example {
    const char *entity, *json;
};

struct range_pin {
    const char *entity, *field; /* "field.*" for the elements of a list or map */
    double min, max;
};

struct name_pin {
    const char *name, *text;
};

/* ---- reading ---- */

static inline struct json *read_json(struct arena *a, const char *text)
{
    struct json *v = NULL;
    struct err err;

    if (json_parse(a, text, strlen(text), &v, &err))
        fail_msg("not JSON: %s: %.200s", err.message, text);
    return v;
}

static inline const struct model_seed *seed_named(const char *name)
{
    for (const struct model_seed *const *s = model_seeds; *s; s++)
        if (strcmp((*s)->name, name) == 0)
            return *s;
    fail_msg("no seed %s", name);
    return NULL;
}

/* ---- refused, accepted ---- */

static inline void accepts(const char *entity, const char *text)
{
    struct arena *a = arena_new();
    struct err err;

    if (model_check(model_entity(entity), read_json(a, text), &err))
        fail_msg("%s refused: %s\n%s", entity, err.message, text);
    arena_free(a);
}

static inline void refuses_with(enum err_code code, const char *entity, const char *text, const char *message)
{
    struct arena *a = arena_new();
    struct err err;

    if (model_check(model_entity(entity), read_json(a, text), &err) == 0)
        fail_msg("%s accepted: %s", entity, text);
    if (!strstr(err.message, message))
        fail_msg("%s: expected \"%s\" in \"%s\"", entity, message, err.message);
    assert_int_equal(err.code, code);
    arena_free(a);
}

static inline void refuses(const char *entity, const char *text, const char *message)
{
    refuses_with(ERR_INVALID_INPUT, entity, text, message);
}

/* The example with one field replaced (by NULL: taken out), checked in whole, rules included. */
static inline int check_with(const char *entity, const char *text, const char *field, const char *value,
                             struct err *err)
{
    struct arena *a = arena_new();
    struct json *object = read_json(a, text);
    int rc;

    if (value)
        json_set(a, object, field, read_json(a, value));
    else
        json_unset(object, field);
    rc = model_check(model_entity(entity), object, err);
    arena_free(a);
    return rc;
}

static inline void accepts_with(const char *entity, const char *text, const char *field, const char *value)
{
    struct err err;

    if (check_with(entity, text, field, value, &err))
        fail_msg("%s with %s = %s refused: %s", entity, field, value ? value : "(absent)", err.message);
}

static inline void refuses_field(const char *entity, const char *text, const char *field, const char *value,
                                 const char *message)
{
    struct err err;

    if (check_with(entity, text, field, value, &err) == 0)
        fail_msg("%s with %s = %s accepted", entity, field, value ? value : "(absent)");
    if (!strstr(err.message, message))
        fail_msg("%s with %s: expected \"%s\" in \"%s\"", entity, field, message, err.message);
}

/* ---- the sweep ---- */

/* An entity without its own rules, its schema, and a valid object. */
struct sweep {
    struct arena *a;
    struct model_entity bare;
    struct schema *schema;
    const struct json *object;
    const struct model_field *field;
    size_t cases;
};

static inline bool checks(struct sweep *s, const struct json *object)
{
    struct err err;

    s->cases++;
    return model_check(&s->bare, object, &err) == 0;
}

/* The object with its field set to v (NULL: without it) must be judged so by the check. */
static inline struct json *judge(struct sweep *s, struct json *v, bool good, const char *what)
{
    struct json *object = json_copy(s->a, s->object);

    if (v)
        json_set(s->a, object, s->field->name, v);
    else
        json_unset(object, s->field->name);
    if (checks(s, object) != good)
        fail_msg("%s.%s %s: must be %s", s->bare.name, s->field->name, what, good ? "accepted" : "refused");
    return object;
}

/* And so by the schema, too. */
static inline void judge_both(struct sweep *s, struct json *v, bool good, const char *what)
{
    struct err err = { .message = "" };
    struct json *object = judge(s, v, good, what);

    if ((schema_check(s->schema, object, &err) == 0) != good)
        fail_msg("%s.%s %s: the schema must %s it: %s", s->bare.name, s->field->name, what, good ? "accept" : "refuse",
                 err.message);
}

/* n characters of two bytes each. */
static inline struct json *text_of(struct arena *a, size_t n)
{
    char *text = arena_alloc(a, 2 * n + 1);

    for (size_t i = 0; i < n; i++)
        memcpy(text + 2 * i, "\xc3\xa9", 2);
    return json_str(a, text);
}

static inline struct json *number_near(struct arena *a, double bound, double step)
{
    double v = bound + step;

    return v == (double)(int64_t)v ? json_int(a, (int64_t)v) : json_double(a, v);
}

static inline void sweep_text(struct sweep *s)
{
    const struct model_range *r = &s->field->range;

    if (r->has & MODEL_MIN) {
        judge_both(s, text_of(s->a, (size_t)r->min), true, "at its least length");
        judge_both(s, text_of(s->a, (size_t)r->min - 1), false, "under its least length");
    }
    if (r->has & MODEL_MAX) {
        judge_both(s, text_of(s->a, (size_t)r->max), true, "at its greatest length");
        judge_both(s, text_of(s->a, (size_t)r->max + 1), false, "over its greatest length");
    }
    judge(s, json_strn(s->a, "a\0b", 3), false, "with U+0000");
}

static inline void sweep_number(struct sweep *s)
{
    const struct model_range *r = &s->field->range;
    double step = s->field->kind == MODEL_INT ? 1 : 0.001;

    if (r->has & MODEL_OVER) {
        judge_both(s, number_near(s->a, r->min, 0), false, "at what it must be over");
        judge_both(s, number_near(s->a, r->min, step), true, "just over");
    }
    if (r->has & MODEL_MIN) {
        judge_both(s, number_near(s->a, r->min, 0), true, "at its least");
        judge_both(s, number_near(s->a, r->min, -step), false, "under its least");
    }
    if (r->has & MODEL_MAX) {
        judge_both(s, number_near(s->a, r->max, 0), true, "at its greatest");
        judge_both(s, number_near(s->a, r->max, step), false, "over its greatest");
    }
    if (s->field->kind == MODEL_INT) {
        judge_both(s, json_double(s->a, 1.5), false, "with a fraction");
        judge(s, json_number(s->a, "9223372036854775808", 19), false, "past 64 bits");
    } else {
        judge(s, json_number(s->a, "1e400", 5), false, "past a double");
    }
}

static inline void sweep_form(struct sweep *s)
{
    struct arena *a = s->a;

    judge_both(s, json_str(a, "nonsense"), false, "of no form");
    judge_both(s, json_str(a, ""), false, "empty");
    if (s->field->kind == MODEL_UUID4) {
        judge(s, json_str(a, UUID_A), true, "version 4");
        judge(s, json_str(a, "550e8400-e29b-11d4-a716-446655440000"), false, "version 1");
    }
    if (s->field->kind == MODEL_SHA256) {
        judge_both(s, json_str(a, SHA_A), true, "64 digits");
        judge_both(s, json_str(a, &SHA_A[1]), false, "63 digits");
        judge(s, json_str(a, "A3F5B8C1D2E3F4A5B6C7D8E9F0A1B2C3D4E5F6A7B8C9D0E1F2A3B4C5D6E7F8A9"), false, "capitals");
    }
    if (s->field->kind == MODEL_TIME || s->field->kind == MODEL_UTC) {
        judge_both(s, json_str(a, NOON), true, "in UTC");
        judge_both(s, json_str(a, "2026-02-30T12:00:00Z"), false, "on no real day");
        judge(s, json_str(a, "2026-01-23T12:00:00+01:00"), s->field->kind == MODEL_TIME, "elsewhere");
    }
    if (s->field->kind == MODEL_DATE) {
        judge_both(s, json_str(a, "2024-02-29"), true, "in a leap year");
        judge_both(s, json_str(a, "2026-02-29"), false, "in no leap year");
    }
}

static inline void sweep_enum(struct sweep *s)
{
    for (const char *const *v = s->field->values->values; *v; v++)
        judge_both(s, json_str(s->a, *v), true, *v);
    judge_both(s, json_str(s->a, "nonsense"), false, "none of its values");
    judge(s, json_strn(s->a, *s->field->values->values, strlen(*s->field->values->values) + 1), false, "with U+0000");
}

/* A value no kind but MODEL_ANY takes in that place. */
static inline struct json *alien(struct arena *a, enum model_kind kind)
{
    return kind == MODEL_BOOL ? json_str(a, "true") : json_bool(a, true);
}

static inline struct json *list_of(struct arena *a, struct json *element, size_t n)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < n; i++)
        json_push(a, list, json_copy(a, element));
    return list;
}

static inline void sweep_list(struct sweep *s)
{
    const struct model_range *r = &s->field->range;
    struct json *own = json_get(s->object, s->field->name), *element = json_at(own, 0), *bad;

    if (r->has & MODEL_MIN)
        judge_both(s, list_of(s->a, NULL, (size_t)r->min - 1), false, "too short");
    if (s->field->flags & MODEL_UNIQUE)
        judge_both(s, list_of(s->a, element, 2), false, "with twins");
    else if (r->has & MODEL_MAX) {
        if (!element)
            fail_msg("%s.%s: the example needs an element", s->bare.name, s->field->name);
        judge_both(s, list_of(s->a, element, (size_t)r->max), true, "at its greatest length");
        judge_both(s, list_of(s->a, element, (size_t)r->max + 1), false, "over its greatest length");
    }
    if (s->field->each->kind == MODEL_ANY)
        return;
    bad = json_array(s->a);
    json_push(s->a, bad, alien(s->a, s->field->each->kind));
    judge_both(s, bad, false, "with a wrong element");
}

static inline void sweep_map(struct sweep *s)
{
    struct json *bad = json_object(s->a);

    json_set(s->a, bad, "1", alien(s->a, s->field->each->kind));
    judge_both(s, json_object(s->a), true, "empty");
    judge_both(s, bad, false, "with a wrong value");
}

static inline void sweep_kind(struct sweep *s)
{
    switch (s->field->kind) {
    case MODEL_TEXT:
        sweep_text(s);
        break;
    case MODEL_INT:
    case MODEL_NUMBER:
        sweep_number(s);
        break;
    case MODEL_UUID:
    case MODEL_UUID4:
    case MODEL_SHA256:
    case MODEL_TIME:
    case MODEL_UTC:
    case MODEL_DATE:
        sweep_form(s);
        break;
    case MODEL_ENUM:
        sweep_enum(s);
        break;
    case MODEL_LIST:
        sweep_list(s);
        break;
    case MODEL_MAP:
        sweep_map(s);
        break;
    case MODEL_BOOL:
    case MODEL_OBJECT:
    case MODEL_ENTITY:
    case MODEL_TUPLE:
    case MODEL_ANY:
        break;
    }
}

static inline void sweep_field(struct sweep *s)
{
    const struct model_field *f = s->field;
    bool any = f->kind == MODEL_ANY;

    judge_both(s, NULL, !(f->flags & MODEL_REQUIRED), "left out");
    judge_both(s, json_null(s->a), any || f->flags & MODEL_NULLABLE, "null");
    judge_both(s, alien(s->a, f->kind), any, "of another type");
    sweep_kind(s);
}

/* Every bound of every field, from one valid object. Returns how many cases it tried. */
static inline size_t sweep_example(const struct example *x)
{
    struct sweep s = { .a = arena_new() };
    const struct model_entity *e = model_entity(x->entity);
    struct json *more;
    struct err err;

    if (!e)
        fail_msg("no entity %s", x->entity);
    s.object = read_json(s.a, x->json);
    if (model_check(e, s.object, &err))
        fail_msg("the example of %s is refused: %s", x->entity, err.message);
    if (schema_compile(s.a, model_schema(s.a, e), &s.schema, &err))
        fail_msg("the schema of %s does not compile: %s", x->entity, err.message);
    if (schema_check(s.schema, s.object, &err))
        fail_msg("the schema of %s refuses the example: %s", x->entity, err.message);
    s.bare = *e;
    s.bare.rules = NULL;
    for (s.field = e->fields; s.field->name; s.field++)
        sweep_field(&s);
    more = json_set(s.a, json_copy(s.a, s.object), "surely_unknown", json_null(s.a));
    assert_int_equal(checks(&s, more), e->open);
    assert_int_equal(schema_check(s.schema, more, &err) == 0, e->open);
    assert_false(checks(&s, json_array(s.a)));
    arena_free(s.a);
    return s.cases;
}

/* Sweeps all examples, and fails when an entity of the seed has none. */
static inline void sweep_examples(const char *seed, const struct example *examples, size_t n)
{
    size_t entities = 0;

    for (const struct model_entity *const *e = seed_named(seed)->entities; *e; e++, entities++) {
        size_t i = 0;
        while (i < n && strcmp(examples[i].entity, (*e)->name) != 0)
            i++;
        if (i == n)
            fail_msg("no example of %s", (*e)->name);
    }
    assert_int_equal(entities, n);
    for (size_t i = 0; i < n; i++)
        assert_true(sweep_example(&examples[i]) > 1);
}

/* ---- the pins ---- */

static inline const char *example_of(const struct example *examples, size_t n, const char *entity)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(examples[i].entity, entity) == 0)
            return examples[i].json;
    fail_msg("no example of %s", entity);
    return NULL;
}

static inline void pin_range(const char *entity, const char *field, const struct model_range *r,
                             const struct range_pin *pins, size_t n, size_t *seen)
{
    double min = r->has & (MODEL_MIN | MODEL_OVER) ? r->min : NONE, max = r->has & MODEL_MAX ? r->max : NONE;

    if (!r->has)
        return;
    for (size_t i = 0; i < n; i++)
        if (strcmp(pins[i].entity, entity) == 0 && strcmp(pins[i].field, field) == 0) {
            if (pins[i].min != min || pins[i].max != max)
                fail_msg("%s.%s is %g to %g, pinned %g to %g", entity, field, min, max, pins[i].min, pins[i].max);
            ++*seen;
            return;
        }
    fail_msg("the range of %s.%s is not pinned: %g to %g", entity, field, min, max);
}

/* Every range of the seed is pinned, and every pin is of a range. */
static inline void pin_ranges(const char *seed, const struct range_pin *pins, size_t n)
{
    size_t seen = 0;
    char elements[128];

    for (const struct model_entity *const *e = seed_named(seed)->entities; *e; e++)
        for (const struct model_field *f = (*e)->fields; f->name; f++) {
            pin_range((*e)->name, f->name, &f->range, pins, n, &seen);
            snprintf(elements, sizeof elements, "%s.*", f->name);
            if (f->kind == MODEL_LIST || f->kind == MODEL_MAP)
                pin_range((*e)->name, elements, &f->each->range, pins, n, &seen);
        }
    assert_int_equal(seen, n);
}

static inline const char *pinned(const struct name_pin *pins, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(pins[i].name, name) == 0)
            return pins[i].text;
    fail_msg("%s is not pinned", name);
    return NULL;
}

/* Every enum of the seed, its values written with | between them. */
static inline void pin_enums(const char *seed, const struct name_pin *pins, size_t n)
{
    size_t seen = 0;

    for (const struct model_enum *const *e = seed_named(seed)->enums; *e; e++, seen++) {
        char text[1024] = "";
        for (const char *const *v = (*e)->values; *v; v++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? "|" : "", *v);
        assert_string_equal(text, pinned(pins, n, (*e)->name));
    }
    assert_int_equal(seen, n);
}

/* Every machine of the seed: "initial: from>to from>to ...", all pairs tried, in the order of the states. */
static inline void pin_machines(const char *seed, const struct name_pin *pins, size_t n)
{
    size_t seen = 0;
    struct err err;

    for (const struct model_machine *const *m = seed_named(seed)->machines; *m; m++, seen++) {
        char text[1024];
        snprintf(text, sizeof text, "%s:", (*m)->initial);
        for (const char *const *from = (*m)->states->values; *from; from++)
            for (const char *const *to = (*m)->states->values; *to; to++) {
                if (model_step(*m, *from, *to, &err) == 0)
                    snprintf(text + strlen(text), sizeof text - strlen(text), " %s>%s", *from, *to);
                else
                    assert_int_equal(err.code, ERR_ILLEGAL_TRANSITION);
            }
        assert_string_equal(text, pinned(pins, n, (*m)->name));
    }
    assert_int_equal(seen, n);
}
