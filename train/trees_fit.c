/* trees_fit.c - boosting: a tree after another, each grown from what the ones before it got wrong. */
#include "train/trees_fit.h"
#include "base/buf.h"
#include "base/err.h"
#include "learn/trees.h"
#include "learn/trees_part.h"
#include "train/grow.h"
#include "train/losses.h"
#include "train/random.h"
#include "train/room.h"
#include "train/threads.h"
#include <math.h>
#include <string.h>

#define ROWS_MOST ((size_t)1 << 24) /* so that sums over all of them are exact (grow.c) */
#define LABEL_MOST 15

const struct trees_fit trees_fit_usual = { .trees = 250,
                                           .leaves = 31,
                                           .rate = .05,
                                           .l2 = 5,
                                           .least_weight = 1e-3,
                                           .least_rows = 60,
                                           .row_share = .7,
                                           .feature_share = .6,
                                           .depth = 5,
                                           .threads = 2 };

struct trees_learned {
    size_t features;
    size_t n;
    double base;
    struct grown *trees;
    double *gains; /* of each feature */
};

struct boosting {
    const struct trees_fit *how;
    const struct tree_rows *rows;
    const uint8_t *label;
    const float *importance;
    const uint64_t *first; /* of each list; NULL: yes or no */
    size_t n_lists;
    struct order_room *order[THREADS_MOST];
    double *scores; /* of each row, so far */
    float *gradients, *hessians;
    uint64_t random;
    bool *is_used;    /* of each feature: by this tree */
    uint32_t *listed; /* rows this tree is grown from */
    size_t n_listed;
};

/* ---- one tree's share ---- */

static bool is_in(struct boosting *b, double share)
{
    return share >= 1 || random_share(&b->random) < share;
}

static void list_rows(struct boosting *b)
{
    b->n_listed = 0;
    for (size_t i = 0; i < (b->first ? b->n_lists : b->rows->n); i++) {
        size_t from = b->first ? b->first[i] : i, to = b->first ? b->first[i + 1] : i + 1;
        if (is_in(b, b->how->row_share))
            for (; from < to; from++)
                b->listed[b->n_listed++] = (uint32_t)from;
    }
}

static void choose_features(struct boosting *b)
{
    bool some = false;

    while (!some)
        for (size_t i = 0; i < b->rows->features; i++)
            some |= b->is_used[i] = is_in(b, b->how->feature_share);
}

/* A part of the rows, or of the lists. */
static void gradients_share(void *state, unsigned share)
{
    struct boosting *b = state;
    size_t n = b->first ? b->n_lists : b->rows->n, from = n * share / b->how->threads,
           to = n * (share + 1) / b->how->threads;

    if (!b->first)
        gradients_yes_no(b->scores, b->label, b->importance, from, to - from, b->gradients, b->hessians);
    for (; b->first && from < to; from++) {
        size_t row = b->first[from];
        gradients_order(b->order[share], b->scores + row, b->label + row, b->first[from + 1] - row, b->how->depth,
                        b->gradients + row, b->hessians + row);
    }
}

/* ---- all of it ---- */

/* The logarithm of the odds of "yes". */
static double first_score(const struct boosting *b)
{
    double yes = 0, all = 0;

    if (b->first)
        return 0;
    for (size_t i = 0; i < b->rows->n; i++) {
        double heavy = b->importance ? (double)b->importance[i] : 1;
        yes += b->label[i] ? heavy : 0;
        all += heavy;
    }
    return log((yes + 1e-6) / (all - yes + 1e-6));
}

static struct trees_learned *learned_new(const struct boosting *b)
{
    struct trees_learned *t = room_for(1, sizeof *t);

    t->features = b->rows->features;
    t->base = first_score(b);
    t->trees = room_for(b->how->trees, sizeof *t->trees);
    t->gains = room_for(b->rows->features, sizeof *t->gains);
    return t;
}

void trees_learned_free(struct trees_learned *t)
{
    if (t) {
        free(t->trees);
        free(t->gains);
    }
    free(t);
}

static void begin(struct boosting *b)
{
    size_t longest = 0;

    for (size_t i = 0; i < b->n_lists; i++)
        longest = b->first[i + 1] - b->first[i] > longest ? b->first[i + 1] - b->first[i] : longest;
    for (unsigned i = 0; i < b->how->threads; i++)
        b->order[i] = order_room_new(longest);
    b->scores = room_for(b->rows->n, sizeof *b->scores);
    b->gradients = room_for(b->rows->n, sizeof *b->gradients);
    b->hessians = room_for(b->rows->n, sizeof *b->hessians);
    b->is_used = room_for(b->rows->features, sizeof *b->is_used);
    b->listed = room_for(b->rows->n, sizeof *b->listed);
    b->random = b->how->seed;
}

static void end(struct boosting *b)
{
    for (unsigned i = 0; i < b->how->threads; i++)
        order_room_free(b->order[i]);
    free(b->scores);
    free(b->gradients);
    free(b->hessians);
    free(b->is_used);
    free(b->listed);
}

/* A tree without a split says nothing new, and ends the learning where the next one would be the same. */
static void boost(struct boosting *b, struct trees_learned *t)
{
    struct bins bins;
    struct grower *g;
    bool all_same = b->how->row_share >= 1 && b->how->feature_share >= 1;

    bins_make(&bins, b->rows, b->how->threads);
    g = grower_new(b->how, &bins);
    for (size_t i = 0; i < b->rows->n; i++)
        b->scores[i] = t->base;
    while (t->n < b->how->trees) {
        struct grown *tree = &t->trees[t->n++];
        list_rows(b);
        choose_features(b);
        run_shares(b->how->threads, false, gradients_share, b);
        grow_tree(g, b->listed, b->n_listed, b->gradients, b->hessians, b->is_used, b->scores, tree);
        for (unsigned i = 0; i < tree->n_nodes; i++)
            t->gains[tree->nodes[i].feature] += tree->gains[i];
        if (tree->n_nodes == 0 && all_same)
            break;
    }
    grower_free(g);
    bins_done(&bins);
}

static const char *find_wrong(const struct boosting *b)
{
    const struct trees_fit *how = b->how;

    if (b->rows->n < 1 || b->rows->n >= ROWS_MOST || b->rows->features < 1 || b->rows->features > TREES_FEATURES_MOST)
        return "no rows or features, or too many";
    if (how->trees > TREES_MOST || how->leaves < 2 || how->leaves > TREES_LEAVES_MOST || how->threads < 1 ||
        how->threads > THREADS_MOST)
        return "too many trees, leaves or threads";
    if (!(how->row_share > 0) || !(how->feature_share > 0) || !(how->rate > 0) || !(how->l2 >= 0))
        return "shares, rate and l2 must be positive";
    for (size_t i = 0; i < b->rows->n; i++)
        if (b->label[i] > (b->first ? LABEL_MOST : 1))
            return "a label is too high";
    for (size_t i = 0; i < b->n_lists; i++)
        if (b->first[i + 1] < b->first[i])
            return "a list ends before it begins";
    if (b->first && (b->first[0] != 0 || b->first[b->n_lists] != b->rows->n))
        return "the lists are not all rows";
    return NULL;
}

static int fit(struct boosting *b, struct trees_learned **ret, struct err *err)
{
    const char *wrong = find_wrong(b);

    if (wrong)
        return err_set(err, ERR_INVALID_INPUT, "Trees cannot be learned from this.", "trees_fit: %s", wrong);
    begin(b);
    *ret = learned_new(b);
    boost(b, *ret);
    end(b);
    return 0;
}

int trees_fit_yes_no(const struct trees_fit *how, const struct tree_rows *rows, const uint8_t *label,
                     const float *importance, struct trees_learned **ret, struct err *err)
{
    struct boosting b = { .how = how, .rows = rows, .label = label, .importance = importance };

    return fit(&b, ret, err);
}

int trees_fit_order(const struct trees_fit *how, const struct tree_rows *rows, const uint8_t *label,
                    const uint64_t *first, size_t n_lists, struct trees_learned **ret, struct err *err)
{
    struct boosting b = { .how = how, .rows = rows, .label = label, .first = first, .n_lists = n_lists };

    return fit(&b, ret, err);
}

void trees_gains(const struct trees_learned *t, double *ret)
{
    memcpy(ret, t->gains, t->features * sizeof *ret);
}

int trees_write(const struct trees_learned *t, struct buf *ret, struct err *err)
{
    struct trees_head head = { .features = (uint32_t)t->features, .trees = (uint32_t)t->n, .base = t->base };
    uint32_t start = 0;

    for (size_t i = 0; i < t->n; i++)
        head.nodes += t->trees[i].n_nodes;
    buf_add(ret, &head, sizeof head);
    for (size_t i = 0; i < t->n; start += t->trees[i++].n_nodes)
        buf_add(ret, &start, sizeof start);
    buf_add(ret, &start, sizeof start);
    for (size_t i = 0; i < t->n; i++)
        buf_add(ret, t->trees[i].nodes, t->trees[i].n_nodes * sizeof *t->trees[i].nodes);
    for (size_t i = 0; i < t->n; i++)
        buf_add(ret, t->trees[i].leaves, (t->trees[i].n_nodes + 1) * sizeof *t->trees[i].leaves);
    return buf_check(ret, err);
}
