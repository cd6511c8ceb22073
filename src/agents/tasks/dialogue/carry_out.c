/* carry_out.c - an intent whose tasks are known: the tool is called, and the answer says what came of it.
 *
 * A single task is changed at the version that was looked at. When that has gone the tool refuses, and the person is
 * asked again with the task's present state. Two or more go through tasks.bulk, whose confirmation names each. Nothing
 * is retried: a retry could reach something else.
 */
#include "agents/tasks/dates/due.h"
#include "agents/tasks/dialogue/clarify.h"
#include "agents/tasks/dialogue/dialogue.h"
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/task_change.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "model/tasks.h"
#include <stdlib.h>
#include <string.h>

#define NEAR_LIMIT 20 /* characters left of a title before it is said how many there are */

/* What is done with tasks that are there, by the intent's kind. */
static const struct deed {
    const char *tool, *action; /* for one, and in tasks.bulk for several */
} deeds[] = {
    [INTENT_UPDATE] = { "update_task", "update" },
    [INTENT_COMPLETE] = { "complete_task", "complete" },
    [INTENT_REOPEN] = { "tasks.reopen", "reopen" },
    [INTENT_DELETE] = { "delete_task", "delete" },
};

/* ---- parameters ---- */

/* What is to be taken away is null to the tools. */
static void put(struct turn *t, struct json *v, const char *name, const char *text)
{
    if (text)
        json_set(t->a, v, name, *text ? json_str(t->a, text) : json_null(t->a));
}

static void put_tags(struct turn *t, struct json *v, const char *name, const char *const *tags, size_t n)
{
    struct json *all = json_array(t->a);

    for (size_t i = 0; i < n; i++)
        json_push(t->a, all, json_str(t->a, tags[i]));
    if (n > 0)
        json_set(t->a, v, name, all);
}

/* "PT60M" in the words that the tools take. */
static const char *reminder(struct turn *t, const char *remind)
{
    if (!remind || strncmp(remind, "PT", 2) != 0)
        return remind;
    return arena_printf(t->a, "%ld minutes before", strtol(remind + 2, NULL, 10));
}

/* Adds what is to be set to v, which it returns. `zone` is where the dates are said. */
static struct json *add_set(struct turn *t, struct json *v, const struct task_intent *e, const char *zone)
{
    const struct intent_slots *s = &e->set;

    put(t, v, "title", s->title);
    put(t, v, "description", s->description);
    put(t, v, "due", s->due);
    put(t, v, "remind", reminder(t, s->remind));
    put(t, v, "repeat", s->repeat);
    put(t, v, "priority", s->priority);
    if (s->due || s->remind || s->repeat)
        put(t, v, "time_zone", zone);
    put_tags(t, v, e->kind == INTENT_CREATE ? "tags" : "add_tags", s->tags, s->n_tags);
    put_tags(t, v, "remove_tags", s->untags, s->n_untags);
    return v;
}

/* A date that is only said as seen from the task's own one: so much later or earlier. */
static bool is_moved(const char *due)
{
    return due && (*due == 'P' || *due == '-');
}

/* A day is another one for what has a time, which it keeps unless it is said that it has none. */
static const char *keep_time(struct turn *t, const char *due)
{
    static const char *const none[] = { "any time", "anytime", "all day", "all-day", "whole day", "with no time" };

    if (!due || strlen(due) != DATE_CHARS || !str_is_digit(*due))
        return due;
    for (size_t i = 0; i < COUNT_OF(none); i++)
        if (strcasestr(t->message, none[i]))
            return due;
    return arena_printf(t->a, "T%s", due);
}

/* ---- what came of it ---- */

/* What is left today, to keep going; "" when nothing is to be said. */
static const char *left_today(struct turn *t)
{
    struct json *parameters = json_object(t->a), *tasks;
    int64_t total;
    struct err untold;

    json_set(t->a, parameters, "status", json_str(t->a, "pending"));
    json_set(t->a, parameters, "due", json_str(t->a, "today"));
    json_set(t->a, parameters, "time_zone", json_str(t->a, t->zone_name));
    json_set(t->a, parameters, "limit", json_int(t->a, 1));
    if (turn_look(t, parameters, &tasks, &total, &untold) < 0)
        return "";
    return total > 0 ? arena_printf(t->a, " %lld left today.", (long long)total) : " Well done!";
}

static void say_near_limit(struct turn *t, const struct json *task)
{
    const char *title = json_get_text(task, "title");
    size_t n = str_chars(title, strlen(title));

    if (n + NEAR_LIMIT >= TASK_TITLE_CHARS)
        turn_say(t, "(A title holds %d characters; this one has %zu. More fits into its description.)",
                 TASK_TITLE_CHARS, n);
}

/* What the tool says in a machine's words is said in a friend's, where there is more to it than that. */
static void say_done(struct turn *t, const struct task_intent *e, const struct json *result)
{
    const struct json *data = json_get(result, "data"), *next = json_get(result, "next");
    const char *message = json_get_text(result, "message"), *name;

    if (e->kind == INTENT_COMPLETE && !json_get_int(result, "step", 0) && json_get_text(data, "completed_at")) {
        turn_say(t, "%s was completed already, %s.", turn_name(t, data),
                 turn_when(t, json_get_text(data, "completed_at")));
        return;
    }
    if (!json_is(data, JSON_OBJECT) || !json_get_int(result, "step", 0) || e->kind >= INTENT_UNDO) {
        turn_say(t, "%s", message);
        return;
    }
    name = turn_name(t, data);
    if (e->kind == INTENT_CREATE)
        turn_say(t, "Added %s%s. You got this!", name, turn_details(t, data));
    else if (e->kind == INTENT_COMPLETE && next)
        turn_say(t, "Done: %s. It comes back: due %s.", name, turn_due(t, next));
    else if (e->kind == INTENT_COMPLETE)
        turn_say(t, "Done: %s.%s", name, left_today(t));
    else if (e->kind == INTENT_REOPEN)
        turn_say(t, "%s is open again.", name);
    else if (e->kind == INTENT_DELETE)
        turn_say(t, "Deleted %s. Say \"undo\" to have it back.", name);
    else
        turn_say(t, "Updated: %s%s.", name, turn_details(t, data));
    if (e->set.title && *e->set.title)
        say_near_limit(t, data);
}

static struct json *only(struct turn *t, const struct json *task)
{
    return json_push(t->a, json_array(t->a), json_copy(t->a, task));
}

static void changed(struct turn *t, const struct task_intent *e, const char *tool, const struct json *parameters,
                    const struct json *result)
{
    const struct json *data = json_get(result, "data"); /* the task, or all of them */

    say_done(t, e, result);
    if (e->kind == INTENT_COMPLETE && json_get(data, "id"))
        json_push(t->a, t->completed, json_copy(t->a, json_get(data, "id")));
    resolve_touched(t, json_is(data, JSON_ARRAY) ? data : only(t, data), e->kind == INTENT_DELETE);
    undo_note(t, tool, json_get_int(parameters, "step", 0), json_get_int(result, "step", 0));
}

/* ---- refusals ---- */

/* They are not what the person said yes to any more: how they are now is told, and asked about. */
static int changed_since(struct turn *t, const struct task_intent *e, const struct json *targets, struct err *err)
{
    struct resolved now;
    const struct json *task;

    if (json_len(targets) == 0)
        return turn_told(t, err);
    if (resolve_now(t, targets, &now, err) < 0)
        return turn_told(t, err);
    if (json_len(now.tasks) == 0) {
        turn_ask(t, "That was deleted meanwhile, so there is nothing left to do. Say \"show my tasks\" to see what is "
                    "there.");
        return 0;
    }
    if (now.how == RESOLVED_GONE)
        turn_say(t, "Not all of those are there any more.");
    if (e->kind == INTENT_DELETE || json_len(now.tasks) > 1) {
        turn_say(t, "It has changed since I asked, so I ask again.");
        return turn_do(t, e, now.tasks, err);
    }
    task = json_at(now.tasks, 0);
    resolve_check(t, now.tasks);
    clarify_yes(t, e, now.tasks, turn_deed(t, e, task),
                arena_printf(t->a, "That task was changed at this very moment. It now reads %s%s. Shall I go on?",
                             turn_name(t, task), turn_details(t, task)));
    return 0;
}

int turn_change(struct turn *t, const struct task_intent *e, const struct json *targets, const char *tool,
                struct json *parameters, struct err *err)
{
    struct json *result = NULL;

    if (turn_use(t, tool, parameters, &result, err) == 0) {
        changed(t, e, tool, parameters, result);
        return 0;
    }
    if (err->code == ERR_CONFIRMATION_REQUIRED && json_get(result, "token")) {
        json_unset(parameters, "confirmation_token");
        clarify_token(t, e, targets, tool, parameters, result);
        return 0;
    }
    if (targets &&
        (err->code == ERR_CONFIRMATION_VOID || err->code == ERR_CHANGED_MEANWHILE || err->code == ERR_NOT_FOUND))
        return changed_since(t, e, targets, err);
    if (err->code == ERR_CONFLICT || err->code == ERR_NOT_FOUND) /* undone elsewhere: next time the one before it */
        undo_note(t, tool, json_get_int(parameters, "step", 0), 0);
    return turn_told(t, err);
}

/* ---- to these tasks ---- */

/* "The bloods are sent off, tick that" says it twice. */
static bool is_said_again(const struct turn *t, const struct task_intent *e, const struct json *task)
{
    bool found = false;

    for (size_t i = 0; i < json_len(t->completed); i++)
        found |= json_equal(json_at(t->completed, i), json_get(task, "id"));
    return found && e->kind == INTENT_COMPLETE;
}

static bool is_timed(const struct json *task)
{
    const char *due = json_get_text(task, "due");

    return due && strlen(due) > DATE_CHARS;
}

/* Whether what is said can be done to the date that it has. */
static bool can_move(const struct json *task, const char *due)
{
    return !is_moved(due) || (strstr(due, "PT") ? is_timed(task) : json_get_text(task, "due") != NULL);
}

static int do_one(struct turn *t, const struct task_intent *e, const struct json *task, struct err *err)
{
    struct json *parameters = json_set(t->a, json_object(t->a), "task_id", json_copy(t->a, json_get(task, "id")));
    struct task_intent moved = *e;

    if (!can_move(task, e->set.due)) {
        moved.set.due = NULL;
        clarify_what(t, &moved, task,
                     arena_printf(t->a, "%s has no due time that could be moved. When should it be due?", t->subject));
        return 0;
    }
    if (is_timed(task))
        moved.set.due = keep_time(t, e->set.due);
    if (e->kind == INTENT_UPDATE)
        add_set(t, parameters, &moved, t->zone_name);
    if (e->kind != INTENT_DELETE) /* which the gate binds to the very task */
        json_set(t->a, parameters, "version", json_copy(t->a, json_get(task, "version")));
    return turn_change(t, e, resolve_targets(t, only(t, task)), deeds[e->kind].tool, parameters, err);
}

static int do_several(struct turn *t, const struct task_intent *e, const struct json *tasks, struct err *err)
{
    struct json *parameters = json_object(t->a), *ids = json_array(t->a);
    bool is_any_timed = false;

    for (size_t i = 0; i < json_len(tasks); i++) {
        json_push(t->a, ids, json_copy(t->a, json_get(json_at(tasks, i), "id")));
        is_any_timed |= is_timed(json_at(tasks, i));
    }
    json_set(t->a, parameters, "action", json_str(t->a, deeds[e->kind].action));
    json_set(t->a, parameters, "task_ids", ids);
    if (e->kind == INTENT_UPDATE) {
        struct task_intent moved = *e;
        if (is_any_timed)
            moved.set.due = keep_time(t, e->set.due);
        json_set(t->a, parameters, "set", add_set(t, json_object(t->a), &moved, t->zone_name));
    }
    return turn_change(t, e, resolve_targets(t, tasks), "tasks.bulk", parameters, err);
}

/* Of several, those that are not so already. */
static struct json *to_be_done(struct turn *t, const struct task_intent *e, const struct json *tasks)
{
    struct json *open = json_array(t->a);

    for (size_t i = 0; i < json_len(tasks); i++) {
        bool done = json_get_text(json_at(tasks, i), "completed_at") != NULL;
        if ((e->kind == INTENT_COMPLETE && done) || (e->kind == INTENT_REOPEN && !done))
            continue;
        json_push(t->a, open, json_copy(t->a, json_at(tasks, i)));
    }
    return open;
}

static int do_alone(struct turn *t, const struct task_intent *e, const struct json *task, struct err *err)
{
    struct task_intent amended = *e;

    if (e->kind == INTENT_UNDO)
        return turn_undo_of(t, e, task, err);
    if (e->kind == INTENT_UPDATE) {
        change_refine(t, task, &amended);
        e = &amended;
    }
    if (e->kind == INTENT_UPDATE && turn_sets_nothing(&e->set)) {
        clarify_what(t, e, task,
                     arena_printf(t->a,
                                  "What should be different about %s? Say, for example: \"rename it to call Jane\", "
                                  "\"it is due friday\" or \"make it high priority\".",
                                  t->subject));
        return 0;
    }
    return is_said_again(t, e, task) ? 0 : do_one(t, e, task, err);
}

int turn_do(struct turn *t, const struct task_intent *e, const struct json *tasks, struct err *err)
{
    struct json *open;

    t->subject = turn_names(t, tasks);
    resolve_check(t, tasks);
    resolve_touched(t, tasks, false); /* "it", also where it comes to nothing */
    if (json_len(tasks) == 1)
        return do_alone(t, e, json_at(tasks, 0), err);
    if (e->kind == INTENT_UNDO || (e->kind == INTENT_UPDATE && e->set.title)) {
        turn_ask(t, "That goes with one task at a time. Which one?");
        return 0;
    }
    if (e->kind == INTENT_UPDATE && turn_sets_nothing(&e->set)) {
        turn_ask(t,
                 "What should be different about %s? Say, for example: \"they are due friday\" or \"make them high "
                 "priority\".",
                 t->subject);
        return 0;
    }
    for (size_t i = 0; i < json_len(tasks); i++)
        if (!can_move(json_at(tasks, i), e->set.due)) {
            turn_ask(t, "Not all of them have a due time that could be moved. Which one?");
            return 0;
        }
    open = to_be_done(t, e, tasks);
    if (json_len(open) == 0) {
        turn_say(t, e->kind == INTENT_COMPLETE ? "They are all completed already." : "They are all open already.");
        return 0;
    }
    return do_several(t, e, open, err); /* also the only one left: the person spoke of others too */
}

/* ---- a new one ---- */

/* A title that is too long is offered in two parts, cut between words. */
static int offer_shorter(struct turn *t, const struct task_intent *e)
{
    struct task_intent shorter = *e;
    const char *title = e->set.title;
    size_t n = strlen(title), cut = str_fit_chars(title, n, TASK_TITLE_CHARS), rest;

    for (size_t i = cut; i > cut / 2; i--)
        if (title[i] == ' ') {
            cut = i;
            break;
        }
    rest = str_chars(title + cut, n - cut);
    if (e->set.description)
        rest += 1 + str_chars(e->set.description, strlen(e->set.description));
    if (rest > TASK_DESCRIPTION_CHARS) {
        turn_ask(t, "That is too long: a title holds %d characters and a description %d. Please say it shorter.",
                 TASK_TITLE_CHARS, TASK_DESCRIPTION_CHARS);
        return 0;
    }
    shorter.set.title = arena_dup(t->a, title, cut);
    shorter.set.description = arena_printf(t->a, "%s%s%s", title + cut + (title[cut] == ' '),
                                           e->set.description ? " " : "", e->set.description ? e->set.description : "");
    clarify_yes(t, &shorter, NULL, "Put the rest into the description",
                arena_printf(t->a,
                             "A title holds %d characters, and this one has %zu. Shall I put what does not fit into "
                             "the description?",
                             TASK_TITLE_CHARS, str_chars(title, n)));
    return 0;
}

int turn_create(struct turn *t, const struct task_intent *e, struct err *err)
{
    if (!e->set.title || !*e->set.title) {
        clarify_title(t, e, "What should the task be called?");
        return 0;
    }
    if (str_chars(e->set.title, strlen(e->set.title)) > TASK_TITLE_CHARS)
        return offer_shorter(t, e);
    return turn_change(t, e, NULL, "add_task", add_set(t, json_object(t->a), e, t->zone_name), err);
}
