/* fragment_apply.c - the query before, with what a follow-up says put in its place.
 *
 * Each part is applied to every way found so far. Where a part can be meant in two ways, each way becomes two; what
 * makes no sense is found out later, by reading it as a question.
 */
#include "base/err.h"
#include "lang/fragment.h"
#include "lang/reader.h"
#include <stdlib.h>

/* Another way in which it may be meant; one too many is the least likely. */
static void add_way(struct ways *w, const struct flat *q)
{
    if (w->n < FRAGMENT_WAYS)
        w->q[w->n++] = *q;
}

static int refuse(struct err *err)
{
    err_say(err, ERR_INVALID_QUERY, "That does not fit the question before it.");
    return err_action(err, "Ask it as a whole question.");
}

/* ---- the figure ---- */

static bool is_plain(enum flat_measure m)
{
    return m == FLAT_SUM || m == FLAT_AVERAGE || m == FLAT_MEDIAN || m == FLAT_MIN || m == FLAT_MAX;
}

static bool is_ranked(const struct flat *q)
{
    return q->ordered && q->limit > 0;
}

static void unrank(struct flat *q)
{
    q->ordered = q->descending = false;
    q->limit = q->each = 0;
}

/* In an order of its own, or of all? */
static void add_unranked(struct ways *w)
{
    struct flat all = w->q[0];

    unrank(&all);
    add_way(w, &all);
}

/* "how many are there?" behind a list of rows. */
static void become_count(struct flat *q)
{
    unrank(q);
    q->measure = FLAT_COUNT;
    q->column = q->n_shown = 0;
}

/* "and the average?" */
static int apply_measure(struct ways *w, const struct fragment *f, struct err *err)
{
    struct flat *q = &w->q[0];
    bool has_column = is_plain(q->measure) || q->measure == FLAT_DISTINCT || q->measure == FLAT_SHARE;

    if (q->measure == FLAT_ROWS && q->limit == 0 && f->q.measure == FLAT_COUNT) {
        become_count(q);
        return 0;
    }
    if (q->stepped || q->measure == FLAT_ROWS || q->measure == FLAT_LIST || (!has_column && f->q.measure != FLAT_COUNT))
        return refuse(err);
    q->measure = f->q.measure;
    q->of_rows = q->of_ids = false;
    if (is_ranked(q))
        add_unranked(w);
    return 0;
}

/* "and units?" A total of what has none but an average is asked about. */
static int apply_column(struct ways *w, const struct table *t, size_t column, struct err *err)
{
    struct flat *q = &w->q[0], other;
    enum flat_measure usual = column_measure(t, column);

    if (q->measure == FLAT_ROWS && !q->ordered)
        return refuse(err);
    if (q->measure == FLAT_COUNT || q->measure == FLAT_DISTINCT)
        q->measure = usual;
    else if (!is_plain(q->measure) && q->measure != FLAT_SHARE && q->measure != FLAT_ROWS)
        return refuse(err);
    other = *q;
    q->column = column;
    if (is_plain(q->measure) && other.measure == column_measure(t, other.column) && usual != other.measure) {
        other = *q;
        other.measure = usual;
        add_way(w, &other);
    }
    return 0;
}

/* "and the lowest?": of several the one that has it, or the lowest value itself. */
static int apply_extreme(struct ways *w, const struct fragment *f, struct err *err)
{
    struct flat *q = &w->q[0], value = *q;
    bool valued = is_plain(q->measure) && !q->stepped;

    if (!is_ranked(q) && (q->measure == FLAT_MIN || q->measure == FLAT_MAX || q->n_groups == 0)) {
        if (!valued)
            return refuse(err);
        q->measure = f->q.measure;
        return 0;
    }
    q->ordered = true;
    q->descending = f->q.measure == FLAT_MAX;
    if (is_ranked(q))
        return 0;
    q->limit = 1;
    value.measure = f->q.measure;
    if (valued && !f->which)
        add_way(w, &value);
    return 0;
}

static void apply_whole(struct flat *q, const struct flat *said)
{
    q->measure = said->measure;
    q->column = said->column;
    q->under = said->under;
    q->of_rows = said->of_rows;
    q->of_ids = said->of_ids;
    q->stepped = said->stepped;
    q->step = said->step;
    q->n_shown = said->n_shown;
    for (size_t i = 0; i < said->n_shown; i++)
        q->shown[i] = said->shown[i];
    if (said->measure == FLAT_ROWS || said->measure == FLAT_LIST)
        q->n_groups = q->each = 0;
}

/* "by units" behind a ranking is what it is ranked by. */
static bool ranks_by(const struct table *t, const struct flat *before, const struct fragment *f, size_t *ret)
{
    const struct flat_group *g = &f->q.groups[0];

    if (f->figure != FIGURE_SAME || f->q.n_groups != 1 || !before->ordered || g->unit != FLAT_EXACT ||
        !type_is_number(t->columns[g->column].type) || column_is_id(t, g->column))
        return false;
    *ret = g->column;
    return true;
}

static int apply_figure(struct ways *w, const struct table *t, const struct fragment *f, struct err *err)
{
    switch (f->figure) {
    case FIGURE_SAME:
        break;
    case FIGURE_MEASURE:
        return apply_measure(w, f, err);
    case FIGURE_COLUMN:
        return apply_column(w, t, f->q.column, err);
    case FIGURE_EXTREME:
        return apply_extreme(w, f, err);
    case FIGURE_WHOLE:
        apply_whole(&w->q[0], &f->q);
        break;
    }
    return 0;
}

/* ---- conditions ---- */

static void drop_filters(struct flat *q, size_t column)
{
    size_t kept = 0;

    for (size_t i = 0; i < q->n_filters; i++)
        if (q->filters[i].column != column)
            q->filters[kept++] = q->filters[i];
    q->n_filters = kept;
}

/* The condition with the values of the one on the same column joined to it; false when they cannot be. */
static bool join_values(const struct flat *q, const struct flat_filter *f, struct flat_filter *ret)
{
    for (size_t i = 0; i < q->n_filters; i++) {
        const struct flat_filter *old = &q->filters[i];
        if (old->column != f->column || old->compare != f->compare || f->compare != FLAT_IS ||
            old->n_values + f->n_values > FLAT_VALUES)
            continue;
        *ret = *old;
        for (size_t k = 0; k < f->n_values; k++)
            ret->values[ret->n_values++] = f->values[k];
        return true;
    }
    return false;
}

/* How many conditions of the column there are, and whether all compare in the same way. */
static size_t filters_of(const struct flat *q, const struct flat_filter *f, bool *ret_same)
{
    size_t n = 0;

    *ret_same = true;
    for (size_t i = 0; i < q->n_filters; i++)
        if (q->filters[i].column == f->column) {
            n++;
            *ret_same &= q->filters[i].compare == f->compare;
        }
    return n;
}

static int put_filter(struct flat *q, const struct flat_filter *f, struct err *err)
{
    if (q->n_filters == FLAT_FILTERS) {
        err_say(err, ERR_INVALID_QUERY, "That is one condition more than a question can have.");
        return err_action(err, "Ask it as a whole question, with at most four conditions.");
    }
    q->filters[q->n_filters++] = *f;
    return 0;
}

static bool is_lower(const struct flat_filter *f)
{
    return f->compare == FLAT_OVER || f->compare == FLAT_AT_LEAST;
}

static bool is_upper(const struct flat_filter *f)
{
    return f->compare == FLAT_UNDER || f->compare == FLAT_AT_MOST;
}

/* "over 0.1" and "under 0.05" of one column of numbers: no row has both. */
static bool excludes(const struct table *t, const struct flat *q, const struct flat_filter *f)
{
    for (size_t i = 0; type_is_number(t->columns[f->column].type) && i < q->n_filters; i++) {
        const struct flat_filter *old = &q->filters[i];
        if (old->column != f->column)
            continue;
        if ((is_lower(old) && is_upper(f) && strtod(old->values[0], NULL) > strtod(f->values[0], NULL)) ||
            (is_upper(old) && is_lower(f) && strtod(old->values[0], NULL) < strtod(f->values[0], NULL)))
            return true;
    }
    return false;
}

/* A condition on a column that has one takes its place; where both could hold at once, that is asked. */
static int apply_filter(struct ways *w, const struct table *t, const struct fragment *f, const struct flat_filter *said,
                        struct err *err)
{
    size_t n = w->n;

    for (size_t i = 0; i < n; i++) {
        struct flat *q = &w->q[i], both = *q;
        struct flat_filter joined;
        bool same, had = filters_of(q, said, &same) > 0;
        if (had)
            drop_filters(q, said->column);
        if (put_filter(q, said, err) < 0)
            return -1;
        if (had && !same && excludes(t, &both, said))
            continue;
        if (had && !same && both.n_filters < FLAT_FILTERS) {
            both.filters[both.n_filters++] = *said;
            add_way(w, &both);
        } else if (had && f->also && join_values(&both, said, &joined)) {
            drop_filters(&both, said->column);
            both.filters[both.n_filters++] = joined;
            add_way(w, &both);
        }
    }
    return 0;
}

/* ---- groups and rank ---- */

static void set_groups(struct flat *q, const struct fragment *f)
{
    for (size_t i = 0; i < f->q.n_groups; i++)
        q->groups[i] = f->q.groups[i];
    q->n_groups = f->q.n_groups;
    q->each = f->q.each;
}

/* The group of the same column ("by year" behind "by month"), or q->n_groups. */
static size_t group_of(const struct flat *q, size_t column)
{
    size_t i = 0;

    while (i < q->n_groups && q->groups[i].column != column)
        i++;
    return i;
}

/* "by region" behind "in West": of West alone, or of all of them? */
static void add_unfiltered(struct ways *w, const struct fragment *f)
{
    struct flat all = w->q[0];
    const struct flat_group *g = &f->q.groups[0];

    for (size_t i = 0; i < w->q[0].n_filters; i++) {
        const struct flat_filter *filter = &w->q[0].filters[i];
        if (filter->column == g->column && g->unit == FLAT_EXACT && filter->compare == FLAT_IS &&
            filter->n_values == 1) {
            drop_filters(&all, g->column);
            add_way(w, &all);
            return;
        }
    }
}

static bool add_groups(struct flat *q, const struct fragment *f)
{
    if (q->n_groups + f->q.n_groups > FLAT_GROUPS)
        return false;
    for (size_t i = 0; i < f->q.n_groups; i++)
        q->groups[q->n_groups++] = f->q.groups[i];
    return true;
}

/* In the place of the groups before, or beside them: said, or asked. A rank that names what it is of takes their place.
 */
static int apply_groups(struct ways *w, const struct fragment *f, struct err *err)
{
    bool replaces = f->instead || f->q.ordered || f->q.limit > 0;
    size_t n = w->n;

    for (size_t i = 0; i < n; i++) {
        struct flat *q = &w->q[i], both = *q;
        size_t same = f->q.n_groups == 1 ? group_of(q, f->q.groups[0].column) : q->n_groups;
        if (same < q->n_groups && q->groups[same].unit == f->q.groups[0].unit && q->n_groups > 1 && !f->also) {
            set_groups(q, f); /* "by region" behind "by channel and region": that alone */
            continue;
        }
        if (same < q->n_groups && !replaces) {
            q->groups[same] = f->q.groups[0];
            continue;
        }
        if (q->n_groups == 0 || replaces || !add_groups(&both, f)) {
            if (f->also && q->n_groups > 0)
                return refuse(err);
            set_groups(q, f);
        } else if (f->also) {
            *q = both;
        } else {
            set_groups(q, f);
            add_way(w, &both);
        }
    }
    return 0;
}

static void apply_rank(struct flat *q, const struct fragment *f)
{
    if (f->q.ordered) {
        q->ordered = true;
        q->descending = f->q.descending;
    }
    if (f->q.limit > 0)
        q->limit = f->q.limit;
    if (f->sorted && q->measure == FLAT_ROWS)
        q->column = f->sort_column;
}

/* A figure is sorted by itself, or by nothing. */
static bool sorts_by_another(const struct flat *q, const struct fragment *f)
{
    return f->sorted && q->measure != FLAT_ROWS && (q->measure <= FLAT_COUNT || q->column != f->sort_column);
}

/* "the average of these": of the figures that were shown, or of the three that were; no query says so. */
static bool is_of_shown(const struct flat *before, const struct fragment *f)
{
    return (f->figure != FIGURE_SAME && is_ranked(before)) || (f->figure == FIGURE_MEASURE && before->n_groups > 0);
}

int fragment_apply(const struct table *t, const struct flat *before, const struct fragment *f, struct ways *ret,
                   struct err *err)
{
    struct fragment said = *f;

    *ret = (struct ways){ .q = { *before }, .n = 1 };
    if (ranks_by(t, before, f, &said.q.column)) {
        said.figure = FIGURE_COLUMN;
        said.q.n_groups = 0;
    }
    if (f->refers && is_of_shown(before, f))
        return refuse(err);
    if (apply_figure(ret, t, &said, err) < 0)
        return -1;
    if (f->figure == FIGURE_COLUMN && is_ranked(before) && before->measure != FLAT_ROWS)
        add_unranked(ret);
    for (size_t i = 0; i < said.q.n_filters; i++)
        if (apply_filter(ret, t, &said, &said.q.filters[i], err) < 0)
            return -1;
    if (said.q.n_groups > 0 && apply_groups(ret, &said, err) < 0)
        return -1;
    if (said.q.n_groups > 0 && said.q.n_filters == 0)
        add_unfiltered(ret, &said);
    for (size_t i = 0; i < ret->n; i++) {
        apply_rank(&ret->q[i], &said);
        if (said.q.bound.measure != FLAT_ROWS)
            ret->q[i].bound = said.q.bound;
        if (sorts_by_another(&ret->q[i], &said))
            return refuse(err);
    }
    return 0;
}
