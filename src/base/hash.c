/* hash.c - SHA-256 by OpenSSL's EVP, the digest looked up once.
 *
 * Finding an algorithm in OpenSSL 3 takes locks and several microseconds, more than hashing a short text; so it is done
 * once for the process, under pthread_once, and lives until the end. A context for hashes in one go is kept for each
 * thread and freed when the thread ends.
 */
#include "base/hash.h"
#include <openssl/evp.h>
#include <pthread.h>

struct sha256 {
    EVP_MD_CTX *ctx;
};

static EVP_MD *digest;
static pthread_key_t thread_context;

static void free_context(void *ctx)
{
    EVP_MD_CTX_free(ctx);
}

static void find_digest(void)
{
    digest = EVP_MD_fetch(NULL, "SHA256", NULL);
    if (!digest || pthread_key_create(&thread_context, free_context) != 0)
        abort();
}

static const EVP_MD *sha256_digest(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    if (pthread_once(&once, find_digest) != 0)
        abort();
    return digest;
}

struct sha256 *sha256_new(void)
{
    struct sha256 *h = malloc(sizeof *h);

    if (!h)
        abort();
    h->ctx = EVP_MD_CTX_new();
    if (!h->ctx || EVP_DigestInit_ex2(h->ctx, sha256_digest(), NULL) != 1)
        abort();
    return h;
}

void sha256_add(struct sha256 *h, const void *p, size_t n)
{
    if (n > 0 && EVP_DigestUpdate(h->ctx, p, n) != 1)
        abort();
}

void sha256_end(struct sha256 *h, unsigned char out[static SHA256_BYTES])
{
    if (EVP_DigestFinal_ex(h->ctx, out, NULL) != 1)
        abort();
    EVP_MD_CTX_free(h->ctx);
    free(h);
}

void sha256_end_text(struct sha256 *h, char out[static SHA256_TEXT_BYTES])
{
    unsigned char bytes[SHA256_BYTES];

    sha256_end(h, bytes);
    hex_text(bytes, sizeof bytes, out);
}

/* This thread's context, ready for a new hash. */
static EVP_MD_CTX *own_context(void)
{
    const EVP_MD *md = sha256_digest();
    EVP_MD_CTX *ctx = pthread_getspecific(thread_context);

    if (ctx) {
        if (EVP_DigestInit_ex2(ctx, NULL, NULL) != 1)
            abort();
        return ctx;
    }
    ctx = EVP_MD_CTX_new();
    if (!ctx || EVP_DigestInit_ex2(ctx, md, NULL) != 1 || pthread_setspecific(thread_context, ctx) != 0)
        abort();
    return ctx;
}

void sha256_parts(const struct sha256_part *parts, size_t n, unsigned char out[static SHA256_BYTES])
{
    EVP_MD_CTX *ctx = own_context();

    for (size_t i = 0; i < n; i++)
        if (parts[i].n > 0 && EVP_DigestUpdate(ctx, parts[i].p, parts[i].n) != 1)
            abort();
    if (EVP_DigestFinal_ex(ctx, out, NULL) != 1)
        abort();
}

void sha256_text(const void *p, size_t n, char out[static SHA256_TEXT_BYTES])
{
    unsigned char bytes[SHA256_BYTES];

    if (EVP_Digest(n > 0 ? p : "", n, bytes, NULL, sha256_digest(), NULL) != 1)
        abort();
    hex_text(bytes, sizeof bytes, out);
}

void hex_text(const unsigned char *p, size_t n, char *out)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        *out++ = digits[p[i] >> 4];
        *out++ = digits[p[i] & 0x0f];
    }
    *out = '\0';
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool hex_read(const char *text, unsigned char *ret, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int high = hex_digit(text[2 * i]), low = high < 0 ? -1 : hex_digit(text[2 * i + 1]);
        if (low < 0)
            return false;
        ret[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}
