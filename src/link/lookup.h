/* lookup.h - which names have a word: an index from stems to the words of tables' and columns' names.
 *
 * A name has one or more readings: as it is, and with its short forms written out ("dob" as date of birth). A word is
 * found by its stem; two neighbours are also found written together, and so is a whole name.
 */
#pragma once
#include "link/schema.h"

/* Words that a name may be. */
struct lookup_reading {
    size_t name; /* a table; or a column, counted from link_schema.n_tables */
    const char *const *words;
    const char *const *stems;
    const bool *written_out; /* of each word: it stands for a short form; NULL: none does */
    const float *weights;    /* of each word: more for a rare one */
    float weight;            /* of all of them */
    size_t n;
};

/* A stem is that of words [word, word + n) of a reading. */
struct lookup_entry {
    const char *stem;
    const char *folded; /* the word itself */
    size_t reading;
    size_t word, n;
    bool broader; /* the stem is of what the word is a kind of */
};

struct link_lookup {
    struct lookup_reading *readings;
    size_t n_readings;
    struct lookup_entry *entries; /* by stem, then in the order of readings */
    size_t n_entries;
};

/* The entries of a stem: the first, and how many. */
size_t lookup_find(const struct link_lookup *l, const char *stem, size_t *ret_n);

/* The first entry whose stem is not before the bytes. */
size_t lookup_from(const struct link_lookup *l, const char *p, size_t n);
