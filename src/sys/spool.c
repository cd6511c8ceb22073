/* spool.c - O_TMPFILE, and a name at the end.
 *
 * A link cannot replace a file, but a rename can: a file that is to replace another is linked under a temporary name
 * first. One that must be new is linked under its own name at once, which fails when it is taken.
 *
 * All is done relative to an open descriptor of the folder, so that one spool works in one folder even when somebody
 * renames it meanwhile. Temporary names are unguessable and made with O_EXCL and O_NOFOLLOW. A failed step takes back
 * what was done before it, including the rename, as nobody who was told "failed" expects the new content.
 *
 * Internal functions return 0 or an errno value: cleaning up between the failure and its report would spoil errno.
 */
#include "sys/spool.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/world.h"
#include "sys/file.h"
#include "sys/file_attributes.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX ".assay-"
#define SUFFIX ".tmp"
#define DIGITS 16

void temp_name(char ret[static TEMP_NAME_BYTES])
{
    const struct world *w = world_system();
    unsigned char random[DIGITS / 2];
    char digits[DIGITS + 1];

    w->random(w->state, random, sizeof random);
    hex_text(random, sizeof random, digits);
    snprintf(ret, TEMP_NAME_BYTES, PREFIX "%s" SUFFIX, digits);
}

bool temp_name_is(const char *name)
{
    const size_t prefix = sizeof PREFIX - 1;

    return strlen(name) == prefix + DIGITS + sizeof SUFFIX - 1 && memcmp(name, PREFIX, prefix) == 0 &&
           strspn(name + prefix, "0123456789abcdef") == DIGITS && strcmp(name + prefix + DIGITS, SUFFIX) == 0;
}

static int fail(struct err *err, int errnum, const char *what, const char *path)
{
    char doing[ERR_MESSAGE_BYTES];

    snprintf(doing, sizeof doing, "write %s", what);
    return err_errno(err, errnum, doing, path);
}

static int sync_fd(int fd)
{
    while (fsync(fd) != 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

/* ---- opening ---- */

static int no_folder(struct err *err, const char *what, const char *path)
{
    err_say(err, ERR_NOT_FOUND, "Could not write %s: there is no such folder.", what);
    snprintf(err->detail, sizeof err->detail, "%s", path);
    return err_action(err, "Make the folder first, or name another.");
}

/* Opens a new file in s->dir, without a name if that can be. */
static int open_file(struct spool *s)
{
    s->name[0] = '\0';
    s->fd = openat(s->dir, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    for (int tries = 0; s->fd < 0 && tries < FILE_TEMP_TRIES; tries++) {
        temp_name(s->name);
        s->fd = openat(s->dir, s->name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (s->fd < 0 && errno != EEXIST && errno != EINTR)
            break;
    }
    if (s->fd >= 0)
        return 0;
    s->name[0] = '\0';
    return errno;
}

int spool_open(struct spool *s, const char *path, const char *what, struct err *err)
{
    int e;

    *s = (struct spool)SPOOL;
    if (!*file_basename(path))
        return fail(err, *path ? EISDIR : ENOENT, what, path);
    s->path = path;
    s->dir = file_open_folder(path);
    e = s->dir < 0 ? errno : 0;
    if (e == ENOENT || e == ENOTDIR)
        return no_folder(err, what, path);
    if (!e)
        e = open_file(s);
    if (!e)
        return 0;
    spool_done(s);
    return fail(err, e, what, path);
}

int spool_open_in(struct spool *s, int dir, const char *path, const char *what, struct err *err)
{
    int e;

    *s = (struct spool)SPOOL;
    s->path = path;
    s->dir = fcntl(dir, F_DUPFD_CLOEXEC, 0);
    e = s->dir < 0 ? errno : open_file(s);
    if (!e)
        return 0;
    spool_done(s);
    return fail(err, e, what, path);
}

/* ---- publishing ---- */

/* Gives a file without a name this one, which must be free. */
static int link_file(const struct spool *s, const char *name)
{
    char self[32];

    snprintf(self, sizeof self, "/proc/self/fd/%d", s->fd);
    return linkat(AT_FDCWD, self, s->dir, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

/* Gives it a temporary name where it has none. */
static int name_file(struct spool *s)
{
    char name[TEMP_NAME_BYTES];
    int e;

    if (s->name[0])
        return 0;
    temp_name(name);
    e = link_file(s, name);
    if (!e)
        memcpy(s->name, name, sizeof name);
    return e;
}

static int rename_over(struct spool *s)
{
    int e = name_file(s);

    if (e)
        return e;
    if (renameat(s->dir, s->name, s->dir, file_basename(s->path)) != 0)
        return errno;
    s->name[0] = '\0';
    return 0;
}

/* Where the file system has no rename that keeps what is there, a second name does it. */
static int rename_new(struct spool *s)
{
    const char *name = file_basename(s->path);

    if (!s->name[0])
        return link_file(s, name);
    if (renameat2(s->dir, s->name, s->dir, name, RENAME_NOREPLACE) == 0) {
        s->name[0] = '\0';
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    if (linkat(s->dir, s->name, s->dir, name, 0) != 0)
        return errno;
    unlinkat(s->dir, s->name, 0);
    s->name[0] = '\0';
    return 0;
}

/* Drops the file, and not the folder. */
static void drop_file(struct spool *s)
{
    if (s->fd >= 0)
        close(s->fd);
    if (s->name[0])
        unlinkat(s->dir, s->name, 0);
    s->fd = -1;
    s->name[0] = '\0';
}

static bool copy_all(int to, int from)
{
    char chunk[FILE_CHUNK_BYTES];
    struct err none;
    ssize_t got;

    while ((got = read(from, chunk, sizeof chunk)) != 0)
        if (got < 0 ? errno != EINTR : file_write_fd(to, chunk, (size_t)got, "it", &none) < 0)
            return false;
    return true;
}

/* Takes a rename back: the name gets its old content again, with its owner and rights, or goes when there was none.
 * False when that cannot be. */
static bool take_back(const struct spool *s, int old, bool existed)
{
    struct spool t = { .dir = s->dir, .fd = -1, .path = s->path };
    struct stat st;
    bool done;

    if (!existed)
        return unlinkat(s->dir, file_basename(s->path), 0) == 0;
    if (old < 0 || fstat(old, &st) != 0 || !S_ISREG(st.st_mode) || open_file(&t) != 0)
        return false;
    done =
        copy_all(t.fd, old) && file_copy_attributes(t.fd, old, &st) == 0 && sync_fd(t.fd) == 0 && rename_over(&t) == 0;
    drop_file(&t);
    return done;
}

static int not_durable(const struct spool *s, int e, struct err *err)
{
    return err_set(err, ERR_IO, "It was written, but may not survive a power cut.",
                   "%s: no sync of the folder: errno %d", s->path, e);
}

/* The folder's sync, behind the rename; what had the name before is given back when it fails. */
static int settle(const struct spool *s, int old, bool existed, const char *what, struct err *err)
{
    int e = sync_fd(s->dir);

    if (!e)
        return 0;
    return take_back(s, old, existed) ? fail(err, e, what, s->path) : not_durable(s, e, err);
}

/* The old file is held open over the rename and the sync, so that it can be put back. */
int spool_publish(struct spool *s, const char *what, struct err *err)
{
    const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    int e = sync_fd(s->fd), old, status;
    bool existed;

    if (e)
        return fail(err, e, what, s->path);
    old = openat(s->dir, file_basename(s->path), flags);
    existed = old >= 0 || errno != ENOENT;
    e = rename_over(s);
    status = e ? fail(err, e, what, s->path) : settle(s, old, existed, what, err);
    if (old >= 0)
        close(old);
    return status;
}

int spool_publish_new(struct spool *s, const char *what, struct err *err)
{
    int e = sync_fd(s->fd);

    if (!e)
        e = rename_new(s);
    if (e == EEXIST)
        return err_set(err, ERR_CONFLICT, "There is one of that name already.", "%s exists", s->path);
    return e ? fail(err, e, what, s->path) : settle(s, -1, false, what, err);
}

/* ---- over a known file ---- */

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* True when the name leads to that very file with that very content. (A rename changes the ctime.) */
static bool is_known(const struct spool *s, const char *name, const struct stat *known)
{
    struct stat st;

    return fstatat(s->dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && same_file(&st, known) &&
           st.st_size == known->st_size && st.st_mtim.tv_sec == known->st_mtim.tv_sec &&
           st.st_mtim.tv_nsec == known->st_mtim.tv_nsec;
}

static int exchange(const struct spool *s)
{
    return renameat2(s->dir, s->name, s->dir, file_basename(s->path), RENAME_EXCHANGE) == 0 ? 0 : errno;
}

/* Takes an exchange back. What an exchange takes from the name is the newest that anybody put there: unless that is
 * what the exchange before had put, somebody saved in between, and theirs goes back in turn. */
static int exchange_back(struct spool *s)
{
    struct stat put, next, got;

    if (fstat(s->fd, &put) != 0)
        return errno;
    for (int tries = 0; tries < FILE_TEMP_TRIES; tries++) {
        int e = fstatat(s->dir, s->name, &next, AT_SYMLINK_NOFOLLOW) == 0 ? exchange(s) : errno;
        if (e == ENOENT) /* the new file was moved away meanwhile */
            return rename_new(s);
        if (e)
            return e;
        if (fstatat(s->dir, s->name, &got, AT_SYMLINK_NOFOLLOW) != 0)
            return errno;
        if (same_file(&got, &put))
            return 0;
        put = next;
    }
    return EBUSY;
}

static int changed_meanwhile(struct err *err)
{
    err_set(err, ERR_CONFLICT, "Another program saved the file at the same moment.", "another file under its name");
    return err_action(err, "Look at it, and do it again.");
}

/* Somebody's save was displaced. Where it cannot be given its name again it stays under the one it has. */
static int give_back(struct spool *s, struct err *err)
{
    int e = exchange_back(s);

    if (!e)
        return changed_meanwhile(err);
    err_set(err, ERR_IO, "Another program saved the file at the same moment; its version lies beside the file.",
            "%s: in its folder as %s: errno %d", s->path, s->name, e);
    s->name[0] = '\0';
    return err_action(err, "Look for it under the name that the log has.");
}

/* Where there is no exchange. */
static int publish_checked(struct spool *s, int old, const struct stat *known, const char *what, struct err *err)
{
    int e;

    if (!is_known(s, file_basename(s->path), known))
        return changed_meanwhile(err);
    e = rename_over(s);
    return e ? fail(err, e, what, s->path) : settle(s, old, true, what, err);
}

int spool_publish_over(struct spool *s, int old, const struct stat *known, const char *what, struct err *err)
{
    int e = sync_fd(s->fd);

    if (!e)
        e = name_file(s);
    if (e)
        return fail(err, e, what, s->path);
    e = exchange(s);
    if (e == EINVAL || e == ENOSYS)
        return publish_checked(s, old, known, what, err);
    if (e == ENOENT)
        return changed_meanwhile(err);
    if (e)
        return fail(err, e, what, s->path);
    if (!is_known(s, s->name, known))
        return give_back(s, err);
    e = sync_fd(s->dir);
    if (e)
        return exchange_back(s) == 0 ? fail(err, e, what, s->path) : not_durable(s, e, err);
    unlinkat(s->dir, s->name, 0); /* the old file */
    s->name[0] = '\0';
    return 0;
}

void spool_done(struct spool *s)
{
    if (s->dir >= 0) {
        drop_file(s);
        close(s->dir);
    }
    *s = (struct spool)SPOOL;
}
