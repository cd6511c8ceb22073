/* pivot.h - a workbook's pivot tables: what they are made from, how they are laid out, what they show.
 *
 * A pivot table has a definition (which field stands where, which items are hidden), a cache (where its data come from,
 * the fields' names and their different values), and the cells of the sheet in which a spreadsheet program last showed
 * it. All three are told; nothing is computed, so what is shown is as old as the file.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct book;
struct cancel;
struct cell_redaction;
struct err;
struct json;

/* What must not be seen. */
struct pivot_redaction {
    void *arg;

    /* True when a field must not be told. values: the different ones that the cache has of it. */
    bool (*blocks)(void *arg, const char *pivot, const char *field, const char *const *values, size_t n);
    const struct cell_redaction *cells; /* NULL: every cell may be seen */
};

struct pivot_wants {
    const char *worksheet;                   /* only those on it, in any case; NULL: on any */
    const char *name;                        /* only the one of this name, in any case; NULL: all */
    bool filters;                            /* page fields, filters and hidden items, too */
    uint32_t rows;                           /* of the sheet's rows, at most */
    const struct pivot_redaction *redaction; /* NULL: everything may be told */
};

/* Where a pivot table stands, with the fields above it that it is filtered by. */
struct pivot_area {
    const char *name;
    size_t sheet;
    uint32_t top, left, bottom, right;
};

/* The pivot tables whose cells must not be seen: a field in their layout must not be told, or cannot be judged as the
 * file does not say what it is called. In the order of their sheets; in the arena. */
WARN_UNUSED int pivot_hidden(const struct book *b, const struct pivot_redaction *redaction, const struct cancel *cancel,
                             struct arena *a, const struct pivot_area **ret, size_t *ret_n, struct err *err);

/* {"pivot_tables":[{"name","worksheet","location","source":{"worksheet","range","name","records"},"row_fields",
 * "column_fields","data_fields":[{"name","field","summary"}],"fields":[{"name","axis","items","item_count"}],
 * "columns","rows","row_count","truncated"}]} and with filters "page_fields":[{"field","selected"}],
 * "filters":[{"field","type","value"}] and each field's "hidden_items". Rows are as the spreadsheet shows them. A field
 * that must not be told is left out everywhere, and so are all rows when it is part of the layout.
 *
 * ERR_NOT_FOUND when there is no such sheet or pivot table. */
WARN_UNUSED int pivot_tables(const struct book *b, const struct pivot_wants *wants, const struct cancel *cancel,
                             struct arena *a, struct json **ret, struct err *err);
