/* test_chart_bounds.c - what is no chart, what is too much of one, and numbers that break arithmetic. */
#include "chart_testing.h"

static const char *const three[] = { "North", "South", "East" };

/* A chart of bars over three names. */
static struct chart bars(const struct chart_series *series)
{
    return (struct chart){ .type = CHART_BAR, .points = 3, .names = three, .series = series, .n_series = 1 };
}

static int try_size(int width, int height, int scale, enum err_code *ret_code)
{
    const double v[] = { 1, 2, 3 };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s);
    struct buf png CLEANUP(buf_done) = BUF(CHART_PNG_BYTES);
    struct err err = { 0 };
    int rc = chart_png(&c, &(struct chart_size){ width, height, scale }, &png, &err);

    *ret_code = err.code;
    assert_true(rc == 0 || png.n == 0);
    return rc;
}

static void sizes_have_bounds(void **state)
{
    enum err_code code;

    (void)state;
    assert_int_equal(try_size(CHART_SIDE_LEAST, CHART_SIDE_LEAST, 1, &code), 0);
    assert_int_equal(try_size(CHART_SIDE_LEAST - 1, 200, 1, &code), -1);
    assert_int_equal(code, ERR_INVALID_INPUT);
    assert_int_equal(try_size(200, CHART_SIDE_LEAST - 1, 1, &code), -1);
    assert_int_equal(try_size(CHART_SIDE_MOST, 200, 1, &code), 0);
    assert_int_equal(try_size(CHART_SIDE_MOST + 1, 200, 1, &code), -1);
    assert_int_equal(try_size(200, 200, CHART_SCALE_MOST, &code), 0);
    assert_int_equal(try_size(200, 200, CHART_SCALE_MOST + 1, &code), -1);
    assert_int_equal(try_size(200, 200, -1, &code), -1);
    assert_int_equal(try_size(-200, 200, 1, &code), -1);
    assert_int_equal(try_size(CHART_SIDE_MOST, CHART_SIDE_MOST, 2, &code), -1);
    assert_int_equal(code, ERR_TOO_LARGE);
}

static void series_and_points_have_bounds(void **state)
{
    static double v[CHART_VALUES + 1];
    struct chart_series s[CHART_SERIES + 1];
    struct chart c = { .type = CHART_LINE, .axis = CHART_NUMBERS, .x = v, .points = 1, .series = s };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *spec;
    struct err err;

    (void)state;
    for (int i = 0; i <= CHART_SERIES; i++)
        s[i] = (struct chart_series){ "s", v };
    c.n_series = CHART_SERIES;
    assert_int_equal(chart_vega(a, &c, &spec, &err), 0);
    c.n_series = CHART_SERIES + 1;
    assert_int_equal(chart_vega(a, &c, &spec, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    c.n_series = 2;
    c.points = CHART_POINTS / 2;
    assert_int_equal(chart_vega(a, &c, &spec, &err), 0);
    c.points++;
    assert_int_equal(chart_vega(a, &c, &spec, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    c.type = CHART_HISTOGRAM;
    c.n_series = 1;
    c.points = CHART_VALUES;
    assert_int_equal(chart_vega(a, &c, &spec, &err), 0);
    c.points++;
    assert_int_equal(chart_vega(a, &c, &spec, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
}

static void a_full_buffer_is_an_error(void **state)
{
    const double v[] = { 1, 2, 3 };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s);
    struct buf small CLEANUP(buf_done) = BUF(100);
    struct err err;

    (void)state;
    assert_int_equal(chart_svg(&c, &(struct chart_size){ 0 }, &small, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    buf_cut(&small, 0);
    assert_int_equal(chart_png(&c, &(struct chart_size){ 0 }, &small, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
}

static void a_chart_that_lacks_a_part_is_refused(void **state)
{
    const double v[] = { 1, 2, 3 };
    struct chart_series s[] = { { "a", v }, { NULL, v } };
    struct chart good = bars(s), c;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *spec;
    struct err err;

    (void)state;
    assert_int_equal(chart_vega(a, &good, &spec, &err), 0);
#define REFUSED(change)                                                                                                \
    do {                                                                                                               \
        c = good;                                                                                                      \
        change;                                                                                                        \
        assert_int_equal(chart_vega(a, &c, &spec, &err), -1);                                                          \
        assert_int_equal(err.code, ERR_INVALID_INPUT);                                                                 \
    } while (0)
    REFUSED(c.names = NULL);
    REFUSED(c.axis = CHART_TIMES);
    REFUSED(c.n_series = 0);
    REFUSED(c.n_series = 2);
    REFUSED(c.type = CHART_TYPES);
    REFUSED((c.type = CHART_WATERFALL, c.n_series = 2));
    REFUSED((c.series = &(struct chart_series){ 0 }));
#undef REFUSED
}

/* Every type with values that break arithmetic, at several sizes: the sanitizers look on. */
static void no_numbers_break_a_picture(void **state)
{
    const double v[] = { 1e300, -1e300, 1e301, NAN, INFINITY, 5e-324, -0.0, 0, 1e15 + 0.5, 1e-300 };
    const double w[] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
    const double same[] = { 1e15, 1e15, 1e15, 1e15, 1e15, 1e15, 1e15, 1e15, 1e15, 1e15 };
    const double *const all[] = { v, w, same };
    const char *const names[] = { "", "a", "b", "c", "d", "e", "f", "g", "h", "i" };

    (void)state;
    for (int type = 0; type < CHART_TYPES; type++) {
        for (int axis = CHART_NAMES; axis <= CHART_TIMES; axis++) {
            for (size_t k = 0; k < COUNT_OF(all); k++) {
                struct chart_series s = { "a", all[k] };
                struct chart c = { .type = (enum chart_type)type,
                                   .axis = (enum chart_axis)axis,
                                   .points = 10,
                                   .names = names,
                                   .x = all[k],
                                   .series = &s,
                                   .n_series = 1,
                                   .unit = "kg" };
                struct buf png CLEANUP(buf_done) = BUF(CHART_PNG_BYTES), svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);
                struct err err;

                if (type == CHART_SHARE && k == 0)
                    continue; /* has a negative number */
                assert_int_equal(chart_png(&c, &(struct chart_size){ 160, 160, 1 }, &png, &err), 0);
                draw_svg(&c, 0, 0, &svg);
                assert_svg_lacks(&svg, "nan");
                assert_svg_lacks(&svg, "inf");
            }
        }
    }
}

static void types_have_names_and_other_names(void **state)
{
    enum chart_type type;

    (void)state;
    for (int i = 0; i < CHART_TYPES; i++) {
        assert_true(chart_type_find(chart_type_name((enum chart_type)i), &type));
        assert_int_equal(type, i);
    }
    assert_true(chart_type_find("Pie", &type));
    assert_int_equal(type, CHART_SHARE);
    assert_true(chart_type_find("stacked_bar", &type));
    assert_int_equal(type, CHART_STACKED);
    assert_true(chart_type_find("line chart", &type));
    assert_int_equal(type, CHART_LINE);
    assert_false(chart_type_find("", &type));
    assert_false(chart_type_find("lines", &type));
    assert_false(chart_type_find("ba", &type));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_have_bounds),          cmocka_unit_test(series_and_points_have_bounds),
        cmocka_unit_test(a_full_buffer_is_an_error),  cmocka_unit_test(a_chart_that_lacks_a_part_is_refused),
        cmocka_unit_test(no_numbers_break_a_picture), cmocka_unit_test(types_have_names_and_other_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
