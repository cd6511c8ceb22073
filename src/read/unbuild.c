/* unbuild.c - the plan of a query: its tables, what is shown, groups and order.
 *
 * What is said in two ways is one plan: a group that nothing is counted of is "different"; a count of a column that is
 * never empty is a count of rows; a group by the key of the shown table, beside its name, is GROUP_KEY. So those who
 * learn from queries see few shapes.
 */
#include "read/unbuild.h"
#include "base/arena.h"
#include "base/str.h"
#include <string.h>

static uint64_t bit(size_t i)
{
    return UINT64_C(1) << i;
}

bool unbuild_fail(struct unbuild *u, const char *why)
{
    if (!u->why)
        u->why = why;
    return false;
}

/* ---- names ---- */

static size_t find_table(const struct link_schema *s, const char *name)
{
    for (size_t i = 0; i < s->n_tables && i < PLAN_TABLES; i++)
        if (str_same(s->tables[i].name.text, name))
            return i;
    return LINK_NONE;
}

static size_t find_column(const struct link_schema *s, size_t table, const char *name)
{
    const struct link_table *t = &s->tables[table];

    for (size_t i = t->first; i < t->first + t->n; i++)
        if (str_same(s->columns[i].name.text, name))
            return i;
    return LINK_NONE;
}

static size_t table_of(const struct named *names, const char *relation)
{
    for (size_t i = 0; relation && i < names->block->n_from; i++)
        if (str_same(names->block->from[i].name, relation))
            return names->table[i];
    return LINK_NONE;
}

bool unbuild_column(struct unbuild *u, const struct named *names, const struct expr *e, size_t *ret)
{
    size_t table;

    if (e->kind == EXPR_PLACE) {
        *ret = PLAN_PLACE;
        return true;
    }
    if (e->kind != EXPR_COLUMN)
        return unbuild_fail(u, "an expression in place of a column");
    table = table_of(names, e->column.of);
    if (table == LINK_NONE)
        return unbuild_fail(u, "a column of an outer query");
    *ret = find_column(u->schema, table, e->column.name);
    return *ret != LINK_NONE || unbuild_fail(u, "a column that is not there");
}

/* ---- tables ---- */

/* A text that is read as a number to be compared is its column. */
static const struct expr *bare(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->call.function == FUNCTION_NUMBER ? e->call.args[0] : e;
}

static bool find_join(struct unbuild *u, const struct named *names, const struct expr *on, size_t *ret)
{
    const struct link_schema *s = u->schema;
    size_t x, y;

    if (on->kind != EXPR_CALL || on->call.function != FUNCTION_EQ)
        return unbuild_fail(u, "a join by more than one column");
    if (!unbuild_column(u, names, bare(on->call.args[0]), &x) || !unbuild_column(u, names, bare(on->call.args[1]), &y))
        return false;
    for (size_t i = 0; i < s->n_joins; i++)
        if ((s->joins[i].from == x && s->joins[i].to == y) || (s->joins[i].from == y && s->joins[i].to == x)) {
            *ret = i;
            return true;
        }
    return unbuild_fail(u, "a join that the schema has not");
}

static void add_sorted(size_t *list, size_t n, size_t value)
{
    for (; n > 0 && list[n - 1] > value; n--)
        list[n] = list[n - 1];
    list[n] = value;
}

bool unbuild_from(struct unbuild *u, const struct query *q, struct named *ret, size_t *ret_joins, size_t *ret_n)
{
    *ret = (struct named){ .block = q };
    *ret_n = 0;
    if (q->kind != QUERY_BLOCK || q->n_from > PLAN_JOINS + 1)
        return unbuild_fail(u, q->kind != QUERY_BLOCK ? "a set operation in another query" : "too many tables");
    for (size_t i = 0; i < q->n_from; i++) {
        const struct relation *r = &q->from[i];
        if (r->kind != RELATION_TABLE)
            return unbuild_fail(u, r->kind == RELATION_QUERY ? "a query in FROM" : "tables below each other");
        ret->table[i] = find_table(u->schema, r->tables[0]);
        if (ret->table[i] == LINK_NONE)
            return unbuild_fail(u, "a table that is not there");
        if ((ret->tables & bit(ret->table[i])) != 0)
            return unbuild_fail(u, "a table twice");
        ret->tables |= bit(ret->table[i]);
    }
    for (size_t i = 1; i < q->n_from; i++) {
        size_t join = LINK_NONE;
        if (q->from[i].join != JOIN_INNER || !q->from[i].on)
            return unbuild_fail(u, q->from[i].join == JOIN_LEFT ? "an outer join" : "tables without a join");
        if (!find_join(u, ret, q->from[i].on, &join))
            return false;
        add_sorted(ret_joins, (*ret_n)++, join);
    }
    return true;
}

/* ---- terms ---- */

static bool is_aggregate(const struct expr *e, enum query_aggregate f)
{
    return e->kind == EXPR_AGGREGATE && e->aggregate.function == f && e->aggregate.arg && !e->aggregate.where;
}

/* The largest value less the smallest one. */
static bool is_range(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->call.function == FUNCTION_SUBTRACT &&
           is_aggregate(e->call.args[0], AGGREGATE_MAX) && is_aggregate(e->call.args[1], AGGREGATE_MIN) &&
           expr_same(e->call.args[0]->aggregate.arg, e->call.args[1]->aggregate.arg);
}

/* A date in steps. */
static bool unbuild_unit(struct unbuild *u, const struct named *names, const struct expr_call *c, struct plan_term *ret)
{
    static const char *const units[UNITS] = {
#define X(name, text) text,
        PLAN_UNITS(X)
#undef X
    };
    const struct expr *date = c->args[c->n - 1];

    ret->unit = c->function == FUNCTION_YEAR      ? UNIT_YEAR
                : c->function == FUNCTION_MONTH   ? UNIT_MONTH_NUMBER
                : c->function == FUNCTION_WEEKDAY ? UNIT_WEEKDAY
                : c->function == FUNCTION_HOUR    ? UNIT_HOUR
                                                  : UNIT_NONE;
    if (c->function == FUNCTION_START_OF && c->args[0]->kind == EXPR_LITERAL && c->args[0]->literal.text)
        for (int i = UNIT_QUARTER; i <= UNIT_DAY; i++)
            if (strcmp(units[i], c->args[0]->literal.text) == 0)
                ret->unit = (enum plan_unit)i;
    if (ret->unit == UNIT_NONE)
        return unbuild_fail(u, "reckoning with columns");
    if (date->kind == EXPR_CALL && date->call.function == FUNCTION_DATE)
        date = date->call.args[0];
    return unbuild_column(u, names, date, &ret->column);
}

/* The values of a row that are shown, or that a figure is of. */
static bool unbuild_values(struct unbuild *u, const struct named *names, const struct expr *e, struct plan_term *ret)
{
    const enum query_function f = e->kind == EXPR_CALL ? e->call.function : FUNCTION_AND;

    ret->with = f == FUNCTION_ADD ? '+' : f == FUNCTION_SUBTRACT ? '-' : f == FUNCTION_MULTIPLY ? '*' : '/';
    if (f == FUNCTION_ADD || f == FUNCTION_SUBTRACT || f == FUNCTION_MULTIPLY || f == FUNCTION_DIVIDE)
        return unbuild_column(u, names, bare(e->call.args[0]), &ret->column) &&
               unbuild_column(u, names, bare(e->call.args[1]), &ret->other);
    ret->with = 0;
    if (ret->figure == FIGURE_NONE && e->kind == EXPR_CALL)
        return unbuild_unit(u, names, &e->call, ret);
    return unbuild_column(u, names, bare(e), &ret->column);
}

static bool figure_of(const struct expr_aggregate *g, enum plan_figure *ret)
{
    static const enum plan_figure figures[AGGREGATES_END] = {
        [AGGREGATE_COUNT] = FIGURE_COUNT,      [AGGREGATE_SUM] = FIGURE_SUM, [AGGREGATE_AVERAGE] = FIGURE_AVERAGE,
        [AGGREGATE_MEDIAN] = FIGURE_MEDIAN,    [AGGREGATE_MIN] = FIGURE_MIN, [AGGREGATE_MAX] = FIGURE_MAX,
        [AGGREGATE_DEVIATION] = FIGURE_SPREAD,
    };
    const bool either = g->function == AGGREGATE_MIN || g->function == AGGREGATE_MAX;

    *ret = g->function == AGGREGATE_COUNT && g->distinct ? FIGURE_DISTINCT : figures[g->function];
    return *ret != FIGURE_NONE && (!g->distinct || *ret == FIGURE_DISTINCT || either);
}

/* A count that says no more than that of rows. */
static bool counts_rows(const struct unbuild *u, const struct named *names, const struct plan_term *t)
{
    const struct link_column *c = &u->schema->columns[t->column];

    if (t->figure == FIGURE_DISTINCT)
        return names->block->n_from == 1 && (c->traits & LINK_UNIQUE) != 0;
    return t->figure == FIGURE_COUNT && c->nulls == 0;
}

bool unbuild_term(struct unbuild *u, const struct named *names, const struct expr *e, struct plan_term *ret)
{
    const bool range = is_range(e);

    *ret = (struct plan_term){ .column = LINK_NONE };
    if (range)
        e = e->call.args[0];
    if (e->kind == EXPR_COLUMN || e->kind == EXPR_PLACE || e->kind == EXPR_CALL)
        return unbuild_values(u, names, e, ret);
    if (e->kind != EXPR_AGGREGATE)
        return unbuild_fail(u, "a window or a query that is shown");
    if (e->aggregate.where)
        return unbuild_fail(u, "an aggregate with a filter");
    if (!e->aggregate.arg) {
        ret->figure = FIGURE_ROWS;
        return true;
    }
    if (!figure_of(&e->aggregate, &ret->figure))
        return unbuild_fail(u, "an aggregate that plans have not");
    if (range)
        ret->figure = FIGURE_RANGE;
    if (!unbuild_values(u, names, e->aggregate.arg, ret))
        return false;
    if (!ret->with && ret->column < u->schema->n_columns && counts_rows(u, names, ret))
        *ret = (struct plan_term){ .figure = FIGURE_ROWS, .column = LINK_NONE };
    return true;
}

/* ---- what is shown ---- */

/* The table whose columns these are, all and in order. */
static size_t whole_table(struct unbuild *u, const struct named *names, const struct query *q)
{
    const struct expr *first = q->outputs[0].expr;
    const size_t table = first->kind == EXPR_COLUMN ? table_of(names, first->column.of) : LINK_NONE;

    if (table == LINK_NONE || u->schema->tables[table].n != q->n_outputs)
        return LINK_NONE;
    for (size_t i = 0; i < q->n_outputs; i++) {
        const struct expr *e = q->outputs[i].expr;
        if (e->kind != EXPR_COLUMN || table_of(names, e->column.of) != table ||
            find_column(u->schema, table, e->column.name) != u->schema->tables[table].first + i)
            return LINK_NONE;
    }
    return table;
}

static bool unbuild_shown(struct unbuild *u, const struct named *names, const struct query *q, struct plan *p)
{
    p->main = LINK_NONE;
    p->distinct = q->distinct;
    if (q->n_outputs == 0 && q->n_from > 1)
        return unbuild_fail(u, "all columns of several tables");
    if (q->n_outputs == 0 || q->n_outputs > PLAN_OUTPUTS) {
        p->all = true;
        p->main = q->n_outputs == 0 ? names->table[0] : whole_table(u, names, q);
        return p->main != LINK_NONE || unbuild_fail(u, "more columns than plans show");
    }
    for (size_t i = 0; i < q->n_outputs; i++) {
        if (!unbuild_term(u, names, q->outputs[i].expr, &p->outputs[i]))
            return false;
        for (size_t k = 0; k < i; k++)
            if (plan_term_same(&p->outputs[i], &p->outputs[k]))
                return unbuild_fail(u, "an output twice");
    }
    p->n_outputs = q->n_outputs;
    return true;
}

/* ---- groups ---- */

static bool is_shown(const struct plan *p, const struct plan_term *t)
{
    for (size_t i = 0; i < p->n_outputs; i++)
        if (plan_term_same(&p->outputs[i], t))
            return true;
    return false;
}

/* The key of the first plain output's table; LINK_NONE. */
static size_t shown_key(const struct unbuild *u, const struct plan *p)
{
    for (size_t i = 0; i < p->n_outputs; i++)
        if (p->outputs[i].figure == FIGURE_NONE && p->outputs[i].column < u->schema->n_columns)
            return u->schema->tables[u->schema->columns[p->outputs[i].column].table].key;
    return LINK_NONE;
}

/* That key, or the many side of a join with it, which has the same values here. */
static bool is_key(const struct unbuild *u, const struct plan *p, size_t column)
{
    const size_t key = shown_key(u, p);

    if (key == LINK_NONE || key == column)
        return key == column && key != LINK_NONE;
    if ((p->ordered && p->order.figure == FIGURE_NONE && p->order.column == column) ||
        (p->has_each && p->each == column))
        return false; /* which has to be a group of its own, then */
    for (size_t i = 0; i < p->n_joins; i++) {
        const struct link_join *j = &u->schema->joins[p->joins[i]];
        if ((j->from == column && j->to == key) || (j->from == key && j->to == column))
            return true;
    }
    return false;
}

static bool has_figure(const struct plan *p)
{
    bool found = p->has_having || (p->ordered && p->order.figure != FIGURE_NONE);

    for (size_t i = 0; i < p->n_outputs; i++)
        found |= p->outputs[i].figure != FIGURE_NONE;
    return found;
}

/* After what is shown, the order and the tables are known. */
static bool unbuild_groups(struct unbuild *u, const struct named *names, const struct query *q, struct plan *p)
{
    size_t hidden[PLAN_GROUPS], n = 0;

    if (q->n_having > 0) {
        p->has_having = true;
        if (!unbuild_having(u, names, q, &p->having))
            return false;
    }
    if (q->n_groups == 0)
        return !p->has_having || unbuild_fail(u, "a condition on all rows as one group");
    for (size_t i = 0; i < q->n_groups; i++) {
        struct plan_term t;
        if (!unbuild_term(u, names, q->groups[i], &t))
            return false;
        if (is_shown(p, &t))
            continue;
        if (n == PLAN_GROUPS || t.unit != UNIT_NONE || t.with)
            return unbuild_fail(u, n == PLAN_GROUPS ? "too many groups" : "a group by an expression that is not shown");
        hidden[n++] = t.column;
    }
    if (n == 1 && is_key(u, p, hidden[0]) && is_shown(p, &(struct plan_term){ .column = shown_key(u, p) }))
        n = 0;
    p->grouping = n == 0 ? GROUP_SHOWN : n == 1 && is_key(u, p, hidden[0]) ? GROUP_KEY : GROUP_HIDDEN;
    for (size_t i = 0; p->grouping == GROUP_HIDDEN && i < n; i++)
        p->groups[p->n_groups++] = hidden[i];
    if (p->grouping == GROUP_SHOWN && !has_figure(p) && !p->has_each) {
        p->grouping = GROUP_NONE;
        p->distinct = true;
    }
    return true;
}

static bool unbuild_order(struct unbuild *u, const struct named *names, const struct query *q, struct plan *p)
{
    if (q->n_order > 1 || q->offset > 0 || q->n_per > 1)
        return unbuild_fail(u, q->n_order > 1 ? "ordered by several" : "rows from the middle, or of each of several");
    p->has_each = q->n_per == 1;
    if (p->has_each && !unbuild_column(u, names, q->per[0], &p->each))
        return false;
    p->limit_kind = q->limit == 0 ? LIMIT_NONE : q->limit == 1 ? LIMIT_ONE : LIMIT_SOME;
    p->limit = q->limit;
    p->ordered = q->n_order == 1;
    p->descending = p->ordered && q->order[0].descending;
    p->order = (struct plan_term){ .column = LINK_NONE };
    return !p->ordered || unbuild_term(u, names, q->order[0].by, &p->order);
}

/* Of all rows as one, there is nothing to sort and to cut. */
static void drop_idle(const struct query *q, struct plan *p)
{
    if (q->n_groups == 0 && query_groups(q) && p->limit_kind != LIMIT_NONE && !p->ordered)
        p->limit_kind = LIMIT_NONE;
    if (p->grouping == GROUP_SHOWN || (q->n_groups == 0 && query_groups(q)))
        p->distinct = false;
    if (p->limit_kind != LIMIT_SOME)
        p->limit = 0;
}

static bool unbuild_block(struct unbuild *u, const struct query *q, struct plan *p)
{
    struct conditions where;
    struct named names;

    p->nest = (struct plan_nest){ .column = LINK_NONE, .inner = LINK_NONE, .term.column = LINK_NONE };
    for (size_t i = 0; i < PLAN_OUTPUTS; i++)
        p->nest.outputs[i] = LINK_NONE;
    if (!unbuild_from(u, q, &names, p->joins, &p->n_joins))
        return false;
    p->tables = names.tables;
    if (!unbuild_shown(u, &names, q, p) || !unbuild_order(u, &names, q, p) || !unbuild_groups(u, &names, q, p) ||
        !unbuild_conditions(u, &names, q, &where))
        return false;
    memcpy(p->conditions, where.list, sizeof p->conditions);
    p->n_conditions = where.n;
    p->connective = where.connective;
    drop_idle(q, p);
    return !where.nest || unbuild_nest(u, &names, where.nest, &p->nest);
}

/* The order of a set operation is by an output of its left side. */
static bool unbuild_set_order(struct unbuild *u, const struct query *q, struct plan *p)
{
    if (q->n_order == 0)
        return true;
    for (size_t i = 0; q->n_order == 1 && q->order[0].by->kind == EXPR_COLUMN && i < q->left->n_outputs; i++)
        if (str_same(q->order[0].by->column.name, query_output_name(u->arena, q->left, i))) {
            p->ordered = true;
            p->descending = q->order[0].descending;
            p->order = p->outputs[i];
            return true;
        }
    return unbuild_fail(u, "a set operation in another order");
}

/* The query whose rows are counted, where that is all; NULL. */
static const struct query *counted_rows(const struct query *q)
{
    const struct query *inner = q->kind == QUERY_BLOCK && q->n_from == 1 ? q->from[0].query : NULL;
    const struct expr *e = q->n_outputs == 1 ? q->outputs[0].expr : NULL;

    if (!inner || inner->kind != QUERY_BLOCK || !e || e->kind != EXPR_AGGREGATE ||
        e->aggregate.function != AGGREGATE_COUNT || e->aggregate.arg || e->aggregate.where || q->n_where > 0 ||
        q->n_groups > 0 || q->n_having > 0 || q->limit > 0)
        return NULL;
    return inner;
}

bool plan_of_query(struct arena *a, const struct link_schema *s, const struct query *q, struct plan *ret,
                   const char **ret_why)
{
    struct unbuild u = { .arena = a, .schema = s };
    const struct query *counted = counted_rows(q);
    struct plan p = { 0 };
    bool is_plan;

    if (counted) {
        is_plan = unbuild_block(&u, counted, &p) &&
                  (p.nest.kind == NEST_NONE || unbuild_fail(&u, "a count of the rows of a nested query"));
        p.nest.kind = NEST_COUNTED;
    } else if (q->kind == QUERY_BLOCK) {
        is_plan = unbuild_block(&u, q, &p);
    } else {
        is_plan = unbuild_block(&u, q->left, &p) && unbuild_set(&u, q, &p) && unbuild_set_order(&u, q, &p);
        p.limit_kind = q->limit == 0 ? LIMIT_NONE : q->limit == 1 ? LIMIT_ONE : LIMIT_SOME;
        p.limit = p.limit_kind == LIMIT_SOME ? q->limit : 0;
    }
    if (is_plan)
        *ret = p;
    else
        *ret_why = u.why;
    return is_plan;
}
