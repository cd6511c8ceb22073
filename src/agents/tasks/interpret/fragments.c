/* fragments.c - a message fragment by fragment: what each wants, of which task that is there.
 *
 * A fragment orders something or tells something. What it tells of a task that an order is about belongs to that order:
 * "The boots leak. Reopen it." A fragment that does neither and names nothing is talk. Where a fragment depends on a
 * condition, or an order cannot be carried out as it stands, the whole message is left to the rules.
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
static int read_bare(struct turn *t, struct message_fragment *p, const struct message_fragment *before,
                     struct message_fragment *next, struct err *err)
{
    const struct task_intent *last = before && before->n > 0 ? &before->intents[before->n - 1] : NULL;
    const char *title =
        reference_read(p->said).kind == REFERENCE_PLACE && !fragment_is_sentence(p->said) ? p->said : NULL;

    if (!title && fragment_names(t, p->said, last ? last->kind : INTENT_COMPLETE, &title, err) < 0)
        return -1;
    if (title && fragment_tells_deed(t, p->said, title)) {
        fragment_keep_told(p, title);
        return 0;
    }
    p->is_bare = title != NULL;
    if (title && next && !next->opens && note_of(t, next->said)) {
        fragment_keep(p, INTENT_UPDATE, title, &(struct intent_slots){ .description = note_of(t, next->said) });
        fragment_join(next);
        return 0;
    }
    if (!title || p->contrasts || content_says(p->said, "now|next|then|still|maybe|perhaps|need|not|tomorrow|later"))
        return 0;
    if (last && fragment_is_change(last->kind) && !last->set.title && !last->every) {
        p->intents[0] = (struct task_intent){ .kind = last->kind, .confidence = last->confidence, .about = title };
        p->intents[0].set = last->set;
        p->intents[0].said = arena_printf(t->a, "%s %s", before->said, p->said);
        p->n = 1;
        p->is_kept = true;
    } else if (next) {
        next->said = arena_printf(t->a, "%s and %s", p->said, next->said);
        p->is_kept = true;
    }
    return 0;
}

/* Whether what follows may be said to be in its place. */
static bool makes_room(const struct message_fragment *p)
{
    return p->n > 0 && (p->intents[0].kind == INTENT_DELETE || p->intents[0].kind == INTENT_UNDO);
}

/* What is asked behind something else: "..., what else?" is what is left; "add this instead" is not called that. */
static void follow(struct turn *t, const struct message_fragment *before, struct message_fragment *p)
{
    struct task_intent *e = p->intents;

    if (p->n == 1 && e->kind == INTENT_MORE) {
        *e = (struct task_intent){ .kind = INTENT_LIST, .confidence = e->confidence, .said = e->said };
        e->filter.status = "pending";
    }
    if (makes_room(before) && p->n > 0 && e->set.title)
        e->set.title = title_unplaced(t->a, e->set.title);
}

/* "Add the screed, by Friday": more of what is new is read with it. */
static int extend_new(struct turn *t, struct message_fragment *before, struct message_fragment *p, struct err *err)
{
    struct intent_slots more;

    if (p->opens || before->n != 1 || before->intents[0].kind != INTENT_CREATE ||
        !message_slots(t->a, p->said, &t->now, &more))
        return 0;
    before->said = arena_printf(t->a, "%s %s", before->said, p->said);
    before->is_kept = false;
    before->n = 0;
    fragment_join(p);
    return fragment_interpret(t, before, true, err);
}

static bool adds_note(struct turn *t, struct message_fragment *before, struct message_fragment *p)
{
    const char *note = p->opens ? NULL : note_of(t, p->said);

    if (!note || before->n != 1 || before->intents[0].kind != INTENT_UPDATE)
        return false;
    before->intents[0].set.description = note;
    fragment_join(p);
    return true;
}

/* More of what the task before is to have: "3: tomorrow, high". */
static bool adds_values(struct turn *t, struct message_fragment *before, struct message_fragment *p)
{
    struct intent_slots *set = &before->intents[0].set, more;

    if (before->n != 1 || before->intents[0].kind != INTENT_UPDATE || !message_slots(t->a, p->said, &t->now, &more))
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
static int forget_name(struct turn *t, struct message_fragment *p, struct err *err)
{
    struct content words = content_of(t, p->said);
    const char *title;

    if (p->n != 1 || p->intents[0].kind != INTENT_COMPLETE || p->is_order || p->intents[0].is_plain)
        return 0;
    for (size_t i = 0; i < words.n; i++)
        if (content_is_done(&words.words[i]))
            return 0;
    if (fragment_names(t, p->said, INTENT_COMPLETE, &title, err) < 0)
        return -1;
    if (title) {
        p->n = 0;
        p->is_kept = false;
    }
    return 0;
}

/* "The attic low and the tax high, both by Friday": what is said of both, each has that says nothing else. */
static bool adds_to_both(struct turn *t, struct message_fragment *pieces, size_t at)
{
    struct message_fragment *p = &pieces[at];
    struct intent_slots all;
    struct phrase w;

    phrase_split(p->said, p->said + strlen(p->said), &w);
    if (at < 2 || w.n < 2 || !phrase_word_is(w.words, "both") || !message_slots(t->a, w.words[1].from, &t->now, &all) ||
        !all.due)
        return false;
    for (size_t i = at - 2; i < at; i++)
        if (pieces[i].n != 1 || pieces[i].intents[0].kind != INTENT_UPDATE || pieces[i].intents[0].set.due)
            return false;
    for (size_t i = at - 2; i < at; i++) {
        pieces[i].intents[0].set.due = all.due;
        pieces[i].intents[0].said = arena_printf(t->a, "%s %s", pieces[i].said, w.words[1].from);
    }
    fragment_join(p);
    return true;
}

static int read_pieces(struct turn *t, struct message_fragment *pieces, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        struct message_fragment *p = &pieces[i], *before = i > 0 ? p - 1 : NULL;
        if (before && makes_room(before))
            p->said = title_unplaced(t->a, p->said);
        if (before && !p->is_joined && extend_new(t, before, p, err) < 0)
            return -1;
        if (p->is_joined || (before && adds_note(t, before, p)) || adds_to_both(t, pieces, i))
            continue;
        if (fragment_interpret(t, p, n > 1, err) < 0 || (before && forget_name(t, p, err) < 0))
            return -1;
        if (p->n == 1 && interpret_is_pronoun(p->intents) && fragment_bind(t, pieces, i, err) < 0)
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
static bool share_task(const struct message_fragment *a, const struct message_fragment *b)
{
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++)
            if (fragment_is_change(a->intents[i].kind) && fragment_is_change(b->intents[k].kind) &&
                a->intents[i].about && b->intents[k].about && strcmp(a->intents[i].about, b->intents[k].about) == 0)
                return true;
    return false;
}

static bool takes_back(const struct message_fragment *p)
{
    return p->n > 0 && (p->intents[0].kind == INTENT_UNDO || p->intents[0].kind == INTENT_REDO);
}

/* What was told of "it" before the task was named: "I've printed them, tick off the song sheets". And what was wrong,
 * where it is asked to take that back: that is done once. */
static void forget_told(struct message_fragment *pieces, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            if (takes_back(&pieces[i]) && !pieces[i].is_order && takes_back(&pieces[k]))
                pieces[i].n = 0;
            if (pieces[i].n == 1 && !pieces[i].is_order && interpret_is_pronoun(pieces[i].intents) && pieces[k].n > 0 &&
                pieces[k].intents[0].kind == pieces[i].intents[0].kind && !interpret_is_pronoun(pieces[k].intents))
                pieces[i].n = 0;
        }
}

/* "Add it to #work and make it due Friday": one change, where they do not say the same thing differently. */
static bool unite(const struct task_intent *before, struct task_intent *e)
{
    const struct intent_slots *a = &before->set, *b = &e->set;

    if (before->kind != INTENT_UPDATE || e->kind != INTENT_UPDATE || a->title || b->title || a->description ||
        b->description || (a->due && b->due) || (a->priority && b->priority) || (a->n_tags > 0 && b->n_tags > 0))
        return false;
    change_keep_rest(&e->set, a);
    return true;
}

/* What is told of a task that another piece orders something of is only said with that. False when two pieces want
 * different things of one task. */
static bool settle(struct message_fragment *pieces, size_t n)
{
    forget_told(pieces, n);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            struct message_fragment *a = &pieces[i], *b = &pieces[k];
            if (!share_task(a, b))
                continue;
            if (a->n > 1 || b->n > 1)
                return false;
            if (a->is_order != b->is_order)
                *(a->is_order ? &b->n : &a->n) = 0;
            else if (a->is_order && unite(a->intents, b->intents))
                a->n = 0;
            else if (a->intents[0].kind != b->intents[0].kind || a->intents[0].kind == INTENT_UPDATE)
                return false;
            else
                b->n = 0;
        }
    return true;
}

/* What is told in a sentence that asks, supposes or reports is not so: "I wish the cake was ordered and the boots were
 * bought". Orders in it are the person's own. */
static void forget_open(struct turn *t, struct message_fragment *pieces, size_t n)
{
    for (size_t i = 0, end; i < n; i = end) {
        const char *sentence = pieces[i].said;
        for (end = i + 1; end < n && !pieces[end].opens; end++)
            sentence = arena_printf(t->a, "%s %s", sentence, pieces[end].said);
        if (!negation_supposed(sentence) && !negation_asked(sentence))
            continue;
        for (size_t k = i; k < end; k++)
            if (!pieces[k].is_order && !pieces[k].depends) /* which is only something new */
                pieces[k].n = 0;
    }
}

/* Whether the name of a new task was put in quotation marks, so that nothing behind it belongs to it. */
static bool is_closed(const struct message_fragment *p)
{
    const struct task_intent *e = &p->intents[p->n - 1];
    const char *at = e->set.title ? strstr(p->said, e->set.title) : NULL;

    return at && at > p->said && strchr("\"'\x9c\x98", at[-1]) != NULL;
}

/* "Add wood glue, delete the planer": behind a comma, or an order to add something, a plain order to a task that is
 * there is none of a new one's name; and behind "and" one that nobody has to do, "tick the planer", "move the planer to
 * Friday". */
static bool orders_other(const struct message_fragment *before, const struct message_fragment *p)
{
    static const char intent[] =
        "drop|bin|take|get|clear|cut|kill|lose|throw|knock|pull|close|finish|move|bring|set|put";
    const struct task_intent *e = p->intents;
    size_t n = strlen(before->said);
    struct phrase w;

    if (n == 0 || !p->is_order || p->n != 1 || !fragment_is_change(e->kind) || interpret_is_pronoun(e) || e->every)
        return false;
    phrase_split(p->said, p->said + strlen(p->said), &w);
    if (w.n > 0 && phrase_word_is(w.words, "tick|untick|uncheck|unmark|reopen"))
        return true;
    return e->confidence >= FRAGMENT_ORDERED &&
           (before->said[n - 1] == ',' ||
            (fragment_adds(before->said) && w.n > 0 && !phrase_word_is(w.words, intent)) ||
            (e->kind == INTENT_UPDATE && (e->set.due || e->set.priority)));
}

/* The piece before, with which others may have been read. */
static const struct message_fragment *before_joined(const struct message_fragment *pieces, size_t i)
{
    while (i > 1 && pieces[i - 1].is_joined)
        i--;
    return i > 0 ? &pieces[i - 1] : NULL;
}

/* Whether the pieces are what was meant: something is done to a task that is there, whatever is ordered can be done,
 * and no new task's name was cut in two. */
static bool are_meant(struct message_fragment *pieces, size_t n)
{
    bool changes = false;

    for (size_t i = 0; i < n; i++) {
        const struct message_fragment *p = &pieces[i], *before = before_joined(pieces, i);
        if ((p->is_order || p->is_bare) && !p->is_kept)
            return false;
        for (size_t k = 0; k < p->n; k++)
            changes |= fragment_is_change(p->intents[k].kind) || p->intents[k].kind == INTENT_UNDO ||
                       p->intents[k].kind == INTENT_REDO;
        if (before && before->n > 0 && before->intents[before->n - 1].kind == INTENT_CREATE && !p->opens &&
            !p->is_joined && !is_closed(before) && !orders_other(before, p))
            return false;
    }
    return changes && settle(pieces, n);
}

/* Whether "and" between these pieces stands in the title of a task: "read and signed the lease". */
static int holds_together(struct turn *t, const char *said, const char *more, bool *ret, struct err *err)
{
    const struct task_intent told = { .kind = INTENT_COMPLETE };
    struct content before = content_of(t, said), behind = content_of(t, more), own;
    const char *title;

    *ret = false;
    if (before.n == 0 || behind.n == 0 || strpbrk(said, ",;.!?"))
        return 0;
    if (fragment_task(t, &told, arena_printf(t->a, "%s and %s", said, more), &title, err) < 0)
        return -1;
    own = content_of(t, title ? title : "");
    *ret = title && content_says(title, "and|&") && content_has(&own, &before.words[before.n - 1], content_kin) &&
           content_has(&own, &behind.words[0], content_kin);
    return 0;
}

/* The pieces as they are read: those that "and" cuts within a title are one. */
static int take_pieces(struct turn *t, const struct message_piece *cut, size_t n, struct message_fragment *ret,
                       size_t *ret_n, struct err *err)
{
    *ret_n = 0;
    for (size_t i = 0; i < n; i++) {
        struct message_fragment *last = *ret_n > 0 ? &ret[*ret_n - 1] : NULL;
        bool holds = false;
        if (last && !cut[i].opens && !cut[i].contrasts && holds_together(t, last->said, cut[i].said, &holds, err) < 0)
            return -1;
        if (holds)
            last->said = last->cut = arena_printf(t->a, "%s and %s", last->said, cut[i].said);
        else
            ret[(*ret_n)++] = (struct message_fragment){ .said = cut[i].said,
                                                         .cut = cut[i].said,
                                                         .opens = cut[i].opens,
                                                         .contrasts = cut[i].contrasts,
                                                         .depends = cut[i].depends };
    }
    return 0;
}

/* Whether what stands behind "but" is said of another task than what stands before it. */
static int turns_to_other(struct turn *t, const struct message_fragment *pieces, size_t n, bool *ret, struct err *err)
{
    bool is_turn = false;

    *ret = true;
    for (size_t i = 1; i < n && *ret; i++) {
        const struct task_intent *last = pieces[i - 1].n > 0 ? &pieces[i - 1].intents[pieces[i - 1].n - 1] : NULL;
        if (!pieces[i].contrasts)
            continue;
        is_turn = true;
        *ret = last && last->about;
        if (*ret && fragment_turns(t, pieces[i].said, last->about, ret, err) < 0)
            return -1;
    }
    *ret &= is_turn; /* "..., though not yet" */
    return 0;
}

/* "..., ring the plumber if it leaks": what depends on something may be to be done, and nothing else. */
static bool is_only_new(const struct message_fragment *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->intents[i].kind != INTENT_CREATE)
            return false;
    return p->n > 0;
}

/* Whether a piece is something by itself. What is to be done and was not ordered may only be why ("strike the tent, we
 * shall sleep outside"), unless it is a sentence that says it as people do on a list: "Write to Ann by Friday." */
static bool stands_apart(struct turn *t, const struct message_fragment *p)
{
    if (is_only_new(p))
        return (p->n == 1 && p->is_order) || (p->opens && fragment_begins_deed(t, p->said));
    return p->n == 1 && !interpret_is_pronoun(p->intents);
}

/* Whether nothing is left over, and each is of another task: then they are as many things, whatever all of it is like.
 */
static bool come_apart(struct turn *t, const struct message_fragment *pieces, size_t n)
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
static void ask_about_places(struct turn *t, struct message_fragment *pieces, size_t n)
{
    const char *place;
    bool is_list = false;

    for (size_t i = 0; i < n; i++)
        is_list |= pieces[i].n > 0 && fragment_behind_place(t, pieces[i].said, false, &place);
    for (size_t i = 0; i < n && is_list; i++) {
        struct message_fragment *p = &pieces[i];
        if (p->is_kept || p->is_order || !fragment_behind_place(t, p->said, false, &place))
            continue;
        fragment_keep(p, INTENT_UPDATE, place, &(struct intent_slots){ 0 });
        p->intents[0].confidence = ASKED;
    }
}

int interpret_fragments(struct turn *t, const char *message, struct task_intent ret[static MESSAGE_INTENTS],
                        size_t *ret_n, struct err *err)
{
    struct message_piece cut[MESSAGE_PIECES];
    struct message_fragment *pieces = arena_array(t->a, MESSAGE_PIECES, sizeof *pieces);
    size_t n = message_pieces(t->a, message, cut);
    bool is_other = true, is_apart;

    *ret_n = 0;
    n = fragment_join_open(t, message, cut, n);
    if (n == 0 || (n == 1 && !fragment_stands_alone(t, message)))
        return 0;
    if (take_pieces(t, cut, n, pieces, &n, err) < 0 || read_pieces(t, pieces, n, err) < 0 ||
        fragment_sentences(t, pieces, n, err) < 0)
        return -1;
    if (negation_after(message) && turns_to_other(t, pieces, n, &is_other, err) < 0)
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
            if (*ret_n == MESSAGE_INTENTS) {
                *ret_n = 0;
                return 0;
            }
            ret[*ret_n] = pieces[i].intents[k];
            ret[*ret_n].is_apart = is_apart;
            if (interpret_is_pronoun(&ret[*ret_n])) /* all that was said may tell what it is */
                ret[*ret_n].said = message;
            (*ret_n)++;
        }
    return 0;
}
