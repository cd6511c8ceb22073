/* judge.h - a table's columns held against a policy: the one place that decides, for queries and for all that shows.
 *
 * A column is judged by its name and by its values as they were loaded (pii.h), so that what a query cannot reach is
 * not shown elsewhere either. Where a table cannot be loaded, because it has no rows, its names alone decide. A name
 * that is itself such a value, as the first row of a table without a header can give, is not told: the column is then
 * called by its number.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct blocked_column;
struct column_policy;
struct columns;
struct err;
struct notes;

/* Of each column why it is left out; its rule is NULL where it may be read. */
struct judged {
    const struct blocked_column *columns;
    size_t n; /* 0: nothing is known but names */
};

bool policy_is_set(const struct column_policy *policy);

/* The name as it may be told; i: which column it is, from 0. */
const char *judge_name(struct arena *a, const struct column_policy *policy, size_t i, const char *name);

/* Judges all columns; in the arena, with the table's name, which is borrowed. */
struct judged judge_columns(struct arena *a, const struct column_policy *policy, const char *table,
                            const struct columns *columns);

/* Why column i is left out; false when it may be read. Beyond what was judged its name decides. */
bool judge_column(struct arena *a, const struct column_policy *policy, const struct judged *j, const char *table,
                  size_t i, const char *name, struct blocked_column *ret);

/* True when a sentence about the table's reading tells nothing of these columns: some quote values. */
bool judge_note(const struct column_policy *policy, const struct blocked_column *blocked, size_t n, const char *note);

/* Sets ERR_POLICY_VIOLATION: the policy leaves no column of a table. Returns -1. */
int judge_nothing_left(struct err *err);
