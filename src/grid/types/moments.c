/* moments.c - a date's grammar by hand: a scanner that takes one thing after the other and never looks back. */
#include "grid/types/moments.h"
#include "base/attrs.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <string.h>

#define SECOND_US 1000000
#define PIVOT 70 /* years of two digits from here on are in the 20th century */
#define LONGEST 64
#define FRACTION_DIGITS 6 /* microseconds */

struct scanner {
    const char *p, *end;
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool take(struct scanner *s, char c)
{
    if (s->p == s->end || *s->p != c)
        return false;
    s->p++;
    return true;
}

static size_t take_blanks(struct scanner *s)
{
    const char *from = s->p;

    while (s->p < s->end && *s->p == ' ')
        s->p++;
    return (size_t)(s->p - from);
}

/* A number of at most `most` digits; *ret_n is how many it has, 0 when there is none or there are more. */
static int take_number(struct scanner *s, size_t most, size_t *ret_n)
{
    const char *from = s->p;
    int v = 0;

    while (s->p < s->end && str_is_digit(*s->p) && (size_t)(s->p - from) <= most)
        v = v * 10 + (*s->p++ - '0');
    *ret_n = (size_t)(s->p - from) > most ? 0 : (size_t)(s->p - from);
    return v;
}

/* Takes a word that is one of the names or its first three letters (or "sept", "tues", "thur", "thurs"); its number
 * from 1, or 0. */
static int take_name(struct scanner *s, const char *const *names, size_t n)
{
    const char *p = s->p;
    size_t len;

    while (p < s->end && lower(*p) >= 'a' && lower(*p) <= 'z')
        p++;
    len = (size_t)(p - s->p);
    if (len < 3)
        return 0;
    for (size_t i = 0; i < n; i++) {
        size_t full = strlen(names[i]);
        bool is_short =
            len == 3 || (len == 4 && (names[i][0] == 'S' || names[i][0] == 'T')) || (len == 5 && names[i][0] == 'T');
        if (len > full || strncasecmp(s->p, names[i], len) != 0 || (len < full && !is_short))
            continue;
        s->p = p;
        return (int)i + 1;
    }
    return 0;
}

/* ---- the date ---- */

static bool set_day(struct moment *m, enum order order, int year, int month, int day)
{
    const struct civil c = { .year = year, .month = month, .day = day };

    m->fits[order] = year > 0 && civil_is_valid(&c);
    if (m->fits[order])
        m->days[order] = (int32_t)civil_days(year, month, day);
    return m->fits[order];
}

static bool set_plain(struct moment *m, int year, int month, int day)
{
    m->fits[ORDER_MONTH] = set_day(m, ORDER_DAY, year, month, day);
    m->days[ORDER_MONTH] = m->days[ORDER_DAY];
    return m->fits[ORDER_DAY];
}

/* A year of four digits, or of two; 0 when it is neither. */
static int take_year(struct scanner *s, struct moment *m)
{
    size_t n;
    int year = take_number(s, 4, &n);

    if (n == 4)
        return year;
    if (n != 2)
        return 0;
    m->is_short_year = true;
    return year + (year < PIVOT ? 2000 : 1900);
}

/* 2024-01-31, behind the year. */
static bool year_first(struct scanner *s, struct moment *m, int year)
{
    char sep = s->p < s->end ? *s->p : '\0';
    size_t n, k;
    int month, day;

    if (sep != '-' && sep != '/' && sep != '.')
        return false;
    s->p++;
    month = take_number(s, 2, &n);
    if (n == 0)
        month = take_name(s, month_names, COUNT_OF(month_names));
    if (month == 0 || !take(s, sep))
        return false;
    day = take_number(s, 2, &k);
    return k > 0 && set_plain(m, year, month, day);
}

/* 31-Jan-24, 31 January 2024, 31. Jan 2024, behind the day. */
static bool named_month(struct scanner *s, struct moment *m, int day, char sep)
{
    int month = take_name(s, month_names, COUNT_OF(month_names)), year;

    if (month == 0)
        return false;
    if (sep == ' ') {
        take(s, '.');
        take(s, ',');
        if (take_blanks(s) == 0)
            return false;
    } else if (!take(s, sep)) {
        return false;
    }
    year = take_year(s, m);
    return year > 0 && set_plain(m, year, month, day);
}

static bool numbers(struct scanner *s, struct moment *m, int first, size_t first_n, char sep)
{
    size_t second_n;
    int second = take_number(s, 2, &second_n), year;

    if (second_n == 0 || !take(s, sep))
        return false;
    year = take_year(s, m);
    if (year == 0 || (m->is_short_year && sep == '-'))
        return false;
    m->is_loose = m->is_short_year && sep == '.' && (first_n < 2 || second_n < 2);
    m->has_points = sep == '.';
    m->first = (uint8_t)first;
    m->second = (uint8_t)second;
    set_day(m, ORDER_DAY, year, second, first);
    set_day(m, ORDER_MONTH, year, first, second);
    return m->fits[ORDER_DAY] || m->fits[ORDER_MONTH];
}

static void take_ordinal(struct scanner *s)
{
    static const char *const endings[] = { "st", "nd", "rd", "th" };

    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (s->end - s->p >= 2 && memcmp(s->p, endings[i], 2) == 0) {
            s->p += 2;
            return;
        }
}

/* Day or month first, both of one or two digits. */
static bool short_first(struct scanner *s, struct moment *m, int first, size_t n)
{
    char sep;

    take_ordinal(s);
    sep = s->p < s->end ? *s->p : '\0';
    if (sep == '.' && s->p + 1 < s->end && s->p[1] == ' ')
        sep = *++s->p;
    if (sep == ' ') {
        take_blanks(s);
        return named_month(s, m, first, ' ');
    }
    if (sep != '/' && sep != '.' && sep != '-')
        return false;
    s->p++;
    if (s->p < s->end && str_is_digit(*s->p))
        return numbers(s, m, first, n, sep);
    return named_month(s, m, first, sep);
}

/* Jan 31, 2024 */
static bool month_first(struct scanner *s, struct moment *m, int month)
{
    size_t n;
    int day, year;

    take(s, '.');
    if (take_blanks(s) == 0)
        return false;
    day = take_number(s, 2, &n);
    if (n == 0)
        return false;
    take_ordinal(s);
    take(s, ',');
    if (take_blanks(s) == 0)
        return false;
    year = take_year(s, m);
    return year > 0 && !m->is_short_year && set_plain(m, year, month, day);
}

static bool take_date(struct scanner *s, struct moment *m)
{
    size_t n;
    int v;

    if (take_name(s, day_names, COUNT_OF(day_names))) {
        take(s, ',');
        if (take_blanks(s) == 0)
            return false;
    }
    v = take_name(s, month_names, COUNT_OF(month_names));
    if (v > 0)
        return month_first(s, m, v);
    v = take_number(s, 4, &n);
    if (n == 4)
        return year_first(s, m, v);
    return (n == 1 || n == 2) && short_first(s, m, v, n);
}

/* ---- the time ---- */

/* The digits behind the seconds' point as microseconds, or -1. Places past the sixth must be zero: nothing that was
 * written is cut off. */
static int64_t take_fraction(struct scanner *s)
{
    int64_t micros = 0, unit = SECOND_US / 10;
    const char *from = s->p;

    for (; s->p < s->end && str_is_digit(*s->p); s->p++, unit /= 10) {
        if (s->p - from >= FRACTION_DIGITS && *s->p != '0')
            return -1;
        micros += (*s->p - '0') * unit;
    }
    return s->p > from ? micros : -1;
}

/* "AM", "p.m." and the like: 0 or 12 hours more; -1 when there is none. */
static int take_half(struct scanner *s)
{
    struct scanner t = *s;
    char half;

    take_blanks(&t);
    half = t.p < t.end ? lower(*t.p++) : '\0';
    if (half != 'a' && half != 'p')
        return -1;
    take(&t, '.');
    if (t.p == t.end || lower(*t.p++) != 'm')
        return -1;
    take(&t, '.');
    *s = t;
    return half == 'p' ? 12 : 0;
}

static bool take_clock(struct scanner *s, struct moment *m)
{
    size_t n, k;
    int hour = take_number(s, 2, &n), minute, second = 0, half;
    int64_t micros = 0;

    if (n == 0 || !take(s, ':'))
        return false;
    minute = take_number(s, 2, &k);
    if (k != 2)
        return false;
    if (take(s, ':')) {
        second = take_number(s, 2, &k);
        if (k != 2)
            return false;
        if (take(s, '.') || take(s, ','))
            micros = take_fraction(s);
    }
    half = take_half(s);
    if (half >= 0) {
        if (hour < 1 || hour > 12)
            return false;
        hour = hour % 12 + half;
        m->is_twelve_hours = true;
    }
    if (hour > 23 || minute > 59 || second > 59 || micros < 0)
        return false;
    m->us = ((int64_t)hour * 3600 + minute * 60 + second) * SECOND_US + micros;
    return true;
}

/* Exactly two digits, or -1. */
static int take_two(struct scanner *s)
{
    int v;

    if (s->end - s->p < 2 || !str_is_digit(s->p[0]) || !str_is_digit(s->p[1]))
        return -1;
    v = (s->p[0] - '0') * 10 + (s->p[1] - '0');
    s->p += 2;
    return v;
}

/* Z, UTC, GMT, +02:00, -0500, +02; nothing is fine too. */
static bool take_zone(struct scanner *s, struct moment *m)
{
    static const char *const utc[] = { "Z", "z", "UTC", "GMT" };
    int hours, minutes = 0;
    bool west;

    take_blanks(s);
    if (s->p == s->end)
        return true;
    m->has_zone = true;
    for (size_t i = 0; i < COUNT_OF(utc); i++)
        if ((size_t)(s->end - s->p) == strlen(utc[i]) && memcmp(s->p, utc[i], strlen(utc[i])) == 0) {
            s->p = s->end;
            m->is_utc = true;
            return true;
        }
    west = take(s, '-');
    if (!west && !take(s, '+'))
        return false;
    hours = take_two(s);
    if (s->p < s->end) {
        take(s, ':');
        minutes = take_two(s);
    }
    if (hours < 0 || hours > 14 || minutes < 0 || minutes > 59)
        return false;
    m->offset = (int16_t)((west ? -1 : 1) * (hours * 60 + minutes));
    m->us -= (int64_t)m->offset * 60 * SECOND_US;
    m->is_utc = hours == 0 && minutes == 0;
    return true;
}

static bool take_time(struct scanner *s, struct moment *m)
{
    bool comma = take(s, ',');
    size_t blanks = take_blanks(s);

    if (blanks == 0 && (comma || (!take(s, 'T') && !take(s, 't'))))
        return false;
    m->has_time = true;
    return take_clock(s, m) && take_zone(s, m);
}

bool moment_read(const char *p, size_t n, struct moment *ret)
{
    struct scanner s = { .p = p, .end = p + n };

    if (n < 6 || n > LONGEST)
        return false;
    *ret = (struct moment){ 0 };
    if (!take_date(&s, ret))
        return false;
    return s.p == s.end || (take_time(&s, ret) && s.p == s.end);
}

/* ---- months ---- */

static bool is_people_year(int year)
{
    return year >= 1900 && year <= 2100;
}

/* 2024-01, 2024/01, 2024-Jan, 2024 Jan */
static int month_behind_year(struct scanner *s)
{
    const char sep = s->p < s->end ? *s->p++ : '\0';
    size_t n;
    int month = sep == ' ' ? 0 : take_number(s, 2, &n);

    if (sep != '-' && sep != '/' && sep != ' ')
        return 0;
    return month > 0 ? (n == 2 ? month : 0) : take_name(s, month_names, COUNT_OF(month_names));
}

/* Behind the month: -24, -2024, /2024, " 2024", ". 2024", ", 2024", " '24" */
static int year_behind_month(struct scanner *s, struct moment *m, bool named)
{
    int year;

    if (take(s, '-') || (!named && take(s, '/'))) {
        year = take_year(s, m);
    } else {
        take(s, '.');
        take(s, ',');
        if (!named || take_blanks(s) == 0)
            return 0;
        if (take(s, '\''))
            return take_year(s, m);
        year = take_year(s, m);
        if (m->is_short_year) /* "Jan 24" is a day */
            return 0;
    }
    return m->is_short_year && !named ? 0 : year;
}

bool moment_month(const char *p, size_t n, struct moment *ret)
{
    struct scanner s = { .p = p, .end = p + n };
    size_t digits;
    int month, year;

    if (n < 6 || n > LONGEST)
        return false;
    *ret = (struct moment){ 0 };
    month = take_name(&s, month_names, COUNT_OF(month_names));
    if (month > 0) {
        year = year_behind_month(&s, ret, true);
    } else {
        year = take_number(&s, 4, &digits);
        if (digits == 4) {
            month = month_behind_year(&s);
        } else {
            month = digits > 0 && digits <= 2 ? year : 0;
            year = year_behind_month(&s, ret, false);
        }
    }
    if (s.p != s.end || !is_people_year(year) || !set_plain(ret, year, month, 1))
        return false;
    if (ret->is_short_year)
        ret->short_year = (uint8_t)(year % 100 + 1);
    return true;
}

bool moment_compact(int64_t number, int32_t *ret_days)
{
    struct moment m = { 0 };

    if (number < 19000101 || number > 21001231 ||
        !set_day(&m, ORDER_DAY, (int)(number / 10000), (int)(number / 100 % 100), (int)(number % 100)))
        return false;
    *ret_days = m.days[ORDER_DAY];
    return true;
}
