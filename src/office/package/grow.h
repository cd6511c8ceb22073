/* grow.h - lists in an arena that grow by doubling. Internal to this folder. */
#pragma once
#include "base/arena.h"
#include <string.h>

/* The list, or a larger copy of it, with room for one more than n elements of size bytes each. */
static inline void *list_grown(struct arena *a, void *list, size_t n, size_t *cap, size_t size)
{
    void *larger;

    if (n < *cap)
        return list;
    *cap = *cap ? 2 * *cap : 16;
    larger = arena_array(a, *cap, size);
    if (n)
        memcpy(larger, list, n * size);
    return larger;
}
