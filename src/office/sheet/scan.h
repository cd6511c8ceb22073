/* scan.h - a sheet's XML, cell by cell, as it streams by.
 *
 * A sheet is where a workbook is large, so it has a scanner of its own instead of a general parser: cells as nearly
 * every program writes them are read in one go, without looking at a byte twice; everything else that XML allows
 * (prefixes, comments, CDATA, any quotes, any order) is read token by token. tests/tools/sheet_check compares it with
 * expat.
 *
 * What stands behind the root element is not looked at. Addresses are the file's own where it gives them, else they are
 * counted. A cell that lies outside what a sheet can have is left out and counted.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct scan;
struct token;

enum scan_type {
    SCAN_EMPTY,  /* a cell with a style and no value */
    SCAN_NUMBER, /* number */
    SCAN_SHARED, /* index, of a shared string */
    SCAN_TRUTH,  /* index: 0 or 1 */
    SCAN_TEXT,   /* text, n: an inline string, or a formula's text */
    SCAN_ERROR,  /* text, n: "#DIV/0!" */
    SCAN_DATE,   /* text, n: a date or time of ISO 8601 */
};

struct scan_cell {
    uint32_t row, column; /* from 1 */
    uint32_t style;       /* index into the styles; may lie behind the last */
    enum scan_type type;
    double number;
    uint32_t index;
    const char *text; /* this and the formula live until the function they are given to returns */
    size_t n;
    const char *formula; /* NULL: none; "" where another cell's is shared; only with `formulas` */
    size_t formula_n;
    uint32_t shared; /* its number among the formulas that cells share, from 1; 0: it is its own */
    bool is_unsaved; /* empty, and yet it has a formula: no program has saved what it gives */
};

/* The functions return 0 to go on, 1 to stop reading, -1 with err set. */
struct scan_handler {
    void *arg;
    bool formulas; /* wanted */
    int (*cell)(void *arg, const struct scan_cell *cell, struct err *err);
    int (*tag)(void *arg, const struct token *tag, struct err *err); /* each start tag outside the cells; may be NULL */
};

struct scan *scan_new(const struct scan_handler *handler);
void scan_free(struct scan *s);

/* Reads what is whole of the n bytes; *ret_used of them are done with, the rest must come again in front of the next
 * ones. last: there are no more. Returns 1 once a function has stopped it. Fits feed_part(). */
WARN_UNUSED int scan_feed(void *scan, const char *p, size_t n, bool last, size_t *ret_used, struct err *err);

/* Cells that were left out because no sheet reaches so far, texts cut because no cell holds as much, and cells with
 * characters that XML may not have (token_text() says what becomes of them). */
uint64_t scan_outside(const struct scan *s);
uint64_t scan_cut(const struct scan *s);
uint64_t scan_repaired(const struct scan *s);

/* True once there was a cell. */
bool scan_cells(const struct scan *s);

/* A number as XML writes it, blanks around it aside; false when it is none. */
bool scan_number(const char *p, size_t n, double *ret);
