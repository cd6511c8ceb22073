/* sign.h - Ed25519 signatures (OpenSSL's libcrypto). Keys are 32 bytes each; a signature is 64. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct err;
struct world;

#define SIGN_KEY_BYTES 32
#define SIGN_BYTES 64

/* A new private key from the world's randomness. */
void sign_new_key(const struct world *w, unsigned char private_key[static SIGN_KEY_BYTES]);

/* The public key that belongs to a private one. */
void sign_public_key(const unsigned char private_key[static SIGN_KEY_BYTES], unsigned char ret[static SIGN_KEY_BYTES]);

/* For signing often with one key: expanding it costs as much as a signature. Used by one thread at a time. */
struct signer;
struct signer *signer_new(const unsigned char private_key[static SIGN_KEY_BYTES]);
void signer_free(struct signer *s); /* leaves nothing of the key in memory */
void signer_sign(struct signer *s, const void *p, size_t n, unsigned char ret[static SIGN_BYTES]);

bool sign_is_good(const unsigned char public_key[static SIGN_KEY_BYTES], const void *p, size_t n,
                  const unsigned char signature[static SIGN_BYTES]);
