/* grounding.h - readings in doubt that the tasks themselves decide. For src/agents/tasks only.
 *
 * "Doris has been visited" may be news about anything; where "visit Doris" is on the list it means one thing only. So a
 * reading that fits exactly one task is taken for that: a statement that it was done, an order that could also be a new
 * task, and what is said of a task by its title ("haze fluid: high priority"). Nothing is deleted by that without a
 * question. A title alone stays in doubt, and so does what is denied, asked or only planned.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct turn;

/* Whether the tasks could tell: of those that are not sure, and of what is said of a name. */
bool grounding_may(const struct task_intent *e, bool unsure);

/* The intent that such a one turns out to be, in *ret; *ret_found is false when the tasks do not tell. */
WARN_UNUSED int grounding_intent(struct turn *t, const struct task_intent *e, struct task_intent *ret, bool *ret_found,
                                 struct err *err);
