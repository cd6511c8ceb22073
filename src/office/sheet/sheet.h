/* sheet.h - a sheet's cells as values: shared strings, dates by their number format, and all the rest (datum.h). */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct book;
struct buf;
struct cancel;
struct cell_style;
struct datum;
struct err;
struct scan_cell;
struct token;

/* The functions return 0 to go on, 1 to stop, -1 with err set. */
struct sheet_handler {
    void *arg;
    bool formulas; /* wanted */

    /* A cell, also one without a value (DATUM_NONE). A shared string is DATUM_SHARED; a shared formula is the cell's
     * own, with its references moved. */
    int (*cell)(void *arg, const struct scan_cell *cell, const struct datum *value, struct err *err);
    int (*tag)(void *arg, const struct token *tag, struct err *err); /* as scan.h has it; may be NULL */
};

/* Gives every cell, row by row and from left to right. Nearly every file has them in this order; for one that has not,
 * is_sorted is set to false and the caller asks again with `sort`, which gathers them first.
 *
 * Of a damaged sheet the cells before the damage are given; one that breaks off before the first is refused, unless its
 * part is empty. */
struct sheet_order {
    bool sort;
    bool is_sorted;    /* out: false when cells came out of order */
    bool is_damaged;   /* out: there may be more cells than were given */
    uint64_t outside;  /* out: cells left out because no sheet reaches so far */
    uint64_t cut;      /* out: texts cut because no cell holds as much */
    uint64_t repaired; /* out: cells with characters that XML may not have */
    uint64_t lost;     /* out: cells left empty because their shared string is not there */
};
WARN_UNUSED int sheet_read(const struct book *b, size_t sheet, struct sheet_order *order,
                           const struct sheet_handler *handler, const struct cancel *cancel, struct err *err);

/* A shared string as a text; any other value as it is. */
struct datum sheet_plain(const struct book *b, const struct datum *value);

/* Appends a cell as a spreadsheet shows it. */
void sheet_shown(const struct book *b, const struct scan_cell *cell, struct buf *out);
