/* flat_form_testing.h - a flat query and its request, held against each other by what they return.
 *
 * The tables of these tests have no rows, so some are made up: of each column's values where it lists them, empty cells
 * in every column. The reader's own SQL and that of the request must give the same rows in the same order.
 */
#pragma once
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "grid/columns/builder.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "lang/flat_form.h"
#include "lang/scope.h"
#include "query/edit/count.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query/say/period.h"
#include "query/sql/sql.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/query_engines.h"
#include <cmocka.h>

#define FORM_ROWS 70
#define FORM_MEMBERS 8

/* The tables of the scope that was seen last, with rows. */
static struct {
    const struct table *members[FORM_MEMBERS];
    size_t n;
    struct scope scope; /* the same with empty cells */
    struct arena *arena;
    struct query_engines *engines;
    uint32_t seed;
} form_test;

static inline uint32_t form_random(uint32_t n)
{
    form_test.seed = form_test.seed * 1664525u + 1013904223u;
    return (form_test.seed >> 8) % n;
}

static inline struct datum form_value(const struct column *c, size_t row, bool is_key)
{
    struct arena *a = form_test.arena;
    uint32_t x = is_key ? (uint32_t)row : form_random(40);
    const char *text = "";

    if (!is_key && form_random(12) == 0)
        return (struct datum){ .kind = DATUM_NONE };
    switch (c->type) {
    case COLUMN_TEXT:
        text = is_key || c->n_values == 0 ? arena_printf(a, "%s%u", x % 3 ? "Kappa" : "kappa", x)
                                          : c->values[x % c->n_values];
        break;
    case COLUMN_INTEGER:
        return (struct datum){ .kind = DATUM_INTEGER, .integer = is_key ? (int64_t)row : (int64_t)x - 3 };
    case COLUMN_DECIMAL:
        text = arena_printf(a, "%d.%0*d", (int)x - 5, c->scale > 0 ? c->scale : 1, (int)form_random(10));
        return (struct datum){ .kind = DATUM_DECIMAL, .p = text, .n = (uint32_t)strlen(text) };
    case COLUMN_FLOAT:
        text = arena_printf(a, "%d.%ue0", (int)x - 5, form_random(1000));
        break;
    case COLUMN_BOOLEAN:
        return (struct datum){ .kind = DATUM_TRUTH, .integer = x % 2 };
    case COLUMN_DATE:
    case COLUMN_TIMESTAMP:
        /* from the end of 2023 on */
        if (c->type == COLUMN_DATE)
            return (struct datum){ .kind = DATUM_DATE, .integer = 19700 + 17 * (int64_t)x };
        return (struct datum){ .kind = DATUM_TIME,
                               .integer = (19700 + 17 * (int64_t)x) * 86400000000 + form_random(86400) * 1000000ll };
    case COLUMN_TYPES:
        break;
    }
    return datum_text(text, strlen(text));
}

/* A column that others refer to has each value once, and they refer to its values. */
static inline bool form_is_key(const struct scope *s, size_t member, size_t column)
{
    for (size_t i = 1; s->kind == SCOPE_JOINED && i < s->n_members; i++)
        if ((member == i && s->links[i - 1].to == column) || (member == 0 && s->links[i - 1].from == column))
            return true;
    return false;
}

static inline void form_fill(const struct scope *s, size_t member)
{
    const struct table *t = s->members[member];
    struct builder *b = builder_new(t->n_columns);
    const char **names = arena_array(form_test.arena, t->n_columns, sizeof *names);
    struct datum *row = arena_array(form_test.arena, t->n_columns, sizeof *row);
    struct notes notes = { 0 };
    struct columns *columns;
    struct err err;

    for (size_t r = 0; r < FORM_ROWS; r++) {
        for (size_t c = 0; c < t->n_columns; c++) {
            names[c] = t->columns[c].name;
            row[c] = form_value(&t->columns[c], member == 0 ? r * 7 % FORM_ROWS : r, form_is_key(s, member, c));
        }
        assert_int_equal(builder_add(b, row, 1, &err), 0);
    }
    assert_int_equal(builder_end(b, names, NULL, &notes, &columns, &err), 0);
    assert_int_equal(query_engines_add(form_test.engines, t->name, columns, &err), 0);
    columns_free(columns);
    builder_free(b);
}

/* A copy in which every column has empty cells. */
static inline const struct table *form_table(const struct table *t)
{
    struct table *copy = arena_alloc(form_test.arena, sizeof *copy);

    *copy = *t;
    copy->columns = arena_array(form_test.arena, t->n_columns, sizeof *copy->columns);
    for (size_t c = 0; c < t->n_columns; c++) {
        copy->columns[c] = t->columns[c];
        copy->columns[c].nulls = 1;
    }
    return copy;
}

static inline void form_open(const struct scope *s)
{
    const struct table **members;
    struct err err;

    if (form_test.n == s->n_members && memcmp(form_test.members, s->members, s->n_members * sizeof *s->members) == 0)
        return;
    query_engines_close(form_test.engines);
    arena_free(form_test.arena);
    form_test.arena = arena_new();
    form_test.seed = 23;
    assert_int_equal(query_engines_open(&form_test.engines, &err), 0);
    members = arena_array(form_test.arena, s->n_members, sizeof *members);
    for (size_t i = 0; i < s->n_members; i++)
        members[i] = form_table(s->members[i]);
    form_test.scope = s->kind == SCOPE_ONE      ? scope_one(form_test.arena, members[0])
                      : s->kind == SCOPE_UNITED ? scope_unite(form_test.arena, members, s->n_members)
                                                : scope_join(form_test.arena, members[0], members[1], s->links);
    for (size_t i = 0; i < s->n_members; i++)
        form_fill(s, i);
    form_test.n = s->n_members;
    memcpy(form_test.members, s->members, s->n_members * sizeof *s->members);
}

/* What two ways of counting found. */
static inline void check_count(struct arena *a, bool counts, const char *sql, const struct json *params,
                               bool form_counts, const struct request *form, const char *question)
{
    struct query_engine_results got;
    struct json *old;
    struct err err;
    const char *why = "";

    if (counts != form_counts)
        fail_msg("\"%s\": only one of them counts", question);
    if (!counts)
        return;
    if (query_engines_select(form_test.engines, a, sql, params, &old, &err) < 0)
        fail_msg("\"%s\": %s: %s\n%s", question, err.message, err.detail, sql);
    got = query_engines_run(form_test.engines, a, form);
    if (!got.duckdb.rows)
        fail_msg("\"%s\": %s\n%s", question, got.duckdb.error, got.duckdb.sql ? got.duckdb.sql : "");
    if (!query_rows_equal(a, old, got.duckdb.rows, &why))
        fail_msg("\"%s\": %s\nold %s\nnew %s", question, why, sql, got.duckdb.sql);
}

/* What the answer does not show. */
static inline void check_unseen(struct arena *a, const struct flat *q, const struct request *r, const char *question)
{
    const struct scope *s = &form_test.scope;
    struct query_halves of;
    struct request form;
    const char *sql = "";
    struct json *params = NULL;
    size_t n;
    const struct table *tables = query_engines_tables(form_test.engines, &n);
    bool counts = flat_ties(a, s, q, &sql, &params), forms = query_count_ties(a, r, &form);

    if (!q->stepped)
        check_count(a, counts, sql, params, forms, &form, question);
    counts = flat_halves(a, s, q, &sql, &params);
    forms = query_count_halves(a, tables, n, r, &form, &of);
    check_count(a, counts, sql, params, forms, &form, question);
}

/* The request of the query is sound, can be kept, and gives the rows that the query's own SQL gives. */
static inline void check_form(struct arena *a, const struct scope *s, const struct flat *q, const char *question)
{
    struct json *params, *old, *text;
    struct said_rows new;
    const char *sql, *why = "";
    struct request r, again;
    struct query_engine_results got;
    struct err err;

    if (s->n_members > FORM_MEMBERS)
        return;
    form_open(s);
    r = flat_form(a, &form_test.scope, q);
    text = request_to_json(a, &r);
    if (request_from_json(a, text, &again, &err) < 0)
        fail_msg("\"%s\": %s", question, err.message);
    assert_true(query_same(r.steps->query, again.steps->query));
    flat_sql(a, &form_test.scope, q, &sql, &params);
    if (query_engines_select(form_test.engines, a, sql, params, &old, &err) < 0)
        fail_msg("\"%s\": %s: %s\n%s", question, err.message, err.detail, sql);
    got = query_engines_run(form_test.engines, a, &r);
    if (!got.duckdb.rows)
        fail_msg("\"%s\": %s\n%s", question, got.duckdb.error, got.duckdb.sql ? got.duckdb.sql : "");
    new = (struct said_rows){ .columns = got.duckdb.columns, .rows = got.duckdb.rows };
    period_rows(a, &r, &new);
    if (!query_rows_equal(a, old, new.rows, &why))
        fail_msg("\"%s\": %s\nold %s\nnew %s", question, why, sql, got.duckdb.sql);
    check_unseen(a, q, &r, question);
}
