/* verdict.h - what the rows of a query say about a hypothesis. Pure; for src/agents/metrics only. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct json;

enum verdict { VERDICT_YES, VERDICT_NO, VERDICT_OPEN };

/* ---- parts ---- */

/* Where a split puts the change. Shares are of the change of the whole; a part's expected share is its share in the
 * baseline (of a ratio: of its rows). */
struct concentration {
    enum verdict verdict;
    size_t row; /* the part that moved the most the same way as the whole */
    double share, expected;
    bool any;      /* there is such a part */
    bool is_noise; /* it has that share, and its days differ as much anyway: set by who asked for them */
};

/* Of gauge_sql()'s rows, split, against what they are parts of: the row of the whole, or NULL for their own sum. */
struct concentration verdict_parts(const struct json *result, const struct json *whole, bool is_ratio);

/* ---- days ---- */

/* One period's days, as numbers. */
struct days {
    const double *values;
    size_t n;
    bool is_daily; /* one for each day, none left out: */
    int64_t first; /* from this day on */
};

struct onset {
    enum verdict verdict;
    size_t day;           /* of the comparison period, from 0: the first of the new level */
    double before, after; /* the level before and from that day on */
};

/* Whether the level steps on a day: before it near the baseline's, from it on at least most of the change away. */
struct onset verdict_onset(const struct days *baseline, const struct days *comparison);

/* Whether the means of two periods lie no further apart than their days do among themselves; of what was picked among
 * so many, for the most extreme of many lies further out by chance. False with too few days to tell. */
bool verdict_is_noise(const struct days *baseline, const struct days *comparison, size_t among);
