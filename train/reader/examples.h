/* examples.h - rows of hashed features, as linear_fit.h takes them. Grows as rows come; ends where memory does. */
#pragma once
#include "learn/feature.h"
#include "train/linear_fit.h"
#include <stddef.h>
#include <stdint.h>

struct examples {
    uint32_t *features;
    uint64_t *start; /* n + 1 */
    size_t n, room, room_features;
};

void examples_add(struct examples *e, const struct features *row);
void examples_add_all(struct examples *e, const struct examples *more);
void examples_done(struct examples *e);

/* Rows first to end, where they lie. */
struct feature_rows examples_rows(const struct examples *e, size_t first, size_t end);

/* The same rows without the features that fewer than `least` databases have: those teach nothing of others. of: the
 * database of each row; rows of one stand together. */
void examples_common(const struct feature_rows *rows, const uint32_t *of, unsigned least, struct examples *ret);

/* One row. */
const uint32_t *examples_row(const struct examples *e, size_t i, size_t *ret_n);
