/* clarify_answer.c - the answer to a question that waits (clarify.h).
 *
 * A message is an answer only where it could be nothing else: an order of its own is carried out instead, whatever
 * words it shares with the offers, and a yes answers the last question and no other. What was chosen is looked up once
 * more before anything is done to it.
 */
#include "agents/tasks/dates/due.h"
#include "agents/tasks/dialogue/clarify.h"
#include "agents/tasks/dialogue/dialogue.h"
#include "agents/tasks/dialogue/intent_json.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/title_search.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "model/answer.h"
#include <string.h>

struct answering {
    struct turn *t;
    const struct json *w; /* what waited */
    const char *message;
    enum reply_kind reply;
    struct task_intent intent;                /* that it is about */
    struct task_intent read[MESSAGE_INTENTS]; /* what the message is, read by itself */
    size_t n_read;
};

/* Does it to what was chosen. If that is no longer what the question said, it is asked about as it is now. */
static int do_chosen(struct answering *n, const struct json *targets, struct err *err)
{
    struct resolved now;
    const struct json *task;

    if (resolve_now(n->t, targets, &now, err) < 0)
        return turn_told(n->t, err);
    if (now.how == RESOLVED_GONE) {
        turn_ask(n->t, "%s meanwhile, so I left it. Say \"show my tasks\" to see how things are now.",
                 json_len(targets) == 1 ? "That task was deleted" : "Some of those were deleted");
        return 0;
    }
    task = json_at(now.tasks, 0);
    if (now.how == RESOLVED_CHANGED && json_len(now.tasks) == 1 && n->intent.kind != INTENT_DELETE) {
        resolve_told(n->t, task);
        clarify_yes(n->t, &n->intent, now.tasks, turn_deed(n->t, &n->intent, task),
                    arena_printf(n->t->a, "That task was changed meanwhile and now reads %s%s. Shall I still do it?",
                                 turn_name(n->t, task), turn_details(n->t, task)));
        return 0;
    }
    return turn_do_most(n->t, &n->intent, now.tasks, err);
}

/* Whether the message is surely an order of its own, whatever else its words fit: "show my tasks", where one of those
 * offered is "prepare the show". */
static bool is_order(const struct answering *n)
{
    for (size_t i = 0; i < n->n_read; i++)
        if (n->read[i].kind != INTENT_COURTESY && turn_is_sure(&n->read[i]))
            return true;
    return false;
}

/* Whether it wants something else done to the tasks: "okay, complete it" is no yes to deleting it. */
static bool is_other_deed(const struct answering *n)
{
    for (size_t i = 0; i < n->n_read; i++)
        if (n->read[i].kind >= INTENT_UPDATE && n->read[i].kind <= INTENT_DELETE && n->read[i].kind != n->intent.kind &&
            turn_is_sure(&n->read[i]))
            return true;
    return false;
}

/* The targets that an answer picks out of those that were offered; NULL: none. */
static struct json *picked(struct answering *n)
{
    const struct json *targets = json_get(n->w, "targets"), *labels = json_get(n->w, "labels");
    struct reference r = reference_read(n->message);
    struct json *found = json_array(n->t->a);
    size_t count = json_len(targets);

    for (size_t i = 0; i < count; i++)
        if (str_same(json_text(json_at(labels, i), NULL), n->message))
            return json_push(n->t->a, found, json_copy(n->t->a, json_at(targets, i)));
    if (n->reply == REPLY_YES && count == 1)
        return json_copy(n->t->a, targets);
    if ((r.kind == REFERENCE_NAME || r.kind == REFERENCE_THEM) &&
        is_order(n)) /* "my tasks" may mean those offered, or a list */
        return NULL;
    if ((r.kind == REFERENCE_THEM && (!r.count || (size_t)r.count == count)) ||
        (r.kind == REFERENCE_BOTH && count == 2))
        return json_copy(n->t->a, targets);
    for (size_t i = 0; r.kind == REFERENCE_PLACE && i < r.n; i++) {
        int place = reference_place(r.places[i], (int)count);
        if (place < 1 || (size_t)place > count)
            return NULL;
        json_push(n->t->a, found, json_copy(n->t->a, json_at(targets, (size_t)place - 1)));
    }
    for (size_t i = 0; r.kind == REFERENCE_NAME && i < count; i++)
        if (search_fits(n->t, json_text(json_at(labels, i), NULL), n->message))
            json_push(n->t->a, found, json_copy(n->t->a, json_at(targets, i)));
    return json_len(found) > 0 ? found : NULL;
}

/* Words that fit several of those offered have not told which. */
static int answer_which(struct answering *n, bool *ret_answered, struct err *err)
{
    struct json *targets = picked(n);
    bool vague = (!targets && n->reply == REPLY_YES) ||
                 (json_len(targets) > 1 && reference_read(n->message).kind == REFERENCE_NAME);
    struct resolved now;

    if (!targets && !vague)
        return 0;
    *ret_answered = true;
    if (!vague)
        return do_chosen(n, targets, err);
    if (resolve_now(n->t, targets ? targets : json_get(n->w, "targets"), &now, err) < 0)
        return turn_told(n->t, err);
    if (json_len(now.tasks) == 0)
        turn_ask(n->t, "They were all deleted meanwhile.");
    else
        clarify_which(n->t, &n->intent, now.tasks, "Which of these? Say its number.");
    return 0;
}

static int answer_reading(struct answering *n, bool *ret_answered, struct err *err)
{
    const struct json *choices = json_get(n->w, "choices");
    struct json *options = json_array(n->t->a);
    const struct json *chosen;

    for (size_t i = 0; i <= json_len(choices); i++) {
        const char *label = i < json_len(choices) ? json_get_text(json_at(choices, i), "label") : "None of these";
        struct json *option = json_set(n->t->a, json_object(n->t->a), "label", json_str(n->t->a, label));
        json_push(n->t->a, options, json_set(n->t->a, option, "value", json_int(n->t->a, (int64_t)i + 1)));
    }
    chosen = answer_option(options, n->message);
    if (!chosen && n->reply == REPLY_YES && json_len(choices) == 1)
        chosen = json_at(options, 0);
    if (!chosen)
        return 0;
    *ret_answered = true;
    if ((size_t)json_get_int(chosen, "value", 0) > json_len(choices)) {
        turn_say(n->t, "All right. Say it another way, and I'll try again.");
        return 0;
    }
    n->intent = intent_from_json(json_at(choices, (size_t)json_get_int(chosen, "value", 1) - 1));
    n->intent.confidence = 1;
    return turn_run(n->t, &n->intent, err);
}

static int answer_yes(struct answering *n, bool *ret_answered, struct err *err)
{
    const char *sort = json_get_text(n->w, "ask");
    struct json *parameters = json_copy(n->t->a, json_get(n->w, "parameters"));

    if (n->reply != REPLY_YES)
        return 0;
    *ret_answered = true;
    if (strcmp(sort, "yes") == 0)
        return json_get(n->w, "targets") ? do_chosen(n, json_get(n->w, "targets"), err)
                                         : turn_run(n->t, &n->intent, err);
    if (json_get(n->w, "token"))
        json_set(n->t->a, parameters, "confirmation_token", json_copy(n->t->a, json_get(n->w, "token")));
    return turn_change(n->t, &n->intent, json_get(n->w, "targets"), json_get_text(n->w, "tool"), parameters, err);
}

/* What the words want a task to be, beside what was said before; false where they are an order to do something else. */
static bool read_words(struct answering *n)
{
    struct intent_slots *set = &n->intent.set, given = *set;
    size_t length;
    const char *words = str_trim(n->message, strlen(n->message), &length);

    if (n->reply != REPLY_NONE || n->n_read > 1 || (n->n_read == 1 && n->read[0].kind != INTENT_CREATE))
        return false;
    set->title = arena_dup(n->t->a, words, length);
    if (n->n_read == 0)
        return true;
    *set = n->read[0].set;
    set->description = set->description ? set->description : given.description;
    set->due = set->due ? set->due : given.due;
    set->remind = set->remind ? set->remind : given.remind;
    set->repeat = set->repeat ? set->repeat : given.repeat;
    set->priority = set->priority ? set->priority : given.priority;
    for (size_t i = 0; i < given.n_tags && set->n_tags < TASK_TAGS; i++)
        set->tags[set->n_tags++] = given.tags[i];
    return set->title != NULL;
}

/* Nothing but a date. */
static bool read_due(struct answering *n)
{
    char text[TIME_TEXT_BYTES];
    struct due due;

    if (!due_read(n->message, &n->t->now, &due) || due.is_elapsed)
        return false;
    due_text(&due, text);
    n->intent.set.due = arena_str(n->t->a, text);
    return true;
}

/* Free words: a title for what is to be added. */
static int answer_title(struct answering *n, bool *ret_answered, struct err *err)
{
    *ret_answered = read_words(n);
    if (!*ret_answered)
        return 0;
    n->intent.confidence = 1;
    return turn_run(n->t, &n->intent, err);
}

/* What is to be different: when it is due; else a title, which is asked about. */
static int answer_what(struct answering *n, bool *ret_answered, struct err *err)
{
    struct resolved now;
    const struct json *task;

    *ret_answered = true;
    if (read_due(n))
        return do_chosen(n, json_get(n->w, "targets"), err);
    *ret_answered = read_words(n);
    if (!*ret_answered)
        return 0;
    if (resolve_now(n->t, json_get(n->w, "targets"), &now, err) < 0)
        return turn_told(n->t, err);
    task = json_at(now.tasks, 0);
    if (task)
        clarify_yes(n->t, &n->intent, now.tasks, turn_deed(n->t, &n->intent, task),
                    arena_printf(n->t->a, "Shall I rename %s to '%s'?", turn_name(n->t, task), n->intent.set.title));
    else
        turn_ask(n->t, "That task was deleted meanwhile.");
    return 0;
}

static int answer(struct answering *n, bool *ret_answered, struct err *err)
{
    const char *sort = json_get_text(n->w, "ask");

    if (!sort)
        return 0;
    if (n->reply == REPLY_NO) {
        *ret_answered = true;
        resolve_meant(n->t, NULL); /* "it" could be this, or what was dealt with before */
        turn_say(n->t, "All right, nothing was changed.");
        return 0;
    }
    if (strcmp(sort, "which") == 0)
        return answer_which(n, ret_answered, err);
    if (strcmp(sort, "reading") == 0)
        return answer_reading(n, ret_answered, err);
    if (strcmp(sort, "title") == 0)
        return answer_title(n, ret_answered, err);
    if (strcmp(sort, "what") == 0)
        return answer_what(n, ret_answered, err);
    return answer_yes(n, ret_answered, err);
}

/* What was not answered is dropped, and the person is told what was not done. */
static void drop(struct turn *t, const struct json *w)
{
    const char *subject = json_get_text(w, "subject");

    if (subject)
        turn_say(t, "I left %s alone.", subject);
    if (json_len(json_get(w, "rest")) > 0)
        turn_say(t, "I did not go on with what came after it.");
}

/* Yes or no as one of the two that were offered. They have no numbers to be seen: "task 1" means a task. */
static enum reply_kind reply_by_option(const struct json *options, const char *message)
{
    bool is_bare = message[strspn(message, "#0123456789 ")] == '\0';
    const struct json *option =
        is_bare || reference_read(message).kind == REFERENCE_NAME ? answer_option(options, message) : NULL;
    const char *value = json_get_text(option, "value");

    return !value ? REPLY_NONE : strcmp(value, "yes") == 0 ? REPLY_YES : REPLY_NO;
}

static enum reply_kind reply_of(const struct answering *n, const char *token)
{
    enum reply_kind reply = token ? REPLY_YES : reply_read(n->message);

    if (!token && reply == REPLY_YES && is_other_deed(n))
        return REPLY_NONE;
    return reply == REPLY_NONE ? reply_by_option(json_get(n->w, "options"), n->message) : reply;
}

/* A token answers the question it was given with, and no other that has come since. */
static bool is_for(const struct answering *n, const char *token)
{
    const char *own = json_get_text(n->w, "token");

    return !token || (own && strcmp(token, own) == 0);
}

int clarify_settle(struct turn *t, const char *message, const char *token,
                   struct task_intent ret[static MESSAGE_INTENTS], size_t *ret_n, bool *ret_answered, struct err *err)
{
    struct json *w = json_get(t->context, "waiting");
    struct answering n = { .t = t, .message = message };
    const struct json *rest;

    *ret_n = 0;
    *ret_answered = false;
    if (!w)
        return 0;
    n.w = json_copy(t->a, w);
    json_unset(t->context, "waiting");
    n.intent = intent_from_json(json_get(n.w, "errand"));
    n.n_read = intents_read(t->a, message, &t->now, n.read);
    n.reply = reply_of(&n, token);
    t->intent = &n.intent;
    t->relisted = json_get_truth(n.w, "relisted");
    if (is_for(&n, token) && answer(&n, ret_answered, err) < 0)
        return -1;
    t->intent = NULL;
    if (!*ret_answered) {
        t->relisted = false;
        drop(t, n.w);
        return 0;
    }
    rest = json_get(n.w, "rest");
    for (size_t i = 0; i < json_len(rest) && *ret_n < MESSAGE_INTENTS; i++)
        ret[(*ret_n)++] = intent_from_json(json_at(rest, i));
    return 0;
}
