/* exchange.c - a request's way: head, body, a worker, the answer, the end.
 *
 * libmicrohttpd calls exchange_on_request for the head, for each piece of the body, when the request is complete, and
 * once more when the suspended connection was resumed. It takes an answer only after the head or at the end, so what
 * goes wrong in a body is remembered while the rest of it is read and thrown away (a bounded rest: then the connection
 * is cut).
 */
#include "base/arena.h"
#include "base/budget.h"
#include "base/log.h"
#include "base/world.h"
#include "web/parts.h"
#include "web/upload.h"

/* ---- making and freeing ---- */

/* With the target as it came, which is not to be had later: it is taken apart in place. */
void *exchange_on_target(void *cls, const char *target, struct MHD_Connection *mhd)
{
    struct web *w = cls;
    struct exchange *x = calloc(1, sizeof *x);

    if (!x)
        abort();
    x->w = w;
    x->mhd = mhd;
    x->conn = mhd_api.get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    x->refs = 1;
    x->begun_us = world_mono_us();
    x->arena = arena_new();
    x->target = arena_str(x->arena, target);
    buf_init(&x->body, WEB_BODY_BYTES);
    world_id(w->config.world, x->id);
    cancel_init(&x->cancel, &w->cancel, 0);
    conn_is_busy(x->conn, true);
    conn_due_in(x->conn, w->tuning.head_ms);
    x->conn->begun = x;
    return x;
}

/* What only the handler needs goes with the handler: a stream may stay for days. */
static void free_request(struct exchange *x)
{
    atomic_fetch_sub(&x->w->body_bytes, x->body.n);
    buf_done(&x->body);
    buf_init(&x->body, WEB_BODY_BYTES);
    upload_free(x->upload);
    x->upload = NULL;
    arena_free(x->arena);
    x->arena = NULL;
}

void exchange_let_go(struct exchange *x)
{
    if (atomic_fetch_sub(&x->refs, 1) != 1)
        return;
    free_request(x);
    if (x->response)
        mhd_api.destroy_response(x->response);
    budget_return(x->claim);
    free(x);
}

/* ---- the answer ---- */

bool exchange_claim(struct exchange *x)
{
    return !atomic_exchange(&x->is_answered, true);
}

void exchange_deliver(struct exchange *x, int status, struct MHD_Response *response, uint64_t bytes)
{
    x->status = status;
    x->response = response;
    x->answer_bytes = bytes;
    if (x->is_out)
        mhd_api.resume_connection(x->mhd);
}

static void count(struct exchange *x)
{
    struct web *w = x->w;
    int64_t took = world_mono_us() - x->begun_us, bound = 100;
    unsigned i = 0;

    while (i < COUNT_OF(w->latency_us) - 1 && took >= bound) {
        bound *= 2;
        i++;
    }
    atomic_fetch_add_explicit(&w->latency_us[i], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&w->spent_us, (uint64_t)took, memory_order_relaxed);
    atomic_fetch_add_explicit(&w->requests, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&w->bytes_out, x->answer_bytes, memory_order_relaxed);
    if (x->status >= 500)
        atomic_fetch_add_explicit(&w->failed, 1, memory_order_relaxed);
    else if (x->status >= 400)
        atomic_fetch_add_explicit(&w->refused, 1, memory_order_relaxed);
}

/* Hands the answer to libmicrohttpd. */
static enum MHD_Result give(struct exchange *x)
{
    struct web *w = x->w;
    struct MHD_Response *response = x->response;
    enum MHD_Result r;

    x->response = NULL;
    count(x);
    if (x->claim)
        conn_sends(x->conn);
    conn_due_in(x->conn, x->claim ? 0 : w->tuning.send_ms + (int64_t)(x->answer_bytes * 1000 / w->tuning.rate_bytes));
    if (x->stream) {
        pthread_mutex_lock(&w->m);
        stream_begin(x->stream, x->conn);
        pthread_mutex_unlock(&w->m);
    }
    r = mhd_api.queue_response(x->mhd, (unsigned)x->status, response);
    mhd_api.destroy_response(response);
    return r;
}

static enum MHD_Result refuse(struct exchange *x)
{
    reply_error(x, x->refusal_status, x->refusal);
    return x->response ? give(x) : MHD_NO;
}

/* ---- with the workers ---- */

static void start_clock(struct exchange *x)
{
    int64_t ms = x->route->deadline_ms ? x->route->deadline_ms : WEB_DEADLINE_MS;

    x->handle = x->route->handle;
    x->arg = x->route->arg;
    cancel_init(&x->cancel, &x->w->cancel, ms);
    conn_due_in(x->conn, 0);
}

static void hand_over(struct exchange *x)
{
    struct web *w = x->w;
    bool is_slow = x->route->flags & WEB_SLOW, is_put;
    struct err e;

    x->is_out = true;
    x->refs++;
    mhd_api.suspend_connection(x->mhd);
    pthread_mutex_lock(&w->m);
    x->conn->x = x;
    is_put = !w->is_stopping && pool_put(is_slow ? w->slow : w->quick, x, false); /* under the lock: see close_door */
    pthread_mutex_unlock(&w->m);
    if (is_put)
        return;
    err_set(&e, ERR_BUSY, "The server is busy.", "the queue is full");
    reply_error(x, 503, &e);
    exchange_let_go(x);
}

/* Runs what is to be run; true when it goes on in the slow pool, which has the exchange from then on. What nobody waits
 * for any more, as the client left the queue or time has run out, is not begun. */
static bool run_handler(struct exchange *x)
{
    web_handler *handle = x->handle;
    struct err e;

    x->handle = NULL;
    if (x->is_late)
        return false;
    if (!x->is_answered && cancel_check(&x->cancel, &e)) {
        web_fail(x, &e);
        return false;
    }
    handle(x, x->arg);
    if (x->handle && x->is_out) {
        if (pool_put(x->w->slow, x, x->is_answered))
            return true;
        err_set(&e, ERR_BUSY, "The server is busy.", "the queue is full");
    } else {
        err_set(&e, ERR_INTERNAL, "Something went wrong here.", "a handler gave no answer: %s %s", x->method, x->path);
    }
    if (!x->is_answered)
        web_fail(x, &e);
    return false;
}

void exchange_run(struct exchange *x)
{
    if (run_handler(x))
        return;
    free_request(x);
    exchange_let_go(x);
}

void exchange_expire(struct exchange *x, int64_t now)
{
    struct err e;

    if (now < x->cancel.deadline_us + x->w->tuning.late_ms * 1000 || !exchange_claim(x))
        return;
    x->is_late = true;
    cancel_fire(&x->cancel);
    err_set(&e, ERR_QUERY_TIMEOUT, "That took longer than the time allowed.", "the handler did not come back");
    err_action(&e, "Narrow the question, or allow more time.");
    reply_claimed(x, 504, &e);
}

/* ---- what libmicrohttpd calls ---- */

static enum MHD_Result add_header(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct exchange *x = cls;

    (void)kind;
    pairs_add(x->arena, &x->headers, arena_str(x->arena, name), arena_str(x->arena, value ? value : ""));
    return MHD_YES;
}

/* Whether a refusal has to wait for the body: one that is short, or none, is read first, as a client that is answered
 * while it sends may see its connection cut before it sees the answer. */
static bool has_short_body(struct exchange *x)
{
    const char *length = web_header(x, "Content-Length");

    if (web_header(x, "Expect") || web_header(x, "Transfer-Encoding"))
        return false;
    return !length || (strlen(length) < 18 && strtoull(length, NULL, 10) <= WEB_THROWN_BYTES);
}

/* The head: whoever is refused here is refused before the body is looked at. */
static enum MHD_Result begin(struct exchange *x, const char *method)
{
    x->is_begun = true;
    x->conn->begun = NULL;
    x->method = arena_str(x->arena, method);
    mhd_api.get_connection_values(x->mhd, MHD_HEADER_KIND, add_header, x);
    if (check_head(x) < 0 && !has_short_body(x))
        return refuse(x);
    if (!x->is_refused) /* who is refused only holds a place, however much follows */
        x->conn->bare_us = 0;
    x->conn->received = 0;
    x->conn->received_since_us = world_mono_us();
    conn_due_in(x->conn, x->w->tuning.grace_ms);
    return MHD_YES;
}

static void keep_body(struct exchange *x, const char *p, size_t n)
{
    struct web *w = x->w;

    if (n > x->max_body - x->body.n)
        web_refuse(x, 413, ERR_TOO_LARGE, "The request is too large.", "Send less, or upload a file.");
    else if (atomic_fetch_add(&w->body_bytes, n) + n > WEB_BODIES_BYTES) {
        atomic_fetch_sub(&w->body_bytes, n);
        web_refuse(x, 503, ERR_BUSY, "The server is busy.", "Try again in a moment.");
    } else {
        buf_add(&x->body, p, n);
    }
}

/* Whether what all uploads hold leaves little for others. */
static bool is_scarce(struct web *w)
{
    return w->spooled > w->tuning.spool_bytes / 2 || w->body_bytes > WEB_BODIES_BYTES / 2;
}

/* A piece of the body. It has to come at a certain rate, after a grace; who was fast may not pause for longer, and has
 * to be as fast again in each stretch of time. */
static void set_pace(struct conn *c, size_t n)
{
    struct web *w = c->w;
    uint64_t rate = is_scarce(w) ? w->tuning.scarce_rate_bytes : w->tuning.rate_bytes;
    int64_t now = world_mono_us(), by_rate, by_pause = now + w->tuning.send_ms * 1000;

    if (now - c->received_since_us > w->tuning.send_ms * 1000) {
        c->received_since_us = now;
        c->received = 0;
    }
    c->received += n;
    by_rate = c->received_since_us + w->tuning.grace_ms * 1000 + (int64_t)(c->received * 1000000 / rate);
    atomic_store_explicit(&c->due_us, by_rate < by_pause ? by_rate : by_pause, memory_order_relaxed);
}

static enum MHD_Result take_body(struct exchange *x, const char *p, size_t n)
{
    struct web *w = x->w;

    atomic_fetch_add_explicit(&w->bytes_in, n, memory_order_relaxed);
    set_pace(x->conn, n);
    if (x->is_refused)
        x->thrown_away += n;
    else if (x->upload)
        upload_take(x->upload, x, p, n);
    else
        keep_body(x, p, n);
    return x->thrown_away > WEB_THROWN_BYTES ? MHD_NO : MHD_YES;
}

/* On this thread, with nobody else to look after it. */
static enum MHD_Result run_at_once(struct exchange *x)
{
    (void)run_handler(x);
    free_request(x);
    return x->response ? give(x) : MHD_NO;
}

static enum MHD_Result complete(struct exchange *x)
{
    if (x->upload && !x->is_refused)
        upload_end(x->upload, x);
    if (x->is_refused)
        return refuse(x);
    start_clock(x);
    if (x->route->flags & WEB_INSTANT)
        return run_at_once(x);
    hand_over(x);
    return MHD_YES;
}

enum MHD_Result exchange_on_request(void *cls, struct MHD_Connection *mhd, const char *url, const char *method,
                                    const char *version, const char *data, size_t *n, void **context)
{
    struct exchange *x = *context;
    size_t got = *n;

    (void)cls, (void)mhd, (void)url, (void)version;
    if (!x->is_begun)
        return begin(x, method);
    if (got > 0) {
        *n = 0;
        return take_body(x, data, got);
    }
    if (x->is_out)
        return x->response ? give(x) : MHD_NO;
    return complete(x);
}

void exchange_on_end(void *cls, struct MHD_Connection *mhd, void **context, enum MHD_RequestTerminationCode why)
{
    struct exchange *x = *context;

    (void)cls, (void)mhd;
    if (!x)
        return;
    *context = NULL;
    x->conn->begun = NULL;
    conn_is_busy(x->conn, false);
    conn_due_in(x->conn, x->w->tuning.idle_ms);
    x->conn->bare_us = world_mono_us();
    if (why != MHD_REQUEST_TERMINATED_COMPLETED_OK)
        cancel_fire(&x->cancel);
    exchange_let_go(x);
}
