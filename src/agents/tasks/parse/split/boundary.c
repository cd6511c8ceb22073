/* boundary.c - where a sentence ends, and where a clause may begin inside one. */
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/attrs.h"
#include <string.h>
#include <strings.h>

/* ---- sentences ---- */

/* "No. 2", but not "I said no. Then": a number follows. */
static bool is_numbering(const struct phrase_word *w)
{
    const char *next = w->to + strspn(w->to, " #");

    return phrase_word_is(w, "no|nr|num") && *next >= '0' && *next <= '9';
}

/* A full stop that ends no sentence: "no. 2", "Dr. Hall", "5 p.m. sharp", "3." */
static bool is_abbreviation(const struct phrase_word *w)
{
    int day, month;

    if (w->n == 2 && strncmp(w->p, "Al", 2) == 0) /* "Call Al. Buy milk." */
        return false;
    if (is_numbering(w) ||
        phrase_word_is(w, "dr|mr|mrs|ms|st|vs|approx|etc|e.g|i.e|a.m|p.m|jan|feb|mar|apr|jun|jul|aug|sep|"
                          "sept|oct|nov|dec|including|excl|tel|inc|ltd|jr|prof|ave|rd|min|max|ref|al|str|vol|fig|ca"))
        return true;
    if (w->n > 3 && strncasecmp(w->p + w->n - 3, "str", 3) == 0) /* "Lindenstr. 12" */
        return true;
    return (w->n == 1 && !word_is_number(w)) ||
           word_dotted(w->from, &day, &month); /* it may be spelt as a date already */
}

bool boundary_ends_sentence(const struct phrase_word *w)
{
    char mark = word_mark(w);

    if (mark == '.' && w->to - w->from > 2 && w->to[-2] == '.') /* "..." */
        return true;
    return mark == '!' || mark == '?' || mark == ';' || (mark == '.' && !is_abbreviation(w));
}

/* ---- joints ---- */

size_t boundary_words(struct span s)
{
    size_t n = 0;

    while (
        n < s.n && n < 4 && word_mark(&s.w[n]) != ':' && /* "next: ..." heads what follows */
        (word_is_dash(&s.w[n]) || phrase_word_is(&s.w[n], "and|then|but|plus|also|so|afterwards|next|finally|lastly")))
        n++;
    return n;
}

bool boundary_at(struct span s, size_t i, size_t *ret_skip)
{
    char mark = word_mark(&s.w[i - 1]);

    *ret_skip = boundary_words(span_from(s, i));
    if (phrase_word_is(&s.w[i], "so") && *ret_skip == 1 && i + 2 < s.n && word_deed(&s.w[i + 1]) == DEED_SURE)
        return true; /* "..., so ring the vet" */
    if (phrase_word_is(&s.w[i], "so") && *ret_skip == 1 && i + 1 < s.n &&
        phrase_word_is(&s.w[i + 1],
                       "tick|complete|mark|close|check|cross|delete|remove|please|you|put|change|move|can|that|that's|"
                       "it's|both|push|shift|postpone|bin|scrap|drop|strike|get|take|set|make|add|remind|note|reopen|"
                       "undo|show"))
        return true;
    if (phrase_word_is(&s.w[i], "finally|next|lastly|also|so") && *ret_skip == 1 && mark != ',')
        return false;
    return *ret_skip > 0 || mark == ',';
}

size_t boundary_next(struct span s, size_t i)
{
    size_t skip;

    while (++i < s.n && !boundary_at(s, i, &skip))
        continue;
    return i < s.n ? i : s.n;
}

bool boundary_is_pronoun(const char *about)
{
    static const char *const pronouns[] = { "it",    "that",     "this",     "them",    "those",
                                            "these", "that one", "this one", "the same" };

    for (size_t i = 0; about && i < COUNT_OF(pronouns); i++)
        if (strcasecmp(about, pronouns[i]) == 0)
            return true;
    return false;
}
