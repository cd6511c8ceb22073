/* query_say_testing.h - requests written as JSON, for tests of what is said of them. */
#pragma once
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query/say/restate.h"
#include "test_lang_tables.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Single quotes stand for double ones, so that JSON can be read in C. */
static inline struct json *quoted_json(struct arena *a, const char *text)
{
    char *copy = arena_str(a, text);
    struct json *v;
    struct err err;

    for (char *p = copy; *p; p++)
        if (*p == '\'')
            *p = '"';
    if (json_parse(a, copy, strlen(copy), &v, &err))
        fail_msg("%s: %s", copy, err.message);
    return v;
}

/* A request of the one query, or of the steps of "{'steps':..}". */
static inline struct request request_of_text(struct arena *a, const char *text)
{
    struct json *v = quoted_json(a, text), *whole = v;
    struct request r;
    struct err err;

    if (!json_get(v, "steps")) {
        whole = json_object(a);
        json_set(a, whole, "version", json_int(a, QUERY_JSON_VERSION));
        json_set(a, whole, "steps", json_push(a, json_array(a), json_set(a, json_object(a), "query", v)));
    }
    if (request_from_json(a, whole, &r, &err))
        fail_msg("%s: %s", text, err.message);
    return r;
}

struct said_case {
    const char *request, *expected;
};

static inline void restates(const struct table *tables, size_t n, const struct said_case *cases, size_t n_cases)
{
    for (size_t i = 0; i < n_cases; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct request r = request_of_text(a, cases[i].request);
        const char *said = query_restate(a, tables, n, &r);
        if (strcmp(said, cases[i].expected) != 0)
            fail_msg("%s\n  expected: %s\n  got:      %s", cases[i].request, cases[i].expected, said);
    }
}
