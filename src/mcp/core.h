/* core.h - the parts of the library that its files share: the server, its sessions, its running calls.
 *
 * One lock guards all lists and everything in a session that changes; it is held for moments only, and never while a
 * host runs. A call belongs to the thread that runs it, save what is atomic in it. Whoever waits (for a client's
 * answer, for calls to end) waits on `changed`.
 *
 * Where messages go is an `out`: a client's pipe, or the stream of one HTTP request. An out is used by the call it was
 * made for; a subscription gets one of its own (keep).
 */
#pragma once
#include "base/cancel.h"
#include "base/limits.h"
#include "mcp/jsonrpc.h"
#include "mcp/mcp.h"
#include "mcp/mcp_host.h"
#include "web/web.h"
#include <pthread.h>

struct journal;

#define MCP_MODERN "2026-07-28"
#define MCP_LEVELS (MCP_EMERGENCY + 1) /* above all: no messages */

enum era { LEGACY, MODERN };

struct out {
    int (*send)(struct out *o, const struct json *message, struct err *err);
    /* An out to the same client that outlives the call, for the caller to close. */
    int (*keep)(struct out *o, struct out **ret, struct err *err);
    bool (*gone)(struct out *o);       /* of a kept one: nobody reads it any more */
    void (*close)(struct out *o);      /* of a kept one: no more messages; frees it */
    void (*disconnect)(struct out *o); /* lets the client's stream end; NULL: there is none */
};

/* A question of ours that a client has yet to answer. Lives on the stack of the call that waits. */
struct waiting {
    struct waiting *next;
    int64_t id;
    struct arena *arena; /* for a copy of the answer; used under the lock, unlike the call's */
    struct json *result; /* set when it came */
    bool refused;        /* the client answered with an error */
};

/* A client of the handshake revisions, or of any over stdio. Counted references; freed with the last. */
struct session {
    struct session *next;
    unsigned refs;
    bool ended;
    char id[ID_TEXT_BYTES];
    struct arena *arena;
    const char *version;       /* NULL until it has shaken hands */
    struct json *capabilities; /* of the client */
    enum mcp_level level;
    int64_t used_us;
    int64_t asked; /* questions so far: their ids */
    struct waiting *waiting;
    struct {
        char *uri; /* NULL: free */
        uint64_t stamp;
    } watched[MCP_SUBSCRIPTIONS];
    uint64_t list_stamp;  /* of the list of resources, as it was told last */
    struct out *out;      /* for what belongs to no request; NULL over HTTP */
    struct journal *feed; /* the same over HTTP, once the client has asked for it */
};

struct method;

struct mcp_call {
    struct mcp_call *next;
    struct mcp *mcp;
    struct arena *arena;     /* the request's; the call lives in it */
    struct session *session; /* held; NULL: a request of 2026-07-28 over HTTP */
    struct out *out;
    enum era era;
    const char *name; /* of the method */
    const struct method *method;
    const struct json *id, *params;
    const struct json *capabilities; /* of the client */
    const struct json *token;        /* for progress; NULL: not asked for */
    double progress;
    enum mcp_level level; /* of messages; with a session, that says it */
    struct cancel cancel;
    bool private;                                 /* nothing of it is to be kept */
    _Atomic bool silent;                          /* the client took it back: nothing more is said */
    struct json *answers, *kept, *wanted, *lacks; /* of questions; see ask.c */
};

/* A subscription of 2026-07-28, and the fields of its filter. */
#define LISTENS_TO_LIST "resourcesListChanged"
#define LISTENS_TO_RESOURCES "resourceSubscriptions"

struct listener {
    struct listener *next;
    struct arena *arena;
    struct session *session; /* not held: it ends its listeners; NULL over HTTP */
    const struct json *id, *filter;
    uint64_t list_stamp, *stamps; /* told last; of the resources in the filter's order */
    struct out *out;
};

struct mcp {
    struct mcp_config config;
    const struct mcp_host *host;
    unsigned char key[SHA256_BYTES]; /* for seals */
    struct web_route routes[3];
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool stopping, watches;
    pthread_t watcher;
    struct session *sessions;
    struct mcp_call *calls; /* that run or wait to */
    struct listener *listeners;
    unsigned n_sessions, n_listeners, asking;
};

/* Waits on `changed` for at most so many milliseconds. The lock is held. */
void mcp_wait(struct mcp *m, int64_t ms);

/* ---- sessions (session.c) ---- */

/* A new one, held. out is of stdio; without one the session is of HTTP: it has an id, and counts. ERR_BUSY when there
 * are MCP_SESSIONS that are in use. */
WARN_UNUSED int session_new(struct mcp *m, struct out *out, struct session **ret, struct err *err);
struct session *mcp_session_find(struct mcp *m, const char *id); /* held; NULL when there is none, or it has ended */
void session_let_go(struct mcp *m, struct session *s);
void session_end(struct mcp *m, struct session *s); /* cancels its calls and lets nobody find it again */
void sessions_end(struct mcp *m);

/* A new journal for what belongs to no request, in the place of the one before it; held by the caller. */
WARN_UNUSED int session_feed(struct mcp *m, struct session *s, struct journal **ret, struct err *err);

void session_answered(struct mcp *m, struct session *s, const struct rpc *response);
WARN_UNUSED int session_watch(struct mcp *m, struct session *s, const char *uri, struct err *err);
void session_unwatch(struct mcp *m, struct session *s, const char *uri);
/* That a resource changed, or, without a URI, the list of them. The lock is held. */
void session_tell(struct arena *a, struct session *s, const char *uri);

/* ---- calls (call.c, method.c) ---- */

/* Whether a method may take its time. */
bool method_is_slow(const char *name);

/* Checks a request and makes a call of it in the arena, which must outlive it. On failure e says what to answer. */
WARN_UNUSED int call_begin(struct mcp *m, struct session *s, enum era era, const struct rpc *r, struct arena *a,
                           struct mcp_call **ret, struct rpc_error *e);

/* Runs it and gives the response; NULL when there is nothing to say (taken back, or a subscription). *ret_code is 0 or
 * the code of the error in it. */
struct json *call_run(struct mcp_call *c, int *ret_code);
void call_end(struct mcp_call *c); /* its memory stays, with the arena's; its session must be held otherwise */

void notification_taken(struct mcp *m, struct session *s, const struct rpc *r);

/* Whether a request is of a revision without handshake: it says so itself. */
bool rpc_is_modern(const struct rpc *r);

/* The request's description of itself, as far as it must be there. */
WARN_UNUSED int modern_check_meta(const struct rpc *r, struct rpc_error *e);

/* A host's failure as the client hears it. */
int call_failed(struct mcp_call *c, const struct err *err, struct rpc_error *e);

/* ---- methods ---- */

typedef int method_run(struct mcp_call *c, struct json **ret, struct rpc_error *e);
method_run legacy_initialize, legacy_ping, legacy_set_level, legacy_subscribe, legacy_unsubscribe;
method_run modern_discover, modern_listen;
method_run tools_list, tools_call, resources_list, templates_list, resources_read, prompts_list, prompts_get,
    completion_complete;

int modern_read(struct mcp_call *c, struct rpc_error *e);             /* _meta, answers, state */
struct json *modern_finish(struct mcp_call *c, struct json *result);  /* what every result has */
struct json *modern_ask_for(struct mcp_call *c, struct rpc_error *e); /* the result that asks; NULL on failure */
struct json *capabilities_json(struct mcp_call *c);                   /* the server's */
struct json *about_json(struct arena *a, const struct mcp_host *h);   /* name, title, version */
bool legacy_speaks(const char *version);                              /* in a header of a session */
struct json *versions_json(struct arena *a);                          /* all of them, newest first */
void modern_set_cache(struct mcp_call *c, struct json *result, bool for_all);
bool level_read(const char *name, enum mcp_level *ret);
/* What of a client's capabilities matters here, as capabilities: a session keeps no more of what it was sent. */
struct json *abilities_of(struct arena *a, const struct json *capabilities);

/* ---- changes (watch.c) ---- */
void looks_start(struct mcp *m);
void looks_end(struct mcp *m); /* m is stopping */
/* The stamp of a resource, or, without a URI, of the list, for a client to be told of others. Without the lock. */
uint64_t mcp_stamp(const struct mcp *m, const char *uri);

/* ---- subscriptions (listen.c) ---- */
void listeners_sweep(struct mcp *m); /* those nobody reads any more go; the lock is held, as in the next */
void listener_tell(struct arena *a, struct listener *l, const char *uri);
bool listener_exists(struct mcp *m, const struct session *s, const struct json *id); /* the lock is held */
void listeners_end(struct mcp *m, const struct session *s, const struct json *id);   /* id NULL: all of the session;
                                                                                        session NULL too: all */
