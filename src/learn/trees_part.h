/* trees_part.h - how trees lie in a bundle, for the two that must agree: trees.c and train/trees_write.c. */
#pragma once
#include "learn/trees.h"

struct trees_head {
    uint32_t features, trees, nodes;
    uint32_t unused; /* 0 */
    double base;
};

/* Where the arrays begin; the starts of the trees are behind the head. */
struct trees_layout {
    size_t nodes, leaves, end;
};

static inline struct trees_layout trees_layout(const struct trees_head *h)
{
    struct trees_layout at;

    at.nodes = sizeof *h + ((size_t)h->trees + 1) * sizeof(uint32_t);
    at.leaves = at.nodes + h->nodes * sizeof(struct trees_node);
    at.end = at.leaves + ((size_t)h->nodes + h->trees) * sizeof(float);
    return at;
}
