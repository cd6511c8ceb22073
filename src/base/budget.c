/* budget.c - a number under a lock, and those who wait for it to fall. The program has one memory, so there is one. */
#include "base/budget.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards held and waiting */
static pthread_cond_t freed = PTHREAD_COND_INITIALIZER;
static size_t ceiling, held;
static unsigned waiting;
static _Atomic int64_t wanted_us; /* somebody last had to wait then; 0: nobody ever */

void budget_open(size_t bytes)
{
    ceiling = bytes;
    mallopt(M_MMAP_THRESHOLD, (int)MALLOC_MAP_BYTES); /* glibc raises it to 32 MB by itself when nobody sets it */
    mallopt(M_TRIM_THRESHOLD, 16 * (int)MALLOC_MAP_BYTES);
}

/* Under the lock; mine is what the asker holds already. */
static bool fits(size_t bytes, size_t mine)
{
    size_t most = bytes <= BUDGET_SMALL_BYTES ? ceiling : ceiling - BUDGET_RESERVE_BYTES;

    return ceiling == 0 || held == mine || (held <= most && bytes <= most - held);
}

static int busy(size_t bytes, struct err *err)
{
    err_set(err, ERR_BUSY, "The server is busy with other large answers.", "%zu bytes, %zu of %zu held, %u wait", bytes,
            held, ceiling, waiting);
    return err_action(err, "Try again in a moment, or ask for less.");
}

static void wait_a_tick(void)
{
    struct timespec until = world_mono_after(BUDGET_TICK_MS * (int64_t)1000); /* a wall clock may be set back */

    pthread_cond_clockwait(&freed, &lock, CLOCK_MONOTONIC, &until);
}

static int wait_for(size_t bytes, const size_t *mine, const struct cancel *cancel, struct err *err)
{
    int64_t until = world_mono_us() + BUDGET_WAIT_MS * (int64_t)1000;
    int rc = 0;

    if (waiting == BUDGET_WAITERS)
        return busy(bytes, err);
    waiting++;
    while (rc == 0 && !fits(bytes, *mine)) {
        wait_a_tick();
        wanted_us = world_mono_us();
        rc = cancel_check(cancel, err);
        if (rc == 0 && wanted_us >= until && !fits(bytes, *mine))
            rc = busy(bytes, err);
    }
    waiting--;
    return rc;
}

static int claim(struct arena *a, size_t bytes, bool may_wait, const struct cancel *cancel, struct err *err)
{
    size_t *mine = arena_claim(a);
    int rc = 0;

    pthread_mutex_lock(&lock);
    if (!fits(bytes, *mine)) {
        wanted_us = world_mono_us();
        rc = may_wait ? wait_for(bytes, mine, cancel, err) : busy(bytes, err);
    }
    if (rc == 0) {
        held += bytes;
        *mine += bytes;
    }
    pthread_mutex_unlock(&lock);
    return rc;
}

int budget_take(struct arena *a, size_t bytes, const struct cancel *cancel, struct err *err)
{
    return claim(a, bytes, true, cancel, err);
}

int budget_try(struct arena *a, size_t bytes, struct err *err)
{
    return claim(a, bytes, false, NULL, err);
}

bool budget_move(struct arena *a, size_t bytes)
{
    size_t none = 0, *mine = a ? arena_claim(a) : &none, has, more;
    bool ok;

    pthread_mutex_lock(&lock);
    has = *mine < bytes ? *mine : bytes;
    more = bytes - has;
    ok = more == 0 || fits(more, *mine);
    if (ok) {
        *mine -= has;
        held += more;
    } else {
        wanted_us = world_mono_us();
    }
    pthread_mutex_unlock(&lock);
    return ok;
}

void budget_return(size_t bytes)
{
    if (bytes == 0)
        return;
    pthread_mutex_lock(&lock);
    assert(bytes <= held);
    held -= bytes;
    pthread_cond_broadcast(&freed);
    pthread_mutex_unlock(&lock);
}

size_t budget_held(void)
{
    size_t n;

    pthread_mutex_lock(&lock);
    n = held;
    pthread_mutex_unlock(&lock);
    return n;
}

bool budget_is_awaited(void)
{
    bool is;

    pthread_mutex_lock(&lock);
    is = waiting > 0;
    pthread_mutex_unlock(&lock);
    return is;
}

bool budget_is_wanted(void)
{
    int64_t at = wanted_us;

    return at && world_mono_us() - at < BUDGET_WANTED_MS * (int64_t)1000;
}

/* A comma stands between two values, in most texts; the bytes are there as they came and as a tree, then as a tree and
 * as they go, and in between a buffer that grows. */
size_t budget_of_json(const char *text, size_t n)
{
    size_t commas = 0;

    for (size_t i = 0; i < n; i++)
        commas += text[i] == ',';
    return n * 2 + n / 2 + commas * JSON_VALUE_BYTES;
}
