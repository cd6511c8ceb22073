/* errand_slips.c - slips of the finger, in the words that the reader itself knows. A name is the person's own, however
 * it is spelt, and never touched.
 *
 * Words of dates are mended wherever they stand, as there is nothing else that "thrusday" could be: only by what
 * fingers do (str_slipped), in long ones also by two changes. Words that order something are mended only where a
 * message is not understood as it is, and that costs. There the words of the language that are as near are kept out by
 * a list; what is known as a deed is never another word, and the verb that begins what is to be done may be mended to
 * one.
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include "lang/errand_parts.h"
#include <ctype.h>
#include <string.h>

#define MENDED_WORDS 12 /* looked at, from both ends of a clause: an order's own words are not in its middle */
#define MENDED_BYTES 24 /* of a word: longer than any of them */
#define SHORT_BYTES 4   /* a shorter one is as near to everything */
#define LONG_BYTES 8    /* such a word may have two slips */

/* ---- words that order ---- */

/* Any slip in these: people order with them, so that there is much to be won. */
static const char *const orders[] = {
    "create",  "remind",   "reminder",   "remember",    "forget", "delete", "remove",  "complete", "completed",
    "finish",  "finished", "mark",       "done",        "show",   "list",   "display", "task",     "tasks",
    "update",  "change",   "rename",     "move",        "undo",   "reopen", "uncheck", "priority", "pending",
    "overdue", "postpone", "reschedule", "description", "please", "need",   "should",  "have",     "what",
    "today",   "tomorrow", "everything", "already",     "high",   "urgent", "could",   "would",    "first",
    "second",  "third",    "clear",      "erase",       "cancel", "push",   "repeat",  "every",
};

/* Only what fingers do in these: swapped, left out, typed twice. */
static const char *const others[] = {
    "which",    "still",    "where",     "when",      "there",      "left",       "open",        "about",
    "until",    "again",    "instead",   "actually",  "just",       "with",       "before",      "after",
    "because",  "schedule", "scheduled", "important", "remaining",  "restore",    "outstanding", "deadline",
    "anything", "nothing",  "something", "everyone",  "unfinished", "incomplete", "later",       "earlier",
    "items",    "item",     "want",      "checked",   "ticked",     "cross",      "crossed",     "scratch",
    "thanks",   "number",   "entry",     "agenda",    "notes",      "tagged",     "label",       "labelled",
    "another",  "other",    "next",      "last",      "change",     "changed",    "reminders",   "removed",
    "deleted",  "moved",    "renamed",   "postponed", "cancelled",  "priorities", "don't",       "won't",
    "isn't",    "haven't",  "hasn't",    "didn't",    "doesn't",    "can't",      "lower",
};

/* Words of the language that are one slip away from an order, and are meant as they are. */
static const char real_words[] =
    "abut|argent|ark|asks|avery|bark|bending|bone|bush|cancer|cant|case|cased|cask|cave|chance|chancel|chang|"
    "changes|chat|chow|christos|clears|cold|compelled|compete|competed|completely|completer|completes|complex|"
    "complied|compute|computed|cone|crate|creates|daft|dane|dark|dave|december|decryption|deed|deletes|"
    "descriptions|descriptive|descriptor|dine|displays|dist|dive|doe|don|dong|dove|ease|elvery|emery|emil|ending|"
    "eras|ever|field|finisher|finishes|finnish|firsts|fist|forge|forged|forgets|forgot|forthright|furnished|gave|"
    "gist|gould|hale|halve|hare|hat|hate|heave|heed|hirst|hive|hove|how|hugh|hush|ist|jut|lat|lats|latter|lean|"
    "lease|lending|lest|let|lift|lint|lisa|lisp|lists|lit|lone|lost|love|lust|mar|marc|marek|marko|marks|mars|"
    "mart|marx|mary|mask|masks|mediated|meed|member|mending|mere|minuets|mist|mode|mole|mope|more|morrow|mote|"
    "moth|moths|mould|mover|moves|movie|needs|nerd|net|nigh|none|nonmember|noting|one|park|pave|plat|pleased|"
    "plush|posh|prescription|prescriptions|preset|pus|pushy|reed|reiner|relied|rely|remainder|remand|remembered|"
    "remembers|remote|remover|"
    "removes|render|reopens|repeal|repeats|rewind|rush|save|seconds|seed|sending|sept|shave|shaw|shoe|shot|shown|"
    "shows|sigh|sill|sing|slow|snow|sow|spending|stat|stated|stow|subscription|subscriptions|tack|talks|tank|tanks|"
    "tending|that|thee|thigh|"
    "thirds|three|toady|toda|toddy|tomorrow's|tone|tuned|tusk|tusks|und|uno|updates|vanished|vending|very|warp|"
    "wave|wen|were|whats|wheat|whit|wold|wont|world|wound|zone";

static bool is_one_of(const struct phrase_word *w, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (phrase_word_is(w, words[i]))
            return true;
    return false;
}

bool word_letters(const struct phrase_word *w, size_t size, char *out)
{
    if (w->n >= size)
        return false;
    for (size_t i = 0; i < w->n; i++) {
        unsigned char c = (unsigned char)w->p[i];
        if (c >= 0x80 || (!isalpha(c) && c != '\''))
            return false;
        out[i] = (char)tolower(c);
    }
    out[w->n] = '\0';
    return true;
}

/* One slip of any kind, or two in a long word. */
static const char *order_meant(const char *typed)
{
    size_t n = strlen(typed), best = 3;
    const char *nearest = NULL;

    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        size_t length = strlen(orders[i]), most = length >= LONG_BYTES ? 2 : 1, edits;
        if (length + most < n || n + most < length)
            continue;
        edits = str_edits(typed, orders[i], most);
        if (edits <= most && edits < best) {
            best = edits;
            nearest = orders[i];
        }
    }
    for (size_t i = 0; i < COUNT_OF(others) && best > 1; i++)
        if (str_slipped(typed, others[i]))
            return others[i];
    return nearest;
}

/* Somebody's name, or a thing's: in capitals though no sentence begins with it. */
static bool is_name(struct span s, size_t i)
{
    const struct phrase_word *w = &s.w[i];

    return i > 0 && !word_mark(&w[-1]) && isupper((unsigned char)w->p[0]) && islower((unsigned char)w->p[1]) &&
           !isupper((unsigned char)w[-1].p[0]);
}

/* What is to be done begins here; or what was done to something ends here. */
static bool may_be_deed(struct span s, size_t i)
{
    return i == 0 || i + 1 == s.n || word_mark(&s.w[i - 1]) ||
           phrase_word_is(&s.w[i - 1], "to|please|must|should|gotta|i'll|just|finally|i|we|and|then|also|i've|we've");
}

static const char *meant_by(struct span s, size_t i)
{
    const struct phrase_word *w = &s.w[i];
    char typed[MENDED_BYTES + 1];
    const char *meant = NULL;

    if (w->is_quoted || w->n < SHORT_BYTES - 1 || is_name(s, i) || !word_letters(w, sizeof typed, typed) ||
        phrase_word_is(w, real_words) || is_one_of(w, orders, COUNT_OF(orders)) ||
        is_one_of(w, others, COUNT_OF(others)) || word_deed(w) != DEED_NONE || word_done_deed(w))
        return NULL;
    meant = order_meant(typed);
    return meant || !may_be_deed(s, i) ? meant : word_slipped_deed(w);
}

bool words_mended(struct arena *a, struct span s, struct span *ret)
{
    struct phrase_word *copy = NULL;

    for (size_t i = 0; i < s.n; i++) {
        const char *meant =
            i < MENDED_WORDS || s.n - i <= MENDED_WORDS ? meant_by(copy ? (struct span){ copy, s.n } : s, i) : NULL;
        if (!meant)
            continue;
        if (!copy) {
            copy = (struct phrase_word *)arena_array(a, s.n + 1, sizeof *copy) + 1;
            memcpy(copy - 1, s.w - 1, (s.n + 1) * sizeof *copy);
        }
        copy[i].p = meant;
        copy[i].n = strlen(meant);
        copy[i].is_mended = true;
    }
    *ret = (struct span){ copy, s.n };
    return copy != NULL;
}

/* ---- words of dates ---- */

static const char *const days[] = {
    "monday",     "tuesday",   "wednesday", "thursday",  "friday",   "saturday", "sunday",   "mondays",   "tuesdays",
    "wednesdays", "thursdays", "fridays",   "saturdays", "sundays",  "january",  "february", "april",     "august",
    "september",  "october",   "november",  "december",  "today",    "tomorrow", "tonight",  "morning",   "afternoon",
    "evening",    "midnight",  "lunchtime", "weekend",   "weekends", "weekday",  "weekdays", "fortnight", "fortnightly",
    "daily",      "weekly",    "monthly",   "quarterly", "yearly",   "annually", "every",    "month",     "months",
    "weeks",      "minutes",   "christmas", "o'clock",
};

/* Two changes: not at either end, and not in an adverb, which others are like ("actually", "annually"). */
static bool is_like(const char *typed, const char *day)
{
    size_t n = strlen(typed), length = strlen(day);

    return length >= LONG_BYTES && n + (length > LONG_BYTES ? 2 : 1) >= length && n <= length + 2 && *typed == *day &&
           typed[n - 1] == day[length - 1] && !str_ends(day, "ly") && str_edits(typed, day, 2) <= 2;
}

/* In the shorter ones only what fingers do: "Frida" and "Sandy" are people. */
const char *word_slipped_day(const struct phrase_word *w)
{
    char typed[MENDED_BYTES + 1];

    if (w->is_quoted || w->n < SHORT_BYTES || !word_letters(w, sizeof typed, typed) || phrase_word_is(w, real_words) ||
        is_one_of(w, days, COUNT_OF(days)) || str_ends(typed, "'s")) /* "Thursday's" is that day's */
        return NULL;
    for (size_t i = 0; i < COUNT_OF(days); i++)
        if (str_slipped(typed, days[i]))
            return days[i];
    for (size_t i = 0; i < COUNT_OF(days); i++)
        if (is_like(typed, days[i]))
            return days[i];
    return NULL;
}
