/* test_hash.c - SHA-256 against NIST's vectors, ids by their shape, and the world that makes them. */
#include "base/attrs.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/world.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/* FIPS 180-4 examples and NIST's CAVP short messages. */
static const struct {
    const char *bytes;
    size_t n;
    const char *hash;
} vectors[] = {
    { "", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    { "abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
    { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrst"
      "u",
      112, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
    { "\xd3", 1, "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1" },
    { "\x11\xaf", 2, "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98" },
    { "\xbd", 1, "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b" },
};

static void agrees_with_the_nist_vectors(void **state)
{
    char out[SHA256_TEXT_BYTES];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(vectors); i++) {
        sha256_text(vectors[i].bytes, vectors[i].n, out);
        assert_string_equal(out, vectors[i].hash);
    }
}

static void a_million_letters_hash_as_nist_says(void **state)
{
    struct sha256 *h = sha256_new();
    char thousand[1000], out[SHA256_TEXT_BYTES];

    (void)state;
    memset(thousand, 'a', sizeof thousand);
    for (int i = 0; i < 1000; i++)
        sha256_add(h, thousand, sizeof thousand);
    sha256_end_text(h, out);
    assert_string_equal(out, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Block boundaries lie at 64 bytes and the padding's at 56; every split of lengths around them must agree. */
static void pieces_hash_as_the_whole(void **state)
{
    unsigned char bytes[130];
    char whole[SHA256_TEXT_BYTES], pieces[SHA256_TEXT_BYTES];

    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 7);
    for (size_t n = 0; n <= sizeof bytes; n++) {
        sha256_text(bytes, n, whole);
        for (size_t cut = 0; cut <= n; cut++) {
            struct sha256 *h = sha256_new();
            sha256_add(h, bytes, cut);
            sha256_add(h, NULL, 0);
            sha256_add(h, bytes + cut, n - cut);
            sha256_end_text(h, pieces);
            assert_string_equal(pieces, whole);
        }
    }
}

/* Each thread keeps a context from one hash to the next: nothing of the one before may stay in it. */
static void parts_in_one_go_hash_as_the_whole(void **state)
{
    static const struct sha256_part parts[] = { { "", 0 }, { "a", 1 }, { NULL, 0 }, { "bc", 2 } };
    unsigned char hash[SHA256_BYTES];
    char text[SHA256_TEXT_BYTES], right[SHA256_TEXT_BYTES];

    (void)state;
    for (int i = 0; i < 3; i++) {
        sha256_parts(parts, 4, hash);
        hex_text(hash, sizeof hash, text);
        sha256_text("abc", 3, right);
        assert_string_equal(text, right);
        sha256_parts(NULL, 0, hash);
        hex_text(hash, sizeof hash, text);
        sha256_text("", 0, right);
        assert_string_equal(text, right);
    }
}

static void raw_and_text_ends_agree(void **state)
{
    struct sha256 *h = sha256_new();
    unsigned char raw[SHA256_BYTES];
    char text[SHA256_TEXT_BYTES];

    (void)state;
    sha256_add(h, "abc", 3);
    sha256_end(h, raw);
    hex_text(raw, sizeof raw, text);
    assert_string_equal(text, vectors[1].hash);
}

static void *hash_often(void *wrong)
{
    char out[SHA256_TEXT_BYTES];

    for (int i = 0; i < 2000; i++)
        for (size_t v = 0; v < COUNT_OF(vectors); v++) {
            sha256_text(vectors[v].bytes, vectors[v].n, out);
            *(int *)wrong += strcmp(out, vectors[v].hash) != 0;
        }
    return NULL;
}

static void threads_do_not_disturb_each_other(void **state)
{
    pthread_t threads[4];
    int wrong[4] = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hash_often, &wrong[i]), 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(wrong[i], 0);
    }
}

static void hex_covers_every_byte(void **state)
{
    unsigned char all[256];
    char text[513], pair[3];

    (void)state;
    for (size_t i = 0; i < sizeof all; i++)
        all[i] = (unsigned char)i;
    hex_text(all, sizeof all, text);
    assert_int_equal(strlen(text), 512);
    for (size_t i = 0; i < sizeof all; i++) {
        snprintf(pair, sizeof pair, "%02x", (unsigned)i);
        assert_memory_equal(text + 2 * i, pair, 2);
    }
    hex_text(all, 0, text);
    assert_string_equal(text, "");
}

/* ---- ids ---- */

static const char uuid4[] = "f47ac10b-58cc-4372-a567-0e02b2c3d479";

static void hex_reads_back_and_refuses_what_is_none(void **state)
{
    unsigned char bytes[256], read[256];
    char text[513];

    (void)state;
    for (int i = 0; i < 256; i++)
        bytes[i] = (unsigned char)i;
    hex_text(bytes, sizeof bytes, text);
    assert_true(hex_read(text, read, sizeof read));
    assert_memory_equal(read, bytes, sizeof bytes);
    assert_true(hex_read("09affz", read, 2)); /* what follows is not looked at */
    assert_int_equal(read[0], 0x09);
    assert_int_equal(read[1], 0xaf);
    assert_false(hex_read("0", read, 1)); /* a text that ends too soon is not read behind its end */
    assert_false(hex_read("", read, 2));
    for (const char *p = "/:@`gAFZ {"; *p; p++) {
        const char high[] = { *p, '0', '\0' }, low[] = { '0', *p, '\0' };
        assert_false(hex_read(high, read, 1));
        assert_false(hex_read(low, read, 1));
    }
}

static void a_uuid_has_its_shape(void **state)
{
    char id[ID_TEXT_BYTES];

    (void)state;
    assert_true(id_is_uuid(uuid4, 36));
    assert_true(id_is_uuid("F47AC10B-58CC-4372-A567-0E02B2C3D479", 36));
    assert_true(id_is_uuid("00000000-0000-0000-0000-000000000000", 36));
    assert_false(id_is_uuid(uuid4, 35));
    assert_false(id_is_uuid("f47ac10b-58cc-4372-a567-0e02b2c3d4790", 37));
    assert_false(id_is_uuid("", 0));
    assert_false(id_is_uuid("{47ac10b-58cc-4372-a567-0e02b2c3d47}", 36));
    assert_false(id_is_uuid("f47ac10b58cc-4372-a567-0e02b2c3d4791", 36));
    for (size_t i = 0; i < 36; i++) {
        static const char wrong[] = { 'g', 'G', '/', ':', '@', '`', ' ', '\0', '\xc3' };
        for (size_t w = 0; w < sizeof wrong; w++) {
            memcpy(id, uuid4, sizeof id);
            id[i] = wrong[w];
            assert_false(id_is_uuid(id, 36));
        }
        memcpy(id, uuid4, sizeof id);
        id[i] = id[i] == '-' ? '0' : '-';
        assert_false(id_is_uuid(id, 36));
    }
}

static void version_and_variant_make_a_uuid4(void **state)
{
    char id[ID_TEXT_BYTES];

    (void)state;
    for (const char *c = "0123456789abcdefABCDEF"; *c; c++) {
        memcpy(id, uuid4, sizeof id);
        id[14] = *c;
        assert_int_equal(id_is_uuid4(id, 36), *c == '4');
        assert_true(id_is_uuid(id, 36));
        memcpy(id, uuid4, sizeof id);
        id[19] = *c;
        assert_int_equal(id_is_uuid4(id, 36), strchr("89abAB", *c) != NULL);
    }
    assert_false(id_is_uuid4(uuid4, 35));
}

static void a_sha256_is_lower_case(void **state)
{
    char hash[SHA256_TEXT_BYTES];

    (void)state;
    memcpy(hash, vectors[0].hash, sizeof hash);
    hash[64] = '0';
    assert_true(id_is_sha256(hash, 64));
    assert_false(id_is_sha256(hash, 63));
    assert_false(id_is_sha256(hash, 65));
    hash[0] = 'E';
    assert_false(id_is_sha256(hash, 64));
    hash[0] = 'g';
    assert_false(id_is_sha256(hash, 64));
}

/* ---- the world ---- */

static void a_new_id_is_a_uuid4_and_differs(void **state)
{
    char ids[1000][ID_TEXT_BYTES];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        world_id(world_system(), ids[i]);
        assert_true(id_is_uuid4(ids[i], strlen(ids[i])));
        for (const char *c = ids[i]; *c; c++)
            assert_null(strchr("ABCDEF", *c));
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(ids[i], ids[j]);
    }
}

static int64_t recorded_now(void *state)
{
    return *(const int64_t *)state;
}

static void recorded_random(void *state, void *out, size_t n)
{
    (void)state;
    memset(out, 0xff, n);
}

static void a_replayed_world_answers_as_recorded(void **state)
{
    int64_t then = INT64_C(1769164200123000);
    const struct world w = { recorded_now, recorded_random, &then };
    char id[ID_TEXT_BYTES];

    (void)state;
    assert_int_equal(world_now(&w), then);
    world_id(&w, id);
    assert_string_equal(id, "ffffffff-ffff-4fff-bfff-ffffffffffff");
}

static void the_real_clocks_tell_the_time(void **state)
{
    int64_t before = (int64_t)time(NULL), now = world_now(world_system()), mono = world_mono_us();
    int64_t last = mono;

    (void)state;
    assert_true(now / 1000000 >= before && now / 1000000 <= before + 5);
    for (int i = 0; i < 10000; i++) {
        mono = world_mono_us();
        assert_true(mono >= last);
        last = mono;
    }
}

/* More than one getrandom() call gives at once: the last byte must be filled too. */
static void randomness_fills_any_length(void **state)
{
    static unsigned char bytes[100001];
    const struct world *w = world_system();
    size_t zeros = 0;

    (void)state;
    w->random(w->state, bytes, 100000);
    for (size_t i = 0; i < 100000; i++)
        zeros += bytes[i] == 0;
    assert_true(zeros < 800); /* 391 expected, with a deviation of 20 */
    assert_int_equal(bytes[100000], 0);
    for (int tries = 0; bytes[99999] == 0 && tries < 20; tries++)
        w->random(w->state, bytes, 100000);
    assert_int_not_equal(bytes[99999], 0);
    w->random(w->state, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_nist_vectors),
        cmocka_unit_test(a_million_letters_hash_as_nist_says),
        cmocka_unit_test(pieces_hash_as_the_whole),
        cmocka_unit_test(parts_in_one_go_hash_as_the_whole),
        cmocka_unit_test(raw_and_text_ends_agree),
        cmocka_unit_test(threads_do_not_disturb_each_other),
        cmocka_unit_test(hex_covers_every_byte),
        cmocka_unit_test(hex_reads_back_and_refuses_what_is_none),
        cmocka_unit_test(a_uuid_has_its_shape),
        cmocka_unit_test(version_and_variant_make_a_uuid4),
        cmocka_unit_test(a_sha256_is_lower_case),
        cmocka_unit_test(a_new_id_is_a_uuid4_and_differs),
        cmocka_unit_test(a_replayed_world_answers_as_recorded),
        cmocka_unit_test(the_real_clocks_tell_the_time),
        cmocka_unit_test(randomness_fills_any_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
