/* values_node.h - the index of values; for link alone.
 *
 * Entries are pairs of a hash and a value's number, sorted by both: found by halving, and checked against the value's
 * text, so that equal hashes do no harm.
 */
#pragma once
#include "base/limits.h"
#include "link/text.h"
#include "link/values.h"

struct entry {
    uint32_t hash;
    uint32_t value;
};

struct indexed_value {
    uint32_t at;
    uint16_t n;
    bool cut;
    uint32_t rows;
};

struct indexed_number {
    double number;
    uint32_t column;
};

/* A word that stands in values, for slips: its bytes in the texts, as they stand there. */
struct indexed_word {
    uint32_t at;
    uint8_t n;
    char first; /* folded */
};

struct link_values {
    size_t n_columns;
    size_t *first;                /* of each column, and one behind the last: its values' numbers */
    struct indexed_value *values; /* column by column */
    char *texts;
    size_t text_bytes;
    struct entry *whole; /* by all letters without blanks, and by the stems */
    size_t n_whole;
    struct entry *parts; /* by the stem of each word of values of several words */
    size_t n_parts;
    struct indexed_number *numbers;
    size_t n_numbers;
    struct indexed_word *words; /* by first letter, then length, then place */
    size_t n_words;
};

/* A text's words, folded and as stems, for holding two texts against each other. */
struct value_words {
    char folded[LINK_VALUE_WORDS][TEXT_WORD_BYTES];
    char stems[LINK_VALUE_WORDS][TEXT_WORD_BYTES];
    size_t n;
    bool more; /* than these */
};

void value_words_of(struct value_words *w, const char *p, size_t n);
void value_words_add(struct value_words *w, const char *folded);

uint32_t value_hash_letters(struct value_words *w);
uint32_t value_hash_stems(struct value_words *w);

static inline size_t value_column(const struct link_values *v, uint32_t value)
{
    size_t low = 0, high = v->n_columns;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (v->first[middle] <= value)
            low = middle;
        else
            high = middle;
    }
    return low;
}
