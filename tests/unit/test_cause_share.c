/* test_cause_share.c - decimals without rounding, and parts that add up to the change. */
#include "base/arena.h"
#include "base/err.h"
#include "cause/exact.h"
#include "cause/share.h"
#include "scratch.h"
#include <math.h>
#include <string.h>

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

static void assert_text(const char *digits, unsigned scale, const char *expected)
{
    char text[EXACT_TEXT_BYTES];
    exact value;

    assert_true(exact_read(digits, scale, &value));
    exact_text(value, scale, text);
    assert_string_equal(text, expected);
}

static void digits_go_in_and_come_out(void **state)
{
    (void)state;
    assert_text("0", 0, "0");
    assert_text("-0.0", 2, "0");
    assert_text("12.30", 2, "12.3");
    assert_text("-0.05", 2, "-0.05");
    assert_text("1e3", 2, "1000");
    assert_text("1.25E-1", 3, "0.125");
    assert_text("1.005", 2, "1.01");
    assert_text("-1.005", 2, "-1.01");
    assert_text("1.0049999", 2, "1");
    assert_text("0.0004", 2, "0");
    assert_text("1e-9999", 2, "0");
    assert_text("99999999999999999999999999999999999999", 0, "99999999999999999999999999999999999999");
}

static void what_does_not_fit_is_refused(void **state)
{
    exact value = 7;

    (void)state;
    assert_false(exact_read("1e39", 0, &value));
    assert_false(exact_read("1e9999999999999999999", 0, &value));
    assert_false(exact_read("999999999999999999999999999999999999999", 0, &value));
    assert_false(exact_round(1e40, 0, &value));
    assert_false(exact_round(NAN, 0, &value));
    assert_true(value == 7);
}

static void the_scale_is_what_a_number_needs(void **state)
{
    bool rounded = false;

    (void)state;
    assert_int_equal(exact_scale("10", &rounded), 0);
    assert_int_equal(exact_scale("1.250", &rounded), 2);
    assert_int_equal(exact_scale("1.0", &rounded), 0);
    assert_int_equal(exact_scale("1.5e1", &rounded), 0);
    assert_int_equal(exact_scale("5e-4", &rounded), 4);
    assert_false(rounded);
    assert_int_equal(exact_scale("1e-30", &rounded), EXACT_SCALE);
    assert_true(rounded);
}

static const char *text_of(struct arena *a, exact value, unsigned scale)
{
    char text[EXACT_TEXT_BYTES];

    exact_text(value, scale, text);
    return arena_str(a, text);
}

static void parts_of_a_sum_add_up_to_the_last_digit(void **state)
{
    const exact baseline[] = { 10, 20, 30, 40 }, actual[] = { 1, 25, 30, 47 }; /* tenths */
    const uint32_t part[] = { 1, 2, 0, 0 };
    struct share_leaves l = { .n = 4, .baseline = baseline, .actual = actual, .scale = 1 };
    struct shares s;
    struct err err;

    assert_int_equal(share_all(&l, part, 3, *state, &s, &err), 0);
    assert_string_equal(text_of(*state, s.whole.contribution, s.scale), "0.3");
    assert_string_equal(text_of(*state, s.parts[1].contribution, s.scale), "-0.9");
    assert_string_equal(text_of(*state, s.parts[2].contribution, s.scale), "0.5");
    assert_string_equal(text_of(*state, s.parts[0].contribution, s.scale), "0.7");
    assert_true(fabs(s.parts[1].of_change + 3) < 1e-12);
}

static void parts_of_a_ratio_add_up_too(void **state)
{
    const exact n0[] = { 10, 30, 7 }, n1[] = { 11, 90, 9 }, d0[] = { 100, 300, 70 }, d1[] = { 130, 310, 71 };
    const uint32_t part[] = { 0, 1, 2 };
    struct share_leaves l = { .n = 3, .baseline = n0, .actual = n1, .baseline_weight = d0, .actual_weight = d1 };
    struct shares s;
    struct err err;

    assert_int_equal(share_all(&l, part, 3, *state, &s, &err), 0);
    assert_true(s.parts[0].contribution + s.parts[1].contribution + s.parts[2].contribution == s.whole.contribution);
    assert_true(s.whole.actual - s.whole.baseline == s.whole.contribution);
    assert_true(fabs(exact_real(s.whole.contribution, s.scale) - (110.0 / 511 - 47.0 / 470)) < 1e-11);
    assert_true(fabs(s.parts[1].rate - 310.0 / 511 * (90.0 / 310 - 0.1)) < 1e-12);
    assert_true(fabs(s.rate + s.mix - exact_real(s.whole.contribution, s.scale)) < 1e-11);
}

static void a_part_that_is_new_has_no_figure_before(void **state)
{
    const exact n0[] = { 10, 0 }, n1[] = { 10, 5 }, d0[] = { 100, 0 }, d1[] = { 100, 10 };
    const uint32_t part[] = { 0, 1 };
    struct share_leaves l = { .n = 2, .baseline = n0, .actual = n1, .baseline_weight = d0, .actual_weight = d1 };
    struct shares s;
    struct err err;

    assert_int_equal(share_all(&l, part, 2, *state, &s, &err), 0);
    assert_false(s.parts[1].has_baseline);
    assert_true(s.parts[1].rate == 0);
    assert_true(s.parts[1].contribution > 0);
}

static void nothing_to_divide_by_and_sums_too_large_are_refused(void **state)
{
    const exact none[] = { 0 }, one[] = { 1 };
    const exact huge[] = { (exact)1 << 126, (exact)1 << 126 };
    const uint32_t part[] = { 0, 0 };
    struct share_leaves ratio = {
        .n = 1, .baseline = one, .actual = one, .baseline_weight = none, .actual_weight = one
    };
    struct share_leaves sum = { .n = 2, .baseline = huge, .actual = huge };
    struct shares s;
    struct err err;

    assert_int_equal(share_all(&ratio, part, 1, *state, &s, &err), -1);
    assert_int_equal(err.code, ERR_DATA_EMPTY);
    assert_int_equal(share_all(&sum, part, 1, *state, &s, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_go_in_and_come_out),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(the_scale_is_what_a_number_needs),
        cmocka_unit_test_setup_teardown(parts_of_a_sum_add_up_to_the_last_digit, setup, teardown),
        cmocka_unit_test_setup_teardown(parts_of_a_ratio_add_up_too, setup, teardown),
        cmocka_unit_test_setup_teardown(a_part_that_is_new_has_no_figure_before, setup, teardown),
        cmocka_unit_test_setup_teardown(nothing_to_divide_by_and_sums_too_large_are_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
