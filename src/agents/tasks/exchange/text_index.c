/* text_index.c - open addressing, at most half full. */
#include "agents/tasks/exchange/text_index.h"
#include "base/arena.h"
#include "base/hash.h"
#include <string.h>

#define FIRST_ROOM 64

struct entry {
    uint64_t key[2]; /* both 0: free */
    int64_t value;
};

struct text_index {
    struct arena *a;
    struct entry *entries;
    size_t n, room; /* room is a power of two */
};

struct text_index *text_index_new(struct arena *a)
{
    struct text_index *t = arena_alloc(a, sizeof *t);

    *t = (struct text_index){ .a = a, .entries = arena_array(a, FIRST_ROOM, sizeof *t->entries), .room = FIRST_ROOM };
    return t;
}

static struct entry *place_of(const struct text_index *t, const uint64_t key[static 2])
{
    size_t i = key[0] & (t->room - 1);

    while ((t->entries[i].key[0] | t->entries[i].key[1]) &&
           memcmp(t->entries[i].key, key, sizeof t->entries[i].key) != 0)
        i = (i + 1) & (t->room - 1);
    return &t->entries[i];
}

static void grow(struct text_index *t)
{
    struct text_index old = *t;

    t->room *= 2;
    t->entries = arena_array(t->a, t->room, sizeof *t->entries);
    for (size_t i = 0; i < old.room; i++)
        if (old.entries[i].key[0] | old.entries[i].key[1])
            *place_of(t, old.entries[i].key) = old.entries[i];
}

int64_t *text_index_at(struct text_index *t, const char *p, size_t n)
{
    unsigned char hash[SHA256_BYTES];
    struct entry *e;
    uint64_t key[2];

    if (2 * t->n >= t->room)
        grow(t);
    sha256_parts(&(struct sha256_part){ p, n }, 1, hash);
    memcpy(key, hash, sizeof key);
    e = place_of(t, key);
    if (!(e->key[0] | e->key[1])) {
        memcpy(e->key, key, sizeof key);
        t->n++;
    }
    return &e->value;
}
