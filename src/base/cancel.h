/* cancel.h - stopping work that nobody waits for any more.
 *
 * A cancel is a flag and a deadline that long work asks at short intervals; nothing is interrupted from outside, so
 * there is no state that an interruption could leave half-done. A child inherits its parent's flag and deadline, and
 * can only be stricter. Firing is a single atomic store: it may be done from another thread or a signal handler.
 */
#pragma once
#include "base/attrs.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct err;

struct cancel {
    _Atomic bool fired;
    int64_t deadline_us;         /* by world_mono_us(); 0: none of its own */
    const struct cancel *parent; /* may be NULL; must outlive this one */
};

/* timeout_ms 0 means no deadline of its own. */
void cancel_init(struct cancel *c, const struct cancel *parent, int64_t timeout_ms);

void cancel_fire(struct cancel *c);

/* 0 to go on; ERR_CANCELLED or ERR_QUERY_TIMEOUT to stop. A NULL cancel never stops. */
WARN_UNUSED int cancel_check(const struct cancel *c, struct err *err);

/* Takes the lock, however long that takes, unless the cancel says to stop; then the lock is not taken. For locks that
 * are held long and seldom wanted: whoever waits asks again every CANCEL_TICK_US. */
WARN_UNUSED int cancel_lock(const struct cancel *c, pthread_mutex_t *lock, struct err *err);

/* Milliseconds until the nearest deadline, at least 0; -1 when there is none. */
int64_t cancel_left_ms(const struct cancel *c);
