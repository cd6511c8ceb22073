/* list_filter.h - the filter of a list, checked against the tasks themselves. For src/agents/tasks only.
 *
 * Words alone do not say what tasks are about and what is only talk: "what's my top priority at the moment?". So words
 * that no task has are left out where another word or condition remains, and the answer says so. This is for lists: it
 * changes nothing.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"

struct err;
struct turn;

struct narrowed_filter {
    struct task_filter filter;
    const char *without; /* the words that were left out; NULL: none were */
};

/* The filter as the tasks bear it out. */
WARN_UNUSED int filter_narrow(struct turn *t, const struct task_filter *f, struct narrowed_filter *ret,
                              struct err *err);
