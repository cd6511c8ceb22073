/* cause.h - which segments explain a change.
 *
 * Given are leaves: the combinations of attribute values that occur, each with what was expected of it (a forecast, or
 * an earlier period's figure) and what came. Wanted are the few attribute sets ("region = East", "device = C1 and
 * bitrate = 500") that account for the change, most telling first.
 *
 * The idea is that of the field's papers (HotSpot, Squeeze and their kin): where a segment is the cause, all that is
 * below it moved by about the same factor. So a segment is judged by two figures of its sums alone, F expected and V
 * actual, with d = V - F:
 *
 *   evidence  d * d / max(F, V): the change, times how much of the segment it is. A larger segment that holds the cause
 *             and things that did not move has the same change and less evidence; a part of the cause has less of both.
 *   misfit    by how much the evidence of its parts, were it split by one more attribute, exceeds its own: 0 where all
 *             parts moved alike. The attribute that splits it worst counts.
 *
 * The segment with the most evidence after its misfit is the next cause; its leaves are taken out and the search goes
 * on. All segments up to CAUSE_DEPTH attributes are looked at, none is guessed: sums over sums, no sampling, so the
 * result depends on nothing but the leaves and their order.
 *
 * Noise is measured, not assumed (noise.h), on the leaves that no cause has: a cause must stand out of it further than
 * the most extreme of so many segments would by chance. Where all moved alike, that is said (`together`) and what
 * deviates from the common factor is looked for.
 *
 * A metric that is a ratio (sum of numerators over sum of denominators) is searched for changes of its rate: F is then
 * what the numerator would be at the leaf's old rate, drawn to the whole's old rate where the leaf is small.
 *
 * Nothing here does I/O. Memory and work are bounded by CAUSE_CELLS and CAUSE_SEGMENTS: where attributes and leaves are
 * so many that not all depths fit, less deep segments are searched, and `depth` says so.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct err;

struct cause_leaves {
    size_t n;
    unsigned attributes;             /* at most CAUSE_ATTRIBUTES */
    const uint32_t *codes;           /* n rows of `attributes` numbers, each from 0 on for one attribute's values */
    const uint32_t *values;          /* how many different values each attribute has; at most CAUSE_LEAVES */
    const double *baseline, *actual; /* of a ratio: the numerators; all finite */
    const double *baseline_weight, *actual_weight; /* of a ratio: the denominators; else NULL */
};

struct cause {
    unsigned n; /* attributes of the set */
    unsigned attribute[CAUSE_DEPTH];
    uint32_t value[CAUSE_DEPTH];
    double score; /* from 0 to 1: how well one common factor fits all its parts */
};

struct cause_found {
    struct cause causes[CAUSE_MOST];
    size_t n;
    uint32_t *part;  /* of each leaf: 0, or 1 + the first cause that covers it */
    bool together;   /* all moved by a common factor: */
    double factor;   /* this one */
    unsigned depth;  /* how many attributes a set could have had */
    size_t searched; /* segments that were looked at */
};

/* At most `most` causes (from 1 to CAUSE_MOST), the first of those there are. Nothing in ret that needs freeing: part
 * lives in the arena. Errors: ERR_CANCELLED and ERR_QUERY_TIMEOUT. */
WARN_UNUSED int cause_find(const struct cause_leaves *leaves, size_t most, const struct cancel *cancel, struct arena *a,
                           struct cause_found *ret, struct err *err);
