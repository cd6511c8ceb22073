/* survey.h - what is on a sheet: how far it is used, and which tables it holds. One pass over its cells.
 *
 * Declared tables (ListObjects) are taken as they are; the finder looks for more among the cells outside of them.
 */
#pragma once
#include "base/attrs.h"
#include "grid/notes.h"
#include "office/finder/fill.h"
#include "office/finder/uncalculated.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct book;
struct builder;
struct cancel;
struct err;

struct sheet_table {
    const char *name;                  /* its own, or from a title above it, or the sheet's */
    uint32_t top, left, bottom, right; /* with headers and totals */
    uint32_t header_row;               /* the last header row; 0: none */
    struct fill_area area;
    const char *const *names; /* of its columns */
    bool declared;
    struct builder *ready;          /* holds its rows already; NULL: they must be read again */
    struct fill_counts counts;      /* where ready */
    const char *const *assumptions; /* about this table alone, in sentences */
    size_t n_assumptions;
};

struct survey {
    struct arena *arena;
    struct notes flaws;                                      /* of the sheet, whatever is read of it */
    struct notes notes;                                      /* what was assumed about the sheet */
    bool sort;                                               /* its cells are not in order */
    uint32_t first_row, first_column, last_row, last_column; /* where cells are; 0: nowhere */
    uint32_t used_rows, used_columns;                        /* the last ones with a value */
    uint32_t links;                                          /* hyperlinks */
    bool has_more;                                           /* tables or columns than are listed */
    struct uncalculated uncalculated;
    struct sheet_table *tables;
    size_t n_tables;
};

/* build: rows of a plain table are kept ready. */
WARN_UNUSED int survey_sheet(const struct book *b, size_t sheet, bool build, const struct cancel *cancel,
                             struct survey **ret, struct err *err);
void survey_free(struct survey *s);
