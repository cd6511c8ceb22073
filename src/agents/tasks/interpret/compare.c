/* finer.c - of two readings of one message, which says more: the whole, or its pieces. */
#include "agents/tasks/interpret/fragment.h"
#include "agents/tasks/interpret/interpret.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/turn/turn.h"
#include <string.h>

bool hear_are_ordered(const struct errand *errands, size_t n, enum errand_kind kind)
{
    for (size_t i = 0; i < n; i++) {
        const struct errand *e = &errands[i];
        if (e->kind == ERRAND_UNDO || e->kind == ERRAND_REDO) /* with what was wrong it is one thing */
            return false;
        if (e->kind != kind && e->confidence < PIECE_ORDERED && !e->is_apart &&
            !(e->about && refer_read(e->about).kind == REFER_PLACE))
            return false;
    }
    return true;
}

bool hear_are_mixed(const struct errand *errands, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (errands[i].kind != errands[0].kind)
            return true;
    return false;
}

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether changes give different things to different tasks. */
static bool give_different(const struct errand *errands, size_t n)
{
    bool differ = false;

    for (size_t i = 0; i < n; i++) {
        if (errands[i].kind != ERRAND_UPDATE)
            return false;
        differ |= !is_same(errands[i].set.due, errands[0].set.due) ||
                  !is_same(errands[i].set.priority, errands[0].set.priority);
    }
    return differ;
}

static size_t values_of(const struct errand_set *s)
{
    return (s->due != NULL) + (s->priority != NULL) + (s->description != NULL) + (s->repeat != NULL) +
           (s->remind != NULL) + s->n_tags + s->n_untags;
}

/* Whether the one change says more of what a task is to have. */
static bool gives_more(const struct errand *apart, const struct errand *whole)
{
    return apart->kind == ERRAND_UPDATE && whole->kind == ERRAND_UPDATE && apart->set.description &&
           values_of(&apart->set) > values_of(&whole->set);
}

/* Whether something new is followed by a change of a task that is there: once both are, its name may fit both. */
static bool follows_new(const struct errand *apart, const struct errand *whole, size_t n)
{
    bool is_new = false, follows = false;

    for (size_t i = 0; i < n; i++) {
        if (apart[i].kind != whole[i].kind)
            return false;
        follows |= is_new && piece_is_change(apart[i].kind) && !hear_is_pronoun(&apart[i]);
        is_new |= apart[i].kind == ERRAND_CREATE;
    }
    return follows;
}

int hear_is_finer(struct turn *t, const struct errand *apart, size_t n_apart, const struct errand *whole, size_t n,
                  bool *ret, struct err *err)
{
    size_t wide, reach;

    if (hear_reach(t, apart, n_apart, &wide, err) < 0 || hear_reach(t, whole, n, &reach, err) < 0)
        return -1;
    *ret = wide > reach || (n == 1 && n_apart == 1 && wide == reach && gives_more(apart, whole)) ||
           (n == n_apart && wide == reach && follows_new(apart, whole, n)) ||
           (wide == reach && n_apart > n && hear_are_mixed(apart, n_apart) && !hear_are_mixed(whole, n)) ||
           (wide == reach && give_different(apart, n_apart) && !hear_are_mixed(whole, n) && !give_different(whole, n));
    return 0;
}
