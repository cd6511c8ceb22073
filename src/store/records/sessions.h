/* sessions.h - the owner of an investigation's session, and where its files lie.
 *
 * A session is a folder sessions/<id> with everything that belongs to it. The row here says only whose it is and when
 * it expires. The state of the session is in its own metadata.json. The folder is made before the row and removed after
 * it, so every row has its folder. A folder without a row belongs to nobody, and the sweep removes it.
 *
 * A question names a file of a session as session://<id>/<file's id>/<name>. The table is called by that name, since on
 * the disk the file is called by its id.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct json;
struct store;
struct tx;

#define SESSION_SCHEME "session://"

/* Whose, of all that is asked for. */
struct session_owner {
    struct store *store; /* NULL: nothing is kept here */
    const char *user;
    int64_t now_us; /* one that has run out by then is not there any more */
};

/* ---- within a write ---- */

/* ERR_QUOTA when the user has METRICS_SESSIONS that have not run out. */
WARN_UNUSED int session_add(struct tx *tx, const char *id, const char *user, const char *created_at,
                            const char *expires_at, struct err *err);

/* ERR_SESSION_NOT_FOUND when there is none of that id for that user. */
WARN_UNUSED int session_remove(struct tx *tx, const char *id, const char *user, struct err *err);

/* ---- reading ---- */

/* 0 when the session is there and theirs, else ERR_SESSION_NOT_FOUND: another's is as one that never was. */
WARN_UNUSED int session_find(const struct session_owner *o, const char *id, struct err *err);

/* The ids of theirs, the newest first, and how many there are in all. */
WARN_UNUSED int session_list(const struct session_owner *o, struct arena *a, size_t offset, size_t limit,
                             struct json **ret, int64_t *ret_total, struct err *err);

/* ---- files by name ---- */

const char *session_folder(struct arena *a, const char *home, const char *id);

/* The path below the home. */
const char *session_file(struct arena *a, const char *id, const char *file_id);

/* session://<id>/<file's id>/<name> */
const char *session_ref(struct arena *a, const char *id, const char *file_id, const char *name);

/* The path below the home of such a file, and how its table is to be called; ERR_NOT_FOUND when the session is not
 * theirs. */
WARN_UNUSED int session_resolve(const struct session_owner *o, struct arena *a, const char *home, const char *ref,
                                const char **ret_path, const char **ret_name, struct err *err);
