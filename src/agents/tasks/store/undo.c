/* undo.c - what is to be done is worked out twice by the same function: to ask, and inside the transaction to do it.
 * A step may have TASK_IMPORT tasks, so each is read, looked at and let go of; only those that were changed since are
 * kept, to ask about.
 *
 * "Changed since" is decided by the tasks themselves, not by their versions: a change that was itself undone leaves
 * nothing to lose.
 */
#include "agents/tasks/store/undo.h"
#include "agents/tasks/store/journal.h"
#include "agents/tasks/store/result.h"
#include "agents/tasks/store/rows.h"
#include "agents/tasks/store/services.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "store/store.h"
#include <string.h>

#define CHECK_EVERY 1000 /* tasks between two looks at whether to go on */

enum way { UNDO, REDO };

static const struct {
    const char *verb, *done, *last; /* "undo", "Undone", and the step that is meant when none is named */
    int64_t state;                  /* of a step that it can be done to */
} ways[] = {
    [UNDO] = { "undo", "Undone", "SELECT max(id) FROM task_steps WHERE user_id = $1 AND state = 0", 0 },
    [REDO] = { "redo", "Done again",
               "SELECT id FROM task_steps WHERE user_id = $1 AND state = 1 ORDER BY undone_by DESC LIMIT 1", 1 },
};

/* One task of the step: what it is now, what it should be if nothing came since, and what it is to become. NULL: it is
 * not there. */
struct place {
    int64_t id;
    struct json *is, *expected, *wanted;
};

/* What a yes is bound to: a task and its version, 0 when it is not there. */
struct bond {
    int64_t id, version;
};

struct plan {
    struct call *call;
    enum way way;
    int64_t step, state;
    const char *what;
    struct bond *bonds; /* of its n tasks */
    size_t n, n_changed;
    struct place changed[TASK_NAMED]; /* the first of those that something came to since, which would be lost */
};

/* ---- the step ---- */

static int nothing(const struct plan *p, int64_t step, struct err *err)
{
    if (step == 0)
        return err_say(err, ERR_NOT_FOUND, "There is nothing to %s.", ways[p->way].verb);
    err_say(err, ERR_NOT_FOUND, "There is no such change to %s.", ways[p->way].verb);
    return err_action(err, "Changes are kept for %d days; the history lists them.", TASK_STEP_DAYS);
}

static int take_step(void *arg, const struct db_row *row, struct err *err)
{
    struct plan *p = arg;

    (void)err;
    p->step = db_int(row, 0);
    p->state = db_int(row, 1);
    p->what = arena_str(p->call->arena, db_text(row, 2, NULL));
    return 0;
}

static int find_step(struct plan *p, struct db *db, int64_t named, struct err *err)
{
    const char *user = p->call->user;
    int64_t step = named;

    if (named == 0 && db_get_int(db, ways[p->way].last, DB_VALUES(DB_S(user)), &step, err) < 0)
        return -1;
    if (db_query(db, "SELECT id, state, what FROM task_steps WHERE id = $1 AND user_id = $2 AND state IN (0, 1)",
                 DB_VALUES(DB_I(step), DB_S(user)), take_step, p, err) < 0)
        return -1;
    if (p->step == 0)
        return nothing(p, named, err);
    if (p->state != ways[p->way].state)
        return err_say(err, ERR_CONFLICT, "That change is %s already.", p->way == UNDO ? "undone" : "done");
    return 0;
}

/* ---- its tasks ---- */

struct step_reading {
    struct plan *plan;
    struct db *db;
};

static int parse_state(struct arena *a, const char *text, struct json **ret, struct err *err)
{
    *ret = NULL;
    return text ? json_parse(a, text, strlen(text), ret, err) : 0;
}

/* A row of task_changes, and the task as it is now. */
static int read_place(const struct plan *p, struct db *db, struct arena *a, const struct db_row *row, struct place *ret,
                      struct err *err)
{
    struct json *before, *after;

    ret->id = db_int(row, 0);
    if (parse_state(a, db_text(row, 1, NULL), &before, err) < 0 ||
        parse_state(a, db_text(row, 2, NULL), &after, err) < 0 ||
        task_find(db, a, p->call->user, ret->id, &ret->is, err) < 0)
        return -1;
    ret->expected = p->way == UNDO ? after : before;
    ret->wanted = p->way == UNDO ? before : after;
    return 0;
}

static int take_place(void *arg, const struct db_row *row, struct err *err)
{
    struct arena *own CLEANUP(arena_cleanup) = arena_new(), *kept;
    struct step_reading *r = arg;
    struct plan *p = r->plan;
    struct place at;

    kept = p->call->arena;
    if ((p->n % CHECK_EVERY == 0 && cancel_check(p->call->cancel, err) < 0) ||
        read_place(p, r->db, own, row, &at, err) < 0)
        return -1;
    p->bonds[p->n++] = (struct bond){ at.id, json_get_int(at.is, "version", 0) };
    if (journal_same(at.is, at.expected) || journal_same(at.is, at.wanted))
        return 0;
    if (p->n_changed < TASK_NAMED)
        p->changed[p->n_changed] = (struct place){ at.id, at.is ? json_copy(kept, at.is) : NULL,
                                                   at.expected ? json_copy(kept, at.expected) : NULL,
                                                   at.wanted ? json_copy(kept, at.wanted) : NULL };
    p->n_changed++;
    return 0;
}

static int each_place(const struct plan *p, struct db *db, db_each *take, void *arg, struct err *err)
{
    return db_query(db, "SELECT task_id, before, after FROM task_changes WHERE step_id = $1 ORDER BY task_id",
                    DB_VALUES(DB_I(p->step)), take, arg, err);
}

static int make_plan(struct plan *p, struct db *db, int64_t named, struct err *err)
{
    struct step_reading r = { p, db };
    int64_t n = 0;

    if (find_step(p, db, named, err) < 0 ||
        db_get_int(db, "SELECT count(*) FROM task_changes WHERE step_id = $1", DB_VALUES(DB_I(p->step)), &n, err) < 0)
        return -1;
    p->bonds = arena_array(p->call->arena, (size_t)n, sizeof *p->bonds);
    return each_place(p, db, take_place, &r, err);
}

/* ---- asking ---- */

/* What a yes is bound to: the step, and each of its tasks as it is now. */
static struct json *bonds(const struct plan *p)
{
    struct arena *a = p->call->arena;
    struct json *rows = json_push(a, json_array(a), json_set(a, json_object(a), "step", json_int(a, p->step)));

    for (size_t i = 0; i < p->n; i++) {
        struct json *row = json_set(a, json_object(a), "id", json_int(a, p->bonds[i].id));
        if (p->bonds[i].version)
            json_set(a, row, "version", json_int(a, p->bonds[i].version));
        json_push(a, rows, row);
    }
    return rows;
}

/* "title, due": what differs, in the words of the fields, without those that only follow another. */
static void add_differences(struct buf *b, const struct json *is, const struct json *expected)
{
    static const char *const names[] = {
        "title", "description", "status", "due", "remind", "priority", "tags", "repeat"
    };
    bool first = true;

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!json_equal(json_get(is, names[i]), json_get(expected, names[i]))) {
            buf_addf(b, "%s%s", first ? " (" : ", ", names[i]);
            first = false;
        }
    if (!first)
        buf_addc(b, ')');
}

static void add_place(struct buf *b, const struct place *at)
{
    const struct json *any = at->is ? at->is : at->wanted;

    buf_addf(b, " '%s'", json_get_text(any, "title"));
    if (!at->is) {
        buf_adds(b, " was deleted since and would come back.");
        return;
    }
    if (!at->expected) {
        buf_adds(b, at->wanted ? " is there again and would be as it was." : " is there again and would be deleted.");
        return;
    }
    buf_adds(b, " was changed since");
    add_differences(b, at->is, at->expected);
    buf_adds(b, at->wanted ? " and would be as it was before." : " and would be deleted.");
}

static const char *asked(const struct plan *p)
{
    struct buf b CLEANUP(buf_done) = BUF(TASK_ANSWER_BYTES);

    buf_addf(&b, "%c%s this over what came later? %s", ways[p->way].verb[0] - 'a' + 'A', ways[p->way].verb + 1,
             p->what);
    for (size_t i = 0; i < p->n_changed && i < TASK_NAMED; i++)
        add_place(&b, &p->changed[i]);
    if (p->n_changed > TASK_NAMED)
        buf_addf(&b, " So it is with %zu more.", p->n_changed - TASK_NAMED);
    return arena_dup(p->call->arena, b.p, b.n);
}

struct planning {
    struct plan *plan;
    int64_t named;
};

static int plan_ahead(struct db *db, void *arg, struct err *err)
{
    struct planning *a = arg;

    return make_plan(a->plan, db, a->named, err);
}

static int affects(struct call *c, enum way way, const struct json *args, struct affected *ret, struct err *err)
{
    const struct tasks *t = c->service;
    struct plan p = { .call = c, .way = way };
    struct planning a = { &p, json_get_int(args, "step", 0) };

    if (store_read(t->store, plan_ahead, &a, err) < 0)
        return -1;
    if (p.n_changed > 0)
        *ret = (struct affected){ asked(&p), bonds(&p) };
    return 0;
}

int task_undo_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    return affects(c, UNDO, args, ret, err);
}

int task_redo_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    return affects(c, REDO, args, ret, err);
}

/* ---- doing ---- */

struct doing {
    struct plan *plan;
    struct journal journal;
    int64_t number;     /* instead of a step of its own, where nothing is lost */
    struct json *tasks; /* as they are afterwards, at most as many as a list has; those that are gone are not there */
    size_t n;
};

/* Makes one task what it is to be, with memory that is let go of afterwards. */
static int do_place(void *arg, const struct db_row *row, struct err *err)
{
    struct arena *own CLEANUP(arena_cleanup) = arena_new();
    struct doing *d = arg;
    struct call within = *d->plan->call;
    struct db *db = tx_db(within.tx);
    struct place at;
    int result = 0;

    within.arena = own;
    d->journal.call = &within;
    if ((d->n++ % CHECK_EVERY == 0 && cancel_check(within.cancel, err) < 0) ||
        read_place(d->plan, db, own, row, &at, err) < 0)
        return -1;
    if (!journal_same(at.is, at.wanted))
        result = d->number == 0 ? journal_change(&d->journal, at.is, at.wanted, err)
                 : at.wanted    ? task_put(db, own, within.user, at.wanted, d->number, err)
                                : task_remove(db, own, within.user, at.id, err);
    else if (at.wanted)
        at.wanted = at.is;
    if (at.wanted && json_len(d->tasks) < TASK_LIST)
        json_push(d->plan->call->arena, d->tasks, json_copy(d->plan->call->arena, at.wanted));
    return result;
}

/* Nothing is lost: the tasks become what they are to be, and the step is marked. */
static int go_quietly(struct doing *d, struct err *err)
{
    const struct plan *p = d->plan;
    struct db *db = tx_db(p->call->tx);

    if (journal_number(p->call, &d->number, err) < 0 || each_place(p, db, do_place, d, err) < 0)
        return -1;
    return db_run(db, "UPDATE task_steps SET state = $2, undone_by = $3 WHERE id = $1",
                  DB_VALUES(DB_I(p->step), DB_I(1 - ways[p->way].state), DB_I(d->number)), NULL, err);
}

/* Over what came later, as a step of its own. The steps that were undone go last: this may be one of them. */
static int go_over(struct doing *d, const char *message, int64_t *ret_step, struct err *err)
{
    const struct plan *p = d->plan;

    if (journal_open(p->call, message, &d->journal, err) < 0 ||
        each_place(p, tx_db(p->call->tx), do_place, d, err) < 0 || journal_drop_undone(p->call, err) < 0)
        return -1;
    *ret_step = d->journal.step;
    return 0;
}

static int check_confirmed(const struct plan *p, struct err *err)
{
    if (!p->call->affected) {
        err_set(err, ERR_CHANGED_MEANWHILE, "One of the tasks was changed at this very moment; nothing was done.",
                "step %lld", (long long)p->step);
        return err_action(err, "Try again.");
    }
    if (!json_equal(p->call->affected, bonds(p)))
        return err_set(err, ERR_CONFIRMATION_VOID, "One of the tasks has changed since you were asked.", "step %lld",
                       (long long)p->step);
    return 0;
}

static int go(struct call *c, enum way way, const struct json *args, struct json **ret, struct err *err)
{
    struct plan p = { .call = c, .way = way };
    struct doing d = { .plan = &p, .tasks = json_array(c->arena) };
    const char *message;
    int64_t step;

    if (make_plan(&p, tx_db(c->tx), json_get_int(args, "step", 0), err) < 0)
        return -1;
    step = p.step;
    message = arena_printf(c->arena, "%s: %s", ways[way].done, p.what);
    if (p.n_changed == 0 ? go_quietly(&d, err) < 0
                         : check_confirmed(&p, err) < 0 || go_over(&d, message, &step, err) < 0)
        return -1;
    return task_result(c, d.tasks, message, step, ret);
}

int task_undo(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    return go(c, UNDO, args, ret, err);
}

int task_redo(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    return go(c, REDO, args, ret, err);
}
