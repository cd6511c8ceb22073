/* restate.c - a query in plain English, worded so that reading it again gives the same query.
 *
 * It is what the person is shown as "understood", and what they edit when it is not what they meant; so it must say
 * everything the query does, and nothing in words the grammar does not know.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/text/show.h"
#include "grid/table.h"
#include "lang/reader.h"
#include "lang/when.h"

static const char *restate_groups(struct arena *a, const struct table *t, const struct flat *q);

static const char *name_of(struct arena *a, const struct table *t, size_t column)
{
    return doubt_column_name(a, t, column);
}

/* ", " between the parts, " and " before the last. */
static const char *joint(size_t i, size_t n)
{
    return i == 0 ? "" : i + 1 == n ? " and " : ", ";
}

static const char *shown(struct arena *a, const struct table *t, const struct flat *q)
{
    const char *text = "";

    if (q->n_shown == 0)
        return "rows";
    for (size_t i = 0; i < q->n_shown; i++)
        text = arena_printf(a, "%s%s%s", text, joint(i, q->n_shown), name_of(a, t, q->shown[i]));
    return text;
}

static const char *plain_figure(struct arena *a, const struct table *t, const struct flat *q)
{
    bool time = q->measure != FLAT_COUNT && q->measure != FLAT_LIST && type_is_time(t->columns[q->column].type);

    switch (q->measure) {
    case FLAT_ROWS:
        return shown(a, t, q);
    case FLAT_LIST:
        return arena_printf(a, "different values of %s", restate_groups(a, t, q));
    case FLAT_COUNT:
        return "count of rows";
    case FLAT_DISTINCT:
        return arena_printf(a, "number of different values of %s", name_of(a, t, q->column));
    case FLAT_SUM:
        return arena_printf(a, "total %s", name_of(a, t, q->column));
    case FLAT_AVERAGE:
        return arena_printf(a, "average %s", name_of(a, t, q->column));
    case FLAT_MEDIAN:
        return arena_printf(a, "median %s", name_of(a, t, q->column));
    case FLAT_SHARE:
        return arena_printf(a, "share of %s%s", q->of_ids ? "different values of " : "",
                            q->of_rows ? "rows" : name_of(a, t, q->column));
    case FLAT_RATIO:
        return arena_printf(a, "%s per %s", name_of(a, t, q->column), name_of(a, t, q->under));
    case FLAT_PER:
        return arena_printf(a, "%s per different %s", q->of_rows ? "rows" : name_of(a, t, q->column),
                            name_of(a, t, q->under));
    case FLAT_MIN:
        return arena_printf(a, "%s %s", time ? "earliest" : "lowest", name_of(a, t, q->column));
    case FLAT_MAX:
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

static const char *restate_figure(struct arena *a, const struct table *t, const struct flat *q)
{
    static const char *const often[] = { [FLAT_DAY] = "daily",
                                         [FLAT_WEEK] = "weekly",
                                         [FLAT_MONTH] = "monthly",
                                         [FLAT_QUARTER] = "quarterly",
                                         [FLAT_YEAR] = "yearly" };
    static const char *const units[] = { [FLAT_DAY] = "day",
                                         [FLAT_WEEK] = "week",
                                         [FLAT_MONTH] = "month",
                                         [FLAT_QUARTER] = "quarter",
                                         [FLAT_YEAR] = "year" };
    const char *text = plain_figure(a, t, q);

    if (!q->stepped)
        return text;
    text = arena_printf(a, "average %s %s", often[q->step.unit], text);
    return times_of(t) == 1
               ? text
               : arena_printf(a, "%s per %s of %s", text, units[q->step.unit], name_of(a, t, q->step.column));
}

static const char *group_name(struct arena *a, const struct table *t, const struct flat_group *g)
{
    static const char *const units[] = {
        [FLAT_EXACT] = "",          [FLAT_DAY] = "day of ",         [FLAT_WEEK] = "week of ",
        [FLAT_MONTH] = "month of ", [FLAT_QUARTER] = "quarter of ", [FLAT_YEAR] = "year of "
    };

    return arena_printf(a, "%s%s", units[g->unit], name_of(a, t, g->column));
}

static const char *restate_groups(struct arena *a, const struct table *t, const struct flat *q)
{
    const char *text = "";

    for (size_t i = 0; i < q->n_groups; i++)
        text = arena_printf(a, "%s%s%s", text, joint(i, q->n_groups), group_name(a, t, &q->groups[i]));
    return text;
}

/* A value as it is typed again: a percentage with its sign, a text in quotes where it needs them. */
static const char *value_text(struct arena *a, const struct table *t, const struct flat_filter *f, size_t i)
{
    if (t->columns[f->column].type == COLUMN_TEXT)
        return doubt_literal(a, f->values[i], !f->any_case);
    return column_is_percent(t, f->column) ? arena_printf(a, "%s%%", show_scaled(a, f->values[i], 2)) : f->values[i];
}

static void add_values(struct buf *b, struct arena *a, const struct table *t, const struct flat_filter *f)
{
    for (size_t i = 0; i < f->n_values; i++)
        buf_addf(b, "%s%s", i > 0 ? " or " : "", value_text(a, t, f, i));
}

/* Between two values; a month or a year by its name. */
static void add_range(struct buf *b, struct arena *a, const struct table *t, const struct flat_filter *f, bool time)
{
    const char *period = time ? show_period(a, f->values[0], f->values[1]) : NULL;
    const char *no = f->compare == FLAT_OUTSIDE ? " not" : "";

    if (period)
        buf_addf(b, " is%s in %s", no, period);
    else
        buf_addf(b, " is%s between %s and %s", no, value_text(a, t, f, 0), value_text(a, t, f, 1));
}

static void add_filter(struct buf *b, struct arena *a, const struct table *t, const struct flat_filter *f)
{
    bool time = type_is_time(t->columns[f->column].type);

    buf_adds(b, name_of(a, t, f->column));
    switch (f->compare) {
    case FLAT_IS:
    case FLAT_IS_NOT:
        buf_adds(b, f->compare == FLAT_IS ? " is " : " is not ");
        add_values(b, a, t, f);
        break;
    case FLAT_OVER:
        buf_addf(b, " is %s %s", time ? "after" : "over", value_text(a, t, f, 0));
        break;
    case FLAT_UNDER:
        buf_addf(b, " is %s %s", time ? "before" : "under", value_text(a, t, f, 0));
        break;
    case FLAT_AT_LEAST:
        buf_addf(b, " is %s %s", time ? "on or after" : "at least", value_text(a, t, f, 0));
        break;
    case FLAT_AT_MOST:
        buf_addf(b, " is %s %s", time ? "on or before" : "at most", value_text(a, t, f, 0));
        break;
    case FLAT_BETWEEN:
    case FLAT_OUTSIDE:
        add_range(b, a, t, f, time);
        break;
    case FLAT_EMPTY:
        buf_adds(b, " is empty");
        break;
    case FLAT_NOT_EMPTY:
        buf_adds(b, " is not empty");
        break;
    }
}

/* The i-th number of the condition on a figure. */
static const char *bound_text(struct arena *a, const struct table *t, const struct flat_bound *bound, size_t i)
{
    bool percent = bound->measure != FLAT_COUNT && column_is_percent(t, bound->column);

    return percent ? arena_printf(a, "%s%%", show_scaled(a, bound->values[i], 2)) : bound->values[i];
}

/* ", with total revenue over 1000" */
static void add_bound(struct buf *b, struct arena *a, const struct table *t, const struct flat *q)
{
    static const char *const words[] = {
        [FLAT_IS] = "is",           [FLAT_OVER] = "over",      [FLAT_UNDER] = "under", [FLAT_AT_LEAST] = "at least",
        [FLAT_AT_MOST] = "at most", [FLAT_BETWEEN] = "between"
    };
    struct flat figure = { .measure = q->bound.measure, .column = q->bound.column };

    if (q->bound.measure == FLAT_ROWS)
        return;
    buf_addf(b, ", with %s %s %s", plain_figure(a, t, &figure), words[q->bound.compare],
             bound_text(a, t, &q->bound, 0));
    if (q->bound.compare == FLAT_BETWEEN)
        buf_addf(b, " and %s", bound_text(a, t, &q->bound, 1));
}

static void add_order(struct buf *b, struct arena *a, const struct table *t, const struct flat *q)
{
    bool time = q->measure != FLAT_COUNT && q->measure != FLAT_DISTINCT && type_is_time(t->columns[q->column].type);

    if (q->ordered && q->measure == FLAT_ROWS)
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

const char *flat_restate(struct arena *a, const struct table *t, const struct flat *q)
{
    struct buf b CLEANUP(buf_done);

    buf_init(&b, QUERY_TEXT_BYTES);
    buf_addf(&b, "%s%s", q->measure == FLAT_ROWS ? "list " : "", restate_figure(a, t, q));
    if (q->n_groups > 0 && q->measure != FLAT_LIST)
        buf_addf(&b, " by %s", restate_groups(a, t, q));
    for (size_t i = 0; i < q->n_filters; i++) {
        buf_adds(&b, i == 0 ? ", where " : " and ");
        add_filter(&b, a, t, &q->filters[i]);
    }
    add_bound(&b, a, t, q);
    add_order(&b, a, t, q);
    return arena_str(a, b.p);
}
