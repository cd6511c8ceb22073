/* pairs.c - names with values, in the order they came. */
#include "base/arena.h"
#include "web/parts.h"

void pairs_add(struct arena *a, struct web_pairs *pairs, const char *name, const char *value)
{
    if (pairs->n == pairs->cap) {
        size_t cap = pairs->cap ? pairs->cap * 2 : 16;
        struct web_pair *at = arena_array(a, cap, sizeof *at);
        if (pairs->n)
            memcpy(at, pairs->at, pairs->n * sizeof *at);
        pairs->at = at;
        pairs->cap = cap;
    }
    pairs->at[pairs->n++] = (struct web_pair){ name, value };
}
