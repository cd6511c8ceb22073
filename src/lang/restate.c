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
    return doubt_name(a, t->columns[column].name);
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

const char *restate_figure(struct arena *a, const struct table *t, const struct query *q)
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
    case QUERY_MIN:
        return arena_printf(a, "%s %s", time ? "earliest" : "lowest", name_of(a, t, q->column));
    case QUERY_MAX:
        return arena_printf(a, "%s %s", time ? "latest" : "highest", name_of(a, t, q->column));
    }
    return "";
}

const char *restate_groups(struct arena *a, const struct table *t, const struct query *q)
{
    static const char *const units[] = {
        [QUERY_EXACT] = "",          [QUERY_DAY] = "day of ",         [QUERY_WEEK] = "week of ",
        [QUERY_MONTH] = "month of ", [QUERY_QUARTER] = "quarter of ", [QUERY_YEAR] = "year of "
    };
    const char *text = "";

    for (size_t i = 0; i < q->n_groups; i++)
        text = arena_printf(a, "%s%s%s%s", text, joint(i, q->n_groups), units[q->groups[i].unit],
                            name_of(a, t, q->groups[i].column));
    return text;
}

static void add_values(struct buf *b, struct arena *a, enum column_type type, const struct query_filter *f)
{
    for (size_t i = 0; i < f->n_values; i++)
        buf_addf(b, "%s%s", i > 0 ? " or " : "",
                 type == COLUMN_TEXT ? doubt_literal(a, f->values[i], !f->any_case) : f->values[i]);
}

/* Between two values; a month or a year by its name. */
static void add_range(struct buf *b, struct arena *a, const struct query_filter *f, bool time)
{
    const char *period = time ? when_text(a, f->values[0], f->values[1]) : NULL;
    const char *no = f->compare == QUERY_OUTSIDE ? " not" : "";

    if (period)
        buf_addf(b, " is%s in %s", no, period);
    else
        buf_addf(b, " is%s between %s and %s", no, f->values[0], f->values[1]);
}

static void add_filter(struct buf *b, struct arena *a, const struct table *t, const struct query_filter *f)
{
    enum column_type type = t->columns[f->column].type;
    bool time = type_is_time(type);

    buf_adds(b, name_of(a, t, f->column));
    switch (f->compare) {
    case QUERY_IS:
    case QUERY_IS_NOT:
        buf_adds(b, f->compare == QUERY_IS ? " is " : " is not ");
        add_values(b, a, type, f);
        break;
    case QUERY_OVER:
        buf_addf(b, " is %s %s", time ? "after" : "over", f->values[0]);
        break;
    case QUERY_UNDER:
        buf_addf(b, " is %s %s", time ? "before" : "under", f->values[0]);
        break;
    case QUERY_AT_LEAST:
        buf_addf(b, " is %s %s", time ? "on or after" : "at least", f->values[0]);
        break;
    case QUERY_AT_MOST:
        buf_addf(b, " is %s %s", time ? "on or before" : "at most", f->values[0]);
        break;
    case QUERY_BETWEEN:
    case QUERY_OUTSIDE:
        add_range(b, a, f, time);
        break;
    case QUERY_EMPTY:
        buf_adds(b, " is empty");
        break;
    case QUERY_NOT_EMPTY:
        buf_adds(b, " is not empty");
        break;
    }
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
    add_order(&b, a, t, q);
    return arena_str(a, b.p);
}
