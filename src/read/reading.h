/* reading.h - what a reader makes of a question: plans with their scores, the best first.
 *
 * A question is linked (link/link.h), then read in two passes:
 *   beam   the likeliest sketches are filled from the likeliest columns, conditions and tables; READ_CANDIDATES plans
 *          remain, each with the scores of its parts
 *   rank   each plan gets features (rank.h); those that are worth it are tried on the data; a learned ranker puts them
 *          in order, and a calibrated model says how likely the first one is right
 *
 * All that is learned is in one bundle (learn/bundle.h), made by train/reader. Everything is bounded in counted items,
 * so the same question gives the same readings on any machine.
 */
#pragma once
#include "base/attrs.h"
#include "learn/feature.h"
#include "link/link.h"
#include "read/plan.h"
#include "read/sketch.h"

struct arena;
struct err;

#define READ_TRIED 150    /* plans that leave the beam */
#define READ_PROPOSED 900 /* conditions that are looked at */
#define READ_BEST 50      /* candidates that are kept, distinct by query (and by result, where they were tried) */

/* What columns and tables are wanted for. Each has a linear model over (question, column) features. */
enum read_role {
    ROLE_SHOWN,  /* a plain output */
    ROLE_FIGURE, /* under an aggregate in an output or in a having */
    ROLE_GROUP,  /* of GROUP_HIDDEN */
    ROLE_ORDER,  /* what is ordered by, also under an aggregate; what THAN compares */
    ROLE_WHERE,  /* has a condition: which columns conditions are proposed for */
    ROLES
};
extern const char *const read_role_names[ROLES]; /* the models' names in the bundle */

/* A proposed condition with how likely it is meant. */
struct read_condition {
    struct plan_condition condition;
    size_t mention;        /* the value, number or period it is of; LINK_NONE */
    size_t column_mention; /* that named the column beside it; LINK_NONE */
    double score;          /* log-odds */
};

/* The question as seen by the models: what they were asked and what they said. Kept for the features of candidates. */
struct read_scores {
    double *column[ROLES];             /* for each column of the schema: log-odds */
    double *table;                     /* for each table: log-odds that it is in FROM, of either query */
    struct read_condition *conditions; /* best first */
    size_t n_conditions;
};

struct candidate {
    struct plan plan;
    struct sketch sketch;
    double sketch_part[SKETCH_PARTS];                 /* log-probability of each part */
    double shown, figure, group, order, where, table; /* sums of the slots' scores */
    double join_cost;
    double prior;              /* what the whole sketch has, beside its parts, for being seen so often */
    double score;              /* of the beam */
    size_t rank;               /* in the beam, from 0 */
    const struct query *query; /* plan_query() of it */
};

struct reading {
    const struct link *link;
    struct read_scores scores;
    struct candidate *candidates; /* best of the beam first */
    size_t n;
};
