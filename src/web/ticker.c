/* ticker.c - a thread that looks at every connection a few times a second.
 *
 * It shuts down those that are due (slow heads, bodies and readers, idle ones), beats streams that are silent, answers
 * for handlers that are late, and asks which clients have gone: libmicrohttpd does not watch a suspended connection, so
 * one poll() of their descriptors does. A client that has closed its sending half counts as gone, as it does for other
 * servers.
 *
 * All of it happens under the lock of the list: the descriptors are then surely those of the connections. A round over
 * a thousand connections takes some tenths of a millisecond.
 */
#include "base/world.h"
#include "web/parts.h"
#include <poll.h>
#include <sys/ioctl.h>

struct round {
    struct pollfd *fds;
    struct conn **conns;
    size_t n, cap;
};

static void add(struct round *r, struct conn *c)
{
    if (r->n == r->cap) {
        r->cap = r->cap ? r->cap * 2 : 64;
        r->fds = realloc(r->fds, r->cap * sizeof *r->fds);
        r->conns = realloc(r->conns, r->cap * sizeof(struct conn *));
        if (!r->fds || !r->conns)
            abort();
    }
    r->fds[r->n] = (struct pollfd){ .fd = c->fd, .events = POLLRDHUP };
    r->conns[r->n++] = c;
}

/* In a crowd, those who only hold a place have less time. */
static bool is_due(const struct conn *c, int64_t now)
{
    const struct web *w = c->w;
    int64_t due = c->due_us, bare = c->bare_us;
    bool is_crowd = w->connections > w->tuning.connections / 4 * 3;

    return (due && now >= due) || (is_crowd && bare && now - bare >= w->tuning.crowd_ms * 1000);
}

static void look_at(struct round *r, struct conn *c, int64_t now)
{
    if (is_due(c, now) || conn_is_slow(c, now))
        shutdown(c->fd, SHUT_RDWR);
    if (c->stream)
        stream_tick(c->stream, now);
    if (c->x)
        exchange_expire(c->x, now);
    add(r, c);
}

/* The client is gone: nobody waits for the handler, and a stream has no reader. Elsewhere libmicrohttpd is told again:
 * it can miss the end of a body that comes together with the last bytes of it, and would wait for more. */
static void part_with(struct conn *c)
{
    int unread;

    if (c->x)
        cancel_fire(&c->x->cancel);
    if (c->stream)
        stream_tell(c->stream, JOURNAL_BREAK);
    if (!c->x && !c->stream && ioctl(c->fd, FIONREAD, &unread) == 0 && unread == 0)
        shutdown(c->fd, SHUT_RDWR);
}

static void look_round(struct web *w, struct round *r)
{
    int64_t now = world_mono_us();
    int gone;

    r->n = 0;
    for (struct conn *c = w->first; c; c = c->next)
        look_at(r, c, now);
    gone = r->n ? poll(r->fds, r->n, 0) : 0;
    for (size_t i = 0; i < r->n && gone > 0; i++)
        if (r->fds[i].revents) {
            part_with(r->conns[i]);
            gone--;
        }
}

static struct timespec in_ms(int64_t ms)
{
    int64_t at = world_mono_us() + ms * 1000;

    return (struct timespec){ .tv_sec = at / 1000000, .tv_nsec = at % 1000000 * 1000 };
}

void *ticker_main(void *web)
{
    struct web *w = web;
    struct round r = { 0 };

    pthread_mutex_lock(&w->m);
    while (!w->ticker_ends) {
        struct timespec next = in_ms(w->tuning.tick_ms);

        look_round(w, &r);
        while (!w->ticker_ends && pthread_cond_timedwait(&w->tick, &w->m, &next) == 0)
            ;
    }
    pthread_mutex_unlock(&w->m);
    free(r.fds);
    free(r.conns);
    return NULL;
}
