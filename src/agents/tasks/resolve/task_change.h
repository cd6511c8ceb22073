/* amend.h - a change, once it is known which task it is of. For src/agents/tasks only.
 *
 * Rules read a message before anybody knows what the task is. Its title tells a new name from the part of one
 * ("Wagner, not Wegner"), and what it has now tells what is new from what was ("it isn't low any more, high please").
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include <stdbool.h>

struct json;
struct turn;

/* What a task has, as lang/errand.h wants to know it. */
struct errand_task amend_known(struct turn *t, const struct json *task);

/* Whether the task is so already. */
bool amend_is_so(const struct errand_set *s, const struct errand_task *task);

/* Whether it takes something away from a task: its date, a tag. */
bool amend_takes_away(const struct errand_set *s);

/* Adds what else was read of the same task, and is not shown to be something else by what there is. */
void amend_keep_rest(struct errand_set *set, const struct errand_set *was);

/* Puts into e->set what the message says of this very task, where that is more or better than what was read. */
void amend_errand(struct turn *t, const struct json *task, struct errand *e);
