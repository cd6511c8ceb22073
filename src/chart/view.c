/* view.c - from what a caller says to what is shown. */
#include "chart/view.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "chart/clean.h"
#include "chart/figures.h"
#include "chart/histogram.h"
#include <math.h>
#include <string.h>

#define LARGEST 1e300  /* beyond it sums and ranges could overflow: a gap */
#define ZERO_SHARE 0.4 /* of the number farthest from zero: one nearer than this is near it */
#define ROW_COLUMNS 84 /* characters that stand side by side under a chart; names that need more make its bars lie */
#define GROUP_MOST 60  /* bars of groups that lie */

unsigned view_colour(size_t i)
{
    static const unsigned colours[CHART_SERIES] = { 0x0072b2, 0xd55e00, 0x009e73, 0xe69f00,
                                                    0x56b4e9, 0xcc79a7, 0x4d4d4d, 0x9a9a9a };

    return colours[i];
}

/* ---- checking ---- */

static int wrong(struct err *err, const char *why)
{
    return err_set(err, ERR_INVALID_INPUT, "The chart does not fit together.", "%s", why);
}

static int too_many(struct err *err, size_t n)
{
    err_set(err, ERR_TOO_LARGE, "There are too many points for a chart.", "%zu points", n);
    return err_action(err, "Group them by something, such as the month, or draw a histogram.");
}

static int check_counts(const struct chart *c, struct err *err)
{
    if (c->n_series > CHART_SERIES) {
        err_set(err, ERR_TOO_LARGE, "There are too many series for one chart.", "%zu series", c->n_series);
        return err_action(err, "Choose at most %d of them.", CHART_SERIES);
    }
    if (c->type == CHART_HISTOGRAM)
        return c->points > CHART_VALUES ? too_many(err, c->points) : 0;
    if (c->n_series > 0 && c->points > CHART_POINTS / c->n_series)
        return too_many(err, c->points);
    return c->points > CHART_POINTS ? too_many(err, c->points) : 0;
}

static int check(const struct chart *c, struct err *err)
{
    bool single = c->type == CHART_HISTOGRAM || c->type == CHART_WATERFALL || c->type == CHART_SHARE;

    if ((unsigned)c->type >= CHART_TYPES || (unsigned)c->axis > CHART_TIMES)
        return wrong(err, "unknown type or axis");
    if (c->points > 0 && c->n_series == 0)
        return wrong(err, "points without a series");
    if (single && c->n_series > 1)
        return wrong(err, "this type has one series");
    for (size_t i = 0; i < c->n_series; i++) {
        if (c->points > 0 && !c->series[i].values)
            return wrong(err, "a series without values");
        if (c->n_series > 1 && !c->series[i].name)
            return wrong(err, "one of several series has no name");
    }
    if (c->type != CHART_HISTOGRAM && c->points > 0 && (c->axis == CHART_NAMES ? !c->names : !c->x))
        return wrong(err, "nothing to put on the x axis");
    return check_counts(c, err);
}

static int check_shares(const struct chart *c, struct err *err)
{
    for (size_t i = 0; c->type == CHART_SHARE && i < c->points; i++) {
        if (c->series[0].values[i] < 0) {
            err_set(err, ERR_INVALID_INPUT, "Shares of a whole cannot be negative.", "point %zu", i);
            return err_action(err, "Draw bars, or a waterfall.");
        }
    }
    return 0;
}

/* ---- numbers ---- */

static bool is_gap(double v)
{
    return !(fabs(v) <= LARGEST);
}

static int compare_x(const void *a, const void *b, void *arg)
{
    size_t i = *(const size_t *)a, k = *(const size_t *)b;
    const double *x = arg;

    if (x[i] != x[k])
        return x[i] < x[k] ? -1 : 1;
    return i < k ? -1 : i > k;
}

static bool has_place(const struct chart *c, size_t i)
{
    if (c->axis == CHART_NAMES || c->type == CHART_HISTOGRAM)
        return true;
    if (c->axis == CHART_TIMES)
        return c->x[i] >= TICKS_TIME_LEAST && c->x[i] <= TICKS_TIME_MOST;
    return !is_gap(c->x[i]);
}

/* Which points are shown, in what order: on an axis of numbers or times those that have one, from left to right. */
static size_t order_points(struct arena *a, const struct chart *c, size_t **ret)
{
    size_t *order = arena_array(a, c->points, sizeof *order), n = 0;
    bool sorted = c->axis != CHART_NAMES && c->type != CHART_HISTOGRAM && c->type != CHART_SCATTER;
    double *x;

    for (size_t i = 0; i < c->points; i++) {
        if (has_place(c, i))
            order[n++] = i;
    }
    if (sorted && n > 1) {
        x = arena_array(a, c->points, sizeof *x);
        memcpy(x, c->x, c->points * sizeof *x);
        qsort_r(order, n, sizeof *order, compare_x, x);
    }
    *ret = order;
    return n;
}

static void take_values(struct arena *a, const struct chart *c, const size_t *order, struct view *v)
{
    v->values = arena_array(a, v->n_series, sizeof *v->values);
    v->names = arena_array(a, v->n_series, sizeof *v->names);
    v->empty = true;
    for (size_t s = 0; s < v->n_series; s++) {
        v->names[s] = clean_text(a, c->series[s].name);
        v->values[s] = arena_array(a, v->points, sizeof *v->values[s]);
        for (size_t i = 0; i < v->points; i++) {
            double value = c->series[s].values[order[i]];
            v->values[s][i] = is_gap(value) ? NAN : value;
            v->empty = v->empty && isnan(v->values[s][i]);
        }
    }
}

/* A line or a cloud whose numbers come near zero, for their size, is shown with it. */
static bool is_near_zero(const struct view *v)
{
    double lo = INFINITY, hi = -INFINITY;

    for (size_t s = 0; s < v->n_series; s++) {
        for (size_t i = 0; i < v->points; i++) {
            lo = fmin(lo, v->values[s][i]);
            hi = fmax(hi, v->values[s][i]);
        }
    }
    return (lo > 0 && lo < hi * ZERO_SHARE) || (hi < 0 && hi > lo * ZERO_SHARE);
}

static void make_shares(struct view *v)
{
    double sum = 0;

    for (size_t i = 0; i < v->points; i++)
        sum += isnan(v->values[0][i]) ? 0 : v->values[0][i];
    for (size_t i = 0; i < v->points; i++)
        v->values[0][i] = sum > 0 ? v->values[0][i] / sum : NAN;
    v->empty = v->empty || !(sum > 0);
    v->unit = "%";
}

static void make_waterfall(struct arena *a, const struct chart *c, const size_t *order, struct view *v)
{
    double level = 0;
    bool *totals = arena_array(a, v->points, sizeof *totals);

    v->bars = arena_array(a, v->points, sizeof *v->bars);
    for (size_t i = 0; i < v->points; i++) {
        double value = v->values[0][i];

        totals[i] = c->totals && c->totals[order[i]];
        if (isnan(value)) {
            v->bars[i] = (struct bar){ NAN, NAN };
            continue;
        }
        v->bars[i].from = totals[i] ? 0 : level;
        level = v->bars[i].to = totals[i] ? value : level + value;
    }
    v->totals = totals;
}

/* ---- places ---- */

static void take_x(struct arena *a, const struct chart *c, const size_t *order, struct view *v)
{
    double *x = arena_array(a, v->points, sizeof *x);

    for (size_t i = 0; i < v->points; i++)
        x[i] = c->x[order[i]];
    v->x = x;
}

/* What stands under each bar. */
static void take_places(struct arena *a, const struct chart *c, struct view *v)
{
    struct figures figures;

    v->places = arena_array(a, v->points, sizeof *v->places);
    if (v->axis == CHART_NAMES) {
        for (size_t i = 0; i < v->points; i++)
            v->places[i].text = clean_text(a, c->names[i]);
    } else if (v->axis == CHART_TIMES) {
        ticks_label_times(a, v->x, v->points, v->places);
    } else {
        figures = figures_values(v->x, v->points, NULL);
        for (size_t i = 0; i < v->points; i++)
            v->places[i].text = figures_text(a, &figures, v->x[i]);
    }
}

/* Names that do not fit side by side are read best one below the other, as long as a page holds them. */
static bool should_lie(const struct chart *c, const struct view *v)
{
    size_t longest = 0, groups = c->type == CHART_BAR ? v->n_series : 1;

    if (v->axis != CHART_NAMES || v->points > CHART_LYING_BARS || v->points * groups > GROUP_MOST ||
        v->type == CHART_LINE || v->type == CHART_SCATTER)
        return false;
    if (c->type == CHART_SHARE)
        return true;
    for (size_t i = 0; i < v->points; i++) {
        size_t columns = str_columns(v->places[i].text, strlen(v->places[i].text));
        longest = columns > longest ? columns : longest;
    }
    return v->points * (longest + 2) > ROW_COLUMNS;
}

const char *view_place(struct arena *a, const struct view *v, size_t i)
{
    const struct tick *t = &v->places[i];

    return t->under ? arena_printf(a, "%s %s", t->text, t->under) : t->text;
}

int view_make(struct arena *a, const struct chart *c, struct view *ret, struct err *err)
{
    struct view v = { .type = c->type == CHART_SHARE ? CHART_BAR : c->type, .axis = c->axis, .n_series = c->n_series };
    bool distances = c->type == CHART_LINE || c->type == CHART_SCATTER;
    size_t *order;

    if (check(c, err) || check_shares(c, err))
        return -1;
    v.title = clean_text(a, c->title);
    v.x_label = clean_text(a, c->x_label);
    v.y_label = clean_text(a, c->y_label);
    v.note = clean_text(a, c->note);
    v.unit = clean_text(a, c->unit);
    v.alt = clean_text(a, chart_alt(a, c));
    v.bands = c->type != CHART_HISTOGRAM && (c->axis == CHART_NAMES || !distances);
    v.points = order_points(a, c, &order);
    take_values(a, c, order, &v);
    if (c->type == CHART_SHARE)
        make_shares(&v);
    if (c->type == CHART_WATERFALL && v.n_series > 0)
        make_waterfall(a, c, order, &v);
    if (c->type == CHART_HISTOGRAM && !v.empty)
        v.bins = histogram_count(a, v.values[0], v.points, &v.n_bins);
    if (c->type != CHART_HISTOGRAM && c->axis != CHART_NAMES)
        take_x(a, c, order, &v);
    if (v.bands)
        take_places(a, c, &v);
    v.zero = !distances || is_near_zero(&v);
    v.lying = v.bands && should_lie(c, &v);
    *ret = v;
    return 0;
}
