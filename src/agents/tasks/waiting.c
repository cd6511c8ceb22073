/* waiting.c - asking, and understanding the answer.
 *
 * A question is {"ask": its sort, "errand", "targets", "rest", ...}. What an answer may do is all in there: nothing is
 * looked for anew but how the tasks are now.
 */
#include "agents/tasks/waiting.h"
#include "agents/tasks/errand_json.h"
#include "agents/tasks/refer.h"
#include "agents/tasks/seek.h"
#include "agents/tasks/turn.h"
#include "agents/tasks/which.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "model/answer.h"
#include <string.h>

/* ---- asking ---- */

static struct json *wait_for(struct turn *t, const char *sort, const struct errand *e, struct json *targets)
{
    struct json *w = json_set(t->a, json_object(t->a), "ask", json_str(t->a, sort));

    if (e)
        json_set(t->a, w, "errand", errand_to_json(t->a, e));
    if (targets)
        json_set(t->a, w, "targets", targets);
    json_set(t->a, t->context, "waiting", w);
    t->asked = true;
    return w;
}

static bool shares_title(const struct json *tasks, size_t at)
{
    const char *title = json_get_text(json_at(tasks, at), "title");

    for (size_t i = 0; i < json_len(tasks); i++)
        if (i != at && str_same(title, json_get_text(json_at(tasks, i), "title")))
            return true;
    return false;
}

/* The title; where another has the same, what tells them apart too. */
static const char *label_of(struct turn *t, const struct json *tasks, size_t at)
{
    const struct json *task = json_at(tasks, at);
    const char *name = turn_name(t, task), *created = json_get_text(task, "created_at");

    name = arena_dup(t->a, name + 1, strlen(name) - 2);
    if (!shares_title(tasks, at))
        return name;
    return arena_printf(t->a, "%s%s, added %s", name, turn_details(t, task), turn_when(t, created));
}

void waiting_which(struct turn *t, const struct errand *e, const struct json *tasks, const char *question)
{
    struct json *w = wait_for(t, "which", e, which_targets(t, tasks)), *labels = json_array(t->a);

    turn_ask(t, "%s", question);
    for (size_t i = 0; i < json_len(tasks); i++) {
        const char *label = label_of(t, tasks, i);
        for (size_t k = 0; k < i; k++)
            if (strcmp(label, json_text(json_at(labels, k), NULL)) == 0)
                label = arena_printf(t->a, "%s, number %zu", label, i + 1); /* added within one minute */
        if (i < TASK_CHOICES)
            turn_offer(t, label, json_int(t->a, (int64_t)i + 1));
        json_push(t->a, labels, json_str(t->a, label));
        turn_say(t, "%zu. %s%s", i + 1, label, shares_title(tasks, i) ? "" : turn_details(t, json_at(tasks, i)));
    }
    json_set(t->a, w, "labels", labels);
    which_shown(t, tasks, 0);
}

/* Two things to choose from; yes and no in other words are understood as well. */
static void offer_yes_no(struct turn *t, struct json *w, const char *yes)
{
    turn_offer(t, yes, json_str(t->a, "yes"));
    turn_offer(t, "Leave it as it is", json_str(t->a, "no"));
    json_set(t->a, w, "options", json_copy(t->a, t->options));
}

/* What the question is about, for saying that it was left alone. */
static void set_subject(struct turn *t, struct json *w, const struct json *tasks)
{
    if (json_len(tasks) > 0)
        json_set(t->a, w, "subject", json_str(t->a, turn_names(t, tasks)));
}

void waiting_yes(struct turn *t, const struct errand *e, const struct json *tasks, const char *yes,
                 const char *question)
{
    struct json *w = wait_for(t, "yes", e, tasks ? which_targets(t, tasks) : NULL);

    set_subject(t, w, tasks);
    turn_ask(t, "%s", question);
    offer_yes_no(t, w, yes);
}

void waiting_token(struct turn *t, const struct errand *e, const struct json *targets, const char *tool,
                   const struct json *parameters, const struct json *confirmation)
{
    struct json *w = wait_for(t, "token", e, targets ? json_copy(t->a, targets) : NULL);

    json_set(t->a, w, "tool", json_str(t->a, tool));
    json_set(t->a, w, "parameters", json_copy(t->a, parameters));
    json_set(t->a, w, "token", json_copy(t->a, json_get(confirmation, "token")));
    json_set(t->a, w, "subject", json_str(t->a, t->subject ? t->subject : "that"));
    t->confirmation = confirmation;
    turn_say(t, "%s Are you sure? (yes or no)", json_get_text(confirmation, "summary"));
    t->status = "confirmation_required";
}

void waiting_call(struct turn *t, const struct errand *e, const char *tool, const struct json *parameters,
                  const char *yes, const char *question)
{
    struct json *w = wait_for(t, "call", e, NULL);

    json_set(t->a, w, "tool", json_str(t->a, tool));
    json_set(t->a, w, "parameters", json_copy(t->a, parameters));
    turn_ask(t, "%s", question);
    offer_yes_no(t, w, yes);
}

/* The task that a reading points at by its place, by name; NULL when it does not, or nobody can tell. */
static const char *pointed_at(struct turn *t, const struct errand *e)
{
    struct which_found found;
    struct err untold;

    if (!e->about || refer_read(e->about).kind != REFER_PLACE || which_tasks(t, e, &found, &untold) < 0 ||
        found.how != WHICH_THESE || json_len(found.tasks) != 1)
        return NULL;
    return turn_name(t, json_at(found.tasks, 0));
}

/* A reading in words: what would be done. */
static const char *reading_words(struct turn *t, const struct errand *e)
{
    static const char *const verbs[] = {
        [ERRAND_CREATE] = "Add a task",
        [ERRAND_LIST] = "Show tasks about",
        [ERRAND_UPDATE] = "Change",
        [ERRAND_COMPLETE] = "Complete",
        [ERRAND_REOPEN] = "Reopen",
        [ERRAND_DELETE] = "Delete",
        [ERRAND_UNDO] = "Undo a change",
        [ERRAND_REDO] = "Redo a change",
        [ERRAND_MORE] = "Show more",
        [ERRAND_HELP] = "Say what I can do",
        [ERRAND_COURTESY] = "Nothing, thanks",
    };
    const char *words = e->kind == ERRAND_CREATE ? e->set.title
                        : e->kind == ERRAND_LIST ? e->filter.search
                        : e->kind <= ERRAND_UNDO ? e->about
                                                 : NULL;
    const char *name;
    struct json *task;

    if (e->kind == ERRAND_LIST && !words)
        return "Show your tasks";
    if (!words)
        return verbs[e->kind];
    task = json_set(t->a, json_object(t->a), "title", json_str(t->a, words));
    name = e->kind >= ERRAND_UPDATE && e->kind <= ERRAND_DELETE ? pointed_at(t, e) : NULL;
    return arena_printf(t->a, "%s %s", verbs[e->kind], name ? name : turn_name(t, task));
}

void waiting_reading(struct turn *t, const struct errand *readings, size_t n, const char *question)
{
    struct json *w = wait_for(t, "reading", NULL, NULL), *choices = json_array(t->a);

    turn_ask(t, "%s", question);
    for (size_t i = 0; i < n; i++) {
        const char *label = reading_words(t, &readings[i]);
        struct json *choice = errand_to_json(t->a, &readings[i]);
        turn_say(t, "%zu. %s", i + 1, label);
        turn_offer(t, label, json_int(t->a, (int64_t)i + 1));
        json_push(t->a, choices, json_set(t->a, choice, "label", json_str(t->a, label)));
    }
    turn_say(t, "%zu. None of these", n + 1);
    turn_offer(t, "None of these", json_int(t->a, (int64_t)n + 1));
    json_set(t->a, w, "choices", choices);
}

void waiting_title(struct turn *t, const struct errand *e, const char *question)
{
    wait_for(t, "title", e, NULL);
    turn_ask(t, "%s", question);
}

void waiting_what(struct turn *t, const struct errand *e, const struct json *task, const char *question)
{
    struct json *tasks = json_push(t->a, json_array(t->a), json_copy(t->a, task));

    set_subject(t, wait_for(t, "what", e, which_targets(t, tasks)), tasks);
    turn_ask(t, "%s", question);
    which_touched(t, task, false);
}

void waiting_rest(struct turn *t, const struct errand *errands, size_t n)
{
    struct json *rest = json_array(t->a), *w = json_get(t->context, "waiting");

    for (size_t i = 0; i < n; i++)
        json_push(t->a, rest, errand_to_json(t->a, &errands[i]));
    if (n == 0 || !w)
        return;
    json_set(t->a, w, "rest", rest);
    turn_say(t,
             n == 1 ? "Then I'll go on with the other thing you asked for."
                    : "Then I'll go on with the other %zu things you asked for.",
             n);
}

/* ---- answers ---- */

struct answering {
    struct turn *t;
    const struct json *w; /* what waited */
    const char *message;
    enum errand_reply reply;
    struct errand errand;
};

/* The tasks that were asked about, as they are now; *ret_same: none has changed or gone since. */
static int tasks_now(struct turn *t, const struct json *targets, struct json **ret, bool *ret_same, struct err *err)
{
    struct which_found found;

    if (which_now(t, targets, &found, err) < 0)
        return -1;
    *ret = found.tasks;
    *ret_same = found.how == WHICH_THESE;
    return 0;
}

/* Does it to what was chosen. If that is no longer what the question said, it is asked about as it is now. */
static int do_chosen(struct answering *n, const struct json *targets, struct err *err)
{
    struct json *tasks;
    bool same;

    if (tasks_now(n->t, targets, &tasks, &same, err) < 0)
        return turn_told(n->t, err);
    if (json_len(tasks) == 0 || json_len(tasks) < json_len(targets)) {
        turn_ask(n->t, "%s meanwhile, so I left it. Say \"show my tasks\" to see how things are now.",
                 json_len(targets) == 1 ? "That task was deleted" : "Some of those were deleted");
        return 0;
    }
    if (!same && json_len(tasks) == 1 && n->errand.kind != ERRAND_DELETE) {
        which_told(n->t, json_at(tasks, 0));
        waiting_yes(n->t, &n->errand, tasks, turn_deed(n->t, &n->errand, json_at(tasks, 0)),
                    arena_printf(n->t->a, "That task was changed meanwhile and now reads %s%s. Shall I still do it?",
                                 turn_name(n->t, json_at(tasks, 0)), turn_details(n->t, json_at(tasks, 0))));
        return 0;
    }
    return turn_do(n->t, &n->errand, tasks, err);
}

/* The targets that an answer picks out of those that were offered; NULL: none. */
static struct json *picked(struct answering *n)
{
    const struct json *targets = json_get(n->w, "targets"), *labels = json_get(n->w, "labels");
    struct refer r = refer_read(n->message);
    struct json *found = json_array(n->t->a);
    size_t count = json_len(targets);

    for (size_t i = 0; i < count; i++)
        if (str_same(json_text(json_at(labels, i), NULL), n->message))
            return json_push(n->t->a, found, json_copy(n->t->a, json_at(targets, i)));
    if ((r.kind == REFER_THEM && (!r.count || (size_t)r.count == count)) || (r.kind == REFER_BOTH && count == 2) ||
        (n->reply == REPLY_YES && count == 1))
        return json_copy(n->t->a, targets);
    for (size_t i = 0; r.kind == REFER_PLACE && i < r.n; i++) {
        int place = r.places[i] < 0 ? (int)count + 1 + r.places[i] : r.places[i];
        if (place < 1 || (size_t)place > count)
            return NULL;
        json_push(n->t->a, found, json_copy(n->t->a, json_at(targets, (size_t)place - 1)));
    }
    for (size_t i = 0; r.kind == REFER_NAME && i < count; i++)
        if (seek_fits(n->t, json_text(json_at(labels, i), NULL), n->message))
            json_push(n->t->a, found, json_copy(n->t->a, json_at(targets, i)));
    return json_len(found) > 0 ? found : NULL;
}

/* Words that fit several of those offered have not told which. */
static int answer_which(struct answering *n, bool *ret_answered, struct err *err)
{
    struct json *targets = picked(n), *tasks;
    bool vague =
        (!targets && n->reply == REPLY_YES) || (json_len(targets) > 1 && refer_read(n->message).kind == REFER_NAME);
    bool same;

    if (!targets && !vague)
        return 0;
    *ret_answered = true;
    if (!vague)
        return do_chosen(n, targets, err);
    if (tasks_now(n->t, targets ? targets : json_get(n->w, "targets"), &tasks, &same, err) < 0)
        return turn_told(n->t, err);
    waiting_which(n->t, &n->errand, tasks, "Which of these? Say its number.");
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
    n->errand = errand_from_json(json_at(choices, (size_t)json_get_int(chosen, "value", 1) - 1));
    n->errand.confidence = 1;
    return turn_run(n->t, &n->errand, err);
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
                                         : turn_run(n->t, &n->errand, err);
    if (json_get(n->w, "token"))
        json_set(n->t->a, parameters, "confirmation_token", json_copy(n->t->a, json_get(n->w, "token")));
    return turn_change(n->t, &n->errand, json_get(n->w, "targets"), json_get_text(n->w, "tool"), parameters, err);
}

/* What the words want a task to be, where they are no order to do something else. */
static bool read_words(struct answering *n)
{
    struct errand read[ERRANDS];
    struct errand_set *set = &n->errand.set, given = *set;
    size_t length, count = errand_read(n->t->a, n->message, &n->t->now, read);
    const char *words = str_trim(n->message, strlen(n->message), &length);

    if (n->reply != REPLY_NONE || count > 1 || (count == 1 && read[0].kind != ERRAND_CREATE))
        return false;
    set->title = arena_dup(n->t->a, words, length);
    if (count == 0)
        return true;
    *set = read[0].set;
    set->due = set->due ? set->due : given.due;
    set->remind = set->remind ? set->remind : given.remind;
    set->repeat = set->repeat ? set->repeat : given.repeat;
    set->priority = set->priority ? set->priority : given.priority;
    return set->title != NULL;
}

/* Free words: a title for what is to be added, or for what is to be changed. */
static int answer_words(struct answering *n, bool *ret_answered, struct err *err)
{
    struct json *tasks;
    bool same;

    if (!read_words(n))
        return 0;
    *ret_answered = true;
    if (strcmp(json_get_text(n->w, "ask"), "title") == 0) {
        n->errand.confidence = 1;
        return turn_run(n->t, &n->errand, err);
    }
    if (tasks_now(n->t, json_get(n->w, "targets"), &tasks, &same, err) < 0)
        return turn_told(n->t, err);
    if (json_len(tasks) == 0) {
        turn_ask(n->t, "That task was deleted meanwhile.");
        return 0;
    }
    waiting_yes(
        n->t, &n->errand, tasks, turn_deed(n->t, &n->errand, json_at(tasks, 0)),
        arena_printf(n->t->a, "Shall I rename %s to '%s'?", turn_name(n->t, json_at(tasks, 0)), n->errand.set.title));
    return 0;
}

static int answer(struct answering *n, bool *ret_answered, struct err *err)
{
    const char *sort = json_get_text(n->w, "ask");

    if (!sort)
        return 0;
    if (n->reply == REPLY_NO) {
        *ret_answered = true;
        turn_say(n->t, "All right, nothing was changed.");
        return 0;
    }
    if (strcmp(sort, "which") == 0)
        return answer_which(n, ret_answered, err);
    if (strcmp(sort, "reading") == 0)
        return answer_reading(n, ret_answered, err);
    if (strcmp(sort, "title") == 0 || strcmp(sort, "what") == 0)
        return answer_words(n, ret_answered, err);
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

/* Yes or no as one of the two that were offered. */
static enum errand_reply reply_by_option(const struct json *options, const char *message)
{
    const char *value = json_get_text(answer_option(options, message), "value");

    return !value ? REPLY_NONE : strcmp(value, "yes") == 0 ? REPLY_YES : REPLY_NO;
}

int waiting_settle(struct turn *t, const char *message, const char *token, struct errand ret[static ERRANDS],
                   size_t *ret_n, bool *ret_answered, struct err *err)
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
    n.errand = errand_from_json(json_get(n.w, "errand"));
    n.reply = errand_reply(message);
    if (n.reply == REPLY_NONE && json_get(n.w, "options"))
        n.reply = reply_by_option(json_get(n.w, "options"), message);
    if (token && json_get_text(n.w, "token") && strcmp(token, json_get_text(n.w, "token")) == 0)
        n.reply = REPLY_YES;
    t->errand = &n.errand;
    if (answer(&n, ret_answered, err) < 0)
        return -1;
    t->errand = NULL;
    rest = json_get(n.w, "rest");
    for (size_t i = 0; *ret_answered && i < json_len(rest) && *ret_n < ERRANDS; i++)
        ret[(*ret_n)++] = errand_from_json(json_at(rest, i));
    if (!*ret_answered)
        drop(t, n.w);
    return 0;
}
