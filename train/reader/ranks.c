/* ranks.c - stage by stage; each stage's scores of all candidates are kept beside the lists. */
#include "train/reader/ranks.h"
#include "base/arena.h"
#include "base/err.h"
#include "train/calibrate_fit.h"
#include "train/random.h"
#include "train/reader/examples.h"
#include "train/reader/parallel.h"
#include "train/reader/parts.h"
#include "train/room.h"
#include "train/trees_fit.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define FRONT 30        /* of a beam: of what is behind, a share is learned from, whether right or not */
#define BEHIND 5        /* every how many-th of the rest */
#define TREES_FIRST 100 /* they only choose what is tried */
#define TREES_TRIED 250
#define TAKEN_MOST (FRONT + READ_TRIED / BEHIND + 1)
#define PARTS_OF_CONFIDENCE 5
#define CALIBRATION_LEAST 60 /* examples for a probability */

static const struct linear_fit fit_lexical = { .bits = 19, .passes = 6, .rate = .1, .l2 = 2, .seed = 1 };
#define LEAST_WEIGHT .01
#define FEATURE_LEAST 2 /* databases that a feature is seen in */

/* What is known of a list by now. */
struct scored {
    const struct list *list;
    double *lexical, *first, *tried; /* of each candidate */
    struct trial *trials;            /* of those that are tried */
    size_t tries[RANK_TRIES], n_tries;
};

struct stage {
    struct scored *each;
    size_t n, fold[3]; /* where the lists of each fold begin, and the end */
    unsigned threads;
};

static size_t size_of(const struct scored *s)
{
    return s->list->arena ? s->list->reading.n : 0;
}

/* Whether a candidate is among those that are learned from before anything is tried. */
static bool is_taken(size_t i)
{
    return i < FRONT || i % BEHIND == 0;
}

/* ---- lexical ---- */

static size_t lexical_of(const struct scored *s, size_t i, uint32_t ids[RANK_LEXICAL_FEATURES])
{
    struct features f = { .id = ids, .room = RANK_LEXICAL_FEATURES };

    rank_lexical(s->list->ranking, i, &f);
    return f.n;
}

struct lexical_job {
    const struct stage *stage;
    size_t first, end; /* lists that are learned from */
    struct linear_weights weights;
    double loss;
    size_t rows;
    struct buf bytes;
    struct linear model;
};

static void learn_lexical(void *state, size_t number)
{
    struct lexical_job *j = (struct lexical_job *)state + number;
    size_t n = j->end - j->first, room = n * TAKEN_MOST;
    struct examples rows = { 0 }, common = { 0 };
    uint32_t *dbs = room_for(room, sizeof *dbs);
    uint64_t *first = room_for(n + 1, sizeof *first);
    bool *right = room_for(room, sizeof *right);
    float *offset = room_for(room, sizeof *offset);
    struct lists lists;

    for (size_t i = 0; i < n; i++) {
        const struct scored *s = &j->stage->each[j->first + i];
        for (size_t k = 0; k < size_of(s); k++) {
            uint32_t ids[RANK_LEXICAL_FEATURES];
            struct features f = { .id = ids };
            if (!is_taken(k))
                continue;
            f.n = lexical_of(s, k, ids);
            dbs[rows.n] = (uint32_t)s->list->db;
            right[rows.n] = s->list->right[k];
            offset[rows.n] = (float)(RANK_LEXICAL_BEAM * s->list->reading.candidates[k].score);
            examples_add(&rows, &f);
        }
        first[i + 1] = rows.n;
    }
    lists = (struct lists){ .first = first, .n = n, .is_right = right, .offset = offset };
    lists.rows = examples_rows(&rows, 0, rows.n);
    examples_common(&lists.rows, dbs, FEATURE_LEAST, &common);
    lists.rows = examples_rows(&common, 0, common.n);
    j->rows = rows.n;
    j->loss = linear_fit_lists(&fit_lexical, &lists, &j->weights);
    examples_done(&rows);
    examples_done(&common);
    free(dbs);
    free(first);
    free(right);
    free(offset);
}

/* ---- stages over all lists ---- */

/* Calls work for each list, on all threads; state is handed on. */
struct each_list {
    struct stage *stage;
    const void *model[2]; /* for the lists of either fold: what the other one taught */
    void (*work)(struct stage *s, size_t list, const void *model);
};

static void visit_list(void *state, size_t i)
{
    const struct each_list *e = state;

    if (size_of(&e->stage->each[i]) > 0)
        e->work(e->stage, i, e->model[i >= e->stage->fold[1]]);
}

static void each_list(struct stage *s, const void *of_first, const void *of_second,
                      void (*work)(struct stage *s, size_t list, const void *model))
{
    struct each_list e = { s, { of_second, of_first }, work };

    parallel(s->threads, s->n, visit_list, &e);
}

static void score_lexical(struct stage *stage, size_t list, const void *model)
{
    struct scored *s = &stage->each[list];

    s->lexical = room_for(size_of(s), sizeof *s->lexical);
    rank_lexical_scores(s->list->ranking, model, s->lexical);
}

static size_t best_of(const double *scores, size_t n)
{
    size_t best = 0;

    for (size_t i = 1; i < n; i++)
        if (scores[i] > scores[best])
            best = i;
    return best;
}

/* How many lists have a right one in front by these scores. */
static void report(const struct stage *stage, const char *name, size_t scores_at)
{
    size_t right = 0, n = 0;

    for (size_t i = 0; i < stage->n; i++) {
        const struct scored *s = &stage->each[i];
        const double *scores = *(double *const *)((const char *)s + scores_at);
        n += size_of(s) > 0;
        right += size_of(s) > 0 && s->list->right[best_of(scores, size_of(s))];
    }
    printf("  %-10s first is right in %.1f%% on the other fold\n", name, 100. * (double)right / (double)n);
}

static int learn_all_lexical(struct stage *s, struct parts *ret, struct err *err)
{
    struct lexical_job jobs[3] = { { .stage = s, .first = 0, .end = s->fold[1] },
                                   { .stage = s, .first = s->fold[1], .end = s->n },
                                   { .stage = s, .first = 0, .end = s->n } };
    int rc = 0;

    parallel(s->threads, 3, learn_lexical, jobs);
    printf("  lexical    %zu rows, loss %.4f\n", jobs[2].rows, jobs[2].loss);
    for (size_t i = 0; i < 3; i++) {
        buf_init(&jobs[i].bytes, BUNDLE_BYTES_MOST);
        rc = rc || linear_write(&jobs[i].weights, LEAST_WEIGHT, &jobs[i].bytes, err) ||
             linear_open(jobs[i].bytes.p, jobs[i].bytes.n, &jobs[i].model, err);
        linear_weights_done(&jobs[i].weights);
    }
    if (rc == 0) {
        struct buf *b = parts_add(ret, "lexical");
        each_list(s, &jobs[0].model, &jobs[1].model, score_lexical);
        report(s, "lexical", offsetof(struct scored, lexical));
        buf_add(b, jobs[2].bytes.p, jobs[2].bytes.n);
    }
    for (size_t i = 0; i < 3; i++)
        buf_done(&jobs[i].bytes);
    return rc ? -1 : 0;
}

/* ---- trees ---- */

/* Dense rows of the candidates that are learned from, of some lists. */
struct dense {
    struct tree_rows rows;
    float *values;
    uint8_t *label;
    uint64_t *first; /* of each list, and the end */
    size_t n_lists;
};

static bool is_row(const struct scored *s, size_t i, bool tried)
{
    return tried ? s->trials[i].tried : is_taken(i);
}

struct filling {
    const struct stage *stage;
    struct dense *dense;
    bool tried;
};

static void fill(void *state, size_t number)
{
    const struct filling *f = state;
    const struct scored *s = &f->stage->each[number];
    size_t n = size_of(s), width = rank_features_count(), at = f->dense->first[number];
    float *rows;

    if (n == 0)
        return;
    rows = room_for(n * width, sizeof *rows);
    rank_features(s->list->ranking, f->tried ? s->trials : NULL, s->lexical, rows);
    for (size_t i = 0; i < n; i++)
        if (is_row(s, i, f->tried)) {
            memcpy(f->dense->values + at * width, rows + i * width, width * sizeof *rows);
            f->dense->label[at++] = s->list->right[i];
        }
    free(rows);
}

static void dense_make(const struct stage *stage, bool tried, struct dense *ret)
{
    struct filling f = { stage, ret, tried };
    size_t n = 0;

    ret->n_lists = stage->n;
    ret->first = room_for(stage->n + 1, sizeof *ret->first);
    for (size_t i = 0; i < stage->n; i++) {
        for (size_t k = 0; k < size_of(&stage->each[i]); k++)
            n += is_row(&stage->each[i], k, tried);
        ret->first[i + 1] = n;
    }
    ret->values = room_for(n * rank_features_count(), sizeof *ret->values);
    ret->label = room_for(n, sizeof *ret->label);
    ret->rows = (struct tree_rows){ .values = ret->values, .n = n, .features = rank_features_count() };
    parallel(stage->threads, stage->n, fill, &f);
}

static void dense_done(struct dense *d)
{
    free(d->values);
    free(d->label);
    free(d->first);
}

/* Trees of the lists from first to end, as bytes and opened. */
struct forest {
    struct buf bytes;
    struct trees trees;
};

/* Fits are side by side, each on one thread: a thread for each leaf waits more than it works on a busy machine. */
struct forest_job {
    const struct dense *dense;
    size_t first, end;
    unsigned trees;
    struct forest forest;
    int rc;
    struct err err;
};

#define GAINS 20 /* features that are printed */

/* The features that tell most. */
static void print_gains(const struct trees_learned *t)
{
    size_t n = rank_features_count();
    double *gains = room_for(n, sizeof *gains), all = 0;

    trees_gains(t, gains);
    for (size_t i = 0; i < n; i++)
        all += gains[i];
    for (size_t k = 0; k < GAINS && k < n; k++) {
        size_t best = best_of(gains, n);
        printf("%s %s %.1f%%", k % 5 ? "," : k ? "\n    " : "    ", rank_feature_name(best), 100 * gains[best] / all);
        gains[best] = 0;
    }
    printf("\n");
    free(gains);
}

static void learn_trees(void *state, size_t number)
{
    struct forest_job *j = (struct forest_job *)state + number;
    struct trees_fit how = trees_fit_usual;
    struct trees_learned *learned;
    const uint64_t *first = j->dense->first;
    struct tree_rows rows = j->dense->rows;
    uint64_t *starts = room_for(j->end - j->first + 1, sizeof *starts);

    how.threads = 1;
    how.trees = j->trees;
    rows.values += first[j->first] * rows.features;
    rows.n = first[j->end] - first[j->first];
    for (size_t i = j->first; i <= j->end; i++)
        starts[i - j->first] = first[i] - first[j->first];
    buf_init(&j->forest.bytes, BUNDLE_BYTES_MOST);
    j->rc =
        trees_fit_order(&how, &rows, j->dense->label + first[j->first], starts, j->end - j->first, &learned, &j->err);
    free(starts);
    if (j->rc)
        return;
    j->rc = trees_write(learned, &j->forest.bytes, &j->err);
    if (number == 0)
        print_gains(learned);
    trees_learned_free(learned);
    if (j->rc == 0)
        j->rc = trees_open(j->forest.bytes.p, j->forest.bytes.n, &j->forest.trees, &j->err);
}

static void score_first(struct stage *stage, size_t list, const void *model)
{
    struct scored *s = &stage->each[list];
    size_t n = size_of(s), width = rank_features_count();
    float *rows = room_for(n * width, sizeof *rows);

    s->first = room_for(n, sizeof *s->first);
    rank_features(s->list->ranking, NULL, s->lexical, rows);
    trees_scores(model, rows, n, width, s->first);
    free(rows);
    s->n_tries = rank_tries(s->first, n, s->tries);
    s->trials = room_for(n, sizeof *s->trials);
    for (size_t i = 0; i < s->n_tries; i++)
        s->trials[s->tries[i]] = s->list->trials[s->tries[i]];
}

static void score_tried(struct stage *stage, size_t list, const void *model)
{
    struct scored *s = &stage->each[list];
    size_t n = size_of(s), width = rank_features_count();
    float *rows = room_for(n * width, sizeof *rows);

    s->tried = room_for(n, sizeof *s->tried);
    rank_features(s->list->ranking, s->trials, s->lexical, rows);
    trees_scores(model, rows, n, width, s->tried);
    for (size_t i = 0; i < n; i++)
        if (!s->trials[i].tried)
            s->tried[i] = -INFINITY;
    free(rows);
}

static int learn_forests(struct stage *s, bool tried, struct parts *ret, struct err *err)
{
    unsigned trees = tried ? TREES_TRIED : TREES_FIRST;
    struct dense d = { 0 };
    struct forest_job jobs[3] = { { .dense = &d, .first = 0, .end = s->n, .trees = trees },
                                  { .dense = &d, .first = 0, .end = s->fold[1], .trees = trees },
                                  { .dense = &d, .first = s->fold[1], .end = s->n, .trees = trees } };
    int rc = 0;

    dense_make(s, tried, &d);
    printf("  %s %zu rows of %zu features\n", tried ? "rank.tried" : "rank.first", d.rows.n, d.rows.features);
    parallel(s->threads, 3, learn_trees, jobs);
    for (size_t i = 0; i < 3 && rc == 0; i++)
        if ((rc = jobs[i].rc))
            *err = jobs[i].err;
    if (rc == 0) {
        struct buf *b = parts_add(ret, tried ? "rank.tried" : "rank.first");
        each_list(s, &jobs[1].forest.trees, &jobs[2].forest.trees, tried ? score_tried : score_first);
        report(s, tried ? "tried" : "first", tried ? offsetof(struct scored, tried) : offsetof(struct scored, first));
        buf_add(b, jobs[0].forest.bytes.p, jobs[0].forest.bytes.n);
    }
    for (size_t i = 0; i < 3; i++)
        buf_done(&jobs[i].forest.bytes);
    dense_done(&d);
    return rc;
}

/* ---- confidence ---- */

struct margins {
    float *rows;
    uint8_t *right;
    double *score;
    size_t *part; /* of each list: by its database */
    size_t n;
};

static void margins_make(const struct stage *stage, struct margins *ret)
{
    size_t width = rank_features_count(), dbs = 0;

    ret->rows = room_for(stage->n * RANK_MARGINS, sizeof *ret->rows);
    ret->right = room_for(stage->n, sizeof *ret->right);
    ret->score = room_for(stage->n, sizeof *ret->score);
    ret->part = room_for(stage->n, sizeof *ret->part);
    for (size_t i = 0; i < stage->n; i++) {
        const struct scored *s = &stage->each[i];
        size_t n = size_of(s), *order;
        float *rows;
        dbs += i > 0 && s->list->db != stage->each[i - 1].list->db;
        if (n == 0)
            continue;
        rows = room_for(n * width, sizeof *rows);
        order = room_for(n, sizeof *order);
        rank_features(s->list->ranking, s->trials, s->lexical, rows);
        rank_sort(s->tried, s->first, s->trials, n, order);
        rank_margins(s->list->ranking, order, s->tried, s->lexical, s->trials, rows, ret->rows + ret->n * RANK_MARGINS);
        ret->right[ret->n] = s->list->right[order[0]];
        ret->part[ret->n++] = dbs % PARTS_OF_CONFIDENCE; /* a database's questions stay together */
        free(rows);
        free(order);
    }
}

static void margins_done(struct margins *m)
{
    free(m->rows);
    free(m->right);
    free(m->score);
    free(m->part);
}

static const struct trees_fit fit_confidence = { .trees = 80,
                                                 .leaves = 8,
                                                 .rate = .08,
                                                 .l2 = 5,
                                                 .least_weight = 1e-3,
                                                 .least_rows = 60,
                                                 .row_share = .8,
                                                 .feature_share = .8,
                                                 .threads = 1,
                                                 .seed = 1 };

/* Learns from all lists but those of one part; PARTS_OF_CONFIDENCE: from all. */
static int learn_confidence(const struct margins *m, size_t without, struct forest *ret, struct err *err)
{
    struct trees_learned *learned;
    float *values = room_for(m->n * RANK_MARGINS, sizeof *values);
    uint8_t *right = room_for(m->n, sizeof *right);
    struct tree_rows rows = { .values = values, .features = RANK_MARGINS };
    int rc;

    for (size_t i = 0; i < m->n; i++)
        if (m->part[i] != without) {
            memcpy(values + rows.n * RANK_MARGINS, m->rows + i * RANK_MARGINS, RANK_MARGINS * sizeof *values);
            right[rows.n++] = m->right[i];
        }
    buf_init(&ret->bytes, BUNDLE_BYTES_MOST);
    rc = trees_fit_yes_no(&fit_confidence, &rows, right, NULL, &learned, err);
    free(values);
    free(right);
    if (rc)
        return -1;
    rc = trees_write(learned, &ret->bytes, err);
    trees_learned_free(learned);
    return rc || trees_open(ret->bytes.p, ret->bytes.n, &ret->trees, err) ? -1 : 0;
}

static int learn_all_confidence(const struct stage *s, struct parts *ret, struct err *err)
{
    struct margins m = { 0 };
    bool *right;
    int rc = 0;

    margins_make(s, &m);
    right = room_for(m.n, sizeof *right);
    for (size_t part = 0; part <= PARTS_OF_CONFIDENCE && rc == 0; part++) {
        struct forest forest = { 0 };
        rc = learn_confidence(&m, part, &forest, err);
        for (size_t i = 0; i < m.n && rc == 0; i++)
            if (m.part[i] == part) {
                trees_scores(&forest.trees, m.rows + i * RANK_MARGINS, 1, RANK_MARGINS, &m.score[i]);
                right[i] = m.right[i];
            }
        if (rc == 0 && part == PARTS_OF_CONFIDENCE)
            buf_add(parts_add(ret, "confidence"), forest.bytes.p, forest.bytes.n);
        buf_done(&forest.bytes);
    }
    if (rc == 0)
        rc = calibrate_fit(m.score, right, m.n, CALIBRATION_LEAST, parts_add(ret, "confidence.table"), err);
    free(right);
    margins_done(&m);
    return rc;
}

int ranks_learn(const struct list_set folds[2], unsigned threads, struct parts *ret, struct err *err)
{
    struct stage s = { .n = folds[0].n + folds[1].n, .threads = threads };
    int rc;

    s.each = room_for(s.n, sizeof *s.each);
    s.fold[1] = folds[0].n;
    s.fold[2] = s.n;
    for (size_t i = 0; i < s.n; i++)
        s.each[i].list = i < s.fold[1] ? &folds[0].each[i] : &folds[1].each[i - s.fold[1]];
    rc = learn_all_lexical(&s, ret, err);
    if (rc == 0)
        rc = learn_forests(&s, false, ret, err);
    if (rc == 0)
        rc = learn_forests(&s, true, ret, err);
    if (rc == 0)
        rc = learn_all_confidence(&s, ret, err);
    for (size_t i = 0; i < s.n; i++) {
        free(s.each[i].lexical);
        free(s.each[i].first);
        free(s.each[i].tried);
        free(s.each[i].trials);
    }
    free(s.each);
    return rc;
}
