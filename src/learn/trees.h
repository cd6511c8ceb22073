/* trees.h - boosted regression trees: a score from numbers.
 *
 * A candidate is a row of `features` floats, each with its fixed place. A score is the base and the sum of one leaf of
 * every tree. What it means is what the trees were fitted for: with a ranking, only its order within one list; with
 * yes or no, logistic(score) is how likely "yes" is.
 *
 * At a node a value that is not greater than the threshold goes left, and so does NaN, which stands for "unknown".
 *
 * A model is a part of a bundle (bundle.h) and lives as long as that. Nothing here allocates or changes: any number of
 * threads may use a model. Sums are taken in the order of the trees, so a row has the same score in every batch.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct err;

#define TREES_FEATURES_MOST 4096
#define TREES_LEAVES_MOST 256 /* of one tree */
#define TREES_MOST 4096

struct trees_node {
    float threshold;
    uint16_t feature;
    int16_t child[2]; /* not greater, greater: a later node, or ~leaf; both counted within the tree */
    uint16_t unused;  /* 0 */
};

struct trees {
    size_t features;
    size_t n;
    double base;
    const uint32_t *start;          /* n + 1: where the nodes of each tree begin; its leaves are one more each */
    const struct trees_node *nodes; /* of all trees */
    const float *leaves;            /* of all trees: those of tree i begin at start[i] + i */
};

/* The model that these bytes are; they must stay, and be aligned to 8. ERR_DATA_UNREADABLE when they are none. */
WARN_UNUSED int trees_open(const void *p, size_t n, struct trees *ret, struct err *err);

/* The scores of n rows, which begin `stride` floats apart (at least m->features). Faster than one row at a time. */
void trees_scores(const struct trees *m, const float *rows, size_t n, size_t stride, double *ret);
