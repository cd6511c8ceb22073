/* model.c - one check for every entity, steps of the state machines, and defaults.
 *
 * A check walks the table, not the object: fields first, in their order, then keys the table does not know, then the
 * rules, so a rule may rely on every field having its type. Where it stands is a chain of places on the stack, printed
 * only when something is refused. A message names fields and limits. It never repeats a value or a map's key, because
 * those come from people's data (a map's keys are sheet names); the one thing repeated is an unknown field's name.
 */
#include "model/model.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/id.h"
#include "base/json.h"
#include "base/num.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "model/seeds.h"
#include <assert.h>
#include <math.h>

#define PLACE_BYTES 160 /* longer paths are cut; the deepest of the seeds has 60 bytes */
#define WHAT_BYTES 256
#define KEY_BYTES 64 /* of an unknown field's name that a message repeats */

/* A field or, where name is NULL, an element of the list above it. */
struct place {
    const struct place *up;
    const char *name;
    size_t index;
};

static int check_value(const struct place *at, const struct model_field *f, const struct json *v, struct err *err);

static void place_add(struct buf *b, const struct place *p)
{
    if (p->up)
        place_add(b, p->up);
    if (p->name)
        buf_addf(b, "%s%s", p->up ? "." : "", p->name);
    else
        buf_addf(b, "[%zu]", p->index);
}

static void place_text(const struct place *p, char out[static PLACE_BYTES])
{
    struct buf b CLEANUP(buf_done) = BUF(PLACE_BYTES - 1);

    if (p)
        place_add(&b, p);
    memcpy(out, b.p, b.n + 1);
}

PRINTF(4, 5) static int refuse(const struct place *at, enum err_code code, struct err *err, const char *what, ...)
{
    char path[PLACE_BYTES], text[WHAT_BYTES];
    va_list args;

    place_text(at, path);
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    return err_say(err, code, "%s %s", *path ? path : "The value", text);
}

static enum err_code either(enum err_code special, enum err_code usual)
{
    return special ? special : usual;
}

/* ---- the range ---- */

/* The exact order of a JSON number and a bound. */
static int against(const struct json *v, double bound)
{
    char text[NUM_DOUBLE_BYTES];
    const char *digits = json_digits(v);
    size_t n = num_double_text(bound, text);

    return num_compare(digits, strlen(digits), text, n);
}

static int check_number_range(const struct place *at, const struct model_field *f, const struct json *v,
                              struct err *err)
{
    const struct model_range *r = &f->range;

    if (r->has & MODEL_OVER && against(v, r->min) <= 0)
        return refuse(at, f->code, err, "must be greater than %.15g", r->min);
    if (r->has & MODEL_MIN && r->has & MODEL_MAX && !f->over && (against(v, r->min) < 0 || against(v, r->max) > 0))
        return refuse(at, f->code, err, "must be between %.15g and %.15g", r->min, r->max);
    if (r->has & MODEL_MIN && against(v, r->min) < 0)
        return refuse(at, f->code, err, "must be at least %.15g", r->min);
    if (r->has & MODEL_MAX && against(v, r->max) > 0)
        return refuse(at, either(f->over, f->code), err, "must be at most %.15g", r->max);
    return 0;
}

static int check_count(const struct place *at, const struct model_field *f, size_t n, const char *what, struct err *err)
{
    const struct model_range *r = &f->range;

    if (r->has & MODEL_MIN && n == 0 && r->min > 0)
        return refuse(at, either(f->absent, f->code), err, "must not be empty");
    if (r->has & MODEL_MIN && (double)n < r->min)
        return refuse(at, f->code, err, "must have at least %.15g %s", r->min, what);
    if (r->has & MODEL_MAX && (double)n > r->max)
        return refuse(at, either(f->over, f->code), err, "must have at most %.15g %s", r->max, what);
    return 0;
}

/* ---- the kinds ---- */

static int check_text(const struct place *at, const struct model_field *f, const struct json *v, struct err *err)
{
    size_t n;
    const char *text = json_text(v, &n);

    if (!text)
        return refuse(at, f->code, err, "must be text");
    if (strlen(text) != n)
        return refuse(at, f->code, err, "must not hold the character U+0000");
    return check_count(at, f, str_chars(text, n), "characters", err);
}

static int check_number(const struct place *at, const struct model_field *f, const struct json *v, struct err *err)
{
    int64_t whole;

    if (!json_is(v, JSON_NUMBER))
        return refuse(at, f->code, err, "must be a %snumber", f->kind == MODEL_INT ? "whole " : "");
    if (f->kind == MODEL_INT && !json_is_int(v))
        return refuse(at, f->code, err, "must be a whole number");
    if (f->kind == MODEL_INT ? !json_int64(v, &whole) : !isfinite(json_real(v)))
        return refuse(at, f->code, err, "is too large a number");
    return check_number_range(at, f, v, err);
}

/* What texts of a fixed form must look like; NULL for kinds that have none. */
static const char *form_of(enum model_kind kind)
{
    static const char *const forms[MODEL_ANY + 1] = {
        [MODEL_UUID] = "a UUID",
        [MODEL_UUID4] = "a UUID of version 4",
        [MODEL_SHA256] = "a SHA-256 hash in 64 lower-case hex digits",
        [MODEL_TIME] = "a time such as 2026-01-23T10:30:00Z",
        [MODEL_UTC] = "a time in UTC such as 2026-01-23T10:30:00Z",
        [MODEL_DATE] = "a date such as 2026-01-23",
    };

    return forms[kind];
}

static bool has_form(enum model_kind kind, const char *text, size_t n)
{
    int64_t ignored;

    if (kind == MODEL_UUID)
        return id_is_uuid(text, n);
    if (kind == MODEL_UUID4)
        return id_is_uuid4(text, n);
    if (kind == MODEL_SHA256)
        return id_is_sha256(text, n);
    if (kind == MODEL_TIME)
        return time_read(text, n, &ignored);
    if (kind == MODEL_UTC)
        return time_is_utc(text, n);
    assert(kind == MODEL_DATE);
    return date_read(text, n, &ignored);
}

static int check_form(const struct place *at, const struct model_field *f, const struct json *v, struct err *err)
{
    size_t n;
    const char *text = json_text(v, &n);

    if (!text || !has_form(f->kind, text, n))
        return refuse(at, f->code, err, "must be %s", form_of(f->kind));
    return 0;
}

static int refuse_enum(const struct place *at, const struct model_field *f, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(WHAT_BYTES);

    for (const char *const *value = f->values->values; *value; value++)
        buf_addf(&b, "%s%s", b.n ? ", " : "", *value);
    return refuse(at, f->code, err, "must be one of %s", b.p);
}

static int check_enum(const struct place *at, const struct model_field *f, const struct json *v, struct err *err)
{
    size_t n;
    const char *text = json_text(v, &n);

    return text && strlen(text) == n && model_enum_has(f->values, text) ? 0 : refuse_enum(at, f, err);
}

static int check_unique(const struct place *at, const struct model_field *f, const struct json *v, struct err *err)
{
    for (size_t i = 0; i < json_len(v); i++)
        for (size_t k = 0; k < i; k++)
            if (json_equal(json_at(v, i), json_at(v, k)))
                return refuse(at, f->code, err, "must not name the same thing twice");
    return 0;
}

static int check_list(const struct place *at, const struct model_field *f, const struct json *v, struct err *err)
{
    if (!json_is(v, JSON_ARRAY))
        return refuse(at, f->code, err, "must be a list");
    if (check_count(at, f, json_len(v), "elements", err))
        return -1;
    for (size_t i = 0; i < json_len(v); i++)
        if (check_value(&(struct place){ at, NULL, i }, f->each, json_at(v, i), err))
            return -1;
    return f->flags & MODEL_UNIQUE ? check_unique(at, f, v, err) : 0;
}

static int check_map(const struct place *at, const struct model_field *f, const struct json *v, struct err *err)
{
    if (!json_is(v, JSON_OBJECT))
        return refuse(at, f->code, err, "must be an object");
    if (check_count(at, f, json_len(v), "entries", err))
        return -1;
    for (size_t i = 0; i < json_len(v); i++)
        if (check_value(&(struct place){ at, "*", 0 }, f->each, json_at(v, i), err))
            return -1;
    return 0;
}

static int check_tuple(const struct place *at, const struct model_field *f, const struct json *v, struct err *err)
{
    size_t n = 0;

    while (f->each[n].name)
        n++;
    if (!json_is(v, JSON_ARRAY) || json_len(v) != n)
        return refuse(at, f->code, err, "must be a list of %zu", n);
    for (size_t i = 0; i < n; i++)
        if (check_value(&(struct place){ at, NULL, i }, &f->each[i], json_at(v, i), err))
            return -1;
    return 0;
}

/* ---- an entity ---- */

static const struct model_field *find_field(const struct model_entity *e, const char *key, size_t n)
{
    for (const struct model_field *f = e->fields; f->name; f++)
        if (strlen(f->name) == n && memcmp(f->name, key, n) == 0)
            return f;
    return NULL;
}

static int refuse_unknown(const struct place *at, const struct model_entity *e, const char *key, size_t n,
                          struct err *err)
{
    const char *names[MODEL_MAX_FIELDS], *near;
    char path[PLACE_BYTES];
    size_t count = 0;
    int shown = (int)str_fit_bytes(key, n, KEY_BYTES);

    for (const struct model_field *f = e->fields; f->name && count < MODEL_MAX_FIELDS; f++)
        names[count++] = f->name;
    place_text(at, path);
    near = str_nearest(key, names, count);
    if (near)
        return err_say(err, ERR_INVALID_INPUT, "%s%sunknown field '%.*s'; did you mean '%s'?", path, *path ? ": " : "",
                       shown, key, near);
    return err_say(err, ERR_INVALID_INPUT, "%s%sunknown field '%.*s'", path, *path ? ": " : "", shown, key);
}

static int check_keys(const struct place *at, const struct model_entity *e, const struct json *object, struct err *err)
{
    for (size_t i = 0; i < json_len(object); i++) {
        size_t n;
        const char *key = json_key_at(object, i, &n);
        if (!find_field(e, key, n))
            return refuse_unknown(at, e, key, n, err);
    }
    return 0;
}

/* Puts the place before a rule's message; code, detail and action stay. */
static int prefix(const char *path, struct err *err)
{
    struct err inner = *err;

    if (!*path)
        return -1;
    err_say(err, inner.code, "%s: %s", path, inner.message);
    memcpy(err->detail, inner.detail, sizeof err->detail);
    memcpy(err->action, inner.action, sizeof err->action);
    return -1;
}

static int check_rules(const struct place *at, const struct model_entity *e, const struct json *object, struct err *err)
{
    char path[PLACE_BYTES];

    for (model_rule *const *rule = e->rules; rule && *rule; rule++)
        if ((*rule)(object, err)) {
            place_text(at, path);
            return prefix(path, err);
        }
    return 0;
}

/* A name that is spelt wrongly is told rather than the one it should have been, unless a seed has a code for that. */
static int refuse_absent(const struct place *at, const struct model_entity *e, const struct json *object,
                         const struct place *here, const struct model_field *f, struct err *err)
{
    enum err_code code = either(f->absent, f->code);

    if (!e->open && code == ERR_INVALID_INPUT && check_keys(at, e, object, err) < 0)
        return -1;
    return refuse(here, code, err, "is required");
}

static int refuse_both(const struct place *here, const struct model_field *f, struct err *err)
{
    refuse(here, ERR_INVALID_INPUT, err, "must not be given together with what stands in its place");
    return err_action(err, "Give %s or %s.", f->name, f->instead);
}

static int check_entity(const struct place *at, const struct model_entity *e, const struct json *object,
                        struct err *err)
{
    if (!json_is(object, JSON_OBJECT))
        return refuse(at, ERR_INVALID_INPUT, err, "must be an object");
    for (const struct model_field *f = e->fields; f->name; f++) {
        const struct json *v = json_get(object, f->name);
        struct place here = { at, f->name, 0 };
        const struct json *other = f->instead ? json_get(object, f->instead) : NULL;
        if (!v && !other && f->flags & MODEL_REQUIRED)
            return refuse_absent(at, e, object, &here, f, err);
        if (v && other)
            return refuse_both(&here, f, err);
        if (v && check_value(&here, f, v, err))
            return -1;
    }
    if (!e->open && check_keys(at, e, object, err))
        return -1;
    return check_rules(at, e, object, err);
}

static int check_value(const struct place *at, const struct model_field *f, const struct json *v, struct err *err)
{
    if (json_is(v, JSON_NULL) && f->kind != MODEL_ANY)
        return f->flags & MODEL_NULLABLE ? 0 : refuse(at, either(f->absent, f->code), err, "must not be null");
    switch (f->kind) {
    case MODEL_TEXT:
        return check_text(at, f, v, err);
    case MODEL_INT:
    case MODEL_NUMBER:
        return check_number(at, f, v, err);
    case MODEL_BOOL:
        return json_is(v, JSON_BOOL) ? 0 : refuse(at, f->code, err, "must be true or false");
    case MODEL_UUID:
    case MODEL_UUID4:
    case MODEL_SHA256:
    case MODEL_TIME:
    case MODEL_UTC:
    case MODEL_DATE:
        return check_form(at, f, v, err);
    case MODEL_ENUM:
        return check_enum(at, f, v, err);
    case MODEL_OBJECT:
        return json_is(v, JSON_OBJECT) ? 0 : refuse(at, f->code, err, "must be an object");
    case MODEL_ENTITY:
        return json_is(v, JSON_OBJECT) ? check_entity(at, f->entity, v, err)
                                       : refuse(at, f->code, err, "must be an object");
    case MODEL_LIST:
        return check_list(at, f, v, err);
    case MODEL_MAP:
        return check_map(at, f, v, err);
    case MODEL_TUPLE:
        return check_tuple(at, f, v, err);
    case MODEL_ANY:
        return 0;
    }
    return 0;
}

int model_check(const struct model_entity *e, const struct json *object, struct err *err)
{
    return check_entity(NULL, e, object, err);
}

int rule_part(const struct model_entity *e, const struct json *part, const char *name, struct err *err)
{
    return check_entity(&(struct place){ NULL, name, 0 }, e, part, err);
}

/* ---- defaults ---- */

static struct json *fill_value(struct arena *a, const struct model_field *f, struct json *v)
{
    struct json *list;

    if (f->kind == MODEL_ENTITY && json_is(v, JSON_OBJECT))
        return model_fill(a, f->entity, v);
    if (f->kind != MODEL_LIST || f->each->kind != MODEL_ENTITY || !json_is(v, JSON_ARRAY))
        return json_copy(a, v);
    list = json_array(a);
    for (size_t i = 0; i < json_len(v); i++)
        json_push(a, list, fill_value(a, f->each, json_at(v, i)));
    return list;
}

struct json *field_default(struct arena *a, const struct model_field *f)
{
    struct json *v = NULL;
    struct err err;

    /* The text stands in a table of this program, so failing to read it is a bug. */
    if (json_parse(a, f->otherwise, strlen(f->otherwise), &v, &err))
        abort();
    return v;
}

struct json *model_fill(struct arena *a, const struct model_entity *e, const struct json *object)
{
    struct json *filled = json_copy(a, object);

    if (!json_is(object, JSON_OBJECT))
        return filled;
    for (const struct model_field *f = e->fields; f->name; f++) {
        struct json *v = json_get(object, f->name);
        if (!v && f->otherwise)
            v = field_default(a, f);
        if (v)
            json_set(a, filled, f->name, fill_value(a, f, v));
    }
    return filled;
}

/* ---- enums and machines ---- */

bool model_enum_has(const struct model_enum *e, const char *value)
{
    for (const char *const *v = e->values; *v; v++)
        if (strcmp(*v, value) == 0)
            return true;
    return false;
}

int model_step(const struct model_machine *m, const char *from, const char *to, struct err *err)
{
    bool known = model_enum_has(m->states, from) && strcmp(from, to) != 0;

    for (const struct model_step *s = m->steps; known && s->from; s++)
        if (strcmp(s->to, to) == 0 && (strcmp(s->from, "*") == 0 || strcmp(s->from, from) == 0))
            return 0;
    return err_say(err, ERR_ILLEGAL_TRANSITION, "%s cannot go from %s to %s.", m->name, from, to);
}
