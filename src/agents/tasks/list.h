/* find.h - list_tasks: any of the filters together, a page at a time, with how many there are. For src/agents/tasks
 * only. */
#pragma once
#include "gate/op.h"

op_run task_list;
