/* totals_words.h - the labels of rows that sum others up: "Total", "Zwischensumme", "North Total", "Average:".
 *
 * A label is short and begins or ends with a word of a small list in several languages. It is exact when it holds
 * nothing else ("Grand Total", "TOTAL:"), else it names what it sums ("North Total", "Summe Januar"). A label alone
 * proves nothing: it is a company's name, or a category. totals.h has the rest.
 */
#pragma once
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a row can be of the rows it covers; a label may allow several. */
enum summary {
    SUMMARY_SUM = 1,
    SUMMARY_AVERAGE = 2,
    SUMMARY_LOWEST = 4,
    SUMMARY_HIGHEST = 8,
    SUMMARY_COUNT = 16,
    SUMMARY_MEDIAN = 32,
    SUMMARY_DEVIATION = 64, /* standard, of a sample or of all */
};

struct label {
    uint8_t kinds;    /* enum summary, or-ed */
    bool is_exact;    /* nothing but such words */
    bool may_be_name; /* exact, and also something else: Max */
    const char *rest; /* of one that is not exact: what it sums; part of the text */
    size_t n_rest;
};

/* What makes most texts no label at a glance: which three bytes such words begin and end with. */
#define LABEL_KEY_BYTES 3
#define LABEL_KEYS 32768
struct label_index {
    uint64_t heads[LABEL_KEYS / 64], tails[LABEL_KEYS / 64];
};

void label_index(struct label_index *ret);

/* Letters of either case have the same key; so have some others, which does no harm. */
static inline unsigned label_key(const char *p)
{
    return (p[0] & 31u) << 10 | (p[1] & 31u) << 5 | (p[2] & 31u);
}

/* Blanks and marks, which belong to no word; "1" and the like do. */
static inline bool label_is_mark(char c)
{
    return (unsigned char)c < '0' || (c > '9' && c < 'A') || (c > 'Z' && c < 'a') || (c > 'z' && c < 0x7f);
}

/* The glance: false when the text is no label for sure. */
static inline bool label_may_be(const struct label_index *x, const char *p, size_t n)
{
    unsigned head, tail;

    if (n < LABEL_KEY_BYTES || n > TOTALS_LABEL_BYTES)
        return false;
    head = label_key(p);
    tail = label_key(p + n - LABEL_KEY_BYTES);
    return (x->heads[head / 64] >> head % 64 | x->tails[tail / 64] >> tail % 64) & 1 || label_is_mark(p[0]) ||
           label_is_mark(p[n - 1]);
}

/* A label too short to be one by itself, as "N" beside "Mean"; false when it is none. */
bool label_read_short(const char *p, size_t n, struct label *ret);

/* What changes a total into another: tax, shipping, a discount. */
enum label_extra { EXTRA_NONE, EXTRA_MORE, EXTRA_LESS };
enum label_extra label_extra(const char *p, size_t n);

/* False when the text is no label. Without an index (NULL) every text is searched: for a few. */
bool label_read(const struct label_index *x, const char *p, size_t n, struct label *ret);
