/* json_object.c - an object's members, in order, with an index when there are many.
 *
 * Most objects have a handful of keys, and comparing them all is the fastest way to find one. Past OBJECT_LINEAR a
 * table of positions follows the members in the same piece of memory: open addressing, at most half full. So neither
 * parsing nor building takes time that grows with the square of a size the other side chooses, and the hash is keyed
 * with the random bytes the kernel gives each process at its start, so that nobody outside can choose keys that
 * collide.
 *
 * Invariant: an object has an index exactly when its room is INDEX_ROOM or more. A slot is a position + 1; 0 is free.
 */
#include "base/arena.h"
#include "base/json_node.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#define INDEX_ROOM 5 /* 32 members: the first doubling past OBJECT_LINEAR */
#define FIRST_ROOM 2

static_assert(1u << (INDEX_ROOM - 1) == OBJECT_LINEAR, "the index begins where the linear search ends");

__extension__ typedef unsigned __int128 u128;

static uint64_t mix(uint64_t a, uint64_t b)
{
    u128 product = (u128)a * b;

    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const char *p, size_t n)
{
    uint64_t word = 0;

    memcpy(&word, p, n);
    return word;
}

/* Multiplies words of the key with secret ones; the length tells "a" from "a\0". */
static uint64_t hash(const char *key, size_t n)
{
    const char *random = (const char *)getauxval(AT_RANDOM);
    uint64_t secret = random ? load(random, 8) : 0, other = random ? load(random + 8, 8) | 1 : 1;
    uint64_t h = mix(secret ^ n, 0x9e3779b97f4a7c15u);

    for (; n > 8; key += 8, n -= 8)
        h = mix(h ^ load(key, 8), other);
    return mix(h ^ load(key, n), other ^ secret);
}

/* Every key has a NUL behind it, so that a short one may be read one byte too far. */
static inline uint32_t prefix_of(const char *key, size_t n)
{
    const unsigned char *p = (const unsigned char *)key;

    if (n == 0)
        return 0;
    if (n < 4)
        return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (n == 3 ? (uint32_t)p[2] << 8 : 0);
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline bool same_key(const struct member *m, const char *key, size_t n, uint32_t prefix)
{
    return m->prefix == prefix && m->n == n && (n <= 4 || memcmp(m->key + 4, key + 4, n - 4) == 0);
}

int json_key_compare(const struct member *a, const struct member *b)
{
    int order = memcmp(a->key, b->key, a->n < b->n ? a->n : b->n);

    return order ? order : (a->n > b->n) - (a->n < b->n);
}

static inline size_t capacity(const struct json *object)
{
    return object->room ? (size_t)1 << object->room : object->n;
}

static inline bool has_index(const struct json *object)
{
    return object->room >= INDEX_ROOM;
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t *slot_for(const struct json *object, const char *key, size_t n, uint32_t prefix)
{
    size_t mask = 2 * capacity(object) - 1;
    uint32_t *slots = (uint32_t *)(object->members + capacity(object));
    size_t i = (size_t)hash(key, n) & mask;

    while (slots[i] && !same_key(&object->members[slots[i] - 1], key, n, prefix))
        i = (i + 1) & mask;
    return &slots[i];
}

static inline struct member *find(const struct json *object, const char *key, size_t n, uint32_t prefix)
{
    if (has_index(object)) {
        uint32_t at = *slot_for(object, key, n, prefix);
        return at ? &object->members[at - 1] : NULL;
    }
    for (size_t i = 0; i < object->n; i++)
        if (same_key(&object->members[i], key, n, prefix))
            return &object->members[i];
    return NULL;
}

struct member *json_member(const struct json *object, const char *key, size_t n)
{
    return find(object, key, n, prefix_of(key, n));
}

/* Puts m behind the last member, where there is room. If its key is there already, returns that member instead. */
static inline struct member *add(struct json *object, struct member m)
{
    assert(object->members);
    if (has_index(object)) {
        uint32_t *slot = slot_for(object, m.key, m.n, m.prefix);
        if (*slot)
            return &object->members[*slot - 1];
        *slot = object->n + 1;
    } else {
        struct member *twin = find(object, m.key, m.n, m.prefix);
        if (twin)
            return twin;
    }
    object->members[object->n++] = m;
    return NULL;
}

static void rebuild_index(struct json *object)
{
    size_t n = object->n;

    if (!has_index(object))
        return;
    memset(object->members + capacity(object), 0, 2 * capacity(object) * sizeof(uint32_t));
    object->n = 0;
    for (size_t i = 0; i < n; i++)
        add(object, object->members[i]);
}

static uint8_t room_for(size_t n)
{
    uint8_t room = FIRST_ROOM;

    if (n > UINT32_MAX / 4)
        abort();
    while ((size_t)1 << room < n)
        room++;
    return room;
}

/* Room for n members, or for as many as a given room holds, with their index if it calls for one. */
static struct member *members_new(struct arena *a, uint8_t room, size_t n)
{
    if (room)
        n = (size_t)1 << room;
    return arena_array(a, n, sizeof(struct member) + (room >= INDEX_ROOM ? 2 * sizeof(uint32_t) : 0));
}

static void make_room(struct arena *a, struct json *object)
{
    struct member *old = object->members;

    if (object->n < capacity(object))
        return;
    object->room = room_for((size_t)object->n + 1);
    object->members = members_new(a, object->room, 0);
    if (object->n)
        memcpy(object->members, old, object->n * sizeof *old);
    rebuild_index(object);
}

struct json json_object_of(struct arena *a, const struct json *pairs, size_t n)
{
    struct json object = { .type = JSON_OBJECT };
    struct json *values;

    if (n == 0)
        return object;
    if (n > OBJECT_LINEAR)
        object.room = room_for(n);
    object.members = members_new(a, object.room, n);
    values = arena_array(a, n, sizeof *values);
    for (size_t i = 0; i < n; i++) {
        const struct json *key = &pairs[2 * i];
        struct member m = { key->text, &values[i], key->n, prefix_of(key->text, key->n) }, *twin = add(&object, m);
        values[i] = pairs[2 * i + 1];
        if (twin)
            twin->value = &values[i];
    }
    return object;
}

struct json *json_setn(struct arena *a, struct json *object, const char *key, size_t n, struct json *v)
{
    struct json *name = json_strn(a, key, n);
    uint32_t prefix = prefix_of(name->text, name->n);
    struct member *m;

    assert(json_is(object, JSON_OBJECT));
    if (!v)
        v = json_null(a);
    m = find(object, name->text, name->n, prefix);
    if (m) {
        m->value = v;
        return object;
    }
    make_room(a, object);
    add(object, (struct member){ name->text, v, name->n, prefix });
    return object;
}

struct json *json_set(struct arena *a, struct json *object, const char *key, struct json *v)
{
    return json_setn(a, object, key, strlen(key), v);
}

void json_unset(struct json *object, const char *key)
{
    struct member *m;
    size_t after;

    if (!json_is(object, JSON_OBJECT))
        return;
    m = json_member(object, key, strlen(key));
    if (!m)
        return;
    after = object->n - (size_t)(m - object->members) - 1;
    memmove(m, m + 1, after * sizeof *m);
    object->n--;
    rebuild_index(object);
}
