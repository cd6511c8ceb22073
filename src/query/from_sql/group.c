/* group.c - aggregates and windows. */
#include "base/arena.h"
#include "base/str.h"
#include "query/from_sql/node.h"
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    enum query_aggregate function;
    bool of_numbers;
} aggregates[] = {
    { "count", AGGREGATE_COUNT, false },
    { "count_star", AGGREGATE_COUNT, false },
    { "sum", AGGREGATE_SUM, true },
    { "avg", AGGREGATE_AVERAGE, true },
    { "mean", AGGREGATE_AVERAGE, true },
    { "median", AGGREGATE_MEDIAN, true },
    { "quantile_cont", AGGREGATE_QUANTILE, true },
    { "min", AGGREGATE_MIN, false },
    { "max", AGGREGATE_MAX, false },
    { "stddev", AGGREGATE_DEVIATION, true },
    { "stddev_samp", AGGREGATE_DEVIATION, true },
    { "stddev_pop", AGGREGATE_DEVIATION_ALL, true },
    { "variance", AGGREGATE_VARIANCE, true },
    { "var_samp", AGGREGATE_VARIANCE, true },
    { "var_pop", AGGREGATE_VARIANCE_ALL, true },
    { "mode", AGGREGATE_MODE, false },
    { "any_value", AGGREGATE_FIRST, false },
};

/* Functions of several rows that the form has not: named, so that they are not taken for functions of one row. */
static const char *const others[] = { "first",      "last",         "mode",    "list",    "array_agg",
                                      "string_agg", "group_concat", "arg_min", "arg_max", "max_by",
                                      "min_by",     "bool_and",     "bool_or", "product" };

static size_t find_aggregate(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(aggregates); i++)
        if (str_ieq(aggregates[i].name, name))
            return i;
    return COUNT_OF(aggregates);
}

static bool is_other(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (str_ieq(others[i], name))
            return true;
    return false;
}

static bool is_integer(const struct expr *e, const char *text)
{
    return e->kind == EXPR_LITERAL && e->literal.type == COLUMN_INTEGER && strcmp(e->literal.text, text) == 0;
}

static const struct expr *and_also(struct tree_reader *r, const struct expr *x, const struct expr *y)
{
    return !x ? y : !y ? x : expr_call2(r->arena, FUNCTION_AND, x, y);
}

/* ---- aggregates ---- */

/* SUM(CASE WHEN c THEN 1 ELSE 0 END) in a group, which has rows, is a count. */
static bool is_count(const struct expr_aggregate *g, const struct scope *s)
{
    const struct expr_call *c = &g->arg->call;

    return g->function == AGGREGATE_SUM && !g->distinct && !g->where && json_len(s->groups) > 0 &&
           g->arg->kind == EXPR_CALL && c->function == FUNCTION_CASE && c->n == 3 && is_integer(c->args[1], "1") &&
           is_integer(c->args[2], "0");
}

/* COUNT(CASE WHEN c THEN x END) counts x where c holds. */
static void count_where(struct tree_reader *r, struct expr_aggregate *g)
{
    const struct expr_call *c;

    if (!g->arg)
        return;
    c = &g->arg->call;
    if (g->arg->kind == EXPR_CALL && c->function == FUNCTION_CASE && c->n == 2) {
        g->where = and_also(r, g->where, c->args[0]);
        g->arg = c->args[1];
    }
    if (g->arg->kind == EXPR_LITERAL && g->arg->literal.text && !g->distinct)
        g->arg = NULL;
}

static int read_count_arg(struct tree_reader *r, const struct list *l, struct expr_aggregate *g)
{
    if (l->n > 1)
        return unsaid(r, "COUNT of several values");
    g->arg = l->n == 1 ? l->at[0] : NULL;
    count_where(r, g);
    if (g->distinct && !g->arg)
        return unsaid(r, "COUNT DISTINCT of nothing");
    return 0;
}

static int read_quantile_arg(struct tree_reader *r, const struct list *l, struct expr_aggregate *g)
{
    const struct expr *number = l->n == 2 ? l->at[1] : NULL;

    if (!number || number->kind != EXPR_LITERAL || !column_is_number(number->literal.type) || !number->literal.text)
        return unsaid(r, "a quantile that is no number");
    g->number = strtod(number->literal.text, NULL);
    if (!(g->number >= 0 && g->number <= 1))
        return unsaid(r, "a quantile that is not from 0 to 1");
    return 0;
}

static int read_arg(struct tree_reader *r, const struct scope *s, size_t which, const struct list *l,
                    struct expr_aggregate *g)
{
    enum column_type type;

    if (g->function == AGGREGATE_COUNT)
        return read_count_arg(r, l, g);
    if (g->function == AGGREGATE_QUANTILE && read_quantile_arg(r, l, g))
        return -1;
    if (l->n != (g->function == AGGREGATE_QUANTILE ? 2u : 1u))
        return unsaid(r, "an aggregate of so many values");
    g->arg = l->at[0];
    if (!aggregates[which].of_numbers)
        return 0;
    type = type_of(s, g->arg);
    if (type == COLUMN_BOOLEAN || type == COLUMN_DATE || type == COLUMN_TIMESTAMP)
        return unsaid(r, "reckoning with dates or truth values");
    g->arg = as_number(r, s, g->arg);
    return g->arg ? 0 : -1;
}

static int read_filter(struct tree_reader *r, const struct json *filter, const struct scope *s,
                       struct expr_aggregate *g)
{
    if (!json_is(filter, JSON_OBJECT))
        return 0;
    g->where = tree_condition(r, filter, s);
    return g->where ? 0 : -1;
}

struct owners {
    const struct scope *scope;
    bool own, outer;
};

static bool find_owner(const struct expr *e, void *arg)
{
    struct owners *o = arg;
    bool own = false;

    if (e->kind != EXPR_COLUMN)
        return true;
    for (size_t i = 0; i < o->scope->n; i++)
        own |= str_ieq(o->scope->relations[i].relation.name, e->column.of);
    o->own |= own;
    o->outer |= !own;
    return true;
}

/* An aggregate of columns of an outer query alone is one of that query's groups. */
static bool is_outer(const struct expr *e, const struct scope *s)
{
    struct owners o = { .scope = s };

    expr_walk(e, &(struct expr_visitor){ find_owner, &o, false });
    return o.outer && !o.own;
}

static const struct expr *make_aggregate(struct tree_reader *r, const struct json *e, const char *filter, size_t which,
                                         const struct scope *s)
{
    struct expr_aggregate g = { .function = aggregates[which].function, .distinct = json_get_truth(e, "distinct") };
    struct list l = { 0 };

    if (json_len(json_get(json_get(e, "order_bys"), "orders")) > 0 && g.function == AGGREGATE_FIRST)
        return unsaid_expr(r, "an aggregate in an order", NULL); /* of the others it changes nothing */
    if (read_filter(r, json_get(e, filter), s, &g) || tree_list(r, json_get(e, "children"), s, &l) ||
        read_arg(r, s, which, &l, &g))
        return NULL;
    if (g.function == AGGREGATE_MIN || g.function == AGGREGATE_MAX)
        g.distinct = false;
    if (g.arg && is_outer(g.arg, s))
        return unsaid_expr(r, "an aggregate of an outer query's columns", NULL);
    if (g.arg && is_count(&g, s))
        g = (struct expr_aggregate){ .function = AGGREGATE_COUNT, .where = g.arg->call.args[0] };
    return expr_new(r->arena, &(struct expr){ .kind = EXPR_AGGREGATE, .aggregate = g });
}

static const struct expr *read_count_if(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    struct expr_aggregate g = { .function = AGGREGATE_COUNT };
    struct list l = { 0 };

    if (read_filter(r, json_get(e, "filter"), s, &g) || tree_list(r, json_get(e, "children"), s, &l))
        return NULL;
    if (l.n != 1 || json_get_truth(e, "distinct"))
        return unsaid_expr(r, "count_if of so many values", NULL);
    g.where = and_also(r, g.where, l.at[0]);
    return expr_new(r->arena, &(struct expr){ .kind = EXPR_AGGREGATE, .aggregate = g });
}

const struct expr *tree_aggregate(struct tree_reader *r, const struct json *e, const struct scope *s, bool *ret_is)
{
    const char *name = json_get_text(e, "function_name");
    size_t which = find_aggregate(name);

    *ret_is = true;
    if (which < COUNT_OF(aggregates))
        return make_aggregate(r, e, "filter", which, s);
    if (str_ieq(name, "count_if") || str_ieq(name, "countif"))
        return read_count_if(r, e, s);
    if (is_other(name))
        return unsaid_expr(r, "the aggregate", name);
    *ret_is = false;
    return NULL;
}

/* ---- windows ---- */

static int read_orders(struct tree_reader *r, const struct json *orders, const struct scope *s, struct ordering **ret,
                       size_t *ret_n)
{
    size_t n = json_len(orders);
    struct ordering *made = arena_array(r->arena, n, sizeof *made);

    for (size_t i = 0; i < n; i++) {
        const struct json *o = json_at(orders, i);
        const char *type = json_get_text(o, "type"), *empty = json_get_text(o, "null_order");
        made[i].by = tree_value(r, json_get(o, "expression"), s);
        if (!made[i].by)
            return -1;
        made[i].descending = type && strcmp(type, "DESCENDING") == 0;
        made[i].empty_first = empty && (strcmp(empty, "NULLS FIRST") == 0 || strcmp(empty, "NULLS_FIRST") == 0);
    }
    *ret = made;
    *ret_n = n;
    return 0;
}

/* What of a window's frame the form has. */
enum frame {
    FRAME_ALL,   /* without an order: the whole part */
    FRAME_PEERS, /* up to this row and those equal to it */
    FRAME_ROWS,  /* up to this row */
    FRAME_LAST,  /* so many rows up to this one */
    FRAME_OTHER
};

static enum frame frame_of(const struct json *e, size_t *ret_rows)
{
    const char *start = json_get_text(e, "start"), *end = json_get_text(e, "end");
    bool whole = start && strcmp(start, "UNBOUNDED_PRECEDING") == 0;
    long long rows = constant_int(json_get(e, "start_expr"));

    if (!start || !end)
        return FRAME_OTHER;
    if (json_get_text(e, "exclude_clause") && strcmp(json_get_text(e, "exclude_clause"), "NO_OTHER") != 0)
        return FRAME_OTHER;
    if (whole && strcmp(end, "UNBOUNDED_FOLLOWING") == 0)
        return FRAME_ALL;
    if (whole && strcmp(end, "CURRENT_ROW_RANGE") == 0)
        return json_len(json_get(e, "orders")) > 0 ? FRAME_PEERS : FRAME_ALL;
    if (strcmp(end, "CURRENT_ROW_ROWS") != 0 || json_len(json_get(e, "orders")) == 0)
        return FRAME_OTHER;
    if (whole)
        return FRAME_ROWS;
    if (strcmp(start, "EXPR_PRECEDING_ROWS") != 0 || rows < 0 || rows > 1000000)
        return FRAME_OTHER;
    *ret_rows = (size_t)rows + 1;
    return FRAME_LAST;
}

/* Whether no two rows of the part are equal in the order: it and the part have every group of the query between them.
 */
static bool is_strict(const struct expr_window *w, const struct json *groups, struct tree_reader *r,
                      const struct scope *s)
{
    size_t found = 0, n = json_len(groups);

    for (size_t i = 0; i < n; i++) {
        const struct expr *g = tree_group(r, json_at(groups, i), s);
        bool has = false;
        for (size_t k = 0; g && k < w->n_per; k++)
            has |= expr_same(g, w->per[k]);
        for (size_t k = 0; g && k < w->n_order; k++)
            has |= expr_same(g, w->order[k].by);
        found += has;
    }
    return n > 0 && found == n;
}

static const struct expr *window(struct tree_reader *r, struct expr_window *w, enum query_window f,
                                 const struct expr *arg)
{
    w->function = f;
    w->arg = arg;
    return expr_new(r->arena, &(struct expr){ .kind = EXPR_WINDOW, .window = *w });
}

static const struct expr *aggregate_window(struct tree_reader *r, const struct json *e, const struct scope *s,
                                           struct expr_window *w)
{
    const char *name = json_get_text(e, "function_name");
    size_t which = find_aggregate(name ? name : "");
    const struct expr *arg;
    enum frame frame = frame_of(e, &w->number);

    if (which == COUNT_OF(aggregates))
        return unsaid_expr(r, "the window", name);
    arg = make_aggregate(r, e, "filter_expr", which, s);
    if (!arg)
        return NULL;
    if (frame == FRAME_PEERS && is_strict(w, s->groups, r, s))
        frame = FRAME_ROWS;
    if (frame == FRAME_ALL) {
        w->n_order = 0;
        w->order = NULL;
        return window(r, w, WINDOW_OVER, arg);
    }
    if (frame == FRAME_PEERS || frame == FRAME_OTHER)
        return unsaid_expr(r, frame == FRAME_PEERS ? "a running total in an order with equals" : "a window's frame",
                           NULL);
    return window(r, w, frame == FRAME_ROWS ? WINDOW_RUNNING : WINDOW_MOVING, arg);
}

static const struct expr *neighbour(struct tree_reader *r, const struct json *e, const struct scope *s,
                                    struct expr_window *w, enum query_window f)
{
    const struct json *offset = json_get(e, "offset_expr");
    long long n = json_is(offset, JSON_OBJECT) ? constant_int(offset) : 1;
    const struct expr *arg;

    if (n < 1 || n > 1000000 || json_is(json_get(e, "default_expr"), JSON_OBJECT) ||
        json_len(json_get(e, "children")) != 1)
        return unsaid_expr(r, "lag or lead with such arguments", NULL);
    arg = tree_value(r, json_at(json_get(e, "children"), 0), s);
    w->number = (size_t)n;
    return arg ? window(r, w, f, arg) : NULL;
}

static const struct expr *any_window(struct tree_reader *r, const struct json *e, const struct scope *s,
                                     struct expr_window *w)
{
    const char *type = json_get_text(e, "type");

    if (!type || json_get_truth(e, "ignore_nulls") || json_len(json_get(e, "arg_orders")) > 0)
        return unsaid_expr(r, "such a window", NULL);
    if (strcmp(type, "WINDOW_ROW_NUMBER") == 0)
        return window(r, w, WINDOW_ROW_NUMBER, NULL);
    if (strcmp(type, "WINDOW_RANK") == 0)
        return window(r, w, WINDOW_RANK, NULL);
    if (strcmp(type, "WINDOW_RANK_DENSE") == 0)
        return window(r, w, WINDOW_DENSE_RANK, NULL);
    if (strcmp(type, "WINDOW_LAG") == 0)
        return neighbour(r, e, s, w, WINDOW_PREVIOUS);
    if (strcmp(type, "WINDOW_LEAD") == 0)
        return neighbour(r, e, s, w, WINDOW_NEXT);
    if (strcmp(type, "WINDOW_AGGREGATE") == 0)
        return aggregate_window(r, e, s, w);
    return unsaid_expr(r, "the window", json_get_text(e, "function_name"));
}

const struct expr *tree_window(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    struct expr_window w = { .number = 1 };
    struct ordering *order = NULL;
    struct list per = { 0 };

    if (tree_list(r, json_get(e, "partitions"), s, &per) ||
        read_orders(r, json_get(e, "orders"), s, &order, &w.n_order))
        return NULL;
    w.per = per.at;
    w.n_per = per.n;
    w.order = order;
    return any_window(r, e, s, &w);
}
