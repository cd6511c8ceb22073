/* meaning.c - whether a figure says anything of the numbers it is made from.
 *
 * What the numbers of a table's column are is decided in grid/meaning. Here it is followed through expressions and
 * through the queries that a column comes from: an average is a rate wherever it is used, and a running total stays
 * one. What is not known to be anything else counts as a quantity, of which all figures are good.
 */
#include "base/arena.h"
#include "base/str.h"
#include "query/check/part.h"
#include <string.h>

#define MEANING_STEPS 200 /* that an expression is followed for: its parts may be shared, and met again and again */

/* ---- what the numbers of an expression are ---- */

struct tracing {
    struct checking *c;
    int left; /* of MEANING_STEPS */
};

static enum column_meaning trace(struct tracing *t, struct block *b, const struct expr *e);

static enum column_meaning trace_column(struct tracing *t, struct block *b, const struct expr *e)
{
    struct typed_relation *of = NULL;
    const struct typed_column *column = block_find(&t->c->typing, b, &e->column, &of);
    struct block *inner = of ? of->block : NULL;

    if (!column)
        return MEANING_NONE;
    if (column->table)
        return known_meaning(t->c, column->table, column->column);
    while (inner && inner->left)
        inner = inner->left;
    return inner ? trace(t, inner, inner->outputs[column - of->columns].expr) : MEANING_NONE;
}

static bool is_number(const struct expr *e)
{
    return e->kind == EXPR_LITERAL && column_is_number(e->literal.type);
}

/* A factor that stands in the query only changes the scale. The parts of a quotient of two quantities are not added up:
 * a mean of such quotients depends on how many rows there are. */
static enum column_meaning trace_product(struct tracing *t, struct block *b, const struct expr_call *call)
{
    const bool divides = call->function == FUNCTION_DIVIDE;

    if (is_number(call->args[1]))
        return trace(t, b, call->args[0]);
    if (is_number(call->args[0]))
        return divides ? MEANING_RATE : trace(t, b, call->args[1]);
    return divides && meaning_adds_up(trace(t, b, call->args[0])) && meaning_adds_up(trace(t, b, call->args[1]))
               ? MEANING_RATE
               : MEANING_QUANTITY;
}

/* The first of the values that is no text or number of the query's own. */
static enum column_meaning trace_first(struct tracing *t, struct block *b, const struct expr *const *list, size_t n,
                                       size_t each)
{
    for (size_t i = 0; i < n; i += each)
        if (list[i]->kind != EXPR_LITERAL)
            return trace(t, b, list[i]);
    return MEANING_QUANTITY;
}

/* What a function makes of the numbers it is given. */
enum makes {
    MAKES_QUANTITY, /* also of a difference: one of ages is a time */
    MAKES_SAME,     /* what the first argument is */
    MAKES_FIRST,    /* what the first argument is that stands not in the query itself */
    MAKES_CASE,     /* the same, of each second one */
    MAKES_PRODUCT,
    MAKES_TIME
};

static const enum makes makes[FUNCTIONS_END] = {
    [FUNCTION_MULTIPLY] = MAKES_PRODUCT, [FUNCTION_DIVIDE] = MAKES_PRODUCT, [FUNCTION_ADD] = MAKES_FIRST,
    [FUNCTION_LEAST] = MAKES_FIRST,      [FUNCTION_GREATEST] = MAKES_FIRST, [FUNCTION_COALESCE] = MAKES_FIRST,
    [FUNCTION_CASE] = MAKES_CASE,        [FUNCTION_NEGATE] = MAKES_SAME,    [FUNCTION_ABS] = MAKES_SAME,
    [FUNCTION_ROUND] = MAKES_SAME,       [FUNCTION_FLOOR] = MAKES_SAME,     [FUNCTION_CEILING] = MAKES_SAME,
    [FUNCTION_NUMBER] = MAKES_SAME,      [FUNCTION_WHOLE] = MAKES_SAME,     [FUNCTION_YEAR] = MAKES_TIME,
    [FUNCTION_QUARTER] = MAKES_TIME,     [FUNCTION_MONTH] = MAKES_TIME,     [FUNCTION_WEEK] = MAKES_TIME,
    [FUNCTION_DAY] = MAKES_TIME,         [FUNCTION_WEEKDAY] = MAKES_TIME,
};

static enum column_meaning trace_call(struct tracing *t, struct block *b, const struct expr_call *call)
{
    switch (makes[call->function]) {
    case MAKES_SAME:
        return trace(t, b, call->args[0]);
    case MAKES_FIRST:
        return trace_first(t, b, call->args, call->n, 1);
    case MAKES_CASE: /* condition, value, ..., and the value else, which is mostly 0 or nothing */
        return trace_first(t, b, call->args + 1, call->n - 1, 2);
    case MAKES_PRODUCT:
        return trace_product(t, b, call);
    case MAKES_TIME:
        return MEANING_YEAR;
    case MAKES_QUANTITY:
        break;
    }
    return MEANING_QUANTITY;
}

static enum column_meaning trace_aggregate(struct tracing *t, struct block *b, const struct expr_aggregate *g)
{
    switch (g->function) {
    case AGGREGATE_AVERAGE:
    case AGGREGATE_MEDIAN:
    case AGGREGATE_QUANTILE:
    case AGGREGATE_DEVIATION:
    case AGGREGATE_DEVIATION_ALL:
    case AGGREGATE_VARIANCE:
    case AGGREGATE_VARIANCE_ALL:
        return MEANING_RATE;
    case AGGREGATE_MIN:
    case AGGREGATE_MAX:
    case AGGREGATE_MODE:
    case AGGREGATE_FIRST:
    case AGGREGATE_LAST:
        return trace(t, b, g->arg);
    case AGGREGATE_COUNT:
    case AGGREGATE_SUM: /* what it is of is looked at where it stands */
    case AGGREGATE_RANGE:
    case AGGREGATES_END:
        break;
    }
    return MEANING_QUANTITY;
}

static enum column_meaning trace_window(struct tracing *t, struct block *b, const struct expr_window *w)
{
    switch (w->function) {
    case WINDOW_RUNNING:
        return w->arg->aggregate.function == AGGREGATE_SUM || w->arg->aggregate.function == AGGREGATE_COUNT
                   ? MEANING_CUMULATIVE
                   : trace(t, b, w->arg);
    case WINDOW_SHARE:
        return MEANING_SHARE;
    case WINDOW_GROWTH:
        return MEANING_RATE;
    case WINDOW_OVER:
    case WINDOW_MOVING:
    case WINDOW_PREVIOUS:
    case WINDOW_NEXT:
        return trace(t, b, w->arg);
    case WINDOW_ROW_NUMBER:
    case WINDOW_RANK:
    case WINDOW_DENSE_RANK:
    case WINDOW_CHANGE:
    case WINDOWS_END:
        break;
    }
    return MEANING_QUANTITY;
}

static enum column_meaning trace(struct tracing *t, struct block *b, const struct expr *e)
{
    if (t->left-- <= 0)
        return MEANING_NONE;
    switch (e->kind) {
    case EXPR_COLUMN:
        return trace_column(t, b, e);
    case EXPR_CALL:
        return trace_call(t, b, &e->call);
    case EXPR_AGGREGATE:
        return trace_aggregate(t, b, &e->aggregate);
    case EXPR_WINDOW:
        return trace_window(t, b, &e->window);
    case EXPR_LITERAL:
    case EXPR_QUERY:
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
    case EXPR_PLACE:
        break;
    }
    return MEANING_QUANTITY;
}

/* ---- figures that say nothing ---- */

static bool is_when(struct tracing *t, struct block *b, const struct expr *e)
{
    const struct value_type type = expr_type(&t->c->typing, b, e);

    return !type.empty && (type.type == COLUMN_DATE || type.type == COLUMN_TIMESTAMP || trace(t, b, e) == MEANING_YEAR);
}

/* The rows of a group are of one time: it is grouped by one, or a condition names one. */
static bool is_of_one_time(struct tracing *t, struct block *b)
{
    const struct query *q = b->query;

    for (size_t i = 0; i < q->n_groups; i++)
        if (is_when(t, b, q->groups[i]))
            return true;
    for (size_t i = 0; i < q->n_where; i++)
        if (q->where[i]->kind == EXPR_CALL && q->where[i]->call.function == FUNCTION_EQ &&
            (is_when(t, b, q->where[i]->call.args[0]) || is_when(t, b, q->where[i]->call.args[1])))
            return true;
    return false;
}

enum column_meaning check_meaning(struct checking *c, const struct context *x, const struct expr *e)
{
    struct tracing t = { c, MEANING_STEPS };

    return trace(&t, x->block, e);
}

static void check_sum(struct checking *c, const struct context *x, const struct expr *arg, const struct place *at)
{
    struct tracing t = { c, MEANING_STEPS };
    const enum column_meaning m = check_meaning(c, x, arg);
    const char *fix;

    if (m == MEANING_NONE || meaning_adds_up(m) || (m == MEANING_CUMULATIVE && is_of_one_time(&t, x->block)) ||
        (m == MEANING_PRICE && check_repeats(c, x, arg)))
        return;
    fix = arena_printf(c->a, "Ask for the %s instead.", meaning_instead(m));
    if (m == MEANING_AGE || m == MEANING_SCORE || m == MEANING_PRICE)
        check_warning(c, "meaning", at, fix, "%s is %s: a total of such numbers says little.", check_describe(c, arg),
                      meaning_name(m));
    else
        check_doubt(c, "meaning", at, fix, "%s is %s: such numbers do not add up.", check_describe(c, arg),
                    meaning_name(m));
}

/* ---- currencies ---- */

static const struct typed_column *find_column(struct checking *c, const struct context *x, const struct expr *e,
                                              struct typed_relation **ret_of)
{
    return e->kind == EXPR_COLUMN ? block_find(&c->typing, x->block, &e->column, ret_of) : NULL;
}

static const char *currency_of(const struct typed_column *column)
{
    const char *unit = column && column->table ? column->table->columns[column->column].unit : NULL;

    return unit && strcmp(unit, "%") != 0 ? unit : NULL;
}

/* One behind another: two tables whose amounts are of different money. */
static bool merges_currencies(const struct checking *c, const struct typed_column *column)
{
    const char *first = currency_of(column), *name = column->name;

    for (size_t i = 0; first && column->merged && i < column->merged->n_tables; i++) {
        const struct table *t = typing_table(&c->typing, column->merged->tables[i]);
        for (size_t k = 0; t && k < t->n_columns; k++)
            if (str_ieq(t->columns[k].name, name) && t->columns[k].unit && strcmp(t->columns[k].unit, first) != 0)
                return true;
    }
    return false;
}

struct mention {
    const struct typed_relation *of;
    const char *name;
    bool found;
};

static bool find_mention(const struct expr *e, void *arg)
{
    struct mention *m = arg;

    m->found |= e->kind == EXPR_COLUMN && e->column.of && str_ieq(e->column.of, m->of->name) &&
                str_ieq(e->column.name, m->name);
    return !m->found;
}

/* The rows of a group are of one currency, as far as the query says something of it. */
static bool is_settled(const struct query *q, const struct typed_relation *of, const char *name)
{
    struct mention m = { .of = of, .name = name };
    const struct expr_visitor v = { find_mention, &m, true };

    for (size_t i = 0; i < q->n_groups; i++)
        expr_walk(q->groups[i], &v);
    for (size_t i = 0; i < q->n_where; i++)
        expr_walk(q->where[i], &v);
    return m.found;
}

/* The column of the same table that says in which of several currencies the amounts of a row are, where the query says
 * nothing of it; NULL: there is none. */
static const char *open_currency(const struct context *x, const struct typed_relation *of,
                                 const struct expr_aggregate *g)
{
    struct mention m = { .of = of };

    for (size_t i = 0; of->relation->kind == RELATION_TABLE && i < of->n; i++) {
        const struct column *column = &of->columns[i].table->columns[of->columns[i].column];
        if (!column_names_currency(of->columns[i].table, of->columns[i].column) || column->n_values < 2)
            continue;
        m.name = of->columns[i].name;
        if (g->where)
            expr_walk(g->where, &(struct expr_visitor){ find_mention, &m, true });
        return m.found || is_settled(x->block->query, of, m.name) ? NULL : m.name;
    }
    return NULL;
}

static void check_currency(struct checking *c, const struct context *x, const struct expr_aggregate *g,
                           const struct place *at)
{
    struct typed_relation *of = NULL;
    const struct typed_column *column = find_column(c, x, g->arg, &of);
    const char *currency;
    enum column_meaning m;

    if (!column || !column->table)
        return;
    if (merges_currencies(c, column)) {
        check_doubt(c, "meaning", at, "Ask of one table at a time.", "'%s' is of different currencies in the tables.",
                    column->name);
        return;
    }
    m = known_meaning(c, column->table, column->column);
    currency = currency_of(column) || (m != MEANING_MONEY && m != MEANING_PRICE) ? NULL : open_currency(x, of, g);
    if (currency)
        check_doubt(c, "meaning", at, arena_printf(c->a, "Group by '%s', or ask for one of its values.", currency),
                    "'%s' is in several currencies.", column->name);
}

/* Amounts of two kinds of money are neither added nor compared; they may be divided, which gives a rate. */
void check_call_meaning(struct checking *c, const struct context *x, const struct expr_call *call,
                        const struct place *at)
{
    const enum takes takes = function_takes(call->function);
    struct typed_relation *of;
    const char *first, *second;

    if (call->n != 2 || !(takes == TAKES_COMPARED || takes == TAKES_ALIKE || call->function == FUNCTION_ADD ||
                          call->function == FUNCTION_SUBTRACT))
        return;
    first = currency_of(find_column(c, x, call->args[0], &of));
    second = currency_of(find_column(c, x, call->args[1], &of));
    if (first && second && strcmp(first, second) != 0)
        check_doubt(c, "meaning", at, "Bring one of them to the other's currency first.", "%s is in %s and %s in %s.",
                    check_describe(c, call->args[0]), first, check_describe(c, call->args[1]), second);
}

/* ---- aggregates ---- */

void check_aggregate_meaning(struct checking *c, const struct context *of, const struct expr_aggregate *g,
                             const struct place *at)
{
    if (!g->arg)
        return;
    if (of->grouped && check_is_group(of, g->arg) && (g->function != AGGREGATE_COUNT || g->distinct))
        check_doubt(c, "grain", at, "Group by something else, or count the rows.",
                    "%s is what is grouped by: it has one value in each group.", check_describe(c, g->arg));
    else if (g->function == AGGREGATE_SUM)
        check_sum(c, of, g->arg, at);
    if (aggregate_takes_number(g->function))
        check_currency(c, of, g, at);
}

void check_window_meaning(struct checking *c, const struct context *x, const struct expr_window *w,
                          const struct place *at)
{
    if (w->function == WINDOW_SHARE)
        check_sum(c, x, w->arg, at);
}
