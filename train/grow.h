/* grow.h - one tree, grown leaf by leaf.
 *
 * A row has a gradient and a Hessian: which way its score should go, and how sure that is. Both are kept as whole
 * numbers, so that sums over rows are exact and the same in any order.
 */
#pragma once
#include "learn/trees.h"
#include "train/bins.h"
#include <stdbool.h>

struct trees_fit;

/* What is summed over rows: the gradients; the number of rows, and below its bits their Hessians. */
struct sums {
    int64_t gradient;
    uint64_t rows_hessian;
};

struct grower;
struct grower *grower_new(const struct trees_fit *how, const struct bins *bins);
void grower_free(struct grower *g);

struct grown {
    struct trees_node nodes[TREES_LEAVES_MOST];
    float leaves[TREES_LEAVES_MOST];
    double gains[TREES_LEAVES_MOST]; /* of each node */
    unsigned n_nodes;                /* and one leaf more */
};

/* Grows a tree from the n rows listed, by their gradients and Hessians (of all rows, by number), on the features that
 * are used; then adds to each row's score, listed or not, what its leaf says. */
void grow_tree(struct grower *g, const uint32_t *listed, size_t n, const float *gradients, const float *hessians,
               const bool *is_used, double *scores, struct grown *ret);
