/* column_policy.h - which columns of the data may be seen, and how one that may not is told of.
 *
 * Plain values: they come from a call's arguments, go to the worker as JSON, and all that decides or shows reads them.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Which columns may be loaded; the others do not exist for any query. */
struct column_policy {
    const char *const *allowed; /* only these, in any case; NULL: all */
    size_t n_allowed;
    const char *const *blocked; /* patterns (pii.h), by name and by content; NULL: none */
    size_t n_blocked;
};

/* A column that was left out, and why. */
struct blocked_column {
    const char *table, *column; /* as they may be told */
    const char *rule;           /* "allowed_columns", or the pattern */
    const char *reason;         /* a sentence: "its name says that it holds e-mail addresses" */
    const char *name;           /* as the source spells it, to be compared with and never told */
    bool only_some;             /* single values of it were left out, and it can be asked for */
};
