/* walk.c - goes through queries and expressions, and knows what may stand where. */
#include "query/check/part.h"

/* ---- expressions ---- */

static bool check_list(struct checking *c, const struct context *x, const struct expr *const *list, size_t n,
                       const struct place *at)
{
    bool good = true;

    for (size_t i = 0; i < n; i++)
        good = check_expr(c, x, list[i], &(struct place){ at, NULL, i }) && good;
    return good;
}

static bool check_order(struct checking *c, const struct context *x, const struct ordering *order, size_t n,
                        const struct place *up)
{
    const struct place at = { up, "order", 0 };
    bool good = true;

    for (size_t i = 0; i < n; i++) {
        const struct place one = { &at, NULL, i };
        good = check_expr(c, x, order[i].by, &(struct place){ &one, "by", 0 }) && good;
    }
    return good;
}

/* A condition among several things. */
static bool check_condition(struct checking *c, const struct context *x, const struct expr *e, const struct place *at)
{
    return check_expr(c, x, e, at) && check_condition_type(c, x, e, at);
}

static bool check_call(struct checking *c, const struct context *x, const struct expr_call *call,
                       const struct place *at)
{
    const struct place args = { at, "args", 0 };

    if (!check_call_shape(c, call, at) || !check_list(c, x, call->args, call->n, &args) ||
        !check_call_types(c, x, call, at))
        return false;
    check_call_meaning(c, x, call, at);
    check_call_values(c, x, call, at);
    return true;
}

/* What an aggregate is of is a row's, whatever stands around it. */
static bool check_aggregate(struct checking *c, const struct context *x, const struct expr_aggregate *g,
                            const struct place *at)
{
    const struct place arg = { at, "arg", 0 }, where = { at, "where", 0 };
    struct context rows = *x;
    bool good = check_aggregate_shape(c, x, g, at);

    rows.aggregates = rows.windows = rows.grouped = false;
    rows.clause = "an aggregate";
    if (g->arg)
        good = check_expr(c, &rows, g->arg, &arg) && good;
    if (g->where)
        good = check_condition(c, &rows, g->where, &where) && good;
    if (!good || !check_aggregate_types(c, &rows, g, at))
        return false;
    check_aggregate_meaning(c, x, g, at);
    check_aggregate_grain(c, x, g, at);
    return true;
}

/* An aggregate over rows of the result: what it is of may hold aggregates of the groups. */
static bool check_over(struct checking *c, const struct context *x, const struct expr_aggregate *g,
                       const struct place *up)
{
    const struct place at = { up, "arg", 0 }, arg = { &at, "arg", 0 }, where = { &at, "where", 0 };
    struct context one = *x;
    bool good;

    one.aggregates = true;
    good = check_aggregate_shape(c, &one, g, &at);
    one.aggregates = x->aggregates && x->block->groups;
    if (g->arg)
        good = check_expr(c, &one, g->arg, &arg) && good;
    if (g->where)
        good = check_condition(c, &one, g->where, &where) && good;
    if (!good || !check_aggregate_types(c, &one, g, &at))
        return false;
    one.grouped = false; /* the rows of the result have a value each */
    check_aggregate_meaning(c, &one, g, &at);
    if (!x->block->groups)
        check_aggregate_grain(c, &one, g, &at);
    return true;
}

static bool check_window(struct checking *c, const struct context *x, const struct expr_window *w,
                         const struct place *at)
{
    const struct place arg = { at, "arg", 0 }, per = { at, "per", 0 };
    struct context inside = *x;
    bool good = check_window_shape(c, x, w, at);

    inside.windows = false;
    inside.clause = "another window";
    if (!good)
        return false;
    if (w->arg && window_aggregates(w->function))
        good = check_over(c, &inside, &w->arg->aggregate, at);
    else if (w->arg)
        good = check_expr(c, &inside, w->arg, &arg);
    good = check_list(c, &inside, w->per, w->n_per, &per) && good;
    good = check_order(c, &inside, w->order, w->n_order, at) && good;
    if (!good || !check_window_types(c, &inside, w, at))
        return false;
    check_window_meaning(c, x, w, at);
    return true;
}

static bool check_query_value(struct checking *c, const struct context *x, const struct expr *e, const struct place *at)
{
    const struct place query = { at, e->kind == EXPR_EXISTS ? "exists" : "query", 0 }, in = { at, "in", 0 };
    bool good = e->kind != EXPR_IN_QUERY || check_expr(c, x, e->query.arg, &in);
    struct block *inner = check_query(c, x, e->query.query, x->block->step, &query);

    if (!inner || e->kind == EXPR_EXISTS)
        return inner && good;
    return check_one_output(c, inner, &query) && good &&
           (e->kind != EXPR_IN_QUERY || check_in_types(c, x, &e->query, inner, at));
}

static bool check_kind(struct checking *c, const struct context *x, const struct expr *e, const struct place *at)
{
    switch (e->kind) {
    case EXPR_COLUMN:
        return check_column(c, x, e, at);
    case EXPR_LITERAL:
        return check_literal(c, &e->literal, at);
    case EXPR_CALL:
        return check_call(c, x, &e->call, at);
    case EXPR_AGGREGATE:
        return check_aggregate(c, x, &e->aggregate, at);
    case EXPR_WINDOW:
        return check_window(c, x, &e->window, at);
    case EXPR_QUERY:
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        return check_query_value(c, x, e, at);
    case EXPR_PLACE:
        break;
    }
    return check_place_of(c, x, e, at);
}

static bool is_too_deep(struct checking *c, const struct place *at)
{
    if (c->depth <= QUERY_DEPTH)
        return false;
    check_error(c, ERR_TOO_LARGE, "shape", at, "Work out a part of it in an earlier step.",
                "This is nested more than %d levels deep.", QUERY_DEPTH);
    return true;
}

/* Whatever the types found that none of the rules did; said where nothing else was. */
static bool settle(struct checking *c, const struct place *at, bool good)
{
    if (!c->typing.failed)
        return good;
    if (good)
        check_error(c, c->err.code, "type", at, NULL, "%s", c->err.message);
    c->typing.failed = false;
    return false;
}

bool check_is_group(const struct context *x, const struct expr *e)
{
    const struct query *q = x->block->query;

    for (size_t i = 0; i < q->n_groups; i++)
        if (expr_same(q->groups[i], e))
            return true;
    return false;
}

bool check_expr(struct checking *c, const struct context *x, const struct expr *e, const struct place *at)
{
    bool good;

    if (x->grouped && e->kind != EXPR_COLUMN && check_is_group(x, e))
        return true; /* it was looked at among the groups */
    c->depth++;
    good = !is_too_deep(c, at) && check_kind(c, x, e, at);
    if (good)
        (void)expr_type(&c->typing, x->block, e);
    c->depth--;
    return settle(c, at, good);
}

/* ---- blocks ---- */

static bool check_relations(struct checking *c, const struct context *outer, const struct query *q, size_t before,
                            const struct place *up)
{
    const struct place at = { up, "from", 0 };
    bool good = true;

    for (size_t i = 0; i < q->n_from; i++) {
        const struct place one = { &at, NULL, i }, query = { &one, "query", 0 };
        good = check_relation_name(c, outer, q, i, before, &one) && good;
        if (q->from[i].kind == RELATION_QUERY)
            good = check_query(c, outer, q->from[i].query, before, &query) && good;
    }
    return good;
}

static bool check_joins(struct checking *c, const struct context *x, const struct query *q, const struct place *up)
{
    const struct place at = { up, "from", 0 };
    struct context so_far = *x;
    bool good = true;

    so_far.clause = "a join";
    for (size_t i = 0; i < q->n_from; i++) {
        const struct place one = { &at, NULL, i };
        so_far.n_from = i + 1;
        if (q->from[i].on)
            good = check_condition(c, &so_far, q->from[i].on, &(struct place){ &one, "on", 0 }) && good;
    }
    return good;
}

static bool check_conditions(struct checking *c, const struct context *x, const struct expr *const *list, size_t n,
                             const struct place *at)
{
    bool good = true;

    for (size_t i = 0; i < n; i++)
        good = check_condition(c, x, list[i], &(struct place){ at, NULL, i }) && good;
    return good;
}

static bool check_outputs(struct checking *c, const struct context *x, const struct query *q, const struct place *up)
{
    const struct place at = { up, "select", 0 };
    bool good = true;

    for (size_t i = 0; i < q->n_outputs; i++) {
        const struct place one = { &at, NULL, i }, expr = { &one, "expr", 0 };
        good = check_expr(c, x, q->outputs[i].expr, q->outputs[i].name ? &expr : &one) && good;
    }
    return good;
}

static bool check_parts(struct checking *c, const struct context *outer, struct block *b, const struct place *at)
{
    const struct query *q = b->query;
    struct context x = { .outer = outer, .block = b, .n_from = b->n_from };
    bool good = check_joins(c, &x, q, at);

    x.clause = "a condition on rows";
    good = check_conditions(c, &x, q->where, q->n_where, &(struct place){ at, "where", 0 }) && good;
    x.clause = "a group";
    good = check_list(c, &x, q->groups, q->n_groups, &(struct place){ at, "group", 0 }) && good;
    x.aggregates = true;
    x.grouped = b->groups;
    x.clause = "a condition on groups";
    good = check_conditions(c, &x, q->having, q->n_having, &(struct place){ at, "having", 0 }) && good;
    x.windows = true;
    x.clause = "an output";
    good = check_outputs(c, &x, q, at) && good;
    good = check_order(c, &x, q->order, q->n_order, at) && good;
    return check_list(c, &x, q->per, q->n_per, &(struct place){ at, "per", 0 }) && good;
}

static struct block *check_block(struct checking *c, const struct context *outer, const struct query *q, size_t before,
                                 const struct place *at)
{
    struct block *b;

    if (!check_block_shape(c, q, at) || !check_relations(c, outer, q, before, at))
        return NULL;
    b = block_begin(&c->typing, q, outer ? outer->block : NULL, before);
    if (!settle(c, at, true) || !check_parts(c, outer, b, at))
        return NULL;
    block_outputs(&c->typing, b);
    return settle(c, at, true) ? b : NULL;
}

/* ---- set operations ---- */

static struct block *check_set(struct checking *c, const struct context *outer, const struct query *q, size_t before,
                               const struct place *at)
{
    static const char *const kinds[] = {
        [QUERY_UNION] = "union", [QUERY_INTERSECT] = "intersect", [QUERY_EXCEPT] = "except"
    };
    const struct place sides = { at, kinds[q->kind], 0 };
    struct block *left = check_query(c, outer, q->left, before, &(struct place){ &sides, NULL, 0 });
    struct block *right = check_query(c, outer, q->right, before, &(struct place){ &sides, NULL, 1 });
    struct context x = { .outer = outer, .clause = "the order of a set operation" };

    if (!left || !right || !check_sides(c, left, right, &sides))
        return NULL;
    x.block = block_begin(&c->typing, q, outer ? outer->block : NULL, before);
    return settle(c, at, true) && check_order(c, &x, q->order, q->n_order, at) ? x.block : NULL;
}

struct block *check_query(struct checking *c, const struct context *outer, const struct query *q, size_t before,
                          const struct place *at)
{
    struct block *b = NULL;

    c->depth++;
    if (!is_too_deep(c, at))
        b = q->kind == QUERY_BLOCK ? check_block(c, outer, q, before, at) : check_set(c, outer, q, before, at);
    c->depth--;
    return b;
}
