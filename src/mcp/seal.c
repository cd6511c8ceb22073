/* seal.c - Base64 both ways and an HMAC (RFC 2104) of the hash that base has. */
#include "mcp/seal.h"
#include "base/arena.h"
#include "base/hash.h"
#include <stdint.h>

#define HASH_BLOCK 64 /* SHA-256's, FIPS 180-4 */

static const char url_alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Unpadded. */
static char *encode(struct arena *a, const char *p, size_t n)
{
    char *text = arena_alloc(a, (n + 2) / 3 * 4 + 1), *out = text;

    for (size_t i = 0; i < n; i += 3) {
        size_t have = n - i < 3 ? n - i : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < have ? (unsigned char)p[i + k] : 0);
        for (size_t k = 0; k <= have; k++)
            *out++ = url_alphabet[bits >> (18 - 6 * k) & 63];
    }
    *out = '\0';
    return text;
}

/* Unpadded; bits left over must be 0, so that a text has one form only. */
static bool decode(struct arena *a, const char *letters, const char *text, size_t n, const char **ret, size_t *ret_n)
{
    char *bytes = arena_alloc(a, n / 4 * 3 + 3), *out = bytes;
    uint32_t bits = 0;
    unsigned held = 0;

    if (n % 4 == 1)
        return false;
    for (size_t i = 0; i < n; i++) {
        const char *at = text[i] ? strchr(letters, text[i]) : NULL;
        if (!at)
            return false;
        bits = bits << 6 | (uint32_t)(at - letters);
        held += 6;
        if (held >= 8) {
            held -= 8;
            *out++ = (char)(bits >> held & 255);
        }
    }
    if (bits & ((1u << held) - 1))
        return false;
    *ret = bytes;
    *ret_n = (size_t)(out - bytes);
    return true;
}

bool base64_read(struct arena *a, const char *text, size_t n, const char **ret, size_t *ret_n)
{
    size_t bare = n;

    if (n % 4 != 0)
        return false;
    while (bare > 0 && n - bare < 2 && text[bare - 1] == '=')
        bare--;
    return decode(a, alphabet, text, bare, ret, ret_n);
}

static void hmac(const unsigned char key[static SHA256_BYTES], const char *purpose, const char *p, size_t n,
                 unsigned char out[static SHA256_BYTES])
{
    unsigned char inner[HASH_BLOCK], outer[HASH_BLOCK], first[SHA256_BYTES];

    for (size_t i = 0; i < HASH_BLOCK; i++) {
        unsigned char k = i < SHA256_BYTES ? key[i] : 0;
        inner[i] = k ^ 0x36;
        outer[i] = k ^ 0x5c;
    }
    sha256_parts((const struct sha256_part[]){ { inner, sizeof inner }, { purpose, strlen(purpose) + 1 }, { p, n } }, 3,
                 first);
    sha256_parts((const struct sha256_part[]){ { outer, sizeof outer }, { first, sizeof first } }, 2, out);
}

static void mark(const unsigned char key[static SHA256_BYTES], const char *purpose, const char *p, size_t n,
                 char out[static SHA256_TEXT_BYTES])
{
    unsigned char bytes[SHA256_BYTES];

    hmac(key, purpose, p, n, bytes);
    hex_text(bytes, sizeof bytes, out);
}

const char *seal_close(struct arena *a, const unsigned char key[static SHA256_BYTES], const char *purpose,
                       const char *text, size_t n)
{
    char *body = encode(a, text, n), seal[SHA256_TEXT_BYTES];

    mark(key, purpose, body, strlen(body), seal);
    return arena_printf(a, "%s.%s", body, seal);
}

/* Takes as long whatever differs. */
static bool same(const char *a, const char *b, size_t n)
{
    unsigned char differs = 0;

    for (size_t i = 0; i < n; i++)
        differs |= (unsigned char)(a[i] ^ b[i]);
    return differs == 0;
}

bool seal_open(struct arena *a, const unsigned char key[static SHA256_BYTES], const char *purpose, const char *sealed,
               const char **ret, size_t *ret_n)
{
    const char *dot = strchr(sealed, '.');
    char seal[SHA256_TEXT_BYTES];

    if (!dot || strlen(dot + 1) != SHA256_TEXT_BYTES - 1)
        return false;
    mark(key, purpose, sealed, (size_t)(dot - sealed), seal);
    if (!same(dot + 1, seal, SHA256_TEXT_BYTES - 1))
        return false;
    return decode(a, url_alphabet, sealed, (size_t)(dot - sealed), ret, ret_n);
}
