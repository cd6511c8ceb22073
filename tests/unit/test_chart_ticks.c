/* test_chart_ticks.c - axes: round steps, exact marks, calendars; and numbers as people read them. */
#include "base/arena.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "chart/figures.h"
#include "chart/histogram.h"
#include "chart/ticks.h"
#include "chart/view.h"
#include "scratch.h"
#include <math.h>

#define MINUS "\xe2\x88\x92"

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

/* The marks' texts, with a blank between them. */
static const char *texts(struct arena *a, const struct ticks *t)
{
    const char *all = "";

    for (size_t i = 0; i < t->n; i++)
        all = arena_printf(a, "%s%s%s%s%s", all, i ? " " : "", t->tick[i].text, t->tick[i].under ? "/" : "",
                           t->tick[i].under ? t->tick[i].under : "");
    return all;
}

static const char *number_marks(struct arena *a, double lo, double hi, double want, const char *unit)
{
    struct ticks t = ticks_numbers(a, lo, hi, want, unit);

    assert_true(t.lo <= lo && t.hi >= hi && t.n >= 2 && t.n <= CHART_TICKS);
    for (size_t i = 1; i < t.n; i++)
        assert_true(t.tick[i].at > t.tick[i - 1].at);
    return texts(a, &t);
}

static void steps_are_one_two_or_five(void **state)
{
    for (double range = 1e-9; range < 1e12; range *= 1.7) {
        struct step s = step_for(range, 5);
        assert_true(s.digit == 1 || s.digit == 2 || s.digit == 5);
        assert_true(range / s.size <= 5.000001 && range / s.size > 1.99);
    }
    (void)state;
}

static void a_step_that_fits_exactly_is_taken(void **state)
{
    (void)state;
    assert_true(step_for(10, 5).size == 2);
    assert_true(step_for(1, 5).size == 0.2);
    assert_true(step_for(0.5, 5).size == 0.1);
    assert_true(step_for(2.5, 5).size == 0.5);
    assert_true(step_for(5.1, 5).size == 2);
}

static void marks_are_exact_decimals(void **state)
{
    struct step s = step_for(0.5, 5);

    (void)state;
    assert_true(step_at(&s, 3) == 0.3);
    assert_true(step_at(&s, -7) == -0.7);
    assert_int_equal(step_below(&s, 0.3), 3);
    assert_int_equal(step_above(&s, 0.3), 3);
    assert_int_equal(step_below(&s, 0.29), 2);
    assert_int_equal(step_above(&s, 0.31), 4);
    assert_int_equal(step_below(&s, -0.05), -1);
}

static void an_axis_ends_on_marks(void **state)
{
    struct arena *a = *state;

    assert_string_equal(number_marks(a, 0, 97, 5, NULL), "0 20 40 60 80 100");
    assert_string_equal(number_marks(a, -3, 7, 5, NULL), MINUS "4 " MINUS "2 0 2 4 6 8");
    assert_string_equal(number_marks(a, 0.1, 0.34, 5, NULL), "0.10 0.15 0.20 0.25 0.30 0.35");
    assert_string_equal(number_marks(a, 0, 12000, 3, NULL), "0 5,000 10,000 15,000");
}

static void large_marks_are_shortened_all_alike(void **state)
{
    struct arena *a = *state;

    assert_string_equal(number_marks(a, 0, 99999, 2, NULL), "0 50k 100k");
    assert_string_equal(number_marks(a, 0, 80000, 2, NULL), "0 50k 100k");
    assert_string_equal(number_marks(a, 0, 60000, 4, NULL), "0 20,000 40,000 60,000");
    assert_string_equal(number_marks(a, 0, 1.4e6, 3, "$"), "$0 $0.5M $1.0M $1.5M");
    assert_string_equal(number_marks(a, 0, 3e9, 3, "€"), "€0 €1bn €2bn €3bn");
    assert_string_equal(number_marks(a, -2e12, 0, 2, "€"), MINUS "€2tn " MINUS "€1tn €0");
    assert_string_equal(number_marks(a, 999000, 999600, 3, NULL), "999.0k 999.2k 999.4k 999.6k");
    assert_string_equal(number_marks(a, 0, 3e15, 3, NULL), "0 1e+15 2e+15 3e+15");
}

static void percentages_are_hundredths(void **state)
{
    assert_string_equal(number_marks(*state, 0, 0.3, 3, "%"), "0% 10% 20% 30%");
    assert_string_equal(number_marks(*state, 0.02, 0.03, 2, "%"), "2.0% 2.5% 3.0%");
}

static void one_value_gets_room_on_both_sides(void **state)
{
    struct ticks t = ticks_numbers(*state, 42, 42, 5, NULL);

    assert_true(t.lo < 42 && t.hi > 42);
    t = ticks_numbers(*state, 0, 0, 5, NULL);
    assert_true(t.lo == 0 && t.hi == 1);
    t = ticks_numbers(*state, -1e15, -1e15 - 0.125, 5, NULL);
    assert_true(t.lo < -1e15 && t.hi > -1e15);
    t = ticks_numbers(*state, -1e300, 1e300, 5, NULL);
    assert_true(isfinite(t.lo) && isfinite(t.hi) && t.n >= 2);
    t = ticks_numbers(*state, 0, 5e-324, 5, NULL);
    assert_true(t.n >= 2);
}

static void an_axis_far_from_its_values_is_trimmed(void **state)
{
    struct ticks t = ticks_numbers(*state, -20, 270, 3, NULL), near = ticks_numbers(*state, -90, 270, 3, NULL);

    assert_true(t.lo == -100 || t.lo == -200);
    ticks_trim(&t, -20, 270);
    assert_true(t.lo > -40 && t.lo < -20);
    assert_true(t.tick[0].at == 0);
    ticks_trim(&near, -90, 270);
    assert_true(near.lo <= -90);
}

/* ---- times ---- */

static double day(int year, int month, int d)
{
    return 86400.0 * (double)civil_days(year, month, d);
}

static const char *time_marks(struct arena *a, double lo, double hi, double want)
{
    struct ticks t = ticks_times(a, lo, hi, want);

    assert_true(t.n >= 1 && t.n <= CHART_TICKS);
    for (size_t i = 0; i < t.n; i++)
        assert_true(t.tick[i].at >= lo && t.tick[i].at <= hi);
    return texts(a, &t);
}

static void times_are_marked_at_the_beginnings_of_units(void **state)
{
    struct arena *a = *state;

    assert_string_equal(time_marks(a, day(2023, 12, 15), day(2024, 3, 20), 6), "Jan/2024 Feb/2024 Mar/2024");
    assert_string_equal(time_marks(a, day(2023, 2, 10), day(2024, 3, 20), 6), "Apr/2023 Jul/2023 Oct/2023 Jan/2024");
    assert_string_equal(time_marks(a, day(1998, 5, 1), day(2024, 3, 20), 6), "2000 2005 2010 2015 2020");
    assert_string_equal(time_marks(a, day(2024, 2, 27), day(2024, 3, 2), 5),
                        "27 Feb/2024 28 Feb/2024 29 Feb/2024 1 Mar/2024 2 Mar/2024");
    assert_string_equal(time_marks(a, day(2024, 5, 1), day(2024, 5, 2), 4),
                        "00:00/1 May 2024 06:00/1 May 2024 12:00/1 May 2024 18:00/1 May 2024 00:00/2 May 2024");
}

static void weeks_begin_on_mondays(void **state)
{
    struct ticks t = ticks_times(*state, day(2024, 5, 1), day(2024, 6, 1), 6);

    assert_string_equal(t.tick[0].text, "6 May");
    assert_string_equal(t.tick[1].text, "13 May");
}

static void any_stretch_of_time_has_few_marks(void **state)
{
    for (double range = 0.001; range < 4e11; range *= 3) {
        for (double lo = -6e10; lo < 2e11; lo += 3.7e10) {
            struct ticks t = ticks_times(*state, lo, lo + range, 6);
            assert_true(t.n >= 1 && t.n <= 8);
        }
    }
}

static void labels_of_times_are_as_fine_as_needed(void **state)
{
    struct arena *a = *state;
    struct tick t[2];

    ticks_label_times(a, (double[]){ day(2023, 1, 1), day(2024, 1, 1) }, 2, t);
    assert_string_equal(t[1].text, "2024");
    assert_null(t[1].under);
    ticks_label_times(a, (double[]){ day(2023, 1, 1), day(2024, 2, 1) }, 2, t);
    assert_string_equal(t[1].text, "Feb");
    assert_string_equal(t[1].under, "2024");
    ticks_label_times(a, (double[]){ day(2023, 1, 1), day(2024, 2, 2) }, 2, t);
    assert_string_equal(t[0].text, "1 Jan");
    ticks_label_times(a, (double[]){ day(2023, 1, 1), day(2024, 2, 2) + 3600 }, 2, t);
    assert_string_equal(t[1].text, "01:00");
    assert_string_equal(ticks_time_text(a, day(2024, 2, 2) + 3600), "2024-02-02 01:00");
    assert_string_equal(ticks_time_text(a, day(2024, 2, 2)), "2024-02-02");
}

/* ---- figures ---- */

static const char *shown(struct arena *a, const double *values, size_t n, const char *unit, size_t which)
{
    struct figures f = figures_values(values, n, unit);

    return figures_text(a, &f, values[which]);
}

static void numbers_beside_bars_are_whole_where_they_can_be(void **state)
{
    struct arena *a = *state;
    const double v[] = { 1234567, 12.5, 0.125, -12.25, 100, 99.95, 3, NAN };

    assert_string_equal(shown(a, v, 1, NULL, 0), "1,234,567");
    assert_string_equal(shown(a, v + 1, 1, NULL, 0), "12.5");
    assert_string_equal(shown(a, v + 2, 1, "%", 0), "12.5%");
    assert_string_equal(shown(a, v + 2, 1, "$", 0), "$0.125");
    assert_string_equal(shown(a, v + 3, 1, "$", 0), MINUS "$12.3");
    assert_string_equal(shown(a, v + 4, 1, "%", 0), "10,000%");
    assert_string_equal(shown(a, v + 6, 2, NULL, 0), "3");
    assert_string_equal(shown(a, v, 2, NULL, 1), "13");
    assert_string_equal(shown(a, (double[]){ 1e20 }, 1, NULL, 0), "1e+20");
    assert_string_equal(shown(a, (double[]){ 0, 0 }, 2, "€", 0), "€0");
}

static void a_number_that_rounds_to_nothing_has_no_sign(void **state)
{
    const double v[] = { 1000, -0.2 };

    assert_string_equal(shown(*state, v, 2, NULL, 1), "0");
}

static void only_signs_stand_with_each_number(void **state)
{
    (void)state;
    assert_true(figures_has_sign("$"));
    assert_true(figures_has_sign("€"));
    assert_true(figures_has_sign("%"));
    assert_false(figures_has_sign("kg"));
    assert_false(figures_has_sign("R"));
    assert_false(figures_has_sign("7"));
    assert_false(figures_has_sign(""));
    assert_false(figures_has_sign(NULL));
}

/* ---- histograms ---- */

static void every_number_is_counted_once(void **state)
{
    double v[1000];
    size_t n, sum = 0;
    const struct bin *bins;

    for (int i = 0; i < 1000; i++)
        v[i] = i % 10 == 9 ? (double)NAN : 0.1 * i;
    bins = histogram_count(*state, v, 1000, &n);
    assert_true(n >= 5 && n <= CHART_BINS);
    for (size_t i = 0; i < n; i++) {
        size_t here = 0;
        for (int k = 0; k < 1000; k++)
            here += v[k] >= bins[i].from && v[k] < bins[i].to;
        assert_int_equal(bins[i].count, here);
        sum += here;
        assert_true(i == 0 || bins[i].from == bins[i - 1].to);
    }
    assert_int_equal(sum, 900);
}

static void whole_numbers_have_whole_intervals(void **state)
{
    const double dice[] = { 1, 2, 3, 4, 5, 6, 6 };
    size_t n;
    const struct bin *bins = histogram_count(*state, dice, COUNT_OF(dice), &n);

    assert_int_equal(n, 6);
    assert_true(bins[5].from == 6 && bins[5].count == 2);
}

static void odd_numbers_still_have_a_histogram(void **state)
{
    const double cases[][2] = { { 5, 5 }, { 0, 0 }, { -1e300, 1e300 }, { 5e-324, 0 }, { 1e15, 1e15 + 0.125 } };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t n, sum = 0;
        const struct bin *bins = histogram_count(*state, cases[i], 2, &n);
        for (size_t k = 0; k < n; k++)
            sum += bins[k].count;
        assert_int_equal(sum, 2);
        assert_true(n <= CHART_BINS && bins[0].from < bins[0].to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_one_two_or_five),
        cmocka_unit_test(a_step_that_fits_exactly_is_taken),
        cmocka_unit_test(marks_are_exact_decimals),
        cmocka_unit_test_setup_teardown(an_axis_ends_on_marks, setup, teardown),
        cmocka_unit_test_setup_teardown(large_marks_are_shortened_all_alike, setup, teardown),
        cmocka_unit_test_setup_teardown(percentages_are_hundredths, setup, teardown),
        cmocka_unit_test_setup_teardown(one_value_gets_room_on_both_sides, setup, teardown),
        cmocka_unit_test_setup_teardown(an_axis_far_from_its_values_is_trimmed, setup, teardown),
        cmocka_unit_test_setup_teardown(times_are_marked_at_the_beginnings_of_units, setup, teardown),
        cmocka_unit_test_setup_teardown(weeks_begin_on_mondays, setup, teardown),
        cmocka_unit_test_setup_teardown(any_stretch_of_time_has_few_marks, setup, teardown),
        cmocka_unit_test_setup_teardown(labels_of_times_are_as_fine_as_needed, setup, teardown),
        cmocka_unit_test_setup_teardown(numbers_beside_bars_are_whole_where_they_can_be, setup, teardown),
        cmocka_unit_test_setup_teardown(a_number_that_rounds_to_nothing_has_no_sign, setup, teardown),
        cmocka_unit_test(only_signs_stand_with_each_number),
        cmocka_unit_test_setup_teardown(every_number_is_counted_once, setup, teardown),
        cmocka_unit_test_setup_teardown(whole_numbers_have_whole_intervals, setup, teardown),
        cmocka_unit_test_setup_teardown(odd_numbers_still_have_a_histogram, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
