/* crypt_stream.c - the encrypted stream of an .xls ([MS-XLS] 2.2.10).
 *
 * What is encrypted is the content of the records, not their heads; but the stream of key bytes runs over everything,
 * by the place in the file, and starts anew with a key of its own every 1024 bytes. Some records stay plain: those a
 * program needs before it can ask for the password, and where each sheet begins.
 */
#include "office/crypt/crypt_node.h"
#include "office/package/biff.h"
#include <string.h>

#define RECORD_HEAD 4
#define BLOCK_BYTES 1024
#define VERIFIER_BYTES 16
#define SHEET_PLACE 4   /* bytes of BOUNDSHEET that stay plain */
#define RC4_KEY_BYTES 5 /* of the oldest RC4: 40 bits */

enum pass_kind { PASS_XOR = 0, PASS_RC4 = 1 };

/* How the key of a block is made. */
struct key_maker {
    enum digest digest;
    size_t used, n; /* bytes of the hash that is continued; bytes of the key */
    unsigned char hash[DIGEST_BYTES];
};

/* The stream of key bytes, and where it is. */
struct key_stream {
    const struct key_maker *maker;
    struct rc4 rc4;
    uint64_t at; /* in the file; the block is that of at - 1 */
};

static void start_block(struct key_stream *s, uint64_t block)
{
    const unsigned char number[4] = { (unsigned char)block, (unsigned char)(block >> 8), (unsigned char)(block >> 16),
                                      (unsigned char)(block >> 24) };
    const struct key_maker *m = s->maker;
    unsigned char key[DIGEST_BYTES];

    digest_two(m->digest, m->hash, m->used, number, sizeof number, key);
    if (m->digest == DIGEST_SHA1 && m->n == RC4_KEY_BYTES) {
        memset(key + RC4_KEY_BYTES, 0, 16 - RC4_KEY_BYTES); /* 40 bits are filled up to 128 */
        rc4_start(&s->rc4, key, 16);
        return;
    }
    rc4_start(&s->rc4, key, m->n);
}

/* Decrypts n bytes that stand at `at` in the file, which is not before where the stream is. */
static void stream_apply(struct key_stream *s, uint64_t at, unsigned char *p, size_t n)
{
    while (n > 0) {
        size_t in_block = (size_t)(at % BLOCK_BYTES), step = BLOCK_BYTES - in_block < n ? BLOCK_BYTES - in_block : n;
        bool same = s->at > 0 && (s->at - 1) / BLOCK_BYTES == at / BLOCK_BYTES;

        if (!same)
            start_block(s, at / BLOCK_BYTES);
        rc4_apply(&s->rc4, NULL, same ? (size_t)(at - s->at) : in_block);
        rc4_apply(&s->rc4, p, step);
        at += step;
        p += step;
        n -= step;
        s->at = at;
    }
}

/* The verifier and its hash are encrypted one behind the other with the key of block 0. */
static bool is_right_key(const struct key_maker *m, const unsigned char *verifier, const unsigned char *wanted)
{
    unsigned char both[VERIFIER_BYTES + DIGEST_BYTES], hash[DIGEST_BYTES];
    struct key_stream s = { .maker = m };
    const size_t n = digest_bytes(m->digest);

    memcpy(both, verifier, VERIFIER_BYTES);
    memcpy(both + VERIFIER_BYTES, wanted, n);
    stream_apply(&s, 0, both, VERIFIER_BYTES + n);
    digest_two(m->digest, both, VERIFIER_BYTES, NULL, 0, hash);
    return memcmp(hash, both + VERIFIER_BYTES, n) == 0;
}

/* ---- keys ---- */

/* The oldest RC4: a salt, a verifier and its hash, 16 bytes each. */
static int rc4_maker(const unsigned char *pass, size_t n, struct key_maker *ret, struct err *err)
{
    unsigned char hash[DIGEST_BYTES], many[16 * (RC4_KEY_BYTES + CRYPT_SALT_BYTES)];

    if (n < CRYPT_SALT_BYTES + 2 * VERIFIER_BYTES)
        return workbook_locked(err, "RC4, cut short");
    digest_two(DIGEST_MD5, CRYPT_PASSWORD, CRYPT_PASSWORD_BYTES, NULL, 0, hash);
    for (size_t i = 0; i < 16; i++) {
        unsigned char *one = many + i * (RC4_KEY_BYTES + CRYPT_SALT_BYTES);
        memcpy(one, hash, RC4_KEY_BYTES);
        memcpy(one + RC4_KEY_BYTES, pass, CRYPT_SALT_BYTES);
    }
    *ret = (struct key_maker){ .digest = DIGEST_MD5, .used = RC4_KEY_BYTES, .n = 16 };
    digest_two(DIGEST_MD5, many, sizeof many, NULL, 0, ret->hash);
    if (!is_right_key(ret, pass + CRYPT_SALT_BYTES, pass + CRYPT_SALT_BYTES + VERIFIER_BYTES))
        return workbook_locked(err, "RC4: another password");
    return 0;
}

static int cryptoapi_maker(const unsigned char *pass, size_t n, struct key_maker *ret, struct err *err)
{
    struct crypt_header h;

    if (!crypt_header_read(pass, n, &h) || h.cipher != CRYPT_RC4)
        return workbook_locked(err, "RC4 CryptoAPI of a kind not known");
    *ret = (struct key_maker){ .digest = DIGEST_SHA1, .used = digest_bytes(DIGEST_SHA1), .n = h.key_bytes };
    digest_two(DIGEST_SHA1, h.salt, CRYPT_SALT_BYTES, CRYPT_PASSWORD, CRYPT_PASSWORD_BYTES, ret->hash);
    if (!is_right_key(ret, h.verifier, h.hash))
        return workbook_locked(err, "RC4 CryptoAPI: another password");
    return 0;
}

/* ---- records ---- */

/* The bytes of a record's content that stay plain, from its start; at most all of them. */
static size_t plain_bytes(unsigned type, size_t n)
{
    switch (type) {
    case BIFF_BOF:
    case BIFF_FILEPASS:
    case BIFF_INTERFACE:
    case BIFF_USERS:
    case BIFF_LOCK:
    case BIFF_REVISION_HEAD:
    case BIFF_REVISION_INFO:
        return n;
    case BIFF_BOUNDSHEET:
        return n < SHEET_PLACE ? n : SHEET_PLACE;
    default:
        return 0;
    }
}

/* What the specification's method 1 makes of the default password: the key and the verifier that FILEPASS has, and the
 * bytes that the content is mixed with. tests/api/locked_books.py works them out by the specification. */
#define XOR_KEY 0xb359
#define XOR_VERIFIER 0x9a0a
static const unsigned char xor_bytes[16] = { 0x87, 0x6b, 0x9a, 0xe2, 0x1e, 0xe3, 0x05, 0x62,
                                             0x1e, 0x69, 0x96, 0x60, 0x98, 0x6e, 0x94, 0x04 };

/* Each byte by its place: in the file, and from the record's end. */
static void unmix(unsigned char *p, size_t n, uint64_t at)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned char v = p[i] ^ xor_bytes[(at + i) % sizeof xor_bytes];
        p[i] = (unsigned char)(v << 3 | v >> 5);
    }
}

/* Decrypts all records from `from` on; keys NULL: XOR obfuscation. */
static void open_records(const struct key_maker *keys, unsigned char *p, size_t n, size_t from)
{
    struct key_stream s = { .maker = keys };

    for (size_t at = from; n - at >= RECORD_HEAD;) {
        const unsigned type = crypt_u16(p + at);
        const size_t size = crypt_u16(p + at + 2), plain = plain_bytes(type, size), start = at + RECORD_HEAD;

        if (n - start < size)
            return;
        if (keys)
            stream_apply(&s, start + plain, p + start + plain, size - plain);
        else
            unmix(p + start + plain, size - plain, (uint64_t)start + size + plain);
        at = start + size;
    }
}

/* Version 5 knows nothing but XOR, and says no kind. */
static bool is_xored(unsigned version, const unsigned char *pass, size_t n)
{
    const size_t at = version < 8 ? 0 : 2;

    return n >= at + 4 && (version < 8 || crypt_u16(pass) == PASS_XOR) && crypt_u16(pass + at) == XOR_KEY &&
           crypt_u16(pass + at + 2) == XOR_VERIFIER;
}

int crypt_stream(unsigned version, const unsigned char *pass, size_t n_pass, unsigned char *p, size_t n, size_t from,
                 struct err *err)
{
    struct key_maker keys;
    int rc;

    if (is_xored(version, pass, n_pass)) {
        open_records(NULL, p, n, from);
        return 0;
    }
    if (version < 8 || n_pass < 6 || crypt_u16(pass) != PASS_RC4)
        return workbook_locked(err, "XOR obfuscation: another password");
    if (crypt_u16(pass + 2) == 1)
        rc = rc4_maker(pass + 6, n_pass - 6, &keys, err);
    else
        rc = cryptoapi_maker(pass + 2, n_pass - 2, &keys, err);
    if (rc == 0)
        open_records(&keys, p, n, from);
    return rc;
}
