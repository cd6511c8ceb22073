/* values.c - exact conversions: integers and decimals by whole-number arithmetic, doubles by num.h's correct rounding.
 */
#include "data/values.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <assert.h>

#define SECOND_US 1000000
#define DAY_US ((int64_t)86400 * SECOND_US)
#define FRACTION_DIGITS 6 /* microseconds */
#define DECIMAL_DIGITS 38 /* fits 127 bits */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool value_is_null(const char *p, size_t n)
{
    p = str_trim(p, n, &n);
    /* All null words begin so, and no value does. */
    return n == 0 || *p == 'n' || *p == 'N' || *p == '#';
}

/* ---- numbers ---- */

int64_t value_integer(const char *p, size_t n)
{
    bool negative;
    uint64_t v = 0;

    p = str_trim(p, n, &n);
    negative = *p == '-';
    for (size_t i = negative || *p == '+'; i < n; i++)
        v = v * 10 + (uint64_t)(p[i] - '0');
    return negative ? (int64_t)(0 - v) : (int64_t)v;
}

int128 value_decimal(const char *p, size_t n, int scale)
{
    bool negative, point = false;
    int128 v = 0;

    p = str_trim(p, n, &n);
    negative = *p == '-';
    for (size_t i = negative || *p == '+'; i < n; i++) {
        if (p[i] == '.') {
            point = true;
            continue;
        }
        v = v * 10 + (p[i] - '0');
        scale -= point;
    }
    assert(scale >= 0);
    for (; scale > 0; scale--)
        v *= 10;
    return negative ? -v : v;
}

bool value_read_decimal(const char *p, size_t n, int128 *ret, int *ret_digits, int *ret_places)
{
    int whole = 0, places = 0;
    bool point = false;

    for (size_t i = *p == '-'; i < n; i++) {
        if (p[i] == '.')
            point = true;
        else if (!is_digit(p[i]))
            return false;
        else if (point)
            places++;
        else
            whole++;
        if (whole + places > DECIMAL_DIGITS)
            return false;
    }
    *ret = value_decimal(p, n, places);
    *ret_digits = whole + places;
    *ret_places = places;
    return true;
}

double value_float(const char *p, size_t n)
{
    char text[DATA_NUMBER_BYTES + 2];
    size_t used = 0;

    p = str_trim(p, n, &n);
    assert(n <= DATA_NUMBER_BYTES);
    /* JSON's grammar knows no plus sign, and wants a digit on both sides of the point. */
    for (size_t i = *p == '+'; i < n; i++) {
        if (p[i] == '.' && (used == 0 || !is_digit(text[used - 1])))
            text[used++] = '0';
        if (p[i] == '.' && (i + 1 == n || !is_digit(p[i + 1])))
            continue;
        text[used++] = p[i];
    }
    return num_double(text, used);
}

bool value_boolean(const char *p, size_t n)
{
    p = str_trim(p, n, &n);
    return *p == 't' || *p == 'T';
}

/* ---- dates and times ---- */

static int two_digits(const char *p)
{
    return is_digit(p[0]) && is_digit(p[1]) ? (p[0] - '0') * 10 + (p[1] - '0') : 100;
}

/* The digits behind the seconds' point as microseconds, or -1. Places past the sixth must be zero: nothing that was
 * written is cut off. */
static int64_t fraction_micros(const char *p, size_t n)
{
    int64_t micros = 0, unit = SECOND_US / 10;

    if (n == 0)
        return -1;
    for (size_t i = 0; i < n; i++, unit /= 10) {
        if (!is_digit(p[i]) || (i >= FRACTION_DIGITS && p[i] != '0'))
            return -1;
        micros += (p[i] - '0') * unit;
    }
    return micros;
}

/* HH:MM[:SS[.f]] as microseconds of the day, or -1. */
static int64_t clock_micros(const char *p, size_t n)
{
    int64_t minutes, seconds = 0, micros = 0;

    if (n < 5 || p[2] != ':' || two_digits(p) > 23 || two_digits(p + 3) > 59)
        return -1;
    minutes = two_digits(p) * 60 + two_digits(p + 3);
    if (n > 5) {
        if (n < 8 || p[5] != ':' || two_digits(p + 6) > 59)
            return -1;
        seconds = two_digits(p + 6);
    }
    if (n > 8)
        micros = p[8] == '.' ? fraction_micros(p + 9, n - 9) : -1;
    return micros < 0 ? -1 : (minutes * 60 + seconds) * SECOND_US + micros;
}

bool value_read_time(const char *p, size_t n, int64_t *ret_us)
{
    int64_t days, micros;

    if (n < 11 || (p[10] != 'T' && p[10] != ' ') || !date_read(p, 10, &days))
        return false;
    micros = clock_micros(p + 11, n - 11 - (p[n - 1] == 'Z'));
    if (micros < 0)
        return false;
    *ret_us = days * DAY_US + micros;
    return true;
}

int32_t value_date(const char *p, size_t n)
{
    int64_t days = 0;
    bool ok;

    p = str_trim(p, n, &n);
    ok = date_read(p, n, &days);
    assert(ok);
    (void)ok;
    return (int32_t)days;
}

int64_t value_timestamp(const char *p, size_t n)
{
    int64_t us = 0;
    bool ok;

    p = str_trim(p, n, &n);
    if (n == 10)
        return value_date(p, n) * DAY_US;
    ok = value_read_time(p, n, &us);
    assert(ok);
    (void)ok;
    return us;
}
