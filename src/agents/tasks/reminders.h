/* due_ops.h - what rings, what is late and what comes; and a reminder that has been seen. For src/agents/tasks only. */
#pragma once
#include "gate/op.h"

op_run task_due, task_dismiss;
