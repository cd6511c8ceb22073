/* confidence.c - whether an intent may be carried out as it was read. */
#include "agents/tasks/turn/turn.h"
#include "model/tasks.h"

bool turn_sets_nothing(const struct intent_slots *s)
{
    return !s->title && !s->description && !s->due && !s->remind && !s->repeat && !s->priority && !s->n_tags &&
           !s->n_untags;
}

bool turn_is_sure(const struct task_intent *e)
{
    const char *type = intent_type(e->kind);

    return !type || tasks_intent_sure(tasks_intent(type), e->confidence);
}

bool turn_only_asks(const struct task_intent *e)
{
    return e->kind == INTENT_UPDATE && e->about && turn_sets_nothing(&e->set);
}
