/* ical_zone.c - VTIMEZONE, as far as its rules are of the kind that zones really have. */
#include "agents/tasks/exchange/ical_zone.h"
#include "agents/tasks/exchange/ical_line.h"
#include "base/arena.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <string.h>
#include <strings.h>

#define DAY_SECONDS 86400

/* A change of the offset: on a day, or every year from then on. */
struct onset {
    int64_t from, to;     /* offsets before and after, in seconds */
    int64_t first;        /* the first time, as the wall says before it, in seconds */
    int month, nth, week; /* every year in that month, on the nth such weekday; month 0: once */
    int64_t until;        /* the last day on which it may be, in seconds */
};

struct ical_zone {
    const char *name;
    const char *location;
    struct onset *onsets;
    size_t n;
};

struct ical_zones {
    struct ical_zone *all;
    size_t n;
};

struct zone_reading {
    struct arena *a;
    struct ical_zones *zones;
    struct ical_zone *zone; /* the one that is read; NULL: none */
    struct onset onset;
    size_t n_before; /* changes that the zone had before this one */
    bool is_onset;
};

static int64_t seconds_of(const struct draft_time *m)
{
    return m->us / 1000000; /* as if the wall were UTC's */
}

/* "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU": what such zones have. Anything else happens once. */
static void read_rule(struct onset *o, const char *p, size_t n)
{
    static const char days[] = "SUMOTUWETHFRSA";
    const char *end = p + n;
    struct draft_time until;

    while (p < end) {
        const char *stop = memchr(p, ';', (size_t)(end - p)), *value;
        size_t size = (size_t)((stop ? stop : end) - p);
        if (size > 8 && strncasecmp(p, "BYMONTH=", 8) == 0 && str_is_digit(p[8]))
            o->month = size > 9 && str_is_digit(p[9]) ? (p[8] - '0') * 10 + (p[9] - '0') : p[8] - '0';
        if (size >= 9 && strncasecmp(p, "BYDAY=", 6) == 0) {
            value = p + 6;
            o->nth = *value == '-' ? -1 : 1;
            value += *value == '-' || *value == '+';
            if (p + size - value >= 3 && *value >= '1' && *value <= '5')
                o->nth *= *value++ - '0';
            for (int i = 0; p + size - value >= 2 && i < 7; i++)
                if (strncasecmp(value, days + (size_t)i * 2, 2) == 0)
                    o->week = i;
        }
        if (size > 6 && strncasecmp(p, "UNTIL=", 6) == 0 && ical_moment(p + 6, size - 6, &until))
            o->until = seconds_of(&until) + DAY_SECONDS;
        p += size + (stop != NULL);
    }
    if (o->month < 1 || o->month > 12 || o->nth == 0)
        o->month = 0;
}

static void add_onset(struct zone_reading *r, int64_t first)
{
    struct ical_zone *z = r->zone;

    if (!z->onsets)
        z->onsets = arena_array(r->a, ICAL_ONSETS, sizeof *z->onsets);
    if (z->n == ICAL_ONSETS)
        return;
    z->onsets[z->n] = r->onset;
    z->onsets[z->n++].first = first;
}

static void read_dates(struct zone_reading *r, const char *p, size_t n)
{
    const char *end = p + n;
    int month = r->onset.month;

    r->onset.month = 0;
    while (p < end) {
        const char *stop = memchr(p, ',', (size_t)(end - p));
        size_t size = (size_t)((stop ? stop : end) - p);
        struct draft_time m;
        if (ical_moment(p, size, &m))
            add_onset(r, seconds_of(&m));
        p += size + (stop != NULL);
    }
    r->onset.month = month;
}

/* A line within STANDARD or DAYLIGHT. */
static void take_onset(struct zone_reading *r, const struct ical_line *l)
{
    struct draft_time m;

    if (ical_is(l, "TZOFFSETFROM"))
        (void)!ical_offset(l->value, l->n_value, &r->onset.from);
    else if (ical_is(l, "TZOFFSETTO"))
        (void)!ical_offset(l->value, l->n_value, &r->onset.to);
    else if (ical_is(l, "DTSTART") && ical_moment(l->value, l->n_value, &m))
        r->onset.first = seconds_of(&m);
    else if (ical_is(l, "RRULE"))
        read_rule(&r->onset, l->value, l->n_value);
    else if (ical_is(l, "RDATE"))
        read_dates(r, l->value, l->n_value);
}

static void begin_onset(struct zone_reading *r)
{
    r->is_onset = true;
    r->n_before = r->zone->n;
    r->onset = (struct onset){ .until = INT64_MAX };
}

/* Its lines come in any order: only now all of it is known. */
static void end_onset(struct zone_reading *r)
{
    add_onset(r, r->onset.first);
    for (size_t i = r->n_before; i < r->zone->n; i++) {
        r->zone->onsets[i].from = r->onset.from;
        r->zone->onsets[i].to = r->onset.to;
    }
    r->is_onset = false;
}

static void begin_zone(struct zone_reading *r)
{
    if (r->zones->n < ICAL_ZONES)
        r->zone = &r->zones->all[r->zones->n++];
}

static void take_line(struct zone_reading *r, const struct ical_line *l)
{
    bool is_begin = ical_is(l, "BEGIN"), is_end = ical_is(l, "END");

    if (is_begin && ical_says(l, "VTIMEZONE")) {
        begin_zone(r);
    } else if (is_end && ical_says(l, "VTIMEZONE")) {
        r->zone = NULL;
    } else if (!r->zone) {
        return;
    } else if (is_begin) {
        begin_onset(r);
    } else if (is_end) {
        end_onset(r);
    } else if (r->is_onset) {
        take_onset(r, l);
    } else if (ical_is(l, "TZID")) {
        r->zone->name = arena_dup(r->a, l->value, l->n_value);
    } else if (ical_is(l, "X-LIC-LOCATION")) {
        r->zone->location = arena_dup(r->a, l->value, l->n_value);
    }
}

int ical_zones_read(struct arena *a, const char *p, size_t n, struct ical_zones **ret, struct err *err)
{
    struct ical_zones *zones = arena_alloc(a, sizeof *zones);
    struct zone_reading r = { .a = a, .zones = zones };
    struct ical_lines lines CLEANUP(ical_lines_done);
    struct ical_line line;
    int more;

    zones->all = arena_array(a, ICAL_ZONES, sizeof *zones->all);
    ical_lines_init(&lines, p, n);
    while ((more = ical_next(&lines, &line, err)) > 0)
        take_line(&r, &line);
    *ret = zones;
    return more;
}

static const struct ical_zone *find(const struct ical_zones *z, const char *name, size_t n)
{
    for (size_t i = 0; i < z->n; i++)
        if (z->all[i].name && strlen(z->all[i].name) == n && memcmp(z->all[i].name, name, n) == 0)
            return &z->all[i];
    return NULL;
}

const char *ical_zone_location(const struct ical_zones *z, const char *name, size_t n)
{
    const struct ical_zone *zone = find(z, name, n);

    return zone ? zone->location : NULL;
}

/* ---- what the offset is ---- */

/* When a yearly one happens in that year, at the time of day at which it first did. */
static int64_t in_year(const struct onset *o, int year)
{
    int64_t first = civil_days(year, o->month, 1), day;
    int days = civil_month_days(year, o->month);
    int64_t time = ((o->first % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;

    if (o->nth > 0) {
        day = first + (o->week - civil_weekday(first) + 7) % 7 + (int64_t)(o->nth - 1) * 7;
        while (day >= first + days)
            day -= 7;
    } else {
        int64_t last = first + days - 1;
        day = last - (civil_weekday(last) - o->week + 7) % 7 + (int64_t)(o->nth + 1) * 7;
        while (day < first)
            day += 7;
    }
    return day * DAY_SECONDS + time;
}

/* The last time it happened up to then; false when it had not yet. */
static bool last_before(const struct onset *o, int64_t wall, int64_t *ret)
{
    int64_t at = wall < o->until ? wall : o->until;
    int year;

    if (at < o->first)
        return false;
    *ret = o->first;
    if (o->month == 0)
        return true;
    year = civil_from_us(at * 1000000).year;
    for (int y = year; y >= year - 1 && y >= 1; y--) {
        int64_t then = in_year(o, y);
        if (then <= at && then >= o->first) {
            *ret = then;
            return true;
        }
    }
    return true;
}

bool ical_zone_offset(const struct ical_zones *z, const char *name, size_t n, int64_t wall_seconds, int64_t *ret_offset)
{
    const struct ical_zone *zone = find(z, name, n);
    const struct onset *last = NULL, *earliest = NULL;
    int64_t latest = INT64_MIN, at;

    for (size_t i = 0; zone && i < zone->n; i++) {
        const struct onset *o = &zone->onsets[i];
        if (!earliest || o->first < earliest->first)
            earliest = o;
        if (last_before(o, wall_seconds, &at) && at >= latest) {
            latest = at;
            last = o;
        }
    }
    if (!earliest)
        return false;
    *ret_offset = last ? last->to : earliest->from;
    return true;
}
