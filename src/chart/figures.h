/* figures.h - numbers as charts show them: 1,250 and 12.5% and -$3M.
 *
 * All labels of one axis have the same number of decimals and the same abbreviation (k, M, bn, tn), chosen from the
 * axis' step; the numbers beside bars are never abbreviated. Minus is the true minus sign.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;

struct figures {
    int places;         /* decimals */
    int power;          /* of ten that the number is divided by first: 3 with "k", -2 with "%" */
    const char *before; /* a currency's sign */
    const char *after;  /* the abbreviation, or "%" */
    bool scientific;    /* too large or small for plain digits */
};

/* For an axis that reaches `largest` in steps of some units of 10^exponent. The unit may be NULL. */
struct figures figures_axis(double largest, int exponent, const char *unit);

/* For the values themselves: three digits of the largest at least, and no decimals that none of them has. Gaps (NAN)
 * are passed over. */
struct figures figures_values(const double *values, size_t n, const char *unit);

const char *figures_text(struct arena *a, const struct figures *f, double v);

/* True for a unit that stands with each number: "%", or one sign such as "$". Others are told once, with the label. */
bool figures_has_sign(const char *unit);

/* The power of ten of a positive number, 3 of 1,234, and what it is multiplied with, 1.234 (to 16 digits). Both are
 * read off its digits, so that they are the same on every machine. ret_mantissa may be NULL. */
int figures_power(double v, double *ret_mantissa);
