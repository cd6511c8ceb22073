/* clause.c - one clause: its lead-in, the rule that fits, or else the likeliest reading.
 *
 * A clause is read as it was typed first. Only when that gives no sure reading are its command words corrected and the
 * clause read again; each correction lowers the confidence. An order with a question mark, a "maybe" or a change of
 * mind in the middle lowers it so far that the person is asked.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <string.h>

#define MEND_COST 0.04
#define MEND_DEED_COST 0.02 /* where the verb of something to do is known: what is new can be taken back */
#define MENDED_DELETE 0.90  /* which is asked about in any case: nothing is deleted without a yes */
#define MARK_COST 0.16      /* an order that ends with a question mark */
#define HEDGE_COST 0.12     /* "maybe" */
#define DOUBT 0.60
#define LISTED 0.95 /* "put it on the list" */
#define EVENT 0.82  /* somebody has something on a day that is to come */

/* ---- questions ---- */

/* Among the marks that close the last word; one inside of it belongs to an address. */
static bool has_question_mark(struct span s)
{
    const struct phrase_word *last = &s.w[s.n - 1];
    const char *p = last->to;

    while (p > last->from && strchr(".,!)\"'", p[-1]))
        p--;
    return p > last->from && p[-1] == '?';
}

/* ---- by a rule ---- */

static bool is_allowed(const struct lead *lead, const struct clause *c)
{
    enum intent_kind kind = c->intent.kind;

    if (kind == INTENT_CREATE && !c->intent.set.title) /* "I want to add a task" */
        return true;
    switch (lead->manner) {
    case MANNER_WISH:
        return c->is_pointed || (c->intent.confidence >= 0.85 && kind != INTENT_COMPLETE);
    case MANNER_DUTY:
        return c->is_pointed && kind != INTENT_HELP && kind != INTENT_COURTESY &&
               (kind == INTENT_CREATE || kind == INTENT_LIST ||
                (c->intent.about && !c->is_loose && kind != INTENT_UNDO && kind != INTENT_REDO));
    case MANNER_PLAIN:
    case MANNER_POLITE:
    case MANNER_LEAVE:
        break;
    }
    return true;
}

static bool changes(enum intent_kind kind)
{
    return kind == INTENT_CREATE || kind == INTENT_UPDATE || kind == INTENT_COMPLETE || kind == INTENT_REOPEN ||
           kind == INTENT_DELETE;
}

/* "finish the report by Friday": what has a date is still to be done, and what comes back is no order ("wipe the tables
 * daily"). "The 2nd" is a place in the list, and what is wanted with "task 2 by Friday" has to be asked. */
static bool is_still_to_do(const struct message_parser *r, const struct rule *rule, struct span s, struct clause *ret)
{
    struct span about = span_from(s, 1);
    bool removes = ret->intent.kind == INTENT_DELETE || ret->intent.kind == INTENT_COMPLETE;

    if (ret->intent.every || rule_is_place(about) ||
        (phrase_word_is(s.w, "bin|trash") && about.n > 0 &&
         phrase_word_is(about.w, "the|my|our|that|this|those|these|all|both|his|her|their")) ||
        !(rule->flags & RULE_UNDATED ? slots_end_dated(r, s) : removes && slots_end_repeats(r, s)))
        return false;
    *ret = (struct clause){ .is_deed = true, .rule = rule };
    fill_create(r, s, rule_is_ref(title_core(r, about)) ? DOUBT : 0.83, false, ret);
    return true;
}

static bool read_rule(const struct message_parser *r, const struct lead *lead, struct span s, bool asks,
                      struct clause *ret)
{
    enum mode mode = lead->manner == MANNER_POLITE ? MODE_POLITE : asks ? MODE_QUESTION : MODE_ORDER;
    bool is_order = false;
    struct phrase_part parts[PHRASE_PARTS];
    const struct rule *rule = rule_for(r, s, mode, parts);

    if (!rule && mode == MODE_QUESTION && !question_begins(s)) {
        rule = rule_for(r, s, MODE_ORDER, parts);
        is_order = true;
    }
    if (!rule)
        return false;
    fill_clause(r, rule, parts, s, ret);
    if (is_still_to_do(r, rule, s, ret))
        return is_allowed(lead, ret);
    if (lead->manner == MANNER_LEAVE && changes(ret->intent.kind) && !ret->is_pointed)
        *ret = (struct clause){ .rule = rule, .intent = { .kind = INTENT_HELP, .confidence = 0.85 } };
    if (is_order || (lead->manner == MANNER_LEAVE && changes(ret->intent.kind) && ret->intent.kind != INTENT_CREATE))
        ret->intent.confidence -= MARK_COST;
    if (lead->manner == MANNER_DUTY && ret->intent.kind == INTENT_UPDATE &&
        phrase_word_is(s.w, "give|take|bring|send") && ret->intent.about && !boundary_is_pronoun(ret->intent.about) &&
        ret->intent.set.due)
        return false; /* "I have to give the draft to Ann by Friday" */
    if (!is_allowed(lead, ret) || (lead->manner == MANNER_DUTY && ret->intent.kind == INTENT_LIST &&
                                   phrase_word_is(s.w, "find|search|locate|look|get|check|review|read|print|fetch")))
        return false; /* "so I have to find one with a thread" */
    if (lead->manner == MANNER_DUTY && ret->intent.kind != INTENT_CREATE && ret->intent.kind != INTENT_LIST)
        ret->intent.confidence = ret->intent.kind == INTENT_DELETE ? 0.88 : 0.72;
    return true;
}

/* ---- all together ---- */

/* A change of mind in the middle of an order. */
static bool wavers(struct span s)
{
    for (size_t i = 1; i + 1 < s.n; i++)
        if ((phrase_word_is(&s.w[i], "no") && word_mark(&s.w[i - 1]) &&
             phrase_word_is(&s.w[i + 1], "wait|actually|sorry|i")) ||
            (phrase_word_is(&s.w[i], "i") && phrase_word_is(&s.w[i + 1], "mean")) ||
            (phrase_word_is(&s.w[i], "wait") && phrase_word_is(&s.w[i + 1], "no|actually")))
            return true;
    return false;
}

static size_t mends_outside(struct span s, const struct clause *c)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++) {
        const struct phrase_word *w = &s.w[i];
        n += w->is_mended && !(c->title.n > 0 && w >= c->title.w && w < c->title.w + c->title.n);
    }
    return n;
}

/* A word that was mended to "delete" is just sure enough for the question whether to delete. */
static void cost_mends(struct span s, struct clause *c)
{
    size_t n = mends_outside(s, c);
    bool is_deed = c->intent.kind == INTENT_CREATE && c->title.n > 1 && word_deed(c->title.w) != DEED_NONE;

    c->intent.confidence -= (is_deed ? MEND_DEED_COST : MEND_COST) * (double)n;
    if (n > 0 && n < 3 && c->intent.kind == INTENT_DELETE && c->intent.confidence + MEND_COST > MENDED_DELETE)
        c->intent.confidence = MENDED_DELETE;
}

static bool read_once(const struct message_parser *r, struct span s, bool guess, struct clause *ret);

/* What is said to whoever reads it, behind everything: "2 done, thanks", "on the list mate". */
static size_t address_words(struct span s)
{
    static const char *const apart[] = {
        "thanks|please|okay|love|babe|sir|madam|darling|beauty|hooray|yay|phew|finally|boss",
        "man|buddy|pal|dear|friend|x|xx",
        "thank god|goodness|heavens|you",
        "bless her|him|them|it",
        "all good|fine|done|sorted",
        "no rush|hurry|worries|problem",
    };
    static const char *const always[] = {
        "mate|hun|lol|lmao|haha|xx|xxx|bro|innit|please|thanks|dear|btw|fyi",
        "by the way",
        "thank you *so|very|much",
        "please|thanks|cheers love|babe|darling|sir|madam|mate|hun|dear",
        "thank god|goodness",
        "will|would|can|could you *please",
        "if you would|could|can|please|don't|wouldn't *mind",
        "when you can|get *a|the|chance|moment|minute",
    };
    struct span rest;

    if (phrase_word_is(&s.w[s.n - 1], "actually") && *s.w[s.n - 1].p == 'a') /* not "Love Actually" */
        return 1;
    for (size_t n = s.n - 1 < 6 ? s.n - 1 : 6; n > 0; n--) {
        struct span end = { s.w + s.n - n, n };
        for (size_t i = 0; i < COUNT_OF(always); i++)
            if (span_begins(end, always[i], &rest) && rest.n == 0 &&
                !phrase_word_is(&end.w[-1], "my|a|the|old|her|his"))
                return n;
        for (size_t i = 0; i < COUNT_OF(apart); i++)
            if (word_mark(&end.w[-1]) && span_begins(end, apart[i], &rest) && rest.n == 0)
                return n;
    }
    return 0;
}

static struct span without_address(struct span s)
{
    for (size_t n; s.n > 1 && (n = address_words(s)) > 0;)
        s.n -= n;
    return s;
}

/* "on Wednesday we have a meeting with the board" */
static bool read_event(const struct message_parser *r, struct span s, const struct intent_slots *when,
                       struct clause *ret)
{
    struct span event;

    if (!when->due || slots_is_past(r, when->due) ||
        !(span_begins(s, "i|we have *got|also|a|an|the|another", &event) ||
          span_begins(s, "i've|we've got *also|a|an|the|another", &event)) ||
        event.n == 0 || phrase_word_is(event.w, "to|been|no|not|nothing|time|already|something") ||
        word_done_deed(event.w))
        return false;
    *ret = (struct clause){ .is_loose = true };
    fill_create(r, event, EVENT, false, ret);
    return ret->intent.set.title != NULL;
}

/* "tomorrow I need to ...": the day stands before what is said of it. */
static bool read_dated(const struct message_parser *r, const struct lead *lead, struct clause *ret)
{
    struct intent_slots found = { 0 };
    struct slots when = { .r = r, .set = &found };
    size_t n = lead->manner == MANNER_PLAIN ? slot_at(&when, lead->rest, WHERE_EDGE | WHERE_APART) : 0;
    struct span rest = span_from(lead->rest, n);

    for (size_t more = n; more > 0 && rest.n > 1;) { /* "not urgent but sometime next week I want to ..." */
        struct span next = span_from(rest, phrase_word_is(rest.w, "but|and"));
        more = slot_at(&when, next, WHERE_EDGE | WHERE_APART);
        rest = more > 0 ? span_from(next, more) : rest;
    }
    if (n == 0 || rest.n < 2 || !(found.due || found.priority) ||
        !(phrase_word_is(rest.w, "i|we|i've|we've|i'll|please|can|could|gotta|don't|add|need|i'd") ||
          (phrase_word_is(rest.w, "remind|nudge|ping|alert|notify|warn|poke|buzz|prompt|prod|nag") &&
           phrase_word_is(&rest.w[1], "me|us")) ||
          (phrase_word_is(rest.w, "but|and") && word_deed(&rest.w[1]) == DEED_SURE && rest.n > 2)) ||
        !(read_event(r, rest, &found, ret) || read_once(r, rest, false, ret)) || ret->intent.kind != INTENT_CREATE)
        return false;
    if (found.due && !when.due.has_time)
        topic_join_day(r, found.due, ret->title, &ret->intent.set);
    if (found.due && !(ret->intent.set.due && ret->intent.set.remind))
        ret->intent.set.due = slots_due_with(&when, ret->title);
    if (found.due && when.due.has_time && ret->rule && (ret->rule->flags & RULE_REMINDS))
        slots_set_once(&ret->intent.set.remind, ret->intent.set.due);
    slots_set_once(&ret->intent.set.repeat, found.repeat);
    slots_set_once(&ret->intent.set.priority, found.priority);
    return true;
}

/* "mark all done except 2": said behind everything else. */
static bool read_but(const struct message_parser *r, struct span s, struct clause *ret)
{
    struct span but;
    struct span head = { s.w, fill_exception(s, &but) };

    if (head.n == s.n || !read_once(r, head, false, ret) || !ret->rule || ret->intent.except ||
        !(ret->intent.every || (ret->intent.about && rule_is_place(span_from(head, 1)))) ||
        ret->intent.kind == INTENT_CREATE || ret->intent.kind == INTENT_LIST)
        return false;
    ret->intent.except = span_text(r->a, but);
    return true;
}

/* What is put on the list together with what it is to have: "put the deeds on the list for Friday, high priority".
 * Something else could be read of the end alone; but what is put back there, or only pointed at, is there already. */
static bool read_listed(const struct message_parser *r, struct span s, struct clause *ret)
{
    static const char list[] =
        "on|onto|to|in|into my|the|our|your *to|do|todo|to-do|task|shopping list|agenda|todos|to-dos";
    struct intent_slots set = { 0 };
    struct span rest;

    if (s.n < 5 || !phrase_word_is(s.w, "put|stick|pop|add|chuck|whack|bung|throw|write|get"))
        return false;
    for (size_t i = 2; i + 3 < s.n; i++) {
        struct span name = { s.w + 1, i - 1 };
        if (!span_begins(span_from(s, i), list, &rest) || rest.n == 0)
            continue;
        if (phrase_word_is(&s.w[i - 1], "back|again|up|off|note|comment|tag") || rule_is_ref(name) ||
            title_core(r, (struct span){ rest.w - 1, rest.n + 1 }).n > 1) /* more than "list" is left of it */
            return false;
        title_and_slots(r, (struct span){ rest.w - 1, rest.n + 1 }, false, &set);
        set.title = NULL;
        *ret = (struct clause){ .is_pointed = true };
        fill_create(r, name, LISTED, false, ret);
        slots_join(&ret->intent.set, &set);
        return ret->intent.set.title != NULL;
    }
    return false;
}

static bool read_once(const struct message_parser *r, struct span s, bool guess, struct clause *ret)
{
    struct span bare = without_address(s);
    struct lead lead = lead_read(bare);
    bool is_said = lead.manner == MANNER_DUTY || lead.manner == MANNER_WISH;
    bool is_tagged = bare.n < s.n && phrase_word_is(&s.w[s.n - 1], "okay"); /* "..., ok?" */
    bool asks = (!is_said && question_begins(lead.rest)) ||
                (!lead.is_polite && !r->is_polite && has_question_mark(is_tagged ? bare : s));

    if (lead.is_void)
        return false;
    if (lead.manner == MANNER_POLITE && asks) /* "tell me what is due" */
        lead.manner = MANNER_PLAIN;
    if (!(lead.manner == MANNER_PLAIN && passive_cause(r, lead.rest, ret)) &&
        !(lead.manner == MANNER_PLAIN && !asks && passive_read(r, lead.rest, ret)) &&
        !(!asks && read_listed(r, lead.rest, ret)) && !read_but(r, s, ret) &&
        !read_rule(r, &lead, lead.rest, asks, ret) && !read_dated(r, &lead, ret) &&
        !fallback_clause(r, &lead, lead.rest, asks, guess, ret))
        return false;
    if (lead.is_urgent && ret->intent.kind == INTENT_CREATE)
        slots_set_once(&ret->intent.set.priority, "high");
    if (lead.is_hedged)
        ret->intent.confidence -= HEDGE_COST;
    if (!ret->is_corrected && wavers(lead.rest) && ret->intent.confidence > DOUBT)
        ret->intent.confidence = DOUBT;
    ret->is_pointed |= lead.is_marked;
    cost_mends(s, ret);
    return true;
}

static const char *said(struct arena *a, struct span s)
{
    return arena_dup(a, s.w[0].from, (size_t)(s.w[s.n - 1].to - s.w[0].from));
}

/* A pictogram behind a name is a part of it, unless something else was said in between. */
static void keep_symbols(const struct message_parser *r, struct span s, struct span whole, struct clause *c)
{
    struct span name = c->intent.kind == INTENT_CREATE && c->title.n > 0 ? title_core(r, c->title) : (struct span){ 0 };
    const char *text = span_text(r->a, name);

    if (name.n > 0 && name.w + name.n == s.w + s.n && text && c->intent.set.title &&
        strcmp(text, c->intent.set.title) == 0)
        c->intent.set.title = span_text(r->a, (struct span){ name.w, name.n + (whole.n - s.n) });
}

static bool is_sure(const struct clause *c)
{
    return c->intent.confidence >= 0.80 || (c->intent.kind == INTENT_LIST && c->intent.confidence >= 0.70) || c->rule;
}

/* A rule beats the look of a new task: "reschdule the meeting to Friday", "remnd me to call Ann". Of a list, what was
 * looked for was only the slip: "waht is overdeu". */
static bool is_surer(const struct clause *typed, const struct clause *mended)
{
    if (typed->intent.kind == INTENT_LIST && mended->intent.kind == INTENT_LIST && typed->intent.filter.search)
        return !mended->intent.filter.search ||
               strlen(mended->intent.filter.search) < strlen(typed->intent.filter.search);
    return mended->rule && (mended->intent.about || mended->is_pointed) && mended->intent.confidence >= 0.80;
}

bool clause_read(const struct message_parser *r, struct span s, struct clause *ret)
{
    struct clause mended_clause;
    struct span whole = s, mended;
    bool found;

    while (s.n > 1 && word_is_symbol(&s.w[s.n - 1]) && !(*s.w[s.n - 1].from == '!'))
        s.n--;
    if (s.n == 0)
        return false;
    if (s.n > PHRASE_WORDS)
        s.n = PHRASE_WORDS;
    memset(ret, 0, sizeof *ret);
    found = read_once(r, s, true, ret);
    if ((!found || !is_sure(ret) || !ret->rule || ret->intent.confidence < 0.80) && words_mended(r->a, s, &mended) &&
        read_once(r, mended, false, &mended_clause) && (!found || !is_sure(ret) || is_surer(ret, &mended_clause))) {
        *ret = mended_clause;
        found = true;
    }
    if (!found)
        return false;
    if (whole.n > s.n)
        keep_symbols(r, s, whole, ret);
    ret->intent.said = said(r->a, whole);
    fallback_others(&ret->intent);
    return true;
}
