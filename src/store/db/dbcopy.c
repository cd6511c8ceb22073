/* dbcopy.c - SQLite's online backup, under one read transaction.
 *
 * The transaction pins a snapshot of the write-ahead log, so the copy is of one moment and never begins anew, however
 * busy the writers are. Its price is that the log cannot be reset before the copy is done, which takes as long as the
 * disk needs. The source is opened for reading only, and closing it never makes a checkpoint: those belong to the
 * store.
 *
 * The copy has no journal and is not synced by SQLite: nobody else knows of it, and it is synced whole at the end.
 */
#include "store/db/dbcopy.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "store/db/sqlite_error.h"
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

static void close_db(sqlite3 **db)
{
    sqlite3_close(*db);
}

static int open_from(const char *path, sqlite3 **ret)
{
    int rc = sqlite3_open_v2(path, ret, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_busy_timeout(*ret, BACKUP_DB_WAIT_MS);
    if (rc == SQLITE_OK)
        rc = sqlite3_db_config(*ret, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
    if (rc == SQLITE_OK) /* the read pins the snapshot */
        rc = sqlite3_exec(*ret, "BEGIN; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    return rc;
}

static int open_to(const char *path, sqlite3 **ret)
{
    int rc = sqlite3_open_v2(path, ret, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_exec(*ret, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", NULL, NULL, NULL);
    return rc;
}

/* Page by page; err is set only when the cancel stopped it, and the result is then SQLITE_INTERRUPT. */
static int copy_pages(sqlite3 *from, sqlite3 *to, const struct cancel *cancel, struct err *err)
{
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    int rc = b ? SQLITE_OK : sqlite3_errcode(to), end;

    while (rc == SQLITE_OK) {
        if (cancel_check(cancel, err) < 0)
            rc = SQLITE_INTERRUPT;
        else
            rc = sqlite3_backup_step(b, BACKUP_DB_PAGES);
    }
    end = b ? sqlite3_backup_finish(b) : SQLITE_OK;
    return rc == SQLITE_DONE ? end : rc;
}

/* Bytes 18 and 19 of the header say "needs a write-ahead log"; 1 says that the file stands alone, as a copy does. */
static int settle(const char *path)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC), e = 0;

    if (fd < 0)
        return errno;
    if (pwrite(fd, "\1\1", 2, 18) != 2 || fsync(fd) != 0)
        e = errno;
    close(fd);
    return e;
}

static int copy(const char *from, const char *to, const struct cancel *cancel, struct err *err)
{
    sqlite3 *source CLEANUP(close_db) = NULL, *target CLEANUP(close_db) = NULL;
    int rc = open_from(from, &source);

    if (rc != SQLITE_OK)
        return sqlite_error(err, source, rc, "open for copying");
    rc = open_to(to, &target);
    if (rc == SQLITE_OK)
        rc = copy_pages(source, target, cancel, err);
    if (rc == SQLITE_INTERRUPT)
        return -1;
    return rc == SQLITE_OK ? 0 : sqlite_error(err, target, rc, "copy");
}

int dbcopy_make(const char *from, const char *to, const struct cancel *cancel, struct err *err)
{
    int e;

    if (copy(from, to, cancel, err) < 0)
        return -1;
    e = settle(to);
    return e ? err_errno(err, e, "copy the database", to) : 0;
}
