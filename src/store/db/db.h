/* db.h - a database: statements with bound values, and transactions with one writer.
 *
 * Statements use the SQL that SQLite and PostgreSQL share, with $1, $2 ... for values. What differs (opening, locking,
 * durability) is behind db_ops, so the store above it is written once.
 *
 * An implementation must not report a commit that is not durable (but see db_relax), retry inside a transaction, keep a
 * pointer to a bound value after the call, or print. One thread at a time uses a db.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct db;
struct db_ops;
struct err;

enum db_type { DB_NULL, DB_INT, DB_TEXT, DB_BLOB };

struct db_value {
    enum db_type type;
    int64_t i;
    const void *p; /* text or blob; borrowed for the call */
    size_t n;
};

#define DB_I(x) ((struct db_value){ .type = DB_INT, .i = (x) })
#define DB_S(s) db_text_value(s) /* NULL gives NULL */
#define DB_T(ptr, len) ((struct db_value){ .type = DB_TEXT, .p = (ptr), .n = (len) })
#define DB_B(ptr, len) ((struct db_value){ .type = DB_BLOB, .p = (ptr), .n = (len) })
struct db_value db_text_value(const char *s);

/* The values of a statement and how many: db_run(db, sql, DB_VALUES(DB_I(1), DB_S("a")), NULL, err). */
#define DB_VALUES(...)                                                                                                 \
    (const struct db_value[]){ __VA_ARGS__ }, sizeof((struct db_value[]){ __VA_ARGS__ }) / sizeof(struct db_value)

/* A row while its callback runs. */
struct db_row {
    const struct db_ops *ops;
    void *handle;
};

/* Called for each row; a return other than 0 stops and fails the query with what it set. It may run other statements
 * on the same db. */
typedef int db_each(void *arg, const struct db_row *row, struct err *err);

int64_t db_int(const struct db_row *row, int column); /* 0 for NULL */
/* NUL-terminated, valid until the callback returns; NULL for NULL. ret_n may be NULL. */
const char *db_text(const struct db_row *row, int column, size_t *ret_n);

/* Runs a statement without rows; *ret_changed (may be NULL) is the number of rows changed. Fails with ERR_CONFLICT when
 * a key is taken, with ERR_INVALID_INPUT when another rule of the table says no. */
WARN_UNUSED int db_run(struct db *db, const char *sql, const struct db_value *values, size_t n, int64_t *ret_changed,
                       struct err *err);
WARN_UNUSED int db_query(struct db *db, const char *sql, const struct db_value *values, size_t n, db_each *each,
                         void *arg, struct err *err);
/* The first column of the first row as an integer; *ret stays as it is when there is no row. */
WARN_UNUSED int db_get_int(struct db *db, const char *sql, const struct db_value *values, size_t n, int64_t *ret,
                           struct err *err);
WARN_UNUSED int db_has_table(struct db *db, const char *name, bool *ret, struct err *err);

/* Takes the one writer's place at once (waits up to DB_WAIT_MS, then ERR_BUSY). On a connection for reading: from the
 * first statement on, all see the same commit. */
WARN_UNUSED int db_begin(struct db *db, struct err *err);
/* Durable when it returns 0; rolled back when it fails. */
WARN_UNUSED int db_commit(struct db *db, struct err *err);
void db_rollback(struct db *db); /* fine without a transaction */
/* False also when the database ended the transaction itself, as it may on a full disk. */
bool db_in_transaction(const struct db *db);

/* A step within a transaction: what it did is kept, or undone alone. One at a time. */
WARN_UNUSED int db_step(struct db *db, struct err *err);
WARN_UNUSED int db_step_keep(struct db *db, struct err *err);
WARN_UNUSED int db_step_undo(struct db *db, struct err *err);

/* Moves everything that was committed into the database's main file, so that no deleted text is left elsewhere. Waits
 * for readers; ERR_BUSY when they take longer than DB_WAIT_MS. Not within a transaction. */
WARN_UNUSED int db_settle(struct db *db, struct err *err);

/* From now on a commit may be lost in a power cut, whole and with no other: for what can simply be done again. */
WARN_UNUSED int db_relax(struct db *db, struct err *err);

void db_close(struct db *db); /* rolls back; fine with NULL */

/* ---- opening ---- */

/* Opens the SQLite database at path. For writing, it is made (mode 0600) when it is not there, and the lock file
 * (path with ".lock" for its ending) orders writers of all processes. A read-only one needs the database to exist. */
WARN_UNUSED int sqlite_open(const char *path, bool read_only, struct db **ret, struct err *err);

/* ---- for implementations ---- */

struct db_ops {
    /* Runs one statement, calling each (may be NULL) for its rows. */
    int (*exec)(struct db *db, const char *sql, const struct db_value *values, size_t n, db_each *each, void *arg,
                int64_t *ret_changed, struct err *err);
    int (*has_table)(struct db *db, const char *name, bool *ret, struct err *err);
    int (*begin)(struct db *db, struct err *err);
    int (*commit)(struct db *db, struct err *err);
    void (*rollback)(struct db *db);
    bool (*in_transaction)(const struct db *db);
    int (*settle)(struct db *db, struct err *err);
    int (*relax)(struct db *db, struct err *err);
    void (*close)(struct db *db);
    int64_t (*get_int)(const struct db_row *row, int column);
    const char *(*get_text)(const struct db_row *row, int column, size_t *ret_n);
};

/* What every implementation's own struct begins with. */
struct db {
    const struct db_ops *ops;
};
