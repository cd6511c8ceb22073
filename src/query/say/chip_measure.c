/* chip_measure.c - chips of figures, of columns that are listed, and of groups.
 *
 * What another figure could be goes by what the numbers are: prices are averaged and revenue is added up. What another
 * group could be is a column with few different values, or another unit of time.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "grid/meaning/meaning.h"
#include "query/edit/edit.h"
#include "query/say/chip_part.h"
#include <string.h>

#define COLUMNS_OFFERED 4 /* in place of another one */

/* ---- figures ---- */

static const struct expr *column_of(const struct chips *c, const struct chip_column *x)
{
    return expr_column(c->a, x->relation->name, x->table->columns[x->column].name);
}

static void offer_measure(struct chips *c, size_t i, const struct expr *aggregate)
{
    const struct query *made;
    struct err ignored;

    if (query_edit_measure(c->a, c->q, i, aggregate, &made, &ignored) == 0)
        chip_offer(c, chip_words(c, made, made->outputs[i].expr), made);
}

/* The aggregates that say something of a number. */
static const enum query_aggregate of_amounts[] = { AGGREGATE_SUM, AGGREGATE_AVERAGE, AGGREGATE_MEDIAN, AGGREGATE_MIN,
                                                   AGGREGATE_MAX };

static void offer_aggregates(struct chips *c, size_t i, const struct expr *of, bool adds_up)
{
    for (size_t k = adds_up ? 0 : 1; k < COUNT_OF(of_amounts); k++)
        offer_measure(c, i, expr_aggregate(c->a, of_amounts[k], of));
}

static void offer_distinct(struct chips *c, size_t i, const struct expr *of)
{
    struct expr_aggregate g = { .function = AGGREGATE_COUNT, .arg = of, .distinct = true };

    offer_measure(c, i, expr_new(c->a, &(struct expr){ .kind = EXPR_AGGREGATE, .aggregate = g }));
}

static bool is_quantity(enum column_meaning m)
{
    return m != MEANING_NONE && m != MEANING_ID && m != MEANING_YEAR && m != MEANING_PLACE;
}

/* Other numbers of the same table, by the aggregate that fits each. */
static void offer_columns(struct chips *c, size_t i, const struct relation *relation, const struct column *but)
{
    struct chip_column x;
    size_t at = 0, offered = 0;

    while (offered < COLUMNS_OFFERED && chip_next_column(c, relation, &at, &x)) {
        enum column_meaning m = column_meaning(x.table, x.column, NULL);
        if (&x.table->columns[x.column] == but || !is_quantity(m))
            continue;
        offer_measure(c, i,
                      expr_aggregate(c->a, meaning_adds_up(m) ? AGGREGATE_SUM : AGGREGATE_AVERAGE, column_of(c, &x)));
        offered++;
    }
}

/* The column that the figure is of, and what its numbers are. Figures of an inner query are compared, not added up. */
static bool find_subject(const struct chips *c, const struct expr *of, struct meant *ret, enum column_meaning *ret_is)
{
    *ret_is = MEANING_QUANTITY;
    if (of->kind != EXPR_COLUMN || !meaning_of(&c->s, &of->column, ret))
        return false;
    if (!ret->table) {
        *ret_is = MEANING_RATE;
        return false;
    }
    *ret_is = column_meaning(ret->table, ret->column, NULL);
    return true;
}

static void offer_share(struct chips *c, size_t i, const struct expr *aggregate)
{
    struct expr_window w = { .function = WINDOW_SHARE, .arg = aggregate, .number = 1 };
    const struct query *q = c->q, *made;
    struct output *outputs = arena_array(c->a, q->n_outputs, sizeof *outputs);
    bool sorted = q->n_order > 0 && expr_same(q->order[0].by, aggregate);
    struct err ignored;

    if (q->n_groups == 0 || (aggregate->aggregate.function != AGGREGATE_SUM &&
                             (aggregate->aggregate.function != AGGREGATE_COUNT || aggregate->aggregate.arg)))
        return;
    memcpy(outputs, q->outputs, q->n_outputs * sizeof *outputs);
    outputs[i] = (struct output){ .expr = expr_new(c->a, &(struct expr){ .kind = EXPR_WINDOW, .window = w }) };
    if (query_edit_outputs(c->a, q, outputs, q->n_outputs, &made, &ignored) < 0 ||
        (sorted && query_edit_order(c->a, made, i, q->order[0].descending, &made, &ignored) < 0))
        return;
    chip_offer(c, chip_words(c, made, outputs[i].expr), made);
}

static void offer_without(struct chips *c, size_t i)
{
    const struct query *q = c->q, *made;
    struct output *outputs = arena_array(c->a, q->n_outputs, sizeof *outputs);
    size_t n = 0;
    struct err ignored;

    for (size_t k = 0; k < q->n_outputs; k++)
        if (k != i)
            outputs[n++] = q->outputs[k];
    if (n > 0 && query_edit_outputs(c->a, q, outputs, n, &made, &ignored) == 0)
        chip_offer(c, "remove", made);
}

static void chip_of_aggregate(struct chips *c, size_t i)
{
    const struct expr *e = c->q->outputs[i].expr;
    const struct expr_aggregate *g = &e->aggregate;
    enum column_meaning meaning = MEANING_NONE;
    struct meant m = { 0 };
    bool found = g->arg && find_subject(c, g->arg, &m, &meaning);
    enum column_type type = g->arg ? type_of_expr(&c->s, g->arg) : COLUMN_TEXT;

    if (g->arg && column_is_number(type) && meaning != MEANING_ID)
        offer_aggregates(c, i, g->arg, meaning_adds_up(meaning));
    else if (g->arg && is_time(type)) {
        offer_measure(c, i, expr_aggregate(c->a, AGGREGATE_MIN, g->arg));
        offer_measure(c, i, expr_aggregate(c->a, AGGREGATE_MAX, g->arg));
    }
    offer_share(c, i, e);
    offer_columns(c, i, found ? m.relation : c->q->from, found ? &m.table->columns[m.column] : NULL);
    if (found || !g->arg)
        offer_measure(c, i, expr_aggregate(c->a, AGGREGATE_COUNT, NULL));
    if (g->arg && g->arg->kind == EXPR_COLUMN && (!column_is_number(type) || meaning == MEANING_ID))
        offer_distinct(c, i, g->arg);
}

/* A share can be the figure that it is of. */
static void chip_of_share(struct chips *c, size_t i)
{
    const struct expr_window *w = &c->q->outputs[i].expr->window;
    struct output *outputs = arena_array(c->a, c->q->n_outputs, sizeof *outputs);
    const struct query *made;
    struct err ignored;

    if (w->function != WINDOW_SHARE || w->arg->kind != EXPR_AGGREGATE || !query_groups(c->q))
        return;
    memcpy(outputs, c->q->outputs, c->q->n_outputs * sizeof *outputs);
    outputs[i] = (struct output){ .expr = w->arg };
    if (query_edit_outputs(c->a, c->q, outputs, c->q->n_outputs, &made, &ignored) == 0 &&
        (c->q->n_order == 0 || query_edit_order(c->a, made, i, c->q->order[0].descending, &made, &ignored) == 0))
        chip_offer(c, chip_words(c, made, w->arg), made);
}

/* Rows can be counted, and so can different values. */
static void offer_count(struct chips *c)
{
    struct expr_aggregate g = { .function = AGGREGATE_COUNT, .distinct = c->q->distinct };
    struct query all = *c->q;
    struct output output = { 0 };
    const struct query *made;
    struct err ignored;

    if (all.limit > 0 || (all.distinct && all.n_outputs != 1))
        return;
    g.arg = all.distinct ? all.outputs[0].expr : NULL;
    output.expr = expr_new(c->a, &(struct expr){ .kind = EXPR_AGGREGATE, .aggregate = g });
    all.n_order = 0;
    all.distinct = false;
    if (query_edit_outputs(c->a, &all, &output, 1, &made, &ignored) == 0)
        chip_offer(c, chip_words(c, made, output.expr), made);
}

void chips_of_measures(struct chips *c)
{
    const struct query *q = c->q;
    bool groups = query_groups(q);

    if (!groups && (q->n_outputs == 0 || (q->n_outputs > 1 && !q->distinct && q->limit == 0)) &&
        chip_add(c, "measure", "rows"))
        offer_count(c);
    for (size_t i = 0; i < q->n_outputs; i++) {
        const struct expr *e = q->outputs[i].expr;
        if (chip_is_group(q, e) || !chip_add(c, "measure", chip_words(c, q, e)))
            continue;
        if (e->kind == EXPR_AGGREGATE)
            chip_of_aggregate(c, i);
        else if (e->kind == EXPR_WINDOW)
            chip_of_share(c, i);
        else if (!groups && q->n_outputs == 1)
            offer_count(c);
        offer_without(c, i);
    }
}

/* ---- groups ---- */

static void offer_group(struct chips *c, size_t i, const struct expr *group)
{
    const struct query *made;
    struct err ignored;

    if (query_edit_replace_group(c->a, c->q, i, group, &made, &ignored) == 0)
        chip_offer(c, chip_words(c, made, group), made);
}

static const struct expr *start_of(const struct chips *c, const char *unit, const struct expr *time)
{
    return expr_call2(c->a, FUNCTION_START_OF, expr_text(c->a, unit), time);
}

/* From the finest unit to the coarsest. */
static void offer_units(struct chips *c, size_t i, const struct expr *time)
{
    bool is_date = type_of_expr(&c->s, time) == COLUMN_DATE;

    offer_group(c, i, is_date ? time : start_of(c, "day", time));
    offer_group(c, i, start_of(c, "week", time));
    offer_group(c, i, start_of(c, "month", time));
    offer_group(c, i, start_of(c, "quarter", time));
    offer_group(c, i, expr_call1(c->a, FUNCTION_YEAR, time));
}

/* The time that a group is a part of; NULL. */
static const struct expr *time_of(const struct chips *c, const struct expr *group)
{
    bool is_part =
        group->kind == EXPR_CALL && (group->call.function == FUNCTION_START_OF ||
                                     group->call.function == FUNCTION_YEAR || group->call.function == FUNCTION_DATE);
    const struct expr *e = is_part ? group->call.args[group->call.n - 1] : group;

    return e->kind == EXPR_COLUMN && is_time(type_of_expr(&c->s, e)) ? e : NULL;
}

/* Few values that come again and again. */
static bool is_category(const struct chip_column *x)
{
    const struct column *col = &x->table->columns[x->column];

    if (col->type == COLUMN_BOOLEAN)
        return true;
    return col->type == COLUMN_TEXT && col->n_values > 1 && col->distinct * 2 <= x->table->rows;
}

static void offer_categories(struct chips *c, size_t i)
{
    struct chip_column x;
    size_t at = 0, offered = 0;

    while (offered < COLUMNS_OFFERED && chip_next_column(c, NULL, &at, &x)) {
        const struct expr *e = column_of(c, &x);
        if (!is_category(&x) || chip_is_group(c->q, e))
            continue;
        offer_group(c, i, e);
        offered++;
    }
}

/* A category can give way to the months of the first time there is. */
static void offer_months(struct chips *c, size_t i)
{
    struct chip_column x;
    size_t at = 0;

    while (chip_next_column(c, NULL, &at, &x))
        if (is_time(x.table->columns[x.column].type)) {
            offer_group(c, i, start_of(c, "month", column_of(c, &x)));
            return;
        }
}

void chips_of_groups(struct chips *c)
{
    const struct query *q = c->q, *made;
    struct err ignored;

    for (size_t i = 0; i < q->n_groups && chip_add(c, "group", chip_words(c, q, q->groups[i])); i++) {
        const struct expr *time = time_of(c, q->groups[i]);
        if (time)
            offer_units(c, i, time);
        offer_categories(c, i);
        if (!time)
            offer_months(c, i);
        if (query_edit_remove_group(c->a, q, i, &made, &ignored) == 0)
            chip_offer(c, "remove", made);
    }
}
