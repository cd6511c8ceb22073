/* linear_fit.h - linear models over hashed features, learned from examples (learn/linear.h uses them).
 *
 * Rows are what is scored: a candidate, or an example to be classed. The caller keeps them in three arrays and fits
 * what it needs. A fit goes over the examples in an order that the seed decides alone, one after another (Adagrad), so
 * the same examples give the same bytes. Fits are independent of each other: two of them may run on two threads.
 *
 * What is made small is the sum of the examples' losses and of l2 / 2 * weight^2 over all weights; biases are free.
 * A fit returns the average loss of the last pass, l2 apart.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct err;

/* n rows of features, one behind another. */
struct feature_rows {
    const uint32_t *features;
    const uint64_t *start; /* n + 1: where each row begins */
    size_t n;
};

struct linear_fit {
    unsigned bits;   /* slots: 2^bits */
    unsigned passes; /* over all examples */
    double rate;     /* of learning; .1 is a good start */
    double l2;       /* of all weights, as scikit-learn's 1 / C */
    uint64_t seed;
};

struct linear_weights {
    unsigned bits;
    size_t classes;
    float *slots; /* 2^bits */
    float *bias;  /* of each class */
};
void linear_weights_done(struct linear_weights *w);

/* One model of one class for lists of candidates. List i is of the rows from first[i] to first[i + 1]. Any number of a
 * list's candidates may be right: what is learned is that one of them comes first. Lists of which none or all are right
 * are passed over. offset: what each row has from elsewhere, added to its score; NULL: nothing. */
struct lists {
    struct feature_rows rows;
    const uint64_t *first; /* n + 1 */
    size_t n;
    const bool *is_right; /* of each row */
    const float *offset;
};
double linear_fit_lists(const struct linear_fit *f, const struct lists *lists, struct linear_weights *ret);

/* One model of `classes` classes, each row of which has one: a softmax over the classes. */
double linear_fit_classes(const struct linear_fit *f, const struct feature_rows *rows, const uint16_t *class_of,
                          size_t classes, struct linear_weights *ret);

/* One model of one class: yes or no. importance: of each row; NULL: 1. */
double linear_fit_yes_no(const struct linear_fit *f, const struct feature_rows *rows, const bool *is_yes,
                         const float *importance, struct linear_weights *ret);

/* The score of a row, as learned: before weights are rounded. One for each class. */
void linear_weights_scores(const struct linear_weights *w, const uint32_t *features, size_t n, double *ret);

/* Appends the part of a bundle: weights nearer to zero than `least` are left out, the others rounded to 16 bits. */
WARN_UNUSED int linear_write(const struct linear_weights *w, double least, struct buf *ret, struct err *err);
