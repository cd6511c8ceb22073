/* workbook_node.h - what every kind of workbook is inside: a source first, so that a source is its workbook, then what
 * workbook.h asks of it. Nobody outside this folder includes it.
 */
#pragma once
#include "office/workbook.h"

struct workbook_ops {
    /* workbook_cells() */
    int (*cells)(struct workbook *w, size_t sheet, unsigned wants, const struct cancel *cancel, cell_fn *fn, void *arg,
                 struct err *err);

    /* workbook_area() */
    bool (*area)(const struct workbook *w, size_t table, struct table_area *ret);

    /* Adds to what workbook_structure() tells; tables: the list with one object a table. May be NULL. */
    int (*tell)(struct workbook *w, const struct cancel *cancel, struct arena *a, struct json *tables,
                struct json *structure, struct err *err);
};

struct workbook {
    struct source source;
    const struct workbook_ops *ops;
    const struct sheet_info *sheets;
    size_t n_sheets;
};
