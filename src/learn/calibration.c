/* calibration.c - a table of points, and the line between two of them. A part of a bundle is the points alone. */
#include "learn/calibration.h"
#include "base/err.h"
#include "learn/bundle.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

static bool point_fits(const struct calibration_point *p, const struct calibration_point *before)
{
    return isfinite(p->score) && p->probability >= 0 && p->probability <= 1 &&
           (!before || (p->score > before->score && p->probability >= before->probability));
}

int calibration_open(const void *p, size_t n, struct calibration *ret, struct err *err)
{
    const struct calibration_point *points = p;
    size_t count = n / sizeof *points;

    if ((uintptr_t)p % sizeof(float) != 0 || n % sizeof *points != 0 || count < 1 || count > CALIBRATION_POINTS_MOST)
        return bundle_damaged(err, "calibration", "its length makes no sense");
    for (size_t i = 0; i < count; i++)
        if (!point_fits(&points[i], i > 0 ? &points[i - 1] : NULL))
            return bundle_damaged(err, "calibration", "a point makes no sense");
    *ret = (struct calibration){ points, count };
    return 0;
}

double calibrate(const struct calibration *c, double score)
{
    size_t low = 0, high = c->n; /* the first point above the score is in [low, high] */
    const struct calibration_point *before, *above;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((double)c->points[middle].score <= score)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return (double)c->points[0].probability;
    if (low == c->n)
        return (double)c->points[c->n - 1].probability;
    before = &c->points[low - 1];
    above = &c->points[low];
    return (double)before->probability + ((double)above->probability - (double)before->probability) *
                                             (score - (double)before->score) /
                                             ((double)above->score - (double)before->score);
}
