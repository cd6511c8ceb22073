/* xls_show.c - a sheet of an .xls as a grid, row by row, and its cells one by one; the same rules as for .xlsx. */
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/finder/workbook_table.h"
#include "office/sheet_grid.h"
#include "office/xls/xls.h"
#include <string.h>

/* ---- a grid ---- */

struct grid {
    struct sheet_grid base;
    const struct xls_book *book;
    bool shown;
};

static int take_cell(void *arg, const struct xls_cell *cell, struct err *err)
{
    struct grid *g = arg;
    struct buf *texts = &g->base.texts;
    struct datum value = cell->value;
    bool is_inside = false;
    int status = sheet_grid_reach(&g->base, cell->row, cell->column, &is_inside, err);
    size_t at;

    if (status != 0 || !is_inside)
        return status;
    at = texts->n;
    if (g->shown) {
        xls_shown(g->book, cell, texts);
        value = (struct datum){ .kind = texts->n > at ? DATUM_TEXT : DATUM_NONE, .n = (uint32_t)(texts->n - at) };
    } else if (value.kind == DATUM_TEXT || value.kind == DATUM_ERROR) {
        buf_add(texts, value.p, value.n);
    }
    sheet_grid_put(&g->base, cell->column, value, at, cell->value.kind == DATUM_NUMBER);
    return 0;
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
        d = datum_text(f->text.p, f->text.n);
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
    struct grid g = { .base = { .to = to, .redaction = what->redaction }, .book = x->book, .shown = what->shown };
    struct xls_area area;
    struct workbook_place place;
    size_t sheet;
    int rc;

    if (workbook_find(&x->workbook, what->sheet, &place, err))
        return -1;
    if (place.is_table && !what->has_range)
        return show_table(x, place.at, what->shown, cancel, a, notes, to, err);
    sheet = place.is_table ? x->tables[place.at].sheet : place.at;
    area = area_of(&x->surveys[sheet], what);
    g.base.sheet = sheet;
    g.base.top = area.top;
    g.base.left = area.left;
    g.base.bottom = area.bottom;
    g.base.right = area.right;
    if (x->book->sheets[sheet].is_chart)
        notes_add(notes, "the sheet is a chart and has no cells");
    rc = sheet_grid_begin(&g.base, a, x->book->sheets[sheet].name, err);
    if (rc == 0)
        rc = xls_cells(x->book, sheet, cancel, &(struct xls_reader){ .arg = &g, .cell = take_cell }, err);
    return sheet_grid_end(&g.base, rc, err);
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
