/* beam_where.c - sets of conditions: the likeliest ones that do not share words, the outer query's and the inner one's.
 *
 * Which conditions are the inner query's is told by their order in the question; the other way round costs something.
 */
#include "read/beam_node.h"

#define WHERE_SETS 16
#define INNER_FIRST 1.2 /* price of inner conditions that stand before the outer ones */

/* Two values at once, of one column. */
static bool exclude_each_other(const struct plan_condition *a, const struct plan_condition *b)
{
    return a->column == b->column && a->op == PLAN_EQ && b->op == PLAN_EQ;
}

static bool goes_with(const struct beam *b, const struct option *o, uint32_t c)
{
    const struct read_condition *all = b->scores->conditions;

    for (size_t i = 0; i < o->n; i++)
        if (spans_meet(&all[o->items[i]].condition.span, &all[c].condition.span))
            return false;
    return true;
}

static bool is_all(const struct beam *b, const struct option *o, size_t from, size_t behind)
{
    const struct read_condition *all = b->scores->conditions;

    for (size_t i = from; i < behind; i++)
        for (size_t k = from; k < i; k++)
            if (exclude_each_other(&all[o->items[i]].condition, &all[o->items[k]].condition))
                return false;
    return true;
}

static void order_by_span(const struct beam *b, struct option *o)
{
    const struct read_condition *all = b->scores->conditions;

    for (size_t i = 1; i < o->n; i++)
        for (size_t k = i; k > 0 && all[o->items[k]].condition.span.first < all[o->items[k - 1]].condition.span.first;
             k--) {
            uint32_t kept = o->items[k];
            o->items[k] = o->items[k - 1];
            o->items[k - 1] = kept;
        }
}

/* The first `outer` of the conditions are the outer query's. */
static void put_where(const struct beam *b, struct option o, size_t outer, enum plan_connective connective,
                      struct making *ret)
{
    o.tables = o.inner = 0;
    if (connective == CONNECT_ALL && !is_all(b, &o, 0, outer))
        return;
    for (size_t i = 0; i < o.n; i++) {
        const struct plan_condition *c = &b->scores->conditions[o.items[i]].condition;
        uint64_t t = beam_table_of(b, (uint32_t)c->column) | (c->is_column ? beam_table_of(b, (uint32_t)c->other) : 0);
        if (i < outer)
            o.tables |= t;
        else
            o.inner |= t;
    }
    making_put(ret, &o);
}

static void put_wheres(const struct beam *b, struct option o, size_t outer, enum plan_connective connective,
                       struct making *ret)
{
    struct option turned = o;
    size_t inner = o.n - outer;

    order_by_span(b, &o);
    put_where(b, o, outer, connective, ret);
    if (outer == 0 || inner == 0)
        return;
    for (size_t i = 0; i < o.n; i++)
        turned.items[i] = o.items[(i + inner) % o.n];
    turned.score -= INNER_FIRST;
    put_where(b, turned, outer, connective, ret);
}

struct where_wish {
    size_t top, outer;
    enum plan_connective connective;
};

static void make_where(const struct beam *b, struct option o, size_t from, const struct where_wish *w, size_t left,
                       struct making *ret)
{
    if (left == 0) {
        put_wheres(b, o, w->outer, w->connective, ret);
        return;
    }
    for (size_t i = from; i + left <= w->top; i++) {
        struct option next = o;
        double score = b->scores->conditions[i].score;
        if (!goes_with(b, &o, (uint32_t)i))
            continue;
        next.score += score > -6 ? score : -6;
        next.items[next.n++] = (uint32_t)i;
        make_where(b, next, i + 1, w, left - 1, ret);
    }
}

struct options beam_where(struct beam *b, const struct plan *p)
{
    static const size_t tops[] = { 0, 16, 18, 12, 10, 9, 9 };
    size_t outer = p->n_conditions, inner = p->nest.n_conditions, n = outer + inner;
    static const struct option none;
    struct where_wish w = { .outer = outer, .connective = p->connective };
    struct options *cached = &b->where[outer][inner][p->connective];
    struct making *m = making_start(b, 0);

    if (n == 0)
        return (struct options){ &none, 1 };
    if (n > PLAN_CONDITIONS)
        return (struct options){ 0 };
    if (!cached->o) {
        w.top = b->scores->n_conditions < tops[n] ? b->scores->n_conditions : tops[n];
        make_where(b, (struct option){ 0 }, 0, &w, n, m);
        *cached = making_keep(b, m, WHERE_SETS);
    }
    return *cached;
}
