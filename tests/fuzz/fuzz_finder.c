/* fuzz_finder.c - any bytes as a sheet: four bytes a cell or a merged cell. What is found must lie on the sheet, in
 * order, and no sheet with cells may be without a table. */
#include "base/arena.h"
#include "base/limits.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "office/finder/finder.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct datum datum_of(uint8_t c)
{
    static const char *const texts[] = { "Name",       "Total", "Source: x", "n/a", "12.5",
                                         "2024-01-31", "a b",   "Value",     "x:",  "" };
    struct datum d = { .kind = DATUM_NUMBER, .real = c };

    if (c < 100) {
        d.kind = DATUM_TEXT;
        d.p = texts[c % (sizeof texts / sizeof texts[0])];
        d.n = (uint32_t)strlen(d.p);
    } else if (c < 120) {
        d.kind = DATUM_SHARED;
        d.integer = c - 100;
    } else if (c < 140) {
        d.kind = DATUM_DATE;
        d.integer = c;
    } else if (c < 150) {
        d.kind = c < 145 ? DATUM_TRUTH : DATUM_ERROR;
        d.p = "#N/A";
        d.n = 4;
    } else if (c < 170) {
        d.real = 1850 + c;
    }
    return d;
}

static void check_table(const struct found_table *t)
{
    if (t->n_columns == 0 || t->n_columns > DATA_COLUMNS || t->columns[0] != t->first_column)
        abort();
    if (t->last_row + 1 < t->first_row || (t->n_headers > 0 && t->header_row + t->n_headers > t->first_row))
        abort();
    for (size_t i = 0; i < t->n_columns; i++)
        if (!*t->names[i] || (i > 0 && t->columns[i] <= t->columns[i - 1]))
            abort();
    if (t->bottom < t->last_row || t->bottom + 1 < t->first_row)
        abort();
    for (size_t i = 0; i < t->n_spans; i++)
        if (t->spans[i].first_row < t->first_row || t->spans[i].last_row > t->last_row)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint64_t at[] = { 0, 5, 10, 12 };
    struct arena *a = arena_new();
    struct finder *f = finder_new();
    const struct found_table *tables;
    struct notes notes;
    uint32_t row = 1;
    bool has_cells = false;
    size_t n;

    notes_init(&notes, a);
    finder_share(f, "RegionTotal ", at, 3);
    for (; size >= 4; data += 4, size -= 4) {
        struct datum d = datum_of(data[2]);
        if (data[0] >= 240) {
            finder_merge(f, data[1], data[2] % 32, data[1] + data[0] % 4u, data[2] % 32 + data[3] % 8u);
            continue;
        }
        row += data[0] < 200 ? data[0] % 2u : data[0] % 8u;
        finder_add(f, row, 1u + data[1] % (data[3] & 2 ? 300u : 12u), &d, data[3] & 1);
        has_cells = true;
    }
    n = finder_end(f, a, &notes, &tables);
    if (n > FINDER_TABLES || (has_cells && n == 0))
        abort();
    for (size_t i = 0; i < n; i++)
        check_table(&tables[i]);
    finder_free(f);
    arena_free(a);
    return 0;
}
