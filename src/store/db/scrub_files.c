/* scrub_files.c - text files that are overwritten where they lie: a new file in their place would leave the old one's
 * blocks on the disk, and lose what another process is just adding to it.
 */
#include "base/address/address.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "store/db/scrub.h"
#include "store/files/walk.h"
#include "sys/file.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

static int put_back(int fd, const char *p, size_t n, struct err *err)
{
    off_t at = 0;

    while (n > 0) {
        ssize_t put = pwrite(fd, p, n, at);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return err_errno(err, put < 0 ? errno : EIO, "take passwords out of a file", NULL);
        p += put;
        at += put;
        n -= (size_t)put;
    }
    return fsync(fd) == 0 ? 0 : err_errno(err, errno, "take passwords out of a file", NULL);
}

/* Blots each line by itself, so that one with a NUL in it hides nothing behind it. */
static bool blot_lines(char *text, size_t n)
{
    bool found = false;

    for (char *p = text, *end = text + n; p < end;) {
        char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            stop = end;
        *stop = '\0';
        for (char *part = p; part < stop; part += strlen(part) + 1)
            found |= address_blot(part, true);
        if (stop < end)
            *stop = '\n';
        p = stop + 1;
    }
    return found;
}

/* A text of which nobody reads more than this holds can be read whole; what is larger is no file of ours. */
static int scrub_file(const struct walk_entry *e, struct err *err)
{
    int fd CLEANUP(close_fd) = openat(e->dir, e->name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct buf b CLEANUP(buf_done) = BUF(SCRUB_FILE_BYTES);

    if (fd < 0)
        return errno == ENOENT ? 0 : err_errno(err, errno, "take passwords out of a file", e->name);
    if (file_read_fd(fd, "a text file of the home", &b, err))
        return -1;
    return b.n > 0 && blot_lines(b.p, b.n) ? put_back(fd, b.p, b.n, err) : 0;
}

static int visit_log(void *arg, const struct walk_entry *e, struct err *err)
{
    (void)arg;
    if (!S_ISREG(e->st->st_mode) || !str_starts(e->name, "agent-") || !str_ends(e->name, ".log"))
        return TREE_ON;
    return scrub_file(e, err) ? -1 : TREE_ON;
}

/* A session's own files are JSON and Markdown; the data it was given lies in files/, each beside its description. */
static int visit_session(void *arg, const struct walk_entry *e, struct err *err)
{
    bool is_data = strstr(e->path, "/files/") && !str_ends(e->name, "_meta.json");

    (void)arg;
    if (!S_ISREG(e->st->st_mode) || is_data || !(str_ends(e->name, ".json") || str_ends(e->name, ".md")))
        return TREE_ON;
    return scrub_file(e, err) ? -1 : TREE_ON;
}

int scrub_files(const char *home, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    if (walk_files(arena_printf(a, "%s/logs", home), visit_log, NULL, NULL, err))
        return -1;
    return walk_files(arena_printf(a, "%s/sessions", home), visit_session, NULL, NULL, err);
}
