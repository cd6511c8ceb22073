/* export.h - a result as a workbook that people go on working with.
 *
 * Dates are dates, decimals show their places, headings are bold, stay in sight and can be filtered by. What a
 * spreadsheet cannot hold exactly (a number of more than 15 digits) is written as text, and the notes say so.
 *
 * libxlsxwriter writes the file. It is loaded when the first file is written, so that no other command pays for it.
 */
#pragma once
#include "base/attrs.h"

struct cancel;
struct err;
struct json;
struct notes;

/* Writes columns ([{"name","type"}] with table.h's type names) and rows ([[...]]: dates as ISO text) to path, whole or
 * not at all; a file that is there is replaced. The same columns and rows give the same bytes. Errors: ERR_TOO_LARGE
 * (more rows or columns than a sheet has), ERR_ENGINE_UNAVAILABLE (libxlsxwriter is not installed), ERR_IO,
 * ERR_DISK_FULL, cancel's. */
WARN_UNUSED int export_xlsx(const char *path, const struct json *columns, const struct json *rows, struct notes *notes,
                            const struct cancel *cancel, struct err *err);
