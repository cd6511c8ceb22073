/* exchange.h - tasks from and for other programs: todo.txt, Taskwarrior's JSON, iCalendar. For src/agents/tasks only.
 */
#pragma once
#include "gate/op.h"

/* tasks.import, tasks.export, and tasks.feed, which calendars subscribe to. */
extern const struct op tasks_exchange_ops[];
extern const size_t tasks_exchange_count;
