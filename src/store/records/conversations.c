/* conversations.c - conversations and their messages as rows. Times are text that sorts, except that one on a full
 * second has no fraction: messages are therefore ordered by their row's number, which grows. */
#include "store/records/conversations.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "model/page.h"
#include "store/db/db.h"
#include "store/db/row.h"
#include "store/store.h"
#include <string.h>

static int not_found(const char *id, struct err *err)
{
    return err_set(err, ERR_NOT_FOUND, "There is no such conversation.", "conversation %s", id);
}

static void times(int64_t now_us, char now[static TIME_TEXT_BYTES], char expires[static TIME_TEXT_BYTES])
{
    time_text(now_us, now);
    time_text(now_us + (int64_t)CONVERSATION_KEEP_DAYS * 86400 * 1000000, expires);
}

/* ---- within a write ---- */

int conversation_add(struct tx *tx, const struct conversation *c, int64_t now_us, struct err *err)
{
    struct buf metadata CLEANUP(buf_done) = BUF(CONVERSATION_META_BYTES);
    char now[TIME_TEXT_BYTES], expires[TIME_TEXT_BYTES];

    times(now_us, now, expires);
    json_write(&metadata, c->metadata);
    if (buf_check(&metadata, err) < 0)
        return -1;
    return db_run(
        tx_db(tx),
        "INSERT INTO conversations (id, user_id, agent, created_at, updated_at, expires_at, metadata)"
        " VALUES ($1, $2, $3, $4, $4, $5, $6)",
        DB_VALUES(DB_S(c->id), DB_S(c->user), DB_S(c->agent), DB_S(now), DB_S(expires), DB_T(metadata.p, metadata.n)),
        NULL, err);
}

static int add_message(struct db *db, const char *id, const char *request_id, const struct message *m, const char *now,
                       struct err *err)
{
    struct buf data CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    if (m->data)
        json_write(&data, m->data);
    if (buf_check(&data, err) < 0)
        return -1;
    return db_run(db,
                  "INSERT INTO messages (conversation_id, role, content, data, created_at, request_id)"
                  " VALUES ($1, $2, $3, $4, $5, $6)",
                  DB_VALUES(DB_S(id), DB_S(m->role), DB_S(m->content), DB_S(m->data ? data.p : NULL), DB_S(now),
                            DB_S(request_id)),
                  NULL, err);
}

/* Nothing was changed: is it gone, or has somebody else said something? */
static int not_as_it_was(struct db *db, const char *id, const char *user, struct err *err)
{
    int64_t there;

    if (db_get_int(db, "SELECT count(*) FROM conversations WHERE id = $1 AND user_id = $2",
                   DB_VALUES(DB_S(id), DB_S(user)), &there, err) < 0)
        return -1;
    if (there == 0)
        return not_found(id, err);
    err_set(err, ERR_CHANGED_MEANWHILE, "Something else was said in this conversation at the same time.",
            "conversation %s", id);
    return err_action(err, "Send it again.");
}

int conversation_say(struct tx *tx, const char *id, const char *user, const struct saying *s, int64_t now_us,
                     struct err *err)
{
    struct buf text CLEANUP(buf_done) = BUF(CONVERSATION_META_BYTES);
    char now[TIME_TEXT_BYTES], expires[TIME_TEXT_BYTES];
    int64_t found;

    times(now_us, now, expires);
    if (s->metadata)
        json_write(&text, s->metadata);
    if (buf_check(&text, err) < 0 ||
        db_run(tx_db(tx),
               "UPDATE conversations SET updated_at = $3, expires_at = $4, metadata = coalesce($5, metadata),"
               " version = version + 1 WHERE id = $1 AND user_id = $2 AND (version = $6 OR $6 = 0)",
               DB_VALUES(DB_S(id), DB_S(user), DB_S(now), DB_S(expires), DB_S(s->metadata ? text.p : NULL),
                         DB_I(s->version)),
               &found, err) < 0)
        return -1;
    if (found == 0)
        return not_as_it_was(tx_db(tx), id, user, err);
    for (size_t i = 0; i < s->n; i++)
        if (add_message(tx_db(tx), id, s->request_id, &s->messages[i], now, err) < 0)
            return -1;
    return 0;
}

int conversation_forget(struct tx *tx, const char *request_id, int64_t *ret, struct err *err)
{
    int64_t messages;

    if (db_run(tx_db(tx),
               "UPDATE conversations SET metadata = '{}', version = version + 1"
               " WHERE id IN (SELECT conversation_id FROM messages WHERE request_id = $1)",
               DB_VALUES(DB_S(request_id)), NULL, err) < 0 ||
        db_run(tx_db(tx),
               "UPDATE messages SET content = '" MESSAGE_ERASED "', data = NULL"
               " WHERE request_id = $1 AND content <> '" MESSAGE_ERASED "'",
               DB_VALUES(DB_S(request_id)), &messages, err) < 0)
        return -1;
    *ret = messages;
    return 0;
}

int conversation_clear(struct tx *tx, const char *id, const char *user, int64_t now_us, int64_t *ret_messages,
                       struct err *err)
{
    char now[TIME_TEXT_BYTES], expires[TIME_TEXT_BYTES];
    int64_t found, messages;

    times(now_us, now, expires);
    if (db_run(tx_db(tx),
               "UPDATE conversations SET metadata = '{}', version = version + 1, updated_at = $3, expires_at ="
               " CASE WHEN expires_at IS NULL THEN NULL ELSE $4 END WHERE id = $1 AND user_id = $2",
               DB_VALUES(DB_S(id), DB_S(user), DB_S(now), DB_S(expires)), &found, err) < 0)
        return -1;
    if (found == 0)
        return not_found(id, err);
    if (db_run(tx_db(tx), "DELETE FROM messages WHERE conversation_id = $1", DB_VALUES(DB_S(id)), &messages, err) < 0)
        return -1;
    if (ret_messages)
        *ret_messages = messages;
    return 0;
}

/* ---- reading ---- */

struct getting {
    struct arena *a;
    struct conversation *ret;
    bool found;
};

static int get_one(void *arg, const struct db_row *row, struct err *err)
{
    struct getting *g = arg;
    struct json *metadata = row_json(g->a, row, 5);

    (void)err;
    *g->ret = (struct conversation){ .id = row_text(g->a, row, 0),
                                     .user = row_text(g->a, row, 1),
                                     .agent = row_text(g->a, row, 2),
                                     .created_at = row_text(g->a, row, 3),
                                     .updated_at = row_text(g->a, row, 4),
                                     .metadata = json_is(metadata, JSON_OBJECT) ? metadata : json_object(g->a),
                                     .version = db_int(row, 6) };
    g->found = true;
    return 0;
}

int conversation_get(struct db *db, struct arena *a, const char *id, const char *user, const char *agent,
                     int64_t now_us, struct conversation *ret, struct err *err)
{
    struct conversation c;
    struct getting g = { a, &c, false };
    char now[TIME_TEXT_BYTES];

    time_text(now_us, now);
    if (db_query(db,
                 "SELECT id, user_id, agent, created_at, updated_at, metadata, version FROM conversations WHERE id = $1"
                 " AND user_id = $2 AND agent = coalesce($3, agent) AND (expires_at IS NULL OR expires_at > $4)",
                 DB_VALUES(DB_S(id), DB_S(user), DB_S(agent), DB_S(now)), get_one, &g, err) < 0)
        return -1;
    if (!g.found)
        return not_found(id, err);
    *ret = c;
    return 0;
}

struct listing {
    struct arena *a;
    struct json *items;
};

static int list_message(void *arg, const struct db_row *row, struct err *err)
{
    struct listing *l = arg;
    struct json *m = json_object(l->a), *data = row_json(l->a, row, 3);

    (void)err;
    json_set(l->a, m, "id", json_int(l->a, db_int(row, 0)));
    json_set(l->a, m, "role", json_str(l->a, db_text(row, 1, NULL)));
    json_set(l->a, m, "content", json_str(l->a, db_text(row, 2, NULL)));
    json_set(l->a, m, "created_at", json_str(l->a, db_text(row, 4, NULL)));
    if (data)
        json_set(l->a, m, "data", data);
    if (db_text(row, 5, NULL))
        json_set(l->a, m, "request_id", json_str(l->a, db_text(row, 5, NULL)));
    json_push(l->a, l->items, m);
    return 0;
}

int conversation_messages(struct db *db, struct arena *a, const char *id, size_t most, struct json **ret,
                          struct err *err)
{
    struct listing l = { a, json_array(a) };

    if (db_query(db,
                 "SELECT * FROM (SELECT id, role, content, data, created_at, request_id FROM messages WHERE"
                 " conversation_id = $1"
                 " ORDER BY id DESC LIMIT $2) ORDER BY id",
                 DB_VALUES(DB_S(id), DB_I((int64_t)most)), list_message, &l, err) < 0)
        return -1;
    *ret = l.items;
    return 0;
}

struct json *conversation_turn(struct arena *a, const char *conversation_id)
{
    struct json *turn = json_object(a);

    json_set(a, turn, "conversation_id", json_str(a, conversation_id));
    return json_set(a, turn, "said", json_array(a));
}

void conversation_said(struct arena *a, struct json *turn, const char *role, const char *content,
                       const struct json *data)
{
    struct json *v = json_object(a);

    json_set(a, v, "role", json_str(a, role));
    json_set(a, v, "content", json_str(a, content));
    json_set(a, v, "data", data ? json_copy(a, data) : NULL);
    json_push(a, json_get(turn, "said"), v);
}

static int list_one(void *arg, const struct db_row *row, struct err *err)
{
    static const char *const names[] = { "id", "agent", "created_at", "updated_at" };
    struct listing *l = arg;
    struct json *item = json_object(l->a);
    size_t n;
    const char *title = db_text(row, 4, &n);

    (void)err;
    for (int i = 0; i < (int)COUNT_OF(names); i++)
        json_set(l->a, item, names[i], json_str(l->a, db_text(row, i, NULL)));
    json_set(l->a, item, "title",
             title ? json_strn(l->a, title, str_fit_bytes(title, n, CONVERSATION_TITLE_BYTES)) : json_null(l->a));
    json_push(l->a, l->items, item);
    return 0;
}

int conversation_list(struct db *db, struct arena *a, const char *user, const char *agent, int64_t now_us,
                      size_t offset, size_t limit, struct json **ret, struct err *err)
{
    struct listing l = { a, json_array(a) };
    char now[TIME_TEXT_BYTES];
    int64_t total = 0;

    time_text(now_us, now);
    if (db_get_int(db,
                   "SELECT count(*) FROM conversations WHERE user_id = $1 AND agent = coalesce($2, agent)"
                   " AND (expires_at IS NULL OR expires_at > $3)",
                   DB_VALUES(DB_S(user), DB_S(agent), DB_S(now)), &total, err) < 0 ||
        db_query(db,
                 "SELECT id, agent, created_at, updated_at, (SELECT content FROM messages WHERE conversation_id = c.id"
                 " AND role = 'user' ORDER BY id LIMIT 1) FROM conversations c WHERE user_id = $1"
                 " AND agent = coalesce($2, agent) AND (expires_at IS NULL OR expires_at > $3)"
                 " ORDER BY rtrim(updated_at, 'Z') DESC, id LIMIT $4 OFFSET $5",
                 DB_VALUES(DB_S(user), DB_S(agent), DB_S(now), DB_I((int64_t)limit), DB_I((int64_t)offset)), list_one,
                 &l, err) < 0)
        return -1;
    *ret = page_json(a, &(struct page){ offset, limit }, l.items, total);
    return 0;
}
