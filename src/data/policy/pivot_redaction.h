/* pivot_redaction.h - the cells of a workbook's pivot tables that show a blocked field.
 *
 * On its sheet a pivot table looks like any other table, but its columns have names such as "Row Labels", which say
 * nothing of the fields whose values stand below. Its definition names them. Where a field in the layout is blocked,
 * all cells of the pivot table are hidden, and a table that is found among them cannot be asked.
 *
 * The definitions are read from the file itself, so that tables that come out of the cache are covered, too.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct blocked_column;
struct cancel;
struct column_policy;
struct err;
struct source_bytes;

/* A place on a sheet that is hidden. */
struct hidden_place {
    const char *sheet;
    size_t sheet_at;
    uint32_t top, left, bottom, right;
};

/* The hidden places of a workbook, in the order of its sheets; none of a .xls, whose pivot tables are not known. In the
 * arena. */
WARN_UNUSED int pivot_hidden_places(const struct source_bytes *bytes, const struct column_policy *policy,
                                    const struct cancel *cancel, struct arena *a, const struct hidden_place **ret,
                                    size_t *ret_n, struct err *err);

/* True when the table at "A3:F20" of the sheet has cells in one of them. */
bool hidden_places_meet(const struct hidden_place *places, size_t n, const char *sheet, const char *range);

#define REDACTED_PIVOT "(pivot table)" /* stands for the column */
#define REDACTED_PIVOT_REASON "it shows a field of a pivot table that is blocked"

/* A field judged as a column is: by its name, by its name as a value, and by its values. */
bool pivot_field_blocked(struct arena *a, const struct column_policy *policy, const char *pivot, const char *field,
                         const char *const *values, size_t n, struct blocked_column *ret);
