/* op.h - an operation: one capability, declared once, seen by every door.
 *
 * The command line, the HTTP routes and the MCP tool list are read from these declarations. A declaration is constant;
 * what its run function works on (a cache of datasets, a store) is the `service` it was added to the table with.
 *
 * What goes in and what comes out are tables of fields, as model.h has them for the seeds' entities: a limit stands
 * there once, the JSON Schemas of all doors are made from it, and absent fields get their default before the operation
 * runs.
 *
 * An operation that writes runs inside a transaction (call.tx): it must be short, must not call other operations, and
 * what it changed becomes durable together with the audit entries about it, after it returned 0.
 *
 * run() must not keep pointers into args or the call; it must ask cancel_check() between steps that take long; it must
 * not print; and on failure it must have changed nothing.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct cancel;
struct err;
struct gate;
struct json;
struct location;
struct model_entity;
struct op;
struct trail;
struct tx;
struct world;

enum op_flags {
    OP_WRITES = 1u << 0,      /* changes state; without it the operation is read-only */
    OP_DESTRUCTIVE = 1u << 1, /* held until a person confirms what it would change; needs `affects` */
    OP_IDEMPOTENT = 1u << 2,  /* doing it twice is doing it once */
    OP_REPEATABLE = 1u << 3,  /* the gate may try again after a failure that a retry can mend */
    OP_FOR_AGENTS = 1u << 4,  /* an agent's plan or an outside client may call it */
    OP_HOMELESS = 1u << 5,    /* runs without an open home: nothing is written down, for there may be nowhere to */
    OP_UNRECORDED = 1u << 6,  /* only looks at the proof itself and leaves no entry: a damaged log can be looked at */
    OP_FORGETS = 1u << 7,     /* deletes what must not be found again: afterwards it leaves the store's files too */
    OP_MAKES_FILES = 1u << 8, /* writes or removes files; not read-only, though no state in the store changes */
    OP_TALKS = 1u << 9,       /* keeps what was said, by call_finally() */
    OP_PRIVATE = 1u << 11,    /* the whole request is private: it leaves no words and no hashes of words anywhere */
    OP_INSIDE = 1u << 12,     /* one of our own agents may call it, but no outside client: it is a part of another */
    OP_HANDS_ON = 1u << 10,   /* gives the whole question to another: whoever watches it sees that one's steps */
    OP_RARE = 1u << 13,       /* seldom wanted: a list of tools has one tool for all such operations of a group */
};

/* Groups of operations, of which an outside client is offered those that somebody chose. The one table of them: a name,
 * whether it is USUAL (offered when nobody chose) or ASIDE, and the description of the tool for its rare operations. */
/* clang-format off */
#define OP_GROUPS(GROUP)                                                                                               \
    GROUP(ASK, "ask", USUAL, NULL)                                                                                     \
    GROUP(DATA, "data", USUAL, NULL)                                                                                   \
    GROUP(WORKBOOK, "workbook", USUAL, NULL)                                                                           \
    GROUP(TASKS, "tasks", USUAL,                                                                                       \
          "Everything else about tasks: reopen, undo, redo, change several, dismiss a reminder, history, import, "     \
          "export.")                                                                                                   \
    GROUP(DOCS, "docs", USUAL, "What documents there are to ask: the list of them, their chapters, their state.")      \
    GROUP(METRICS, "metrics", USUAL, NULL)                                                                             \
    GROUP(ANALYST, "analyst", ASIDE, "What was made before: analyses, and their tables, charts and reports.")          \
    GROUP(FILES, "files", USUAL, NULL)                                                                                 \
    GROUP(AUDIT, "audit", USUAL, NULL)
/* clang-format on */

enum op_group {
    OP_UNGROUPED,
#define OP_GROUP_ID(id, ...) OP_GROUP_##id,
    OP_GROUPS(OP_GROUP_ID) OP_GROUP_COUNT,
};

/* "all, ask, data, ..." and " analyst", for help and messages. */
#define OP_GROUP_NAME(id, name, ...) ", " name
#define OP_GROUP_NAMES "all" OP_GROUPS(OP_GROUP_NAME)
#define OP_NAME_IF_USUAL(name) ""
#define OP_NAME_IF_ASIDE(name) " " name
#define OP_GROUP_ASIDE(id, name, when, ...) OP_NAME_IF_##when(name)
#define OP_GROUPS_ASIDE OP_GROUPS(OP_GROUP_ASIDE)

/* What a result is, so that a door can show it without knowing the operation. */
enum op_shape {
    OP_OBJECT, /* some JSON object */
    OP_ANSWER, /* the contract's one answer */
    OP_TABLE,  /* rows: {"name","columns":[{"name","type"}],"rows","row_count","assumptions"}. Where somebody takes
                  output, that object is put out as text instead, as CSV if the argument "csv" is true */
    OP_RUN,    /* the analyst seed's response: a "status" of completed, partial_success or failed */
    OP_FILE,   /* a text file: {"content_type","filename","content"}; a command line puts out its content as it is */
};

enum caller {
    CALLER_PERSON, /* at the command line or the page */
    CALLER_AGENT,  /* one of our agents, from inside another call */
    CALLER_CLIENT, /* an outside program: MCP, the OpenAI-shaped API */
};

/* Whoever watches a call: told what it is doing, from the thread that runs it. */
struct observer {
    void (*step)(void *arg, int n, int of, const char *text); /* of 0: nobody knows how many */
    void *arg;

    /* Takes a long result in pieces, while it is made, instead of all of it at the end; NULL: nobody does. Returns -1
     * with err set when it cannot take more, which ends the call. */
    int (*output)(void *arg, const void *p, size_t n, struct err *err);
};

/* What a running operation is given. Lives as long as the call. */
struct call {
    struct arena *arena; /* the result is built here */
    struct gate *gate;   /* for calling other operations */
    void *service;       /* the one this operation was added with */
    const struct world *world;
    const struct cancel *cancel;
    const char *user;
    const char *request_id;          /* one for the whole request, nested calls included */
    const char *correlation_id;      /* the same, for logs and error messages */
    enum caller caller;              /* of this very call */
    enum caller origin;              /* of the whole request: whoever called from a door */
    const struct op *op;             /* the operation itself */
    int depth;                       /* 0 for a door's call, one more for each call inside a call */
    int attempt;                     /* 1 to OP_ATTEMPTS */
    const struct json *affected;     /* of a destructive one: the rows that affects() told; NULL: nothing changes */
    struct tx *tx;                   /* the transaction of an operation that writes; NULL otherwise */
    struct trail *trail;             /* the request's; the gate's own */
    struct json *tool_calls;         /* the nested calls made so far, as the contract lists them */
    struct json *kept;               /* what call_keep() noted; NULL: nothing */
    const struct observer *observer; /* of the door's call; NULL: nobody watches */
};

/* Tells whoever watches: step n of `of`, in a few words. */
void call_step(struct call *c, int n, int of, const char *text);

/* True when the request is to leave no words anywhere: nothing of its data may be kept either. */
bool call_is_private(const struct call *c);

/* Hands a piece of a long result to whoever takes it; only where call_takes_output() says that somebody does. */
bool call_takes_output(const struct call *c);
WARN_UNUSED int call_output(struct call *c, const void *p, size_t n, struct err *err);

/* Has work done in the transaction that ends the request, together with the audit entries of all that it did. For an
 * operation that calls others and so cannot have a transaction itself (OP_TALKS). Nothing comes of it when the
 * operation fails; when the work fails, the request does. What arg points to must live as long as the call's arena. */
typedef int call_work(struct tx *tx, void *arg, struct err *err);
void call_finally(struct call *c, call_work *work, void *arg);

/* Has something let go of when the whole request is over, however it ended, and what it did is committed or not. What
 * arg points to must live as long as the call's arena. */
void call_afterwards(struct call *c, void (*done)(void *arg), void *arg);

/* Writes down what a policy decided about the call's data: that something was left out, say, by which rule and why.
 * Neither text may hold a word of a person or a file. A refusal needs no call of this: the operation fails with
 * ERR_POLICY_VIOLATION and err_rule(), and the gate writes it down. */
WARN_UNUSED int call_decide(struct call *c, const char *decision, const char *rule, const char *reason,
                            struct err *err);

/* Writes down an event of the operation's own, of a type and by an actor that the analyst seed has ("plan_created",
 * "planner"). No word of a person or a file may stand in the data, other than behind call_hide(). */
WARN_UNUSED int call_record(struct call *c, const char *event_type, const char *actor, struct json *data,
                            struct err *err);

/* What stands for a person's words in such data: their salted hash. The words themselves are kept beside the log until
 * they are erased; of a private request nothing is. */
WARN_UNUSED int call_hide(struct call *c, const struct json *words, struct json **ret, struct err *err);

/* The same of a value that is kept elsewhere, to be compared with this later: no words are kept beside the log. */
WARN_UNUSED int call_seal(struct call *c, const struct json *value, struct json **ret, struct err *err);

/* Notes in the observation of this call that a value is kept to be shown again, as its salted hash: attest.h compares
 * with it. `what` is one of attest.h's; the request's id says whose it is. Of a private request nothing is. */
WARN_UNUSED int call_keep(struct call *c, const char *what, const struct json *value, struct err *err);

/* The whole request goes by an id that its caller chose, in the log too; the correlation id stays. Only for the
 * operation that a door called, before it has called others, and once it has seen to it that no other request has that
 * id. */
void call_name(struct call *c, const char *request_id);

/* Where a source lies that the caller named: a file, or an upload (upload://...), an artifact (artifact://...,
 * report://...) or a session's file (session://...), which must be the user's. A server's address is itself. Whoever
 * opens it does so there (sys/location.h), and not by any name. */
WARN_UNUSED int call_locate(struct call *c, const char *source, struct location *ret, struct err *err);

/* The same, and what the source is called where that is not the path's last part; else *ret_name is NULL. */
WARN_UNUSED int call_source(struct call *c, const char *source, struct location *ret, const char **ret_name,
                            struct err *err);

/* Where a file that is to be made will lie. */
WARN_UNUSED int call_target(struct call *c, const char *path, struct location *ret, struct err *err);

/* What a destructive operation would change. The confirmation is bound to `rows`: the identity and version of each
 * thing affected, so that it is void once any of them has changed. run() finds them in call.affected, and must refuse
 * when they are no longer so. Without a summary nothing would change (a trial run), and nobody is asked. */
struct affected {
    const char *summary; /* for the person: "Delete the task 'Buy milk'." */
    struct json *rows;   /* array of {"id","version"} or whatever identifies a row and its state */
};

typedef int op_run(struct call *c, const struct json *args, struct json **ret, struct err *err);
/* The result as a person reads it on a terminal. Foreign text in it is made safe by the door. */
typedef void op_show(struct buf *b, const struct json *result);

typedef int op_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err);

struct op {
    const char *name;            /* "sql.run" */
    const char *command;         /* words on the command line, "ask"; NULL: only through `assay op run` */
    const char *summary;         /* one line, ends with a full stop */
    const char *use;             /* for a model: when to call it, at most OP_USE_BYTES; NULL: the summary says it */
    enum op_group group;         /* of an operation for agents */
    const char *detail;          /* for the manual: a paragraph, or NULL */
    const char *const *examples; /* command lines; NULL-terminated, or NULL */
    const struct model_entity *input, *output;
    unsigned flags;
    enum op_shape shape;
    int64_t timeout_ms; /* 0: OP_TIMEOUT_MS */
    op_run *run;
    op_affects *affects; /* required with OP_DESTRUCTIVE, else NULL */
    op_show *show;       /* NULL: the JSON is shown. A result whose "ok" is false counts as a failure */
};
