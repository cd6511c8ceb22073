/* zone_rule.c - POSIX's TZ, read strictly, and where its two changes of a year lie.
 *
 * A change may lie up to a week outside of its year (its time has up to 167 hours, either way), so the changes of five
 * years are looked at to know what holds at an instant and until when. Where one year's end meets the next one's start,
 * the start wins: that is how a zone with its summer time all year is written.
 */
#include "base/str.h"
#include "base/timefmt.h"
#include "base/zone/zone_node.h"

#define DAY_SECONDS 86400

/* ---- reading ---- */

struct reader {
    const char *p, *end;
};

static bool next_is(const struct reader *r, char c)
{
    return r->p < r->end && *r->p == c;
}

static bool skip(struct reader *r, char c)
{
    if (!next_is(r, c))
        return false;
    r->p++;
    return true;
}

/* At most three digits: no part of a rule has more. */
static bool read_number(struct reader *r, int least, int most, int *ret)
{
    const char *from = r->p;
    int v = 0;

    while (r->p < r->end && r->p - from < 3 && str_is_digit(*r->p))
        v = v * 10 + (*r->p++ - '0');
    *ret = v;
    return r->p > from && v >= least && v <= most;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A name of at least three letters, or anything of letters, digits and signs in angle brackets. */
static bool skip_name(struct reader *r)
{
    bool quoted = skip(r, '<');
    const char *from = r->p;

    while (r->p < r->end && (is_letter(*r->p) || (quoted && (str_is_digit(*r->p) || *r->p == '+' || *r->p == '-'))))
        r->p++;
    return r->p - from >= 3 && (!quoted || skip(r, '>'));
}

/* [+-]hh[:mm[:ss]] in seconds. */
static bool read_time(struct reader *r, int hours, int *ret)
{
    bool negative = next_is(r, '-');
    int h, m = 0, s = 0;

    if (negative || next_is(r, '+'))
        r->p++;
    if (!read_number(r, 0, hours, &h) ||
        (skip(r, ':') && (!read_number(r, 0, 59, &m) || (skip(r, ':') && !read_number(r, 0, 59, &s)))))
        return false;
    *ret = (h * 3600 + m * 60 + s) * (negative ? -1 : 1);
    return true;
}

static bool read_day(struct reader *r, struct zone_day *ret)
{
    int seconds = 2 * 3600;

    *ret = (struct zone_day){ .kind = ZONE_DAY_ZERO };
    if (!skip(r, ','))
        return false;
    if (skip(r, 'J')) {
        ret->kind = ZONE_DAY_JULIAN;
        if (!read_number(r, 1, 365, &ret->day))
            return false;
    } else if (skip(r, 'M')) {
        ret->kind = ZONE_DAY_WEEKDAY;
        if (!read_number(r, 1, 12, &ret->month) || !skip(r, '.') || !read_number(r, 1, 5, &ret->week) ||
            !skip(r, '.') || !read_number(r, 0, 6, &ret->day))
            return false;
    } else if (!read_number(r, 0, 365, &ret->day)) {
        return false;
    }
    if (skip(r, '/') && !read_time(r, 167, &seconds))
        return false;
    ret->seconds = seconds;
    return true;
}

bool zone_rule_read(const char *p, size_t n, struct zone_rule *ret)
{
    struct reader r = { p, p + n };
    struct zone_rule rule = { 0 };
    int west;

    if (!skip_name(&r) || !read_time(&r, 24, &west))
        return false;
    rule.offset = -west;
    if (r.p < r.end) {
        rule.has_other = true;
        rule.other = rule.offset + 3600;
        if (!skip_name(&r))
            return false;
        if (!next_is(&r, ',')) {
            if (!read_time(&r, 24, &west))
                return false;
            rule.other = -west;
        }
        if (!read_day(&r, &rule.start) || !read_day(&r, &rule.end) || r.p < r.end)
            return false;
    }
    *ret = rule;
    return true;
}

/* ---- the changes of a year ---- */

static int64_t weekday_in_month(int year, const struct zone_day *d)
{
    int64_t first = civil_days(year, d->month, 1);
    int day = (d->day - civil_weekday(first) + 7) % 7 + 7 * (d->week - 1);

    return first + (day >= civil_month_days(year, d->month) ? day - 7 : day);
}

/* Seconds since 1970 on the wall. */
static int64_t change(int year, const struct zone_day *d)
{
    int64_t day = civil_days(year, 1, 1) + d->day;
    bool is_leap = civil_month_days(year, 2) == 29;

    if (d->kind == ZONE_DAY_WEEKDAY)
        day = weekday_in_month(year, d);
    else if (d->kind == ZONE_DAY_JULIAN) /* counts without 29 February: the 60th day is 1 March */
        day -= is_leap && d->day >= 60 ? 0 : 1;
    return day * DAY_SECONDS + d->seconds;
}

/* What is known so far: the last change at or before an instant, and the first behind it. */
struct around {
    int64_t last, next;
    int offset;
};

static void look_at(struct around *a, int64_t seconds, int64_t at, int offset)
{
    if (at > seconds) {
        a->next = at < a->next ? at : a->next;
    } else if (at >= a->last) {
        a->last = at;
        a->offset = offset;
    }
}

struct zone_stretch zone_rule_at(const struct zone_rule *r, int64_t seconds)
{
    struct around a = { INT64_MIN, INT64_MAX, r->offset };
    int year;

    if (!r->has_other)
        return (struct zone_stretch){ r->offset, INT64_MAX };
    year = civil_from_us(seconds * 1000000).year;
    for (int y = year - 2; y <= year + 2; y++) {
        look_at(&a, seconds, change(y, &r->end) - r->other, r->offset);
        look_at(&a, seconds, change(y, &r->start) - r->offset, r->other);
    }
    return (struct zone_stretch){ a.offset, a.next };
}
