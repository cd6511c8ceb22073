/* due_calendar.c - days, weeks, months and years counted from a day. A week begins on Monday. */
#include "base/str.h"
#include "lang/due_node.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct due_now due_now_from(const struct civil *now)
{
    int64_t today = civil_days(now->year, now->month, now->day);
    int weekday = civil_weekday(today);

    return (struct due_now){ now, today, today - (weekday + 6) % 7, weekday, now->hour * 60 + now->minute };
}

/* Months count from 0 here and may be over 11, or below. */
static int64_t day_in(int year, int month, int day)
{
    int days;

    year += month / 12 - (month % 12 < 0);
    month = (month % 12 + 12) % 12 + 1;
    days = civil_month_days(year, month);
    return civil_days(year, month, day < days ? day : days);
}

int64_t due_later(int64_t day, int64_t n, enum due_unit unit)
{
    struct civil c = civil_from_us(day * DAY_US);

    switch (unit) {
    case DUE_WEEK:
        return day + 7 * n;
    case DUE_FORTNIGHT:
        return day + 14 * n;
    case DUE_MONTH:
        return day_in(c.year, c.month - 1 + (int)n, c.day);
    case DUE_QUARTER:
        return day_in(c.year, c.month - 1 + 3 * (int)n, c.day);
    case DUE_YEAR:
        return day_in(c.year + (int)n, c.month - 1, c.day);
    case DUE_DAY:
    case DUE_MINUTE:
    case DUE_HOUR:
        break;
    }
    return day + n;
}

int64_t due_first_of(int64_t day, enum due_unit unit)
{
    struct civil c = civil_from_us(day * DAY_US);

    switch (unit) {
    case DUE_WEEK:
        return day - (civil_weekday(day) + 6) % 7;
    case DUE_MONTH:
        return civil_days(c.year, c.month, 1);
    case DUE_QUARTER:
        return civil_days(c.year, (c.month - 1) / 3 * 3 + 1, 1);
    case DUE_YEAR:
        return civil_days(c.year, 1, 1);
    case DUE_DAY:
    case DUE_FORTNIGHT:
    case DUE_MINUTE:
    case DUE_HOUR:
        break;
    }
    return day;
}

int64_t due_last_of(int64_t day, enum due_unit unit)
{
    return due_later(due_first_of(day, unit), 1, unit) - 1;
}

/* ---- moved by ---- */

static bool read_moment(const char *text, struct due *ret)
{
    size_t n = strlen(text);
    struct due d = { .has_time = n >= 16 };

    if (n < 10 || !date_read(text, 10, &d.day) || (n > 10 && !d.has_time))
        return false;
    if (d.has_time) {
        d.hour = (int)strtol(text + 11, NULL, 10);
        d.minute = (int)strtol(text + 14, NULL, 10);
    }
    *ret = d;
    return true;
}

static bool move_minutes(struct due *d, int64_t minutes)
{
    int64_t at = d->day * 1440 + d->hour * 60 + d->minute + minutes;

    if (!d->has_time || at < 0)
        return false;
    d->day = at / 1440;
    d->hour = (int)(at % 1440 / 60);
    d->minute = (int)(at % 60);
    return true;
}

bool due_moved(const char *from, const char *by, char out[static TIME_TEXT_BYTES])
{
    bool is_earlier = *by == '-';
    const char *p = by + is_earlier;
    struct due d;
    char *end;
    int64_t n;

    if (!read_moment(from, &d))
        return false;
    if (strcmp(p, "T") == 0) { /* on that day, at no time */
        d.has_time = false;
        due_text(&d, out);
        return true;
    }
    if (*p == 'T' && strlen(p) > DATE_CHARS)
        return date_read(p + 1, 10, &d.day) && (due_text(&d, out), true);
    if (*p == 'T') {
        d.has_time = true;
        d.hour = (int)strtol(p + 1, NULL, 10);
        d.minute = (int)strtol(p + 4, NULL, 10);
        due_text(&d, out);
        return true;
    }
    n = strtol(p + (p[1] == 'T' ? 2 : 1), &end, 10) * (is_earlier ? -1 : 1);
    if (p[1] == 'T') {
        if (!move_minutes(&d, n))
            return false;
    } else {
        d.day = due_later(d.day, n, *end == 'M' ? DUE_MONTH : DUE_DAY);
    }
    due_text(&d, out);
    return true;
}

bool due_is_moving(const char *text)
{
    const char *p = text + (*text == '-' || *text == '+');

    if (*p == 'P')
        return str_is_digit(p[1 + (p[1] == 'T')]);
    return *text == 'T' && str_is_digit(text[1]);
}

void due_moving_words(const char *by, char out[static DUE_WORDS_BYTES])
{
    bool is_earlier = *by == '-';
    const char *p = by + (is_earlier || *by == '+');
    bool is_short = *p == 'P' && p[1] == 'T';
    char *end = NULL;
    long n = *p == 'P' ? strtol(p + 1 + is_short, &end, 10) : 0;

    if (!end && strlen(p) > DATE_CHARS)
        (void)snprintf(out, DUE_WORDS_BYTES, "%.10s, each at its own time", p + 1);
    else if (!end)
        (void)snprintf(out, DUE_WORDS_BYTES, "%.5s, each on its own day", p + 1);
    else
        (void)snprintf(out, DUE_WORDS_BYTES, "%ld %s%s %s", n,
                       is_short      ? "minute"
                       : *end == 'M' ? "month"
                                     : "day",
                       n == 1 ? "" : "s", is_earlier ? "earlier" : "later");
}
