/* errand_cut.c - where one errand ends and the next begins.
 *
 * Sentences and lines are cut first. Inside a sentence a new clause begins behind a comma, "and", "then" or "but" only
 * where what follows is plainly an order of its own: "buy milk and bread" stays whole. What somebody is to do may go on
 * with any verb ("remind me to print the form and complete it"), so there the new order must point at tasks. A
 * condition, or what somebody else said, covers the rest of its sentence.
 *
 * Several tasks can be named at once: in lines below "add these:", numbered in one line, or in a row (errand_row.c).
 * And what was asked to be added may be named in the next sentence: "Please add a task. It is 'call Ann'."
 */
#include "base/attrs.h"
#include "lang/errand_parts.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SENTENCE_JOINTS 14 /* looked at in one sentence: longer ones are prose */
#define REASONS 6          /* of these, where something may only be told: behind that it is a story */
#define WHEN_WORDS 8       /* of a day or a time that is said by itself */
#define WEAK 0.70          /* a new task that something said of it makes sure, */
#define SAID_MORE 0.82     /* so sure */
#define NAMED 0.93         /* how sure a new task is that was asked for before it was named */
#define JOINT_REACH 3 /* joints that a following order may itself have: "and move the milk and eggs task to Friday" */

struct cutting {
    const struct reading *r;
    struct clause *ret;
    size_t n;
    bool adds;             /* the lines that follow are tasks to add */
    struct errand_set all; /* and this holds for all of them */
    bool has_ahead;        /* the first sentence only says something of what follows: "urgent!!" */
    struct errand_set ahead;
    bool unnamed, many; /* the sentence before asks to add what it does not name; several of them */
    size_t unnamed_at;  /* where that is to stand */
    const char *before; /* the task that was spoken of last: "don't delete 2, complete it" */
    struct span told;   /* the sentence before, */
    size_t told_at;     /* and where what was read of it stands */
};

/* ---- sentences ---- */

static bool breaks_line(const struct phrase_word *w, const struct phrase_word *next)
{
    return memchr(w->to, '\n', (size_t)(next->from - w->to)) != NULL;
}

/* A mark at the beginning of a line: "-", "*", "1.", "[ ]". */
static size_t bullet(struct span s)
{
    size_t n = 0;

    while (n < s.n && n < 3 && s.n - n > 1 &&
           (s.w[n].n == 0 || phrase_word_is(&s.w[n], "-|+|x|o|–|—|•|·|>") ||
            (word_is_number(&s.w[n]) && s.w[n].to > s.w[n].from && strchr(".):", s.w[n].to[-1]))))
        n++;
    return n;
}

/* ---- orders ---- */

/* How an order of its own begins here, if one does: it may point at tasks, only be an order, or state something whose
 * beginning may stand before ("1, 2 and 3 are done"). */
enum order { ORDER_NONE, ORDER_STATES, ORDER_PLAIN, ORDER_POINTED };

/* "note: ask for Ms Brandl" */
static bool is_note(struct span s)
{
    return phrase_word_is(s.w, "note|notes|description|details|detail|comment") && word_mark(s.w) == ':';
}

static enum order order_at(const struct reading *r, struct span s)
{
    size_t end = 0;

    if (is_note(s) || (s.n < WHEN_WORDS && slots_are_when(r, s))) /* "..., sometime next week" */
        return ORDER_NONE;
    for (size_t reach = 0; reach < JOINT_REACH && end < s.n; reach++) {
        struct clause follows;
        end = joint_next(s, end);
        if (!clause_read(r, (struct span){ s.w, end }, &follows) || follows.is_loose ||
            follows.errand.confidence < 0.80)
            continue;
        if (follows.rule ? reach > 0 && *follows.rule->pattern == '<' : lead_read(s).manner != MANNER_DUTY)
            continue;
        if (follows.rule && *follows.rule->pattern == '<')
            return ORDER_STATES;
        if (phrase_word_is(s.w, "i|i've|we|we've|i'll|we'll") || /* whoever speaks begins anew, or asks */
            (follows.errand.kind == ERRAND_LIST && guess_asks(s)))
            return ORDER_POINTED;
        return follows.is_pointed && !joint_is_pronoun(follows.errand.about) ? ORDER_POINTED : ORDER_PLAIN;
    }
    return ORDER_NONE;
}

/* "don't", but not "don't forget". */
static bool is_negated(struct span s, struct span *ret_rest)
{
    struct span rest;

    if (span_begins(s, "*please|and|but don't|never let|forget", &rest))
        return false;
    return (span_begins(s, "*please|and|but don't|never|not", ret_rest) ||
            span_begins(s, "*please|and|but do not", ret_rest)) &&
           ret_rest->n > 0;
}

/* Something else is denied here; not "..., not urgent", nor in a note: "notes: the big set, not the small one". */
static bool denies(const struct reading *r, struct span so_far, struct span s)
{
    struct errand_set aside = { 0 };
    struct span rest;

    for (size_t i = 0; i < so_far.n; i++)
        if (is_note(span_from(so_far, i)))
            return false;
    return is_negated(s, &rest) && slot_words(&(struct slots){ .r = r, .set = &aside }, s, WHERE_EDGE) == 0;
}

static void keep(struct cutting *c, const struct clause *clause)
{
    if (c->n < ERRANDS)
        c->ret[c->n++] = *clause;
}

static void keep_all(struct cutting *c, const struct clause *clause)
{
    if (clause->is_row)
        c->n += row_read(c->r, clause, c->ret + c->n, ERRANDS - c->n);
    else
        keep(c, clause);
}

/* ---- clauses ---- */

/* "It" is what was spoken of before in the same message, where that was a task that is there. */
static void bind_pronoun(struct cutting *c, struct errand *e)
{
    if (e->kind == ERRAND_CREATE)
        c->before = NULL;
    else if (joint_is_pronoun(e->about) && c->before)
        e->about = c->before;
    else if (e->about && !joint_is_pronoun(e->about) && e->confidence >= 0.60)
        c->before = e->about;
}

static bool becomes(struct errand *e, enum errand_kind kind, const char *about)
{
    e->kind = kind;
    e->about = about;
    return true;
}

/* "The bloods are sent off, tick that": what only says the same again of the task before is one errand with that. */
static bool says_again(struct cutting *c, const struct errand *e)
{
    struct errand *before = c->n > 0 ? &c->ret[c->n - 1].errand : NULL;
    bool is_same = before && before->kind == e->kind;

    if (!before || (before->kind == ERRAND_REOPEN && e->kind == ERRAND_UNDO && !e->about))
        is_same = before != NULL;
    else if (before->kind == ERRAND_DELETE && joint_is_pronoun(before->about) && e->kind == ERRAND_UNDO && !e->about)
        is_same = becomes(before, ERRAND_UNDO, NULL); /* "cancel that, bring it back" */
    else if (!before->about || !joint_is_pronoun(e->about))
        return false;
    else if (before->kind == ERRAND_UNDO && e->kind == ERRAND_REOPEN)
        is_same = becomes(before, ERRAND_REOPEN, before->about);
    if (!is_same || (e->kind == ERRAND_UPDATE && e->set.title))
        return false;
    if (e->kind == ERRAND_UPDATE)
        errand_join_sets(&before->set, &e->set);
    if (e->confidence > before->confidence) {
        before->confidence = e->confidence;
        before->n_others = 0;
    }
    return true;
}

static void read_piece(struct cutting *c, const struct reading *r, struct span s)
{
    struct clause clause;
    struct span rest;

    if (s.n == 0)
        return;
    if (is_negated(s, &rest) && clause_read(r, rest, &clause) && clause.rule && clause.errand.about)
        c->before = clause.errand.about;
    if (!clause_read(r, s, &clause))
        return;
    if (says_again(c, &clause.errand))
        return;
    bind_pronoun(c, &clause.errand);
    clause.is_row = clause.errand.kind == ERRAND_CREATE && clause.title.n > 0 &&
                    ((clause.rule && (clause.rule->flags & RULE_SEVERAL)) || row_is(r, clause.title, clause.is_deed));
    keep_all(c, &clause);
}

/* What is named before an order about it. Where the order changes it, it may also be new. */
static void keep_topic(struct cutting *c, const struct reading *r, struct span name, bool changes)
{
    struct clause topic = { .is_pointed = true };

    if (!changes) {
        c->before = span_text(r->a, name);
        return;
    }
    fill_create(r, name, 0.85, false, &topic);
    topic.errand.about = topic.errand.said = span_text(r->a, name);
    topic.errand.is_topic = true;
    c->before = NULL;
    keep(c, &topic);
}

/* What somebody else said or wants, and what is only supposed. */
static bool is_void(struct span s)
{
    static const char speech[] =
        "said|says|told|thinks|claims|claimed|suggested|wrote|joked|keeps|mentioned|asks|saying";
    struct span behind = { s.w + 1, s.n - 1 < 4 ? s.n - 1 : 4 };

    struct lead lead = lead_read(s);

    return lead.is_void || (!lead.whom.w && span_has(behind, speech));
}

/* In a note, what was done is a part of it: "note for the boiler: an old one, built 1998". */
static bool is_noted(const struct reading *r, const struct errand *so_far, struct span rest)
{
    struct clause told;

    return so_far->kind == ERRAND_UPDATE && so_far->set.description && clause_read(r, rest, &told) &&
           told.errand.kind == ERRAND_COMPLETE && !told.is_pointed && !joint_is_pronoun(told.errand.about);
}

/* Whether a new order may begin behind what was said so far. What somebody is to do may go on with any verb. */
static bool may_follow(const struct reading *r, struct span so_far, struct span rest, enum order order, bool then)
{
    struct clause left;
    bool reads = clause_read(r, so_far, &left);
    struct span one = lead_read(so_far).rest, other;

    if (title_hesitates(one) ||
        (reads && left.errand.kind == ERRAND_CREATE && span_begins(rest, "scratch|strike that", &other) && other.n > 0))
        return false; /* whoever speaks has not said it yet, or says it anew */
    if (reads && is_noted(r, &left.errand, rest))
        return false;
    other = lead_read(rest).rest;
    if (reads && left.rule && one.w->n == other.w->n && strncasecmp(one.w->p, other.w->p, one.w->n) == 0)
        return true; /* "add this and add that" */

    if (order == ORDER_STATES)
        return reads && (left.rule || left.errand.confidence >= 0.80) && !left.is_loose;
    if (then || !reads || left.errand.kind != ERRAND_CREATE || left.title.n == 0)
        return true;
    if (left.is_opened)
        return false;
    return order == ORDER_POINTED || !(left.is_deed || word_deed(left.title.w) != DEED_NONE);
}

/* ---- sentences ---- */

/* "Add the screed. Urgent, by Friday.": more of what was said last. */
static bool adds_to_last(struct cutting *c, struct span s)
{
    struct errand *last = c->n > 0 ? &c->ret[c->n - 1].errand : NULL;
    struct errand_set more = { 0 };
    struct span rest;

    if (last && last->kind == ERRAND_CREATE && last->set.title && as_only_notes(s)) { /* "Exam on Monday. Add that." */
        last->confidence = 0.93;
        return true;
    }
    if (last && (last->kind == ERRAND_CREATE || last->kind == ERRAND_UPDATE) && s.n > 1 && is_note(s)) {
        last->set.description = span_text(c->r->a, span_from(s, 1));
        return true;
    }
    if (last && last->kind == ERRAND_CREATE && last->set.title &&
        span_begins(s, "*i|we|i'll|will|really need|want|must|have *to|it|that|this|them|have|do|be|done", &rest) &&
        rest.n > 0 && (rest.n + 1 < s.n || phrase_word_is(rest.w, "by|before|until")) &&
        slots_are_when(c->r, rest)) { /* "stencil paper!! need it by Friday" */
        last->confidence = last->confidence < 0.82 ? 0.82 : last->confidence;
        s = rest;
    }
    if (s.n > 2 && phrase_word_is(&s.w[s.n - 2], "for") && phrase_word_is(&s.w[s.n - 1], "me|us"))
        s.n -= 2;                    /* "Very urgent for me!" */
    for (size_t i = 1; i < s.n; i++) /* "Top priority, otherwise it renews" */
        if (phrase_word_is(&s.w[i], "otherwise|because"))
            s.n = i;
    if (!last || (last->kind != ERRAND_CREATE && last->kind != ERRAND_UPDATE) || !slots_are_all(c->r, s, &more))
        return false;
    errand_join_sets(&last->set, &more);
    if (last->kind == ERRAND_CREATE && last->confidence >= WEAK && last->confidence < SAID_MORE)
        last->confidence = SAID_MORE;
    return true;
}

/* Whether something that a sentence says is sure. */
static bool is_settled(const struct cutting *c, size_t from)
{
    for (size_t i = from; i < c->n; i++)
        if (c->ret[i].errand.confidence >= 0.80 || !errand_intent(c->ret[i].errand.kind) ||
            (c->ret[i].rule && c->ret[i].errand.kind == ERRAND_LIST))
            return true;
    return false;
}

static void read_sentence(struct cutting *c, struct span s)
{
    struct reading r = *c->r;
    size_t start = 0, skip, joints = 0, first = 0, before = c->n;
    bool told = false, changes;
    struct clause left;
    struct span name;
    bool is_hence = hence_read(&r, s, &left);

    if (!is_hence && ((is_void(s) && !(topic_opened(&r, s, &left) && left.rule)) || adds_to_last(c, s)))
        return;
    if (is_hence || row_of_all(&r, s, &left) || topic_told(&r, s, &left) || topic_opened(&r, s, &left)) {
        keep_all(c, &left);
        return;
    }
    if (topic_cut(&r, &s, &name, &changes))
        keep_topic(c, &r, name, changes);
    r.is_polite = lead_read(s).manner == MANNER_POLITE;
    for (size_t i = 1; i < s.n && c->n < ERRANDS && joints < SENTENCE_JOINTS; i++) {
        struct span so_far = { s.w + start, i - start };
        bool reasons = joints < REASONS && remark_why(s, start, i);
        if ((!joint_at(s, i, &skip) && !reasons) || i + skip >= s.n)
            continue;
        joints++;
        first = first > 0 ? first : i;
        enum order order = reasons && lead_read(span_from(s, i)).manner != MANNER_DUTY
                               ? ORDER_NONE
                               : order_at(&r, span_from(s, i + skip));
        bool then = span_has((struct span){ s.w + i, skip }, "then|also|but|plus|afterwards");
        bool remarks = order == ORDER_NONE && !told && remark_told(&r, so_far, span_from(s, i + skip)) &&
                       !remark_goes_back(&r, span_from(s, start));
        if (told ? order == ORDER_NONE
                 : !remarks && (order == ORDER_NONE ? !denies(&r, so_far, span_from(s, i + skip))
                                                    : !may_follow(&r, so_far, span_from(s, i + skip), order, then)))
            continue;
        if (!told)
            read_piece(c, &r, so_far);
        told = remarks;
        start = i + skip;
        i = start;
    }
    if (!told)
        read_piece(c, &r, span_from(s, start));
    if (!is_settled(c, before) && topic_island(&r, s, &left)) {
        c->n = before;
        bind_pronoun(c, &left.errand);
        keep(c, &left);
    }
}

/* ---- lines ---- */

/* "add these:", "my tasks for today:", "todo:" above a list of lines. */
static bool heads_list(struct span s, bool is_last)
{
    struct span rest;

    return !is_last && word_mark(&s.w[s.n - 1]) == ':' && s.n < 12 &&
           (span_begins(s, "*please|can|could|you add|create|put|note|make|new|remind", &rest) ||
            span_has(s, "tasks|todo|todos|to-do|to-dos|list|things|items|reminders|following|these|ones|dump"));
}

/* "please add", before what is numbered. */
static bool only_asks(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!as_is_stock(&s.w[i]))
            return false;
    return as_has_note(s);
}

/* What the line above the others says of all of them: "for tomorrow:". */
static void read_head(struct cutting *c, struct span s)
{
    c->adds = true;
    for (size_t i = 0; i < s.n; i++)
        if (slots_are_all(c->r, span_from(s, i), &c->all))
            return;
}

static void add_line(struct cutting *c, struct span s)
{
    struct clause one = { 0 };

    row_fill(c->r, s, 0.95, false, &c->all, &one);
    one.errand.said = one.errand.set.title;
    if (one.errand.set.title)
        keep(c, &one);
}

/* The number that a word is in "1. wash up 2. call Ann"; 0 when it is none. */
static size_t numeral(const struct phrase_word *w)
{
    return word_is_number(w) && w->to > w->from && strchr(".):", w->to[-1]) ? strtoul(w->p, NULL, 10) : 0;
}

/* Whether it is plainly an order of its own, and no name: "...; list everything due this week". */
static bool is_other_order(const struct reading *r, struct span s)
{
    struct clause c;

    return s.n > 0 && clause_read(r, s, &c) && c.rule && c.errand.kind != ERRAND_CREATE &&
           c.errand.confidence >= 0.80 && (c.is_pointed || c.errand.kind == ERRAND_LIST);
}

/* "1) done 2) to Friday": what becomes of tasks that were shown, and no names of new ones. */
static bool is_of_places(const struct reading *r, struct span s, const size_t *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct span piece = { s.w + at[i] + 1, at[i + 1] - at[i] - 1 };
        if (piece.n < 2 || is_other_order(r, piece))
            return true;
    }
    return false;
}

/* Tasks in one line that are numbered, behind words that ask to add them or behind none, or that semicolons part. */
static bool read_numbered(struct cutting *c, struct span s)
{
    size_t at[ERRANDS + 1], n = 0, from = 0;

    for (size_t i = 0; i + 1 < s.n && n < ERRANDS; i++)
        if (numeral(&s.w[i]) == n + 1)
            at[n++] = i;
    for (size_t i = 0; n < 2 && i + 1 < s.n && from == 0; i++)
        from = word_mark(&s.w[i]) == ':' ? i + 1 : 0;
    for (size_t i = from; from > 0 && i < s.n; i++) /* "add: post letters; add: buy stamps" */
        from = word_mark(&s.w[i]) == ':' ? 0 : from;
    if (from > 0)
        at[(n = 1) - 1] = from;
    for (size_t i = from; from > 0 && i + 1 < s.n && n < ERRANDS; i++) {
        if (word_mark(&s.w[i]) != ';')
            continue;
        if (is_other_order(c->r, span_from(s, i + 1)))
            return false;
        at[n++] = i + 1;
    }
    if (n < 2 ||
        (at[0] > 0 && !heads_list((struct span){ s.w, at[0] }, false) && !only_asks((struct span){ s.w, at[0] })))
        return false;
    at[n] = s.n;
    if (at[0] == 0 && is_of_places(c->r, s, at, n))
        return false;
    if (at[0] > 0)
        read_head(c, (struct span){ s.w, at[0] });
    for (size_t i = 0; i < n; i++) {
        struct span piece = { s.w + at[i], at[i + 1] - at[i] };
        piece = span_from(piece, from == 0 || bullet(piece) > 0 ? 1 : 0);
        add_line(c, span_from(piece, joint_words(piece)));
    }
    return true;
}

/* What was asked to be added is named in the sentence behind: "Add one more. It is 'call Ann'." Another order is not
 * its name. */
static bool names_last(struct cutting *c, struct span s)
{
    static const char *const calls[] = {
        "it|this|that *one is|says|reads|should|would|goes *be|say|read|to|called|named|about",
        "it's|that's|its *to|called|named|about",
        "*the|its|with task|title|name|text|item|entry *is|should|be|would|reads",
        "*for|to|please namely|called|named",
    };
    struct clause one = { .is_pointed = true }, own;
    struct span rest = s;
    bool called = false;

    if (!c->unnamed)
        return false;
    c->unnamed = c->many;
    for (size_t i = 0; i < COUNT_OF(calls) && !called; i++)
        called = span_begins(s, calls[i], &rest) && rest.n > 0;
    if (!called && (s.n < 2 || (clause_read(c->r, s, &own) && own.rule && own.errand.confidence >= 0.80 &&
                                (own.errand.kind != ERRAND_CREATE || own.is_pointed))))
        return false;
    fill_create(c->r, called ? rest : lead_read(s).rest, NAMED, false, &one);
    if (!one.errand.set.title || one.errand.confidence < NAMED || c->unnamed_at >= ERRANDS)
        return false;
    one.errand.said = span_text(c->r->a, s);
    c->n = c->unnamed_at++;
    keep(c, &one);
    return true;
}

/* "Note: call Ann. Note 2: pay the rent." */
static bool notes_next(struct cutting *c, struct span s)
{
    if (c->n == 0 || c->ret[c->n - 1].errand.kind != ERRAND_CREATE || s.n < 3 ||
        !phrase_word_is(s.w, "note|reminder|todo|to-do|memo") || numeral(&s.w[1]) == 0)
        return false;
    add_line(c, span_from(s, 2));
    return true;
}

/* One sentence; where it asks to add what it does not name, the next one may. */
static void read_next(struct cutting *c, struct span s)
{
    size_t before = c->n;
    struct clause hence;

    if (names_last(c, s) || notes_next(c, s))
        return;
    if (c->told.n > 0 && hence_next(c->r, c->told, s, &hence)) { /* "The lamp is broken. I have to fix it." */
        before = c->n = c->told_at;
        keep(c, &hence);
    } else {
        read_sentence(c, s);
    }
    c->told = s;
    c->told_at = before;
    if (c->has_ahead && c->n > before && c->ret[before].errand.kind == ERRAND_CREATE) { /* "urgent!! find it" */
        c->ret[0] = c->ret[before];
        c->n = 1;
        slots_set_once(&c->ret->errand.set.due, c->ahead.due);
        slots_set_once(&c->ret->errand.set.priority, c->ahead.priority);
    }
    c->has_ahead = before == 0 && s.n < WHEN_WORDS && slots_are_all(c->r, s, &c->ahead);
    c->unnamed = as_unnamed(s, &c->many);
    c->unnamed_at = before;
}

static void read_line(struct cutting *c, struct span s, bool is_last)
{
    size_t from = 0;
    bool is_plus = s.n > 1 && phrase_word_is(s.w, "+");

    if (!c->adds && s.n > 0 && numeral(s.w) == 1 && read_numbered(c, s))
        return;
    s = span_from(s, bullet(s));
    if (s.n == 0)
        return;
    if (heads_list(s, is_last)) {
        read_head(c, s);
        return;
    }
    if (c->adds || is_plus) {
        add_line(c, s);
        return;
    }
    if (read_numbered(c, s))
        return;
    for (size_t i = 0; i < s.n && c->n < ERRANDS; i++) {
        struct span sentence = { s.w + from, i + 1 - from };
        if (i + 1 < s.n && (!joint_ends_sentence(&s.w[i]) || title_hesitates(lead_read(sentence).rest)))
            continue;
        read_next(c, sentence);
        from = i + 1;
    }
}

void cut_read(const struct reading *r, struct span s, struct clause *ret, size_t *ret_n)
{
    struct cutting c = { .r = r, .ret = ret };
    size_t from = 0;

    for (size_t i = 0; i < s.n && c.n < ERRANDS; i++)
        if (i + 1 == s.n || breaks_line(&s.w[i], &s.w[i + 1])) {
            read_line(&c, (struct span){ s.w + from, i + 1 - from }, i + 1 == s.n);
            from = i + 1;
        }
    *ret_n = c.n;
}
