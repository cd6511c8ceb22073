/* which.h - which tasks a person means. For src/agents/tasks only.
 *
 * Places and pronouns are bound to what was shown or dealt with in this conversation: a place leads to the id that
 * stood there, never to a task of that id. Each is remembered with its version and a mark of its title and state, so
 * that a task which is no longer what the person saw is noticed before anything is done to it. Titles and descriptions
 * are looked for with list_tasks (seek.c).
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct errand;
struct json;
struct turn;

enum which {
    WHICH_THESE,    /* these, as they are now */
    WHICH_CHANGED,  /* these, but one at least is no longer what was shown */
    WHICH_ONE_OF,   /* one of these, and nobody but the person knows which */
    WHICH_NEAR,     /* nothing is called so; these are called something like it */
    WHICH_NONE,     /* nothing is called so, or anything like it */
    WHICH_NO_LIST,  /* a place, or "them", and nothing was shown */
    WHICH_STALE,    /* and what was shown is too long ago */
    WHICH_NO_PLACE, /* a place that the list does not have */
    WHICH_GONE,     /* it was shown, and has been deleted since */
};

struct which_found {
    enum which how;
    struct json *tasks; /* tasks.Task, as they are now */
    int64_t total;      /* with WHICH_ONE_OF: how many it could be, those that are not listed included */
    const char *place;  /* how the one task was pointed at: "Number 2"; "It" */
};

/* The tasks an errand is about. */
WARN_UNUSED int which_tasks(struct turn *t, const struct errand *e, struct which_found *ret, struct err *err);

/* Tasks as they are remembered, each [id, version, mark]; and such as they are now: THESE, CHANGED or GONE. */
struct json *which_targets(struct turn *t, const struct json *tasks);
WARN_UNUSED int which_now(struct turn *t, const struct json *targets, struct which_found *ret, struct err *err);

/* Remembers a list as it is shown; with `from` > 0 it goes on behind so many. */
void which_shown(struct turn *t, const struct json *tasks, size_t from);

/* The list that the person has before them, [{"id","version"}] in its order: it takes the place of what was shown.
 * While a question with numbers of its own waits, a number that does not answer it could mean either, and is asked
 * about. */
void which_given(struct turn *t, const struct json *list);

/* Before tasks are changed: a place of the list whose task is not what was shown there stays unknown to the person,
 * though it is changed by their own words now. The tasks as they are; or all of the list, looked up. */
void which_check(struct turn *t, const struct json *tasks);
WARN_UNUSED int which_check_list(struct turn *t, struct err *err);

/* The person was told what the task at its place is now. */
void which_told(struct turn *t, const struct json *task);

/* Remembers what was dealt with: this is what "it" and "them" mean. The tasks as they are now; gone: they no longer
 * are. Within a turn they add up. */
void which_touched(struct turn *t, const struct json *tasks, bool gone);

/* From now on "it" and "them" are these targets, which are being asked about; NULL: what was meant is not there, and
 * whatever was dealt with before must not be taken for it. */
void which_meant(struct turn *t, const struct json *targets);

/* Whether there is a list that the person has seen, not too long ago; and its targets. */
bool which_has_list(const struct turn *t);
struct json *which_list(struct turn *t);
