/* confidence.c - whether an intent may be carried out as it was read. */
#include "agents/tasks/turn/turn.h"
#include "model/tasks.h"

bool turn_sets_nothing(const struct errand_set *s)
{
    return !s->title && !s->description && !s->due && !s->remind && !s->repeat && !s->priority && !s->n_tags &&
           !s->n_untags;
}

bool turn_is_sure(const struct errand *e)
{
    const char *intent = errand_intent(e->kind);

    return !intent || tasks_intent_sure(tasks_intent(intent), e->confidence);
}

bool turn_only_asks(const struct errand *e)
{
    return e->kind == ERRAND_UPDATE && e->about && turn_sets_nothing(&e->set);
}
