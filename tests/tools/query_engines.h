/* query_engines.h - the same tables in DuckDB and in SQLite, for tests of what the writers write.
 *
 * Decimals are REAL in SQLite, dates and times text, booleans 0 and 1, as query/sql.h says.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct columns;
struct err;
struct json;
struct request;
struct table;

struct query_engines;

WARN_UNUSED int query_engines_open(struct query_engines **ret, struct err *err);
void query_engines_close(struct query_engines *e);

/* Adds a table of the columns, which may go afterwards. */
WARN_UNUSED int query_engines_add(struct query_engines *e, const char *name, const struct columns *c, struct err *err);

/* Adds all tables of a folder's files, each by its file's name, as assay types them. Files that cannot be read are left
 * out, as are tables without rows. */
WARN_UNUSED int query_engines_add_folder(struct query_engines *e, const char *path, struct err *err);

const struct table *query_engines_tables(const struct query_engines *e, size_t *ret_n);

/* The rows of a SELECT as it stands, on DuckDB; params: texts for its ?, or NULL. */
WARN_UNUSED int query_engines_select(struct query_engines *e, struct arena *a, const char *sql,
                                     const struct json *params, struct json **ret_rows, struct err *err);

/* What DuckDB's parser makes of it: json_serialize_sql(). */
WARN_UNUSED int query_engines_tree(struct query_engines *e, struct arena *a, const char *sql, struct json **ret,
                                   struct err *err);

/* What an engine made of a request. */
struct query_engine_rows {
    const char *sql; /* NULL: it was not written */
    struct json *params;
    struct json *columns; /* of DuckDB: [{"name","type"}]; of SQLite: [{"name"}] */
    struct json *rows;    /* NULL after an error */
    const char *lacks;    /* what SQLite cannot do; NULL: nothing */
    const char *error;    /* "CODE: message: detail"; NULL: none */
};

struct query_engine_results {
    struct query_engine_rows duckdb, sqlite;
};

/* Writes the request for both and runs it. The rows of SQLite have true and false, and times, as DuckDB's have. */
struct query_engine_results query_engines_run(struct query_engines *e, struct arena *a, const struct request *r);

/* Equal rows in equal order; floating-point numbers within 1e-9 of each other, relatively. Otherwise *ret_why says
 * where they differ. */
bool query_rows_equal(struct arena *a, const struct json *x, const struct json *y, const char **ret_why);
