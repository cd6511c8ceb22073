/* test_chart_vega.c - Vega-Lite specifications: everything inside, nothing left to be guessed. */
#include "chart_testing.h"

static struct json *spec_of(struct arena *a, const struct chart *c)
{
    struct json *spec = NULL;
    struct err err;

    assert_int_equal(chart_vega(a, c, &spec, &err), 0);
    return spec;
}

static const struct json *values_of(const struct json *spec)
{
    return json_get(json_get(spec, "data"), "values");
}

static const struct json *channel(const struct json *spec, const char *name)
{
    return json_get(json_get(spec, "encoding"), name);
}

static const char *written(struct arena *a, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_write(&b, v);
    return arena_dup(a, b.p, b.n);
}

static void a_spec_holds_its_data_and_names_no_other_place(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *const names[] = { "East", "West" };
    const double v[] = { 1.5, NAN };
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_BAR,
                       .title = "T",
                       .y_label = "revenue",
                       .unit = "$",
                       .points = 2,
                       .names = names,
                       .series = &s,
                       .n_series = 1 };
    struct json *spec = spec_of(a, &c);

    (void)state;
    assert_string_equal(json_get_text(spec, "$schema"), "https://vega.github.io/schema/vega-lite/v5.json");
    assert_string_equal(json_get_text(spec, "title"), "T");
    assert_string_equal(written(a, values_of(spec)), "[{\"x\":\"East\",\"y\":1.5},{\"x\":\"West\",\"y\":null}]");
    assert_int_equal(count_of(written(a, spec), "http"), 1);
    assert_null(json_get(json_get(spec, "data"), "url"));
    assert_string_equal(json_get_text(channel(spec, "y"), "title"), "revenue ($)");
    assert_string_equal(json_get_text(json_get(spec, "mark"), "type"), "bar");
}

static void names_keep_their_order(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *const names[] = { "c", "a", "b" };
    const double v[] = { NAN, 2, 3 };
    struct chart_series s[] = { { "one", v }, { "two", v } };
    struct chart c = { .type = CHART_BAR, .points = 3, .names = names, .series = s, .n_series = 2 };
    struct json *spec = spec_of(a, &c);

    (void)state;
    assert_string_equal(written(a, json_get(json_get(channel(spec, "x"), "scale"), "domain")), "[\"c\",\"a\",\"b\"]");
    assert_string_equal(written(a, json_get(json_get(channel(spec, "color"), "scale"), "domain")), "[\"one\",\"two\"]");
    assert_non_null(channel(spec, "xOffset"));
    c.type = CHART_STACKED;
    spec = spec_of(a, &c);
    assert_null(channel(spec, "xOffset"));
    assert_string_equal(json_get_text(channel(spec, "y"), "stack"), "zero");
}

static void bars_that_lie_have_their_values_on_x(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *const names[] = { "one", "two" };
    const double v[] = { 1, 3 };
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_SHARE, .points = 2, .names = names, .series = &s, .n_series = 1 };
    struct json *spec = spec_of(a, &c);

    (void)state;
    assert_string_equal(json_get_text(channel(spec, "x"), "field"), "y");
    assert_string_equal(json_get_text(channel(spec, "y"), "field"), "x");
    assert_string_equal(written(a, values_of(spec)), "[{\"x\":\"one\",\"y\":0.25},{\"x\":\"two\",\"y\":0.75}]");
}

static void times_are_utc(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const double x[] = { 1704067200, 1704067200 + 3661, 1704067200 + 7260 }, v[] = { 1, 2, 3 };
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_LINE, .axis = CHART_TIMES, .points = 3, .x = x, .series = &s, .n_series = 1 };
    struct json *spec = spec_of(a, &c);

    (void)state;
    assert_string_equal(json_get_text(json_get(channel(spec, "x"), "scale"), "type"), "utc");
    assert_string_equal(json_get_text(json_at(values_of(spec), 0), "x"), "2024-01-01T00:00:00Z");
    assert_string_equal(json_get_text(json_at(values_of(spec), 1), "x"), "2024-01-01T01:01:01Z");
    assert_string_equal(json_get_text(json_at(values_of(spec), 1), "when"), "2024-01-01 01:01:01");
    assert_string_equal(json_get_text(json_at(values_of(spec), 2), "x"), "2024-01-01T02:01:00Z");
    assert_string_equal(json_get_text(json_at(values_of(spec), 2), "when"), "2024-01-01 02:01");
}

static void a_histogram_comes_counted(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const double v[] = { 1, 2, 2, 3, NAN };
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_HISTOGRAM, .points = 5, .series = &s, .n_series = 1 };
    struct json *spec = spec_of(a, &c);

    (void)state;
    assert_string_equal(written(a, values_of(spec)),
                        "[{\"from\":1,\"to\":2,\"count\":1},{\"from\":2,\"to\":3,\"count\":2},"
                        "{\"from\":3,\"to\":4,\"count\":1}]");
    assert_string_equal(written(a, json_get(channel(spec, "x"), "bin")), "{\"binned\":true}");
    assert_string_equal(json_get_text(channel(spec, "x2"), "field"), "to");
}

static void a_waterfall_says_from_where_to_where(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *const names[] = { "start", "up", "down", "end" };
    const double v[] = { 10, 5, -7, 8 };
    const bool totals[] = { true, false, false, true };
    struct chart_series s = { NULL, v };
    struct chart c = {
        .type = CHART_WATERFALL, .points = 4, .names = names, .series = &s, .n_series = 1, .totals = totals
    };
    const struct json *down = json_at(values_of(spec_of(a, &c)), 2), *end = json_at(values_of(spec_of(a, &c)), 3);

    (void)state;
    assert_string_equal(written(a, down), "{\"x\":\"down\",\"y\":-7,\"from\":15,\"to\":8,\"kind\":\"fall\"}");
    assert_string_equal(written(a, end), "{\"x\":\"end\",\"y\":8,\"from\":0,\"to\":8,\"kind\":\"total\"}");
}

static void the_totals_of_a_waterfall_go_with_their_times(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const double x[] = { 86400.0 * 366, 0 }, v[] = { 5, 10 };
    const bool totals[] = { false, true };
    struct chart_series s = { NULL, v };
    struct chart c = {
        .type = CHART_WATERFALL, .axis = CHART_TIMES, .points = 2, .x = x, .series = &s, .n_series = 1, .totals = totals
    };
    const struct json *values = values_of(spec_of(a, &c));

    (void)state;
    assert_string_equal(json_get_text(json_at(values, 0), "kind"), "total");
    assert_string_equal(json_get_text(json_at(values, 1), "kind"), "rise");
}

static void names_with_dots_and_brackets_are_only_titles(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *const names[] = { "a.b[0]" };
    const double v[] = { 1 };
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_BAR,
                       .points = 1,
                       .names = names,
                       .x_label = "x.y['z']",
                       .y_label = "m[1].n",
                       .series = &s,
                       .n_series = 1 };
    struct json *spec = spec_of(a, &c);

    (void)state;
    assert_string_equal(json_get_text(channel(spec, "x"), "field"), "x");
    assert_string_equal(json_get_text(channel(spec, "x"), "title"), "x.y['z']");
    assert_string_equal(json_get_text(channel(spec, "y"), "field"), "y");
}

static void the_same_chart_gives_the_same_spec(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const double x[] = { 2, 1, 3 }, v[] = { 0.1, 1e21, -5e-9 };
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_SCATTER, .axis = CHART_NUMBERS, .points = 3, .x = x, .series = &s, .n_series = 1 };

    (void)state;
    assert_string_equal(written(a, spec_of(a, &c)), written(a, spec_of(a, &c)));
    assert_string_equal(written(a, values_of(spec_of(a, &c))),
                        "[{\"x\":2,\"y\":0.1},{\"x\":1,\"y\":1e+21},{\"x\":3,\"y\":-5e-09}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spec_holds_its_data_and_names_no_other_place),
        cmocka_unit_test(names_keep_their_order),
        cmocka_unit_test(bars_that_lie_have_their_values_on_x),
        cmocka_unit_test(times_are_utc),
        cmocka_unit_test(a_histogram_comes_counted),
        cmocka_unit_test(a_waterfall_says_from_where_to_where),
        cmocka_unit_test(the_totals_of_a_waterfall_go_with_their_times),
        cmocka_unit_test(names_with_dots_and_brackets_are_only_titles),
        cmocka_unit_test(the_same_chart_gives_the_same_spec),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
