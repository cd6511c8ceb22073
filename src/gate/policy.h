/* policy.h - what a call may touch. Decided by code, before anything runs, from the declaration and the arguments. */
#pragma once
#include "base/attrs.h"
#include "gate/op.h"
#include <stdbool.h>
#include <stddef.h>

struct store;

struct policy {
    bool any_path;            /* the person named the paths themselves (the command line) */
    const char *const *allow; /* else: only what lies below one of these folders (absolute, resolved) or addresses,
                                 which hold no passwords */
    size_t n_allow;
    const char *home;    /* whose uploads may be named, each by its own user; NULL: there are none */
    struct store *store; /* the home's, which says whose a session's files are; NULL: nobody's */
};

/* Which rule refused, for the record. */
struct policy_decision {
    const char *rule;
    const char *reason;
};

/* 0 when the call may go on; ERR_POLICY_VIOLATION otherwise, with the decision filled in. */
WARN_UNUSED int policy_check(const struct policy *p, const struct op *op, const struct call *c, const struct json *args,
                             struct policy_decision *ret, struct err *err);
