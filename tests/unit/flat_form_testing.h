/* flat_form_testing.h - the requests that flat queries become, run.
 *
 * The tables of these tests have no rows, so some are made up: of each column's values where it lists them, empty cells
 * in every column.
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

/* What the answer does not show can be counted. */
static inline void check_unseen(struct arena *a, const struct request *r, const char *question)
{
    struct query_halves of;
    struct request counting[2];
    bool counts[2];
    size_t n;
    const struct table *tables = query_engines_tables(form_test.engines, &n);

    counts[0] = query_count_ties(a, r, &counting[0]);
    counts[1] = query_count_halves(a, tables, n, r, &counting[1], &of);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct query_engine_results got = { 0 };
        if (counts[i])
            got = query_engines_run(form_test.engines, a, &counting[i]);
        if (counts[i] && json_len(got.duckdb.rows) != 1)
            fail_msg("\"%s\": %s\n%s", question, got.duckdb.error, got.duckdb.sql ? got.duckdb.sql : "");
    }
}

/* The SQL of the query's request. */
static inline void form_sql(struct arena *a, const struct scope *s, const struct flat *q, const char **ret_sql,
                            struct json **ret_params)
{
    struct table *tables = arena_array(a, s->n_members, sizeof *tables);
    struct request r = flat_form(a, s, q);
    struct err err;

    for (size_t i = 0; i < s->n_members; i++)
        tables[i] = *s->members[i];
    if (query_sql(a, &sql_duckdb, tables, s->n_members, &r, ret_sql, ret_params, &err) < 0)
        fail_msg("%s", err.message);
}

/* The request of the query is sound, can be kept, and runs. */
static inline void check_form(struct arena *a, const struct scope *s, const struct flat *q, const char *question)
{
    struct json *text;
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
    got = query_engines_run(form_test.engines, a, &r);
    if (!got.duckdb.rows)
        fail_msg("\"%s\": %s\n%s", question, got.duckdb.error, got.duckdb.sql ? got.duckdb.sql : "");
    check_unseen(a, &r, question);
}
