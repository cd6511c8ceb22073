/* restate.c - a query in plain English, worded so that reading it again gives the same query.
 *
 * It is what the person is shown as "understood", and what they edit when it is not what they meant; so it must say
 * everything the query does, and nothing in words the grammar does not know.
 */
#include "lang/restate.h"
#include "base/arena.h"
#include "base/buf.h"
#include "grid/table.h"
#include "lang/reader.h"
#include "lang/when.h"

static const char *name_of(struct arena *a, const struct table *t, size_t column)
{
    return doubt_column_name(a, t, column);
}

/* ", " between the parts, " and " before the last. */
static const char *joint(size_t i, size_t n)
{
    return i == 0 ? "" : i + 1 == n ? " and " : ", ";
}

static const char *shown(struct arena *a, const struct table *t, const struct query *q)
{
    const char *text = "";

    if (q->n_shown == 0)
        return "rows";
    for (size_t i = 0; i < q->n_shown; i++)
        text = arena_printf(a, "%s%s%s", text, joint(i, q->n_shown), name_of(a, t, q->shown[i]));
    return text;
}

static const char *plain_figure(struct arena *a, const struct table *t, const struct query *q)
{
    bool time = q->measure != QUERY_COUNT && q->measure != QUERY_LIST && type_is_time(t->columns[q->column].type);

    switch (q->measure) {
    case QUERY_ROWS:
        return shown(a, t, q);
    case QUERY_LIST:
        return arena_printf(a, "different values of %s", restate_groups(a, t, q));
    case QUERY_COUNT:
        return "count of rows";
    case QUERY_DISTINCT:
        return arena_printf(a, "number of different values of %s", name_of(a, t, q->column));
    case QUERY_SUM:
        return arena_printf(a, "total %s", name_of(a, t, q->column));
    case QUERY_AVERAGE:
        return arena_printf(a, "average %s", name_of(a, t, q->column));
    case QUERY_MEDIAN:
        return arena_printf(a, "median %s", name_of(a, t, q->column));
    case QUERY_SHARE:
        return arena_printf(a, "share of %s%s", q->of_ids ? "different values of " : "",
                            q->of_rows ? "rows" : name_of(a, t, q->column));
    case QUERY_RATIO:
        return arena_printf(a, "%s per %s", name_of(a, t, q->column), name_of(a, t, q->under));
    case QUERY_PER:
        return arena_printf(a, "%s per different %s", q->of_rows ? "rows" : name_of(a, t, q->column),
                            name_of(a, t, q->under));
    case QUERY_MIN:
        return arena_printf(a, "%s %s", time ? "earliest" : "lowest", name_of(a, t, q->column));
    case QUERY_MAX:
        return arena_printf(a, "%s %s", time ? "latest" : "highest", name_of(a, t, q->column));
    }
    return "";
}

static size_t times_of(const struct table *t)
{
    size_t n = 0;

    for (size_t c = 0; c < t->n_columns; c++)
        n += type_is_time(t->columns[c].type);
    return n;
}

const char *restate_figure(struct arena *a, const struct table *t, const struct query *q)
{
    static const char *const often[] = { [QUERY_DAY] = "daily",
                                         [QUERY_WEEK] = "weekly",
                                         [QUERY_MONTH] = "monthly",
                                         [QUERY_QUARTER] = "quarterly",
                                         [QUERY_YEAR] = "yearly" };
    static const char *const units[] = { [QUERY_DAY] = "day",
                                         [QUERY_WEEK] = "week",
                                         [QUERY_MONTH] = "month",
                                         [QUERY_QUARTER] = "quarter",
                                         [QUERY_YEAR] = "year" };
    const char *text = plain_figure(a, t, q);

    if (!q->stepped)
        return text;
    text = arena_printf(a, "average %s %s", often[q->step.unit], text);
    return times_of(t) == 1
               ? text
               : arena_printf(a, "%s per %s of %s", text, units[q->step.unit], name_of(a, t, q->step.column));
}

static const char *group_name(struct arena *a, const struct table *t, const struct query_group *g)
{
    static const char *const units[] = {
        [QUERY_EXACT] = "",          [QUERY_DAY] = "day of ",         [QUERY_WEEK] = "week of ",
        [QUERY_MONTH] = "month of ", [QUERY_QUARTER] = "quarter of ", [QUERY_YEAR] = "year of "
    };

    return arena_printf(a, "%s%s", units[g->unit], name_of(a, t, g->column));
}

const char *restate_groups(struct arena *a, const struct table *t, const struct query *q)
{
    const char *text = "";

    for (size_t i = 0; i < q->n_groups; i++)
        text = arena_printf(a, "%s%s%s", text, joint(i, q->n_groups), group_name(a, t, &q->groups[i]));
    return text;
}

/* A value as it is typed again: a percentage with its sign, a text in quotes where it needs them. */
static const char *value_text(struct arena *a, const struct table *t, const struct query_filter *f, size_t i)
{
    if (t->columns[f->column].type == COLUMN_TEXT)
        return doubt_literal(a, f->values[i], !f->any_case);
    return column_is_percent(t, f->column) ? arena_printf(a, "%s%%", words_scale(a, f->values[i], 2)) : f->values[i];
}

static void add_values(struct buf *b, struct arena *a, const struct table *t, const struct query_filter *f)
{
    for (size_t i = 0; i < f->n_values; i++)
        buf_addf(b, "%s%s", i > 0 ? " or " : "", value_text(a, t, f, i));
}

/* Between two values; a month or a year by its name. */
static void add_range(struct buf *b, struct arena *a, const struct table *t, const struct query_filter *f, bool time)
{
    const char *period = time ? when_text(a, f->values[0], f->values[1]) : NULL;
    const char *no = f->compare == QUERY_OUTSIDE ? " not" : "";

    if (period)
        buf_addf(b, " is%s in %s", no, period);
    else
        buf_addf(b, " is%s between %s and %s", no, value_text(a, t, f, 0), value_text(a, t, f, 1));
}

static void add_filter(struct buf *b, struct arena *a, const struct table *t, const struct query_filter *f)
{
    bool time = type_is_time(t->columns[f->column].type);

    buf_adds(b, name_of(a, t, f->column));
    switch (f->compare) {
    case QUERY_IS:
    case QUERY_IS_NOT:
        buf_adds(b, f->compare == QUERY_IS ? " is " : " is not ");
        add_values(b, a, t, f);
        break;
    case QUERY_OVER:
        buf_addf(b, " is %s %s", time ? "after" : "over", value_text(a, t, f, 0));
        break;
    case QUERY_UNDER:
        buf_addf(b, " is %s %s", time ? "before" : "under", value_text(a, t, f, 0));
        break;
    case QUERY_AT_LEAST:
        buf_addf(b, " is %s %s", time ? "on or after" : "at least", value_text(a, t, f, 0));
        break;
    case QUERY_AT_MOST:
        buf_addf(b, " is %s %s", time ? "on or before" : "at most", value_text(a, t, f, 0));
        break;
    case QUERY_BETWEEN:
    case QUERY_OUTSIDE:
        add_range(b, a, t, f, time);
        break;
    case QUERY_EMPTY:
        buf_adds(b, " is empty");
        break;
    case QUERY_NOT_EMPTY:
        buf_adds(b, " is not empty");
        break;
    }
}

/* The i-th number of the condition on a figure. */
static const char *bound_text(struct arena *a, const struct table *t, const struct query_bound *bound, size_t i)
{
    bool percent = bound->measure != QUERY_COUNT && column_is_percent(t, bound->column);

    return percent ? arena_printf(a, "%s%%", words_scale(a, bound->values[i], 2)) : bound->values[i];
}

/* ", with total revenue over 1000" */
static void add_bound(struct buf *b, struct arena *a, const struct table *t, const struct query *q)
{
    static const char *const words[] = {
        [QUERY_IS] = "is",           [QUERY_OVER] = "over",      [QUERY_UNDER] = "under", [QUERY_AT_LEAST] = "at least",
        [QUERY_AT_MOST] = "at most", [QUERY_BETWEEN] = "between"
    };
    struct query figure = { .measure = q->bound.measure, .column = q->bound.column };

    if (q->bound.measure == QUERY_ROWS)
        return;
    buf_addf(b, ", with %s %s %s", plain_figure(a, t, &figure), words[q->bound.compare],
             bound_text(a, t, &q->bound, 0));
    if (q->bound.compare == QUERY_BETWEEN)
        buf_addf(b, " and %s", bound_text(a, t, &q->bound, 1));
}

static void add_order(struct buf *b, struct arena *a, const struct table *t, const struct query *q)
{
    bool time = q->measure != QUERY_COUNT && q->measure != QUERY_DISTINCT && type_is_time(t->columns[q->column].type);

    if (q->ordered && q->measure == QUERY_ROWS)
        buf_addf(b, ", sorted by %s", name_of(a, t, q->column));
    if (q->ordered)
        buf_adds(b, q->descending ? time ? ", latest first" : ", highest first"
                    : time        ? ", earliest first"
                                  : ", lowest first");
    if (q->limit > 0)
        buf_addf(b, ", %s %zu", !q->ordered ? "first" : q->descending ? "top" : "bottom", q->limit);
    if (q->limit > 0 && q->each > 0)
        buf_addf(b, " in each %s", group_name(a, t, &q->groups[q->each - 1]));
}

const char *query_restate(struct arena *a, const struct table *t, const struct query *q)
{
    struct buf b CLEANUP(buf_done);

    buf_init(&b, QUERY_TEXT_BYTES);
    buf_addf(&b, "%s%s", q->measure == QUERY_ROWS ? "list " : "", restate_figure(a, t, q));
    if (q->n_groups > 0 && q->measure != QUERY_LIST)
        buf_addf(&b, " by %s", restate_groups(a, t, q));
    for (size_t i = 0; i < q->n_filters; i++) {
        buf_adds(&b, i == 0 ? ", where " : " and ");
        add_filter(&b, a, t, &q->filters[i]);
    }
    add_bound(&b, a, t, q);
    add_order(&b, a, t, q);
    return arena_str(a, b.p);
}
