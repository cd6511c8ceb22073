/* records.h - a table as text: names, and records of cells, whatever format they were written in.
 *
 * This is the seam between formats and the rest. A format splits its bytes into cells; it neither types nor converts
 * them, so that every text format gets the same exact types from types.h. The records are read twice: once to learn the
 * types from every value, once to convert; a format must give the same cells both times.
 *
 * Cells borrow from the bytes the format was opened on, which must outlive the records.
 */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct notes;
struct records;

struct cell {
    const char *p; /* without the quotes around it; not NUL-terminated */
    uint32_t n;    /* at most DATA_CELL_BYTES; 0 is an empty cell */
    bool doubled;  /* holds doubled quotes that mean one each: read it with cell_text() */
};

struct records_ops {
    /* Fills up to rows x n_columns cells, row by row; *ret_rows is 0 at the end and only there. It must fill every cell
     * of a row it counts (a missing one as empty) and must not keep a pointer to the array. */
    int (*next)(struct records *r, size_t rows, struct cell *cells, size_t *ret_rows, struct err *err);

    /* The next record is the first again. */
    void (*rewind)(struct records *r);

    /* Says what was assumed, after all records were read once. */
    void (*say)(const struct records *r, struct notes *notes);
};

struct records {
    const struct records_ops *ops;
    const char *const *names; /* of the columns: not empty, different from each other even when folded */
    size_t n_columns;         /* 1 to DATA_COLUMNS */
};

/* The cell's text: its own bytes, or a copy in scratch with each doubled quote made one. Valid until scratch changes.
 */
const char *cell_text(const struct cell *c, struct buf *scratch, size_t *ret_n);
