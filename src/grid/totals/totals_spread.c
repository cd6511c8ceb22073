/* totals_spread.c - medians and standard deviations, which are not in a tally: the values themselves are looked at.
 *
 * The rows are those between the summaries that stand together and the one before them (behind them, where they are on
 * top), and then all that are no summary.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/limits.h"
#include "grid/columns/columns_node.h"
#include "grid/totals/totals_node.h"
#include "grid/totals/totals_tally.h"
#include <math.h>
#include <stdlib.h>

#define SLACK 1e-9

struct sample {
    double *values;
    size_t n;
    bool differs;
};

static int compare_values(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* The values of the rows that are no candidates. */
static void gather(const struct totals *t, size_t column, uint64_t from, uint64_t to, struct sample *s)
{
    struct figure f;

    s->n = 0;
    for (uint64_t row = from; row < to; row++)
        if (!totals_at(t, row) && figure_at(t->columns, column, row, &f))
            s->values[s->n++] = figure_real(&t->columns->described[column], &f);
    qsort(s->values, s->n, sizeof *s->values, compare_values);
    s->differs = s->n > 1 && s->values[0] < s->values[s->n - 1];
}

static bool is_median(const struct sample *s, double v, double slack)
{
    return fabs((s->values[(s->n - 1) / 2] + s->values[s->n / 2]) / 2 - v) <= slack;
}

/* Whether v is the root of a square, give or take. */
static bool is_root(double v, double square, double slack)
{
    double low = v > slack ? v - slack : 0;

    return v >= 0 && square >= low * low && square <= (v + slack) * (v + slack);
}

/* Of a sample, or of all. */
static bool is_deviation(const struct sample *s, double v, double slack)
{
    double mean = 0, squares = 0, n = (double)s->n;

    for (size_t i = 0; i < s->n; i++)
        mean += s->values[i] / n;
    for (size_t i = 0; i < s->n; i++)
        squares += (s->values[i] - mean) * (s->values[i] - mean);
    return is_root(v, squares / (n - 1), slack) || is_root(v, squares / n, slack);
}

/* True when every column that has a value says it, and one of different values does. */
static bool is_spread(const struct totals *t, const struct candidate *x, uint64_t from, uint64_t to, struct sample *s)
{
    unsigned strong = 0;

    for (size_t i = 0; i < t->n_numbers; i++) {
        const struct column *c = &t->columns->described[t->numbers[i]];
        struct figure f;
        double v, slack;

        if (!figure_at(t->columns, t->numbers[i], x->row, &f))
            continue;
        gather(t, t->numbers[i], from, to, s);
        v = figure_real(c, &f);
        slack = figure_half(c, &f) + SLACK * (fabs(v) + 1);
        if (s->n < 2 || !(x->kinds & SUMMARY_MEDIAN ? is_median(s, v, slack) : is_deviation(s, v, slack)))
            return false;
        strong += s->differs;
    }
    return strong > 0;
}

/* Tries the rows next to the summaries [first, last], and then all. */
static void try_spread(struct totals *t, struct candidate *x, size_t first, size_t last, struct sample *s)
{
    const uint64_t rows = t->columns->rows;
    uint64_t from = first > 0 ? t->list[first - 1].row + 1 : 0, to = t->list[first].row;
    bool on_top = to == 0;

    if (on_top) {
        from = t->list[last].row + 1;
        to = last + 1 < t->n ? t->list[last + 1].row : rows;
    }
    if (!is_spread(t, x, from, to, s) && !is_spread(t, x, 0, rows, s))
        return;
    x->state = x->may_be_name ? STATE_NAME : STATE_PROVED;
    x->kind = x->kinds & SUMMARY_MEDIAN ? SUMMARY_MEDIAN : SUMMARY_DEVIATION;
    x->proof = on_top ? PROOF_BELOW : PROOF_ABOVE;
    x->is_strong = true;
}

int totals_spread(struct totals *t, struct err *err)
{
    struct sample s = { 0 };
    size_t first = 0, last;

    if (t->columns->rows > TOTALS_SPREAD_ROWS)
        return 0;
    for (size_t i = 0, tried = 0; i < t->n && tried < TOTALS_SPREADS; i++) {
        struct candidate *x = &t->list[i];

        if (i > 0 && t->list[i - 1].row + 1 != x->row)
            first = i;
        if (!(x->kinds & (SUMMARY_MEDIAN | SUMMARY_DEVIATION)) || !x->has_number || x->state == STATE_PROVED)
            continue;
        if (cancel_check(t->cancel, err))
            return -1;
        if (!s.values)
            s.values = arena_array(t->arena, t->columns->rows, sizeof *s.values);
        for (last = i; last + 1 < t->n && t->list[last + 1].row == t->list[last].row + 1;)
            last++;
        try_spread(t, x, first, last, &s);
        tried++;
    }
    return 0;
}
