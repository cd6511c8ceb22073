/* faultlib.c - a library to be preloaded, which makes chosen calls on chosen files fail or be cut short.
 *
 *   FAULT_PREFIX  only files whose path begins so (needed; without it nothing fails)
 *   FAULT_CALLS   of "open write sync size name", the kinds of call meant; all of them when it is not there
 *   FAULT_MODE    short (a write does half of what it was asked to), eio, enospc, eintr, or mix (one of them by chance)
 *   FAULT_EVERY   on average one call in so many, by chance from FAULT_SEED
 *   FAULT_AT      the call of this number, from 1
 *   FAULT_FROM    the call of this number and all after it
 *   FAULT_LOG     a file that gets a line for each fault: "KIND MODE PATH"; "exit N" at the end, N being the calls met
 *
 * A descriptor's path is asked of the kernel at every call, so nothing is remembered that could become wrong. Only
 * calls that the mode has a meaning for are counted: a full disk stops what makes a file longer or new, not a sync. The
 * faults are those of the calls themselves; bytes that a write has done stay done. What the library itself writes goes
 * straight to the kernel. Safe for threads: the one thing that changes is a counter.
 *
 * Both names of each call are defined here (open and open64 ...), so the headers must not make one of them the other,
 * nor wrap them in checks.
 */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OPEN, WRITE, SYNC, SIZE, NAME };
static const char *const kinds[] = { "open", "write", "sync", "size", "name" };

enum mode { NONE, SHORT, EIO_, ENOSPC_, EINTR_, MIX };
static const char *const modes[] = { "none", "short", "eio", "enospc", "eintr", "mix" };

static const char *prefix;
static bool is_meant[5];
static enum mode mode;
static uint64_t every, at, from, seed;
static int out = -1;
static _Atomic uint64_t met;

/* ---- what is asked for ---- */

static uint64_t number(const char *name)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void start(void)
{
    const char *calls = getenv("FAULT_CALLS"), *named = getenv("FAULT_MODE"), *path = getenv("FAULT_LOG");

    prefix = getenv("FAULT_PREFIX");
    for (int i = 0; i < 5; i++)
        is_meant[i] = !calls || strstr(calls, kinds[i]);
    for (int i = SHORT; named && i <= MIX; i++)
        if (strcmp(named, modes[i]) == 0)
            mode = (enum mode)i;
    every = number("FAULT_EVERY");
    at = number("FAULT_AT");
    from = number("FAULT_FROM");
    seed = number("FAULT_SEED");
    if (path)
        out = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void tell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void tell(const char *fmt, ...)
{
    char line[PATH_MAX + 64];
    va_list args;
    int n;

    if (out < 0)
        return;
    va_start(args, fmt);
    n = vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    if (n > 0)
        syscall(SYS_write, out, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

__attribute__((destructor)) static void end(void)
{
    tell("exit %llu\n", (unsigned long long)met);
}

/* ---- whether, and how ---- */

/* SplitMix64 of the seed and the call's number: the same faults for the same calls, whatever the threads do. */
static uint64_t chance(uint64_t n)
{
    uint64_t z = seed + n * 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* What a fault of this mode means for a call of this kind. `grows`: it could need room on the disk. */
static bool has_meaning(enum mode m, enum kind kind, bool grows)
{
    switch (m) {
    case SHORT:
        return kind == WRITE;
    case ENOSPC_:
        return grows;
    case EINTR_:
        return kind != NAME;
    case EIO_:
        return true;
    case NONE:
    case MIX:
        break;
    }
    return false;
}

static enum mode drawn(uint64_t n, enum kind kind, bool grows)
{
    enum mode m = (enum mode)(SHORT + (chance(~n) >> 33) % 4);

    return has_meaning(m, kind, grows) ? m : EIO_;
}

/* The fault for this call; NONE when it is to go its way. errno is left as it was then. */
static enum mode fault(enum kind kind, const char *path, bool grows)
{
    enum mode m = mode;
    uint64_t n;

    if (!prefix || !is_meant[kind] || strncmp(path, prefix, strlen(prefix)) != 0)
        return NONE;
    if (m != MIX && !has_meaning(m, kind, grows))
        return NONE;
    n = ++met;
    if (n != at && !(from && n >= from) && !(every && (chance(n) >> 11) % every == 0))
        return NONE;
    if (m == MIX)
        m = drawn(n, kind, grows);
    tell("%s %s %s\n", kinds[kind], modes[m], path);
    return m;
}

static enum mode fault_fd(enum kind kind, int fd, bool grows)
{
    int before = errno;
    char link[32], path[PATH_MAX];
    ssize_t n;

    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    n = readlink(link, path, sizeof path - 1);
    errno = before;
    if (n <= 0)
        return NONE;
    path[n] = '\0';
    return fault(kind, path, grows);
}

static int fail(enum mode m)
{
    errno = m == ENOSPC_ ? ENOSPC : m == EINTR_ ? EINTR : EIO;
    return -1;
}

/* ---- opening ---- */

static bool takes_mode(int flags)
{
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
}

static int open_or_fail(int dir, const char *path, int flags, mode_t access)
{
    enum mode m = NONE;
    bool is_new =
        (flags & O_TMPFILE) == O_TMPFILE || ((flags & O_CREAT) && syscall(SYS_faccessat, dir, path, F_OK) != 0);

    if (path[0] == '/')
        m = fault(OPEN, path, is_new);
    else if (dir != AT_FDCWD)
        m = fault_fd(OPEN, dir, is_new);
    return m != NONE ? fail(m) : (int)syscall(SYS_openat, dir, path, flags, access);
}

#define OPENING(name, ...) int name(__VA_ARGS__, int flags, ...)
#define ACCESS(ret)                                                                                                    \
    mode_t ret = 0;                                                                                                    \
    if (takes_mode(flags)) {                                                                                           \
        va_list args;                                                                                                  \
        va_start(args, flags);                                                                                         \
        ret = va_arg(args, mode_t);                                                                                    \
        va_end(args);                                                                                                  \
    }

OPENING(open, const char *path)
{
    ACCESS(access)
    return open_or_fail(AT_FDCWD, path, flags, access);
}
OPENING(open64, const char *path)
{
    ACCESS(access)
    return open_or_fail(AT_FDCWD, path, flags, access);
}
OPENING(openat, int dir, const char *path)
{
    ACCESS(access)
    return open_or_fail(dir, path, flags, access);
}
OPENING(openat64, int dir, const char *path)
{
    ACCESS(access)
    return open_or_fail(dir, path, flags, access);
}

/* What a checked build calls when no mode is given. */
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags)
{
    return open_or_fail(AT_FDCWD, path, flags, 0);
}
int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
    return open_or_fail(AT_FDCWD, path, flags, 0);
}
int __openat64_2(int dir, const char *path, int flags);
int __openat64_2(int dir, const char *path, int flags)
{
    return open_or_fail(dir, path, flags, 0);
}

/* ---- writing ---- */

/* Half of what was asked, or at least a byte: a write of nothing would be another thing. */
static size_t cut(enum mode m, size_t n)
{
    return m == SHORT && n > 1 ? n / 2 : n;
}

ssize_t write(int fd, const void *p, size_t n)
{
    enum mode m = fault_fd(WRITE, fd, true);

    return m > SHORT ? fail(m) : syscall(SYS_write, fd, p, cut(m, n));
}

static ssize_t write_at(int fd, const void *p, size_t n, off_t offset)
{
    enum mode m = fault_fd(WRITE, fd, true);

    return m > SHORT ? fail(m) : syscall(SYS_pwrite64, fd, p, cut(m, n), offset);
}
ssize_t pwrite(int fd, const void *p, size_t n, off_t offset)
{
    return write_at(fd, p, n, offset);
}
ssize_t pwrite64(int fd, const void *p, size_t n, off64_t offset)
{
    return write_at(fd, p, n, offset);
}

ssize_t writev(int fd, const struct iovec *parts, int n)
{
    enum mode m = fault_fd(WRITE, fd, true);

    return m > SHORT ? fail(m) : syscall(SYS_writev, fd, parts, m == SHORT && n > 1 ? n / 2 : n);
}

/* ---- syncing ---- */

int fsync(int fd)
{
    enum mode m = fault_fd(SYNC, fd, false);

    return m != NONE ? fail(m) : (int)syscall(SYS_fsync, fd);
}
int fdatasync(int fd)
{
    enum mode m = fault_fd(SYNC, fd, false);

    return m != NONE ? fail(m) : (int)syscall(SYS_fdatasync, fd);
}

/* ---- length ---- */

static int set_size(int fd, off_t size)
{
    enum mode m = fault_fd(SIZE, fd, false);

    return m != NONE ? fail(m) : (int)syscall(SYS_ftruncate, fd, size);
}
int ftruncate(int fd, off_t size)
{
    return set_size(fd, size);
}
int ftruncate64(int fd, off64_t size)
{
    return set_size(fd, size);
}

static int make_room(int fd, int how, off_t offset, off_t n)
{
    enum mode m = fault_fd(SIZE, fd, true);

    return m != NONE ? fail(m) : (int)syscall(SYS_fallocate, fd, how, offset, n);
}
int fallocate(int fd, int how, off_t offset, off_t n)
{
    return make_room(fd, how, offset, n);
}
int fallocate64(int fd, int how, off64_t offset, off64_t n)
{
    return make_room(fd, how, offset, n);
}

/* ---- names ---- */

/* A name below a folder that is open counts as that folder's. */
static enum mode fault_name(int dir, const char *path)
{
    if (path[0] == '/')
        return fault(NAME, path, true);
    return dir == AT_FDCWD ? NONE : fault_fd(NAME, dir, true);
}

int rename(const char *old, const char *new)
{
    enum mode m = fault_name(AT_FDCWD, new);

    return m != NONE ? fail(m) : (int)syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0);
}
int renameat(int old_dir, const char *old, int new_dir, const char *new)
{
    enum mode m = fault_name(new_dir, new);

    return m != NONE ? fail(m) : (int)syscall(SYS_renameat2, old_dir, old, new_dir, new, 0);
}
int renameat2(int old_dir, const char *old, int new_dir, const char *new, unsigned flags)
{
    enum mode m = fault_name(new_dir, new);

    return m != NONE ? fail(m) : (int)syscall(SYS_renameat2, old_dir, old, new_dir, new, flags);
}
int linkat(int old_dir, const char *old, int new_dir, const char *new, int flags)
{
    enum mode m = fault_name(new_dir, new);

    return m != NONE ? fail(m) : (int)syscall(SYS_linkat, old_dir, old, new_dir, new, flags);
}
int mkdir(const char *path, mode_t access)
{
    enum mode m = fault_name(AT_FDCWD, path);

    return m != NONE ? fail(m) : (int)syscall(SYS_mkdirat, AT_FDCWD, path, access);
}
