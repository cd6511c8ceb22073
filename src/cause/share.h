/* share.h - what each cause has of the change, so that the causes and the rest add up to it exactly.
 *
 * Every leaf belongs to one part: the first cause that covers it, or the rest (part 0). Of a sum, a part's contribution
 * is its actual figure less its baseline, added up in decimals without rounding.
 *
 * Of a ratio N / D, with R0 = N0 / D0 the whole's level before, a part's contribution is how far it pulls the whole
 * from R0 after, less how far it did before:
 *
 *   (n1 - R0 d1) / D1  -  (n0 - R0 d0) / D0
 *
 * These add up to N1 / D1 - N0 / D0, whatever the parts. It is the sum of two effects: of the part's own rate,
 * d1 / D1 (n1 / d1 - n0 / d0), and of its share in the whole, (d1 / D1 - d0 / D0) (n0 / d0 - R0). Quotients have no
 * end, so they are rounded to RATIO_SCALE decimals, and the rest's is what is then left of the (rounded) change.
 */
#pragma once
#include "base/attrs.h"
#include "cause/exact.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

#define RATIO_SCALE 12 /* decimals of a ratio: of a rate of one in a million, six figures */

/* Figures of leaves, all of the same scale; of a ratio the weights have one of their own. */
struct share_leaves {
    size_t n;
    const exact *baseline, *actual;
    const exact *baseline_weight, *actual_weight; /* NULL: a sum */
    unsigned scale, weight_scale;
};

struct share {
    exact contribution;
    exact baseline, actual; /* of a ratio where the part was not there before, or is not after: 0, and has_... false */
    bool has_baseline, has_actual;
    double of_change; /* contribution by total change; 0 without a change */
    double rate, mix; /* of a ratio: the two effects */
};

struct shares {
    unsigned scale;      /* of all the figures below */
    struct share whole;  /* its contribution is the total change */
    struct share *parts; /* [0] is the rest: its contribution is the residual */
    double rate, mix;    /* of a ratio: the effects of all leaves */
};

/* parts: one more than there are causes; part is of each leaf. ERR_TOO_LARGE where a sum does not fit; ERR_DATA_EMPTY
 * where a ratio's denominator is 0 before or after. */
WARN_UNUSED int share_all(const struct share_leaves *leaves, const uint32_t *part, size_t parts, struct arena *a,
                          struct shares *ret, struct err *err);
