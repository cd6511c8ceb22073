/* sqlite.c - db.h on SQLite: write-ahead log, a sync with each commit, one writer at a time.
 *
 * Writers of all processes queue at a lock file of our own and only then begin, so SQLite never has to refuse one, and
 * a waiting writer gets an answer within DB_WAIT_MS. Moving the write-ahead log into the database (a checkpoint)
 * happens after a commit under the same lock, once the log has grown to DB_WAL_BYTES; never on closing and never in a
 * reader. The next process reads all of that log when it opens the database, so the first commits of a process, which
 * are all that a command makes, move it at DB_WAL_START_BYTES already.
 *
 * Statements are kept prepared by their text. A statement that is running (its callback asks the same question again)
 * is not shared: the second gets one of its own.
 *
 * SQLite numbers "$2, $1" by appearance, PostgreSQL by the digit. Values are bound by the digit here too.
 */
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include "store/db/db.h"
#include "store/db/sqlite_error.h"
#include "store/files/lock.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct statement {
    sqlite3_stmt *s;
    char *sql;
    uint64_t used; /* when, by the connection's count */
    bool running;
};

struct sqlite {
    struct db db; /* first */
    sqlite3 *h;
    int lock; /* -1 for one that only reads */
    bool locked;
    int64_t wal_pages; /* after the last commit */
    int64_t commits;
    uint64_t uses;
    struct statement kept[DB_STATEMENTS];
};

static struct sqlite *of(struct db *db)
{
    return (struct sqlite *)db;
}

static int fail(struct sqlite *c, int rc, const char *doing, struct err *err)
{
    return sqlite_error(err, c->h, rc, doing);
}

/* ---- statements ---- */

static void forget(struct statement *st)
{
    sqlite3_finalize(st->s);
    free(st->sql);
    *st = (struct statement){ 0 };
}

/* The place a statement is in, or is to be put in; NULL when all places are running. */
static struct statement *place_for(struct sqlite *c, const char *sql)
{
    struct statement *oldest = NULL;

    for (size_t i = 0; i < DB_STATEMENTS; i++) {
        struct statement *st = &c->kept[i];
        if (st->running)
            continue;
        if (st->sql && strcmp(st->sql, sql) == 0)
            return st;
        if (!oldest || st->used < oldest->used)
            oldest = st;
    }
    return oldest;
}

/* Exactly one statement: text behind it would be ignored, which nobody means. */
static int prepare(struct sqlite *c, const char *sql, struct statement *ret, struct err *err)
{
    const char *rest = "";
    int rc = sqlite3_prepare_v3(c->h, sql, -1, SQLITE_PREPARE_PERSISTENT, &ret->s, &rest);

    if (rc != SQLITE_OK)
        return fail(c, rc, sql, err);
    if (!ret->s || *rest) {
        sqlite3_finalize(ret->s);
        return err_set(err, ERR_INTERNAL, "The store was asked something it does not understand.",
                       "not one statement: %s", sql);
    }
    ret->sql = strdup(sql);
    if (!ret->sql)
        abort();
    return 0;
}

/* NULL with err set when it cannot be had. */
static struct statement *take_statement(struct sqlite *c, const char *sql, struct err *err)
{
    struct statement *st = place_for(c, sql);

    if (!st) {
        err_set(err, ERR_INTERNAL, "The store is asked too many things inside each other.", "%d statements run already",
                DB_STATEMENTS);
        return NULL;
    }
    if (!st->sql || strcmp(st->sql, sql) != 0) {
        struct statement made = { 0 };
        if (prepare(c, sql, &made, err))
            return NULL;
        forget(st);
        *st = made;
    }
    st->used = ++c->uses;
    st->running = true;
    return st;
}

static void give_back(struct statement *st)
{
    sqlite3_reset(st->s);
    sqlite3_clear_bindings(st->s);
    st->running = false;
}

static int bind_value(sqlite3_stmt *s, int i, const struct db_value *v)
{
    switch (v->type) {
    case DB_INT:
        return sqlite3_bind_int64(s, i, v->i);
    case DB_TEXT:
        return sqlite3_bind_text64(s, i, v->p, v->n, SQLITE_STATIC, SQLITE_UTF8);
    case DB_BLOB:
        return sqlite3_bind_blob64(s, i, v->n ? v->p : "", v->n, SQLITE_STATIC);
    case DB_NULL:
        break;
    }
    return sqlite3_bind_null(s, i);
}

/* Each of the statement's parameters is one of the n values, and each value is one of its parameters. */
static int bind_all(struct sqlite *c, sqlite3_stmt *s, const struct db_value *values, size_t n, struct err *err)
{
    int count = sqlite3_bind_parameter_count(s);

    for (int i = 1; i <= count; i++) {
        const char *name = sqlite3_bind_parameter_name(s, i);
        unsigned long number = name && name[0] == '$' ? strtoul(name + 1, NULL, 10) : 0;
        int rc;

        if (number < 1 || number > n || (size_t)count != n)
            return err_set(err, ERR_INTERNAL, "The store was asked something it does not understand.",
                           "%zu values for: %s", n, sqlite3_sql(s));
        rc = bind_value(s, i, &values[number - 1]);
        if (rc != SQLITE_OK)
            return fail(c, rc, sqlite3_sql(s), err);
    }
    if (count == 0 && n > 0)
        return err_set(err, ERR_INTERNAL, "The store was asked something it does not understand.", "%zu values for: %s",
                       n, sqlite3_sql(s));
    return 0;
}

static int step_all(struct sqlite *c, sqlite3_stmt *s, db_each *each, void *arg, struct err *err)
{
    struct db_row row = { c->db.ops, s };
    int rc;

    while ((rc = sqlite3_step(s)) == SQLITE_ROW)
        if (each && each(arg, &row, err))
            return -1;
    return rc == SQLITE_DONE ? 0 : fail(c, rc, sqlite3_sql(s), err);
}

static int exec(struct db *db, const char *sql, const struct db_value *values, size_t n, db_each *each, void *arg,
                int64_t *ret_changed, struct err *err)
{
    struct sqlite *c = of(db);
    struct statement *st = take_statement(c, sql, err);
    int64_t before = sqlite3_total_changes64(c->h);
    int result;

    if (!st)
        return -1;
    result = bind_all(c, st->s, values, n, err);
    if (result == 0)
        result = step_all(c, st->s, each, arg, err);
    if (result == 0 && ret_changed)
        *ret_changed = sqlite3_total_changes64(c->h) == before ? 0 : sqlite3_changes64(c->h);
    give_back(st);
    return result;
}

static int64_t get_int(const struct db_row *row, int column)
{
    return sqlite3_column_int64(row->handle, column);
}

static const char *get_text(const struct db_row *row, int column, size_t *ret_n)
{
    const char *text = (const char *)sqlite3_column_text(row->handle, column);

    *ret_n = text ? (size_t)sqlite3_column_bytes(row->handle, column) : 0;
    return text;
}

static int has_table(struct db *db, const char *name, bool *ret, struct err *err)
{
    int64_t n = 0;

    if (db_get_int(db, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = $1", DB_VALUES(DB_S(name)),
                   &n, err))
        return -1;
    *ret = n > 0;
    return 0;
}

/* ---- transactions ---- */

static void unlock(struct sqlite *c)
{
    if (c->locked)
        lock_drop(c->lock);
    c->locked = false;
}

static int lock(struct sqlite *c, struct err *err)
{
    assert(c->lock >= 0 && !c->locked);
    if (lock_take(c->lock, DB_WAIT_MS, err))
        return -1;
    c->locked = true;
    return 0;
}

static int begin(struct db *db, struct err *err)
{
    struct sqlite *c = of(db);

    if (c->lock < 0)
        return db_run(db, "BEGIN", NULL, 0, NULL, err);
    if (lock(c, err))
        return -1;
    if (db_run(db, "BEGIN IMMEDIATE", NULL, 0, NULL, err) == 0)
        return 0;
    unlock(c);
    return -1;
}

static bool in_transaction(const struct db *db)
{
    return !sqlite3_get_autocommit(((const struct sqlite *)db)->h);
}

static void rollback(struct db *db)
{
    struct sqlite *c = of(db);
    struct err ignored;

    if (in_transaction(db) && db_run(db, "ROLLBACK", NULL, 0, NULL, &ignored) < 0)
        sqlite3_exec(c->h, "ROLLBACK", NULL, NULL, NULL);
    unlock(c);
}

static int note_wal(void *arg, sqlite3 *h, const char *name, int pages)
{
    struct sqlite *c = arg;

    (void)h;
    (void)name;
    c->wal_pages = pages;
    return SQLITE_OK;
}

/* A failure here is no failure of the commit: the changes are in the write-ahead log, and the next one tries again. */
static void checkpoint_if_large(struct sqlite *c)
{
    const int64_t page = 4096; /* SQLite's own choice, which is never changed here */

    if (c->wal_pages * page >= (c->commits++ < DB_WAL_START_COMMITS ? DB_WAL_START_BYTES : DB_WAL_BYTES))
        sqlite3_wal_checkpoint_v2(c->h, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

static int commit(struct db *db, struct err *err)
{
    struct sqlite *c = of(db);

    if (!in_transaction(db)) {
        unlock(c);
        return err_set(err, ERR_INTERNAL, "The change was not saved.", "commit without a transaction");
    }
    if (db_run(db, "COMMIT", NULL, 0, NULL, err)) {
        rollback(db);
        return -1;
    }
    checkpoint_if_large(c);
    unlock(c);
    return 0;
}

static int settle(struct db *db, struct err *err)
{
    struct sqlite *c = of(db);
    int rc;

    if (lock(c, err))
        return -1;
    rc = sqlite3_wal_checkpoint_v2(c->h, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    unlock(c);
    return rc == SQLITE_OK ? 0 : fail(c, rc, "checkpoint", err);
}

/* The write-ahead log is not synced with the commit, but in order: what comes later makes it durable. */
static int relax(struct db *db, struct err *err)
{
    return db_query(db, "PRAGMA synchronous = NORMAL", NULL, 0, NULL, NULL, err);
}

/* ---- opening and closing ---- */

static void close_db(struct db *db)
{
    struct sqlite *c = of(db);

    if (c->h)
        rollback(db);
    for (size_t i = 0; i < DB_STATEMENTS; i++)
        forget(&c->kept[i]);
    sqlite3_close_v2(c->h);
    if (c->lock >= 0)
        close(c->lock);
    free(c);
}

static const struct db_ops sqlite_ops = {
    .exec = exec,
    .has_table = has_table,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .in_transaction = in_transaction,
    .settle = settle,
    .relax = relax,
    .close = close_db,
    .get_int = get_int,
    .get_text = get_text,
};

/* 0, or the errno that opening a file that is there to read and write it would give. */
static int usable(const char *path)
{
    struct stat st;

    if (faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) != 0 || stat(path, &st) != 0)
        return errno;
    return S_ISREG(st.st_mode) ? 0 : EISDIR;
}

/* The file itself with its mode: SQLite would make it as the umask says. It is made without being opened, as closing
 * any descriptor of it drops the locks that other connections of this process hold: a foreign program that closes the
 * file would then take itself for the last one, and remove the write-ahead log under us. */
static int make_file(const char *path, struct err *err)
{
    int e = mknod(path, S_IFREG | 0600, 0) == 0 ? 0 : errno;

    if (e == EEXIST)
        e = usable(path);
    if (e == EACCES || e == EROFS || e == EISDIR)
        return err_set(err, ERR_HOME_UNUSABLE, "The store cannot be written to.", "%s: errno %d", path, e);
    return e ? err_errno(err, e, "open the store", path) : 0;
}

static int make_files(struct sqlite *c, const char *path, struct err *err)
{
    const char *ending = strrchr(path, '.');
    char name[PATH_MAX];

    if (snprintf(name, sizeof name, "%.*s.lock", ending ? (int)(ending - path) : (int)strlen(path), path) >= PATH_MAX)
        return err_errno(err, ENAMETOOLONG, "open the store", path);
    return lock_open(name, &c->lock, err) ? -1 : make_file(path, err);
}

static int take_text(void *arg, const struct db_row *row, struct err *err)
{
    (void)err;
    snprintf(arg, 16, "%s", db_text(row, 0, NULL));
    return 0;
}

/* Changing the journal's mode needs the file for oneself, which SQLite does not wait for. Our lock keeps out who
 * changes it, too; who only looks whether it was changed is gone in a moment. */
static int change_to_wal(struct sqlite *c, char mode[static 16], struct err *err)
{
    const struct timespec moment = { .tv_nsec = DB_POLL_US * 1000L };
    int64_t deadline = world_mono_us() + DB_WAIT_MS * 1000LL;
    int result;

    while ((result = db_query(&c->db, "PRAGMA journal_mode = WAL", NULL, 0, take_text, mode, err)) != 0 &&
           err->code == ERR_BUSY && world_mono_us() < deadline)
        nanosleep(&moment, NULL);
    return result;
}

static int use_wal(struct sqlite *c, struct err *err)
{
    char mode[16] = "";
    int result;

    if (db_query(&c->db, "PRAGMA journal_mode", NULL, 0, take_text, mode, err))
        return -1;
    if (c->lock < 0 || strcmp(mode, "wal") == 0)
        return 0;
    if (lock(c, err))
        return -1;
    result = change_to_wal(c, mode, err);
    unlock(c);
    if (result == 0 && strcmp(mode, "wal") != 0)
        return err_set(err, ERR_HOME_UNUSABLE, "The store cannot be kept safely on this disk.",
                       "no write-ahead log: journal mode %s", mode);
    return result;
}

static int set_up(struct sqlite *c, struct err *err)
{
    static const char *const pragmas[] = {
        "PRAGMA synchronous = FULL",   "PRAGMA foreign_keys = ON",  "PRAGMA trusted_schema = OFF",
        "PRAGMA cell_size_check = ON", "PRAGMA secure_delete = ON", "PRAGMA wal_autocheckpoint = 0",
        "PRAGMA temp_store = MEMORY",
    };

    sqlite3_busy_timeout(c->h, DB_WAIT_MS);
    sqlite3_limit(c->h, SQLITE_LIMIT_LENGTH, DB_VALUE_BYTES);
    sqlite3_limit(c->h, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_db_config(c->h, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(c->h, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    sqlite3_db_config(c->h, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
    sqlite3_db_config(c->h, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    for (size_t i = 0; i < COUNT_OF(pragmas); i++)
        if (db_query(&c->db, pragmas[i], NULL, 0, NULL, NULL, err))
            return -1;
    sqlite3_wal_hook(c->h, note_wal, c);
    return use_wal(c, err);
}

int sqlite_open(const char *path, bool read_only, struct db **ret, struct err *err)
{
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    struct sqlite *c = calloc(1, sizeof *c);
    int rc;

    if (!c)
        abort();
    c->db.ops = &sqlite_ops;
    c->lock = -1;
    if (!read_only && make_files(c, path, err))
        goto failed;
    rc = sqlite3_open_v2(path, &c->h, flags | (read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE), NULL);
    if (rc != SQLITE_OK) {
        fail(c, rc, path, err);
        goto failed;
    }
    if (set_up(c, err))
        goto failed;
    *ret = &c->db;
    return 0;

failed:
    close_db(&c->db);
    return -1;
}
