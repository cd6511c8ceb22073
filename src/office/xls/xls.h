/* xls.h - an open .xls as its own files see it. Internal to xls*.c. */
#pragma once
#include "grid/notes.h"
#include "office/finder/fill.h"
#include "office/finder/finder.h"
#include "office/workbook_node.h"
#include "office/xls/xls_book.h"

struct xls_survey {
    uint32_t first_row, first_column, last_row, last_column; /* where values are; 0: nowhere */
    const struct found_table *found;
    size_t n_found;
    bool has_more; /* tables or columns than are found */
    struct notes notes;
};

struct xls_table {
    size_t sheet;
    const struct found_table *found; /* NULL: a workbook without any table has one that cannot be loaded */
};

struct xls {
    struct workbook workbook;
    struct arena *arena;
    struct xls_book *book;
    struct xls_survey *surveys; /* one a sheet */
    struct xls_table *tables;
};

/* A part of a sheet, both ends included. */
struct xls_area {
    uint32_t top, left, bottom, right;
};

/* A table with its headers and totals. */
struct xls_area xls_area(const struct found_table *t);

int xls_show(struct source *source, const struct show *what, const struct cancel *cancel, struct arena *a,
             struct notes *notes, const struct show_to *to, struct err *err);
bool xls_table_area(const struct workbook *w, size_t table, struct table_area *ret);
int xls_give_cells(struct workbook *w, size_t sheet, unsigned wants, const struct cancel *cancel, cell_fn *fn,
                   void *arg, struct err *err);
