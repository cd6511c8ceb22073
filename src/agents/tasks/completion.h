/* completion.h - completing and reopening a task; a recurring task is followed by its next occurrence. For
 * src/agents/tasks only. */
#pragma once
#include "base/attrs.h"

struct call;
struct err;
struct json;

/* Makes a pending task completed, in place. One that comes back hands its rule to the next: a new task, in *ret_next,
 * due the next time that is not over yet, at the same time of day, its reminder moved along. *ret_next is NULL when
 * nothing comes after it. */
WARN_UNUSED int completion_apply(struct call *c, struct json *task, struct json **ret_next, struct err *err);

/* Makes a completed task pending, in place. */
void completion_revert(struct call *c, struct json *task);
