/* analyst.h - the agent that answers questions about tables, and the tools it does it with.
 *
 * Its tools (data.describe, sql.run) touch data; all else it does by calling operations through the gate.
 */
#pragma once
#include "base/attrs.h"

struct datasets;
struct err;
struct op_table;
struct store;

/* What it works on. The program fills in the store when it opens the home; until then it is NULL. */
struct analyst {
    struct datasets *datasets;
    struct store *store;
};

/* Adds the agent's operations. What it works on stays the caller's and must outlive the table. */
WARN_UNUSED int analyst_add(struct op_table *t, struct analyst *s, struct err *err);
