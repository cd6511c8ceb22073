/* tables.h - the tables of a folder's files, as assay types them, for what is learned and for tests.
 *
 * A table comes as columns. It can be put into SQLite, which runs a small query in a tenth of the time that DuckDB
 * takes: learning runs a million of them. There decimals are REAL, dates and times text, booleans 0 and 1, as
 * query/sql/sql.h says.
 */
#pragma once
#include "base/attrs.h"

struct arena;
struct columns;
struct engine;
struct err;
struct json;
struct table;
struct sqlite3;

/* Calls each for every table of the folder's files, by its file's name; the columns go when it returns. Files that
 * cannot be read, and tables without rows, are left out. -1 ends it. */
WARN_UNUSED int tables_of_folder(const char *path,
                                 int (*each)(void *arg, const char *name, const struct columns *c, struct err *err),
                                 void *arg, struct err *err);

/* The same of one file. */
WARN_UNUSED int tables_of_file(const char *path,
                               int (*each)(void *arg, const char *name, const struct columns *c, struct err *err),
                               void *arg, struct err *err);

/* What the writer of SQL and the check are told of a table; all in the arena. */
void tables_describe(struct arena *a, const char *name, const struct columns *c, struct table *ret);

/* Makes the table in SQLite. */
WARN_UNUSED int tables_to_sqlite(struct sqlite3 *s, const char *name, const struct columns *c, struct err *err);

/* What DuckDB's parser makes of a SELECT: json_serialize_sql(). */
WARN_UNUSED int tables_sql_tree(struct engine *parser, struct arena *a, const char *sql, struct json **ret,
                                struct err *err);
