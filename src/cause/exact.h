/* exact.h - sums of decimals without rounding, for figures that have to add up to the last digit.
 *
 * A figure is a whole number of units of 10^-scale, one scale for all figures that are added. 128 bits hold 38 digits:
 * sums that need more, or figures with more decimals than EXACT_SCALE, are refused or rounded, and the caller is told.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

/* Standard C has no such type; gcc and clang do. */
__extension__ typedef __int128 exact;

#define EXACT_SCALE 18      /* decimals kept: far more than any figure of a business has */
#define EXACT_TEXT_BYTES 48 /* a sign, 39 digits, a point, a zero before it, a NUL */

/* How many decimals a JSON number needs, at most EXACT_SCALE; *ret_rounded is set where it has more. */
unsigned exact_scale(const char *digits, bool *ret_rounded);

/* The number in units of 10^-scale, half rounded away from zero; false when it does not fit. */
WARN_UNUSED bool exact_read(const char *digits, unsigned scale, exact *ret);

/* *sum += value; false when that does not fit, and the sum is as it was. */
WARN_UNUSED bool exact_add(exact *sum, exact value);

double exact_real(exact value, unsigned scale);

/* As a JSON number, without needless zeros. */
void exact_text(exact value, unsigned scale, char out[static EXACT_TEXT_BYTES]);

/* The nearest in units of 10^-scale to a finite double; false when it does not fit. */
WARN_UNUSED bool exact_round(double value, unsigned scale, exact *ret);
