/* build_nest.c - the other query of a plan, in a condition of the first one or beside it. */
#include "base/arena.h"
#include "read/build.h"

/* The inner block with its tables and conditions, and what it shows still to come. */
static bool begin(const struct build *b, const struct place *around, struct place *ret, struct parts *to)
{
    const struct plan_nest *n = &b->plan->nest;
    const uint64_t tables = n->tables ? n->tables : plan_nest_needs(b->schema, b->plan);

    *to = (struct parts){ 0 };
    return build_from(b, around, tables, n->joins, n->n_joins, LINK_NONE, ret, to) &&
           build_conditions(b, ret, n->conditions, n->n_conditions, n->connective, to);
}

static void show_one(const struct build *b, struct parts *to, const struct expr *e)
{
    struct output *output = arena_alloc(b->arena, sizeof *output);

    output->expr = e;
    to->query.outputs = output;
    to->query.n_outputs = 1;
}

/* The inner query with one output, which is read as a number where it must stand beside one; NULL. */
static const struct query *one_value(const struct build *b, const struct place *around, const struct plan_term *t,
                                     bool as_number)
{
    struct place place;
    struct parts parts;
    const struct expr *e;

    if (!begin(b, around, &place, &parts))
        return NULL;
    e = build_term(b, &place, t);
    if (e && as_number)
        e = build_number(b, e, build_term_type(b, t));
    if (!e)
        return NULL;
    show_one(b, &parts, e);
    if (b->plan->nest.has_having) {
        parts.groups[parts.query.n_groups++] = e;
        if (!build_having(b, &place, &b->plan->nest.having, &parts))
            return NULL;
    }
    return build_block(b, &parts);
}

static const struct expr *scalar(const struct build *b, const struct place *p, const struct plan_term *t)
{
    const struct query *q = one_value(b, p, t, false);

    return q ? expr_new(b->arena, &(struct expr){ .kind = EXPR_QUERY, .query = { .query = q } }) : NULL;
}

/* ---- conditions ---- */

static bool nest_than(const struct build *b, const struct place *p, struct parts *outer)
{
    const struct plan_nest *n = &b->plan->nest;
    const struct expr *x = build_column(b, p, n->column), *y = x ? scalar(b, p, &n->term) : NULL, *made;

    if (!y || n->has_having || n->column == PLAN_PLACE || n->term.column == PLAN_PLACE)
        return false;
    made = build_compare(b, n->op, x, build_type(b, n->column), y, build_term_type(b, &n->term));
    if (made)
        build_add_where(outer, made);
    return made != NULL;
}

static bool nest_in(const struct build *b, const struct place *p, struct parts *outer, size_t inner, bool negated)
{
    const struct plan_term t = { .column = inner };
    const struct expr *x = build_column(b, p, b->plan->nest.column);
    const bool known = x && inner < b->schema->n_columns && b->plan->nest.column != PLAN_PLACE;
    const enum column_type type = known ? build_type(b, b->plan->nest.column) : COLUMN_TEXT;
    const enum column_type other = known ? build_type(b, inner) : COLUMN_TEXT;
    const bool numbers = column_is_number(type) || column_is_number(other);
    const struct query *q = known ? one_value(b, p, &t, numbers) : NULL;

    x = numbers ? build_number(b, x, type) : x;
    if (!q || !x || (!numbers && type != other))
        return false;
    build_add_where(outer, expr_new(b->arena, &(struct expr){ .kind = EXPR_IN_QUERY,
                                                              .query = { .query = q, .arg = x, .negated = negated } }));
    return true;
}

/* The first row behind, or the last row before, the one that meets the inner conditions. */
static bool nest_beside(const struct build *b, const struct place *p, struct parts *outer, bool next)
{
    const struct plan_term t = { .column = PLAN_PLACE };
    struct place place;
    struct parts parts = { 0 };
    const struct expr *mine = build_column(b, p, PLAN_PLACE), *theirs;

    if (outer->query.n_groups > 0 || outer->query.n_order > 0 || outer->query.limit > 0 || outer->query.n_from > 1 ||
        outer->query.distinct || query_groups(&outer->query) ||
        !build_from(b, p, p->tables, NULL, 0, p->main, &place, &parts) ||
        !build_conditions(b, &place, b->plan->nest.conditions, b->plan->nest.n_conditions, b->plan->nest.connective,
                          &parts))
        return false;
    show_one(b, &parts, build_term(b, &place, &t));
    parts.order[parts.query.n_order++] = (struct ordering){ .by = parts.query.outputs[0].expr };
    parts.query.limit = 1;
    theirs = expr_new(b->arena, &(struct expr){ .kind = EXPR_QUERY, .query = { .query = build_block(b, &parts) } });
    build_add_where(outer, expr_call2(b->arena, next ? FUNCTION_GT : FUNCTION_LT, mine, theirs));
    outer->order[outer->query.n_order++] = (struct ordering){ .by = mine, .descending = !next };
    outer->query.limit = 1;
    return true;
}

/* ---- figures ---- */

/* The one output of the outer query, put together with the same of the inner one. */
static bool nest_figure(const struct build *b, const struct place *p, struct parts *outer, enum plan_nesting kind)
{
    const struct plan_nest *n = &b->plan->nest;
    const struct plan_term *t = b->plan->outputs;
    const struct expr *x, *y;

    if (b->plan->n_outputs != 1 || b->plan->all || b->plan->distinct || outer->query.n_groups > 0 || n->has_having)
        return false;
    x = outer->query.outputs[0].expr;
    y = scalar(b, p, t);
    if (!y || (kind == NEST_SHARE && t->figure == FIGURE_NONE))
        return false;
    if (kind == NEST_COMPARE) {
        x = build_compare(b, n->op, x, build_term_type(b, t), y, build_term_type(b, t));
    } else {
        const bool days = kind == NEST_DIFFERENCE && (build_term_type(b, t) == COLUMN_DATE);
        x = days ? x : build_number(b, x, build_term_type(b, t));
        y = days ? y : build_number(b, y, build_term_type(b, t));
        x = x && y ? expr_call2(b->arena, kind == NEST_SHARE ? FUNCTION_DIVIDE : FUNCTION_SUBTRACT, x, y) : NULL;
    }
    if (x)
        show_one(b, outer, x);
    return x != NULL;
}

/* Yes or no: whether a row meets the conditions. */
static bool nest_exists(const struct build *b, struct parts *outer)
{
    if (outer->query.n_groups > 0 || outer->query.n_order > 0 || outer->query.limit > 0 || outer->query.distinct)
        return false;
    show_one(b, outer,
             expr_call2(b->arena, FUNCTION_GT, expr_aggregate(b->arena, AGGREGATE_COUNT, NULL), expr_int(b->arena, 0)));
    return true;
}

/* How many rows the outer query has. */
static bool nest_counted(const struct build *b, const struct parts *outer, const struct query **ret)
{
    const struct query *inner = build_block(b, outer);
    struct relation *from = arena_alloc(b->arena, sizeof *from);
    struct parts parts = { .query = { .n_from = 1 } };

    if ((query_groups(inner) && inner->n_groups == 0) || inner->n_order > 0 || inner->limit > 0)
        return false; /* one row, or a number that was given */
    *from = (struct relation){ .kind = RELATION_QUERY, .name = "rows", .query = inner };
    for (int i = 2; !build_name_is_free(b, from->name); i++)
        from->name = arena_printf(b->arena, "rows_%d", i);
    parts.query.from = from;
    show_one(b, &parts, expr_aggregate(b->arena, AGGREGATE_COUNT, NULL));
    *ret = build_block(b, &parts);
    return true;
}

/* ---- set operations ---- */

/* The other side shows the columns beside the plan's own; its figures are of the same kinds, for the same groups. */
static const struct query *other_side(const struct build *b)
{
    const struct plan *plan = b->plan;
    const struct plan_nest *n = &plan->nest;
    struct output *outputs = arena_array(b->arena, PLAN_OUTPUTS, sizeof *outputs);
    struct place place;
    struct parts parts;

    if (plan->all || !begin(b, NULL, &place, &parts))
        return NULL;
    for (size_t i = 0; i < plan->n_outputs; i++) {
        struct plan_term t = plan->outputs[i];
        if (n->outputs[i] != LINK_NONE)
            t.column = n->outputs[i];
        outputs[i].expr = build_term(b, &place, &t);
        if (!outputs[i].expr || (n->has_having && t.figure != FIGURE_NONE))
            return NULL;
        if (t.figure == FIGURE_NONE && (n->has_having || plan->grouping != GROUP_NONE))
            parts.groups[parts.query.n_groups++] = outputs[i].expr;
    }
    parts.query.outputs = outputs;
    parts.query.n_outputs = plan->n_outputs;
    return !n->has_having || build_having(b, &place, &n->having, &parts) ? build_block(b, &parts) : NULL;
}

/* Both sides give values that can stand beside each other. */
static bool sides_are_alike(const struct build *b)
{
    const struct plan *plan = b->plan;

    for (size_t i = 0; i < plan->n_outputs; i++) {
        struct plan_term other = plan->outputs[i];
        enum column_type x = build_term_type(b, &other), y;
        if (plan->nest.outputs[i] == LINK_NONE)
            continue;
        other.column = plan->nest.outputs[i];
        y = build_term_type(b, &other);
        if (x != y && !(column_is_number(x) && column_is_number(y)))
            return false;
    }
    return true;
}

/* What orders and cuts the rows is of the whole. */
static bool set_order(const struct build *b, const struct parts *outer, const struct query *left, struct query *q)
{
    struct ordering *order = arena_alloc(b->arena, sizeof *order);

    q->limit = outer->query.limit;
    if (outer->query.n_order == 0)
        return true;
    *order = outer->order[0];
    for (size_t i = 0; i < left->n_outputs; i++)
        if (expr_same(order->by, left->outputs[i].expr)) {
            order->by = expr_column(b->arena, NULL, query_output_name(b->arena, left, i));
            q->order = order;
            q->n_order = 1;
            return true;
        }
    return false;
}

static bool nest_set(const struct build *b, struct parts *outer, const struct query **ret)
{
    static const enum query_kind kinds[NESTINGS] = {
        [NEST_INTERSECT] = QUERY_INTERSECT, [NEST_UNION] = QUERY_UNION, [NEST_EXCEPT] = QUERY_EXCEPT
    };
    struct query *q = arena_alloc(b->arena, sizeof *q), *left;
    struct parts side = *outer;

    side.query.n_order = side.query.limit = 0;
    left = arena_alloc(b->arena, sizeof *left);
    *left = *build_block(b, &side);
    *q = (struct query){ .kind = kinds[b->plan->nest.kind], .left = left, .right = other_side(b) };
    *ret = q;
    return outer->query.n_per == 0 && q->right && sides_are_alike(b) && set_order(b, outer, left, q);
}

/* ---- all ---- */

static bool inside(const struct build *b, const struct place *p, struct parts *outer)
{
    const struct plan_nest *n = &b->plan->nest;

    switch (n->kind) {
    case NEST_THAN:
        return nest_than(b, p, outer);
    case NEST_IN:
    case NEST_NOT_IN:
        return nest_in(b, p, outer, n->inner, n->kind == NEST_NOT_IN);
    case NEST_SAME:
        return nest_in(b, p, outer, n->column, false);
    case NEST_NEXT:
    case NEST_PREVIOUS:
        return nest_beside(b, p, outer, n->kind == NEST_NEXT);
    case NEST_DIFFERENCE:
    case NEST_SHARE:
    case NEST_COMPARE:
        return nest_figure(b, p, outer, n->kind);
    case NEST_EXISTS:
        return nest_exists(b, outer);
    case NEST_NONE:
        return true;
    case NEST_INTERSECT:
    case NEST_UNION:
    case NEST_EXCEPT:
    case NEST_COUNTED:
    case NESTINGS:
        break;
    }
    return false;
}

bool build_nest(const struct build *b, const struct place *p, struct parts *outer, const struct query **ret)
{
    const enum plan_nesting kind = b->plan->nest.kind;

    if (kind == NEST_INTERSECT || kind == NEST_UNION || kind == NEST_EXCEPT)
        return nest_set(b, outer, ret);
    if (kind == NEST_COUNTED)
        return nest_counted(b, outer, ret);
    if (!inside(b, p, outer))
        return false;
    *ret = build_block(b, outer);
    return true;
}
