/* arguments.h - what a tool's arguments make of a task. For src/agents/tasks only.
 *
 * The task is JSON in the caller's arena and is changed in place; nothing is written. An argument that is left out
 * changes nothing, null or "none" takes away what is there. Arguments have passed their entity's check.
 */
#pragma once
#include "base/attrs.h"

struct call;
struct err;
struct json;

/* Sets title, description, priority, tags, due date, reminder and repetition. When it cannot be done, because a date
 * cannot be read, a reminder is over or something has nothing to count from, the task may be half changed: the caller
 * throws it away. */
WARN_UNUSED int arguments_apply(struct call *c, const struct json *args, struct json *task, struct err *err);
