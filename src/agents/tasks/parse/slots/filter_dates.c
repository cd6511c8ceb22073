/* filter_dates.c - which tasks are meant, by due date: in a span of days, overdue, undated, recurring; and the order of
 * the list. */
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/attrs.h"
#include <string.h>
#include <strings.h>

/* Late in other words than "overdue". */
static size_t overdue_words(struct span w)
{
    static const char *const patterns[] = {
        "late|overdue",
        "past|beyond *its|it's|their|the|my|our|a|any due|deadline|deadlines [date|dates]",
        "*running|fallen|falling|lagging|slipping behind on|with|in|schedule [on|with]",
        "running late [on|with]",
        "should|ought *i|we|it|they|to have *been|already done|finished|completed by now",
        "should|ought *i|we|it|they|to have *been|already done|finished|completed",
        "should|ought *i|we|it|they|to be *all|already done|finished|completed by now",
        "should|ought *i|we|it|they|to already be *all done|finished|completed",
        "was|were|supposed *i|we|to|have|been have|be *been|already done|finished|completed by now",
        "was|were|supposed *i|we|to|have|been have|be *been|already done|finished|completed",
        "have|did|i've|we've *i|we|all|already|just missed|miss|forgotten|forget",
        "missed|blown|slipped *any|a|my|the deadline|deadlines",
    };
    struct span rest;

    for (size_t i = 0; i < COUNT_OF(patterns); i++)
        if (span_begins(w, patterns[i], &rest) && rest.n < w.n)
            return w.n - rest.n;
    return span_begins(w, "*running|fallen|falling behind|slipped", &rest) && rest.n == 0 ? w.n : 0;
}

/* Two spans are both meant where they lie apart ("today and tomorrow"); else the narrower one says it: "Friday this
 * week". What is only "coming up" says nothing beside another. */
static void join_spans(struct filtering *g, const struct due_span *before, bool is_joined, bool is_vague)
{
    struct due_span *f = &g->f->due;

    if (g->f->has_due && is_joined && before->is_overdue != f->is_overdue) { /* "late, and for today": up to then */
        *f = (struct due_span){ .to = before->is_overdue ? f->to : before->to };
        g->f->status = "pending";
        return;
    }
    if (!g->f->has_due || before->is_overdue || f->is_overdue || (g->is_vague && !is_vague))
        return;
    if (is_vague) {
        *f = *before;
    } else if (!is_joined && f->from <= before->from && before->to <= f->to) {
        *f = *before;
    } else if (is_joined || f->from < before->from || before->to < f->to) {
        f->from = before->from < f->from ? before->from : f->from;
        f->to = before->to > f->to ? before->to : f->to;
        f->is_part |= before->is_part;
    }
}

/* Whether the words before join it to what was said: "today and what's for tomorrow". */
static bool is_joined_to(const struct phrase_word *w)
{
    while (phrase_word_is(&w[-1], "what's|what|is|are|those|that|the|for|due|also|things|tasks|ones|stuff"))
        w--;
    return phrase_word_is(&w[-1], "and|or|plus|&");
}

/* A month alone, of which nothing else is said: "show me December". One that is also another word is none. */
static size_t take_month(struct filtering *g, struct span w)
{
    static const char months[] = "january|february|april|june|july|august|september|october|november|december";
    static const char in[] = "in";
    /* it stands nowhere in the message, right before the month */
    const struct phrase_word words[2] = { { .p = in, .n = 2, .from = w.w->from, .to = w.w->from }, *w.w };

    if (!phrase_word_is(w.w, months) ||
        (w.n > 1 && !phrase_word_is(&w.w[1], "tasks|items|things|stuff|please|only|ones")))
        return 0;
    return due_span_at(words, 2, g->r->now, &g->f->due) == 2;
}

/* "today's" is today. */
static size_t take_span(struct filtering *g, struct span w)
{
    struct phrase_word bare[8] = { { 0 } };
    size_t many = w.n < COUNT_OF(bare) ? w.n : COUNT_OF(bare), n;
    struct due_span before = g->f->due;
    bool is_vague;

    for (size_t i = 0; i < many; i++) {
        bare[i] = w.w[i];
        if (bare[i].n > 2 && !bare[i].is_quoted && strncasecmp(bare[i].p + bare[i].n - 2, "'s", 2) == 0)
            bare[i].n -= 2;
    }
    if (phrase_word_is(bare, "about")) /* "what about next week" */
        return 0;
    if ((n = overdue_words(w)) > 0) {
        g->f->due = (struct due_span){ .is_overdue = true };
    } else {
        size_t led = many > 1 && phrase_word_is(bare, "on|for"); /* "on next week" */
        n = led ? due_span_at(bare + 1, many - 1, g->r->now, &g->f->due) : 0;
        n = n > 0 ? n + 1 : due_span_at(bare, many, g->r->now, &g->f->due);
        n = n > 0 ? n : take_month(g, w);
    }
    if (n == 0)
        return 0;
    is_vague = phrase_word_is(bare, "soon|upcoming") || (n == 2 && phrase_word_is(bare, "coming"));
    join_spans(g, &before, is_joined_to(w.w), is_vague);
    g->is_vague = is_vague && (!g->f->has_due || g->is_vague);
    g->f->has_due = true;
    g->saw |= SAW_SPAN | (g->f->due.is_overdue ? SAW_OVERDUE : 0) | (phrase_word_is(bare, "due") ? SAW_DUE : 0);
    return n;
}

/* "without a deadline" */
static size_t take_undated(struct filtering *g, struct span w)
{
    static const char *const patterns[] = {
        "[with] without|no|lacking|missing *a|any|due|fixed|set|specific deadline|deadlines|date|dates|day",
        "*that|which|have|has not|don't|doesn't|hasn't|haven't *have|got|a|any|due deadline|date|deadlines|dates",
        "undated|dateless|unscheduled",
        "not dated|scheduled",
    };
    struct span rest;

    for (size_t i = 0; i < COUNT_OF(patterns); i++)
        if (span_begins(w, patterns[i], &rest) && rest.n < w.n) {
            g->f->no_due = true;
            g->saw |= SAW_DUE | SAW_SPAN;
            return w.n - rest.n;
        }
    return 0;
}

/* "sorted by deadline", "most urgent first" */
static size_t take_order(struct filtering *g, struct span w)
{
#define BY_DATE "*the|their|its due|deadline|deadlines|date|dates|day *date|dates|time"
#define BY_LEVEL "*the|their|its priority|priorities|importance|urgency"
    static const struct {
        const char *pattern, *order;
    } orders[] = {
        { "[sorted|sort|ordered|arranged|ranked|organised|organized|grouped] by " BY_DATE, "due" },
        { "[sorted|sort|ordered|arranged|ranked|organised|organized|grouped] by " BY_LEVEL, "priority" },
        { "[sorted|sort|ordered|arranged] by *the|their age|newest|creation|created", "newest" },
        { "in [the] order of " BY_DATE, "due" },
        { "in [the] order of " BY_LEVEL, "priority" },
        { "in date|due|deadline|chronological|calendar|time order", "due" },
        { "in priority order", "priority" },
        { "soonest|earliest|nearest|closest *due|deadline|deadlines|date|dates first", "due" },
        { "[most] urgent|important|high|highest [priority] first", "priority" },
        { "newest|latest [ones|tasks] first", "newest" },
        { "soonest|earliest|nearest", "due" },
        { "newest", "newest" },
    };
    struct span rest;

    for (size_t i = 0; i < COUNT_OF(orders); i++)
        if (span_begins(w, orders[i].pattern, &rest) && rest.n < w.n) {
            g->f->order = orders[i].order;
            g->saw |= SAW_PLURAL;
            return w.n - rest.n;
        }
    return 0;
}

/* "recurring", "every week"; a daily agenda is only one that is looked at every day. */
static size_t take_repeats(struct filtering *g, struct span w)
{
    struct repeat every;
    struct due first;
    size_t n = phrase_word_is(w.w, "recurring|repeating|repeated|recurrent|repeat|repeats|recur|recurs|habits|routines|"
                                   "daily|weekly|fortnightly|monthly|quarterly|yearly|annual|nightly");

    if (n == 0)
        n = due_repeat_at(w.w, w.n < 8 ? w.n : 8, g->r->now, &every, &first);
    if (n == 0 || (n < w.n && phrase_word_is(&w.w[n], "list|agenda|plan|schedule|overview|summary|calendar")))
        return n;
    g->f->repeats = true;
    g->saw |= SAW_MARK;
    return n;
}

size_t filter_when(struct filtering *g, struct span w)
{
    size_t n;

    if ((n = take_order(g, w)) > 0 || (n = take_undated(g, w)) > 0 || (n = take_span(g, w)) > 0)
        return n;
    return take_repeats(g, w);
}
