/* signed_head.h - reads a signed head, checks its signature, and compares it with the chain. */
#pragma once
#include "store/log/known_keys.h"
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct chain;

/* What a head says, once its signature was found to be by the key in it. */
struct signed_head {
    uint64_t entries, bytes;
    const char *head, *root, *timestamp; /* in the arena */
    char key[KEY_TEXT_BYTES];
};

/* False when the text is no head, or the signature is not by the key in it. Whether that key is the one this home
 * should have is for known_keys.h. */
bool signed_head_read(struct arena *a, const char *text, struct signed_head *ret);

/* The same, and its length, head, root and bytes are the chain's. */
bool signed_head_is_good(const char *text, const struct chain *c);
