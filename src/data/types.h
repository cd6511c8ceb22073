/* types.h - what the text of a cell is, and what type that makes a column.
 *
 * A column's type follows from all of its values, never from a sample, and is exact: what is read can be written back
 * with the same value. Blanks around a value do not count, except in text.
 *
 *   integer    digits with an optional sign, within 64 bits
 *   decimal    digits with a point, or integers beyond 64 bits; up to 38 digits in all, as many places as the value
 *              with the most
 *   float      numbers with an exponent, or needing over 38 digits
 *   boolean    true and false, in any case
 *   date       YYYY-MM-DD, a day that exists
 *   timestamp  a date, "T" or a blank, HH:MM[:SS[.ffffff]], and "Z" with all or none of the column's values; dates
 *              among them without "Z" mean midnight
 *   text       all else
 *
 * Identifiers stay text: a number with a leading zero (007), or one with a plus sign and seven or more digits (a
 * telephone number), makes its column text. The words NA, N/A, #N/A, null, None and NaN, in any case, stand for "no
 * value" in a column whose other values are all of one type; in text they are text.
 */
#pragma once
#include "base/attrs.h"
#include "data/table.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct notes;

/* What one cell is. Each is a bit of type_guess.kinds. */
enum cell_kind {
    CELL_EMPTY,
    CELL_NULL_WORD,
    CELL_INTEGER,
    CELL_DECIMAL,
    CELL_FLOAT,
    CELL_BOOLEAN,
    CELL_DATE,
    CELL_TIME,     /* a date with a time */
    CELL_TIME_UTC, /* the same with "Z" */
    CELL_TEXT,
};

/* The digits of a number that count: those before the point without leading zeros, and those behind it. */
struct number_size {
    uint32_t whole, places;
    bool beyond_int64;
};

/* What the n bytes are; *size is set for integers and decimals only. */
enum cell_kind cell_kind(const char *p, size_t n, struct number_size *size);

/* What is known of a column so far; all zero to begin with. */
struct type_guess {
    uint32_t kinds;          /* of the cells seen; once there is text nothing more is looked at */
    struct number_size most; /* the largest of each */
    uint64_t null_words;
};

void type_guess_add(struct type_guess *g, const char *p, size_t n);

/* Sets type, precision and scale from the guess, and says what had to be assumed. */
void type_guess_end(const struct type_guess *g, struct column *c, struct notes *notes);
