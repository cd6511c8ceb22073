/* histogram.c - the steps are those of an axis, so the marks below fall on the intervals' ends. */
#include "chart/histogram.h"
#include "base/arena.h"
#include "base/limits.h"
#include "chart/view.h"
#include <math.h>

#define LEAST 5
#define MOST 30

struct extent {
    double lo, hi;
    size_t count;
    bool whole;
};

static struct extent extent_of(const double *values, size_t n)
{
    struct extent e = { .lo = INFINITY, .hi = -INFINITY, .whole = true };

    for (size_t i = 0; i < n; i++) {
        if (isnan(values[i]))
            continue;
        e.lo = fmin(e.lo, values[i]);
        e.hi = fmax(e.hi, values[i]);
        e.whole = e.whole && values[i] == floor(values[i]);
        e.count++;
    }
    return e;
}

static struct step step_of(const struct extent *e)
{
    double range = e->hi - e->lo, want = sqrt((double)e->count);

    want = want < LEAST ? LEAST : want > MOST ? MOST : want;
    if (range <= fmax(fabs(e->lo), fabs(e->hi)) * 1e-12 || range < 1e-300)
        range = e->lo == 0 || fabs(e->lo) < 1e-290 ? 1 : fabs(e->lo); /* all but one value: an interval of its size */
    struct step s = step_for(range, want);
    return e->whole && s.size < 1 ? step_for(LEAST, LEAST) : s;
}

const struct bin *histogram_count(struct arena *a, const double *values, size_t n, size_t *ret_n)
{
    struct extent e = extent_of(values, n);
    struct step s = step_of(&e);
    int64_t first = step_below(&s, e.lo), last = step_below(&s, e.hi);
    size_t bins = (size_t)(last - first) + 1;
    struct bin *bin;

    bins = bins > CHART_BINS ? CHART_BINS : bins;
    bin = arena_array(a, bins, sizeof *bin);
    for (size_t i = 0; i < bins; i++)
        bin[i] = (struct bin){ step_at(&s, first + (int64_t)i), step_at(&s, first + (int64_t)i + 1), 0 };
    for (size_t i = 0; i < n; i++) {
        int64_t k = isnan(values[i]) ? -1 : step_below(&s, values[i]) - first;
        if (k >= 0)
            bin[(size_t)k < bins ? (size_t)k : bins - 1].count++;
    }
    *ret_n = bins;
    return bin;
}
