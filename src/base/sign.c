/* sign.c - Ed25519 (RFC 8032) by OpenSSL's raw-key calls.
 *
 * A private key here is the 32-byte seed that RFC 8032 calls so; OpenSSL expands it when a signer is made and wipes it
 * when it is freed. A public key that is no point of the
 * curve is simply one under which no signature is good.
 */
#include "base/sign.h"
#include "base/world.h"
#include <openssl/evp.h>

static void key_free(EVP_PKEY **key)
{
    EVP_PKEY_free(*key);
}

static void ctx_free(EVP_MD_CTX **ctx)
{
    EVP_MD_CTX_free(*ctx);
}

static EVP_PKEY *private_of(const unsigned char key[static SIGN_KEY_BYTES])
{
    EVP_PKEY *made = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, key, SIGN_KEY_BYTES);

    if (!made)
        abort();
    return made;
}

void sign_new_key(const struct world *w, unsigned char private_key[static SIGN_KEY_BYTES])
{
    w->random(w->state, private_key, SIGN_KEY_BYTES);
}

void sign_public_key(const unsigned char private_key[static SIGN_KEY_BYTES], unsigned char ret[static SIGN_KEY_BYTES])
{
    EVP_PKEY *key CLEANUP(key_free) = private_of(private_key);
    size_t n = SIGN_KEY_BYTES;

    if (EVP_PKEY_get_raw_public_key(key, ret, &n) != 1 || n != SIGN_KEY_BYTES)
        abort();
}

/* A key's type is all there is behind the name: OpenSSL's own object is the signer. */
struct signer *signer_new(const unsigned char private_key[static SIGN_KEY_BYTES])
{
    return (struct signer *)private_of(private_key);
}

void signer_free(struct signer *s)
{
    EVP_PKEY_free((EVP_PKEY *)s);
}

void signer_sign(struct signer *s, const void *p, size_t n, unsigned char ret[static SIGN_BYTES])
{
    EVP_MD_CTX *ctx CLEANUP(ctx_free) = EVP_MD_CTX_new();
    size_t made = SIGN_BYTES;

    if (!ctx || EVP_DigestSignInit(ctx, NULL, NULL, NULL, (EVP_PKEY *)s) != 1)
        abort();
    if (EVP_DigestSign(ctx, ret, &made, n > 0 ? p : "", n) != 1 || made != SIGN_BYTES)
        abort();
}

bool sign_is_good(const unsigned char public_key[static SIGN_KEY_BYTES], const void *p, size_t n,
                  const unsigned char signature[static SIGN_BYTES])
{
    EVP_PKEY *key CLEANUP(key_free) = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, public_key, SIGN_KEY_BYTES);
    EVP_MD_CTX *ctx CLEANUP(ctx_free) = EVP_MD_CTX_new();

    if (!key || !ctx || EVP_DigestVerifyInit(ctx, NULL, NULL, NULL, key) != 1)
        abort();
    return EVP_DigestVerify(ctx, signature, SIGN_BYTES, n > 0 ? p : "", n) == 1;
}
