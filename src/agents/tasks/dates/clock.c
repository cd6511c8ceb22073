/* clock.c - the ways to say a time of the day, as rules.
 *
 * "midnight" is the end of the day it is said with: 23:59, so that what is due then is due on that day. An hour of the
 * clock of twelve stays open (DUE_OPEN_HOUR) until all is read; due.c settles it.
 */
#include "agents/tasks/dates/rules.h"
#include "base/attrs.h"

#define NOON (12 * 60)
#define FEW_WEEKS 35 /* days: a date that is told by its weekday is not further off */

/* am and pm of the slot behind the hour's, where it is there. */
static bool set_clock(struct due_draft *d, int hour, int minute, const struct due_slots *s, size_t half)
{
    d->has_clock = true;
    if (s->has[half]) {
        d->clock = (hour % 12 + 12 * s->v[half]) * 60 + minute;
        return hour >= 1 && hour <= 12;
    }
    if (hour == 24 && minute > 0)
        return false;
    d->clock = hour == 24 ? 24 * 60 - 1 : hour * 60 + minute;
    if (hour >= 1 && hour <= 12)
        d->clock |= DUE_OPEN_HOUR;
    return true;
}

static bool clock_time(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int minutes = s->v[0] & ~DUE_OPEN_HOUR;

    (void)now;
    (void)arg;
    if (s->has[1])
        return (s->v[0] & DUE_OPEN_HOUR) && set_clock(d, minutes / 60, minutes % 60, s, 1);
    d->has_clock = true;
    d->clock = s->v[0];
    return true;
}

/* arg: minutes past the hour, or before it. */
static bool around_hour(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int hour = s->v[0];

    (void)now;
    if (arg < 0) {
        hour = hour == 1 ? 12 : hour - 1;
        arg += 60;
    }
    d->is_spoken = true;
    return hour >= 0 && set_clock(d, hour, arg, s, 1);
}

/* arg: 1 past, -1 to. */
static bool minutes_around(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    struct due_slots rest = { { s->v[1], s->v[2] }, { true, s->has[2] } };

    return s->v[0] < 60 && around_hour(now, &rest, arg * s->v[0], d);
}

/* From one hour to another, perhaps am or pm behind both; arg: the slots have hours, not minutes of the day. */
static bool hours_between(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int ends[2];

    (void)now;
    for (int i = 0; i < 2; i++) {
        ends[i] = arg ? s->v[i] * 60 : s->v[i];
        if (arg && s->v[i] >= 1 && s->v[i] <= 12)
            ends[i] |= DUE_OPEN_HOUR;
    }
    if (s->has[2]) {
        if (!(ends[1] & DUE_OPEN_HOUR))
            return false;
        ends[1] = (ends[1] & ~DUE_OPEN_HOUR) % NOON + NOON * s->v[2];
    }
    d->has_clock = true;
    d->clock = due_first_hour(ends[0], ends[1]);
    return (d->clock & ~DUE_OPEN_HOUR) < 2 * NOON;
}

/* "2-4 pm": of the hours in one word only the first is known, so that it is taken for one before the end's. */
static bool hours_in_word(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int first = s->v[0] & ~DUE_OPEN_HOUR;

    (void)now;
    (void)arg;
    d->has_clock = true;
    d->clock = s->v[1] == 1 && first < 8 * 60 ? first + NOON : first;
    return (s->v[0] & DUE_OPEN_HOUR) != 0;
}

/* "2 to 4pm", "9 to 10:30" */
static bool hours_between_mixed(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    struct due_slots ends = *s;

    ends.v[0] = s->v[0] * 60 | (s->v[0] >= 1 && s->v[0] <= 12 ? DUE_OPEN_HOUR : 0);
    return hours_between(now, &ends, arg, d);
}

/* "3 in the afternoon" */
static bool hour_of_part(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    struct due_slots hour = { .v = { s->v[0] }, .has = { true } };

    if (d->has_part || s->v[0] < 1 || s->v[0] > 12)
        return false;
    d->has_part = true;
    d->part = (enum due_part)s->v[1];
    return around_hour(now, &hour, arg, d);
}

/* Today, tomorrow or a weekday was said: what follows is no year, and no day of a month. */
static bool is_close(const struct due_now *now, const struct due_draft *d)
{
    return d->has_day && (d->is_weekday || (d->day >= now->today && d->day <= now->today + 1));
}

/* "tomorrow 10", "sat 9". Where that day of a month is such a weekday, it may be the date: "Friday 4". */
static bool bare_hour(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    if (!is_close(now, d) || (d->is_weekday && s->v[0] > 12))
        return false;
    for (int64_t day = d->day; d->is_weekday && day < d->day + FEW_WEEKS; day += 7)
        if (civil_from_us(day * DAY_US).day == s->v[0])
            return false;
    return around_hour(now, s, arg, d);
}

/* "tomorrow 1400"; before the day only as no number is written: "0600 Wednesday". */
static bool bare_time(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    return (d->has_day ? is_close(now, d) : s->v[0] < 10 * 60 && s->v[0] % 5 == 0) && clock_time(now, s, arg, d);
}

static bool fixed_clock(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)now;
    (void)s;
    d->has_clock = true;
    d->clock = arg;
    return true;
}

static bool set_part(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    (void)now;
    d->has_part = true;
    d->part = s->has[0] ? (enum due_part)s->v[0] : (enum due_part)arg;
    return true;
}

#define CLOCK(needs, act, arg, pattern)                                                                                \
    {                                                                                                                  \
        DUE_KIND_CLOCK, needs, arg, act, pattern                                                                       \
    }
#define PART(needs, part, pattern)                                                                                     \
    {                                                                                                                  \
        DUE_KIND_PART, needs, part, set_part, pattern                                                                  \
    }

const struct due_rule due_clock_rules[] = {
    CLOCK(0, clock_time, 0, "CLOCK [AMPM]"),
    CLOCK(0, around_hour, 0, "HOUR o'clock|oclock [AMPM]"),
    CLOCK(0, around_hour, 0, "HOUR o clock [AMPM]"),
    CLOCK(0, around_hour, 0, "HOUR AMPM"),
    CLOCK(DUE_NEEDS_DATE, clock_time, 0, "from|after CLOCK [AMPM]"),
    CLOCK(DUE_NEEDS_DATE, around_hour, 0, "from|after HOUR AMPM"),
    CLOCK(DUE_NEEDS_DATE, around_hour, 0, "from|after HOUR o'clock|oclock [AMPM]"),
    CLOCK(DUE_NEEDS_DAY | DUE_NEEDS_NO_NOUN, around_hour, 0, "from|after HOUR"),
    CLOCK(DUE_NEEDS_HOUR | DUE_NEEDS_NO_NOUN, around_hour, 0, "HOUR"),
    CLOCK(DUE_AT | DUE_NEEDS_NO_NOUN, clock_time, 0, "POINT"),
    CLOCK(DUE_NEEDS_DAY | DUE_NEEDS_NO_NOUN, clock_time, 0, "POINT"),
    CLOCK(0, clock_time, 0, "POINT AMPM"),
    CLOCK(0, clock_time, 0, "hour|hours CLOCK"),
    CLOCK(DUE_NEEDS_HOUR, around_hour, 30, "HOUR thirty [AMPM]"),
    CLOCK(DUE_NEEDS_HOUR, around_hour, 15, "HOUR fifteen [AMPM]"),
    CLOCK(DUE_NEEDS_HOUR, around_hour, 45, "HOUR forty-five [AMPM]"),
    CLOCK(0, around_hour, 30, "half past HOUR [AMPM]"),
    CLOCK(DUE_NEEDS_HOUR, around_hour, 30, "half HOUR [AMPM]"),
    CLOCK(0, around_hour, 15, "[a] quarter past|after HOUR [AMPM]"),
    CLOCK(0, around_hour, -15, "[a] quarter to|of|before|till HOUR [AMPM]"),
    CLOCK(DUE_NEEDS_HOUR, minutes_around, 1, "NUM [minutes|mins|min] past|after HOUR [AMPM]"),
    CLOCK(DUE_NEEDS_HOUR, minutes_around, -1, "NUM [minutes|mins|min] to|before|till HOUR [AMPM]"),
    CLOCK(DUE_NEEDS_DAY, minutes_around, 1, "NUM [minutes|mins|min] past HOUR [AMPM]"),
    CLOCK(DUE_NEEDS_DAY, around_hour, -5, "five to HOUR [AMPM]"),
    CLOCK(DUE_NEEDS_DAY, around_hour, -10, "ten to HOUR [AMPM]"),
    CLOCK(DUE_NEEDS_DAY, around_hour, -20, "twenty to HOUR [AMPM]"),
    CLOCK(DUE_NEEDS_HOUR, clock_time, 0, "HHMM"),
    CLOCK(DUE_NEEDS_DATE | DUE_NEEDS_NO_NOUN | DUE_NEEDS_BARE, bare_time, 0, "HHMM"),
    CLOCK(DUE_NEEDS_DAY | DUE_NEEDS_NO_NOUN | DUE_NEEDS_BARE, bare_hour, 0, "HH"),
    CLOCK(DUE_NEEDS_DAY | DUE_NEEDS_NO_NOUN, hours_between, 1, "HH to HH [AMPM]"),
    CLOCK(0, clock_time, 0, "HHMM hours|hrs"),
    CLOCK(0, clock_time, 0, "[um|à] CLOCK uhr"),
    CLOCK(0, clock_time, 0, "[um] POINT uhr"),
    CLOCK(0, around_hour, 0, "[um] HOUR uhr"),
    CLOCK(0, clock_time, 0, "à CLOCK"),
    CLOCK(DUE_NEEDS_DAY, around_hour, 0, "ISH"),
    CLOCK(0, hour_of_part, 0, "HOUR in the PART"),

    CLOCK(0, clock_time, 0, "[from|between] HOURS [AMPM]"),
    CLOCK(DUE_NEEDS_DATE | DUE_NEEDS_NO_NOUN, clock_time, 0, "from|between RANGE"),
    CLOCK(DUE_NEEDS_DAY | DUE_NEEDS_NO_NOUN, clock_time, 0, "RANGE"),
    CLOCK(0, hours_in_word, 0, "[from|between] RANGE AMPM"),
    CLOCK(0, hours_between, 0, "from|between CLOCK to|and|till|til|until|- CLOCK [AMPM]"),
    CLOCK(0, hours_between, 0, "CLOCK till|til|until|-|to CLOCK [AMPM]"),
    CLOCK(DUE_NEEDS_DATE | DUE_NEEDS_NO_NOUN, hours_between, 1,
          "from|between HOUR to|and|till|til|until|- HOUR [AMPM]"),
    CLOCK(DUE_NEEDS_DATE, hours_between_mixed, 0, "[from|between] HOUR to|and|till|til|until|- CLOCK [AMPM]"),
    CLOCK(DUE_NEEDS_DAY | DUE_NEEDS_NO_NOUN, hours_between, 1, "HOUR till|til|until|- HOUR [AMPM]"),
    CLOCK(0, fixed_clock, NOON, "[12|twelve] noon|midday"),
    CLOCK(0, fixed_clock, 2 * NOON - 1, "[12|twelve] midnight"),
    CLOCK(DUE_NEEDS_HOUR, fixed_clock, NOON, "lunchtime|lunch"),
    CLOCK(DUE_NEEDS_DAY, fixed_clock, NOON, "lunchtime"),
    CLOCK(DUE_NEEDS_DAY, fixed_clock, NOON + 60, "after lunch"),

    PART(0, DUE_MORNING, "in|during the PART"),
    PART(0, DUE_MORNING, "first thing in the morning"),
    PART(DUE_NEEDS_DAY, DUE_MORNING, "first thing [in] [the] [morning]"),
    PART(DUE_NEEDS_DATE, DUE_MORNING, "first thing"),
    PART(DUE_NEEDS_DAY, DUE_MORNING, "PART"),
    PART(DUE_NEEDS_DAY, DUE_NIGHT, "at night"),
    PART(DUE_NEEDS_DAY | DUE_NEEDS_NO_NOUN, DUE_MORNING, "AMPM"), /* 0 and 1, like the morning and the afternoon */
    PART(DUE_NEEDS_DAY, DUE_CLOSE, "last thing"),
    PART(DUE_NEEDS_DAY, DUE_CLOSE, "after work|school|hours"),
    PART(0, DUE_CLOSE, "eod|cob|cop"),
    PART(0, DUE_CLOSE, "[the] end of [the] [business|work|working] day|workday|play|business"),
    PART(0, DUE_CLOSE, "[the] close of business|play"),
};
const size_t due_clock_rules_n = COUNT_OF(due_clock_rules);
