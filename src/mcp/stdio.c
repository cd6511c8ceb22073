/* stdio.c - one client on two pipes, a message a line.
 *
 * The calling thread reads and answers what is quick; calls get threads of the workers, so that a client's answer to a
 * question, or its taking back of a call, is always read. Lines go out whole, one at a time. When the input ends, what
 * runs has MCP_END_MS to finish before it is cancelled; when the output breaks, there is nobody left to serve.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/world.h"
#include "mcp/core.h"
#include "mcp/workers.h"
#include "sys/file.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

struct pipe_out {
    struct out base;
    int fd;
    pthread_mutex_t lock;
    _Atomic bool broken;
};

/* Lines read from a descriptor. One that is too long is skipped to its end and told of. */
struct lines {
    int fd;
    struct buf b;
    size_t used; /* of b, by the line handed out last */
    bool skipping, ended;
};

/* ---- out ---- */

static int pipe_send(struct out *base, const struct json *message, struct err *err)
{
    struct pipe_out *o = (struct pipe_out *)base;
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    int status;

    json_write(&b, message);
    buf_addc(&b, '\n');
    if (buf_check(&b, err) < 0)
        return -1;
    pthread_mutex_lock(&o->lock);
    status = o->broken ? err_say(err, ERR_IO, "The client is gone.")
                       : file_write_fd(o->fd, b.p, b.n, "write to the client", err);
    if (status < 0)
        o->broken = true;
    pthread_mutex_unlock(&o->lock);
    return status;
}

/* The pipe outlives all subscriptions: they are its own copies only in name. */
static int pipe_keep(struct out *base, struct out **ret, struct err *err)
{
    (void)err;
    *ret = base;
    return 0;
}

static bool pipe_gone(struct out *base)
{
    return ((struct pipe_out *)base)->broken;
}

static void pipe_close(struct out *base)
{
    (void)base;
}

static void pipe_init(struct pipe_out *o, int fd)
{
    *o = (struct pipe_out){ .base = { pipe_send, pipe_keep, pipe_gone, pipe_close, NULL }, .fd = fd };
    pthread_mutex_init(&o->lock, NULL);
}

/* A response; one that is too large to send becomes an error that is not. */
static void respond(struct out *out, struct arena *a, const struct json *id, const struct json *response)
{
    struct rpc_error e;
    struct err err;

    if (!response || out->send(out, response, &err) == 0)
        return;
    rpc_from_err(&e, a, world_system(), &err);
    (void)!out->send(out, rpc_error(a, id, &e), &err);
}

/* ---- in ---- */

static int read_more(struct lines *in, const struct pipe_out *out, struct err *err)
{
    struct pollfd wait[2] = { { .fd = in->fd, .events = POLLIN }, { .fd = out->fd } };
    ssize_t got;

    if (!buf_reserve(&in->b, FILE_CHUNK_BYTES)) {
        in->skipping = true;
        buf_cut(&in->b, 0);
        return 0;
    }
    do {
        if (poll(wait, 2, -1) > 0 && (wait[1].revents & (POLLERR | POLLHUP)) && !(wait[0].revents & POLLIN)) {
            in->ended = true;
            return 0;
        }
        got = read(in->fd, in->b.p + in->b.n, FILE_CHUNK_BYTES);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return err_errno(err, errno, "read from the client", NULL);
    in->ended = got == 0;
    in->b.n += (size_t)got;
    in->b.p[in->b.n] = '\0';
    return 0;
}

/* The next line without its end; *ret is NULL at the end of the input, and "" with *ret_long for one too long. */
static int next_line(struct lines *in, const struct pipe_out *out, const char **ret, size_t *ret_n, bool *ret_long,
                     struct err *err)
{
    char *end;

    memmove(in->b.p, in->b.p + in->used, in->b.n - in->used);
    buf_cut(&in->b, in->b.n - in->used);
    in->used = 0;
    while (!(end = memchr(in->b.p, '\n', in->b.n)) && !in->ended) {
        if (in->skipping)
            buf_cut(&in->b, 0);
        if (read_more(in, out, err) < 0)
            return -1;
    }
    *ret_n = end ? (size_t)(end - in->b.p) : in->b.n;
    *ret = in->b.n > 0 || in->skipping ? in->b.p : NULL;
    in->used = end ? *ret_n + 1 : *ret_n;
    *ret_long = in->skipping || *ret_n > MCP_FRAME_BYTES;
    in->skipping = false;
    return 0;
}

/* ---- a message ---- */

/* It ends before the client hears of it, so that the client may use the id again at once. */
static void run_call(struct mcp_call *c)
{
    struct arena *a = c->arena;
    int code;
    struct json *response = call_run(c, &code);

    call_end(c);
    respond(c->out, a, c->id, response);
    arena_free(a);
}

static void refuse(struct out *out, struct arena *a, const struct json *id, const struct rpc_error *e)
{
    respond(out, a, id, rpc_error(a, id, e));
}

/* A request that describes itself is served as such; any other belongs to the handshake. */
static enum era era_of(const struct rpc *r)
{
    return rpc_is_modern(r) || strcmp(r->method, "server/discover") == 0 ? MODERN : LEGACY;
}

/* True when the arena went with the call. */
static bool take_request(struct mcp *m, struct session *s, struct workers *workers, struct arena *a,
                         const struct rpc *r)
{
    struct mcp_call *c;
    struct rpc_error e;

    if (call_begin(m, s, era_of(r), r, a, &c, &e) < 0) {
        refuse(s->out, a, r->id, &e);
        return false;
    }
    if (!method_is_slow(r->method)) {
        run_call(c);
    } else if (!workers_add(workers, c)) {
        rpc_refuse(&e, RPC_INTERNAL_ERROR, "Too many calls wait already; try again when some have ended.");
        refuse(s->out, a, r->id, &e);
        call_end(c);
        return false;
    }
    return true;
}

static void take_line(struct mcp *m, struct session *s, struct workers *workers, const char *line, size_t n)
{
    struct arena *a = arena_new();
    struct json *frame;
    struct rpc r = { 0 };
    struct rpc_error e;
    struct err err;
    bool gone = false;

    if (json_parse(a, line, n, &frame, &err) < 0) {
        rpc_refuse(&e, RPC_PARSE_ERROR, arena_printf(a, "This is not JSON: %s", err.message));
        refuse(s->out, a, NULL, &e);
    } else if (rpc_read(frame, &r, &e) < 0) {
        refuse(s->out, a, r.id, &e);
    } else if (r.kind == RPC_REQUEST) {
        gone = take_request(m, s, workers, a, &r);
    } else if (r.kind == RPC_RESPONSE) {
        session_answered(m, s, &r);
    } else {
        notification_taken(m, s, &r);
    }
    if (!gone)
        arena_free(a);
}

static void tell_too_long(struct session *s)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct rpc_error e;

    rpc_refuse(&e, RPC_INVALID_REQUEST, arena_printf(a, "A message has at most %u bytes.", MCP_FRAME_BYTES));
    refuse(s->out, a, NULL, &e);
}

static int serve(struct mcp *m, struct session *s, struct workers *workers, struct lines *in, struct err *err)
{
    const struct pipe_out *out = (const struct pipe_out *)s->out;
    const char *line;
    size_t n;
    bool too_long;

    while (!out->broken) {
        if (next_line(in, out, &line, &n, &too_long, err) < 0)
            return -1;
        if (!line)
            return 0;
        if (too_long)
            tell_too_long(s);
        else if (strspn(line, " \t\r") < n)
            take_line(m, s, workers, line, n);
    }
    return 0;
}

/* ---- the end ---- */

static bool has_calls(const struct mcp *m, const struct session *s)
{
    for (const struct mcp_call *c = m->calls; c; c = c->next)
        if (c->session == s)
            return true;
    return false;
}

/* Nobody can answer a question any more, so calls that wait for one end at once. */
static void wind_down(struct mcp *m, struct session *s, bool broken)
{
    int64_t until = world_mono_us() + (int64_t)MCP_END_MS * 1000;

    pthread_mutex_lock(&m->lock);
    for (struct waiting *w = s->waiting; w; w = w->next)
        w->refused = true;
    pthread_cond_broadcast(&m->changed);
    while (!broken && has_calls(m, s) && world_mono_us() < until)
        mcp_wait(m, MCP_TICK_MS);
    pthread_mutex_unlock(&m->lock);
    session_end(m, s);
}

int mcp_stdio(struct mcp *m, int in, int out, struct err *err)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
    struct lines lines = { .fd = in, .b = BUF(MCP_FRAME_BYTES + FILE_CHUNK_BYTES) };
    struct pipe_out pipe;
    struct session *s;
    struct workers *workers;
    int status;

    pipe_init(&pipe, out);
    if (session_new(m, &pipe.base, &s, err) < 0)
        return -1;
    sigaction(SIGPIPE, &ignore, &before); /* a client that is gone is an error of write(), not our end */
    workers = workers_new(run_call);
    status = serve(m, s, workers, &lines, err);
    wind_down(m, s, pipe.broken);
    listeners_end(m, s, NULL);
    workers_free(workers);
    session_let_go(m, s);
    sigaction(SIGPIPE, &before, NULL);
    buf_done(&lines.b);
    pthread_mutex_destroy(&pipe.lock);
    return status;
}
