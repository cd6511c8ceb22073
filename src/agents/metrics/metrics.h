/* metrics.h - the metrics agent: why a figure changed between two periods.
 *
 * A session holds files, what is asked, and all that came of it (a folder in the seed's layout); metrics.investigate
 * does the same work and keeps nothing. metrics.localize, which both rest on, is in localize.h.
 */
#pragma once
#include "agents/metrics/runner.h"
#include "base/attrs.h"

struct err;
struct op_table;
struct store;

/* What the operations work on; store and home are there before the first of them runs. */
struct metrics {
    struct store *store;
    const char *home;
    struct runners runners;
};

WARN_UNUSED int metrics_add(struct op_table *table, struct metrics *m, struct err *err);
