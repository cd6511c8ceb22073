/* engine.h - an in-memory database that can reach nothing but the tables put into it.
 *
 * It is opened with no access to files, the network or extensions and its configuration locked, bounded in memory and
 * threads. Every query passes three checks before it runs: the engine's own parser must find exactly one statement, its
 * tree may name only the tables given and a few harmless functions (sql_policy.h), and the prepared statement must be a
 * SELECT. An engine may be used from several threads; each query has a connection of its own.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct blocked_column;
struct cancel;
struct columns;
struct dataset_query;
struct dataset_rows;
struct engine;
struct err;
struct json;
struct table;

/* threads 0: ENGINE_THREADS. ERR_ENGINE_UNAVAILABLE. */
WARN_UNUSED int engine_open(int threads, struct engine **ret, struct err *err);
void engine_close(struct engine *e);

/* What of a table's columns must not be in the engine. */
struct engine_without {
    const bool *columns; /* one for each: true where it must not exist there */
    uint64_t *const *const
        *values; /* of each column, of each of its parts: the rows that have a value, where these are
                    fewer than it says (columns_node.h); NULL where they are not, or for all of them */
};

/* Makes a table of the columns under a name that is new to the engine. without: NULL: nothing. The columns are needed
 * only until it returns. One call at a time. Errors:
 * ERR_RESOURCE_EXHAUSTED, and cancel's; the engine should then be closed. */
WARN_UNUSED int engine_add(struct engine *e, const struct columns *c, const char *name,
                           const struct engine_without *without, const struct cancel *cancel, struct err *err);

/* The columns that were left out of its tables, for what a query is told. Borrowed; before the first query. */
void engine_blocked(struct engine *e, const struct blocked_column *blocked, size_t n);

/* See dataset_query(); the query may name these tables. ERR_INTERNAL means that the engine is broken. */
WARN_UNUSED int engine_query(struct engine *e, const struct table *tables, size_t n, const struct dataset_query *q,
                             const struct cancel *cancel, struct arena *a, struct dataset_rows *ret, struct err *err);

/* Takes the rows of a query one by one: row() gets their cells as text, as query rows have them, and says whether it
 * wants more. What it gets is valid until it returns. */
struct engine_cell {
    const char *p; /* NULL: empty */
    size_t n;
};
struct engine_taker {
    void (*begin)(void *arg, size_t columns); /* before the first row; may be NULL */
    bool (*row)(void *arg, const struct engine_cell *cells, size_t n);
    void *arg;
};

/* Runs a SELECT of our own making, unchecked, with values for its placeholders (NULL: none), and hands its rows on. */
WARN_UNUSED int engine_each(struct engine *e, const char *sql, const struct json *params,
                            const struct engine_taker *taker, const struct cancel *cancel, struct err *err);

/* Runs a SELECT of our own making, unchecked, and gives all of its rows. */
WARN_UNUSED int engine_run(struct engine *e, const char *sql, const struct cancel *cancel, struct arena *a,
                           struct dataset_rows *ret, struct err *err);
