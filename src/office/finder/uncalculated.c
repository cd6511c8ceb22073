/* uncalculated.c - counted by column, as runs of rows, so that each table can tell of its own. */
#include "office/finder/uncalculated.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/notes.h"
#include "office/finder/fill.h"
#include "office/package/grow.h"
#include <inttypes.h>

#define REMEDY "open the workbook in a spreadsheet program and save it there"

struct run {
    uint32_t first, last;
    uint64_t n; /* fewer than the rows only of the last of UNSAVED_RUNS, which takes in all that follow */
};

struct uncalculated_column {
    struct run *runs; /* by row */
    size_t n, cap;
};

void uncalculated_add(struct uncalculated *u, struct arena *a, uint32_t row, uint32_t column)
{
    struct uncalculated_column *c;
    struct run *last;

    if (!u->columns)
        u->columns = arena_array(a, SHEET_COLUMNS + 1, sizeof *u->columns);
    c = &u->columns[column];
    last = c->n > 0 ? &c->runs[c->n - 1] : NULL;
    u->n++;
    if (last && (row <= last->last + 1 || c->n == UNSAVED_RUNS)) {
        last->n++;
        last->last = row > last->last ? row : last->last;
        return;
    }
    c->runs = list_grown(a, c->runs, c->n, &c->cap, sizeof *c->runs);
    c->runs[c->n++] = (struct run){ row, row, 1 };
}

/* How many of a column's rows from one to another. */
static uint64_t count(const struct uncalculated *u, uint32_t column, uint32_t from, uint32_t to)
{
    const struct uncalculated_column *c = u->columns ? &u->columns[column] : NULL;
    uint64_t n = 0;

    for (size_t i = 0; c && i < c->n && c->runs[i].first <= to; i++) {
        const struct run *r = &c->runs[i];
        uint32_t first = r->first > from ? r->first : from, last = r->last < to ? r->last : to;
        uint64_t rows = last >= first ? (uint64_t)last - first + 1 : 0;
        n += rows < r->n ? rows : r->n;
    }
    return n;
}

void uncalculated_say(const struct uncalculated *u, uint32_t top, uint32_t left, uint32_t bottom, uint32_t right,
                      struct notes *notes)
{
    uint64_t n = 0;

    for (uint32_t i = left; u->columns && i <= right && i <= SHEET_COLUMNS; i++)
        n += count(u, i, top, bottom);
    if (n > 0)
        notes_add(notes, "%s no saved result and %s left empty: " REMEDY,
                  notes_count(notes, n, "formula", "has", "have"), n > 1 ? "are" : "is");
}

static void say_columns(const struct uncalculated *u, const struct uncalculated_table *t, struct notes *notes)
{
    const struct fill_area *area = t->area;

    for (size_t i = 0; i < area->n_columns; i++) {
        uint64_t n = count(u, area->columns[i], area->first_row, area->last_row);
        if (n > 0)
            notes_add(notes,
                      "formulas in '%s' have no saved result and are left empty (%" PRIu64
                      " cell%s), as the program that wrote the file did not compute them: " REMEDY,
                      t->names[i], n, n == 1 ? "" : "s");
    }
}

/* Names that are missing: formulas stand in the header, or in most of the row where it would be. */
static void say_names(const struct uncalculated *u, const struct uncalculated_table *t, struct notes *notes)
{
    uint32_t row = t->header_row ? t->header_row : t->area->first_row - 1;
    uint64_t n = 0;

    for (size_t i = 0; i < t->area->n_columns && row > 0; i++)
        n += count(u, t->area->columns[i], row, row);
    if (n > 0 && (t->header_row || 2 * n >= t->area->n_columns))
        notes_add(notes, "%s no saved result, so that names are missing: " REMEDY,
                  notes_count(notes, n, "formula", "in the header has", "in the header have"));
}

/* Rows right below the table whose first cell is such a formula: data that was left out. A row of totals has none. */
static void say_rows(const struct uncalculated *u, const struct uncalculated_table *t, struct notes *notes)
{
    const struct uncalculated_column *c = &u->columns[t->area->columns[0]];

    for (size_t i = 0; i < c->n && c->runs[i].first <= t->bottom + 1; i++)
        if (c->runs[i].last > t->bottom)
            notes_add(notes, "%s formulas without a saved result and %s left out: " REMEDY,
                      notes_count(notes, c->runs[i].last - t->bottom, "row", "below the table holds nothing but",
                                  "below the table hold nothing but"),
                      c->runs[i].last > t->bottom + 1 ? "are" : "is");
}

void uncalculated_say_table(const struct uncalculated *u, const struct uncalculated_table *t, struct notes *notes)
{
    if (u->n == 0 || t->area->n_columns == 0)
        return;
    say_rows(u, t, notes);
    say_names(u, t, notes);
    say_columns(u, t, notes);
}

int uncalculated_fail(struct err *err)
{
    err_set(err, ERR_DATA_EMPTY, "This workbook holds nothing but formulas without a saved result.", "no table");
    return err_action(err, "Open it in a spreadsheet program and save it there: that computes them.");
}
