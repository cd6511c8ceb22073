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
#include "base/json.h"
#include "grid/table.h"
#include "lang/sql_write.h"
#include <assert.h>

static const char *const unit_names[] = { [QUERY_DAY] = "day",
                                          [QUERY_WEEK] = "week",
                                          [QUERY_MONTH] = "month",
                                          [QUERY_QUARTER] = "quarter",
                                          [QUERY_YEAR] = "year" };

static const char *group_alias(const struct writer *w, size_t i)
{
    const struct query *q = w->q;
    enum query_unit unit = q->groups[i].unit;
    const char *name = w->t->columns[q->groups[i].column].name;

    if (unit == QUERY_EXACT)
        return name;
    /* Two groups of one unit are told apart by their columns. */
    if (q->n_groups == 2 && q->groups[1 - i].unit == unit)
        return arena_printf(w->a, "%s_of_%s", unit_names[unit], name);
    return unit_names[unit];
}

/* The word before the column's name in the figure's header; NULL when the header is not made that way. */
static const char *alias_word(const struct writer *w)
{
    bool time = type_is_time(w->t->columns[w->q->column].type);

    switch (w->q->measure) {
    case QUERY_DISTINCT:
        return "different";
    case QUERY_SUM:
        return "total";
    case QUERY_AVERAGE:
        return "average";
    case QUERY_MEDIAN:
        return "median";
    case QUERY_MIN:
        return time ? "earliest" : "lowest";
    case QUERY_MAX:
        return time ? "latest" : "highest";
    case QUERY_SHARE:
        return w->q->of_ids ? "share_of_different" : "share_of";
    case QUERY_ROWS:
    case QUERY_LIST:
    case QUERY_COUNT:
    case QUERY_RATIO:
    case QUERY_PER:
        break;
    }
    return NULL;
}

/* The figure's header reads like the question: total_revenue, "average Unit Price". */
static const char *measure_alias(const struct writer *w)
{
    const struct query *q = w->q;
    const char *word = alias_word(w), *name, *mark;
    size_t n;

    if (q->measure == QUERY_COUNT)
        return "count";
    if (q->measure == QUERY_SHARE && q->of_rows)
        return "share_of_rows";
    name = w->t->columns[q->column].name;
    mark = strchr(name, ' ') ? " " : "_";
    if (q->measure == QUERY_RATIO || q->measure == QUERY_PER)
        return arena_printf(w->a, "%s%sper%s%s", q->of_rows ? "rows" : name, mark, mark, w->t->columns[q->under].name);
    n = strlen(word);
    /* total_amount stays total_amount */
    return strncasecmp(name, word, n) == 0 && (name[n] == '_' || name[n] == ' ')
               ? name
               : arena_printf(w->a, "%s%s%s", word, mark, name);
}

static const char *figure_alias(const struct writer *w)
{
    const char *alias = measure_alias(w);

    if (w->q->stepped)
        alias = arena_printf(w->a, "average_%s_%s", unit_names[w->q->step.unit], alias);
    for (size_t i = 0; i < w->q->n_groups; i++)
        if (strcasecmp(alias, group_alias(w, i)) == 0)
            return arena_printf(w->a, "%s_2", alias);
    return alias;
}

/* The groups, each under the name it has in the result. */
static void add_groups(struct writer *w)
{
    const struct query *q = w->q;

    for (size_t i = 0; i < q->n_groups; i++) {
        buf_adds(&w->b, i > 0 ? ", " : "");
        sql_group(w, &q->groups[i]);
        if (q->groups[i].unit != QUERY_EXACT || w->s->kind == SCOPE_JOINED) {
            buf_adds(&w->b, " AS ");
            sql_add_name(&w->b, group_alias(w, i));
        }
    }
}

/* The columns of a list of rows. */
static void add_shown(struct writer *w)
{
    const struct query *q = w->q;
    size_t n = q->n_shown > 0 ? q->n_shown : w->t->n_columns;

    if (q->n_shown == 0 && w->s->kind == SCOPE_ONE) {
        buf_addc(&w->b, '*');
        return;
    }
    for (size_t i = 0; i < n; i++) {
        size_t column = q->n_shown > 0 ? q->shown[i] : i;
        buf_adds(&w->b, i > 0 ? ", " : "");
        sql_column(w, column);
        if (w->s->kind == SCOPE_JOINED) {
            buf_adds(&w->b, " AS ");
            sql_add_name(&w->b, w->t->columns[column].name);
        }
    }
}

static void add_grouping(struct writer *w, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_addf(&w->b, "%s%zu", i == 0 ? " GROUP BY " : ", ", i + 1);
}

/* The condition on a figure of each group. */
static void add_bound(struct writer *w)
{
    static const char *const signs[] = { [QUERY_IS] = " = ",
                                         [QUERY_IS_NOT] = " <> ",
                                         [QUERY_OVER] = " > ",
                                         [QUERY_UNDER] = " < ",
                                         [QUERY_AT_LEAST] = " >= ",
                                         [QUERY_AT_MOST] = " <= ",
                                         [QUERY_BETWEEN] = " BETWEEN ",
                                         [QUERY_OUTSIDE] = " NOT BETWEEN " };
    const struct query_bound *bound = &w->q->bound;

    if (bound->measure == QUERY_ROWS)
        return;
    buf_adds(&w->b, " HAVING ");
    sql_aggregate(w, bound->measure, bound->column);
    buf_adds(&w->b, signs[bound->compare]);
    sql_number(w, bound->column, bound->values[0]);
    if (bound->compare == QUERY_BETWEEN || bound->compare == QUERY_OUTSIDE) {
        buf_adds(&w->b, " AND ");
        sql_number(w, bound->column, bound->values[1]);
    }
}

/* The limit within each value of one group. */
static void add_each(struct writer *w)
{
    const struct query *q = w->q;

    if (q->each == 0 || q->limit == 0)
        return;
    buf_adds(&w->b, " QUALIFY row_number() OVER (PARTITION BY ");
    sql_group(w, &q->groups[q->each - 1]);
    buf_adds(&w->b, " ORDER BY ");
    sql_figure(w);
    buf_addf(&w->b, "%s NULLS LAST", q->descending ? " DESC" : " ASC");
    for (size_t i = 0; i < q->n_groups; i++)
        if (i + 1 != q->each) {
            buf_adds(&w->b, ", ");
            sql_group(w, &q->groups[i]);
        }
    buf_addf(&w->b, ") <= %zu", q->limit);
}

static void add_order(struct writer *w)
{
    const struct query *q = w->q;
    const char *direction = q->descending ? " DESC" : " ASC";

    if (q->measure == QUERY_ROWS) {
        buf_adds(&w->b, " ORDER BY ");
        if (q->ordered) {
            sql_column(w, q->column);
            buf_addf(&w->b, "%s NULLS LAST, ", direction);
        }
        sql_row_order(w);
    } else if (q->n_groups > 0) {
        buf_adds(&w->b, " ORDER BY ");
        if (q->each > 0)
            buf_addf(&w->b, "%zu ASC NULLS LAST, ", q->each);
        if (q->ordered)
            buf_addf(&w->b, "%zu%s NULLS LAST, ", q->n_groups + 1, direction);
        for (size_t i = q->each; i < q->n_groups; i++)
            buf_addf(&w->b, "%s%zu ASC NULLS LAST", i > q->each ? ", " : "", i + 1);
    }
    if (q->limit > 0 && q->each == 0)
        buf_addf(&w->b, " LIMIT %zu", q->limit);
}

/* Rows, values, or a figure for each group. */
static void write_plain(struct writer *w)
{
    const struct query *q = w->q;

    buf_adds(&w->b, "SELECT ");
    add_groups(w);
    if (q->measure == QUERY_ROWS)
        add_shown(w);
    if (q->measure > QUERY_LIST) {
        buf_adds(&w->b, q->n_groups > 0 ? ", " : "");
        sql_figure(w);
        buf_adds(&w->b, " AS ");
        sql_add_name(&w->b, figure_alias(w));
    }
    sql_from(w);
    sql_where(w);
    add_grouping(w, q->n_groups);
    add_bound(w);
    add_each(w);
    add_order(w);
}

/* How many values of the column there are whose figure meets the condition. */
static void write_counted(struct writer *w)
{
    buf_adds(&w->b, "SELECT count(\"value\") AS ");
    sql_add_name(&w->b, figure_alias(w));
    buf_adds(&w->b, " FROM (SELECT ");
    sql_column(w, w->q->column);
    buf_adds(&w->b, " AS \"value\"");
    sql_from(w);
    sql_where(w);
    add_grouping(w, 1);
    add_bound(w);
    buf_addc(&w->b, ')');
}

/* The average, for each group, of the figures of each step of time. Rows without a time belong to no step. */
static void write_stepped(struct writer *w)
{
    const struct query *q = w->q;

    buf_adds(&w->b, "SELECT ");
    for (size_t i = 0; i < q->n_groups; i++) {
        sql_add_name(&w->b, group_alias(w, i));
        buf_adds(&w->b, ", ");
    }
    buf_addf(&w->b, "avg(\"figure\" ORDER BY \"step\") AS ");
    sql_add_name(&w->b, figure_alias(w));
    buf_adds(&w->b, " FROM (SELECT ");
    add_groups(w);
    buf_adds(&w->b, q->n_groups > 0 ? ", " : "");
    sql_group(w, &q->step);
    buf_adds(&w->b, " AS \"step\", ");
    sql_figure(w);
    buf_adds(&w->b, " AS \"figure\"");
    sql_from(w);
    sql_where(w);
    buf_adds(&w->b, q->n_filters > 0 ? " AND " : " WHERE ");
    sql_column(w, q->step.column);
    buf_adds(&w->b, " IS NOT NULL");
    add_grouping(w, q->n_groups + 1);
    buf_addc(&w->b, ')');
    add_grouping(w, q->n_groups);
    add_order(w);
}

/* A place by the figure, in all or within each value of one group. */
static void add_place(struct writer *w, const char *function, const char *name)
{
    const struct query *q = w->q;

    buf_addf(&w->b, "%s() OVER (", function);
    if (q->each > 0) {
        buf_adds(&w->b, "PARTITION BY ");
        sql_add_name(&w->b, group_alias(w, q->each - 1));
        buf_addc(&w->b, ' ');
    }
    buf_addf(&w->b, "ORDER BY \"figure\" %s) AS \"%s\"", q->descending ? "DESC" : "ASC", name);
}

/* How many there are behind the last that is shown that equal it. */
static void write_ties(struct writer *w)
{
    const struct query *q = w->q;

    buf_adds(&w->b, "SELECT count(*) FROM (SELECT ");
    add_place(w, "rank", "place");
    buf_adds(&w->b, ", ");
    add_place(w, "row_number", "line");
    buf_adds(&w->b, " FROM (SELECT ");
    if (q->measure == QUERY_ROWS) {
        sql_column(w, q->column);
    } else {
        add_groups(w);
        buf_adds(&w->b, ", ");
        sql_figure(w);
    }
    buf_adds(&w->b, " AS \"figure\"");
    sql_from(w);
    sql_where(w);
    add_grouping(w, q->n_groups);
    add_bound(w);
    buf_addf(&w->b, ") WHERE \"figure\" IS NOT NULL) WHERE \"place\" <= %zu AND \"line\" > %zu", q->limit, q->limit);
}

/* How many rows have a value in one of the figure's two columns and not in the other. */
static void write_halves(struct writer *w)
{
    const struct query *q = w->q;

    buf_adds(&w->b, "SELECT count(*)");
    sql_from(w);
    sql_where(w);
    buf_adds(&w->b, q->n_filters > 0 ? " AND (" : " WHERE (");
    sql_column(w, q->under);
    buf_adds(&w->b, " IS NULL)");
    if (q->of_rows)
        return;
    buf_adds(&w->b, " <> (");
    sql_column(w, q->column);
    buf_adds(&w->b, " IS NULL)");
}

/* Room for every name the text can hold, each as often as it can come, with all of its letters quotes. */
static size_t room_for(const struct scope *s)
{
    size_t names = strlen(s->table->name) + 64, members = 0;

    for (size_t c = 0; c < s->table->n_columns; c++)
        names += strlen(s->table->columns[c].name) + 16;
    for (size_t i = 0; i < s->n_members; i++)
        members += strlen(s->members[i]->name) + 64;
    return 8192 + 16 * names * (s->n_members + 1) + 16 * members;
}

/* Starts to write, and ends with what was written. */
static struct writer writer_for(struct arena *a, const struct scope *s, const struct query *q)
{
    struct writer w = { .a = a, .s = s, .t = s->table, .q = q, .params = json_array(a) };

    buf_init(&w.b, room_for(s));
    return w;
}

static void writer_end(struct writer *w, const char **ret_sql, struct json **ret_params)
{
    assert(!w->b.failed);
    *ret_sql = arena_dup(w->a, w->b.p, w->b.n);
    *ret_params = w->params;
    buf_done(&w->b);
}

void query_sql(struct arena *a, const struct scope *s, const struct query *q, const char **ret_sql,
               struct json **ret_params)
{
    struct writer w = writer_for(a, s, q);

    if (q->stepped)
        write_stepped(&w);
    else if (q->measure == QUERY_DISTINCT && q->bound.measure != QUERY_ROWS && q->n_groups == 0)
        write_counted(&w);
    else
        write_plain(&w);
    writer_end(&w, ret_sql, ret_params);
}

bool query_ties(struct arena *a, const struct scope *s, const struct query *q, const char **ret_sql,
                struct json **ret_params)
{
    struct writer w;

    if (!q->ordered || q->limit == 0 || q->stepped || q->measure == QUERY_LIST)
        return false;
    w = writer_for(a, s, q);
    write_ties(&w);
    writer_end(&w, ret_sql, ret_params);
    return true;
}

/* True when the column has cells without a value. */
static bool has_gaps(const struct table *t, size_t column)
{
    return t->columns[column].nulls + t->columns[column].misfits > 0;
}

bool query_halves(struct arena *a, const struct scope *s, const struct query *q, const char **ret_sql,
                  struct json **ret_params)
{
    struct writer w;

    if ((q->measure != QUERY_RATIO && q->measure != QUERY_PER) ||
        !(has_gaps(s->table, q->under) || (!q->of_rows && has_gaps(s->table, q->column))))
        return false;
    w = writer_for(a, s, q);
    write_halves(&w);
    writer_end(&w, ret_sql, ret_params);
    return true;
}

const char *query_no_rows(struct arena *a, const struct table *t)
{
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);

    buf_adds(&b, "SELECT * FROM ");
    sql_add_name(&b, t->name);
    buf_adds(&b, " LIMIT 0");
    return arena_str(a, b.p);
}
