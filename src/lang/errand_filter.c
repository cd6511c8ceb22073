/* errand_filter.c - which tasks are meant: by state, day, priority, tag, or by what they are about.
 *
 * Word by word, in any order, as people say it: "my overdue work tasks", "anything due this week". Each word must be
 * understood, or the words are no filter: "show sales by region" lists no tasks. A word that is not known can only be
 * what the tasks are about, and only where that is said: before "tasks", or behind "about".
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "lang/errand_parts.h"
#include <string.h>

#define ASKED_WORDS 20  /* longer ones are prose */
#define ASKED_CONTENT 4 /* words that say what tasks are about; more say something else */

/* Words that say nothing by themselves, the words that ask included. */
static const char noise[] =
    "me|us|i|we|i've|i'm|the|a|an|of|is|are|was|were|be|been|what|what's|which|that|there|there's|do|does|did|on|"
    "in|to|for|at|by|please|thanks|still|yet|now|currently|right|up|out|so|far|just|and|with|it|how|see|look|"
    "again|really|got|get|gotten|need|needs|should|must|can|could|will|would|going|next|else|first|supposed|am|"
    "any|some|one|ones|exactly|off|thing|have|has|had|i'll|i'd|you|tell|show|list|give|only|full|entire|whole|"
    "current|latest|quick|kind|also|but|as|whats|time|remain|exist|deal|handle|coming|go|available|if|overview|"
    "most|marked|missed|missing|forgotten|forgetting|long|big|that's|plan|plans|looking|like|free|summary|hey|okay|"
    "then|after|this|these|those|them|over|already|or|"
    "keep|'s|check|tackle|focus|sort|rank|arrange|fall|falls|what've|y'all|yall|buddy|pal|mate|dude|bro|folks|guys";

static const struct {
    const char *words;
    unsigned saw;
    const char *status, *priority;
} senses[] = {
    { "tasks|todos|to-dos|reminders|chores|errands|todo's|to-do's|deadlines", SAW_NOUN | SAW_PLURAL, NULL, NULL },
    { "items|things|stuff|ones|entries|matters|jobs|appointments", SAW_PLURAL, NULL, NULL },
    { "task|todo|to-do|list|lists|agenda|plate|reminder|schedule|calendar|tasklist|backlog|checklist|docket|item",
      SAW_NOUN, NULL, NULL },
    { "all|everything|every|each|entire|whole", SAW_ALL, NULL, NULL },
    { "my|our|mine", SAW_OWN, NULL, NULL },
    { "pending|open|unfinished|remaining|outstanding|incomplete|active|undone|uncompleted|unchecked|left|unticked",
      SAW_STATUS, "pending", NULL },
    { "completed|done|finished|closed|complete|checked|ticked|finish|accomplish|accomplished|accomplishments",
      SAW_STATUS, "completed", NULL },
    { "urgent|important|critical|high-priority|pressing", SAW_MARK, NULL, "high" },
    { "low-priority|unimportant", SAW_MARK, NULL, "low" },
    { "due|deadline", SAW_DUE, NULL, NULL },
    { "have|got|planned|scheduled|anything|something|need|happening|gotta", SAW_HAVE, NULL, NULL },
    { "many|much|count|number", SAW_MANY, NULL, NULL },
};

/* Several words that are one sense. */
static const struct {
    const char *pattern;
    unsigned saw;
    const char *status, *priority;
} phrases[] = {
    { "not|haven't|isn't|aren't [been] [yet] done|finished|completed|complete", SAW_STATUS, "pending", NULL },
    { "haven't|have not|didn't [i] [yet] done|finished|completed|finish|complete|do|did", SAW_STATUS, "pending", NULL },
    { "what's|what|which|ones not", SAW_STATUS, "pending", NULL },
    { "still to do", SAW_STATUS | SAW_HAVE, "pending", NULL },
    { "left to do", SAW_STATUS, "pending", NULL },
    { "have|had|need|needed|got|supposed|meant *got|still to do|get [done]", SAW_HAVE | SAW_PLURAL, NULL, NULL },
    { "to do list", SAW_NOUN, NULL, NULL },
    { "to do", SAW_HAVE, NULL, NULL },
    { "get done", SAW_HAVE, NULL, NULL },
    { "highest|high|top [priority]", SAW_MARK, NULL, "high" },
    { "medium|normal [priority]", SAW_MARK, NULL, "medium" },
    { "low|lowest [priority]", SAW_MARK, NULL, "low" },
    { "except|but|without|excluding|minus [for] [the|my|those] done|completed|finished|closed [ones|tasks|stuff]",
      SAW_STATUS | SAW_PLURAL, "pending", NULL },
    { "not|isn't|aren't|non [so|that|too|very] urgent|important|critical|pressing", SAW_PLURAL, NULL, NULL },
    { "how many", SAW_MANY, NULL, NULL },
    { "including|plus|even [the|my] done|completed|finished|closed [ones|tasks|stuff]", SAW_ALL, NULL, NULL },
    { "to|todo|to-do dos|list|lists", SAW_NOUN | SAW_PLURAL, NULL, NULL },
};

struct filtering {
    const struct reading *r;
    struct errand_filter *f;
    unsigned saw;
    bool has_both; /* "done and not done": any status */
    bool is_vague; /* the span is only "soon": one that is said beside it counts */
};

static void note(struct filtering *g, unsigned saw, const char *status, const char *priority)
{
    g->saw |= saw;
    g->has_both |= status && g->f->status && strcmp(status, g->f->status) != 0;
    if (status)
        g->f->status = status;
    if (priority)
        g->f->priority = priority;
}

/* ---- one sense after the other: how many words it takes ---- */

static size_t take_phrase(struct filtering *g, struct span w)
{
    for (size_t i = 0; i < COUNT_OF(phrases); i++) {
        struct span rest;
        if (!span_begins(w, phrases[i].pattern, &rest) || rest.n == w.n)
            continue;
        note(g, phrases[i].saw, phrases[i].status, phrases[i].priority);
        return w.n - rest.n;
    }
    return 0;
}

static size_t take_sense(struct filtering *g, const struct phrase_word *w)
{
    for (size_t i = 0; i < COUNT_OF(senses); i++)
        if (phrase_word_is(w, senses[i].words)) {
            note(g, senses[i].saw, senses[i].status, senses[i].priority);
            return 1;
        }
    return 0;
}

/* Late in other words than "overdue". */
static size_t overdue_words(struct span w)
{
    static const char *const patterns[] = {
        "late|overdue",
        "past due",
        "*running|fallen|falling|lagging|slipping behind on|with|in|schedule [on|with]",
        "running late [on|with]",
        "should|ought|was|were|supposed *i|we|to|have|been have|be *been|already done|finished|completed [by] [now]",
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
    if ((n = overdue_words(w)) > 0) {
        g->f->due = (struct due_span){ .is_overdue = true };
    } else {
        size_t led = many > 1 && phrase_word_is(bare, "on|for"); /* "on next week" */
        n = led ? due_span_at(bare + 1, many - 1, g->r->now, &g->f->due) : 0;
        n = n > 0 ? n + 1 : due_span_at(bare, many, g->r->now, &g->f->due);
    }
    if (n == 0)
        return 0;
    is_vague = phrase_word_is(bare, "soon|upcoming") || (n == 2 && phrase_word_is(bare, "coming"));
    join_spans(g, &before, phrase_word_is(&w.w[-1], "and|or|plus"), is_vague);
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

static bool is_plain_noun(const struct phrase_word *w)
{
    return phrase_word_is(
        w,
        "tasks|task|todos|to-dos|todo|to-do|reminders|reminder|items|item|list|chores|errands|stuff|things|one|ones");
}

/* What tasks can be about: no word with a sense of its own, and no verb. */
static bool can_describe(const struct phrase_word *w)
{
    struct errand_filter aside = { 0 };
    struct filtering none = { .f = &aside };

    return !phrase_word_is(w, noise) && !word_is_number(w) && word_deed(w) != DEED_SURE && !word_done_deed(w) &&
           !take_sense(&none, w) &&
           !phrase_word_is(
               w,
               "his|her|their|your|its|delete|remove|clear|complete|mark|add|first|second|third|last|two|three|no|not");
}

/* "tagged work", "the work tag" */
static size_t take_tag(struct filtering *g, struct span w)
{
    static const char lead[] =
        "*with|the|a|under|in tag|tagged|labelled|labeled|label|category|under *as|with|of|the|my";
    const char *tags[TASK_TAGS];
    struct span rest;
    size_t n = 0, behind = 0;

    if (w.n > 1 && phrase_word_is(&w.w[1], "tag|label|category") && can_describe(w.w) &&
        !(w.n > 2 && can_describe(&w.w[2])))
        behind = 1;
    if (behind || (w.w->n > 1 && *w.w->p == '#' && !word_is_number(w.w))) {
        rest = w;
    } else if (!span_begins(w, lead, &rest) || rest.n == 0) {
        return 0;
    }
    if (!slots_tags(g->r, (struct span){ rest.w, 1 }, tags, &n))
        return 0;
    g->f->tag = tags[0];
    g->saw |= SAW_MARK;
    return w.n - rest.n + 1 + behind;
}

/* What they are about, to the end: "about the taxes", "for the garden", "that mention Bob". */
static size_t take_subject(struct filtering *g, struct span w)
{
    static const char *const leads[] = {
        ("[that] [are] "
         "about|regarding|concerning|mentioning|mention|mentions|containing|contains|contain|matching|named|called|"
         "involving"),
        "related to",
        "with|containing the word|words",
        "having to do with",
        "to do with",
    };
    static const char ends[] =
        "please|left|now|today|still|yet|on|my|the|list|task|tasks|todo|in|at|all|thanks|to|do|?";

    for (size_t i = 0; i < COUNT_OF(leads); i++) {
        struct span rest;
        if (!span_begins(w, leads[i], &rest) || rest.n == 0)
            continue;
        while (rest.n > 1 && phrase_word_is(rest.w, "my|the|a|an"))
            rest = span_from(rest, 1);
        while (rest.n > 1 && phrase_word_is(&rest.w[rest.n - 1], ends))
            rest.n--;
        g->f->search = span_text(g->r->a, rest);
        g->saw |= SAW_SEARCH;
        return w.n;
    }
    return 0;
}

/* "work tasks": under that tag where people usually file so, else what they are about. */
static size_t take_adjective(struct filtering *g, struct span w)
{
    static const char files[] =
        "work|home|personal|school|errand|errands|shopping|grocery|groceries|family|health|finance|"
        "finances|money|office|house|household|garden|travel|private|business|study|uni|college|kids";
    size_t n = 1;

    while (n < w.n && n < 3 && !is_plain_noun(&w.w[n]))
        n++;
    if (n >= w.n || n > 2)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (!can_describe(&w.w[i]))
            return 0;
    if (n == 1 && phrase_word_is(w.w, files)) {
        const char *tags[TASK_TAGS];
        size_t n_tags;
        if (slots_tags(g->r, (struct span){ w.w, 1 }, tags, &n_tags))
            g->f->tag = tags[0];
        g->saw |= SAW_MARK;
    } else {
        g->f->search = span_text(g->r->a, (struct span){ w.w, n });
        g->f->is_guess = g->f->names_tasks = phrase_word_is(&w.w[n], "list"); /* "the full-on list", "shwo list" */
        g->saw |= SAW_SEARCH;
    }
    return n;
}

/* Whatever several words say together. */
static size_t take_said(struct filtering *g, struct span w)
{
    size_t n;

    if ((n = take_order(g, w)) > 0 || (n = take_undated(g, w)) > 0 || (n = take_span(g, w)) > 0 ||
        (n = take_repeats(g, w)) > 0 || (n = take_tag(g, w)) > 0)
        return n;
    return take_phrase(g, w);
}

static size_t take_next(struct filtering *g, struct span w)
{
    size_t n;

    if (word_is_symbol(w.w))
        return 1;
    if ((n = take_said(g, w)) > 0 || (n = take_subject(g, w)) > 0)
        return n;
    if (take_sense(g, w.w) || phrase_word_is(w.w, noise))
        return 1;
    return take_adjective(g, w);
}

bool errand_filter_read(const struct reading *r, struct span w, struct errand_filter *ret, unsigned *ret_saw)
{
    struct errand_filter f = { 0 };
    struct filtering g = { .r = r, .f = &f };
    struct span rest;

    if (w.n > 0 && (phrase_word_is(w.w, "deal|handle|tackle") || /* that orders something else */
                    span_begins(w, "do|have|get|keep|see|check it|that|this|these|those|them", &rest)))
        return false;
    for (size_t n; w.n > 0; w = span_from(w, n))
        if ((n = take_next(&g, w)) == 0)
            return false;
    if (g.has_both)
        f.status = NULL;
    *ret = f;
    *ret_saw = g.saw;
    return true;
}

/* ---- in any words ---- */

/* Words of a question that name nothing, beside those of any filter. */
static const char asking[] =
    "who|who's|whom|whose|wasn't|weren't|didn't|doesn't|don't|where|where's|when|when's|how's|doing|make|making|done|"
    "down|concern|concerns|concerning|"
    "about|"
    "regarding|in|there|here|dread|ask|say|know|remember|again|side|forgetting|forgot|forget|getting|put|on|for|from|"
    "with|without|before|after|until|between|or|not|no|dear|mate|hun|love|jobs|job|matters|matter|appointment|"
    "appointments|bits|come|comes|look|looks|looking|happen|happens|thing|were|isn't|aren't|haven't|hasn't|any|"
    "anything|"
    "something|everything|nothing|let|lined|wait|waiting|i'd|we'd|we're|we've|he|she|they|his|her|their|your|its|it's|"
    "today|left|remaining|want|wanted|think|believe|myself|anyone|somebody|someone|pressing|take|takes|took|yet|ready|"
    "seeing|add|added|delete|deleted|remove|removed|complete|tags|tag|labels|label|finish|change|changed|expensive|"
    "cost|"
    "week|weekend|month|day|date|side|part|all|wrong|tell|me|not|ever|much|long|was|dates|actually|already|"
    "once|more|another|while|moment|bit|lot|busy|full|mind|through";

static bool is_content(const struct phrase_word *w)
{
    struct errand_filter aside = { 0 };
    struct filtering none = { .f = &aside };

    return w->n > 0 && !word_is_symbol(w) && strcspn(w->p, "+=*<>") >= w->n && !phrase_word_is(w, noise) &&
           !phrase_word_is(w, asking) && !take_sense(&none, w);
}

bool filter_loosely(const struct reading *r, struct span w, struct errand_filter *ret, unsigned *ret_saw)
{
    struct errand_filter f = { 0 };
    struct filtering g = { .r = r, .f = &f };
    size_t words = 0;

    for (size_t n; w.n > 0; w = span_from(w, n)) {
        n = take_said(&g, w);
        if (n == 0)
            n = take_sense(&g, w.w);
        if (n == 0 && is_content(w.w) && ++words <= ASKED_CONTENT) {
            const char *one = span_text(r->a, (struct span){ w.w, 1 });
            f.search = f.search && one ? arena_printf(r->a, "%s %s", f.search, one) : one ? one : f.search;
        }
        n = n > 0 ? n : 1;
    }
    if (g.has_both)
        f.status = NULL;
    f.is_guess = f.search != NULL;
    f.names_tasks = f.search && (g.saw & SAW_NOUN);
    *ret = f;
    *ret_saw = g.saw;
    return words <= ASKED_CONTENT;
}

bool filter_every(const struct reading *r, struct span w, struct errand_filter *ret)
{
    struct errand_filter f;
    unsigned saw;

    if (span_has(w,
                 "those|these|them|both|except|but|other|than|without|apart|not|besides|half|most|some|few|one|any") ||
        !errand_filter_read(r, w, &f, &saw) || (f.has_due && f.due.is_part)) /* a list is kept to whole days */
        return false;
    if ((saw & SAW_DUE) && !(saw & SAW_SPAN)) /* "everything due": it is not said when */
        return false;
    if (!(saw & SAW_ALL) && !((saw & SAW_PLURAL) && (saw & (SAW_STATUS | SAW_SPAN | SAW_MARK))))
        return false;
    *ret = f;
    return true;
}
