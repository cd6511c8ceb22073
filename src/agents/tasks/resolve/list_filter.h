/* narrow.h - what a list is kept to, held against the tasks themselves. For src/agents/tasks only.
 *
 * The words alone do not tell what tasks are about and what is only talk: "what's my top priority at the moment?". So
 * words that no task has are left out where another word or another condition remains, and it is said that they were.
 * Nothing is changed by any of this: it is for lists.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"

struct err;
struct turn;

struct narrowed {
    struct errand_filter filter;
    const char *without; /* the words that were left out; NULL: none were */
};

/* The filter as the tasks bear it out. */
WARN_UNUSED int narrow_filter(struct turn *t, const struct errand_filter *f, struct narrowed *ret, struct err *err);
