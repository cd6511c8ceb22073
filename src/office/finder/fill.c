/* fill.c - a batch of rows at a time; texts are kept behind each other until the batch is handed on.
 *
 * What is seldom, merged cells, is seen to when a row ends, so that a cell costs no more for it.
 */
#include "office/finder/fill.h"
#include "base/buf.h"
#include "base/limits.h"
#include "grid/columns/builder.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "office/finder/finder.h"
#include "office/package/refusals.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BATCH_CELLS 8192             /* 128 KB: they stay in the cache between here and the builder */
#define BATCH_TEXT_BYTES (64u << 20) /* of texts before a batch is handed on early */
#define NO_PLACE UINT32_MAX

/* The value of a merged cell that reaches down to a row. */
struct held {
    uint32_t to; /* 0: none */
    bool is_counted;
    struct datum value;
    struct buf text;
};

struct fill {
    uint32_t first_row, last_row, left, reach;
    uint32_t *place; /* of each of the sheet's columns from left on: the table's column, or NO_PLACE */
    fill_fn *fn;
    void *arg;
    size_t width, most; /* columns; rows of a batch */
    struct datum *values;
    size_t rows;    /* in the batch, without the one being filled */
    uint32_t row;   /* being filled; 0: none */
    uint32_t after; /* the row behind the last that was filled */
    struct buf texts;
    const struct found_span *spans;
    size_t n_spans;
    struct held *held; /* one a column; NULL where no cells are merged */
    struct fill_counts counts;
};

struct fill_area fill_found(const struct found_table *t)
{
    return (struct fill_area){ .first_row = t->first_row,
                               .last_row = t->last_row,
                               .columns = t->columns,
                               .n_columns = t->n_columns,
                               .spans = t->spans,
                               .n_spans = t->n_spans };
}

static void hold_spans(struct fill *f, const struct fill_area *area)
{
    f->spans = area->spans;
    f->n_spans = area->n_spans;
    if (area->n_spans == 0)
        return;
    f->held = calloc(f->width, sizeof *f->held);
    if (!f->held)
        abort();
    for (size_t i = 0; i < f->width; i++)
        buf_init(&f->held[i].text, DATA_CELL_BYTES);
}

struct fill *fill_new(const struct fill_area *area, fill_fn *fn, void *arg)
{
    struct fill *f = calloc(1, sizeof *f);

    assert(area->n_columns > 0);
    if (!f)
        abort();
    f->first_row = f->after = area->first_row;
    f->last_row = area->last_row;
    f->left = area->columns[0];
    f->reach = area->columns[area->n_columns - 1] - f->left + 1;
    f->width = area->n_columns;
    f->most = BATCH_CELLS / f->width + 1;
    f->fn = fn;
    f->arg = arg;
    f->place = malloc(f->reach * sizeof *f->place);
    f->values = calloc(f->most * f->width, sizeof *f->values);
    if (!f->place || !f->values)
        abort();
    memset(f->place, 0xff, f->reach * sizeof *f->place);
    for (size_t i = 0; i < area->n_columns; i++)
        f->place[area->columns[i] - f->left] = (uint32_t)i;
    buf_init(&f->texts, 2 * BATCH_TEXT_BYTES);
    hold_spans(f, area);
    return f;
}

void fill_free(struct fill *f)
{
    if (!f)
        return;
    for (size_t i = 0; f->held && i < f->width; i++)
        buf_done(&f->held[i].text);
    free(f->held);
    free(f->place);
    free(f->values);
    buf_done(&f->texts);
    free(f);
}

static bool is_text(const struct datum *d)
{
    return d->kind == DATUM_TEXT || d->kind == DATUM_ERROR;
}

static uint32_t place_of(const struct fill *f, uint32_t column)
{
    return column - f->left < f->reach ? f->place[column - f->left] : NO_PLACE;
}

/* Hands the batch on; texts are found now that their buffer does not move any more. */
static int flush(struct fill *f, struct err *err)
{
    size_t n = f->rows * f->width;
    int done;

    if (n == 0)
        return 0;
    if (f->texts.failed)
        return workbook_too_large(err, "over %u bytes of texts in a few rows", 2 * BATCH_TEXT_BYTES);
    if (f->texts.n > 0)
        for (size_t i = 0; i < n; i++)
            if (is_text(&f->values[i]))
                f->values[i].p = f->texts.p + f->values[i].integer;
    done = f->fn(f->arg, f->values, f->rows, err);
    memset(f->values, 0, n * sizeof *f->values);
    buf_cut(&f->texts, 0);
    f->rows = 0;
    return done;
}

/* ---- the end of a row ---- */

/* Merged cells that begin in this row: what they say is held. */
static void hold(struct fill *f, const struct datum *row)
{
    for (; f->n_spans > 0 && f->spans->first_row <= f->row; f->spans++, f->n_spans--) {
        uint32_t place = place_of(f, f->spans->column);
        struct held *h = place == NO_PLACE ? NULL : &f->held[place];
        if (!h || f->spans->first_row < f->row || row[place].kind == DATUM_NONE)
            continue;
        h->to = f->spans->last_row;
        h->is_counted = false;
        h->value = row[place];
        buf_cut(&h->text, 0);
        if (is_text(&h->value))
            buf_add(&h->text, f->texts.p + h->value.integer, h->value.n);
    }
}

static void put_down(struct fill *f, struct datum *row)
{
    for (size_t i = 0; i < f->width; i++) {
        struct held *h = &f->held[i];
        bool is_amount = i > 0 && h->value.kind == DATUM_NUMBER;
        if (h->to < f->row || row[i].kind != DATUM_NONE)
            continue;
        if (!h->is_counted)
            *(is_amount ? &f->counts.kept : &f->counts.filled) += 1;
        h->is_counted = true;
        if (is_amount)
            continue;
        row[i] = h->value;
        if (is_text(&row[i])) {
            row[i].integer = (int64_t)f->texts.n;
            buf_add(&f->texts, h->text.p, h->text.n);
        }
    }
}

static int end_row(struct fill *f, struct err *err)
{
    struct datum *row = f->values + f->rows * f->width;

    if (f->row == 0)
        return 0;
    f->counts.gaps += f->row - f->after;
    f->after = f->row + 1;
    if (f->held) {
        hold(f, row);
        put_down(f, row);
    }
    f->row = 0;
    f->rows++;
    if (f->rows == f->most || f->texts.n > BATCH_TEXT_BYTES)
        return flush(f, err);
    return 0;
}

int fill_add(struct fill *f, uint32_t row, uint32_t column, const struct datum *value, struct err *err)
{
    uint32_t place = place_of(f, column);
    struct datum *to;

    static_assert(DATUM_NONE == 0, "a cleared value is none");
    if (place == NO_PLACE || row < f->first_row || row > f->last_row || value->kind == DATUM_NONE)
        return 0;
    if (row != f->row) {
        if (end_row(f, err) < 0)
            return -1;
        f->row = row;
    }
    to = &f->values[f->rows * f->width + place];
    *to = *value;
    if (is_text(value)) {
        to->integer = (int64_t)f->texts.n;
        buf_add(&f->texts, value->p, value->n);
    }
    return 0;
}

int fill_end(struct fill *f, struct err *err)
{
    return end_row(f, err) < 0 ? -1 : flush(f, err);
}

struct fill_counts fill_counts(const struct fill *f)
{
    return f->counts;
}

void fill_say(const struct fill_counts *c, struct notes *notes)
{
    if (c->filled)
        notes_add(notes, "%s filled down", notes_count(notes, c->filled, "merged cell", "was", "were"));
    if (c->kept)
        notes_add(notes, "%s kept in the first row alone, to be counted once",
                  notes_count(notes, c->kept, "merged number", "was", "were"));
}

int fill_builder(void *builder, const struct datum *values, size_t rows, struct err *err)
{
    return builder_add(builder, values, rows, err);
}
