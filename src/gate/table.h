/* table.h - the table of operations: added by the agents at start, read by every door, never changed after. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct json;
struct op;
struct op_table;

struct op_entry {
    const struct op *op;
    void *service;
};

struct op_table *op_table_new(void);
void op_table_free(struct op_table *t);

/* Adds n operations that share a service (not owned). Refuses with ERR_INVALID_SCHEMA a name or command taken twice, a
 * destructive operation that cannot say what it affects, a field without a description. */
WARN_UNUSED int op_table_add(struct op_table *t, const struct op *ops, size_t n, void *service, struct err *err);

/* What an operation promises, for doors that tell it to others. One that changes nothing may be repeated. */
bool op_is_read_only(const struct op *op);
bool op_is_idempotent(const struct op *op);

/* {"name","summary","command"?,"input_schema","output_schema","read_only","destructive","idempotent","for_agents",
 * "group"?,"shape"}: the same through every door. */
struct json *op_describe(struct arena *a, const struct op_entry *e);

struct op_group_about {
    const char *name; /* NULL: of operations without a group */
    const char *rest; /* describes the tool for its rare operations; NULL: it has none */
};
extern const struct op_group_about op_groups[]; /* by enum op_group; OP_GROUP_COUNT of them */

/* Reads "tasks,docs" or "all" as a set of 1u << enum op_group; NULL: the usual ones. ERR_INVALID_INPUT names them all.
 */
WARN_UNUSED int op_groups_read(const char *text, unsigned *ret, struct err *err);

/* In the order of their names; the table's own. */
size_t op_table_entries(const struct op_table *t, const struct op_entry *const **ret);

const struct op_entry *op_table_find(const struct op_table *t, const char *name);

/* Same, or ERR_UNKNOWN_OPERATION with the nearest name. */
WARN_UNUSED int op_table_get(const struct op_table *t, const char *name, const struct op_entry **ret, struct err *err);
