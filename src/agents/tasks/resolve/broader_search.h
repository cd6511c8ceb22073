/* broader_search.h - which tasks are meant where the words for them find none, or too many. For src/agents/tasks only.
 *
 * "It" may be what the rest of the message speaks of ("the orchids are dead, remove it"), "the urgent one" the task of
 * high priority, "the garden ones" the tasks with that tag.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"

struct err;
struct json;
struct turn;
struct resolved;

/* What resolve_tasks() found, put right by all that was said. */
WARN_UNUSED int broader_tasks(struct turn *t, const struct task_intent *e, struct resolved *f, struct err *err);

/* The tasks of a status (NULL: any) that have the tag which the words are; *ret_tag is NULL when there is none, or they
 * are too many for one change. */
WARN_UNUSED int broader_tagged(struct turn *t, const char *words, const char *status, struct json **ret,
                               const char **ret_tag, struct err *err);

/* Where a task is told to be done and then to be deleted, the one is why the other: "the freezer defrosts itself now,
 * so throw that task out" completes nothing. Where something is taken away from a task and then "it" ("no due date any
 * more, clear it"), nothing is deleted. */
WARN_UNUSED int broader_reasons(struct turn *t, struct task_intent *intents, size_t *n, struct err *err);
