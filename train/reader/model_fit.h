/* model_fit.h - one linear model of what the beam needs: a sketch part, a role of columns, tables, conditions. */
#pragma once
#include "base/attrs.h"
#include "learn/linear.h"
#include "read/sketch.h"
#include "train/linear_fit.h"
#include "train/reader/examples.h"

struct err;
struct parts;

/* The values of a part that are seen often enough, the commonest first. */
struct class_list {
    char value[LINEAR_CLASSES_MOST][SKETCH_TEXT];
    size_t n;
};

/* One model: a sketch part, a role, or the table. */
struct model_job {
    const char *name;
    struct feature_rows rows;
    const uint32_t *dbs;           /* of the rows */
    const struct sketch *sketches; /* of the rows; NULL: yes or no */
    unsigned part;
    struct class_list classes;
    const bool *is_yes;
    const float *importance;
    const struct examples *all; /* rows of all items, of which `rows` are from first to end */
    size_t first, end;
    struct linear_weights weights;
    double loss, loss_others; /* on the rows that it was not learned from */
};

/* The class of a value; the number of classes where it has none. */
size_t class_of(const struct class_list *classes, const char *value);

/* Learns job i of a list: for parallel(). */
void model_fit(void *jobs, size_t i);

/* Adds the model as a part, and the values of its classes as another. */
WARN_UNUSED int model_write(const struct model_job *j, struct parts *ret, struct err *err);
