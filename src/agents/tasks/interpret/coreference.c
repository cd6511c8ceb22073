/* coreference.c - what "it" and "those" in one fragment of a message stand for, by the fragments before it. */
#include "agents/tasks/interpret/fragment.h"
#include "agents/tasks/interpret/interpret.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/task_change.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "lang/phrase.h"
#include <string.h>

bool fragment_begins_deed(struct turn *t, const char *said)
{
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    return p.n > 0 && word_is_action(arena_dup(t->a, p.words->p, p.words->n));
}

/* "Dentist to Friday and make it urgent": what the piece before gives the same task is given as well. */
static void give_both(struct task_intent *e, const struct task_intent *before)
{
    if (!before || before->kind != INTENT_UPDATE || e->kind != INTENT_UPDATE || !before->about ||
        strcmp(before->about, e->about) != 0)
        return;
    change_keep_rest(&e->set, &before->set);
}

/* "The hall, the band - both off the list": the two that were named right before. */
static int bind_both(struct turn *t, struct message_fragment *before, struct message_fragment *p, struct err *err)
{
    static const char and[] = " and ";
    const char *second = strstr(before->said, and), *one = NULL, *other = NULL;

    if (second && (fragment_names(t, arena_dup(t->a, before->said, (size_t)(second - before->said)), p->intents[0].kind,
                                  &one, err) < 0 ||
                   fragment_names(t, second + strlen(and), p->intents[0].kind, &other, err) < 0))
        return -1;
    p->is_kept = one && other && strcmp(one, other) != 0;
    p->n = p->is_kept ? 2 : 0;
    if (p->is_kept) {
        p->intents[1] = p->intents[0];
        p->intents[0].about = one;
        p->intents[1].about = other;
        fragment_join(before);
    }
    return 0;
}

/* "The badges are still to do, move those to Friday": what was named right before; else which they are is asked. */
static int bind_those(struct turn *t, struct message_fragment *before, struct message_fragment *p, struct err *err)
{
    bool is_left = before->n == 0 && !before->is_joined;
    const char *title = NULL;

    if (is_left && reference_read(p->intents[0].about).kind == REFERENCE_BOTH)
        return bind_both(t, before, p, err);
    if (is_left && reference_read(p->intents[0].about).kind == REFERENCE_THEM &&
        fragment_task(t, p->intents, before->said, &title, err) < 0)
        return -1;
    p->n = p->is_kept = title != NULL;
    if (title) {
        p->intents[0].about = title;
        fragment_join(before);
    }
    return 0;
}

/* "It" in an order is the task that something was told of before; that is then no intent of its own. */
int fragment_bind(struct turn *t, struct message_fragment *pieces, size_t at, struct err *err)
{
    struct message_fragment *p = &pieces[at];
    struct task_intent *e = &p->intents[0];

    if (at > 0 && reference_read(e->about ? e->about : "it").kind != REFERENCE_IT)
        return bind_those(t, &pieces[at - 1], p, err);
    for (size_t i = at; i-- > 0;) {
        struct message_fragment *before = &pieces[i];
        struct task_intent *last = before->n > 0 ? &before->intents[before->n - 1] : NULL;
        const char *title;
        if (last && (before->is_order ? !p->is_order : last->kind == e->kind && e->kind != INTENT_UPDATE)) {
            p->n = 0; /* the same again, or more of it: "sent, tick it off" */
            last->said = arena_printf(t->a, "%s %s", before->said, p->said);
            return 0;
        }
        if (!last && fragment_begins_deed(t, before->said)) { /* "it" is something new */
            p->n = 0;
            p->is_kept = false;
            return 0;
        }
        if (last && !fragment_is_change(last->kind) && last->kind != INTENT_CREATE)
            return 0;
        if (last && last->kind == INTENT_CREATE && e->kind != INTENT_REOPEN)
            return 0;
        if (fragment_task(t, e, before->said, &title, err) < 0 ||
            (!title && (p->is_order || p->is_bare) && fragment_told(t, e->kind, before->said, &title, err) < 0))
            return -1;
        if (title)
            e->about = title;
        if (title && !before->is_order) {
            give_both(e, last);
            fragment_join(before);
        }
        if (title || last)
            return 0;
        if (p->is_bare)
            break;
    }
    if (p->is_bare) { /* "Done.": of nothing that was said */
        p->n = 0;
        p->is_kept = p->is_bare = false;
    }
    return 0;
}
