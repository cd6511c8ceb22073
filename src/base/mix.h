/* mix.h - a hash for tables in memory: eight bytes a step.
 *
 * It is never stored and never sent, as it may change. Whoever wants to can make collisions: a table of foreign texts
 * must have a bound on its size.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0xff51afd7ed558ccdu;
    return h ^ h >> 32;
}

/* The length tells texts with zero bytes at the end apart. */
static inline uint32_t mix_hash(const char *p, size_t n)
{
    uint64_t h = n * 0x9e3779b97f4a7c15u, word;

    for (; n >= sizeof word; p += sizeof word, n -= sizeof word) {
        memcpy(&word, p, sizeof word);
        h = mix(h, word);
    }
    word = 0;
    memcpy(&word, p, n);
    return (uint32_t)mix(h, word);
}
