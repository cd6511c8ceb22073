/* export.h - tables and results as a workbook that people go on working with.
 *
 * Dates are dates, decimals show their places, percentages and amounts are shown as such, headings are bold, stay in
 * sight and can be filtered by. A text in a column of numbers or dates (a value that does not fit it) is written as the
 * text it is. Spreadsheets keep 15 digits of a number: a whole number that has more is written as text, a decimal is
 * rounded, and the notes say so. A computed number (float) was never more exact than that.
 *
 * libxlsxwriter writes the file. It is loaded when the first file is written, so that no other command pays for it.
 * Rows are written as they come: memory does not grow with them.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct cancel;
struct column;
struct err;
struct export;
struct json;
struct location;
struct notes;

/* Begins a workbook that is to stand there; nothing is there until export_end(). Errors: ERR_NOT_FOUND (no such
 * folder), ERR_ENGINE_UNAVAILABLE (libxlsxwriter is not installed), ERR_IO, ERR_DISK_FULL. */
WARN_UNUSED int export_begin(const struct location *to, struct export **ret, struct err *err);

/* Begins the next worksheet, named after the table as far as a worksheet can be; *ret_name (may be NULL) is what it
 * got. Of the columns name, type, scale and unit count; they must stay until the next. Errors: ERR_TOO_LARGE (more
 * columns than a sheet has, over EXPORT_SHEETS sheets). */
WARN_UNUSED int export_sheet(struct export *e, const char *name, const struct column *columns, size_t n,
                             const char **ret_name, struct err *err);

/* Writes more rows of it ([[...]]: dates as ISO text). Errors: ERR_TOO_LARGE (more rows than a sheet has), ERR_IO,
 * cancel's. */
WARN_UNUSED int export_rows(struct export *e, const struct json *rows, const struct cancel *cancel, struct err *err);

/* Puts the workbook in its place, whole and durable, and says what could not be written as it is. The same sheets give
 * the same bytes. ERR_CONFLICT when there is something of that name, which is never replaced. */
WARN_UNUSED int export_end(struct export *e, struct notes *notes, struct err *err);

/* The most places that a number of the column has: the scale of a decimal that nothing else describes. */
int export_scale(const struct json *rows, size_t column);

/* Frees it, and drops the file unless it is in its place. NULL is fine. */
void export_free(struct export *e);
