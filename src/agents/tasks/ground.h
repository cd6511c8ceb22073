/* ground.h - what the tasks themselves say about a message that the words leave in doubt. For src/agents/tasks only.
 *
 * "Doris has been visited" may be news about anything; where "visit Doris" is on the list it is one thing only. So a
 * statement of what was done, whose words fit exactly one pending task, is taken for that. Nothing else is decided
 * here: no statement deletes or changes anything, a name that stands alone stays in doubt, and so does whatever is
 * denied, asked or only planned.
 */
#pragma once
#include "base/attrs.h"
#include "lang/errand.h"
#include <stdbool.h>

struct err;
struct turn;

/* The errand that an unsure one turns out to be, in *ret; *ret_found is false when the tasks do not tell. */
WARN_UNUSED int ground_errand(struct turn *t, const struct errand *e, struct errand *ret, bool *ret_found,
                              struct err *err);
