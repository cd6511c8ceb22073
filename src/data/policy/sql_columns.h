/* sql_columns.h - which blocked columns a query means, told from its parse tree: the reason, not the enforcement.
 *
 * A blocked column is in no table of the engine, so nothing a query does can reach it; what is found out here is what
 * to tell the person and the audit log. A query that fails to bind because it names one is refused with that column's
 * reason. A query that binds cannot have named one: the same word is then its own (an alias, a lambda's parameter), or
 * an unblocked column of another table. What it can do is ask for all columns (a star, a whole row, columns by
 * position), and it is then answered without the blocked ones, which are listed.
 *
 * Columns of which only single values were left out can be named, and are then listed.
 *
 * Two things would be answered wrongly rather than less fully, and are refused though they bind: a NATURAL JOIN whose
 * common columns are blocked, and a star that renames a blocked column.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct blocked_column;
struct err;
struct json;
struct table;

struct sql_columns {
    struct arena *arena;
    const struct json *tree; /* json_serialize_sql's, which sql_policy() let through */
    const struct table *tables;
    size_t n_tables;
    const struct blocked_column *blocked;
    size_t n_blocked;
};

/* The query could not be bound, and the engine said why. True when that is because of a blocked column: err is then
 * ERR_POLICY_VIOLATION and names it. */
bool sql_columns_refused(const struct sql_columns *c, const char *why, struct err *err);

/* The query was bound. Lists the blocked columns it would have got, [{"table","column","rule","reason"}], or refuses
 * with ERR_POLICY_VIOLATION. */
WARN_UNUSED int sql_columns_left_out(const struct sql_columns *c, struct json **ret, struct err *err);
