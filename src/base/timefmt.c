/* timefmt.c - the Gregorian calendar in integer arithmetic, and a strict reader of RFC 3339's grammar.
 *
 * The calendar counts years from March, so that the leap day is the last of its year and every month's start follows
 * from one formula. All of it is exact over the whole range of int64_t microseconds; only the texts stop at four digits
 * of a year. The C library's calls are not used: they look at the locale and the time zone, and lock while doing so.
 */
#include "base/timefmt.h"

const char *const month_names[12] = { "January", "February", "March",     "April",   "May",      "June",
                                      "July",    "August",   "September", "October", "November", "December" };
const char *const day_names[7] = { "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday" };

#define SECOND_US 1000000
#define DAY_SECONDS 86400

/* Days from 0000-03-01 to 1970-01-01. */
#define EPOCH_DAYS 719468

/* First and last day with a year of four digits. */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Days from 0000-03-01 to the 1st of March of year y. */
static int64_t days_before_year(int64_t y)
{
    return 365 * y + floor_div(y, 4) - floor_div(y, 100) + floor_div(y, 400);
}

/* Days from the 1st of March to the 1st of the month, counted from March = 0: the lengths 31 30 31 30 31 repeat. */
static int64_t days_before_month(int64_t m)
{
    return (153 * m + 2) / 5;
}

int64_t civil_days(int year, int month, int day)
{
    int64_t y = month > 2 ? year : (int64_t)year - 1;
    int64_t m = month > 2 ? month - 3 : month + 9;

    return days_before_year(y) + days_before_month(m) + day - 1 - EPOCH_DAYS;
}

static void civil_date(int64_t days, struct civil *c)
{
    int64_t n = days + EPOCH_DAYS;
    int64_t y = floor_div(n * 400, 146097); /* 400 years have 146097 days; at times a year short, never over */
    int64_t m;

    if (days_before_year(y + 1) <= n)
        y++;
    n -= days_before_year(y);
    m = (5 * n + 2) / 153;
    c->day = (int)(n - days_before_month(m)) + 1;
    c->month = (int)(m < 10 ? m + 3 : m - 9);
    c->year = (int)(m < 10 ? y : y + 1);
}

struct civil civil_from_us(int64_t us)
{
    int64_t days = floor_div(us, DAY_US);
    int64_t rest = us % DAY_US < 0 ? us % DAY_US + DAY_US : us % DAY_US;
    int seconds = (int)(rest / SECOND_US);
    struct civil c = {
        .hour = seconds / 3600, .minute = seconds / 60 % 60, .second = seconds % 60, .micros = (int)(rest % SECOND_US)
    };

    civil_date(days, &c);
    return c;
}

int civil_month_days(int year, int month)
{
    static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return month == 2 && leap ? 29 : lengths[month - 1];
}

int civil_weekday(int64_t day)
{
    return (int)((day % 7 + 11) % 7); /* 1970-01-01 was a Thursday */
}

static bool is_date(const struct civil *c)
{
    return c->year >= 0 && c->year <= 9999 && c->month >= 1 && c->month <= 12 && c->day >= 1 &&
           c->day <= civil_month_days(c->year, c->month);
}

bool civil_is_valid(const struct civil *c)
{
    bool leap_second = c->second == 60 && c->hour == 23 && c->minute == 59;

    return is_date(c) && c->hour >= 0 && c->hour <= 23 && c->minute >= 0 && c->minute <= 59 && c->second >= 0 &&
           (c->second <= 59 || leap_second) && c->micros >= 0 && c->micros < SECOND_US;
}

/* ---- writing ---- */

static int64_t clamp(int64_t v, int64_t least, int64_t most)
{
    return v < least ? least : v > most ? most : v;
}

/* A number that is known to fit its width. */
static char *put_digits(char *p, int v, int width)
{
    for (int i = width - 1; i >= 0; i--, v /= 10)
        p[i] = (char)('0' + v % 10);
    return p + width;
}

static char *put_date(char *p, const struct civil *c)
{
    p = put_digits(p, c->year, 4);
    *p++ = '-';
    p = put_digits(p, c->month, 2);
    *p++ = '-';
    return put_digits(p, c->day, 2);
}

void time_text(int64_t us, char out[static TIME_TEXT_BYTES])
{
    struct civil c = civil_from_us(clamp(us, FIRST_DAY * DAY_US, (LAST_DAY + 1) * DAY_US - 1));
    char *p = put_date(out, &c);

    *p++ = 'T';
    p = put_digits(p, c.hour, 2);
    *p++ = ':';
    p = put_digits(p, c.minute, 2);
    *p++ = ':';
    p = put_digits(p, c.second, 2);
    if (c.micros >= 1000) {
        *p++ = '.';
        p = put_digits(p, c.micros / 1000, 3);
    }
    *p++ = 'Z';
    *p = '\0';
}

void date_text(int64_t days, char out[static TIME_TEXT_BYTES])
{
    struct civil c = { 0 };

    civil_date(clamp(days, FIRST_DAY, LAST_DAY), &c);
    *put_date(out, &c) = '\0';
}

/* ---- reading ---- */

/* What is left to read. A step that does not find what it needs says false and the whole text is refused. */
struct reader {
    const char *p, *end;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_number(struct reader *r, int width, int *ret)
{
    int v = 0;

    if (r->end - r->p < width)
        return false;
    for (int i = 0; i < width; i++) {
        if (!is_digit(r->p[i]))
            return false;
        v = v * 10 + (r->p[i] - '0');
    }
    r->p += width;
    *ret = v;
    return true;
}

/* One byte that is a or b. */
static bool read_either(struct reader *r, char a, char b)
{
    if (r->p == r->end || (*r->p != a && *r->p != b))
        return false;
    r->p++;
    return true;
}

static bool read_char(struct reader *r, char c)
{
    return read_either(r, c, c);
}

static bool read_date(struct reader *r, struct civil *c)
{
    return read_number(r, 4, &c->year) && read_char(r, '-') && read_number(r, 2, &c->month) && read_char(r, '-') &&
           read_number(r, 2, &c->day) && is_date(c);
}

/* Digits behind the point: at least one, and as many as there are; those past the sixth are dropped. */
static bool read_fraction(struct reader *r, int *ret_micros)
{
    int micros = 0, weight = SECOND_US / 10;
    const char *start = r->p;

    for (; r->p < r->end && is_digit(*r->p); r->p++, weight /= 10)
        micros += (*r->p - '0') * weight;
    *ret_micros = micros;
    return r->p > start;
}

static bool read_clock(struct reader *r, struct civil *c)
{
    if (!read_number(r, 2, &c->hour) || !read_char(r, ':') || !read_number(r, 2, &c->minute) || !read_char(r, ':') ||
        !read_number(r, 2, &c->second))
        return false;
    if (c->hour > 23 || c->minute > 59 || c->second > 60)
        return false;
    c->micros = 0;
    return !read_char(r, '.') || read_fraction(r, &c->micros);
}

/* "Z" or a sign and hh:mm, which must be the end of the text. */
static bool read_offset(struct reader *r, int *ret_minutes)
{
    int sign, hours, minutes;

    *ret_minutes = 0;
    if (read_either(r, 'Z', 'z'))
        return r->p == r->end;
    if (read_char(r, '+'))
        sign = 1;
    else if (read_char(r, '-'))
        sign = -1;
    else
        return false;
    if (!read_number(r, 2, &hours) || !read_char(r, ':') || !read_number(r, 2, &minutes))
        return false;
    *ret_minutes = sign * (hours * 60 + minutes);
    return hours <= 23 && minutes <= 59 && r->p == r->end;
}

static bool read_time(const char *s, size_t n, int64_t *ret_us, int *ret_offset)
{
    struct reader r = { s, s + n };
    struct civil c;
    int64_t days, seconds;

    if (!read_date(&r, &c) || !read_either(&r, 'T', 't') || !read_clock(&r, &c) || !read_offset(&r, ret_offset))
        return false;
    seconds = civil_days(c.year, c.month, c.day) * DAY_SECONDS + c.hour * 3600 + c.minute * 60 + c.second;
    seconds -= (int64_t)*ret_offset * 60;
    days = floor_div(seconds, DAY_SECONDS);
    /* A leap second ends a day of UTC, so with the 60 counted in, the next day must just have begun. */
    if (c.second == 60 && seconds != days * DAY_SECONDS)
        return false;
    if (days < FIRST_DAY || days > LAST_DAY)
        return false;
    *ret_us = seconds * SECOND_US + c.micros;
    return true;
}

bool time_read(const char *s, size_t n, int64_t *ret_us)
{
    int offset;

    return read_time(s, n, ret_us, &offset);
}

bool time_is_utc(const char *s, size_t n)
{
    int64_t us;
    int offset;

    return read_time(s, n, &us, &offset) && offset == 0;
}

bool date_read(const char *s, size_t n, int64_t *ret_days)
{
    struct reader r = { s, s + n };
    struct civil c;

    if (!read_date(&r, &c) || r.p != r.end)
        return false;
    *ret_days = civil_days(c.year, c.month, c.day);
    return true;
}
