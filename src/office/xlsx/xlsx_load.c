/* xlsx_load.c - one table as typed columns: what the survey has ready, or read again. */
#include "base/err.h"
#include "grid/columns/builder.h"
#include "grid/notes.h"
#include "office/sheet/book.h"
#include "office/sheet/scan.h"
#include "office/sheet/sheet.h"
#include "office/xlsx/xlsx.h"

static int take_cell(void *arg, const struct scan_cell *cell, const struct datum *value, struct err *err)
{
    return fill_add(arg, cell->row, cell->column, value, err);
}

/* Reads the sheet's cells into a builder. */
static int read_rows(const struct xlsx *x, const struct xlsx_table *t, const struct cancel *cancel, struct builder *b,
                     struct fill_counts *ret, struct err *err)
{
    struct sheet_order order = { .sort = x->surveys[t->sheet]->sort };
    struct fill *fill = fill_new(&t->table->area, fill_builder, b);
    struct sheet_handler handler = { .arg = fill, .cell = take_cell };
    int done = sheet_read(x->book, t->sheet, &order, &handler, cancel, err);

    if (done == 0)
        done = fill_end(fill, err);
    *ret = fill_counts(fill);
    fill_free(fill);
    return done;
}

/* What the finder assumed it says itself, gaps among it. */
static void say(const struct survey *s, const struct sheet_table *t, const struct fill_counts *counts,
                struct notes *notes)
{
    notes_join(notes, &s->flaws);
    uncalculated_say_table(&s->uncalculated,
                           &(struct uncalculated_table){
                               .area = &t->area, .names = t->names, .header_row = t->header_row, .bottom = t->bottom },
                           notes);
    for (size_t i = 0; i < t->n_assumptions; i++)
        notes_add(notes, "%s", t->assumptions[i]);
    fill_say(counts, notes);
    if (counts->gaps && t->declared)
        notes_add(notes, "%s passed over", notes_count(notes, counts->gaps, "empty row", "was", "were"));
    notes_join(notes, &s->notes);
}

static bool has_uncalculated(const struct xlsx *x)
{
    uint64_t n = 0;

    for (size_t i = 0; i < x->book->n_sheets; i++)
        n += x->surveys[i]->uncalculated.n;
    return n > 0;
}

int xlsx_load(struct source *source, size_t i, const struct cancel *cancel, struct arena *a, struct notes *notes,
              struct loaded *ret, struct err *err)
{
    return xlsx_load_without(source, i, NULL, cancel, a, notes, ret, err);
}

int xlsx_load_without(struct source *source, size_t i, const struct row_list *without, const struct cancel *cancel,
                      struct arena *a, struct notes *notes, struct loaded *ret, struct err *err)
{
    struct xlsx *x = (struct xlsx *)(void *)source;
    struct xlsx_table *t = &x->tables[i];
    struct strings *strings = &x->book->strings;
    struct builder *b;
    struct fill_counts counts;
    int done = 0;

    (void)a;
    if (!t->table && has_uncalculated(x))
        return uncalculated_fail(err);
    if (!t->table) {
        (void)err_set(err, ERR_DATA_EMPTY, "This workbook holds no table.", "no table on any sheet");
        return err_action(err, "Choose a workbook with a header row and rows below it.");
    }
    b = t->table->ready;
    counts = t->table->counts;
    t->table->ready = NULL;
    if (!b) {
        b = builder_new(t->table->area.n_columns);
        builder_share(b, strings->bytes.p, strings_at(strings), strings->n);
        done = read_rows(x, t, cancel, b, &counts, err);
    }
    if (done == 0)
        say(x->surveys[t->sheet], t->table, &counts, notes);
    if (done == 0) {
        *ret = (struct loaded){ .columns = NULL };
        builder_drop(b, without);
        done = builder_end(b, t->table->names, cancel, notes, &ret->columns, err);
    }
    builder_free(b);
    return done;
}
