/* build.c - the query of a plan: its tables, what is shown, groups and order; conditions are in build_where.c, and
 * another query in build_nest.c. */
#include "read/build.h"
#include "base/arena.h"
#include "base/str.h"
#include <string.h>

static uint64_t bit(size_t i)
{
    return UINT64_C(1) << i;
}

static size_t lowest(uint64_t tables)
{
    size_t i = 0;

    while (i < PLAN_TABLES && (tables & bit(i)) == 0)
        i++;
    return i;
}

/* ---- tables ---- */

bool build_name_is_free(const struct build *b, const char *name)
{
    for (size_t i = 0; i < b->schema->n_tables; i++)
        if (str_same(b->schema->tables[i].name.text, name))
            return false;
    return true;
}

/* No relation around it has the name, and no table. */
static bool is_free(const struct build *b, const struct place *around, const char *name)
{
    if (!build_name_is_free(b, name))
        return false;
    for (; around; around = around->around)
        for (size_t i = 0; i < PLAN_TABLES; i++)
            if ((around->tables & bit(i)) != 0 && str_same(around->names[i], name))
                return false;
    return true;
}

/* A relation is called as its table, unless a block around it has that table, too. */
static const char *name_for(const struct build *b, const struct place *around, size_t table)
{
    const char *name = b->schema->tables[table].name.text;
    bool taken = false;

    for (const struct place *p = around; p; p = p->around)
        taken |= (p->tables & bit(table)) != 0;
    for (int i = 2; taken; i++) {
        name = arena_printf(b->arena, "%s_%d", b->schema->tables[table].name.text, i);
        taken = !is_free(b, around, name);
    }
    return name;
}

/* The condition that ties the two tables. */
static const struct expr *join_on(const struct build *b, const struct place *p, const struct link_join *j)
{
    return build_compare(b, PLAN_EQ, build_column(b, p, j->from), build_type(b, j->from), build_column(b, p, j->to),
                         build_type(b, j->to));
}

/* The first join that ties a table to those that are there; n where there is none. */
static size_t next_join(const struct build *b, const size_t *joins, size_t n, uint64_t there)
{
    for (size_t i = 0; i < n; i++) {
        const struct link_join *j = &b->schema->joins[joins[i]];
        const bool from = (there & bit(b->schema->columns[j->from].table)) != 0;
        const bool to = (there & bit(b->schema->columns[j->to].table)) != 0;
        if (from != to)
            return i;
    }
    return n;
}

static bool joins_fit(const struct build *b, uint64_t tables, const size_t *joins, size_t n)
{
    uint64_t tied = 0;

    for (size_t i = 0; i < n; i++) {
        if (joins[i] >= b->schema->n_joins)
            return false;
        tied |= bit(b->schema->columns[b->schema->joins[joins[i]].from].table);
        tied |= bit(b->schema->columns[b->schema->joins[joins[i]].to].table);
    }
    return n == 0 || tied == tables;
}

bool build_from(const struct build *b, const struct place *around, uint64_t tables, const size_t *joins, size_t n_joins,
                size_t first, struct place *ret, struct parts *to)
{
    struct relation *from = arena_array(b->arena, n_joins + 1, sizeof *from);
    uint64_t there;
    size_t n = 0;

    first = first < PLAN_TABLES && (tables & bit(first)) != 0 ? first : lowest(tables);
    if (tables == 0 || (b->schema->n_tables < PLAN_TABLES && tables >> b->schema->n_tables != 0) ||
        n_joins > PLAN_JOINS || (size_t)__builtin_popcountll(tables) != n_joins + 1 ||
        !joins_fit(b, tables, joins, n_joins))
        return false;
    *ret = (struct place){ .around = around, .tables = tables, .main = first };
    for (size_t i = 0; i < b->schema->n_tables && i < PLAN_TABLES; i++)
        if ((tables & bit(i)) != 0)
            ret->names[i] = name_for(b, around, i);
    for (there = 0; n <= n_joins; n++) {
        const size_t i = n == 0 ? 0 : next_join(b, joins, n_joins, there);
        const struct link_join *j = n == 0 ? NULL : i < n_joins ? &b->schema->joins[joins[i]] : NULL;
        const size_t from_table = j ? b->schema->columns[j->from].table : first;
        const size_t table = j && (there & bit(from_table)) != 0 ? b->schema->columns[j->to].table : from_table;
        if (n > 0 && !j)
            return false;
        from[n] = relation_table(b->arena, b->schema->tables[table].name.text);
        from[n].name = ret->names[table];
        from[n].on = j ? join_on(b, ret, j) : NULL;
        if (j && !from[n].on)
            return false;
        there |= bit(table);
    }
    to->query.from = from;
    to->query.n_from = n;
    return true;
}

void build_add_where(struct parts *to, const struct expr *condition)
{
    to->where[to->query.n_where++] = condition;
}

static void *copy(struct arena *a, const void *list, size_t n, size_t size)
{
    void *made = arena_array(a, n, size);

    if (n > 0)
        memcpy(made, list, n * size);
    return made;
}

const struct query *build_block(const struct build *b, const struct parts *parts)
{
    struct query *q = arena_alloc(b->arena, sizeof *q);

    *q = parts->query;
    q->where = copy(b->arena, parts->where, q->n_where, sizeof *q->where);
    q->groups = copy(b->arena, parts->groups, q->n_groups, sizeof *q->groups);
    q->having = copy(b->arena, parts->having, q->n_having, sizeof *q->having);
    q->order = copy(b->arena, parts->order, q->n_order, sizeof *q->order);
    return q;
}

/* ---- what is shown ---- */

static bool show_all(const struct build *b, const struct place *p, struct parts *to)
{
    const struct link_table *t = &b->schema->tables[p->main];
    struct output *outputs = arena_array(b->arena, t->n, sizeof *outputs);

    if (to->query.n_from == 1)
        return true; /* no outputs: all columns */
    for (size_t i = 0; i < t->n; i++)
        outputs[i].expr = build_column(b, p, t->first + i);
    to->query.outputs = outputs;
    to->query.n_outputs = t->n;
    return true;
}

static bool show(const struct build *b, const struct place *p, struct parts *to)
{
    const struct plan *plan = b->plan;
    struct output *outputs = arena_array(b->arena, PLAN_OUTPUTS, sizeof *outputs);

    if (plan->all)
        return show_all(b, p, to);
    for (size_t i = 0; i < plan->n_outputs; i++) {
        outputs[i].expr = build_term(b, p, &plan->outputs[i]);
        for (size_t k = 0; outputs[i].expr && k < i; k++)
            if (expr_same(outputs[i].expr, outputs[k].expr))
                return false;
        if (!outputs[i].expr)
            return false;
    }
    to->query.outputs = outputs;
    to->query.n_outputs = plan->n_outputs;
    return plan->n_outputs > 0;
}

/* ---- groups ---- */

static bool add_group(struct parts *to, const struct expr *e)
{
    if (!e || e->kind == EXPR_PLACE)
        return false;
    for (size_t i = 0; i < to->query.n_groups; i++)
        if (expr_same(to->groups[i], e))
            return true;
    to->groups[to->query.n_groups++] = e;
    return true;
}

/* The table whose rows are told apart by GROUP_KEY: that of the first plain output. */
static size_t key_table(const struct build *b)
{
    for (size_t i = 0; i < b->plan->n_outputs; i++)
        if (b->plan->outputs[i].figure == FIGURE_NONE && b->plan->outputs[i].column < b->schema->n_columns)
            return b->schema->columns[b->plan->outputs[i].column].table;
    return LINK_NONE;
}

/* An order by another column of the row that the key tells is by that row's value. */
static bool group_by_key(const struct build *b, const struct place *p, struct parts *to)
{
    const struct plan *plan = b->plan;
    const size_t table = key_table(b);
    const size_t key = table < b->schema->n_tables ? b->schema->tables[table].key : LINK_NONE;

    if (key == LINK_NONE || !add_group(to, build_column(b, p, key)))
        return false;
    if (plan->ordered && plan->order.figure == FIGURE_NONE && plan->order.column < b->schema->n_columns &&
        b->schema->columns[plan->order.column].table == table)
        return add_group(to, build_column(b, p, plan->order.column));
    return true;
}

static bool group(const struct build *b, const struct place *p, struct parts *to)
{
    const struct plan *plan = b->plan;

    for (size_t i = 0; i < plan->n_outputs; i++)
        if (plan->outputs[i].figure == FIGURE_NONE && !add_group(to, build_term(b, p, &plan->outputs[i])))
            return false;
    if (plan->grouping != GROUP_HIDDEN && to->query.n_groups == 0)
        return false;
    if (plan->grouping == GROUP_KEY && !group_by_key(b, p, to))
        return false;
    for (size_t i = 0; plan->grouping == GROUP_HIDDEN && i < plan->n_groups; i++)
        if (!add_group(to, build_column(b, p, plan->groups[i])))
            return false;
    return !plan->has_having || build_having(b, p, &plan->having, to);
}

/* Without groups, either all that is shown and ordered by is a figure, or nothing. */
static bool is_ungrouped(const struct plan *plan)
{
    size_t figures = 0;

    for (size_t i = 0; i < plan->n_outputs; i++)
        figures += plan->outputs[i].figure != FIGURE_NONE;
    if (plan->has_having || (plan->ordered && plan->order.figure != FIGURE_NONE))
        return false;
    return figures == 0 || (figures == plan->n_outputs && !plan->ordered && plan->limit_kind == LIMIT_NONE);
}

struct group_use {
    const struct parts *parts;
    bool found;
};

static bool sees_group(const struct expr *e, void *arg)
{
    struct group_use *use = arg;

    if (e->kind != EXPR_AGGREGATE || !e->aggregate.arg ||
        (e->aggregate.function == AGGREGATE_COUNT && !e->aggregate.distinct))
        return true;
    for (size_t i = 0; i < use->parts->query.n_groups; i++)
        use->found |= expr_same(e->aggregate.arg, use->parts->groups[i]);
    return true;
}

/* A figure of what is grouped by says nothing: it has one value in each group. */
static bool has_figure_of_group(const struct parts *parts)
{
    struct group_use use = { parts, false };
    const struct expr_visitor visitor = { .visit = sees_group, .arg = &use };

    for (size_t i = 0; i < parts->query.n_outputs; i++)
        expr_walk(parts->query.outputs[i].expr, &visitor);
    for (size_t i = 0; i < parts->query.n_having; i++)
        expr_walk(parts->having[i], &visitor);
    for (size_t i = 0; i < parts->query.n_order; i++)
        expr_walk(parts->order[i].by, &visitor);
    return use.found;
}

/* ---- order ---- */

/* The limit holds for each value of a column, which is shown too if it is grouped by. */
static bool limit_each(const struct build *b, const struct place *p, struct parts *to)
{
    const struct expr **per = arena_array(b->arena, 1, sizeof *per);
    bool grouped = to->query.n_groups == 0;

    *per = build_column(b, p, b->plan->each);
    for (size_t i = 0; *per && i < to->query.n_groups; i++)
        grouped |= expr_same(*per, to->groups[i]);
    to->query.per = per;
    to->query.n_per = 1;
    return *per && grouped && b->plan->limit_kind != LIMIT_NONE && !b->plan->distinct;
}

static bool order(const struct build *b, const struct place *p, struct parts *to)
{
    const struct plan *plan = b->plan;
    const struct expr *by = plan->ordered ? build_term(b, p, &plan->order) : NULL;
    bool shown = to->query.n_outputs == 0 && by && by->kind == EXPR_COLUMN, grouped = false;

    for (size_t i = 0; by && i < to->query.n_outputs; i++)
        shown |= expr_same(by, to->query.outputs[i].expr);
    for (size_t i = 0; by && i < to->query.n_groups; i++)
        grouped |= expr_same(by, to->groups[i]);
    if (plan->ordered) {
        if (!by || (plan->distinct && !shown) ||
            (to->query.n_groups > 0 && plan->order.figure == FIGURE_NONE && !grouped))
            return false;
        to->order[to->query.n_order++] = (struct ordering){ .by = by, .descending = plan->descending };
    }
    if (plan->has_each && !limit_each(b, p, to))
        return false;
    to->query.limit = plan->limit_kind == LIMIT_ONE ? 1 : plan->limit_kind == LIMIT_SOME ? plan->limit : 0;
    return plan->limit_kind != LIMIT_SOME || plan->limit > 0;
}

/* The table that the rows are of: it comes first, so that rows which nothing tells apart come in its order. */
static size_t first_table(const struct link_schema *s, const struct plan *p)
{
    if (p->main < s->n_tables && p->main < PLAN_TABLES && (p->tables & bit(p->main)) != 0)
        return p->main;
    for (size_t i = 0; i < p->n_outputs && !p->all; i++)
        if (p->outputs[i].column < s->n_columns)
            return s->columns[p->outputs[i].column].table;
    return lowest(p->tables);
}

bool plan_query(struct arena *a, const struct link_schema *s, const struct plan *p, const struct query **ret)
{
    const struct build b = { a, s, p };
    struct parts parts = { .query = { .distinct = p->distinct } };
    struct place place;

    if (!build_from(&b, NULL, p->tables, p->joins, p->n_joins, first_table(s, p), &place, &parts) ||
        !show(&b, &place, &parts) ||
        !build_conditions(&b, &place, p->conditions, p->n_conditions, p->connective, &parts))
        return false;
    if (p->grouping == GROUP_NONE ? !is_ungrouped(p) : p->all || !group(&b, &place, &parts))
        return false;
    return order(&b, &place, &parts) && !has_figure_of_group(&parts) && build_nest(&b, &place, &parts, ret);
}
