/* histogram.h - how often numbers fall into equal intervals whose ends are round. */
#pragma once
#include <stddef.h>

struct arena;
struct bin;

/* At most CHART_BINS intervals that hold every value which is no gap (NAN), of which there is one at least. About the
 * square root of their number is aimed at, from 5 to 30; whole numbers never get intervals below 1. */
const struct bin *histogram_count(struct arena *a, const double *values, size_t n, size_t *ret_n);
