/* json_node.h - how a JSON tree lies in memory. For json*.c only; everyone else uses json.h.
 *
 * A value is 16 bytes. Texts (of strings, numbers and keys) are NUL-terminated and never change once made.
 *
 * An array that was parsed is packed: its elements lie side by side. Appending turns it into an array of links, so that
 * a pointer handed out by json_at() or given to json_push() goes on meaning the same value. An object's members always
 * hold pointers to their values, for the same reason. Members of up to OBJECT_LINEAR are searched one by one; a larger
 * object has a hash index behind them (see json_object.c).
 */
#pragma once
#include "base/json.h"
#include <stdint.h>

/* The prefix is the key's first four bytes, big-endian, with 0 where there are none: it orders most keys, and tells
 * most of them apart, without a look at their text. */
struct member {
    const char *key;
    struct json *value;
    uint32_t n; /* bytes of key */
    uint32_t prefix;
};

enum json_flag {
    JSON_FLAG_TRUE = 1,   /* of a bool */
    JSON_FLAG_FLOAT = 1,  /* of a number: written with a fraction or an exponent, so Python reads a float */
    JSON_FLAG_LINKED = 1, /* of an array: links, not packed */
};

struct json {
    uint32_t n;   /* bytes of text, elements or members */
    uint8_t type; /* enum json_type */
    uint8_t flag; /* enum json_flag */
    uint8_t room; /* log2 of the links or members there is room for; 0: exactly n */
    union {
        const char *text;
        struct json *packed;
        struct json **links;
        struct member *members;
    };
};

#define OBJECT_LINEAR 16 /* up to here comparing every key beats hashing one */

static inline struct json *json_element(const struct json *array, size_t i)
{
    return array->flag & JSON_FLAG_LINKED ? array->links[i] : &array->packed[i];
}

/* The order of Python's sort_keys: by code point, which is the order of the UTF-8 bytes. */
int json_key_compare(const struct member *a, const struct member *b);

static inline int json_member_compare(const struct member *a, const struct member *b)
{
    if (a->prefix != b->prefix)
        return a->prefix < b->prefix ? -1 : 1;
    return json_key_compare(a, b);
}

/* The member of that name, or NULL. The key has a NUL behind it. */
struct member *json_member(const struct json *object, const char *key, size_t n);

/* Makes an object of n keys and values that lie in turn in pairs. Of a key that comes twice the first place and the
 * last value stay. The keys' texts are kept, the values copied. */
struct json json_object_of(struct arena *a, const struct json *pairs, size_t n);
