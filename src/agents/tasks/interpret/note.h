/* note.h - a note for a task that is there, in any wording. For src/agents/tasks only. */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct turn;

/* Whether a note was said for one task that is there: "for the monitor write down: max 90 euro". What is written down
 * for anything else is a new task. */
WARN_UNUSED int note_for_task(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it,
                              struct err *err);
