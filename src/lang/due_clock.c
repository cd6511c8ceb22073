/* due_clock.c - the ways to say a time of the day, as rules.
 *
 * "midnight" is the end of the day it is said with: 23:59, so that what is due then is due on that day. An hour of the
 * clock of twelve stays open (DUE_DOUBT) until all is read; due.c settles it.
 */
#include "base/attrs.h"
#include "lang/due_node.h"

#define NOON (12 * 60)

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
        d->clock |= DUE_DOUBT;
    return true;
}

static bool clock_time(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    int minutes = s->v[0] & ~DUE_DOUBT;

    (void)now;
    (void)arg;
    if (s->has[1])
        return (s->v[0] & DUE_DOUBT) && set_clock(d, minutes / 60, minutes % 60, s, 1);
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
    return hour >= 0 && set_clock(d, hour, arg, s, 1);
}

/* arg: 1 past, -1 to. */
static bool minutes_around(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d)
{
    struct due_slots rest = { { s->v[1], s->v[2] }, { true, s->has[2] } };

    return s->v[0] < 60 && around_hour(now, &rest, arg * s->v[0], d);
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
    CLOCK(0, around_hour, 0, "HOUR AMPM"),
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
    CLOCK(DUE_NEEDS_HOUR, clock_time, 0, "HHMM"),
    CLOCK(0, clock_time, 0, "HHMM hours|hrs"),
    CLOCK(0, fixed_clock, NOON, "[12|twelve] noon|midday"),
    CLOCK(0, fixed_clock, 2 * NOON - 1, "[12|twelve] midnight"),
    CLOCK(DUE_NEEDS_HOUR, fixed_clock, NOON, "lunchtime|lunch"),
    CLOCK(DUE_NEEDS_DAY, fixed_clock, NOON, "lunchtime"),

    PART(0, DUE_MORNING, "in|during the PART"),
    PART(0, DUE_MORNING, "first thing in the morning"),
    PART(DUE_NEEDS_DAY, DUE_MORNING, "first thing [in] [the] [morning]"),
    PART(DUE_NEEDS_DAY, DUE_MORNING, "PART"),
    PART(DUE_NEEDS_DAY, DUE_NIGHT, "at night"),
    PART(0, DUE_CLOSE, "eod|cob"),
    PART(0, DUE_CLOSE, "[the] end of [the] [business|work|working] day|workday"),
    PART(0, DUE_CLOSE, "[the] close of business|play"),
};
const size_t due_clock_rules_n = COUNT_OF(due_clock_rules);
