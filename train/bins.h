/* bins.h - the values of all features as small numbers.
 *
 * Bin 0 is what is unknown (NaN, and minus infinity). The others hold about equally many values each, in rising order;
 * a value that many rows have gets a bin of its own. Eight features stand together, so that one load brings a row's
 * bins of all eight.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct tree_rows;

#define BINS 256
#define BIN_GROUP 8 /* features */

struct bins {
    size_t rows, features;
    size_t groups;    /* of features; what the last one lacks is all bin 0 */
    float *most;      /* of each feature and bin: its highest value; the bin's threshold */
    unsigned *counts; /* of each feature: its bins, bin 0 too */
    uint64_t *packed; /* of each group and row */
};

void bins_make(struct bins *b, const struct tree_rows *rows, unsigned threads);
void bins_done(struct bins *b);

static inline unsigned bin_of(const struct bins *b, size_t feature, size_t row)
{
    return b->packed[feature / BIN_GROUP * b->rows + row] >> feature % BIN_GROUP * 8 & (BINS - 1);
}
