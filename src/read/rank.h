/* rank.h - candidates in order, and how likely the first one is right.
 *
 * Each candidate gets two kinds of features. Dense ones (RANK_FEATURES, by name) say how well its parts fit, how much
 * of the question it covers, which words and mentions it leaves unexplained, what its shape is, what the schema is and,
 * where it was tried, what came out. Lexical ones are hashed: words of the question beside the parts of the sketch and
 * the roles of columns; a linear model over the lists of candidates turns them into two more dense features. Trees put
 * the candidates in order. A second model over the margins says how likely the first one is right.
 */
#pragma once
#include "read/models.h"

struct question;

/* What came of a candidate's query on the data. */
struct trial {
    bool tried;  /* false: nothing is known */
    bool failed; /* an error, or past its bounds */
    size_t rows, columns;
    uint64_t hash;    /* of all rows, their order apart unless the query orders; equal results have equal hashes */
    bool has_empty;   /* an empty cell among the first rows */
    bool all_empty;   /* the first row has nothing but empty cells and zeros */
    bool is_repeated; /* some row comes twice */
};

/* Runs queries: n of them, a trial each. NULL in place of it: nothing is tried. */
struct trier {
    void (*run)(void *arg, const struct query *const *queries, size_t n, struct trial *ret);
    void *arg;
};

/* The number of dense features, and their names, for those who learn and look. */
size_t rank_features_count(void);
const char *rank_feature_name(size_t i);

/* The dense features of all candidates, n rows of rank_features_count() floats. trials may be NULL. lexical: scores by
 * the lexical model, NULL while it is being learned. */
void rank_features(struct arena *a, const struct question *q, const struct reading *r, const struct trial *trials,
                   const double *lexical, float *ret);

/* The hashed features of one candidate. */
void rank_lexical(struct arena *a, const struct question *q, const struct reading *r, size_t candidate,
                  struct features *ret);

/* What the model of confidence sees of a ranked list: RANK_MARGINS floats. */
#define RANK_MARGINS 10
void rank_margins(const struct reading *r, const double *scores, const double *lexical, const struct trial *trials,
                  size_t n, float *ret);

/* A ranked candidate. */
struct ranked {
    const struct candidate *candidate;
    double score;      /* by the ranker */
    double confidence; /* how likely it is right; those of a list sum to at most 1 */
    bool is_alike;     /* gives the same rows as one before it: not worth offering */
};

/* Beam, rank, trial, rank again: the READ_BEST, best first. */
WARN_UNUSED int read_question(struct arena *a, const struct read_models *m, const struct link *l,
                              const struct trier *trier, struct reading *ret_reading, struct ranked **ret,
                              size_t *ret_n, struct err *err);
