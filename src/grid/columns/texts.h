/* texts.h - the texts of one part of a column, each different one kept once as long as that is the smaller way.
 *
 * Texts are added row by row. They go into a dictionary until it is clear that most of them are different; from then on
 * they are simply kept one behind the other. texts_end() gives whichever of the two is smaller, for a struct part.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct part;

struct texts {
    uint32_t *at; /* n + 1 ends: text i is bytes[at[i] .. at[i + 1]) */
    char *bytes;
    size_t n, at_cap, bytes_cap;
    uint32_t *codes; /* one a row, while it is a dictionary */
    size_t rows, codes_cap;
    uint32_t *slots; /* index + 1 of a text; 0 is free */
    size_t n_slots;
    size_t last;          /* the text found or added last: values come in runs */
    uint64_t total_bytes; /* of all rows */
    bool plain;           /* no dictionary any more: row i is text i */
};

/* All zero is empty. */
void texts_done(struct texts *t);

/* Adds a row. The sum of all texts must stay below 4 GiB. */
void texts_add(struct texts *t, const char *p, size_t n);

/* Adds a row with the text of code `code`, which texts_code() gave. Only while texts_has_codes(). */
void texts_add_code(struct texts *t, uint32_t code);

/* The code of the last row's text. */
static inline uint32_t texts_code(const struct texts *t)
{
    return (uint32_t)t->last;
}

static inline bool texts_has_codes(const struct texts *t)
{
    return !t->plain;
}

/* Moves the texts into the part, whose rows they are; t is empty afterwards. */
void texts_end(struct texts *t, struct part *ret);
