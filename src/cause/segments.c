/* segments.c - cuboids layer by layer, each numbered through a table of keys that all share. */
#include "cause/segments.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/limits.h"
#include "base/mix.h"
#include "cause/cause.h"
#include <stdbool.h>
#include <string.h>

struct builder {
    const struct cause_leaves *leaves;
    struct arena *a;
    struct segments *made;
    uint32_t *slots; /* 1 + a segment, by the hash of its values */
    size_t room;     /* of slots; a power of two */
    uint32_t *first; /* leaf of each segment */
};

static bool same_values(const struct cause_leaves *l, uint32_t mask, size_t one, size_t other)
{
    const uint32_t *a = l->codes + one * l->attributes, *b = l->codes + other * l->attributes;

    for (; mask; mask &= mask - 1) {
        unsigned i = (unsigned)__builtin_ctz(mask);
        if (a[i] != b[i])
            return false;
    }
    return true;
}

static size_t hash_values(const struct cause_leaves *l, uint32_t mask, size_t leaf)
{
    uint64_t h = 0;

    for (; mask; mask &= mask - 1)
        h = mix(h + 1, l->codes[leaf * l->attributes + (unsigned)__builtin_ctz(mask)]);
    return h;
}

/* Numbers the segments of one cuboid in the order of their first leaves. */
static void number(struct builder *b, struct cuboid *c)
{
    uint32_t *of = arena_array(b->a, b->leaves->n, sizeof *of), *first = b->first;

    memset(b->slots, 0, b->room * sizeof *b->slots);
    c->n = 0;
    for (size_t i = 0; i < b->leaves->n; i++) {
        size_t at = hash_values(b->leaves, c->mask, i) & (b->room - 1);
        while (b->slots[at] && !same_values(b->leaves, c->mask, i, first[b->slots[at] - 1]))
            at = (at + 1) & (b->room - 1);
        if (!b->slots[at]) {
            first[c->n] = (uint32_t)i;
            b->slots[at] = (uint32_t)++c->n;
        }
        of[i] = b->slots[at] - 1;
    }
    c->of = of;
    c->list = arena_array(b->a, c->n, sizeof *c->list);
    for (size_t i = 0; i < c->n; i++)
        c->list[i].leaf = first[i];
}

/* How many segments a cuboid can have, at most. */
static size_t most_segments(const struct cause_leaves *l, uint32_t mask)
{
    size_t most = 1;

    for (; mask && most < l->n; mask &= mask - 1)
        most *= l->values[__builtin_ctz(mask)];
    return most < l->n ? most : l->n;
}

/* The cuboids of so many attributes, and whether they fit. */
static bool layer_fits(const struct builder *b, unsigned depth)
{
    size_t cuboids = 0, segments = b->made->total;

    for (uint32_t mask = 0; mask < UINT32_C(1) << b->leaves->attributes; mask++)
        if ((unsigned)__builtin_popcount(mask) == depth) {
            cuboids++;
            segments += most_segments(b->leaves, mask);
        }
    return (b->made->n + cuboids) * b->leaves->n <= CAUSE_CELLS && segments <= CAUSE_SEGMENTS;
}

static int build_layer(struct builder *b, unsigned depth, const struct cancel *cancel, struct err *err)
{
    for (uint32_t mask = 0; mask < UINT32_C(1) << b->leaves->attributes; mask++) {
        struct cuboid *c = &b->made->cuboids[b->made->n];
        if ((unsigned)__builtin_popcount(mask) != depth)
            continue;
        if (cancel_check(cancel, err) < 0)
            return -1;
        *c = (struct cuboid){ .mask = mask, .depth = depth };
        number(b, c);
        b->made->n++;
        b->made->total += c->n;
    }
    b->made->built = depth;
    return 0;
}

int segments_build(const struct cause_leaves *leaves, unsigned depth, const struct cancel *cancel, struct arena *a,
                   struct segments *ret, struct err *err)
{
    struct segments made = { .cuboids = arena_array(a, (size_t)1 << leaves->attributes, sizeof *made.cuboids) };
    struct builder b = { .leaves = leaves, .a = a, .made = &made, .room = 16 };

    while (b.room < 2 * leaves->n)
        b.room *= 2;
    b.slots = arena_array(a, b.room, sizeof *b.slots);
    b.first = arena_array(a, leaves->n, sizeof *b.first);
    for (unsigned d = 0; d <= depth && (d <= 1 || layer_fits(&b, d)); d++)
        if (build_layer(&b, d, cancel, err) < 0)
            return -1;
    *ret = made;
    return 0;
}

int segments_sum(struct segments *s, size_t n, const double *expected, const double *actual, const uint32_t *part,
                 const struct cancel *cancel, struct err *err)
{
    for (size_t k = 0; k < s->n; k++) {
        struct cuboid *c = &s->cuboids[k];
        if (cancel_check(cancel, err) < 0)
            return -1;
        for (size_t i = 0; i < c->n; i++)
            c->list[i] = (struct segment){ .leaf = c->list[i].leaf };
        for (size_t i = 0; i < n; i++)
            if (part[i] == 0)
                segment_add(&c->list[c->of[i]], expected[i], actual[i]);
    }
    return 0;
}
