/* erase.c - looks twice before it removes anything: a wrong --home must never cost anybody a file.
 *
 * A home is a folder of ours alone that has state.db (a SQLite file) and logs/, and in which every name at the top is
 * one that assay makes. When all this was seen, a mark is put into it and it is renamed to HOME.erasing; a folder of
 * that name is removed only with the mark in it. The mark is the last to go, so an erasing that was killed can always
 * be finished. Names inside the home's own folders are not looked at: they are the home's.
 *
 * A folder of the home that is a link (to another disk) is refused: removing the link alone would leave what it points
 * to, and removing that is more than was asked for.
 */
#include "store/home/erase.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "store/files/home_files.h"
#include "store/files/walk.h"
#include "store/home/manifest.h"
#include "store/store.h"
#include "sys/file.h"
#include "sys/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

static int refuse(struct err *err, const char *home, const char *why)
{
    err_set(err, ERR_INVALID_INPUT, "That folder was not erased: it does not look like an assay home.", "%s: %s", home,
            why);
    return err_action(err, "Check --home. If it is one all the same, remove it by hand.");
}

#define MARK ".assay-erasing"

/* ---- is it one ---- */

static bool is_known_file(const char *name)
{
    static const char *const names[] = { "state.db",   "state.db-wal",  "state.db-shm",   "state.db-journal",
                                         "state.lock", "state.db-room", STORE_HOLDS_FILE, HOME_RESTORING_FILE };
    size_t i = 0;

    while (i < COUNT_OF(names) && strcmp(name, names[i]) != 0)
        i++;
    return i < COUNT_OF(names) || temp_name_is(name) || strcmp(name, MARK) == 0;
}

struct look {
    const char *home;
    bool has_store, has_logs;
};

static int refuse_link(struct err *err, const char *home, const char *name)
{
    err_set(err, ERR_CONFLICT, "The home was not erased: one of its folders is a link to another place.", "%s/%s", home,
            name);
    return err_action(err, "Remove what it points to and the link by hand, then erase the home.");
}

static int look_at(void *arg, const struct walk_entry *e, struct err *err)
{
    struct look *l = arg;

    if (S_ISLNK(e->st->st_mode) && manifest_is_home_folder(e->name))
        return refuse_link(err, l->home, e->name);
    if (S_ISDIR(e->st->st_mode) ? !manifest_is_home_folder(e->name)
                                : !S_ISREG(e->st->st_mode) || !is_known_file(e->name))
        return refuse(err, l->home, e->name);
    l->has_logs |= strcmp(e->name, "logs") == 0;
    l->has_store |= strcmp(e->name, HOME_STORE_FILE) == 0;
    return TREE_PASS;
}

static bool is_sqlite(const char *path)
{
    int fd CLEANUP(close_fd) = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    char start[16];

    return fd >= 0 && read(fd, start, sizeof start) == sizeof start && memcmp(start, "SQLite format 3", 16) == 0;
}

static int check_home(struct arena *a, const char *home, const struct cancel *cancel, struct err *err)
{
    struct look l = { .home = home };

    if (walk_files(home, look_at, &l, cancel, err) < 0)
        return -1;
    if (!l.has_store || !l.has_logs || !is_sqlite(arena_printf(a, "%s/%s", home, HOME_STORE_FILE)))
        return refuse(err, home, "no store or no log in it");
    return 0;
}

/* ---- removing ---- */

/* Once, in place, and synced before the file goes. What cannot be overwritten is removed all the same. */
static void overwrite(int dir, const char *name, uint64_t size)
{
    static const char zeros[4096];
    int fd CLEANUP(close_fd) = openat(dir, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    while (fd >= 0 && size > 0) {
        size_t n = size < sizeof zeros ? (size_t)size : sizeof zeros;
        ssize_t put = write(fd, zeros, n);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            break;
        size -= (uint64_t)put;
    }
    if (fd >= 0)
        fsync(fd);
}

static int overwrite_entry(void *arg, const struct walk_entry *e, struct err *err)
{
    (void)arg;
    (void)err;
    if (S_ISREG(e->st->st_mode) && e->st->st_nlink == 1) /* under another name it is not ours alone */
        overwrite(e->dir, e->name, (uint64_t)e->st->st_size);
    return TREE_ON;
}

/* All at the top but the mark. */
static int remove_entry(void *arg, const struct walk_entry *e, struct err *err)
{
    char path[PATH_MAX];

    if (strcmp(e->name, MARK) == 0)
        return TREE_ON;
    if (snprintf(path, sizeof path, "%s/%s", (const char *)arg, e->name) >= (int)sizeof path)
        return err_errno(err, ENAMETOOLONG, "erase the assay home", e->name);
    return file_remove_tree(path, err) < 0 ? -1 : TREE_PASS;
}

static int remove_all(struct arena *a, char *going, const struct cancel *cancel, struct err *err)
{
    struct stat st;

    if (lstat(arena_printf(a, "%s/%s", going, MARK), &st) != 0) {
        if (rmdir(going) == 0 || errno == ENOENT)
            return 0;
        return refuse(err, going, "it has the name of a home that is being erased, and is none");
    }
    if (walk_files(arena_printf(a, "%s/keys", going), overwrite_entry, NULL, cancel, err) < 0 ||
        walk_files(going, remove_entry, going, cancel, err) < 0)
        return -1;
    return file_remove_tree(going, err);
}

static int mark_and_rename(struct arena *a, const char *home, const char *going, struct err *err)
{
    if (file_write(arena_printf(a, "%s/%s", home, MARK), "", 0, "the mark of what is to be erased", err) < 0)
        return -1;
    return rename(home, going) == 0 ? 0 : err_errno(err, errno, "erase the assay home", home);
}

int home_erase(const char *home, const struct cancel *cancel, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char *going = arena_printf(a, "%s.erasing", home);
    struct stat st;

    if (lstat(going, &st) == 0 && remove_all(a, going, cancel, err) < 0)
        return -1;
    if (lstat(home, &st) != 0)
        return errno == ENOENT ? 0 : err_errno(err, errno, "look at the assay home", home);
    if (!S_ISDIR(st.st_mode) || st.st_uid != geteuid())
        return refuse(err, home, "no folder of this user");
    if (check_home(a, home, cancel, err) < 0 || mark_and_rename(a, home, going, err) < 0)
        return -1;
    return remove_all(a, going, cancel, err);
}
