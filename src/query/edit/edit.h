/* edit.h - two queries compared by what they ask, and a query changed in one part.
 *
 * A follow-up ("only the West", "by month instead", "as a median") and a chip that is changed are edits of the query
 * that was answered. An edit gives a new query that shares what stayed, and leaves the old one as it was. What it gives
 * is well formed where the old one was: what belongs together changes together, and what would make no sense is refused
 * with ERR_INVALID_QUERY and a sentence for people. Whether columns exist and types fit is asked later, by the check.
 *
 * Except for the order and the limit, edits are of blocks: a set operation refuses them.
 */
#pragma once
#include "base/attrs.h"
#include "query/query.h"

struct err;

/* ---- comparing ---- */

/* Whether both ask the same, as far as this can be seen without the data. It does not matter
 *   in which order conditions stand that must all hold, the arguments of and, or, =, <>, same, +, *, least, greatest,
 *   the list of "in", and what a window or a limit is "per";
 *   whether it says a < b or b > a, or nests an "and" in an "and";
 *   what relations and outputs are called, nor upper and lower case in names.
 * The order of outputs, groups, relations and sorting does matter. */
bool query_equal(const struct query *a, const struct query *b);

/* A text that is equal for equal queries and differs for others, to look for one among many; NULL for a query nested
 * too deeply to be written. */
const char *query_key(struct arena *a, const struct query *q);

/* ---- conditions on rows ---- */

/* The one column a condition is on, or NULL where it is on several or none. Columns inside a query do not count. */
const struct expr *query_condition_column(const struct expr *condition);

/* One more condition, behind the others. Refused where it is there already, or has an aggregate or a window. */
WARN_UNUSED int query_edit_add_condition(struct arena *a, const struct query *q, const struct expr *condition,
                                         const struct query **ret, struct err *err);

/* All conditions on the column give way to this one, which takes the place of the first. Refused where there is none.
 */
WARN_UNUSED int query_edit_replace_condition(struct arena *a, const struct query *q, const struct expr *column,
                                             const struct expr *condition, const struct query **ret, struct err *err);
WARN_UNUSED int query_edit_remove_condition(struct arena *a, const struct query *q, const struct expr *column,
                                            const struct query **ret, struct err *err);

/* The one condition, on rows or on groups, gives way to another that is on the same; NULL: it goes. Refused where it is
 * not there. */
WARN_UNUSED int query_edit_condition(struct arena *a, const struct query *q, const struct expr *condition,
                                     const struct expr *by, const struct query **ret, struct err *err);

/* From a day until a day, both included; either may be NULL for an open end, but not both. Whatever the conditions on
 * the column were, this replaces them; where there were none it is added. */
WARN_UNUSED int query_edit_period(struct arena *a, const struct query *q, const struct expr *column,
                                  const struct expr *from, const struct expr *until, const struct query **ret,
                                  struct err *err);

/* ---- groups ---- */

/* One more group, behind the others; it is shown in front of the measures, behind the groups that stand first among the
 * outputs. Refused for rows (a block that does not group), for a group that is there, and for one with an aggregate. */
WARN_UNUSED int query_edit_add_group(struct arena *a, const struct query *q, const struct expr *group,
                                     const struct query **ret, struct err *err);

/* Another one in place of group `i`, wherever that was shown, sorted by or limited per. A name that its output was
 * given goes. Refused where a condition on groups uses it. */
WARN_UNUSED int query_edit_replace_group(struct arena *a, const struct query *q, size_t i, const struct expr *group,
                                         const struct query **ret, struct err *err);

/* Group `i` goes, with the outputs, the orders and the "per" that use it. Refused where a condition on groups uses it,
 * and where nothing would be shown. */
WARN_UNUSED int query_edit_remove_group(struct arena *a, const struct query *q, size_t i, const struct query **ret,
                                        struct err *err);

/* ---- what is shown ---- */

/* Another aggregate in place of the one in output `i`, there and where the rows are sorted by it. It keeps the old
 * one's filter unless it has its own; conditions on groups stay. A name that the output was given goes. Refused where
 * the output has no aggregate, or several. */
WARN_UNUSED int query_edit_measure(struct arena *a, const struct query *q, size_t i, const struct expr *aggregate,
                                   const struct query **ret, struct err *err);

/* These outputs. None: all columns, of a block that does not group. */
WARN_UNUSED int query_edit_outputs(struct arena *a, const struct query *q, const struct output *outputs, size_t n,
                                   const struct query **ret, struct err *err);

/* Equal rows once, or as often as they are. Refused where rows are sorted by what is not shown. */
WARN_UNUSED int query_edit_distinct(struct arena *a, const struct query *q, bool distinct, const struct query **ret,
                                    struct err *err);

/* ---- order and limit; of set operations too ---- */

/* Sorted by output `i` alone. */
WARN_UNUSED int query_edit_order(struct arena *a, const struct query *q, size_t i, bool descending,
                                 const struct query **ret, struct err *err);

/* Sorted by these; none: in the order that rows have without one. */
WARN_UNUSED int query_edit_sort(struct arena *a, const struct query *q, const struct ordering *order, size_t n,
                                const struct query **ret, struct err *err);

/* So many rows; 0: all of them, and then no "per" and no offset. */
WARN_UNUSED int query_edit_limit(struct arena *a, const struct query *q, size_t limit, const struct query **ret,
                                 struct err *err);

/* The limit for each of these; none: for all rows together. Refused without a limit and, of a block that groups, for
 * what is no group. */
WARN_UNUSED int query_edit_per(struct arena *a, const struct query *q, const struct expr *const *per, size_t n,
                               const struct query **ret, struct err *err);
