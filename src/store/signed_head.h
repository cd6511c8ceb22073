/* signed_head.h - does a signed head say what the chain is, and did its key sign it? */
#pragma once
#include <stdbool.h>

struct chain;

/* True when the head is well-formed, its signature is by the key in it, and its length, head, root and bytes are the
 * chain's. Whether that key is the one this home should have is for the store to know. */
bool signed_head_is_good(const char *text, const struct chain *c);
