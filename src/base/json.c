/* json.c - looking at a tree and building one. Reading text is json_parse.c's, writing it json_write.c's. */
#include "base/json.h"
#include "base/arena.h"
#include "base/json_node.h"
#include "base/num.h"
#include "base/str.h"
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- looking ---- */

enum json_type json_type(const struct json *v)
{
    return v ? (enum json_type)v->type : JSON_NULL;
}

bool json_is(const struct json *v, enum json_type type)
{
    return v && v->type == type;
}

bool json_is_int(const struct json *v)
{
    return json_is(v, JSON_NUMBER) && num_is_integer(v->text, v->n);
}

bool json_truth(const struct json *v)
{
    return json_is(v, JSON_BOOL) && v->flag & JSON_FLAG_TRUE;
}

const char *json_text(const struct json *v, size_t *ret_n)
{
    bool is_string = json_is(v, JSON_STRING);

    if (ret_n)
        *ret_n = is_string ? v->n : 0;
    return is_string ? v->text : NULL;
}

const char *json_digits(const struct json *v)
{
    return json_is(v, JSON_NUMBER) ? v->text : NULL;
}

bool json_int64(const struct json *v, int64_t *ret)
{
    return json_is(v, JSON_NUMBER) && num_int64(v->text, v->n, ret);
}

double json_real(const struct json *v)
{
    return json_is(v, JSON_NUMBER) ? num_double(v->text, v->n) : 0;
}

size_t json_len(const struct json *v)
{
    return json_is(v, JSON_ARRAY) || json_is(v, JSON_OBJECT) ? v->n : 0;
}

struct json *json_at(const struct json *v, size_t i)
{
    if (i >= json_len(v))
        return NULL;
    return v->type == JSON_ARRAY ? json_element(v, i) : v->members[i].value;
}

const char *json_key_at(const struct json *object, size_t i, size_t *ret_n)
{
    bool is_there = json_is(object, JSON_OBJECT) && i < object->n;

    if (ret_n)
        *ret_n = is_there ? object->members[i].n : 0;
    return is_there ? object->members[i].key : NULL;
}

struct json *json_get(const struct json *object, const char *key)
{
    struct member *m = json_is(object, JSON_OBJECT) ? json_member(object, key, strlen(key)) : NULL;

    return m ? m->value : NULL;
}

const char *json_get_text(const struct json *object, const char *key)
{
    return json_text(json_get(object, key), NULL);
}

bool json_get_truth(const struct json *object, const char *key)
{
    return json_truth(json_get(object, key));
}

int64_t json_get_int(const struct json *object, const char *key, int64_t otherwise)
{
    int64_t value;

    return json_int64(json_get(object, key), &value) ? value : otherwise;
}

int json_number_compare(const struct json *a, const struct json *b)
{
    assert(json_is(a, JSON_NUMBER) && json_is(b, JSON_NUMBER));
    return num_compare(a->text, a->n, b->text, b->n);
}

static bool arrays_equal(const struct json *a, const struct json *b)
{
    if (a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (!json_equal(json_element(a, i), json_element(b, i)))
            return false;
    return true;
}

static bool objects_equal(const struct json *a, const struct json *b)
{
    if (a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++) {
        const struct member *m = &a->members[i], *other = json_member(b, m->key, m->n);
        if (!other || !json_equal(m->value, other->value))
            return false;
    }
    return true;
}

bool json_equal(const struct json *a, const struct json *b)
{
    enum json_type type = json_type(a);

    if (type != json_type(b))
        return false;
    switch (type) {
    case JSON_NULL:
        return true;
    case JSON_BOOL:
        return a->flag == b->flag;
    case JSON_NUMBER:
        return json_number_compare(a, b) == 0;
    case JSON_STRING:
        return a->n == b->n && memcmp(a->text, b->text, a->n) == 0;
    case JSON_ARRAY:
        return arrays_equal(a, b);
    case JSON_OBJECT:
        return objects_equal(a, b);
    }
    return false;
}

/* ---- making ---- */

/* A value with room for n bytes of text behind it, which the caller fills. */
static struct json *with_text(struct arena *a, enum json_type type, size_t n, char **ret_text)
{
    struct json *v;

    if (n > UINT32_MAX - 1)
        abort();
    v = arena_alloc(a, sizeof *v + n + 1);
    v->type = (uint8_t)type;
    v->n = (uint32_t)n;
    v->text = *ret_text = (char *)(v + 1);
    return v;
}

static struct json *plain(struct arena *a, enum json_type type)
{
    struct json *v = arena_alloc(a, sizeof *v);

    v->type = (uint8_t)type;
    return v;
}

struct json *json_null(struct arena *a)
{
    return plain(a, JSON_NULL);
}

struct json *json_bool(struct arena *a, bool v)
{
    struct json *made = plain(a, JSON_BOOL);

    made->flag = v ? JSON_FLAG_TRUE : 0;
    return made;
}

static bool is_float(const char *digits, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (digits[i] == '.' || (digits[i] | 0x20) == 'e')
            return true;
    return false;
}

/* The text is known to be a number. */
static struct json *number(struct arena *a, const char *digits, size_t n)
{
    char *text;
    struct json *v = with_text(a, JSON_NUMBER, n, &text);

    memcpy(text, digits, n);
    v->flag = is_float(digits, n) ? JSON_FLAG_FLOAT : 0;
    return v;
}

struct json *json_int(struct arena *a, int64_t v)
{
    char text[24];

    return number(a, text, (size_t)snprintf(text, sizeof text, "%" PRId64, v));
}

struct json *json_double(struct arena *a, double v)
{
    char text[NUM_DOUBLE_BYTES];

    assert(isfinite(v));
    return number(a, text, num_double_text(v, text));
}

struct json *json_number(struct arena *a, const char *digits, size_t n)
{
    return num_is_json(digits, n) ? number(a, digits, n) : NULL;
}

/* Bytes the text takes once each byte that is no character is U+FFFD; written to out unless that is NULL. */
static size_t repair(const char *p, size_t n, char *out)
{
    const char *end = p + n;
    size_t total = 0;

    while (p < end) {
        size_t len = str_char_bytes(p, (size_t)(end - p));
        if (out)
            memcpy(out + total, len ? p : "\xef\xbf\xbd", len ? len : 3);
        total += len ? len : 3;
        p += len ? len : 1;
    }
    return total;
}

struct json *json_strn(struct arena *a, const char *p, size_t n)
{
    char *text;
    struct json *v;

    if (n > UINT32_MAX / 4)
        abort();
    v = with_text(a, JSON_STRING, repair(p, n, NULL), &text);
    repair(p, n, text);
    return v;
}

struct json *json_str(struct arena *a, const char *s)
{
    return s ? json_strn(a, s, strlen(s)) : json_null(a);
}

struct json *json_array(struct arena *a)
{
    return plain(a, JSON_ARRAY);
}

struct json *json_object(struct arena *a)
{
    return plain(a, JSON_OBJECT);
}

/* Makes the array one of links with room for one more. */
static void make_room(struct arena *a, struct json *array)
{
    uint8_t room = 2;
    struct json **links;

    if (array->flag & JSON_FLAG_LINKED && array->n < (size_t)1 << array->room)
        return;
    if (array->n > UINT32_MAX / 4)
        abort();
    while ((size_t)1 << room <= array->n)
        room++;
    links = arena_array(a, (size_t)1 << room, sizeof(struct json *));
    for (size_t i = 0; i < array->n; i++)
        links[i] = json_element(array, i);
    array->links = links;
    array->room = room;
    array->flag = JSON_FLAG_LINKED;
}

struct json *json_push(struct arena *a, struct json *array, struct json *v)
{
    assert(json_is(array, JSON_ARRAY));
    make_room(a, array);
    array->links[array->n++] = v ? v : json_null(a);
    return array;
}

struct json *json_copy(struct arena *a, const struct json *v)
{
    struct json *copy;
    char *text;

    if (json_is(v, JSON_STRING) || json_is(v, JSON_NUMBER)) {
        copy = with_text(a, json_type(v), v->n, &text);
        memcpy(text, v->text, v->n);
        copy->flag = v->flag;
        return copy;
    }
    copy = plain(a, json_type(v));
    if (json_is(v, JSON_BOOL))
        copy->flag = v->flag;
    for (size_t i = 0; i < json_len(v); i++) {
        struct json *child = json_copy(a, json_at(v, i));
        if (v->type == JSON_ARRAY)
            json_push(a, copy, child);
        else
            json_setn(a, copy, v->members[i].key, v->members[i].n, child);
    }
    return copy;
}
