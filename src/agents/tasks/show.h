/* show.h - tasks as a person reads them on a terminal. For src/agents/tasks only. Each is an operation's show. */
#pragma once
#include "gate/op.h"

op_show show_said, show_list, show_due, show_history;
