/* lexicon.c - the lists are sorted by bytes when the program is built, and asked by halving. */
#include "link/lexicon.h"
#include "base/attrs.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    const char *word, *other;
};

static const char *const stops[][1] = {
#include "link_stop.inc"
};
static const struct pair words[] = {
#include "link_words.inc"
};
static const char *const terms[][1] = {
#include "link_terms.inc"
};
static const struct pair abbreviations[] = {
#include "link_abbreviations.inc"
};

static const struct pair headings[] = {
#include "link_headings.inc"
};
static const struct {
    const char *word, *means, *where;
} meanings[] = {
#include "link_meanings.inc"
};

static const struct {
    const char *word, *number, *is;
} numbers[] = {
#include "link_numbers.inc"
};
static const struct lexicon_wording wordings[] = {
#include "link_operators.inc"
};
static const struct {
    const char *word, *base, *factor;
} units[] = {
#include "link_units.inc"
};

static const struct pair related[] = {
#include "link_related.inc"
};
static const struct pair demonyms[] = {
#include "link_demonyms.inc"
};

static const struct pair periods[] = {
#include "link_periods.inc"
};

#define WORDS_COUNTED 240000.0 /* the sum of all counts of data/link/words.tsv, roughly */
#define TERM_COUNT 30.0        /* as common as "employee" is among them */

/* The first of n rows of `size` bytes, each beginning with its word, that is not before the bytes. */
static size_t first_row(const void *rows, size_t n, size_t size, const char *p, size_t bytes)
{
    size_t low = 0;

    while (low < n) {
        size_t middle = low + (n - low) / 2;
        const char *word = *(const char *const *)((const char *)rows + middle * size);
        int order = strncmp(word, p, bytes);
        if (order < 0)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

static bool is_word(const char *word, const char *p, size_t n)
{
    return strncmp(word, p, n) == 0 && word[n] == 0;
}

bool lexicon_stop(const char *folded)
{
    size_t n = strlen(folded), i = first_row(stops, COUNT_OF(stops), sizeof *stops, folded, n);

    return i < COUNT_OF(stops) && is_word(stops[i][0], folded, n);
}

double lexicon_word(const char *p, size_t n)
{
    size_t i = first_row(terms, COUNT_OF(terms), sizeof *terms, p, n);
    double count = i < COUNT_OF(terms) && is_word(terms[i][0], p, n) ? TERM_COUNT : 0;

    i = first_row(abbreviations, COUNT_OF(abbreviations), sizeof *abbreviations, p, n);
    if (n > 2 && i < COUNT_OF(abbreviations) && is_word(abbreviations[i].word, p, n))
        count = TERM_COUNT;
    i = first_row(words, COUNT_OF(words), sizeof *words, p, n);
    if (i < COUNT_OF(words) && is_word(words[i].word, p, n))
        count += strtod(words[i].other, NULL);
    return count > 0 ? log(count / WORDS_COUNTED) : 0;
}

/* What stands beside the word in a list of n pairs: at most max. */
static size_t others(const struct pair *list, size_t n_list, const char *folded, const char **ret, size_t max)
{
    size_t n = strlen(folded), found = 0;
    size_t i = first_row(list, n_list, sizeof *list, folded, n);

    for (; i < n_list && found < max && is_word(list[i].word, folded, n); i++)
        ret[found++] = list[i].other;
    return found;
}

size_t lexicon_long(const char *folded, const char **ret, size_t max)
{
    return others(abbreviations, COUNT_OF(abbreviations), folded, ret, max);
}

size_t lexicon_places(const char *folded, const char **ret, size_t max)
{
    return others(demonyms, COUNT_OF(demonyms), folded, ret, max);
}

const char *lexicon_related(const char *folded)
{
    const char *found = NULL;

    others(related, COUNT_OF(related), folded, &found, 1);
    return found;
}

/* A list has the word beside the other. */
static bool has_pair(const struct pair *list, size_t n_list, const char *folded, const char *other)
{
    size_t n = strlen(folded), i = first_row(list, n_list, sizeof *list, folded, n);

    for (; i < n_list && is_word(list[i].word, folded, n); i++)
        if (strcmp(list[i].other, other) == 0)
            return true;
    return false;
}

bool lexicon_heading(const char *folded, const char *says)
{
    return has_pair(headings, COUNT_OF(headings), folded, says);
}

bool lexicon_period(const char *folded, const char *says)
{
    return has_pair(periods, COUNT_OF(periods), folded, says);
}

bool lexicon_means(const char *folded, bool asked, const char *meaning)
{
    size_t n = strlen(folded), i = first_row(meanings, COUNT_OF(meanings), sizeof *meanings, folded, n);

    for (; i < COUNT_OF(meanings) && is_word(meanings[i].word, folded, n); i++)
        if (strcmp(meanings[i].means, meaning) == 0 && strcmp(meanings[i].where, asked ? "value" : "word") != 0)
            return true;
    return false;
}

const struct lexicon_wording *lexicon_wordings(size_t *ret_n)
{
    *ret_n = COUNT_OF(wordings);
    return wordings;
}

bool lexicon_number(const char *p, size_t n, const char *is, double *ret)
{
    size_t i = first_row(numbers, COUNT_OF(numbers), sizeof *numbers, p, n);

    for (; i < COUNT_OF(numbers) && is_word(numbers[i].word, p, n); i++)
        if (strcmp(numbers[i].is, is) == 0) {
            *ret = strtod(numbers[i].number, NULL);
            return true;
        }
    return false;
}

bool lexicon_unit(const char *text, struct lexicon_unit *ret)
{
    size_t n = strlen(text), i = first_row(units, COUNT_OF(units), sizeof *units, text, n);

    if (i == COUNT_OF(units) || !is_word(units[i].word, text, n))
        return false;
    *ret = (struct lexicon_unit){ units[i].word, units[i].base, strtod(units[i].factor, NULL) };
    return true;
}
