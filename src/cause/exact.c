/* exact.c - digits in, digits out; a number is taken apart once, into its digits and where its point is. */
#include "cause/exact.h"
#include "base/num.h"
#include "base/str.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPONENT_MOST 10000 /* beyond it a number is 0 or does not fit, whatever its digits */

/* digits[0..n) times 10^-decimals */
struct apart {
    bool is_negative;
    const char *text;
    size_t n;      /* bytes up to the exponent */
    long decimals; /* digits behind the point, less the exponent */
};

static struct apart take_apart(const char *digits)
{
    struct apart p = { .is_negative = *digits == '-', .text = digits + (*digits == '-') };
    const char *point, *e;
    long exponent = 0;

    p.n = strcspn(p.text, "eE");
    e = p.text + p.n;
    if (*e)
        exponent = strtol(e + 1, NULL, 10);
    if (exponent > EXPONENT_MOST || exponent < -EXPONENT_MOST)
        exponent = exponent > 0 ? EXPONENT_MOST : -EXPONENT_MOST;
    point = memchr(p.text, '.', p.n);
    p.decimals = (point ? (long)(e - point) - 1 : 0) - exponent;
    return p;
}

unsigned exact_scale(const char *digits, bool *ret_rounded)
{
    struct apart p = take_apart(digits);

    for (size_t i = p.n; i > 0 && (p.text[i - 1] == '0' || p.text[i - 1] == '.') && p.decimals > 0; i--)
        p.decimals -= p.text[i - 1] == '0';
    if (p.decimals <= 0)
        return 0;
    if (p.decimals <= EXACT_SCALE)
        return (unsigned)p.decimals;
    *ret_rounded = true;
    return EXACT_SCALE;
}

static bool shift(exact *value, int digit)
{
    return !__builtin_mul_overflow(*value, (exact)10, value) && !__builtin_add_overflow(*value, (exact)digit, value);
}

bool exact_read(const char *digits, unsigned scale, exact *ret)
{
    struct apart p = take_apart(digits);
    long spare = p.decimals - (long)scale; /* digits at the end that are cut */
    size_t kept = 0, n = 0;
    exact value = 0;
    bool is_up = false;

    for (size_t i = 0; i < p.n; i++)
        n += str_is_digit(p.text[i]);
    for (size_t i = 0; i < p.n; i++) {
        if (!str_is_digit(p.text[i]))
            continue;
        if (spare > 0 && kept + (size_t)spare >= n) {
            is_up = kept + (size_t)spare == n && p.text[i] >= '5';
            break;
        }
        if (!shift(&value, p.text[i] - '0'))
            return false;
        kept++;
    }
    for (; spare < 0 && value != 0; spare++)
        if (!shift(&value, 0))
            return false;
    value += is_up;
    *ret = p.is_negative ? -value : value;
    return true;
}

bool exact_add(exact *sum, exact value)
{
    exact result;

    if (__builtin_add_overflow(*sum, value, &result))
        return false;
    *sum = result;
    return true;
}

double exact_real(exact value, unsigned scale)
{
    char text[EXACT_TEXT_BYTES];

    exact_text(value, scale, text);
    return num_double(text, strlen(text));
}

void exact_text(exact value, unsigned scale, char out[static EXACT_TEXT_BYTES])
{
    char turned[EXACT_TEXT_BYTES];
    bool is_negative = value < 0;
    size_t n = 0, to = 0;

    for (; scale > 0 && value % 10 == 0; scale--)
        value /= 10;
    /* Digits from the last on; a remainder's sign is the value's, so that the least value needs no care. */
    for (unsigned i = 0; value != 0 || i <= scale; i++, value /= 10) {
        if (i == scale && i > 0)
            turned[n++] = '.';
        turned[n++] = (char)('0' + abs((int)(value % 10)));
    }
    if (is_negative)
        out[to++] = '-';
    while (n > 0)
        out[to++] = turned[--n];
    out[to] = '\0';
}

bool exact_round(double value, unsigned scale, exact *ret)
{
    double units = round(value * pow(10, scale));

    if (!(fabs(units) < 0x1p126))
        return false;
    *ret = (exact)units;
    return true;
}
