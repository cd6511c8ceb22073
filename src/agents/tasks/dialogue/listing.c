/* listing.c - lists, and questions about tasks that a list answers.
 *
 * TASK_SHOWN tasks are shown at a time. agent_context.listed holds what was asked for, so that "more" goes on: the list
 * is read again from its beginning and what was shown already is passed over, so that nothing is missed or comes twice
 * when tasks come and go in between.
 */
#include "agents/tasks/dialogue/dialogue.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/list_filter.h"
#include "agents/tasks/resolve/resolve.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "lang/phrase.h"
#include <string.h>

#define TASK_SHOWN 50 /* of a list at once: a screen or two; "more" goes on */

/* ---- showing ---- */

static void number(struct turn *t, const struct json *tasks, size_t from)
{
    for (size_t i = 0; i < json_len(tasks); i++)
        turn_say(t, "%zu. %s%s", from + i + 1, turn_title(t, json_at(tasks, i)), turn_details(t, json_at(tasks, i)));
}

static void remember(struct turn *t, const struct json *parameters, int64_t left)
{
    struct json *listed = json_set(t->a, json_object(t->a), "parameters", json_copy(t->a, parameters));

    json_set(t->a, t->context, "listed", json_set(t->a, listed, "left", json_int(t->a, left)));
}

/* Behind `from` others; as many as `left` come after these. */
static void show(struct turn *t, const struct json *parameters, const struct json *tasks, size_t from, int64_t left)
{
    number(t, tasks, from);
    resolve_shown(t, tasks, from);
    remember(t, parameters, left);
    if (left > 0 && from + json_len(tasks) < TASK_BULK)
        turn_say(t, "%lld more; say \"more\" to go on.", (long long)left);
    else if (left > 0)
        turn_say(t, "%lld more. Say what you look for, and I'll find it.", (long long)left);
}

/* ---- questions ---- */

enum question { ASKS_LIST, ASKS_COUNT, ASKS_WHEN, ASKS_STATE };

/* What is wanted of the list, by the words the question begins with. */
static enum question question_of(const struct task_intent *e)
{
    struct phrase p;
    const char *said = e->said ? e->said : "";

    phrase_split(said, said + strlen(said), &p);
    for (size_t i = 0; i + 1 < p.n; i++)
        if (phrase_word_is(&p.words[i], "how") && phrase_word_is(&p.words[i + 1], "many"))
            return ASKS_COUNT;
    if (p.n > 0 && phrase_word_is(&p.words[0], "when|when's|whens"))
        return ASKS_WHEN;
    if (p.n > 0 && e->filter.search && phrase_word_is(&p.words[0], "did|have|has|is|are|was|were|am|haven't|didn't"))
        return ASKS_STATE;
    return ASKS_LIST;
}

static const char *state_words(struct turn *t, const struct json *task)
{
    const char *due = turn_due(t, task), *done = json_get_text(task, "completed_at");

    if (done)
        return arena_printf(t->a, "Yes, %s was completed %s.", turn_name(t, task), turn_when(t, done));
    return arena_printf(t->a, "No, %s is still open%s%s.", turn_name(t, task), due ? ", due " : "", due ? due : "");
}

static const char *when_words(struct turn *t, const struct json *task)
{
    const char *due = turn_due(t, task);

    if (json_get_text(task, "completed_at"))
        return arena_printf(t->a, "%s is completed already.", turn_name(t, task));
    return due ? arena_printf(t->a, "%s is due %s.", turn_name(t, task), due)
               : arena_printf(t->a, "%s has no due date.", turn_name(t, task));
}

/* Answers in a sentence where one will do; false: the list has to be shown. */
static bool answer(struct turn *t, const struct task_intent *e, const struct narrowed_filter *n,
                   const struct json *tasks, int64_t total)
{
    enum question q = question_of(e);
    const struct json *task = json_at(tasks, 0);

    if (q == ASKS_COUNT) {
        turn_say(t, "You have %lld %s.", (long long)total, turn_filter_words(t, &n->filter, total == 1));
        return true;
    }
    if (total != 1 || (q != ASKS_WHEN && q != ASKS_STATE) || (n->without && !e->filter.is_guess))
        return false;
    turn_say(t, "%s", q == ASKS_WHEN ? when_words(t, task) : state_words(t, task));
    resolve_touched(t, tasks, false);
    return true;
}

/* ---- the list ---- */

static void say_none(struct turn *t, const struct task_filter *f)
{
    turn_say(t,
             turn_filter_is_empty(f) ? "You have no %s. Tell me what you want to do, and I'll add it."
                                     : "You have no %s.",
             turn_filter_words(t, f, false));
}

/* Tasks of the list that was shown, one by one; *ret_shown is false where the words do not tell which. */
static int show_pointed(struct turn *t, const struct task_intent *e, bool *ret_shown, struct err *err)
{
    struct resolved f;

    *ret_shown = false;
    if (!e->about || !turn_filter_is_empty(&e->filter) || reference_read(e->about).kind != REFERENCE_PLACE)
        return 0;
    if (resolve_tasks(t, e, &f, err) < 0)
        return -1;
    *ret_shown = f.how == RESOLVED_THESE || f.how == RESOLVED_CHANGED;
    for (size_t i = 0; *ret_shown && i < json_len(f.tasks); i++) {
        const struct json *task = json_at(f.tasks, i);
        turn_say(t, "%s%s", turn_name(t, task), turn_details(t, task));
        resolve_told(t, task);
    }
    if (*ret_shown)
        resolve_touched(t, f.tasks, false);
    return 0;
}

int turn_list(struct turn *t, const struct task_intent *e, struct err *err)
{
    struct json *parameters, *result, *tasks;
    struct narrowed_filter n;
    int64_t total;
    bool shown;

    if (show_pointed(t, e, &shown, err) < 0)
        return turn_told(t, err);
    if (shown)
        return 0;
    if (filter_narrow(t, &e->filter, &n, err) < 0)
        return turn_told(t, err);
    parameters = json_set(t->a, turn_filter(t, &n.filter), "limit", json_int(t->a, TASK_SHOWN));
    if (turn_use(t, "list_tasks", parameters, &result, err) < 0)
        return turn_told(t, err);
    tasks = json_get(result, "data");
    total = json_get_int(result, "total", (int64_t)json_len(tasks));
    if (answer(t, e, &n, tasks, total))
        return 0;
    if (json_len(tasks) == 0) { /* no list was shown: numbers mean what they meant, but "it" would be one of these */
        resolve_meant(t, NULL);
        say_none(t, &n.filter);
        return 0;
    }
    turn_say(t, "Here are your %s%s%s%s:", turn_filter_words(t, &n.filter, false), n.without ? " (nothing about '" : "",
             n.without ? n.without : "", n.without ? "')" : "");
    show(t, parameters, tasks, 0, total - (int64_t)json_len(tasks));
    return 0;
}

/* Those that come next; *ret_shown is how many of these tasks were shown already. */
static struct json *not_shown(struct turn *t, const struct json *tasks, size_t *ret_shown)
{
    const struct json *shown = json_get(t->talk.metadata, "task_references");
    struct json *others = json_array(t->a);

    *ret_shown = 0;
    for (size_t i = 0; i < json_len(tasks); i++) {
        const struct json *id = json_get(json_at(tasks, i), "id");
        bool there = false;
        for (size_t k = 0; k < json_len(shown) && !there; k++)
            there = json_equal(json_at(shown, k), id);
        *ret_shown += there;
        if (!there && json_len(others) < TASK_SHOWN)
            json_push(t->a, others, json_copy(t->a, json_at(tasks, i)));
    }
    return others;
}

int turn_more(struct turn *t, struct err *err)
{
    const struct json *listed = json_get(t->context, "listed");
    struct json *parameters = json_copy(t->a, json_get(listed, "parameters")), *tasks, *result;
    size_t shown = json_len(json_get(t->talk.metadata, "task_references")), still;
    bool is_over = !listed || json_get_int(listed, "left", 0) <= 0 || shown >= TASK_BULK;
    int64_t total;

    if (is_over && json_len(t->calls) > 0) /* "I've paid the rent, now show me the rest" */
        return turn_list(t, &(struct task_intent){ .kind = INTENT_LIST, .filter.status = "pending" }, err);
    if (is_over) {
        turn_say(t, "That was all of the list. Say \"show my tasks\" to see it again.");
        return 0;
    }
    json_set(t->a, parameters, "limit", json_int(t->a, (int64_t)shown + TASK_SHOWN));
    if (turn_use(t, "list_tasks", parameters, &result, err) < 0)
        return turn_told(t, err);
    total = json_get_int(result, "total", 0);
    tasks = not_shown(t, json_get(result, "data"), &still);
    if (json_len(tasks) == 0)
        turn_say(t, "That was all of it.");
    else
        show(t, parameters, tasks, shown, total - (int64_t)(still + json_len(tasks)));
    return 0;
}

int turn_choices(struct turn *t, const struct task_intent *e, struct json **ret, struct err *err)
{
    struct json *parameters = json_object(t->a);

    if (e->kind == INTENT_COMPLETE || e->kind == INTENT_REOPEN)
        json_set(t->a, parameters, "status", json_str(t->a, e->kind == INTENT_REOPEN ? "completed" : "pending"));
    json_set(t->a, parameters, "limit", json_int(t->a, TASK_SHOWN));
    return turn_look(t, parameters, ret, NULL, err);
}
