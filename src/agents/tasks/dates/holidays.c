/* holidays.c - holidays by name, those that move with Easter included, and numbered weeks, as rules.
 *
 * A holiday is also a part of titles ("order Christmas cards"), so a preposition must lead to it. Weeks are numbered as
 * in ISO 8601: the first week of a year has its first Thursday.
 */
#include "agents/tasks/dates/rules.h"
#include "base/attrs.h"

/* arg: month * 100 + day. */
static bool feast(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)s;
    return due_set_date(now, d, 0, arg / 100, arg % 100);
}

/* Easter Sunday of a year, by the Gregorian calendar's own reckoning of the moon. */
static int64_t easter_of(int year)
{
    int golden = year % 19, century = year / 100, of_century = year % 100;
    int moon = (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
    int week = (32 + 2 * (century % 4) + 2 * (of_century / 4) - moon - of_century % 4) % 7;
    int shift = moon + week - 7 * ((golden + 11 * moon + 22 * week) / 451) + 114;

    return civil_days(year, shift / 31, shift % 31 + 1);
}

/* arg: days behind Easter Sunday. */
static bool by_easter(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int64_t day = easter_of(now->civil->year) + arg;

    (void)s;
    return due_set_day(d, day >= now->today ? day : easter_of(now->civil->year + 1) + arg);
}

/* The fourth Thursday of November. */
static bool thanksgiving(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int64_t day = 0;

    (void)s;
    (void)arg;
    for (int year = now->civil->year; year <= now->civil->year + 1 && (day == 0 || day < now->today); year++) {
        int64_t first = civil_days(year, 11, 1);
        day = first + (4 - civil_weekday(first) + 7) % 7 + 21;
    }
    return due_set_day(d, day);
}

/* The n-th Sunday of Advent: the fourth is the last before Christmas. arg: which, where none is said. */
static bool advent(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int sunday = arg > 0 ? arg : s->v[0];
    int64_t day = 0;

    for (int year = now->civil->year; year <= now->civil->year + 1 && (day == 0 || day < now->today); year++) {
        int64_t eve = civil_days(year, 12, 24);
        day = eve - civil_weekday(eve) - (int64_t)7 * (4 - sunday);
    }
    return due_within(sunday, 1, 4) && due_set_day(d, day);
}

/* The Wednesday of this week, once that is over of the next. */
static bool midweek(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)s;
    (void)arg;
    return due_set_day(d, now->monday + 2 + (now->monday + 2 < now->today ? 7 : 0));
}

/* The Monday of a week of the year, the next such that is not over. */
static bool numbered_week(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    for (int year = now->civil->year; s->v[0] <= 53 && year <= now->civil->year + 1; year++) {
        int64_t fourth = civil_days(year, 1, 4);
        int64_t monday = due_first_of(fourth, DUE_WEEK) + (int64_t)7 * (s->v[0] - 1);
        if (monday + 6 >= now->today)
            return due_set_day(d, monday < now->today ? now->today : monday);
    }
    return false;
}

#define FEAST(act, arg, pattern)                                                                                       \
    {                                                                                                                  \
        DUE_KIND_DAY, DUE_NEEDS_HOLIDAY, arg, act, pattern                                                             \
    }

const struct due_rule due_holiday_rules[] = {
    FEAST(feast, 1224, "christmas|xmas eve"),
    FEAST(feast, 1225, "christmas|xmas [day]"),
    FEAST(feast, 1226, "boxing day"),
    FEAST(feast, 1231, "new year's|years eve"),
    FEAST(feast, 1231, "nye"),
    FEAST(feast, 101, "[the] new year|year's|years [day]"),
    { DUE_KIND_DAY, 0, 101, feast, "in the new year" },
    FEAST(feast, 106, "epiphany"),
    FEAST(feast, 214, "valentine's|valentines day"),
    FEAST(feast, 501, "may day"),
    FEAST(feast, 1031, "halloween"),
    FEAST(feast, 1105, "bonfire night"),
    FEAST(feast, 1206, "st|saint nicholas [day]"),
    FEAST(by_easter, -2, "good friday"),
    FEAST(by_easter, 0, "easter [sunday]"),
    FEAST(by_easter, 1, "easter monday"),
    FEAST(by_easter, 39, "ascension [day]"),
    FEAST(by_easter, 49, "whitsun|pentecost"),
    FEAST(by_easter, 50, "whit|pentecost monday"),
    FEAST(thanksgiving, 0, "thanksgiving [day]"),
    FEAST(advent, 0, "[the] ORD sunday of|in advent"),
    FEAST(advent, 0, "[the] ORD advent [sunday]"),
    FEAST(advent, 1, "advent sunday"),

    { DUE_KIND_DAY, 0, 0, midweek, "midweek|mid-week" },
    { DUE_KIND_DAY, DUE_NEEDS_NO_NOUN, 0, numbered_week, "[in] kw|cw NUM" },
    { DUE_KIND_DAY, DUE_NEEDS_NO_NOUN, 0, numbered_week, "in [calendar] week NUM" },
    { DUE_KIND_DAY, DUE_NEEDS_LEAD | DUE_NEEDS_NO_NOUN, 0, numbered_week, "[calendar] week NUM" },
};
const size_t due_holiday_rules_n = COUNT_OF(due_holiday_rules);
