/* confine.c - Landlock by its three system calls, for which the C library has no functions.
 *
 * A ruleset names every right that this kernel's version of the interface knows, so that what is not given is refused;
 * then the listed files and folders are added with the rights to read them (or to write), and the process is bound to
 * it. The numbers are written out here: the build machine's headers may be older than the kernel it runs on.
 */
#include "sys/confine.h"
#include "base/err.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Rights, by the version of the interface that brought them. */
#define FS_READ (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define FS_WRITE_FILE LANDLOCK_ACCESS_FS_WRITE_FILE
#define FS_V1 ((1ULL << 13) - 1) /* execute, read, write, remove, make */
#define FS_V2 (1ULL << 13)       /* refer: link and rename between folders */
#define FS_V3 (1ULL << 14)       /* truncate */
#define FS_V5 (1ULL << 15)       /* ioctl of devices */
#define NET_CONNECT (1ULL << 1)
#define NET_V4 (1ULL << 0 | NET_CONNECT) /* bind and connect TCP */
#define SCOPE_V6 (1ULL << 0 | 1ULL << 1) /* abstract UNIX sockets and signals of others */

/* The newest form of the kernel's struct; older kernels are told a shorter size. */
struct ruleset {
    uint64_t fs, net, scoped;
};

/* A rule about a port, of version 4. */
#define RULE_PORT 2
struct port_rule {
    uint64_t allowed, port;
};

static size_t ruleset_bytes(int version)
{
    if (version >= 6)
        return sizeof(struct ruleset);
    return version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
}

static struct ruleset ruleset_of(int version)
{
    struct ruleset r = { .fs = FS_V1 };

    if (version >= 2)
        r.fs |= FS_V2;
    if (version >= 3)
        r.fs |= FS_V3;
    if (version >= 4)
        r.net = NET_V4;
    if (version >= 5)
        r.fs |= FS_V5;
    if (version >= 6)
        r.scoped = SCOPE_V6;
    return r;
}

static int landlock_version(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

    return version > 0 ? (int)version : 0;
}

struct confine_level confine_level(void)
{
    uint32_t action = SECCOMP_RET_KILL_PROCESS;

    return (struct confine_level){ .landlock = landlock_version(),
                                   .seccomp = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0 };
}

static int failed(struct err *err, const char *call, int errnum)
{
    return err_set(err, ERR_INTERNAL, "The process that reads data could not be confined.", "%s: errno %d", call,
                   errnum);
}

/* What the path may be used for: a right that only folders have is refused for a file. */
static uint64_t rights_of(const struct confine_path *path, int fd, const struct ruleset *rules)
{
    uint64_t rights = FS_READ;
    struct stat st;

    if (path->is_written)
        rights |= FS_WRITE_FILE | FS_V3;
    if (fstat(fd, &st) != 0 || !S_ISDIR(st.st_mode))
        rights &= ~(uint64_t)LANDLOCK_ACCESS_FS_READ_DIR;
    return rights & rules->fs;
}

static int add_path(int ruleset, const struct confine_path *path, const struct ruleset *rules, struct err *err)
{
    int fd = path->path ? open(path->path, O_PATH | O_CLOEXEC) : path->fd;
    struct landlock_path_beneath_attr rule = { .parent_fd = fd };
    int e;

    if (fd < 0)
        return 0;
    rule.allowed_access = rights_of(path, fd, rules);
    e = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
    if (path->path)
        close(fd);
    /* EBADFD: a file of memory, a pipe: it has no place in the file system and needs no rule. */
    return e == 0 || e == EBADFD ? 0 : failed(err, "landlock_add_rule", e);
}

static int add_port(int ruleset, uint16_t port, struct err *err)
{
    struct port_rule rule = { .allowed = NET_CONNECT, .port = port };

    if (syscall(SYS_landlock_add_rule, ruleset, RULE_PORT, &rule, 0) == 0)
        return 0;
    return failed(err, "landlock_add_rule of a port", errno);
}

int confine_files(const struct confine_path *paths, size_t n, const uint16_t *ports, size_t n_ports, struct err *err)
{
    int version = landlock_version(), fd, rc = 0;
    struct ruleset rules = ruleset_of(version);

    if (version == 0)
        return 0;
    fd = (int)syscall(SYS_landlock_create_ruleset, &rules, ruleset_bytes(version), 0);
    if (fd < 0)
        return failed(err, "landlock_create_ruleset", errno);
    for (size_t i = 0; rc == 0 && i < n; i++)
        rc = add_path(fd, &paths[i], &rules, err);
    for (size_t i = 0; rc == 0 && rules.net && i < n_ports; i++)
        rc = add_port(fd, ports[i], err);
    if (rc == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        rc = failed(err, "no_new_privs", errno);
    if (rc == 0 && syscall(SYS_landlock_restrict_self, fd, 0) != 0)
        rc = failed(err, "landlock_restrict_self", errno);
    close(fd);
    return rc;
}
