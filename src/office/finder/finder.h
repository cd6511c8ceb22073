/* finder.h - the tables inside a messy sheet.
 *
 * People put titles above a table, totals below it, notes beside it, two tables next to each other, blank columns for
 * looks, headers of two rows with merged cells. The finder looks at which cells are filled and with what kind of value,
 * and gives the rectangles that are tables: header rows, data rows, and what it took for a title, a total or a note. It
 * says what it assumed. It sees kinds, not contents, but for header words and words such as "Total".
 *
 * A total that stands apart, behind a blank row, is left out. One that touches the data, or that has a name ("Total
 * Energies") and does not add up, is among its rows: a word alone does not make a total ("Total" is a company too), and
 * whether the figures add up is for whoever reads them to say.
 *
 * It is given a sheet's cells once, in order, and keeps a bounded digest of them (where blocks of cells begin and end,
 * with their first and last rows), so that a sheet of a million rows costs little.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct datum;
struct err;
struct finder;
struct notes;

/* A merged cell among the data: what stands in its first row is meant for all of them. */
struct found_span {
    uint32_t column, first_row, last_row;
};

struct found_table {
    const char *name;             /* from a title above it, or NULL */
    uint32_t first_row, last_row; /* of the data, from 1; last_row < first_row: no rows */
    uint32_t first_column, last_column;
    uint32_t header_row, n_headers; /* the first header row and how many; 0: it has none */
    uint32_t bottom;                /* its last row, with the totals that stand apart below the data */
    const char *const *names;       /* of its columns, settled (names.h) */
    const uint32_t *columns;        /* the sheet's column of each; blank columns are left out */
    size_t n_columns;

    /* Between first_row and last_row. A row without any cell in the table's columns is no row. */
    const struct found_span *spans; /* to be filled down (fill.h tells of it); by row, then column */
    size_t n_spans;

    const char *const *assumptions; /* what was assumed about this table, in sentences */
    size_t n_assumptions;
};

struct finder *finder_new(void);
void finder_free(struct finder *f);

/* The texts that DATUM_SHARED values mean, as in builder_share(). Borrowed until finder_end(). */
void finder_share(struct finder *f, const char *bytes, const uint64_t *at, size_t n);

/* A cell that is not empty; row by row, left to right (one that is not is left out of what is looked at). is_bold is a
 * hint from its style. */
void finder_add(struct finder *f, uint32_t row, uint32_t column, const struct datum *value, bool is_bold);

/* Merged cells: a hint, before finder_end(). */
void finder_merge(struct finder *f, uint32_t r1, uint32_t c1, uint32_t r2, uint32_t c2);

/* The tables, in reading order; at most FINDER_TABLES; none when there was no cell. In the arena. What belongs to no
 * table, such as a note between two, is told in the notes. */
size_t finder_end(struct finder *f, struct arena *a, struct notes *notes, const struct found_table **ret);

/* True when finder_end() did not give out all of the tables and columns that there are. */
bool finder_has_more(const struct finder *f);
