/* memfile.c - memfd_create; Landlock lets such a file be opened by its descriptor, as it lies in no folder. */
#include "sys/memfile.h"
#include "base/err.h"
#include "sys/file.h"
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

int memfile_new(const void *p, size_t n, int *ret_fd, struct err *err)
{
    int fd = memfd_create("data", MFD_CLOEXEC);

    if (fd < 0)
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "There is not enough memory for the data.",
                       "memfd_create: errno %d", errno);
    if (file_write_fd(fd, p, n, "the data in memory", err)) {
        close(fd);
        return -1;
    }
    if (lseek(fd, 0, SEEK_SET) != 0)
        abort(); /* a file in memory can be sought in */
    *ret_fd = fd;
    return 0;
}

void memfile_path(int fd, char out[static MEMFILE_PATH_BYTES])
{
    snprintf(out, MEMFILE_PATH_BYTES, "/proc/self/fd/%d", fd);
}
