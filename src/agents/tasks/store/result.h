/* result.h - what every tool gives back: a tasks.ToolResult. For src/agents/tasks only. */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct call;
struct err;
struct json;

/* {"success","data","message"}, and of a change the number of its step; step 0: nothing changed. Always returns 0. */
int task_result(struct call *c, struct json *data, const char *message, int64_t step, struct json **ret);

/* "'a', 'b' and 'c'": the titles of a list of tasks; "'a', 'b' and 7 more" where it has more than `most`. */
const char *task_titles(struct call *c, const struct json *tasks, size_t most);

/* {"id","version"}: what a confirmation about a task is bound to. */
struct json *task_bond(struct call *c, const struct json *task);

/* ERR_CHANGED_MEANWHILE unless the task is at the version that the arguments name, if they name one. */
WARN_UNUSED int task_check_version(const struct json *args, const struct json *task, struct err *err);
