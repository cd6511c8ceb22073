/* conn.c - connections from accept to close.
 *
 * libmicrohttpd tells of a close before it closes the descriptor; as the connection leaves the list there, under the
 * lock, nobody who finds it in the list can hit a descriptor that is somebody else's by now.
 */
#include "base/budget.h"
#include "base/world.h"
#include "web/parts.h"
#include <linux/tcp.h>

static void start(struct web *w, struct MHD_Connection *mhd, void **context)
{
    const union MHD_ConnectionInfo *info = mhd_api.get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct conn *c = calloc(1, sizeof *c);
    socklen_t n_local = sizeof c->local, n_remote = sizeof c->remote;

    if (!c)
        abort();
    c->w = w;
    c->fd = info->connect_fd;
    if (getsockname(c->fd, &c->local.any, &n_local) != 0 || getpeername(c->fd, &c->remote.any, &n_remote) != 0)
        c->peer = PEER_STRANGER; /* it is gone already */
    conn_due_in(c, w->tuning.head_ms);
    c->bare_us = world_mono_us();
    atomic_fetch_add(&w->connections, 1);
    pthread_mutex_lock(&w->m);
    c->next = w->first;
    if (w->first)
        w->first->prev = c;
    w->first = c;
    pthread_mutex_unlock(&w->m);
    *context = c;
}

static void end(struct web *w, struct conn *c)
{
    if (c->begun) { /* libmicrohttpd gave up within the head, and tells of no end then */
        conn_is_busy(c, false);
        exchange_let_go(c->begun);
    }
    pthread_mutex_lock(&w->m);
    *(c->prev ? &c->prev->next : &w->first) = c->next;
    if (c->next)
        c->next->prev = c->prev;
    pthread_mutex_unlock(&w->m);
    atomic_fetch_sub(&w->connections, 1);
    free(c);
}

void conn_on_notify(void *cls, struct MHD_Connection *mhd, void **context, enum MHD_ConnectionNotificationCode what)
{
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        start(cls, mhd, context);
    else
        end(cls, *context);
}

void conn_due_in(struct conn *c, int64_t ms)
{
    atomic_store_explicit(&c->due_us, ms ? world_mono_us() + ms * 1000 : 0, memory_order_relaxed);
}

/* What the other side's system has acknowledged since the connection began: as it takes no more than its program leaves
 * room for, that is what the client has read, give or take a buffer. */
static uint64_t bytes_taken(const struct conn *c)
{
    struct tcp_info info = { 0 };
    socklen_t n = sizeof info;

    return getsockopt(c->fd, IPPROTO_TCP, TCP_INFO, &info, &n) == 0 ? info.tcpi_bytes_acked : 0;
}

void conn_sends(struct conn *c)
{
    pthread_mutex_lock(&c->w->m);
    c->is_sending = true;
    c->taken_us = world_mono_us();
    c->taken_bytes = bytes_taken(c);
    pthread_mutex_unlock(&c->w->m);
}

/* Being fast once earns no rest: each stretch of time is looked at by itself. */
bool conn_is_slow(struct conn *c, int64_t now)
{
    const struct web_tuning *t = &c->w->tuning;
    bool is_scarce = c->is_sending && budget_is_wanted();
    int64_t ms = is_scarce ? t->scarce_ms : t->send_ms;
    uint64_t rate = is_scarce ? t->scarce_rate_bytes : t->rate_bytes, taken;

    if (!c->is_sending || now - c->taken_us < ms * 1000)
        return false;
    taken = bytes_taken(c) - c->taken_bytes;
    if (taken < rate * (uint64_t)ms / 1000)
        return true;
    c->taken_us = now;
    c->taken_bytes += taken;
    return false;
}

void conn_is_busy(struct conn *c, bool is)
{
    struct web *w = c->w;

    pthread_mutex_lock(&w->m);
    w->busy += is ? 1 : (size_t)-1;
    if (!is) {
        c->x = NULL;
        c->is_sending = false;
        if (c->stream)
            stream_part(c->stream);
        c->stream = NULL;
        pthread_cond_broadcast(&w->changed);
    }
    pthread_mutex_unlock(&w->m);
}
