/* test_sign.c - Ed25519 against RFC 8032's own examples (section 7.1), and what must not pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/sign.h"
#include "base/world.h"
#include <stdio.h>
#include <string.h>

struct example {
    const char *private_key, *public_key, *message, *signature;
};

static const struct example examples[] = {
    { "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
      "655141438e7a100b" },
    { "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
      "b00d291612bb0c00" },
    { "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
      "c027beceea1ec40a" },
};

static size_t from_hex(const char *text, unsigned char *out)
{
    size_t n = strlen(text) / 2;

    for (size_t i = 0; i < n; i++) {
        unsigned v = 0;
        assert_int_equal(sscanf(text + 2 * i, "%2x", &v), 1);
        out[i] = (unsigned char)v;
    }
    return n;
}

static void sign_once(const unsigned char key[static SIGN_KEY_BYTES], const void *p, size_t n,
                      unsigned char ret[static SIGN_BYTES])
{
    struct signer *s = signer_new(key);

    signer_sign(s, p, n, ret);
    signer_free(s);
}

static void agrees_with_rfc_8032(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        unsigned char private_key[SIGN_KEY_BYTES], public_key[SIGN_KEY_BYTES], message[2], signature[SIGN_BYTES];
        char text[2 * SIGN_BYTES + 1];
        size_t n = from_hex(examples[i].message, message);
        from_hex(examples[i].private_key, private_key);
        sign_public_key(private_key, public_key);
        hex_text(public_key, sizeof public_key, text);
        assert_string_equal(text, examples[i].public_key);
        sign_once(private_key, message, n, signature);
        hex_text(signature, sizeof signature, text);
        assert_string_equal(text, examples[i].signature);
        assert_true(sign_is_good(public_key, message, n, signature));
        assert_true(n > 0 || sign_is_good(public_key, NULL, 0, signature));
    }
}

static void any_changed_bit_is_refused(void **state)
{
    unsigned char key[SIGN_KEY_BYTES], public_key[SIGN_KEY_BYTES], signature[SIGN_BYTES];
    unsigned char message[] = "{\"length\": 3}";

    (void)state;
    from_hex(examples[2].private_key, key);
    sign_public_key(key, public_key);
    sign_once(key, message, sizeof message, signature);
    for (size_t bit = 0; bit < 8 * sizeof message; bit++) {
        message[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_false(sign_is_good(public_key, message, sizeof message, signature));
        message[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    for (size_t bit = 0; bit < 8 * sizeof signature; bit++) {
        signature[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_false(sign_is_good(public_key, message, sizeof message, signature));
        signature[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    for (size_t bit = 0; bit < 8 * sizeof public_key; bit++) {
        public_key[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_false(sign_is_good(public_key, message, sizeof message, signature));
        public_key[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_false(sign_is_good(public_key, message, sizeof message - 1, signature));
    assert_true(sign_is_good(public_key, message, sizeof message, signature));
}

/* RFC 8032 5.1.7: S must be below the group's order, or one message has many signatures. */
static void a_signature_cannot_be_respelled(void **state)
{
    static const unsigned char order[] = { 0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7,
                                           0xa2, 0xde, 0xf9, 0xde, 0x14, 0,    0,    0,    0,    0,    0,
                                           0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10 };
    unsigned char public_key[SIGN_KEY_BYTES], signature[SIGN_BYTES];
    unsigned carry = 0;

    (void)state;
    from_hex(examples[0].public_key, public_key);
    from_hex(examples[0].signature, signature);
    assert_true(sign_is_good(public_key, "", 0, signature));
    for (size_t i = 0; i < sizeof order; i++) {
        carry += signature[32 + i] + order[i];
        signature[32 + i] = (unsigned char)carry;
        carry >>= 8;
    }
    assert_false(sign_is_good(public_key, "", 0, signature));
}

static void a_new_key_is_the_worlds_randomness(void **state)
{
    unsigned char a[SIGN_KEY_BYTES] = { 0 }, b[SIGN_KEY_BYTES] = { 0 };

    (void)state;
    sign_new_key(world_system(), a);
    sign_new_key(world_system(), b);
    assert_memory_not_equal(a, b, sizeof a);
    assert_memory_not_equal(a + 16, (unsigned char[16]){ 0 }, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_rfc_8032),
        cmocka_unit_test(any_changed_bit_is_refused),
        cmocka_unit_test(a_signature_cannot_be_respelled),
        cmocka_unit_test(a_new_key_is_the_worlds_randomness),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
