/* crypt.c - an encrypted package in its compound file: EncryptionInfo says how, EncryptedPackage is the zip. */
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/crypt/crypt_node.h"
#include "office/package/cfb.h"
#include <string.h>

#define LENGTH_BYTES 8         /* of the package, in front of it */
#define STANDARD_SPIN 50000    /* fixed by the specification */
#define VERIFIER_BYTES 16      /* encrypted with the key, to tell whether the password is right */
#define VERIFIER_HASH_BYTES 32 /* SHA-1's 20, filled up to AES's blocks */
#define FLAG_CRYPTOAPI 4u
#define FLAG_AES 0x20u
#define SHA1_PROVIDED 0x8004u

bool crypt_is_package(const char *p, size_t n)
{
    static const char *const names[] = { "EncryptedPackage" };

    return cfb_fits(p, n) && cfb_find(p, n, names, 1) == 0;
}

/* ---- the header of standard encryption ---- */

static size_t key_bytes_of(uint32_t cipher, uint32_t bits)
{
    switch (cipher) {
    case CRYPT_AES128:
        return 16;
    case CRYPT_AES192:
        return 24;
    case CRYPT_AES256:
        return 32;
    case CRYPT_RC4:
        if (bits == 0)
            return 5;
        return bits % 8 == 0 && bits >= 40 && bits <= 128 ? bits / 8 : 0;
    default:
        return 0;
    }
}

bool crypt_header_read(const unsigned char *p, size_t n, struct crypt_header *ret)
{
    size_t size, at, hash_bytes;
    uint32_t flags;

    if (n < 12 || crypt_u16(p) < 2 || crypt_u16(p) > 4 || crypt_u16(p + 2) != 2)
        return false;
    size = crypt_u32(p + 8);
    at = 12 + size; /* of the verifier */
    if (size < 32 || size > n || n - size < 12 + 4 + CRYPT_SALT_BYTES + VERIFIER_BYTES + 4)
        return false;
    flags = crypt_u32(p + 12);
    ret->cipher = crypt_u32(p + 20);
    if (ret->cipher == 0)
        ret->cipher = flags & FLAG_AES ? CRYPT_AES128 : CRYPT_RC4;
    ret->key_bytes = key_bytes_of(ret->cipher, crypt_u32(p + 28));
    hash_bytes = ret->cipher == CRYPT_RC4 ? 20 : VERIFIER_HASH_BYTES;
    ret->salt = p + at + 4;
    ret->verifier = ret->salt + CRYPT_SALT_BYTES;
    ret->hash = ret->verifier + VERIFIER_BYTES + 4;
    return (flags & FLAG_CRYPTOAPI) && ret->key_bytes > 0 && crypt_u32(p + at) == CRYPT_SALT_BYTES &&
           (crypt_u32(p + 24) == SHA1_PROVIDED || crypt_u32(p + 24) == 0) &&
           crypt_u32(ret->hash - 4) == digest_bytes(DIGEST_SHA1) && n - (size_t)(ret->hash - p) >= hash_bytes;
}

/* ---- standard encryption ---- */

/* The key, by the two halves that the CryptoAPI's own derivation has. */
static void standard_key(const struct crypt_header *h, unsigned char key[static 2 * DIGEST_BYTES])
{
    static const unsigned char zero[4] = { 0 };
    unsigned char hash[DIGEST_BYTES], pad[2][64];

    digest_two(DIGEST_SHA1, h->salt, CRYPT_SALT_BYTES, CRYPT_PASSWORD, CRYPT_PASSWORD_BYTES, hash);
    digest_spin(DIGEST_SHA1, 0, STANDARD_SPIN, hash);
    digest_two(DIGEST_SHA1, hash, digest_bytes(DIGEST_SHA1), zero, sizeof zero, hash);
    memset(pad[0], 0x36, sizeof pad[0]);
    memset(pad[1], 0x5c, sizeof pad[1]);
    for (size_t i = 0; i < digest_bytes(DIGEST_SHA1); i++) {
        pad[0][i] ^= hash[i];
        pad[1][i] ^= hash[i];
    }
    digest_two(DIGEST_SHA1, pad[0], sizeof pad[0], NULL, 0, key);
    digest_two(DIGEST_SHA1, pad[1], sizeof pad[1], NULL, 0, key + digest_bytes(DIGEST_SHA1));
}

static int standard(const unsigned char *info, size_t n_info, unsigned char *p, size_t n, struct err *err)
{
    unsigned char key[2 * DIGEST_BYTES], verifier[VERIFIER_BYTES], wanted[VERIFIER_HASH_BYTES], hash[DIGEST_BYTES];
    struct crypt_header h;

    if (!crypt_header_read(info, n_info, &h) || h.cipher == CRYPT_RC4)
        return workbook_locked(err, "standard encryption of a kind not known");
    standard_key(&h, key);
    memcpy(verifier, h.verifier, sizeof verifier);
    memcpy(wanted, h.hash, sizeof wanted);
    if (!aes_decrypt(key, h.key_bytes, NULL, verifier, sizeof verifier) ||
        !aes_decrypt(key, h.key_bytes, NULL, wanted, sizeof wanted))
        return workbook_locked(err, "standard encryption: lengths");
    digest_two(DIGEST_SHA1, verifier, sizeof verifier, NULL, 0, hash);
    if (memcmp(hash, wanted, digest_bytes(DIGEST_SHA1)) != 0)
        return workbook_locked(err, "standard encryption: another password");
    n = (n - LENGTH_BYTES) / AES_BLOCK * AES_BLOCK;
    if (!aes_decrypt(key, h.key_bytes, NULL, p + LENGTH_BYTES, n))
        return workbook_damaged(err, "standard encryption: %zu bytes", n);
    return 0;
}

/* ---- the package ---- */

static bool is_agile(const unsigned char *info, size_t n)
{
    return n >= 8 && crypt_u16(info) == 4 && crypt_u16(info + 2) == 4;
}

/* Leaves of the decrypted stream what its length says. */
static int cut_to_length(struct buf *b, struct err *err)
{
    const unsigned char *p = (const unsigned char *)b->p;
    uint64_t length = crypt_u32(p) | (uint64_t)crypt_u32(p + 4) << 32;

    if (length > b->n - LENGTH_BYTES)
        return workbook_damaged(err, "encrypted package of %zu bytes claims %ju", b->n, (uintmax_t)length);
    memmove(b->p, b->p + LENGTH_BYTES, (size_t)length);
    buf_cut(b, (size_t)length);
    return 0;
}

int crypt_package(const char *p, size_t n, const struct cancel *cancel, struct buf *out, struct err *err)
{
    struct buf info CLEANUP(buf_done) = BUF(CRYPT_INFO_BYTES);
    const unsigned char *how;
    bool has_info = false, has_package = false;
    unsigned char *data;
    int rc;

    if (cfb_read(p, n, "EncryptionInfo", &info, &has_info, err) < 0 ||
        cfb_read(p, n, "EncryptedPackage", out, &has_package, err) < 0)
        return -1;
    if (out->failed)
        return workbook_too_large(err, "an encrypted package of over %zu bytes", out->max);
    if (!has_info || info.failed)
        return workbook_locked(err, "encrypted, and not said how");
    if (out->n < LENGTH_BYTES)
        return workbook_damaged(err, "an encrypted package of %zu bytes", out->n);
    how = (const unsigned char *)info.p;
    data = (unsigned char *)out->p;
    if (is_agile(how, info.n))
        rc = crypt_agile(how + 8, info.n - 8, cancel, data, out->n, err);
    else
        rc = standard(how, info.n, data, out->n, err);
    return rc < 0 ? -1 : cut_to_length(out, err);
}
