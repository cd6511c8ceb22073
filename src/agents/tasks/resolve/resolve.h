/* resolve.h - which tasks a person means. For src/agents/tasks only.
 *
 * A place ("number 2") and a pronoun are bound to what this conversation has shown or dealt with: a place leads to the
 * id that stood there, never to the task with that number as its id. Each task is remembered with its version and a
 * mark of its title and state, so that a change since then is noticed before anything is done to it. Titles and
 * descriptions are searched with list_tasks (title_search.c).
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct task_intent;
struct json;
struct turn;

enum resolution {
    RESOLVED_THESE,    /* these, as they are now */
    RESOLVED_CHANGED,  /* these, but one at least is no longer what was shown */
    RESOLVED_ONE_OF,   /* one of these, and nobody but the person knows which */
    RESOLVED_NEAR,     /* nothing is called so; these are called something like it */
    RESOLVED_NONE,     /* nothing is called so, or anything like it */
    RESOLVED_NO_LIST,  /* a place, or "them", and nothing was shown */
    RESOLVED_STALE,    /* and what was shown is too long ago */
    RESOLVED_NO_PLACE, /* a place that the list does not have */
    RESOLVED_GONE,     /* it was shown, and has been deleted since */
};

struct resolved {
    enum resolution how;
    struct json *tasks; /* tasks.Task, as they are now */
    int64_t total;      /* with RESOLVED_ONE_OF: how many it could be, those that are not listed included */
    const char *place;  /* how the one task was pointed at: "Number 2"; "It" */
};

/* The tasks an intent is about. */
WARN_UNUSED int resolve_tasks(struct turn *t, const struct task_intent *e, struct resolved *ret, struct err *err);

/* Tasks as they are remembered, each [id, version, mark]; and such as they are now: THESE, CHANGED or GONE. */
struct json *resolve_targets(struct turn *t, const struct json *tasks);
WARN_UNUSED int resolve_now(struct turn *t, const struct json *targets, struct resolved *ret, struct err *err);

/* Remembers a list as it is shown; with `from` > 0 it goes on behind so many. */
void resolve_shown(struct turn *t, const struct json *tasks, size_t from);

/* The list that the person has before them, [{"id","version"}] in its order: it takes the place of what was shown.
 * While a question with numbers of its own waits, a number that does not answer it could mean either, and is asked
 * about. */
void resolve_given(struct turn *t, const struct json *list);

/* Before tasks are changed: a place of the list whose task is not what was shown there stays unknown to the person,
 * though it is changed by their own words now. The tasks as they are; or all of the list, looked up. */
void resolve_check(struct turn *t, const struct json *tasks);
WARN_UNUSED int resolve_check_list(struct turn *t, struct err *err);

/* The person was told what the task at its place is now. */
void resolve_told(struct turn *t, const struct json *task);

/* Remembers what was dealt with: this is what "it" and "them" mean. The tasks as they are now; gone: they no longer
 * are. Within a turn they add up. */
void resolve_touched(struct turn *t, const struct json *tasks, bool gone);

/* From now on "it" and "them" are these targets, which are being asked about; NULL: what was meant is not there, and
 * whatever was dealt with before must not be taken for it. */
void resolve_meant(struct turn *t, const struct json *targets);

/* Whether there is a list that the person has seen, not too long ago; and its targets. */
bool resolve_has_list(const struct turn *t);
struct json *resolve_list(struct turn *t);
