/* tools.h - the seed's five tools and their opposite, reopening: one task each. For src/agents/tasks only.
 *
 * Every function is an operation's run or affects (gate/op.h). A result is a tasks.ToolResult; what cannot be done is
 * an error of the gate's. Ids come from the store, are never used again, and mean nothing to another user. Every change
 * is a step of the journal; what would change nothing is none.
 */
#pragma once
#include "gate/op.h"

op_run task_add, task_update, task_complete, task_reopen, task_delete;
op_affects task_delete_affects;
