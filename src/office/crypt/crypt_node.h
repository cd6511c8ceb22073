/* crypt_node.h - what the ways of encryption share. Internal to crypt*.c. */
#pragma once
#include "base/attrs.h"
#include "base/cipher.h"
#include "office/crypt/crypt.h"
#include "office/package/refusals.h"

#define CRYPT_SALT_BYTES 16 /* of standard encryption and of .xls */

/* The password in UTF-16, as it is hashed. */
#define CRYPT_PASSWORD "V\0e\0l\0v\0e\0t\0S\0w\0e\0a\0t\0s\0h\0o\0p"
#define CRYPT_PASSWORD_BYTES sizeof(CRYPT_PASSWORD)

static inline uint32_t crypt_u16(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t crypt_u32(const unsigned char *p)
{
    return crypt_u16(p) | crypt_u16(p + 2) << 16;
}

/* What a file of standard encryption, or an .xls with the CryptoAPI's RC4, says of itself. */
struct crypt_header {
    uint32_t cipher;  /* CRYPT_AES128 and so on */
    size_t key_bytes; /* 5 to 32 */
    const unsigned char *salt, *verifier;
    const unsigned char *hash; /* of the verifier, encrypted: 32 bytes with AES, 20 with RC4 */
};

enum { CRYPT_RC4 = 0x6801, CRYPT_AES128 = 0x660e, CRYPT_AES192 = 0x660f, CRYPT_AES256 = 0x6610 };

/* Reads it from the versions on. False: cut short, or another way of encryption. */
bool crypt_header_read(const unsigned char *p, size_t n, struct crypt_header *ret);

/* Decrypts a package, 8 bytes of its length and then the data, in place. The length is the caller's to look at. */
WARN_UNUSED int crypt_agile(const unsigned char *xml, size_t n_xml, const struct cancel *cancel, unsigned char *p,
                            size_t n, struct err *err);
