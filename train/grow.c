/* grow.c - histograms: of the rows in a leaf, the sums of each bin of each feature.
 *
 * A split is found from histograms alone. Of the two leaves that it makes, only the one with fewer rows is counted; the
 * other has what is left of its parent's, exactly, as sums are whole numbers. The rows of a leaf, and with them their
 * gradients, stand together and in their first order, so that counting walks through memory.
 */
#include "train/grow.h"
#include "train/room.h"
#include "train/threads.h"
#include "train/trees_fit.h"
#include <assert.h>
#include <math.h>
#include <string.h>

#define SMALL_ROWS 4096 /* fewer are not worth a thread */

/* The bins of eight features. */
struct histogram {
    struct sums of[BIN_GROUP][BINS];
};

struct split {
    double gain; /* 0: there is none */
    size_t feature;
    unsigned bin; /* the last one that goes left */
};

struct leaf {
    size_t from, to; /* its rows */
    struct sums sums;
    struct histogram *histograms; /* of each group */
    struct split best;
    int parent; /* the node, and which child of it; -1: the root */
    unsigned side;
};

struct grower {
    const struct trees_fit *how;
    const struct bins *bins;
    const bool *is_used;
    uint32_t *rows, *moved;           /* the listed ones, leaf by leaf */
    struct sums *cells, *moved_cells; /* of each of these rows */
    struct leaf leaves[TREES_LEAVES_MOST];
    unsigned n_leaves;
    unsigned hessian_bits;
    double gradient_unit, hessian_unit; /* what 1 stands for */
    struct histogram *histograms;       /* of all leaves */
    struct leaf *smaller, *larger;      /* being counted; larger may be NULL */
    struct split *found;                /* of each of the two and each feature */
};

struct grower *grower_new(const struct trees_fit *how, const struct bins *bins)
{
    struct grower *g = room_for(1, sizeof *g);
    unsigned row_bits = 1;

    g->how = how;
    g->bins = bins;
    g->rows = room_for(bins->rows, sizeof *g->rows);
    g->moved = room_for(bins->rows, sizeof *g->moved);
    g->cells = room_for(bins->rows, sizeof *g->cells);
    g->moved_cells = room_for(bins->rows, sizeof *g->moved_cells);
    g->histograms = room_for(how->leaves * bins->groups, sizeof *g->histograms);
    g->found = room_for(2 * bins->features, sizeof *g->found);
    while (bins->rows >> row_bits)
        row_bits++;
    g->hessian_bits = 64 - row_bits;
    return g;
}

void grower_free(struct grower *g)
{
    free(g->rows);
    free(g->moved);
    free(g->cells);
    free(g->moved_cells);
    free(g->histograms);
    free(g->found);
    free(g);
}

/* ---- sums ---- */

static void add(struct sums *a, struct sums b)
{
    a->gradient += b.gradient;
    a->rows_hessian += b.rows_hessian;
}

static struct sums less(struct sums a, struct sums b)
{
    return (struct sums){ a.gradient - b.gradient, a.rows_hessian - b.rows_hessian };
}

static size_t rows_of(const struct grower *g, struct sums s)
{
    return s.rows_hessian >> g->hessian_bits;
}

static double gradient_of(const struct grower *g, struct sums s)
{
    return (double)s.gradient * g->gradient_unit;
}

static double hessian_of(const struct grower *g, struct sums s)
{
    return (double)(s.rows_hessian & (((uint64_t)1 << g->hessian_bits) - 1)) * g->hessian_unit;
}

/* What a leaf with these sums takes off the loss, twice. */
static double worth(const struct grower *g, struct sums s)
{
    double gradient = gradient_of(g, s);

    return gradient * gradient / (hessian_of(g, s) + g->how->l2 + 1e-12);
}

/* The listed rows' gradients as whole numbers: the largest takes all bits that n rows leave it. */
static void begin_rows(struct grower *g, const uint32_t *listed, size_t n, const float *gradients,
                       const float *hessians)
{
    double most_gradient = 0, most_hessian = 0;
    unsigned row_bits = 64 - g->hessian_bits;
    int value_bits = (int)(g->hessian_bits - row_bits);

    value_bits = value_bits > 40 ? 40 : value_bits;
    for (size_t i = 0; i < n; i++) {
        most_gradient = fmax(most_gradient, fabs((double)gradients[listed[i]]));
        most_hessian = fmax(most_hessian, (double)hessians[listed[i]]);
    }
    g->gradient_unit = most_gradient > 0 ? ldexp(most_gradient, -38) : 1;
    g->hessian_unit = most_hessian > 0 ? ldexp(most_hessian, 1 - value_bits) : 1;
    g->leaves[0] = (struct leaf){ .to = n, .histograms = g->histograms, .parent = -1 };
    for (size_t i = 0; i < n; i++) {
        struct sums cell = { llrint((double)gradients[listed[i]] / g->gradient_unit),
                             (uint64_t)llrint((double)hessians[listed[i]] / g->hessian_unit) };
        cell.rows_hessian |= (uint64_t)1 << g->hessian_bits;
        g->rows[i] = listed[i];
        g->cells[i] = cell;
        add(&g->leaves[0].sums, cell);
    }
}

/* ---- histograms ---- */

static bool group_is_used(const struct grower *g, size_t group)
{
    for (size_t i = group * BIN_GROUP; i < (group + 1) * BIN_GROUP && i < g->bins->features; i++)
        if (g->is_used[i])
            return true;
    return false;
}

static void count_group(const struct grower *g, const struct leaf *leaf, size_t group)
{
    struct histogram *h = &leaf->histograms[group];
    const uint64_t *packed = g->bins->packed + group * g->bins->rows;

    memset(h, 0, sizeof *h);
    for (size_t i = leaf->from; i < leaf->to; i++) {
        uint64_t bins = packed[g->rows[i]];
        struct sums cell = g->cells[i];
        for (unsigned k = 0; k < BIN_GROUP; k++)
            add(&h->of[k][bins >> 8 * k & (BINS - 1)], cell);
    }
}

/* What is left of the parent's, which is in the larger one's place. */
static void subtract_group(const struct leaf *larger, const struct leaf *smaller, size_t group)
{
    struct sums *of = larger->histograms[group].of[0];
    const struct sums *taken = smaller->histograms[group].of[0];

    for (size_t i = 0; i < (size_t)BIN_GROUP * BINS; i++)
        of[i] = less(of[i], taken[i]);
}

static bool side_is_allowed(const struct grower *g, struct sums s)
{
    return rows_of(g, s) >= g->how->least_rows && hessian_of(g, s) >= g->how->least_weight;
}

static struct split best_of_feature(const struct grower *g, const struct leaf *leaf, size_t feature)
{
    const struct sums *bins = leaf->histograms[feature / BIN_GROUP].of[feature % BIN_GROUP];
    struct split best = { .feature = feature };
    struct sums left = { 0 };
    double now = worth(g, leaf->sums);

    for (unsigned bin = 0; bin + 1 < g->bins->counts[feature]; bin++) {
        struct sums right;
        double gain;
        add(&left, bins[bin]);
        right = less(leaf->sums, left);
        if (rows_of(g, right) < g->how->least_rows)
            break;
        if (bins[bin].rows_hessian == 0 || !side_is_allowed(g, left) || !side_is_allowed(g, right))
            continue;
        gain = worth(g, left) + worth(g, right) - now;
        if (gain > best.gain) {
            best.gain = gain;
            best.bin = bin;
        }
    }
    return best;
}

static void count_share(void *state, unsigned share)
{
    const struct grower *g = state;

    for (size_t group = share; group < g->bins->groups; group += g->how->threads) {
        if (!group_is_used(g, group))
            continue;
        count_group(g, g->smaller, group);
        if (g->larger)
            subtract_group(g->larger, g->smaller, group);
        for (size_t i = group * BIN_GROUP; i < (group + 1) * BIN_GROUP && i < g->bins->features; i++)
            if (g->is_used[i]) {
                g->found[2 * i] = best_of_feature(g, g->smaller, i);
                if (g->larger)
                    g->found[2 * i + 1] = best_of_feature(g, g->larger, i);
            }
    }
}

/* Of equal gains the first feature's. */
static struct split best_found(const struct grower *g, unsigned which)
{
    struct split best = { 0 };

    for (size_t i = 0; i < g->bins->features; i++)
        if (g->is_used[i] && g->found[2 * i + which].gain > best.gain)
            best = g->found[2 * i + which];
    return best;
}

/* Counts one leaf, or the two that a split made, the larger of which has its parent's histograms; finds their splits.
 */
static void count_leaves(struct grower *g, struct leaf *smaller, struct leaf *larger)
{
    g->smaller = smaller;
    g->larger = larger;
    run_shares(g->how->threads, smaller->to - smaller->from < SMALL_ROWS, count_share, g);
    smaller->best = best_found(g, 0);
    if (larger)
        larger->best = best_found(g, 1);
}

/* ---- splitting ---- */

/* Sorts a leaf's rows into those that go left and those behind them that go right. Returns where these begin; *ret_left
 * are the left ones' sums. */
static size_t part_rows(struct grower *g, const struct leaf *leaf, struct sums *ret_left)
{
    const struct split *s = &leaf->best;
    size_t left = leaf->from, right = 0;

    *ret_left = (struct sums){ 0 };
    for (size_t i = leaf->from; i < leaf->to; i++) {
        uint32_t row = g->rows[i];
        struct sums cell = g->cells[i];
        if (bin_of(g->bins, s->feature, row) <= s->bin) {
            add(ret_left, cell);
            g->rows[left] = row;
            g->cells[left++] = cell;
        } else {
            g->moved[right] = row;
            g->moved_cells[right++] = cell;
        }
    }
    memcpy(g->rows + left, g->moved, right * sizeof *g->rows);
    memcpy(g->cells + left, g->moved_cells, right * sizeof *g->cells);
    return left;
}

/* The node of a split, hung into the tree in its leaf's place. */
static void add_node(const struct grower *g, const struct leaf *leaf, unsigned left, unsigned right, struct grown *ret)
{
    const struct split *s = &leaf->best;
    unsigned node = ret->n_nodes++;

    ret->nodes[node] = (struct trees_node){ .feature = (uint16_t)s->feature,
                                            .threshold = g->bins->most[s->feature * BINS + s->bin],
                                            .child = { (int16_t)~left, (int16_t)~right } };
    ret->gains[node] = s->gain;
    if (leaf->parent >= 0)
        ret->nodes[leaf->parent].child[leaf->side] = (int16_t)node;
}

/* The left half stays in the leaf's place; the right one is a new leaf. */
static void split_leaf(struct grower *g, unsigned number, struct grown *ret)
{
    struct leaf *left = &g->leaves[number], *right = &g->leaves[g->n_leaves], *smaller, *larger;
    struct leaf whole = *left;
    struct sums sums;
    size_t middle = part_rows(g, &whole, &sums);
    int node = (int)ret->n_nodes;

    add_node(g, &whole, number, g->n_leaves, ret);
    *left = (struct leaf){ .from = whole.from, .to = middle, .sums = sums, .parent = node, .side = 0 };
    *right = (struct leaf){ .from = middle, .to = whole.to, .sums = less(whole.sums, sums), .parent = node, .side = 1 };
    smaller = middle - whole.from <= whole.to - middle ? left : right;
    larger = smaller == left ? right : left;
    larger->histograms = whole.histograms;
    smaller->histograms = g->histograms + g->n_leaves * g->bins->groups;
    g->n_leaves++;
    count_leaves(g, smaller, larger);
}

/* ---- scores ---- */

static void add_listed(const struct grower *g, const struct grown *t, bool *is_done, double *scores)
{
    for (unsigned i = 0; i < g->n_leaves; i++)
        for (size_t k = g->leaves[i].from; k < g->leaves[i].to; k++) {
            scores[g->rows[k]] += (double)t->leaves[i];
            is_done[g->rows[k]] = true;
        }
}

static int walk(const struct grower *g, const struct grown *t, const unsigned *bins, size_t row)
{
    int at = t->n_nodes > 0 ? 0 : ~0;

    while (at >= 0)
        at = t->nodes[at].child[bin_of(g->bins, t->nodes[at].feature, row) > bins[at]];
    return ~at;
}

/* bins: of each node, the last one that goes left. */
static void add_others(const struct grower *g, const struct grown *t, const unsigned *bins, const bool *is_done,
                       double *scores)
{
    for (size_t row = 0; row < g->bins->rows; row++)
        if (!is_done[row])
            scores[row] += (double)t->leaves[walk(g, t, bins, row)];
}

void grow_tree(struct grower *g, const uint32_t *listed, size_t n, const float *gradients, const float *hessians,
               const bool *is_used, double *scores, struct grown *ret)
{
    unsigned bins[TREES_LEAVES_MOST] = { 0 };
    bool *is_done = room_for(g->bins->rows, sizeof *is_done);

    assert(g->how->leaves >= 1 && g->how->leaves <= TREES_LEAVES_MOST);
    ret->n_nodes = 0;
    g->is_used = is_used;
    g->n_leaves = 1;
    begin_rows(g, listed, n, gradients, hessians);
    count_leaves(g, &g->leaves[0], NULL);
    while (g->n_leaves < g->how->leaves) {
        unsigned best = 0;
        for (unsigned i = 1; i < g->n_leaves; i++)
            best = g->leaves[i].best.gain > g->leaves[best].best.gain ? i : best;
        if (g->leaves[best].best.gain <= 0)
            break;
        bins[ret->n_nodes] = g->leaves[best].best.bin;
        split_leaf(g, best, ret);
    }
    for (unsigned i = 0; i < g->n_leaves; i++) {
        double gradient = gradient_of(g, g->leaves[i].sums), hessian = hessian_of(g, g->leaves[i].sums);
        ret->leaves[i] = (float)(-gradient / (hessian + g->how->l2 + 1e-12) * g->how->rate);
    }
    add_listed(g, ret, is_done, scores);
    if (n < g->bins->rows)
        add_others(g, ret, bins, is_done, scores);
    free(is_done);
}
