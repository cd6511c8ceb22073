/* list_objects.h - the tables a person declared on a sheet (ListObjects): xl/tables/table1.xml and its like. */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct arena;
struct book;
struct err;
struct name_text;
struct notes;

struct list_table {
    const char *name;
    uint32_t top, left, bottom, right; /* with headers and totals */
    uint32_t headers, totals;          /* rows of each, 0 or 1 */
    struct name_text *columns;         /* right - left + 1 of them; empty where the file has none */
};

/* The tables of a sheet, in the arena; at most FINDER_TABLES, and it is told when there are more. A part without a
 * range is left out. */
WARN_UNUSED int list_objects_read(const struct book *b, size_t sheet, struct arena *a, struct notes *notes,
                                  struct list_table **ret, size_t *ret_n, struct err *err);
