/* guard.h - what an analysis refuses before it looks at any row.
 *
 * Three things are refused: an intent that would change data, one that would talk the program out of its rules, and one
 * that asks for what the policy blocks. Safety is this code and the tools' own policies behind it, never a model's good
 * will: what is let through by mistake here is still refused by sql.run, whose engine takes one SELECT and has no
 * blocked column.
 *
 * A word counts only where it is an order: "delete all orders" is refused, "the drop in revenue" and a product called
 * "Phone" are not. Each refusal is ERR_POLICY_VIOLATION with the rule for the log (err_rule).
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct column_policy;
struct err;
struct json;
struct table;

#define GUARD_RULE_WRITES "intent_writes"
#define GUARD_RULE_INJECTION "intent_injection"

/* The words alone. */
WARN_UNUSED int guard_intent(struct arena *a, const char *intent, struct err *err);

/* What it asks of these tables: a pattern that the policy blocks, or a column that it keeps back by name. */
WARN_UNUSED int guard_columns(struct arena *a, const char *intent, const struct column_policy *policy,
                              const struct table *tables, size_t n, struct err *err);

/* A column that was kept back for what it holds; left_out is a profile's. */
WARN_UNUSED int guard_left_out(struct arena *a, const char *intent, const struct json *left_out, struct err *err);
