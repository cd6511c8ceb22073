/* scan_cell.h - what scan.c and scan_cell.c share. Internal to them. */
#pragma once
#include "base/buf.h"
#include "office/sheet/scan.h"

#define FAST_BYTES 192 /* the longest cell that the fast path reads has under 150 */

struct scan {
    struct scan_handler handler;
    uint32_t row, column; /* of the last row and cell seen */
    uint32_t depth;       /* of the element we are in */
    uint32_t skip;        /* depth of the element whose content is left out; 0: none */
    uint32_t data_depth;  /* of sheetData */
    bool in_data, seen;
    bool has_cells;              /* in a row before this one */
    uint64_t row_text, row_mask; /* the row's digits and the quote behind them, as one word */
    unsigned row_bytes;          /* how many they are; 0: the fast path cannot be used for this row's references */
    uint64_t outside, cut, repaired;
    bool ended; /* the root element was closed */
    struct buf text, formula;
};

/* Sets the fields above from the row. */
void scan_row_text(struct scan *s);

/* Reads the cell at p (FAST_BYTES of it can be looked at), if it is one and plain: returns where it ends, else NULL. */
const char *scan_cell_fast(const struct scan *s, const char *p, struct scan_cell *ret);

/* Reads the cell whose tag is t. 0, with where it ends; 2 when more bytes are needed; -1. */
int scan_cell_slow(struct scan *s, const struct token *t, const char *end, bool last, struct scan_cell *ret,
                   const char **ret_after, struct err *err);
