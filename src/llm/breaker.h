/* breaker.h - leaves something alone for a while that has failed several times in a row.
 *
 * When the rest is over, one is let through to see; the others wait for what comes of it. From any thread.
 */
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct breaker {
    pthread_mutex_t lock;
    int failures; /* in a row */
    int most;     /* of them, before it rests */
    int64_t rest_us;
    int64_t until_us; /* by world_mono_us(): rests until then; 0: it does not */
    bool is_probing;  /* somebody was let through to see */
};

void breaker_init(struct breaker *b, int most, int64_t rest_ms);
void breaker_done(struct breaker *b);

/* Whether it may be tried now; if so, breaker_leave() must follow. */
bool breaker_enter(struct breaker *b);

enum breaker_end { BREAKER_WELL, BREAKER_FAILED, BREAKER_UNKNOWN };

/* Tells how it went. False when it rests from now on: trying again has no use. */
bool breaker_leave(struct breaker *b, enum breaker_end how);
