/* faults.c - the wrapped calls. Not for use by several threads while armed. */
#include "faults.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/types.h>

static struct fault armed[4];
static unsigned seen_by[4]; /* calls each fault has counted */
static size_t n_armed;
static bool counting;
static unsigned seen;
static size_t write_most;
static struct {
    const char *call;
    unsigned nth;
    void (*what)(void);
} meanwhile;

void faults_arm(const struct fault *faults, size_t n)
{
    assert(n <= sizeof armed / sizeof armed[0]);
    for (size_t i = 0; i < n; i++)
        armed[i] = faults[i];
    memset(seen_by, 0, sizeof seen_by);
    n_armed = n;
    seen = 0;
    counting = true;
}

unsigned faults_disarm(void)
{
    counting = false;
    n_armed = 0;
    write_most = 0;
    meanwhile.what = NULL;
    return seen;
}

void faults_short_writes(size_t most)
{
    write_most = most;
}

void faults_meanwhile(const char *call, unsigned nth, void (*what)(void))
{
    meanwhile.call = call;
    meanwhile.nth = nth;
    meanwhile.what = what;
}

/* What somebody else does is not counted. */
static void let_others(const char *call)
{
    void (*what)(void) = meanwhile.what;

    if (!what || strcmp(meanwhile.call, call) != 0 || --meanwhile.nth > 0)
        return;
    meanwhile.what = NULL;
    counting = false;
    what();
    counting = true;
}

/* True when this call is to fail; errno is set then. */
static bool fails(const char *call)
{
    int errnum = 0;

    if (!counting)
        return false;
    let_others(call);
    seen++;
    for (size_t i = 0; i < n_armed; i++)
        if ((!armed[i].call || strcmp(armed[i].call, call) == 0) && ++seen_by[i] == armed[i].nth)
            errnum = armed[i].errnum;
    if (errnum)
        errno = errnum;
    return errnum != 0;
}

int __real_open64(const char *path, int flags, ...);
int __real_openat64(int dir, const char *path, int flags, ...);
ssize_t __real_read(int fd, void *p, size_t n);
ssize_t __real_write(int fd, const void *p, size_t n);
int __real_fsync(int fd);
int __real_close(int fd);
int __real_renameat(int from_dir, const char *from, int to_dir, const char *to);
int __real_renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags);
int __real_linkat(int from_dir, const char *from, int to_dir, const char *to, int flags);
int __real_mkdir(const char *path, mode_t mode);
int __real_pipe2(int fds[2], int flags);
int __real_socketpair(int domain, int type, int protocol, int fds[2]);
int __real_memfd_create(const char *name, unsigned flags);
pid_t __real_fork(void);
int __real_unlinkat(int dir, const char *path, int flags);

/* Whether a mode follows the flags. */
static bool makes_file(int flags)
{
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
}

int __wrap_open64(const char *path, int flags, ...)
{
    va_list args;
    mode_t mode = 0;

    va_start(args, flags);
    if (makes_file(flags))
        mode = va_arg(args, mode_t);
    va_end(args);
    return fails("open") ? -1 : __real_open64(path, flags, mode);
}

/* What open() becomes where its flags are not constant. */
int __wrap___open64_2(const char *path, int flags)
{
    return fails("open") ? -1 : __real_open64(path, flags);
}

int __wrap_openat64(int dir, const char *path, int flags, ...)
{
    va_list args;
    mode_t mode = 0;

    va_start(args, flags);
    if (makes_file(flags))
        mode = va_arg(args, mode_t);
    va_end(args);
    return fails("openat") ? -1 : __real_openat64(dir, path, flags, mode);
}

ssize_t __wrap_read(int fd, void *p, size_t n)
{
    return fails("read") ? -1 : __real_read(fd, p, n);
}

ssize_t __wrap_write(int fd, const void *p, size_t n)
{
    if (fails("write"))
        return -1;
    return __real_write(fd, p, write_most && n > write_most ? write_most : n);
}

int __wrap_fsync(int fd)
{
    return fails("fsync") ? -1 : __real_fsync(fd);
}

int __wrap_close(int fd)
{
    int result = __real_close(fd);

    return fails("close") ? -1 : result;
}

int __wrap_renameat(int from_dir, const char *from, int to_dir, const char *to)
{
    return fails("renameat") ? -1 : __real_renameat(from_dir, from, to_dir, to);
}

int __wrap_renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
    return fails("renameat2") ? -1 : __real_renameat2(from_dir, from, to_dir, to, flags);
}

int __wrap_linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
    return fails("linkat") ? -1 : __real_linkat(from_dir, from, to_dir, to, flags);
}

int __wrap_mkdir(const char *path, mode_t mode)
{
    return fails("mkdir") ? -1 : __real_mkdir(path, mode);
}

int __wrap_pipe2(int fds[2], int flags)
{
    return fails("pipe2") ? -1 : __real_pipe2(fds, flags);
}

int __wrap_socketpair(int domain, int type, int protocol, int fds[2])
{
    return fails("socketpair") ? -1 : __real_socketpair(domain, type, protocol, fds);
}

int __wrap_memfd_create(const char *name, unsigned flags)
{
    return fails("memfd_create") ? -1 : __real_memfd_create(name, flags);
}

int __wrap_unlinkat(int dir, const char *path, int flags)
{
    return fails("unlinkat") ? -1 : __real_unlinkat(dir, path, flags);
}

pid_t __wrap_fork(void)
{
    return fails("fork") ? -1 : __real_fork();
}
