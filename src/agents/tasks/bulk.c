/* bulk.c - the ids are all there is: no filter is taken, so an empty one can never mean everything.
 *
 * What would come of it is worked out before anybody is asked, so that a date that cannot be read is refused then. Who
 * confirms has seen every title and what is to be different; what is bound is each id and its version, and the days
 * that words like "tomorrow" stood for. Inside the transaction all of it is worked out again before the first task is
 * touched, and one that differs voids the whole.
 */
#include "agents/tasks/bulk.h"
#include "agents/tasks/arguments.h"
#include "agents/tasks/completion.h"
#include "agents/tasks/dates/due.h"
#include "agents/tasks/store/journal.h"
#include "agents/tasks/store/result.h"
#include "agents/tasks/store/rows.h"
#include "agents/tasks/store/services.h"
#include "agents/tasks/store/times.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "store/store.h"
#include <string.h>

/* ---- the tasks ---- */

struct named {
    struct call *call;
    const struct json *ids;
    struct json *tasks;
};

/* All of them, in the order they were named; which one is missing is not told. */
static int find_all(struct db *db, void *arg, struct err *err)
{
    struct named *n = arg;

    n->tasks = json_array(n->call->arena);
    for (size_t i = 0; i < json_len(n->ids); i++) {
        int64_t id = 0;
        struct json *task;
        json_int64(json_at(n->ids, i), &id);
        if (task_find(db, n->call->arena, n->call->user, id, &task, err) < 0)
            return -1;
        if (!task) {
            err_set(err, ERR_NOT_FOUND, "Not all of these tasks are there; nothing was changed.", "task %lld",
                    (long long)id);
            return err_action(err, "List the tasks to see what is there.");
        }
        json_push(n->call->arena, n->tasks, task);
    }
    return 0;
}

/* ---- what comes of it ---- */

struct outcome {
    struct json *each;           /* as it would be, or was before it goes; in the order they were named */
    struct json *before, *after; /* of those that change, side by side; null: it is gone */
    struct json *changed, *next, *left;
};

/* What the action makes of one task: *ret_after is NULL when it goes. */
static int act(struct call *c, const struct json *args, const struct json *before, struct json **ret_after,
               struct json **ret_next, struct err *err)
{
    const char *action = json_get_text(args, "action");
    struct json *after = json_copy(c->arena, before);
    bool is_done = json_get_text(before, "completed_at") != NULL;

    *ret_next = NULL;
    *ret_after = after;
    if (strcmp(action, "delete") == 0)
        *ret_after = NULL;
    else if (strcmp(action, "update") == 0)
        return arguments_apply(c, json_get(args, "set"), after, err);
    else if (strcmp(action, "complete") == 0 && !is_done)
        return completion_apply(c, after, ret_next, err);
    else if (strcmp(action, "reopen") == 0 && is_done)
        completion_revert(c, after);
    return 0;
}

static int work_out(struct call *c, const struct json *args, const struct json *tasks, struct outcome *o,
                    struct err *err)
{
    struct arena *a = c->arena;

    *o = (struct outcome){ json_array(a), json_array(a), json_array(a), json_array(a), json_array(a), json_array(a) };
    for (size_t i = 0; i < json_len(tasks); i++) {
        struct json *before = json_at(tasks, i), *after, *next;
        if (act(c, args, before, &after, &next, err) < 0)
            return -1;
        json_push(a, o->each, after ? after : before);
        if (after && journal_same(before, after)) {
            json_push(a, o->left, before);
            continue;
        }
        json_push(a, o->before, before);
        json_push(a, o->after, after);
        json_push(a, o->changed, after ? after : before);
        if (next)
            json_push(a, o->next, next);
    }
    return 0;
}

/* Each task by its id and version, and the days on which it would be due or remind: "in two hours" may come to a
 * minute later by the time of the yes, but not to another day. */
static struct json *bonds(struct call *c, const struct json *args, const struct json *tasks, const struct outcome *o)
{
    static const char *const names[] = { "due", "remind" };
    struct json *rows = json_array(c->arena);

    for (size_t i = 0; i < json_len(tasks); i++) {
        struct json *row = task_bond(c, json_at(tasks, i));
        for (size_t k = 0; k < COUNT_OF(names); k++) {
            const char *day = json_get_text(json_at(o->each, i), names[k]);
            if (json_get(json_get(args, "set"), names[k]))
                json_set(c->arena, row, names[k], json_strn(c->arena, day ? day : "", day ? DATE_CHARS : 0));
        }
        json_push(c->arena, rows, row);
    }
    return rows;
}

/* ---- asking ---- */

/* "tomorrow at 17:00", or the person's own words where they come to something else for one of the tasks than for
 * another. */
static const char *when_of(struct call *c, const struct outcome *o, const char *field, const char *said)
{
    const struct json *first = json_at(o->each, 0);
    char words[DUE_WORDS_BYTES];
    struct civil now = civil_from_us(world_now(c->world));
    struct due_move m;

    for (size_t i = 1; i < json_len(o->each); i++) {
        if (json_equal(json_get(json_at(o->each, i), field), json_get(first, field)))
            continue;
        if (strcmp(field, "due") != 0 || !due_move_read(said, &m))
            return said;
        due_move_words(&m, &now, words);
        return arena_str(c->arena, words);
    }
    return when_words(first, field, world_now(c->world), words) ? arena_str(c->arena, words) : said;
}

/* "tags home, work". */
static const char *all_of(struct call *c, const struct json *list)
{
    const char *text = json_len(list) ? "" : "none";

    for (size_t i = 0; i < json_len(list); i++)
        text = arena_printf(c->arena, "%s%s%s", text, i ? ", " : "", json_text(json_at(list, i), NULL));
    return text;
}

/* " (due Fri 20 Nov, priority high)": what is to be different. */
static const char *differences(struct call *c, const struct json *args, const struct outcome *o)
{
    static const struct {
        const char *field, *called;
    } parts[] = { { "title", "title" },        { "description", "description" }, { "due", "due" },
                  { "remind", "reminder" },    { "repeat", "repeat" },           { "priority", "priority" },
                  { "tags", "tags" },          { "add_tags", "with the tags" },  { "remove_tags", "without the tags" },
                  { "time_zone", "time zone" } };
    const char *text = "";

    for (size_t i = 0; i < COUNT_OF(parts) && !(i + 1 == COUNT_OF(parts) && *text);
         i++) { /* a zone is only said alone */
        const struct json *v = json_get(json_get(args, "set"), parts[i].field);
        const char *said = json_text(v, NULL);
        if (!v)
            continue;
        said = json_is(v, JSON_ARRAY) ? all_of(c, v) : said && *said ? said : "none";
        if (strcmp(parts[i].field, "due") == 0 || strcmp(parts[i].field, "remind") == 0)
            said = when_of(c, o, parts[i].field, said);
        text = arena_printf(c->arena, "%s%s%s %s", text, *text ? ", " : " (", parts[i].called, said);
    }
    return *text ? arena_printf(c->arena, "%s)", text) : text;
}

/* "3 tasks (due Fri 20 Nov): 'a', 'b' and 'c'." */
static const char *listed(struct call *c, const struct json *tasks, const char *how, size_t most)
{
    return arena_printf(c->arena, "%zu task%s%s: %s.", json_len(tasks), json_len(tasks) == 1 ? "" : "s", how,
                        task_titles(c, tasks, most));
}

int task_bulk_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    const struct tasks *t = c->service;
    const char *action = json_get_text(args, "action");
    struct named n = { .call = c, .ids = json_get(args, "task_ids") };
    struct outcome o;

    if (store_read(t->store, find_all, &n, err) < 0 || work_out(c, args, n.tasks, &o, err) < 0)
        return -1;
    ret->rows = bonds(c, args, n.tasks, &o);
    ret->summary = arena_printf(c->arena, "%c%s %s", action[0] - 'a' + 'A', action + 1,
                                listed(c, n.tasks, differences(c, args, &o), TASK_BULK));
    return 0;
}

/* ---- doing ---- */

static int write_all(struct journal *j, const struct outcome *o, struct err *err)
{
    for (size_t i = 0; i < json_len(o->before); i++) {
        struct json *after = json_at(o->after, i);
        if (journal_change(j, json_at(o->before, i), json_is(after, JSON_NULL) ? NULL : after, err) < 0)
            return -1;
    }
    for (size_t i = 0; i < json_len(o->next); i++)
        if (journal_change(j, NULL, json_at(o->next, i), err) < 0)
            return -1;
    return 0;
}

/* "Completed 2 tasks: 'a' and 'b'. 'c' was so already.": at most so many of them named. */
static const char *told(struct call *c, const char *action, const struct outcome *o, const char *how, size_t most)
{
    const char *did = strcmp(action, "complete") == 0 ? "Completed"
                      : strcmp(action, "reopen") == 0 ? "Reopened"
                      : strcmp(action, "delete") == 0 ? "Deleted"
                                                      : "Updated";
    size_t left = json_len(o->left), next = json_len(o->next);
    const char *message = json_len(o->changed) ? arena_printf(c->arena, "%s %s", did, listed(c, o->changed, how, most))
                                               : arena_printf(c->arena, "Nothing was changed.");

    if (next)
        message = arena_printf(c->arena, "%s %zu of them come%s back.", message, next, next == 1 ? "s" : "");
    if (left)
        message = arena_printf(c->arena, "%s %s %s so already.", message, task_titles(c, o->left, most),
                               left == 1 ? "was" : "were");
    return message;
}

int task_bulk(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const char *action = json_get_text(args, "action");
    struct named n = { .call = c, .ids = json_get(args, "task_ids") };
    struct journal j = { .step = 0 };
    struct outcome o;

    if (find_all(tx_db(c->tx), &n, err) < 0 || work_out(c, args, n.tasks, &o, err) < 0)
        return -1;
    if (!json_equal(bonds(c, args, n.tasks, &o), c->affected))
        return err_set(err, ERR_CONFIRMATION_VOID, "One of the tasks has changed since you were asked.",
                       "the rows differ");
    if (json_len(o.changed) &&
        (journal_begin(c, told(c, action, &o, "", TASK_CHOICES), &j, err) < 0 || write_all(&j, &o, err) < 0))
        return -1;
    return task_result(c, o.changed, told(c, action, &o, differences(c, args, &o), TASK_BULK), j.step, ret);
}
