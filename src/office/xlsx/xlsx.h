/* xlsx.h - an open .xlsx as its own files see it. Internal to xlsx*.c. */
#pragma once
#include "office/finder/survey.h"
#include "office/workbook_node.h"

struct book;

/* A table of the source: on which sheet, and which of that sheet's. */
struct xlsx_table {
    size_t sheet;
    struct sheet_table *table; /* NULL: a workbook without any table has one that cannot be loaded */
};

struct xlsx {
    struct workbook workbook;
    struct arena *arena;
    struct book *book;
    struct survey **surveys; /* one a sheet */
    struct xlsx_table *tables;
};

/* The functions of struct source_ops and workbook_ops. */
int xlsx_load(struct source *source, size_t i, const struct cancel *cancel, struct arena *a, struct notes *notes,
              struct loaded *ret, struct err *err);
int xlsx_load_without(struct source *source, size_t i, const struct row_list *without, const struct cancel *cancel,
                      struct arena *a, struct notes *notes, struct loaded *ret, struct err *err);
int xlsx_show(struct source *source, const struct show *what, const struct cancel *cancel, struct arena *a,
              struct notes *notes, const struct show_to *to, struct err *err);
int xlsx_cells(struct workbook *w, size_t sheet, unsigned wants, const struct cancel *cancel, cell_fn *fn, void *arg,
               struct err *err);
bool xlsx_area(const struct workbook *w, size_t table, struct table_area *ret);
int xlsx_tell(struct workbook *w, const struct cancel *cancel, struct arena *a, struct json *tables,
              struct json *structure, struct err *err);
