/* ground.h - what the tasks themselves say about a message that the words leave in doubt. For src/agents/tasks only.
 *
 * "Doris has been visited" may be news about anything; where "visit Doris" is on the list it is one thing only. So what
 * fits exactly one task is taken for that: a statement of what was done, an order that could also be a task of its own,
 * and what is said of a task by its name ("haze fluid: high priority"). Nothing is deleted by that: it is asked about
 * as ever. A name that stands alone stays in doubt, and so does whatever is denied, asked or only planned.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct turn;

/* Whether the tasks could tell: of those that are not sure, and of what is said of a name. */
bool ground_may(const struct errand *e, bool unsure);

/* The errand that such a one turns out to be, in *ret; *ret_found is false when the tasks do not tell. */
WARN_UNUSED int ground_errand(struct turn *t, const struct errand *e, struct errand *ret, bool *ret_found,
                              struct err *err);
