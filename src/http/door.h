/* door.h - what the files of the HTTP door share. For src/http only.
 *
 * A route is declared once, in routes.c, with all that is said about it in public: the server's routes, the OpenAPI
 * document and the page made of it come from that one row, so they cannot drift apart. A route that calls an operation
 * takes its schemas from the operation; where the table has no such operation, there is no such route.
 */
#pragma once
#include "base/attrs.h"
#include "base/cancel.h"
#include "http/http.h"
#include <pthread.h>
#include <stdatomic.h>

struct job;
struct json;
struct model_entity;
struct observer;
struct op_entry;

/* ---- routes ---- */

#define ANY_OP "*" /* a route's operation: the one that {name} of its path says */

enum route_takes {
    TAKES_NOTHING,
    TAKES_QUERY,
    TAKES_JSON,
    TAKES_UPLOAD,
    TAKES_EITHER, /* an upload or JSON */
};

/* How a failure is told: as the contract has it, or as the route's own seed spells it (dialect.c). */
enum route_dialect { DIALECT_ASSAY, DIALECT_TASKS, DIALECT_METRICS, DIALECT_DOCS };

enum route_flags {
    ROUTE_STREAMS = 1u << 0,  /* gives events to a client that asks for them */
    ROUTE_CONFIRMS = 1u << 1, /* calling it is a person's yes */
    ROUTE_OPEN = 1u << 2,     /* answered to everybody */
    ROUTE_QUICK = 1u << 3,    /* waits for nothing but the disk */
    ROUTE_INSTANT = 1u << 5,  /* only looks at memory */
    ROUTE_RESUMES = 1u << 4,  /* a stream goes on behind Last-Event-ID, which must be there */
    ROUTE_PENDING = 1u << 7,  /* 202 as long as the result's status is "running" */
    ROUTE_FILE = 1u << 6,     /* the result is sent as the file it holds: {"content_type","filename"} with its text in
                                 "content" or its bytes as Base64 in "blob" */
};

struct route {
    const char *method, *path;
    const char *id; /* its name in OpenAPI */
    const char *tag, *summary, *detail;
    const char *op;    /* the operation that does it, or ANY_OP; NULL: the door itself */
    const char *then;  /* the operation that goes on in the background once `op` has succeeded, with what the path says
                          as its arguments; NULL: none */
    const char *state; /* handle_follow: the operation that tells where `op` stands when none is under way */
    enum route_takes takes;
    enum route_dialect dialect;
    unsigned flags;
    int status;                       /* of success */
    const struct model_entity *input; /* of a query; NULL: the operation's */
    const struct model_entity *gives; /* NULL: the operation's output; with 204, or another type, nothing */
    const char *type;    /* of what it gives, when that is not JSON; one of several: "text/html, text/csv" */
    const char *example; /* of what it takes, as JSON text; or NULL */
    web_handler *handle;
};

/* The routes of one part of the program, in the order of the description. */
struct route_group {
    const struct route *routes;
    size_t n;
};

extern const struct route_group routes_metrics, routes_docs, routes_analyst, routes_tasks,
    routes_workbook; /* routes_tasks.c, and so on */

/* Every route, in order; NULL past the last. */
const struct route *http_route(size_t i);

/* Tables of the door's own answers, in routes.c. */
extern const struct model_entity http_step, http_delta, http_done;

/* A route as it is served: what its handler is given. */
struct place {
    struct http *http;
    const struct route *route;
    const struct op_entry *entry; /* of a route that always calls the same operation; else NULL */
    const struct op_entry *then, *state;
};

/* ---- the door ---- */

struct op_count {
    _Atomic uint64_t calls, errors, us;
};

struct http {
    struct arena *arena;
    struct http_config config;
    const char *user;
    _Atomic(struct web *) web; /* NULL until http_open is about to return, which a first request may not wait for */
    struct place *places;
    size_t n_places;
    struct web_route *routes;
    size_t n_routes;
    struct op_count *counts; /* one for each of the table's entries */
    struct journal *feed;    /* of finished operations */
    struct web_file openapi, docs, style;
    int64_t began_us;

    /* Streamed operations and those in the background. They outlive the request that began them. */
    pthread_mutex_t lock;
    pthread_cond_t idle; /* no job is left */
    pthread_cond_t turn; /* one in the background may begin, or need not */
    struct job *jobs;
    unsigned n_background, n_running; /* of those in the background */
    bool closing;
    struct cancel stopping; /* of all of them */
};

/* All of it but the sockets: for http_open, and for tests of what it says about itself. */
WARN_UNUSED int http_make(const struct http_config *config, struct http **ret, struct err *err);
void http_free(struct http *h);

/* ---- calling an operation (call.c) ---- */

struct calling {
    struct http *http;
    const struct op_entry *entry;
    const char *user; /* NULL: the door's */
    enum route_dialect dialect;
    const struct json *args;
    const char *request_id;
    const struct cancel *cancel;
    const struct observer *observer;
    bool private, confirmed;
};

/* What came of it, as it is told: the HTTP status and the body, which is the result, the one answer, or an error. */
struct outcome {
    int status;
    struct json *body;
};

void http_call(struct arena *a, const struct calling *c, struct outcome *ret);

/* The arguments that a request's path and query give for the fields of an entity. Nothing is checked: what is no number
 * stays text, for the schema to refuse. */
struct json *call_query(struct exchange *x, const struct route *r, const struct model_entity *input);

/* Only those that the path gives. */
struct json *call_path_args(struct exchange *x, const struct route *r, const struct model_entity *input);

/* The answer to a request whose operation failed, or was never called. */
void call_refuse(struct exchange *x, const struct place *p, const struct err *e);

/* ---- how a failure is told (dialect.c) ---- */

/* The status and the body of a failure in a seed's own words; not for DIALECT_ASSAY. */
void dialect_fail(struct arena *a, enum route_dialect d, const struct err *e, const char *request_id,
                  struct outcome *ret);

/* What such a body is, for the description. */
const struct model_entity *dialect_entity(enum route_dialect d);

/* ---- handlers; arg is the route's place ---- */

web_handler handle_call, handle_resume, handle_follow, handle_cancel; /* call.c, stream.c */
web_handler handle_health, handle_ops, handle_op, handle_events;      /* own.c */
web_handler handle_metrics, handle_openapi, handle_docs, handle_style, handle_page;

/* ---- streams (stream.c) ---- */

bool stream_wanted(struct exchange *x);

/* Answers with a stream: of a call that begins now, or, with Last-Event-ID, of the one that it names. The call's
 * arguments are copied. */
void stream_call(struct exchange *x, const struct calling *c);

/* Prepares an operation that is to go on in the background: all that can fail of it. It waits until it is let go, or
 * dropped. ERR_BUSY when there are HTTP_BACKGROUND_ALL. The call's arguments are copied. */
WARN_UNUSED int background_hold(const struct calling *c, struct job **ret, struct err *err);
void background_go(struct job *job, bool is_wanted);

/* Lets running ones end for a moment, then cancels them; no more may begin. */
void stream_stop_all(struct http *h);

/* Waits until the last of those in the background has ended. */
void stream_wait_all(struct http *h);

/* ---- what describes the door ---- */

struct json *openapi_make(struct arena *a, const struct http *h);
void docs_make(struct buf *b, const struct json *openapi); /* HTML */
extern const char docs_style[];

/* The smallest object that fits an entity's table. */
struct json *example_of(struct arena *a, const struct model_entity *e);

/* "{id}" of a path is such a parameter. */
bool path_has(const char *path, const char *name);
