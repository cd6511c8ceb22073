/* file_attributes.c - the owner is set first, as changing it clears mode bits; the mode last, as it is the access
 * list's mask. */
#include "sys/file_attributes.h"
#include "base/arena.h"
#include <errno.h>
#include <linux/limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define ACCESS_LIST "system.posix_acl_access"

struct copying {
    int to, from;
    char *was, *is; /* a value of the old file's, and of the new one's: XATTR_SIZE_MAX each */
};

static bool stays_behind(const char *name)
{
    static const char *const names[] = { "security.capability", "security.evm", "security.ima" };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Only what differs is set: a label that the system gave to both needs nobody's leave. */
static int copy_one(const struct copying *c, const char *name)
{
    ssize_t n = fgetxattr(c->from, name, c->was, XATTR_SIZE_MAX), there;

    if (n < 0)
        return errno == ENODATA ? 0 : errno; /* it went meanwhile */
    there = fgetxattr(c->to, name, c->is, XATTR_SIZE_MAX);
    if (there == n && memcmp(c->was, c->is, (size_t)n) == 0)
        return 0;
    return fsetxattr(c->to, name, c->was, (size_t)n, 0) == 0 ? 0 : errno;
}

/* The list that the folder gave to the new file. */
static int drop_inherited(int to)
{
    if (fremovexattr(to, ACCESS_LIST) == 0 || errno == ENODATA || errno == EOPNOTSUPP)
        return 0;
    return errno;
}

static int copy_attributes(int to, int from)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char *names = arena_alloc(a, XATTR_LIST_MAX);
    struct copying c = { to, from, arena_alloc(a, XATTR_SIZE_MAX), arena_alloc(a, XATTR_SIZE_MAX) };
    ssize_t n = flistxattr(from, names, XATTR_LIST_MAX);
    bool has_list = false;

    if (n < 0)
        return errno == EOPNOTSUPP ? 0 : errno;
    for (const char *name = names; name < names + n; name += strlen(name) + 1) {
        int e = stays_behind(name) ? 0 : copy_one(&c, name);
        if (e)
            return e;
        has_list |= strcmp(name, ACCESS_LIST) == 0;
    }
    return has_list ? 0 : drop_inherited(to);
}

int file_copy_attributes(int to, int from, const struct stat *st)
{
    int e;

    if (fchown(to, st->st_uid, st->st_gid) != 0 && fchown(to, (uid_t)-1, st->st_gid) != 0 && errno != EPERM)
        return errno;
    e = copy_attributes(to, from);
    if (e)
        return e;
    return fchmod(to, st->st_mode & 0777) == 0 ? 0 : errno;
}
