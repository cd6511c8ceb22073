/* database.h - a database to learn from: its schema as questions are linked to it, and its tables in SQLite, where
 * candidates are run. */
#pragma once
#include "base/attrs.h"
#include "read/trial.h"
#include "train/reader/result.h"
#include <stddef.h>

struct arena;
struct err;
struct link_schema;
struct query;
struct table;

#define RUN_ROWS 1000 /* of a result that are looked at: gold ones have 200 at most */
#define RUN_STEPS 400 /* thousand instructions of SQLite's machine; what takes more is not what is asked as a rule */

struct database;

/* The tables of a folder, or of one file. */
WARN_UNUSED int database_open(const char *path, struct database **ret, struct err *err);
void database_close(struct database *d);

const struct link_schema *database_schema(const struct database *d);
const struct table *database_tables(const struct database *d, size_t *ret_n);

/* What came of a query. */
struct run {
    struct trial trial;   /* failed: there are no rows */
    struct result result; /* the first RUN_ROWS; in the arena */
    const char *sql;      /* NULL: it could not be written */
    const char *error;
};

/* One thread at a time. */
void database_run(struct database *d, struct arena *a, const struct query *q, struct run *ret);
