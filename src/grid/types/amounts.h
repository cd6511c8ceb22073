/* amounts.h - a number as people write it: with separators, a currency, a percent sign, in brackets.
 *
 * One value does not show what a comma or a point means: "1,234" is a thousand or one and a bit. So a value is
 * read both ways, with a decimal point and with a decimal comma, and the column as a whole decides (types.h).
 *
 *   sign        "-", a minus sign, "+" before; "-" behind; brackets around: (1,234.50), $(1,234.50)
 *   separators  , . ' blank, no-break and narrow blanks, in groups of three; commas also as in 12,34,567
 *   currency    a sign or code before or behind: $12, 12 EUR, kr 5
 *   percent     12.5%
 *   exponent    1.5e3, 1,5E+03
 *   zero        a dash with a currency, as accounting formats show it: $ -
 *
 * An identifier is no number: digits with a leading zero (007), "+" and seven or more digits (a telephone number), more
 * than 38 digits. Neither is an internet address, 192.168.100.200.
 */
#pragma once
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which character separates the decimals; also an index. */
enum decimal_separator { DECIMAL_POINT, DECIMAL_COMMA, DECIMAL_SEPARATORS };

enum amount_kind { AMOUNT_NONE, AMOUNT_NUMBER, AMOUNT_IDENTIFIER };

struct amount {
    int whole[DECIMAL_SEPARATORS]; /* digits before each decimal separator; -1: it is no number with that one */
    size_t n;                      /* digits in all */
    int exponent;
    bool has_exponent, negative, percent;
    bool is_code;     /* digits, E, digits, as in 1E5: a code as well as a number */
    bool is_dash;     /* a zero shown as a dash */
    bool long_digits; /* an identifier by its length */
    uint8_t blanks;   /* separated by blanks: how many digits; else 0 */
    uint8_t currency; /* 0: none; else for amount_currency() */
    char digits[DATA_NUMBER_BYTES];
};

/* Reads n bytes without blanks around them. Everything of *ret but kind is set for numbers only. */
enum amount_kind amount_read(const char *p, size_t n, struct amount *ret);

/* The currency as it is mostly written: "EUR", "$". */
const char *amount_currency(uint8_t currency);

/* True for the ones of the United States. */
bool amount_is_dollar(uint8_t currency);

/* Currencies that there are; currency is at most this. */
#define AMOUNT_CURRENCIES 64
