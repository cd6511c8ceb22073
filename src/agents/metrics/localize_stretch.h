/* localize_stretch.h - periods as conditions on a column. For src/agents/metrics only.
 *
 * A period is {"start","end"} or "A..B". Its ends are days (2024-01-31; a month or a year stands for its days), moments
 * (2024-01-31T12:05:00Z), or numbers as the column has them (1590811140). Both ends belong to it.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct err;
struct json;

/* How a column tells the time. */
enum stretch_unit { STRETCH_DATE, STRETCH_SECONDS, STRETCH_MILLISECONDS };

struct stretch {
    int64_t from_us, to_us; /* both included */
    bool is_days;           /* whole days were named */
};

/* what: "baseline" or "compare", for messages. ERR_INVALID_DATE_RANGE. */
WARN_UNUSED int stretch_read(struct arena *a, const struct json *period, const char *what, struct stretch *ret,
                             struct err *err);

/* The condition in SQL; column is already quoted. */
const char *stretch_sql(struct arena *a, const struct stretch *w, const char *column, enum stretch_unit unit);

/* The unit of a column of whole numbers, by its least and greatest value: seconds or milliseconds since 1970, of the
 * years 2000 to 2099; false when it is none. */
bool stretch_is_epoch(const struct json *least, const struct json *greatest, enum stretch_unit *ret);
