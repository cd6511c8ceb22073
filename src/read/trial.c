/* trial.c - rows become a hash and a few traits. */
#include "read/trial.h"
#include "base/mix.h"
#include "base/num.h"
#include "query/query.h"
#include <math.h>
#include <string.h>

#define ROWS_LOOKED_AT 5 /* for empty cells */
#define DIGITS 9         /* of a number that count: sums of the same numbers in another order agree in more */
#define DIGITS_EXACT 15  /* a whole number of more is an identifier: it is compared by its bytes */

/* The value without what is behind its DIGITS, as bits. */
static uint64_t rounded_bits(double v)
{
    uint64_t bits;
    int exponent;
    double part = frexp(v, &exponent), scale = 1e9;

    if (v == 0)
        return 0;
    part = round(part * scale) / scale;
    v = ldexp(part, exponent);
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static uint64_t cell_hash(const char *p, size_t n, bool *ret_is_nothing)
{
    double v;

    *ret_is_nothing = true;
    if (!p)
        return 1;
    if (!num_is_json(p, n) || (n > DIGITS_EXACT && num_is_integer(p, n))) {
        *ret_is_nothing = n == 0;
        return mix(mix_hash(p, n), 2);
    }
    v = num_double(p, n);
    *ret_is_nothing = v == 0;
    return mix(rounded_bits(v), 3);
}

void trial_begin(struct trial_maker *m, size_t columns, bool ordered)
{
    memset(m, 0, sizeof *m);
    m->trial.tried = m->trial.all_empty = true;
    m->trial.columns = columns;
    m->trial.hash = columns;
    m->ordered = ordered;
}

/* Open addressing in a table of twice as many places as rows are kept. */
static bool is_kept(struct trial_maker *m, uint64_t row)
{
    size_t at = row % (TRIAL_ROWS_KEPT * 2);

    row |= 1; /* 0 is a free place */
    for (; m->kept[at]; at = (at + 1) % (TRIAL_ROWS_KEPT * 2))
        if (m->kept[at] == row)
            return true;
    if (m->trial.rows < TRIAL_ROWS_KEPT)
        m->kept[at] = row;
    return false;
}

static void end_row(struct trial_maker *m)
{
    uint64_t row = mix(mix(m->row, 0x9e3779b97f4a7c15u), 7);

    m->trial.is_repeated = is_kept(m, row) || m->trial.is_repeated;
    m->trial.hash = m->ordered ? mix(m->trial.hash, row) : m->trial.hash + row;
    m->trial.rows++;
    m->cell = 0;
    m->row = 0;
}

void trial_cell(struct trial_maker *m, const char *p, size_t n)
{
    bool is_nothing;

    m->row = mix(m->row, cell_hash(p, n, &is_nothing));
    if (m->trial.rows == 0 && !is_nothing)
        m->trial.all_empty = false;
    if (!p && m->trial.rows < ROWS_LOOKED_AT)
        m->trial.has_empty = true;
    if (++m->cell == m->trial.columns)
        end_row(m);
}

void trial_end(const struct trial_maker *m, struct trial *ret)
{
    *ret = m->trial;
    if (ret->rows == 0)
        ret->all_empty = false;
}

bool trial_alike(const struct trial *a, const struct trial *b)
{
    return a->tried && b->tried && !a->failed && !b->failed && a->hash == b->hash && a->rows == b->rows &&
           a->columns == b->columns;
}

bool trial_is_ordered(const struct query *q)
{
    return q->n_order > 0 && q->limit != 1;
}
