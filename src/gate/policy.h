/* policy.h - what a call may touch. Code decides it, from the declaration and the arguments, before anything runs.
 *
 * That a path was allowed means only that the call may go on. It says nothing about what has that name a moment later.
 * So files are opened at the location that policy_locate() gives: from an allowed folder that is held open, never by a
 * name.
 */
#pragma once
#include "base/attrs.h"
#include "gate/op.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct location;
struct root_folder;
struct store;

struct policy {
    bool any_path;            /* the person named the paths themselves (the command line) */
    const char *const *allow; /* else: only what begins with one of these addresses, which hold no passwords */
    size_t n_allow;
    const struct root_folder *folders; /* and what lies below one of these folders */
    size_t n_folders;
    const char *home;                      /* whose uploads may be named, each by its own user; NULL: there are none */
    const struct root_folder *home_folder; /* the same, open */
    struct store *store;                   /* the home's, which says whose a session's files are; NULL: nobody's */
};

/* Which rule refused, for the record. */
struct policy_decision {
    const char *rule;
    const char *reason;
};

/* 0 when the call may go on; ERR_POLICY_VIOLATION otherwise, with the decision filled in. */
WARN_UNUSED int policy_check(const struct policy *p, const struct op *op, const struct call *c, const struct json *args,
                             struct policy_decision *ret, struct err *err);

/* Where a file that a call names may be opened, or with `made` be made. The same rules: ERR_POLICY_VIOLATION;
 * ERR_NOT_FOUND when there is none of that name in an allowed folder. */
WARN_UNUSED int policy_locate(const struct policy *p, struct arena *a, const char *path, bool made,
                              struct location *ret, struct err *err);
