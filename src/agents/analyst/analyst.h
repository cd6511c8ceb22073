/* analyst.h - the agent that answers questions about tables, and the tools it does it with.
 *
 * It declares data.describe and sql.run, which touch data, and ask, which only calls other operations through the gate.
 */
#pragma once
#include "base/attrs.h"

struct datasets;
struct err;
struct op_table;

/* Adds the agent's operations. The datasets stay the caller's and must outlive the table. */
WARN_UNUSED int analyst_add(struct op_table *t, struct datasets *d, struct err *err);
