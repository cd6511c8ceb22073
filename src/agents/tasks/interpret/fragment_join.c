/* fragment_join.c - sentences that were cut into fragments and belong together. */
#include "agents/tasks/interpret/change_request.h"
#include "agents/tasks/interpret/fragment.h"
#include "agents/tasks/interpret/interpret.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include <string.h>

void fragment_join(struct message_fragment *p)
{
    p->is_joined = p->is_kept = true;
    p->is_order = p->is_bare = false;
    p->n = 0;
}

static size_t sentence_end(const struct message_fragment *pieces, size_t n, size_t from)
{
    size_t end = from + 1;

    while (end < n && !pieces[end].opens)
        end++;
    return end;
}

/* Whether what was cut out of a sentence is not all that it wants: none of it can be done, something that was ordered
 * cannot, or a name may have been cut in two. */
static bool is_cut_up(const struct message_fragment *pieces, size_t from, size_t end)
{
    size_t wants = 0, left = 0;
    bool is_hurt = false;

    for (size_t i = from; i < end; i++) {
        const struct message_fragment *p = &pieces[i];
        wants += p->n;
        left += !p->is_kept;
        is_hurt |= !p->is_kept && (p->is_order || p->is_bare);
        is_hurt |= i > from && !p->is_joined && p[-1].n > 0 && p[-1].intents[p[-1].n - 1].kind == INTENT_CREATE;
    }
    return is_hurt || (wants == 0 && left > 0);
}

static const char *sentence_of(struct turn *t, const struct message_fragment *first,
                               const struct message_fragment *last)
{
    const char *from = strstr(t->message, first->cut), *to = from ? strstr(from, last->cut) : NULL;

    return to ? arena_dup(t->a, from, (size_t)(to + strlen(last->cut) - from)) : NULL;
}

size_t fragment_join_open(struct turn *t, const char *message, struct message_piece *cut, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0, end; i < n; i = end) {
        bool depends = fragment_depends(cut[i].said);
        for (end = i + 1; end < n && !cut[end].opens; end++)
            depends |= fragment_depends(cut[end].said);
        if (depends && end - i == n)
            return 0;
        const char *from = depends ? strstr(message, cut[i].said) : NULL;
        const char *last = from ? strstr(from, cut[end - 1].said) : NULL;
        if (depends && !last)
            return 0;
        for (size_t k = i; k < (depends ? i + 1 : end); k++)
            cut[kept++] = cut[k];
        cut[kept - 1].depends = depends;
        if (depends)
            cut[kept - 1].said = arena_dup(t->a, from, (size_t)(last + strlen(cut[end - 1].said) - from));
    }
    return kept;
}

/* Where the last sentence begins. */
static const char *last_sentence(const char *message)
{
    const char *last = message;

    for (const char *p = strpbrk(message, ".!?;\n"); p; p = strpbrk(p + 1, ".!?;\n"))
        if (p[1] == ' ' && p[1 + strspn(p + 1, " ")])
            last = p + 1 + strspn(p + 1, " ");
    return last;
}

int fragment_turns_last(struct turn *t, const char *message, bool *ret, struct err *err)
{
    const struct task_intent change = { .kind = INTENT_UPDATE };
    const char *last = last_sentence(message), *before, *task;

    *ret = false;
    if (last == message)
        return 0;
    if (fragment_task(t, &change, arena_dup(t->a, message, (size_t)(last - message)), &before, err) < 0 ||
        fragment_task(t, &change, last, &task, err) < 0)
        return -1;
    *ret = before && task && strcmp(before, task) != 0;
    return 0;
}

/* "The fence I'll do on Friday, please change that": what is ordered is said of what was told before it. */
static int read_whole(struct turn *t, struct message_fragment *p, struct err *err)
{
    struct task_intent e;
    bool is_change;

    if (request_change(t, p->said, &e, &is_change, err) < 0)
        return -1;
    if (!is_change)
        return fragment_interpret(t, p, true, err);
    fragment_keep(p, e.kind, e.about, &e.set);
    p->is_order = true;
    return 0;
}

int fragment_sentences(struct turn *t, struct message_fragment *pieces, size_t n, struct err *err)
{
    for (size_t i = 0, end; i < n; i = end) {
        struct message_fragment whole = { .opens = pieces[i].opens, .contrasts = pieces[i].contrasts };
        size_t wants = 0;
        end = sentence_end(pieces, n, i);
        if (end - i < 2 || end - i == n || !is_cut_up(pieces, i, end) ||
            !(whole.said = whole.cut = sentence_of(t, &pieces[i], &pieces[end - 1])))
            continue;
        for (size_t k = i; k < end; k++)
            wants += pieces[k].n;
        if (read_whole(t, &whole, err) < 0)
            return -1;
        if (!whole.is_kept || whole.n == 0 || whole.n < wants || interpret_is_pronoun(whole.intents))
            continue;
        pieces[i] = whole;
        for (size_t k = i + 1; k < end; k++)
            fragment_join(&pieces[k]);
    }
    return 0;
}
