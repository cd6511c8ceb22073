/* distinct.c - open addressing over at most 201 members: even if all of them collide, a look-up stays short. */
#include "grid/distinct.h"
#include "base/arena.h"
#include <assert.h>
#include <string.h>

static_assert(DISTINCT_SLOTS > 2 * COLUMN_VALUES_MAX, "there must be free slots to end a search");

/* Eight bytes a step; the length tells texts with zero bytes at the end apart. */
static uint32_t hash(const char *p, size_t n)
{
    uint64_t h = n * 0x9e3779b97f4a7c15u, word;

    for (; n >= sizeof word; p += sizeof word, n -= sizeof word) {
        memcpy(&word, p, sizeof word);
        h = (h ^ word) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    word = 0;
    memcpy(&word, p, n);
    h = (h ^ word) * 0xff51afd7ed558ccdu;
    return (uint32_t)(h >> 32);
}

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
    h = hash(p, n);
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
