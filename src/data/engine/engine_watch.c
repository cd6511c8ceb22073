/* engine_watch.c - a thread that sleeps on a condition, so that stopping it does not wait for its next tick. */
#include "data/engine/engine_watch.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"

static void *watch_run(void *arg)
{
    struct watch *w = arg;
    struct err ignored;

    pthread_mutex_lock(&w->lock);
    while (!w->done) {
        struct timespec tick = world_mono_after(ENGINE_TICK_MS * 1000);
        pthread_cond_timedwait(&w->wake, &w->lock, &tick);
        if (!w->done && cancel_check(w->cancel, &ignored))
            w->api->interrupt(w->con);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

int watch_start(struct watch *w, const struct duck_api *api, duckdb_connection con, const struct cancel *cancel,
                struct err *err)
{
    pthread_condattr_t attr;
    int e;

    *w = (struct watch){ .api = api, .con = con, .cancel = cancel };
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&w->wake, &attr);
    pthread_condattr_destroy(&attr);
    if (!cancel)
        return 0;
    e = pthread_create(&w->thread, NULL, watch_run, w);
    if (e)
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "The machine is too busy to run the query.",
                       "pthread_create: error %d", e);
    w->running = true;
    return 0;
}

void watch_stop(struct watch *w)
{
    if (w->running) {
        pthread_mutex_lock(&w->lock);
        w->done = true;
        pthread_cond_signal(&w->wake);
        pthread_mutex_unlock(&w->lock);
        pthread_join(w->thread, NULL);
    }
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->lock);
}
