/* uncalculated.c - counted by column, so that each table can tell of its own. */
#include "office/finder/uncalculated.h"
#include "base/arena.h"
#include "base/limits.h"
#include "grid/notes.h"
#include "office/finder/fill.h"

#define REMEDY "open the workbook in a spreadsheet program and save it there"

void uncalculated_add(struct uncalculated *u, struct arena *a, uint32_t row, uint32_t column)
{
    struct uncalculated_column *c;

    if (!u->columns)
        u->columns = arena_array(a, SHEET_COLUMNS + 1, sizeof *u->columns);
    c = &u->columns[column];
    if (c->n++ == 0 || row < c->first_row)
        c->first_row = row;
    if (row > c->last_row)
        c->last_row = row;
}

void uncalculated_say(const struct uncalculated *u, struct notes *notes)
{
    uint64_t n = 0;

    for (uint32_t i = 1; u->columns && i <= SHEET_COLUMNS; i++)
        n += u->columns[i].n;
    if (n > 0)
        notes_add(notes, "%s no saved result and %s left empty: " REMEDY,
                  notes_count(notes, n, "formula", "has", "have"), n > 1 ? "are" : "is");
}

void uncalculated_say_table(const struct uncalculated *u, const struct fill_area *area, const char *const *names,
                            struct notes *notes)
{
    for (size_t i = 0; u->columns && i < area->n_columns; i++) {
        const struct uncalculated_column *c = &u->columns[area->columns[i]];
        if (c->n > 0 && c->first_row <= area->last_row && c->last_row >= area->first_row)
            notes_add(notes, "formulas in '%s' have no saved result and are left empty: " REMEDY, names[i]);
    }
}
