/* sessions.c - rows of sessions, and the names of their files. Ids are checked for their form before they become part
 * of a path: a name from outside can lead nowhere but into a session's folder of files. */
#include "store/records/sessions.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/id.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "store/db/db.h"
#include "store/store.h"
#include <string.h>

static int not_found(const char *id, struct err *err)
{
    err_set(err, ERR_SESSION_NOT_FOUND, "There is no such session. It may have expired.", "session %s", id);
    return err_action(err, "Start a new session.");
}

/* ---- within a write ---- */

int session_add(struct tx *tx, const char *id, const char *user, const char *created_at, const char *expires_at,
                struct err *err)
{
    int64_t there = 0;

    if (db_get_int(tx_db(tx), "SELECT count(*) FROM sessions WHERE user_id = $1 AND expires_at >= $2",
                   DB_VALUES(DB_S(user), DB_S(created_at)), &there, err) < 0)
        return -1;
    if (there >= METRICS_SESSIONS) {
        err_say(err, ERR_QUOTA, "There are as many sessions as there can be at once.");
        return err_action(err, "Remove one that is done with, or wait until one has expired.");
    }
    return db_run(tx_db(tx), "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
                  DB_VALUES(DB_S(id), DB_S(user), DB_S(created_at), DB_S(expires_at)), NULL, err);
}

int session_remove(struct tx *tx, const char *id, const char *user, struct err *err)
{
    int64_t removed;

    if (db_run(tx_db(tx), "DELETE FROM sessions WHERE id = $1 AND user_id = $2", DB_VALUES(DB_S(id), DB_S(user)),
               &removed, err) < 0)
        return -1;
    return removed > 0 ? 0 : not_found(id, err);
}

/* ---- reading ---- */

struct looking {
    const struct session_owner *owner;
    const char *id;
    struct arena *a;
    size_t offset, limit;
    int64_t count;
    struct json *ids;
    char now[TIME_TEXT_BYTES];
};

static int look(struct db *db, void *arg, struct err *err)
{
    struct looking *l = arg;

    return db_get_int(db, "SELECT count(*) FROM sessions WHERE id = $1 AND user_id = $2 AND expires_at >= $3",
                      DB_VALUES(DB_S(l->id), DB_S(l->owner->user), DB_S(l->now)), &l->count, err);
}

int session_find(const struct session_owner *o, const char *id, struct err *err)
{
    struct looking l = { .owner = o, .id = id };

    if (!o->store || !id_is_uuid4(id, strlen(id)))
        return not_found(id, err);
    time_text(o->now_us, l.now);
    if (store_read(o->store, look, &l, err) < 0)
        return -1;
    return l.count > 0 ? 0 : not_found(id, err);
}

static int take_id(void *arg, const struct db_row *row, struct err *err)
{
    struct looking *l = arg;

    (void)err;
    json_push(l->a, l->ids, json_str(l->a, db_text(row, 0, NULL)));
    return 0;
}

static int list(struct db *db, void *arg, struct err *err)
{
    struct looking *l = arg;
    const char *user = l->owner->user;

    if (db_get_int(db, "SELECT count(*) FROM sessions WHERE user_id = $1 AND expires_at >= $2",
                   DB_VALUES(DB_S(user), DB_S(l->now)), &l->count, err) < 0)
        return -1;
    return db_query(db,
                    "SELECT id FROM sessions WHERE user_id = $1 AND expires_at >= $2"
                    " ORDER BY rtrim(created_at, 'Z') DESC, id LIMIT $3 OFFSET $4",
                    DB_VALUES(DB_S(user), DB_S(l->now), DB_I((int64_t)l->limit), DB_I((int64_t)l->offset)), take_id, l,
                    err);
}

int session_list(const struct session_owner *o, struct arena *a, size_t offset, size_t limit, struct json **ret,
                 int64_t *ret_total, struct err *err)
{
    struct looking l = { .owner = o, .a = a, .offset = offset, .limit = limit, .ids = json_array(a) };

    time_text(o->now_us, l.now);
    if (o->store && store_read(o->store, list, &l, err) < 0)
        return -1;
    *ret = l.ids;
    *ret_total = l.count;
    return 0;
}

/* ---- files by name ---- */

const char *session_folder(struct arena *a, const char *home, const char *id)
{
    return arena_printf(a, "%s/sessions/%s", home, id);
}

const char *session_file(struct arena *a, const char *id, const char *file_id)
{
    return arena_printf(a, "sessions/%s/files/%s.csv", id, file_id);
}

const char *session_ref(struct arena *a, const char *id, const char *file_id, const char *name)
{
    return arena_printf(a, SESSION_SCHEME "%s/%s/%s", id, file_id, name);
}

int session_resolve(const struct session_owner *o, struct arena *a, const char *home, const char *ref,
                    const char **ret_path, const char **ret_name, struct err *err)
{
    const char *id = ref + sizeof SESSION_SCHEME - 1, *file, *name;

    if (!str_starts(ref, SESSION_SCHEME) || !(file = strchr(id, '/')) || !(name = strchr(file + 1, '/')) || !name[1])
        return err_say(err, ERR_NOT_FOUND, "There is no such file.");
    id = arena_dup(a, id, (size_t)(file - id));
    file = arena_dup(a, file + 1, (size_t)(name - file - 1));
    if (!id_is_uuid4(file, strlen(file)) || !home || session_find(o, id, err) < 0)
        return err_set(err, ERR_NOT_FOUND, "There is no such file.", "file of session %s", id);
    *ret_path = session_file(a, id, file);
    *ret_name = name + 1;
    return 0;
}
