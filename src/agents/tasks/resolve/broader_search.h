/* wider.h - which tasks are meant where the words for them find none, or too many. For src/agents/tasks only.
 *
 * "It" may be what the rest of the message speaks of ("the orchids are dead, remove it"), "the urgent one" the one that
 * is urgent, "the garden ones" those tagged so.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"

struct err;
struct json;
struct turn;
struct which_found;

/* What which_tasks() found, put right by all that was said. */
WARN_UNUSED int wider_tasks(struct turn *t, const struct errand *e, struct which_found *f, struct err *err);

/* The tasks of a status (NULL: any) that have the tag which the words are; *ret_tag is NULL when there is none, or they
 * are too many for one change. */
WARN_UNUSED int wider_tagged(struct turn *t, const char *words, const char *status, struct json **ret,
                             const char **ret_tag, struct err *err);

/* Where a task is told to be done and then to be deleted, the one is why the other: "the freezer defrosts itself now,
 * so throw that task out" completes nothing. Where something is taken away from a task and then "it" ("no due date any
 * more, clear it"), nothing is deleted. */
WARN_UNUSED int wider_reasons(struct turn *t, struct errand *errands, size_t *n, struct err *err);
