/* models.h - all that a reader has learned: one bundle (learn/bundle.h), opened.
 *
 * Parts of the bundle:
 *   "sketch.shown" ... the classes of each sketch part, a linear model; "sketch.shown.values" its values, one a line
 *   "sketch.prior"     struct sketch_prior: sketches as often as they were seen, in the order of their classes; without
 *                      it all are alike
 *   "role.shown" ...   a linear model of one class for each role
 *   "table", "condition"
 *   "lexical"          a linear model over lists of candidates (rank.h)
 *   "rank.first", "rank.tried"   trees over rank features, without and with those of trials
 *   "confidence"       trees (yes or no), "confidence.table" its calibration
 */
#pragma once
#include "base/attrs.h"
#include "learn/calibration.h"
#include "learn/linear.h"
#include "learn/trees.h"
#include "read/reading.h"

struct bundle;

struct sketch_model {
    struct linear model;
    const char (*values)[SKETCH_TEXT]; /* one for each class */
};

/* A sketch that was seen in learning: the class of each part, and the logarithm of its share. */
struct sketch_prior {
    uint8_t class[SKETCH_PARTS];
    uint8_t unused[2]; /* 0 */
    float log;
};

struct read_models {
    struct sketch_model sketch[SKETCH_PARTS];
    struct linear role[ROLES], table, condition;
    const struct sketch_prior *priors;
    size_t n_priors;
    double unseen; /* the logarithm of the share of a sketch that is not among them: a tenth of the rarest */
    bool has_rank; /* false while the ranker is being learned: the parts below are not there yet */
    struct linear lexical;
    struct trees first, tried, confidence;
    struct calibration calibration;
};

/* The bundle must stay open. Values are in the arena. ERR_DATA_UNREADABLE where a part is missing or damaged. */
WARN_UNUSED int read_models_open(struct arena *a, const struct bundle *b, struct read_models *ret, struct err *err);
