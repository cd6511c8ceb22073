/* periods.h - two days as a person writes them on the command line. For src/agents/metrics only. */
#pragma once
#include "base/attrs.h"

struct arena;
struct err;
struct span;

/* "2024-01-01..2024-01-31"; either side may be a month (2024-01) or a year (2024), of which the first or the last day
 * counts, and one side alone is both. ERR_INVALID_DATE_RANGE. */
WARN_UNUSED int period_read(struct arena *a, const char *text, struct span *ret, struct err *err);
