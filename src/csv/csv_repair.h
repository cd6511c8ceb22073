/* csv_repair.h - a record that does not have as many cells as the table has columns, fitted to it. Internal to csv.
 *
 * First the quotes are read in other ways (csv_scan.h), each on the one line; the first reading by which the record has
 * as many cells as there are columns is right. If none is, the cells are laid along the columns so that as many as
 * possible stand where cells of their shape belong (csv_profile.h). To that end an empty cell may be dropped (a
 * separator too many), neighbours joined with the separator between them (one that was not quoted), a cell parted (one
 * that is missing) and a column left empty. Cells that are too many behind a last column of values are set apart for
 * the reader to tell of. Where shapes tell nothing, what is missing is missing at the end, and what is too much is
 * joined to the last cell. A line that makes no sense by the file's separator is tried with the others. No text is ever
 * dropped unseen.
 */
#pragma once
#include "csv/csv_profile.h"
#include "csv/csv_scan.h"
#include <stdbool.h>

struct arena;

struct csv_repair {
    const struct csv_dialect *dialect;
    const struct csv_column *columns; /* what they look like; NULL for a header: names, each a word */
    size_t n_columns;
    struct arena *scratch;   /* for the work, and for cells[] */
    struct csv_cell *cells;  /* n_columns: the repaired record */
    struct csv_dialect used; /* its text is to be read by this dialect */
    struct csv_cell over;    /* what was set apart, as it is written; n is 0 where nothing was */
    bool quotes;             /* another reading of the quotes was enough */
    const char *next;        /* behind the record */
};

/* For a record of the right number of cells with a quote within a cell that is not in quotes: true when another reading
 * suits the columns better. */
bool csv_is_misread(struct csv_repair *w, const struct csv_record *r, const char *p, const char *end);

/* Repairs the record at p, which csv_split() read strictly as r. */
void csv_repair(struct csv_repair *w, const struct csv_record *r, const char *p, const char *end);
