/* errands.c - an errand from its beginning: which tasks it is about, and whether that is sure enough to go on.
 *
 * Whenever it is not, the person is asked, with the tasks it could be; nothing is ever taken for the likelier one.
 */
#include "agents/tasks/refer.h"
#include "agents/tasks/seek.h"
#include "agents/tasks/turn.h"
#include "agents/tasks/waiting.h"
#include "agents/tasks/which.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include <string.h>

const char *turn_deed(struct turn *t, const struct errand *e, const struct json *task)
{
    const char *verb = e->kind == ERRAND_UPDATE     ? "Change"
                       : e->kind == ERRAND_COMPLETE ? "Complete"
                       : e->kind == ERRAND_REOPEN   ? "Reopen"
                       : e->kind == ERRAND_DELETE   ? "Delete"
                                                    : "Undo the last change of";

    return arena_printf(t->a, "%s %s", verb, turn_name(t, task));
}

/* ---- which tasks ---- */

/* The list as it is now, and which of them it is. */
static int ask_from_list(struct turn *t, const struct errand *e, const char *lead, struct err *err)
{
    struct json *tasks;

    if (turn_choices(t, e, &tasks, err) < 0)
        return turn_told(t, err);
    if (json_len(tasks) == 0)
        turn_ask(t, "There is nothing to choose from: you have no such tasks. Tell me what you want to do, and I'll "
                    "add it.");
    else
        waiting_which(t, e, tasks, lead);
    return 0;
}

static int changed_in_list(struct turn *t, const struct errand *e, const struct which_found *f, struct err *err)
{
    const struct json *task = json_at(f->tasks, 0);
    const char *place = f->place ? f->place : "One of them";

    if (json_len(f->tasks) > 1) {
        turn_say(t, "Not all of them are what they were when I showed them.");
        return turn_do(t, e, f->tasks, err);
    }
    if (e->kind == ERRAND_DELETE) {
        turn_say(t, "%s has changed since I showed it.", place);
        return turn_do(t, e, f->tasks, err);
    }
    if (f->place && strcmp(f->place, "It") != 0)
        which_told(t, task);
    else
        which_check(t, f->tasks);
    waiting_yes(t, e, f->tasks, turn_deed(t, e, task),
                arena_printf(t->a, "%s has changed since I showed it. It now reads %s%s. Shall I go on?", place,
                             turn_name(t, task), turn_details(t, task)));
    return 0;
}

static const char *several_words(struct turn *t, const struct which_found *f)
{
    if (f->total > (int64_t)json_len(f->tasks))
        return arena_printf(t->a, "%lld tasks could be meant. Which one? Here are the newest of them.",
                            (long long)f->total);
    return arena_printf(t->a, "I found %lld tasks that could be meant. Which one?", (long long)f->total);
}

/* As many as can be chosen from at a glance. */
static struct json *first_of(struct turn *t, const struct json *tasks)
{
    struct json *some = json_array(t->a);

    for (size_t i = 0; i < json_len(tasks) && i < TASK_CHOICES; i++)
        json_push(t->a, some, json_copy(t->a, json_at(tasks, i)));
    return some;
}

static int found(struct turn *t, const struct errand *e, const struct which_found *f, struct err *err)
{
    const char *about = e->about ? e->about : "that";

    switch (f->how) {
    case WHICH_THESE:
        return turn_do(t, e, f->tasks, err);
    case WHICH_CHANGED:
        return changed_in_list(t, e, f, err);
    case WHICH_ONE_OF:
        waiting_which(t, e, first_of(t, f->tasks), several_words(t, f));
        return 0;
    case WHICH_NEAR:
        waiting_which(t, e, f->tasks,
                      arena_printf(t->a, "I found no task called '%s'. Did you mean %s?", about,
                                   json_len(f->tasks) == 1 ? "this one" : "one of these"));
        return 0;
    case WHICH_NONE:
        turn_ask(t, "I couldn't find a task called '%s'. Say \"show my tasks\" to see what is there.", about);
        return 0;
    case WHICH_NO_LIST:
        return ask_from_list(t, e, "Which task is that? Here is the list as it is now.", err);
    case WHICH_STALE:
        return ask_from_list(t, e, "It is a while since I showed you the list. Here it is again: which one?", err);
    case WHICH_NO_PLACE:
        return ask_from_list(t, e, "The list has no such number. Here it is as it is now: which one?", err);
    case WHICH_GONE:
        break;
    }
    return ask_from_list(t, e,
                         arena_printf(t->a,
                                      "%s was deleted since I showed it. Here is the list as it is now: which one?",
                                      f->place ? f->place : "One of them"),
                         err);
}

/* ---- all that fit ---- */

static bool is_empty(const struct errand_filter *f)
{
    return !f->status && !f->priority && !f->tag && !f->search && !f->has_due && !f->no_due;
}

/* Without a filter, everything is what the person has just seen, and nothing else. */
static int every_shown(struct turn *t, const struct errand *e, struct err *err)
{
    struct which_found f;

    if (!which_has_list(t))
        return ask_from_list(t, e,
                             "I don't touch everything unseen. Here is the list: which of these? Say the numbers, "
                             "or \"all of them\".",
                             err);
    if (json_len(which_list(t)) > TASK_BULK) {
        turn_ask(t, "That is more than the %d tasks I change at once.", TASK_BULK);
        return 0;
    }
    if (which_now(t, which_list(t), &f, err) < 0)
        return turn_told(t, err);
    if (f.how == WHICH_THESE)
        turn_say(t, "By that I take the %zu shown.", json_len(f.tasks));
    return found(t, e, &f, err);
}

/* A search finds words by their beginnings too, as somebody types; who says a word means that word. */
static struct json *that_fit(struct turn *t, const struct json *tasks, const char *words)
{
    struct json *fit = json_array(t->a);

    for (size_t i = 0; i < json_len(tasks); i++) {
        const struct json *task = json_at(tasks, i), *tags = json_get(task, "tags");
        const char *description = json_get_text(task, "description");
        const char *text = arena_printf(t->a, "%s %s", json_get_text(task, "title"), description ? description : "");
        for (size_t k = 0; k < json_len(tags); k++)
            text = arena_printf(t->a, "%s %s", text, json_text(json_at(tags, k), NULL));
        if (seek_fits(t, text, words))
            json_push(t->a, fit, json_copy(t->a, task));
    }
    return fit;
}

static int every(struct turn *t, const struct errand *e, struct err *err)
{
    struct errand_filter filter = e->filter;
    struct json *parameters, *tasks;
    int64_t total;

    if (is_empty(&filter) && e->about && refer_read(e->about).kind == REFER_NAME)
        filter.search = seek_words(t, e->about);
    if (is_empty(&filter))
        return every_shown(t, e, err);
    if (!filter.status && e->kind != ERRAND_DELETE)
        filter.status = e->kind == ERRAND_REOPEN ? "completed" : "pending";
    parameters = json_set(t->a, turn_filter(t, &filter), "limit", json_int(t->a, TASK_BULK));
    if (turn_look(t, parameters, &tasks, &total, err) < 0)
        return turn_told(t, err);
    if (filter.search)
        tasks = that_fit(t, tasks, filter.search);
    if (total > TASK_BULK)
        turn_ask(t, "That would be %lld tasks, and I change at most %d at once. Please say it more narrowly.",
                 (long long)total, TASK_BULK);
    else if (json_len(tasks) == 0)
        turn_say(t, "There is no such task, so there is nothing to do.");
    else if (json_len(tasks) == 1 && filter.search &&
             !seek_fits(t, json_get_text(json_at(tasks, 0), "title"), filter.search))
        waiting_which(t, e, tasks, "I found one that only mentions it. Did you mean this one?");
    else
        return turn_do(t, e, tasks, err);
    return 0;
}

static int on_tasks(struct turn *t, const struct errand *e, struct err *err)
{
    struct which_found f;

    if (e->every)
        return every(t, e, err);
    if (which_tasks(t, e, &f, err) < 0)
        return turn_told(t, err);
    return found(t, e, &f, err);
}

/* ---- any errand ---- */

int turn_run(struct turn *t, const struct errand *e, struct err *err)
{
    switch (e->kind) {
    case ERRAND_CREATE:
        return turn_create(t, e, err);
    case ERRAND_LIST:
        return turn_list(t, e, err);
    case ERRAND_UPDATE:
    case ERRAND_COMPLETE:
    case ERRAND_REOPEN:
    case ERRAND_DELETE:
        return on_tasks(t, e, err);
    case ERRAND_UNDO:
        return turn_undo(t, e, err);
    case ERRAND_REDO:
        return turn_redo(t, e, err);
    case ERRAND_MORE:
        return turn_more(t, err);
    case ERRAND_HELP:
        turn_help(t);
        return 0;
    case ERRAND_COURTESY:
        break;
    }
    turn_courtesy(t, e);
    return 0;
}
