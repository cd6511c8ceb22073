/* reminders.h - reminders that ring, tasks that are overdue or due soon, and dismissing a reminder. For
 * src/agents/tasks only. */
#pragma once
#include "gate/op.h"

op_run task_due, task_dismiss;
