/* analyses.c - analyses as rows. Times are text that sorts once the "Z" is off: one on a full second has no fraction.
 */
#include "store/records/analyses.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "model/model.h"
#include "model/page.h"
#include "store/db/db.h"
#include "store/db/row.h"
#include "store/store.h"
#include <string.h>

static int not_found(const char *id, struct err *err)
{
    return err_set(err, ERR_NOT_FOUND, "There is no such analysis.", "analysis %s", id);
}

static struct json *named(struct arena *a, const struct analysis *x)
{
    struct json *v = json_object(a);

    json_set(a, v, "id", json_str(a, x->id));
    json_set(a, v, "user", json_str(a, x->user));
    json_set(a, v, "status", json_str(a, x->status));
    json_set(a, v, "created_at", json_str(a, x->created_at));
    return v;
}

struct json *analysis_whole(struct arena *a, const struct analysis *x)
{
    struct json *v = named(a, x);

    json_set(a, v, "request", x->request);
    json_set(a, v, "plan", x->plan);
    json_set(a, v, "steps", x->steps);
    return json_set(a, v, "response", x->response);
}

struct json *analysis_item(struct arena *a, const struct analysis *x)
{
    return json_set(a, named(a, x), "request", x->request);
}

/* ---- within a write ---- */

/* The four parts as text; an absent one is NULL in the row. */
struct parts {
    struct buf request, plan, steps, response;
};

static void parts_done(struct parts *p)
{
    buf_done(&p->request);
    buf_done(&p->plan);
    buf_done(&p->steps);
    buf_done(&p->response);
}

static int write_part(struct buf *b, const struct json *v, struct err *err)
{
    buf_init(b, ANALYSIS_PART_BYTES);
    if (v)
        json_write(b, v);
    return buf_check(b, err);
}

static int write_parts(const struct analysis *x, struct parts *p, struct err *err)
{
    if (write_part(&p->request, x->request, err) < 0 || write_part(&p->plan, x->plan, err) < 0 ||
        write_part(&p->steps, x->steps, err) < 0)
        return -1;
    return write_part(&p->response, x->response, err);
}

static struct db_value value_of(const struct buf *b)
{
    return b->n > 0 ? DB_T(b->p, b->n) : DB_S(NULL);
}

int analysis_add(struct tx *tx, const struct analysis *x, struct err *err)
{
    struct parts p CLEANUP(parts_done) = { BUF(0), BUF(0), BUF(0), BUF(0) };

    if (!model_enum_has(model_enum("analyst.RequestState"), x->status))
        return err_set(err, ERR_INTERNAL, "That analysis cannot be kept.", "status %s", x->status);
    if (write_parts(x, &p, err) < 0)
        return -1;
    return db_run(tx_db(tx),
                  "INSERT INTO analyses (id, user_id, status, created_at, request, plan, steps, response)"
                  " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                  DB_VALUES(DB_S(x->id), DB_S(x->user), DB_S(x->status), DB_S(x->created_at), value_of(&p.request),
                            value_of(&p.plan), value_of(&p.steps), value_of(&p.response)),
                  NULL, err);
}

int analysis_forget(struct tx *tx, const char *id, int64_t *ret_forgotten, struct err *err)
{
    return db_run(tx_db(tx), "DELETE FROM analyses WHERE id = $1", DB_VALUES(DB_S(id)), ret_forgotten, err);
}

/* ---- reading ---- */

struct getting {
    struct arena *a;
    struct analysis *ret;
    bool found;
};

/* JSON that we wrote; NULL for what is not there. */
static int part_of(struct arena *a, const struct db_row *row, int column, struct json **ret, struct err *err)
{
    size_t n;
    const char *text = db_text(row, column, &n);

    *ret = NULL;
    if (text && json_parse(a, text, n, ret, err) < 0)
        return err_set(err, ERR_STORE_DAMAGED, "What is kept of that analysis cannot be read.", "%s", err->message);
    return 0;
}

static int get_one(void *arg, const struct db_row *row, struct err *err)
{
    struct getting *g = arg;
    struct analysis x = { .id = row_text(g->a, row, 0),
                          .user = row_text(g->a, row, 1),
                          .status = row_text(g->a, row, 2),
                          .created_at = row_text(g->a, row, 3) };

    if (part_of(g->a, row, 4, &x.request, err) < 0 || part_of(g->a, row, 5, &x.plan, err) < 0 ||
        part_of(g->a, row, 6, &x.steps, err) < 0 || part_of(g->a, row, 7, &x.response, err) < 0)
        return -1;
    *g->ret = x;
    g->found = true;
    return 0;
}

int analysis_get(struct db *db, struct arena *a, const char *id, const char *user, struct analysis *ret,
                 struct err *err)
{
    struct analysis x;
    struct getting g = { a, &x, false };

    if (db_query(db,
                 "SELECT id, user_id, status, created_at, request, plan, steps, response FROM analyses"
                 " WHERE id = $1 AND user_id = $2",
                 DB_VALUES(DB_S(id), DB_S(user)), get_one, &g, err) < 0)
        return -1;
    if (!g.found)
        return not_found(id, err);
    *ret = x;
    return 0;
}

struct walking {
    analysis_each *each;
    void *arg;
};

static int walk_one(void *arg, const struct db_row *row, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct walking *w = arg;
    struct analysis x;
    struct getting g = { a, &x, false };

    return get_one(&g, row, err) < 0 ? -1 : w->each(w->arg, &x, err);
}

int analysis_all(struct db *db, analysis_each *each, void *arg, struct err *err)
{
    struct walking w = { each, arg };

    return db_query(db,
                    "SELECT id, user_id, status, created_at, request, plan, steps, response FROM analyses ORDER BY id",
                    NULL, 0, walk_one, &w, err);
}

struct listing {
    struct arena *a;
    const char *user;
    struct json *items;
};

static int list_one(void *arg, const struct db_row *row, struct err *err)
{
    struct listing *l = arg;
    struct json *item = json_object(l->a);
    struct analysis x = { .id = row_text(l->a, row, 0),
                          .status = row_text(l->a, row, 1),
                          .created_at = row_text(l->a, row, 2),
                          .user = l->user };

    if (part_of(l->a, row, 3, &x.request, err) < 0)
        return -1;
    json_set(l->a, item, "id", json_str(l->a, x.id));
    json_set(l->a, item, "status", json_str(l->a, x.status));
    json_set(l->a, item, "created_at", json_str(l->a, x.created_at));
    json_set(l->a, item, "intent", json_str(l->a, json_get_text(x.request, "intent")));
    json_set(l->a, item, "artifacts", json_int(l->a, db_int(row, 4)));
    json_set(l->a, item, "attested", analysis_item(l->a, &x));
    json_push(l->a, l->items, item);
    return 0;
}

int analysis_list(struct db *db, struct arena *a, const char *user, size_t offset, size_t limit, struct json **ret,
                  struct err *err)
{
    struct listing l = { a, user, json_array(a) };
    int64_t total = 0;

    if (db_get_int(db, "SELECT count(*) FROM analyses WHERE user_id = $1", DB_VALUES(DB_S(user)), &total, err) < 0 ||
        db_query(db,
                 "SELECT id, status, created_at, request,"
                 " (SELECT count(*) FROM artifacts f WHERE f.request_id = x.id AND f.user_id = x.user_id)"
                 " FROM analyses x WHERE user_id = $1 ORDER BY rtrim(created_at, 'Z') DESC, id LIMIT $2 OFFSET $3",
                 DB_VALUES(DB_S(user), DB_I((int64_t)limit), DB_I((int64_t)offset)), list_one, &l, err) < 0)
        return -1;
    *ret = page_json(a, &(struct page){ offset, limit }, l.items, total);
    return 0;
}

int analysis_id_is_free(struct db *db, const char *id, const char *user, bool *ret, struct err *err)
{
    int64_t taken = 0;

    if (db_get_int(db,
                   "SELECT (SELECT count(*) FROM analyses WHERE user_id = $1 AND id = $2)"
                   " + (SELECT count(*) FROM audit_private WHERE request_id = $2)",
                   DB_VALUES(DB_S(user), DB_S(id)), &taken, err) < 0)
        return -1;
    *ret = taken == 0;
    return 0;
}
