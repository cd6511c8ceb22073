/* bins.c - where one bin ends is decided from a sample, which is every n-th row. */
#include "train/bins.h"
#include "train/room.h"
#include "train/threads.h"
#include "train/trees_fit.h"
#include <math.h>
#include <string.h>

#define SAMPLE 200000

struct binning {
    struct bins *bins;
    const struct tree_rows *rows;
    unsigned shares;
};

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

/* The sampled values of a feature that are known, in order. */
static size_t sample(const struct tree_rows *rows, size_t feature, float *ret)
{
    size_t every = rows->n / SAMPLE + 1, n = 0;

    for (size_t i = 0; i < rows->n; i += every) {
        float v = rows->values[i * rows->features + feature];
        if (v > -INFINITY) /* not NaN either */
            ret[n++] = v;
    }
    qsort(ret, n, sizeof *ret, compare);
    return n;
}

/* Between two values, so that values that were not sampled fall on the nearer side. */
static float between(float low, float high)
{
    float middle = (float)(((double)low + (double)high) / 2);

    return middle >= low && middle < high ? middle : low;
}

/* How many of the sorted values are the same as the first. */
static size_t run_length(const float *v, size_t n)
{
    size_t k = 1;

    while (k < n && v[k] <= v[0])
        k++;
    return k;
}

static size_t distinct(const float *v, size_t n)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i += run_length(v + i, n - i))
        k++;
    return k;
}

/* Ends of bins into most, from bin 1 on. A bin is closed once it has its share of what is left, before a value that
 * would be too much for it, and always when there are bins for all values that are left. Returns the bins. */
static unsigned cut(const float *v, size_t n, float *most)
{
    size_t in_bin = 0, values = distinct(v, n);
    unsigned bin = 1;

    for (size_t i = 0, k, next; i < n; i += k, values--) {
        size_t bins_left = BINS - bin;
        k = run_length(v + i, n - i);
        in_bin += k;
        if (i + k == n || bins_left == 1)
            continue;
        next = run_length(v + i + k, n - i - k);
        if (values <= bins_left || in_bin * bins_left >= n - i - k + in_bin ||
            (in_bin + next) * bins_left > 2 * (n - i - k + in_bin)) {
            most[bin++] = between(v[i], v[i + k]);
            in_bin = 0;
        }
    }
    most[bin] = INFINITY;
    return bin + 1;
}

static unsigned find_bin(const float *most, unsigned count, float v)
{
    unsigned low = 0, high = count - 1; /* the first bin whose highest value is not less */

    if (isnan(v))
        return 0;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (v <= most[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void bin_feature(const struct binning *w, size_t feature, float *sampled)
{
    struct bins *b = w->bins;
    float *most = b->most + feature * BINS;
    uint64_t *packed = b->packed + feature / BIN_GROUP * b->rows;
    size_t n = sample(w->rows, feature, sampled);

    most[0] = -INFINITY;
    b->counts[feature] = cut(sampled, n, most);
    for (size_t i = 0; i < b->rows; i++) {
        uint64_t bin = find_bin(most, b->counts[feature], w->rows->values[i * b->features + feature]);
        packed[i] |= bin << feature % BIN_GROUP * 8;
    }
}

/* A share has whole groups, as the features of one write to the same words. */
static void bin_share(void *state, unsigned share)
{
    const struct binning *w = state;
    float *sampled = room_for(w->rows->n < SAMPLE ? w->rows->n : SAMPLE + 1, sizeof *sampled);

    for (size_t i = 0; i < w->bins->features; i++)
        if (i / BIN_GROUP % w->shares == share)
            bin_feature(w, i, sampled);
    free(sampled);
}

void bins_make(struct bins *b, const struct tree_rows *rows, unsigned threads)
{
    struct binning w = { b, rows, threads };

    *b = (struct bins){ .rows = rows->n, .features = rows->features };
    b->groups = (rows->features + BIN_GROUP - 1) / BIN_GROUP;
    b->most = room_for(rows->features * BINS, sizeof *b->most);
    b->counts = room_for(rows->features, sizeof *b->counts);
    b->packed = room_for(b->groups * rows->n, sizeof *b->packed);
    run_shares(threads, false, bin_share, &w);
}

void bins_done(struct bins *b)
{
    free(b->most);
    free(b->counts);
    free(b->packed);
}
