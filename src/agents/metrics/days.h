/* days.h - the metric day by day, of all rows or of one segment's, and whether that moved further than it strays
 * anyway. For src/agents/metrics only.
 *
 * This is the investigation's one idea of noise: how far the days of a segment lie apart among themselves. Hypotheses
 * are confirmed by it, and so are the segments that metrics.localize finds, so that the two cannot disagree.
 */
#pragma once
#include "agents/metrics/verdict.h"
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct json;
struct probe;

/* One period. */
struct calendar {
    double *level; /* of each day: the metric's figure, 0 where there are no rows */
    double *pull;  /* what the day adds: of a sum its figure, of a ratio how far it pulls from the baseline's level */
    bool *has;     /* rows stand on it */
    size_t length; /* days of the period */
    size_t seen;   /* days with rows */
    int64_t first;
    double weight; /* of a ratio: what is divided by, of all days */
};

struct timeline {
    struct calendar before, after;
    bool is_known; /* false: the periods are too long to be looked at day by day */
    const char *sql;
    struct json *result;
};

/* Asks for all rows, or with `also` for those of which that condition holds. */
WARN_UNUSED int timeline_ask(struct probe *p, const char *also, struct timeline *ret, struct err *err);

/* A sum's day without rows is a day of nothing, unless the data is not daily at all; of a ratio it says nothing. */
struct days timeline_levels(const struct probe *p, const struct timeline *t, bool is_after);

/* Whether a segment's days (or the whole's) lie no further apart between the periods than among themselves, for one
 * that was picked among so many. False where too few days are known to tell. */
bool timeline_is_noise(const struct probe *p, const struct timeline *t, size_t among);
