/* schema_unique.c - finds two equal elements of an array without comparing each with each.
 *
 * Every element gets a hash that equal values share; sorted by it, equal ones lie side by side, and only elements of
 * one hash are compared. Someone may choose values that collide: comparing is counted, and gives up when it costs too
 * much.
 */
#include "base/arena.h"
#include "base/json.h"
#include "base/schema/schema_node.h"
#include <stdint.h>

#define FEW_ITEMS 8        /* up to here comparing each with each is faster than hashing, and needs no memory */
#define COLLISION_STEPS 16 /* equal hashes and unequal values: long ones, or ill will */

struct hashed {
    uint64_t hash;
    size_t index;
};

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 32);
}

static uint64_t hash_bytes(const char *p, size_t n)
{
    uint64_t h = n;

    for (; n >= 8; p += 8, n -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = mix(h, word);
    }
    for (; n > 0; p++, n--)
        h = mix(h, (unsigned char)*p);
    return h;
}

/* Equal numbers are the same double, however they are written; unequal ones may be, which only costs a comparison. */
static uint64_t hash_number(const struct json *v)
{
    double d = json_real(v) + 0.0; /* -0 becomes 0 */
    uint64_t bits;

    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static uint64_t hash_value(const struct json *v)
{
    enum json_type type = json_type(v);
    uint64_t h = (uint64_t)type + 1;
    size_t n;

    switch (type) {
    case JSON_NULL:
        break;
    case JSON_BOOL:
        h = mix(h, json_truth(v));
        break;
    case JSON_NUMBER:
        h = mix(h, hash_number(v));
        break;
    case JSON_STRING: {
        const char *text = json_text(v, &n);
        h = mix(h, hash_bytes(text, n));
        break;
    }
    case JSON_ARRAY:
        for (size_t i = 0; i < json_len(v); i++)
            h = mix(h, hash_value(json_at(v, i)));
        break;
    case JSON_OBJECT:
        /* Adding forgets the order of the members, which does not count. */
        for (size_t i = 0; i < json_len(v); i++) {
            const char *key = json_key_at(v, i, &n);
            h += mix(hash_bytes(key, n), hash_value(json_at(v, i)));
        }
        break;
    }
    return h;
}

static int hashed_order(const void *a, const void *b)
{
    const struct hashed *x = a, *y = b;

    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static bool spend(size_t *steps, size_t n)
{
    if (*steps < n)
        return false;
    *steps -= n;
    return true;
}

/* True when elements a and b differ; else they are in *ret_a and *ret_b. */
static bool pair_differs(const struct json *array, size_t a, size_t b, size_t *ret_a, size_t *ret_b)
{
    if (!json_equal(json_at(array, a), json_at(array, b)))
        return true;
    *ret_a = a;
    *ret_b = b;
    return false;
}

static bool few_differ(const struct json *array, size_t n, size_t *ret_a, size_t *ret_b)
{
    for (size_t b = 1; b < n; b++)
        for (size_t a = 0; a < b; a++)
            if (!pair_differs(array, a, b, ret_a, ret_b))
                return false;
    return true;
}

bool schema_items_differ(const struct json *array, size_t *steps, size_t *ret_a, size_t *ret_b)
{
    struct arena *scratch CLEANUP(arena_cleanup) = NULL;
    size_t n = json_len(array);
    struct hashed *all;

    *ret_a = *ret_b = 0;
    if (!spend(steps, n))
        return false;
    if (n <= FEW_ITEMS)
        return few_differ(array, n, ret_a, ret_b);
    scratch = arena_new();
    all = arena_array(scratch, n, sizeof *all);
    for (size_t i = 0; i < n; i++)
        all[i] = (struct hashed){ hash_value(json_at(array, i)), i };
    qsort(all, n, sizeof *all, hashed_order);
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && all[k - 1].hash == all[i].hash; k--)
            if (!spend(steps, COLLISION_STEPS) || !pair_differs(array, all[k - 1].index, all[i].index, ret_a, ret_b))
                return false;
    return true;
}
