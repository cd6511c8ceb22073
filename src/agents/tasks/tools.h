/* tools.h - the five tools: tasks as rows of the store, each one's own. For src/agents/tasks only.
 *
 * Every function is an operation's run or affects (gate/op.h). A result is a tasks.ToolResult; what cannot be done is
 * an error of the gate's. Ids come from the store, are never used again, and mean nothing to another user.
 */
#pragma once
#include "gate/op.h"

op_run task_add, task_list, task_update, task_complete, task_delete;
op_affects task_delete_affects;
