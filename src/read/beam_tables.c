/* beam_tables.c - which tables a filling is of, and how they hang together.
 *
 * The columns of a filling need their tables. A table that the question names without a column of it ("students who
 * have pets") is added where it is likely. Trees of joins are worked out once for each set of tables.
 */
#include "base/arena.h"
#include "read/beam_node.h"
#include "read/question_node.h"

#define MEMO 1024 /* sets of tables: a power of two */
#define TREES 3   /* ways to connect a set */
#define EXTRA 4   /* tables that may be added */
#define MAIN 4    /* tables that a filling without columns may be of */
#define LINKS 3   /* ways to tie an inner query */
#define EXTRA_LEAST (-3.0)
#define BEST_INNER 5 /* what an inner query's tables may count at most, about */

struct memo_entry {
    uint64_t tables;
    struct join_tree trees[TREES];
    size_t n;
    bool is_used;
};

struct tree_memo {
    struct memo_entry *entry[MEMO];
};

static size_t memo_place(const struct tree_memo *m, uint64_t tables)
{
    size_t at = (size_t)((tables * UINT64_C(0x9e3779b97f4a7c15)) >> 54) % MEMO;

    for (size_t i = 0; i < 8; i++, at = (at + 1) % MEMO)
        if (!m->entry[at] || m->entry[at]->tables == tables)
            return at;
    return at;
}

/* Trees over the tables, cheapest first; worked out once for each set of tables. */
static size_t find_trees(struct beam *b, uint64_t tables, const struct join_tree **ret)
{
    size_t at;
    struct memo_entry *e;

    if (!b->memo)
        b->memo = arena_alloc(b->scratch, sizeof *b->memo);
    at = memo_place(b->memo, tables);
    e = b->memo->entry[at];
    if (!e || e->tables != tables) {
        e = arena_alloc(b->scratch, sizeof *e);
        e->tables = tables;
        e->n = join_trees(b->schema, tables, e->trees, TREES);
        b->memo->entry[at] = e;
    }
    *ret = e->trees;
    return e->n;
}

static double sum_of_tables(const struct beam *b, uint64_t tables)
{
    double sum = 0;

    for (; tables; tables &= tables - 1)
        sum += b->scores->table[__builtin_ctzll(tables)];
    return sum;
}

static int count(uint64_t tables)
{
    return __builtin_popcountll(tables);
}

/* Of tables that take `joins` to connect. */
static double tables_score(const struct beam *b, uint64_t outer, uint64_t inner, double joins)
{
    return WEIGHT_TABLE * sum_of_tables(b, outer | inner) + WEIGHT_EACH_TABLE * count(outer) +
           WEIGHT_EACH_INNER * count(inner) + WEIGHT_JOIN * joins;
}

double beam_tables_hope(const struct beam *b, uint64_t outer, uint64_t inner)
{
    return tables_score(b, outer, inner, (outer ? count(outer) - 1 : 0) + (inner ? count(inner) - 1 : 0));
}

/* ---- the outer query's ---- */

struct sets {
    uint64_t set[1 + EXTRA + EXTRA * (EXTRA - 1) / 2];
    size_t n;
};

/* The likeliest tables that are not needed. */
static size_t find_extra(const struct beam *b, uint64_t needs, double least, uint32_t *ret, size_t max)
{
    size_t n = 0;

    for (size_t i = 0; i < b->n_tables && n < max; i++)
        if (!(needs >> b->tables[i].item & 1) && b->tables[i].score > least)
            ret[n++] = b->tables[i].item;
    return n;
}

static void find_sets(const struct beam *b, const struct shape *s, uint64_t needs, struct sets *ret)
{
    enum plan_nesting k = s->plan.nest.kind;
    uint32_t extra[EXTRA];
    size_t n;

    ret->n = 0;
    if (needs == 0) {
        n = find_extra(b, 0, -1e9, extra, MAIN);
        for (size_t i = 0; i < n; i++)
            ret->set[ret->n++] = (uint64_t)1 << extra[i];
        return;
    }
    ret->set[ret->n++] = needs;
    if (k == NEST_EXCEPT && s->plan.nest.n_conditions == 0)
        return;
    n = find_extra(b, needs, EXTRA_LEAST, extra, EXTRA);
    for (size_t i = 0; i < n; i++)
        ret->set[ret->n++] = needs | (uint64_t)1 << extra[i];
    for (size_t i = 0; i < n && i < 3; i++)
        for (size_t j = 0; j < i; j++)
            ret->set[ret->n++] = needs | (uint64_t)1 << extra[i] | (uint64_t)1 << extra[j];
}

/* ---- the inner query's ---- */

struct found {
    struct tables *ret;
    size_t n, max;
};

/* The best ones stay, in order. */
static void put(struct found *f, const struct tables *t)
{
    size_t at = f->n < f->max ? f->n++ : f->max;

    for (; at > 0 && f->ret[at - 1].score < t->score; at--)
        if (at < f->max)
            f->ret[at] = f->ret[at - 1];
    if (at < f->max)
        f->ret[at] = *t;
}

static void finish(const struct beam *b, struct tables *t)
{
    t->cost = t->outer->cost + (t->inner ? t->inner->cost : 0);
    t->score += tables_score(b, t->outer->tables, t->inner ? t->inner->tables : 0, t->cost);
}

static void put_inner(struct beam *b, struct tables t, uint64_t inner, struct found *ret)
{
    const struct join_tree *trees;

    if (find_trees(b, inner, &trees) == 0)
        return;
    t.inner = &trees[0];
    finish(b, &t);
    put(ret, &t);
}

/* A table outside, tied by one of its joins to one inside. */
static void put_linked(struct beam *b, const struct tables *t, const struct needs *needs, struct found *ret)
{
    for (size_t i = 0; i < b->schema->n_joins; i++) {
        const struct link_join *j = &b->schema->joins[i];
        for (int way = 0; way < 2; way++) {
            struct tables next = *t;
            size_t out = way ? j->to : j->from, in = way ? j->from : j->to;
            size_t to = b->schema->columns[out].table, ti = b->schema->columns[in].table;
            if (to >= PLAN_TABLES || ti >= PLAN_TABLES || !(t->outer->tables >> to & 1) || (t->outer->tables >> ti & 1))
                continue;
            next.outer_column = (uint32_t)out;
            next.inner_column = (uint32_t)in;
            next.score += (needs->outer >> to & 1 ? .5 : 0) + (j->score - 1);
            put_inner(b, next, needs->inner | (uint64_t)1 << ti, ret);
        }
    }
}

/* Rows that are in one more table are taken away. */
static void put_except(struct beam *b, const struct tables *t, uint64_t shown, struct found *ret)
{
    uint32_t extra[EXTRA];
    size_t n = find_extra(b, shown, -1e9, extra, EXTRA);

    for (size_t i = 0; i < n; i++)
        put_inner(b, *t, shown | (uint64_t)1 << extra[i], ret);
}

static void put_alone(const struct beam *b, struct tables t, struct found *ret)
{
    finish(b, &t);
    put(ret, &t);
}

static void put_tables(struct beam *b, const struct plan_nest *nest, const struct tables *t, const struct needs *needs,
                       struct found *ret)
{
    uint64_t beside = needs->shown | needs->inner;

    switch (nest->kind) {
    case NEST_IN:
    case NEST_NOT_IN:
        put_linked(b, t, needs, ret);
        break;
    case NEST_EXCEPT:
        if (nest->n_conditions == 0 && !nest->has_having && needs->inner == 0)
            put_except(b, t, needs->shown, ret);
        else
            put_inner(b, *t, beside, ret);
        break;
    case NEST_INTERSECT:
    case NEST_UNION:
    case NEST_DIFFERENCE:
    case NEST_SHARE:
    case NEST_COMPARE:
        put_inner(b, *t, beside ? beside : t->outer->tables, ret);
        break;
    case NEST_THAN:
    case NEST_SAME:
    case NEST_NEXT:
    case NEST_PREVIOUS:
        put_inner(b, *t, needs->inner ? needs->inner : t->outer->tables, ret);
        break;
    case NEST_NONE:
    case NEST_EXISTS:
    case NEST_COUNTED:
    case NESTINGS:
        put_alone(b, *t, ret);
    }
}

/* The best score that tables can have which are these, maybe others, and those of an inner query. */
static double most_of_tables(const struct beam *b, uint64_t tables, bool has_inner)
{
    double most = beam_tables_hope(b, tables, 0);

    for (size_t i = 0; i < b->n_tables; i++) {
        double more = WEIGHT_TABLE * b->tables[i].score + WEIGHT_EACH_TABLE + WEIGHT_JOIN;
        if (more > 0 && !(tables >> b->tables[i].item & 1))
            most += more;
        else if (more <= 0)
            break;
    }
    return most + (has_inner ? BEST_INNER : 0);
}

size_t beam_tables(struct beam *b, const struct shape *s, const struct needs *needs, double least, struct tables *ret)
{
    struct found found = { .ret = ret, .max = BEAM_TABLES };
    struct sets sets;

    find_sets(b, s, needs->outer, &sets);
    for (size_t i = 0; i < sets.n; i++) {
        const struct join_tree *trees;
        size_t n = most_of_tables(b, sets.set[i], s->plan.nest.kind != NEST_NONE) < least
                       ? 0
                       : find_trees(b, sets.set[i], &trees);
        for (size_t k = 0; k < n; k++) {
            struct tables t = { .outer = &trees[k] };
            put_tables(b, &s->plan.nest, &t, needs, &found);
        }
    }
    return found.n;
}
