/* trees_fit.h - boosted trees, learned from examples (learn/trees.h uses them).
 *
 * Gradient boosting over histograms: the values of a feature fall into at most 255 bins, and trees grow leaf by leaf,
 * the split that gains most first. Two losses: yes or no (logistic), and the order of lists (LambdaMART, on NDCG).
 *
 * Threads share the features, and sums over rows are taken in the rows' order, so the same examples give the same
 * bytes on any number of threads.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct buf;
struct err;

struct trees_fit {
    unsigned trees, leaves; /* at most, of each tree */
    double rate;            /* of learning: what each tree adds is shrunk to that share */
    double l2;              /* of a leaf's value */
    double least_weight;    /* of the rows in a leaf, summed Hessians: 1e-3 */
    unsigned least_rows;    /* in a leaf */
    double row_share;       /* of the rows (of lists, for an order) each tree is learned from; 1: all */
    double feature_share;   /* of the features each tree may use; 1: all */
    unsigned depth;         /* of the order that counts in a list: pairs with one of the first `depth`; 0: all */
    unsigned threads;       /* 1 or 2 */
    uint64_t seed;          /* of the shares */
};

/* What is sensible with some thousands of lists: 250 trees of 31 leaves, .05, 5, 1e-3, 60, .7, .6, 5, 2 threads. */
extern const struct trees_fit trees_fit_usual;

struct tree_rows {
    const float *values; /* n rows of `features` values; NaN: unknown */
    size_t n, features;
};

struct trees_learned;
void trees_learned_free(struct trees_learned *t);

/* Yes or no; label: 1 or 0. importance: of each row; NULL: 1. */
WARN_UNUSED int trees_fit_yes_no(const struct trees_fit *f, const struct tree_rows *rows, const uint8_t *label,
                                 const float *importance, struct trees_learned **ret, struct err *err);

/* The order of lists. List i is of the rows from first[i] to first[i + 1]; label: how good, 0 to 15, more is better. */
WARN_UNUSED int trees_fit_order(const struct trees_fit *f, const struct tree_rows *rows, const uint8_t *label,
                                const uint64_t *first, size_t n_lists, struct trees_learned **ret, struct err *err);

/* What splits on each feature gained in all; `features` of them. */
void trees_gains(const struct trees_learned *t, double *ret);

/* Appends the part of a bundle. */
WARN_UNUSED int trees_write(const struct trees_learned *t, struct buf *ret, struct err *err);
