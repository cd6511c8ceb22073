/* ordered.h - something is told of a task, and then it is asked to change that. For src/agents/tasks only.
 *
 * "The bus pass has to be renewed by Friday, can you set that?": the order itself says neither which task nor what is
 * to be different; both were said before it.
 */
#pragma once
#include "base/attrs.h"
#include "lang/errand.h"
#include <stdbool.h>

struct err;
struct turn;

/* Whether the message is so, or takes a tag away that one task has; the change in *ret. */
WARN_UNUSED int ordered_change(struct turn *t, const char *message, struct errand *ret, bool *ret_is_it,
                               struct err *err);

/* Whether a note was said for one task that is there: "for the monitor write down: max 90 euro". What is written down
 * for anything else is a new task. */
WARN_UNUSED int ordered_note(struct turn *t, const char *message, struct errand *ret, bool *ret_is_it, struct err *err);
