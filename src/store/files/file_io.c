/* file_io.c - the loops that pread, pwrite and their kin ask for. */
#include "store/files/file_io.h"
#include <errno.h>
#include <unistd.h>

int write_at(int fd, const char *p, size_t n, uint64_t at)
{
    while (n > 0) {
        ssize_t put = pwrite(fd, p, n, (off_t)at);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return put < 0 ? errno : EIO;
        p += put;
        at += (uint64_t)put;
        n -= (size_t)put;
    }
    return 0;
}

int read_at(int fd, char *p, size_t n, uint64_t at)
{
    while (n > 0) {
        ssize_t got = pread(fd, p, n, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? errno : ENODATA;
        p += got;
        at += (uint64_t)got;
        n -= (size_t)got;
    }
    return 0;
}

int cut_to(int fd, uint64_t size)
{
    while (ftruncate(fd, (off_t)size) != 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

int sync_data(int fd)
{
    while (fdatasync(fd) != 0)
        if (errno != EINTR)
            return errno;
    return 0;
}
