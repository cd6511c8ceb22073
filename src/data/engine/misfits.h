/* misfits.h - the values of a table that do not fit the types of their columns, kept outside of the engine.
 *
 * The engine has NULL in their place. That is right for sums, and wrong for whoever wants the table as it is. They are
 * copied when the table is loaded, since its columns are freed then. They were counted among the columns' bytes
 * already.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct column_policy;
struct columns;
struct json;

struct kept_misfit {
    uint64_t row;     /* from 0 */
    size_t column;    /* among those of the table */
    const char *text; /* as it may be told */
};

struct table_misfits {
    struct kept_misfit *list; /* by row, then by column */
    size_t n;
};

/* Those of the columns that are not left out (NULL: of all), in the arena. */
struct table_misfits misfits_keep(struct arena *a, const struct columns *columns, const bool *left_out,
                                  const struct column_policy *policy);

/* Rows of the table, of which the first is row `first`, with the texts in place of nulls; rows without any are shared
 * with the list that was given. */
struct json *misfits_fill(const struct table_misfits *m, struct arena *a, uint64_t first, const struct json *rows);
