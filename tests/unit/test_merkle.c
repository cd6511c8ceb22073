/* test_merkle.c - the tree against RFC 6962's definition.
 *
 * The table of roots was made from the definition by these lines of Python, over Certificate Transparency's own eight
 * test leaves; definition() below is the same in C, and serves for all other sizes.
 *
 *   def mth(d):
 *       k = 1
 *       while 2 * k < len(d): k *= 2
 *       return H(b"") if not d else H(b"\0" + d[0]) if len(d) == 1 else H(b"\1" + mth(d[:k]) + mth(d[k:]))
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/hash.h"
#include "store/log/merkle.h"
#include <stdio.h>
#include <string.h>

#define MOST 300

static unsigned char leaves[MOST][SHA256_BYTES];

static int make_leaves(void **state)
{
    (void)state;
    for (int i = 0; i < MOST; i++) {
        char line[16];
        merkle_leaf(line, (size_t)snprintf(line, sizeof line, "line %d", i), leaves[i]);
    }
    return 0;
}

static void definition(size_t from, size_t to, unsigned char ret[static SHA256_BYTES])
{
    unsigned char both[1 + 2 * SHA256_BYTES] = { 1 };
    size_t k = 1;

    if (to - from == 1) {
        memcpy(ret, leaves[from], SHA256_BYTES);
        return;
    }
    while (2 * k < to - from)
        k *= 2;
    definition(from, from + k, both + 1);
    definition(from + k, to, both + 1 + SHA256_BYTES);
    sha256_parts(&(struct sha256_part){ both, sizeof both }, 1, ret);
}

static void build(struct merkle *m, size_t from, size_t to)
{
    merkle_init(m);
    for (size_t i = from; i < to; i++)
        merkle_add(m, leaves[i]);
}

static void roots_agree_with_rfc_6962(void **state)
{
    static const struct {
        const char *line;
        size_t n;
        const char *root; /* of the tree with this line as its last */
    } examples[] = {
        { "", 0, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d" },
        { "\x00", 1, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125" },
        { "\x10", 1, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77" },
        { "\x20\x21", 2, "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7" },
        { "\x30\x31", 2, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4" },
        { "\x40\x41\x42\x43", 4, "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef" },
        { "\x50\x51\x52\x53\x54\x55\x56\x57", 8, "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c" },
        { "\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f", 16,
          "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328" },
    };
    unsigned char hash[SHA256_BYTES];
    char text[SHA256_TEXT_BYTES];
    struct merkle m;

    (void)state;
    merkle_init(&m);
    merkle_root(&m, hash);
    hex_text(hash, sizeof hash, text);
    assert_string_equal(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        merkle_leaf(examples[i].line, examples[i].n, hash);
        merkle_add(&m, hash);
        merkle_root(&m, hash);
        hex_text(hash, sizeof hash, text);
        assert_string_equal(text, examples[i].root);
    }
}

static void every_size_agrees_with_the_definition(void **state)
{
    unsigned char root[SHA256_BYTES], right[SHA256_BYTES];
    struct merkle m;

    (void)state;
    merkle_init(&m);
    for (size_t n = 1; n <= MOST; n++) {
        merkle_add(&m, leaves[n - 1]);
        assert_int_equal(m.leaves, n);
        merkle_root(&m, root);
        definition(0, n, right);
        assert_memory_equal(root, right, SHA256_BYTES);
    }
}

/* Every pair of sizes up to 70: joined where the header says so, refused and unchanged elsewhere. */
static void trees_join_where_their_subtrees_meet(void **state)
{
    size_t joined = 0, refused = 0;

    (void)state;
    for (size_t a = 0; a <= 70; a++) {
        for (size_t b = 0; b <= 70; b++) {
            struct merkle m, more, before, whole;
            size_t power = 1;
            build(&m, 0, a);
            build(&more, a, a + b);
            build(&whole, 0, a + b);
            before = m;
            while (power < b)
                power *= 2;
            if (b == 0 || a % power == 0) {
                unsigned char root[SHA256_BYTES], right[SHA256_BYTES];
                assert_true(merkle_join(&m, &more));
                assert_int_equal(m.leaves, a + b);
                merkle_root(&m, root);
                merkle_root(&whole, right);
                assert_memory_equal(root, right, SHA256_BYTES);
                joined++;
            } else {
                assert_false(merkle_join(&m, &more));
                assert_memory_equal(&m, &before, sizeof m);
                refused++;
            }
        }
    }
    assert_true(joined > 300 && refused > 3000);
}

static void trees_of_the_largest_numbers_do_not_overflow(void **state)
{
    struct merkle m = { .leaves = 1 }, huge = { .leaves = (UINT64_C(1) << 63) + 1 }, half = { .leaves = 0 };

    (void)state;
    assert_false(merkle_join(&m, &huge));
    assert_int_equal(m.leaves, 1);
    merkle_init(&m);
    assert_true(merkle_join(&m, &huge));
    assert_int_equal(m.leaves, huge.leaves);
    half.leaves = m.leaves = UINT64_C(1) << 63;
    assert_false(merkle_join(&m, &half));
    assert_int_equal(m.leaves, UINT64_C(1) << 63);
}

static void a_tree_survives_being_text(void **state)
{
    char text[MERKLE_TEXT_BYTES], again[MERKLE_TEXT_BYTES];
    struct merkle m, back, most;

    (void)state;
    for (size_t n = 0; n <= 70; n++) {
        build(&m, 0, n);
        merkle_text(&m, text);
        assert_true(merkle_read(text, &back));
        assert_int_equal(back.leaves, n);
        merkle_text(&back, again);
        assert_string_equal(text, again);
        merkle_add(&m, leaves[n]);
        merkle_add(&back, leaves[n]);
        assert_memory_equal(m.roots[0], back.roots[0], SHA256_BYTES);
    }
    memset(&most, 0xff, sizeof most);
    merkle_text(&most, text);
    assert_true(strlen(text) < sizeof text);
    assert_true(merkle_read(text, &back));
    assert_memory_equal(&most, &back, sizeof most);
}

#define HASH "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

static void other_texts_are_no_tree(void **state)
{
    static const char *const bad[] = {
        "",
        " ",
        "x",
        "-1 " HASH,
        "01 " HASH,
        "00",
        "0 ",
        "0 " HASH,
        "1",
        "1 ",
        "1" HASH,
        "1  " HASH,
        "1 " HASH " ",
        "1 " HASH " " HASH,
        "3 " HASH,
        "2 " HASH "0",
        "1 E3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "1 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85",
        "1 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85g",
        "18446744073709551616 " HASH,
        "a " HASH,
    };
    struct merkle m = { .leaves = 77 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (merkle_read(bad[i], &m))
            fail_msg("taken: %s", bad[i]);
    assert_int_equal(m.leaves, 77);
    assert_true(merkle_read("3 " HASH " " HASH, &m));
    assert_true(merkle_read("0", &m));
    assert_int_equal(m.leaves, 0);
}

/* ---- proofs ---- */

static int give_leaf(void *arg, uint64_t i, unsigned char ret[static SHA256_BYTES], struct err *err)
{
    uint64_t *next = arg;

    (void)err;
    assert_int_equal(i, *next);
    ++*next;
    memcpy(ret, leaves[i], SHA256_BYTES);
    return 0;
}

static void prove(uint64_t leaf, uint64_t n, struct merkle_proof *ret)
{
    uint64_t next = 0;
    struct err err;

    assert_int_equal(merkle_prove(leaf, n, give_leaf, &next, ret, &err), 0);
    assert_int_equal(next, n);
    assert_int_equal(ret->leaf, leaf);
    assert_int_equal(ret->leaves, n);
}

static void every_leaf_is_proved_in_every_size(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 70; n++) {
        unsigned char root[SHA256_BYTES], right[SHA256_BYTES];
        definition(0, n, right);
        for (size_t i = 0; i < n; i++) {
            struct merkle_proof p;
            prove(i, n, &p);
            assert_true(merkle_check(&p, leaves[i], root));
            assert_memory_equal(root, right, SHA256_BYTES);
        }
    }
}

/* RFC 6962, 2.1.3: the paths of d0, d3, d4 and d6 in its tree of seven. */
static void the_rfcs_example_has_its_paths(void **state)
{
    static const struct {
        uint64_t leaf;
        size_t n;
        struct {
            size_t from, to;
        } path[3];
    } examples[] = {
        { 0, 3, { { 1, 2 }, { 2, 4 }, { 4, 7 } } },
        { 3, 3, { { 2, 3 }, { 0, 2 }, { 4, 7 } } },
        { 4, 3, { { 5, 6 }, { 6, 7 }, { 0, 4 } } },
        { 6, 2, { { 4, 6 }, { 0, 4 } } },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        struct merkle_proof p;
        prove(examples[i].leaf, 7, &p);
        assert_int_equal(p.n, examples[i].n);
        for (size_t k = 0; k < p.n; k++) {
            unsigned char right[SHA256_BYTES];
            definition(examples[i].path[k].from, examples[i].path[k].to, right);
            assert_memory_equal(p.path[k], right, SHA256_BYTES);
        }
    }
}

static void a_changed_proof_leads_elsewhere(void **state)
{
    unsigned char root[SHA256_BYTES], right[SHA256_BYTES];
    struct merkle_proof p, other;

    (void)state;
    definition(0, 21, right);
    prove(13, 21, &p);
    for (size_t k = 0; k < p.n; k++) {
        other = p;
        other.path[k][31] ^= 1;
        assert_true(merkle_check(&other, leaves[13], root));
        assert_memory_not_equal(root, right, SHA256_BYTES);
    }
    assert_true(merkle_check(&p, leaves[12], root));
    assert_memory_not_equal(root, right, SHA256_BYTES);
    for (uint64_t leaf = 0; leaf < 21; leaf++) {
        other = p;
        other.leaf = leaf;
        if (leaf != 13 && merkle_check(&other, leaves[13], root))
            assert_memory_not_equal(root, right, SHA256_BYTES);
    }
}

static void a_proof_of_the_wrong_length_is_none(void **state)
{
    unsigned char root[SHA256_BYTES] = { 7 }, untouched[SHA256_BYTES] = { 7 };
    struct merkle_proof p, other;

    (void)state;
    prove(13, 21, &p);
    other = p;
    other.n--;
    assert_false(merkle_check(&other, leaves[13], root));
    other.n += 2;
    assert_false(merkle_check(&other, leaves[13], root));
    other.n = 65;
    assert_false(merkle_check(&other, leaves[13], root));
    other = p;
    other.leaf = 21;
    assert_false(merkle_check(&other, leaves[13], root));
    other = (struct merkle_proof){ .leaf = 0, .leaves = 0 };
    assert_false(merkle_check(&other, leaves[13], root));
    other = (struct merkle_proof){ .leaf = UINT64_MAX - 1, .leaves = UINT64_MAX, .n = 3 };
    assert_false(merkle_check(&other, leaves[13], root));
    assert_memory_equal(root, untouched, sizeof root);
}

static int fail_at_five(void *arg, uint64_t i, unsigned char ret[static SHA256_BYTES], struct err *err)
{
    (void)arg;
    memset(ret, 0, SHA256_BYTES);
    return i == 5 ? err_say(err, ERR_IO, "no leaf") : 0;
}

static void a_leaf_that_cannot_be_had_fails_the_proof(void **state)
{
    struct merkle_proof p = { .n = 99 };
    struct err err;

    (void)state;
    assert_int_equal(merkle_prove(2, 9, fail_at_five, NULL, &p, &err), -1);
    assert_int_equal(err.code, ERR_IO);
    assert_int_equal(p.n, 99);
    assert_int_equal(merkle_prove(2, 5, fail_at_five, NULL, &p, &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_agree_with_rfc_6962),
        cmocka_unit_test(every_size_agrees_with_the_definition),
        cmocka_unit_test(trees_join_where_their_subtrees_meet),
        cmocka_unit_test(trees_of_the_largest_numbers_do_not_overflow),
        cmocka_unit_test(a_tree_survives_being_text),
        cmocka_unit_test(other_texts_are_no_tree),
        cmocka_unit_test(every_leaf_is_proved_in_every_size),
        cmocka_unit_test(the_rfcs_example_has_its_paths),
        cmocka_unit_test(a_changed_proof_leads_elsewhere),
        cmocka_unit_test(a_proof_of_the_wrong_length_is_none),
        cmocka_unit_test(a_leaf_that_cannot_be_had_fails_the_proof),
    };

    return cmocka_run_group_tests(tests, make_leaves, NULL);
}
