/* history.c - what was done, newest first; and forgetting it, so that what was deleted leaves the disk. */
#include "agents/tasks/store/result.h"
#include "agents/tasks/store/services.h"
#include "agents/tasks/store/undo.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "model/page.h"
#include "store/db/db.h"
#include "store/home/sweep.h"
#include "store/store.h"

/* ---- looking ---- */

struct listing {
    struct call *call;
    struct db *db;
    struct page page;
    int64_t task, total;
    struct json *steps;
    struct json *ids; /* of the step that is being read */
};

/* Of one task where it is named ($2). */
#define STEPS                                                                                                          \
    " FROM task_steps s WHERE s.user_id = $1 AND s.state IN (0, 1) AND ($2 = 0 OR EXISTS (SELECT 1 FROM task_changes"  \
    " c WHERE c.task_id = $2 AND c.step_id = s.id))"

static int take_id(void *arg, const struct db_row *row, struct err *err)
{
    struct listing *l = arg;

    (void)err;
    json_push(l->call->arena, l->ids, json_int(l->call->arena, db_int(row, 0)));
    return 0;
}

static int take_step(void *arg, const struct db_row *row, struct err *err)
{
    struct listing *l = arg;
    struct arena *a = l->call->arena;
    struct json *step = json_object(a);

    l->ids = json_array(a);
    json_set(a, step, "step", json_int(a, db_int(row, 0)));
    json_set(a, step, "made_at", json_str(a, db_text(row, 1, NULL)));
    json_set(a, step, "what", json_str(a, db_text(row, 2, NULL)));
    json_set(a, step, "undone", json_bool(a, db_int(row, 3) == 1));
    json_set(a, step, "task_ids", l->ids);
    json_push(a, l->steps, step);
    return db_query(l->db, "SELECT task_id FROM task_changes WHERE step_id = $1 ORDER BY task_id LIMIT $2",
                    DB_VALUES(DB_I(db_int(row, 0)), DB_I(TASK_BULK)), take_id, l, err);
}

static int read_steps(struct db *db, void *arg, struct err *err)
{
    struct listing *l = arg;

    l->db = db;
    if (db_get_int(db, "SELECT count(*)" STEPS, DB_VALUES(DB_S(l->call->user), DB_I(l->task)), &l->total, err) < 0)
        return -1;
    return db_query(
        db, "SELECT s.id, s.made_at, s.what, s.state" STEPS " ORDER BY s.id DESC LIMIT $3 OFFSET $4",
        DB_VALUES(DB_S(l->call->user), DB_I(l->task), DB_I((int64_t)l->page.limit), DB_I((int64_t)l->page.offset)),
        take_step, l, err);
}

int task_history(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct tasks *t = c->service;
    struct listing l = {
        .call = c, .page = page_of(args), .task = json_get_int(args, "task_id", 0), .steps = json_array(c->arena)
    };

    if (store_read(t->store, read_steps, &l, err) < 0)
        return -1;
    task_result(c, l.steps, arena_printf(c->arena, "%lld change%s.", (long long)l.total, l.total == 1 ? "" : "s"), 0,
                ret);
    json_set(c->arena, *ret, "total", json_int(c->arena, l.total));
    return 0;
}

/* ---- forgetting ---- */

struct counting {
    const char *user;
    int64_t steps, last;
};

static int count_steps(struct db *db, void *arg, struct err *err)
{
    struct counting *n = arg;

    if (db_get_int(db, "SELECT count(*) FROM task_steps WHERE user_id = $1 AND state IN (0, 1)",
                   DB_VALUES(DB_S(n->user)), &n->steps, err) < 0)
        return -1;
    return db_get_int(db, "SELECT max(id) FROM task_steps WHERE user_id = $1", DB_VALUES(DB_S(n->user)), &n->last, err);
}

static struct json *bond(struct call *c, const struct counting *n)
{
    struct json *row = json_set(c->arena, json_object(c->arena), "steps", json_int(c->arena, n->steps));

    return json_push(c->arena, json_array(c->arena), json_set(c->arena, row, "last", json_int(c->arena, n->last)));
}

int task_forget_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    const struct tasks *t = c->service;
    struct counting n = { .user = c->user };

    (void)args;
    if (store_read(t->store, count_steps, &n, err) < 0)
        return -1;
    if (n.steps == 0)
        return 0;
    ret->rows = bond(c, &n);
    ret->summary = arena_printf(c->arena,
                                "Forget the history of your tasks (%lld change%s). The tasks stay as they are; nothing "
                                "before now can be undone, and deleted tasks are gone for good.",
                                (long long)n.steps, n.steps == 1 ? "" : "s");
    return 0;
}

int task_forget(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct db *db = tx_db(c->tx);
    struct counting n = { .user = c->user };

    (void)args;
    if (count_steps(db, &n, err) < 0)
        return -1;
    if (n.steps > 0 && !json_equal(c->affected, bond(c, &n)))
        return err_set(err, ERR_CONFIRMATION_VOID, "Tasks have changed since you were asked.", "last step %lld",
                       (long long)n.last);
    if (db_run(db, "DELETE FROM task_steps WHERE user_id = $1", DB_VALUES(DB_S(c->user)), NULL, err) < 0 ||
        sweep_words(db, err) < 0)
        return -1;
    return task_result(c, json_array(c->arena), n.steps ? "The history is forgotten." : "There is no history.", 0, ret);
}
