/* calibration.h - a score becomes how often it is right.
 *
 * A table of points, scores rising and probabilities never falling. Between two points it is a straight line, and
 * outside of all of them the nearest one's probability. It is a part of a bundle (bundle.h) and lives as long as that.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct err;

#define CALIBRATION_POINTS_MOST 1024

struct calibration_point {
    float score, probability;
};

struct calibration {
    const struct calibration_point *points; /* at least one */
    size_t n;
};

/* The table that these bytes are; they must stay, and be aligned to 4. ERR_DATA_UNREADABLE when they are none. */
WARN_UNUSED int calibration_open(const void *p, size_t n, struct calibration *ret, struct err *err);

/* NaN is given the least probability there is. */
double calibrate(const struct calibration *c, double score);
