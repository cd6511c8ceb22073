/* location.c - openat2, or one part after the other; then the last part, and the way back up.
 *
 * Folders on the way are opened first and the last part in them, so that there is a folder to look up from: a file does
 * not know where it is. Looking up is one call a level. A folder that is moved while it is opened was inside when it
 * was entered, and nothing can be reached from it that was not: what counts is that no name leads out.
 *
 * Internal functions return a descriptor, or -1 with errno.
 */
#include "sys/location.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "sys/file.h"
#include "sys/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define AGAIN_TRIES 8 /* openat2() may want to be asked again when something is renamed at that moment */

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

/* Closes it, and keeps the errno of why. */
static int drop(int fd, int errnum)
{
    close(fd);
    errno = errnum;
    return -1;
}

/* ---- the root ---- */

int root_folder_open(struct root_folder *r, const char *name, struct err *err)
{
    int fd = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);
    struct file_stat st;

    if (fd < 0 || !file_stat_fd(fd, &st)) {
        int e = errno;
        close_fd(&fd);
        return err_errno(err, e, "open the folder", name);
    }
    r->fd = fd;
    r->name = name;
    r->device = st.device;
    r->inode = st.inode;
    return 0;
}

void root_folder_close(struct root_folder *r)
{
    close_fd(&r->fd);
    r->fd = -1;
}

static bool is_root(const struct root_folder *r, const struct stat *st)
{
    return st->st_dev == r->device && st->st_ino == r->inode;
}

/* ---- names ---- */

const char *location_name(const struct location *l)
{
    return l->name ? l->name : l->path;
}

struct location location_copy(struct arena *a, const struct location *l)
{
    struct location copy = *l;

    copy.path = arena_str(a, l->path);
    copy.name = l->name ? arena_str(a, l->name) : NULL;
    if (l->link) {
        struct location *link = arena_alloc(a, sizeof *link);
        *link = location_copy(a, l->link);
        copy.link = link;
    }
    return copy;
}

static const char *joined(struct arena *a, const char *folder, const char *name)
{
    return arena_printf(a, *folder == '\0' || str_ends(folder, "/") ? "%s%s" : "%s/%s", folder, name);
}

const char *location_real(struct arena *a, const struct location *l)
{
    char real[PATH_MAX];

    if (l->root)
        return *l->path ? joined(a, l->root->name, l->path) : arena_str(a, l->root->name);
    return realpath(l->path, real) ? arena_str(a, real) : NULL;
}

struct location location_in(struct arena *a, const struct location *l, const char *name)
{
    return (struct location){
        .root = l->root, .path = joined(a, l->path, name), .name = joined(a, location_name(l), name), .no_link = true
    };
}

/* Without a root the name is a link's, perhaps: what lies beside is beside the file it leads to. */
struct location location_beside(struct arena *a, const struct location *l, const char *ending)
{
    const char *real = l->root ? l->path : location_real(a, l);

    return (struct location){ .root = l->root,
                              .path = arena_printf(a, "%s%s", real ? real : l->path, ending),
                              .name = arena_printf(a, "%s%s", location_name(l), ending),
                              .no_link = true };
}

/* ---- the way down ---- */

static bool is_dots(const char *part, size_t n)
{
    return n == 0 || (n == 1 && part[0] == '.') || (n == 2 && part[0] == '.' && part[1] == '.');
}

/* Parts that are names, with one slash between them. */
static bool is_plain(const char *path)
{
    for (;;) {
        size_t n = strcspn(path, "/");
        if (is_dots(path, n))
            return false;
        if (!path[n])
            return true;
        path += n + 1;
    }
}

/* The next part of the way; a link is told from what else is no folder. */
static int step(int dir, const char *part, int flags)
{
    int fd = openat(dir, part, flags | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat st;

    if (fd < 0 && errno == ENOTDIR)
        errno = fstatat(dir, part, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(st.st_mode) ? ELOOP : ENOTDIR;
    return fd;
}

/* What a kernel without openat2 can do. */
static int open_by_parts(int root, const char *path, int flags)
{
    int dir = openat(root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    char part[NAME_MAX + 1];

    while (dir >= 0) {
        size_t n = strcspn(path, "/");
        int next;

        if (n > NAME_MAX)
            return drop(dir, ENAMETOOLONG);
        memcpy(part, path, n);
        part[n] = '\0';
        next = step(dir, part, path[n] ? O_PATH : flags);
        drop(dir, errno);
        if (!path[n])
            return next;
        dir = next;
        path += n + 1;
    }
    return -1;
}

/* The folder at a plain path below the open one. A system that forbids openat2 may say so with EPERM. */
static int open_beneath(int root, const char *path, int flags)
{
    struct open_how how = { .flags = (unsigned)flags | O_DIRECTORY | O_CLOEXEC,
                            .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS };
    long fd = -1;

    if (!*path)
        return openat(root, ".", flags | O_DIRECTORY | O_CLOEXEC);
    if (!is_plain(path)) {
        errno = EXDEV;
        return -1;
    }
    for (int tries = 0; tries < AGAIN_TRIES; tries++) {
        fd = syscall(SYS_openat2, root, path, &how, sizeof how);
        if (fd >= 0 || (errno != EAGAIN && errno != EINTR))
            break;
    }
    if (fd < 0 && (errno == ENOSYS || errno == EPERM))
        return open_by_parts(root, path, flags);
    return (int)fd;
}

/* ---- the way up ---- */

/* From the folder to the root, and not through the one that is closed. Also a name that is no link leads elsewhere when
 * something is mounted there. */
static int check_way(const struct root_folder *r, int dir)
{
    char up[PATH_MAX] = ".";
    struct stat st, last = { 0 };

    for (size_t n = 1;; n += 3) {
        if (fstatat(dir, up, &st, 0) != 0)
            return errno;
        if (is_root(r, &st))
            return 0;
        if ((r->closed && is_root(r->closed, &st)) || (st.st_dev == last.st_dev && st.st_ino == last.st_ino))
            return EXDEV; /* the second: nothing is above "/" */
        if (n + 4 > sizeof up)
            return ENAMETOOLONG;
        memcpy(up + n, "/..", 4);
        last = st;
    }
}

/* A folder below the root, nothing said yet of what is in it. */
static int enter(const struct root_folder *r, const char *path, int flags)
{
    int fd = open_beneath(r->fd, path, flags), e;

    if (fd < 0)
        return -1;
    e = check_way(r, fd);
    return e ? drop(fd, e) : fd;
}

/* The folder of the last part. */
static int enter_parent(const struct location *l, int flags)
{
    size_t n = (size_t)(file_basename(l->path) - l->path);
    char folder[PATH_MAX];

    if (!*l->path || n >= sizeof folder) {
        errno = *l->path ? ENAMETOOLONG : EISDIR; /* the root's own folder is above it */
        return -1;
    }
    memcpy(folder, l->path, n);
    folder[n > 0 ? n - 1 : 0] = '\0';
    return enter(l->root, folder, flags);
}

/* ---- opening ---- */

static int fail(const struct location *l, int errnum, const char *verb, const char *what, struct err *err)
{
    static const char message[] = "That file is not in a folder you allowed.";
    char doing[ERR_MESSAGE_BYTES];

    if (l->root && !l->no_link && (errnum == ELOOP || errnum == EXDEV)) {
        err_set(err, ERR_POLICY_VIOLATION, message, "%s: errno %d on the way", location_name(l), errnum);
        err_rule(err, "paths", message);
        return err_action(err, "Give its whole path, and allow its folder with --allow.");
    }
    snprintf(doing, sizeof doing, "%s %s", verb, what);
    return err_errno(err, errnum, doing, location_name(l));
}

static bool is_file(const struct location *l)
{
    errno = ENOENT;
    return !l->is_address;
}

/* Without a root, to be opened from the current folder by its path; with one, from its own folder by its last part. */
static int place_of(const struct location *l, int *ret_dir, const char **ret_part)
{
    const char *part = file_basename(l->path);

    *ret_dir = AT_FDCWD;
    *ret_part = l->path;
    if (!is_file(l))
        return -1;
    if (!l->root)
        return 0;
    *ret_part = part;
    if (is_dots(part, strlen(part))) {
        errno = *l->path ? EXDEV : EISDIR;
        return -1;
    }
    *ret_dir = enter_parent(l, O_PATH);
    return *ret_dir < 0 ? -1 : 0;
}

int location_open(const struct location *l, const char *what, int *ret_fd, struct file_stat *ret, struct err *err)
{
    const int no_link = l->root || l->no_link ? O_NOFOLLOW : 0;
    const char *part;
    int dir, fd, e;

    if (place_of(l, &dir, &part) < 0)
        return fail(l, errno, "read", what, err);
    fd = openat(dir, part, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | no_link);
    e = errno;
    close_fd(&dir);
    if (fd < 0)
        return fail(l, e, "read", what, err);
    if (file_check_open(fd, location_name(l), what, ret, err) < 0)
        return drop(fd, 0);
    *ret_fd = fd;
    return 0;
}

int location_read(const struct location *l, const char *what, struct buf *b, struct err *err)
{
    int fd CLEANUP(close_fd) = -1;
    struct file_stat st;

    return location_open(l, what, &fd, &st, err) < 0 ? -1 : file_read_fd(fd, what, b, err);
}

int location_stat(const struct location *l, const char *what, struct file_stat *ret, struct err *err)
{
    const int no_link = l->root || l->no_link ? O_NOFOLLOW : 0;
    int dir, fd = -1, e = 0;
    struct file_stat st;
    const char *part;

    if (l->root && !*l->path) {
        dir = AT_FDCWD;
        fd = enter(l->root, "", O_PATH);
    } else if (place_of(l, &dir, &part) == 0) {
        fd = openat(dir, part, O_PATH | O_CLOEXEC | no_link);
    } else {
        return fail(l, errno, "find", what, err);
    }
    if (fd < 0 || !file_stat_fd(fd, &st))
        e = errno;
    else if (l->root && !l->no_link && st.is_link)
        e = ELOOP;
    close_fd(&dir);
    close_fd(&fd);
    if (e)
        return fail(l, e, "find", what, err);
    *ret = st;
    return 0;
}

int location_open_folder(const struct location *l, const char *what, int *ret_fd, struct err *err)
{
    const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    int fd = -1;

    if (is_file(l))
        fd = l->root ? enter(l->root, l->path, flags) : open(l->path, flags | (l->no_link ? O_NOFOLLOW : 0));
    if (fd < 0)
        return fail(l, errno, "read", what, err);
    *ret_fd = fd;
    return 0;
}

int location_open_parent(const struct location *l, const char *what, int *ret_fd, struct err *err)
{
    int fd = -1;

    if (is_file(l))
        fd = l->root ? enter_parent(l, O_RDONLY) : file_open_folder(l->path);
    if (fd < 0)
        return fail(l, errno, "open", what, err);
    *ret_fd = fd;
    return 0;
}

int location_spool(const struct location *l, struct spool *s, const char *what, struct err *err)
{
    const char *part = file_basename(l->path);
    int dir CLEANUP(close_fd) = -1;

    if (!l->root)
        return spool_open(s, l->path, what, err);
    if (is_dots(part, strlen(part)))
        return fail(l, EISDIR, "write", what, err);
    return location_open_parent(l, what, &dir, err) < 0 ? -1 : spool_open_in(s, dir, l->path, what, err);
}

/* ---- in a folder of our own ---- */

int location_open_in(const char *folder, const char *path, const char *what, int *ret_fd, struct file_stat *ret,
                     struct err *err)
{
    struct root_folder root CLEANUP(root_folder_close) = ROOT_FOLDER;
    struct location l = { .root = &root, .path = path, .no_link = true };

    return root_folder_open(&root, folder, err) < 0 ? -1 : location_open(&l, what, ret_fd, ret, err);
}

int location_read_in(const char *folder, const char *path, const char *what, struct buf *b, struct err *err)
{
    int fd CLEANUP(close_fd) = -1;
    struct file_stat st;

    return location_open_in(folder, path, what, &fd, &st, err) < 0 ? -1 : file_read_fd(fd, what, b, err);
}

int location_write_in(const char *folder, const char *path, const void *p, size_t n, const char *what, struct err *err)
{
    struct root_folder root CLEANUP(root_folder_close) = ROOT_FOLDER;
    struct location l = { .root = &root, .path = path, .no_link = true };
    struct spool s CLEANUP(spool_done) = SPOOL;

    if (root_folder_open(&root, folder, err) < 0 || location_spool(&l, &s, what, err) < 0 ||
        file_write_fd(s.fd, p, n, what, err) < 0)
        return -1;
    return spool_publish(&s, what, err);
}

/* One part; durably, as it is in its folder only once that is synced. */
static int make_part(int dir, const char *part)
{
    int made = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), e = 0;

    if (made < 0)
        return -1;
    if (mkdirat(dir, part, 0700) != 0)
        e = errno == EEXIST ? 0 : errno;
    else if (fsync(made) != 0)
        e = errno;
    drop(made, e);
    return e ? -1 : step(dir, part, O_RDONLY);
}

int location_make_in(const char *folder, const char *path, int *ret_fd, struct err *err)
{
    int dir = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    char part[NAME_MAX + 1];

    for (const char *p = path; dir >= 0 && *p;) {
        size_t n = strcspn(p, "/");
        int next = -1;

        snprintf(part, sizeof part, "%.*s", (int)n, p);
        errno = is_dots(p, n) || n > NAME_MAX ? EINVAL : 0;
        if (errno == 0)
            next = make_part(dir, part);
        drop(dir, errno);
        dir = next;
        p += n + (p[n] == '/');
    }
    if (dir < 0)
        return err_errno(err, errno, "make the folder", path);
    *ret_fd = dir;
    return 0;
}
