/* xls_book.h - an .xls as its stream says it: sheets, styles, shared strings, and the cells of a sheet.
 *
 * Versions 2 to 8 of the format (Excel 2.0 to 2003) are read; the first three hold one sheet and no container. Number
 * formats are known of versions 5 and 8. What a formula gave is read, the formula itself is not. Internal to xls*.c.
 */
#pragma once
#include "base/buf.h"
#include "grid/datum.h"
#include "office/numfmt/numfmt.h"
#include "office/package/biff.h"
#include "office/workbook.h"

struct arena;

struct xls_style {
    const struct numfmt *format; /* NULL: General, of a style that is not there */
    enum numfmt_kind kind;
    uint8_t currency; /* as numfmt_currency() has it */
    bool is_bold;
};

struct xls_sheet {
    const char *name;
    size_t at; /* its place in the stream */
    enum sheet_state state;
    bool is_chart; /* or anything else without cells */
};

struct xls_book {
    struct arena *arena;
    struct buf stream;
    unsigned version;
    uint16_t letters[128];
    bool date1904;
    struct xls_sheet *sheets;
    size_t n_sheets, more_sheets; /* past WORKBOOK_SHEETS they are only counted */
    struct xls_style *styles;
    size_t n_styles;
    const struct numfmt *general;
    struct buf strings;  /* one behind the other */
    uint64_t *string_at; /* where each begins, and the end of the last */
    size_t n_strings;
};

/* Opens the bytes of the file. ERR_WORKBOOK_LOAD_FAILED: damaged, protected with a password (but for the one of
 * crypt.h), or no workbook in it. */
WARN_UNUSED int xls_book_open(const char *p, size_t n, struct xls_book **ret, struct err *err);
void xls_book_free(struct xls_book *b);

/* The style of that number; one that is not there is General. */
const struct xls_style *xls_style(const struct xls_book *b, unsigned i);

struct xls_cell {
    uint32_t row, column; /* from 1 */
    const struct xls_style *style;
    struct datum value; /* a date by its format, as in .xlsx */
    double number;      /* what a number or a date was written as */
    bool is_number;
};

/* Who reads a sheet; merged and begins may be NULL. */
struct xls_reader {
    void *arg;
    int (*cell)(void *arg, const struct xls_cell *cell, struct err *err); /* 0, 1 to stop, -1 with err set */

    /* Before the first cell: merged cells, and where the sheet says that its cells begin, blank ones included. */
    void (*merged)(void *arg, uint32_t r1, uint32_t c1, uint32_t r2, uint32_t c2);
    void (*begins)(void *arg, uint32_t row, uint32_t column);
};

/* Gives every cell with a value, row by row and from left to right, whatever their order in the file. */
WARN_UNUSED int xls_cells(const struct xls_book *b, size_t sheet, const struct cancel *cancel,
                          const struct xls_reader *reader, struct err *err);

/* Appends a cell as a spreadsheet shows it. */
void xls_shown(const struct xls_book *b, const struct xls_cell *cell, struct buf *out);
