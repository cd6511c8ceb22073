/* undo_turn.c - undo and redo in a conversation.
 *
 * agent_context.steps holds the numbers of the last changes made here, agent_context.undone those that were undone and
 * can be redone. A change that was made elsewhere is never undone without being named and asked about. tasks.undo sees
 * whether a task was changed since; then it asks, and its question is handed on.
 */
#include "agents/tasks/dialogue/clarify.h"
#include "agents/tasks/dialogue/dialogue.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/title_search.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "gate/gate.h"
#include "lang/phrase.h"
#include <string.h>

#define STEPS_KEPT 20  /* changes of one conversation that can be taken back by "undo", one after the other */
#define STEPS_READ 100 /* changes looked through for what was said */

/* ---- what is remembered ---- */

static struct json *list_in(struct turn *t, const char *name)
{
    if (!json_is(json_get(t->context, name), JSON_ARRAY))
        json_set(t->a, t->context, name, json_array(t->a));
    return json_get(t->context, name);
}

static int64_t number_at(const struct json *list, size_t i)
{
    int64_t step = 0;

    return json_int64(json_at(list, i), &step) ? step : 0;
}

/* The list without a number, and with it at its end where it is to be added; the oldest go. */
static void keep(struct turn *t, const char *name, int64_t step, bool add)
{
    const struct json *old = list_in(t, name);
    struct json *kept = json_array(t->a);
    size_t n = json_len(old);

    for (size_t i = add && n >= STEPS_KEPT ? n - STEPS_KEPT + 1 : 0; i < n; i++)
        if (number_at(old, i) != step)
            json_push(t->a, kept, json_copy(t->a, json_at(old, i)));
    if (add)
        json_push(t->a, kept, json_int(t->a, step));
    json_set(t->a, t->context, name, kept);
}

void undo_note(struct turn *t, const char *tool, int64_t step, int64_t made)
{
    bool undone = strcmp(tool, "tasks.undo") == 0, redone = strcmp(tool, "tasks.redo") == 0;

    if (undone)
        keep(t, "steps", step, false);
    if (redone)
        keep(t, "undone", step, false);
    if (undone && made == step)
        keep(t, "undone", step, true);
    else if (made > 0)
        keep(t, "steps", made, true);
    if (made > 0 && !undone && !redone) /* what comes after a change can no longer be done again */
        json_set(t->a, t->context, "undone", json_array(t->a));
}

/* ---- what was done ---- */

/* The newest change of the person's, of this task where there is an id, that is undone or not; and whose words fit
 * where there are any. *ret is NULL when there is none. */
static int find_step(struct turn *t, const struct json *id, bool undone, const char *words, const struct json **ret,
                     struct err *err)
{
    struct json *parameters = json_set(t->a, json_object(t->a), "limit", json_int(t->a, STEPS_READ)), *result;
    const struct json *steps;

    if (id)
        json_set(t->a, parameters, "task_id", json_copy(t->a, id));
    if (gate_nested(t->call, "tasks.history", parameters, &result, err) < 0)
        return -1;
    *ret = NULL;
    steps = json_get(result, "data");
    for (size_t i = 0; i < json_len(steps) && !*ret; i++) {
        const struct json *step = json_at(steps, i);
        if (json_get_truth(step, "undone") == undone && (!words || search_fits(t, json_get_text(step, "what"), words)))
            *ret = step;
    }
    return 0;
}

static struct json *step_parameters(struct turn *t, int64_t step)
{
    return json_set(t->a, json_object(t->a), "step", json_int(t->a, step));
}

static int undo_step(struct turn *t, const struct task_intent *e, int64_t step, struct err *err)
{
    if (resolve_check_list(t, err) < 0)
        return turn_told(t, err);
    return turn_change(t, e, NULL, e->kind == INTENT_REDO ? "tasks.redo" : "tasks.undo", step_parameters(t, step), err);
}

/* Something that was not done here is named before it is touched. */
static void ask_elsewhere(struct turn *t, const struct task_intent *e, const struct json *step, const char *lead)
{
    bool redo = e->kind == INTENT_REDO;

    clarify_call(t, e, redo ? "tasks.redo" : "tasks.undo", step_parameters(t, json_get_int(step, "step", 0)),
                 redo ? "Redo it" : "Undo it",
                 arena_printf(t->a, "%s %s Shall I %s it?", lead, json_get_text(step, "what"), redo ? "redo" : "undo"));
}

static int undo_elsewhere(struct turn *t, const struct task_intent *e, struct err *err)
{
    bool redo = e->kind == INTENT_REDO;
    const struct json *step;

    if (find_step(t, NULL, redo, NULL, &step, err) < 0)
        return turn_told(t, err);
    if (step)
        ask_elsewhere(t, e, step,
                      redo ? "Nothing was undone in this conversation. The last change elsewhere that was undone was:"
                           : "Nothing was changed in this conversation. The last change elsewhere that was made is:");
    else
        turn_say(t, "There is nothing to %s.", redo ? "redo" : "undo");
    return 0;
}

/* A change that was looked for. */
static int undo_found(struct turn *t, const struct task_intent *e, const struct json *step, struct err *err)
{
    const struct json *ours = list_in(t, "steps");
    int64_t number = json_get_int(step, "step", 0);

    for (size_t i = 0; i < json_len(ours); i++)
        if (number_at(ours, i) == number)
            return undo_step(t, e, number, err);
    ask_elsewhere(t, e, step, "That was not done in this conversation:");
    return 0;
}

static int undo_last(struct turn *t, const struct task_intent *e, const char *name, struct err *err)
{
    const struct json *steps = list_in(t, name);

    if (json_len(steps) == 0)
        return undo_elsewhere(t, e, err);
    return undo_step(t, e, number_at(steps, json_len(steps) - 1), err);
}

int turn_undo_of(struct turn *t, const struct task_intent *e, const struct json *task, struct err *err)
{
    const struct json *step;

    if (find_step(t, json_get(task, "id"), false, NULL, &step, err) < 0)
        return turn_told(t, err);
    if (!step) {
        turn_say(t, "There is no change of %s to undo.", turn_name(t, task));
        return 0;
    }
    return undo_found(t, e, step, err);
}

/* By the name of a task. One that is not there any more can still have been deleted: its change says so. */
static int undo_named(struct turn *t, const struct task_intent *e, struct err *err)
{
    const struct json *step;
    struct resolved f;

    if (resolve_tasks(t, e, &f, err) < 0)
        return turn_told(t, err);
    if (f.how == RESOLVED_THESE && json_len(f.tasks) == 1)
        return turn_undo_of(t, e, json_at(f.tasks, 0), err);
    if (f.how == RESOLVED_ONE_OF) {
        clarify_which(t, e, f.tasks, "Which of these do you mean?");
        return 0;
    }
    if (find_step(t, NULL, false, e->about, &step, err) < 0)
        return turn_told(t, err);
    if (step)
        return undo_found(t, e, step, err);
    turn_ask(t, "I couldn't find a change of '%s' to undo.", e->about);
    return 0;
}

/* Whether what was undone is wanted after all: right behind an undoing, "put it back" and "undo the undo". */
static bool is_redo(struct turn *t, const struct task_intent *e)
{
    size_t undoes = 0, puts = 0, back = 0;
    struct phrase p;

    if (json_len(list_in(t, "undone")) == 0 || !e->said)
        return false;
    phrase_split(e->said, e->said + strlen(e->said), &p);
    for (size_t i = 0; i < p.n; i++) {
        undoes += phrase_word_is(&p.words[i], "undo|undoing|undone|undid|redo");
        puts += phrase_word_is(&p.words[i], "put|bring|have|want|get");
        back += phrase_word_is(&p.words[i], "back");
    }
    return undoes > 1 || (puts > 0 && back > 0);
}

int turn_undo(struct turn *t, const struct task_intent *e, struct err *err)
{
    if (is_redo(t, e)) {
        struct task_intent redo = *e;
        redo.kind = INTENT_REDO;
        return turn_redo(t, &redo, err);
    }
    if (e->about && reference_read(e->about).kind == REFERENCE_NAME)
        return undo_named(t, e, err);
    return undo_last(t, e, "steps", err);
}

int turn_redo(struct turn *t, const struct task_intent *e, struct err *err)
{
    return undo_last(t, e, "undone", err);
}
