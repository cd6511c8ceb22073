/* linear.h - linear models over hashed features: a score for each candidate, or for each class.
 *
 * The score of a class is its bias and the sum of the weights of the features that are there. A model of one class
 * scores candidates of a list (the softmax of the scores is how likely each is) or answers yes or no (the logistic of
 * the score). A model of several classes gives all their scores at once.
 *
 * A model has 2^bits slots. The weight of a feature for class c is in slot (feature + c) modulo their number. Most
 * slots are empty: a bitmap says which hold a weight, and the weights stand in the order of their slots, 16 bits each.
 * Sums are of integers, so a score is the same in whatever order the features come.
 *
 * A model is a part of a bundle (bundle.h) and lives as long as that. Nothing here allocates or changes: any number of
 * threads may use a model.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct err;

#define LINEAR_BITS_LEAST 6 /* one block of slots */
#define LINEAR_BITS_MOST 24 /* 16 million slots: a bitmap of 2 MB */
#define LINEAR_CLASSES_MOST 64

struct linear {
    unsigned bits;
    size_t classes;
    double scale;            /* of a weight: what 1 stands for */
    const float *bias;       /* of each class */
    const uint64_t *present; /* a bit for each slot */
    const uint32_t *before;  /* how many weights stand before each block of LINEAR_BLOCK slots */
    const int16_t *weights;
    size_t n_weights;
};
#define LINEAR_BLOCK 64

/* The model that these bytes are; they must stay, and be aligned to 8. ERR_DATA_UNREADABLE when they are none. */
WARN_UNUSED int linear_open(const void *p, size_t n, struct linear *ret, struct err *err);

/* Of a model of one class. */
double linear_score(const struct linear *m, const uint32_t *features, size_t n);

/* Of each class. */
void linear_scores(const struct linear *m, const uint32_t *features, size_t n, double *ret);

/* Scores become probabilities that sum to 1, and their logarithms; both may be the scores' own array. */
void softmax(const double *scores, size_t n, double *ret);
void log_softmax(const double *scores, size_t n, double *ret);

/* How likely "yes" is, by its score. */
double logistic(double score);
