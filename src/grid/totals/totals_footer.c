/* totals_footer.c - what people write below a total: a tax, shipping, a discount, and the total with them.
 *
 * Such rows are no data, as they stand behind the total of it. That is believed when the total that follows is the one
 * before with all between them; a discount may be written with a minus or without. If not, they stay and it is told.
 */
#include "base/arena.h"
#include "base/limits.h"
#include "grid/columns/columns_node.h"
#include "grid/totals/totals_node.h"
#include "grid/totals/totals_tally.h"
#include <math.h>

#define FLOAT_SLACK 1e-9

struct extra {
    uint64_t row;
    enum label_extra is;
};

struct footer {
    struct totals *t;
    struct candidate *added;
    size_t n_added, cap;
    uint64_t base;   /* the row of the total */
    uint32_t column; /* of the labels */
    struct extra extras[TOTALS_FOOTER_ROWS];
    size_t n;
};

static bool is_less(const struct column *c, const struct figure *f)
{
    return c->type == COLUMN_FLOAT ? f->real < 0 : f->exact < 0;
}

/* Adds v, or takes it away; false when the sum is beyond what can be told. */
static bool add(struct figure *sum, const struct figure *v, bool away)
{
    sum->real += away ? -v->real : v->real;
    return away ? !__builtin_sub_overflow(sum->exact, v->exact, &sum->exact)
                : !__builtin_add_overflow(sum->exact, v->exact, &sum->exact);
}

/* Whether the column's total in the row is the one before with all between. */
static bool adds_up(const struct footer *f, size_t column, uint64_t row)
{
    const struct columns *c = f->t->columns;
    const struct column *d = &c->described[column];
    struct figure sum, v, total;
    size_t n = 0;

    if (!figure_at(c, column, f->base, &sum) || !figure_at(c, column, row, &total))
        return false;
    for (size_t i = 0; i < f->n; i++) {
        if (!figure_at(c, column, f->extras[i].row, &v) || figure_is_zero(d, &v))
            continue;
        n++;
        if (!add(&sum, &v, f->extras[i].is == EXTRA_LESS && !is_less(d, &v)))
            return false;
    }
    if (d->type == COLUMN_FLOAT)
        return n > 0 && fabs(sum.real - total.real) <= FLOAT_SLACK * (fabs(sum.real) + fabs(total.real));
    return n > 0 && sum.exact == total.exact;
}

static bool leads_to(const struct footer *f, uint64_t row)
{
    for (size_t i = 0; i < f->t->n_numbers; i++)
        if (adds_up(f, f->t->numbers[i], row))
            return true;
    return false;
}

/* The rows between are told of, as what they are found to be. */
static void take_extras(struct footer *f, enum candidate_state state)
{
    for (size_t i = 0; i < f->n && f->n_added < f->cap; i++)
        f->added[f->n_added++] = (struct candidate){ .row = f->extras[i].row,
                                                     .column = f->column,
                                                     .state = (uint8_t)state,
                                                     .proof = PROOF_FOOTER,
                                                     .has_number = true };
    f->n = 0;
}

static bool has_number(const struct totals *t, uint64_t row)
{
    struct figure v;

    for (size_t i = 0; i < t->n_numbers; i++)
        if (figure_at(t->columns, t->numbers[i], row, &v))
            return true;
    return false;
}

/* Another total, or what is between; false where the footer ends. */
static bool read_row(struct footer *f, uint64_t row)
{
    struct candidate *x = totals_at(f->t, row);
    size_t n;
    const char *text = totals_text(f->t, f->column, row, &n);
    enum label_extra is;

    if (x) {
        if (f->n == 0 || !(x->kinds & SUMMARY_SUM) || !leads_to(f, row))
            return false;
        if (x->state != STATE_PROVED || x->proof == PROOF_PLACE) {
            x->state = STATE_PROVED;
            x->kind = SUMMARY_SUM;
            x->proof = PROOF_FOOTER;
        }
        take_extras(f, STATE_PROVED);
        f->base = row;
        return true;
    }
    is = text ? label_extra(text, n) : EXTRA_NONE;
    if (is == EXTRA_NONE || !has_number(f->t, row))
        return false;
    f->extras[f->n++] = (struct extra){ row, is };
    return f->n < TOTALS_FOOTER_ROWS;
}

void totals_footer(struct totals *t)
{
    struct footer f = { .t = t, .cap = t->n * 2 + TOTALS_FOOTER_ROWS };
    uint64_t seen = 0;

    f.added = arena_array(t->arena, f.cap, sizeof *f.added);
    for (size_t i = 0; i < t->n; i++) {
        const struct candidate *x = &t->list[i];
        uint64_t row = x->row + 1;

        if (x->state != STATE_PROVED || x->kind != SUMMARY_SUM || x->column == NO_COLUMN || row <= seen)
            continue;
        f.base = x->row;
        f.column = x->column;
        f.n = 0;
        while (row < t->columns->rows && read_row(&f, row))
            row++;
        seen = row;
        if (f.n > 0 && (row == t->columns->rows || totals_at(t, row)))
            take_extras(&f, STATE_OPEN);
    }
    totals_add(t, f.added, f.n_added);
}
