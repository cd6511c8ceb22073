/* numfmt_date.c - serial numbers as dates and times.
 *
 * A serial counts days, its fraction is the time of day. Day 1 is 1 January 1900, and day 60 is the 29 February 1900
 * that never was: spreadsheets show it, and their weekdays before it are one off. Day 0 is shown as 0 January 1900. In
 * workbooks that count from 1904, day 0 is 1 January 1904.
 *
 * A time is rounded once, to the smallest unit that is shown (a second, where only hours and minutes are), and then
 * split, so that 59.9996 seconds carry over as far as the year.
 */
#include "base/buf.h"
#include "base/timefmt.h"
#include "office/numfmt/numfmt_node.h"
#include <math.h>

#define SERIAL_1904 1462   /* days between the two counts */
#define SERIAL_END 2958466 /* the day after 9999-12-31 */
#define SERIAL_UNREAL 60   /* 29 February 1900 */
#define SERIAL_1970 25569  /* 1970-01-01 */
#define FRACTION_MOST 6    /* digits of a second that a double can hold beside a date */
#define DAY_MS INT64_C(86400000)

struct shown_time {
    int64_t days;    /* the serial, from 1900 */
    int64_t elapsed; /* whole seconds since day 0 of the workbook's own count */
    int hour, minute, second;
    int64_t fraction; /* of a second, in units of 10^-digits */
    int digits;
    int year, month, day, weekday; /* Sunday is 0 */
};

static int64_t power(int digits)
{
    int64_t p = 1;

    while (digits-- > 0)
        p *= 10;
    return p;
}

static void find_day(struct shown_time *m)
{
    struct civil c;

    m->weekday = (int)((m->days + 6) % 7);
    if (m->days == 0 || m->days == SERIAL_UNREAL) {
        m->year = 1900;
        m->month = m->days == 0 ? 1 : 2;
        m->day = m->days == 0 ? 0 : 29;
        return;
    }
    c = civil_from_us((m->days - SERIAL_1970 + (m->days < SERIAL_UNREAL)) * DAY_MS * 1000);
    m->year = c.year;
    m->month = c.month;
    m->day = c.day;
}

static bool find_moment(const struct section *s, double v, bool date1904, struct shown_time *m)
{
    int64_t day = (int64_t)floor(v), unit, ticks, seconds;

    /* A date without a time is only rounded where the double itself is not exact. */
    m->digits = s->has_time ? (int)s->fraction : 3;
    if (m->digits > FRACTION_MOST)
        m->digits = FRACTION_MOST;
    unit = power(m->digits);
    ticks = llround((v - floor(v)) * 86400 * (double)unit);
    seconds = ticks / unit;
    m->fraction = ticks % unit;
    m->elapsed = day * 86400 + seconds;
    m->second = (int)(seconds % 60);
    m->minute = (int)(seconds / 60 % 60);
    m->hour = (int)(seconds / 3600 % 24);
    m->days = day + seconds / 86400 + (date1904 ? SERIAL_1904 : 0);
    if (m->days >= SERIAL_END)
        return false;
    find_day(m);
    return true;
}

/* ---- showing ---- */

/* At least `width` digits of a number that is not negative; by hand, as there are many dates in a sheet. */
static void add_number(struct buf *b, int64_t value, uint32_t width)
{
    char digits[24];
    size_t at = sizeof digits;

    for (; value > 0 || sizeof digits - at < width; value /= 10)
        digits[--at] = (char)('0' + value % 10);
    buf_add(b, digits + at, sizeof digits - at);
}

static void add_month(struct buf *b, const struct shown_time *m, uint32_t count)
{
    const char *name = month_names[m->month - 1];

    if (count <= 2)
        add_number(b, m->month, count);
    else if (count == 3)
        buf_add(b, name, 3);
    else if (count == 5)
        buf_add(b, name, 1);
    else
        buf_adds(b, name);
}

static void add_day(struct buf *b, const struct shown_time *m, uint32_t count)
{
    if (count <= 2)
        add_number(b, m->day, count);
    else if (count == 3)
        buf_add(b, day_names[m->weekday], 3);
    else
        buf_adds(b, day_names[m->weekday]);
}

static void add_year(struct buf *b, int year, uint32_t count)
{
    if (count <= 2)
        add_number(b, year % 100, 2);
    else
        add_number(b, year, 4);
}

static void add_unit(const struct section *s, const struct format_token *p, const struct shown_time *m, struct buf *b)
{
    uint32_t two = p->count > 2 ? 2 : p->count;

    switch (p->c) {
    case 'y':
        add_year(b, m->year, p->count);
        break;
    case 'b':
        add_year(b, m->year + 543, p->count); /* of the Buddhist era */
        break;
    case 'e':
        add_number(b, m->year, 1); /* of an era; en-US has one */
        break;
    case 'm':
        add_month(b, m, p->count);
        break;
    case 'd':
    case 'a': /* the East Asian letter for a weekday */
        add_day(b, m, p->count);
        break;
    case 'h':
        add_number(b, s->has_half ? (m->hour + 11) % 12 + 1 : m->hour, two);
        break;
    case 'i':
        add_number(b, m->minute, two);
        break;
    case 's':
        add_number(b, m->second, two);
        break;
    default: /* 'g', an era's name: en-US shows none */
        break;
    }
}

static void add_elapsed(const struct format_token *p, const struct shown_time *m, struct buf *b)
{
    int64_t unit = p->c == 'h' ? 3600 : p->c == 'm' ? 60 : 1;

    add_number(b, m->elapsed / unit, p->count > 9 ? 9 : p->count);
}

/* The first digits of what was rounded to the most digits shown. */
static void add_fraction(const struct format_token *p, const struct shown_time *m, struct buf *b)
{
    int digits = p->count > (uint32_t)m->digits ? m->digits : (int)p->count;

    buf_addc(b, '.');
    add_number(b, m->fraction / power(m->digits - digits), (uint32_t)digits);
    buf_fill(b, '0', p->count - (uint32_t)digits);
}

/* "AM/PM" is always shown in capitals, "A/P" as it is written. */
static void add_half(const struct format_token *p, const struct shown_time *m, struct buf *b)
{
    if (p->n == 5)
        buf_adds(b, m->hour < 12 ? "AM" : "PM");
    else
        buf_addc(b, m->hour < 12 ? p->p[0] : p->p[2]);
}

bool numfmt_show_date(const struct section *s, double v, bool date1904, struct buf *b)
{
    struct shown_time m = { 0 };

    if (!(fabs(v) < SERIAL_END) || (v < 0 && !date1904) || !find_moment(s, fabs(v), date1904, &m))
        return false;
    if (v < 0 && !s->drops_minus)
        buf_addc(b, '-');
    for (uint32_t i = 0; i < s->n; i++) {
        const struct format_token *p = &s->pieces[i];
        if (p->kind == FMT_UNIT)
            add_unit(s, p, &m, b);
        else if (p->kind == FMT_ELAPSED)
            add_elapsed(p, &m, b);
        else if (p->kind == FMT_FRACTION)
            add_fraction(p, &m, b);
        else if (p->kind == FMT_HALF)
            add_half(p, &m, b);
        else
            buf_add(b, p->p, p->n);
    }
    return true;
}

bool numfmt_date(double serial, bool date1904, int64_t *ret_us)
{
    int64_t days, ms;

    if (!(serial >= 0 && serial < SERIAL_END))
        return false;
    ms = llround((serial - floor(serial)) * (double)DAY_MS);
    days = (int64_t)floor(serial) + ms / DAY_MS + (date1904 ? SERIAL_1904 : 0);
    if (days >= SERIAL_END || days == SERIAL_UNREAL)
        return false;
    *ret_us = ((days - SERIAL_1970 + (days < SERIAL_UNREAL)) * DAY_MS + ms % DAY_MS) * 1000;
    return true;
}
