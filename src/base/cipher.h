/* cipher.h - the ciphers and hashes that other programs' files are encrypted with, to read such files.
 *
 * Nothing of ours is encrypted or signed with these: RC4, SHA-1 and AES without a block's chaining are here because
 * files need them. Hashes and AES are OpenSSL's; RC4, which OpenSSL 3 keeps in a module that is not always there, is
 * our own. No configuration is read and no module loaded: this works in a process that may open no file.
 *
 * Failure of the library itself aborts, as with sha256 (hash.h). Keys and data are the caller's business.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum digest { DIGEST_MD5, DIGEST_SHA1, DIGEST_SHA256, DIGEST_SHA384, DIGEST_SHA512, DIGESTS };
#define DIGEST_BYTES 64 /* of the longest */

/* How long a digest is. */
size_t digest_bytes(enum digest d);

/* The digest of head and then body; out may be either of them. */
void digest_two(enum digest d, const void *head, size_t n_head, const void *body, size_t n_body,
                unsigned char out[static DIGEST_BYTES]);

/* h = digest(i as 32 bits, little-endian; h), for each i from `from` to below `to`: the slow way to a key. */
void digest_spin(enum digest d, uint32_t from, uint32_t to, unsigned char h[static DIGEST_BYTES]);

/* The HMAC of n bytes. */
void digest_hmac(enum digest d, const void *key, size_t n_key, const void *p, size_t n,
                 unsigned char out[static DIGEST_BYTES]);

#define AES_BLOCK 16

/* Decrypts n bytes, whole blocks, in place: with iv (AES_BLOCK bytes) as CBC, without (NULL) as ECB. n_key is 16, 24 or
 * 32. False, with nothing done, when one of the two lengths is another. */
WARN_UNUSED bool aes_decrypt(const unsigned char *key, size_t n_key, const unsigned char *iv, unsigned char *p,
                             size_t n);

struct rc4 {
    uint8_t s[256], i, j;
};

/* n_key from 1 to 256. */
void rc4_start(struct rc4 *r, const unsigned char *key, size_t n_key);

/* Decrypts, or encrypts, the next n bytes in place; p NULL: passes over them. */
void rc4_apply(struct rc4 *r, unsigned char *p, size_t n);
