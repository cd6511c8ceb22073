/* restate.c - what a message was understood as, in a sentence that a person can say yes or no to in their head:
 * "Add the task 'call the dentist', due tomorrow at 09:00." */
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "base/str.h"
#include <string.h>

static void put(struct turn *t, struct json *v, const char *name, const char *text)
{
    if (text && *text)
        json_set(t->a, v, name, json_str(t->a, text));
}

/* What a task is to be, as if it were one. */
static struct json *as_task(struct turn *t, const struct intent_slots *s)
{
    struct json *v = json_object(t->a), *tags = json_array(t->a);

    put(t, v, "title", s->title);
    put(t, v, "due", s->due && str_is_digit(*s->due) ? s->due : NULL); /* not one that is seen from the task's own */
    put(t, v, "repeat", s->repeat);
    put(t, v, "priority", s->priority);
    for (size_t i = 0; i < s->n_tags; i++)
        json_push(t->a, tags, json_str(t->a, s->tags[i]));
    return json_set(t->a, v, "tags", tags);
}

/* A name in quotation marks; what only points, as it was said. */
static const char *pointed(struct turn *t, const struct task_intent *e)
{
    struct reference r;

    if (e->except) {
        struct task_intent all = *e;
        all.except = NULL;
        return arena_printf(t->a, "%s, but not '%s'", pointed(t, &all), e->except);
    }
    if (e->every)
        return arena_printf(t->a, "all %s", turn_filter_words(t, &e->filter, false));
    if (!e->about)
        return "it";
    r = reference_read(e->about);
    if (r.kind == REFERENCE_PLACE && r.n == 1 && r.places[0] > 0)
        return arena_printf(t->a, "number %d", r.places[0]);
    return r.kind == REFERENCE_NAME ? turn_name(t, json_set(t->a, json_object(t->a), "title", json_str(t->a, e->about)))
                                    : e->about;
}

static const char *change_words(struct turn *t, const struct task_intent *e)
{
    struct json *task = as_task(t, &e->set);
    const char *facts = turn_facts(t, task), *name = e->set.title && *e->set.title ? turn_name(t, task) : NULL;

    return arena_printf(t->a, "Change %s%s%s%s%s.", pointed(t, e), name ? " to " : "", name ? name : "",
                        *facts ? ": " : "", facts);
}

static const char *create_words(struct turn *t, const struct task_intent *e)
{
    struct json *task = as_task(t, &e->set);
    const char *facts = turn_facts(t, task);

    if (!json_get(task, "title"))
        return arena_printf(t->a, "Add a task%s%s.", *facts ? ", " : "", facts);
    return arena_printf(t->a, "Add the task %s%s%s.", turn_name(t, task), *facts ? ", " : "", facts);
}

const char *turn_restated(struct turn *t, const struct task_intent *e)
{
    switch (e->kind) {
    case INTENT_CREATE:
        return create_words(t, e);
    case INTENT_LIST:
        return e->about ? arena_printf(t->a, "Show %s.", pointed(t, e))
                        : arena_printf(t->a, "Show %s.", turn_filter_words(t, &e->filter, false));
    case INTENT_UPDATE:
        return change_words(t, e);
    case INTENT_COMPLETE:
        return arena_printf(t->a, "Complete %s.", pointed(t, e));
    case INTENT_REOPEN:
        return arena_printf(t->a, "Reopen %s.", pointed(t, e));
    case INTENT_DELETE:
        return arena_printf(t->a, "Delete %s.", pointed(t, e));
    case INTENT_UNDO:
        return e->about ? arena_printf(t->a, "Undo the change of %s.", pointed(t, e)) : "Undo the last change.";
    case INTENT_REDO:
        return "Do again what was undone.";
    case INTENT_MORE:
        return "Show more of the list.";
    case INTENT_HELP:
        return "Say what I can do.";
    case INTENT_COURTESY:
        break;
    }
    return "A courtesy; nothing to do.";
}
