/* from_table.c - a query's rows as a chart: as wished, or as they ask for it themselves.
 *
 * Nothing is added up or averaged here: each number stands in the rows, so that a chart says no more than the table it
 * was made of. Rows that want grouping first are refused, or left without a chart where none was asked for.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "chart/chart.h"
#include "chart/table.h"
#include <math.h>
#include <string.h>

#define AUTO_ROWS 2       /* fewer are told in a sentence */
#define AUTO_SCATTER 5    /* pairs that begin to show something */
#define AUTO_HISTOGRAM 20 /* numbers that have a distribution */
#define LINE_POINTS 3     /* of times; two are compared best as bars */
#define SAME_SIZE 20.0    /* numbers so many times larger than others leave them flat on a common axis */
#define GROUPED_BARS 60   /* of several columns side by side that are drawn unasked */

struct choice {
    struct arena *arena;
    struct chart_table table;
    const struct chart_wish *wish;
    bool any_type; /* no type was wished for */
    enum chart_type type;
    const struct table_column *x, *y, *series;
    const struct table_column *more[CHART_SERIES]; /* columns drawn with y, y first; n_more 0 or 1: y alone */
    size_t n_more;
    size_t *x_group, *series_group; /* of each row, where there is a series column */
    size_t points, n_series;
};

/* ---- wishes ---- */

static int find_column(const struct choice *c, const char *name, const struct table_column **ret, struct err *err)
{
    const struct chart_table *t = &c->table;
    const char **names = arena_array(c->arena, t->n_columns, sizeof *names), *near;

    for (size_t j = 0; j < t->n_columns; j++) {
        names[j] = t->columns[j].name;
        if (strcmp(names[j], name) == 0) {
            *ret = &t->columns[j];
            return 0;
        }
    }
    for (size_t j = 0; j < t->n_columns; j++) {
        if (str_same(names[j], name)) {
            *ret = &t->columns[j];
            return 0;
        }
    }
    near = str_nearest(name, names, t->n_columns);
    err_say(err, ERR_MISSING_COLUMN, "There is no column '%s' to draw.", name);
    return near ? err_action(err, "Did you mean '%s'?", near) : -1;
}

static int take_wishes(struct choice *c, struct err *err)
{
    const struct chart_wish *w = c->wish;

    c->any_type = !w->type || !*w->type;
    if (!c->any_type && !chart_type_find(w->type, &c->type)) {
        err_say(err, ERR_INVALID_INPUT, "There is no chart of the type '%s'.", w->type);
        return err_action(err, "Take line, bar, stacked, scatter, histogram, waterfall or share.");
    }
    if (w->x_col && *w->x_col && find_column(c, w->x_col, &c->x, err))
        return -1;
    if (w->y_col && *w->y_col && find_column(c, w->y_col, &c->y, err))
        return -1;
    if (!c->any_type && c->type == CHART_HISTOGRAM && c->x && c->x->holds != HOLDS_TEXT) {
        c->y = c->x; /* its numbers are counted, whatever is called y */
        c->x = NULL;
    }
    if (c->y && c->y->holds != HOLDS_NUMBERS && c->y->holds != HOLDS_LABELS && c->y->holds != HOLDS_NOTHING) {
        err_say(err, ERR_TYPE_MISMATCH, "The column '%s' holds no numbers to draw.", c->y->name);
        return err_action(err, "Choose a column of numbers for y.");
    }
    return 0;
}

/* ---- columns ---- */

/* The first column that holds this and is not taken. */
static const struct table_column *first_of(const struct choice *c, enum holds holds)
{
    for (size_t j = 0; j < c->table.n_columns; j++) {
        const struct table_column *column = &c->table.columns[j];
        if (column->holds == holds && column != c->x && column != c->y)
            return column;
    }
    return NULL;
}

static void choose_columns(struct choice *c)
{
    static const enum holds order[] = { HOLDS_TIMES, HOLDS_TEXT, HOLDS_LABELS, HOLDS_NUMBERS };
    bool count = !c->any_type && c->type == CHART_HISTOGRAM, pairs = !c->any_type && c->type == CHART_SCATTER;

    if (!c->y && pairs && !c->x)
        c->x = first_of(c, HOLDS_NUMBERS); /* the first column is x, the second y */
    if (!c->y)
        c->y = first_of(c, HOLDS_NUMBERS);
    if (!c->y)
        c->y = first_of(c, HOLDS_NOTHING);
    for (size_t i = 0; i < COUNT_OF(order) && !c->x && !count; i++)
        c->x = first_of(c, order[i]);
    if (c->any_type && c->x && c->x->holds == HOLDS_NUMBERS && !c->wish->x_col && !c->wish->y_col) {
        const struct table_column *y = c->x; /* two columns of numbers: the first is x */
        c->x = c->y;
        c->y = y;
    }
}

static void choose_type(struct choice *c)
{
    if (!c->any_type)
        return;
    if (!c->x)
        c->type = CHART_HISTOGRAM;
    else if (c->x->holds == HOLDS_TIMES)
        c->type = c->table.n_rows < LINE_POINTS ? CHART_BAR : CHART_LINE;
    else
        c->type = c->x->holds == HOLDS_NUMBERS ? CHART_SCATTER : CHART_BAR;
}

/* ---- series ---- */

static double largest(const struct choice *c, const struct table_column *column)
{
    const double *v = table_numbers(&c->table, column);
    double most = 0;

    for (size_t i = 0; i < c->table.n_rows; i++)
        most = fmax(most, fabs(v[i]));
    return most;
}

static bool same_unit(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Further columns of the same unit and order of size are drawn along, unless y was named. */
static void choose_more(struct choice *c)
{
    bool joins = c->type == CHART_LINE || c->type == CHART_BAR || c->type == CHART_STACKED;
    double size = largest(c, c->y);

    c->more[c->n_more++] = c->y;
    for (size_t j = 0; j < c->table.n_columns && joins && !(c->wish->y_col && *c->wish->y_col); j++) {
        const struct table_column *column = &c->table.columns[j];
        double other;

        if (column->holds != HOLDS_NUMBERS || column == c->x || column == c->y || c->n_more == CHART_SERIES ||
            !same_unit(column->unit, c->y->unit))
            continue;
        other = largest(c, column);
        if (other <= size * SAME_SIZE && size <= other * SAME_SIZE)
            c->more[c->n_more++] = column;
    }
    if (c->any_type && c->type == CHART_BAR && c->n_more * c->table.n_rows > GROUPED_BARS)
        c->n_more = 1;
}

/* True when no two rows have the same x and series. */
static bool are_apart(const struct choice *c, size_t points, size_t n_series)
{
    bool *seen = arena_array(c->arena, points * n_series, sizeof *seen);

    for (size_t i = 0; i < c->table.n_rows; i++) {
        bool *at = &seen[c->x_group[i] * n_series + c->series_group[i]];
        if (*at)
            return false;
        *at = true;
    }
    return true;
}

/* A column whose values part the rows that share an x, if there is one with few enough of them. */
static bool find_series(struct choice *c)
{
    for (size_t j = 0; j < c->table.n_columns; j++) {
        const struct table_column *column = &c->table.columns[j];
        size_t n;

        if (column == c->x || column == c->y || column->holds == HOLDS_NUMBERS || column->holds == HOLDS_NOTHING)
            continue;
        n = table_group(c->arena, table_texts(&c->table, column), c->table.n_rows, c->series_group);
        if (n <= CHART_SERIES && c->points <= CHART_POINTS / n && are_apart(c, c->points, n)) {
            c->series = column;
            c->n_series = n;
            c->n_more = 1;
            return true;
        }
    }
    return false;
}

static int want_groups(struct err *err)
{
    err_set(err, ERR_INVALID_INPUT, "Several rows have the same place on the chart's x axis.", "x repeats");
    return err_action(err, "Group the rows first, by a sum or an average, or name another column.");
}

/* What each row is a point of: itself, or one of a series. */
static int choose_series(struct choice *c, struct err *err)
{
    size_t n = c->table.n_rows;

    c->points = n;
    c->n_series = c->n_more;
    if (c->type == CHART_SCATTER || c->type == CHART_HISTOGRAM)
        return 0;
    if (n > CHART_POINTS) {
        err_set(err, ERR_TOO_LARGE, "There are too many rows for a chart.", "%zu rows", n);
        return err_action(err, "Group them first, or draw a histogram.");
    }
    c->x_group = arena_array(c->arena, n, sizeof *c->x_group);
    c->series_group = arena_array(c->arena, n, sizeof *c->series_group);
    c->points = table_group(c->arena, table_texts(&c->table, c->x), n, c->x_group);
    if (c->points == n)
        return 0;
    if (c->type == CHART_SHARE || c->type == CHART_WATERFALL || !find_series(c))
        return want_groups(err);
    return 0;
}

/* ---- building ---- */

/* The first row of each point. */
static size_t *first_rows(const struct choice *c)
{
    size_t *first = arena_array(c->arena, c->points, sizeof *first);

    for (size_t i = c->table.n_rows; i-- > 0;)
        first[c->series ? c->x_group[i] : i] = i;
    return first;
}

static void build_x(const struct choice *c, struct chart *chart)
{
    const size_t *row = first_rows(c);
    bool times = c->x->holds == HOLDS_TIMES;

    if (times || c->x->holds == HOLDS_NUMBERS) {
        const double *all = times ? table_times(&c->table, c->x) : table_numbers(&c->table, c->x);
        double *x = arena_array(c->arena, c->points, sizeof *x);
        for (size_t i = 0; i < c->points; i++)
            x[i] = all[row[i]];
        chart->axis = times ? CHART_TIMES : CHART_NUMBERS;
        chart->x = x;
    } else {
        const char **all = table_texts(&c->table, c->x), **names = arena_array(c->arena, c->points, sizeof *names);
        for (size_t i = 0; i < c->points; i++)
            names[i] = all[row[i]];
        chart->names = names;
    }
    chart->x_label = c->x->name;
}

/* A column of series, turned: one list of numbers for each of its values. */
static void build_turned(const struct choice *c, struct chart_series *series)
{
    const double *all = table_numbers(&c->table, c->y);
    const char **names = table_texts(&c->table, c->series);
    double **values = arena_array(c->arena, c->n_series, sizeof *values);

    for (size_t s = 0; s < c->n_series; s++) {
        series[s].values = values[s] = arena_array(c->arena, c->points, sizeof *values[s]);
        for (size_t i = 0; i < c->points; i++)
            values[s][i] = NAN;
    }
    for (size_t i = 0; i < c->table.n_rows; i++) {
        values[c->series_group[i]][c->x_group[i]] = all[i];
        series[c->series_group[i]].name = names[i];
    }
}

static struct chart *build(const struct choice *c)
{
    struct chart *chart = arena_alloc(c->arena, sizeof *chart);
    struct chart_series *series = arena_array(c->arena, c->n_series, sizeof *series);

    chart->type = c->type;
    chart->points = c->points;
    chart->series = series;
    chart->n_series = c->n_series;
    chart->unit = c->y->unit;
    chart->y_label = c->n_more > 1 ? "" : c->y->name;
    if (c->type == CHART_HISTOGRAM)
        chart->x_label = c->y->name;
    else
        build_x(c, chart);
    if (c->series)
        build_turned(c, series);
    for (size_t s = 0; !c->series && s < c->n_series; s++)
        series[s] = (struct chart_series){ c->more[s]->name, table_numbers(&c->table, c->more[s]) };
    chart->title = c->wish->title;
    if (!chart->title && c->x)
        chart->title = arena_printf(c->arena, "%s by %s", c->n_more > 1 ? "values" : c->y->name, c->x->name);
    else if (!chart->title)
        chart->title = c->y->name;
    return chart;
}

/* ---- unasked ---- */

/* Whether a chart that nobody asked for would help. */
static bool would_help(const struct choice *c)
{
    size_t n = c->table.n_rows;

    switch (c->type) {
    case CHART_SCATTER:
        return n >= AUTO_SCATTER && n <= CHART_POINTS;
    case CHART_HISTOGRAM:
        return n >= AUTO_HISTOGRAM && n <= CHART_VALUES;
    case CHART_LINE:
        return n >= AUTO_ROWS;
    case CHART_BAR:
    case CHART_STACKED:
    case CHART_WATERFALL:
    case CHART_SHARE:
    case CHART_TYPES:
        break;
    }
    return n >= AUTO_ROWS && c->points <= CHART_AUTO_BARS && c->points * c->n_series <= GROUPED_BARS;
}

static bool is_unasked(const struct chart_wish *w)
{
    return !(w->type && *w->type) && !(w->x_col && *w->x_col) && !(w->y_col && *w->y_col);
}

static int nothing_to_draw(struct err *err)
{
    err_set(err, ERR_TYPE_MISMATCH, "The rows have no columns that such a chart could show.", "no fitting columns");
    return err_action(err, "A chart needs a column of numbers, and something to show them by.");
}

int chart_from_table(struct arena *a, const struct json *columns, const struct json *rows,
                     const struct chart_wish *wish, struct chart **ret, struct err *err)
{
    struct choice c = { .arena = a, .wish = wish };
    bool unasked = is_unasked(wish), fits;
    struct err no_matter;

    if (json_len(rows) > CHART_VALUES)
        return err_set(err, ERR_TOO_LARGE, "There are too many rows for a chart.", "%zu rows", json_len(rows));
    table_look(a, columns, rows, &c.table);
    if (take_wishes(&c, err))
        return -1;
    choose_columns(&c);
    choose_type(&c);
    fits = c.y && (c.x || c.type == CHART_HISTOGRAM);
    if (!fits && !unasked)
        return nothing_to_draw(err);
    if (fits)
        choose_more(&c);
    if (fits && choose_series(&c, unasked ? &no_matter : err)) {
        if (!unasked)
            return -1;
        fits = false;
    }
    if (unasked)
        fits = fits && c.y->holds == HOLDS_NUMBERS && would_help(&c);
    *ret = fits ? build(&c) : NULL;
    return 0;
}
