/* csv_lane.c - one loop a kind of column, so that nothing is decided again for every cell.
 *
 * Each loop has a quick way for what most cells of such a column look like, which counts them for the guess in local
 * variables; any other cell is read in full (types.h), which gives its value and what it says of the type in one go.
 */
#include "csv/csv_lane.h"
#include "base/buf.h"
#include "base/limits.h"
#include "grid/growing.h"
#include "grid/types/quick.h"
#include <string.h>

#define MISFITS_ROOM 64 /* misfits kept whatever the share */

static enum lane_kind kind_of(const struct type_plan *plan)
{
    bool is_plain_reading = plan->reading == READING_POINT && !plan->is_compact;

    if (plan->type == COLUMN_TEXT)
        return LANE_TEXT;
    if (is_plain_reading &&
        (plan->type == COLUMN_INTEGER || (plan->type == COLUMN_DECIMAL && plan->precision <= QUICK_DIGITS)))
        return LANE_WHOLE;
    if (is_plain_reading && plan->type == COLUMN_FLOAT)
        return LANE_REAL;
    if (plan->type == COLUMN_DATE && !plan->is_compact && plan->reading != READING_PERIOD)
        return LANE_DATE;
    return plan->type == COLUMN_TIMESTAMP ? LANE_TIME : LANE_PLAN;
}

void lane_open(struct lane *l, const struct type_plan *plan, bool is_learning)
{
    const struct column shape = { .type = plan->type, .precision = plan->precision };

    *l = (struct lane){ .kind = kind_of(plan), .plan = *plan, .is_learning = is_learning };
    l->width = l->kind == LANE_WHOLE ? sizeof(int64_t) : part_width(&shape);
    l->scale = plan->scale;
    l->guess.not_compact = !is_learning;
}

void lane_done(struct lane *l)
{
    free(l->values);
    free(l->nulls);
    misfits_done(&l->misfits.m);
    texts_done(&l->texts);
    *l = (struct lane){ 0 };
}

/* The cell's text, with each doubled quote made one. */
static const char *piece_text(const struct csv_span *c, struct buf *scratch, size_t *ret_n)
{
    const char *p = c->p, *end = c->p + c->n, *quote;

    *ret_n = c->n;
    if (!c->doubled)
        return c->p;
    buf_cut(scratch, 0);
    while ((quote = memchr(p, '"', (size_t)(end - p)))) {
        buf_add(scratch, p, (size_t)(quote + 1 - p));
        p = quote + 2;
    }
    buf_add(scratch, p, (size_t)(end - p));
    *ret_n = scratch->n;
    return scratch->p;
}

/* ---- rows without a value ---- */

/* The row's slot is zero, as rescale() goes over all of them, and the same cells must give the same bytes. */
static void take_away(struct lane *l, size_t row)
{
    l->nulls[row / 64] |= 1ULL << (row % 64);
    l->has_nulls = true;
    if (l->width)
        memset((char *)l->values + row * l->width, 0, l->width);
}

static void add_misfit(struct lane *l, size_t row, const char *p, size_t n)
{
    if (l->is_learning && l->misfits.m.n > MISFITS_ROOM + row / 16)
        l->is_broken = true; /* more than any column may have: it is text, or of another type */
    else
        misfit_add(&l->misfits, row, p, n);
}

/* Room for n more rows. */
static void grow(struct lane *l, size_t n)
{
    size_t words = part_words(l->rows + n), had = l->nulls_cap;

    l->nulls = room_for(l->nulls, words, sizeof *l->nulls, &l->nulls_cap);
    if (l->nulls_cap > had)
        memset(l->nulls + had, 0, (l->nulls_cap - had) * sizeof *l->nulls);
    if (l->width)
        l->values = room_for(l->values, l->rows + n, l->width, &l->cap);
}

/* ---- any cell ---- */

/* Reads a cell in full; *ret is set with FIT_VALUE only, and the row has no value otherwise. */
static enum fit read_full(struct lane *l, const struct csv_span *c, size_t row, const struct type_plan *plan,
                          struct buf *scratch, union value *ret)
{
    struct parsed_cell r;
    enum fit fit;
    size_t n;
    const char *p = piece_text(c, scratch, &n);

    cell_read(p, n, &r);
    if (l->is_learning)
        type_guess_add_reading(&l->guess, &r);
    fit = value_of(plan, &r, ret);
    if (fit == FIT_WIDER) {
        l->is_broken = true;
    } else if (fit == FIT_MISFIT && !l->is_broken) {
        add_misfit(l, row, p, n);
    }
    if (fit != FIT_VALUE)
        take_away(l, row);
    return fit;
}

static void add_by_plan(struct lane *l, const struct csv_span *cells, size_t n, struct buf *scratch)
{
    struct part part = { .values = l->values, .width = l->width };
    union value v;

    for (size_t i = 0; i < n; i++) {
        if (cells[i].n == 0)
            take_away(l, l->rows + i);
        else if (read_full(l, &cells[i], l->rows + i, &l->plan, scratch, &v) == FIT_VALUE)
            part_put(&part, l->plan.type, l->rows + i, &v);
    }
}

/* ---- whole numbers and short decimals ---- */

/* The values so far get more places. */
static void rescale(struct lane *l, int scale)
{
    int64_t *values = l->values, factor;

    if (l->most_digits + (uint32_t)scale > QUICK_DIGITS) {
        l->is_broken = true;
        return;
    }
    factor = quick_power[scale - l->scale];
    for (size_t row = 0; row < l->rows; row++)
        values[row] *= factor;
    l->scale = scale;
}

static void see_digits(struct lane *l, uint32_t digits)
{
    if (digits > l->most_digits)
        l->most_digits = digits;
}

/* A cell that is not plain. Whole numbers may have 19 digits as long as no value has places. */
static void add_whole_full(struct lane *l, const struct csv_span *c, size_t row, struct buf *scratch)
{
    const struct type_plan whole = { .type = COLUMN_INTEGER, .reading = READING_POINT };
    const struct type_plan places = {
        .type = COLUMN_DECIMAL, .precision = QUICK_DIGITS, .scale = l->scale, .reading = READING_POINT
    };
    union value v;
    uint32_t digits = 0;

    if (read_full(l, c, row, l->scale ? &places : &whole, scratch, &v) != FIT_VALUE)
        return;
    if (l->scale)
        v.integer = (int64_t)v.decimal;
    ((int64_t *)l->values)[row] = v.integer;
    for (int64_t left = v.integer; left != 0; left /= 10)
        digits++;
    see_digits(l, digits > (uint32_t)l->scale ? digits - (uint32_t)l->scale : 0);
}

static void add_whole(struct lane *l, const struct csv_span *cells, size_t n, struct buf *scratch)
{
    struct plain_numbers plain = { 0 };
    const size_t from = l->rows;

    for (size_t i = 0; i < n; i++, l->rows++) {
        const struct csv_span *c = &cells[i];
        struct quick_number q;
        uint32_t digits; /* before the point: a zero is none there, as in the plan's own count */

        if (c->n == 0) {
            take_away(l, l->rows);
            continue;
        }
        if (!quick_number(c->p, c->n, &q) || !type_guess_is_plain(&l->guess, q.whole, q.places)) {
            add_whole_full(l, c, l->rows, scratch);
            continue;
        }
        l->guess.not_compact = true;
        plain_add(&plain, q.whole, q.places, q.zero);
        digits = q.zero ? 0 : q.whole;
        see_digits(l, digits);
        if ((int)q.places > l->scale && !l->is_broken)
            rescale(l, (int)q.places);
        l->is_broken |= digits + (uint32_t)l->scale > QUICK_DIGITS;
        if (!l->is_broken)
            ((int64_t *)l->values)[l->rows] = q.value * quick_power[l->scale - (int)q.places];
    }
    l->rows = from;
    type_guess_add_plain(&l->guess, &plain);
}

/* ---- dates and times ---- */

static void add_dates(struct lane *l, const struct csv_span *cells, size_t n, struct buf *scratch)
{
    int32_t *values = l->values;
    uint64_t iso = 0;
    union value v;

    for (size_t i = 0; i < n; i++) {
        const struct csv_span *c = &cells[i];
        if (c->n == 0)
            take_away(l, l->rows + i);
        else if (l->plan.reading <= READING_MONTH && quick_date(c->p, c->n, &values[l->rows + i]))
            iso++;
        else if (read_full(l, c, l->rows + i, &l->plan, scratch, &v) == FIT_VALUE)
            values[l->rows + i] = (int32_t)v.integer;
    }
    type_guess_add_iso(&l->guess, iso, false, false);
}

static void add_times(struct lane *l, const struct csv_span *cells, size_t n, struct buf *scratch)
{
    int64_t *values = l->values;
    const bool zoned = l->plan.reading >= READING_ZONED_DAY;
    uint64_t iso = 0;
    union value v;

    for (size_t i = 0; i < n; i++) {
        const struct csv_span *c = &cells[i];
        if (c->n == 0)
            take_away(l, l->rows + i);
        else if (quick_time(c->p, c->n, zoned, &values[l->rows + i]))
            iso++;
        else if (read_full(l, c, l->rows + i, &l->plan, scratch, &v) == FIT_VALUE)
            values[l->rows + i] = v.integer;
    }
    type_guess_add_iso(&l->guess, iso, true, zoned);
}

/* ---- floats ---- */

static void add_reals(struct lane *l, const struct csv_span *cells, size_t n, struct buf *scratch)
{
    struct plain_numbers plain = { 0 };
    double *values = l->values;
    union value v;

    for (size_t i = 0; i < n; i++) {
        const struct csv_span *c = &cells[i];
        struct quick_number q;

        if (c->n == 0) {
            take_away(l, l->rows + i);
        } else if (quick_number(c->p, c->n, &q) && type_guess_is_plain(&l->guess, q.whole, q.places) &&
                   quick_real(&q, &values[l->rows + i])) {
            plain_add(&plain, q.whole, q.places, q.zero);
            l->guess.not_compact = true;
        } else if (read_full(l, c, l->rows + i, &l->plan, scratch, &v) == FIT_VALUE) {
            values[l->rows + i] = v.real;
        }
    }
    type_guess_add_plain(&l->guess, &plain);
}

/* ---- text ---- */

static void add_texts(struct lane *l, const struct csv_span *cells, size_t n, struct buf *scratch)
{
    for (size_t i = 0; i < n; i++) {
        if (cells[i].n == 0)
            take_away(l, l->rows + i);
        if (cells[i].doubled) {
            size_t bytes;
            const char *p = piece_text(&cells[i], scratch, &bytes);
            texts_add(&l->texts, p, bytes);
        } else {
            texts_add(&l->texts, cells[i].p, cells[i].n);
        }
    }
}

void lane_take(struct lane *l, const struct csv_span *cells, size_t n, struct buf *scratch)
{
    static void (*const adds[])(struct lane *, const struct csv_span *, size_t, struct buf *) = {
        [LANE_TEXT] = add_texts, [LANE_WHOLE] = add_whole, [LANE_DATE] = add_dates,
        [LANE_TIME] = add_times, [LANE_REAL] = add_reals,  [LANE_PLAN] = add_by_plan,
    };

    grow(l, n);
    adds[l->kind](l, cells, n, scratch);
    l->rows += n;
}

/* ---- the end ---- */

bool lane_suits(const struct lane *l, const struct type_plan *plan)
{
    if (l->is_broken || (l->kind == LANE_TEXT) != (plan->type == COLUMN_TEXT))
        return false;
    if (l->kind == LANE_TEXT)
        return true;
    if (l->kind == LANE_WHOLE)
        return plan->reading == READING_POINT && !plan->is_compact && plan->scale >= l->scale &&
               (plan->type == COLUMN_INTEGER || plan->type == COLUMN_DECIMAL);
    return plan->type == l->plan.type && plan->reading == l->plan.reading && plan->precision == l->plan.precision &&
           plan->scale == l->plan.scale && plan->is_compact == l->plan.is_compact && plan->offset == l->plan.offset;
}

static uint64_t *make_mask(const struct lane *l)
{
    size_t words = part_words(l->rows);
    uint64_t *valid;

    if (!l->has_nulls)
        return NULL;
    valid = room_new(words, sizeof *valid);
    for (size_t i = 0; i < words; i++)
        valid[i] = ~l->nulls[i];
    if (l->rows % 64)
        valid[words - 1] &= (1ULL << (l->rows % 64)) - 1;
    return valid;
}

/* 64-bit numbers as decimals of the plan's places and width. */
static void give_decimals(const struct lane *l, const struct type_plan *plan, struct part *ret)
{
    const int64_t *from = l->values;
    int128 factor = 1;

    for (int i = l->scale; i < plan->scale; i++)
        factor *= 10;
    part_open(ret, plan, l->rows);
    for (size_t row = 0; row < l->rows; row++) {
        const union value v = { .decimal = from[row] * factor };
        part_put(ret, COLUMN_DECIMAL, row, &v);
    }
}

void lane_end(struct lane *l, const struct type_plan *plan, struct part *ret)
{
    const struct column shape = { .type = plan->type, .precision = plan->precision };

    *ret = (struct part){ 0 };
    if (l->kind == LANE_TEXT) {
        texts_end(&l->texts, ret);
    } else {
        if (l->kind == LANE_WHOLE && (l->scale != plan->scale || l->width != part_width(&shape))) {
            give_decimals(l, plan, ret);
        } else {
            ret->values = l->values;
            ret->width = l->width;
            l->values = NULL;
        }
    }
    ret->valid = make_mask(l);
    lane_done(l);
}

/* ---- what texts say of the type ---- */

static void guess_dictionary(const struct texts *t, uint64_t rows, struct type_guess *g)
{
    uint64_t *times = room_new(t->n, sizeof *times);

    for (size_t row = 0; row < t->rows; row++)
        times[t->codes[row]]++;
    for (size_t i = 0; i < t->n && !type_guess_is_text(g, rows); i++)
        type_guess_add_times(g, t->bytes + t->at[i], t->at[i + 1] - t->at[i], times[i]);
    free(times);
}

void text_guess(const struct lane *l, uint64_t rows, struct type_guess *g)
{
    const struct texts *t = &l->texts;

    if (type_guess_is_text(g, rows))
        return;
    if (!t->plain) {
        guess_dictionary(t, rows, g);
        return;
    }
    for (size_t i = 0; i < t->n && !type_guess_is_text(g, rows); i++)
        type_guess_add(g, t->bytes + t->at[i], t->at[i + 1] - t->at[i]);
}
