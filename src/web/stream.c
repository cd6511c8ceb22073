/* stream.c - a journal on a connection. It has no thread: libmicrohttpd asks for bytes when the socket takes some, and
 * while there are none the connection is suspended until the journal, the ticker or the server's end wakes it.
 *
 * A client that takes nothing is cut off: each handful of bytes must be gone before the connection is due. Asleep, a
 * stream may stay for ever.
 */
#include "base/world.h"
#include "web/journal.h"
#include "web/reply.h"

#define STREAM_BLOCK_BYTES 1024 /* for clients of HTTP/1.0; others are served from the connection's own buffer */

struct stream {
    struct journal_reader reader; /* first: it is cast back */
    struct web *w;
    struct MHD_Connection *mhd;
    struct journal *journal;
    struct conn *conn; /* changed under web.m: NULL before its bytes go out and once the connection is done with it */
    atomic_int_fast64_t quiet_since_us; /* it sleeps since then; 0: it never did */
};

static void fall_asleep(struct journal_reader *r)
{
    struct stream *s = (struct stream *)r;

    s->quiet_since_us = world_mono_us();
    mhd_api.suspend_connection(s->mhd);
}

static void wake_up(struct journal_reader *r)
{
    mhd_api.resume_connection(((struct stream *)r)->mhd);
}

static ssize_t read_on(void *cls, uint64_t pos, char *to, size_t max)
{
    struct stream *s = cls;
    long n;

    (void)pos;
    n = journal_read(s->journal, &s->reader, to, max);
    conn_due_in(s->conn, n == 0 ? 0 : s->w->tuning.send_ms);
    if (n > 0) {
        atomic_fetch_add_explicit(&s->w->bytes_out, (uint64_t)n, memory_order_relaxed);
        return n;
    }
    return n == 0 ? 0 : n == -1 ? MHD_CONTENT_READER_END_OF_STREAM : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void end(void *cls)
{
    struct stream *s = cls;

    pthread_mutex_lock(&s->w->m);
    if (s->conn)
        s->conn->stream = NULL;
    pthread_mutex_unlock(&s->w->m);
    journal_detach(s->journal, &s->reader);
    atomic_fetch_sub(&s->w->streams, 1);
    free(s);
}

void web_follow(struct exchange *x, struct journal *j, uint64_t after)
{
    struct stream *s;
    struct MHD_Response *r;

    if (!exchange_claim(x))
        return;
    s = calloc(1, sizeof *s);
    if (!s)
        abort();
    *s = (struct stream){ .reader = { .sleep = fall_asleep, .wake = wake_up }, .w = x->w, .mhd = x->mhd, .journal = j };
    journal_attach(j, &s->reader, after);
    atomic_fetch_add(&x->w->streams, 1);
    r = mhd_api.create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK_BYTES, read_on, s, end);
    if (!r)
        abort();
    mhd_api.add_response_header(r, "Content-Type", "text/event-stream");
    mhd_api.add_response_header(r, "X-Accel-Buffering", "no");
    reply_add_headers(x, r, &x->answer);
    x->stream = s;
    exchange_deliver(x, 200, r, 0);
}

void stream_begin(struct stream *s, struct conn *c)
{
    s->conn = c;
    c->stream = s;
    if (s->w->stream_nudge)
        stream_tell(s, s->w->stream_nudge);
}

void stream_part(struct stream *s)
{
    s->conn = NULL;
}

void stream_tick(struct stream *s, int64_t now)
{
    int64_t since = s->quiet_since_us;

    if (since && now - since >= s->w->tuning.heartbeat_ms * 1000)
        journal_tell(s->journal, &s->reader, JOURNAL_BEAT);
}

void stream_tell(struct stream *s, enum journal_nudge nudge)
{
    journal_tell(s->journal, &s->reader, nudge);
}
