/* walk.h - visits every file below a folder, while others go on changing it.
 *
 * A home changes all the time: a file that vanishes between the listing and the look is passed over. Symbolic links are
 * not followed, except the folder named first, as a person may keep a folder of the home on another disk. Depth is
 * bounded by FILE_TREE_DEPTH (ERR_TOO_LARGE). Every entry asks whether the call was cancelled.
 */
#pragma once
#include "base/attrs.h"
#include <stdint.h>
#include <sys/stat.h>

struct cancel;
struct err;

struct walk_entry {
    const char *path; /* from the folder that was named: "a/b.csv" */
    const char *name; /* its last part */
    int dir;          /* open folder that holds it, for openat() and its kin */
    const struct stat *st;
};

/* What a visitor answers: go on; go on, but not into this folder; stop here, all is well; or -1 with err set. */
enum { TREE_ON = 0, TREE_PASS = 1, TREE_STOP = 2 };
typedef int walk_visit(void *arg, const struct walk_entry *e, struct err *err);

/* Visits all entries below path, a folder before its content, in no particular order. A folder that is not there has
 * none. Returns 0, or -1. */
WARN_UNUSED int walk_files(const char *path, walk_visit *visit, void *arg, const struct cancel *cancel,
                           struct err *err);
