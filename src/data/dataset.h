/* dataset.h - the sources a question is asked of, in a process of their own that can reach nothing else.
 *
 * Sources are opened here (where a policy located them), and handed to a worker as descriptors: it is confined
 * (confine.h) before it reads the first byte, parses them, types their columns, and answers queries over them. What a
 * file holds, however malformed or hostile, can end that process and nothing more. The engine in it has no access to
 * files or the network and a locked configuration besides.
 *
 * A `datasets` keeps its workers while their files are unchanged (device, inode, size, times to the nanosecond; of a
 * SQLite database those of its log, too), up to DATASETS_OPEN of them; it may be used from several threads. A worker
 * that is killed while it works is replaced, and asked again once; a second time it is the caller who is told. Typed
 * columns of a large source that is opened alone are kept in the home's cache under the SHA-256 of the file's bytes, so
 * that the next opening need not read the source again; a private call leaves nothing there.
 */
#pragma once
#include "base/attrs.h"
#include "data/engine/query.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct column_policy;
struct dataset;
struct datasets;
struct err;
struct json;
struct location;
struct request;
struct secrets;
struct table;
struct worker_output;

/* program: what is started as a worker; NULL: this program itself (main() must call worker_main()). */
struct datasets *datasets_new(const char *program);

/* The home whose cache may be used; NULL: none. Before the first dataset is opened. */
void datasets_home(struct datasets *d, const char *home);

/* Where passwords of servers are found; NULL: only the system's own (secrets.h). Before the first dataset is opened. */
void datasets_secrets(struct datasets *d, struct secrets *secrets);

/* Lets go of everything that is kept; a dataset still in use lives until it is released. */
void datasets_free(struct datasets *d);

struct dataset_spec {
    const struct location *at; /* files, folders (all files in them that can be read), addresses as they are shown */
    const char *user;          /* whose passwords belong to those addresses; NULL: there are none */
    const char *const *names;  /* what each is called instead of its own name; NULL, also one of them: as it is */
    size_t n;                  /* 0: an engine without tables */
    const struct column_policy *policy; /* NULL: every column */
    bool private;                       /* leave nothing in the cache */
    bool apart; /* not in the process that answers queries: showing may open a source again, which that one cannot */
};

/* Opens the sources (or finds them open); each later look at them, too, is at their location, whose root must stay open
 * as long as the datasets. A relative path without one is taken from the current folder. Nothing is parsed yet: what
 * is wrong with a file is told by the first call that needs it. The dataset stays valid until it is given back with
 * dataset_release(). Errors: ERR_NOT_FOUND, ERR_TOO_LARGE, ERR_IO, and secret_find()'s. A server's tables are given out
 * again only to the same user with the same password. */
WARN_UNUSED int dataset_open(struct datasets *d, const struct dataset_spec *spec, const struct cancel *cancel,
                             struct dataset **ret, struct err *err);
void dataset_release(struct dataset *ds);

/* The tables, loaded, in the order of the sources; the dataset's own. Errors: ERR_DATA_UNREADABLE, ERR_DATA_EMPTY,
 * ERR_NO_HEADERS, ERR_WORKBOOK_LOAD_FAILED, ERR_TOO_LARGE, ERR_ENGINE_UNAVAILABLE, ERR_RESOURCE_EXHAUSTED, and
 * cancel's. */
WARN_UNUSED int dataset_tables(struct dataset *ds, const struct cancel *cancel, const struct table **ret, size_t *ret_n,
                               struct err *err);

/* A sentence for each file of a folder that could not be read and was left out; the dataset's own. After
 * dataset_tables(), whose first table has them among its assumptions, too. */
size_t dataset_left_out(const struct dataset *ds, const char *const **ret);

/* Runs one query. Errors: ERR_SQL_SYNTAX, ERR_MISSING_COLUMN (or table), ERR_TYPE_MISMATCH, ERR_RESOURCE_EXHAUSTED,
 * ERR_POLICY_VIOLATION (not one SELECT, it tries to reach outside, or it names a blocked column), ERR_TOO_LARGE (the
 * SQL itself), ERR_INVALID_INPUT (parameters that do not fit its placeholders), and cancel's. The same query on the
 * same data gives the same rows in the same order whenever it orders them, whatever the number of threads. */
WARN_UNUSED int dataset_query(struct dataset *ds, const struct dataset_query *q, const struct cancel *cancel,
                              struct arena *a, struct dataset_rows *ret, struct err *err);

/* A stretch of a question, in bytes. */
struct question_piece {
    size_t at, n;
};

/* What a question may ask: a query over the tables, checked. */
struct question_reading {
    const struct request *request;
    double confidence;                 /* how likely it is what is asked; 0 where nothing is known of that */
    int64_t rows;                      /* that it gives, at most TRIAL_ROWS and one; -1: it was not tried */
    const struct question_piece *left; /* words that it does not explain */
    size_t n_left;
    bool is_complete; /* every number, period, name, quotation and figure of the question has its place in it */
};

/* Reads a question as queries over these tables: the likeliest first, at most `most`, no two with the same rows.
 * Errors: ERR_TOO_LARGE (a question of too many words), ERR_ENGINE_UNAVAILABLE (a program built without the reader),
 * and dataset_tables()'s. */
WARN_UNUSED int dataset_read(struct dataset *ds, const char *question, size_t most, const struct cancel *cancel,
                             struct arena *a, struct question_reading **ret, size_t *ret_n, struct err *err);

/* Does another job of the worker's (jobs.h) over these sources: showing, profiling, searching, editing. */
WARN_UNUSED int dataset_job(struct dataset *ds, const char *job, const struct json *args,
                            const struct worker_output *output, const struct cancel *cancel, struct arena *a,
                            struct json **ret, struct err *err);
