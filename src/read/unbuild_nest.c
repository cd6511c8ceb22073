/* unbuild_nest.c - a query within another one, or beside it, as the nest of a plan. */
#include "base/arena.h"
#include "read/unbuild.h"
#include <string.h>

static const struct expr *bare(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->call.function == FUNCTION_NUMBER ? e->call.args[0] : e;
}

/* The inner query's tables and conditions. */
static bool unbuild_inner(struct unbuild *u, const struct query *q, struct named *names, struct plan_nest *ret)
{
    struct conditions where;

    if (!unbuild_from(u, q, names, ret->joins, &ret->n_joins) || !unbuild_conditions(u, names, q, &where))
        return false;
    if (where.nest)
        return unbuild_fail(u, "a query within a query within a query");
    ret->tables = names->tables;
    memcpy(ret->conditions, where.list, sizeof ret->conditions);
    ret->n_conditions = where.n;
    ret->connective = where.connective;
    return true;
}

/* It may group by what it shows, for a condition on these groups. */
static bool unbuild_inner_groups(struct unbuild *u, const struct named *names, const struct query *q,
                                 struct plan_nest *ret)
{
    if (q->limit > 0 || q->n_per > 0 || q->offset > 0)
        return unbuild_fail(u, "an inner query that is cut");
    for (size_t i = 0; i < q->n_groups; i++) {
        bool shown = false;
        for (size_t k = 0; k < q->n_outputs; k++)
            shown |= expr_same(q->groups[i], q->outputs[k].expr);
        if (!shown && q->n_having > 0)
            return unbuild_fail(u, "an inner query with other groups than it shows");
    }
    if (q->n_having == 0)
        return true;
    if (q->n_groups == 0)
        return unbuild_fail(u, "a condition on all rows as one group");
    ret->has_having = true;
    return unbuild_having(u, names, q, &ret->having);
}

/* The value of the highest or lowest row is a figure: ORDER BY x DESC LIMIT 1 that shows x. */
static bool is_extreme(const struct query *q)
{
    return q->n_order == 1 && q->limit == 1 && q->n_groups == 0 && q->offset == 0 &&
           expr_same(q->order[0].by, q->outputs[0].expr) && q->outputs[0].expr->kind == EXPR_COLUMN;
}

/* column op (SELECT ...) */
static bool unbuild_than(struct unbuild *u, const struct query *q, struct plan_nest *ret)
{
    struct named names;

    if (!unbuild_inner(u, q, &names, ret) || !unbuild_term(u, &names, bare(q->outputs[0].expr), &ret->term))
        return false;
    ret->kind = NEST_THAN;
    if (is_extreme(q)) {
        ret->term.figure = q->order[0].descending ? FIGURE_MAX : FIGURE_MIN;
        return true;
    }
    if (q->n_groups > 0 || q->n_having > 0)
        return unbuild_fail(u, "compared with a figure of groups");
    if (ret->term.figure == FIGURE_NONE && (q->n_order > 0 || q->limit > 0))
        return unbuild_fail(u, "an inner query that is cut");
    return ret->term.column != PLAN_PLACE || unbuild_fail(u, "compared with a place in a file");
}

/* column in (SELECT ...) */
static bool unbuild_in(struct unbuild *u, const struct query *q, bool negated, struct plan_nest *ret)
{
    struct named names;

    if (!unbuild_inner(u, q, &names, ret) || !unbuild_inner_groups(u, &names, q, ret))
        return false;
    if (bare(q->outputs[0].expr)->kind != EXPR_COLUMN)
        return unbuild_fail(u, "in figures of another query");
    ret->kind = negated ? NEST_NOT_IN : NEST_IN;
    return unbuild_column(u, &names, bare(q->outputs[0].expr), &ret->inner);
}

/* The same column of the same table, of rows that meet conditions. */
static void find_same(const struct link_schema *s, struct plan_nest *n)
{
    if (n->kind == NEST_IN && n->column == n->inner && n->column < s->n_columns && !n->has_having &&
        n->tables == UINT64_C(1) << s->columns[n->column].table) {
        n->kind = NEST_SAME;
        n->inner = LINK_NONE;
    }
}

static bool comparison(enum query_function f, enum plan_op *ret)
{
    static const enum plan_op ops[FUNCTIONS_END] = {
        [FUNCTION_EQ] = PLAN_EQ, [FUNCTION_NE] = PLAN_NE, [FUNCTION_LT] = PLAN_LT,
        [FUNCTION_LE] = PLAN_LE, [FUNCTION_GT] = PLAN_GT, [FUNCTION_GE] = PLAN_GE
    };

    *ret = ops[f];
    return f == FUNCTION_EQ || ops[f] != PLAN_EQ;
}

static bool unbuild_value(struct unbuild *u, const struct named *names, const struct expr_call *c,
                          struct plan_nest *ret)
{
    const struct expr *x = bare(c->args[0]), *y = bare(c->args[1]);
    const struct query *q;

    if (y->kind != EXPR_QUERY)
        return unbuild_fail(u, "a nested query in an expression");
    q = y->query.query;
    if (!unbuild_column(u, names, x, &ret->column))
        return false;
    if (q->kind != QUERY_BLOCK || q->n_outputs != 1)
        return unbuild_fail(u, "a set operation in another query");
    if (bare(q->outputs[0].expr)->kind != EXPR_COLUMN || is_extreme(q) || (ret->op != PLAN_EQ && ret->op != PLAN_NE))
        return unbuild_than(u, q, ret);
    return unbuild_in(u, q, ret->op == PLAN_NE, ret);
}

bool unbuild_nest(struct unbuild *u, const struct named *names, const struct expr *e, struct plan_nest *ret)
{
    const bool negated = e->kind == EXPR_CALL && e->call.function == FUNCTION_NOT;
    const struct expr *x = negated ? e->call.args[0] : e;
    bool done;

    if (x->kind == EXPR_EXISTS)
        return unbuild_fail(u, "EXISTS");
    if (x->kind == EXPR_IN_QUERY) {
        if (x->query.query->kind != QUERY_BLOCK || x->query.query->n_outputs != 1)
            return unbuild_fail(u, "a set operation in another query");
        done = unbuild_column(u, names, bare(x->query.arg), &ret->column) &&
               unbuild_in(u, x->query.query, negated != x->query.negated, ret);
    } else {
        done = x->kind == EXPR_CALL && !negated && comparison(x->call.function, &ret->op) &&
               unbuild_value(u, names, &x->call, ret);
    }
    if (done)
        find_same(u->schema, ret);
    return done || unbuild_fail(u, "a nested query in an expression");
}

/* ---- set operations ---- */

static enum plan_nesting kind_of(const struct query *q)
{
    return q->kind == QUERY_UNION ? NEST_UNION : q->kind == QUERY_INTERSECT ? NEST_INTERSECT : NEST_EXCEPT;
}

bool unbuild_set(struct unbuild *u, const struct query *q, struct plan *p)
{
    const struct query *right = q->right;
    struct plan_nest *n = &p->nest;
    struct named names;

    if (n->kind != NEST_NONE || q->all || p->limit_kind != LIMIT_NONE || right->limit > 0)
        return unbuild_fail(u, q->all ? "a union that keeps equal rows" : "a nested query beside a set operation");
    if (p->all || right->n_outputs != p->n_outputs)
        return unbuild_fail(u, "a set operation of all columns");
    if (!unbuild_inner(u, right, &names, n) || !unbuild_inner_groups(u, &names, right, n))
        return false;
    for (size_t i = 0; i < p->n_outputs; i++) {
        struct plan_term t;
        if (!unbuild_term(u, &names, right->outputs[i].expr, &t))
            return false;
        if (t.figure != p->outputs[i].figure)
            return unbuild_fail(u, "a set operation of other figures");
        n->outputs[i] = t.column == p->outputs[i].column ? LINK_NONE : t.column;
    }
    n->kind = kind_of(q);
    p->distinct = p->ordered = false;
    return true;
}
