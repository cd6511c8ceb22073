/* test_cipher.c - ciphers and hashes against the vectors of their standards. */
#include "base/attrs.h"
#include "base/cipher.h"
#include "base/hash.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TEXT_BYTES (2 * DIGEST_BYTES + 1)

static void is_hex(const unsigned char *p, size_t n, const char *wanted)
{
    char text[TEXT_BYTES];

    assert_true(2 * n < sizeof text);
    hex_text(p, n, text);
    assert_string_equal(text, wanted);
}

static const struct {
    enum digest d;
    const char *hash, *hmac;
} digests[] = {
    /* RFC 1321, FIPS 180-4; RFC 2202 and RFC 4231: "Jefe" and "what do ya want for nothing?" */
    { DIGEST_MD5, "900150983cd24fb0d6963f7d28e17f72", "750c783e6ab0b503eaa86e310a5db738" },
    { DIGEST_SHA1, "a9993e364706816aba3e25717850c26c9cd0d89d", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79" },
    { DIGEST_SHA256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843" },
    { DIGEST_SHA384, "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
      "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649" },
    { DIGEST_SHA512,
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e"
      "2a9ac94fa54ca49f",
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b"
      "636e070a38bce737" },
};

static void digests_are_those_of_their_standards(void **state)
{
    unsigned char out[DIGEST_BYTES];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(digests); i++) {
        const size_t n = digest_bytes(digests[i].d);
        digest_two(digests[i].d, "a", 1, "bc", 2, out);
        is_hex(out, n, digests[i].hash);
        digest_two(digests[i].d, "abc", 3, NULL, 0, out);
        is_hex(out, n, digests[i].hash);
        digest_hmac(digests[i].d, "Jefe", 4, "what do ya want for nothing?", 28, out);
        is_hex(out, n, digests[i].hmac);
    }
}

/* RFC 4231, test case 6. */
static void an_hmac_s_long_key_is_hashed(void **state)
{
    unsigned char key[131], out[DIGEST_BYTES];
    const char *text = "Test Using Larger Than Block-Size Key - Hash Key First";

    (void)state;
    memset(key, 0xaa, sizeof key);
    digest_hmac(DIGEST_SHA256, key, sizeof key, text, strlen(text), out);
    is_hex(out, 32, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    digest_hmac(DIGEST_SHA384, key, sizeof key, text, strlen(text), out);
    is_hex(out, 48, "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952");
}

static void a_spin_in_pieces_is_the_same(void **state)
{
    unsigned char once[DIGEST_BYTES] = { 0 }, pieces[DIGEST_BYTES] = { 0 }, by_hand[DIGEST_BYTES] = { 0 };

    (void)state;
    digest_spin(DIGEST_SHA1, 0, 700, once);
    digest_spin(DIGEST_SHA1, 0, 300, pieces);
    digest_spin(DIGEST_SHA1, 300, 700, pieces);
    for (unsigned i = 0; i < 700; i++) {
        const unsigned char number[4] = { (unsigned char)i, (unsigned char)(i >> 8), 0, 0 };
        digest_two(DIGEST_SHA1, number, sizeof number, by_hand, 20, by_hand);
    }
    assert_memory_equal(once, pieces, 20);
    assert_memory_equal(once, by_hand, 20);
}

/* FIPS 197, appendix C; two blocks of it, so that chaining shows. */
static void aes_decrypts_what_the_standard_encrypts(void **state)
{
    static const char *const encrypted[] = { "\x69\xc4\xe0\xd8\x6a\x7b\x04\x30\xd8\xcd\xb7\x80\x70\xb4\xc5\x5a",
                                             "\xdd\xa9\x7c\xa4\x86\x4c\xdf\xe0\x6e\xaf\x70\xa0\xec\x0d\x71\x91",
                                             "\x8e\xa2\xb7\xca\x51\x67\x45\xbf\xea\xfc\x49\x90\x4b\x49\x60\x89" };
    unsigned char key[32], data[2 * AES_BLOCK], iv[AES_BLOCK];

    (void)state;
    for (unsigned char i = 0; i < sizeof key; i++)
        key[i] = i;
    for (size_t i = 0; i < COUNT_OF(encrypted); i++) {
        memcpy(data, encrypted[i], AES_BLOCK);
        memcpy(data + AES_BLOCK, encrypted[i], AES_BLOCK);
        assert_true(aes_decrypt(key, 16 + 8 * i, NULL, data, sizeof data));
        is_hex(data, sizeof data, "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
        memcpy(data, encrypted[i], AES_BLOCK);
        memcpy(data + AES_BLOCK, encrypted[i], AES_BLOCK);
        memset(iv, 0xff, sizeof iv);
        assert_true(aes_decrypt(key, 16 + 8 * i, iv, data, sizeof data));
        is_hex(data, AES_BLOCK, "ffeeddccbbaa99887766554433221100");
        for (size_t k = 0; k < AES_BLOCK; k++)
            assert_int_equal(data[AES_BLOCK + k] ^ (unsigned char)encrypted[i][k], 0x11 * (int)k);
    }
}

static void aes_takes_whole_blocks_and_its_own_keys_only(void **state)
{
    unsigned char key[32] = { 0 }, data[AES_BLOCK + 1] = { 0 };

    (void)state;
    assert_false(aes_decrypt(key, 16, NULL, data, AES_BLOCK + 1));
    assert_false(aes_decrypt(key, 20, NULL, data, AES_BLOCK));
    assert_false(aes_decrypt(key, 0, NULL, data, AES_BLOCK));
    for (size_t i = 0; i < sizeof data; i++)
        assert_int_equal(data[i], 0);
    assert_true(aes_decrypt(key, 16, NULL, data, 0));
}

/* RFC 6229: the key 0102030405, at the start and at 1024. */
static void rc4_is_the_one_everybody_has(void **state)
{
    static const unsigned char key[] = { 1, 2, 3, 4, 5 };
    unsigned char data[16] = { 0 };
    struct rc4 r;

    (void)state;
    rc4_start(&r, key, sizeof key);
    rc4_apply(&r, data, sizeof data);
    is_hex(data, sizeof data, "b2396305f03dc027ccc3524a0a1118a8");
    rc4_apply(&r, NULL, 1024 - sizeof data);
    memset(data, 0, sizeof data);
    rc4_apply(&r, data, sizeof data);
    is_hex(data, sizeof data, "30abbcc7c20b01609f23ee2d5f6bb7df");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_those_of_their_standards),
        cmocka_unit_test(an_hmac_s_long_key_is_hashed),
        cmocka_unit_test(a_spin_in_pieces_is_the_same),
        cmocka_unit_test(aes_decrypts_what_the_standard_encrypts),
        cmocka_unit_test(aes_takes_whole_blocks_and_its_own_keys_only),
        cmocka_unit_test(rc4_is_the_one_everybody_has),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
