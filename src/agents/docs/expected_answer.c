/* expected_answer.c - lists of words, held against whole words only: "ten" is not in "often".
 *
 * A digit behind a letter ("UTF-8", "x86") belongs to a name, and one that counts the items of a list ("2. ...") says
 * nothing, so neither is a number here.
 */
#include "agents/docs/expected_answer.h"
#include "base/attrs.h"
#include "base/str.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- words ---- */

struct token {
    const char *p;
    size_t n;
};

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* The next word from *at on; false where there is none. */
static bool next_word(const char *text, size_t n, size_t *at, struct token *ret)
{
    size_t from = *at, to;

    while (from < n && !is_letter(text[from]))
        from++;
    for (to = from; to < n && is_letter(text[to]); to++)
        ;
    *at = to;
    *ret = (struct token){ text + from, to - from };
    return from < to;
}

static bool is_word(const struct token *w, const char *word)
{
    return strlen(word) == w->n && strncasecmp(w->p, word, w->n) == 0;
}

static bool is_any(const struct token *w, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_word(w, list[i]))
            return true;
    return false;
}

/* ---- the question ---- */

struct measure {
    const char *word;
    struct expected_answer expected;
};

/* Behind "how". */
static const struct measure measures[] = { { "many", { ANSWER_NUMBER, true } },  { "much", { ANSWER_NUMBER, true } },
                                           { "old", { ANSWER_NUMBER, true } },   { "long", { ANSWER_DURATION, true } },
                                           { "often", { ANSWER_TIME, false } },  { "soon", { ANSWER_TIME, false } },
                                           { "late", { ANSWER_TIME, false } },   { "quickly", { ANSWER_TIME, false } },
                                           { "far", { ANSWER_NUMBER, false } },  { "high", { ANSWER_NUMBER, false } },
                                           { "big", { ANSWER_NUMBER, false } },  { "large", { ANSWER_NUMBER, false } },
                                           { "heavy", { ANSWER_NUMBER, false } } };

/* Behind "when" of a question; any other "when" only tells in which case: "what do I do when a card is lost?" */
static const char *const auxiliaries[] = { "is",  "are",   "was",   "were", "do",   "does",  "did",   "can",
                                           "may", "must",  "will",  "has",  "have", "shall", "had",   "should",
                                           "am",  "could", "would", "need", "isn",  "don",   "doesn", "aren" };

/* Anywhere. */
static const char *const numeric[] = { "percent", "percentage", "limit" };

static struct expected_answer behind(const struct token *before, const struct token *w)
{
    for (size_t i = 0; is_word(before, "how") && i < COUNT_OF(measures); i++)
        if (is_word(w, measures[i].word))
            return measures[i].expected;
    if (is_word(before, "when") && is_any(w, auxiliaries, COUNT_OF(auxiliaries)))
        return (struct expected_answer){ ANSWER_TIME, true };
    if (is_word(before, "what") && is_word(w, "time"))
        return (struct expected_answer){ ANSWER_TIME, false };
    return (struct expected_answer){ is_any(w, numeric, COUNT_OF(numeric)) ? ANSWER_NUMBER : ANSWER_ANY, false };
}

struct expected_answer expected_answer_of(const char *question)
{
    struct expected_answer found = { ANSWER_ANY, false };
    struct token before = { question, 0 }, w;
    size_t n = strlen(question);

    for (size_t at = 0; !found.is_needed && next_word(question, n, &at, &w); before = w) {
        struct expected_answer next = behind(&before, &w);
        if (next.is_needed || found.kind == ANSWER_ANY)
            found = next;
    }
    return found;
}

/* ---- a sentence ---- */

static const char *const numbers[] = { "zero",      "one",       "two",      "three",    "four",    "five",
                                       "six",       "seven",     "eight",    "nine",     "ten",     "eleven",
                                       "twelve",    "thirteen",  "fifteen",  "fourteen", "sixteen", "twenty",
                                       "thirty",    "forty",     "fifty",    "sixty",    "seventy", "eighty",
                                       "ninety",    "hundred",   "hundreds", "thousand", "million", "billion",
                                       "thousands", "millions",  "dozen",    "half",     "quarter", "twice",
                                       "double",    "seventeen", "eighteen", "nineteen" };

static const char *const units[] = { "second", "minute", "hour",    "day",    "night", "week",
                                     "month",  "year",   "quarter", "decade", "moment" };

static const char *const times[] = {
    "monday",  "tuesday", "wednesday",  "thursday",  "friday",    "saturday",  "sunday",  "january",  "february",
    "march",   "april",   "june",       "july",      "august",    "september", "october", "november", "december",
    "mondays", "fridays", "saturdays",  "sundays",   "minutes",   "hours",     "days",    "weeks",    "months",
    "years",   "minute",  "hour",       "day",       "night",     "week",      "month",   "year",     "weekend",
    "morning", "noon",    "midnight",   "evening",   "afternoon", "weekends",  "daily",   "weekly",   "monthly",
    "yearly",  "hourly",  "annually",   "quarterly", "today",     "tomorrow",  "spring",  "summer",   "autumn",
    "winter",  "nightly", "immediately"
};

static bool is_number(const struct token *w, const char *start, const char *end)
{
    const char *behind = w->p + w->n;

    if (!str_is_digit(*w->p))
        return is_any(w, numbers, COUNT_OF(numbers));
    if (w->p - start >= 2 && w->p[-1] == '-' && isalpha((unsigned char)w->p[-2]))
        return false;
    return w->p != start || behind + 1 >= end || !strchr(".)", *behind) || behind[1] != ' ';
}

/* "May" is a month only inside a sentence and with its capital; "may" is mostly a verb. */
static bool is_time(const struct token *w, const char *start)
{
    return is_any(w, times, COUNT_OF(times)) || (w->n == 3 && w->p != start && memcmp(w->p, "May", 3) == 0);
}

bool answer_has_kind(enum answer_kind kind, const char *p, size_t n)
{
    struct token before = { p, 0 }, w;

    for (size_t at = 0; kind != ANSWER_ANY && next_word(p, n, &at, &w); before = w) {
        if (is_number(&w, p, p + n) || (kind == ANSWER_TIME && is_time(&w, p)))
            return true;
        if (kind == ANSWER_DURATION && (is_word(&before, "a") || is_word(&before, "an")) &&
            is_any(&w, units, COUNT_OF(units)))
            return true;
    }
    return false;
}
