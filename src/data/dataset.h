/* dataset.h - the sources a question is asked of, loaded and typed, in an engine that can reach nothing else.
 *
 * Each source is read once, by us: its bytes are hashed, split and typed here and handed to the engine as columns. The
 * engine is opened with no access to files or the network and its configuration locked, so whatever SQL it is given can
 * see the loaded tables and nothing more, and the hash in an answer is the hash of exactly the bytes it came from.
 *
 * A `datasets` keeps what was loaded and gives it again while the file is unchanged (device, inode, size, time to the
 * nanosecond), up to DATASETS_OPEN datasets; it may be used from several threads. The engine's library is loaded when
 * the first dataset is opened and not before.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct dataset;
struct datasets;
struct err;
struct json;
struct table;

struct datasets *datasets_new(void);

/* Lets go of everything that is kept; a dataset still in use lives until it is released. A process that is about to end
 * may leave this out and call _exit(): there is nothing to save. */
void datasets_free(struct datasets *d);

/* Loads the sources (or finds them loaded). A relative path is taken from the current folder. The dataset stays valid
 * until it is given back with dataset_release(). Errors: ERR_NOT_FOUND, ERR_DATA_UNREADABLE, ERR_DATA_EMPTY,
 * ERR_NO_HEADERS, ERR_TOO_LARGE, ERR_ENGINE_UNAVAILABLE, and cancel's. */
WARN_UNUSED int dataset_open(struct datasets *d, const char *const *paths, size_t n, const struct cancel *cancel,
                             struct dataset **ret, struct err *err);
void dataset_release(struct dataset *ds);

/* The tables, in the order of the paths; the dataset's own. */
size_t dataset_tables(const struct dataset *ds, const struct table **ret);

struct dataset_query {
    const char *sql;           /* one SELECT; anything else is refused by the engine's own parse */
    const struct json *params; /* array of scalars for ?, or NULL */
    uint64_t row_limit;        /* rows returned at most; more are counted as truncation, not fetched */
};

struct dataset_rows {
    struct json *columns; /* [{"name","type"}] with table.h's type names */
    struct json *rows;    /* [[...]]: numbers as exact JSON numbers, dates as ISO text, null for NULL */
    bool truncated;       /* there were more than row_limit */
};

/* Runs one query. Errors: ERR_SQL_SYNTAX, ERR_MISSING_COLUMN (or table), ERR_TYPE_MISMATCH, ERR_RESOURCE_EXHAUSTED,
 * ERR_POLICY_VIOLATION (not one SELECT, or it tries to reach outside), ERR_TOO_LARGE (the SQL itself),
 * ERR_INVALID_INPUT (parameters that do not fit its placeholders), and cancel's. The same query on the same data
 * gives the same rows in the same order whenever it orders them, whatever the number of threads. */
WARN_UNUSED int dataset_query(struct dataset *ds, const struct dataset_query *q, const struct cancel *cancel,
                              struct arena *a, struct dataset_rows *ret, struct err *err);
