/* parts.h - the server from inside: what its files share.
 *
 * Threads: the event thread (libmicrohttpd's, one), the workers of two pools, and the ticker.
 *
 * A connection (struct conn) lives from accept to close. What keeps slow ones from staying is one number, the time at
 * which the connection is shut down unless something happens before (due_us); whoever moves a connection on sets it.
 *
 * An exchange is one request with its answer. It belongs to the event thread until it is handed to a pool; then it is
 * "out": its connection is suspended, which happens before the hand-over, so that the answer's resume cannot come
 * first. Whoever takes the claim (exchange_claim) gives the answer and resumes the connection, exactly once: the
 * handler, or the ticker when the handler is too late. After that the connection goes its own way and may be gone; the
 * exchange lives on until the handler has come back, too. It has two references: the connection's and the handler's.
 *
 * Locks, in this order: web.m (the list of connections, and what of a connection the ticker and the event thread
 * share), then a journal's. libmicrohttpd calls us with no lock of its own held.
 */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "web/journal_read.h"
#include "web/mhd_api.h"
#include "web/pool.h"
#include "web/web.h"
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

struct limiter;
struct stream;
struct upload;

/* Times and sizes that tests make smaller; web_start takes those of limits.h. */
struct web_tuning {
    int64_t head_ms, idle_ms, crowd_ms, grace_ms, send_ms, scarce_ms, heartbeat_ms, tick_ms, late_ms, stop_ms;
    uint64_t rate_bytes, scarce_rate_bytes, spool_bytes;
    unsigned connections, workers, queue;
};

/* As web_start, for tests. */
WARN_UNUSED int web_start_tuned(const struct web_config *config, const struct web_route *routes, size_t n,
                                const struct web_tuning *tuning, struct web **ret, struct err *err);
extern const struct web_tuning web_usual;

union web_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_storage room;
};

struct web {
    struct web_config config;
    struct web_tuning tuning;
    const struct web_route *routes;
    size_t n_routes;
    uint16_t port;
    bool is_loopback; /* what it listens on */
    bool has_ticker;
    int listener, diag; /* the listening socket until it is quiet; sock_diag's, the event thread's own; or -1 */
    struct MHD_Daemon *daemon;
    struct cancel cancel; /* parent of every request's */
    struct pool *quick, *slow;
    struct limiter *limiter; /* the event thread's */
    pthread_t ticker;
    atomic_bool is_stopping; /* no new requests */

    atomic_uint_fast64_t requests, refused, failed, bytes_in, bytes_out, connections, streams;
    atomic_uint_fast64_t latency_us[16], spent_us;
    atomic_size_t body_bytes;     /* of all bodies in memory */
    atomic_uint_fast64_t spooled; /* bytes of all uploads under way */

    pthread_mutex_t m;      /* guards the list, conn.x, conn.stream and all below */
    pthread_cond_t changed; /* a connection went idle */
    pthread_cond_t tick;    /* the ticker is to end */
    struct conn *first;
    size_t busy;                     /* connections between a request's begin and its end */
    enum journal_nudge stream_nudge; /* for streams that begin, at the end */
    bool ticker_ends;
};

enum peer { PEER_UNKNOWN, PEER_TRUSTED, PEER_STRANGER };

struct conn {
    struct web *w;
    struct conn *prev, *next;
    int fd;
    union web_address local, remote;
    enum peer peer;            /* the event thread's; asked when first needed */
    _Atomic int64_t due_us;    /* shut down then, by world_mono_us(); 0: never */
    _Atomic int64_t bare_us;   /* without a request that may be answered since then; 0: it has one */
    struct exchange *begun;    /* the event thread's: its target came, its head has not yet */
    struct exchange *x;        /* while it is out or answered */
    struct stream *stream;     /* while it is sent */
    int64_t received_since_us; /* of a body; the event thread's */
    uint64_t received;
    bool is_sending;      /* a large answer; guarded by web.m, as are the two below */
    int64_t taken_us;     /* what its client has taken was looked at then */
    uint64_t taken_bytes; /* and was this */
};

struct web_pair {
    const char *name, *value;
};

/* A list in the exchange's arena. */
struct web_pairs {
    struct web_pair *at;
    size_t n, cap;
};

struct exchange {
    struct web *w;
    struct conn *conn;
    struct MHD_Connection *mhd; /* valid until the answer is delivered */
    atomic_uint refs;
    atomic_bool is_answered;
    atomic_bool is_late; /* answered by the ticker: a handler that has not begun need not */
    bool is_begun;       /* the event thread's: the head was looked at */
    bool is_out;         /* with a pool; its connection is suspended */
    bool is_refused;     /* refusal_status and refusal are the answer; what is left of the body is thrown away */
    int64_t begun_us;

    struct arena *arena; /* until the handler has come back */
    char id[ID_TEXT_BYTES];
    char *target; /* as it came */
    const char *method, *path;
    struct web_pairs headers, query, params, answer;
    const struct web_route *route;
    const char *asked_type; /* web_accepts without an Accept header */
    struct cancel cancel;

    struct buf body;
    size_t max_body, thrown_away;
    struct upload *upload;
    int refusal_status;
    struct err *refusal;

    struct exchange *next; /* in a pool's queue */
    web_handler *handle;   /* to be run next; NULL: done */
    void *arg;

    int status;
    uint64_t answer_bytes;
    size_t claim;                  /* the answer's part of the memory for large ones: see budget.h */
    struct MHD_Response *response; /* given, not yet queued */
    struct stream *stream;         /* of which the response is */
};

/* conn.c */
void conn_on_notify(void *cls, struct MHD_Connection *mhd, void **context, enum MHD_ConnectionNotificationCode what);
void conn_due_in(struct conn *c, int64_t ms); /* 0: never */
void conn_is_busy(struct conn *c, bool is);
void conn_sends(struct conn *c);                /* a large answer, from now on and until it is not busy any more */
bool conn_is_slow(struct conn *c, int64_t now); /* under web.m: its client takes too little of that */

/* exchange.c: from the event thread's side */
void *exchange_on_target(void *cls, const char *target, struct MHD_Connection *mhd);
enum MHD_Result exchange_on_request(void *cls, struct MHD_Connection *mhd, const char *url, const char *method,
                                    const char *version, const char *data, size_t *n, void **context);
void exchange_on_end(void *cls, struct MHD_Connection *mhd, void **context, enum MHD_RequestTerminationCode why);

/* exchange.c: from the others' */
void exchange_run(struct exchange *x); /* in a worker: takes the handler's reference */
void exchange_expire(struct exchange *x, int64_t now);
WARN_UNUSED bool exchange_claim(struct exchange *x);
void exchange_deliver(struct exchange *x, int status, struct MHD_Response *response, uint64_t bytes);
void exchange_let_go(struct exchange *x);

/* check.c: may this head be answered? 0, or -1 with refusal_status and refusal set. */
WARN_UNUSED int check_head(struct exchange *x);
int web_refuse(struct exchange *x, int status, enum err_code code, const char *message, const char *action);

/* target.c: the target taken apart. -1: refused. */
WARN_UNUSED int target_read(struct exchange *x);
/* The route for it, or NULL; ret_allow (in the arena) names the methods that the path has, NULL when there is no such
 * path. */
const struct web_route *target_route(struct exchange *x, const char **ret_allow);

/* pairs.c */
void pairs_add(struct arena *a, struct web_pairs *pairs, const char *name, const char *value);

/* reply.c: gives the refusal, in an arena of its own: the exchange's belongs to the handler. */
void reply_error(struct exchange *x, int status, const struct err *e);
void reply_claimed(struct exchange *x, int status, const struct err *e); /* the claim is taken already */

/* stream.c */
void stream_begin(struct stream *s, struct conn *c);          /* under web.m: its bytes are about to go out */
void stream_part(struct stream *s);                           /* under web.m: the connection is done with it */
void stream_tick(struct stream *s, int64_t now);              /* under web.m */
void stream_tell(struct stream *s, enum journal_nudge nudge); /* under web.m */

/* ticker.c */
void *ticker_main(void *web);
