/* lexicon.h - the word lists of data/link as tables: stop words, words that names are made of, abbreviations. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* A word of data/link/stop.tsv, folded. */
bool lexicon_stop(const char *folded);

/* How common the n bytes are as a word, as the logarithm of their share of all words: -6 is common, -14 rare. 0: it is
 * no word that names are made of. */
double lexicon_word(const char *p, size_t n);

/* What a short form stands for: at most max words, more likely ones first; NULL entries never. */
size_t lexicon_long(const char *folded, const char **ret, size_t max);

/* True when data/link/headings.tsv says so of a word of a name: "id", "name", "year", ... */
bool lexicon_heading(const char *folded, const char *says);

/* What a value (or, with `asked`, a word of a question) means by data/link/meanings.tsv: true when it is `meaning`. */
bool lexicon_means(const char *folded, bool asked, const char *meaning);

/* A wording of data/link/operators.tsv. */
struct lexicon_wording {
    const char *text; /* words with blanks between them */
    const char *asks; /* the operator's name, or "filler" */
};

/* All of them, sorted by bytes. */
const struct lexicon_wording *lexicon_wordings(size_t *ret_n);

/* A word of data/link/numbers.tsv that is that: "cardinal", "ordinal", "times", "suffix", "place". */
bool lexicon_number(const char *p, size_t n, const char *is, double *ret);

/* A unit: its base, and what makes it that. */
struct lexicon_unit {
    const char *text;
    const char *base;
    double factor;
};
bool lexicon_unit(const char *text, struct lexicon_unit *ret);

/* Words of columns that a word of a question may mean, by data/link/related.tsv: with ", " between them; NULL: none. */
const char *lexicon_related(const char *folded);

/* Names of the place that an adjective is about, by data/link/demonyms.tsv: at most max. */
size_t lexicon_places(const char *folded, const char **ret, size_t max);

/* A word of data/link/periods.tsv that says that: "last", "month", ... */
bool lexicon_period(const char *folded, const char *says);
