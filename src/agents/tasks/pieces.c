/* pieces.c - a message piece by piece: what each wants, to which task that is there.
 *
 * A piece either orders something or tells something. What is told of a task that an order is about is only said with
 * it: "The boots leak. Reopen it." What is neither, and names nothing, is talk. Where a piece depends on something, or
 * what was ordered cannot be done as it stands, the message is left to the rules as a whole.
 */
#include "agents/tasks/content.h"
#include "agents/tasks/denied.h"
#include "agents/tasks/hear.h"
#include "agents/tasks/piece.h"
#include "agents/tasks/refer.h"
#include "agents/tasks/turn.h"
#include "base/arena.h"
#include "lang/phrase.h"
#include <string.h>
#include <strings.h>

/* ---- among the others ---- */

/* A piece that only names a task, or points at one: the same is done to it as to that before, or it goes with what
 * follows ("1 and 2 are done"). */
static int read_bare(struct turn *t, struct piece *p, const struct piece *before, struct piece *next, struct err *err)
{
    const struct errand *last = before && before->n > 0 ? &before->errands[before->n - 1] : NULL;
    const char *title = refer_read(p->said).kind == REFER_PLACE ? p->said : NULL;

    if (!title && piece_names(t, p->said, last ? last->kind : ERRAND_COMPLETE, &title, err) < 0)
        return -1;
    p->is_bare = title != NULL;
    if (!title || p->contrasts || content_says(p->said, "now|next|then|still|maybe|perhaps|need|not|tomorrow|later"))
        return 0;
    if (last && piece_is_change(last->kind) && !last->set.title && !last->every) {
        p->errands[0] = (struct errand){ .kind = last->kind, .confidence = last->confidence, .about = title };
        p->errands[0].set = last->set;
        p->errands[0].said = arena_printf(t->a, "%s %s", before->said, p->said);
        p->n = 1;
        p->is_kept = true;
    } else if (next) {
        next->said = arena_printf(t->a, "%s and %s", p->said, next->said);
        p->is_kept = true;
    }
    return 0;
}

static bool begins_deed(struct turn *t, const char *said)
{
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    return p.n > 0 && errand_is_deed(arena_dup(t->a, p.words->p, p.words->n));
}

/* "It" in an order is the task that something was told of before; that is then no errand of its own. */
static int bind(struct turn *t, struct piece *pieces, size_t at, struct err *err)
{
    struct piece *p = &pieces[at];
    struct errand *e = &p->errands[0];

    if (at > 0 && refer_read(e->about ? e->about : "it").kind != REFER_IT) { /* "them": which, is asked */
        p->n = 0;
        p->is_kept = false;
        return 0;
    }
    for (size_t i = at; i-- > 0;) {
        struct piece *before = &pieces[i];
        struct errand *last = before->n > 0 ? &before->errands[before->n - 1] : NULL;
        const char *title;
        if (last && (before->is_order ? !p->is_order : last->kind == e->kind && e->kind != ERRAND_UPDATE)) {
            p->n = 0; /* the same again, or more of it: "sent, tick it off" */
            last->said = arena_printf(t->a, "%s %s", before->said, p->said);
            return 0;
        }
        if (!last && begins_deed(t, before->said)) { /* "it" is something new */
            p->n = 0;
            p->is_kept = false;
            return 0;
        }
        if (last && !piece_is_change(last->kind) && last->kind != ERRAND_CREATE)
            return 0;
        if (last && last->kind == ERRAND_CREATE && e->kind != ERRAND_REOPEN)
            return 0;
        if (piece_task(t, e, before->said, &title, err) < 0 ||
            (!title && p->is_order && piece_told(t, e->kind, before->said, &title, err) < 0))
            return -1;
        if (title)
            e->about = title;
        if (title && !before->is_order)
            before->n = 0;
        if (title || last)
            return 0;
    }
    return 0;
}

/* What is asked behind something else: "..., what else?" is what is left; "add this instead" is not called that. */
static void follow(struct turn *t, const struct piece *before, struct piece *p)
{
    struct errand *e = p->errands;
    const char *title = p->n > 0 ? e->set.title : NULL;
    size_t n = title ? strlen(title) : 0;

    if (p->n == 1 && e->kind == ERRAND_MORE) {
        *e = (struct errand){ .kind = ERRAND_LIST, .confidence = e->confidence, .said = e->said };
        e->filter.status = "pending";
    }
    if (before->n > 0 && before->errands[0].kind == ERRAND_DELETE && n > 8 &&
        strcasecmp(title + n - 8, " instead") == 0)
        e->set.title = arena_dup(t->a, title, n - 8);
}

/* More of what the task before is to have: "3: tomorrow, high". */
static bool adds_values(struct turn *t, struct piece *before, struct piece *p)
{
    struct errand_set *set = &before->errands[0].set, more;

    if (before->n != 1 || before->errands[0].kind != ERRAND_UPDATE || !errand_values(t->a, p->said, &t->now, &more))
        return false;
    if ((more.due && set->due) || (more.priority && set->priority) || more.n_tags > 0 || more.n_untags > 0 ||
        more.repeat || more.remind) {
        p->is_bare = true; /* they do not go together: the message is no list of short ones */
        return true;
    }
    set->due = more.due ? more.due : set->due;
    set->priority = more.priority ? more.priority : set->priority;
    p->is_kept = true;
    return true;
}

static int read_pieces(struct turn *t, struct piece *pieces, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        struct piece *p = &pieces[i], *before = i > 0 ? p - 1 : NULL;
        if (piece_read(t, p, n > 1, err) < 0)
            return -1;
        if (p->n == 1 && hear_is_pronoun(p->errands) && bind(t, pieces, i, err) < 0)
            return -1;
        if (before)
            follow(t, before, p);
        if (before && !p->is_kept && adds_values(t, before, p))
            continue;
        if (!p->is_kept && n > 1 && read_bare(t, p, before, i + 1 < n ? p + 1 : NULL, err) < 0)
            return -1;
    }
    return 0;
}

/* ---- all of them ---- */

/* Whether two pieces are about one task. */
static bool share_task(const struct piece *a, const struct piece *b)
{
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++)
            if (piece_is_change(a->errands[i].kind) && piece_is_change(b->errands[k].kind) && a->errands[i].about &&
                b->errands[k].about && strcmp(a->errands[i].about, b->errands[k].about) == 0)
                return true;
    return false;
}

/* What was told of "it" before the task was named: "I've printed them, tick off the song sheets". */
static void forget_told(struct piece *pieces, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            if (pieces[i].n == 1 && !pieces[i].is_order && hear_is_pronoun(pieces[i].errands) && pieces[k].n > 0 &&
                pieces[k].errands[0].kind == pieces[i].errands[0].kind && !hear_is_pronoun(pieces[k].errands))
                pieces[i].n = 0;
}

/* What is told of a task that another piece orders something of is only said with that. False when two pieces want
 * different things of one task. */
static bool settle(struct piece *pieces, size_t n)
{
    forget_told(pieces, n);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            struct piece *a = &pieces[i], *b = &pieces[k];
            if (!share_task(a, b))
                continue;
            if (a->n > 1 || b->n > 1)
                return false;
            if (a->is_order != b->is_order)
                *(a->is_order ? &b->n : &a->n) = 0;
            else if (a->errands[0].kind != b->errands[0].kind || a->errands[0].kind == ERRAND_UPDATE)
                return false;
            else
                b->n = 0;
        }
    return true;
}

/* What is told in a sentence that asks, supposes or reports is not so: "I wish the cake was ordered and the boots were
 * bought". Orders in it are the person's own. */
static void forget_open(struct turn *t, struct piece *pieces, size_t n)
{
    for (size_t i = 0, end; i < n; i = end) {
        const char *sentence = pieces[i].said;
        for (end = i + 1; end < n && !pieces[end].opens; end++)
            sentence = arena_printf(t->a, "%s %s", sentence, pieces[end].said);
        if (!denied_supposed(sentence) && !denied_asked(sentence))
            continue;
        for (size_t k = i; k < end; k++)
            if (!pieces[k].is_order)
                pieces[k].n = 0;
    }
}

/* Whether the name of a new task was put in quotation marks, so that nothing behind it belongs to it. */
static bool is_closed(const struct piece *p)
{
    const struct errand *e = &p->errands[p->n - 1];
    const char *at = e->set.title ? strstr(p->said, e->set.title) : NULL;

    return at && at > p->said && strchr("\"'\x9c\x98", at[-1]) != NULL;
}

/* Whether the pieces are what was meant: something is done to a task that is there, whatever is ordered can be done,
 * and no new task's name was cut in two. */
static bool are_meant(struct piece *pieces, size_t n)
{
    bool changes = false;

    for (size_t i = 0; i < n; i++) {
        const struct piece *p = &pieces[i], *before = i > 0 ? &pieces[i - 1] : NULL;
        if ((p->is_order || p->is_bare) && !p->is_kept)
            return false;
        for (size_t k = 0; k < p->n; k++)
            changes |= piece_is_change(p->errands[k].kind) || p->errands[k].kind == ERRAND_UNDO ||
                       p->errands[k].kind == ERRAND_REDO;
        if (before && before->n > 0 && before->errands[before->n - 1].kind == ERRAND_CREATE && !p->opens &&
            !is_closed(before))
            return false;
    }
    return changes && settle(pieces, n);
}

int hear_pieces(struct turn *t, const char *message, struct errand ret[static ERRANDS], size_t *ret_n, struct err *err)
{
    struct errand_piece cut[ERRAND_PIECES];
    struct piece *pieces = arena_array(t->a, ERRAND_PIECES, sizeof *pieces);
    size_t n = errand_pieces(t->a, message, cut);

    *ret_n = 0;
    for (size_t i = 0; i < n; i++) {
        pieces[i] = (struct piece){ .said = cut[i].said, .opens = cut[i].opens, .contrasts = cut[i].contrasts };
        if (piece_depends(cut[i].said))
            return 0;
    }
    if (n == 0 || (n == 1 && !piece_stands_alone(t, message)) || denied_after(message))
        return 0;
    if (read_pieces(t, pieces, n, err) < 0)
        return -1;
    forget_open(t, pieces, n);
    if (!are_meant(pieces, n))
        return 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < pieces[i].n; k++) {
            if (*ret_n == ERRANDS) {
                *ret_n = 0;
                return 0;
            }
            ret[*ret_n] = pieces[i].errands[k];
            if (hear_is_pronoun(&ret[*ret_n])) /* all that was said may tell what it is */
                ret[*ret_n].said = message;
            (*ret_n)++;
        }
    return 0;
}
