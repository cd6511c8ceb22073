/* quick.h - cells as programs write them, read without detours: plain numbers, ISO dates and times. What these do not
 * take may still be a number or a date; types.h then has the word. Internal to grid and to the CSV loader. */
#pragma once
#include "base/timefmt.h"
#include "grid/types/values.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QUICK_DIGITS 18 /* fit 64 bits whatever they are */

static const int64_t quick_power[QUICK_DIGITS + 1] = {
    1,
    10,
    100,
    1000,
    10000,
    100000,
    1000000,
    10000000,
    100000000,
    1000000000,
    10000000000,
    100000000000,
    1000000000000,
    10000000000000,
    100000000000000,
    1000000000000000,
    10000000000000000,
    100000000000000000,
    1000000000000000000,
};

struct quick_number {
    int64_t value;          /* all digits */
    uint32_t whole, places; /* how many stand before and behind the point */
    bool zero;              /* the whole part is 0 */
};

static inline unsigned quick_digit(char c)
{
    return (unsigned char)(c - '0');
}

/* [-]digits[.digits], no leading zero, at most QUICK_DIGITS. */
static inline bool quick_number(const char *p, size_t n, struct quick_number *ret)
{
    const char *end = p + n;
    const bool negative = *p == '-';
    uint64_t v = 0;
    const char *from;

    p += negative;
    from = p;
    if (n > QUICK_DIGITS + 2)
        return false;
    for (; p < end && quick_digit(*p) <= 9; p++)
        v = v * 10 + quick_digit(*p);
    ret->whole = (uint32_t)(p - from);
    ret->places = 0;
    ret->zero = v == 0;
    if (ret->whole == 0 || (ret->whole > 1 && *from == '0'))
        return false;
    if (p < end) {
        if (*p++ != '.' || p == end)
            return false;
        for (from = p; p < end && quick_digit(*p) <= 9; p++)
            v = v * 10 + quick_digit(*p);
        ret->places = (uint32_t)(p - from);
        if (p < end)
            return false;
    }
    if (ret->whole + ret->places > QUICK_DIGITS)
        return false;
    ret->value = negative ? -(int64_t)v : (int64_t)v;
    return true;
}

/* The nearest double, where one division finds it. */
static inline bool quick_real(const struct quick_number *q, double *ret)
{
    static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                     1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18 };

    if (q->value > (1LL << 53) || q->value < -(1LL << 53))
        return false;
    *ret = (double)q->value / powers[q->places] + 0.0;
    return true;
}

static inline unsigned quick_two(const char *p)
{
    return quick_digit(p[0]) > 9 || quick_digit(p[1]) > 9 ? 100 : quick_digit(p[0]) * 10 + quick_digit(p[1]);
}

/* YYYY-MM-DD */
static inline bool quick_date(const char *p, size_t n, int32_t *ret)
{
    unsigned century, year, month, day;

    if (n != 10 || p[4] != '-' || p[7] != '-')
        return false;
    century = quick_two(p);
    year = quick_two(p + 2);
    month = quick_two(p + 5);
    day = quick_two(p + 8);
    if (century > 99 || year > 99 || century + year == 0 || month < 1 || month > 12 || day < 1)
        return false;
    if (day > 28) {
        const struct civil c = { .year = (int)(century * 100 + year), .month = (int)month, .day = (int)day };
        if (day > 31 || !civil_is_valid(&c))
            return false;
    }
    *ret = (int32_t)civil_days((int)(century * 100 + year), (int)month, (int)day);
    return true;
}

/* YYYY-MM-DD HH:MM:SS, with "T" for the blank, with up to six places, and with "Z" where it is zoned. */
static inline bool quick_time(const char *p, size_t n, bool zoned, int64_t *ret)
{
    unsigned hour, minute, second;
    int64_t micros = 0, unit = 100000;
    int32_t days;

    if (n < 19 + (size_t)zoned || n > 26 + (size_t)zoned || (p[10] != ' ' && p[10] != 'T') || p[13] != ':' ||
        p[16] != ':' || (zoned && p[n - 1] != 'Z') || !quick_date(p, 10, &days))
        return false;
    hour = quick_two(p + 11);
    minute = quick_two(p + 14);
    second = quick_two(p + 17);
    if (hour > 23 || minute > 59 || second > 59)
        return false;
    n -= zoned;
    if (n > 19 && (p[19] != '.' || n == 20))
        return false;
    for (size_t i = 20; i < n; i++, unit /= 10) {
        if (quick_digit(p[i]) > 9)
            return false;
        micros += quick_digit(p[i]) * unit;
    }
    *ret = days * DAY_US + ((int64_t)hour * 3600 + minute * 60 + second) * 1000000 + micros;
    return true;
}
