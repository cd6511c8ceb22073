/* world.h - what comes from outside and must be fed back when a run is replayed: the clock and randomness.
 *
 * Code that puts a time or an id into a result takes a world and asks it, so that a replay can answer with what was
 * recorded. Measuring how long something took is not part of a result's identity and uses world_mono_us() directly.
 */
#pragma once
#include "base/limits.h"
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct world {
    int64_t (*now_us)(void *state);                   /* microseconds since 1970-01-01 UTC */
    void (*random)(void *state, void *out, size_t n); /* unpredictable bytes; cannot fail (aborts if it must) */
    void *state;
};

/* The real one: the system's clock and the kernel's randomness. */
const struct world *world_system(void);

int64_t world_now(const struct world *w);

/* A new UUID v4 in lower case, NUL-terminated. */
void world_id(const struct world *w, char out[static ID_TEXT_BYTES]);

/* A clock that never goes back, for durations and deadlines only. */
int64_t world_mono_us(void);

/* That many microseconds from now by the same clock, for waits that must end. */
struct timespec world_mono_after(int64_t us);
