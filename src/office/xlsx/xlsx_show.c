/* xlsx_show.c - a sheet as a grid, row by row, and single cells.
 *
 * A grid begins where the sheet's cells begin and has every row down to the last with a value, empty ones included; a
 * row ends with its last value. Numbers and dates are values, or with `shown` the texts that a spreadsheet shows.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "office/finder/workbook_table.h"
#include "office/package/refusals.h"
#include "office/sheet/book.h"
#include "office/sheet/scan.h"
#include "office/sheet/sheet.h"
#include "office/sheet_grid.h"
#include "office/xlsx/xlsx.h"
#include <string.h>

struct grid {
    struct sheet_grid base;
    const struct book *book;
    bool shown;
};

static int take_cell(void *arg, const struct scan_cell *cell, const struct datum *value, struct err *err)
{
    struct grid *g = arg;
    struct buf *texts = &g->base.texts;
    bool is_inside = false;
    int status = value->kind == DATUM_NONE && cell->row <= g->base.bottom
                     ? 0
                     : sheet_grid_reach(&g->base, cell->row, cell->column, &is_inside, err);
    struct datum d;
    size_t at;

    if (status != 0 || !is_inside)
        return status;
    at = texts->n;
    if (g->shown) {
        sheet_shown(g->book, cell, texts);
        d = (struct datum){ .kind = texts->n > at ? DATUM_TEXT : DATUM_NONE, .n = (uint32_t)(texts->n - at) };
    } else {
        d = sheet_plain(g->book, value);
        if (d.kind == DATUM_TEXT || d.kind == DATUM_ERROR)
            buf_add(texts, d.p, d.n);
    }
    sheet_grid_put(&g->base, cell->column, d, at, value->kind == DATUM_NUMBER);
    return 0;
}

/* ---- which part of a sheet ---- */

bool xlsx_area(const struct workbook *w, size_t table, struct table_area *ret)
{
    const struct xlsx *x = (const struct xlsx *)(const void *)w;
    const struct sheet_table *t = x->tables[table].table;

    if (!t)
        return false;
    *ret = (struct table_area){ .sheet = x->tables[table].sheet,
                                .top = t->top,
                                .bottom = t->bottom,
                                .columns = t->area.columns,
                                .names = t->names,
                                .n_columns = t->area.n_columns };
    return true;
}

static void set_area(struct sheet_grid *g, const struct survey *s, const struct show *what)
{
    g->top = s->first_row ? s->first_row : 1;
    g->left = s->first_column ? s->first_column : 1;
    g->bottom = s->used_rows;
    g->right = s->used_columns;
    if (what->has_range) {
        g->top = what->first_row;
        g->left = what->first_column;
        g->bottom = what->last_row;
        g->right = what->last_column < SHEET_COLUMNS ? what->last_column : SHEET_COLUMNS;
    }
}

static int show_area(struct grid *g, const struct xlsx *x, size_t sheet, const struct cancel *cancel, struct arena *a,
                     struct err *err)
{
    struct sheet_order order = { .sort = x->surveys[sheet]->sort };
    struct sheet_handler handler = { .arg = g, .cell = take_cell };
    int status = sheet_grid_begin(&g->base, a, x->book->sheets[sheet].name, err);

    if (status == 0 && g->base.right >= g->base.left && g->base.bottom >= g->base.top)
        status = sheet_read(x->book, sheet, &order, &handler, cancel, err);
    return sheet_grid_end(&g->base, status, err);
}

/* ---- a table ---- */

struct filling {
    struct fill *fill;
    const struct book *book;
    bool shown;
    struct buf text;
};

static int fill_cell(void *arg, const struct scan_cell *cell, const struct datum *value, struct err *err)
{
    struct filling *f = arg;
    struct datum d = sheet_plain(f->book, value);

    if (f->shown && d.kind != DATUM_NONE) {
        buf_cut(&f->text, 0);
        sheet_shown(f->book, cell, &f->text);
        d = datum_text(f->text.p, f->text.n);
    }
    return fill_add(f->fill, cell->row, cell->column, &d, err);
}

struct table_of {
    const struct xlsx *x;
    const struct xlsx_table *table;
};

static int read_table(void *arg, struct fill *fill, bool shown, const struct cancel *cancel, struct err *err)
{
    const struct table_of *t = arg;
    struct sheet_order order = { .sort = t->x->surveys[t->table->sheet]->sort };
    struct filling f = { .fill = fill, .book = t->x->book, .shown = shown, .text = BUF(SHEET_ROW_BYTES) };
    struct sheet_handler handler = { .arg = &f, .cell = fill_cell };
    int done = sheet_read(t->x->book, t->table->sheet, &order, &handler, cancel, err);

    buf_done(&f.text);
    return done;
}

int xlsx_show(struct source *source, const struct show *what, const struct cancel *cancel, struct arena *a,
              struct notes *notes, const struct show_to *to, struct err *err)
{
    struct xlsx *x = (struct xlsx *)(void *)source;
    struct grid g = { .base = { .to = to, .redaction = what->redaction }, .book = x->book, .shown = what->shown };
    struct workbook_place place;
    size_t sheet;

    if (workbook_find(&x->workbook, what->sheet, &place, err) < 0)
        return -1;
    if (place.is_table && !what->has_range) {
        struct table_of t = { .x = x, .table = &x->tables[place.at] };
        struct table_reader reader = { .arg = &t, .read = read_table };
        return workbook_show_table(&x->workbook, place.at, what->shown, &t.table->table->area, &reader, cancel, a,
                                   notes, to, err);
    }
    sheet = place.is_table ? x->tables[place.at].sheet : place.at;
    g.base.sheet = sheet;
    set_area(&g.base, x->surveys[sheet], what);
    notes_join(notes, &x->surveys[sheet]->flaws);
    if (what->has_range)
        uncalculated_say(&x->surveys[sheet]->uncalculated, g.base.top, g.base.left, g.base.bottom, g.base.right, notes);
    else
        uncalculated_say(&x->surveys[sheet]->uncalculated, 1, 1, SHEET_ROWS, SHEET_COLUMNS, notes);
    if (x->book->sheets[sheet].is_chart)
        notes_add(notes, "the sheet is a chart and has no cells");
    return show_area(&g, x, sheet, cancel, a, err);
}

/* ---- single cells ---- */

struct giving {
    const struct book *book;
    unsigned wants;
    cell_fn *fn;
    void *arg;
    struct buf shown;
};

static int give_cell(void *arg, const struct scan_cell *cell, const struct datum *value, struct err *err)
{
    struct giving *g = arg;
    struct datum plain = sheet_plain(g->book, value);
    struct sheet_cell out = { .row = cell->row, .column = cell->column, .value = &plain };

    if (plain.kind == DATUM_NONE && !cell->formula)
        return 0;
    if (g->wants & CELLS_SHOWN) {
        buf_cut(&g->shown, 0);
        sheet_shown(g->book, cell, &g->shown);
        out.shown = g->shown.p;
        out.shown_n = g->shown.n;
    }
    out.formula = cell->formula;
    out.formula_n = cell->formula_n;
    return g->fn(g->arg, &out, err);
}

int xlsx_cells(struct workbook *w, size_t sheet, unsigned wants, const struct cancel *cancel, cell_fn *fn, void *arg,
               struct err *err)
{
    struct xlsx *x = (struct xlsx *)(void *)w;
    struct sheet_order order = { .sort = x->surveys[sheet]->sort };
    struct giving g = { .book = x->book, .wants = wants, .fn = fn, .arg = arg, .shown = BUF(SHEET_ROW_BYTES) };
    struct sheet_handler handler = { .arg = &g, .formulas = wants & CELLS_FORMULAS, .cell = give_cell };
    int done = sheet_read(x->book, sheet, &order, &handler, cancel, err);

    buf_done(&g.shown);
    return done;
}
