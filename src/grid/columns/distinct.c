/* distinct.c - open addressing over at most 201 members: even if all of them collide, a look-up stays short. */
#include "grid/columns/distinct.h"
#include "base/arena.h"
#include "base/mix.h"
#include <assert.h>
#include <string.h>

static_assert(DISTINCT_SLOTS > 2 * COLUMN_VALUES_MAX, "there must be free slots to end a search");

static int is_value(const struct distinct_value *v, const void *p, size_t n)
{
    return v->n == n && memcmp(v->p, p, n) == 0;
}

void distinct_add(struct distinct *d, struct arena *a, const void *p, size_t n)
{
    uint32_t h;
    size_t slot;

    if (d->n > COLUMN_VALUES_MAX || (d->n > 0 && is_value(&d->values[d->last], p, n)))
        return;
    h = mix_hash(p, n);
    for (slot = h % DISTINCT_SLOTS; d->slots[slot]; slot = (slot + 1) % DISTINCT_SLOTS) {
        size_t i = d->slots[slot] - 1u;
        if (d->values[i].hash == h && is_value(&d->values[i], p, n)) {
            d->last = i;
            return;
        }
    }
    d->values[d->n] = (struct distinct_value){ .p = arena_dup(a, p, n), .n = n, .hash = h };
    d->last = d->n++;
    d->slots[slot] = (uint16_t)d->n;
}
