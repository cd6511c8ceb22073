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
#include "office/book.h"
#include "office/damage.h"
#include "office/scan.h"
#include "office/sheet.h"
#include "office/workbook_table.h"
#include "office/xlsx.h"
#include <string.h>

struct grid {
    const struct book *book;
    const struct show_to *to;
    uint32_t top, left, bottom, right;
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
    int done;

    if (g->texts.failed)
        return workbook_too_large(err, "a row of over %zu bytes", g->texts.max);
    for (size_t i = 0; i < g->n; i++)
        if (is_text(&g->values[i]))
            g->values[i].p = g->texts.p + g->values[i].integer;
    done = g->to->row(g->to->arg, g->values, g->n, err);
    memset(g->values, 0, g->n * sizeof *g->values);
    g->n = 0;
    g->row++;
    buf_cut(&g->texts, 0);
    return done;
}

static struct datum shown_value(struct grid *g, const struct scan_cell *cell, size_t *ret_at)
{
    *ret_at = g->texts.n;
    sheet_shown(g->book, cell, &g->texts);
    return (struct datum){ .kind = g->texts.n > *ret_at ? DATUM_TEXT : DATUM_NONE,
                           .n = (uint32_t)(g->texts.n - *ret_at) };
}

/* Under a veil. at: where its text begins, if it is shown as one. */
static bool is_hidden(const struct grid *g, const struct scan_cell *cell, const struct datum *value,
                      const struct datum *shown, size_t at)
{
    struct veiled_cell v = { .sheet = g->sheet, .row = cell->row, .column = cell->column };

    if (is_text(shown) && !g->texts.failed) {
        v.text = g->texts.p + at;
        v.n = shown->n;
        v.is_number = value->kind == DATUM_NUMBER;
    }
    return g->veil->hides(g->veil->arg, &v);
}

static int take_cell(void *arg, const struct scan_cell *cell, const struct datum *value, struct err *err)
{
    struct grid *g = arg;
    struct datum d;
    size_t at;

    if (cell->row > g->bottom)
        return 1;
    if (value->kind == DATUM_NONE || cell->row < g->top || cell->column < g->left || cell->column > g->right)
        return 0;
    while (g->row < cell->row)
        if (end_row(g, err) < 0)
            return -1;
    if (g->shown) {
        d = shown_value(g, cell, &at);
    } else {
        d = sheet_plain(g->book, value);
        at = g->texts.n;
        if (is_text(&d))
            buf_add(&g->texts, d.p, d.n);
    }
    if (d.kind == DATUM_NONE || (g->veil && is_hidden(g, cell, value, &d, at)))
        return 0;
    if (is_text(&d))
        d.integer = (int64_t)at;
    g->values[cell->column - g->left] = d;
    g->n = cell->column - g->left + 1;
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

static void set_area(struct grid *g, const struct survey *s, const struct show *what)
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

static int begin(const struct grid *g, struct arena *a, const char *name, struct err *err)
{
    size_t n = g->right >= g->left ? g->right - g->left + 1 : 0;
    struct show_head *heads = arena_array(a, n, sizeof *heads);

    for (uint32_t i = 0; i < n; i++) {
        struct buf b CLEANUP(buf_done) = BUF(32);
        cell_ref_add(&b, 1, g->left + i);
        heads[i].name = arena_dup(a, b.p, b.n - 1); /* the letters alone */
    }
    return g->to->begin(g->to->arg, name, heads, n, true, err);
}

static int show_area(struct grid *g, const struct xlsx *x, size_t sheet, const struct cancel *cancel, struct arena *a,
                     struct err *err)
{
    struct sheet_order order = { .sort = x->surveys[sheet]->sort };
    struct sheet_handler handler = { .arg = g, .cell = take_cell };

    if (begin(g, a, x->book->sheets[sheet].name, err) < 0)
        return -1;
    if (g->right < g->left || g->bottom < g->top)
        return 0;
    g->values = arena_array(a, g->right - g->left + 1, sizeof *g->values);
    g->row = g->top;
    buf_init(&g->texts, SHEET_ROW_BYTES);
    int done = sheet_read(x->book, sheet, &order, &handler, cancel, err);
    if (done == 0 && g->n > 0)
        done = end_row(g, err);
    buf_done(&g->texts);
    return done;
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
        d = (struct datum){ .kind = f->text.n ? DATUM_TEXT : DATUM_NONE, .n = (uint32_t)f->text.n, .p = f->text.p };
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
    struct grid g = { .book = x->book, .to = to, .shown = what->shown, .veil = what->veil };
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
    g.sheet = sheet;
    set_area(&g, x->surveys[sheet], what);
    for (size_t i = 0; i < x->surveys[sheet]->flaws.n; i++)
        notes_add(notes, "%s", x->surveys[sheet]->flaws.text[i]);
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
