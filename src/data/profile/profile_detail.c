/* profile_detail.c - what can only be asked once the figures are known: top values, the histogram between the least and
 * the greatest, what lies beyond the fences.
 *
 * Columns of few different values, which is most, give all of them with their counts, as one aggregate among others of
 * a statement; the top values and those written in several ways are found here. Others give their top values by a
 * subquery of their own, which costs more to plan than to run on small tables and is nothing on large ones.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/str.h"
#include "data/profile/profile_node.h"
#include "grid/table.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DETAILS = 4 }; /* cells of a column */

/* A list of values with their counts comes as one cell, which must hold whatever there is: of each value itself, its
 * count and what is around the two; in a text every byte may need six. */
#define LISTED_BYTES (sizeof "{\"key\":\"\",\"value\":18446744073709551615},")
#define LISTED_NUMBER 48 /* a decimal of 38 digits, or a time */
static_assert(3 * PROFILE_VALUES < ENGINE_NEST_VALUES, "different values fit a cell");
static_assert(3 * PROFILE_PERIODS < ENGINE_NEST_VALUES, "periods fit a cell");
static_assert(6 * PROFILE_VALUES_BYTES + PROFILE_VALUES * LISTED_BYTES < DATA_CELL_BYTES, "texts fit a cell");
static_assert(PROFILE_VALUES * (LISTED_NUMBER + LISTED_BYTES) < DATA_CELL_BYTES, "numbers fit a cell");

/* ---- SQL ---- */

static void add_double(struct buf *b, double v)
{
    char text[NUM_DOUBLE_BYTES];

    num_double_text(v, text);
    buf_addf(b, "CAST('%s' AS DOUBLE)", text);
}

/* All different values can be looked at. */
static bool is_listed(const struct column_profile *c)
{
    return c->distinct <= PROFILE_VALUES && c->distinct * (c->longest + 1) <= PROFILE_VALUES_BYTES;
}

/* Values that come most often; none where all differ, for then none does. */
static void add_values(struct buf *b, const struct profiling *p, const struct column_profile *c)
{
    if (c->values == 0 || (c->distinct == c->values && c->values > PROFILE_TOP)) {
        buf_adds(b, "NULL");
        return;
    }
    if (is_listed(c)) {
        profile_add(b, c, "map_entries(histogram($))");
        return;
    }
    buf_adds(b, "(SELECT list({'key': ");
    buf_addf(b, c->column->type == COLUMN_TEXT ? "left(v, %d)" : "v", PROFILE_TEXT_CHARS);
    profile_add(b, c, ", 'value': n} ORDER BY n DESC, v) FROM (SELECT $ AS v, count(*) AS n");
    profile_from(b, p);
    profile_add(b, c, " WHERE $ IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1");
    buf_addf(b, " LIMIT %d))", PROFILE_TOP);
}

/* The bins of a number's histogram: how many, and how wide. Whole numbers over a short span get one each. */
static size_t bins_of(const struct column_profile *c, double *ret_width)
{
    double span = c->greatest - c->least;

    *ret_width = 1;
    if (span == 0)
        return 1;
    if (c->column->type == COLUMN_INTEGER && span < PROFILE_BINS)
        return (size_t)span + 1;
    *ret_width = c->greatest / PROFILE_BINS - c->least / PROFILE_BINS;
    return PROFILE_BINS;
}

static void add_number_bins(struct buf *b, const struct column_profile *c)
{
    double width;
    size_t n = bins_of(c, &width);

    /* greatest() and least() pass over NULL, which is in no bin. */
    profile_add(b, c, "map_entries(histogram(CASE WHEN $ IS NOT NULL THEN CAST(greatest(0, least(");
    buf_addf(b, "%zu, floor(", n - 1);
    profile_add(b, c, "CAST($ AS DOUBLE) / ");
    add_double(b, width);
    buf_adds(b, " - ");
    add_double(b, c->least / width);
    buf_adds(b, "))) AS INTEGER) END))");
}

/* Periods of which the span has at most some hundred, and how many parts of a date name one. */
static const struct period {
    double days;
    const char *unit;
    int parts;
    bool of_times;
} periods[] = {
    { 2, "hour", 4, true },      { 92, "day", 3, false },          { 3000, "month", 2, false },
    { 36525, "year", 1, false }, { INFINITY, "decade", 1, false },
};

static const struct period *period_of(const struct column_profile *c)
{
    const struct period *p = periods;

    while (c->days > p->days || (p->of_times && c->column->type != COLUMN_TIMESTAMP))
        p++;
    return p;
}

static void add_bins(struct buf *b, const struct column_profile *c)
{
    if (c->has_figures)
        add_number_bins(b, c);
    else if (profile_is_time(c) && c->values > 0) {
        buf_addf(b, "map_entries(histogram(date_trunc('%s', ", period_of(c)->unit);
        profile_add(b, c, "$)))");
    } else
        buf_adds(b, "NULL");
}

/* Tukey's outer fences; false when the column has none. */
static bool fences(const struct column_profile *c, double *ret_below, double *ret_above)
{
    double range = c->quantiles[3] - c->quantiles[1];

    *ret_below = c->quantiles[1] - 3 * range;
    *ret_above = c->quantiles[3] + 3 * range;
    return c->has_figures && c->role == ROLE_MEASURE && range > 0 && isfinite(*ret_below) && isfinite(*ret_above);
}

static void add_beyond(struct buf *b, const struct column_profile *c, double below, double above)
{
    profile_add(b, c, "(CAST($ AS DOUBLE) < ");
    add_double(b, below);
    profile_add(b, c, " OR CAST($ AS DOUBLE) > ");
    add_double(b, above);
    buf_addc(b, ')');
}

/* How many there are, and those furthest from the middle. */
static void add_outliers(struct buf *b, const struct column_profile *c)
{
    double below, above;

    if (!fences(c, &below, &above)) {
        buf_adds(b, "NULL, NULL");
        return;
    }
    buf_adds(b, "count_if(");
    add_beyond(b, c, below, above);
    buf_adds(b, "), arg_max(CASE WHEN ");
    add_beyond(b, c, below, above);
    profile_add(b, c, " THEN $ END, abs(CAST($ AS DOUBLE) - ");
    add_double(b, c->quantiles[2]);
    buf_addf(b, "), %d)", PROFILE_EXAMPLES);
}

/* ---- values ---- */

/* One of a column's values and how often it is there. */
struct counted {
    struct json *value;
    int64_t count;
    size_t order;
};

static int by_count(const void *a, const void *b)
{
    const struct counted *x = a, *y = b;

    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static struct counted *read_counted(struct arena *a, const struct json *list)
{
    struct counted *values = arena_array(a, json_len(list), sizeof *values);

    for (size_t i = 0; i < json_len(list); i++)
        values[i] =
            (struct counted){ json_get(json_at(list, i), "key"), json_get_int(json_at(list, i), "value", 0), i };
    return values;
}

static struct json *short_text(struct arena *a, struct json *v)
{
    size_t n, fit;
    const char *text = json_text(v, &n);

    if (!text)
        return v;
    fit = str_fit_chars(text, n, PROFILE_TEXT_CHARS);
    return fit == n ? v : json_strn(a, text, fit);
}

/* The first of the values, which are in their order by count. */
static struct json *top_of(struct arena *a, const struct counted *values, size_t n)
{
    struct json *top = json_array(a);

    for (size_t i = 0; i < n && i < PROFILE_TOP; i++) {
        struct json *v = json_object(a);
        json_set(a, v, "value", short_text(a, values[i].value));
        json_set(a, v, "count", json_int(a, values[i].count));
        json_push(a, top, v);
    }
    return top;
}

/* Texts that are the same but for case and blanks: those not written as most of them are, which come first here. */
static uint64_t variants_of(struct arena *a, const struct counted *values, size_t n)
{
    struct json *seen = json_object(a);
    uint64_t variants = 0;

    for (size_t i = 0; i < n; i++) {
        size_t bytes;
        const char *text = json_text(values[i].value, &bytes), *folded;
        if (!text)
            return 0;
        text = str_trim(text, bytes, &bytes);
        folded = str_fold(a, arena_dup(a, text, bytes));
        if (json_get(seen, folded))
            variants += (uint64_t)values[i].count;
        else
            json_set(a, seen, folded, json_bool(a, true));
    }
    return variants;
}

static void take_values(struct arena *a, struct column_profile *c, const struct json *list)
{
    size_t n = json_len(list);
    struct counted *values = read_counted(a, list);

    if (n == 0)
        return;
    qsort(values, n, sizeof *values, by_count);
    c->top = top_of(a, values, n);
    if (c->column->type == COLUMN_TEXT && is_listed(c))
        c->variants = variants_of(a, values, n);
}

/* ---- histograms ---- */

/* Where bin i begins. Doubles at both ends of their range are further apart than a double can say. */
static double edge_of(const struct column_profile *c, size_t i, size_t n, double width)
{
    double part = (double)i / (double)n;

    return width == 1 ? c->least + (double)i : c->least * (1 - part) + c->greatest * part;
}

/* All bins of a number, those without rows too. */
static struct json *number_bins(struct arena *a, const struct column_profile *c, const struct json *counted)
{
    struct json *bins = json_array(a);
    double width;
    size_t n = bins_of(c, &width);
    int64_t counts[PROFILE_BINS] = { 0 };

    for (size_t i = 0; i < json_len(counted); i++) {
        int64_t bin = json_get_int(json_at(counted, i), "key", -1);
        if (bin >= 0 && bin < (int64_t)n)
            counts[bin] = json_get_int(json_at(counted, i), "value", 0);
    }
    for (size_t i = 0; i < n; i++) {
        struct json *bin = json_object(a);
        json_set(a, bin, "from", json_double(a, edge_of(c, i, n, width)));
        json_set(a, bin, "to", json_double(a, i + 1 == n ? c->greatest : edge_of(c, i + 1, n, width)));
        json_set(a, bin, "count", json_int(a, counts[i]));
        json_push(a, bins, bin);
    }
    return bins;
}

/* The first parts of a date's text: its year, its month, its day, its hour. */
static struct json *period_name(struct arena *a, const char *text, int parts)
{
    size_t n = 1; /* a year may have a sign */

    for (; text[n]; n++)
        if (strchr("-T :", text[n]) && --parts == 0)
            break;
    return json_strn(a, text, n);
}

static struct json *time_bins(struct arena *a, const struct column_profile *c, const struct json *counted)
{
    struct json *bins = json_array(a);

    for (size_t i = 0; i < json_len(counted) && i < PROFILE_PERIODS; i++) {
        struct json *bin = json_object(a);
        const char *text = json_get_text(json_at(counted, i), "key");
        json_set(a, bin, "from", text && *text ? period_name(a, text, period_of(c)->parts) : NULL);
        json_set(a, bin, "to", NULL);
        json_set(a, bin, "count", json_get(json_at(counted, i), "value"));
        json_push(a, bins, bin);
    }
    return bins;
}

static struct json *histogram_of(struct arena *a, const struct column_profile *c, const struct json *counted)
{
    const bool time = profile_is_time(c);
    struct json *v = json_object(a);

    if (!counted)
        return NULL;
    json_set(a, v, "unit", time ? json_str(a, period_of(c)->unit) : json_null(a));
    json_set(a, v, "bins", time ? time_bins(a, c, counted) : number_bins(a, c, counted));
    return v;
}

static struct json *outliers_of(struct arena *a, const struct column_profile *c, uint64_t count, struct json *examples)
{
    struct json *v = json_object(a);
    double below, above;

    if (!fences(c, &below, &above))
        return NULL;
    json_set(a, v, "count", json_int(a, (int64_t)count));
    json_set(a, v, "below", json_double(a, below));
    json_set(a, v, "above", json_double(a, above));
    json_set(a, v, "examples", examples ? examples : json_array(a));
    return v;
}

/* ---- a statement ---- */

static void take_details(struct profiling *p, struct column_profile *c, const struct json *row, size_t at)
{
    take_values(p->arena, c, profile_list_at(p, row, at));
    c->histogram = histogram_of(p->arena, c, profile_list_at(p, row, at + 1));
    c->outliers = outliers_of(p->arena, c, profile_count_at(row, at + 2), profile_list_at(p, row, at + 3));
}

static int count_details(struct profiling *p, struct column_profile *columns, size_t n)
{
    struct buf sql CLEANUP(buf_done) = BUF(PROFILE_SQL_BYTES);
    const struct json *row;

    buf_adds(&sql, "SELECT count(*)");
    for (size_t i = 0; i < n; i++) {
        buf_adds(&sql, ", ");
        add_values(&sql, p, &columns[i]);
        buf_adds(&sql, ", ");
        add_bins(&sql, &columns[i]);
        buf_adds(&sql, ", ");
        add_outliers(&sql, &columns[i]);
    }
    profile_from(&sql, p);
    row = profile_row(p, &sql);
    for (size_t i = 0; row && i < n; i++)
        take_details(p, &columns[i], row, 1 + i * DETAILS);
    return row ? 0 : -1;
}

int profile_details(struct profiling *p)
{
    const size_t n = p->profile->table->n_columns, step = profile_batch(p);

    for (size_t i = 0; i < n; i += step)
        if (count_details(p, &p->profile->columns[i], step < n - i ? step : n - i))
            return -1;
    return 0;
}
