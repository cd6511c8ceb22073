/* web.h - an HTTP server whose handlers may block, bounded in every direction.
 *
 * One thread runs the sockets (libmicrohttpd, epoll). A request whose body is complete is checked (Host, Origin, who is
 * on the other side, size, rate), matched with a route and handed to a pool of workers; its connection sleeps until the
 * handler has answered. An answer is bytes, a file of the program, or a stream of events read from a journal
 * (journal.h); a stream needs no thread.
 *
 * Two pools: every handler starts in the quick one and must not wait there for anything but the disk's cache; one that
 * takes longer says so in its route (WEB_SLOW) or goes on by web_later(). So an answer to somebody who waits in the
 * slow pool always finds a thread. What only looks at memory may run on the thread of the sockets (WEB_INSTANT).
 *
 * Who may ask: on a loopback address processes of the same user and root, whom the kernel names (sock_diag), once a
 * connection; everybody else, and on any other address everyone, needs the token. A foreign Host or Origin is refused
 * before that.
 *
 * A request has a deadline, and a cancel that fires when it passes, when the client is gone and when the server stops.
 * What the server itself refuses (no route, too large, too slow, too many) is answered with the same error object as
 * anything else: {"error":{"message","correlation_id","timestamp","error_code","can_retry","suggested_action"}}.
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
struct exchange;
struct journal;
struct json;
struct log;
struct web;
struct world;

typedef void web_handler(struct exchange *x, void *arg);

enum web_body {
    WEB_NO_BODY, /* one that comes all the same is refused */
    WEB_JSON,    /* application/json, in memory */
    WEB_UPLOAD,  /* multipart/form-data: the part `file` goes to the spool folder as it comes, other parts are text */
    WEB_EITHER,  /* one or the other, as the content type says */
};

enum web_flags {
    WEB_SLOW = 1u << 0,      /* runs in the slow pool */
    WEB_OPEN = 1u << 1,      /* answered to everybody: it tells nothing */
    WEB_ANY_TYPE = 1u << 2,  /* with WEB_JSON: the handler looks at the content type itself */
    WEB_UNLIMITED = 1u << 3, /* no rate limit */
    WEB_INSTANT = 1u << 4,   /* runs on the thread of the sockets: waits for nothing, not even the disk */
};

struct web_route {
    const char *method; /* "GET" answers HEAD too */
    const char *path;   /* "/api/ops/{name}": a part in braces is any one part that is not empty; the last part may be
                           "{*rest}", which is all that follows */
    enum web_body body;
    unsigned flags;
    size_t max_body;     /* 0: WEB_BODY_BYTES */
    int64_t deadline_ms; /* 0: WEB_DEADLINE_MS */
    web_handler *handle;
    void *arg;
};

struct web_config {
    const char *host; /* an address; NULL: 127.0.0.1 */
    uint16_t port;    /* 0: any that is free */
    const char *token;
    const char *const *names; /* further names it may be called by in Host and Origin; NULL-terminated, or NULL */
    const char *spool;        /* folder for uploads under way; NULL: there are none */
    unsigned rate;            /* requests a second of one client that shows the token; 0: WEB_RATE */
    const struct world *world;
    struct log *log; /* may be NULL */
};

/* Numbers for GET /metrics. */
struct web_numbers {
    uint64_t requests, refused, failed; /* answered at all; 4xx; 5xx */
    uint64_t bytes_in, bytes_out;
    uint64_t connections, streams, waiting, running; /* now */
    uint64_t latency_us[16]; /* requests that took less than 2^i * 100 us, the last: all others */
    uint64_t spent_us;       /* by all of them */
};

/* Listens and serves. The routes are tried in their order; they and what the config points to must outlive it.
 * Fails with ERR_CONFLICT and what to do when the port is in use. */
WARN_UNUSED int web_start(const struct web_config *config, const struct web_route *routes, size_t n, struct web **ret,
                          struct err *err);

uint16_t web_port(const struct web *w);
void web_count(struct web *w, struct web_numbers *ret);

/* No new connections; what runs may finish within wait_ms, then it is cancelled; streams end. Frees it all. */
void web_stop(struct web *w, int64_t wait_ms);

/* ---- the request; everything lives as long as the exchange ---- */

struct arena *web_arena(struct exchange *x);

/* Of a stream, too, for as long as the handler goes on after web_follow: work that outlives its client, so that it can
 * come back for the rest, has a cancel of its own. */
const struct cancel *web_cancel(struct exchange *x);         /* its parent is the server's, which fires when it stops */
const char *web_request_id(struct exchange *x);              /* a new UUID, which is the answer's X-Request-Id */
const char *web_param(struct exchange *x, const char *name); /* of the route's path, decoded; never NULL for its own */
const char *web_query(struct exchange *x, const char *name); /* of the query string, decoded; NULL when absent */
const char *web_header(struct exchange *x, const char *name); /* the first of that name; NULL when absent */
size_t web_header_count(struct exchange *x, const char *name);

/* The body as it came; "" and 0 without one. web_json parses it, and answers nothing itself when that fails. */
const char *web_body_bytes(struct exchange *x, size_t *ret_n);
WARN_UNUSED int web_json(struct exchange *x, struct json **ret, struct err *err);

/* Of an upload: the text of a part (NULL when absent), the file's name as the client said it and where it lies. The
 * spooled file is removed with the exchange unless it was moved away. */
bool web_is_upload(struct exchange *x);
const char *web_part(struct exchange *x, const char *name);
const char *web_upload_name(struct exchange *x);
const char *web_upload_path(struct exchange *x);

/* Whether the client takes this type, by its Accept header; without one, only what is asked for first. */
bool web_accepts(struct exchange *x, const char *type);

/* Goes on in the slow pool. The handler returns at once after it. Not from a WEB_INSTANT one. */
void web_later(struct exchange *x, web_handler *handle, void *arg);

/* ---- the answer: exactly one of these a request, from any thread; a handler that returns without one (and without
 * web_later) has answered 500 ---- */

/* A header of the answer, before it is given. */
void web_set(struct exchange *x, const char *name, const char *value);

/* The bytes are copied. A long text is compressed for a client that takes gzip. body may be NULL with n 0. */
void web_reply(struct exchange *x, int status, const char *type, const void *body, size_t n);
void web_reply_json(struct exchange *x, int status, const struct json *v);

/* The error object, with the status that goes with its kind. */
void web_fail(struct exchange *x, const struct err *e);
int web_status(const struct err *e);

/* Bytes of the program: constant, with their own ETag; gz may be NULL. */
struct web_file {
    const char *path, *type, *etag;
    const unsigned char *bytes, *gz;
    size_t n, n_gz;
    bool changes; /* asked for anew each time, by its ETag; else cached for good */
};
void web_reply_file(struct exchange *x, const struct web_file *f);

/* A stream of the journal's events behind number `after` (0: all). It holds the journal. */
void web_follow(struct exchange *x, struct journal *j, uint64_t after);
