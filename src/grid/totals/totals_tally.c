/* totals_tally.c - sums in 128 bits for exact columns, in doubles for floats.
 *
 * Doubles are added in the order of their rows, so the same rows give the same sum. A spreadsheet adds them in an order
 * of its own; what differs is far below FLOAT_SLACK of what was added.
 */
#include "grid/totals/totals_tally.h"
#include "base/cancel.h"
#include "grid/columns/columns_node.h"
#include <math.h>

#define FLOAT_SLACK 1e-9
#define LEAST_ROUNDED 100 /* a sum that is rounded must show three digits: less is met by chance */
#define LEAST_LARGE 1000

/* ---- adding ---- */

static bool is_float(const struct columns *c, size_t column)
{
    return c->described[column].type == COLUMN_FLOAT;
}

static void add_exact(struct tally *t, int128 v)
{
    t->overflowed |= __builtin_add_overflow(t->sum.exact, v, &t->sum.exact);
    if (t->n == 0 || v < t->lowest.exact)
        t->lowest.exact = v;
    if (t->n == 0 || v > t->highest.exact)
        t->highest.exact = v;
    t->n++;
    if (v == 0)
        return;
    if (!t->has_first)
        t->first.exact = v;
    t->has_first = true;
    t->differs |= v != t->first.exact;
}

static void add_real(struct tally *t, double v)
{
    t->overflowed |= !isfinite(v);
    t->sum.real += v;
    t->size += fabs(v);
    if (t->n == 0 || v < t->lowest.real)
        t->lowest.real = v;
    if (t->n == 0 || v > t->highest.real)
        t->highest.real = v;
    t->n++;
    if (v == 0)
        return;
    if (!t->has_first)
        t->first.real = v;
    t->has_first = true;
    t->differs |= v != t->first.real;
}

/* Rows of one part, which count from its first. */
static void add_part(struct tally *t, const struct part *p, bool real, uint64_t from, uint64_t to)
{
    for (uint64_t row = from; row < to; row++) {
        if (!part_has(p, row))
            continue;
        if (real)
            add_real(t, ((const double *)p->values)[row]);
        else
            add_exact(t, part_exact(p, row));
    }
}

int tally_rows(struct tally *t, const struct columns *c, size_t column, uint64_t from, uint64_t to,
               const struct cancel *cancel, struct err *err)
{
    for (size_t k = columns_find_part(c, from); from < to; k++) {
        uint64_t end = c->starts[k + 1] < to ? c->starts[k + 1] : to;

        if (cancel_check(cancel, err))
            return -1;
        add_part(t, columns_part(c, column, k), is_float(c, column), from - c->starts[k], end - c->starts[k]);
        from = end;
    }
    return 0;
}

void tally_row(struct tally *t, const struct columns *c, size_t column, uint64_t row)
{
    size_t k = columns_find_part(c, row);

    add_part(t, columns_part(c, column, k), is_float(c, column), row - c->starts[k], row - c->starts[k] + 1);
}

static void merge_exact(struct tally *t, const struct tally *b)
{
    t->overflowed |= __builtin_add_overflow(t->sum.exact, b->sum.exact, &t->sum.exact);
    if (t->n == 0 || b->lowest.exact < t->lowest.exact)
        t->lowest.exact = b->lowest.exact;
    if (t->n == 0 || b->highest.exact > t->highest.exact)
        t->highest.exact = b->highest.exact;
    t->differs |= t->has_first && b->has_first && t->first.exact != b->first.exact;
}

static void merge_real(struct tally *t, const struct tally *b)
{
    t->sum.real += b->sum.real;
    t->size += b->size;
    if (t->n == 0 || b->lowest.real < t->lowest.real)
        t->lowest.real = b->lowest.real;
    if (t->n == 0 || b->highest.real > t->highest.real)
        t->highest.real = b->highest.real;
    t->differs |= t->has_first && b->has_first && t->first.real != b->first.real;
}

void tally_merge(struct tally *t, const struct tally *b, bool real)
{
    if (b->n == 0)
        return;
    if (real)
        merge_real(t, b);
    else
        merge_exact(t, b);
    if (!t->has_first)
        t->first = b->first;
    t->has_first |= b->has_first;
    t->differs |= b->differs;
    t->overflowed |= b->overflowed;
    t->n += b->n;
}

bool figure_at(const struct columns *c, size_t column, uint64_t row, struct figure *ret)
{
    size_t k = columns_find_part(c, row);
    const struct part *p = columns_part(c, column, k);

    row -= c->starts[k];
    if (!part_has(p, row))
        return false;
    *ret = (struct figure){ 0 };
    if (is_float(c, column))
        ret->real = ((const double *)p->values)[row];
    else
        ret->exact = part_exact(p, row);
    return true;
}

bool figure_is_zero(const struct column *c, const struct figure *v)
{
    return c->type == COLUMN_FLOAT ? v->real == 0 : v->exact == 0;
}

/* ---- comparing ---- */

static int128 magnitude(int128 v)
{
    return v < 0 ? -v : v;
}

/* What one in the last place that v shows counts: 100 for 12.00 of a column with two places, 1 for 12.34. */
static int128 shown_unit(int128 v, int scale)
{
    int128 unit = 1;

    for (int i = 0; i < scale && v % (unit * 10) == 0; i++)
        unit *= 10;
    return unit;
}

bool figure_is_large(const struct column *c, const struct figure *v)
{
    int64_t digits;
    int places;

    if (c->type != COLUMN_FLOAT)
        return magnitude(v->exact / shown_unit(v->exact, c->type == COLUMN_DECIMAL ? c->scale : 0)) >= LEAST_LARGE;
    return !value_places(v->real, 0, &places, &digits) || digits >= LEAST_LARGE || digits <= -LEAST_LARGE;
}

/* Whether v is sum / n, rounded to the places that v shows. */
static bool is_quotient(int128 v, int scale, int128 sum, uint64_t n)
{
    int128 times, apart, most;

    if (__builtin_mul_overflow(v, (int128)n, &times) || __builtin_sub_overflow(times, sum, &apart) ||
        __builtin_mul_overflow(apart, (int128)2, &apart) ||
        __builtin_mul_overflow(shown_unit(v, scale), (int128)n, &most))
        return false;
    return magnitude(apart) <= most;
}

static bool is_exact_sum(int128 v, int scale, int128 sum)
{
    if (v == sum)
        return true;
    return magnitude(v / shown_unit(v, scale)) >= LEAST_ROUNDED && is_quotient(v, scale, sum, 1);
}

/* Half of one in the last place that v shows; 0 when it shows too little, or all a double has. */
static double shown_half(double v, bool any)
{
    double half = 0.5;
    int64_t digits;
    int places;

    if (!value_places(v, 0, &places, &digits) || (!any && digits < LEAST_ROUNDED && digits > -LEAST_ROUNDED))
        return 0;
    for (; places > 0; places--)
        half /= 10;
    return half;
}

static bool is_near(double v, double other, double slack)
{
    return fabs(v - other) <= slack;
}

static bool gives_real(const struct tally *t, enum summary kind, double v, uint64_t rows)
{
    double n = (double)t->n, slack = FLOAT_SLACK * t->size;

    switch (kind) {
    case SUMMARY_SUM:
        return is_near(v, t->sum.real, slack + shown_half(v, false));
    case SUMMARY_AVERAGE:
        return is_near(v, t->sum.real / n, slack / n + shown_half(v, true));
    case SUMMARY_LOWEST:
        return v == t->lowest.real;
    case SUMMARY_HIGHEST:
        return v == t->highest.real;
    case SUMMARY_MEDIAN:
    case SUMMARY_DEVIATION:
        return false; /* totals_spread.c */
    case SUMMARY_COUNT:
        break;
    }
    return v == n || v == (double)rows;
}

static bool gives_exact(const struct tally *t, int scale, enum summary kind, int128 v, uint64_t rows)
{
    int128 one = 1;

    switch (kind) {
    case SUMMARY_SUM:
        return is_exact_sum(v, scale, t->sum.exact);
    case SUMMARY_AVERAGE:
        return is_quotient(v, scale, t->sum.exact, t->n);
    case SUMMARY_LOWEST:
        return v == t->lowest.exact;
    case SUMMARY_HIGHEST:
        return v == t->highest.exact;
    case SUMMARY_MEDIAN:
    case SUMMARY_DEVIATION:
        return false; /* totals_spread.c */
    case SUMMARY_COUNT:
        break;
    }
    for (int i = 0; i < scale; i++)
        one *= 10;
    return v % one == 0 && (v / one == (int128)t->n || v / one == (int128)rows);
}

static double power_of(int scale)
{
    double power = 1;

    for (; scale > 0; scale--)
        power *= 10;
    return power;
}

double figure_real(const struct column *c, const struct figure *v)
{
    if (c->type == COLUMN_FLOAT)
        return v->real;
    return (double)v->exact / power_of(c->type == COLUMN_DECIMAL ? c->scale : 0);
}

double figure_half(const struct column *c, const struct figure *v)
{
    int scale = c->type == COLUMN_DECIMAL ? c->scale : 0;

    if (c->type == COLUMN_FLOAT)
        return shown_half(v->real, true);
    return (double)shown_unit(v->exact, scale) / power_of(scale) / 2;
}

bool tally_is_sum(const struct tally *t, const struct column *c, const struct figure *v)
{
    if (c->type == COLUMN_FLOAT)
        return is_near(v->real, t->sum.real, FLOAT_SLACK * t->size);
    return v->exact == t->sum.exact;
}

bool tally_gives(const struct tally *t, const struct column *c, enum summary kind, const struct figure *v,
                 uint64_t rows)
{
    if (t->n == 0 || t->overflowed)
        return false;
    if (c->type == COLUMN_FLOAT)
        return gives_real(t, kind, v->real, rows);
    return gives_exact(t, c->type == COLUMN_DECIMAL ? c->scale : 0, kind, v->exact, rows);
}
