/* dialogue.h - what the files of this folder do with a turn. For src/agents/tasks/dialogue only. */
#pragma once
#include "agents/tasks/turn/turn.h"
#include "base/attrs.h"
#include <stdint.h>

/* ---- run_intent.c ---- */

/* Runs an intent from the beginning: finds its tasks, does it or asks. */
WARN_UNUSED int turn_run(struct turn *t, const struct task_intent *e, struct err *err);

/* Does it to these tasks, without those that it leaves out: "all but the report". */
WARN_UNUSED int turn_do_most(struct turn *t, const struct task_intent *e, struct json *tasks, struct err *err);

/* What it was read from, to the end of the sentence. */
const char *turn_sentence(struct turn *t, const struct task_intent *e);

/* What an intent does to a task, in words: "Complete 'Buy milk'". */
const char *turn_deed(struct turn *t, const struct task_intent *e, const struct json *task);

/* ---- carry_out.c ---- */

/* A new task. */
WARN_UNUSED int turn_create(struct turn *t, const struct task_intent *e, struct err *err);

/* Does it to these tasks (tasks.Task as they are now), or holds it for a yes. */
WARN_UNUSED int turn_do(struct turn *t, const struct task_intent *e, const struct json *tasks, struct err *err);

/* Calls what changes something; what it says, what it asks and what it refuses is dealt with. `targets`
 * (resolve/resolve.h) are the tasks as the person knows them; NULL where it is about none in particular. */
WARN_UNUSED int turn_change(struct turn *t, const struct task_intent *e, const struct json *targets, const char *tool,
                            struct json *parameters, struct err *err);

/* ---- undo_turn.c ---- */

/* The last change made here, or of the task that is named. */
WARN_UNUSED int turn_undo(struct turn *t, const struct task_intent *e, struct err *err);
WARN_UNUSED int turn_redo(struct turn *t, const struct task_intent *e, struct err *err);

/* The last change of this task is taken back. */
WARN_UNUSED int turn_undo_of(struct turn *t, const struct task_intent *e, const struct json *task, struct err *err);

/* Remembers a change for "undo that": the number of what was `made`, 0 when nothing was; with tasks.undo and tasks.redo
 * also of the step that was taken back or done again, or cannot be any more. */
void undo_note(struct turn *t, const char *tool, int64_t step, int64_t made);

/* ---- listing.c ---- */

/* The list that an intent asks for, or the answer to its question. */
WARN_UNUSED int turn_list(struct turn *t, const struct task_intent *e, struct err *err);
WARN_UNUSED int turn_more(struct turn *t, struct err *err);

/* The list as it is now, to choose from: what the intent can be about. *ret is empty when there is nothing. */
WARN_UNUSED int turn_choices(struct turn *t, const struct task_intent *e, struct json **ret, struct err *err);
