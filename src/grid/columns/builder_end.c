/* builder_end.c - typed columns out of the rows that a builder holds.
 *
 * Two passes over each column: one to learn its type from every value, one to convert. Columns are made side by side;
 * what was kept of a column is let go as soon as it is converted, so the two are in memory together for one at a time.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/columns/builder_node.h"
#include "grid/columns/columns.h"
#include "grid/columns/parts.h"
#include "grid/columns/texts.h"
#include "grid/growing.h"
#include "grid/parallel.h"
#include <assert.h>
#include <string.h>

#define SHOWN_BYTES 64 /* of a number or date as text */

struct making {
    struct builder *b;
    const struct cancel *cancel; /* asked once a part of a column: every few milliseconds */
    struct columns *columns;
    struct type_guess *guesses;
    struct type_plan *plans;
};

/* One part of one column, being converted. */
struct pour {
    const struct builder *b;
    const struct raw *raw;
    const struct type_plan *plan;
    struct part *part;
    uint64_t rows, first; /* of the part; its first row in the table */
    struct misfit_list *misfits;
    uint32_t *shared_codes; /* of each shared text: its code in the part and 1, or 0; for text */
    struct buf *scratch;
};

/* ---- values as they came ---- */

static double raw_real(int64_t v)
{
    double real;

    memcpy(&real, &v, sizeof real);
    return real;
}

/* The text of a value that has one. */
static const char *raw_text(const struct builder *b, const struct raw *r, uint64_t row, size_t *ret_n)
{
    uint64_t v = (uint64_t)r->values[row];

    if (r->kinds[row] == DATUM_SHARED) {
        *ret_n = (size_t)(b->shared_at[v + 1] - b->shared_at[v]);
        return b->shared_bytes + b->shared_at[v];
    }
    *ret_n = v & ((1u << RAW_LENGTH_BITS) - 1);
    return r->bytes + (v >> RAW_LENGTH_BITS);
}

/* An amount as people write it: "-$12.5", "12.5 EUR". */
static void show_amount(double v, uint8_t currency, struct buf *out)
{
    const char *sign = currency ? amount_currency(currency) : "";
    bool is_code = *sign >= 'A' && *sign <= 'z';

    if (*sign && !is_code) {
        buf_adds(out, v < 0 ? "-" : "");
        buf_adds(out, sign);
        v = v < 0 ? -v : v;
    }
    value_show_float(v, out);
    if (is_code)
        buf_addf(out, " %s", sign);
}

/* Any value as text. */
static const char *raw_show(const struct pour *f, uint64_t row, size_t *ret_n)
{
    int64_t v = f->raw->values[row];

    buf_cut(f->scratch, 0);
    switch ((enum datum_kind)f->raw->kinds[row]) {
    case DATUM_TEXT:
    case DATUM_SHARED:
    case DATUM_DECIMAL:
    case DATUM_ERROR:
        return raw_text(f->b, f->raw, row, ret_n);
    case DATUM_NONE:
        break;
    case DATUM_NUMBER:
        show_amount(raw_real(v), f->raw->currencies ? f->raw->currencies[row] : 0, f->scratch);
        break;
    case DATUM_INTEGER:
        value_show_decimal(v, 0, f->scratch);
        break;
    case DATUM_TRUTH:
        buf_adds(f->scratch, v ? "true" : "false");
        break;
    case DATUM_DATE:
        value_show_date((int32_t)v, f->scratch);
        break;
    case DATUM_TIME:
        value_show_time(v, f->scratch);
        break;
    }
    *ret_n = f->scratch->n;
    return f->scratch->p;
}

/* ---- the first pass ---- */

static void guess_value(struct type_guess *g, const struct builder *b, const struct raw *r, uint64_t row)
{
    const char *p;
    size_t n;

    switch ((enum datum_kind)r->kinds[row]) {
    case DATUM_NONE:
    case DATUM_ERROR:
        break;
    case DATUM_TEXT:
    case DATUM_SHARED:
    case DATUM_DECIMAL:
        p = raw_text(b, r, row, &n);
        type_guess_add(g, p, n);
        break;
    case DATUM_NUMBER:
        type_guess_add_number(g, raw_real(r->values[row]));
        if (r->currencies && r->currencies[row])
            type_guess_add_currency(g, r->currencies[row]);
        break;
    case DATUM_INTEGER:
        type_guess_add_integer(g, r->values[row]);
        break;
    case DATUM_TRUTH:
        type_guess_add_truth(g);
        break;
    case DATUM_DATE:
        type_guess_add_date(g, false);
        break;
    case DATUM_TIME:
        type_guess_add_date(g, true);
        break;
    }
}

static void guess_column(void *arg, size_t i)
{
    const struct making *m = arg;
    struct type_guess *g = &m->guesses[i];
    struct err unused;

    for (size_t k = 0; k < m->b->n_parts && cancel_check(m->cancel, &unused) == 0; k++)
        for (uint64_t row = 0; row < m->b->part_rows[k]; row++) {
            guess_value(g, m->b, builder_raw(m->b, k, i), row);
            if (type_guess_is_text(g, m->b->rows))
                return;
        }
}

/* ---- the second pass: values ---- */

static enum fit convert(const struct pour *f, uint64_t row, union value *ret)
{
    int64_t v = f->raw->values[row];
    const enum reading reading = f->plan->reading;
    bool dates = reading == READING_DAY || reading == READING_MONTH;
    const char *p;
    size_t n;

    switch ((enum datum_kind)f->raw->kinds[row]) {
    case DATUM_NONE:
        return FIT_NULL;
    case DATUM_TEXT:
    case DATUM_SHARED:
    case DATUM_DECIMAL:
        p = raw_text(f->b, f->raw, row, &n);
        return value_read(f->plan, p, n, ret);
    case DATUM_NUMBER:
        return value_from_number(f->plan, raw_real(v), ret);
    case DATUM_INTEGER:
        return value_from_integer(f->plan, v, ret);
    case DATUM_TRUTH:
        ret->integer = v;
        return reading == READING_TRUTH ? FIT_VALUE : FIT_MISFIT;
    case DATUM_DATE:
        ret->integer = f->plan->type == COLUMN_TIMESTAMP ? v * DAY_US : v;
        return dates ? FIT_VALUE : FIT_MISFIT;
    case DATUM_TIME:
        ret->integer = v;
        return dates ? FIT_VALUE : FIT_MISFIT;
    case DATUM_ERROR:
        break;
    }
    return FIT_MISFIT;
}

static void pour_values(struct pour *f)
{
    part_open(f->part, f->plan, f->rows);
    for (uint64_t row = 0; row < f->rows; row++) {
        union value v;
        enum fit fit = convert(f, row, &v);

        if (fit == FIT_VALUE) {
            part_put(f->part, f->plan->type, row, &v);
            continue;
        }
        part_null(f->part, f->rows, row);
        if (fit != FIT_NULL) {
            size_t n;
            const char *p = raw_show(f, row, &n);
            misfit_add(f->misfits, f->first + row, p, n);
        }
    }
}

/* ---- the second pass: text ---- */

/* A shared text is looked up once a part. */
static void add_shared(const struct pour *f, struct texts *t, uint64_t row)
{
    uint64_t i = (uint64_t)f->raw->values[row];
    size_t n;
    const char *p;

    assert(f->shared_codes);
    if (f->shared_codes[i] && texts_has_codes(t)) {
        texts_add_code(t, f->shared_codes[i] - 1);
        return;
    }
    p = raw_text(f->b, f->raw, row, &n);
    texts_add(t, p, n);
    if (texts_has_codes(t))
        f->shared_codes[i] = texts_code(t) + 1;
}

static void pour_texts(struct pour *f)
{
    struct texts t = { 0 };
    struct part part = { 0 }; /* only its mask, until the texts are there */

    if (f->shared_codes)
        memset(f->shared_codes, 0, f->b->n_shared * sizeof *f->shared_codes);
    for (uint64_t row = 0; row < f->rows; row++) {
        uint8_t kind = f->raw->kinds[row];
        size_t n = 0;
        const char *p = kind == DATUM_SHARED ? raw_text(f->b, f->raw, row, &n) : raw_show(f, row, &n);

        if (kind == DATUM_ERROR)
            misfit_add(f->misfits, f->first + row, p, n);
        if (n == 0 || kind == DATUM_ERROR) {
            part_null(&part, f->rows, row);
            texts_add(&t, "", 0);
        } else if (kind == DATUM_SHARED) {
            add_shared(f, &t, row);
        } else {
            texts_add(&t, p, n);
        }
    }
    texts_end(&t, &part);
    *f->part = part;
}

/* ---- columns ---- */

static void pour_column(const struct making *m, size_t i, struct misfit_list *misfits)
{
    struct buf scratch CLEANUP(buf_done) = BUF(SHOWN_BYTES);
    struct pour f = { .b = m->b, .plan = &m->plans[i], .misfits = misfits, .scratch = &scratch };
    struct err unused;

    if (f.plan->type == COLUMN_TEXT && m->b->n_shared > 0)
        f.shared_codes = room_new(m->b->n_shared, sizeof *f.shared_codes);
    for (size_t k = 0; k < m->b->n_parts && cancel_check(m->cancel, &unused) == 0; k++) {
        f.raw = builder_raw(m->b, k, i);
        f.part = columns_part(m->columns, i, k);
        f.rows = m->b->part_rows[k];
        f.first = m->columns->starts[k];
        if (f.plan->type == COLUMN_TEXT)
            pour_texts(&f);
        else
            pour_values(&f);
    }
    free(f.shared_codes);
}

/* Where it was cancelled, what stands is not whole, and builder_end() lets go of it. */
static void make_column(void *arg, size_t i)
{
    const struct making *m = arg;
    struct misfit_list misfits = { 0 };
    struct err unused;

    pour_column(m, i, &misfits);
    if (m->plans[i].may_be_ids && misfits.has_digits && cancel_check(m->cancel, &unused) == 0 &&
        columns_are_ids(m->columns, i)) {
        m->plans[i] = (struct type_plan){ .type = COLUMN_TEXT, .reading = READING_TEXT };
        misfits_done(&misfits.m);
        misfits = (struct misfit_list){ 0 };
        for (size_t k = 0; k < m->b->n_parts; k++)
            part_done(columns_part(m->columns, i, k));
        pour_column(m, i, &misfits);
    }
    m->columns->misfits[i] = misfits.m;
    for (size_t k = 0; k < m->b->n_parts; k++)
        raw_done(builder_raw(m->b, k, i));
}

static int check_shared(const struct builder *b, const struct cancel *cancel, struct err *err)
{
    for (size_t k = 0; k < b->n_parts; k++)
        for (size_t i = 0; i < b->n_columns; i++) {
            const struct raw *r = builder_raw(b, k, i);

            if (cancel_check(cancel, err))
                return -1;
            for (uint64_t row = 0; row < b->part_rows[k]; row++)
                if (r->kinds[row] == DATUM_SHARED && (uint64_t)r->values[row] >= b->n_shared)
                    return err_set(err, ERR_DATA_UNREADABLE, "The file is damaged.", "no shared text of that number");
        }
    return 0;
}

/* Both passes. */
static int make_columns(struct making *m, const char *const *names, struct err *err)
{
    const struct builder *b = m->b;
    size_t threads = b->rows < DATA_BATCH_ROWS ? 1 : 0;

    parallel_run(b->n_columns, threads, guess_column, m);
    if (cancel_check(m->cancel, err))
        return -1;
    types_decide(m->guesses, names, b->n_columns, m->plans);
    parallel_run(b->n_columns, threads, make_column, m);
    return cancel_check(m->cancel, err);
}

int builder_end(struct builder *b, const char *const *names, const struct cancel *cancel, struct notes *notes,
                struct columns **ret, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct making m = { .b = b, .cancel = cancel };

    if (check_shared(b, cancel, err))
        return -1;
    m.guesses = arena_array(scratch, b->n_columns, sizeof *m.guesses);
    m.plans = arena_array(scratch, b->n_columns, sizeof *m.plans);
    m.columns = columns_new(b->n_columns, b->n_parts);
    m.columns->rows = b->rows;
    for (size_t k = 0; k < b->n_parts; k++)
        m.columns->starts[k + 1] = m.columns->starts[k] + b->part_rows[k];
    if (make_columns(&m, names, err)) {
        columns_free(m.columns);
        return -1;
    }
    columns_finish(m.columns, names, m.guesses, m.plans, notes);
    b->rows = b->n_parts = b->memory = 0;
    *ret = m.columns;
    return 0;
}
