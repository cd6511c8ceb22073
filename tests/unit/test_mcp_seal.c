/* test_mcp_seal.c - sealed texts come back whole or not at all; Base64 is strict. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/text/base64.h"
#include "mcp/seal.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const unsigned char key[SHA256_BYTES] = "an example key of 32 bytes......", other[SHA256_BYTES] = "another";

static int setup(void **state)
{
    *state = arena_new();
    return 0;
}

static int teardown(void **state)
{
    arena_free(*state);
    return 0;
}

static void what_was_sealed_comes_back_byte_for_byte(void **state)
{
    char bytes[70];
    const char *text;
    size_t n;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 37 + 200);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        const char *sealed = seal_close(*state, key, "test", bytes, length);
        assert_true(seal_open(*state, key, "test", sealed, &text, &n));
        assert_int_equal(n, length);
        assert_memory_equal(text, bytes, length);
    }
}

static void any_changed_character_is_noticed(void **state)
{
    const char *sealed = seal_close(*state, key, "test", "some text", 9), *text;
    size_t n;

    for (size_t i = 0; i < strlen(sealed); i++) {
        char *changed = arena_str(*state, sealed);
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        assert_false(seal_open(*state, key, "test", changed, &text, &n));
        changed[i] = '\0';
        assert_false(seal_open(*state, key, "test", changed, &text, &n));
    }
    assert_false(seal_open(*state, key, "test", arena_printf(*state, "%s0", sealed), &text, &n));
}

static void a_seal_is_good_for_its_purpose_and_key_only(void **state)
{
    const char *sealed = seal_close(*state, key, "tools/list", "50", 2), *text;
    size_t n;

    assert_true(seal_open(*state, key, "tools/list", sealed, &text, &n));
    assert_false(seal_open(*state, key, "tools/lis", sealed, &text, &n));
    assert_false(seal_open(*state, other, "tools/list", sealed, &text, &n));
}

static void the_seal_is_hmac_sha256(void **state)
{
    /* Made with Python: hmac.new(key, b"purpose\0" + b"dGV4dA", "sha256"), the key's last byte being 0. */
    static const unsigned char k[SHA256_BYTES] = "0123456789abcdef0123456789abcde";

    assert_string_equal(seal_close(*state, k, "purpose", "text", 4),
                        "dGV4dA.c02f7273d91abc263a5a2f3212eb1f76b9a7a22095f74e07ee7f3ac9cd9d87d9");
}

static void base64_takes_one_form_only(void **state)
{
    static const char *const good[][2] = { { "", "" },      { "SGVsbG8=", "Hello" }, { "SGk=", "Hi" },
                                           { "SA==", "H" }, { "SGV5", "Hey" },       { "Pz8/", "\?\?\?" } };
    static const char *const bad[] = { "SGVsbG8",      "SGVs!!!bG8=", "SGVsbG9=", "SB==", "S===", "====",
                                       "SGVsbG8=SGk=", "SGVs bG8=",   "Pz8_",     "A",    "SA=A" };
    const char *text;
    size_t n;

    for (size_t i = 0; i < COUNT_OF(good); i++) {
        assert_true(base64_read(*state, BASE64, good[i][0], strlen(good[i][0]), &text, &n));
        assert_int_equal(n, strlen(good[i][1]));
        assert_memory_equal(text, good[i][1], n);
        assert_string_equal(base64_text(*state, BASE64, text, n), good[i][0]);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (base64_read(*state, BASE64, bad[i], strlen(bad[i]), &text, &n))
            fail_msg("%s was taken", bad[i]);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_was_sealed_comes_back_byte_for_byte),
        TEST(any_changed_character_is_noticed),
        TEST(a_seal_is_good_for_its_purpose_and_key_only),
        TEST(the_seal_is_hmac_sha256),
        TEST(base64_takes_one_form_only),
    };

    return cmocka_run_group_tests_name("mcp_seal", tests, NULL, NULL);
}
