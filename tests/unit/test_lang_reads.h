/* test_lang_reads.h - pairs of a question and what becomes of it.
 *
 * Each pair is checked further than its text: a restatement must be read as the query it restates, and every question
 * that is offered must be understood.
 */
#pragma once
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "flat_form_testing.h"
#include "lang/scope.h"
#include "test_lang_tables.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct pair {
    const struct table *table;
    const char *question;
    const char *expected; /* a restatement, or "ERROR_NAME: message | option | option" */
};

/* The query's SQL with its parameters behind it: two queries are the same when these are. */
static inline const char *sql_text(struct arena *a, const struct table *t, const struct flat *q)
{
    const char *sql;
    struct json *params;
    struct scope scope = scope_one(a, t);

    form_sql(a, &scope, q, &sql, &params);
    for (size_t i = 0; i < json_len(params); i++)
        sql = arena_printf(a, "%s [%s]", sql, json_text(json_at(params, i), NULL));
    return sql;
}

static inline void check_restatement(struct arena *a, const struct pair *p, const struct flat *q)
{
    struct flat again;
    struct flat_options options;
    struct err err = { 0 };
    struct scope scope = scope_one(a, p->table);

    if (flat_read(a, p->table, flat_restate(a, p->table, q), &again, &options, &err) < 0)
        fail_msg("\"%s\" is restated as \"%s\", which is refused: %s", p->question, flat_restate(a, p->table, q),
                 err.message);
    assert_string_equal(flat_restate(a, p->table, &again), flat_restate(a, p->table, q));
    assert_string_equal(sql_text(a, p->table, &again), sql_text(a, p->table, q));
    assert_true(q->confidence > 0 && q->confidence <= 1);
    assert_true(again.confidence == 1.0);
    check_form(a, &scope, q, p->question);
}

static inline void check_options(struct arena *a, const struct pair *p, const struct flat_options *options)
{
    struct flat q;
    struct flat_options more;
    struct err err;

    assert_in_range(options->n, 1, FLAT_OPTIONS);
    for (size_t i = 0; i < options->n; i++)
        if (flat_read(a, p->table, options->label[i], &q, &more, &err) < 0)
            fail_msg("\"%s\" offers \"%s\", which is refused: %s", p->question, options->label[i], err.message);
}

static inline const char *outcome(struct arena *a, const struct pair *p)
{
    struct flat q;
    struct flat_options options;
    struct err err = { 0 };
    const char *text;

    if (flat_read(a, p->table, p->question, &q, &options, &err) == 0) {
        check_restatement(a, p, &q);
        return flat_restate(a, p->table, &q);
    }
    if (err.code == ERR_CLARIFICATION_NEEDED)
        check_options(a, p, &options);
    else
        assert_int_equal(options.n, 0);
    text = arena_printf(a, "%s: %s", err_name(err.code), err.message);
    for (size_t i = 0; i < options.n; i++)
        text = arena_printf(a, "%s | %s", text, options.label[i]);
    return text;
}

static inline void reads(const struct pair *pairs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct arena *a = arena_new();
        const char *text = outcome(a, &pairs[i]);
        if (strcmp(text, pairs[i].expected) != 0)
            fail_msg("\"%s\"\n  expected: %s\n  got:      %s", pairs[i].question, pairs[i].expected, text);
        arena_free(a);
    }
}
