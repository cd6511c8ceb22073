/* schema_help.h - what the tests of base/schema share: schemas and instances written with ' for ", and what to expect.
 *
 * Everything is made in one arena that lives as long as the group of tests. Functions are inline so that a test may
 * leave some of them alone.
 */
#pragma once
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/schema/schema.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct arena *arena;

static inline int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

/* JSON in which ' stands for ". */
static inline const char *quoted(const char *text)
{
    char *copy = arena_str(arena, text);

    for (char *p = copy; *p; p++)
        if (*p == '\'')
            *p = '"';
    return copy;
}

static inline struct json *parsed(const char *text)
{
    struct json *v;
    struct err err;
    const char *json = quoted(text);

    if (json_parse(arena, json, strlen(json), &v, &err))
        fail_msg("%s: %s", err.message, text);
    return v;
}

static inline int compile_text(const char *text, struct schema **ret, struct err *err)
{
    struct json *document;

    if (json_parse(arena, text, strlen(text), &document, err))
        return -1;
    return schema_compile(arena, document, ret, err);
}

static inline struct schema *compiled(const char *text)
{
    struct schema *s;
    struct err err;

    if (compile_text(quoted(text), &s, &err))
        fail_msg("%s: %s", err.message, text);
    return s;
}

static inline void is_refused(const char *schema, const char *message)
{
    struct schema *untouched = (struct schema *)arena, *s = untouched;
    struct err err;

    if (compile_text(quoted(schema), &s, &err) == 0)
        fail_msg("compiled: %s", schema);
    assert_int_equal(err.code, ERR_INVALID_SCHEMA);
    assert_string_equal(err.message, message);
    assert_ptr_equal(s, untouched);
}

static inline void is_valid(const char *schema, const char *instance)
{
    struct err err;

    if (schema_check(compiled(schema), parsed(instance), &err))
        fail_msg("%s: %s against %s", err.message, instance, schema);
}

static inline void check_says(const char *schema, const char *instance, const char *message, const char *detail)
{
    struct err err;

    if (schema_check(compiled(schema), parsed(instance), &err) == 0)
        fail_msg("valid: %s against %s", instance, schema);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    assert_string_equal(err.message, message);
    if (detail)
        assert_string_equal(err.detail, detail);
}

static inline void says(const char *schema, const char *instance, const char *message)
{
    check_says(schema, instance, message, NULL);
}

/* before, then n times middle, then after. */
static inline const char *repeated(const char *before, const char *middle, size_t n, const char *after)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    buf_adds(&b, before);
    for (size_t i = 0; i < n; i++)
        buf_adds(&b, middle);
    buf_adds(&b, after);
    return arena_str(arena, b.p);
}
