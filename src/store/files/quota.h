/* quota.h - how large a home is, and whether it may grow.
 *
 * A home has a quota so that one runaway session does not fill a person's disk. Large writes ask for it first (uploads,
 * artifacts, recorded sessions). The small writes that keep state and log never ask: they must go on.
 *
 * Sizes are what files take on the disk (their blocks), so a sparse file counts what it costs. The sum is made by
 * looking at every file: at most 0.1 s for ten thousand. No running total is kept, since a kill could spoil it.
 */
#pragma once
#include "base/attrs.h"
#include <stdint.h>

struct cancel;
struct err;

struct quota {
    uint64_t total; /* bytes */
    uint64_t files;
};

WARN_UNUSED int quota_measure(const char *home, const struct cancel *cancel, struct quota *ret, struct err *err);

/* 0 when `more` bytes may still come; ERR_QUOTA when they would take the home over `limit` (0: HOME_QUOTA_BYTES). */
WARN_UNUSED int quota_check(const char *home, uint64_t limit, uint64_t more, const struct cancel *cancel,
                            struct err *err);
