/* test_learn.c - models give the scores that they hold, and nothing that is damaged is believed. */
#include "base/buf.h"
#include "base/err.h"
#include "learn/bundle.h"
#include "learn/calibration.h"
#include "learn/feature.h"
#include "learn/linear.h"
#include "learn/trees.h"
#include "learn/trees_part.h"
#include "near_testing.h"
#include "train/linear_fit.h"
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- features ---- */

static void a_feature_is_its_name_in_order(void **state)
{
    uint32_t a = feature_text("highest"), b = feature_text("lowest");

    (void)state;
    assert_int_equal(feature_bytes("highest", 7), a);
    assert_int_not_equal(feature_of(a, b), feature_of(b, a));
    assert_int_not_equal(feature_of(a, 0), a);
    assert_int_equal(feature_text("highest"), 0x90e16c12); /* kept in bundles: never changes */
}

static void features_are_kept_once(void **state)
{
    uint32_t id[4];
    struct features f = { .id = id, .room = COUNT_OF(id) };

    (void)state;
    features_unique(&f);
    assert_int_equal(f.n, 0);
    for (uint32_t i = 0; i < 5; i++)
        feature_add(&f, 7 - i % 2);
    assert_int_equal(f.lost, 1);
    features_unique(&f);
    assert_int_equal(f.n, 2);
    assert_int_equal(id[0], 6);
    assert_int_equal(id[1], 7);
}

/* ---- bundles ---- */

static const struct bundle_part some_parts[] = { { "rank", "abc", 3 },
                                                 { "slots.select", "0123456789", 10 },
                                                 { "a", "", 0 } };

static void some_bundle(struct buf *b)
{
    struct err err;

    assert_int_equal(bundle_write(some_parts, COUNT_OF(some_parts), b, &err), 0);
}

static void parts_are_found_by_name(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 16), other CLEANUP(buf_done) = BUF(1 << 16);
    struct bundle_part turned[] = { some_parts[2], some_parts[1], some_parts[0] };
    struct bundle *bundle;
    const void *p;
    size_t n;
    struct err err;

    (void)state;
    some_bundle(&b);
    assert_int_equal(bundle_write(turned, COUNT_OF(turned), &other, &err), 0);
    assert_int_equal(b.n, other.n);
    assert_memory_equal(b.p, other.p, b.n);
    assert_int_equal(bundle_open(b.p, b.n, &bundle, &err), 0);
    for (size_t i = 0; i < COUNT_OF(some_parts); i++) {
        assert_int_equal(bundle_part(bundle, some_parts[i].name, &p, &n, &err), 0);
        assert_int_equal(n, some_parts[i].n);
        assert_memory_equal(p, some_parts[i].p, n);
        assert_int_equal((uintptr_t)p % 8, 0);
    }
    assert_int_equal(bundle_part(bundle, "slots", &p, &n, &err), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
    bundle_free(bundle);
}

static void a_file_is_mapped(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 16);
    int fd = memfd_create("bundle", 0);
    struct bundle *bundle;
    const void *p;
    size_t n;
    struct err err;

    (void)state;
    some_bundle(&b);
    assert_int_equal(bundle_map(fd, &bundle, &err), -1);
    assert_int_equal(write(fd, b.p, b.n), b.n);
    assert_int_equal(bundle_map(fd, &bundle, &err), 0);
    close(fd);
    assert_int_equal(bundle_part(bundle, "rank", &p, &n, &err), 0);
    assert_memory_equal(p, "abc", 3);
    bundle_free(bundle);
}

static void names_must_be_different_and_short(void **state)
{
    struct bundle_part parts[] = { { "a", "", 0 }, { "a", "", 0 } };
    struct buf b CLEANUP(buf_done) = BUF(1 << 16);
    struct err err;

    (void)state;
    assert_int_equal(bundle_write(parts, 2, &b, &err), -1);
    parts[1].name = "";
    assert_int_equal(bundle_write(parts, 2, &b, &err), -1);
    parts[1].name = "a name that takes thirty-two char";
    assert_int_equal(bundle_write(parts, 2, &b, &err), -1);
    assert_int_equal(b.n, 0);
    parts[1].name = "a name that takes thirty-one ch";
    assert_int_equal(bundle_write(parts, 2, &b, &err), 0);
}

static void every_changed_byte_is_found(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 16);
    struct bundle *bundle;
    struct err err;

    (void)state;
    some_bundle(&b);
    for (size_t i = 0; i < b.n; i++) {
        b.p[i] ^= 1;
        assert_int_equal(bundle_open(b.p, b.n, &bundle, &err), -1);
        assert_int_equal(err.code, ERR_DATA_UNREADABLE);
        b.p[i] ^= 1;
    }
    for (size_t n = 0; n < b.n; n++)
        assert_int_equal(bundle_open(b.p, n, &bundle, &err), -1);
}

/* ---- linear ---- */

/* Weights of three classes: slot s has s % 8 - 3 where it is a multiple of 3, else none. */
static void some_linear(struct buf *b, size_t classes)
{
    float slots[128] = { 0 }, bias[3] = { .5F, -1, 2 };
    struct linear_weights w = { .bits = 7, .classes = classes, .slots = slots, .bias = bias };
    struct err err;

    for (int i = 0; i < 128; i += 3)
        slots[i] = (float)(i % 8 - 3);
    assert_int_equal(linear_write(&w, .5, b, &err), 0);
}

static double weight_of(uint32_t slot)
{
    slot %= 128;
    return slot % 3 == 0 ? slot % 8 - 3.0 : 0;
}

static void scores_are_sums_of_weights(void **state)
{
    static const double bias[] = { .5, -1, 2 };
    const uint32_t features[] = { 0, 3, 4, 62, 63, 64, 126, 127, 0x12345680 };

    (void)state;
    for (size_t classes = 1; classes <= 3; classes++) {
        struct buf b CLEANUP(buf_done) = BUF(1 << 16);
        struct linear m;
        struct err err;
        double scores[3];

        some_linear(&b, classes);
        assert_int_equal(linear_open(b.p, b.n, &m, &err), 0);
        linear_scores(&m, features, COUNT_OF(features), scores);
        for (uint32_t c = 0; c < classes; c++) {
            double sum = bias[c];
            for (size_t i = 0; i < COUNT_OF(features); i++)
                sum += weight_of(features[i] + c);
            assert_near(scores[c], sum, 1e-3);
        }
        assert_true(linear_score(&m, features, COUNT_OF(features)) == scores[0]);
    }
}

/* Whatever one byte of it becomes, it is refused or gives finite scores. */
static void a_damaged_linear_model_does_no_harm(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 16);
    const uint32_t features[] = { 0, 3, 63, 127 };
    struct linear m;
    struct err err;
    double scores[LINEAR_CLASSES_MOST];

    (void)state;
    some_linear(&b, 2);
    for (size_t i = 0; i < b.n; i++)
        for (unsigned v = 0; v < 256; v += 5) {
            char was = b.p[i];
            b.p[i] = (char)v;
            if (linear_open(b.p, b.n, &m, &err) == 0) {
                linear_scores(&m, features, COUNT_OF(features), scores);
                assert_true(isfinite(scores[0]));
            }
            b.p[i] = was;
        }
    for (size_t n = 0; n < b.n; n++)
        assert_int_equal(linear_open(b.p, n, &m, &err), -1);
}

static void probabilities_sum_to_one(void **state)
{
    double p[] = { 1000, 1001, -1e9 }, l[3];

    (void)state;
    log_softmax(p, 3, l);
    softmax(p, 3, p);
    assert_near(p[0] + p[1] + p[2], 1, 1e-12);
    assert_near(p[1] / p[0], exp(1), 1e-9);
    assert_near(exp(l[0]), p[0], 1e-12);
    assert_near(logistic(log(3)), .75, 1e-12);
    assert_true(logistic(-1e9) == 0);
}

/* ---- trees ---- */

struct two_trees {
    struct trees_head head;
    uint32_t start[3];
    struct trees_node nodes[2];
    float leaves[4];
};
#define TREES_BYTES (offsetof(struct two_trees, leaves) + 4 * sizeof(float))

/* A tree of two nodes, one of none. */
static struct two_trees some_trees(void)
{
    return (struct two_trees){ .head = { .features = 2, .trees = 2, .nodes = 2, .base = 1 },
                               .start = { 0, 2, 2 },
                               .nodes = { { .feature = 0, .threshold = 5, .child = { ~0, 1 } },
                                          { .feature = 1, .threshold = -1, .child = { ~1, ~2 } } },
                               .leaves = { 10, 20, 30, 100 } };
}

static void rows_fall_into_their_leaves(void **state)
{
    static const struct {
        float row[2];
        double score;
    } cases[] = { { { 5, 9 }, 111 },          { { 5.01F, -1 }, 121 },   { { 6, -.5F }, 131 }, { { NAN, 0 }, 111 },
                  { { INFINITY, NAN }, 121 }, { { 7, INFINITY }, 131 }, { { -9, 0 }, 111 },   { { -INFINITY, 0 }, 111 },
                  { { 1e30F, 1e30F }, 131 },  { { 8, -8 }, 121 },       { { 9, 1 }, 131 } };
    _Alignas(8) struct two_trees t = some_trees();
    struct trees m;
    struct err err;
    float rows[COUNT_OF(cases)][3];
    double all[COUNT_OF(cases)], one;

    (void)state;
    assert_int_equal(trees_open(&t, TREES_BYTES, &m, &err), 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        memcpy(rows[i], cases[i].row, sizeof cases[i].row);
    trees_scores(&m, rows[0], COUNT_OF(cases), 3, all);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        trees_scores(&m, cases[i].row, 1, 2, &one);
        assert_near(one, cases[i].score, 0);
        assert_near(all[i], cases[i].score, 0);
    }
}

static void a_walk_must_end(void **state)
{
    static const struct {
        size_t node;
        int16_t child[2];
    } cases[] = { { 0, { 0, 1 } }, { 1, { 0, ~2 } }, { 1, { 1, ~2 } }, { 1, { 2, ~2 } }, { 1, { ~3, ~2 } } };
    _Alignas(8) struct two_trees t;
    struct trees m;
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        t = some_trees();
        memcpy(t.nodes[cases[i].node].child, cases[i].child, sizeof cases[i].child);
        assert_int_equal(trees_open(&t, TREES_BYTES, &m, &err), -1);
        assert_int_equal(err.code, ERR_DATA_UNREADABLE);
    }
}

static void damaged_trees_do_no_harm(void **state)
{
    _Alignas(8) struct two_trees t;
    unsigned char *bytes = (unsigned char *)&t;
    const float row[2] = { 6, 7 };
    struct trees m;
    struct err err;
    double score;

    (void)state;
    for (size_t i = 0; i < TREES_BYTES; i++)
        for (unsigned v = 0; v < 256; v++) {
            t = some_trees();
            bytes[i] = (unsigned char)v;
            if (trees_open(&t, TREES_BYTES, &m, &err) || m.features > 2)
                continue;
            trees_scores(&m, row, 1, 2, &score);
            assert_true(isfinite(score));
        }
    t = some_trees();
    for (size_t n = 0; n < TREES_BYTES; n++)
        assert_int_equal(trees_open(&t, n, &m, &err), -1);
}

/* ---- calibration ---- */

static void a_score_becomes_a_probability(void **state)
{
    static const struct calibration_point points[] = { { -1, .25F }, { 1, .75F }, { 2, .75F } };
    static const double cases[][2] = { { -9, .25 }, { -1, .25 }, { 0, .5 }, { .5, .625 }, { 1.5, .75 }, { 9, .75 } };
    struct calibration c;
    struct err err;

    (void)state;
    assert_int_equal(calibration_open(points, sizeof points, &c, &err), 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_near(calibrate(&c, cases[i][0]), cases[i][1], 1e-9);
    assert_near(calibrate(&c, NAN), .25, 0);
    assert_near(calibrate(&c, INFINITY), .75, 0);
}

static void points_must_rise(void **state)
{
    static const struct calibration_point cases[][2] = { { { 0, .5F }, { 0, .6F } }, { { 1, .5F }, { 0, .6F } },
                                                         { { 0, .5F }, { 1, .4F } }, { { 0, .5F }, { 1, 1.1F } },
                                                         { { 0, -.1F }, { 1, 1 } },  { { 0, NAN }, { 1, 1 } },
                                                         { { NAN, 0 }, { 1, 1 } } };
    struct calibration c;
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(calibration_open(cases[i], sizeof cases[i], &c, &err), -1);
    assert_int_equal(calibration_open(cases[0], 0, &c, &err), -1);
    assert_int_equal(calibration_open(cases[0], 7, &c, &err), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_feature_is_its_name_in_order),
        cmocka_unit_test(features_are_kept_once),
        cmocka_unit_test(parts_are_found_by_name),
        cmocka_unit_test(a_file_is_mapped),
        cmocka_unit_test(names_must_be_different_and_short),
        cmocka_unit_test(every_changed_byte_is_found),
        cmocka_unit_test(scores_are_sums_of_weights),
        cmocka_unit_test(a_damaged_linear_model_does_no_harm),
        cmocka_unit_test(probabilities_sum_to_one),
        cmocka_unit_test(rows_fall_into_their_leaves),
        cmocka_unit_test(a_walk_must_end),
        cmocka_unit_test(damaged_trees_do_no_harm),
        cmocka_unit_test(a_score_becomes_a_probability),
        cmocka_unit_test(points_must_rise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
