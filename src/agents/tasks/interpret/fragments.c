/* pieces.c - a message piece by piece: what each wants, to which task that is there.
 *
 * A piece either orders something or tells something. What is told of a task that an order is about is only said with
 * it: "The boots leak. Reopen it." What is neither, and names nothing, is talk. Where a piece depends on something, or
 * what was ordered cannot be done as it stands, the message is left to the rules as a whole.
 */
#include "agents/tasks/interpret/fragment.h"
#include "agents/tasks/interpret/interpret.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/resolve/negation.h"
#include "agents/tasks/resolve/task_change.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "lang/phrase.h"
#include <string.h>

#define ASKED 0.50 /* below every threshold */

/* ---- among the others ---- */

/* What a piece says of the task before it: "note: bring the key", "add to it: she pays". NULL when it is no such thing.
 */
static const char *note_of(struct turn *t, const char *said)
{
    static const char leads[] = "note|notes|comment|remark|add|write|put|down|there|to|on|in|with|for|it|that|this|a|"
                                "please|also|and|as|the|one|of|its";
    bool notes = false, points = false;
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    for (size_t i = 0; i + 1 < p.n && phrase_word_is(&p.words[i], leads); i++) {
        notes |= phrase_word_is(&p.words[i], "note|notes|comment|remark");
        points |= phrase_word_is(&p.words[i], "there|it|that|this|its");
        if (p.words[i].to > p.words[i].from && p.words[i].to[-1] == ':')
            return notes || points ? arena_str(t->a, p.words[i + 1].from) : NULL;
    }
    return NULL;
}

/* A piece that only names a task, or points at one: the same is done to it as to that before, or it goes with what
 * follows ("1 and 2 are done"). */
static int read_bare(struct turn *t, struct piece *p, const struct piece *before, struct piece *next, struct err *err)
{
    const struct errand *last = before && before->n > 0 ? &before->errands[before->n - 1] : NULL;
    const char *title = refer_read(p->said).kind == REFER_PLACE && !piece_is_sentence(p->said) ? p->said : NULL;

    if (!title && piece_names(t, p->said, last ? last->kind : ERRAND_COMPLETE, &title, err) < 0)
        return -1;
    if (title && piece_tells_deed(t, p->said, title)) {
        piece_keep_told(p, title);
        return 0;
    }
    p->is_bare = title != NULL;
    if (title && next && !next->opens && note_of(t, next->said)) {
        piece_keep(p, ERRAND_UPDATE, title, &(struct errand_set){ .description = note_of(t, next->said) });
        piece_join(next);
        return 0;
    }
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

/* Whether what follows may be said to be in its place. */
static bool makes_room(const struct piece *p)
{
    return p->n > 0 && (p->errands[0].kind == ERRAND_DELETE || p->errands[0].kind == ERRAND_UNDO);
}

/* What is asked behind something else: "..., what else?" is what is left; "add this instead" is not called that. */
static void follow(struct turn *t, const struct piece *before, struct piece *p)
{
    struct errand *e = p->errands;

    if (p->n == 1 && e->kind == ERRAND_MORE) {
        *e = (struct errand){ .kind = ERRAND_LIST, .confidence = e->confidence, .said = e->said };
        e->filter.status = "pending";
    }
    if (makes_room(before) && p->n > 0 && e->set.title)
        e->set.title = errand_unplaced(t->a, e->set.title);
}

/* "Add the screed, by Friday": more of what is new is read with it. */
static int extend_new(struct turn *t, struct piece *before, struct piece *p, struct err *err)
{
    struct errand_set more;

    if (p->opens || before->n != 1 || before->errands[0].kind != ERRAND_CREATE ||
        !errand_values(t->a, p->said, &t->now, &more))
        return 0;
    before->said = arena_printf(t->a, "%s %s", before->said, p->said);
    before->is_kept = false;
    before->n = 0;
    piece_join(p);
    return piece_read(t, before, true, err);
}

static bool adds_note(struct turn *t, struct piece *before, struct piece *p)
{
    const char *note = p->opens ? NULL : note_of(t, p->said);

    if (!note || before->n != 1 || before->errands[0].kind != ERRAND_UPDATE)
        return false;
    before->errands[0].set.description = note;
    piece_join(p);
    return true;
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

/* "Delete the pram and the car seat": the name alone does not say that it is done. */
static int forget_name(struct turn *t, struct piece *p, struct err *err)
{
    struct content words = content_of(t, p->said);
    const char *title;

    if (p->n != 1 || p->errands[0].kind != ERRAND_COMPLETE || p->is_order || p->errands[0].is_plain)
        return 0;
    for (size_t i = 0; i < words.n; i++)
        if (content_is_done(&words.words[i]))
            return 0;
    if (piece_names(t, p->said, ERRAND_COMPLETE, &title, err) < 0)
        return -1;
    if (title) {
        p->n = 0;
        p->is_kept = false;
    }
    return 0;
}

/* "The attic low and the tax high, both by Friday": what is said of both, each has that says nothing else. */
static bool adds_to_both(struct turn *t, struct piece *pieces, size_t at)
{
    struct piece *p = &pieces[at];
    struct errand_set all;
    struct phrase w;

    phrase_split(p->said, p->said + strlen(p->said), &w);
    if (at < 2 || w.n < 2 || !phrase_word_is(w.words, "both") || !errand_values(t->a, w.words[1].from, &t->now, &all) ||
        !all.due)
        return false;
    for (size_t i = at - 2; i < at; i++)
        if (pieces[i].n != 1 || pieces[i].errands[0].kind != ERRAND_UPDATE || pieces[i].errands[0].set.due)
            return false;
    for (size_t i = at - 2; i < at; i++) {
        pieces[i].errands[0].set.due = all.due;
        pieces[i].errands[0].said = arena_printf(t->a, "%s %s", pieces[i].said, w.words[1].from);
    }
    piece_join(p);
    return true;
}

static int read_pieces(struct turn *t, struct piece *pieces, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        struct piece *p = &pieces[i], *before = i > 0 ? p - 1 : NULL;
        if (before && makes_room(before))
            p->said = errand_unplaced(t->a, p->said);
        if (before && !p->is_joined && extend_new(t, before, p, err) < 0)
            return -1;
        if (p->is_joined || (before && adds_note(t, before, p)) || adds_to_both(t, pieces, i))
            continue;
        if (piece_read(t, p, n > 1, err) < 0 || (before && forget_name(t, p, err) < 0))
            return -1;
        if (p->n == 1 && hear_is_pronoun(p->errands) && piece_bind(t, pieces, i, err) < 0)
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

static bool takes_back(const struct piece *p)
{
    return p->n > 0 && (p->errands[0].kind == ERRAND_UNDO || p->errands[0].kind == ERRAND_REDO);
}

/* What was told of "it" before the task was named: "I've printed them, tick off the song sheets". And what was wrong,
 * where it is asked to take that back: that is done once. */
static void forget_told(struct piece *pieces, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            if (takes_back(&pieces[i]) && !pieces[i].is_order && takes_back(&pieces[k]))
                pieces[i].n = 0;
            if (pieces[i].n == 1 && !pieces[i].is_order && hear_is_pronoun(pieces[i].errands) && pieces[k].n > 0 &&
                pieces[k].errands[0].kind == pieces[i].errands[0].kind && !hear_is_pronoun(pieces[k].errands))
                pieces[i].n = 0;
        }
}

/* "Add it to #work and make it due Friday": one change, where they do not say the same thing differently. */
static bool unite(const struct errand *before, struct errand *e)
{
    const struct errand_set *a = &before->set, *b = &e->set;

    if (before->kind != ERRAND_UPDATE || e->kind != ERRAND_UPDATE || a->title || b->title || a->description ||
        b->description || (a->due && b->due) || (a->priority && b->priority) || (a->n_tags > 0 && b->n_tags > 0))
        return false;
    amend_keep_rest(&e->set, a);
    return true;
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
            else if (a->is_order && unite(a->errands, b->errands))
                a->n = 0;
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
            if (!pieces[k].is_order && !pieces[k].depends) /* which is only something new */
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

/* "Add wood glue, delete the planer": behind a comma, or an order to add something, a plain order to a task that is
 * there is none of a new one's name; and behind "and" one that nobody has to do, "tick the planer", "move the planer to
 * Friday". */
static bool orders_other(const struct piece *before, const struct piece *p)
{
    static const char errand[] =
        "drop|bin|take|get|clear|cut|kill|lose|throw|knock|pull|close|finish|move|bring|set|put";
    const struct errand *e = p->errands;
    size_t n = strlen(before->said);
    struct phrase w;

    if (n == 0 || !p->is_order || p->n != 1 || !piece_is_change(e->kind) || hear_is_pronoun(e) || e->every)
        return false;
    phrase_split(p->said, p->said + strlen(p->said), &w);
    if (w.n > 0 && phrase_word_is(w.words, "tick|untick|uncheck|unmark|reopen"))
        return true;
    return e->confidence >= PIECE_ORDERED &&
           (before->said[n - 1] == ',' || (piece_adds(before->said) && w.n > 0 && !phrase_word_is(w.words, errand)) ||
            (e->kind == ERRAND_UPDATE && (e->set.due || e->set.priority)));
}

/* The piece before, with which others may have been read. */
static const struct piece *before_joined(const struct piece *pieces, size_t i)
{
    while (i > 1 && pieces[i - 1].is_joined)
        i--;
    return i > 0 ? &pieces[i - 1] : NULL;
}

/* Whether the pieces are what was meant: something is done to a task that is there, whatever is ordered can be done,
 * and no new task's name was cut in two. */
static bool are_meant(struct piece *pieces, size_t n)
{
    bool changes = false;

    for (size_t i = 0; i < n; i++) {
        const struct piece *p = &pieces[i], *before = before_joined(pieces, i);
        if ((p->is_order || p->is_bare) && !p->is_kept)
            return false;
        for (size_t k = 0; k < p->n; k++)
            changes |= piece_is_change(p->errands[k].kind) || p->errands[k].kind == ERRAND_UNDO ||
                       p->errands[k].kind == ERRAND_REDO;
        if (before && before->n > 0 && before->errands[before->n - 1].kind == ERRAND_CREATE && !p->opens &&
            !p->is_joined && !is_closed(before) && !orders_other(before, p))
            return false;
    }
    return changes && settle(pieces, n);
}

/* Whether "and" between these pieces stands in the title of a task: "read and signed the lease". */
static int holds_together(struct turn *t, const char *said, const char *more, bool *ret, struct err *err)
{
    const struct errand told = { .kind = ERRAND_COMPLETE };
    struct content before = content_of(t, said), behind = content_of(t, more), own;
    const char *title;

    *ret = false;
    if (before.n == 0 || behind.n == 0 || strpbrk(said, ",;.!?"))
        return 0;
    if (piece_task(t, &told, arena_printf(t->a, "%s and %s", said, more), &title, err) < 0)
        return -1;
    own = content_of(t, title ? title : "");
    *ret = title && content_says(title, "and|&") && content_has(&own, &before.words[before.n - 1], content_kin) &&
           content_has(&own, &behind.words[0], content_kin);
    return 0;
}

/* The pieces as they are read: those that "and" cuts within a title are one. */
static int take_pieces(struct turn *t, const struct errand_piece *cut, size_t n, struct piece *ret, size_t *ret_n,
                       struct err *err)
{
    *ret_n = 0;
    for (size_t i = 0; i < n; i++) {
        struct piece *last = *ret_n > 0 ? &ret[*ret_n - 1] : NULL;
        bool holds = false;
        if (last && !cut[i].opens && !cut[i].contrasts && holds_together(t, last->said, cut[i].said, &holds, err) < 0)
            return -1;
        if (holds)
            last->said = last->cut = arena_printf(t->a, "%s and %s", last->said, cut[i].said);
        else
            ret[(*ret_n)++] = (struct piece){ .said = cut[i].said,
                                              .cut = cut[i].said,
                                              .opens = cut[i].opens,
                                              .contrasts = cut[i].contrasts,
                                              .depends = cut[i].depends };
    }
    return 0;
}

/* Whether what stands behind "but" is said of another task than what stands before it. */
static int turns_to_other(struct turn *t, const struct piece *pieces, size_t n, bool *ret, struct err *err)
{
    bool is_turn = false;

    *ret = true;
    for (size_t i = 1; i < n && *ret; i++) {
        const struct errand *last = pieces[i - 1].n > 0 ? &pieces[i - 1].errands[pieces[i - 1].n - 1] : NULL;
        if (!pieces[i].contrasts)
            continue;
        is_turn = true;
        *ret = last && last->about;
        if (*ret && piece_turns(t, pieces[i].said, last->about, ret, err) < 0)
            return -1;
    }
    *ret &= is_turn; /* "..., though not yet" */
    return 0;
}

/* "..., ring the plumber if it leaks": what depends on something may be to be done, and nothing else. */
static bool is_only_new(const struct piece *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->errands[i].kind != ERRAND_CREATE)
            return false;
    return p->n > 0;
}

/* Whether a piece is something by itself. What is to be done and was not ordered may only be why ("strike the tent, we
 * shall sleep outside"), unless it is a sentence that says it as people do on a list: "Write to Ann by Friday." */
static bool stands_apart(struct turn *t, const struct piece *p)
{
    if (is_only_new(p))
        return (p->n == 1 && p->is_order) || (p->opens && piece_begins_deed(t, p->said));
    return p->n == 1 && !hear_is_pronoun(p->errands);
}

/* Whether nothing is left over, and each is of another task: then they are as many things, whatever all of it is like.
 */
static bool come_apart(struct turn *t, const struct piece *pieces, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!pieces[i].is_joined && !stands_apart(t, &pieces[i]))
            return false;
        for (size_t k = 0; k < i; k++)
            if (share_task(&pieces[k], &pieces[i]))
                return false;
    }
    return true;
}

/* "1 done. 2 hmm. 3 to Friday": where the others are done, it is asked what is to become of the one that is left. */
static void ask_about_places(struct turn *t, struct piece *pieces, size_t n)
{
    const char *place;
    bool is_list = false;

    for (size_t i = 0; i < n; i++)
        is_list |= pieces[i].n > 0 && piece_behind_place(t, pieces[i].said, false, &place);
    for (size_t i = 0; i < n && is_list; i++) {
        struct piece *p = &pieces[i];
        if (p->is_kept || p->is_order || !piece_behind_place(t, p->said, false, &place))
            continue;
        piece_keep(p, ERRAND_UPDATE, place, &(struct errand_set){ 0 });
        p->errands[0].confidence = ASKED;
    }
}

int hear_pieces(struct turn *t, const char *message, struct errand ret[static ERRANDS], size_t *ret_n, struct err *err)
{
    struct errand_piece cut[ERRAND_PIECES];
    struct piece *pieces = arena_array(t->a, ERRAND_PIECES, sizeof *pieces);
    size_t n = errand_pieces(t->a, message, cut);
    bool is_other = true, is_apart;

    *ret_n = 0;
    n = piece_join_open(t, message, cut, n);
    if (n == 0 || (n == 1 && !piece_stands_alone(t, message)))
        return 0;
    if (take_pieces(t, cut, n, pieces, &n, err) < 0 || read_pieces(t, pieces, n, err) < 0 ||
        piece_sentences(t, pieces, n, err) < 0)
        return -1;
    if (denied_after(message) && turns_to_other(t, pieces, n, &is_other, err) < 0)
        return -1;
    if (!is_other)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (pieces[i].depends && !is_only_new(&pieces[i]))
            return 0;
    forget_open(t, pieces, n);
    ask_about_places(t, pieces, n);
    is_apart = come_apart(t, pieces, n);
    if (!are_meant(pieces, n))
        return 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < pieces[i].n; k++) {
            if (*ret_n == ERRANDS) {
                *ret_n = 0;
                return 0;
            }
            ret[*ret_n] = pieces[i].errands[k];
            ret[*ret_n].is_apart = is_apart;
            if (hear_is_pronoun(&ret[*ret_n])) /* all that was said may tell what it is */
                ret[*ret_n].said = message;
            (*ret_n)++;
        }
    return 0;
}
