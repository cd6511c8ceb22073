/* localize_plan.h - what metrics.localize asks the data. For src/agents/metrics only. */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct json;

struct localize_dimension {
    const char *name; /* as it is shown */
    const char *sql;  /* over the rows that are read */
    int64_t distinct; /* values in the whole table */
};

/* Rows of the baseline or of what came: both halves of one table, or the same rows twice. */
struct localize_half {
    const char *value, *weight; /* aggregates; weight NULL: a sum */
    const char *where;          /* NULL: all rows */
};

struct localize_plan {
    const char *from;
    struct localize_half baseline, actual;
    bool is_ratio;
    bool has_periods;
    struct localize_dimension *dimensions;
    size_t n_dimensions; /* at most CAUSE_ATTRIBUTES */
    struct json *notes;  /* of texts */
};

/* From the operation's arguments and profiler.analyze's result, which is changed where a column of numbers is a time.
 * Errors: ERR_METRIC_SQL_REQUIRED, ERR_COLUMN_NOT_FOUND, ERR_INVALID_DATE_RANGE, ERR_TYPE_MISMATCH,
 * ERR_INVALID_QUERY, ERR_CLARIFICATION_NEEDED. */
WARN_UNUSED int localize_plan(struct arena *a, const struct json *args, struct json *profile, struct localize_plan *ret,
                              struct err *err);

/* One row for each combination: the dimensions, then baseline and actual value, of a ratio baseline and actual weight,
 * and baseline and actual rows. */
WARN_UNUSED int localize_sql(struct arena *a, const struct localize_plan *p, const char **ret, struct err *err);

/* Leaves out the dimension with most values, and notes it; false when there is none to leave out. */
bool localize_coarsen(struct arena *a, struct localize_plan *p);
