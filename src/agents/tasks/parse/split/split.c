/* split.c - a message cut into lines and sentences, and lists of new tasks.
 *
 * sentence.c reads one sentence. Several tasks can be named at once: on the lines below "add these:", numbered on one
 * line, or in a row (task_row.c). The title of a new task may also stand in the next sentence: "Please add a task. It
 * is 'call Ann'."
 */
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/attrs.h"
#include <stdlib.h>
#include <string.h>

#define NAMED 0.93 /* how sure a new task is that was asked for before it was named */
#define SURE 0.80
#define LINED 0.84 /* and one that stands in a line by itself, as the others do */
#define VAGUE 0.60 /* a name alone is less sure; what nobody else can know ("the usual") is just so */

void split_keep(struct splitting *c, const struct clause *clause)
{
    if (c->n < MESSAGE_INTENTS)
        c->ret[c->n++] = *clause;
}

/* ---- lines ---- */

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
        if (!word_is_stock(&s.w[i]))
            return false;
    return span_asks_note(s);
}

/* What the line above the others says of all of them: "for tomorrow:". */
static void read_head(struct splitting *c, struct span s)
{
    c->adds = true;
    for (size_t i = 0; i < s.n; i++)
        if (slots_are_all(c->r, span_from(s, i), &c->all))
            return;
}

static void add_line(struct splitting *c, struct span s)
{
    struct clause one = { 0 };

    row_clause(c->r, s, 0.95, false, &c->all, &one);
    one.intent.said = one.intent.set.title;
    if (one.intent.set.title)
        split_keep(c, &one);
}

/* The number that a word is in "1. wash up 2. call Ann"; 0 when it is none. */
static size_t numeral(const struct phrase_word *w)
{
    return word_is_number(w) && w->to > w->from && strchr(".):", w->to[-1]) ? strtoul(w->p, NULL, 10) : 0;
}

/* Whether it is plainly an order of its own, and no name: "...; list everything due this week". */
static bool is_other_order(const struct message_parser *r, struct span s)
{
    struct clause c;

    return s.n > 0 && clause_read(r, s, &c) && c.rule && c.intent.kind != INTENT_CREATE &&
           c.intent.confidence >= 0.80 && (c.is_pointed || c.intent.kind == INTENT_LIST);
}

/* One word that may be what a task is called: "milk", and neither "done" nor "Friday". */
static bool is_thing(const struct message_parser *r, struct span s)
{
    struct intent_slots aside;

    return !word_done_deed(s.w) && !slots_are_all(r, s, &aside) &&
           !phrase_word_is(s.w, "done|finished|complete|completed|delete|remove|later|yes|no|off|gone|today|urgent");
}

/* "1) done 2) to Friday": what becomes of tasks that were shown, and no names of new ones. */
static bool is_of_places(const struct message_parser *r, struct span s, const size_t *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct span piece = { s.w + at[i] + 1, at[i + 1] - at[i] - 1 };
        if (piece.n == 0 || (piece.n == 1 && !is_thing(r, piece)) || is_other_order(r, piece))
            return true;
    }
    return false;
}

/* Tasks in one line that are numbered, behind words that ask to add them or behind none, or that semicolons part. */
static bool read_numbered(struct splitting *c, struct span s)
{
    size_t at[MESSAGE_INTENTS + 1], n = 0, from = 0;

    for (size_t i = 0; i + 1 < s.n && n < MESSAGE_INTENTS; i++)
        if (numeral(&s.w[i]) == n + 1)
            at[n++] = i;
    for (size_t i = 0; n < 2 && i + 1 < s.n && from == 0; i++)
        from = word_mark(&s.w[i]) == ':' ? i + 1 : 0;
    for (size_t i = from; from > 0 && i < s.n; i++) /* "add: post letters; add: buy stamps" */
        from = word_mark(&s.w[i]) == ':' ? 0 : from;
    if (from > 0)
        at[(n = 1) - 1] = from;
    for (size_t i = from; from > 0 && i + 1 < s.n && n < MESSAGE_INTENTS; i++) {
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
        add_line(c, span_from(piece, boundary_words(piece)));
    }
    return true;
}

/* What was asked to be added is named in the sentence behind: "Add one more. It is 'call Ann'." Another order is not
 * its name. */
static bool names_last(struct splitting *c, struct span s)
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
    if (!called && (s.n < 2 || (clause_read(c->r, s, &own) && own.rule && own.intent.confidence >= 0.80 &&
                                (own.intent.kind != INTENT_CREATE || own.is_pointed))))
        return false;
    fill_create(c->r, called ? rest : lead_read(s).rest, NAMED, false, &one);
    if (!one.intent.set.title || one.intent.confidence < NAMED || c->unnamed_at >= MESSAGE_INTENTS)
        return false;
    one.intent.said = span_text(c->r->a, s);
    c->n = c->unnamed_at++;
    split_keep(c, &one);
    return true;
}

/* "Note: call Ann. Note 2: pay the rent." */
static bool notes_next(struct splitting *c, struct span s)
{
    if (c->n == 0 || c->ret[c->n - 1].intent.kind != INTENT_CREATE || s.n < 3 ||
        !phrase_word_is(s.w, "note|reminder|todo|to-do|memo") || numeral(&s.w[1]) == 0)
        return false;
    add_line(c, span_from(s, 2));
    return true;
}

/* "Sieve the peat. Then pot the ferns.": what something to do is said to follow is something to do. */
static void settle_before(struct clause *before, const struct clause *c, struct span s)
{
    if (!phrase_word_is(s.w, "then|also|plus|afterwards|and") || c->intent.kind != INTENT_CREATE ||
        c->intent.confidence < SURE || before->intent.kind != INTENT_CREATE || !before->intent.set.title ||
        before->rule || before->intent.confidence >= VAGUE)
        return;
    before->intent.confidence = LINED;
}

/* Whether the sentence before says nothing that is surely wanted: it may be the reason for this one. */
static bool is_only_told(const struct splitting *c)
{
    const struct clause *read = c->ret + c->told_at;

    if (c->told.n == 0 || c->n > c->told_at + 1)
        return false;
    return c->n == c->told_at || (read->intent.kind == INTENT_UPDATE && !read->is_pointed) ||
           (!read->rule && read->intent.confidence < VAGUE);
}

/* One sentence; where it asks to add what it does not name, the next one may. */
static void read_next(struct splitting *c, struct span s)
{
    size_t before = c->n;
    struct clause hence;

    if (names_last(c, s) || notes_next(c, s)) {
        c->told.n = 0;
        return;
    }
    if (is_only_told(c) && reason_next(c->r, c->told, s, &hence)) { /* "The lamp is broken. I have to fix it." */
        before = c->n = c->told_at;
        split_keep(c, &hence);
    } else {
        split_sentence(c, s);
    }
    c->told = s;
    c->told_at = before;
    if (before > 0 && c->n > before)
        settle_before(&c->ret[before - 1], &c->ret[before], s);
    if (c->has_ahead && c->n > before && c->ret[before].intent.kind == INTENT_CREATE) { /* "urgent!! find it" */
        c->n -= before;
        memmove(c->ret, c->ret + before, c->n * sizeof *c->ret);
        for (size_t i = 0; i < c->n && c->ret[i].intent.kind == INTENT_CREATE; i++) {
            topic_join_day(c->r, c->ahead.due, c->ret[i].title, &c->ret[i].intent.set);
            slots_set_once(&c->ret[i].intent.set.due, c->ahead.due);
            slots_set_once(&c->ret[i].intent.set.priority, c->ahead.priority);
        }
    }
    c->has_ahead = before == 0 && s.n < SPLIT_DATE_WORDS && slots_are_all(c->r, s, &c->ahead);
    c->unnamed = request_unnamed(s, &c->many);
    c->unnamed_at = before;
}

static void read_line(struct splitting *c, struct span s, bool is_last)
{
    size_t from = 0;
    bool is_plus = s.n > 1 && phrase_word_is(s.w, "+");

    if (is_plus || c->adds || (s.n > 0 && bullet(s) > 0))
        c->told.n = 0; /* what is listed stands between */
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
    for (size_t i = 0; i < s.n && c->n < MESSAGE_INTENTS; i++) {
        struct span sentence = { s.w + from, i + 1 - from };
        if (i + 1 < s.n && (!boundary_ends_sentence(&s.w[i]) || title_hesitates(lead_read(sentence).rest)))
            continue;
        read_next(c, sentence);
        from = i + 1;
    }
}

/* Where each line says something new, and one of them surely, one that only names it does so too. */
static void settle_lines(struct clause *clauses, size_t n)
{
    bool is_sure = false;

    for (size_t i = 0; i < n; i++) {
        if (clauses[i].intent.kind != INTENT_CREATE || !clauses[i].intent.set.title)
            return;
        is_sure |= clauses[i].intent.confidence >= SURE;
    }
    for (size_t i = 0; i < n && is_sure; i++)
        if (!clauses[i].rule && clauses[i].intent.confidence < VAGUE)
            clauses[i].intent.confidence = LINED;
}

void split_read(const struct message_parser *r, struct span s, struct clause *ret, size_t *ret_n)
{
    struct splitting c = { .r = r, .ret = ret };
    size_t from = 0, lines = 0, before = 0;
    bool all_say = true; /* each of the lines wants something */

    for (size_t i = 0; i < s.n && c.n < MESSAGE_INTENTS; i++)
        if (i + 1 == s.n || breaks_line(&s.w[i], &s.w[i + 1])) {
            read_line(&c, (struct span){ s.w + from, i + 1 - from }, i + 1 == s.n);
            all_say &= c.n > before;
            before = c.n;
            from = i + 1;
            lines++;
        }
    if (lines > 1 && all_say && from == s.n)
        settle_lines(ret, c.n);
    *ret_n = c.n;
}
