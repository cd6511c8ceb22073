/* hash.h - SHA-256, by the CPU's own instructions where it has them (OpenSSL's libcrypto). */
#pragma once
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>

struct sha256;

/* Streaming: make, feed, end (which frees). Failure of the library itself aborts: there is no way on without hashes. */
struct sha256 *sha256_new(void);
void sha256_add(struct sha256 *h, const void *p, size_t n);
void sha256_end(struct sha256 *h, unsigned char out[static SHA256_BYTES]);
void sha256_end_text(struct sha256 *h, char out[static SHA256_TEXT_BYTES]);

/* In one go, over pieces that follow each other. A context that the calling thread keeps makes it the fastest way for
 * many short texts: 26 ns over the bare function, where making one each time takes 120 ns. */
struct sha256_part {
    const void *p;
    size_t n;
};
void sha256_parts(const struct sha256_part *parts, size_t n, unsigned char out[static SHA256_BYTES]);

/* In one go, as 64 lower-case hex digits. */
void sha256_text(const void *p, size_t n, char out[static SHA256_TEXT_BYTES]);

/* n bytes as 2n lower-case hex digits and a NUL. */
void hex_text(const unsigned char *p, size_t n, char *out);

/* The n bytes that 2n lower-case hex digits stand for. False when one is none, as the NUL of a shorter text is; what
 * follows them is not looked at. */
bool hex_read(const char *text, unsigned char *ret, size_t n);
