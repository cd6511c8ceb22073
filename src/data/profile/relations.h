/* relations.h - how tables belong together: columns of one whose values are found in another.
 *
 *   foreign_key     at least nine in ten of the different values of a column are values of another table's column that
 *                   has no repetition. Whole numbers need a name that fits too ("customer_id" and the "id" of
 *                   "customers"), for small numbers are found in every list of running numbers.
 *   similar_values  two text columns, or two whole-number columns of one name, at least half of whose different values
 *                   (of the one with fewer, at least three) are the same.
 *
 * confidence is the share of values found, times 0.6 + 0.4 n for a key and 0.5 + 0.4 n for similar values, where n says
 * how well the names fit: 1 the same or the other table's name and the column's, 0.5 the last word, or an "id" that
 * repeats and another that does not; 0 not at all.
 *
 * Pairs are told beforehand by type, range, number of values and name; at most PROFILE_RELATIONS of them are compared,
 * those whose names fit best first. Dates, truths and amounts are no references.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct cancel;
struct engine;
struct err;
struct json;
struct table_profile;

/* [{"from_table","from_column","to_table","to_column","relationship_type","confidence"}], the surest first. */
WARN_UNUSED int relations_find(struct engine *e, const struct table_profile *tables, size_t n,
                               const struct cancel *cancel, struct arena *a, struct json **ret, struct err *err);
