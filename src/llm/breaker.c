/* breaker.c - three states in two fields: working (until_us 0), resting, and being tried again (is_probing). */
#include "llm/breaker.h"
#include "base/world.h"

void breaker_init(struct breaker *b, int most, int64_t rest_ms)
{
    *b = (struct breaker){ .most = most, .rest_us = rest_ms * 1000 };
    pthread_mutex_init(&b->lock, NULL);
}

void breaker_done(struct breaker *b)
{
    pthread_mutex_destroy(&b->lock);
}

bool breaker_enter(struct breaker *b)
{
    bool may = true;

    pthread_mutex_lock(&b->lock);
    if (b->until_us > 0) {
        may = !b->is_probing && world_mono_us() >= b->until_us;
        b->is_probing |= may;
    }
    pthread_mutex_unlock(&b->lock);
    return may;
}

bool breaker_leave(struct breaker *b, enum breaker_end how)
{
    bool rests;

    pthread_mutex_lock(&b->lock);
    b->is_probing = false;
    if (how == BREAKER_WELL) {
        b->failures = 0;
        b->until_us = 0;
    } else if (how == BREAKER_FAILED && ++b->failures >= b->most) {
        b->failures = b->most; /* the next one that is let through decides alone */
        b->until_us = world_mono_us() + b->rest_us;
    }
    rests = b->until_us > 0;
    pthread_mutex_unlock(&b->lock);
    return !rests;
}
