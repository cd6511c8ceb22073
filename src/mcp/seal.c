/* seal.c - an HMAC (RFC 2104) of the hash that base has. */
#include "mcp/seal.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/text/base64.h"
#include <stdint.h>

#define HASH_BLOCK 64 /* SHA-256's, FIPS 180-4 */

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
    const char *body = base64_text(a, BASE64_URL, text, n);
    char seal[SHA256_TEXT_BYTES];

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
    return base64_read(a, BASE64_URL, sealed, (size_t)(dot - sealed), ret, ret_n);
}
