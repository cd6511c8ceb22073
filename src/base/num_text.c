/* num_text.c - doubles to text and back, both exact, both from one table of 128-bit powers of ten.
 *
 * Writing is Raffaello Giulietti's Schubfach: the interval of reals that read back as v is scaled by a power of ten so
 * that it holds one or a few integers, and the shortest, or else the nearest, is picked with three multiplications.
 *
 * Reading goes by Clinger's observation where both parts are exact doubles, else by Eisel and Lemire's: 64 bits of
 * digits times 128 bits of power give the result with an error below two units of the 128th bit. Unless the result lies
 * that close to the middle between two doubles it is decided; if it does, strtod decides (it gets digits and an
 * exponent but no point, so the locale has no say).
 *
 * Both assume the default rounding and doubles that are not held wider than they are.
 */
#include "base/num.h"
#include "base/num_digits.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static_assert(FLT_EVAL_METHOD == 0 && DBL_MANT_DIG == 53, "IEEE doubles, computed as such");

__extension__ typedef unsigned __int128 u128;

/* 10^q = (high:low) x 2^(floor(log2(10^q)) - 127), cut off. */
struct pow10 {
    uint64_t high, low;
};
#include "base/pow10.inc"

#define POW10_EXACT 55 /* 10^0 to 10^55 are exact in the table */

#define MANTISSA_BITS 52
#define MANTISSA_MASK (((uint64_t)1 << MANTISSA_BITS) - 1)
#define EXPONENT_MASK 0x7ff
#define EXPONENT_BIAS 1023

/* Both rounded down, and right for every exponent there is: scripts/generate/gen-pow10 tries them all. */
static int floor_log2_pow10(int q)
{
    return (q * 1741647) >> 19;
}

static int floor_log10_pow2(int q, bool three_quarters_of)
{
    return (q * 1262611 - (three_quarters_of ? 524031 : 0)) >> 22;
}

/* ---- writing ---- */

#define DIGITS_MOST 17 /* that the shortest form of a double may need */
#define POINT_MOST 16  /* digits before the point; from 1e16 on Python writes an exponent */

/* The decimal s x 10^k. */
struct shortest {
    uint64_t s;
    int k;
};

/* The upper 64 bits of g x c, the last of them set if anything below was: keeps every comparison right. */
static uint64_t round_to_odd(struct pow10 g, uint64_t c)
{
    u128 low = (u128)g.low * c, high = (u128)g.high * c + (uint64_t)(low >> 64);

    return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

/* The shortest decimal that reads back as c x 2^q, and of those the nearest. k is chosen so that the interval of reals
 * that read back as v is at least 10^k wide and less than 10^(k+1): it holds at most one multiple of 10^(k+1), which is
 * then the shortest, and at least one of 10^k. Everything is in quarters of 10^k, so that the ends of the interval are
 * whole. Just above a power of two, the lower end is half as far. */
static struct shortest shortest(uint64_t c, int q, bool is_lowest_of_binade)
{
    int k = floor_log10_pow2(q, is_lowest_of_binade);
    int h = q + floor_log2_pow10(-k) + 1;
    struct pow10 g = pow10_table[-k - POW10_MIN];
    uint64_t odd = c & 1; /* ties go to even, so only an even mantissa owns the ends of its interval */
    uint64_t v, lower, upper, s, tens;
    bool down, up, is_nearer, is_short;

    g.low += k > 0 || k < -POW10_EXACT; /* rounded up where the table is cut off */
    v = round_to_odd(g, (4 * c) << h);
    lower = round_to_odd(g, (4 * c - (is_lowest_of_binade ? 1 : 2)) << h) + odd;
    upper = round_to_odd(g, (4 * c + 2) << h) - odd;

    s = v / 4;
    tens = s / 10 * 10;
    down = lower <= 4 * tens;
    up = 4 * (tens + 10) <= upper;
    tens += up ? 10 : 0;
    is_short = down != up;

    down = lower <= 4 * s;
    up = 4 * (s + 1) <= upper;
    is_nearer = v > 4 * s + 2 || (v == 4 * s + 2 && s & 1);
    s += down == up ? is_nearer : up;
    return (struct shortest){ is_short ? tens : s, k };
}

static const uint64_t powers[] = { 1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,
                                   1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17 };

/* How many digits s has, which is neither 0 nor above 10^17. Most doubles need 16 or 17. For the others the bits give
 * the digits or one too few, 1233 / 4096 being just below log10(2). */
static inline int count_digits(uint64_t s)
{
    int n;

    if (s >= powers[15])
        return s >= powers[16] ? 17 : 16;
    n = ((64 - __builtin_clzll(s)) * 1233) >> 12;
    return n + (s >= powers[n]);
}

static char *put_exponent(char *out, int exponent)
{
    unsigned size = (unsigned)abs(exponent);

    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    if (size >= 100)
        *out++ = (char)('0' + size / 100);
    *out++ = (char)('0' + size / 10 % 10);
    *out++ = (char)('0' + size % 10);
    return out;
}

/* DIGITS_MOST digits: one, eight and eight. */
struct digits {
    char first;
    uint64_t middle, last;
};

static inline void put_digits(char *out, struct digits d)
{
    out[0] = d.first;
    eight_put(out + 1, d.middle);
    eight_put(out + 1 + EIGHT, d.last);
}

/* A decimal other than 0 as Python lays it out. All digits are written every time, those that are only zeros at the end
 * too: what is not wanted of them is written over, or lies behind the end. */
static size_t put_decimal(bool negative, struct shortest decimal, char *const start)
{
    int n = count_digits(decimal.s), point = n + decimal.k; /* the point stands behind that many digits */
    uint64_t s = decimal.s * powers[DIGITS_MOST - n], tail = s % powers[16];
    struct digits d = { (char)('0' + s / powers[16]), eight_digits((uint32_t)(tail / powers[8])),
                        eight_digits((uint32_t)(tail % powers[8])) };
    char *out = start, all[DIGITS_MOST + POINT_MOST];

    n = d.last ? DIGITS_MOST - __builtin_clzll(d.last) / 8 : d.middle ? 1 + EIGHT - __builtin_clzll(d.middle) / 8 : 1;
    *out = '-';
    out += negative;
    if (point <= -4 || point > POINT_MOST) {
        put_digits(out + 1, d);
        out[0] = d.first;
        out[1] = '.';
        out = put_exponent(out + (n > 1 ? n + 1 : 1), point - 1);
    } else if (point <= 0) {
        memcpy(out, "0.000", 5);
        put_digits(out + 2 - point, d);
        out += 2 - point + n;
    } else if (n <= point) {
        put_digits(out, d);
        memcpy(out + point, ".0", 2);
        out += point + 2;
    } else {
        memset(all + DIGITS_MOST, '0', POINT_MOST);
        put_digits(all, d);
        put_digits(out, d);
        out[point] = '.';
        memcpy(out + point + 1, all + point, DIGITS_MOST - 1);
        out += n + 1;
    }
    *out = '\0';
    return (size_t)(out - start);
}

static size_t put_zero(bool negative, char *out)
{
    memcpy(out, negative ? "-0.0" : "0.0", negative ? 5 : 4);
    return negative ? 4 : 3;
}

size_t num_double_text(double v, char out[static NUM_DOUBLE_BYTES])
{
    uint64_t bits, fraction;
    int exponent;
    bool negative;

    assert(isfinite(v));
    memcpy(&bits, &v, sizeof bits);
    fraction = bits & MANTISSA_MASK;
    exponent = (int)(bits >> MANTISSA_BITS) & EXPONENT_MASK;
    negative = bits >> 63;
    if (fraction == 0 && exponent == 0)
        return put_zero(negative, out);
    if (exponent == 0)
        return put_decimal(negative, shortest(fraction, 1 - EXPONENT_BIAS - MANTISSA_BITS, false), out);
    return put_decimal(negative,
                       shortest(fraction | (MANTISSA_MASK + 1), exponent - EXPONENT_BIAS - MANTISSA_BITS,
                                fraction == 0 && exponent > 1),
                       out);
}

/* ---- reading ---- */

#define DIGITS_FIT 19            /* decimal digits that always fit 64 bits */
#define EXPONENT_FAR 10000000000 /* no place of the point brings an exponent back from there */
#define SLOW_DIGITS 800          /* the middle between two doubles has at most 767; what follows only breaks a tie */

/* The number is w x 10^q, or, if digits were cut off, between that and (w + 1) x 10^q. */
struct scanned {
    uint64_t w;
    int64_t q;
    bool negative, cut;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The written exponent, p being at the e, or 0 at the end. Saturates. */
static inline int64_t read_exponent(const char *p, const char *end)
{
    int64_t e = 0;
    bool negative;

    if (p == end)
        return 0;
    negative = *++p == '-';
    for (p += !is_digit(*p); p < end; p++)
        if (e < EXPONENT_FAR)
            e = e * 10 + (*p - '0');
    return negative ? -e : e;
}

/* Digits between p and end, with at most one point among them, when there are too many for 64 bits. */
static void scan_long(struct scanned *d, const char *p, const char *end)
{
    int taken = 0;
    bool in_fraction = false;

    d->w = 0;
    d->q = 0;
    for (; p < end; p++) {
        if (*p == '.') {
            in_fraction = true;
        } else if (taken < DIGITS_FIT) {
            d->w = d->w * 10 + (uint64_t)(*p - '0');
            taken += d->w > 0;
            d->q -= in_fraction;
        } else {
            d->cut |= *p != '0';
            d->q += !in_fraction;
        }
    }
}

static inline struct scanned scan(const char *p, size_t n)
{
    const char *end = p + n, *start, *point = NULL;
    struct scanned d = { .negative = *p == '-' };

    p += d.negative;
    start = p;
    for (; p < end && is_digit(*p); p++)
        d.w = d.w * 10 + (uint64_t)(*p - '0');
    if (p < end && *p == '.') {
        point = ++p;
        for (; end - p >= EIGHT && eight_count(eight_bytes(p)) == EIGHT; p += EIGHT)
            d.w = d.w * powers[EIGHT] + eight_value(eight_bytes(p));
        for (; p < end && is_digit(*p); p++)
            d.w = d.w * 10 + (uint64_t)(*p - '0');
        d.q = point - p;
    }
    if (p - start - (point != NULL) > DIGITS_FIT)
        scan_long(&d, start, p);
    d.q += read_exponent(p, end);
    return d;
}

/* Puts together 1.f x 2^exponent rounded to `mantissa`, which a carry may have made one bit longer. Below the normal
 * range the mantissa has fewer bits; in both cases the carry moves into the exponent by itself. */
static double compose(uint64_t mantissa, int exponent)
{
    uint64_t bits = mantissa;
    double v;

    if (exponent >= 1 - EXPONENT_BIAS)
        bits += (uint64_t)(exponent + EXPONENT_BIAS - 1) << MANTISSA_BITS;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* The double nearest to w x 10^q, w not 0; false when 128 bits do not tell. */
static inline bool nearest(uint64_t w, int64_t q, double *ret)
{
    int shift = __builtin_clzll(w), lead, exponent, drop;
    uint64_t high, low, mantissa, half, rest;
    const struct pow10 *power;
    u128 below, product;

    if (q < POW10_MIN || q > DBL_MAX_10_EXP) {
        *ret = q < 0 ? 0 : (double)INFINITY;
        return true;
    }
    power = &pow10_table[q - POW10_MIN];
    below = (u128)(w << shift) * power->low;
    product = (u128)(w << shift) * power->high + (uint64_t)(below >> 64);
    high = (uint64_t)(product >> 64);
    low = (uint64_t)product;
    lead = (int)(high >> 63);
    exponent = lead + floor_log2_pow10((int)q) + 63 - shift;
    if (exponent > EXPONENT_BIAS) {
        *ret = (double)INFINITY;
        return true;
    }
    if (exponent <= -EXPONENT_BIAS - MANTISSA_BITS)
        return false;

    drop = lead + 62 - MANTISSA_BITS;
    if (exponent < 1 - EXPONENT_BIAS)
        drop += 1 - EXPONENT_BIAS - exponent;
    mantissa = high >> drop;
    half = (uint64_t)1 << (drop - 1);
    rest = high & (2 * half - 1);
    if (q >= 0 && q <= POW10_EXACT)
        low |= (uint64_t)below != 0;
    else if (low == UINT64_MAX || (low == 0 && rest == half))
        return false; /* the power was cut off: the true product is larger by less than two of low's units */
    *ret = compose(mantissa + (rest > half || (rest == half && (low || mantissa & 1))), exponent);
    return true;
}

/* Both are exact doubles, so one operation rounds once. */
static inline bool clinger(const struct scanned *d, double *ret)
{
    static const double exact[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

    if (d->cut || d->w >> 53 || d->q < -22 || d->q > 22)
        return false;
    *ret = d->q < 0 ? (double)d->w / exact[-d->q] : (double)d->w * exact[d->q];
    return true;
}

/* Without the point, and with the digits past SLOW_DIGITS in a last one that says whether there were any. */
static double by_strtod(const char *p, size_t n)
{
    char text[SLOW_DIGITS + 40];
    const char *end = p + n;
    bool in_fraction = false, more = false;
    int64_t q = 0;
    size_t at = 0;

    for (; p < end && (is_digit(*p) || *p == '.'); p++) {
        if (*p == '.') {
            in_fraction = true;
        } else if (at < SLOW_DIGITS) {
            if (at > 0 || *p != '0')
                text[at++] = *p;
            q -= in_fraction;
        } else {
            more |= *p != '0';
            q += !in_fraction;
        }
    }
    if (more) {
        text[at++] = '1';
        q--;
    }
    snprintf(text + at, sizeof text - at, "e%lld", (long long)(q + read_exponent(p, end)));
    return strtod(text, NULL);
}

static inline double read_double(const struct scanned *d, const char *text, size_t n)
{
    double v, above;

    if (d->w == 0)
        v = 0;
    else if (!clinger(d, &v) &&
             !(nearest(d->w, d->q, &v) && (!d->cut || (nearest(d->w + 1, d->q, &above) && v == above))))
        v = by_strtod(text + d->negative, n - d->negative);
    return d->negative ? -v : v;
}

double num_double(const char *text, size_t n)
{
    struct scanned d = scan(text, n);

    return read_double(&d, text, n);
}

size_t num_float_text(const char *text, size_t n, char out[static NUM_DOUBLE_BYTES])
{
    struct scanned d = scan(text, n);
    double v;

    if (d.w == 0)
        return put_zero(d.negative, out);
    /* Of 15 digits and fewer no two numbers share a double, so the digits themselves are the shortest form. */
    if (!d.cut && d.w < 1000000000000000 && d.q > -300 && d.q < 280)
        return put_decimal(d.negative, (struct shortest){ d.w, (int)d.q }, out);
    v = read_double(&d, text, n);
    return isfinite(v) ? num_double_text(v, out) : 0;
}
