/* walk.c - a walk with one open folder a level, so that no path is resolved twice and no rename leads it astray. */
#include "store/files/walk.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

struct walk {
    walk_visit *visit;
    void *arg;
    const struct cancel *cancel;
    const char *root;
    char path[PATH_MAX]; /* of the entry, from the root */
};

static int walk_folder(struct walk *w, int fd, size_t n, int depth, struct err *err);

static bool is_gone(int errnum)
{
    return errnum == ENOENT || errnum == ENOTDIR || errnum == ELOOP;
}

static int enter(struct walk *w, int dir, const char *name, size_t n, int depth, struct err *err)
{
    int fd;

    if (depth > FILE_TREE_DEPTH)
        return err_set(err, ERR_TOO_LARGE, "There are too many folders inside each other in the assay home.",
                       "%s/%s: more than %d levels", w->root, w->path, FILE_TREE_DEPTH);
    fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return is_gone(errno) ? TREE_ON : err_errno(err, errno, "look into a folder of the assay home", w->path);
    return walk_folder(w, fd, n, depth, err);
}

static int walk_entry(struct walk *w, int dir, const char *name, size_t n, int depth, struct err *err)
{
    struct stat st;
    int put = snprintf(w->path + n, sizeof w->path - n, "%s%s", n ? "/" : "", name), answer;

    if (put < 0 || (size_t)put >= sizeof w->path - n)
        return err_errno(err, ENAMETOOLONG, "look into a folder of the assay home", w->root);
    if (cancel_check(w->cancel, err) < 0)
        return -1;
    if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return is_gone(errno) ? TREE_ON : err_errno(err, errno, "look at a file of the assay home", w->path);
    answer = w->visit(w->arg, &(struct walk_entry){ w->path, name, dir, &st }, err);
    if (answer == TREE_PASS)
        return TREE_ON;
    return answer == TREE_ON && S_ISDIR(st.st_mode) ? enter(w, dir, name, n + (size_t)put, depth + 1, err) : answer;
}

/* Takes the descriptor over. */
static int walk_folder(struct walk *w, int fd, size_t n, int depth, struct err *err)
{
    DIR *d = fdopendir(fd);
    struct dirent *entry;
    int answer = TREE_ON;

    if (!d) {
        answer = err_errno(err, errno, "look into a folder of the assay home", w->root);
        close(fd);
        return answer;
    }
    while (answer == TREE_ON && (errno = 0, entry = readdir(d)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            answer = walk_entry(w, fd, entry->d_name, n, depth, err);
    if (answer == TREE_ON && errno != 0)
        answer = err_errno(err, errno, "look into a folder of the assay home", w->root);
    closedir(d);
    return answer;
}

int walk_files(const char *path, walk_visit *visit, void *arg, const struct cancel *cancel, struct err *err)
{
    struct walk w = { .visit = visit, .arg = arg, .cancel = cancel, .root = path };
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return is_gone(errno) ? 0 : err_errno(err, errno, "look into the assay home", path);
    return walk_folder(&w, fd, 0, 1, err) < 0 ? -1 : 0;
}
