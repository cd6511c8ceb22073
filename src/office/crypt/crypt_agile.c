/* crypt_agile.c - agile encryption: a description in XML, a key within a key, and the package in segments.
 *
 * The password's key opens the package's key, which opens the segments and the HMAC over them. Each is encrypted with
 * an IV of its own, made of a salt and of what it is for.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/base64.h"
#include "office/crypt/crypt_node.h"
#include "office/package/package.h"
#include "office/package/xml.h"
#include <isa-l/crc.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH_BYTES 8     /* of the package, in front of it */
#define SEGMENT_BYTES 4096 /* fixed by the specification */
#define VALUE_BYTES 128    /* a salt, a hash or a key, filled up to blocks: 64 at most are used */
#define KEY_BYTES 32
#define SPIN_STEP 65536 /* hashes between two looks at the cancel: some 30 ms */

struct value {
    unsigned char p[VALUE_BYTES];
    size_t n;
};

/* An element that says how something is encrypted. */
struct scheme {
    bool seen, known; /* known: AES in CBC, with a hash that there is */
    enum digest hash;
    size_t key_bytes;
    struct value salt;
};

struct agile {
    struct arena *arena;
    struct scheme data, password;
    struct value verifier, verifier_hash, key; /* encrypted with the password */
    struct value hmac_key, hmac;               /* encrypted with that key */
    bool has_hmac;
    uint32_t spin;
};

/* ---- the description ---- */

static struct value take_value(struct agile *g, const char *const *attrs, const char *name)
{
    const char *text = xml_attr(attrs, name), *bytes;
    struct value v = { .n = 0 };
    size_t n;

    if (text && base64_read(g->arena, BASE64, text, strlen(text), &bytes, &n) && n <= sizeof v.p) {
        memcpy(v.p, bytes, n);
        v.n = n;
    }
    return v;
}

static uint32_t take_number(const char *const *attrs, const char *name)
{
    const char *text = xml_attr(attrs, name);
    unsigned long v = text ? strtoul(text, NULL, 10) : 0;

    return v < UINT32_MAX ? (uint32_t)v : UINT32_MAX;
}

static bool is_attr(const char *const *attrs, const char *name, const char *value)
{
    const char *text = xml_attr(attrs, name);

    return text && strcmp(text, value) == 0;
}

static bool find_hash(const char *const *attrs, enum digest *ret)
{
    static const struct {
        const char *name;
        enum digest digest;
    } hashes[] = { { "SHA1", DIGEST_SHA1 },      { "SHA-1", DIGEST_SHA1 },    { "SHA256", DIGEST_SHA256 },
                   { "SHA-256", DIGEST_SHA256 }, { "SHA384", DIGEST_SHA384 }, { "SHA-384", DIGEST_SHA384 },
                   { "SHA512", DIGEST_SHA512 },  { "SHA-512", DIGEST_SHA512 } };

    for (size_t i = 0; i < COUNT_OF(hashes); i++)
        if (is_attr(attrs, "hashAlgorithm", hashes[i].name)) {
            *ret = hashes[i].digest;
            return true;
        }
    return false;
}

static struct scheme take_scheme(struct agile *g, const char *const *attrs)
{
    struct scheme s = { .seen = true, .key_bytes = take_number(attrs, "keyBits") / 8 };

    s.salt = take_value(g, attrs, "saltValue");
    s.known = find_hash(attrs, &s.hash) && is_attr(attrs, "cipherAlgorithm", "AES") &&
              is_attr(attrs, "cipherChaining", "ChainingModeCBC") && take_number(attrs, "blockSize") == AES_BLOCK &&
              (s.key_bytes == 16 || s.key_bytes == 24 || s.key_bytes == KEY_BYTES) && s.salt.n > 0 &&
              s.salt.n <= DIGEST_BYTES;
    return s;
}

/* A key may be there for certificates as well: the password's alone has a spin count. */
static void start(void *arg, const char *name, const char *const *attrs)
{
    struct agile *g = arg;

    if (strcmp(name, "keyData") == 0 && !g->data.seen) {
        g->data = take_scheme(g, attrs);
    } else if (strcmp(name, "dataIntegrity") == 0 && !g->has_hmac) {
        g->has_hmac = true;
        g->hmac_key = take_value(g, attrs, "encryptedHmacKey");
        g->hmac = take_value(g, attrs, "encryptedHmacValue");
    } else if (strcmp(name, "encryptedKey") == 0 && !g->password.seen && xml_attr(attrs, "spinCount")) {
        g->password = take_scheme(g, attrs);
        g->spin = take_number(attrs, "spinCount");
        g->verifier = take_value(g, attrs, "encryptedVerifierHashInput");
        g->verifier_hash = take_value(g, attrs, "encryptedVerifierHashValue");
        g->key = take_value(g, attrs, "encryptedKeyValue");
    }
}

static int read_description(struct agile *g, const unsigned char *xml, size_t n, struct err *err)
{
    const struct part part = { .name = "EncryptionInfo",
                               .bytes = (const char *)xml,
                               .packed = n,
                               .size = n,
                               .crc = crc32_gzip_refl(0, xml, n),
                               .method = PART_STORED };
    const struct xml_handler handler = { .arg = g, .start = start };

    if (xml_read(&part, &handler, err) < 0)
        return -1;
    if (!g->data.known || !g->password.known)
        return workbook_locked(err, "agile encryption of a kind not known");
    if (g->spin > CRYPT_SPIN_MOST)
        return workbook_too_large(err, "a spin count of %u", g->spin);
    return 0;
}

/* ---- keys ---- */

/* The hash, cut or filled up to so many bytes. */
static void fit_hash(enum digest d, unsigned char h[static DIGEST_BYTES], size_t n)
{
    if (digest_bytes(d) < n)
        memset(h + digest_bytes(d), 0x36, n - digest_bytes(d));
}

/* An IV: of a salt, and of what it is for where that is said. */
static void make_iv(const struct scheme *s, const void *purpose, size_t n, unsigned char iv[static DIGEST_BYTES])
{
    if (n == 0) {
        memset(iv, 0x36, AES_BLOCK);
        memcpy(iv, s->salt.p, s->salt.n < AES_BLOCK ? s->salt.n : AES_BLOCK);
        return;
    }
    digest_two(s->hash, s->salt.p, s->salt.n, purpose, n, iv);
    fit_hash(s->hash, iv, AES_BLOCK);
}

#define PURPOSE_BYTES 8

/* Decrypts a value with the password's key for it, of which at least `least` bytes are wanted. */
static bool open_value(const struct agile *g, const unsigned char spun[static DIGEST_BYTES], const char *purpose,
                       size_t least, struct value *v)
{
    const enum digest d = g->password.hash;
    unsigned char key[DIGEST_BYTES], iv[DIGEST_BYTES];

    digest_two(d, spun, digest_bytes(d), purpose, PURPOSE_BYTES, key);
    fit_hash(d, key, KEY_BYTES);
    make_iv(&g->password, NULL, 0, iv);
    return v->n >= least && aes_decrypt(key, g->password.key_bytes, iv, v->p, v->n);
}

/* The password's hash, again and again. */
static int spin(const struct agile *g, const struct cancel *cancel, unsigned char h[static DIGEST_BYTES],
                struct err *err)
{
    const enum digest d = g->password.hash;

    digest_two(d, g->password.salt.p, g->password.salt.n, CRYPT_PASSWORD, CRYPT_PASSWORD_BYTES, h);
    for (uint32_t at = 0; at < g->spin;) {
        uint32_t to = g->spin - at > SPIN_STEP ? at + SPIN_STEP : g->spin;
        if (cancel_check(cancel, err))
            return -1;
        digest_spin(d, at, to, h);
        at = to;
    }
    return 0;
}

/* Decrypts the package's key, if the password is the right one. */
static int open_key(struct agile *g, const struct cancel *cancel, struct err *err)
{
    const enum digest d = g->password.hash;
    unsigned char spun[DIGEST_BYTES], hash[DIGEST_BYTES];

    if (spin(g, cancel, spun, err) < 0)
        return -1;
    if (!open_value(g, spun, "\xfe\xa7\xd2\x76\x3b\x4b\x9e\x79", g->password.salt.n, &g->verifier) ||
        !open_value(g, spun, "\xd7\xaa\x0f\x6d\x30\x61\x34\x4e", digest_bytes(d), &g->verifier_hash) ||
        !open_value(g, spun, "\x14\x6e\x0b\xe7\xab\xac\xd0\xd6", g->data.key_bytes, &g->key))
        return workbook_damaged(err, "agile encryption: lengths");
    digest_two(d, g->verifier.p, g->password.salt.n, NULL, 0, hash);
    if (memcmp(hash, g->verifier_hash.p, digest_bytes(d)) != 0)
        return workbook_locked(err, "agile encryption: another password");
    return 0;
}

/* ---- the package ---- */

static bool open_with_key(const struct agile *g, const char *purpose, struct value *v)
{
    unsigned char iv[DIGEST_BYTES];

    make_iv(&g->data, purpose, PURPOSE_BYTES, iv);
    return v->n >= digest_bytes(g->data.hash) && aes_decrypt(g->key.p, g->data.key_bytes, iv, v->p, v->n);
}

/* The HMAC is of the stream as it stands, its length included. The schema lets a writer leave it out. */
static int check_hmac(struct agile *g, const unsigned char *p, size_t n, struct err *err)
{
    const enum digest d = g->data.hash;
    unsigned char hmac[DIGEST_BYTES];

    if (!g->has_hmac)
        return 0;
    if (!open_with_key(g, "\x5f\xb2\xad\x01\x0c\xb9\xe1\xf6", &g->hmac_key) ||
        !open_with_key(g, "\xa0\x67\x7f\x02\xb2\x2c\x84\x33", &g->hmac))
        return workbook_damaged(err, "agile encryption: HMAC");
    digest_hmac(d, g->hmac_key.p, digest_bytes(d), p, n, hmac);
    return memcmp(hmac, g->hmac.p, digest_bytes(d)) == 0 ? 0 : workbook_damaged(err, "the package's HMAC differs");
}

static int open_segments(const struct agile *g, const struct cancel *cancel, unsigned char *p, size_t n,
                         struct err *err)
{
    n = n / AES_BLOCK * AES_BLOCK;
    for (uint32_t i = 0; n > 0; i++) {
        const unsigned char number[4] = { (unsigned char)i, (unsigned char)(i >> 8), (unsigned char)(i >> 16),
                                          (unsigned char)(i >> 24) };
        size_t step = n < SEGMENT_BYTES ? n : SEGMENT_BYTES;
        unsigned char iv[DIGEST_BYTES];

        if (i % 1024 == 0 && cancel_check(cancel, err))
            return -1;
        make_iv(&g->data, number, sizeof number, iv);
        if (!aes_decrypt(g->key.p, g->data.key_bytes, iv, p, step))
            return workbook_damaged(err, "agile encryption: segment");
        p += step;
        n -= step;
    }
    return 0;
}

int crypt_agile(const unsigned char *xml, size_t n_xml, const struct cancel *cancel, unsigned char *p, size_t n,
                struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct agile *g = arena_alloc(scratch, sizeof *g);

    g->arena = scratch;
    if (read_description(g, xml, n_xml, err) < 0 || open_key(g, cancel, err) < 0 || check_hmac(g, p, n, err) < 0)
        return -1;
    return open_segments(g, cancel, p + LENGTH_BYTES, n - LENGTH_BYTES, err);
}
