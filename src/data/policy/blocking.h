/* blocking.h - decides which columns of a table a policy blocks: the one place, for queries and for all that is shown.
 *
 * A column is judged by its name and by its values as they were loaded (pii.h), so what a query cannot reach is not
 * shown elsewhere. What is inside its values counts, too. A column that may be read can still have single values that
 * may not (blocked_values.h). A table without rows cannot be loaded; there the names alone decide. The first row of a
 * table without a header can make a name that is itself such a value. That name is not told: the column is called by
 * its number.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct blocked_column;
struct column;
struct column_policy;
struct columns;
struct err;
struct notes;
struct pii_seen;
struct blocked_values;

/* Of each column why it is left out; its rule is NULL where it may be read. */
struct blocking {
    const struct blocked_column *columns;
    const struct blocked_values *values; /* of each column that may be read */
    size_t n;                            /* 0: nothing is known but names */
};

bool policy_is_set(const struct column_policy *policy);

/* The name as it may be told; i: which column it is, from 0. */
const char *blocking_name(struct arena *a, const struct column_policy *policy, size_t i, const char *name);

/* Judges one by what it is called and, unless seen is NULL, by what its values look like. */
bool blocking_named(struct arena *a, const struct column_policy *policy, size_t i, const char *name,
                    const struct pii_seen *seen, struct blocked_column *ret);

/* Judges all columns; in the arena, with the table's name, which is borrowed. */
struct blocking blocking_columns(struct arena *a, const struct column_policy *policy, const char *table,
                                 const struct columns *columns);

/* Why column i is left out; false when it may be read. Beyond what was judged its name decides. */
bool blocking_column(struct arena *a, const struct column_policy *policy, const struct blocking *j, const char *table,
                     size_t i, const char *name, struct blocked_column *ret);

/* A sentence about the table's reading as it may be told: without values that look like what is blocked, which some
 * quote. NULL: it is about one of these columns. */
const char *blocking_note(struct arena *a, const struct column_policy *policy, const struct blocked_column *blocked,
                          size_t n, const char *note);

/* The values of a column that do not fit it, as they may be told. */
void blocking_misfits(struct arena *a, const struct column_policy *policy, struct column *c);

/* What is said of column i, of which single values are left out. */
const char *blocking_values_note(struct arena *a, const struct blocking *j, size_t i);

/* Sets ERR_POLICY_VIOLATION: the policy leaves no column of a table. Returns -1. */
int blocking_nothing_left(struct err *err);
