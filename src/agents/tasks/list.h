/* list.h - list_tasks: filters in any combination, a page at a time, with the total. For src/agents/tasks only. */
#pragma once
#include "gate/op.h"

op_run task_list;
