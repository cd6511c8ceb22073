/* xls_show.c - a sheet of an .xls as a grid, row by row, and its cells one by one; the same rules as for .xlsx. */
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/damage.h"
#include "office/workbook_table.h"
#include "office/xls.h"
#include <string.h>

/* ---- a grid ---- */

struct grid {
    const struct xls_book *book;
    const struct show_to *to;
    struct xls_area area;
    bool shown;
    const struct cell_veil *veil; /* NULL: none */
    size_t sheet;
    struct datum *values; /* of the row being filled; texts are places in `texts` */
    size_t n;             /* up to its last value */
    uint32_t row;         /* being filled */
    struct buf texts;
};

static bool is_text(const struct datum *d)
{
    return d->kind == DATUM_TEXT || d->kind == DATUM_ERROR;
}

static int end_row(struct grid *g, struct err *err)
{
    int rc;

    if (g->texts.failed)
        return workbook_too_large(err, "a row of over %zu bytes", g->texts.max);
    for (size_t i = 0; i < g->n; i++)
        if (is_text(&g->values[i]))
            g->values[i].p = g->texts.p + g->values[i].integer;
    rc = g->to->row(g->to->arg, g->values, g->n, err);
    memset(g->values, 0, g->n * sizeof *g->values);
    g->n = 0;
    g->row++;
    buf_cut(&g->texts, 0);
    return rc;
}

/* Under a veil. at: where its text begins, if it is shown as one. */
static bool is_hidden(const struct grid *g, const struct xls_cell *cell, const struct datum *shown, size_t at)
{
    struct veiled_cell v = { .sheet = g->sheet, .row = cell->row, .column = cell->column };

    if (is_text(shown) && !g->texts.failed) {
        v.text = g->texts.p + at;
        v.n = shown->n;
        v.is_number = cell->value.kind == DATUM_NUMBER;
    }
    return g->veil->hides(g->veil->arg, &v);
}

static int take_cell(void *arg, const struct xls_cell *cell, struct err *err)
{
    struct grid *g = arg;
    struct datum value = cell->value;
    size_t at;

    if (cell->row > g->area.bottom)
        return 1;
    if (cell->row < g->area.top || cell->column < g->area.left || cell->column > g->area.right)
        return 0;
    while (g->row < cell->row)
        if (end_row(g, err))
            return -1;
    at = g->texts.n;
    if (g->shown) {
        xls_shown(g->book, cell, &g->texts);
        value = (struct datum){ .kind = g->texts.n > at ? DATUM_TEXT : DATUM_NONE, .n = (uint32_t)(g->texts.n - at) };
    } else if (is_text(&value)) {
        buf_add(&g->texts, value.p, value.n);
    }
    if (value.kind == DATUM_NONE || (g->veil && is_hidden(g, cell, &value, at)))
        return 0;
    if (is_text(&value))
        value.integer = (int64_t)at;
    g->values[cell->column - g->area.left] = value;
    g->n = cell->column - g->area.left + 1;
    return 0;
}

static int begin(struct grid *g, struct arena *a, const char *name, struct err *err)
{
    size_t n = g->area.right >= g->area.left ? g->area.right - g->area.left + 1 : 0;
    struct show_head *heads = arena_array(a, n, sizeof *heads);

    for (uint32_t i = 0; i < n; i++) {
        struct buf b CLEANUP(buf_done) = BUF(32);
        cell_ref_add(&b, 1, g->area.left + i);
        heads[i].name = arena_dup(a, b.p, b.n - 1); /* the letters alone */
    }
    g->values = arena_array(a, n, sizeof *g->values);
    g->row = g->area.top;
    return g->to->begin(g->to->arg, name, heads, n, true, err);
}

bool xls_table_area(const struct workbook *w, size_t table, struct table_area *ret)
{
    const struct xls *x = (const struct xls *)(const void *)w;
    const struct found_table *t = x->tables[table].found;
    struct xls_area area;

    if (!t)
        return false;
    area = xls_area(t);
    *ret = (struct table_area){ .sheet = x->tables[table].sheet,
                                .top = area.top,
                                .bottom = area.bottom,
                                .columns = t->columns,
                                .names = t->names,
                                .n_columns = t->n_columns };
    return true;
}

static struct xls_area area_of(const struct xls_survey *s, const struct show *what)
{
    if (what->has_range)
        return (struct xls_area){ what->first_row, what->first_column, what->last_row,
                                  what->last_column < UINT16_MAX ? what->last_column : UINT16_MAX };
    if (s->first_row == 0 || s->last_row == 0)
        return (struct xls_area){ .top = 1, .left = 1 };
    return (struct xls_area){ s->first_row, s->first_column, s->last_row, s->last_column };
}

/* ---- a table ---- */

struct filling {
    struct fill *fill;
    const struct xls_book *book;
    bool shown;
    struct buf text;
};

static int fill_cell(void *arg, const struct xls_cell *cell, struct err *err)
{
    struct filling *f = arg;
    struct datum d = cell->value;

    if (f->shown) {
        buf_cut(&f->text, 0);
        xls_shown(f->book, cell, &f->text);
        d = (struct datum){ .kind = f->text.n ? DATUM_TEXT : DATUM_NONE, .n = (uint32_t)f->text.n, .p = f->text.p };
    }
    return fill_add(f->fill, cell->row, cell->column, &d, err);
}

struct table_of {
    const struct xls *x;
    const struct xls_table *table;
};

static int read_table(void *arg, struct fill *fill, bool shown, const struct cancel *cancel, struct err *err)
{
    const struct table_of *t = arg;
    struct filling f = { .fill = fill, .book = t->x->book, .shown = shown, .text = BUF(SHEET_ROW_BYTES) };
    struct xls_reader reader = { .arg = &f, .cell = fill_cell };
    int rc = xls_cells(t->x->book, t->table->sheet, cancel, &reader, err);

    buf_done(&f.text);
    return rc;
}

static int show_table(struct xls *x, size_t i, bool shown, const struct cancel *cancel, struct arena *a,
                      struct notes *notes, const struct show_to *to, struct err *err)
{
    struct table_of t = { .x = x, .table = &x->tables[i] };
    struct table_reader reader = { .arg = &t, .read = read_table };
    struct fill_area area = fill_found(t.table->found);

    return workbook_show_table(&x->workbook, i, shown, &area, &reader, cancel, a, notes, to, err);
}

int xls_show(struct source *source, const struct show *what, const struct cancel *cancel, struct arena *a,
             struct notes *notes, const struct show_to *to, struct err *err)
{
    struct xls *x = (struct xls *)(void *)source;
    struct grid g = {
        .book = x->book, .to = to, .shown = what->shown, .veil = what->veil, .texts = BUF(SHEET_ROW_BYTES)
    };
    struct workbook_place place;
    size_t sheet;
    int rc;

    if (workbook_find(&x->workbook, what->sheet, &place, err))
        return -1;
    if (place.is_table && !what->has_range)
        return show_table(x, place.at, what->shown, cancel, a, notes, to, err);
    sheet = place.is_table ? x->tables[place.at].sheet : place.at;
    g.sheet = sheet;
    g.area = area_of(&x->surveys[sheet], what);
    if (x->book->sheets[sheet].is_chart)
        notes_add(notes, "the sheet is a chart and has no cells");
    rc = begin(&g, a, x->book->sheets[sheet].name, err);
    if (rc == 0)
        rc = xls_cells(x->book, sheet, cancel, &(struct xls_reader){ .arg = &g, .cell = take_cell }, err);
    if (rc == 0 && g.n > 0)
        rc = end_row(&g, err);
    buf_done(&g.texts);
    return rc;
}

/* ---- single cells ---- */

struct giving {
    const struct xls_book *book;
    unsigned wants;
    cell_fn *fn;
    void *arg;
    struct buf shown;
};

static int give_cell(void *arg, const struct xls_cell *cell, struct err *err)
{
    struct giving *g = arg;
    struct datum value = cell->value;
    struct sheet_cell out = { .row = cell->row, .column = cell->column, .value = &value };

    if (g->wants & CELLS_SHOWN) {
        buf_cut(&g->shown, 0);
        xls_shown(g->book, cell, &g->shown);
        out.shown = g->shown.p;
        out.shown_n = g->shown.n;
    }
    return g->fn(g->arg, &out, err);
}

int xls_give_cells(struct workbook *w, size_t sheet, unsigned wants, const struct cancel *cancel, cell_fn *fn,
                   void *arg, struct err *err)
{
    struct xls *x = (struct xls *)(void *)w;
    struct giving g = { .book = x->book, .wants = wants, .fn = fn, .arg = arg, .shown = BUF(SHEET_ROW_BYTES) };
    int rc = xls_cells(x->book, sheet, cancel, &(struct xls_reader){ .arg = &g, .cell = give_cell }, err);

    buf_done(&g.shown);
    return rc;
}
