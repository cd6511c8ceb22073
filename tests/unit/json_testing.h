/* json_testing.h - what the tests of JSON share: an arena a test, and trees from and to text in one call. */
#pragma once
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

static struct arena *arena; /* a new one for each test */

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

/* Parses a copy that ends where the text ends, so that a sanitizer sees every step too far. */
static inline int parse_exact(const char *text, size_t n, struct json **ret, struct err *err)
{
    char *copy = malloc(n ? n : 1);
    int result;

    assert_non_null(copy);
    memcpy(copy, text, n);
    result = json_parse(arena, copy, n, ret, err);
    free(copy);
    return result;
}

static inline struct json *parse(const char *text)
{
    struct json *v = NULL;
    struct err err;

    if (parse_exact(text, strlen(text), &v, &err) < 0)
        fail_msg("%s: %s", text, err.message);
    return v;
}

static inline const char *compact(const struct json *v)
{
    struct buf b;
    const char *text;

    buf_init(&b, 1 << 24);
    json_write(&b, v);
    assert_false(b.failed);
    text = arena_dup(arena, b.p, b.n);
    buf_done(&b);
    return text;
}

static inline const char *canonical(const struct json *v)
{
    struct buf b;
    struct err err;
    const char *text = NULL;

    buf_init(&b, 1 << 24);
    if (json_write_canonical(&b, v, &err) == 0)
        text = arena_dup(arena, b.p, b.n);
    buf_done(&b);
    return text;
}
