/* filter.c - which tasks are meant: by state, date, priority, tag, or words that they are about.
 *
 * Filter words may come in any order, as people say them: "my overdue work tasks", "anything due this week". Every word
 * must be understood, or the words are no filter: "show sales by region" lists no tasks. An unknown word can only be
 * what the tasks are about, and only where that is said: before "tasks", or behind "about". filter_dates.c reads the
 * dates.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <string.h>

#define ASKED_WORDS 20  /* longer ones are prose */
#define ASKED_CONTENT 4 /* words that say what tasks are about; more say something else */

/* Words that say nothing by themselves, the words that ask included. */
static const char noise[] =
    "oldest|recent|recently|"
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
    { "all|everything|every|each|entire|whole|whatever|whatever's", SAW_ALL, NULL, NULL },
    { "my|our|mine", SAW_OWN, NULL, NULL },
    { "pending|open|unfinished|remaining|outstanding|incomplete|active|undone|uncompleted|unchecked|left|unticked|"
      "remains|remain",
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
    { "haven't|didn't [i|we] [yet] done|finished|completed|finish|complete|do|did", SAW_STATUS, "pending", NULL },
    { "haven't|didn't [i|we] [yet] crossed|ticked|checked|struck|cross|tick|check off|out", SAW_STATUS, "pending",
      NULL },
    { "crossed|ticked|checked|struck|knocked|scratched off|out", SAW_STATUS, "completed", NULL },
    { "did [i|we] [already|actually] get done|finished|through", SAW_STATUS, "completed", NULL },
    { "have [i|we] not [yet] done|finished|completed|finish|complete|did", SAW_STATUS, "pending", NULL },
    { "what's|what|which|ones not", SAW_STATUS, "pending", NULL },
    { "still to do", SAW_STATUS | SAW_HAVE, "pending", NULL },
    { "[remains|remain|left|still|yet|waiting|needs|need|has|have] [still] to be *all done|finished|completed|sorted",
      SAW_STATUS | SAW_HAVE, "pending", NULL },
    { "must|should|shall|ought|gotta *still|really|to be *all done|finished|completed|complete|sorted|closed",
      SAW_STATUS | SAW_HAVE, "pending", NULL },
    { "left to do", SAW_STATUS, "pending", NULL },
    { "have|had|need|needed|got|supposed|meant *got|still to do|get [done]", SAW_HAVE | SAW_PLURAL, NULL, NULL },
    { "to do list", SAW_NOUN, NULL, NULL },
    { "to do", SAW_HAVE, NULL, NULL },
    { "get done", SAW_HAVE, NULL, NULL },
    { "highest|high|top [priority]", SAW_MARK, NULL, "high" },
    { "medium|normal [priority]", SAW_MARK, NULL, "medium" },
    { "low|lowest [priority]", SAW_MARK, NULL, "low" },
    { "least urgent|important|critical|pressing", SAW_MARK, NULL, "low" },
    { "except|but|without|excluding|minus [for] [the|my|those] done|completed|finished|closed [ones|tasks|stuff]",
      SAW_STATUS | SAW_PLURAL, "pending", NULL },
    { "not|isn't|aren't|non [so|that|too|very] urgent|important|critical|pressing", SAW_PLURAL, NULL, NULL },
    { "how many", SAW_MANY, NULL, NULL },
    { "[that|which|what] i've|we've *already|just done|finished|completed|closed|ticked [off]", SAW_STATUS, "completed",
      NULL },
    { "including|plus|even|also *the|my|all|those|what|what's|whatever|stuff|things|ones|that|that's|which|is|are|i|we|"
      "i've|we've|have|already|been done|completed|finished|closed [ones|tasks|stuff|things]",
      SAW_ALL, NULL, NULL },
    { "whether|if|either *they're|they|it's|are|is done|finished|completed|open|pending or "
      "*not|done|finished|completed|open|pending",
      SAW_ALL, NULL, NULL },
    { "to|todo|to-do dos|list|lists", SAW_NOUN | SAW_PLURAL, NULL, NULL },
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

static bool is_plain_noun(const struct phrase_word *w)
{
    return phrase_word_is(
        w,
        "tasks|task|todos|to-dos|todo|to-do|reminders|reminder|items|item|list|chores|errands|stuff|things|one|ones");
}

/* What tasks can be about: no word with a sense of its own, and no verb. */
static bool can_describe(const struct phrase_word *w)
{
    struct task_filter aside = { 0 };
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

    if ((n = filter_when(g, w)) > 0 || (n = take_tag(g, w)) > 0)
        return n;
    return take_phrase(g, w);
}

/* "tasks of the school that are open", "anything for the garden" */
static size_t take_of(struct filtering *g, struct span w)
{
    static const char of[] = "tasks|task|todos|to-dos|reminders|chores|errands|anything|everything|stuff";
    struct task_filter aside = { 0 };
    struct filtering none = { .r = g->r, .f = &aside };
    size_t from = 1, n;

    if (!phrase_word_is(w.w, "of|for|from|with") || !phrase_word_is(&w.w[-1], of))
        return 0;
    while (from < w.n && phrase_word_is(&w.w[from], "the|my|our|a|an"))
        from++;
    for (n = from; n < w.n && n < from + 3 && can_describe(&w.w[n]) && take_said(&none, span_from(w, n)) == 0; n++)
        continue;
    if (n == from || n == from + 3)
        return 0;
    g->f->search = span_text(g->r->a, (struct span){ w.w + from, n - from });
    g->f->is_guess = g->f->names_tasks = true;
    g->saw |= SAW_SEARCH;
    return n;
}

static size_t take_next(struct filtering *g, struct span w)
{
    size_t n;

    if (word_is_symbol(w.w) || (phrase_word_is(w.w, "about") && phrase_word_is(&w.w[-1], "what|how")))
        return 1;
    g->is_still |= phrase_word_is(w.w, "still");
    if ((n = take_said(g, w)) > 0 || (n = take_subject(g, w)) > 0 || (n = take_of(g, w)) > 0)
        return n;
    if (take_sense(g, w.w) || phrase_word_is(w.w, noise))
        return 1;
    return take_adjective(g, w);
}

/* Done and not done are all of them; what is still to do is open. */
static void settle_status(struct filtering *g)
{
    if (g->has_both)
        g->f->status = NULL;
    else if (!g->f->status && ((g->is_still && (g->saw & SAW_HAVE)) || g->f->no_due))
        g->f->status = "pending"; /* what is done needs no date any more */
}

bool task_filter_read(const struct message_parser *r, struct span w, struct task_filter *ret, unsigned *ret_saw)
{
    struct task_filter f = { 0 };
    struct filtering g = { .r = r, .f = &f };
    struct span rest;

    if (w.n > 1 && phrase_word_is(w.w, "it|that|this|them|these|those") && phrase_word_is(&w.w[-1], "give"))
        return false;                                            /* "give it the tag work" */
    if (w.n > 0 && (phrase_word_is(w.w, "deal|handle|tackle") || /* that orders something else */
                    span_begins(w, "do|have|get|keep|see|check it|that|this|these|those|them", &rest)))
        return false;
    for (size_t n; w.n > 0; w = span_from(w, n))
        if ((n = take_next(&g, w)) == 0)
            return false;
    settle_status(&g);
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
    "cost|inclusive|wrote|written|told|gave|given|entered|noted|saved|typed|"
    "week|weekend|month|day|date|side|part|all|wrong|tell|me|not|ever|much|long|was|dates|actually|already|"
    "once|more|another|while|moment|bit|lot|busy|full|mind|through|they're|there're|roughly|speaking|about";

static bool is_content(const struct phrase_word *w)
{
    struct task_filter aside = { 0 };
    struct filtering none = { .f = &aside };

    return w->n > 0 && !word_is_symbol(w) && strcspn(w->p, "+=*<>") >= w->n && !phrase_word_is(w, noise) &&
           !phrase_word_is(w, asking) && !take_sense(&none, w);
}

bool filter_loosely(const struct message_parser *r, struct span w, struct task_filter *ret, unsigned *ret_saw)
{
    struct task_filter f = { 0 };
    struct filtering g = { .r = r, .f = &f };
    size_t words = 0;

    for (size_t n; w.n > 0; w = span_from(w, n)) {
        n = take_said(&g, w);
        g.is_still |= phrase_word_is(w.w, "still");
        if (n == 0)
            n = take_sense(&g, w.w);
        if (n == 0 && is_content(w.w) && ++words <= ASKED_CONTENT) {
            const char *one = span_text(r->a, (struct span){ w.w, 1 });
            f.search = f.search && one ? arena_printf(r->a, "%s %s", f.search, one) : one ? one : f.search;
        }
        n = n > 0 ? n : 1;
    }
    settle_status(&g);
    f.is_guess = f.search != NULL;
    f.names_tasks = f.search && (g.saw & SAW_NOUN);
    *ret = f;
    *ret_saw = g.saw;
    return words <= ASKED_CONTENT;
}

bool filter_every(const struct message_parser *r, struct span w, struct task_filter *ret)
{
    struct task_filter f;
    unsigned saw;

    if (span_has(w,
                 "those|these|them|both|except|but|other|than|without|apart|not|besides|half|most|some|few|one|any") ||
        !task_filter_read(r, w, &f, &saw) || (f.has_due && f.due.is_part)) /* a list is kept to whole days */
        return false;
    if ((saw & SAW_DUE) && !(saw & SAW_SPAN)) /* "everything due": it is not said when */
        return false;
    if (!(saw & SAW_ALL) && !((saw & SAW_PLURAL) && (saw & (SAW_STATUS | SAW_SPAN | SAW_MARK))))
        return false;
    *ret = f;
    return true;
}
