/* sql.h - a request as one SELECT of an engine's SQL.
 *
 * Nothing else writes SQL for what people ask. The meaning is query.h's and functions.h's, whatever the engine; an
 * engine is a dialect: tables that say how it spells each function, aggregate, window and type, and what it lacks. To
 * add an aggregate: its kind in type.c and its spelling in each dialect. To add an engine: one more dialect.
 *
 * What is written is a request that the check has passed. One that it would not have passed gives an error or SQL that
 * the engine refuses; it never gives SQL that reaches beyond the tables: names are quoted, values are parameters.
 *
 * Parameters are numbered in the text ($1 or ?1) and stand in ret_params in that order, each once, as the text that was
 * given; the SQL casts each to its type. Numbers are needed because an engine takes two mere ? for different values,
 * and a group by an expression with a value in it could not be shown.
 *
 * Rows have one order: first what the request orders by; then the groups of a grouped block, the outputs of one of
 * different rows, and else the rows' places in their files. Parts of a limit per group stand one behind another, unless
 * the order names them itself. Windows that look at single rows (row_number, running, previous, ...) break ties in the
 * same way. Sums and averages of floating-point numbers are taken in the order of the file where the engine can.
 *
 * Where functions.h leaves it open:
 *   a date beside a timestamp   is compared with the timestamp's day
 *   a text beside a number      (or a date) is read as one
 *   concat, and all arithmetic  gives an empty value where one of its parts is empty
 *   least and greatest          skip empty values
 *   not in a query              takes no notice of empty values among the query's
 *   number, whole, date         read 12, -1.5, .5, 1e3 and 2024-01-31, with or without a time; all else is empty
 *   a query as a value          gives that of its first row
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct json;
struct request;
struct table;

struct sql_dialect;
extern const struct sql_dialect sql_duckdb; /* all of the form */
extern const struct sql_dialect sql_sqlite; /* 3.39 and later with its mathematical functions; letters beyond ASCII have
                                               one case for it. Tables hold decimals as REAL, dates and times as text
                                               "2024-01-31" and "2024-01-31 12:30:00", booleans as 0 and 1 */

/* Writes the request for an engine that has these tables. ret_sql and ret_params (an array of texts) are in the arena.
 * Steps that the last one does not need are not written. Errors: ERR_INVALID_QUERY with what it cannot do (see
 * sql_can()), or for what is no query; ERR_MISSING_COLUMN, ERR_TYPE_MISMATCH, ERR_TOO_LARGE. */
WARN_UNUSED int query_sql(struct arena *a, const struct sql_dialect *d, const struct table *tables, size_t n,
                          const struct request *r, const char **ret_sql, struct json **ret_params, struct err *err);

/* Whether the engine can do what the request asks for. If it cannot, *ret_what names what it lacks ("median"), in the
 * arena: the request is then for DuckDB. An operation of a step is for no engine. A request that is wrong for any
 * engine is not refused here. */
bool sql_can(struct arena *a, const struct sql_dialect *d, const struct table *tables, size_t n,
             const struct request *r, const char **ret_what);
