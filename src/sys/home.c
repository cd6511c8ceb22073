/* home.c - where the home is, and whether it is safe to keep private data in it.
 *
 * A folder is made first and looked at afterwards, each time it is asked for: what counts is what is there now. It is
 * looked at through its links, since a person may well keep the home, or a folder of it, on another disk; nobody else
 * can have put a link there, as only the owner can write to the home.
 */
#include "sys/home.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "sys/file.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = {
    [HOME_ROOT] = "", [HOME_LOGS] = "logs",       [HOME_SESSIONS] = "sessions", [HOME_ARTIFACTS] = "artifacts",
    [HOME_DB] = "db", [HOME_UPLOADS] = "uploads", [HOME_CONFIRM] = "confirm",   [HOME_CACHE] = "cache",
};

PRINTF(3, 4) static int unusable(struct err *err, const char *message, const char *detail, ...)
{
    va_list args;

    va_start(args, detail);
    err_setv(err, ERR_HOME_UNUSABLE, message, detail, args);
    va_end(args);
    return -1;
}

/* ---- its place ---- */

/* A variable that holds an absolute path. Others are ignored, as the XDG specification asks for its own. */
static const char *absolute_env(const char *name)
{
    const char *value = getenv(name);

    return value && value[0] == '/' ? value : NULL;
}

/* The person's own folder; the user database answers where $HOME does not (a service, say). */
static const char *user_folder(struct arena *a)
{
    const char *home = absolute_env("HOME");
    char text[HOME_PASSWD_BYTES];
    struct passwd entry, *found = NULL;

    if (home)
        return home;
    if (getpwuid_r(geteuid(), &entry, text, sizeof text, &found) != 0 || !found || found->pw_dir[0] != '/')
        return NULL;
    return arena_str(a, found->pw_dir);
}

static const char *chosen(struct arena *a, const char *given)
{
    const char *env = getenv("ASSAY_HOME"), *folder;

    if (given)
        return given;
    if (env && *env)
        return env;
    folder = absolute_env("XDG_DATA_HOME");
    if (folder)
        return arena_printf(a, "%s/assay", folder);
    folder = user_folder(a);
    return folder ? arena_printf(a, "%s/.local/share/assay", folder) : NULL;
}

const char *home_settings(struct arena *a)
{
    const char *folder = absolute_env("XDG_CONFIG_HOME");

    if (folder)
        return arena_printf(a, "%s/assay", folder);
    folder = user_folder(a);
    return folder ? arena_printf(a, "%s/.config/assay", folder) : NULL;
}

int home_path(struct arena *a, const char *given, const char **ret, struct err *err)
{
    const char *path = chosen(a, given);
    char cwd[PATH_MAX];
    size_t n;

    if (!path) {
        unusable(err, "There is no home folder to keep data in.", "neither HOME nor the user database names one");
        return err_action(err, "Name a folder with --home or in ASSAY_HOME.");
    }
    if (!*path) {
        unusable(err, "The home folder's name is empty.", "an empty path was given");
        return err_action(err, "Name a folder with --home or in ASSAY_HOME.");
    }
    if (path[0] != '/') {
        if (!getcwd(cwd, sizeof cwd))
            return unusable(err, "The home folder is named from the current folder, which is gone.", "getcwd: errno %d",
                            errno);
        path = arena_printf(a, "%s/%s", cwd, path);
    }
    n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    if (n > HOME_PATH_BYTES)
        return unusable(err, "The home folder's name is too long.", "%zu bytes, at most %d", n, HOME_PATH_BYTES);
    *ret = arena_dup(a, path, n);
    return 0;
}

/* ---- its state ---- */

/* Ours, nobody else's to write to, and writable. */
static int check_folder(const char *path, struct err *err)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return unusable(err, "The home folder cannot be looked at.", "%s: errno %d", path, errno);
    if (st.st_uid != geteuid()) {
        unusable(err, "The home folder belongs to somebody else.", "%s: owner %u, we are %u", path, (unsigned)st.st_uid,
                 (unsigned)geteuid());
        return err_action(err, "Choose another with --home, or run as its owner.");
    }
    if (st.st_mode & (S_IWGRP | S_IWOTH)) {
        unusable(err, "Other people can write to the home folder.", "%s: mode %o", path, (unsigned)st.st_mode & 07777);
        return err_action(err, "Take that right away (chmod go-w), or choose another with --home.");
    }
    if (faccessat(AT_FDCWD, path, R_OK | W_OK | X_OK, AT_EACCESS) != 0) {
        unusable(err, "The home folder cannot be written to.", "%s: errno %d", path, errno);
        return err_action(err, "Check its permissions and its disk, or choose another with --home.");
    }
    return 0;
}

/* A full disk is said as it is, since making room helps; all else means that this home will not do. */
static int make_and_check(const char *path, struct err *err)
{
    struct err cause;

    if (file_mkdirs(path, &cause) == 0)
        return check_folder(path, err);
    if (cause.code == ERR_DISK_FULL) {
        *err = cause;
        return -1;
    }
    unusable(err, "The home folder cannot be made.", "%s", cause.detail);
    return err_action(err, "Choose another with --home, or check the permissions of the folder it is in.");
}

int home_folder(struct arena *a, const char *home, enum home_folder which, const char **ret, struct err *err)
{
    const char *path;

    if (make_and_check(home, err))
        return -1;
    if (which == HOME_ROOT) {
        *ret = arena_str(a, home);
        return 0;
    }
    path = arena_printf(a, "%s/%s", home, names[which]);
    if (make_and_check(path, err))
        return -1;
    *ret = path;
    return 0;
}
