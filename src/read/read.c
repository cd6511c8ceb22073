/* read.c - a linked question becomes a ranked list: beam, rank, trial, rank again.
 *
 * Without the models of the rank the list is the beam's, tried where it can be, and nothing is known of how likely it
 * is right.
 */
#include "base/arena.h"
#include "read/beam.h"
#include "read/features.h"
#include "read/rank.h"
#include <math.h>

/* What is worked out for one list. */
struct list {
    struct arena *arena;
    const struct read_models *models;
    const struct ranking *ranking;
    const struct reading *reading;
    double *lexical; /* NULL: there is no model */
    float *rows;
    double *scores;
    double *first;        /* the scores before the trials; NULL: there are no others */
    struct trial *trials; /* NULL: nothing was tried */
    size_t *order;
};

static void score_all(struct list *l)
{
    size_t n = l->reading->n;

    l->scores = arena_array(l->arena, n, sizeof *l->scores);
    l->rows = arena_array(l->arena, n * rank_features_count(), sizeof *l->rows);
    if (!l->models->has_rank) {
        for (size_t i = 0; i < n; i++)
            l->scores[i] = l->reading->candidates[i].score;
        return;
    }
    l->lexical = arena_array(l->arena, n, sizeof *l->lexical);
    rank_lexical_scores(l->ranking, &l->models->lexical, l->lexical);
    rank_features(l->ranking, NULL, l->lexical, l->rows);
    trees_scores(&l->models->first, l->rows, n, rank_features_count(), l->scores);
}

/* False: there is nothing that may be tried. */
static bool try_best(struct list *l, const struct trier *trier, const size_t *best, size_t n)
{
    const struct query *queries[RANK_TRIES];
    struct trial got[RANK_TRIES] = { { 0 } };
    size_t tries[RANK_TRIES], n_tries = rank_affordable(l->ranking, best, n, tries);

    for (size_t i = 0; i < n_tries; i++)
        queries[i] = l->reading->candidates[tries[i]].query;
    if (n_tries == 0)
        return false;
    l->trials = arena_array(l->arena, l->reading->n, sizeof *l->trials);
    trier->run(trier->arg, queries, n_tries, got);
    for (size_t i = 0; i < n_tries; i++)
        l->trials[tries[i]] = got[i];
    return true;
}

/* The best get their second scores. */
static void score_again(struct list *l, const size_t *best, size_t n)
{
    size_t width = rank_features_count();
    double *scores = arena_array(l->arena, l->reading->n, sizeof *scores);

    rank_features(l->ranking, l->trials, l->lexical, l->rows);
    for (size_t i = 0; i < l->reading->n; i++)
        scores[i] = -INFINITY;
    for (size_t i = 0; i < n; i++)
        trees_scores(&l->models->tried, l->rows + best[i] * width, 1, width, &scores[best[i]]);
    l->first = l->scores;
    l->scores = scores;
}

/* ---- confidence ---- */

static double confidence_of_first(const struct list *l)
{
    float margins[RANK_MARGINS];
    double score;

    rank_margins(l->ranking, l->order, l->scores, l->lexical, l->trials, l->rows, margins);
    trees_scores(&l->models->confidence, margins, 1, RANK_MARGINS, &score);
    return calibrate(&l->models->calibration, score);
}

/* The first one's confidence is a model's; what it leaves is shared among the others by their scores, but for the share
 * of the first one: that is for none of them being right. */
static void share_confidence(const struct list *l, struct ranked *ranked, size_t n)
{
    double first = confidence_of_first(l), all = 0;

    for (size_t i = 0; i < n; i++)
        all += ranked[i].is_alike ? 0 : exp(ranked[i].score - ranked[0].score);
    ranked[0].confidence = first;
    for (size_t i = 1; i < n; i++)
        if (!ranked[i].is_alike)
            ranked[i].confidence = fmin(first, (1 - first) * exp(ranked[i].score - ranked[0].score) / all);
}

/* ---- all of it ---- */

static bool gives_the_same(const struct list *l, const size_t *order, size_t i)
{
    for (size_t k = 0; l->trials && k < i; k++)
        if (trial_alike(&l->trials[order[k]], &l->trials[order[i]]))
            return true;
    return false;
}

static void find_left(const struct list *l, size_t candidate, struct ranked *ret)
{
    size_t *left = arena_array(l->arena, l->reading->link->n_tokens, sizeof *left);

    ret->n_left = rank_left(l->ranking, candidate, left, l->reading->link->n_tokens);
    ret->left = left;
}

static size_t make_list(const struct list *l, struct ranked **ret)
{
    size_t n = l->reading->n < READ_BEST ? l->reading->n : READ_BEST;
    struct ranked *ranked = arena_array(l->arena, n, sizeof *ranked);

    for (size_t i = 0; i < n; i++) {
        size_t at = l->order[i];
        ranked[i].candidate = &l->reading->candidates[at];
        ranked[i].trial = l->trials && l->trials[at].tried ? &l->trials[at] : NULL;
        ranked[i].score = l->scores[at];
        ranked[i].is_alike = gives_the_same(l, l->order, i);
        find_left(l, at, &ranked[i]);
    }
    if (n > 0 && l->models->has_rank)
        share_confidence(l, ranked, n);
    *ret = ranked;
    return n;
}

static void rank_list(struct list *l, const struct trier *trier)
{
    size_t best[RANK_TRIES], n;

    score_all(l);
    n = rank_tries(l->scores, l->reading->n, best);
    if (trier && try_best(l, trier, best, n) && l->models->has_rank)
        score_again(l, best, n);
    l->order = arena_array(l->arena, l->reading->n, sizeof *l->order);
    rank_sort(l->scores, l->first, l->trials, l->reading->n, l->order);
}

int read_question(struct arena *a, const struct read_models *m, const struct link *l, const struct trier *trier,
                  struct reading *ret_reading, struct ranked **ret, size_t *ret_n, struct err *err)
{
    struct list list = { .arena = a, .models = m, .reading = ret_reading };

    (void)err;
    beam_read(a, m, l, ret_reading);
    *ret = NULL;
    *ret_n = 0;
    if (ret_reading->n == 0)
        return 0;
    list.ranking = ranking_new(a, question_new(a, l), ret_reading);
    rank_list(&list, trier);
    *ret_n = make_list(&list, ret);
    return 0;
}
