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

static const char *const unit_names[] = {
    [FLAT_DAY] = "day", [FLAT_WEEK] = "week", [FLAT_MONTH] = "month", [FLAT_QUARTER] = "quarter", [FLAT_YEAR] = "year"
};

static const char *group_alias(const struct writer *w, size_t i)
{
    const struct flat *q = w->q;
    enum flat_unit unit = q->groups[i].unit;
    const char *name = w->t->columns[q->groups[i].column].name;

    if (unit == FLAT_EXACT)
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
    case FLAT_DISTINCT:
        return "different";
    case FLAT_SUM:
        return "total";
    case FLAT_AVERAGE:
        return "average";
    case FLAT_MEDIAN:
        return "median";
    case FLAT_MIN:
        return time ? "earliest" : "lowest";
    case FLAT_MAX:
        return time ? "latest" : "highest";
    case FLAT_SHARE:
        return w->q->of_ids ? "share_of_different" : "share_of";
    case FLAT_ROWS:
    case FLAT_LIST:
    case FLAT_COUNT:
    case FLAT_RATIO:
    case FLAT_PER:
        break;
    }
    return NULL;
}

/* The figure's header reads like the question: total_revenue, "average Unit Price". */
static const char *measure_alias(const struct writer *w)
{
    const struct flat *q = w->q;
    const char *word = alias_word(w), *name, *mark;
    size_t n;

    if (q->measure == FLAT_COUNT)
        return "count";
    if (q->measure == FLAT_SHARE && q->of_rows)
        return "share_of_rows";
    name = w->t->columns[q->column].name;
    mark = strchr(name, ' ') ? " " : "_";
    if (q->measure == FLAT_RATIO || q->measure == FLAT_PER)
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
    const struct flat *q = w->q;

    for (size_t i = 0; i < q->n_groups; i++) {
        buf_adds(&w->b, i > 0 ? ", " : "");
        sql_group(w, &q->groups[i]);
        if (q->groups[i].unit != FLAT_EXACT || w->s->kind == SCOPE_JOINED) {
            buf_adds(&w->b, " AS ");
            sql_add_name(&w->b, group_alias(w, i));
        }
    }
}

/* The columns of a list of rows. */
static void add_shown(struct writer *w)
{
    const struct flat *q = w->q;
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
    static const char *const signs[] = { [FLAT_IS] = " = ",
                                         [FLAT_IS_NOT] = " <> ",
                                         [FLAT_OVER] = " > ",
                                         [FLAT_UNDER] = " < ",
                                         [FLAT_AT_LEAST] = " >= ",
                                         [FLAT_AT_MOST] = " <= ",
                                         [FLAT_BETWEEN] = " BETWEEN ",
                                         [FLAT_OUTSIDE] = " NOT BETWEEN " };
    const struct flat_bound *bound = &w->q->bound;

    if (bound->measure == FLAT_ROWS)
        return;
    buf_adds(&w->b, " HAVING ");
    flat_aggregate(w, bound->measure, bound->column);
    buf_adds(&w->b, signs[bound->compare]);
    sql_number(w, bound->column, bound->values[0]);
    if (bound->compare == FLAT_BETWEEN || bound->compare == FLAT_OUTSIDE) {
        buf_adds(&w->b, " AND ");
        sql_number(w, bound->column, bound->values[1]);
    }
}

/* The limit within each value of one group. */
static void add_each(struct writer *w)
{
    const struct flat *q = w->q;

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
    const struct flat *q = w->q;
    const char *direction = q->descending ? " DESC" : " ASC";

    if (q->measure == FLAT_ROWS) {
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
    const struct flat *q = w->q;

    buf_adds(&w->b, "SELECT ");
    add_groups(w);
    if (q->measure == FLAT_ROWS)
        add_shown(w);
    if (q->measure > FLAT_LIST) {
        buf_adds(&w->b, q->n_groups > 0 ? ", " : "");
        sql_figure(w);
        buf_adds(&w->b, " AS ");
        sql_add_name(&w->b, figure_alias(w));
    }
    flat_from(w);
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
    flat_from(w);
    sql_where(w);
    add_grouping(w, 1);
    add_bound(w);
    buf_addc(&w->b, ')');
}

/* The average, for each group, of the figures of each step of time. Rows without a time belong to no step. */
static void write_stepped(struct writer *w)
{
    const struct flat *q = w->q;

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
    flat_from(w);
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
    const struct flat *q = w->q;

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
    const struct flat *q = w->q;

    buf_adds(&w->b, "SELECT count(*) FROM (SELECT ");
    add_place(w, "rank", "place");
    buf_adds(&w->b, ", ");
    add_place(w, "row_number", "line");
    buf_adds(&w->b, " FROM (SELECT ");
    if (q->measure == FLAT_ROWS) {
        sql_column(w, q->column);
    } else {
        add_groups(w);
        buf_adds(&w->b, ", ");
        sql_figure(w);
    }
    buf_adds(&w->b, " AS \"figure\"");
    flat_from(w);
    sql_where(w);
    add_grouping(w, q->n_groups);
    add_bound(w);
    buf_addf(&w->b, ") WHERE \"figure\" IS NOT NULL) WHERE \"place\" <= %zu AND \"line\" > %zu", q->limit, q->limit);
}

/* How many rows have a value in one of the figure's two columns and not in the other. */
static void write_halves(struct writer *w)
{
    const struct flat *q = w->q;

    buf_adds(&w->b, "SELECT count(*)");
    flat_from(w);
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
static struct writer writer_for(struct arena *a, const struct scope *s, const struct flat *q)
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

void flat_sql(struct arena *a, const struct scope *s, const struct flat *q, const char **ret_sql,
              struct json **ret_params)
{
    struct writer w = writer_for(a, s, q);

    if (q->stepped)
        write_stepped(&w);
    else if (q->measure == FLAT_DISTINCT && q->bound.measure != FLAT_ROWS && q->n_groups == 0)
        write_counted(&w);
    else
        write_plain(&w);
    writer_end(&w, ret_sql, ret_params);
}

bool flat_ties(struct arena *a, const struct scope *s, const struct flat *q, const char **ret_sql,
               struct json **ret_params)
{
    struct writer w;

    if (!q->ordered || q->limit == 0 || q->stepped || q->measure == FLAT_LIST)
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

bool flat_halves(struct arena *a, const struct scope *s, const struct flat *q, const char **ret_sql,
                 struct json **ret_params)
{
    struct writer w;

    if ((q->measure != FLAT_RATIO && q->measure != FLAT_PER) ||
        !(has_gaps(s->table, q->under) || (!q->of_rows && has_gaps(s->table, q->column))))
        return false;
    w = writer_for(a, s, q);
    write_halves(&w);
    writer_end(&w, ret_sql, ret_params);
    return true;
}

const char *flat_no_rows(struct arena *a, const struct table *t)
{
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);

    buf_adds(&b, "SELECT * FROM ");
    sql_add_name(&b, t->name);
    buf_adds(&b, " LIMIT 0");
    return arena_str(a, b.p);
}
