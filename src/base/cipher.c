/* cipher.c - OpenSSL's EVP, each algorithm looked up once for the process. One that a machine's OpenSSL does not have
 * (MD5, where rules of the house forbid it) is found out when it is used. */
#include "base/cipher.h"
#include <assert.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <string.h>

#define HMAC_BLOCK 128 /* of the longest digests; the shorter ones have 64 */
#define AES_KINDS 3    /* by the length of their keys */

static const char *const digest_names[DIGESTS] = { "MD5", "SHA1", "SHA256", "SHA384", "SHA512" };
static const char *const cbc_names[AES_KINDS] = { "AES-128-CBC", "AES-192-CBC", "AES-256-CBC" };
static const char *const ecb_names[AES_KINDS] = { "AES-128-ECB", "AES-192-ECB", "AES-256-ECB" };

static EVP_MD *digests[DIGESTS];
static EVP_CIPHER *cbc[AES_KINDS], *ecb[AES_KINDS];

static void find_all(void)
{
    if (OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL) != 1)
        abort();
    for (size_t i = 0; i < DIGESTS; i++)
        digests[i] = EVP_MD_fetch(NULL, digest_names[i], NULL);
    for (size_t i = 0; i < AES_KINDS; i++) {
        cbc[i] = EVP_CIPHER_fetch(NULL, cbc_names[i], NULL);
        ecb[i] = EVP_CIPHER_fetch(NULL, ecb_names[i], NULL);
    }
}

static void ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    if (pthread_once(&once, find_all) != 0)
        abort();
}

/* ---- digests ---- */

static EVP_MD_CTX *context(void)
{
    EVP_MD_CTX *ctx;

    ready();
    ctx = EVP_MD_CTX_new();
    if (!ctx)
        abort();
    return ctx;
}

static void add_two(EVP_MD_CTX *ctx, enum digest d, const void *head, size_t n_head, const void *body, size_t n_body,
                    unsigned char out[static DIGEST_BYTES])
{
    if (EVP_DigestInit_ex2(ctx, digests[d], NULL) != 1 || (n_head > 0 && EVP_DigestUpdate(ctx, head, n_head) != 1) ||
        (n_body > 0 && EVP_DigestUpdate(ctx, body, n_body) != 1) || EVP_DigestFinal_ex(ctx, out, NULL) != 1)
        abort();
}

size_t digest_bytes(enum digest d)
{
    static const size_t bytes[DIGESTS] = { 16, 20, 32, 48, 64 };

    return bytes[d];
}

void digest_two(enum digest d, const void *head, size_t n_head, const void *body, size_t n_body,
                unsigned char out[static DIGEST_BYTES])
{
    EVP_MD_CTX *ctx = context();

    add_two(ctx, d, head, n_head, body, n_body, out);
    EVP_MD_CTX_free(ctx);
}

void digest_spin(enum digest d, uint32_t from, uint32_t to, unsigned char h[static DIGEST_BYTES])
{
    EVP_MD_CTX *ctx = context();

    for (uint32_t i = from; i < to; i++) {
        const unsigned char number[4] = { (unsigned char)i, (unsigned char)(i >> 8), (unsigned char)(i >> 16),
                                          (unsigned char)(i >> 24) };
        add_two(ctx, d, number, sizeof number, h, digest_bytes(d), h);
    }
    EVP_MD_CTX_free(ctx);
}

void digest_hmac(enum digest d, const void *key, size_t n_key, const void *p, size_t n,
                 unsigned char out[static DIGEST_BYTES])
{
    const size_t block = d >= DIGEST_SHA384 ? HMAC_BLOCK : HMAC_BLOCK / 2;
    unsigned char inner[HMAC_BLOCK] = { 0 }, outer[HMAC_BLOCK];
    unsigned char short_key[DIGEST_BYTES];

    if (n_key > block) {
        digest_two(d, key, n_key, NULL, 0, short_key);
        key = short_key;
        n_key = digest_bytes(d);
    }
    if (n_key > 0)
        memcpy(inner, key, n_key);
    for (size_t i = 0; i < block; i++) {
        outer[i] = inner[i] ^ 0x5c;
        inner[i] ^= 0x36;
    }
    digest_two(d, inner, block, p, n, out);
    digest_two(d, outer, block, out, digest_bytes(d), out);
}

/* ---- ciphers ---- */

bool aes_decrypt(const unsigned char *key, size_t n_key, const unsigned char *iv, unsigned char *p, size_t n)
{
    const size_t kind = n_key / 8 - 2, most = (size_t)1 << 30; /* the library counts in int */
    EVP_CIPHER_CTX *ctx;

    if ((n_key != 16 && n_key != 24 && n_key != 32) || n % AES_BLOCK != 0)
        return false;
    ready();
    ctx = EVP_CIPHER_CTX_new();
    if (!ctx || EVP_DecryptInit_ex2(ctx, iv ? cbc[kind] : ecb[kind], key, iv, NULL) != 1 ||
        EVP_CIPHER_CTX_set_padding(ctx, 0) != 1)
        abort();
    while (n > 0) {
        int step = (int)(n < most ? n : most), done = 0;
        if (EVP_DecryptUpdate(ctx, p, &done, p, step) != 1 || done != step)
            abort();
        p += step;
        n -= (size_t)step;
    }
    EVP_CIPHER_CTX_free(ctx);
    return true;
}

void rc4_start(struct rc4 *r, const unsigned char *key, size_t n_key)
{
    uint8_t j = 0;

    assert(n_key > 0 && n_key <= sizeof r->s);
    r->i = r->j = 0;
    for (size_t i = 0; i < sizeof r->s; i++)
        r->s[i] = (uint8_t)i;
    for (size_t i = 0; i < sizeof r->s; i++) {
        const uint8_t was = r->s[i];
        j = (uint8_t)(j + was + key[i % n_key]);
        r->s[i] = r->s[j];
        r->s[j] = was;
    }
}

void rc4_apply(struct rc4 *r, unsigned char *p, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        uint8_t a = r->s[++r->i], b;

        r->j = (uint8_t)(r->j + a);
        b = r->s[r->j];
        r->s[r->i] = b;
        r->s[r->j] = a;
        if (p)
            p[k] ^= r->s[(uint8_t)(a + b)];
    }
}
