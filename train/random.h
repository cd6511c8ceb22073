/* random.h - numbers that a seed decides, for orders and shares. The same everywhere and for good. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* splitmix64: any seed is a good one. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Less than n, which is at most 2^32. */
static inline size_t random_below(uint64_t *state, size_t n)
{
    return (size_t)((random_next(state) >> 32) * n >> 32);
}

/* At least 0, less than 1. */
static inline double random_share(uint64_t *state)
{
    return (double)(random_next(state) >> 11) * 0x1p-53;
}

static inline void random_shuffle(uint64_t *state, uint32_t *p, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = random_below(state, i);
        uint32_t other = p[k];
        p[k] = p[i - 1];
        p[i - 1] = other;
    }
}
