/* edit.h - changing a workbook: cells set, a sheet added, everything else as it was.
 *
 * Parts that an edit does not concern (charts, macros, pivot tables, drawings, other sheets, styles, shared strings)
 * come out with the same bytes. What it changes is the sheet's part, and in the parts that name others: that all
 * formulas are to be computed anew by the program that opens the file, a new sheet, and that the calculation chain is
 * gone when a formula was overwritten. Nothing is computed here.
 *
 * Values are what JSON has: a number, a text, true or false; null clears the cell. A text is a text, also when it
 * begins with "=": it is written as a formula only when that is asked for. Cells keep their styles. A date (YYYY-MM-DD,
 * also with a time) for a cell that shows dates is written as the number that it is in a workbook.
 *
 * Refused with ERR_EDIT_REFUSED, and in words: workbooks that are signed, reserved or binary, protected sheets, and
 * cells that belong to something larger (a merged range, an array formula, shared formulas, a table's headings and
 * totals, a pivot table).
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct cancel;
struct err;
struct json;
struct repack_to;

struct edit_request {
    const char *worksheet;      /* whose cells are set, in any case; a hidden one too */
    const struct json *updates; /* [{"cell_address","value"}, ...], 1 to EDIT_CELLS */
    bool formulas;              /* a text that begins with "=" is a formula */
    const char *new_worksheet;  /* the name of a sheet to add; then the others are not looked at */
};

/* Makes the change, hands the new file to `to` (NULL: only says what it would be), and tells it:
 *
 *   {"changes":[{"worksheet","cell","before","after","formula_before","formula_after"}], "notes":[...]}
 *
 * The formulas are texts with "=" or null. Errors: ERR_NOT_FOUND (no such sheet), ERR_INVALID_INPUT (an address, a
 * value or a name that is none), ERR_EDIT_REFUSED as above, ERR_WORKBOOK_LOAD_FAILED, ERR_TOO_LARGE, and cancel's. */
WARN_UNUSED int edit_workbook(const char *p, size_t n, const struct edit_request *r, const struct repack_to *to,
                              const struct cancel *cancel, struct arena *a, struct json **ret, struct err *err);
