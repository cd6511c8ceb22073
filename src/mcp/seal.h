/* seal.h - texts that go to a client and come back: readable there, but not to be changed or made.
 *
 * A sealed text is its Base64 (RFC 4648, the alphabet for URLs, unpadded), a dot and an HMAC-SHA256 over it and its
 * purpose, under a key that the server makes at its start. So a cursor cannot pass for another list's, and what a call
 * asked to remember cannot pass for another call's.
 */
#pragma once
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;

const char *seal_close(struct arena *a, const unsigned char key[static SHA256_BYTES], const char *purpose,
                       const char *text, size_t n);

/* False when it was not sealed with this key for this purpose. */
bool seal_open(struct arena *a, const unsigned char key[static SHA256_BYTES], const char *purpose, const char *sealed,
               const char **ret, size_t *ret_n);
