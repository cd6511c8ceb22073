/* undo.h - going back a step, and forward again; what was done, and forgetting it. For src/agents/tasks only.
 *
 * A step can be undone quietly when each of its tasks still is what the step made of it: nothing that came later is
 * lost. It is then marked as undone and can be done again. Where a task has changed since, the person is told which and
 * asked; with their yes the task becomes what it was before the step all the same, as a new step that can itself be
 * undone. Doing again is the same the other way round.
 */
#pragma once
#include "gate/op.h"

op_run task_undo, task_redo, task_history, task_forget;
op_affects task_undo_affects, task_redo_affects, task_forget_affects;
