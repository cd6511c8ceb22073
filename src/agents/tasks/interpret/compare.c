/* compare.c - which of two readings of a message says more: the whole, or its fragments. */
#include "agents/tasks/interpret/fragment.h"
#include "agents/tasks/interpret/interpret.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/turn/turn.h"
#include <string.h>

bool interpret_are_ordered(const struct task_intent *intents, size_t n, enum intent_kind kind)
{
    for (size_t i = 0; i < n; i++) {
        const struct task_intent *e = &intents[i];
        if (e->kind == INTENT_UNDO || e->kind == INTENT_REDO) /* with what was wrong it is one thing */
            return false;
        if (e->kind != kind && e->confidence < FRAGMENT_ORDERED && !e->is_apart &&
            !(e->about && reference_read(e->about).kind == REFERENCE_PLACE))
            return false;
    }
    return true;
}

bool interpret_are_mixed(const struct task_intent *intents, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (intents[i].kind != intents[0].kind)
            return true;
    return false;
}

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether changes give different things to different tasks. */
static bool give_different(const struct task_intent *intents, size_t n)
{
    bool differ = false;

    for (size_t i = 0; i < n; i++) {
        if (intents[i].kind != INTENT_UPDATE)
            return false;
        differ |= !is_same(intents[i].set.due, intents[0].set.due) ||
                  !is_same(intents[i].set.priority, intents[0].set.priority);
    }
    return differ;
}

static size_t values_of(const struct intent_slots *s)
{
    return (s->due != NULL) + (s->priority != NULL) + (s->description != NULL) + (s->repeat != NULL) +
           (s->remind != NULL) + s->n_tags + s->n_untags;
}

/* Whether the one change says more of what a task is to have. */
static bool gives_more(const struct task_intent *apart, const struct task_intent *whole)
{
    return apart->kind == INTENT_UPDATE && whole->kind == INTENT_UPDATE && apart->set.description &&
           values_of(&apart->set) > values_of(&whole->set);
}

/* Whether something new is followed by a change of a task that is there: once both are, its name may fit both. */
static bool follows_new(const struct task_intent *apart, const struct task_intent *whole, size_t n)
{
    bool is_new = false, follows = false;

    for (size_t i = 0; i < n; i++) {
        if (apart[i].kind != whole[i].kind)
            return false;
        follows |= is_new && fragment_is_change(apart[i].kind) && !interpret_is_pronoun(&apart[i]);
        is_new |= apart[i].kind == INTENT_CREATE;
    }
    return follows;
}

int interpret_is_finer(struct turn *t, const struct task_intent *apart, size_t n_apart, const struct task_intent *whole,
                       size_t n, bool *ret, struct err *err)
{
    size_t wide, reach;

    if (interpret_reach(t, apart, n_apart, &wide, err) < 0 || interpret_reach(t, whole, n, &reach, err) < 0)
        return -1;
    *ret = wide > reach || (n == 1 && n_apart == 1 && wide == reach && gives_more(apart, whole)) ||
           (n == n_apart && wide == reach && follows_new(apart, whole, n)) ||
           (wide == reach && n_apart > n && interpret_are_mixed(apart, n_apart) && !interpret_are_mixed(whole, n)) ||
           (wide == reach && give_different(apart, n_apart) && !interpret_are_mixed(whole, n) &&
            !give_different(whole, n));
    return 0;
}
