/* read_models_testing.h - models of a reader that were never taught: all classes of a part are as likely, and so are
 * all columns and tables. */
#pragma once
#include "base/attrs.h"
#include "read/models.h"

/* A model without weights: its biases are all it says. */
#define BLOCKS ((1 << LINEAR_BITS_LEAST) / LINEAR_BLOCK)
static const uint64_t no_weights[BLOCKS];
static const uint32_t none_before[BLOCKS];

static inline struct linear model(const float *bias, size_t n)
{
    return (struct linear){
        .bits = LINEAR_BITS_LEAST, .classes = n, .scale = 1, .bias = bias, .present = no_weights, .before = none_before
    };
}

#define PART(part, ...)                                                                                                \
    do {                                                                                                               \
        static const char values[][SKETCH_TEXT] = { __VA_ARGS__ };                                                     \
        static const float bias[COUNT_OF(values)];                                                                     \
        m->sketch[part] = (struct sketch_model){ model(bias, COUNT_OF(values)), values };                              \
    } while (0)

static inline void make_models(struct read_models *m)
{
    static const float none[1];

    *m = (struct read_models){ 0 };
    PART(SKETCH_SHOWN, "1", "2", "0+rows", "1+rows", "0+average", "*");
    PART(SKETCH_DISTINCT, "all", "distinct");
    PART(SKETCH_WHERE, "0", "1", "2", "2|");
    PART(SKETCH_GROUP, "-", "shown", "key", "shown/rows>");
    PART(SKETCH_ORDER, "-", "none>1", "rows>1", "none<", "none>n");
    PART(SKETCH_NEST, "-", "than>average", "not-in0", "except1", "intersect1");
    for (size_t i = 0; i < ROLES; i++)
        m->role[i] = model(none, 1);
    m->table = model(none, 1);
    m->condition = model(none, 1);
}
