/* tools.c - each tool reads its task, works out what it is to be, and writes it as one step, all in the operation's own
 * transaction: of two who change one task at once, the second sees what the first made of it. */
#include "agents/tasks/tools.h"
#include "agents/tasks/arguments.h"
#include "agents/tasks/completion.h"
#include "agents/tasks/store/journal.h"
#include "agents/tasks/store/result.h"
#include "agents/tasks/store/rows.h"
#include "agents/tasks/store/services.h"
#include "agents/tasks/store/times.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "model/tasks.h"
#include "store/store.h"

static const char *title_of(const struct json *task)
{
    return json_get_text(task, "title");
}

/* "Added 'Pay rent'.": for the history, where "tomorrow" would be wrong the day after. */
static const char *kept(struct call *c, const char *did, const struct json *task)
{
    return arena_printf(c->arena, "%s '%s'.", did, title_of(task));
}

/* "Added 'Pay rent', due tomorrow at 17:00, every month." */
static const char *told(struct call *c, const char *did, const struct json *task)
{
    struct buf b CLEANUP(buf_done) = BUF(TASK_ANSWER_BYTES);

    buf_addf(&b, "%s '%s'", did, title_of(task));
    times_add_words(&b, task, world_now(c->world));
    buf_addc(&b, '.');
    return arena_dup(c->arena, b.p, b.n);
}

/* ---- adding ---- */

int task_add(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    char now[TIME_TEXT_BYTES];
    struct json *task;
    int64_t step;

    time_text(world_now(c->world), now);
    task = task_new(c->arena, "", now);
    if (arguments_apply(c, args, task, err) < 0 || journal_one(c, kept(c, "Added", task), NULL, task, &step, err) < 0)
        return -1;
    return task_result(c, task, told(c, "Added", task), step, ret);
}

/* ---- changing ---- */

/* The task that the arguments name, at the version they name. */
static int find(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    int64_t id = json_get_int(args, "task_id", 0);

    if (task_get(tx_db(c->tx), c->arena, c->user, id, ret, err) < 0)
        return -1;
    return task_check_version(args, *ret, err);
}

/* Writes it as a step, and says what was done. */
static int write_one(struct call *c, const char *did, const struct json *before, struct json *after, struct json **ret,
                     struct err *err)
{
    int64_t step;

    if (journal_one(c, kept(c, did, after), before, after, &step, err) < 0)
        return -1;
    return task_result(c, after, told(c, did, after), step, ret);
}

int task_update(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *before, *after;

    if (find(c, args, &before, err) < 0)
        return -1;
    after = json_copy(c->arena, before);
    if (arguments_apply(c, args, after, err) < 0)
        return -1;
    if (journal_same(before, after))
        return task_result(c, before, arena_printf(c->arena, "'%s' is so already.", title_of(before)), 0, ret);
    if (write_one(c, "Updated", before, after, ret, err) < 0)
        return -1;
    if (json_get_text(before, "repeat") && !json_get_text(after, "repeat"))
        json_set(
            c->arena, *ret, "message",
            json_str(c->arena, arena_printf(c->arena, "%s It no longer comes back.", json_get_text(*ret, "message"))));
    return 0;
}

/* ---- done, and not done after all ---- */

/* Done twice, it says when it was done first. */
static int completed_already(struct call *c, struct json *task, struct json **ret, struct err *err)
{
    char words[DUE_WORDS_BYTES];
    struct wall_clock w;
    struct due d;

    if (times_open(c, json_get_text(task, "time_zone"), &w, err) < 0 ||
        times_given(&w, json_get_text(task, "completed_at"), "The time", &d, err) < 0)
        return -1;
    due_words(&d, &w.now, words);
    return task_result(c, task, arena_printf(c->arena, "'%s' was completed already, %s.", title_of(task), words), 0,
                       ret);
}

int task_complete(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *before, *after, *next;
    const char *message;
    struct journal j;

    if (find(c, args, &before, err) < 0)
        return -1;
    if (json_get_text(before, "completed_at"))
        return completed_already(c, before, ret, err);
    after = json_copy(c->arena, before);
    if (completion_apply(c, after, &next, err) < 0)
        return -1;
    message = kept(c, "Completed", before);
    if (journal_begin(c, message, &j, err) < 0 || journal_change(&j, before, after, err) < 0 ||
        (next && journal_change(&j, NULL, next, err) < 0))
        return -1;
    if (next)
        message = arena_printf(c->arena, "%s %s", message, told(c, "Next is", next));
    else if (json_get_text(before, "repeat"))
        message = arena_printf(c->arena, "%s That was the last one.", message);
    task_result(c, after, message, j.step, ret);
    if (next)
        json_set(c->arena, *ret, "next", next);
    return 0;
}

int task_reopen(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *before, *after;

    if (find(c, args, &before, err) < 0)
        return -1;
    if (!json_get_text(before, "completed_at"))
        return task_result(c, before, arena_printf(c->arena, "'%s' is still to be done.", title_of(before)), 0, ret);
    after = json_copy(c->arena, before);
    completion_revert(c, after);
    return write_one(c, "Reopened", before, after, ret, err);
}

/* ---- deleting ---- */

struct looking {
    struct call *call;
    int64_t id;
    struct json *task;
};

static int look(struct db *db, void *arg, struct err *err)
{
    struct looking *l = arg;

    return task_get(db, l->call->arena, l->call->user, l->id, &l->task, err);
}

int task_delete_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    const struct tasks *t = c->service;
    struct looking l = { .call = c, .id = json_get_int(args, "task_id", 0) };

    if (store_read(t->store, look, &l, err) < 0)
        return -1;
    ret->rows = json_push(c->arena, json_array(c->arena), task_bond(c, l.task));
    ret->summary = arena_printf(c->arena, "Delete the task '%s'.", title_of(l.task));
    return 0;
}

/* Only the very task that was confirmed. */
int task_delete(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    int64_t id = json_get_int(args, "task_id", 0);
    const char *message;
    struct json *task;
    int64_t step;

    if (task_find(tx_db(c->tx), c->arena, c->user, id, &task, err) < 0)
        return -1;
    if (!task || !json_equal(json_at(c->affected, 0), task_bond(c, task)))
        return err_set(err, ERR_CONFIRMATION_VOID, "The task has changed since you were asked.", "task %lld",
                       (long long)id);
    message = arena_printf(c->arena, "Deleted '%s'.", title_of(task));
    if (journal_one(c, message, task, NULL, &step, err) < 0)
        return -1;
    return task_result(c, task, message, step, ret);
}
