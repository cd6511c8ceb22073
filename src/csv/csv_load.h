/* csv_load.h - all records of a CSV as typed columns, read by several threads.
 *
 * The result is what builder.h would make of the same records, whatever the number of threads. Most files are read
 * once: types are taken from a sample first, and only columns whose later values do not agree are read again.
 */
#pragma once
#include "base/attrs.h"

struct cancel;
struct columns;
struct csv_table;
struct err;
struct notes;
struct row_list;

/* Loads the table, which has columns, without those of its rows (NULL: with all). What was assumed about the file, its
 * records and its columns goes to the notes. A table without records gives columns without rows. Errors: csv_read()'s,
 * ERR_TOO_LARGE (over DATA_TABLE_BYTES), and cancel's. */
WARN_UNUSED int csv_load(const struct csv_table *t, const struct row_list *without, const struct cancel *cancel,
                         struct notes *notes, struct columns **ret, struct err *err);
