/* calendar.c - days, weeks, months and years counted from a day. A week begins on Monday. */
#include "agents/tasks/dates/rules.h"

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
