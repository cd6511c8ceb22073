/* sql.c - a query as one SELECT of DuckDB's SQL.
 *
 * Only names of tables and columns and numbers of our own making enter the text, the names quoted. What a person typed
 * is bound as a parameter and cast to the type it is compared in, so that 0.105 is not rounded to a column's two
 * decimals before it is compared with them.
 *
 * The rows' order never depends on how many threads ran: groups are ordered by the figure and then by themselves, rows
 * by a column and then by their place in the file, and floating-point numbers are added up in the file's order.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "grid/table.h"
#include "lang/reader.h"
#include <assert.h>

struct writer {
    struct arena *a;
    const struct table *t;
    const struct query *q;
    struct buf b;
    struct json *params;
};

static void add_name(struct buf *b, const char *name)
{
    buf_addc(b, '"');
    for (const char *p = name; *p; p++) {
        if (*p == '"')
            buf_addc(b, '"');
        buf_addc(b, *p);
    }
    buf_addc(b, '"');
}

static const char *column_name(const struct writer *w, size_t column)
{
    return w->t->columns[column].name;
}

/* The type a number is compared in: one that holds all of its digits. */
static const char *number_type(const struct writer *w, const char *digits)
{
    const char *point = strchr(digits, '.');
    size_t scale = point ? strlen(point + 1) : 0, all = strspn(digits + (*digits == '-'), "0123456789") + scale;

    if (all > 38)
        return "DOUBLE";
    if (scale == 0 && all <= 18)
        return "BIGINT";
    return arena_printf(w->a, "DECIMAL(%zu,%zu)", all, scale);
}

static void add_param(struct writer *w, enum column_type type, const char *value)
{
    static const char *const types[COLUMN_TYPES] = { [COLUMN_TEXT] = "VARCHAR",
                                                     [COLUMN_FLOAT] = "DOUBLE",
                                                     [COLUMN_BOOLEAN] = "BOOLEAN",
                                                     [COLUMN_DATE] = "DATE",
                                                     [COLUMN_TIMESTAMP] = "DATE" };
    const char *name = types[type] ? types[type] : number_type(w, value);

    buf_addf(&w->b, "CAST(? AS %s)", name);
    json_push(w->a, w->params, json_str(w->a, value));
}

/* The left side: a timestamp is compared by its day. */
static void add_operand(struct writer *w, const struct query_filter *f)
{
    const char *name = column_name(w, f->column);

    if (f->any_case)
        buf_adds(&w->b, "lower(");
    if (w->t->columns[f->column].type == COLUMN_TIMESTAMP && f->n_values > 0) {
        buf_adds(&w->b, "CAST(");
        add_name(&w->b, name);
        buf_adds(&w->b, " AS DATE)");
    } else {
        add_name(&w->b, name);
    }
    if (f->any_case)
        buf_addc(&w->b, ')');
}

static void add_value(struct writer *w, const struct query_filter *f, size_t i)
{
    if (f->any_case)
        buf_adds(&w->b, "lower(");
    add_param(w, w->t->columns[f->column].type, f->values[i]);
    if (f->any_case)
        buf_addc(&w->b, ')');
}

/* IS and IS NOT of one or several values. Empty cells are not any value, so they stay when values are left out. */
static void add_membership(struct writer *w, const struct query_filter *f)
{
    if (f->n_values == 1) {
        add_operand(w, f);
        buf_adds(&w->b, f->compare == QUERY_IS ? " = " : " IS DISTINCT FROM ");
        add_value(w, f, 0);
        return;
    }
    if (f->compare == QUERY_IS_NOT)
        buf_addc(&w->b, '(');
    add_operand(w, f);
    buf_adds(&w->b, f->compare == QUERY_IS ? " IN (" : " NOT IN (");
    for (size_t i = 0; i < f->n_values; i++) {
        buf_adds(&w->b, i > 0 ? ", " : "");
        add_value(w, f, i);
    }
    buf_addc(&w->b, ')');
    if (f->compare == QUERY_IS_NOT) {
        buf_adds(&w->b, " OR ");
        add_operand(w, f);
        buf_adds(&w->b, " IS NULL)");
    }
}

static void add_range(struct writer *w, const struct query_filter *f)
{
    bool outside = f->compare == QUERY_OUTSIDE;

    buf_adds(&w->b, outside ? "(" : "");
    add_operand(w, f);
    buf_adds(&w->b, outside ? " NOT BETWEEN " : " BETWEEN ");
    add_value(w, f, 0);
    buf_adds(&w->b, " AND ");
    add_value(w, f, 1);
    if (!outside)
        return;
    buf_adds(&w->b, " OR ");
    add_operand(w, f);
    buf_adds(&w->b, " IS NULL)");
}

static void add_filter(struct writer *w, const struct query_filter *f)
{
    static const char *const signs[] = {
        [QUERY_OVER] = " > ", [QUERY_UNDER] = " < ", [QUERY_AT_LEAST] = " >= ", [QUERY_AT_MOST] = " <= "
    };

    switch (f->compare) {
    case QUERY_IS:
    case QUERY_IS_NOT:
        add_membership(w, f);
        break;
    case QUERY_OVER:
    case QUERY_UNDER:
    case QUERY_AT_LEAST:
    case QUERY_AT_MOST:
        add_operand(w, f);
        buf_adds(&w->b, signs[f->compare]);
        add_value(w, f, 0);
        break;
    case QUERY_BETWEEN:
    case QUERY_OUTSIDE:
        add_range(w, f);
        break;
    case QUERY_EMPTY:
    case QUERY_NOT_EMPTY:
        add_operand(w, f);
        buf_adds(&w->b, f->compare == QUERY_EMPTY ? " IS NULL" : " IS NOT NULL");
        break;
    }
}

static const char *const unit_names[] = { [QUERY_DAY] = "day",
                                          [QUERY_WEEK] = "week",
                                          [QUERY_MONTH] = "month",
                                          [QUERY_QUARTER] = "quarter",
                                          [QUERY_YEAR] = "year" };

/* What a group is made of. Weeks, months and quarters are texts that sort by time: 2025-W07, 2025-03, 2025-Q1. */
static void add_group(struct writer *w, const struct query_group *g)
{
    const char *name = column_name(w, g->column), *before = "", *behind = "";

    switch (g->unit) {
    case QUERY_EXACT:
        break;
    case QUERY_DAY:
        before = "CAST(";
        behind = " AS DATE)";
        break;
    case QUERY_WEEK:
        before = "strftime(";
        behind = ", '%G-W%V')";
        break;
    case QUERY_MONTH:
        before = "strftime(";
        behind = ", '%Y-%m')";
        break;
    case QUERY_QUARTER:
        before = "strftime(";
        behind = ", '%Y-Q') || quarter(";
        break;
    case QUERY_YEAR:
        before = "year(";
        behind = ")";
        break;
    }
    buf_adds(&w->b, before);
    add_name(&w->b, name);
    buf_adds(&w->b, behind);
    if (g->unit == QUERY_QUARTER) {
        add_name(&w->b, name);
        buf_addc(&w->b, ')');
    }
}

static const char *group_alias(const struct writer *w, size_t i)
{
    const struct query *q = w->q;
    enum query_unit unit = q->groups[i].unit;

    if (unit == QUERY_EXACT)
        return column_name(w, q->groups[i].column);
    /* Two groups of one unit are told apart by their columns. */
    if (q->n_groups == 2 && q->groups[1 - i].unit == unit)
        return arena_printf(w->a, "%s_of_%s", unit_names[unit], column_name(w, q->groups[i].column));
    return unit_names[unit];
}

/* The figure's header reads like the question: total_revenue, "average Unit Price". */
static const char *measure_alias(const struct writer *w)
{
    const struct query *q = w->q;
    const char *name = column_name(w, q->column), *word = "", *mark = strchr(name, ' ') ? " " : "_";
    bool time = type_is_time(w->t->columns[q->column].type);
    size_t n;

    if (q->measure == QUERY_DISTINCT)
        word = "different";
    else if (q->measure == QUERY_SUM)
        word = "total";
    else if (q->measure == QUERY_AVERAGE)
        word = "average";
    else if (q->measure == QUERY_MIN)
        word = time ? "earliest" : "lowest";
    else
        word = time ? "latest" : "highest";
    n = strlen(word);
    /* total_amount stays total_amount */
    return strncasecmp(name, word, n) == 0 && (name[n] == '_' || name[n] == ' ')
               ? name
               : arena_printf(w->a, "%s%s%s", word, mark, name);
}

static const char *figure_alias(const struct writer *w)
{
    const char *alias = w->q->measure == QUERY_COUNT ? "count" : measure_alias(w);

    for (size_t i = 0; i < w->q->n_groups; i++)
        if (strcasecmp(alias, group_alias(w, i)) == 0)
            return arena_printf(w->a, "%s_2", alias);
    return alias;
}

static void add_figure(struct writer *w)
{
    static const char *const functions[] = { [QUERY_DISTINCT] = "count(DISTINCT ",
                                             [QUERY_SUM] = "sum(",
                                             [QUERY_AVERAGE] = "avg(",
                                             [QUERY_MIN] = "min(",
                                             [QUERY_MAX] = "max(" };
    const struct query *q = w->q;
    bool adds = q->measure == QUERY_SUM || q->measure == QUERY_AVERAGE;

    if (q->measure == QUERY_COUNT) {
        buf_adds(&w->b, "count(*)");
    } else {
        buf_adds(&w->b, functions[q->measure]);
        add_name(&w->b, column_name(w, q->column));
        buf_adds(&w->b, adds && w->t->columns[q->column].type == COLUMN_FLOAT ? " ORDER BY rowid)" : ")");
    }
    buf_adds(&w->b, " AS ");
    add_name(&w->b, figure_alias(w));
}

static void add_selection(struct writer *w)
{
    const struct query *q = w->q;

    buf_adds(&w->b, "SELECT ");
    for (size_t i = 0; i < q->n_groups; i++) {
        buf_adds(&w->b, i > 0 ? ", " : "");
        add_group(w, &q->groups[i]);
        if (q->groups[i].unit != QUERY_EXACT) {
            buf_adds(&w->b, " AS ");
            add_name(&w->b, group_alias(w, i));
        }
    }
    for (size_t i = 0; i < q->n_shown; i++) {
        buf_adds(&w->b, i > 0 ? ", " : "");
        add_name(&w->b, column_name(w, q->shown[i]));
    }
    if (q->measure == QUERY_ROWS && q->n_shown == 0)
        buf_addc(&w->b, '*');
    if (q->measure > QUERY_LIST) {
        buf_adds(&w->b, q->n_groups > 0 ? ", " : "");
        add_figure(w);
    }
    buf_adds(&w->b, " FROM ");
    add_name(&w->b, w->t->name);
}

static void add_order(struct writer *w)
{
    const struct query *q = w->q;
    const char *direction = q->descending ? " DESC" : " ASC";

    if (q->measure == QUERY_ROWS) {
        buf_adds(&w->b, " ORDER BY ");
        if (q->ordered) {
            add_name(&w->b, column_name(w, q->column));
            buf_addf(&w->b, "%s NULLS LAST, ", direction);
        }
        buf_adds(&w->b, "rowid");
    } else if (q->n_groups > 0) {
        buf_adds(&w->b, " ORDER BY ");
        if (q->ordered)
            buf_addf(&w->b, "%zu%s NULLS LAST, ", q->n_groups + 1, direction);
        for (size_t i = 0; i < q->n_groups; i++)
            buf_addf(&w->b, "%s%zu ASC NULLS LAST", i > 0 ? ", " : "", i + 1);
    }
    if (q->limit > 0)
        buf_addf(&w->b, " LIMIT %zu", q->limit);
}

/* Room for every name the text can hold, each as often as it can come, with all of its letters quotes. */
static size_t room_for(const struct table *t, const struct query *q)
{
    size_t names = strlen(t->name) + (t->n_columns > 0 ? strlen(t->columns[q->column].name) : 0);

    for (size_t i = 0; i < q->n_groups; i++)
        names += 2 * strlen(t->columns[q->groups[i].column].name);
    for (size_t i = 0; i < q->n_filters; i++)
        names += strlen(t->columns[q->filters[i].column].name);
    for (size_t i = 0; i < q->n_shown; i++)
        names += strlen(t->columns[q->shown[i]].name);
    return 8192 + 4 * names;
}

void query_sql(struct arena *a, const struct table *t, const struct query *q, const char **ret_sql,
               struct json **ret_params)
{
    struct writer w = { .a = a, .t = t, .q = q, .params = json_array(a) };

    buf_init(&w.b, room_for(t, q));
    add_selection(&w);
    for (size_t i = 0; i < q->n_filters; i++) {
        buf_adds(&w.b, i == 0 ? " WHERE " : " AND ");
        add_filter(&w, &q->filters[i]);
    }
    if (q->n_groups > 0)
        buf_adds(&w.b, q->n_groups == 1 ? " GROUP BY 1" : " GROUP BY 1, 2");
    add_order(&w);
    assert(!w.b.failed);
    *ret_sql = arena_dup(a, w.b.p, w.b.n);
    *ret_params = w.params;
    buf_done(&w.b);
}
