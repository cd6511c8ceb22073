/* test_inflate.c - gzip and Zstandard: members and frames, what is cut short, and bombs. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "formats/inflate.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
/* cmocka wants the four above first */
#include <cmocka.h>

static void add_gzip(struct buf *b, const void *p, size_t n)
{
    z_stream z = { 0 };

    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_true(buf_reserve(b, deflateBound(&z, n) + 64));
    z.next_in = (Bytef *)(uintptr_t)p;
    z.avail_in = (uInt)n;
    z.next_out = (Bytef *)b->p + b->n;
    z.avail_out = (uInt)(deflateBound(&z, n) + 64);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    b->n += z.total_out;
    deflateEnd(&z);
}

static void add_zstd(struct buf *b, const void *p, size_t n)
{
    size_t room = ZSTD_compressBound(n), used;

    assert_true(buf_reserve(b, room));
    used = ZSTD_compress(b->p + b->n, room, p, n, 3);
    assert_false(ZSTD_isError(used));
    b->n += used;
}

static void (*const packers[])(struct buf *b, const void *p, size_t n) = { add_gzip, add_zstd };
static const enum packing kinds[] = { PACKING_GZIP, PACKING_ZSTD };

/* Text that packs some ten times: like a table, unlike a bomb. */
static void add_table(struct buf *b, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        buf_addf(b, "%zu,customer %zu,%zu.%02zu,open\n", i, i * 7919 % 1000, i * 31 % 977, i % 100);
}

static int inflate_into(enum packing kind, const struct buf *packed, struct buf *out, struct err *err)
{
    return inflate_bytes(kind, packed->p, packed->n, NULL, out, err);
}

static void gives_back_what_was_packed(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (size_t rows = 0; rows < 200000; rows = rows * 9 + 1) {
            struct buf plain CLEANUP(buf_done) = BUF(64 << 20), packed CLEANUP(buf_done) = BUF(64 << 20);
            struct buf out CLEANUP(buf_done) = BUF(64 << 20);
            struct err err;

            add_table(&plain, rows);
            packers[k](&packed, plain.p, plain.n);
            assert_int_equal(inflate_kind(packed.p, packed.n), kinds[k]);
            assert_int_equal(inflate_into(kinds[k], &packed, &out, &err), 0);
            assert_int_equal(out.n, plain.n);
            assert_memory_equal(out.p, plain.p, plain.n);
            assert_int_equal(out.p[out.n], '\0');
        }
}

static void reads_members_and_frames_behind_each_other(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        struct buf packed CLEANUP(buf_done) = BUF(1 << 20), out CLEANUP(buf_done) = BUF(1 << 20);
        struct err err;

        packers[k](&packed, "a,b\n", 4);
        packers[k](&packed, "", 0);
        packers[k](&packed, "1,2\n", 4);
        assert_int_equal(inflate_into(kinds[k], &packed, &out, &err), 0);
        assert_string_equal(out.p, "a,b\n1,2\n");
    }
}

static void zeros_behind_a_gzip_file_are_padding(void **state)
{
    struct buf packed CLEANUP(buf_done) = BUF(1 << 20), out CLEANUP(buf_done) = BUF(1 << 20);
    struct err err;

    (void)state;
    add_gzip(&packed, "a\n", 2);
    buf_fill(&packed, '\0', 512);
    assert_int_equal(inflate_into(PACKING_GZIP, &packed, &out, &err), 0);
    assert_string_equal(out.p, "a\n");
}

static void refuses_every_cut(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        struct buf plain CLEANUP(buf_done) = BUF(1 << 20), packed CLEANUP(buf_done) = BUF(1 << 20);

        add_table(&plain, 40);
        packers[k](&packed, plain.p, plain.n);
        for (size_t n = 4; n < packed.n; n++) {
            struct buf out CLEANUP(buf_done) = BUF(1 << 20);
            char *exact = malloc(n); /* so that a byte too many is seen */
            struct err err;

            memcpy(exact, packed.p, n);
            if (inflate_bytes(kinds[k], exact, n, NULL, &out, &err) == 0)
                fail_msg("kind %zu cut at %zu of %zu", k, n, packed.n);
            assert_int_equal(err.code, ERR_DATA_UNREADABLE);
            assert_string_equal(err.message, "The compressed file is damaged or cut short.");
            free(exact);
        }
    }
}

static void refuses_a_wrong_checksum_and_rubbish_behind(void **state)
{
    struct buf packed CLEANUP(buf_done) = BUF(1 << 20), out CLEANUP(buf_done) = BUF(1 << 20);
    struct err err;

    (void)state;
    add_gzip(&packed, "hello\n", 6);
    packed.p[packed.n - 6] ^= 1;
    assert_int_equal(inflate_into(PACKING_GZIP, &packed, &out, &err), -1);
    packed.p[packed.n - 6] ^= 1;
    buf_adds(&packed, "rubbish that is no member");
    assert_int_equal(inflate_into(PACKING_GZIP, &packed, &out, &err), -1);
    assert_int_equal(err.code, ERR_DATA_UNREADABLE);
}

static void refuses_a_bomb(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        struct buf packed CLEANUP(buf_done) = BUF(256 << 20), out CLEANUP(buf_done) = BUF(DATA_FILE_BYTES);
        size_t n = 200u << 20;
        char *zeros = calloc(n, 1);
        struct err err;

        packers[k](&packed, zeros, n);
        assert_int_equal(inflate_into(kinds[k], &packed, &out, &err), -1);
        assert_int_equal(err.code, ERR_TOO_LARGE);
        assert_true(out.n < n / 2);
        free(zeros);
    }
}

static void a_small_file_may_repeat_itself(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        struct buf packed CLEANUP(buf_done) = BUF(64 << 20), out CLEANUP(buf_done) = BUF(DATA_FILE_BYTES);
        size_t n = 8u << 20;
        char *zeros = calloc(n, 1);
        struct err err;

        packers[k](&packed, zeros, n);
        if (inflate_into(kinds[k], &packed, &out, &err))
            fail_msg("kind %zu: %s (%s)", k, err.message, err.detail);
        assert_int_equal(out.n, n);
        free(zeros);
    }
}

static void the_output_has_a_bound(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        struct buf packed CLEANUP(buf_done) = BUF(1 << 20), enough CLEANUP(buf_done) = BUF(5000);
        struct buf less CLEANUP(buf_done) = BUF(4000);
        char text[4096];
        struct err err;

        memset(text, 'x', sizeof text);
        packers[k](&packed, text, sizeof text);
        assert_int_equal(inflate_into(kinds[k], &packed, &enough, &err), 0);
        assert_int_equal(inflate_into(kinds[k], &packed, &less, &err), -1);
        assert_int_equal(err.code, ERR_TOO_LARGE);
    }
}

static void stops_when_it_is_cancelled(void **state)
{
    struct buf packed CLEANUP(buf_done) = BUF(1 << 20), out CLEANUP(buf_done) = BUF(1 << 20);
    struct cancel cancel;
    struct err err;

    (void)state;
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    add_gzip(&packed, "a", 1);
    assert_int_equal(inflate_bytes(PACKING_GZIP, packed.p, packed.n, &cancel, &out, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
}

static void knows_the_name_inside(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_string_equal(inflate_name(a, "x.csv.gz"), "x.csv");
    assert_string_equal(inflate_name(a, "X.JSON.ZST"), "X.JSON");
    assert_string_equal(inflate_name(a, "plain"), "plain");
    assert_string_equal(inflate_name(a, ".gz"), ".gz");
    assert_int_equal(inflate_kind("a,b\n1,2", 7), PACKING_NONE);
    assert_int_equal(inflate_kind("\x1f", 1), PACKING_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_back_what_was_packed),
        cmocka_unit_test(reads_members_and_frames_behind_each_other),
        cmocka_unit_test(zeros_behind_a_gzip_file_are_padding),
        cmocka_unit_test(refuses_every_cut),
        cmocka_unit_test(refuses_a_wrong_checksum_and_rubbish_behind),
        cmocka_unit_test(refuses_a_bomb),
        cmocka_unit_test(a_small_file_may_repeat_itself),
        cmocka_unit_test(the_output_has_a_bound),
        cmocka_unit_test(stops_when_it_is_cancelled),
        cmocka_unit_test(knows_the_name_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
