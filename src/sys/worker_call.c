/* worker_call.c - the parent's side of a job.
 *
 * A call owns its channel while it lasts, so nothing is locked while it waits. It waits in poll() with a tick, in which
 * it asks the caller's cancel and passes it on; a worker that does not give in is killed. Every frame is read in small
 * steps, and a length is believed only as far as bytes follow it. Whatever a worker does that is not in the protocol
 * ends it.
 */
#include "base/arena.h"
#include "base/budget.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "sys/worker.h"
#include "sys/worker_frame.h"
#include "sys/worker_node.h"
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

/* ---- one call ---- */

struct call {
    struct worker *worker;
    size_t channel;
    const struct worker_output *output;
    const struct cancel *cancel;
    bool output_failed; /* nobody can take what it puts out */
    bool stopping;      /* it was told to stop, for this reason: */
    struct err why;
    int64_t kill_us; /* then: when it has had its time */
};

static void stop(struct call *c)
{
    c->stopping = true;
    c->kill_us = world_mono_us() + WORKER_KILL_MS * (int64_t)1000;
    cancel_fire(&c->worker->page->cancels[c->channel]);
}

/* Passes the caller's cancel on; -1 when the worker had its time to give in, and was killed. */
static int look_up(struct call *c)
{
    if (!c->stopping && cancel_check(c->cancel, &c->why))
        stop(c);
    if (!c->stopping || world_mono_us() < c->kill_us)
        return 0;
    worker_kill(c->worker, false);
    return -1;
}

/* Waits until the channel is ready; -1 when the worker had to be killed. */
static int wait_for(struct call *c, short events)
{
    struct pollfd p = { .fd = c->worker->fds[c->channel], .events = events };

    for (;;) {
        int got = poll(&p, 1, c->cancel || c->stopping ? WORKER_TICK_MS : -1);

        if (look_up(c))
            return -1;
        if (got > 0)
            return 0;
    }
}

/* Sends all of it. A worker that has gone is noticed when its answer is read: there may be one. */
static int give(struct call *c, const void *p, size_t n)
{
    const char *from = p;

    while (n > 0) {
        ssize_t put = send(c->worker->fds[c->channel], from, n, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (put >= 0) {
            from += put;
            n -= (size_t)put;
        } else if (errno == EAGAIN) {
            if (wait_for(c, POLLOUT))
                return -1;
        } else if (errno != EINTR)
            return 0;
    }
    return 0;
}

/* Reads exactly n bytes; -1 when the worker has gone. */
static int take(struct call *c, void *p, size_t n)
{
    char *to = p;

    while (n > 0) {
        ssize_t got = recv(c->worker->fds[c->channel], to, n, MSG_DONTWAIT);
        if (got > 0) {
            to += got;
            n -= (size_t)got;
        } else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            return -1;
        else if (wait_for(c, POLLIN))
            return -1;
    }
    return 0;
}

static int take_head(struct call *c, struct frame_head *ret)
{
    unsigned char packed[FRAME_HEAD_BYTES];

    if (take(c, packed, sizeof packed))
        return -1;
    *ret = frame_unpack(packed);
    if (ret->bytes <= WORKER_FRAME_BYTES)
        return 0;
    worker_kill(c->worker, true);
    return -1;
}

/* The bytes behind the head; without a buffer they are thrown away. */
static int take_body(struct call *c, const struct frame_head *head, struct buf *b)
{
    char thrown_away[WORKER_CHUNK_BYTES];

    if (b)
        buf_cut(b, 0);
    for (size_t left = head->bytes; left > 0;) {
        size_t piece = left < WORKER_CHUNK_BYTES ? left : WORKER_CHUNK_BYTES;
        if ((b && !buf_reserve(b, piece)) || take(c, b ? b->p + b->n : thrown_away, piece))
            return -1;
        if (b)
            b->n += piece;
        left -= piece;
    }
    return 0;
}

/* A large answer is read when there is room for it, and else thrown away. What it says that it needs must be so. */
static int take_large(struct call *c, const struct frame_head *head, struct arena *a, struct buf *b, struct err *err)
{
    if (budget_take(a, head->need, c->cancel, err)) {
        if (take_body(c, head, NULL))
            worker_died(c->worker, err);
        return -1;
    }
    if (take_body(c, head, b))
        return worker_died(c->worker, err);
    if (frame_need(b->p, b->n) == head->need)
        return 0;
    worker_kill(c->worker, true);
    return worker_died(c->worker, err);
}

static int send_job(struct call *c, const char *job, const struct json *args, struct arena *a, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(WORKER_FRAME_BYTES);
    struct json *request = json_object(a);
    unsigned char head[FRAME_HEAD_BYTES];

    json_set(a, request, "job", json_str(a, job));
    if (budget_is_awaited())
        json_set(a, request, "brief", json_bool(a, true));
    if (args)
        json_set(a, request, "args", (struct json *)(uintptr_t)args);
    json_write(&b, request);
    if (buf_check(&b, err))
        return -1;
    frame_pack((struct frame_head){ .bytes = (uint32_t)b.n, .kind = FRAME_JOB }, head);
    if (give(c, head, sizeof head) || give(c, b.p, b.n))
        return worker_died(c->worker, err);
    return 0;
}

/* What fails here fails the call, also when it was the last piece and the answer is on its way. */
static void take_output(struct call *c, const struct buf *b)
{
    if (!c->output || !c->output->write || c->stopping)
        return;
    c->output_failed = c->output->write(c->output->arg, b->p, b->n, &c->why) != 0;
    if (c->output_failed)
        stop(c);
}

/* A step is for show: one that cannot be read is left out. */
static void take_step(struct call *c, const struct buf *b)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *v;
    struct err ignored;
    const char *text;

    if (!c->output || !c->output->step || json_parse(a, b->p, b->n, &v, &ignored))
        return;
    text = json_get_text(v, "text");
    c->output->step(c->output->arg, (int)json_get_int(v, "n", 0), (int)json_get_int(v, "of", 0), text ? text : "");
}

static int take_error(const struct buf *b, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *v = NULL;
    struct err ignored;

    if (json_parse(a, b->p, b->n, &v, &ignored))
        v = NULL;
    frame_to_err(v, err);
    return -1;
}

/* Frames until the last. However fast they come, there is time to look up between them. */
static int take_answer(struct call *c, struct arena *a, struct json **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(WORKER_FRAME_BYTES);
    struct frame_head head;

    while (take_head(c, &head) == 0) {
        bool is_large = head.kind == FRAME_ANSWER && head.bytes >= WORKER_ANSWER_BYTES;
        if (is_large && take_large(c, &head, a, &b, err))
            return -1;
        if ((!is_large && take_body(c, &head, &b)) || look_up(c))
            break;
        if (head.kind == FRAME_OUTPUT)
            take_output(c, &b);
        else if (head.kind == FRAME_STEP)
            take_step(c, &b);
        else if (head.kind == FRAME_ERROR)
            return take_error(&b, err);
        else if (head.kind == FRAME_ANSWER && json_parse(a, b.p, b.n, ret, err) == 0)
            return 0;
        else
            worker_kill(c->worker, true);
    }
    return worker_died(c->worker, err);
}

/* ---- channels ---- */

static bool find_channel(struct worker *w, size_t *ret)
{
    for (size_t i = 0; i < w->n; i++)
        if (!w->busy[i]) {
            w->busy[i] = true;
            *ret = i;
            return true;
        }
    return false;
}

static int take_channel(struct worker *w, const struct cancel *cancel, size_t *ret, struct err *err)
{
    int rc = 0;

    pthread_mutex_lock(&w->lock);
    while (!find_channel(w, ret)) {
        struct timespec tick = world_mono_after(WORKER_TICK_MS * 1000);
        pthread_cond_timedwait(&w->freed, &w->lock, &tick);
        rc = cancel_check(cancel, err);
        if (rc)
            break;
    }
    pthread_mutex_unlock(&w->lock);
    return rc;
}

static void give_channel(struct worker *w, size_t channel)
{
    pthread_mutex_lock(&w->lock);
    w->busy[channel] = false;
    pthread_cond_signal(&w->freed);
    pthread_mutex_unlock(&w->lock);
}

int worker_call(struct worker *w, const char *job, const struct json *args, const struct worker_output *output,
                const struct cancel *cancel, struct arena *a, struct json **ret, struct err *err)
{
    struct call c = { .worker = w, .output = output, .cancel = cancel };
    struct json *answer;
    int64_t left;
    int rc;

    if (cancel_check(cancel, err) || take_channel(w, cancel, &c.channel, err))
        return -1;
    left = cancel_left_ms(cancel);
    cancel_init(&w->page->cancels[c.channel], NULL, left < 0 ? 0 : left + 1);
    rc = send_job(&c, job, args, a, err);
    if (rc == 0)
        rc = take_answer(&c, a, &answer, err);
    give_channel(w, c.channel);
    if (rc == 0 && !c.output_failed) {
        *ret = answer;
        return 0;
    }
    if (c.stopping)
        *err = c.why;
    return -1;
}
