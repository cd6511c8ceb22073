/* query.c - making, walking and comparing the form's values. */
#include "query/query.h"
#include "base/arena.h"
#include "base/str.h"
#include <assert.h>
#include <string.h>

/* ---- making ---- */

const struct expr *expr_new(struct arena *a, const struct expr *value)
{
    struct expr *e = arena_alloc(a, sizeof *e);

    *e = *value;
    return e;
}

const struct expr *expr_column(struct arena *a, const char *of, const char *name)
{
    return expr_new(a, &(struct expr){ .kind = EXPR_COLUMN, .column = { of, name } });
}

const struct expr *expr_literal(struct arena *a, enum column_type type, const char *text)
{
    return expr_new(a, &(struct expr){ .kind = EXPR_LITERAL, .literal = { type, text } });
}

const struct expr *expr_text(struct arena *a, const char *text)
{
    return expr_literal(a, COLUMN_TEXT, text);
}

const struct expr *expr_int(struct arena *a, long long value)
{
    return expr_literal(a, COLUMN_INTEGER, arena_printf(a, "%lld", value));
}

const struct expr *expr_empty(struct arena *a)
{
    return expr_literal(a, COLUMN_TEXT, NULL);
}

const struct expr *expr_call(struct arena *a, enum query_function f, const struct expr *const *args, size_t n)
{
    const struct expr **copy = arena_array(a, n, sizeof *copy);

    assert(n >= query_function_info(f)->least && n <= query_function_info(f)->most);
    memcpy(copy, args, n * sizeof *copy);
    return expr_new(a, &(struct expr){ .kind = EXPR_CALL, .call = { f, copy, n } });
}

const struct expr *expr_call1(struct arena *a, enum query_function f, const struct expr *x)
{
    return expr_call(a, f, &x, 1);
}

const struct expr *expr_call2(struct arena *a, enum query_function f, const struct expr *x, const struct expr *y)
{
    return expr_call(a, f, (const struct expr *const[]){ x, y }, 2);
}

const struct expr *expr_aggregate(struct arena *a, enum query_aggregate f, const struct expr *arg)
{
    assert(arg || f == AGGREGATE_COUNT);
    return expr_new(a, &(struct expr){ .kind = EXPR_AGGREGATE, .aggregate = { .function = f, .arg = arg } });
}

struct relation relation_table(struct arena *a, const char *table)
{
    const char **tables = arena_array(a, 1, sizeof *tables);

    tables[0] = table;
    return (struct relation){ .kind = RELATION_TABLE, .name = table, .tables = tables, .n_tables = 1 };
}

struct query query_over(struct arena *a, struct relation relation)
{
    struct relation *from = arena_alloc(a, sizeof *from);

    *from = relation;
    return (struct query){ .kind = QUERY_BLOCK, .from = from, .n_from = 1 };
}

const struct expr *const *exprs_with(struct arena *a, const struct expr *const *list, size_t n, const struct expr *more)
{
    const struct expr **grown = arena_array(a, n + 1, sizeof *grown);

    if (n > 0)
        memcpy(grown, list, n * sizeof *grown);
    grown[n] = more;
    return grown;
}

struct request request_of(struct arena *a, const struct query *q)
{
    struct step *step = arena_alloc(a, sizeof *step);

    *step = (struct step){ .name = "step_1", .query = q };
    return (struct request){ .steps = step, .n_steps = 1 };
}

/* ---- walking ---- */

bool window_aggregates(enum query_window f)
{
    return f == WINDOW_OVER || f == WINDOW_RUNNING || f == WINDOW_MOVING;
}

static void walk_list(const struct expr *const *list, size_t n, const struct expr_visitor *v)
{
    for (size_t i = 0; i < n; i++)
        expr_walk(list[i], v);
}

static void walk_order(const struct ordering *order, size_t n, const struct expr_visitor *v)
{
    for (size_t i = 0; i < n; i++)
        expr_walk(order[i].by, v);
}

static void walk_query_expr(const struct expr_query *q, const struct expr_visitor *v)
{
    expr_walk(q->arg, v);
    if (v->into_queries)
        query_walk(q->query, v);
}

void expr_walk(const struct expr *e, const struct expr_visitor *v)
{
    if (!e || !v->visit(e, v->arg))
        return;
    switch (e->kind) {
    case EXPR_COLUMN:
    case EXPR_LITERAL:
    case EXPR_PLACE:
        break;
    case EXPR_CALL:
        walk_list(e->call.args, e->call.n, v);
        break;
    case EXPR_AGGREGATE:
        expr_walk(e->aggregate.arg, v);
        expr_walk(e->aggregate.where, v);
        break;
    case EXPR_WINDOW:
        expr_walk(e->window.arg, v);
        walk_list(e->window.per, e->window.n_per, v);
        walk_order(e->window.order, e->window.n_order, v);
        break;
    case EXPR_QUERY:
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        walk_query_expr(&e->query, v);
        break;
    }
}

void query_walk(const struct query *q, const struct expr_visitor *v)
{
    if (q->kind != QUERY_BLOCK) {
        query_walk(q->left, v);
        query_walk(q->right, v);
    }
    for (size_t i = 0; i < q->n_from; i++) {
        expr_walk(q->from[i].on, v);
        if (q->from[i].kind == RELATION_QUERY && v->into_queries)
            query_walk(q->from[i].query, v);
    }
    walk_list(q->where, q->n_where, v);
    walk_list(q->groups, q->n_groups, v);
    for (size_t i = 0; i < q->n_outputs; i++)
        expr_walk(q->outputs[i].expr, v);
    walk_list(q->having, q->n_having, v);
    walk_order(q->order, q->n_order, v);
    walk_list(q->per, q->n_per, v);
}

static bool find_aggregate(const struct expr *e, void *found)
{
    const struct expr_visitor v = { find_aggregate, found, false };

    if (e->kind == EXPR_AGGREGATE)
        *(bool *)found = true;
    if (*(bool *)found || e->kind != EXPR_WINDOW || !window_aggregates(e->window.function))
        return !*(bool *)found;
    /* This aggregate is worked out over rows of the result and not over a group: only what it is of counts. */
    expr_walk(e->window.arg->aggregate.arg, &v);
    walk_list(e->window.per, e->window.n_per, &v);
    walk_order(e->window.order, e->window.n_order, &v);
    return false;
}

bool expr_has_aggregate(const struct expr *e)
{
    bool found = false;

    expr_walk(e, &(struct expr_visitor){ find_aggregate, &found, false });
    return found;
}

static bool find_window(const struct expr *e, void *found)
{
    if (e->kind == EXPR_WINDOW)
        *(bool *)found = true;
    return !*(bool *)found;
}

bool expr_has_window(const struct expr *e)
{
    bool found = false;

    expr_walk(e, &(struct expr_visitor){ find_window, &found, false });
    return found;
}

bool query_groups(const struct query *q)
{
    bool found = q->n_groups > 0 || q->n_having > 0;

    if (q->kind != QUERY_BLOCK)
        return false;
    for (size_t i = 0; i < q->n_outputs && !found; i++)
        found = expr_has_aggregate(q->outputs[i].expr);
    for (size_t i = 0; i < q->n_order && !found; i++)
        found = expr_has_aggregate(q->order[i].by);
    return found;
}

const struct relation *query_relation(const struct query *q, const char *name)
{
    for (size_t i = 0; i < q->n_from; i++)
        if (str_ieq(q->from[i].name, name))
            return &q->from[i];
    return NULL;
}

/* ---- comparing ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_name(const char *a, const char *b)
{
    return a == b || (a && b && str_ieq(a, b));
}

static bool same_list(const struct expr *const *a, size_t n_a, const struct expr *const *b, size_t n_b)
{
    if (n_a != n_b)
        return false;
    for (size_t i = 0; i < n_a; i++)
        if (!expr_same(a[i], b[i]))
            return false;
    return true;
}

static bool same_order(const struct ordering *a, size_t n_a, const struct ordering *b, size_t n_b)
{
    if (n_a != n_b)
        return false;
    for (size_t i = 0; i < n_a; i++)
        if (a[i].descending != b[i].descending || a[i].empty_first != b[i].empty_first || !expr_same(a[i].by, b[i].by))
            return false;
    return true;
}

static bool same_relation(const struct relation *a, const struct relation *b)
{
    if (a->kind != b->kind || !same_name(a->name, b->name) || a->n_tables != b->n_tables || a->join != b->join ||
        !same_name(a->step, b->step) || !expr_same(a->on, b->on))
        return false;
    for (size_t i = 0; i < a->n_tables; i++)
        if (!same_name(a->tables[i], b->tables[i]))
            return false;
    return a->kind != RELATION_QUERY || query_same(a->query, b->query);
}

static bool same_outputs(const struct query *a, const struct query *b)
{
    if (a->n_outputs != b->n_outputs)
        return false;
    for (size_t i = 0; i < a->n_outputs; i++)
        if (!same_text(a->outputs[i].name, b->outputs[i].name) || !expr_same(a->outputs[i].expr, b->outputs[i].expr))
            return false;
    return true;
}

static bool same_from(const struct query *a, const struct query *b)
{
    if (a->n_from != b->n_from)
        return false;
    for (size_t i = 0; i < a->n_from; i++)
        if (!same_relation(&a->from[i], &b->from[i]))
            return false;
    return true;
}

bool query_same(const struct query *a, const struct query *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind || a->all != b->all || a->distinct != b->distinct || a->limit != b->limit ||
        a->offset != b->offset)
        return false;
    if (a->kind != QUERY_BLOCK && !(query_same(a->left, b->left) && query_same(a->right, b->right)))
        return false;
    return same_from(a, b) && same_outputs(a, b) && same_list(a->where, a->n_where, b->where, b->n_where) &&
           same_list(a->groups, a->n_groups, b->groups, b->n_groups) &&
           same_list(a->having, a->n_having, b->having, b->n_having) &&
           same_order(a->order, a->n_order, b->order, b->n_order) && same_list(a->per, a->n_per, b->per, b->n_per);
}

static bool same_window(const struct expr_window *a, const struct expr_window *b)
{
    return a->function == b->function && a->number == b->number && expr_same(a->arg, b->arg) &&
           same_list(a->per, a->n_per, b->per, b->n_per) && same_order(a->order, a->n_order, b->order, b->n_order);
}

static bool same_aggregate(const struct expr_aggregate *a, const struct expr_aggregate *b)
{
    return a->function == b->function && a->distinct == b->distinct && a->number == b->number &&
           expr_same(a->arg, b->arg) && expr_same(a->where, b->where);
}

bool expr_same(const struct expr *a, const struct expr *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind)
        return false;
    switch (a->kind) {
    case EXPR_COLUMN:
        return same_name(a->column.of, b->column.of) && same_name(a->column.name, b->column.name);
    case EXPR_LITERAL:
        return a->literal.type == b->literal.type && same_text(a->literal.text, b->literal.text);
    case EXPR_CALL:
        return a->call.function == b->call.function && same_list(a->call.args, a->call.n, b->call.args, b->call.n);
    case EXPR_AGGREGATE:
        return same_aggregate(&a->aggregate, &b->aggregate);
    case EXPR_WINDOW:
        return same_window(&a->window, &b->window);
    case EXPR_QUERY:
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        return a->query.negated == b->query.negated && expr_same(a->query.arg, b->query.arg) &&
               query_same(a->query.query, b->query.query);
    case EXPR_PLACE:
        return same_name(a->place_of, b->place_of);
    }
    return false;
}
