/* query_engines.c - two engines, one set of tables. */
#include "query_engines.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "data/engine/engine.h"
#include "data/engine/query.h"
#include "grid/table.h"
#include "query/query.h"
#include "query/sql/sql.h"
#include "train/tables.h"
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLES 64
#define ROWS 100000
#define SMALLEST 1e-12 /* nearer than this to each other, numbers are equal however small they are */

struct query_engines {
    struct arena *arena;
    struct engine *duckdb;
    sqlite3 *sqlite;
    struct table tables[TABLES];
    size_t n;
};

int query_engines_open(struct query_engines **ret, struct err *err)
{
    struct query_engines *e = calloc(1, sizeof *e);

    if (!e)
        abort();
    e->arena = arena_new();
    if (engine_open(1, &e->duckdb, err)) {
        arena_free(e->arena);
        free(e);
        return -1;
    }
    if (sqlite3_open(":memory:", &e->sqlite) != SQLITE_OK)
        abort();
    *ret = e;
    return 0;
}

void query_engines_close(struct query_engines *e)
{
    if (!e)
        return;
    engine_close(e->duckdb);
    sqlite3_close(e->sqlite);
    arena_free(e->arena);
    free(e);
}

const struct table *query_engines_tables(const struct query_engines *e, size_t *ret_n)
{
    *ret_n = e->n;
    return e->tables;
}

int query_engines_select(struct query_engines *e, struct arena *a, const char *sql, const struct json *params,
                         struct json **ret_rows, struct err *err)
{
    const struct dataset_query q = { .sql = sql, .params = params, .row_limit = ROWS };
    struct dataset_rows rows = { 0 };

    if (params ? engine_query(e->duckdb, e->tables, e->n, &q, NULL, a, &rows, err)
               : engine_run(e->duckdb, sql, NULL, a, &rows, err))
        return -1;
    *ret_rows = rows.rows;
    return 0;
}

int query_engines_tree(struct query_engines *e, struct arena *a, const char *sql, struct json **ret, struct err *err)
{
    return tables_sql_tree(e->duckdb, a, sql, ret, err);
}

/* ---- loading ---- */

int query_engines_add(struct query_engines *e, const char *name, const struct columns *c, struct err *err)
{
    if (e->n == TABLES)
        return err_set(err, ERR_TOO_LARGE, "Too many tables.", "%d", TABLES);
    if (engine_add(e->duckdb, c, name, NULL, NULL, err) || tables_to_sqlite(e->sqlite, name, c, err))
        return -1;
    tables_describe(e->arena, name, c, &e->tables[e->n++]);
    return 0;
}

static int add_table(void *arg, const char *name, const struct columns *c, struct err *err)
{
    return query_engines_add(arg, name, c, err);
}

int query_engines_add_folder(struct query_engines *e, const char *path, struct err *err)
{
    return tables_of_folder(path, add_table, e, err);
}

/* ---- running ---- */

static const char *error_text(struct arena *a, const struct err *err)
{
    return arena_printf(a, "%s: %s: %s", err_name(err->code), err->message, err->detail);
}

static void run_duckdb(struct query_engines *e, struct arena *a, struct query_engine_rows *r)
{
    const struct dataset_query q = { .sql = r->sql, .params = r->params, .row_limit = ROWS };
    struct dataset_rows rows;
    struct err err;

    if (engine_query(e->duckdb, e->tables, e->n, &q, NULL, a, &rows, &err)) {
        r->error = error_text(a, &err);
        return;
    }
    r->columns = rows.columns;
    r->rows = rows.rows;
}

/* A value as DuckDB's rows have it: types says what is a truth or a time. */
static struct json *lite_value(struct arena *a, sqlite3_stmt *s, int i, const char *type)
{
    const char *text;
    double v;

    switch (sqlite3_column_type(s, i)) {
    case SQLITE_INTEGER:
        return type && strcmp(type, "boolean") == 0 ? json_bool(a, sqlite3_column_int64(s, i) != 0)
                                                    : json_int(a, sqlite3_column_int64(s, i));
    case SQLITE_FLOAT:
        v = sqlite3_column_double(s, i);
        return isfinite(v) ? json_double(a, v) : json_null(a);
    case SQLITE_TEXT:
        text = (const char *)sqlite3_column_text(s, i);
        if (type && strcmp(type, "timestamp") == 0 && strlen(text) > 10)
            text = arena_printf(a, "%.10sT%s", text, text + 11);
        return json_strn(a, text, strlen(text));
    default:
        return json_null(a);
    }
}

static void run_sqlite(struct query_engines *e, struct arena *a, const struct json *types, struct query_engine_rows *r)
{
    struct json *rows = json_array(a);
    sqlite3_stmt *s = NULL;
    int rc = sqlite3_prepare_v2(e->sqlite, r->sql, -1, &s, NULL);

    for (size_t i = 0; rc == SQLITE_OK && i < json_len(r->params); i++)
        rc = sqlite3_bind_text(s, (int)i + 1, json_text(json_at(r->params, i), NULL), -1, SQLITE_TRANSIENT);
    r->columns = json_array(a);
    for (int i = 0; rc == SQLITE_OK && i < sqlite3_column_count(s); i++)
        json_push(a, r->columns, json_set(a, json_object(a), "name", json_str(a, sqlite3_column_name(s, i))));
    while (rc == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW && json_len(rows) < ROWS) {
        struct json *row = json_array(a);
        for (int i = 0; i < sqlite3_column_count(s); i++)
            json_push(a, row, lite_value(a, s, i, json_get_text(json_at(types, (size_t)i), "type")));
        json_push(a, rows, row);
    }
    if (sqlite3_errcode(e->sqlite) != SQLITE_OK && sqlite3_errcode(e->sqlite) != SQLITE_DONE &&
        sqlite3_errcode(e->sqlite) != SQLITE_ROW)
        r->error = arena_str(a, sqlite3_errmsg(e->sqlite));
    else
        r->rows = rows;
    sqlite3_finalize(s);
}

static void write_for(struct query_engines *e, struct arena *a, const struct sql_dialect *d, const struct request *r,
                      struct query_engine_rows *ret)
{
    struct err err;

    if (!sql_can(a, d, e->tables, e->n, r, &ret->lacks))
        return;
    if (query_sql(a, d, e->tables, e->n, r, &ret->sql, &ret->params, &err))
        ret->error = error_text(a, &err);
}

struct query_engine_results query_engines_run(struct query_engines *e, struct arena *a, const struct request *r)
{
    struct query_engine_results ret = { .duckdb = { .sql = NULL } };

    write_for(e, a, &sql_duckdb, r, &ret.duckdb);
    if (ret.duckdb.sql)
        run_duckdb(e, a, &ret.duckdb);
    write_for(e, a, &sql_sqlite, r, &ret.sqlite);
    if (ret.sqlite.sql)
        run_sqlite(e, a, ret.duckdb.columns, &ret.sqlite);
    return ret;
}

/* ---- comparing ---- */

static bool are_equal(const struct json *x, const struct json *y)
{
    double v, u;

    if (!json_is(x, JSON_NUMBER) || !json_is(y, JSON_NUMBER))
        return json_equal(x, y);
    v = json_real(x);
    u = json_real(y);
    return fabs(v - u) <= 1e-9 * fmax(fabs(v), fabs(u)) + SMALLEST;
}

static const char *as_text(struct arena *a, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    json_write(&b, v);
    return arena_dup(a, b.p, b.n);
}

bool query_rows_equal(struct arena *a, const struct json *x, const struct json *y, const char **ret_why)
{
    if (json_len(x) != json_len(y)) {
        *ret_why = arena_printf(a, "%zu and %zu rows", json_len(x), json_len(y));
        return false;
    }
    for (size_t i = 0; i < json_len(x); i++) {
        const struct json *row = json_at(x, i), *other = json_at(y, i);
        bool same = json_len(row) == json_len(other);
        for (size_t k = 0; same && k < json_len(row); k++)
            same = are_equal(json_at(row, k), json_at(other, k));
        if (!same) {
            *ret_why = arena_printf(a, "row %zu: %s and %s", i + 1, as_text(a, row), as_text(a, other));
            return false;
        }
    }
    return true;
}
