/* linear_part.h - how a linear model lies in a bundle, for the two that must agree: linear.c and train/linear_fit.c. */
#pragma once
#include "learn/linear.h"

struct linear_head {
    uint32_t bits, classes, weights;
    float scale;
};

/* Where its arrays begin; the bitmap is behind the head. */
struct linear_layout {
    size_t before, bias, weights, end;
};

static inline struct linear_layout linear_layout(const struct linear_head *h)
{
    size_t blocks = ((size_t)1 << h->bits) / LINEAR_BLOCK;
    struct linear_layout at;

    at.before = sizeof *h + blocks * sizeof(uint64_t);
    at.bias = at.before + blocks * sizeof(uint32_t);
    at.weights = at.bias + h->classes * sizeof(float);
    at.end = at.weights + h->weights * sizeof(int16_t);
    return at;
}
