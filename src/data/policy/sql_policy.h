/* sql_policy.h - what a query may name, decided on its parse tree before it runs.
 *
 * The engine's settings close files and the network, but a SELECT can do more than read tables: some table functions
 * change the engine's state, read its settings or run SQL out of a string, and at least one can end the process. So a
 * query may take rows only from the tables it is given, from its own WITH clauses, from VALUES, and from the functions
 * listed here. Everything else is refused by name, whatever the engine's next version adds.
 *
 * Functions of expressions are many and nearly all of them harmless; those that read or change more than their
 * arguments are listed and refused: settings, variables, other statements' text and plans, the catalogue, sequences,
 * the log, and the engine's own internals, which trust what they are given.
 *
 * Names of WITH clauses are taken from the whole statement without regard to where they are visible. So none may be the
 * name of something that is no table of the question: a view of the engine's own, a file, an address.
 *
 * Which columns a query may name is sql_columns.h's.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct err;
struct json;
struct table;

/* The rules, as the audit log has them. */
#define SQL_RULE_SELECT "one_select"
#define SQL_RULE_TABLES "tables"
#define SQL_RULE_FUNCTIONS "functions"
#define SQL_RULE_OUTSIDE "outside"

/* Checks the tree that the engine's json_serialize_sql gives for a statement; the arena is for scratch. Errors:
 * ERR_POLICY_VIOLATION with the reason, ERR_MISSING_COLUMN for a table that does not exist ("no table 'x'"). */
WARN_UNUSED int sql_policy(struct arena *a, const struct json *tree, const struct table *tables, size_t n,
                           struct err *err);

/* The refusal of whatever is not exactly one SELECT; why is for the detail. Always -1. */
int sql_not_one_select(const char *why, struct err *err);
