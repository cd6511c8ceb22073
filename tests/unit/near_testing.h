/* near_testing.h - numbers that need only be near each other. */
#pragma once
#include "scratch.h"
#include <math.h>

#define assert_near(a, b, most) assert_near_at((a), (b), (most), __FILE__, __LINE__)

static inline void assert_near_at(double a, double b, double most, const char *file, int line)
{
    if (fabs(a - b) <= most)
        return;
    print_error("%.9g is not within %g of %.9g\n", a, most, b);
    _fail(file, line);
}
