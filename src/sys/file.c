/* file.c - reading within a bound, writing whole (spool.h), and removing.
 *
 * All changes are made relative to an open descriptor of the folder, so that one call works in one folder even when
 * somebody renames it meanwhile.
 *
 * Internal functions return 0 or an errno value: cleaning up between the failure and its report would spoil errno.
 */
#include "sys/file.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "sys/spool.h"
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
        .is_link = S_ISLNK(st->st_mode),
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

int file_check_open(int fd, const char *path, const char *what, struct file_stat *ret, struct err *err)
{
    char message[ERR_MESSAGE_BYTES];
    struct stat st;

    if (fstat(fd, &st) != 0)
        return fail(err, errno, "read", what, path);
    if (S_ISDIR(st.st_mode))
        return fail(err, EISDIR, "read", what, path);
    if (!S_ISREG(st.st_mode)) {
        snprintf(message, sizeof message, "Could not read %s: it is not an ordinary file.", what);
        return err_set(err, ERR_INVALID_INPUT, message, "%s: mode %o", path, (unsigned)st.st_mode);
    }
    *ret = stat_of(&st);
    return 0;
}

/* Opened without blocking, as a FIFO that nobody writes to would hold us for ever before we could look at it. */
static int open_file(const char *path, const char *what, int *ret_fd, struct file_stat *ret, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd < 0)
        return fail(err, errno, "read", what, path);
    if (file_check_open(fd, path, what, ret, err) < 0) {
        close(fd);
        return -1;
    }
    *ret_fd = fd;
    return 0;
}

int file_read(const char *path, const char *what, struct buf *b, struct err *err)
{
    int fd CLEANUP(close_fd) = -1;
    struct file_stat st = { 0 };

    if (open_file(path, what, &fd, &st, err))
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

int file_write(const char *path, const void *p, size_t n, const char *what, struct err *err)
{
    struct spool s CLEANUP(spool_done) = SPOOL;

    if (spool_open(&s, path, what, err) < 0 || file_write_fd(s.fd, p, n, what, err) < 0)
        return -1;
    return spool_publish(&s, what, err);
}

int file_create_new(const char *path, const void *p, size_t n, const char *what, struct err *err)
{
    struct spool s CLEANUP(spool_done) = SPOOL;

    if (spool_open(&s, path, what, err) < 0 || file_write_fd(s.fd, p, n, what, err) < 0)
        return -1;
    return spool_publish_new(&s, what, err);
}

/* ---- folders and removing ---- */

int file_open_folder(const char *path)
{
    size_t n = (size_t)(file_basename(path) - path);
    char folder[PATH_MAX] = ".";

    if (n >= sizeof folder) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (n > 0) {
        memcpy(folder, path, n);
        folder[n] = '\0';
    }
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* A name in an open folder. */
struct place {
    int dir;
    const char *name; /* part of the caller's path */
};

static void place_close(struct place *at)
{
    close_fd(&at->dir);
}

static int place_open(const char *path, struct place *ret)
{
    const char *name = file_basename(path);

    if (!*name)
        return *path ? EISDIR : ENOENT;
    *ret = (struct place){ file_open_folder(path), name };
    return ret->dir < 0 ? errno : 0;
}

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

bool file_stat_fd(int fd, struct file_stat *ret)
{
    struct stat st;

    if (fstat(fd, &st) != 0)
        return false;
    *ret = stat_of(&st);
    return true;
}

const char *file_basename(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}
