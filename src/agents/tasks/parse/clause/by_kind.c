/* by_kind.c - a message whose intent is known from elsewhere (parse/intent_model.h), where no rule fits.
 *
 * The words that ask for a new task come from a small, closed set: politeness, pronouns, "add", "note", "list". The
 * title begins where that set ends. Which tasks a change is about follows from pointing words, or from words of their
 * titles, which the caller knows.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <ctype.h>
#include <string.h>

#define POINTING_WORDS 7 /* of what points at tasks: "the second one from the end of it" */
#define CLOSING_WORDS 10 /* of an order at the end to note what was said */
#define LISTED_WORDS 20  /* of a question: longer ones are prose */
#define AS_SURE 0.85

/* ---- a new task ---- */

/* Whether a name may begin at i: what is quoted, what stands behind a colon, a verb behind what notes it, and any word
 * that is none of the stock. */
static bool begins_name(struct span s, size_t i, bool noted)
{
    const struct phrase_word *w = &s.w[i];
    char mark = i > 0 ? word_mark(&w[-1]) : '\0';

    if (word_is_mark(w) || w->n == 0)
        return false;
    if (w->is_quoted || (noted && i > 0 && (mark == ':' || word_is_mark(&w[-1]))))
        return true;
    if (noted && word_deed(w) != DEED_NONE && !phrase_word_is(w, "put|write|log|record|schedule|get|make|do|take"))
        return true;
    if (noted && i > 0 && word_deed(w) != DEED_NONE &&
        phrase_word_is(&w[-1], "to|add|must|should|i'll|task|todo|reminder"))
        return true;
    return !word_asks_note(w) && !word_is_filler(w);
}

/* How many words at the end only say where it is to be noted, or thank for it. */
static size_t closing(struct span s, bool *ret_noted)
{
    static const char places[] = "list|lists|todo|todos|to-do|tasks|agenda|reminders|down|checklist";
    static const char thanks[] = "please|thanks|thank|you|cheers|okay|mate|love|would|will|can|could|ta|so|much|very|a|"
                                 "lot|x|xx|lol|then|now|too";
    size_t n = request_at_end(s), polite = 0;

    if (n > 0) {
        *ret_noted = true;
        return n;
    }
    while (polite < s.n && (phrase_word_is(&s.w[s.n - 1 - polite], thanks) || word_is_symbol(&s.w[s.n - 1 - polite])))
        polite++;
    for (n = polite; n < s.n && n < CLOSING_WORDS; n++) {
        const struct phrase_word *w = &s.w[s.n - 1 - n];
        if (w->is_quoted || (!word_is_filler(w) && !word_asks_note(w)))
            break;
        if (phrase_word_is(w, "on|onto|to|in|into|down") && span_has((struct span){ w, n + 1 }, places)) {
            *ret_noted = true;
            return n + 1;
        }
    }
    return polite;
}

static void join(const struct message_parser *r, struct span before, struct intent_slots *set)
{
    for (size_t i = 0; i < before.n; i++) {
        struct intent_slots found = { 0 };
        struct slots slots = { .r = r, .set = &found };
        if (slot_at(&slots, span_from(before, i), WHERE_EDGE) > 0 && !set->due && !set->priority)
            slots_join(set, &found);
    }
}

/* Whether it is said not to note something. */
static bool is_denied(struct span s)
{
    struct span rest;

    for (size_t i = 0; i + 1 < s.n; i++)
        if (phrase_word_is(&s.w[i], "don't|not|never|won't|didn't|stop") &&
            span_has((struct span){ s.w + i + 1, s.n - i - 1 < 3 ? s.n - i - 1 : 3 },
                     "add|added|adding|put|note|create|log|save|include|register|record"))
            return true;
    return span_has(s, "no") && span_begins(lead_read(s).rest, "*there's|there|is|it's no need|point|reason", &rest);
}

/* What stands before it in the same breath only supposes it, or tells what was said long ago. What somebody says now
 * ("the vet says I have to ...") is to be done. */
static bool is_supposed(struct span before)
{
    size_t from = before.n;

    while (from > 0 && !word_mark(&before.w[from - 1]))
        from--;
    return span_has(span_from(before, from),
                    "say|dreamt|dreamed|joked|if|unless|imagine|suppose|pretend|wonder|whether");
}

/* The one thing that is quoted, where something else asks to note it and it is no part of a longer name ("read 'Dune'
 * to Mia"); NULL when there is none. */
static const struct phrase_word *only_quoted(struct span s)
{
    const struct phrase_word *quoted = NULL;
    bool noted = false;

    for (size_t i = 0; i < s.n; i++) {
        if (s.w[i].is_quoted && (quoted || (i > 0 && !word_is_stock(&s.w[i - 1]) && !word_mark(&s.w[i - 1])) ||
                                 (i + 1 < s.n && !word_is_stock(&s.w[i + 1]) &&
                                  !phrase_word_is(&s.w[i - 1], "add|note|called|namely|list"))))
            return NULL;
        quoted = s.w[i].is_quoted ? &s.w[i] : quoted;
        noted |= word_asks_note(&s.w[i]);
    }
    return noted ? quoted : NULL;
}

/* Where the name begins: s.n when nothing says that it is to be noted, or done. */
static size_t name_at(struct span s, bool noted)
{
    const struct phrase_word *quoted = only_quoted(s);
    size_t i = 0;

    if (quoted)
        return (size_t)(quoted - s.w);
    for (size_t k = 0; k < s.n; k++) /* "..., and it turns out I have to call Ann" */
        if (phrase_word_is(&s.w[k], "i|we|i've|we've|i'll|we'll|i'd|someone|somebody") && s.n - k > 2) {
            struct lead lead = lead_read(span_from(s, k));
            if (lead.manner == MANNER_DUTY && !lead.is_void && lead.rest.n > 1 && word_deed(lead.rest.w) != DEED_NONE) {
                if (is_supposed((struct span){ s.w, k }))
                    return s.n;
                i = s.n - lead.rest.n;
                noted = true;
            }
        }
    while (i < s.n && !begins_name(s, i, noted || span_asks_note((struct span){ s.w, i })))
        i++;
    if (i == s.n || (!noted && !span_asks_note((struct span){ s.w, i }) &&
                     (word_deed(&s.w[i]) == DEED_NONE ||
                      span_has((struct span){ s.w, i }, "not|never|didn't|haven't|hasn't|hadn't|don't|won't|can't"))))
        return s.n;
    while (i > 0 && phrase_word_is(&s.w[i - 1], "the|a|an|my|our|some|new") && !word_mark(&s.w[i - 1]))
        i--;
    return i;
}

bool request_is_own_deed(const struct message_parser *r, struct span s)
{
    static const char places[] =
        "down|list|lists|todo|todos|to-do|to-dos|task|tasks|agenda|reminder|reminders|entry|item";
    struct span rest = span_from(s, 1);

    if (s.n < 2 || word_mark(s.w) || span_has(rest, places) || request_at_end(s) > 0 ||
        phrase_word_is(rest.w, "it|that|this|them|me|us|in|to") || rest.w->is_quoted ||
        !isalnum((unsigned char)*rest.w->p))
        return false;
    if (phrase_word_is(s.w, "write|record|log|list|schedule|register|track|save"))
        return true;
    if (!phrase_word_is(s.w, "put|stick|throw|get|take|pin|pop"))
        return false;
    if (rest.n > 1 && phrase_word_is(rest.w, "up|out|away|together|back|off"))
        return true;
    for (size_t i = 2; i + 1 < s.n; i++)
        if (phrase_word_is(&s.w[i], "in|into|onto|under|behind|over|through|to|away|on") && !word_mark(&s.w[i]))
            return slot_words(&(struct slots){ .r = r, .set = &(struct intent_slots){ 0 } }, span_from(s, i),
                              WHERE_EDGE) == 0; /* not "put the recital on 12 December" */
    return false;
}

bool intent_as_new(struct arena *a, const char *message, const struct civil *now, bool is_plain,
                   struct task_intent *ret)
{
    const struct message_parser r = { .a = a, .now = now };
    struct span s = words_of(a, message);
    struct intent_slots aside;
    struct lead lead;
    bool noted = false;
    struct clause c = { 0 };
    size_t i;

    if (s.n == 0 || request_only_notes(s)) /* "can you put that down?" */
        return false;
    lead = lead_read(s);
    if (lead.is_void || is_denied(s) ||
        (!lead.is_polite && question_begins(s) &&
         phrase_word_is(s.w, "should|shall|do|does|did|have|has|is|are|was|were|why")))
        return false; /* "should I call Ann?" */
    s.n -= closing(s, &noted);
    i = !noted && !lead.is_polite && request_is_own_deed(&r, lead.rest) ? (size_t)(lead.rest.w - s.w)
                                                                        : name_at(s, noted);
    if (i == s.n && is_plain && lead.rest.n > 1)
        i = (size_t)(lead.rest.w - s.w);
    if (i + 1 < s.n && phrase_word_is(&s.w[s.n - 1], "on|down|in") &&
        span_has((struct span){ s.w, i }, "put|stick|pop|chuck|bung|whack|write|note|jot"))
        s.n--; /* "can you stick bread on" */
    if (i == s.n || slots_are_all(&r, span_from(s, i), &aside))
        return false;
    fill_create(&r, s.w[i].is_quoted ? (struct span){ s.w + i, 1 } : span_from(s, i), AS_SURE,
                span_has((struct span){ s.w, i }, "remind|reminder"), &c);
    if (!c.intent.set.title || strlen(c.intent.set.title) < 2 || c.intent.confidence < AS_SURE)
        return false;
    if (lead.whom.n > 0)
        c.intent.set.title = title_naming(a, c.intent.set.title, lead.whom);
    join(&r, (struct span){ s.w, i }, &c.intent.set);
    if (s.w[i].is_quoted)
        join(&r, span_from(s, i + 1), &c.intent.set);
    c.intent.said = message;
    *ret = c.intent;
    return true;
}

/* ---- a list ---- */

/* Whether a question or an order to see tasks begins here. */
static bool asks_to_see(struct span s)
{
    return s.n > 1 &&
           (question_begins(s) || phrase_word_is(s.w, "show|list|see|view|display|give|tell|read|pull|bring|check|"
                                                      "run|walk|talk|take|remind|find|whatever|whatever's"));
}

/* What asks, without what is told around it: "before I say yes, can I see my list", "show me what's due so I can plan".
 */
static struct span asking_part(struct span s)
{
    struct span part = s;
    bool is_topic = phrase_word_is(s.w, "for|about|regarding|concerning|re|with|on|as|in|the|my|our|that");

    for (size_t i = 0; i < s.n && !(i > 0 && is_topic); i++) { /* "for the trip, what's left?" */
        struct lead lead = lead_read(span_from(s, i));
        if ((i == 0 || word_mark(&s.w[i - 1])) && !lead.is_void && asks_to_see(lead.rest) &&
            !span_is(lead.rest, "show|list|tell|give|see|me|us|it|that|them|please|now|thanks")) {
            part = lead.rest;
            break;
        }
    }
    for (size_t i = 2; i + 1 < part.n; i++)
        if (boundary_ends_sentence(&part.w[i - 1]) || phrase_word_is(&part.w[i], "because") ||
            (phrase_word_is(&part.w[i], "so|before|as|since|and") &&
             phrase_word_is(&part.w[i + 1], "i|we|i'm|we're|i'll|we'll|that|he|she|they|it's")))
            part.n = i;
    return part;
}

bool intent_as_list(struct arena *a, const char *message, const struct civil *now, struct task_intent *ret)
{
    const struct message_parser r = { .a = a, .now = now };
    struct span s = words_of(a, message);
    struct task_intent e = { .kind = INTENT_LIST };
    unsigned saw;

    if (s.n == 0)
        return false;
    s = asking_part(s);
    if (!filter_question(&r, s, &e) && (!filter_question(&r, words_of(a, message), &e)) &&
        (!asks_to_see(s) || s.n > LISTED_WORDS || !filter_loosely(&r, s, &e.filter, &saw)))
        return false;
    e.kind = INTENT_LIST;
    e.confidence = AS_SURE;
    e.said = message;
    *ret = e;
    return true;
}

/* ---- which ---- */

/* What points without doubt: a number is a place only beside a word that says so. */
static bool points(struct span s, size_t i, size_t n)
{
    struct span part = { s.w + i, n };

    if (!rule_is_place(part) ||
        phrase_word_is(part.w, "of|and|to|or|from|with|in|on|but|i|you|please|now|just|also|too"))
        return false;
    for (size_t k = 0; k + 1 < n; k++)
        if (word_mark(&part.w[k]) == ':') /* "number 3: it should be ..." */
            return false;
    if (n == 1)
        return phrase_word_is(part.w, "it|that|them|those|these|both|it's|that's|thats|they're|those're") &&
               !(i + 1 < s.n && phrase_word_is(part.w, "that|those|these") && !word_mark(part.w) &&
                 !word_is_filler(&part.w[1]));
    if (span_has(part, "and") && (i + n == s.n || word_is_filler(&part.w[n])) &&
        phrase_word_is(&part.w[n - 1], "second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"))
        return true; /* "the first and third are in the bag" */
    return !span_names_places(part) ||
           span_has(part, "one|ones|task|tasks|item|entry|number|no|todo|thing|things|nr") ||
           phrase_word_is(&part.w[n - 1], "last|first|top|bottom");
}

const char *message_reference(struct arena *a, const char *message)
{
    struct span s = words_of(a, message);

    for (size_t n = s.n < POINTING_WORDS ? s.n : POINTING_WORDS; n > 0; n--)
        for (size_t i = 0; i + n <= s.n; i++)
            if (points(s, i, n))
                return span_text(a, (struct span){ s.w + i, n });
    return NULL;
}

bool word_is_small(const char *word)
{
    const struct phrase_word w = { .p = word, .n = strlen(word) };

    return word_is_filler(&w) || word_asks_note(&w);
}

bool word_is_field(const char *word)
{
    static const char parts[] =
        "deadline|date|dates|due|time|priority|note|notes|remark|comment|description|details|tag|tags|label|labels|"
        "title|name|reminder|alarm|start|starts|begin|begins|happens|moved|moves|goes|item|entry|following|urgent|"
        "important|pressing|high|low|medium|normal|instead|later|earlier|sooner|week|weeks|day|days|hour|hours|round|"
        "extension|notch";
    const struct phrase_word w = { .p = word, .n = strlen(word) };

    return phrase_word_is(&w, parts);
}

bool word_is_action(const char *word)
{
    return word_deed(&(struct phrase_word){ .p = word, .n = strlen(word) }) != DEED_NONE;
}

bool word_is_date(struct arena *a, const char *word, const struct civil *now)
{
    const struct message_parser r = { .a = a, .now = now };
    struct intent_slots aside = { 0 };
    struct slots slots = { .r = &r, .set = &aside };

    return slot_words(&slots, words_of(a, word), WHERE_EDGE | WHERE_SET) > 0 ||
           (strpbrk(word, ":.") && slots_clock(&r, words_of(a, word))); /* "2:30" */
}
