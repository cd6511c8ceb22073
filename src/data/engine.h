/* engine.h - an in-memory database that can reach nothing but the tables put into it.
 *
 * It is opened with no access to files, the network or extensions and its configuration locked, bounded in memory and
 * threads. Every query passes three checks before it runs: the engine's own parser must find exactly one statement, its
 * tree may name only the tables given and a few harmless functions (sql_policy.h), and the prepared statement must be a
 * SELECT. An engine may be used from several threads; each query has a connection of its own.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct dataset_query;
struct dataset_rows;
struct engine;
struct err;
struct notes;
struct records;
struct table;

/* threads 0: ENGINE_THREADS. ERR_ENGINE_UNAVAILABLE. */
WARN_UNUSED int engine_open(int threads, struct engine **ret, struct err *err);
void engine_close(struct engine *e);

/* Makes a table of the records, typed from all of their values, and fills in ret's rows, columns and fingerprint; its
 * name must be set and new to the engine. What was assumed is added to notes. All of ret lives in the arena. Errors:
 * the records', ERR_RESOURCE_EXHAUSTED, and cancel's; the engine then holds a part of the table and should be closed.
 */
WARN_UNUSED int engine_load(struct engine *e, struct records *records, const struct cancel *cancel, struct arena *a,
                            struct notes *notes, struct table *ret, struct err *err);

/* See dataset_query(); the query may name these tables. ERR_INTERNAL means that the engine is broken. */
WARN_UNUSED int engine_query(struct engine *e, const struct table *tables, size_t n, const struct dataset_query *q,
                             const struct cancel *cancel, struct arena *a, struct dataset_rows *ret, struct err *err);
