/* zone_node.h - the rule of a zone for the years behind its last transition, as POSIX's TZ has it; for zone.c alone.
 *
 *   CET-1CEST,M3.5.0,M10.5.0/3      <-03>3      IST-1GMT0,M10.5.0,M3.5.0/1
 *
 * Which of its two times is called summer time does not matter here: the second one holds from `start` to `end`, every
 * year, and may as well be the earlier one.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ZONE_OFFSET_MOST 93599 /* seconds, either way: RFC 8536 has less than 26 hours */

/* A day of each year and a time of it, which may be before or behind that day. */
struct zone_day {
    enum { ZONE_DAY_JULIAN, ZONE_DAY_ZERO, ZONE_DAY_WEEKDAY } kind; /* Jn, n, Mm.w.d */
    int month, week, day;
    int64_t seconds;
};

struct zone_rule {
    int offset, other; /* seconds to add to UTC, and those from start to end */
    bool has_other;
    struct zone_day start, end;
};

/* A stretch of time with one offset: it ends before `until`. */
struct zone_stretch {
    int offset;
    int64_t until;
};

/* All of the text; false when it is no such rule. */
bool zone_rule_read(const char *p, size_t n, struct zone_rule *ret);

struct zone_stretch zone_rule_at(const struct zone_rule *r, int64_t seconds);
