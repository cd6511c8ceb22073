/* bulk.h - tasks.bulk: one thing done to several tasks, each of them named, all or none. For src/agents/tasks only. */
#pragma once
#include "gate/op.h"

op_run task_bulk;
op_affects task_bulk_affects;
