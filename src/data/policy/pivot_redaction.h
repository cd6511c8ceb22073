/* pivot_redaction.h - the cells in which a workbook shows its pivot tables, where a policy blocks a field of theirs.
 *
 * A pivot table's cells are a table of the sheet like any other, but under names such as "Row Labels" that tell nothing
 * of the fields whose values stand below. Its definition does: where a field in the layout is blocked, all of its cells
 * are hidden, and a table found among them is no table that can be asked.
 *
 * They are looked for in the file itself, so that tables out of the cache are held against them too.
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
