/* zone.h - a time zone: between an instant and what the clock on the wall says, daylight saving included.
 *
 * A zone is read from the bytes of a compiled zone file (TZif, RFC 8536, versions 1 to 4) with its footer's rule for
 * the years behind its last transition. Leap seconds in it are refused: the program's clock has none. Once read it does
 * not change, so threads may share it.
 *
 * A wall time that a change to summer time leaves out is read with the offset from before it, as RFC 5545 has it: 02:30
 * becomes 03:30. One that happens twice is the first of the two.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct civil;
struct err;
struct zone;

/* ERR_INVALID_INPUT for bytes that are no such file. */
WARN_UNUSED int zone_read(const void *p, size_t n, struct zone **ret, struct err *err);
struct zone *zone_utc(void); /* without a file; to be freed like the others */
void zone_free(struct zone *z);

/* Seconds to add to UTC at that instant, which is in microseconds since 1970 and within the years 0 to 9999. */
int zone_offset(const struct zone *z, int64_t us);

/* What the wall says at an instant, and the instant at which the wall says so; of the same years. */
struct civil zone_local(const struct zone *z, int64_t us);
int64_t zone_instant(const struct zone *z, const struct civil *local);
