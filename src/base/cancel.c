/* cancel.c - a chain of at most a few links, walked on each question. */
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include <stdatomic.h>
#include <time.h>

void cancel_init(struct cancel *c, const struct cancel *parent, int64_t timeout_ms)
{
    atomic_init(&c->fired, false);
    c->deadline_us = timeout_ms > 0 ? world_mono_us() + timeout_ms * 1000 : 0;
    c->parent = parent;
}

void cancel_fire(struct cancel *c)
{
    atomic_store_explicit(&c->fired, true, memory_order_relaxed);
}

int cancel_check(const struct cancel *c, struct err *err)
{
    int64_t now = 0;

    for (; c; c = c->parent) {
        if (atomic_load_explicit(&c->fired, memory_order_relaxed))
            return err_set(err, ERR_CANCELLED, "Stopped, as you asked.", "cancelled by the caller");
        if (c->deadline_us == 0)
            continue;
        if (now == 0)
            now = world_mono_us();
        if (now >= c->deadline_us) {
            err_set(err, ERR_QUERY_TIMEOUT, "That took longer than the time allowed.", "deadline passed");
            return err_action(err, "Narrow the question, or allow more time.");
        }
    }
    return 0;
}

int cancel_lock(const struct cancel *c, pthread_mutex_t *lock, struct err *err)
{
    const struct timespec tick = { .tv_nsec = CANCEL_TICK_US * 1000L };

    while (pthread_mutex_trylock(lock) != 0) {
        if (cancel_check(c, err))
            return -1;
        nanosleep(&tick, NULL);
    }
    return 0;
}

int64_t cancel_left_ms(const struct cancel *c)
{
    int64_t now = world_mono_us(), left = -1;

    for (; c; c = c->parent) {
        int64_t ms;
        if (c->deadline_us == 0)
            continue;
        ms = c->deadline_us > now ? (c->deadline_us - now + 999) / 1000 : 0;
        if (left < 0 || ms < left)
            left = ms;
    }
    return left;
}
