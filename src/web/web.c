/* web.c - the server's beginning and end. */
#include "web/web.h"
#include "base/arena.h"
#include "base/str.h"
#include "base/world.h"
#include "web/limiter.h"
#include "web/listen.h"
#include "web/parts.h"
#include "web/peer.h"
#include <sys/resource.h>
#include <unistd.h>

const struct web_tuning web_usual = {
    .head_ms = WEB_HEAD_MS,
    .idle_ms = WEB_IDLE_MS,
    .crowd_ms = WEB_CROWD_MS,
    .grace_ms = WEB_GRACE_MS,
    .send_ms = WEB_SEND_MS,
    .scarce_ms = WEB_SCARCE_MS,
    .heartbeat_ms = WEB_HEARTBEAT_MS,
    .tick_ms = WEB_TICK_MS,
    .late_ms = WEB_LATE_MS,
    .stop_ms = WEB_STOP_MS,
    .rate_bytes = WEB_RATE_BYTES,
    .scarce_rate_bytes = WEB_SCARCE_RATE_BYTES,
    .spool_bytes = WEB_SPOOL_BYTES,
    .connections = WEB_CONNECTIONS,
    .workers = WEB_WORKERS,
    .queue = WEB_QUEUE,
};

/* ---- beginning ---- */

/* Targets are decoded by target.c, from the bytes that came. */
static size_t leave_as_it_is(void *cls, struct MHD_Connection *mhd, char *s)
{
    (void)cls, (void)mhd;
    return strlen(s);
}

/* Descriptors for all connections, and some for everything else, as far as the system allows. */
static unsigned raise_descriptors(unsigned connections)
{
    struct rlimit limit;
    rlim_t want = (rlim_t)connections + WEB_OTHER_FDS;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return connections;
    if (limit.rlim_cur < want) {
        limit.rlim_cur = limit.rlim_max < want ? limit.rlim_max : want;
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0 && getrlimit(RLIMIT_NOFILE, &limit) != 0)
            return connections;
    }
    if (limit.rlim_cur >= want)
        return connections;
    return limit.rlim_cur > 2 * WEB_OTHER_FDS ? (unsigned)limit.rlim_cur - WEB_OTHER_FDS : WEB_OTHER_FDS;
}

static bool start_daemon(struct web *w)
{
    w->daemon = mhd_api.start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL, exchange_on_request, w,
        MHD_OPTION_LISTEN_SOCKET, w->listener, MHD_OPTION_CONNECTION_LIMIT, raise_descriptors(w->tuning.connections),
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)WEB_ROOM_BYTES, MHD_OPTION_NOTIFY_CONNECTION, conn_on_notify, w,
        MHD_OPTION_URI_LOG_CALLBACK, exchange_on_target, w, MHD_OPTION_NOTIFY_COMPLETED, exchange_on_end, w,
        MHD_OPTION_UNESCAPE_CALLBACK, leave_as_it_is, NULL, MHD_OPTION_END);
    return w->daemon;
}

static void init(struct web *w)
{
    pthread_condattr_t mono;

    if (pthread_condattr_init(&mono) != 0 || pthread_condattr_setclock(&mono, CLOCK_MONOTONIC) != 0 ||
        pthread_mutex_init(&w->m, NULL) != 0 || pthread_cond_init(&w->changed, &mono) != 0 ||
        pthread_cond_init(&w->tick, &mono) != 0)
        abort();
    pthread_condattr_destroy(&mono);
    cancel_init(&w->cancel, NULL, 0);
    w->listener = w->diag = -1;
}

/* Threads last: everything they look at is there by then. */
static int start(struct web *w, struct err *err)
{
    if (mhd_load(err) < 0 || listen_open(&w->config, &w->listener, &w->port, &w->is_loopback, err) < 0)
        return -1;
    w->diag = peer_open();
    w->limiter = limiter_new(w->config.rate ? w->config.rate : WEB_RATE);
    w->quick = pool_new(WEB_QUICK_THREADS, w->tuning.queue);
    w->slow = pool_new(w->tuning.workers, w->tuning.queue);
    w->has_ticker = pthread_create(&w->ticker, NULL, ticker_main, w) == 0;
    if (w->quick && w->slow && w->has_ticker && start_daemon(w))
        return 0;
    err_set(err, ERR_RESOURCE_EXHAUSTED, "The server could not be started: the system refused it.", "threads or epoll");
    return err_action(err, "Close other programs, and try again.");
}

int web_start_tuned(const struct web_config *config, const struct web_route *routes, size_t n,
                    const struct web_tuning *tuning, struct web **ret, struct err *err)
{
    struct web *w = calloc(1, sizeof *w);

    if (!w)
        abort();
    w->config = *config;
    w->tuning = *tuning;
    w->routes = routes;
    w->n_routes = n;
    init(w);
    if (start(w, err) < 0) {
        web_stop(w, 0);
        return -1;
    }
    *ret = w;
    return 0;
}

int web_start(const struct web_config *config, const struct web_route *routes, size_t n, struct web **ret,
              struct err *err)
{
    return web_start_tuned(config, routes, n, &web_usual, ret, err);
}

uint16_t web_port(const struct web *w)
{
    return w->port;
}

void web_count(struct web *w, struct web_numbers *ret)
{
    size_t waiting[2], running[2];

    pool_count(w->quick, &waiting[0], &running[0]);
    pool_count(w->slow, &waiting[1], &running[1]);
    *ret = (struct web_numbers){
        .requests = w->requests,
        .refused = w->refused,
        .failed = w->failed,
        .bytes_in = w->bytes_in,
        .bytes_out = w->bytes_out,
        .connections = w->connections,
        .streams = w->streams,
        .waiting = waiting[0] + waiting[1],
        .running = running[0] + running[1],
    };
    for (size_t i = 0; i < COUNT_OF(ret->latency_us); i++)
        ret->latency_us[i] = w->latency_us[i];
    ret->spent_us = w->spent_us;
}

/* ---- end ---- */

/* Nobody new comes in. The kernel may have accepted some already; they are told to come back. Once the lock was taken,
 * the event thread puts nothing more into the pools. */
static void close_door(struct web *w)
{
    pthread_mutex_lock(&w->m);
    w->is_stopping = true;
    pthread_mutex_unlock(&w->m);
    if (w->daemon && mhd_api.quiesce_daemon(w->daemon) < 0)
        w->listener = -1; /* libmicrohttpd keeps it */
    if (w->listener >= 0)
        shutdown(w->listener, SHUT_RDWR); /* and not yet close(): the event thread may be about to look at it */
}

static bool is_working(struct web *w)
{
    size_t waiting[2], running[2];

    pool_count(w->quick, &waiting[0], &running[0]);
    pool_count(w->slow, &waiting[1], &running[1]);
    return waiting[0] + waiting[1] + running[0] + running[1] > 0;
}

/* Handlers may finish for so long; then they are cancelled, and waited for, as they use what is freed here. */
static void end_handlers(struct web *w, int64_t wait_ms)
{
    int64_t until = world_mono_us() + wait_ms * 1000;

    while (w->quick && w->slow && is_working(w) && world_mono_us() < until)
        usleep(WEB_STOP_POLL_US);
    cancel_fire(&w->cancel);
    pool_free(w->quick);
    pool_free(w->slow);
}

/* Those there are, and those that are about to begin. */
static void tell_streams(struct web *w, enum journal_nudge nudge)
{
    w->stream_nudge = nudge;
    for (struct conn *c = w->first; c; c = c->next)
        if (c->stream)
            stream_tell(c->stream, nudge);
}

/* Streams give what they have and end; answers that were given go out. Whoever does not take them in time is cut off.
 */
static void end_answers(struct web *w)
{
    int64_t at = world_mono_us() + w->tuning.stop_ms * 1000;
    struct timespec until = { .tv_sec = at / 1000000, .tv_nsec = at % 1000000 * 1000 };

    pthread_mutex_lock(&w->m);
    tell_streams(w, JOURNAL_LEAVE);
    while (w->busy > 0 && pthread_cond_timedwait(&w->changed, &w->m, &until) == 0)
        ;
    tell_streams(w, JOURNAL_BREAK);
    pthread_mutex_unlock(&w->m);
}

static void end_ticker(struct web *w)
{
    if (!w->has_ticker)
        return;
    pthread_mutex_lock(&w->m);
    w->ticker_ends = true;
    pthread_cond_signal(&w->tick);
    pthread_mutex_unlock(&w->m);
    pthread_join(w->ticker, NULL);
}

void web_stop(struct web *w, int64_t wait_ms)
{
    if (!w)
        return;
    close_door(w);
    end_handlers(w, wait_ms);
    if (w->daemon)
        end_answers(w);
    end_ticker(w);
    if (w->daemon)
        mhd_api.stop_daemon(w->daemon);
    if (w->listener >= 0)
        close(w->listener);
    if (w->diag >= 0)
        close(w->diag);
    limiter_free(w->limiter);
    pthread_cond_destroy(&w->changed);
    pthread_cond_destroy(&w->tick);
    pthread_mutex_destroy(&w->m);
    free(w);
}
