/* segments.h - every attribute set up to a depth, and the sums of its leaves. For src/cause only.
 *
 * A cuboid is a choice of attributes; its segments are the combinations of their values that occur. Which segment of
 * each cuboid a leaf belongs to is worked out once; the sums are made anew whenever leaves were taken out, by adding in
 * the leaves' order.
 */
#pragma once
#include "base/attrs.h"
#include <math.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct cause_leaves;
struct err;

struct segment {
    double change;        /* actual less expected */
    double before, after; /* sizes: expected and actual without their signs */
    double squares;       /* of the leaves' sizes, each the mean of before and after */
    double split;         /* the most evidence that its parts have, were it split by one more attribute */
    uint32_t leaf;        /* its first */
    uint32_t leaves;      /* how many are left */
};

/* Adds a leaf to the sums. */
static inline void segment_add(struct segment *g, double expected, double actual)
{
    double before = fabs(expected), after = fabs(actual), size = (before + after) / 2;

    g->change += actual - expected;
    g->before += before;
    g->after += after;
    g->squares += size * size;
    g->leaves++;
}

/* The mean of before and after. */
static inline double segment_size(const struct segment *g)
{
    return (g->before + g->after) / 2;
}

struct cuboid {
    uint32_t mask;        /* a bit for each attribute */
    unsigned depth;       /* how many there are */
    const uint32_t *of;   /* of each leaf: its segment here */
    struct segment *list; /* n of them */
    size_t n;
};

struct segments {
    struct cuboid *cuboids; /* by depth, the whole (no attribute) first */
    size_t n;
    unsigned built; /* the deepest */
    size_t total;   /* segments of all */
};

/* All cuboids up to `depth` that the bounds allow. */
WARN_UNUSED int segments_build(const struct cause_leaves *leaves, unsigned depth, const struct cancel *cancel,
                               struct arena *a, struct segments *ret, struct err *err);

/* The sums of the leaves whose part is 0. */
WARN_UNUSED int segments_sum(struct segments *s, size_t n, const double *expected, const double *actual,
                             const uint32_t *part, const struct cancel *cancel, struct err *err);
