/* days.c - the ways to say a day, as rules.
 *
 * A week is Monday to Sunday. "next Friday" is the one of next week, "this Friday" the first from today on. The end of
 * a week is its Friday, once that is over its Sunday; "next week" is its Monday, "next month" its first day. Of a
 * weekend the Saturday is meant, on a Sunday that day.
 */
#include "agents/tasks/dates/rules.h"
#include "base/attrs.h"

/* ---- days from today ---- */

/* The first such weekday from that day on. */
static int64_t weekday_from(int64_t day, int weekday)
{
    return day + (weekday - civil_weekday(day) + 7) % 7;
}

bool due_set_day(struct due_draft *d, int64_t day)
{
    d->has_day = true;
    d->day = day;
    return day >= FIRST_DAY && day <= LAST_DAY;
}

static bool days_from_today(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)s;
    return due_set_day(d, now->today + arg);
}

static bool part_of_today(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    d->has_part = true;
    d->part = s->has[0] ? (enum due_part)s->v[0] : (enum due_part)arg;
    return due_set_day(d, now->today);
}

static bool units_from(struct due_draft *d, const struct due_now *now, int64_t day, int n, enum due_unit unit)
{
    if (unit > DUE_HOUR)
        return due_set_day(d, due_later(day, n, unit));
    if (day != now->today)
        return false;
    d->is_elapsed = true;
    d->minutes = (int64_t)n * (unit == DUE_HOUR ? 60 : 1);
    return true;
}

/* arg: days from today at which it begins. */
static bool units_from_today(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    return units_from(d, now, now->today + arg, s->v[0], (enum due_unit)s->v[1]);
}

/* "two weeks today"; arg: days from today at which they begin. */
static bool weeks_from(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    return due_set_day(d, now->today + arg + (int64_t)7 * s->v[0]);
}

/* arg: how many, where they are not counted. */
static bool some_units(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    return units_from(d, now, now->today, arg, (enum due_unit)s->v[0]);
}

static bool short_span(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    return units_from(d, now, now->today, s->v[0] / 16, (enum due_unit)(s->v[0] % 16));
}

/* arg: minutes more. */
static bool elapsed(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)now;
    d->is_elapsed = true;
    d->minutes = (s->has[0] ? (int64_t)s->v[0] * 60 : 0) + arg;
    return true;
}

/* ---- weekdays ---- */

static bool a_weekday(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    d->is_weekday = true;
    return due_set_day(d, weekday_from(now->today, s->v[0]));
}

static bool this_weekday(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    return due_set_day(d, weekday_from(now->today, s->v[0]));
}

/* arg: days behind the next one, which is not today's. */
static bool behind_weekday(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    return due_set_day(d, weekday_from(now->today + 1, s->v[0]) + arg);
}

static bool units_behind_weekday(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    return s->v[1] > DUE_HOUR &&
           due_set_day(d, due_later(weekday_from(now->today + 1, s->v[2]), s->v[0], (enum due_unit)s->v[1]));
}

/* "a week Tuesday" */
static bool weeks_behind_weekday(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    return due_set_day(d, weekday_from(now->today + 1, s->v[1]) + (int64_t)7 * s->v[0]);
}

/* arg: weeks from this one. */
static bool weekday_of_week(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    return due_set_day(d, weekday_from(now->monday + (int64_t)7 * arg, s->v[0]));
}

static bool behind_weekend(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)s;
    (void)arg;
    return due_set_day(d, now->monday + 7);
}

/* arg: weeks from this one. */
static bool weekend(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int64_t saturday = now->monday + 5 + (int64_t)7 * arg;

    (void)s;
    return due_set_day(d, saturday < now->today ? now->today : saturday);
}

/* "Monday in two weeks": of the week then; arg: the slot of the weekday, the other is the number's. */
static bool weekday_in_weeks(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    return due_set_day(d, weekday_from(now->monday + (int64_t)7 * s->v[1 - arg], s->v[arg]));
}

/* arg: 1 tomorrow, 0 the weekday of the slot. */
static bool first_thing(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    d->has_part = true;
    d->part = DUE_MORNING;
    d->is_weekday = arg == 0;
    return due_set_day(d, arg == 1 ? now->today + 1 : weekday_from(now->today, s->v[0]));
}

/* ---- weeks, months, years ---- */

static int64_t end_of(const struct due_now *now, int64_t day, enum due_unit unit)
{
    int64_t friday = due_first_of(day, DUE_WEEK) + 4;

    return unit == DUE_WEEK && friday >= now->today ? friday : due_last_of(day, unit);
}

/* arg: so many of them later. */
static bool end_of_period(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    enum due_unit unit = (enum due_unit)s->v[0];

    return due_set_day(d, end_of(now, due_later(due_first_of(now->today, unit), arg, unit), unit));
}

/* The short forms; arg: the unit. */
static bool end_of_unit(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)s;
    return due_set_day(d, end_of(now, now->today, (enum due_unit)arg));
}

static bool start_of_period(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    enum due_unit unit = (enum due_unit)s->v[0];

    return due_set_day(d, due_later(due_first_of(now->today, unit), arg, unit));
}

static bool middle_of_period(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    enum due_unit unit = (enum due_unit)s->v[0];
    int64_t first = due_later(due_first_of(now->today, unit), arg, unit);

    return (unit == DUE_WEEK || unit == DUE_MONTH) && due_set_day(d, first + (unit == DUE_WEEK ? 2 : 14));
}

/* ---- dates ---- */

/* The day, or the next such day that is not over where the year is 0; false when there is none in eight years. */
static bool find_date(const struct due_now *now, int year, int month, int day, int64_t *ret)
{
    struct civil c = { .year = year ? year : now->civil->year, .month = month, .day = day };

    for (int last = year ? year : c.year + 8; c.year <= last; c.year++)
        if (civil_is_valid(&c)) {
            *ret = civil_days(c.year, month, day);
            if (year || *ret >= now->today)
                return true;
        }
    return false;
}

bool due_set_date(const struct due_now *now, struct due_draft *d, int year, int month, int day)
{
    int64_t found;

    return find_date(now, year, month, day, &found) && due_set_day(d, found);
}

static bool day_month(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    return s->v[0] > 0 && due_set_date(now, d, s->has[2] ? s->v[2] : 0, s->v[1], s->v[0]);
}

static bool month_day(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    return s->v[1] > 0 && due_set_date(now, d, s->has[2] ? s->v[2] : 0, s->v[0], s->v[1]);
}

static bool written_date(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    return due_set_date(now, d, s->v[0] / 10000, s->v[0] / 100 % 100, s->v[0] % 100);
}

static bool stamp(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)now;
    (void)arg;
    d->has_clock = true;
    d->clock = s->v[0] % 2048;
    return due_set_day(d, s->v[0] / 2048);
}

/* The same with its weekday before it, which must be right. */
static bool dated_weekday(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    struct due_slots rest = { { s->v[1], s->v[2], s->v[3] }, { s->has[1], s->has[2], s->has[3] } };
    bool found = arg == 0   ? day_month(now, &rest, 0, d)
                 : arg == 1 ? month_day(now, &rest, 0, d)
                            : written_date(now, &rest, 0, d);

    return found && civil_weekday(d->day) == s->v[0];
}

/* The next month that has the day; with a weekday, on that weekday ("Friday the 13th": at most 14 months away). */
static bool find_nth(const struct due_now *now, int nth, int weekday, struct due_draft *d)
{
    int64_t first = due_first_of(now->today, DUE_MONTH);

    for (int i = 0; i < 48; i++, first = due_later(first, 1, DUE_MONTH)) {
        int64_t day = first + nth - 1;
        if (day >= now->today && day <= due_last_of(first, DUE_MONTH) && (weekday < 0 || civil_weekday(day) == weekday))
            return due_set_day(d, day);
    }
    return false;
}

/* Without a number in its words it is the first. */
static bool nth(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    return find_nth(now, s->has[0] ? s->v[0] : 1, -1, d);
}

/* "Friday 27": the date, where that day is one; a number that can be an hour is that where the date is far away. */
static bool weekday_number(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    struct due_draft date = *d;
    bool found = find_nth(now, s->v[1], s->v[0], &date) && date.day <= now->today + 2 * arg;

    if (found && (date.day <= now->today + arg || s->v[1] > 23)) {
        *d = date;
        return true;
    }
    if (s->v[1] > 23)
        return false;
    d->has_clock = true;
    d->clock = s->v[1] * 60;
    d->is_weekday = true;
    return due_set_day(d, weekday_from(now->today, s->v[0]));
}

static bool weekday_nth(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)arg;
    return find_nth(now, s->v[1], s->v[0], d);
}

/* arg: months from this one. */
static bool nth_of_month(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int64_t first = due_later(due_first_of(now->today, DUE_MONTH), arg, DUE_MONTH);
    int64_t day = first + (s->has[0] ? s->v[0] - 1 : 0);

    return day <= due_last_of(first, DUE_MONTH) && due_set_day(d, day);
}

static int64_t place_in(int64_t first, int place, int weekday)
{
    int64_t last = due_last_of(first, DUE_MONTH);
    int64_t day = place == -1 ? last - (civil_weekday(last) - weekday + 7) % 7
                              : weekday_from(first, weekday) + (int64_t)7 * (place - 1);

    return day <= last ? day : -1;
}

/* "the first Monday of next month"; arg: months from this one, at least. */
static bool place_of_month(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int64_t first = due_later(due_first_of(now->today, DUE_MONTH), arg, DUE_MONTH);
    int64_t day = place_in(first, s->v[0], s->v[1]);

    if (arg == 0 && day >= 0 && day < now->today)
        day = place_in(due_later(first, 1, DUE_MONTH), s->v[0], s->v[1]);
    return day >= 0 && due_set_day(d, day);
}

/* The first day of a month that is not over; of a year where one was said. */
static int64_t month_from(const struct due_now *now, int month, bool has_year, int year)
{
    int this_year = now->civil->year;

    return civil_days(has_year ? year : month >= now->civil->month ? this_year : this_year + 1, month, 1);
}

static bool place_in_named(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int64_t first = month_from(now, s->v[2], s->has[3], s->v[3]), day = place_in(first, s->v[0], s->v[1]);

    (void)arg;
    if (!s->has[3] && day >= 0 && day < now->today)
        day = place_in(due_later(first, 1, DUE_YEAR), s->v[0], s->v[1]);
    return day >= 0 && due_set_day(d, day);
}

/* "in March": its first day, of the month that has begun its last. */
static bool in_month(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int64_t first = month_from(now, s->v[0], s->has[1], s->v[1]);

    if (arg > 0 && arg < 31 && !s->has[1] && first + arg - 1 < now->today)
        first = due_later(first, 1, DUE_YEAR);
    if (arg > 0)
        return due_set_day(d, arg == 31 ? due_last_of(first, DUE_MONTH) : first + arg - 1);
    return due_set_day(d, first < now->today ? due_last_of(first, DUE_MONTH) : first);
}

/* ---- the rules ---- */

#define TOMORROW "tomorrow|tmrw|tmr|tmw|tomoz|2moro|2morrow"

#define DAY(act, arg, pattern)                                                                                         \
    {                                                                                                                  \
        DUE_KIND_DAY, 0, arg, act, pattern                                                                             \
    }
#define NOW(act, arg, pattern)                                                                                         \
    {                                                                                                                  \
        DUE_KIND_DAY, DUE_NEEDS_NOW, arg, act, pattern                                                                 \
    }
#define LED(act, arg, pattern)                                                                                         \
    {                                                                                                                  \
        DUE_KIND_DAY, DUE_NEEDS_LEAD, arg, act, pattern                                                                \
    }
const struct due_rule due_day_rules[] = {
    DAY(days_from_today, 0, "today"),
    DAY(days_from_today, 0, "later today"),
    DAY(days_from_today, 1, TOMORROW),
    DAY(days_from_today, 2, "[the] day after " TOMORROW),
    LED(days_from_today, -1, "yesterday"),
    DAY(weeks_from, 0, "NUM week|weeks today"),
    DAY(weeks_from, 1, "NUM week|weeks " TOMORROW),
    DAY(days_from_today, 14, "a fortnight today"),
    DAY(days_from_today, 15, "a fortnight " TOMORROW),
    DAY(days_from_today, 8, TOMORROW " week"),
    DAY(part_of_today, DUE_NIGHT, "tonight|tonite"),
    DAY(part_of_today, DUE_NIGHT, "this PART"),
    DAY(part_of_today, DUE_NIGHT, "later this PART"),
    DAY(part_of_today, DUE_CLOSE, "[the] end of today"),
    DAY(first_thing, 1, "first thing " TOMORROW " [morning]"),
    DAY(first_thing, 0, "first thing [on] WEEKDAY [morning]"),

    NOW(units_from_today, 0, "in|within [the] [next] NUM UNIT [time]"),
    DAY(units_from_today, 0, "NUM [more] UNIT from now|today"),
    DAY(units_from_today, 1, "NUM UNIT from|after " TOMORROW),
    NOW(some_units, 2, "in|within [a] couple of UNIT [time]"),
    NOW(some_units, 3, "in|within [a] few UNIT [time]"),
    NOW(some_units, 1, "in|within|over the next UNIT"),
    NOW(short_span, 0, "in|within SPAN"),
    DAY(short_span, 0, "SPAN from now"),
    NOW(elapsed, 30, "in|within [a] half [an|a] hour"),
    NOW(elapsed, 60, "within the [next] hour"),
    NOW(elapsed, 90, "in|within an|one hour and a half"),
    NOW(elapsed, 30, "in|within NUM and a half hours"),
    NOW(elapsed, 90, "in|within 1.5 hours|hrs|h"),
    NOW(elapsed, 150, "in|within 2.5 hours|hrs|h"),
    DAY(elapsed, 30, "half an hour from now"),

    DAY(a_weekday, 0, "WEEKDAY"),
    LED(a_weekday, 0, "the WEEKDAY"),
    DAY(this_weekday, 0, "this WEEKDAY"),
    DAY(a_weekday, 0, "this coming WEEKDAY"),
    DAY(a_weekday, 0, "[the] coming WEEKDAY"),
    DAY(weekday_of_week, 0, "WEEKDAY [of] this week"),
    DAY(weekday_of_week, 0, "this week [on] WEEKDAY"),
    DAY(weekday_of_week, 1, "next WEEKDAY"),
    DAY(weekday_of_week, 1, "WEEKDAY [of] next week"),
    DAY(weekday_of_week, 1, "next week [on] WEEKDAY"),
    DAY(behind_weekday, 7, "WEEKDAY week"),
    DAY(behind_weekday, 14, "WEEKDAY fortnight"),
    DAY(behind_weekday, 7, "[the] WEEKDAY after next"),
    DAY(units_behind_weekday, 0, "NUM UNIT from|after|on [this|next] WEEKDAY"),
    DAY(weeks_behind_weekday, 0, "NUM week|weeks WEEKDAY"),
    DAY(weekday_in_weeks, 0, "WEEKDAY in NUM week|weeks [time]"),
    DAY(weekday_in_weeks, 1, "in NUM weeks [time] on WEEKDAY"),
    DAY(weekend, 0, "this [coming] weekend"),
    DAY(weekend, 0, "over the weekend"),
    LED(weekend, 0, "[the] weekend"),
    DAY(weekend, 1, "next weekend"),
    DAY(behind_weekend, 0, "after the|this weekend"),

    DAY(end_of_period, 0, "this PERIOD"),
    DAY(end_of_period, 0, "later this PERIOD"),
    DAY(end_of_period, 0, "[the] end of [the|this] PERIOD"),
    DAY(end_of_period, 1, "[the] end of next PERIOD"),
    DAY(end_of_period, 0, "within the PERIOD"),
    DAY(end_of_period, 0, "late this PERIOD"),
    DAY(end_of_period, 1, "late next PERIOD"),
    DAY(end_of_unit, DUE_WEEK, "eow"),
    DAY(end_of_unit, DUE_MONTH, "eom"),
    DAY(end_of_unit, DUE_QUARTER, "eoq"),
    DAY(end_of_unit, DUE_YEAR, "eoy"),
    LED(end_of_unit, DUE_WEEK, "[the] week's|weeks|week end"),
    LED(end_of_unit, DUE_MONTH, "[the] month-end"),
    LED(end_of_unit, DUE_MONTH, "[the] month's|months|month end"),
    LED(end_of_unit, DUE_YEAR, "[the] year-end"),
    LED(end_of_unit, DUE_YEAR, "[the] year's|years|year end"),
    DAY(start_of_period, 1, "[early|sometime] next PERIOD"),
    DAY(start_of_period, 1, "[the] start|beginning of next PERIOD"),
    DAY(start_of_period, 2, "[the] PERIOD after next"),
    DAY(middle_of_period, 0, "[the] middle of the|this PERIOD"),
    DAY(middle_of_period, 1, "[the] middle of next PERIOD"),
    DAY(middle_of_period, 1, "mid next PERIOD"),
    DAY(in_month, 0, "in MONTH [YEAR]"),
    DAY(in_month, 0, "until|till|til|by MONTH [YEAR]"),
    DAY(month_day, 0, "until|till|til|by MONTH [the] DAY [YEAR]"),
    DAY(in_month, 31, "[the] end of MONTH [YEAR]"),
    DAY(in_month, 31, "[the] last day of|in MONTH [YEAR]"),
    DAY(in_month, 1, "[the] start|beginning of MONTH [YEAR]"),
    DAY(in_month, 15, "[the] middle of MONTH [YEAR]"),
    DAY(in_month, 15, "[in] mid MONTH [YEAR]"),
    DAY(in_month, 15, "[in] MID [YEAR]"),
    DAY(in_month, 1, "[in] early MONTH [YEAR]"),
    DAY(in_month, 25, "[in] late MONTH [YEAR]"),

    DAY(day_month, 0, "[the] DAY [of] MONTH [YEAR]"),
    DAY(day_month, 0, "[the] ORD of MONTH [YEAR]"),
    DAY(month_day, 0, "MONTH [the] DAY [YEAR]"),
    DAY(month_day, 0, "MONTH [the] ORD [YEAR]"),
    DAY(dated_weekday, 0, "WEEKDAY [the] DAY [of] MONTH [YEAR]"),
    DAY(dated_weekday, 1, "WEEKDAY MONTH [the] DAY [YEAR]"),
    DAY(dated_weekday, 2, "WEEKDAY DATE"),
    DAY(dated_weekday, 2, "WEEKDAY DOTTED"),
    DAY(dated_weekday, 2, "WEEKDAY DASHED"),
    DAY(written_date, 0, "DATE"),
    DAY(written_date, 0, "DASHED"),
    DAY(written_date, 0, "DMY"),
    DAY(written_date, 0, "am|le DOTTED"),
    { DUE_KIND_DAY, DUE_NEEDS_LEAD | DUE_NEEDS_NO_AT, 0, written_date, "[the] DOTTED" },
    DAY(stamp, 0, "STAMP"),
    { DUE_KIND_DAY, DUE_NEEDS_NO_NOUN, 0, nth, "the NTH" },
    { DUE_KIND_DAY, DUE_NEEDS_LEAD | DUE_NEEDS_NO_NOUN, 0, nth, "NTH" },
    DAY(weekday_nth, 0, "WEEKDAY [the] NTH"),
    { DUE_KIND_DAY, DUE_NEEDS_NO_NOUN, 31, weekday_number, "WEEKDAY LATE" },
    { DUE_KIND_DAY, DUE_NEEDS_NO_NOUN, 0, nth, "by|until|till|til|before|on the DAY" },
    DAY(day_month, 0, "by|until|till|til|before|on the DAY MONTH [YEAR]"),
    DAY(nth_of_month, 0, "[the] NTH of this month"),
    DAY(nth, 0, "[the] NTH of the month"),
    DAY(nth, 0, "[the] first of the month"),
    DAY(nth_of_month, 1, "[the] first of next month"),
    DAY(nth_of_month, 1, "[the] NTH of next month"),
    DAY(nth_of_month, 1, "next month on the NTH"),
    DAY(end_of_period, 0, "[the] last day of [the|this] PERIOD"),
    DAY(end_of_period, 1, "[the] last day of next PERIOD"),
    DAY(place_of_month, 0, "[the] ORD WEEKDAY of|in the|this month"),
    DAY(place_of_month, 1, "[the] ORD WEEKDAY of|in next month"),
    DAY(place_in_named, 0, "[the] ORD WEEKDAY of|in MONTH [YEAR]"),
};
const size_t due_day_rules_n = COUNT_OF(due_day_rules);
