/* correction.h - a message that corrects the one before it. For src/agents/tasks only.
 *
 * "Wrong number!! 20 ducks not 12" behind a task that was just added or changed undoes nothing: it changes that task.
 * So does "with tag ducks"; and "order ash boards, not oak" changes the task that has oak.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct turn;

/* Whether the message only says what is to be different about the task that was added or changed last, or puts the name
 * of one right that explains all the rest of it; that change in *ret. */
WARN_UNUSED int correction_of_last(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it,
                                   struct err *err);
