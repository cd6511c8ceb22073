/* router.h - `ask`: one question, whoever is to answer it.
 *
 * It picks the agent (route.h) and hands the question on through the gate; the answer is that agent's own, with
 * `routing` added: who and why. It knows the agents by the names of their operations only.
 */
#pragma once
#include "base/attrs.h"

struct err;
struct op_table;
struct store;

/* What it looks things up in. The program fills in the store when it opens the home; until then it is NULL. */
struct router {
    struct store *store;
};

/* Adds the operation. The router stays the caller's and must outlive the table. */
WARN_UNUSED int router_add(struct op_table *t, struct router *r, struct err *err);
