/* ticks_times.c - marks of calendars: a step is some of a unit, and its marks are where the unit's count divides by it.
 */
#include "base/arena.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "chart/ticks.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DAY 86400.0
#define MONTH (DAY * 30.436875)
#define YEAR (DAY * 365.2425)

enum unit { SECONDS, DAYS, MONTHS };

struct time_step {
    enum unit unit;
    int count;
    double seconds; /* about */
};

static const struct time_step steps[] = {
    { SECONDS, 1, 1 },
    { SECONDS, 5, 5 },
    { SECONDS, 15, 15 },
    { SECONDS, 30, 30 },
    { SECONDS, 60, 60 },
    { SECONDS, 300, 300 },
    { SECONDS, 900, 900 },
    { SECONDS, 1800, 1800 },
    { SECONDS, 3600, 3600 },
    { SECONDS, 10800, 10800 },
    { SECONDS, 21600, 21600 },
    { SECONDS, 43200, 43200 },
    { DAYS, 1, DAY },
    { DAYS, 2, 2 * DAY },
    { DAYS, 7, 7 * DAY },
    { DAYS, 14, 14 * DAY },
    { MONTHS, 1, MONTH },
    { MONTHS, 2, 2 * MONTH },
    { MONTHS, 3, 3 * MONTH },
    { MONTHS, 6, 6 * MONTH },
    { MONTHS, 12, YEAR },
    { MONTHS, 24, 2 * YEAR },
    { MONTHS, 60, 5 * YEAR },
    { MONTHS, 120, 10 * YEAR },
    { MONTHS, 240, 20 * YEAR },
    { MONTHS, 600, 50 * YEAR },
    { MONTHS, 1200, 100 * YEAR },
    { MONTHS, 2400, 200 * YEAR },
    { MONTHS, 6000, 500 * YEAR },
    { MONTHS, 12000, 1000 * YEAR },
    { MONTHS, 24000, 2000 * YEAR },
    { MONTHS, 60000, 5000 * YEAR },
};

static struct civil civil_of(double time)
{
    return civil_from_us((int64_t)fmin(fmax(time, TICKS_TIME_LEAST), TICKS_TIME_MOST) * 1000000);
}

static double seconds_of(int64_t days)
{
    return (double)days * DAY;
}

/* Day 4 since 1970 was a Monday: weeks begin there. */
static double floor_days(double time, int count)
{
    int64_t day = (int64_t)floor(time / DAY), origin = count % 7 == 0 ? 4 : 0;
    int64_t past = ((day - origin) % count + count) % count;

    return seconds_of(day - past);
}

static double floor_months(double time, int count)
{
    struct civil c = civil_of(time);
    int months = c.year * 12 + c.month - 1;

    months -= months % count;
    return seconds_of(civil_days(months / 12, months % 12 + 1, 1));
}

/* The mark at or before a time. */
static double floor_time(const struct time_step *s, double time)
{
    switch (s->unit) {
    case SECONDS:
        return floor(time / s->count) * s->count;
    case DAYS:
        return floor_days(time, s->count);
    case MONTHS:
        return floor_months(time, s->count);
    }
    return time;
}

/* The next mark; half a step further is never past the one after it. */
static double next_time(const struct time_step *s, double mark)
{
    return floor_time(s, mark + s->seconds * 1.1 + (s->unit == MONTHS ? 2 * DAY : 0));
}

/* ---- labels ---- */

static const char *const months[] = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
};

static struct tick label(struct arena *a, double time, double grain)
{
    struct civil c = civil_of(time);
    struct tick t = { .at = time };

    if (grain < 60) {
        t.text = arena_printf(a, "%02d:%02d:%02d", c.hour, c.minute, c.second);
        t.under = arena_printf(a, "%d %s %d", c.day, months[c.month - 1], c.year);
    } else if (grain < DAY) {
        t.text = arena_printf(a, "%02d:%02d", c.hour, c.minute);
        t.under = arena_printf(a, "%d %s %d", c.day, months[c.month - 1], c.year);
    } else if (grain < MONTH) {
        t.text = arena_printf(a, "%d %s", c.day, months[c.month - 1]);
        t.under = arena_printf(a, "%d", c.year);
    } else if (grain < YEAR) {
        t.text = months[c.month - 1];
        t.under = arena_printf(a, "%d", c.year);
    } else {
        t.text = arena_printf(a, "%d", c.year);
    }
    return t;
}

struct ticks ticks_times(struct arena *a, double lo, double hi, double want)
{
    const struct time_step *s = steps, *last = steps + sizeof steps / sizeof steps[0] - 1;
    struct ticks t = { .lo = fmax(lo, TICKS_TIME_LEAST), .hi = fmin(hi, TICKS_TIME_MOST) };

    while (s < last && (t.hi - t.lo) / s->seconds > want)
        s++;
    t.tick = arena_array(a, CHART_TICKS, sizeof *t.tick);
    for (double at = floor_time(s, t.lo), before = -INFINITY; at <= t.hi && at > before && t.n < CHART_TICKS;) {
        if (at >= t.lo)
            t.tick[t.n++] = label(a, at, s->seconds);
        before = at;
        at = next_time(s, at); /* at the end of all times it is the same again */
    }
    if (t.n == 0 || t.lo == t.hi)
        ticks_label_times(a, &t.lo, t.n = 1, t.tick);
    return t;
}

/* How fine the times are: the seconds of a year, a month, a day, a minute or a second. */
static double grain_of(const double *times, size_t n)
{
    double grain = YEAR;

    for (size_t i = 0; i < n; i++) {
        struct civil c;

        if (isnan(times[i]))
            continue;
        c = civil_of(times[i]);
        if (c.second != 0)
            return 1;
        if (c.hour != 0 || c.minute != 0)
            grain = fmin(grain, 60);
        else if (c.day != 1)
            grain = fmin(grain, DAY);
        else if (c.month != 1)
            grain = fmin(grain, MONTH);
    }
    return grain;
}

void ticks_label_times(struct arena *a, const double *times, size_t n, struct tick *ret)
{
    double grain = grain_of(times, n);

    if (n == 1 && grain > DAY)
        grain = DAY; /* alone, the first of a month may be just a day */
    for (size_t i = 0; i < n; i++)
        ret[i] = isnan(times[i]) ? (struct tick){ .at = NAN, .text = "" } : label(a, times[i], grain);
}

const char *ticks_time_text(struct arena *a, double time)
{
    struct civil c = civil_of(time);

    if (c.hour == 0 && c.minute == 0 && c.second == 0)
        return arena_printf(a, "%04d-%02d-%02d", c.year, c.month, c.day);
    if (c.second == 0)
        return arena_printf(a, "%04d-%02d-%02d %02d:%02d", c.year, c.month, c.day, c.hour, c.minute);
    return arena_printf(a, "%04d-%02d-%02d %02d:%02d:%02d", c.year, c.month, c.day, c.hour, c.minute, c.second);
}
