/* journal.c - task_steps and task_changes: written here and by undo.c, and by no other. */
#include "agents/tasks/store/journal.h"
#include "agents/tasks/store/rows.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/op.h"
#include "store/db/db.h"
#include "store/store.h"
#include <string.h>

enum { STEP_DONE, STEP_UNDONE, STEP_NUMBER };

static int add_step(struct call *c, const char *what, int state, int64_t *ret, struct err *err)
{
    char now[TIME_TEXT_BYTES];

    time_text(world_now(c->world), now);
    return db_get_int(tx_db(c->tx),
                      "INSERT INTO task_steps (user_id, request_id, made_at, what, state) VALUES ($1, $2, $3, $4, $5)"
                      " RETURNING id",
                      DB_VALUES(DB_S(c->user), DB_S(c->request_id), DB_S(now), DB_S(what), DB_I(state)), ret, err);
}

static int drop_steps(struct call *c, int state, struct err *err)
{
    return db_run(tx_db(c->tx), "DELETE FROM task_steps WHERE user_id = $1 AND state = $2",
                  DB_VALUES(DB_S(c->user), DB_I(state)), NULL, err);
}

int journal_open(struct call *c, const char *what, struct journal *ret, struct err *err)
{
    struct journal j = { .call = c, .db = tx_db(c->tx) };

    if (add_step(c, what, STEP_DONE, &j.step, err) < 0)
        return -1;
    *ret = j;
    return 0;
}

int journal_drop_undone(struct call *c, struct err *err)
{
    return drop_steps(c, STEP_UNDONE, err);
}

int journal_begin(struct call *c, const char *what, struct journal *ret, struct err *err)
{
    return journal_drop_undone(c, err) < 0 ? -1 : journal_open(c, what, ret, err);
}

int journal_one(struct call *c, const char *what, const struct json *before, struct json *after, int64_t *ret_step,
                struct err *err)
{
    struct journal j;

    if (journal_begin(c, what, &j, err) < 0 || journal_change(&j, before, after, err) < 0)
        return -1;
    *ret_step = j.step;
    return 0;
}

/* The one before it goes: only the newest number has to be remembered, and that not by us. */
int journal_number(struct call *c, int64_t *ret, struct err *err)
{
    return drop_steps(c, STEP_NUMBER, err) < 0 ? -1 : add_step(c, "", STEP_NUMBER, ret, err);
}

static struct json *without_version(struct call *c, const struct json *task)
{
    struct json *state = json_copy(c->arena, task);

    json_unset(state, "version");
    return state;
}

/* Whether b has all that a has, but for the version. */
static bool has_all(const struct json *a, const struct json *b)
{
    for (size_t i = 0; i < json_len(a); i++) {
        const char *key = json_key_at(a, i, NULL);
        if (strcmp(key, "version") != 0 && !json_equal(json_at(a, i), json_get(b, key)))
            return false;
    }
    return true;
}

bool journal_same(const struct json *a, const struct json *b)
{
    return a && b ? has_all(a, b) && has_all(b, a) : a == b;
}

/* NULL for a task that is not there. */
static int keep_text(struct call *c, const struct json *task, const char **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(TASK_JSON_BYTES);

    *ret = NULL;
    if (!task)
        return 0;
    json_write(&b, without_version(c, task));
    if (buf_check(&b, err) < 0)
        return -1;
    *ret = arena_dup(c->arena, b.p, b.n);
    return 0;
}

int journal_change(struct journal *j, const struct json *before, struct json *after, struct err *err)
{
    struct call *c = j->call;
    int64_t id = json_get_int(before, "id", 0);
    const char *was, *is;

    if (after ? task_put(j->db, c->arena, c->user, after, j->step, err) < 0
              : task_remove(j->db, c->arena, c->user, id, err) < 0)
        return -1;
    if (keep_text(c, before, &was, err) < 0 || keep_text(c, after, &is, err) < 0)
        return -1;
    return db_run(j->db, "INSERT INTO task_changes (step_id, task_id, before, after) VALUES ($1, $2, $3, $4)",
                  DB_VALUES(DB_I(j->step), DB_I(after ? json_get_int(after, "id", 0) : id), DB_S(was), DB_S(is)), NULL,
                  err);
}
