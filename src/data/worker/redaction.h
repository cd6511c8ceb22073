/* redaction.h - hides what a policy blocks where data are shown as they stand in the file, not asked for by a query.
 *
 * A table is shown without its blocked columns. A sheet has more than its tables, and these of its cells are shown
 * empty: cells in a blocked column of a table, from its header to its totals; single texts, wherever they stand, that
 * look like something the policy blocks; the cells of a pivot table that shows a blocked field (pivot_redaction.h);
 * and, on a sheet with more tables than are told apart, all cells outside of those that are. A number that is shown as
 * digits alone is no such text: too many only look like the number of a card. Where only some columns are allowed, all
 * other cells are hidden.
 *
 * Hidden cells are counted whether they were asked for or not, so a count tells nothing of what they say.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct column_policy;
struct err;
struct json;
struct blocking;
struct notes;
struct source;
struct redaction;
struct redaction_cell;
struct workset;

/* The columns of a table of the first source, judged once: by what it holds, or by its names when it has no rows. Under
 * workset_lock(). */
WARN_UNUSED int redaction_table(struct workset *w, size_t table, const struct cancel *cancel,
                                const struct blocking **ret, struct err *err);

/* The redaction over one sheet of the workbook that the first source is, or over all; *ret is NULL when there is no
 * policy. In the arena. Under workset_lock(). */
#define REDACTION_ALL_SHEETS SIZE_MAX
WARN_UNUSED int redaction_new(struct workset *w, size_t sheet, const struct cancel *cancel, struct arena *a,
                              struct redaction **ret, struct err *err);

/* cell_redaction's function. */
bool redaction_hides(void *redaction, const struct redaction_cell *cell);

/* True when one shown text must not be seen. */
bool redaction_hides_value(const struct column_policy *policy, const char *p, size_t n, bool is_number);

bool redaction_hides_text(const struct redaction *v, const char *text);

/* The note about single texts; %s: "2 cells are". */
#define REDACTED_VALUES "%s left out: an e-mail address, or a telephone, card, account or identity number"

/* Says in the notes what was hidden. */
void redaction_tell(const struct redaction *v, struct notes *notes);

/* Adds the columns of which cells were hidden to the list, as blocked_to_json() has them. */
void redaction_list(const struct redaction *v, struct arena *a, struct json *list);

/* The blocked columns as strips of their sheet: [[column, first row, last row], ...]. */
struct json *redaction_strips(const struct redaction *v, struct arena *a);

/* The name of a table's column i as it may be told. */
const char *redaction_name(const struct redaction *v, struct arena *a, size_t table, size_t i, const char *name);

/* The names of a table's blocked columns. */
struct json *redaction_columns(const struct redaction *v, struct arena *a, size_t table);
