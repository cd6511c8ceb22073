/* sqlite_error.c - which failure of SQLite means what to a person, in one table.
 *
 * SQLite reports a full disk as SQLITE_FULL when a write fails, but as an I/O error when a quota is used up or a file
 * cannot grow; the system's own error number tells them apart.
 */
#include "store/db/sqlite_error.h"
#include "base/attrs.h"
#include "base/err.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

struct meaning {
    int rc;
    enum err_code code;
    const char *message, *action;
};

static const struct meaning meanings[] = {
    { SQLITE_FULL, ERR_DISK_FULL, "Could not save the change: the disk is full.",
      "Make room and try again; nothing was changed." },
    { SQLITE_BUSY, ERR_BUSY, "Another program is using the store, and has not finished in time.", "Try again." },
    { SQLITE_LOCKED, ERR_BUSY, "Another program is using the store, and has not finished in time.", "Try again." },
    { SQLITE_PROTOCOL, ERR_BUSY, "Another program is using the store, and has not finished in time.", "Try again." },
    { SQLITE_CORRUPT, ERR_STORE_DAMAGED, "The store is damaged.", "Restore the home from a backup." },
    { SQLITE_NOTADB, ERR_STORE_DAMAGED, "The store is damaged: its file is no database.",
      "Restore the home from a backup." },
    { SQLITE_IOERR, ERR_IO, "The disk failed while the store was read or written.",
      "Try again; if it stays so, check the disk." },
    { SQLITE_READONLY, ERR_HOME_UNUSABLE, "The store cannot be written to.", "Check the home folder's permissions." },
    { SQLITE_CANTOPEN, ERR_HOME_UNUSABLE, "The store cannot be opened.", "Check the home folder's permissions." },
    { SQLITE_PERM, ERR_HOME_UNUSABLE, "The store cannot be opened.", "Check the home folder's permissions." },
    { SQLITE_AUTH, ERR_HOME_UNUSABLE, "The store cannot be opened.", "Check the home folder's permissions." },
    { SQLITE_CONSTRAINT, ERR_INVALID_INPUT, "That goes against a rule of the store.", "" },
    { SQLITE_TOOBIG, ERR_TOO_LARGE, "That is too large to be kept.", "" },
    { SQLITE_NOMEM, ERR_RESOURCE_EXHAUSTED, "There is not enough memory for that.", "Try again later." },
    { SQLITE_INTERRUPT, ERR_CANCELLED, "It was cancelled.", "" },
};

static const struct meaning failed = { SQLITE_ERROR, ERR_INTERNAL, "The store could not do that.", "" };
static const struct meaning taken = { SQLITE_CONSTRAINT, ERR_CONFLICT, "There is one of that kind already.", "" };

static bool is_full(int errnum)
{
    return errnum == ENOSPC || errnum == EDQUOT;
}

static const struct meaning *find(int rc)
{
    for (size_t i = 0; i < COUNT_OF(meanings); i++)
        if (meanings[i].rc == (rc & 0xff))
            return &meanings[i];
    return &failed;
}

static bool is_key(int rc)
{
    return rc == SQLITE_CONSTRAINT_PRIMARYKEY || rc == SQLITE_CONSTRAINT_UNIQUE || rc == SQLITE_CONSTRAINT_ROWID;
}

/* Where SQLite fails to make one of its own files it tries again in other ways and keeps the wrong error's number. So
 * the system is asked itself whether a file can be made there. */
static bool cannot_grow(struct sqlite3 *h)
{
    const char *path = h ? sqlite3_db_filename(h, "main") : NULL;
    char probe[PATH_MAX];
    bool full;
    int fd;

    if (!path || !*path || snprintf(probe, sizeof probe, "%s-room", path) >= (int)sizeof probe)
        return false;
    fd = open(probe, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    full = fd < 0 ? is_full(errno) : is_full(posix_fallocate(fd, 0, 1));
    if (fd >= 0) {
        close(fd);
        unlink(probe);
    }
    return full;
}

int sqlite_error(struct err *err, struct sqlite3 *h, int rc, const char *doing)
{
    int errnum = h ? sqlite3_system_errno(h) : 0, kind = rc & 0xff;
    const struct meaning *m = is_key(rc) ? &taken : find(rc);

    if ((kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN) && (is_full(errnum) || cannot_grow(h)))
        m = find(SQLITE_FULL);
    err_set(err, m->code, m->message, "sqlite %d (%s), errno %d, in: %s", rc, h ? sqlite3_errmsg(h) : "-", errnum,
            doing);
    return err_action(err, "%s", m->action);
}
