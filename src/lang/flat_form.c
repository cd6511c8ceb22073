/* flat_form.c - each slot of the flat record is one part of a block. Two shapes need a block over another: a figure for
 * each step of time of which the average is asked, and how many values there are whose figure meets a condition.
 */
#include "lang/flat_form.h"
#include "base/arena.h"
#include "base/str.h"
#include "grid/table.h"
#include "lang/reader.h"
#include "lang/scope.h"
#include "query/query.h"
#include <string.h>

#define UNITED_NAME "tables" /* what tables taken as one are called */
#define ALL_NAME "all"       /* in a share of ids: all rows, beside those of a group */

struct former {
    struct arena *a;
    const struct scope *s;
    const struct flat *q;
    const char *suffix; /* of the names of relations in a query inside another; NULL outside */
};

static const char *const unit_names[] = {
    [FLAT_DAY] = "day", [FLAT_WEEK] = "week", [FLAT_MONTH] = "month", [FLAT_QUARTER] = "quarter", [FLAT_YEAR] = "year"
};

static const struct column *column_at(const struct former *f, size_t column)
{
    return &f->s->table->columns[column];
}

/* ---- relations and columns ---- */

static const char *relation_name(const struct former *f, size_t member)
{
    const char *name = f->s->kind == SCOPE_UNITED ? UNITED_NAME : f->s->members[member]->name;

    return f->suffix ? arena_printf(f->a, "%s %s", name, f->suffix) : name;
}

static const struct expr *member_column(const struct former *f, size_t member, size_t column)
{
    return expr_column(f->a, relation_name(f, member), f->s->members[member]->columns[column].name);
}

static const struct expr *column_of(const struct former *f, size_t column)
{
    if (f->s->kind == SCOPE_JOINED)
        return member_column(f, f->s->origins[column].member, f->s->origins[column].column);
    return expr_column(f->a, relation_name(f, 0), column_at(f, column)->name);
}

static const struct expr *link_of(const struct former *f, size_t member)
{
    const struct scope_link *link = &f->s->links[member - 1];

    return expr_call2(f->a, FUNCTION_EQ, member_column(f, 0, link->from), member_column(f, member, link->to));
}

/* ---- conditions ---- */

static const struct expr *not_(const struct former *f, const struct expr *e)
{
    return expr_call1(f->a, FUNCTION_NOT, e);
}

static const struct expr *has_value(const struct former *f, size_t column)
{
    return not_(f, expr_call1(f->a, FUNCTION_IS_EMPTY, column_of(f, column)));
}

/* A time is compared by its day. */
static const struct expr *literal_of(const struct former *f, enum column_type type, const char *text)
{
    if (column_is_number(type))
        type = strpbrk(text, "eE") ? COLUMN_FLOAT : strchr(text, '.') ? COLUMN_DECIMAL : COLUMN_INTEGER;
    return expr_literal(f->a, type == COLUMN_TIMESTAMP ? COLUMN_DATE : type, text);
}

/* Of as many arguments as the comparison has, the first of which is compared. */
static const struct expr *comparison(const struct former *f, enum flat_compare compare, const struct expr *const *args)
{
    static const enum query_function functions[] = {
        [FLAT_IS] = FUNCTION_EQ,           [FLAT_IS_NOT] = FUNCTION_NE,
        [FLAT_OVER] = FUNCTION_GT,         [FLAT_UNDER] = FUNCTION_LT,
        [FLAT_AT_LEAST] = FUNCTION_GE,     [FLAT_AT_MOST] = FUNCTION_LE,
        [FLAT_BETWEEN] = FUNCTION_BETWEEN, [FLAT_OUTSIDE] = FUNCTION_BETWEEN,
        [FLAT_EMPTY] = FUNCTION_IS_EMPTY,  [FLAT_NOT_EMPTY] = FUNCTION_IS_EMPTY
    };
    enum query_function sign = functions[compare];
    const struct expr *e = expr_call(f->a, sign, args, query_function_info(sign)->least);

    return compare == FLAT_OUTSIDE || compare == FLAT_NOT_EMPTY ? not_(f, e) : e;
}

/* One of several values, or none of them. */
static const struct expr *membership(const struct former *f, const struct flat_filter *c,
                                     const struct expr *const *args)
{
    const struct expr *same[FLAT_VALUES], *e;

    for (size_t i = 0; i < c->n_values; i++)
        same[i] = expr_call2(f->a, FUNCTION_SAME, args[0], args[i + 1]);
    if (!c->any_case)
        e = expr_call(f->a, FUNCTION_IN, args, c->n_values + 1);
    else
        e = c->n_values == 1 ? same[0] : expr_call(f->a, FUNCTION_OR, same, c->n_values);
    return c->compare == FLAT_IS ? e : not_(f, e);
}

/* Empty cells are none of the values that are left out; where there are none, nothing is said of them. */
static const struct expr *condition(const struct former *f, const struct flat_filter *c)
{
    const struct column *column = column_at(f, c->column);
    const struct expr *args[FLAT_VALUES + 1] = { column_of(f, c->column) }, *e;
    bool gaps =
        column->nulls + column->misfits > 0 || (f->s->kind == SCOPE_JOINED && f->s->origins[c->column].member > 0);
    bool among = (c->compare == FLAT_IS || c->compare == FLAT_IS_NOT) && (c->any_case || c->n_values > 1);

    for (size_t i = 0; i < c->n_values; i++)
        args[i + 1] = literal_of(f, column->type, c->values[i]);
    e = among ? membership(f, c, args) : comparison(f, c->compare, args);
    return gaps && (c->compare == FLAT_IS_NOT || c->compare == FLAT_OUTSIDE)
               ? expr_call2(f->a, FUNCTION_OR, e, expr_call1(f->a, FUNCTION_IS_EMPTY, args[0]))
               : e;
}

/* The block over the scope's tables, of the rows that meet the conditions. */
static struct query block_of(const struct former *f)
{
    const struct scope *s = f->s;
    size_t n = s->kind == SCOPE_JOINED ? s->n_members : 1;
    struct relation *from = arena_array(f->a, n, sizeof *from);
    const char **all = arena_array(f->a, s->n_members, sizeof *all);
    struct query block;

    for (size_t i = 0; i < s->n_members; i++)
        all[i] = s->members[i]->name;
    for (size_t i = 0; i < n; i++)
        from[i] = (struct relation){ .kind = s->kind == SCOPE_UNITED ? RELATION_UNION : RELATION_TABLE,
                                     .name = relation_name(f, i),
                                     .tables = &all[i],
                                     .n_tables = s->kind == SCOPE_UNITED ? s->n_members : 1,
                                     .join = i > 0 ? JOIN_LEFT : JOIN_INNER,
                                     .on = i > 0 ? link_of(f, i) : NULL };
    block = (struct query){ .kind = QUERY_BLOCK, .from = from, .n_from = n };
    for (size_t i = 0; i < f->q->n_filters; i++)
        block.where = exprs_with(f->a, block.where, block.n_where++, condition(f, &f->q->filters[i]));
    return block;
}

/* ---- figures ---- */

static void add_output(const struct former *f, struct query *block, const struct expr *e, const char *name)
{
    struct output *outputs = arena_array(f->a, block->n_outputs + 1, sizeof *outputs);

    if (block->n_outputs > 0)
        memcpy(outputs, block->outputs, block->n_outputs * sizeof *outputs);
    outputs[block->n_outputs] = (struct output){ e, name };
    block->outputs = outputs;
    block->n_outputs++;
}

static const struct query *keep(const struct former *f, struct query q)
{
    struct query *kept = arena_alloc(f->a, sizeof *kept);

    *kept = q;
    return kept;
}

static const struct expr *group_of(const struct former *f, const struct flat_group *g)
{
    const struct expr *column = column_of(f, g->column);

    if (g->unit == FLAT_EXACT || g->unit == FLAT_YEAR)
        return g->unit == FLAT_YEAR ? expr_call1(f->a, FUNCTION_YEAR, column) : column;
    return expr_call2(f->a, FUNCTION_START_OF, expr_text(f->a, unit_names[g->unit]), column);
}

static const struct expr *aggregate(const struct former *f, enum flat_measure measure, size_t column,
                                    const struct expr *where)
{
    static const enum query_aggregate functions[] = {
        [FLAT_COUNT] = AGGREGATE_COUNT,     [FLAT_DISTINCT] = AGGREGATE_COUNT, [FLAT_SUM] = AGGREGATE_SUM,
        [FLAT_AVERAGE] = AGGREGATE_AVERAGE, [FLAT_MEDIAN] = AGGREGATE_MEDIAN,  [FLAT_MIN] = AGGREGATE_MIN,
        [FLAT_MAX] = AGGREGATE_MAX
    };
    struct expr_aggregate g = { .function = functions[measure],
                                .arg = measure == FLAT_COUNT ? NULL : column_of(f, column),
                                .distinct = measure == FLAT_DISTINCT,
                                .where = where };

    return expr_new(f->a, &(struct expr){ .kind = EXPR_AGGREGATE, .aggregate = g });
}

/* Of all groups' total. An id may be in several groups, but it is one of all ids only once. */
static const struct expr *share(const struct former *f)
{
    struct former all = *f;
    struct query q;
    struct expr_window w = { .function = WINDOW_SHARE, .number = 1 };

    if (!f->q->of_ids) {
        w.arg = aggregate(f, f->q->of_rows ? FLAT_COUNT : FLAT_SUM, f->q->column, NULL);
        return expr_new(f->a, &(struct expr){ .kind = EXPR_WINDOW, .window = w });
    }
    all.suffix = ALL_NAME;
    q = block_of(&all);
    add_output(f, &q, aggregate(&all, FLAT_DISTINCT, f->q->column, NULL), NULL);
    return expr_call2(f->a, FUNCTION_DIVIDE, aggregate(f, FLAT_DISTINCT, f->q->column, NULL),
                      expr_new(f->a, &(struct expr){ .kind = EXPR_QUERY, .query = { .query = keep(f, q) } }));
}

/* Both sides are taken over the rows that have both. */
static const struct expr *ratio(const struct former *f)
{
    const struct flat *q = f->q;
    const struct expr *has_under = has_value(f, q->under);
    const struct expr *has_over = q->of_rows ? NULL : has_value(f, q->column);
    enum flat_measure under = q->measure == FLAT_PER ? FLAT_DISTINCT : FLAT_SUM;

    return expr_call2(f->a, FUNCTION_DIVIDE, aggregate(f, q->of_rows ? FLAT_COUNT : FLAT_SUM, q->column, has_under),
                      aggregate(f, under, q->under, has_over));
}

static const struct expr *figure(const struct former *f)
{
    if (f->q->measure == FLAT_SHARE)
        return share(f);
    if (f->q->measure == FLAT_RATIO || f->q->measure == FLAT_PER)
        return ratio(f);
    return aggregate(f, f->q->measure, f->q->column, NULL);
}

/* ---- headings, where the form would not make them: NULL elsewhere ---- */

static const char *column_heading(const struct former *f, size_t column)
{
    const char *name = column_at(f, column)->name;

    return str_ieq(name, column_of(f, column)->column.name) ? NULL : name;
}

static const char *group_heading(const struct former *f, size_t i)
{
    const struct flat_group *g = &f->q->groups[i];

    if (g->unit == FLAT_EXACT)
        return column_heading(f, g->column);
    if (f->q->n_groups == 2 && f->q->groups[1 - i].unit == g->unit)
        return arena_printf(f->a, "%s_of_%s", unit_names[g->unit], column_at(f, g->column)->name);
    return NULL;
}

static const char *figure_heading(const struct former *f)
{
    const struct flat *q = f->q;
    const char *name = q->measure == FLAT_COUNT || q->of_rows ? "rows" : column_at(f, q->column)->name;
    const char *mark = strchr(name, ' ') ? " " : "_";

    if ((q->measure == FLAT_MIN || q->measure == FLAT_MAX) && type_is_time(column_at(f, q->column)->type))
        return arena_printf(f->a, "%s%s%s", q->measure == FLAT_MIN ? "earliest" : "latest", mark, name);
    if (q->measure == FLAT_DISTINCT && q->n_groups == 0 && q->bound.measure != FLAT_ROWS)
        return arena_printf(f->a, "different%s%s", mark, name);
    if (q->measure == FLAT_SHARE)
        return arena_printf(f->a, "share_of%s%s%s", q->of_ids ? "_different" : "", mark, name);
    if (q->measure == FLAT_RATIO || q->measure == FLAT_PER)
        return arena_printf(f->a, "%s%sper%s%s", name, mark, mark, column_at(f, q->under)->name);
    return NULL;
}

/* ---- blocks ---- */

static void add_group(const struct former *f, struct query *block, const struct expr *e, const char *name)
{
    block->groups = exprs_with(f->a, block->groups, block->n_groups++, e);
    add_output(f, block, e, name);
}

static void add_groups(const struct former *f, struct query *block)
{
    for (size_t i = 0; i < f->q->n_groups; i++)
        add_group(f, block, group_of(f, &f->q->groups[i]), group_heading(f, i));
}

/* The condition on a figure of each group. */
static void add_bound(const struct former *f, struct query *block)
{
    const struct flat_bound *bound = &f->q->bound;
    const struct expr *args[3];

    if (bound->measure == FLAT_ROWS)
        return;
    args[0] = aggregate(f, bound->measure, bound->column, NULL);
    for (size_t i = 0; i < COUNT_OF(bound->values) && bound->values[i]; i++)
        args[i + 1] = literal_of(f, COLUMN_DECIMAL, bound->values[i]);
    block->having = exprs_with(f->a, NULL, 0, comparison(f, bound->compare, args));
    block->n_having = 1;
}

static void add_order(const struct former *f, struct query *block, const struct expr *by)
{
    struct ordering *order = arena_alloc(f->a, sizeof *order);

    *order = (struct ordering){ .by = by, .descending = f->q->descending };
    block->order = order;
    block->n_order = f->q->ordered;
    block->limit = f->q->limit;
    block->per = f->q->each > 0 ? &block->groups[f->q->each - 1] : NULL;
    block->n_per = f->q->each > 0 && f->q->limit > 0;
}

static struct query rows_block(const struct former *f)
{
    const struct flat *q = f->q;
    struct query block = block_of(f);
    bool all = q->n_shown == 0;

    for (size_t i = 0; i < (all ? f->s->table->n_columns : q->n_shown); i++)
        if (!all || f->s->kind == SCOPE_JOINED)
            add_output(f, &block, column_of(f, all ? i : q->shown[i]), column_heading(f, all ? i : q->shown[i]));
    add_order(f, &block, q->ordered ? column_of(f, q->column) : NULL);
    return block;
}

/* Values, or a figure for each group. */
static struct query plain_block(const struct former *f)
{
    struct query block = block_of(f);

    add_groups(f, &block);
    add_bound(f, &block);
    if (f->q->measure != FLAT_LIST)
        add_output(f, &block, figure(f), figure_heading(f));
    else if (block.n_having == 0) {
        block.distinct = true;
        block.n_groups = 0;
    }
    add_order(f, &block, block.outputs[block.n_outputs - 1].expr);
    return block;
}

/* Over a block. */
static struct query over(const struct former *f, struct query inner)
{
    const char *name = arena_printf(f->a, "%s inner", inner.from->name);

    return query_over(f->a, (struct relation){ .kind = RELATION_QUERY, .name = name, .query = keep(f, inner) });
}

static const struct expr *inner_output(const struct former *f, const struct query *block, size_t i)
{
    return expr_column(f->a, block->from->name, query_output_name(f->a, block->from->query, i));
}

/* How many values of the column there are whose figure meets the condition. */
static struct query counted_block(const struct former *f)
{
    struct query inner = block_of(f), block;

    add_group(f, &inner, column_of(f, f->q->column), NULL);
    add_bound(f, &inner);
    block = over(f, inner);
    add_output(f, &block, expr_aggregate(f->a, AGGREGATE_COUNT, inner_output(f, &block, 0)), figure_heading(f));
    return block;
}

/* The average, for each group, of the figures of each step of time. Rows without a time belong to no step. */
static struct query stepped_block(const struct former *f)
{
    struct query inner = block_of(f), block;
    const struct expr *mean;
    const char *name;

    inner.where = exprs_with(f->a, inner.where, inner.n_where++, has_value(f, f->q->step.column));
    add_groups(f, &inner);
    add_group(f, &inner, group_of(f, &f->q->step), NULL);
    add_output(f, &inner, figure(f), figure_heading(f));
    block = over(f, inner);
    for (size_t i = 0; i < f->q->n_groups; i++)
        add_group(f, &block, inner_output(f, &block, i), group_heading(f, i));
    mean = expr_aggregate(f->a, AGGREGATE_AVERAGE, inner_output(f, &block, inner.n_outputs - 1));
    name = query_output_name(f->a, &inner, inner.n_outputs - 1);
    add_output(f, &block, mean, arena_printf(f->a, "average_%s_%s", unit_names[f->q->step.unit], name));
    add_order(f, &block, mean);
    return block;
}

struct request flat_form(struct arena *a, const struct scope *s, const struct flat *q)
{
    struct former f = { .a = a, .s = s, .q = q };

    if (q->stepped)
        return request_of(a, keep(&f, stepped_block(&f)));
    if (q->measure == FLAT_DISTINCT && q->bound.measure != FLAT_ROWS && q->n_groups == 0)
        return request_of(a, keep(&f, counted_block(&f)));
    return request_of(a, keep(&f, q->measure == FLAT_ROWS ? rows_block(&f) : plain_block(&f)));
}
