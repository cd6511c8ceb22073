/* sheet_grid.h - a sheet shown as a grid: its cells, as they come, put into rows. Shared by .xlsx and .xls.
 *
 * Cells come row by row and from left to right. A row ends with its last value, and rows without one are given out
 * empty; texts are gathered in one buffer, so that a cell's may be made on the spot.
 */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cell_redaction;
struct datum;
struct err;
struct show_to;

struct sheet_grid {
    const struct show_to *to;
    const struct cell_redaction *redaction; /* NULL: none */
    size_t sheet;
    uint32_t top, left, bottom, right; /* from 1, all included; right < left: no columns */
    struct datum *values;              /* of the row being filled; texts are places in `texts` */
    size_t n;                          /* up to its last value */
    uint32_t row;                      /* being filled */
    struct buf texts;
};

/* Tells the columns' letters. Must be followed by sheet_grid_end(), also when it failed. */
WARN_UNUSED int sheet_grid_begin(struct sheet_grid *g, struct arena *a, const char *name, struct err *err);

/* Goes to the row of a cell; *ret_inside says whether the cell is shown at all. 1: nothing further is; -1: failed. */
WARN_UNUSED int sheet_grid_reach(struct sheet_grid *g, uint32_t row, uint32_t column, bool *ret_inside,
                                 struct err *err);

/* A value of the row that was reached. The bytes behind `at` in texts are its own, if it is a text; is_number: it is a
 * number shown as one. What the redaction hides is left empty. */
void sheet_grid_put(struct sheet_grid *g, uint32_t column, struct datum value, size_t at, bool is_number);

/* Gives out the last row, unless it failed before (status < 0), and frees what it holds. */
WARN_UNUSED int sheet_grid_end(struct sheet_grid *g, int status, struct err *err);
