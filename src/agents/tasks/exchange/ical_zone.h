/* ical_zone.h - the time zones that a calendar brings along (VTIMEZONE). For src/agents/tasks only.
 *
 * They are wanted only where the system has no zone of that name: mail programs name theirs as they like. A zone is a
 * list of changes of its offset, each once, on given days, or every year on the same weekday of a month.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct ical_zones;

/* All that the calendar has. */
WARN_UNUSED int ical_zones_read(struct arena *a, const char *p, size_t n, struct ical_zones **ret, struct err *err);

/* The tz database's name that the zone says it has, or NULL. */
const char *ical_zone_location(const struct ical_zones *z, const char *name, size_t n);

/* The offset from UTC in seconds when the zone's wall says so, in seconds since 1970 as if it were UTC's; false when
 * the calendar has no such zone. */
bool ical_zone_offset(const struct ical_zones *z, const char *name, size_t n, int64_t wall_seconds,
                      int64_t *ret_offset);
