/* join.c - the cheapest trees of joins that connect tables.
 *
 * A tree grows from one of the tables: the nearest of the others is tied to what is there, by the cheapest path, until
 * all are in. Trees grown from each of the tables are candidates. More come from each tree that was found: grown again
 * without one of its joins, or without one of the tables that are only on the way. So the next one may tie the same two
 * tables by other columns, or go through another table. Always the cheapest tree is given next, and grown again.
 *
 * Nothing is counted that could be many: schemas have at most PLAN_TABLES tables here, trees PLAN_JOINS joins, and at
 * most TREES are grown.
 */
#include "read/plan.h"
#include <string.h>

#define TREES 48 /* that are grown in one call: three generations of trees with four joins and more */
#define EDGES 512
#define FOUND 32
#define NEAR 1e-9 /* costs that differ by less are equal */

struct edge {
    unsigned char a, b; /* tables */
    size_t join;
    double cost;
};

struct graph {
    struct edge edges[EDGES];
    size_t n_edges, n_tables;
    unsigned short at[2 * EDGES]; /* the edges of each table, the likelier first */
    unsigned short first[PLAN_TABLES + 1];
};

/* What a tree may not have. */
struct without {
    uint64_t tables;
    size_t joins[PLAN_JOINS];
    size_t n;
};

static uint64_t bit(size_t i)
{
    return UINT64_C(1) << i;
}

/* Joins of several rows with several rows are rarely meant. */
static double join_cost(const struct link_join *j)
{
    return 1 + 2 * (1 - j->score) + (j->many ? 1 : 0);
}

static void graph_make(const struct link_schema *s, struct graph *g)
{
    g->n_edges = 0;
    g->n_tables = s->n_tables < PLAN_TABLES ? s->n_tables : PLAN_TABLES;
    for (size_t i = 0; i < s->n_joins && g->n_edges < EDGES; i++) {
        const size_t a = s->columns[s->joins[i].from].table, b = s->columns[s->joins[i].to].table;
        if (a != b && a < g->n_tables && b < g->n_tables)
            g->edges[g->n_edges++] = (struct edge){ (unsigned char)a, (unsigned char)b, i, join_cost(&s->joins[i]) };
    }
}

/* The edges of each table, one table behind another. */
static void graph_index(struct graph *g)
{
    unsigned short next[PLAN_TABLES];

    memset(g->first, 0, sizeof g->first);
    for (size_t i = 0; i < g->n_edges; i++) {
        g->first[g->edges[i].a + 1]++;
        g->first[g->edges[i].b + 1]++;
    }
    for (size_t t = 0; t < PLAN_TABLES; t++) {
        g->first[t + 1] = (unsigned short)(g->first[t + 1] + g->first[t]);
        next[t] = g->first[t];
    }
    for (size_t i = 0; i < g->n_edges; i++) {
        g->at[next[g->edges[i].a]++] = (unsigned short)i;
        g->at[next[g->edges[i].b]++] = (unsigned short)i;
    }
}

static bool is_without(const struct without *w, const struct edge *e)
{
    if ((w->tables & (bit(e->a) | bit(e->b))) != 0)
        return true;
    for (size_t i = 0; i < w->n; i++)
        if (w->joins[i] == e->join)
            return true;
    return false;
}

/* The nearest table to look at; PLAN_TABLES where none can be reached. */
static size_t nearest_of(uint64_t open, const double *distance)
{
    size_t found = PLAN_TABLES;

    for (; open != 0; open &= open - 1) {
        const size_t t = (size_t)__builtin_ctzll(open);
        if (found == PLAN_TABLES || distance[t] < distance[found])
            found = t;
    }
    return found;
}

/* The wanted table that is nearest to the tree, by Dijkstra's way; PLAN_TABLES where none can be reached. `by` has the
 * edge by which each table on the way is reached. */
static size_t reach(const struct graph *g, const struct without *w, uint64_t tree, uint64_t wanted,
                    const struct edge **by)
{
    double distance[PLAN_TABLES] = { 0 };
    uint64_t open = tree, done = 0;
    size_t t;

    memset(by, 0, PLAN_TABLES * sizeof *by);
    while ((t = nearest_of(open, distance)) < PLAN_TABLES && (wanted & bit(t)) == 0) {
        open &= ~bit(t);
        done |= bit(t);
        for (size_t i = g->first[t]; i < g->first[t + 1]; i++) {
            const struct edge *e = &g->edges[g->at[i]];
            const size_t to = e->a == t ? e->b : e->a;
            if ((done & bit(to)) != 0 || is_without(w, e) ||
                ((open & bit(to)) != 0 && distance[to] <= distance[t] + e->cost + NEAR))
                continue;
            distance[to] = distance[t] + e->cost;
            by[to] = e;
            open |= bit(to);
        }
    }
    return t;
}

/* Adds the path to the table; false where the tree gets too large. */
static bool add_path(struct join_tree *tree, const struct edge *const *by, size_t table)
{
    while (by[table]) {
        const struct edge *e = by[table];
        if (tree->n_joins == PLAN_JOINS)
            return false;
        tree->joins[tree->n_joins++] = e->join;
        tree->cost += e->cost;
        tree->tables |= bit(table);
        table = e->a == table ? e->b : e->a;
    }
    return true;
}

static void sort_joins(struct join_tree *t)
{
    for (size_t i = 1; i < t->n_joins; i++)
        for (size_t k = i; k > 0 && t->joins[k] < t->joins[k - 1]; k--) {
            const size_t other = t->joins[k];
            t->joins[k] = t->joins[k - 1];
            t->joins[k - 1] = other;
        }
}

static bool grow(const struct graph *g, const struct without *w, uint64_t wanted, size_t root, struct join_tree *ret)
{
    const struct edge *by[PLAN_TABLES];

    *ret = (struct join_tree){ .tables = bit(root) };
    while ((wanted & ~ret->tables) != 0) {
        const size_t nearest = reach(g, w, ret->tables, wanted & ~ret->tables, by);
        if (nearest == PLAN_TABLES || !add_path(ret, by, nearest))
            return false;
    }
    sort_joins(ret);
    return true;
}

/* ---- several ---- */

struct found {
    struct join_tree tree;
    struct without without; /* that it was grown with */
    bool is_done;           /* it was given */
};

struct search {
    struct graph graph;
    uint64_t wanted;
    struct found found[FOUND];
    size_t n, grown;
};

static bool same_tree(const struct join_tree *a, const struct join_tree *b)
{
    return a->n_joins == b->n_joins && memcmp(a->joins, b->joins, a->n_joins * sizeof *a->joins) == 0;
}

/* Grown from the first of the tables, and then from so many others. */
static void grow_from(struct search *s, const struct without *w, size_t others)
{
    for (size_t root = 0, n = 0; root < s->graph.n_tables && n <= others && s->grown < TREES && s->n < FOUND; root++) {
        struct found *next = &s->found[s->n];
        bool is_new = true;
        if ((s->wanted & bit(root)) == 0)
            continue;
        s->grown++;
        n++;
        if (!grow(&s->graph, w, s->wanted, root, &next->tree))
            return; /* from the others it cannot be done either */
        for (size_t i = 0; i < s->n; i++)
            is_new &= !same_tree(&s->found[i].tree, &next->tree);
        next->without = *w;
        next->is_done = false;
        s->n += is_new;
    }
}

/* The next tree: the cheapest; equals in the order in which they were found. */
static struct found *cheapest(struct search *s)
{
    struct found *best = NULL;

    for (size_t i = 0; i < s->n; i++)
        if (!s->found[i].is_done && (!best || s->found[i].tree.cost < best->tree.cost - NEAR))
            best = &s->found[i];
    return best;
}

static void grow_others(struct search *s, struct found *f)
{
    const uint64_t on_the_way = f->tree.tables & ~s->wanted;

    for (size_t i = 0; i < f->tree.n_joins && f->without.n < PLAN_JOINS; i++) {
        struct without w = f->without;
        w.joins[w.n++] = f->tree.joins[i];
        grow_from(s, &w, 0);
    }
    for (size_t t = 0; t < s->graph.n_tables; t++)
        if ((on_the_way & bit(t)) != 0) {
            struct without w = f->without;
            w.tables |= bit(t);
            grow_from(s, &w, 0);
        }
}

size_t join_trees(const struct link_schema *schema, uint64_t tables, struct join_tree *ret, size_t max)
{
    struct search s = { .wanted = tables };
    const struct without nothing = { 0 };
    struct found *f;
    size_t n = 0;

    graph_make(schema, &s.graph);
    graph_index(&s.graph);
    if (tables == 0 || max == 0 || (s.graph.n_tables < PLAN_TABLES && tables >> s.graph.n_tables != 0))
        return 0;
    grow_from(&s, &nothing, PLAN_JOINS);
    while (n < max && (f = cheapest(&s))) {
        ret[n++] = f->tree;
        f->is_done = true;
        if (n < max && s.grown < TREES && s.n < FOUND)
            grow_others(&s, f);
    }
    return n;
}
