/* workspace.h - the folder of a session while one request works on it. For src/agents/metrics only.
 *
 * The folder has the seed's layout, and every entity is checked before it is written (model_check): a temporary name,
 * synced, renamed. A lock in the folder orders requests that change it; it is held from workspace_open() to
 * workspace_close(), and never while data is read or an investigation runs. Opening mends what a kill
 * left half-done: a session that is marked as running but has no runner becomes failed, with a reason, and its files
 * are counted again.
 *
 * A blank workspace keeps nothing: an entity is checked when it is written, and then dropped. So an investigation
 * without a session is the same work.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct call;
struct err;
struct json;
struct metrics;

struct workspace {
    struct call *call;
    struct arena *a;
    struct metrics *metrics;
    const char *id;       /* the session's */
    const char *folder;   /* NULL: a blank workspace */
    struct json *session; /* metrics.Session, as it was when the lock was taken */
    int lock;             /* held; -1: not */
};

/* For a declaration: struct workspace d CLEANUP(workspace_close) = WORKSPACE; */
#define WORKSPACE                                                                                                      \
    {                                                                                                                  \
        .lock = -1                                                                                                     \
    }

/* A new session's folder, with its metadata.json; the caller adds the row. */
WARN_UNUSED int workspace_make(struct workspace *d, struct call *c, struct err *err);

/* ERR_SESSION_NOT_FOUND for one that is another's, has run out, or never was; ERR_BUSY when the lock is not free. */
WARN_UNUSED int workspace_open(struct workspace *d, struct call *c, const char *id, struct err *err);

/* Without a session. */
void workspace_blank(struct workspace *d, struct call *c);

/* Lets go of the lock; the workspace can still be read and written by the one runner. Fine twice. */
void workspace_close(struct workspace *d);

/* Takes the lock again, and looks at the session again. */
WARN_UNUSED int workspace_again(struct workspace *d, struct err *err);

/* ---- what is in it; names are relative to the folder ---- */

/* Writes an entity of the seed ("metrics.Hypothesis"), or with NULL some other JSON. */
WARN_UNUSED int workspace_write(struct workspace *d, const char *name, const char *entity, const struct json *v,
                                struct err *err);
WARN_UNUSED int workspace_write_text(struct workspace *d, const char *name, const char *text, struct err *err);

/* Only the check: for entities that are kept in a list. */
WARN_UNUSED int workspace_check(const char *entity, const struct json *v, struct err *err);

/* ERR_NOT_FOUND when it is not there. */
WARN_UNUSED int workspace_read(struct workspace *d, const char *name, struct json **ret, struct err *err);
WARN_UNUSED int workspace_read_text(struct workspace *d, const char *name, const char **ret, struct err *err);

/* Where it lies. */
const char *workspace_path(const struct workspace *d, const char *name);

/* The metrics.UploadedFile of each file, oldest first. */
WARN_UNUSED int workspace_files(struct workspace *d, struct json **ret, struct err *err);

/* Moves the session to another status, as its machine allows, and writes it. */
WARN_UNUSED int workspace_become(struct workspace *d, const char *status, struct err *err);

/* The session's number of files is what workspace_files() finds; its status goes with it. */
WARN_UNUSED int workspace_count(struct workspace *d, struct err *err);

/* Becomes failed, and keeps why. */
WARN_UNUSED int workspace_fail(struct workspace *d, const struct err *why, struct err *err);

/* The time, as entities have it. */
struct json *workspace_now(const struct workspace *d);
