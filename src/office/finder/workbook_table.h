/* workbook_table.h - what either kind of workbook does with the name of a sheet or table: finds it, and shows a table
 * as a table, with its names and types, where a sheet is shown as a grid. Internal to xlsx*.c and xls*.c.
 */
#pragma once
#include "office/workbook_node.h"

struct fill;
struct fill_area;

/* Gives a fill the cells of the sheet that a table is on; shown: as texts, as a spreadsheet shows them. */
struct table_reader {
    void *arg;
    int (*read)(void *arg, struct fill *f, bool shown, const struct cancel *cancel, struct err *err);
};

/* Shows table i of the source, whose data lie in the area: the rows that are loaded, with the values as they stand in
 * the file. The notes are those of loading it. */
WARN_UNUSED int workbook_show_table(struct workbook *w, size_t i, bool shown, const struct fill_area *area,
                                    const struct table_reader *reader, const struct cancel *cancel, struct arena *a,
                                    struct notes *notes, const struct show_to *to, struct err *err);
