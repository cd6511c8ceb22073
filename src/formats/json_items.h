/* json_items.h - the values of a large JSON text, one at a time, without a tree of the whole.
 *
 * Only brackets, quotes, commas and colons are looked at, so that a value's end is found quickly; whether the value
 * is well-formed is for base/json's parser to say, which is given one value at a time. Nothing is copied.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_span {
    const char *p;
    size_t n;
};

enum json_items_kind {
    ITEMS_SEQUENCE, /* values one behind the other, with blanks, line ends or nothing between them: JSON Lines */
    ITEMS_ARRAY,    /* what stands between [ and ] */
    ITEMS_OBJECT,   /* what stands between { and } */
};

struct json_items {
    enum json_items_kind kind;
    const char *p, *end; /* what is still to be read; of an array or object it begins behind the opening bracket */
    bool began;
};

struct json_item {
    struct json_span key; /* of an object's member: with its quotes, as written; else empty */
    struct json_span value;
    uint64_t colons; /* in the value, outside of strings: one for each member of each object in it */
};

/* Begins at the first value of the span, which is an array, an object, or a sequence. */
void json_items_init(struct json_items *it, enum json_items_kind kind, struct json_span span);

enum json_found { JSON_FOUND_END, JSON_FOUND_ITEM, JSON_FOUND_DAMAGE };

/* The next value. Damage: where it->p stands then. */
enum json_found json_items_next(struct json_items *it, struct json_item *ret);

/* The span without blanks before it; its first byte is what the value is ('{', '[', '"', ...), 0 when it is empty. */
char json_first(struct json_span span);
