/* sql_figure.c - what a query works out for each group, and what the groups are made of.
 *
 * Each is a term that may stand anywhere in the query: among the results, in a condition on a figure, in a rank. Both
 * sides of a ratio are taken over the rows that have both.
 */
#include "grid/table.h"
#include "lang/sql_write.h"

/* Weeks, months and quarters are texts that sort by time: 2025-W07, 2025-03, 2025-Q1. */
void sql_group(struct writer *w, const struct query_group *g)
{
    static const char *const before[] = {
        [QUERY_EXACT] = "",          [QUERY_DAY] = "CAST(",         [QUERY_WEEK] = "strftime(",
        [QUERY_MONTH] = "strftime(", [QUERY_QUARTER] = "strftime(", [QUERY_YEAR] = "year("
    };
    static const char *const behind[] = { [QUERY_EXACT] = "",
                                          [QUERY_DAY] = " AS DATE)",
                                          [QUERY_WEEK] = ", '%G-W%V')",
                                          [QUERY_MONTH] = ", '%Y-%m')",
                                          [QUERY_QUARTER] = ", '%Y-Q') || quarter(",
                                          [QUERY_YEAR] = ")" };

    buf_adds(&w->b, before[g->unit]);
    sql_column(w, g->column);
    buf_adds(&w->b, behind[g->unit]);
    if (g->unit == QUERY_QUARTER) {
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

void sql_aggregate(struct writer *w, enum query_measure measure, size_t column)
{
    static const char *const functions[] = {
        [QUERY_DISTINCT] = "count(DISTINCT ", [QUERY_SUM] = "sum(", [QUERY_AVERAGE] = "avg(",
        [QUERY_MEDIAN] = "median(",           [QUERY_MIN] = "min(", [QUERY_MAX] = "max("
    };
    bool adds = measure == QUERY_SUM || measure == QUERY_AVERAGE;
    bool is_rounded = adds && is_sum_rounded(w->t, &w->t->columns[column]);
    bool is_cast = measure == QUERY_MEDIAN || (is_rounded && w->t->columns[column].type != COLUMN_FLOAT);

    if (measure == QUERY_COUNT) {
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
    enum query_measure measure = w->q->of_rows ? QUERY_COUNT : QUERY_SUM;

    if (w->q->of_ids) {
        /* An id may be in several groups, but it is one of all ids only once. */
        sql_aggregate(w, QUERY_DISTINCT, w->q->column);
        buf_adds(&w->b, " / (SELECT ");
        sql_aggregate(w, QUERY_DISTINCT, w->q->column);
        sql_from(w);
        sql_where(w);
        buf_addc(&w->b, ')');
        return;
    }
    sql_aggregate(w, measure, w->q->column);
    buf_adds(&w->b, " / sum(");
    sql_aggregate(w, measure, w->q->column);
    buf_adds(&w->b, ") OVER (");
    for (size_t i = 0; i < w->q->n_groups; i++) {
        buf_adds(&w->b, i == 0 ? "ORDER BY " : ", ");
        sql_group(w, &w->q->groups[i]);
    }
    buf_adds(&w->b, w->q->n_groups > 0 ? " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)" : ")");
}

/* One side of a ratio: an aggregate over the rows that have a value in the other side's column. */
static void add_side(struct writer *w, enum query_measure measure, size_t column, size_t other)
{
    sql_aggregate(w, measure, column);
    buf_adds(&w->b, " FILTER (WHERE ");
    sql_column(w, other);
    buf_adds(&w->b, " IS NOT NULL)");
}

static void add_ratio(struct writer *w)
{
    const struct query *q = w->q;

    add_side(w, q->of_rows ? QUERY_COUNT : QUERY_SUM, q->column, q->under);
    buf_adds(&w->b, " / nullif(");
    add_side(w, q->measure == QUERY_PER ? QUERY_DISTINCT : QUERY_SUM, q->under, q->of_rows ? q->under : q->column);
    buf_adds(&w->b, ", 0)");
}

void sql_figure(struct writer *w)
{
    const struct query *q = w->q;

    if (q->measure == QUERY_SHARE) {
        add_share(w);
    } else if (q->measure == QUERY_RATIO || q->measure == QUERY_PER) {
        add_ratio(w);
    } else {
        sql_aggregate(w, q->measure, q->column);
    }
}
