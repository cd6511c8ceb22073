/* spool.c - O_TMPFILE, and a name at the end: linked under a temporary one first, since a link cannot replace a file
 * but a rename can. */
#include "store/spool.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/world.h"
#include "sys/file.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

static int open_folder(const char *path)
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

int spool_open(struct spool *s, const char *path, const char *what, struct err *err)
{
    *s = (struct spool)SPOOL;
    s->path = path;
    if (!*file_basename(path))
        return fail(err, *path ? EISDIR : ENOENT, what, path);
    s->dir = open_folder(path);
    if (s->dir < 0)
        return fail(err, errno, what, path);
    s->fd = openat(s->dir, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (s->fd >= 0)
        return 0;
    temp_name(s->name);
    s->fd = openat(s->dir, s->name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (s->fd >= 0)
        return 0;
    s->name[0] = '\0';
    return fail(err, errno, what, path);
}

static int give_name(struct spool *s)
{
    char self[32];

    if (s->name[0])
        return 0;
    snprintf(self, sizeof self, "/proc/self/fd/%d", s->fd);
    temp_name(s->name);
    if (linkat(AT_FDCWD, self, s->dir, s->name, AT_SYMLINK_FOLLOW) == 0)
        return 0;
    s->name[0] = '\0';
    return errno;
}

int spool_publish(struct spool *s, const char *what, struct err *err)
{
    int e = fsync(s->fd) == 0 ? give_name(s) : errno;

    if (!e && renameat(s->dir, s->name, s->dir, file_basename(s->path)) != 0)
        e = errno;
    if (e)
        return fail(err, e, what, s->path);
    s->name[0] = '\0';
    if (fsync(s->dir) != 0)
        return err_set(err, ERR_IO, "It was written, but may not survive a power cut.",
                       "%s: no sync of the folder: errno %d", s->path, errno);
    return 0;
}

void spool_done(struct spool *s)
{
    if (s->fd >= 0)
        close(s->fd);
    if (s->dir >= 0 && s->name[0])
        unlinkat(s->dir, s->name, 0);
    if (s->dir >= 0)
        close(s->dir);
    *s = (struct spool)SPOOL;
}
