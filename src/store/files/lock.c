/* lock.c - tries again after a pause that grows: the kernel's own wait has no end but the lock's, and a signal to end
 * it would be the whole program's. Pauses differ a little, so that processes do not keep step. */
#include "store/files/lock.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

int lock_open(const char *path, int *ret_fd, struct err *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);

    if (fd < 0)
        return err_errno(err, errno, "open the lock", path);
    *ret_fd = fd;
    return 0;
}

/* From byte `from`, `n` of them; 0: all that could ever follow. Nothing is ever at them. */
struct part {
    off_t from, n;
};

static int set_lock(int fd, const struct part *p, short type)
{
    struct flock lock = { .l_type = type, .l_whence = SEEK_SET, .l_start = p->from, .l_len = p->n };

    return fcntl(fd, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

/* Between half of `most` and all of it. */
static void pause_for(int64_t most_us)
{
    int64_t us = most_us / 2 + world_mono_us() % (most_us / 2);
    struct timespec t = { .tv_nsec = (long)us * 1000 };

    nanosleep(&t, NULL);
}

static int take(int fd, const struct part *p, short type, int64_t wait_ms, struct err *err)
{
    int64_t deadline = world_mono_us() + wait_ms * 1000, pause = DB_POLL_US;
    int e;

    while ((e = set_lock(fd, p, type)) != 0) {
        if (e != EAGAIN && e != EACCES && e != EINTR)
            return err_errno(err, e, "take the lock", NULL);
        if (world_mono_us() >= deadline) {
            err_set(err, ERR_BUSY, "Another assay is writing, and has not finished in time.",
                    "the lock was not free within %lld ms", (long long)wait_ms);
            return err_action(err, "Try again. If it stays so, end the other one.");
        }
        pause_for(pause);
        pause = pause * 2 < DB_POLL_MOST_US ? pause * 2 : DB_POLL_MOST_US;
    }
    return 0;
}

int lock_take(int fd, int64_t wait_ms, struct err *err)
{
    return take(fd, &(struct part){ 0, 0 }, F_WRLCK, wait_ms, err);
}

int lock_take_shared(int fd, int64_t wait_ms, struct err *err)
{
    return take(fd, &(struct part){ 0, 0 }, F_RDLCK, wait_ms, err);
}

int lock_take_place(int fd, int64_t place, int64_t wait_ms, struct err *err)
{
    return take(fd, &(struct part){ place, 1 }, F_WRLCK, wait_ms, err);
}

void lock_drop(int fd)
{
    set_lock(fd, &(struct part){ 0, 0 }, F_UNLCK);
}
