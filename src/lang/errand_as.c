/* errand_as.c - a message read by what it is known to want (lang/cues.h), where no rule takes it apart.
 *
 * The words that ask for a new task come from a small, closed stock: politeness, pronouns, "add", "note", "list". The
 * name begins where that stock ends. Which tasks are meant is what points at them, or what their titles have: the
 * caller knows those.
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include "lang/errand_parts.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define POINTING_WORDS 7 /* of what points at tasks: "the second one from the end of it" */
#define UNNAMED_WORDS 14 /* of a sentence that only asks to add something */
#define AS_SURE 0.85

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

bool as_is_filler(const struct phrase_word *w)
{
    return phrase_word_is(w, fillers);
}

static bool is_mark(const struct phrase_word *w)
{
    return word_is_dash(w) || phrase_word_is(w, ">|/|+");
}

bool as_only_notes(struct span s)
{
    bool noted = false, pointed = s.n < 3;

    for (size_t i = 0; i < s.n; i++) {
        const struct phrase_word *w = &s.w[i];
        bool is_note = phrase_word_is(w, notes);
        if (w->is_quoted || (!is_note && !phrase_word_is(w, fillers) && !word_is_symbol(w) && !is_mark(w) &&
                             !phrase_word_is(w, "ought|go|goes|went|off|away")))
            return false;
        noted |= is_note;
        pointed |= phrase_word_is(w, "it|that|this|them|these|those|both");
    }
    return noted && pointed;
}

const struct phrase_word *as_quoted(const struct reading *r, struct span s)
{
    const struct phrase_word *quoted = NULL;
    bool noted = false;

    for (size_t i = 0; i < s.n;) {
        const struct phrase_word *w = &s.w[i];
        struct errand_set aside = { 0 };
        size_t n = slot_words(&(struct slots){ .r = r, .set = &aside }, span_from(s, i), WHERE_EDGE);
        bool is_note = phrase_word_is(w, notes);
        if (w->is_quoted && quoted)
            return NULL;
        if (w->is_quoted)
            quoted = w;
        else if (n == 0 && !is_note && !phrase_word_is(w, fillers) && !word_is_symbol(w) && !is_mark(w) &&
                 !phrase_word_is(w, "among|under|excuse|amongst"))
            return NULL;
        noted |= is_note && !phrase_word_is(w, "new|down");
        i += n > 0 && !w->is_quoted ? n : 1;
    }
    return noted ? quoted : NULL;
}

const struct phrase_word *as_quoted_behind(struct span s)
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
    if (!quoted || at == 0)
        return NULL;
    for (size_t i = at; i > 0 && at - i < 4; i--) {
        const struct phrase_word *w = &s.w[i - 1];
        if (phrase_word_is(w, "add|put|pop|stick|jot|log|record|create|include|register|enter"))
            return quoted;
        if (!phrase_word_is(w, puts) && !phrase_word_is(w, fillers))
            return NULL;
    }
    return NULL;
}

bool as_unnamed(struct span s, bool *ret_many)
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
    return span_has(s, asks) && (*ret_many || span_has(s, "one|something|task|item|entry|reminder|todo|to-do|"
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

const struct phrase_word *as_quoted_placed(struct span s)
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

bool as_opens(struct span s)
{
    static const char others[] = "change|rename|move|update|mark|tick|cross|delete|remove|complete|tag|show|set|not|"
                                 "don't|never|no|if|description|details|detail|comment|undo|reopen|find|search|done|"
                                 "finished|replace|things|tasks|items|ones|these|those|jobs|todos|to-dos|reminders|"
                                 "errands|bits|two|three|four|five|said|says|asked|told|why|how|which|note|notes|"
                                 "tags|tagged|label|labels|priority|due";
    static const char puts[] = "put|stick|get|write|take|pop|chuck|whack|bung|lob|comes|goes|throw|scribble|pencil";
    static const char places[] = "down|list|pile|todo|to-do|agenda|reminders";
    bool names_one = span_has(s, "one|another|more|new|further") &&
                     span_has(s, "entry|task|item|one|list|pile|to-do|todo|reminder|job");

    if (s.n == 0 || span_has(s, others) || names_old(s))
        return span_is(s, "memo|reminder|note|to|self|for|me|- ") && span_has(s, "memo|reminder|note");
    return span_has(s, "add|added|adding|jot|register|enter|record|inscribe|append|schedule|memo|remind") ||
           (span_has(s, places) && (span_has(s, puts) || span_has(s, "inscribe|upon|onto"))) || names_one;
}

/* ---- a new task ---- */

/* Whether a name may begin at i: what is quoted, what stands behind a colon, a verb behind what notes it, and any word
 * that is none of the stock. */
static bool begins_name(struct span s, size_t i, bool noted)
{
    const struct phrase_word *w = &s.w[i];
    char mark = i > 0 ? word_mark(&w[-1]) : '\0';

    if (is_mark(w) || w->n == 0)
        return false;
    if (w->is_quoted || (noted && i > 0 && (mark == ':' || is_mark(&w[-1]))))
        return true;
    if (noted && word_deed(w) != DEED_NONE && !phrase_word_is(w, "put|write|log|record|schedule|get|make|do|take"))
        return true;
    if (noted && i > 0 && word_deed(w) != DEED_NONE &&
        phrase_word_is(&w[-1], "to|add|must|should|i'll|task|todo|reminder"))
        return true;
    return !phrase_word_is(w, notes) && !phrase_word_is(w, fillers);
}

/* How many words at the end only say where it is to be noted, or thank for it. */
static size_t closing(struct span s, bool *ret_noted)
{
    static const char places[] = "list|lists|todo|todos|to-do|tasks|agenda|reminders|down|checklist";
    static const char thanks[] = "please|thanks|thank|you|cheers|okay|mate|love|would|will|can|could|ta|so|much|very|a|"
                                 "lot|x|xx|lol|then|now|too";
    size_t n = 0, polite = 0;

    while (polite < s.n && (phrase_word_is(&s.w[s.n - 1 - polite], thanks) || word_is_symbol(&s.w[s.n - 1 - polite])))
        polite++;
    for (n = polite; n < s.n && n < 10; n++) {
        const struct phrase_word *w = &s.w[s.n - 1 - n];
        if (w->is_quoted || (!phrase_word_is(w, fillers) && !phrase_word_is(w, notes)))
            break;
        if (phrase_word_is(w, "on|onto|to|in|into|down") && span_has((struct span){ w, n + 1 }, places)) {
            *ret_noted = true;
            return n + 1;
        }
    }
    return polite;
}

static void join(const struct reading *r, struct span before, struct errand_set *set)
{
    for (size_t i = 0; i < before.n; i++) {
        struct errand_set found = { 0 };
        struct slots slots = { .r = r, .set = &found };
        if (slot_at(&slots, span_from(before, i), WHERE_EDGE) > 0 && !set->due && !set->priority)
            errand_join_sets(set, &found);
    }
}

bool errand_as_new(struct arena *a, const char *message, const struct civil *now, struct errand *ret)
{
    const struct reading r = { .a = a, .now = now };
    struct span s = words_of(a, message);
    bool noted = false;
    struct clause c = { 0 };
    size_t i = 0;

    if (s.n == 0 || lead_read(s).is_void)
        return false;
    s.n -= closing(s, &noted);
    for (size_t k = 0; k < s.n; k++) /* "..., and it turns out I have to call Ann" */
        if (phrase_word_is(&s.w[k], "i|we|i've|we've|i'll|we'll|i'd") && s.n - k > 2) {
            struct lead lead = lead_read(span_from(s, k));
            if (lead.manner == MANNER_DUTY && !lead.is_void && lead.rest.n > 1 && word_deed(lead.rest.w) != DEED_NONE) {
                i = s.n - lead.rest.n;
                noted = true;
            }
        }
    while (i < s.n && !begins_name(s, i, noted || span_has((struct span){ s.w, i }, notes)))
        i++;
    if (i == s.n || !(noted || span_has((struct span){ s.w, i }, notes) || word_deed(&s.w[i]) != DEED_NONE))
        return false; /* nothing says that it is to be noted, or done */
    while (i > 0 && phrase_word_is(&s.w[i - 1], "the|a|an|my|our|some|new") && !word_mark(&s.w[i - 1]))
        i--;
    fill_create(&r, span_from(s, i), AS_SURE, span_has((struct span){ s.w, i }, "remind|reminder"), &c);
    if (!c.errand.set.title || strlen(c.errand.set.title) < 2 || c.errand.confidence < AS_SURE)
        return false;
    join(&r, (struct span){ s.w, i }, &c.errand.set);
    c.errand.said = message;
    *ret = c.errand;
    return true;
}

/* ---- a list ---- */

bool errand_as_list(struct arena *a, const char *message, const struct civil *now, struct errand *ret)
{
    const struct reading r = { .a = a, .now = now };

    if (!filter_question(&r, words_of(a, message), ret))
        return false;
    ret->confidence = AS_SURE;
    ret->said = message;
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
    if (n == 1)
        return phrase_word_is(part.w, "it|that|them|those|these|both") &&
               !(i + 1 < s.n && phrase_word_is(part.w, "that|those|these") && !word_mark(part.w) &&
                 !phrase_word_is(&part.w[1], fillers));
    if (span_has(part, "and") && (i + n == s.n || phrase_word_is(&part.w[n], fillers)) &&
        phrase_word_is(&part.w[n - 1], "second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"))
        return true; /* "the first and third are in the bag" */
    return !span_names_places(part) || span_has(part, "one|ones|task|tasks|item|number|no|todo|thing|things|nr") ||
           phrase_word_is(&part.w[n - 1], "last|first|top|bottom");
}

const char *errand_points(struct arena *a, const char *message)
{
    struct span s = words_of(a, message);

    for (size_t n = s.n < POINTING_WORDS ? s.n : POINTING_WORDS; n > 0; n--)
        for (size_t i = 0; i + n <= s.n; i++)
            if (points(s, i, n))
                return span_text(a, (struct span){ s.w + i, n });
    return NULL;
}

bool errand_is_small(const char *word)
{
    const struct phrase_word w = { .p = word, .n = strlen(word) };

    return phrase_word_is(&w, fillers) || phrase_word_is(&w, notes);
}

bool errand_is_deed(const char *word)
{
    return word_deed(&(struct phrase_word){ .p = word, .n = strlen(word) }) != DEED_NONE;
}

bool errand_is_when(struct arena *a, const char *word, const struct civil *now)
{
    const struct reading r = { .a = a, .now = now };
    struct errand_set aside = { 0 };
    struct slots slots = { .r = &r, .set = &aside };

    return slot_words(&slots, words_of(a, word), WHERE_EDGE | WHERE_SET) > 0;
}
