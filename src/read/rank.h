/* rank.h - candidates in order, and how likely the first one is right.
 *
 * Each candidate gets two kinds of features. Dense ones (by name: rank_features.h) say how well its parts fit, how much
 * of the question it covers, which words and mentions it leaves unexplained, what its shape is, which tables it joins,
 * what the schema is and, where it was tried, what came out. Lexical ones are hashed: words of the question beside the
 * parts of the sketch and the roles of columns; a linear model over the lists of candidates turns them into two more
 * dense features. Trees put the candidates in order, first all of them without trials, then the best with them. A
 * last model, of margins, says how likely the first one is right.
 *
 * Trainers do the same in the same order:
 *     g = ranking_new(a, question, reading);
 *     rank_lexical(g, i, &features)              for each candidate: a score by the lexical model
 *     rank_features(g, NULL, lexical, rows)      scored by the first trees
 *     rank_tries(first, n, tries)                the few that get second scores
 *     rank_affordable(g, tries, n, ...)          those of them that are tried: trials
 *     rank_features(g, trials, lexical, rows)    of these few: scored by the second trees
 *     rank_margins(g, scores, lexical, trials, rows, margins)
 */
#pragma once
#include "read/models.h"
#include "read/trial.h"

#define RANK_TRIES 24              /* what the first trees put behind these is right 1 time in 100 */
#define RANK_WORK 1000000          /* rows of all trials of a list, of tables and joined: some 20 ms of an engine */
#define RANK_TRIAL_ROWS 10000      /* what a trial of nothing costs */
#define RANK_MARGINS 16            /* what the model of confidence sees */
#define RANK_LEXICAL_FEATURES 1024 /* of a candidate: as many as a question of 30 words has */
#define RANK_LEXICAL_BEAM .5 /* the share of the beam's score in the lexical one: where its learning starts from */

struct question;

/* What the features of all candidates of a reading are made from. In the arena; what it is given must stay. */
struct ranking;
struct ranking *ranking_new(struct arena *a, const struct question *q, const struct reading *r);

/* The number of dense features, and their names, for those who learn and look. */
size_t rank_features_count(void);
const char *rank_feature_name(size_t i);

/* The dense features of all candidates: one row of rank_features_count() floats for each. NaN: not known. trials: one
 * for each; may be NULL. lexical: their scores by the lexical model; NULL while that is being learned. */
void rank_features(const struct ranking *g, const struct trial *trials, const double *lexical, float *ret);

/* The hashed features of one candidate, each once. RANK_LEXICAL_FEATURES are room enough as a rule: the rest is lost.
 */
void rank_lexical(const struct ranking *g, size_t candidate, struct features *ret);

/* Their scores: the model's and RANK_LEXICAL_BEAM of the beam's. */
void rank_lexical_scores(const struct ranking *g, const struct linear *m, double *ret);

/* The candidates that get second scores, by their first ones: at most RANK_TRIES, the best first. */
size_t rank_tries(const double *scores, size_t n, size_t ret[static RANK_TRIES]);

/* Those of these few that are tried: as many, the best first, as look at RANK_WORK rows together. That is estimated
 * from the schema; no clock decides. What is not tried is ranked by its other features. */
size_t rank_affordable(const struct ranking *g, const size_t *tries, size_t n, size_t ret[static RANK_TRIES]);

/* Candidates by their second scores, -INFINITY where there is none; those by their first ones (NULL: as they come). The
 * best first; those that failed come last. */
void rank_sort(const double *scores, const double *first, const struct trial *trials, size_t n, size_t *ret);

/* What the model of confidence sees of a list that is ranked, by rank_sort() and what that was given, with the rows of
 * dense features: RANK_MARGINS floats. */
void rank_margins(const struct ranking *g, const size_t *order, const double *scores, const double *lexical,
                  const struct trial *trials, const float *rows, float *ret);
const char *rank_margin_name(size_t i);

/* The words that mean something and that nothing in the candidate explains: tokens, in order, at most max. */
size_t rank_left(const struct ranking *g, size_t candidate, size_t *ret, size_t max);

/* A ranked candidate. */
struct ranked {
    const struct candidate *candidate;
    const struct trial *trial; /* NULL: nothing was tried */
    double score;              /* by the ranker */
    double confidence;         /* how likely it is right; those of a list sum to at most 1 */
    bool is_alike;             /* gives the same rows as one before it: not worth offering */
    const size_t *left;        /* tokens that nothing in it explains */
    size_t n_left;
};

/* Beam, rank, trial, rank again: the READ_BEST, best first. */
WARN_UNUSED int read_question(struct arena *a, const struct read_models *m, const struct link *l,
                              const struct trier *trier, struct reading *ret_reading, struct ranked **ret,
                              size_t *ret_n, struct err *err);
