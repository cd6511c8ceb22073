/* file.c - reading within a bound, and the one way this program changes a file: temporary name, sync, rename, sync.
 *
 * All changes are made relative to an open descriptor of the folder, so that one call works in one folder even when
 * somebody renames it meanwhile. Temporary names are unguessable and made with O_EXCL and O_NOFOLLOW; O_TMPFILE would
 * need no name but cannot replace a file. A failed step takes back what was done before it, including the rename, as
 * nobody who was told "failed" expects the new content.
 *
 * Internal functions return 0 or an errno value: cleaning up between the failure and its report would spoil errno.
 */
#include "sys/file.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/world.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

/* "Could not <verb> <what>: ..." */
static int fail(struct err *err, int errnum, const char *verb, const char *what, const char *path)
{
    char doing[ERR_MESSAGE_BYTES];

    snprintf(doing, sizeof doing, "%s %s", verb, what);
    return err_errno(err, errnum, doing, path);
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

static int sync_fd(int fd)
{
    while (fsync(fd) != 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

/* Waits until a descriptor that somebody made non-blocking is ready. */
static void wait_for(int fd, short events)
{
    struct pollfd p = { .fd = fd, .events = events };

    poll(&p, 1, -1);
}

/* ---- looking ---- */

/* A file's time comes from whoever made the file: one too far off for nanoseconds stops at the end of their range. */
static int64_t nanoseconds(struct timespec t)
{
    int64_t ns;

    if (__builtin_mul_overflow((int64_t)t.tv_sec, 1000000000, &ns) || __builtin_add_overflow(ns, t.tv_nsec, &ns))
        return t.tv_sec < 0 ? INT64_MIN : INT64_MAX;
    return ns;
}

static struct file_stat stat_of(const struct stat *st)
{
    return (struct file_stat){
        .size = (uint64_t)st->st_size,
        .mtime_ns = nanoseconds(st->st_mtim),
        .ctime_ns = nanoseconds(st->st_ctim),
        .device = st->st_dev,
        .inode = st->st_ino,
        .is_folder = S_ISDIR(st->st_mode),
        .is_regular = S_ISREG(st->st_mode),
    };
}

/* ---- reading ---- */

/* read() through interruptions: bytes read, 0 at the end, or -1 with errno. */
static ssize_t read_some(int fd, void *p, size_t n)
{
    for (;;) {
        ssize_t got = read(fd, p, n);
        if (got >= 0 || (errno != EINTR && errno != EAGAIN))
            return got;
        if (errno == EAGAIN)
            wait_for(fd, POLLIN);
    }
}

static int too_large(const struct buf *b, const char *what, const char *path, struct err *err)
{
    char message[ERR_MESSAGE_BYTES];

    snprintf(message, sizeof message, "Could not read %s: it is larger than this program handles in one piece.", what);
    return err_set(err, ERR_TOO_LARGE, message, "%s: more than %zu bytes", path ? path : "-", b->max);
}

/* Appends all of fd, or leaves the buffer as it was. At the limit one more byte is asked for, to tell a file that just
 * fits from one that does not. */
static int read_all(int fd, const char *what, const char *path, struct buf *b, struct err *err)
{
    size_t start = b->n;
    ssize_t got;

    if (buf_check(b, err))
        return -1;
    for (;;) {
        size_t room = b->max - b->n, want = room < FILE_CHUNK_BYTES ? room : FILE_CHUNK_BYTES;
        char extra;

        if (want > 0 && !buf_reserve(b, want))
            break;
        got = want > 0 ? read_some(fd, b->p + b->n, want) : read_some(fd, &extra, 1);
        if (got == 0)
            return 0;
        if (got < 0) {
            int e = errno;
            buf_cut(b, start);
            return fail(err, e, "read", what, path);
        }
        if (want == 0)
            break;
        b->n += (size_t)got;
        b->p[b->n] = '\0';
    }
    buf_cut(b, start);
    return too_large(b, what, path, err);
}

int file_read_fd(int fd, const char *what, struct buf *b, struct err *err)
{
    return read_all(fd, what, NULL, b, err);
}

/* Opened without blocking, as a FIFO that nobody writes to would hold us for ever before we could look at it. */
int file_open(const char *path, const char *what, int *ret_fd, struct file_stat *ret, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    char message[ERR_MESSAGE_BYTES];
    struct stat st;

    if (fd < 0)
        return fail(err, errno, "read", what, path);
    if (fstat(fd, &st) != 0)
        fail(err, errno, "read", what, path);
    else if (S_ISDIR(st.st_mode))
        fail(err, EISDIR, "read", what, path);
    else if (!S_ISREG(st.st_mode)) {
        snprintf(message, sizeof message, "Could not read %s: it is not an ordinary file.", what);
        err_set(err, ERR_INVALID_INPUT, message, "%s: mode %o", path, (unsigned)st.st_mode);
    } else {
        *ret_fd = fd;
        *ret = stat_of(&st);
        return 0;
    }
    close(fd);
    return -1;
}

int file_read(const char *path, const char *what, struct buf *b, struct err *err)
{
    int fd CLEANUP(close_fd) = -1;
    struct file_stat st = { 0 };

    if (file_open(path, what, &fd, &st, err))
        return -1;
    if (st.size > b->max - b->n)
        return too_large(b, what, path, err);
    return read_all(fd, what, path, b, err);
}

/* ---- writing ---- */

static int write_all(int fd, const void *p, size_t n)
{
    const char *from = p;

    while (n > 0) {
        ssize_t put = write(fd, from, n);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0 && errno == EAGAIN) {
            wait_for(fd, POLLOUT);
            continue;
        }
        if (put <= 0)
            return put < 0 ? errno : EIO;
        from += put;
        n -= (size_t)put;
    }
    return 0;
}

int file_write_fd(int fd, const void *p, size_t n, const char *what, struct err *err)
{
    int e = write_all(fd, p, n);

    return e ? fail(err, e, "write", what, NULL) : 0;
}

/* A name in an open folder. Both texts are the caller's path. */
struct place {
    int dir;
    const char *name, *path;
};

static void place_close(struct place *at)
{
    close_fd(&at->dir);
}

static int place_open(const char *path, struct place *ret)
{
    const char *name = file_basename(path);
    size_t n = (size_t)(name - path);
    char folder[PATH_MAX] = ".";

    if (!*name)
        return *path ? EISDIR : ENOENT;
    if (n >= sizeof folder)
        return ENAMETOOLONG;
    if (n > 0) {
        memcpy(folder, path, n);
        folder[n] = '\0';
    }
    *ret = (struct place){ open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), name, path };
    return ret->dir < 0 ? errno : 0;
}

/* A file that is being made under a name of its own. */
struct temp {
    int dir, fd;
    char name[32];
};

static int temp_open(int dir, struct temp *t)
{
    const struct world *w = world_system();
    unsigned char random[8];
    char digits[2 * sizeof random + 1];

    t->dir = dir;
    for (int tries = 0; tries < FILE_TEMP_TRIES; tries++) {
        w->random(w->state, random, sizeof random);
        hex_text(random, sizeof random, digits);
        snprintf(t->name, sizeof t->name, ".assay-%s.tmp", digits);
        t->fd = openat(dir, t->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (t->fd >= 0)
            return 0;
        if (errno != EEXIST && errno != EINTR)
            return errno;
    }
    return errno;
}

/* Syncs and closes a temporary file, or removes it when this step or the one before (e) failed. */
static int temp_finish(struct temp *t, int e)
{
    if (!e)
        e = sync_fd(t->fd);
    if (close(t->fd) != 0 && errno != EINTR && !e)
        e = errno;
    if (e)
        unlinkat(t->dir, t->name, 0);
    return e;
}

static int copy_fd(int to, int from)
{
    char chunk[FILE_CHUNK_BYTES];
    ssize_t got;
    int e = 0;

    while (!e && (got = read_some(from, chunk, sizeof chunk)) != 0)
        e = got < 0 ? errno : write_all(to, chunk, (size_t)got);
    return e;
}

/* Takes a rename back: the name gets its old content again, or goes when there was none. False when it cannot be. */
static bool take_back(const struct place *at, int old, bool existed)
{
    struct temp t;
    struct stat st;

    if (!existed)
        return unlinkat(at->dir, at->name, 0) == 0;
    if (old < 0 || fstat(old, &st) != 0 || !S_ISREG(st.st_mode) || temp_open(at->dir, &t) != 0)
        return false;
    if (temp_finish(&t, copy_fd(t.fd, old)) != 0)
        return false;
    if (renameat(t.dir, t.name, at->dir, at->name) == 0)
        return true;
    unlinkat(t.dir, t.name, 0);
    return false;
}

/* Gives the temporary file a name that must be free. Where the file system has no such rename, a second name does. */
static int rename_new(const struct temp *t, const struct place *at)
{
    if (renameat2(t->dir, t->name, at->dir, at->name, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    if (linkat(t->dir, t->name, at->dir, at->name, 0) != 0)
        return errno;
    unlinkat(t->dir, t->name, 0);
    return 0;
}

static int rename_over(const struct temp *t, const struct place *at)
{
    return renameat(t->dir, t->name, at->dir, at->name) == 0 ? 0 : errno;
}

/* The rename and the sync of the folder. The old file is held open over both, so that it can be put back. */
static int publish(const struct temp *t, const struct place *at, bool must_be_new, const char *what, struct err *err)
{
    const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    int old CLEANUP(close_fd) = must_be_new ? -1 : openat(at->dir, at->name, flags);
    bool existed = !must_be_new && (old >= 0 || errno != ENOENT);
    int e = must_be_new ? rename_new(t, at) : rename_over(t, at);

    if (e) {
        unlinkat(t->dir, t->name, 0);
        if (e == EEXIST)
            return err_set(err, ERR_CONFLICT, "There is one of that name already.", "%s exists", at->path);
        return fail(err, e, "write", what, at->path);
    }
    e = sync_fd(at->dir);
    if (!e)
        return 0;
    if (take_back(at, old, existed))
        return fail(err, e, "write", what, at->path);
    return err_set(err, ERR_IO, "It was written, but may not survive a power cut.",
                   "%s: no sync of the folder: errno %d", at->path, e);
}

static int put_file(const char *path, const void *p, size_t n, bool must_be_new, const char *what, struct err *err)
{
    struct place at CLEANUP(place_close) = { .dir = -1 };
    struct temp t;
    int e = place_open(path, &at);

    if (!e)
        e = temp_open(at.dir, &t);
    if (!e)
        e = temp_finish(&t, write_all(t.fd, p, n));
    if (e)
        return fail(err, e, "write", what, path);
    return publish(&t, &at, must_be_new, what, err);
}

int file_write(const char *path, const void *p, size_t n, const char *what, struct err *err)
{
    return put_file(path, p, n, false, what, err);
}

int file_create_new(const char *path, const void *p, size_t n, const char *what, struct err *err)
{
    return put_file(path, p, n, true, what, err);
}

/* ---- folders and removing ---- */

static bool is_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Makes one folder durably; fine when it is there. */
static int make_folder(const char *path)
{
    struct place above CLEANUP(place_close) = { .dir = -1 };
    int e;

    if (mkdir(path, 0700) != 0) {
        e = errno;
        return is_folder(path) ? 0 : e;
    }
    e = place_open(path, &above);
    return e ? e : sync_fd(above.dir);
}

/* Each prefix that ends before a slash, then the whole. */
int file_mkdirs(const char *path, struct err *err)
{
    char prefix[PATH_MAX];
    size_t n = strlen(path);
    int e = n == 0 ? ENOENT : n >= sizeof prefix ? ENAMETOOLONG : 0;

    while (!e && n > 1 && path[n - 1] == '/')
        n--;
    for (size_t i = 1; !e && i <= n; i++) {
        if ((i < n && path[i] != '/') || path[i - 1] == '/')
            continue;
        memcpy(prefix, path, i);
        prefix[i] = '\0';
        e = make_folder(prefix);
    }
    if (e == EEXIST)
        return err_set(err, ERR_CONFLICT, "Could not make the folder: there is a file in its place.", "%s", path);
    return e ? err_errno(err, e, "make the folder", path) : 0;
}

static bool is_gone(int errnum)
{
    return errnum == ENOENT || errnum == ENOTDIR;
}

int file_remove(const char *path, bool *ret_removed, struct err *err)
{
    struct place at CLEANUP(place_close) = { .dir = -1 };
    bool removed = false;
    int e = place_open(path, &at);

    if (!e && unlinkat(at.dir, at.name, 0) != 0)
        e = errno;
    else if (!e) {
        removed = true;
        e = sync_fd(at.dir);
    }
    if (e && !is_gone(e))
        return err_errno(err, e, "remove the file", path);
    if (ret_removed)
        *ret_removed = removed;
    return 0;
}

static int remove_entry(int dir, const char *name, int depth);

static int remove_content(int dir, const char *name, int depth)
{
    int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *entry;
    int e = d ? 0 : errno;

    while (d && !e && (errno = 0, entry = readdir(d)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            e = remove_entry(fd, entry->d_name, depth + 1);
    if (!e)
        e = errno;
    if (d)
        closedir(d);
    else if (fd >= 0)
        close(fd);
    return e;
}

/* Tries to unlink first: that needs no look at the type, so nobody can change the type between look and act, and it
 * removes a symbolic link and not what it points to. Each level holds a descriptor; hence the bound. */
static int remove_entry(int dir, const char *name, int depth)
{
    int e;

    if (unlinkat(dir, name, 0) == 0 || errno == ENOENT)
        return 0;
    if (errno != EISDIR)
        return errno;
    if (depth > FILE_TREE_DEPTH)
        return EOVERFLOW;
    e = remove_content(dir, name, depth);
    if (!e && unlinkat(dir, name, AT_REMOVEDIR) != 0)
        e = errno;
    return e == ENOENT ? 0 : e;
}

int file_remove_tree(const char *path, struct err *err)
{
    struct place at CLEANUP(place_close) = { .dir = -1 };
    const char *name = file_basename(path);
    int e;

    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return err_set(err, ERR_INVALID_INPUT, "That folder cannot be removed by this name.", "%s", path);
    e = place_open(path, &at);
    if (!e)
        e = remove_entry(at.dir, at.name, 1);
    if (!e)
        e = sync_fd(at.dir);
    if (e == EOVERFLOW)
        return err_set(err, ERR_TOO_LARGE, "Could not remove the folder: there are too many folders inside each other.",
                       "%s: more than %d levels", path, FILE_TREE_DEPTH);
    return e && !is_gone(e) ? err_errno(err, e, "remove the folder", path) : 0;
}

int file_stat(const char *path, const char *what, struct file_stat *ret, struct err *err)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return fail(err, errno, "find", what, path);
    *ret = stat_of(&st);
    return 0;
}

const char *file_basename(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}
