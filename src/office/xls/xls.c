/* xls.c - an .xls as a source and as a workbook: its sheets looked at once when it is opened, its tables found by the
 * finder as in .xlsx, which has declared tables besides.
 *
 * A reader of our own rather than libfreexl, which gives no results of formulas, no number formats and no hidden
 * sheets, and opens files by name.
 */
#include "office/xls/xls.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/columns/builder.h"
#include "grid/notes.h"
#include "office/finder/finder.h"

/* ---- a look at every sheet ---- */

struct looking {
    struct xls_survey *survey;
    struct finder *finder;
};

static int look_at(void *arg, const struct xls_cell *cell, struct err *err)
{
    struct looking *l = arg;
    struct xls_survey *s = l->survey;

    (void)err;
    if (s->first_row == 0 || cell->row < s->first_row)
        s->first_row = cell->row;
    if (s->first_column == 0 || cell->column < s->first_column)
        s->first_column = cell->column;
    if (cell->column > s->last_column)
        s->last_column = cell->column;
    s->last_row = cell->row;
    finder_add(l->finder, cell->row, cell->column, &cell->value, cell->style->is_bold);
    return 0;
}

/* The sheet's own word on where it begins counts, never on where it ends. */
static void look_from(void *arg, uint32_t row, uint32_t column)
{
    struct looking *l = arg;

    l->survey->first_row = row;
    l->survey->first_column = column;
}

static void look_at_merged(void *arg, uint32_t r1, uint32_t c1, uint32_t r2, uint32_t c2)
{
    struct looking *l = arg;

    finder_merge(l->finder, r1, c1, r2, c2);
}

static int survey(struct xls *x, size_t i, const struct cancel *cancel, struct err *err)
{
    struct xls_survey *s = &x->surveys[i];
    struct looking l = { .survey = s, .finder = finder_new() };
    struct xls_reader reader = { .arg = &l, .cell = look_at, .merged = look_at_merged, .begins = look_from };
    int rc = xls_cells(x->book, i, cancel, &reader, err);

    notes_init(&s->notes, x->arena);
    if (rc == 0)
        s->n_found = finder_end(l.finder, x->arena, &s->notes, &s->found);
    s->has_more = finder_has_more(l.finder);
    finder_free(l.finder);
    return rc;
}

/* ---- sheets and tables ---- */

static void list_sheets(struct xls *x)
{
    struct sheet_info *infos = arena_array(x->arena, x->book->n_sheets, sizeof *infos);

    for (size_t i = 0; i < x->book->n_sheets; i++) {
        const struct xls_sheet *s = &x->book->sheets[i];
        infos[i] = (struct sheet_info){ .name = s->name,
                                        .state = s->state,
                                        .has_more = x->surveys[i].has_more,
                                        .rows = x->surveys[i].last_row,
                                        .columns = x->surveys[i].last_column,
                                        .is_chart = s->is_chart };
    }
    x->workbook.sheets = infos;
    x->workbook.n_sheets = x->book->n_sheets;
}

struct xls_area xls_area(const struct found_table *t)
{
    return (struct xls_area){ .top = t->n_headers ? t->header_row : t->first_row,
                              .left = t->first_column,
                              .bottom = t->bottom,
                              .right = t->last_column };
}

static const char *range_text(struct arena *a, const struct found_table *t)
{
    struct buf b CLEANUP(buf_done) = BUF(64);
    struct xls_area area = xls_area(t);

    cell_ref_add(&b, area.top, area.left);
    buf_addc(&b, ':');
    cell_ref_add(&b, area.bottom, area.right);
    return arena_dup(a, b.p, b.n);
}

static void add_table(struct xls *x, size_t sheet, const struct found_table *t)
{
    struct source *s = &x->workbook.source;
    const struct xls_sheet *on = &x->book->sheets[sheet];

    s->tables[s->n_tables] = (struct source_table){ .name = t && t->name ? t->name : on->name,
                                                    .sheet = on->name,
                                                    .range = t ? range_text(x->arena, t) : NULL,
                                                    .hidden = on->state != SHEET_VISIBLE };
    x->tables[s->n_tables++] = (struct xls_table){ .sheet = sheet, .found = t };
}

static void list_tables(struct xls *x)
{
    size_t n = 0;

    for (size_t i = 0; i < x->book->n_sheets; i++)
        n += x->surveys[i].n_found;
    x->tables = arena_array(x->arena, n + 1, sizeof *x->tables);
    x->workbook.source.tables = arena_array(x->arena, n + 1, sizeof *x->workbook.source.tables);
    for (size_t i = 0; i < x->book->n_sheets; i++)
        for (size_t k = 0; k < x->surveys[i].n_found; k++)
            if (x->surveys[i].found[k].n_columns > 0)
                add_table(x, i, &x->surveys[i].found[k]);
    if (x->workbook.source.n_tables == 0)
        add_table(x, 0, NULL);
}

/* ---- loading ---- */

static int fill_cell(void *arg, const struct xls_cell *cell, struct err *err)
{
    return fill_add(arg, cell->row, cell->column, &cell->value, err);
}

/* What the finder assumed it says itself, gaps among it. */
static void say(const struct xls *x, const struct xls_table *t, const struct fill_counts *counts, struct notes *notes)
{
    const struct notes *found = &x->surveys[t->sheet].notes;

    for (size_t i = 0; i < t->found->n_assumptions; i++)
        notes_add(notes, "%s", t->found->assumptions[i]);
    fill_say(counts, notes);
    for (size_t i = 0; i < found->n; i++)
        notes_add(notes, "%s", found->text[i]);
    notes->more += found->more;
    if (x->book->more_sheets > 0)
        notes_add(notes, "%s not read", notes_count(notes, x->book->more_sheets, "more sheet", "was", "were"));
}

static int xls_load_without(struct source *source, size_t i, const struct row_list *without,
                            const struct cancel *cancel, struct arena *a, struct notes *notes, struct loaded *ret,
                            struct err *err)
{
    struct xls *x = (struct xls *)(void *)source;
    const struct xls_table *t = &x->tables[i];
    struct fill_counts counts;
    struct fill_area area;
    struct builder *b;
    struct fill *fill;
    int rc;

    (void)a;
    if (!t->found) {
        err_set(err, ERR_DATA_EMPTY, "This workbook holds no table.", "no table on any sheet");
        return err_action(err, "Choose a workbook with a header row and rows below it.");
    }
    area = fill_found(t->found);
    b = builder_new(t->found->n_columns);
    fill = fill_new(&area, fill_builder, b);
    rc = xls_cells(x->book, t->sheet, cancel, &(struct xls_reader){ .arg = fill, .cell = fill_cell }, err);
    if (rc == 0)
        rc = fill_end(fill, err);
    counts = fill_counts(fill);
    fill_free(fill);
    if (rc == 0)
        say(x, t, &counts, notes);
    if (rc == 0) {
        *ret = (struct loaded){ .columns = NULL };
        builder_drop(b, without);
        rc = builder_end(b, t->found->names, cancel, notes, &ret->columns, err);
    }
    builder_free(b);
    return rc;
}

static int xls_load(struct source *source, size_t i, const struct cancel *cancel, struct arena *a, struct notes *notes,
                    struct loaded *ret, struct err *err)
{
    return xls_load_without(source, i, NULL, cancel, a, notes, ret, err);
}

/* ---- opening ---- */

static void xls_close(struct source *source)
{
    struct xls *x = (struct xls *)(void *)source;

    xls_book_free(x->book);
    arena_free(x->arena);
}

int xls_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret, struct err *err)
{
    static const struct source_ops source_ops = {
        .load = xls_load, .load_without = xls_load_without, .show = xls_show, .close = xls_close
    };
    static const struct workbook_ops ops = { .cells = xls_give_cells, .area = xls_table_area };
    struct arena *a = arena_new();
    struct xls *x = arena_alloc(a, sizeof *x);

    x->arena = a;
    x->workbook.source = (struct source){ .ops = &source_ops, .format = "xls" };
    x->workbook.ops = &ops;
    if (xls_book_open(bytes->p, bytes->n, &x->book, err))
        goto failed;
    x->surveys = arena_array(a, x->book->n_sheets, sizeof *x->surveys);
    for (size_t i = 0; i < x->book->n_sheets; i++)
        if (survey(x, i, cancel, err))
            goto failed;
    list_sheets(x);
    list_tables(x);
    *ret = &x->workbook.source;
    return 0;
failed:
    xls_close(&x->workbook.source);
    return -1;
}
