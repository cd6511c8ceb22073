/* workbook.h - Excel workbooks: .xlsx, .xlsm (workbook_open) and .xls (xls_open), as a source and as what they are.
 *
 * As a source (source.h) a workbook's tables are those found on its sheets: declared tables (ListObjects) first, then
 * the blocks that finder.h finds in what is left. As a workbook it can be asked for its structure, searched, and its
 * cells given out. Nothing is computed: a formula's value is the one the file caches.
 *
 * Bounded: the zip's claimed sizes are not believed, a part inflates to at most WORKBOOK_PART_BYTES, XML entities are
 * not expanded beyond the five, and sheet data is streamed.
 */
#pragma once
#include "base/attrs.h"
#include "grid/source.h"

struct buf;
struct json;
struct workbook;

/* Each opens the bytes as a workbook; ERR_WORKBOOK_LOAD_FAILED with what a person can do (encrypted, damaged, another
 * format). */
WARN_UNUSED int workbook_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                              struct err *err);
WARN_UNUSED int xls_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                         struct err *err);

/* The same thing as a workbook; NULL when the source is none. */
struct workbook *workbook_of(struct source *s);

/* ---- as a workbook ---- */

enum sheet_state { SHEET_VISIBLE, SHEET_HIDDEN, SHEET_VERY_HIDDEN };

struct sheet_info {
    const char *name;
    enum sheet_state state;
    uint32_t rows, columns; /* the last used ones, counted from 1; 0 when the sheet is empty */
    bool is_chart;          /* a chart sheet: has no cells */
    bool has_more;          /* tables or columns of tables than the source has */
};
size_t workbook_sheets(const struct workbook *w, const struct sheet_info **ret);

/* What a name means, as struct show has it: a sheet or a table. */
struct workbook_place {
    bool is_table;
    size_t at; /* which sheet, or which table of the source */
};

/* By name, a sheet before a table, in any case where no other is equal; a sheet by its number from 1; NULL: the first
 * sheet. ERR_NOT_FOUND. */
WARN_UNUSED int workbook_find(const struct workbook *w, const char *name, struct workbook_place *ret, struct err *err);

/* Where a table of the source stands, with its headers and totals. */
struct table_area {
    size_t sheet;
    uint32_t top, bottom;
    const uint32_t *columns;  /* the sheet's column of each of its columns */
    const char *const *names; /* of these */
    size_t n_columns;
};

/* False for the stand-in that a workbook without any table has. */
WARN_UNUSED bool workbook_area(const struct workbook *w, size_t table, struct table_area *ret);

/* One cell with everything that is known of it. Pointers live until the function it is given to returns. */
struct sheet_cell {
    uint32_t row, column; /* from 1 */
    struct datum *value;  /* its kind; a date is DATUM_DATE or DATUM_TIME by its number format */
    const char *shown;    /* as the spreadsheet shows it; NULL unless asked for */
    size_t shown_n;
    const char *formula; /* without "="; its own where the file shares one; NULL: none, or not asked for */
    size_t formula_n;
};

enum cell_wants { CELLS_SHOWN = 1, CELLS_FORMULAS = 2 };

/* Gives every cell of a sheet that is not empty, row by row and from left to right. fn returns 0 to go on, 1 to stop
 * (that is success), -1 with err set to fail. */
typedef int cell_fn(void *arg, const struct sheet_cell *cell, struct err *err);
WARN_UNUSED int workbook_cells(struct workbook *w, size_t sheet, unsigned wants, const struct cancel *cancel,
                               cell_fn *fn, void *arg, struct err *err);

/* What a workbook holds:
 * {"sheets":[{"name","state","rows","columns","is_chart"}],"tables":[{"name","worksheet","range",
 * "hidden"}],"defined_names":[{"name","refers_to","worksheet"}],"pivot_tables":[{"name","worksheet","location"}]}. Of a
 * .xlsx each sheet also has "comments" and "hyperlinks", how many it has (of comments at most PARTS_LISTED), and each
 * table "declared", "row_count" and its "columns". */
WARN_UNUSED int workbook_structure(struct workbook *w, const struct cancel *cancel, struct arena *a, struct json **ret,
                                   struct err *err);

/* "AB12" and back; "A1:D9", also with "$" and a sheet's name before "!", which is skipped. False when it is none. */
bool cell_ref_read(const char *p, size_t n, uint32_t *ret_row, uint32_t *ret_column);
bool range_ref_read(const char *p, size_t n, uint32_t *r1, uint32_t *c1, uint32_t *r2, uint32_t *c2);
void cell_ref_add(struct buf *b, uint32_t row, uint32_t column);
