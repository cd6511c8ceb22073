/* history.h - the changes made to each workbook, so that the last one can be taken back.
 *
 * One small file for each workbook in artifacts/edits of the home, named by the SHA-256 of the workbook's path:
 *
 *   {"path", "edits":[{"user","at","backup","before","after"}]}      oldest first, at most EDIT_HISTORY
 *
 * where before and after are the SHA-256 of the workbook's bytes. A change is written down before it is made: if that
 * is cut short, the workbook is simply not what the last entry says it left.
 */
#pragma once
#include "base/attrs.h"

struct arena;
struct err;
struct json;

struct history_edit {
    const char *user, *at; /* who and when */
    const char *backup;    /* the copy's name, beside the workbook */
    const char *before, *after;
};

WARN_UNUSED int history_add(struct arena *a, const char *home, const char *path, const struct history_edit *e,
                            struct err *err);

/* The last change of this user's; ERR_NOT_FOUND when there is none. */
WARN_UNUSED int history_last(struct arena *a, const char *home, const char *path, const char *user,
                             struct history_edit *ret, struct err *err);

/* Forgets the change that left these bytes. */
WARN_UNUSED int history_drop(struct arena *a, const char *home, const char *path, const char *after, struct err *err);
