/* home.h - the one folder that holds everything: its place, its layout and its permissions. */
#pragma once
#include "base/attrs.h"

struct arena;
struct err;

enum home_folder {
    HOME_ROOT,
    HOME_LOGS,
    HOME_SESSIONS,
    HOME_ARTIFACTS,
    HOME_DB,
    HOME_UPLOADS,
    HOME_CONFIRM,
    HOME_CACHE
};

/* The folder's path: `given` if not NULL, else $ASSAY_HOME, else $XDG_DATA_HOME/assay, else ~/.local/share/assay.
 * Absolute. Fails with ERR_HOME_UNUSABLE when there is none to be had. Nothing is made. */
WARN_UNUSED int home_path(struct arena *a, const char *given, const char **ret, struct err *err);

/* The folder for what a person's homes have in common and none of them may hold itself: $XDG_CONFIG_HOME/assay, else
 * ~/.config/assay. NULL when there is none to be had. Nothing is made. */
const char *home_settings(struct arena *a);

/* A folder of the home, made if it is not there, with mode 0700. A home that is somebody else's, is writable by others
 * or cannot be written to is refused with what to do about it. */
WARN_UNUSED int home_folder(struct arena *a, const char *home, enum home_folder which, const char **ret,
                            struct err *err);
