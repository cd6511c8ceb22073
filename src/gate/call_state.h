/* call_state.h - the state of one call on its way through the gate. Only files of src/gate include it. */
#pragma once
#include "base/cancel.h"
#include "base/limits.h"
#include "gate/gate.h"

struct op_entry;

/* How much a trail held at some time. */
struct trail_mark {
    size_t events, words;
};

struct call_state {
    struct gate *gate;
    const struct op_entry *entry;
    struct json *args; /* the caller's, without passwords or the token, with defaults filled in */
    const char *token; /* or NULL */
    bool confirmed;    /* a person said yes beforehand */
    bool denied;       /* the policy said no, which is written down whatever the operation */
    struct call call;
    struct cancel cancel;
    struct trail_mark unobserved; /* the trail before the last observation */
    int64_t took_us;              /* what that observed */
    char request_id[ID_TEXT_BYTES], call_id[ID_TEXT_BYTES];
};

/* ---- events.c: what is written down about a call; each adds an entry to the request's trail ---- */

/* An attempt begins. */
WARN_UNUSED int event_call(struct call_state *p, struct err *err);

/* It ended: with a result, or with the failure. */
WARN_UNUSED int event_observation(struct call_state *p, const struct json *result, const struct err *failure,
                                  int64_t us, struct err *err);
