/* trees.c - walking trees: some rows at a time through one tree, so that one row's wait for memory is another's work.
 *
 * A part of a bundle: the head below, the starts of the trees, the nodes, the leaves. A child stands behind its parent,
 * so every walk ends.
 */
#include "learn/trees.h"
#include "base/err.h"
#include "learn/bundle.h"
#include "learn/trees_part.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

#define ROWS_AT_ONCE 8

/* ---- opening ---- */

/* A child of node i, in a tree of n nodes. */
static bool child_fits(int child, size_t i, size_t n)
{
    size_t leaf = (size_t)(-1 - (long)child); /* ~child, of one that is a leaf */

    return child >= 0 ? (size_t)child > i && (size_t)child < n : leaf <= n;
}

static bool tree_fits(const struct trees *m, size_t tree)
{
    const struct trees_node *nodes = m->nodes + m->start[tree];
    size_t n = m->start[tree + 1] - m->start[tree];

    for (size_t i = 0; i < n; i++)
        if (nodes[i].feature >= m->features || isnan(nodes[i].threshold) || nodes[i].unused != 0 ||
            !child_fits(nodes[i].child[0], i, n) || !child_fits(nodes[i].child[1], i, n))
            return false;
    return true;
}

static const char *find_wrong(const struct trees *m, size_t n_nodes)
{
    if (!isfinite(m->base))
        return "its base is no number";
    if (m->start[0] != 0 || m->start[m->n] != n_nodes)
        return "its trees are not where they should be";
    for (size_t i = 0; i < m->n; i++)
        if (m->start[i + 1] < m->start[i] || m->start[i + 1] - m->start[i] >= TREES_LEAVES_MOST ||
            m->start[i + 1] > n_nodes)
            return "a tree is not where it should be";
    for (size_t i = 0; i < m->n; i++)
        if (!tree_fits(m, i))
            return "a node makes no sense";
    for (size_t i = 0; i < n_nodes + m->n; i++)
        if (!isfinite(m->leaves[i]))
            return "a leaf is no number";
    return NULL;
}

int trees_open(const void *p, size_t n, struct trees *ret, struct err *err)
{
    struct trees_head head;
    struct trees_layout at;
    const char *bytes = p, *wrong;

    if ((uintptr_t)p % sizeof(uint64_t) != 0 || n < sizeof head)
        return bundle_damaged(err, "trees", "they have no head");
    memcpy(&head, p, sizeof head);
    if (head.features < 1 || head.features > TREES_FEATURES_MOST || head.trees > TREES_MOST ||
        head.nodes > head.trees * (TREES_LEAVES_MOST - 1) || head.unused != 0)
        return bundle_damaged(err, "trees", "their head makes no sense");
    at = trees_layout(&head);
    if (n != at.end)
        return bundle_damaged(err, "trees", "their length does not fit their head");
    *ret = (struct trees){ .features = head.features,
                           .n = head.trees,
                           .base = head.base,
                           .start = (const uint32_t *)(const void *)(bytes + sizeof head),
                           .nodes = (const struct trees_node *)(const void *)(bytes + at.nodes),
                           .leaves = (const float *)(const void *)(bytes + at.leaves) };
    wrong = find_wrong(ret, head.nodes);
    return wrong ? bundle_damaged(err, "trees", wrong) : 0;
}

/* ---- scoring ---- */

struct tree {
    const struct trees_node *nodes;
    const float *leaves;
};

/* One row, from the node on that it has come to. */
static double walk(struct tree t, const float *row, int at)
{
    while (at >= 0)
        at = t.nodes[at].child[row[t.nodes[at].feature] > t.nodes[at].threshold];
    return (double)t.leaves[~at];
}

static void walk_several(struct tree t, const float *rows, size_t stride, double *scores)
{
    int at[ROWS_AT_ONCE] = { 0 };
    bool some_walk;

    do {
        some_walk = false;
        for (size_t k = 0; k < ROWS_AT_ONCE; k++) {
            const struct trees_node *node = t.nodes + (at[k] < 0 ? 0 : at[k]);
            int next = node->child[rows[k * stride + node->feature] > node->threshold];
            at[k] = at[k] < 0 ? at[k] : next;
            some_walk |= at[k] >= 0;
        }
    } while (some_walk);
    for (size_t k = 0; k < ROWS_AT_ONCE; k++)
        scores[k] += (double)t.leaves[~at[k]];
}

static void add_tree(struct tree t, const float *rows, size_t n, size_t stride, double *ret)
{
    size_t i = 0;

    for (; i + ROWS_AT_ONCE <= n; i += ROWS_AT_ONCE)
        walk_several(t, rows + i * stride, stride, ret + i);
    for (; i < n; i++)
        ret[i] += walk(t, rows + i * stride, 0);
}

void trees_scores(const struct trees *m, const float *rows, size_t n, size_t stride, double *ret)
{
    for (size_t i = 0; i < n; i++)
        ret[i] = m->base;
    for (size_t i = 0; i < m->n; i++) {
        struct tree t = { m->nodes + m->start[i], m->leaves + m->start[i] + i };
        if (m->start[i + 1] > m->start[i])
            add_tree(t, rows, n, stride, ret);
        else
            for (size_t k = 0; k < n; k++)
                ret[k] += (double)t.leaves[0];
    }
}
