/* clarify.c - asking; clarify_answer.c understands the answers.
 *
 * A question is {"ask": its sort, "errand": the intent, "targets", "rest", ...}. It holds everything that an answer may
 * do: nothing is searched for anew, only the tasks' present state is read.
 */
#include "agents/tasks/dialogue/clarify.h"
#include "agents/tasks/dialogue/intent_json.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include <string.h>

/* What is asked about is what "it" means from now on; a reading (no intent yet) may itself say "it". */
static struct json *wait_for(struct turn *t, const char *sort, const struct task_intent *e, struct json *targets)
{
    struct json *w = json_set(t->a, json_object(t->a), "ask", json_str(t->a, sort));

    if (e) {
        json_set(t->a, w, "errand", intent_to_json(t->a, e));
        resolve_meant(t, targets);
    }
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

/* The title, in quotation marks where it could be an answer itself ("2"); where another has the same, what tells them
 * apart too. */
static const char *label_of(struct turn *t, const struct json *tasks, size_t at)
{
    const struct json *task = json_at(tasks, at);
    const char *title = turn_title(t, task), *created = json_get_text(task, "created_at");

    if (reference_read(title).kind != REFERENCE_NAME || reply_read(title) != REPLY_NONE)
        title = turn_name(t, task);
    if (!shares_title(tasks, at))
        return title;
    return arena_printf(t->a, "%s%s, added %s", title, turn_details(t, task), turn_when(t, created));
}

void clarify_which(struct turn *t, const struct task_intent *e, const struct json *tasks, const char *question)
{
    struct json *w = wait_for(t, "which", e, resolve_targets(t, tasks)), *labels = json_array(t->a);

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
    json_set(t->a, w, "relisted", json_bool(t->a, true));
    resolve_shown(t, tasks, 0);
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

void clarify_yes(struct turn *t, const struct task_intent *e, const struct json *tasks, const char *yes,
                 const char *question)
{
    struct json *w = wait_for(t, "yes", e, tasks ? resolve_targets(t, tasks) : NULL);

    set_subject(t, w, tasks);
    turn_ask(t, "%s", question);
    offer_yes_no(t, w, yes);
}

void clarify_token(struct turn *t, const struct task_intent *e, const struct json *targets, const char *tool,
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

void clarify_call(struct turn *t, const struct task_intent *e, const char *tool, const struct json *parameters,
                  const char *yes, const char *question)
{
    struct json *w = wait_for(t, "call", e, NULL);

    json_set(t->a, w, "tool", json_str(t->a, tool));
    json_set(t->a, w, "parameters", json_copy(t->a, parameters));
    turn_ask(t, "%s", question);
    offer_yes_no(t, w, yes);
}

/* The task that a reading points at by its place, by name; NULL when it does not, or nobody can tell. */
static const char *pointed_at(struct turn *t, const struct task_intent *e)
{
    struct resolved found;
    struct err untold;

    if (!e->about || reference_read(e->about).kind != REFERENCE_PLACE || resolve_tasks(t, e, &found, &untold) < 0 ||
        found.how != RESOLVED_THESE || json_len(found.tasks) != 1)
        return NULL;
    return turn_name(t, json_at(found.tasks, 0));
}

/* What would be different about a task, all of it: whoever says yes has to know to what. */
static const char *change_words(struct turn *t, const struct intent_slots *s)
{
    const struct {
        const char *name, *text, *none;
        const char *given; /* NULL: turn_facts() has words for it */
    } parts[] = {
        { "due", s->due, "no due date", s->due && str_is_digit(*s->due) ? NULL : "another due date" },
        { "repeat", s->repeat, "no repeat", NULL },
        { "priority", s->priority, "no priority", NULL },
        { "remind", s->remind, "no reminder", "a reminder" },
        { "description", s->description, "no description", "a description" },
    };
    struct json *task = json_object(t->a), *tags = json_array(t->a);
    const char *more = "", *facts, *name = "";

    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (parts[i].text && *parts[i].text && !parts[i].given)
            json_set(t->a, task, parts[i].name, json_str(t->a, parts[i].text));
        else if (parts[i].text)
            more = arena_printf(t->a, "%s, %s", more, *parts[i].text ? parts[i].given : parts[i].none);
    for (size_t i = 0; i < s->n_tags; i++)
        json_push(t->a, tags, json_str(t->a, s->tags[i]));
    for (size_t i = 0; i < s->n_untags; i++)
        more = arena_printf(t->a, "%s, no #%s", more, s->untags[i]);
    facts = turn_facts(t, json_set(t->a, task, "tags", tags));
    if (s->title)
        name = turn_name(t, json_set(t->a, json_object(t->a), "title", json_str(t->a, s->title)));
    more = *facts || !*more ? more : more + 2;
    return arena_printf(t->a, "%s%s%s%s%s", *name ? " to " : "", name, *facts || *more ? ": " : "", facts, more);
}

/* A reading in words: what would be done. */
static const char *reading_words(struct turn *t, const struct task_intent *e)
{
    static const char *const verbs[] = {
        [INTENT_CREATE] = "Add a task",
        [INTENT_LIST] = "Show tasks about",
        [INTENT_UPDATE] = "Change",
        [INTENT_COMPLETE] = "Complete",
        [INTENT_REOPEN] = "Reopen",
        [INTENT_DELETE] = "Delete",
        [INTENT_UNDO] = "Undo a change",
        [INTENT_REDO] = "Redo a change",
        [INTENT_MORE] = "Show more",
        [INTENT_HELP] = "Say what I can do",
        [INTENT_COURTESY] = "Nothing, thanks",
    };
    const char *words = e->kind == INTENT_CREATE ? e->set.title
                        : e->kind == INTENT_LIST ? e->filter.search
                        : e->kind <= INTENT_UNDO ? e->about
                                                 : NULL;
    const char *name;
    struct json *task;

    if (e->kind == INTENT_LIST && !words)
        return "Show your tasks";
    if (!words)
        return verbs[e->kind];
    task = json_set(t->a, json_object(t->a), "title", json_str(t->a, words));
    name = e->kind >= INTENT_UPDATE && e->kind <= INTENT_DELETE ? pointed_at(t, e) : NULL;
    return arena_printf(t->a, "%s %s%s", verbs[e->kind], name ? name : turn_name(t, task),
                        e->kind == INTENT_UPDATE ? change_words(t, &e->set) : "");
}

void clarify_reading(struct turn *t, const struct task_intent *readings, size_t n, const char *question)
{
    struct json *w = wait_for(t, "reading", NULL, NULL), *choices = json_array(t->a);

    turn_ask(t, "%s", question);
    for (size_t i = 0; i < n; i++) {
        const char *label = reading_words(t, &readings[i]);
        struct json *choice = intent_to_json(t->a, &readings[i]);
        turn_say(t, "%zu. %s", i + 1, label);
        turn_offer(t, label, json_int(t->a, (int64_t)i + 1));
        json_push(t->a, choices, json_set(t->a, choice, "label", json_str(t->a, label)));
    }
    turn_say(t, "%zu. None of these", n + 1);
    turn_offer(t, "None of these", json_int(t->a, (int64_t)n + 1));
    json_set(t->a, w, "choices", choices);
}

void clarify_title(struct turn *t, const struct task_intent *e, const char *question)
{
    wait_for(t, "title", e, NULL);
    turn_ask(t, "%s", question);
}

void clarify_what(struct turn *t, const struct task_intent *e, const struct json *task, const char *question)
{
    struct json *tasks = json_push(t->a, json_array(t->a), json_copy(t->a, task));

    wait_for(t, "what", e, resolve_targets(t, tasks));
    turn_ask(t, "%s", question);
}

void clarify_rest(struct turn *t, const struct task_intent *intents, size_t n)
{
    struct json *rest = json_array(t->a), *w = json_get(t->context, "waiting");

    for (size_t i = 0; i < n; i++)
        json_push(t->a, rest, intent_to_json(t->a, &intents[i]));
    if (n == 0 || !w)
        return;
    json_set(t->a, w, "rest", rest);
    json_set(t->a, w, "relisted", json_bool(t->a, t->listed || t->relisted));
    turn_say(t,
             n == 1 ? "Then I'll go on with the other thing you asked for."
                    : "Then I'll go on with the other %zu things you asked for.",
             n);
}
