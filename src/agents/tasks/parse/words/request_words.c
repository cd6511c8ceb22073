/* request_words.c - words that only ask to note something, whatever that is.
 *
 * They come from a small, closed set: politeness, pronouns, "add", "note", "list". Any other word names something. So
 * an order to note what was said before ("stick that on the list"), what follows ("one more for the list") or a
 * quotation is recognised because nothing else is in it.
 */
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/attrs.h"

#define CLOSING_WORDS 10 /* of an order at the end to note what was said */
#define UNNAMED_WORDS 14 /* of a sentence that only asks to add something */

/* Words around the name of a new task: those that say it is to be noted, and those that say nothing. */
static const char notes[] =
    "add|adding|added|note|noted|list|lists|task|tasks|todo|todos|to-do|reminder|remind|remember|jot|jotted|down|entry|"
    "item|log|agenda|record|forget|pencil|scribble|memo|checklist|job|action|create|new|put|pop|stick|write|chuck|bung|"
    "whack|throw|include|register|save|slot|pin|track|schedule";
static const char fillers[] =
    "i|i'm|i've|i'd|i'll|me|my|mine|we|we've|we'd|we'll|us|our|you|you'd|your|it|it's|that|that's|this|these|those|"
    "there|"
    "here|the|a|an|one|ones|thing|things|something|some|and|so|but|or|then|also|now|just|please|thanks|thank|cheers|"
    "could|can|would|will|should|must|may|might|shall|do|does|did|don't|need|needs|want|wants|like|love|have|has|had|"
    "got|get|gotta|going|gonna|to|for|of|on|onto|in|into|at|by|up|with|from|as|is|are|was|be|been|being|am|if|when|"
    "before|after|while|because|since|what|which|make|sure|let|let's|okay|hey|hi|hello|oh|ooh|ah|um|er|well|right|yes|"
    "yeah|no|not|mind|kind|kindly|possible|grateful|appreciate|really|very|much|quick|quickly|another|more|next|first|"
    "last|thought|think|guess|suppose|know|maybe|perhaps|slips|slip|mate|love|dear|sorry|bother|favour|favor|able|glad|"
    "great|nice|good|following|called|named|entitled|titled|says|saying|reads|reading|regarding|re|about|only|still|"
    "again|too|well|anyway|actually|basically|way|someone|somebody|assay|assistant|myself|self|hereby|wish|ask|asking";

bool word_is_filler(const struct phrase_word *w)
{
    return phrase_word_is(w, fillers);
}

bool word_asks_note(const struct phrase_word *w)
{
    return phrase_word_is(w, notes);
}

bool span_asks_note(struct span s)
{
    return span_has(s, notes);
}

bool word_is_stock(const struct phrase_word *w)
{
    return !w->is_quoted && (phrase_word_is(w, fillers) || phrase_word_is(w, notes) || word_is_symbol(w));
}

bool word_is_mark(const struct phrase_word *w)
{
    return word_is_dash(w) || phrase_word_is(w, ">|/|+");
}

bool request_only_notes(struct span s)
{
    bool noted = false, pointed = s.n < 3;

    if (span_has(s, "off|away") && span_has(s, "from|list|lists")) /* "put it away from the list" */
        return false;
    for (size_t i = 0; i < s.n; i++) {
        const struct phrase_word *w = &s.w[i];
        bool makes_one = i + 1 < s.n && phrase_word_is(w, "make|create|open") && phrase_word_is(&w[1], "one") &&
                         (i + 2 == s.n || phrase_word_is(&w[2], "please|thanks|then|for"));
        bool is_note = makes_one || phrase_word_is(w, notes) ||
                       (i + 1 < s.n && phrase_word_is(w, "set|enter") && phrase_word_is(&w[1], "it|that|this|them"));
        if (w->is_quoted || (!is_note && !phrase_word_is(w, fillers) && !word_is_symbol(w) && !word_is_mark(w) &&
                             !phrase_word_is(w, "ought|go|goes|went|off|away|repeating|recurring|repeat|regular")))
            return false;
        noted |= is_note && !(s.n < 3 && phrase_word_is(w, "job|action|item|entry|new|tasks|todos")); /* "good job" */
        pointed |= makes_one || phrase_word_is(w, "it|that|this|them|these|those|both");
    }
    return noted && pointed;
}

const struct phrase_word *request_quoted(const struct message_parser *r, struct span s)
{
    const struct phrase_word *quoted = NULL;
    bool noted = false;

    for (size_t i = 0; i < s.n;) {
        const struct phrase_word *w = &s.w[i];
        struct intent_slots aside = { 0 };
        size_t n = slot_words(&(struct slots){ .r = r, .set = &aside }, span_from(s, i), WHERE_EDGE);
        bool is_note = phrase_word_is(w, notes);
        if (w->is_quoted && quoted)
            return NULL;
        if (w->is_quoted)
            quoted = w;
        else if (n == 0 && !is_note && !phrase_word_is(w, fillers) && !word_is_symbol(w) && !word_is_mark(w) &&
                 !phrase_word_is(w, "among|under|excuse|amongst|namely|further|additional|extra|trouble|text|title"))
            return NULL;
        noted |= is_note && !phrase_word_is(w, "new|down");
        i += n > 0 && !w->is_quoted ? n : 1;
    }
    return noted ? quoted : NULL;
}

const struct phrase_word *request_quoted_behind(struct span s)
{
    static const char puts[] =
        "add|put|pop|stick|jot|log|record|create|include|register|enter|write|note|down|task|todo|"
        "to-do|item|called|reminder|list";
    const struct phrase_word *quoted = NULL;
    size_t at = 0;

    for (size_t i = 0; i < s.n; i++)
        if (s.w[i].is_quoted) {
            if (quoted)
                return NULL;
            quoted = &s.w[i];
            at = i;
        }
    if (!quoted || at == 0 ||
        (at + 1 < s.n && phrase_word_is(&quoted[-1], "put|stick|pop") && !word_mark(quoted) &&
         !word_is_stock(&quoted[1])))
        return NULL; /* "put 'sold' signs up" */
    for (size_t i = at; i > 0 && at - i < 4; i--) {
        const struct phrase_word *w = &s.w[i - 1];
        if (phrase_word_is(w, "add|put|pop|stick|jot|log|record|create|include|register|enter"))
            return quoted;
        if (!phrase_word_is(w, puts) && !phrase_word_is(w, fillers))
            return NULL;
    }
    return NULL;
}

bool request_unnamed(struct span s, bool *ret_many)
{
    static const char asks[] = "add|adding|create|note|register|enter|record|jot|log|include|remember|remind|put|make";
    static const char many[] = "two|three|four|five|six|few|couple|several|items|tasks|things|entries|reminders|jobs";

    *ret_many = s.n <= UNNAMED_WORDS && span_has(s, many);
    if (s.n < 2 || s.n > UNNAMED_WORDS)
        return false;
    for (size_t i = 0; i < s.n; i++)
        if (s.w[i].is_quoted || phrase_word_is(&s.w[i], "it|that|this|them|these|those|not|no|don't") ||
            (!phrase_word_is(&s.w[i], notes) && !phrase_word_is(&s.w[i], fillers) && !word_is_symbol(&s.w[i]) &&
             !phrase_word_is(&s.w[i], many) && !phrase_word_is(&s.w[i], "enter|excuse|further|small|little|trouble")))
            return false;
    return (span_has(s, asks) || phrase_word_is(s.w, "new") ||
            (span_has(s, "more|another|further") && span_has(s, "list"))) &&
           (*ret_many || span_has(s, "one|something|task|item|entry|reminder|todo|to-do|"
                                     "job|another|thing|more"));
}

/* A place where things to do are kept, behind a word that leads to it: "on my list", "to the pile". */
static bool is_place_for(struct span s)
{
    static const char *const places[] = {
        "on|onto|in|into|to|among *my|the|our|your|that|this|big|long|to|do|todo|to-do|task|household|work "
        "list|pile|agenda|todo|to-do|todos|to-dos|tasks|reminders|plate|checklist|docket|backlog",
        "on|in here|there",
    };
    struct span rest;

    for (size_t i = 0; i < COUNT_OF(places); i++)
        if (span_begins(s, places[i], &rest))
            return true;
    return false;
}

const struct phrase_word *request_quoted_placed(struct span s)
{
    static const char others[] = "change|rename|move|update|mark|tick|cross|delete|remove|take|strike|complete|tag|"
                                 "show|find|is|are|was|isn't|what|why|don't|not|never|no|keep|leave|already|undo|"
                                 "restore|reopen|back|if|done|finished|said|says|call|replace";
    const struct phrase_word *quoted = NULL;

    for (size_t i = 0; i < s.n; i++) {
        if (s.w[i].is_quoted && quoted)
            return NULL;
        if (s.w[i].is_quoted && i > 0 && is_place_for(span_from(s, i + 1)))
            quoted = &s.w[i];
    }
    return span_has(s, others) ? NULL : quoted;
}

/* The task that something is noted of is there already: "add to the Rome task". */
static bool names_old(struct span s)
{
    for (size_t i = 0; i + 1 < s.n; i++)
        if (phrase_word_is(&s.w[i], "the|my|that|our|its"))
            for (size_t k = i + 1; k < s.n && k < i + 5; k++)
                if (phrase_word_is(&s.w[k], "task|job|one|item|entry|reminder") && k > i + 1 &&
                    !phrase_word_is(&s.w[k - 1], "new|next|following|list|another"))
                    return true;
    for (size_t i = 1; i < s.n; i++)
        if (word_is_number(&s.w[i]) && phrase_word_is(&s.w[i - 1], "task|item|number|no|to"))
            return true;
    return false;
}

bool request_opens(struct span s)
{
    static const char others[] =
        "change|rename|move|update|mark|tick|cross|delete|remove|complete|tag|show|set|not|"
        "don't|never|no|if|description|details|detail|comment|remark|undo|reopen|find|search|done|"
        "finished|replace|things|tasks|items|ones|these|those|jobs|todos|to-dos|reminders|"
        "errands|bits|two|three|four|five|said|says|asked|told|why|how|which|note|notes|"
        "tags|tagged|label|labels|priority|due";
    static const char puts[] = "put|stick|get|write|take|pop|chuck|whack|bung|lob|comes|goes|throw|scribble|pencil";
    static const char places[] = "down|list|pile|todo|to-do|agenda|reminders";
    bool names_one = span_has(s, "one|another|more|new|further|something") &&
                     span_has(s, "entry|task|item|one|list|pile|to-do|todo|reminder|job");

    if (s.n == 0 || span_has(s, others) || names_old(s))
        return span_is(s, "memo|reminder|note|to|self|for|me|- ") && span_has(s, "memo|reminder|note");
    return span_has(s, "add|added|adding|jot|register|enter|record|inscribe|append|schedule|memo|remind") ||
           (span_has(s, places) && (span_has(s, puts) || span_has(s, "inscribe|upon|onto"))) || names_one;
}

size_t request_at_end(struct span s)
{
    static const char puts[] = "put|stick|pop|whack|chuck|bung|throw|write|note|jot|add|log|record|save|include|pencil|"
                               "scribble|register|list";
    size_t longest = 0;

    for (size_t n = 1; n < s.n && n < CLOSING_WORDS && word_is_stock(&s.w[s.n - n]); n++) {
        struct span tail = { s.w + s.n - n, n };
        if (n > 1 && phrase_word_is(tail.w, puts) && phrase_word_is(&tail.w[1], "it|that|this|them|those|these|both") &&
            request_only_notes(tail) &&
            (!phrase_word_is(tail.w, "put|stick|pop|chuck|bung|throw") ||
             span_has(tail, "list|lists|todo|todos|to-do|tasks|agenda|reminders"))) /* not "put it down" */
            longest = n;
    }
    while (longest > 0 && longest + 1 < s.n &&
           phrase_word_is(&s.w[s.n - longest - 1], "please|can|could|would|will|you|so|and|just|then|also|-"))
        longest++;
    return longest;
}
