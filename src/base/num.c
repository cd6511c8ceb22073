/* num.c - JSON numbers as exact decimals, without ever writing them out.
 *
 * A number is taken apart where it stands: its sign, its significant digits (leading and trailing zeros do not count)
 * and the power of ten of the last of them. That power is kept as two parts, the exponent as written and the shift that
 * comes from the place of the point, because the exponent may have any number of digits: it is only ever compared with
 * another, digit by digit, and saturates where a plain int64_t is wanted. Every shift is far below EXPONENT_FAR, so a
 * saturated exponent still falls on the right side of every question asked of it.
 */
#include "base/num.h"
#include "base/limits.h"
#include <assert.h>
#include <string.h>

#define EXPONENT_FAR ((int64_t)1 << 60)

/* Value: 0.DIGITS x 10^(exponent + lead) = DIGITS. x 10^(exponent + last). */
struct decimal {
    bool negative;        /* never of zero */
    const char *first;    /* first significant digit; NULL for zero */
    const char *stop;     /* behind the last significant digit; a point may lie between the two */
    size_t digits;        /* significant digits */
    int64_t lead, last;   /* powers of ten that the place of the point gives the digits */
    const char *exponent; /* the written exponent's digits, without leading zeros */
    size_t exponent_n;
    bool exponent_negative;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t count_digits(const char *p, const char *end)
{
    const char *start = p;

    while (p < end && is_digit(*p))
        p++;
    return (size_t)(p - start);
}

bool num_is_json(const char *p, size_t n)
{
    const char *end = p + n;
    size_t whole;

    if (p < end && *p == '-')
        p++;
    whole = count_digits(p, end);
    if (whole == 0 || (whole > 1 && *p == '0'))
        return false;
    p += whole;
    if (p < end && *p == '.') {
        size_t fraction = count_digits(p + 1, end);
        if (fraction == 0)
            return false;
        p += 1 + fraction;
    }
    if (p < end && (*p | 0x20) == 'e') {
        p++;
        if (p < end && (*p == '+' || *p == '-'))
            p++;
        if (count_digits(p, end) == 0)
            return false;
        p += count_digits(p, end);
    }
    return p == end;
}

/* Finds the significant digits between p and end, of which whole stand before the point. */
static void read_digits(struct decimal *d, const char *p, const char *end, size_t whole)
{
    const char *point = p + whole;

    while (p < end && (*p == '0' || *p == '.'))
        p++;
    if (p == end)
        return;
    while (end[-1] == '0' || end[-1] == '.')
        end--;
    d->first = p;
    d->stop = end;
    d->digits = (size_t)(end - p) - (p < point && point < end);
    d->lead = p < point ? point - p : point + 1 - p;
    d->last = d->lead - (int64_t)d->digits;
}

static struct decimal read_decimal(const char *p, size_t n)
{
    struct decimal d = { .exponent = "" };
    const char *end = p + n, *mantissa;
    bool negative = *p == '-';
    size_t whole;

    assert(num_is_json(p, n));
    p += negative;
    mantissa = p;
    whole = count_digits(p, end);
    p += whole;
    if (p < end && *p == '.')
        p += 1 + count_digits(p + 1, end);
    read_digits(&d, mantissa, p, whole);
    d.negative = negative && d.first;
    if (p < end) {
        p++;
        d.exponent_negative = *p == '-';
        if (!is_digit(*p))
            p++;
        while (p < end && *p == '0')
            p++;
        d.exponent = p;
        d.exponent_n = (size_t)(end - p);
    }
    return d;
}

static int exponent_digit(const struct decimal *d, size_t place)
{
    int digit = place < d->exponent_n ? d->exponent[d->exponent_n - 1 - place] - '0' : 0;

    return d->exponent_negative ? -digit : digit;
}

/* How much larger a's written exponent is than b's. From 3 on, the digits still to come can no longer bring the
 * difference back, so it may saturate. */
static int64_t exponent_difference(const struct decimal *a, const struct decimal *b)
{
    size_t places = a->exponent_n > b->exponent_n ? a->exponent_n : b->exponent_n;
    int64_t difference = 0;

    while (places-- > 0) {
        difference = difference * 10 + exponent_digit(a, places) - exponent_digit(b, places);
        if (difference >= EXPONENT_FAR / 16)
            return EXPONENT_FAR;
        if (difference <= -EXPONENT_FAR / 16)
            return -EXPONENT_FAR;
    }
    return difference;
}

static int64_t exponent_of(const struct decimal *d)
{
    static const struct decimal none = { .exponent = "" };

    return exponent_difference(d, &none);
}

bool num_is_integer(const char *text, size_t n)
{
    struct decimal d = read_decimal(text, n);

    return !d.first || exponent_of(&d) + d.last >= 0;
}

bool num_int64(const char *text, size_t n, int64_t *ret)
{
    struct decimal d = read_decimal(text, n);
    int64_t places = exponent_of(&d) + d.last, value = 0;

    if (!d.first) {
        *ret = 0;
        return true;
    }
    if (places < 0 || places + (int64_t)d.digits > 19)
        return false;
    /* Counts downwards: there is one more negative integer than there are positive ones. */
    for (const char *p = d.first; p < d.stop; p++)
        if (*p != '.' && (__builtin_mul_overflow(value, 10, &value) || __builtin_sub_overflow(value, *p - '0', &value)))
            return false;
    for (; places > 0; places--)
        if (__builtin_mul_overflow(value, 10, &value))
            return false;
    if (!d.negative && value == INT64_MIN)
        return false;
    *ret = d.negative ? value : -value;
    return true;
}

/* The next significant digit, or 0 behind the last. */
static char take_digit(const struct decimal *d, const char **p)
{
    if (*p < d->stop && **p == '.')
        (*p)++;
    return *p < d->stop ? *(*p)++ : '0';
}

static int compare_digits(const struct decimal *a, const struct decimal *b)
{
    const char *p = a->first, *q = b->first;

    while (p < a->stop || q < b->stop) {
        char x = take_digit(a, &p), y = take_digit(b, &q);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

/* Of two numbers other than zero, whatever their signs. */
static int compare_sizes(const struct decimal *a, const struct decimal *b)
{
    int64_t ahead = exponent_difference(a, b) + a->lead - b->lead;

    if (ahead)
        return ahead < 0 ? -1 : 1;
    return compare_digits(a, b);
}

int num_compare(const char *a, size_t an, const char *b, size_t bn)
{
    struct decimal x = read_decimal(a, an), y = read_decimal(b, bn);
    int x_sign = x.negative ? -1 : x.first ? 1 : 0, y_sign = y.negative ? -1 : y.first ? 1 : 0;

    if (x_sign != y_sign)
        return x_sign < y_sign ? -1 : 1;
    if (x_sign == 0)
        return 0;
    return x_sign * compare_sizes(&x, &y);
}

/* ---- multiples ---- */

#define LIMB 1000000000u
#define LIMB_DIGITS 9
#define LIMBS (NUM_SCALE_DIGITS / LIMB_DIGITS + 2) /* one to spare for ten times a remainder */

/* A natural number in base 10^9, least first. */
struct natural {
    size_t n;
    uint32_t limbs[LIMBS];
};

/* x = 10x + digit. */
static void shift_in(struct natural *x, uint32_t digit)
{
    uint64_t carry = digit;

    for (size_t i = 0; i < x->n; i++) {
        carry += (uint64_t)x->limbs[i] * 10;
        x->limbs[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    if (carry) {
        assert(x->n < LIMBS);
        x->limbs[x->n++] = (uint32_t)carry;
    }
}

static bool is_below(const struct natural *x, const struct natural *y)
{
    if (x->n != y->n)
        return x->n < y->n;
    for (size_t i = x->n; i-- > 0;)
        if (x->limbs[i] != y->limbs[i])
            return x->limbs[i] < y->limbs[i];
    return false;
}

/* x -= y, which is not larger. */
static void subtract(struct natural *x, const struct natural *y)
{
    uint32_t borrow = 0;

    for (size_t i = 0; i < x->n; i++) {
        uint32_t take = borrow + (i < y->n ? y->limbs[i] : 0);
        borrow = x->limbs[i] < take;
        x->limbs[i] = x->limbs[i] + (borrow ? LIMB : 0) - take;
    }
    while (x->n > 0 && x->limbs[x->n - 1] == 0)
        x->n--;
}

/* School division, of which only the remainder is kept: the value's digits and then zeros are taken in one by one. */
static bool leaves_nothing(const struct decimal *value, int64_t zeros, const struct decimal *divisor)
{
    struct natural by = { 0 }, rest = { 0 };
    const char *p = divisor->first;

    for (size_t i = 0; i < divisor->digits; i++)
        shift_in(&by, (uint32_t)(take_digit(divisor, &p) - '0'));
    p = value->first;
    for (size_t i = 0; i < value->digits + (size_t)zeros; i++) {
        shift_in(&rest, (uint32_t)(take_digit(value, &p) - '0'));
        while (!is_below(&rest, &by))
            subtract(&rest, &by);
    }
    return rest.n == 0;
}

bool num_is_multiple(const char *value, size_t vn, const char *divisor, size_t dn, bool *ret_known)
{
    struct decimal v = read_decimal(value, vn), d = read_decimal(divisor, dn);
    int64_t zeros;

    assert(d.first && !d.negative);
    *ret_known = true;
    if (!v.first)
        return true;
    /* Both end in a digit that is not 0, so a value with places below the divisor's last is no multiple of it. */
    zeros = exponent_difference(&v, &d) + v.last - d.last;
    if (zeros < 0)
        return false;
    if (d.digits == 1 && *d.first == '1')
        return true;
    *ret_known =
        d.digits <= NUM_SCALE_DIGITS && v.digits <= NUM_SCALE_DIGITS && zeros <= NUM_SCALE_DIGITS - (int64_t)v.digits;
    return *ret_known && leaves_nothing(&v, zeros, &d);
}
