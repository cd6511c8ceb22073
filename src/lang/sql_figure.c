/* sql_figure.c - what a query works out for each group, and what the groups are made of.
 *
 * Each is a term that may stand anywhere in the query: among the results, in a condition on a figure, in a rank. Both
 * sides of a ratio are taken over the rows that have both.
 */
#include "grid/table.h"
#include "lang/sql_write.h"

/* Weeks, months and quarters are texts that sort by time: 2025-W07, 2025-03, 2025-Q1. */
void sql_group(struct writer *w, const struct flat_group *g)
{
    static const char *const before[] = {
        [FLAT_EXACT] = "",          [FLAT_DAY] = "CAST(",         [FLAT_WEEK] = "strftime(",
        [FLAT_MONTH] = "strftime(", [FLAT_QUARTER] = "strftime(", [FLAT_YEAR] = "year("
    };
    static const char *const behind[] = { [FLAT_EXACT] = "",
                                          [FLAT_DAY] = " AS DATE)",
                                          [FLAT_WEEK] = ", '%G-W%V')",
                                          [FLAT_MONTH] = ", '%Y-%m')",
                                          [FLAT_QUARTER] = ", '%Y-Q') || quarter(",
                                          [FLAT_YEAR] = ")" };

    buf_adds(&w->b, before[g->unit]);
    sql_column(w, g->column);
    buf_adds(&w->b, behind[g->unit]);
    if (g->unit == FLAT_QUARTER) {
        sql_column(w, g->column);
        buf_addc(&w->b, ')');
    }
}

/* The column's values: as many as its table's assumptions speak of. */
static uint64_t values_of(const struct table *t, const struct column *c)
{
    uint64_t missing = c->nulls + c->misfits;

    return t->rows > missing ? t->rows - missing : t->rows;
}

/* A sum of doubles is taken in the file's order. */
static bool is_sum_rounded(const struct table *t, const struct column *c)
{
    return c->type == COLUMN_FLOAT || column_sum_is_rounded(c, values_of(t, c));
}

void flat_aggregate(struct writer *w, enum flat_measure measure, size_t column)
{
    static const char *const functions[] = {
        [FLAT_DISTINCT] = "count(DISTINCT ", [FLAT_SUM] = "sum(", [FLAT_AVERAGE] = "avg(",
        [FLAT_MEDIAN] = "median(",           [FLAT_MIN] = "min(", [FLAT_MAX] = "max("
    };
    bool adds = measure == FLAT_SUM || measure == FLAT_AVERAGE;
    bool is_rounded = adds && is_sum_rounded(w->t, &w->t->columns[column]);
    bool is_cast = measure == FLAT_MEDIAN || (is_rounded && w->t->columns[column].type != COLUMN_FLOAT);

    if (measure == FLAT_COUNT) {
        buf_adds(&w->b, "count(*)");
        return;
    }
    buf_adds(&w->b, functions[measure]);
    buf_adds(&w->b, is_cast ? "CAST(" : "");
    sql_column(w, column);
    buf_adds(&w->b, is_cast ? " AS DOUBLE)" : "");
    if (is_rounded) {
        buf_adds(&w->b, " ORDER BY ");
        sql_row_order(w);
    }
    buf_addc(&w->b, ')');
}

/* The part of all groups' total that one group has. The groups' totals are added up in the groups' order. */
static void add_share(struct writer *w)
{
    enum flat_measure measure = w->q->of_rows ? FLAT_COUNT : FLAT_SUM;

    if (w->q->of_ids) {
        /* An id may be in several groups, but it is one of all ids only once. */
        flat_aggregate(w, FLAT_DISTINCT, w->q->column);
        buf_adds(&w->b, " / (SELECT ");
        flat_aggregate(w, FLAT_DISTINCT, w->q->column);
        flat_from(w);
        sql_where(w);
        buf_addc(&w->b, ')');
        return;
    }
    flat_aggregate(w, measure, w->q->column);
    buf_adds(&w->b, " / sum(");
    flat_aggregate(w, measure, w->q->column);
    buf_adds(&w->b, ") OVER (");
    for (size_t i = 0; i < w->q->n_groups; i++) {
        buf_adds(&w->b, i == 0 ? "ORDER BY " : ", ");
        sql_group(w, &w->q->groups[i]);
    }
    buf_adds(&w->b, w->q->n_groups > 0 ? " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)" : ")");
}

/* One side of a ratio: an aggregate over the rows that have a value in the other side's column. */
static void add_side(struct writer *w, enum flat_measure measure, size_t column, size_t other)
{
    flat_aggregate(w, measure, column);
    buf_adds(&w->b, " FILTER (WHERE ");
    sql_column(w, other);
    buf_adds(&w->b, " IS NOT NULL)");
}

static void add_ratio(struct writer *w)
{
    const struct flat *q = w->q;

    add_side(w, q->of_rows ? FLAT_COUNT : FLAT_SUM, q->column, q->under);
    buf_adds(&w->b, " / nullif(");
    add_side(w, q->measure == FLAT_PER ? FLAT_DISTINCT : FLAT_SUM, q->under, q->of_rows ? q->under : q->column);
    buf_adds(&w->b, ", 0)");
}

void sql_figure(struct writer *w)
{
    const struct flat *q = w->q;

    if (q->measure == FLAT_SHARE) {
        add_share(w);
    } else if (q->measure == FLAT_RATIO || q->measure == FLAT_PER) {
        add_ratio(w);
    } else {
        flat_aggregate(w, q->measure, q->column);
    }
}
