/* gate.h - the one way to call an operation.
 *
 * Every call goes through gate_call(), whoever makes it: a person, an agent's plan, an outside client. Its steps are:
 *
 *   find -> take passwords out -> validate arguments -> policy -> confirm -> run (deadline, attempts)
 *        -> validate result -> record
 *
 * Safety is here, in code, and nowhere else. Between calls a gate holds only what it was made with, so several threads
 * may use it. A call succeeds only when its audit entries are durable.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include "gate/op.h"
#include "gate/policy.h"
#include <stdbool.h>

struct ledger;
struct log;
struct op_table;
struct secrets;

struct gate {
    const struct op_table *table;
    const struct world *world;
    struct ledger *ledger; /* NULL: nothing is written down (tests only) */
    struct log *log;       /* where the details of failures go; may be NULL */
    struct policy policy;
    struct secrets *secrets;    /* where passwords of servers go; NULL: they are masked and lost */
    const char *confirm_folder; /* NULL: what must be confirmed is, beforehand or at once */
};

struct gate_request {
    const char *op;
    const struct json *args; /* object; may hold "confirmation_token" beside the operation's own fields; NULL: {} */
    const char *user;        /* NULL: "local" */
    enum caller caller;
    const struct cancel *cancel;     /* may be NULL */
    bool confirmed;                  /* a person said yes beforehand; only CALLER_PERSON may */
    const char *request_id;          /* NULL: a new one */
    bool private;                    /* leave no words, and no hashes of words, anywhere */
    const struct observer *observer; /* may be NULL */
};

struct gate_reply {
    struct json *result;       /* on success */
    struct json *confirmation; /* with ERR_CONFIRMATION_REQUIRED: {"token","summary","expires_at"}; without a token
                                  where it can only be given beforehand */
};

/* Calls an operation from a door. On failure the error carries the correlation id; reply->confirmation is set with
 * ERR_CONFIRMATION_REQUIRED and nothing else of the reply is. */
WARN_UNUSED int gate_call(struct gate *g, struct arena *a, const struct gate_request *r, struct gate_reply *ret,
                          struct err *err);

/* A copy of what a person or a program gave as an operation's arguments, in which no address of a database server has
 * its password any more (base/address/address.h): that is kept by the user and the address in the gate's secrets, and
 * nothing behind this sees it. In other texts passwords of such addresses are masked. ERR_INVALID_INPUT where a text
 * holds a password that cannot be told from the rest: in an address that is not written properly, or in a connection
 * string of another kind. gate_call() begins with it; a door that takes arguments of its own calls it with them. */
WARN_UNUSED int gate_strip_credentials(const struct gate *g, struct arena *a, const char *user, const struct op *op,
                                       const struct json *given, struct json **ret, struct err *err);

/* Calls an operation from inside another, as an agent: same user, same request, never a longer deadline. The call is
 * added to the outer call's tool_calls. An agent cannot confirm: a destructive operation comes back with
 * ERR_CONFIRMATION_REQUIRED and, in *ret, the confirmation to hand on. */
WARN_UNUSED int gate_nested(struct call *outer, const char *op, const struct json *args, struct json **ret,
                            struct err *err);

/* The same, and says under which call_id the log has it (the last attempt's); "" when it was refused before it ran. */
WARN_UNUSED int gate_nested_id(struct call *outer, const char *op, const struct json *args,
                               char ret_call_id[static ID_TEXT_BYTES], struct json **ret, struct err *err);
