/* desk.h - a session's folder, while one request works on it. For src/agents/metrics only.
 *
 * The folder has the seed's layout, and every entity is checked before it is written (model_check): a temporary name,
 * synced, renamed. A lock in the folder orders requests that change it; it is held from desk_open() to desk_close(),
 * and never while data is read or an investigation runs. What a kill left half-done is mended on opening: a session
 * that says it is running and whose runner is gone becomes failed, with a reason, and the number of files is counted.
 *
 * A blank desk keeps nothing: writing checks and is forgotten. So an investigation without a session is the same work.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct call;
struct err;
struct json;
struct metrics;

struct desk {
    struct call *call;
    struct arena *a;
    struct metrics *metrics;
    const char *id;       /* the session's */
    const char *folder;   /* NULL: a blank desk */
    struct json *session; /* metrics.Session, as it was when the lock was taken */
    int lock;             /* held; -1: not */
};

/* For a declaration: struct desk d CLEANUP(desk_close) = DESK; */
#define DESK                                                                                                           \
    {                                                                                                                  \
        .lock = -1                                                                                                     \
    }

/* A new session's folder, with its metadata.json; the caller adds the row. */
WARN_UNUSED int desk_make(struct desk *d, struct call *c, struct err *err);

/* ERR_SESSION_NOT_FOUND for one that is another's, has run out, or never was; ERR_BUSY when the lock is not free. */
WARN_UNUSED int desk_open(struct desk *d, struct call *c, const char *id, struct err *err);

/* Without a session. */
void desk_blank(struct desk *d, struct call *c);

/* Lets go of the lock; the desk can still be read and written by the one runner. Fine twice. */
void desk_close(struct desk *d);

/* Takes the lock again, and looks at the session again. */
WARN_UNUSED int desk_again(struct desk *d, struct err *err);

/* ---- what is in it; names are relative to the folder ---- */

/* Writes an entity of the seed ("metrics.Hypothesis"), or with NULL some other JSON. */
WARN_UNUSED int desk_write(struct desk *d, const char *name, const char *entity, const struct json *v, struct err *err);
WARN_UNUSED int desk_write_text(struct desk *d, const char *name, const char *text, struct err *err);

/* Only the check: for entities that are kept in a list. */
WARN_UNUSED int desk_check(const char *entity, const struct json *v, struct err *err);

/* ERR_NOT_FOUND when it is not there. */
WARN_UNUSED int desk_read(struct desk *d, const char *name, struct json **ret, struct err *err);
WARN_UNUSED int desk_read_text(struct desk *d, const char *name, const char **ret, struct err *err);

/* Where it lies. */
const char *desk_path(const struct desk *d, const char *name);

/* The metrics.UploadedFile of each file, oldest first. */
WARN_UNUSED int desk_files(struct desk *d, struct json **ret, struct err *err);

/* Moves the session to another status, as its machine allows, and writes it. */
WARN_UNUSED int desk_become(struct desk *d, const char *status, struct err *err);

/* The session's number of files is what desk_files() finds; its status goes with it. */
WARN_UNUSED int desk_count(struct desk *d, struct err *err);

/* Becomes failed, and keeps why. */
WARN_UNUSED int desk_fail(struct desk *d, const struct err *why, struct err *err);

/* The time, as entities have it. */
struct json *desk_now(const struct desk *d);
