/* calibrate_fit.h - how often a score is right, learned from examples (learn/calibration.h uses it).
 *
 * Isotonic regression: of all tables that never fall, the one nearest to what was seen. Each stretch of scores with one
 * probability becomes a point; stretches of fewer than `least` examples are joined with their nearer neighbour, so that
 * one lucky example is not a certainty. No probability is 0 or 1: each stretch is taken to have seen one half of an
 * example more of either kind.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct buf;
struct err;

/* Appends the part of a bundle. ERR_INVALID_INPUT without examples, or with a score that is no number. */
WARN_UNUSED int calibrate_fit(const double *scores, const bool *is_right, size_t n, size_t least, struct buf *ret,
                              struct err *err);
