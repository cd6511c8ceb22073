/* totals_tally.h - what some rows of a number column add up to, and whether a value says just that. For totals.c. */
#pragma once
#include "base/attrs.h"
#include "grid/totals/totals_words.h"
#include "grid/types/values.h"

struct cancel;
struct column;
struct columns;
struct err;

/* A number: exact, or of a column of floats. */
struct figure {
    int128 exact; /* times 10^scale */
    double real;
};

/* Rows added up. All zero is no row. */
struct tally {
    uint64_t n; /* values */
    struct figure sum, lowest, highest;
    struct figure first; /* the first that is not zero */
    double size;         /* of floats: the sum without signs */
    bool has_first;
    bool differs;    /* two values that are not zero are not equal */
    bool overflowed; /* the sum is beyond what can be told */
};

/* Adds the values of the rows from `from` to below `to`. */
WARN_UNUSED int tally_rows(struct tally *t, const struct columns *c, size_t column, uint64_t from, uint64_t to,
                           const struct cancel *cancel, struct err *err);

/* Adds one row; for rows that are few and apart. */
void tally_row(struct tally *t, const struct columns *c, size_t column, uint64_t row);

/* Adds what is in b. */
void tally_merge(struct tally *t, const struct tally *b, bool real);

/* The value of a row; false when it has none. */
bool figure_at(const struct columns *c, size_t column, uint64_t row, struct figure *ret);

/* As a double, for what is not exact anyway; and half of one in the last place that it shows. */
double figure_real(const struct column *c, const struct figure *v);
double figure_half(const struct column *c, const struct figure *v);

bool figure_is_zero(const struct column *c, const struct figure *v);

/* True for one of four digits or more, zeros at its end behind the point apart. */
bool figure_is_large(const struct column *c, const struct figure *v);

/* Whether v is the sum of t to the last place. */
bool tally_is_sum(const struct tally *t, const struct column *c, const struct figure *v);

/* Whether v is the kind of summary of t, of `rows` rows. Exact for integers and decimals; an average, and a sum that
 * shows fewer places than what it adds, may be rounded to the places it shows. */
bool tally_gives(const struct tally *t, const struct column *c, enum summary kind, const struct figure *v,
                 uint64_t rows);
