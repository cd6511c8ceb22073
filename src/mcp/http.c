/* http.c - Streamable HTTP: a message a POST, answered with JSON or, as soon as there is more to say, with a stream.
 *
 * A request starts in the quick pool and is answered there if it is quick; a call goes on in the slow one, so that the
 * POST that answers its question always finds a thread. A stream is a journal: in the handshake revisions it survives a
 * broken connection and the client comes back for the rest by GET; in 2026-07-28 a closed connection takes the call
 * back.
 */
#include "mcp/http.h"
#include "base/arena.h"
#include "base/budget.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "mcp/core.h"
#include "mcp/headers.h"
#include "web/journal.h"

/* Where the messages of one POST go. */
struct post_out {
    struct out base;
    struct exchange *x;
    struct mcp_call *call;
    struct journal *journal; /* once it is a stream */
    size_t sent;             /* bytes of messages */
    bool takes_json, takes_stream;
    bool kept; /* the stream is a subscription's */
};

/* A subscription's stream. */
struct feed_out {
    struct out base;
    struct journal *journal;
    int64_t since_us;
};

/* ---- streams ---- */

static int add_event(struct journal *j, const struct json *message, size_t *sent, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_write(&b, message);
    *sent += b.n;
    return buf_check(&b, err) < 0 ? -1 : journal_add(j, "message", b.p, err);
}

/* An event without content gives the client an id to come back with, should the connection break before the next. */
static void prime(struct journal *j)
{
    struct err ignored;

    journal_set_retry(j, MCP_RETRY_MS);
    (void)!journal_add(j, NULL, "", &ignored);
}

/* A handshake that failed has left no version. */
static bool comes_back(const struct session *s)
{
    return s->version && strcmp(s->version, "2025-11-25") >= 0;
}

static int new_journal(struct post_out *o, enum journal_kind kind, struct journal **ret, struct err *err)
{
    struct mcp *m = o->call->mcp;
    char nobody[ID_TEXT_BYTES];
    const char *owner = nobody;

    if (!o->takes_stream || !m->config.journals)
        return err_say(err, ERR_INVALID_INPUT, "This needs a client that accepts text/event-stream.");
    if (o->call->era == LEGACY)
        owner = o->call->session->id;
    else
        world_id(m->config.world, nobody);
    return journal_new(m->config.journals, owner, kind, ret, err);
}

static int open_stream(struct post_out *o, struct err *err)
{
    if (o->journal)
        return 0;
    if (new_journal(o, JOURNAL_WHOLE, &o->journal, err) < 0)
        return -1;
    if (o->call->era == LEGACY && comes_back(o->call->session) && !o->call->silent)
        prime(o->journal);
    web_follow(o->x, o->journal, 0);
    return 0;
}

/* Notifications leave room for the answer, which must fit as well. */
static int post_send(struct out *base, const struct json *message, struct err *err)
{
    struct post_out *o = (struct post_out *)base;

    if (!json_get(message, "id") && o->sent > MCP_TOLD_BYTES)
        return err_say(err, ERR_TOO_LARGE, "More was told than anybody reads.");
    return open_stream(o, err) < 0 ? -1 : add_event(o->journal, message, &o->sent, err);
}

static void post_disconnect(struct out *base)
{
    struct post_out *o = (struct post_out *)base;
    struct err ignored;

    if (open_stream(o, &ignored) == 0)
        journal_disconnect(o->journal);
}

static int feed_send(struct out *base, const struct json *message, struct err *err)
{
    size_t ignored = 0;

    return add_event(((struct feed_out *)base)->journal, message, &ignored, err);
}

/* A stream takes a moment to be read from for the first time. */
static bool feed_gone(struct out *base)
{
    struct feed_out *o = (struct feed_out *)base;

    return journal_readers(o->journal) == 0 && world_mono_us() - o->since_us > (int64_t)MCP_FOLLOW_MS * 1000;
}

static void feed_close(struct out *base)
{
    struct feed_out *o = (struct feed_out *)base;

    journal_end(o->journal);
    journal_let_go(o->journal);
    free(o);
}

static int post_keep(struct out *base, struct out **ret, struct err *err)
{
    struct post_out *o = (struct post_out *)base;
    struct feed_out *kept = calloc(1, sizeof *kept);

    if (!kept)
        abort();
    kept->base = (struct out){ feed_send, NULL, feed_gone, feed_close, NULL };
    kept->since_us = world_mono_us();
    if (new_journal(o, JOURNAL_FEED, &kept->journal, err) < 0) {
        free(kept);
        return -1;
    }
    o->kept = true;
    *ret = &kept->base;
    web_follow(o->x, kept->journal, 0);
    return 0;
}

/* ---- answers ---- */

static int status_of(enum era era, int code)
{
    switch (code) {
    case 0:
        return 200;
    case RPC_PARSE_ERROR:
    case RPC_INVALID_REQUEST:
    case RPC_HEADER_MISMATCH:
    case RPC_MISSING_CAPABILITY:
    case RPC_UNSUPPORTED_VERSION:
        return 400;
    case RPC_METHOD_NOT_FOUND:
        return era == MODERN ? 404 : 200;
    default:
        return 200;
    }
}

static void refuse(struct exchange *x, struct arena *a, int status, const struct json *id, const struct rpc_error *e)
{
    web_reply_json(x, status, rpc_error(a, id, e));
}

static void refuse_with(struct exchange *x, int status, const char *message)
{
    struct rpc_error e;

    rpc_refuse(&e, RPC_INVALID_REQUEST, message);
    refuse(x, web_arena(x), status, NULL, &e);
}

static void refuse_sessionless(struct exchange *x, const char *id)
{
    if (id)
        refuse_with(x, 404, "There is no such session: initialize anew.");
    else
        refuse_with(x, 400, "The Mcp-Session-Id header is missing: initialize first.");
}

static void end_stream(struct post_out *o, const struct json *response)
{
    struct arena *a = o->call->arena;
    struct rpc_error e;
    struct err err;

    if (response && add_event(o->journal, response, &o->sent, &err) < 0) {
        call_failed(o->call, &err, &e);
        (void)!add_event(o->journal, rpc_error(a, o->call->id, &e), &o->sent, &err);
    }
    journal_end(o->journal);
    journal_let_go(o->journal);
}

/* A call that was taken back is not answered: its stream ends without a response. */
static void answer(struct post_out *o, const struct json *response, int code)
{
    struct err ignored;

    if (o->kept)
        return;
    if (!o->journal && response && o->takes_json)
        web_reply_json(o->x, status_of(o->call->era, code), response);
    else if (open_stream(o, &ignored) == 0)
        end_stream(o, response);
    else
        web_reply(o->x, 202, NULL, NULL, 0);
}

/* ---- POST ---- */

/* A message as it came, in the exchange's arena. */
struct post {
    struct mcp *m;
    struct rpc r;
    enum era era;
};

/* Whatever was meant by something else than 0, too much is not kept then. */
static bool is_private(struct exchange *x)
{
    const char *said = web_header(x, "Assay-Private");

    return said && (strcmp(said, "0") != 0 || web_header_count(x, "Assay-Private") > 1);
}

static void run(struct exchange *x, struct mcp_call *c)
{
    struct post_out o = { .base = { post_send, post_keep, NULL, NULL, post_disconnect },
                          .x = x,
                          .call = c,
                          .takes_json = web_accepts(x, "application/json"),
                          .takes_stream = web_accepts(x, "text/event-stream") };
    struct json *response;
    int code = 0;

    c->out = &o.base;
    c->private = is_private(x);
    /* Behind the request's cancel stands the server's, which fires when the server ends, whatever the client does. */
    c->cancel.parent = c->era == MODERN ? web_cancel(x) : web_cancel(x)->parent;
    response = call_run(c, &code);
    call_end(c);
    if (c->era == LEGACY && code == 0 && strcmp(c->name, "initialize") == 0)
        web_set(x, "Mcp-Session-Id", c->session->id);
    answer(&o, response, code);
}

static void serve(struct exchange *x, struct session *s, const struct post *p)
{
    struct mcp_call *c;
    struct rpc_error e;

    if (call_begin(p->m, s, p->era, &p->r, web_arena(x), &c, &e) < 0) {
        int status = p->era == MODERN && e.code == RPC_INVALID_PARAMS ? 400 : status_of(p->era, (int)e.code);
        refuse(x, web_arena(x), status, p->r.id, &e);
        return;
    }
    run(x, c);
}

static void serve_modern(struct exchange *x, void *arg)
{
    serve(x, NULL, arg);
}

static void serve_session(struct exchange *x, void *arg)
{
    const struct post *p = arg;
    const char *id = web_header(x, "Mcp-Session-Id");
    struct session *s = id ? mcp_session_find(p->m, id) : NULL;

    if (!s) {
        refuse_sessionless(x, id);
        return;
    }
    if (p->r.kind == RPC_REQUEST) {
        serve(x, s, p);
    } else {
        if (p->r.kind == RPC_RESPONSE)
            session_answered(p->m, s, &p->r);
        else
            notification_taken(p->m, s, &p->r);
        web_reply(x, 202, NULL, NULL, 0);
    }
    session_let_go(p->m, s);
}

/* The handshake makes the session. If it fails, there is none. */
static void serve_handshake(struct exchange *x, void *arg)
{
    const struct post *p = arg;
    struct session *s;
    struct err err;

    if (session_new(p->m, NULL, &s, &err) < 0) {
        web_fail(x, &err);
        return;
    }
    serve(x, s, p);
    if (!s->version)
        session_end(p->m, s);
    session_let_go(p->m, s);
}

/* What must be right before anything is done; answers otherwise. */
static bool is_sound(struct exchange *x, const struct post *p)
{
    struct arena *a = web_arena(x);
    struct rpc_error e;

    if (p->era == LEGACY || p->r.kind == RPC_NOTIFICATION)
        return true;
    if (p->r.kind == RPC_RESPONSE)
        rpc_refuse(&e, RPC_INVALID_REQUEST, "There is nothing to respond to.");
    else if (modern_check_meta(&p->r, &e) == 0 && headers_check(x, a, p->m->host, &p->r, &e) == 0)
        return true;
    refuse(x, a, 400, p->r.id, &e);
    return false;
}

static void take(struct exchange *x, struct post *p)
{
    bool is_request = p->r.kind == RPC_REQUEST;
    web_handler *handle = p->era == MODERN ? serve_modern : serve_session;

    if (!is_sound(x, p))
        return;
    if (p->era == MODERN && !is_request)
        web_reply(x, 202, NULL, NULL, 0); /* it has no notification that means anything here */
    else if (is_request && method_is_slow(p->r.method))
        web_later(x, handle, p);
    else if (p->era == LEGACY && is_request && strcmp(p->r.method, "initialize") == 0 &&
             !web_header(x, "Mcp-Session-Id"))
        serve_handshake(x, p);
    else
        handle(x, p);
}

static void post(struct exchange *x, void *arg)
{
    struct arena *a = web_arena(x);
    struct post *p = arena_alloc(a, sizeof *p);
    const char *version = web_header(x, "MCP-Protocol-Version"), *body;
    struct json *frame;
    struct rpc_error e;
    struct err err;
    size_t n;

    *p = (struct post){ .m = arg };
    body = web_body_bytes(x, &n);
    if (!web_accepts(x, "application/json") && !web_accepts(x, "text/event-stream")) {
        refuse_with(x, 406, "The client must accept application/json and text/event-stream.");
    } else if (n > WEB_UNCOUNTED_BYTES && budget_try(a, budget_of_json(body, n), &err) < 0) {
        web_fail(x, &err);
    } else if (json_parse(a, body, n, &frame, &err) < 0) {
        rpc_refuse(&e, RPC_PARSE_ERROR, arena_printf(a, "This is not JSON: %s", err.message));
        refuse(x, a, 400, NULL, &e);
    } else if (rpc_read(frame, &p->r, &e) < 0) {
        refuse(x, a, 400, p->r.id, &e);
    } else {
        p->era = rpc_is_modern(&p->r) || (version && !legacy_speaks(version)) ? MODERN : LEGACY;
        take(x, p);
    }
}

/* ---- GET and DELETE: only the handshake revisions have them ---- */

static struct session *session_of(struct exchange *x, struct mcp *m)
{
    const char *id = web_header(x, "Mcp-Session-Id"), *version = web_header(x, "MCP-Protocol-Version");
    struct session *s = id ? mcp_session_find(m, id) : NULL;

    if (version && !legacy_speaks(version)) {
        web_set(x, "Allow", "POST");
        refuse_with(x, 405, "This protocol version has no such request.");
    } else if (!s) {
        refuse_sessionless(x, id);
    } else {
        return s;
    }
    if (s)
        session_let_go(m, s);
    return NULL;
}

/* Goes on behind the event that the client had last, or begins a stream of its own. */
static void follow(struct exchange *x, struct mcp *m, struct session *s)
{
    const char *last = web_header(x, "Last-Event-ID");
    struct journal *j;
    uint64_t after = 0;
    struct err err;
    int status = last ? journal_find(m->config.journals, s->id, last, &j, &after, &err) : session_feed(m, s, &j, &err);

    if (status < 0) {
        refuse_with(x, 400, "There is no such stream to go on with.");
        return;
    }
    if (!last && comes_back(s))
        prime(j);
    web_follow(x, j, after);
    journal_let_go(j);
}

static void get(struct exchange *x, void *arg)
{
    struct mcp *m = arg;
    struct session *s = session_of(x, m);

    if (!s)
        return;
    if (!web_accepts(x, "text/event-stream") || !m->config.journals)
        refuse_with(x, 406, "The client must accept text/event-stream.");
    else
        follow(x, m, s);
    session_let_go(m, s);
}

static void drop(struct exchange *x, void *arg)
{
    struct mcp *m = arg;
    struct session *s = session_of(x, m);

    if (!s)
        return;
    session_end(m, s);
    session_let_go(m, s);
    web_reply(x, 204, NULL, NULL, 0);
}

void mcp_http_routes(struct mcp *m, struct web_route routes[static 3])
{
    routes[0] = (struct web_route){ .method = "POST",
                                    .path = "/mcp",
                                    .body = WEB_JSON,
                                    .max_body = MCP_FRAME_BYTES,
                                    .deadline_ms = MCP_CALL_MS,
                                    .handle = post,
                                    .arg = m };
    routes[1] = (struct web_route){ .method = "GET", .path = "/mcp", .body = WEB_NO_BODY, .handle = get, .arg = m };
    routes[2] = (struct web_route){ .method = "DELETE", .path = "/mcp", .body = WEB_NO_BODY, .handle = drop, .arg = m };
}
