/* pii_sums.h - the arithmetic of check digits: sums over digits, and the dates that numbers of persons begin with.
 *
 * All take characters that are digits; a letter where one is allowed is its own value (A is 10) only where said.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* n digits from c on as a number; at most 18. */
int64_t sum_number(const char *c, size_t n);

/* The digits times their weights, added up. The weights are characters: digits for 0 to 9, and 'A' for 10. */
int sum_weighted(const char *c, const char *weights);

/* ISO/IEC 7812: every second digit from the right doubled. */
bool sum_luhn(const char *c, size_t n);

/* ISO/IEC 7064, MOD 11,10. */
bool sum_mod_11_10(const char *c, size_t n);

/* Verhoeff's, over the dihedral group of order ten. */
bool sum_verhoeff(const char *c, size_t n);

/* The remainder of a number of any length, a letter standing for its two digits, by 97; *at goes on from another. */
int sum_mod97(const char *c, size_t n, int from);

/* All digits are the same: no number is given out like that. */
bool sum_is_flat(const char *c, size_t n);

/* Days of a calendar; a year of two digits is not known to be a leap year, so that 29 February passes. */
bool sum_is_day(int64_t day, int64_t month);

/* ddmmyy, yymmdd, and yyyymmdd of somebody who may be alive. */
bool sum_is_day_first(const char *c);
bool sum_is_year_first(const char *c);
bool sum_is_full_date(const char *c);

static inline int sum_digit(char c)
{
    return c - '0';
}

/* The letter or digit that a remainder stands for. */
static inline bool sum_is_letter(const char *letters, int64_t rest, char c)
{
    return letters[rest] == c;
}
