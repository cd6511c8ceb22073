/* test_chart_table.c - charts of query rows: as wished, as chosen, and none where none would help. */
#include "chart_testing.h"

struct made {
    struct arena *arena;
    struct chart *chart;
    struct err err;
    int rc;
};

static struct json *parsed(struct arena *a, const char *text)
{
    struct json *v = NULL;
    struct err err;

    assert_int_equal(json_parse(a, text, strlen(text), &v, &err), 0);
    return v;
}

static struct made make(const char *columns, const char *rows, struct chart_wish wish)
{
    struct made m = { .arena = arena_new() };

    m.rc = chart_from_table(m.arena, parsed(m.arena, columns), parsed(m.arena, rows), &wish, &m.chart, &m.err);
    return m;
}

#define MAKE(columns, rows, ...) make(columns, rows, (struct chart_wish){ __VA_ARGS__ })
#define UNASKED NULL, NULL, NULL, NULL

static void done(struct made *m)
{
    arena_free(m->arena);
}

/* Rows made by a format with one %d, counted up. */
static const char *many_rows(struct arena *a, size_t n, const char *(*row)(struct arena *a, size_t i))
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    buf_addc(&b, '[');
    for (size_t i = 0; i < n; i++) {
        buf_adds(&b, i ? "," : "");
        buf_adds(&b, row(a, i));
    }
    buf_addc(&b, ']');
    return arena_dup(a, b.p, b.n);
}

/* ---- chosen ---- */

static void names_and_numbers_make_bars(void **state)
{
    struct made m CLEANUP(done) = MAKE("[\"region\",{\"name\":\"revenue\",\"type\":\"decimal\",\"unit\":\"$\"}]",
                                       "[[\"East\",12.50],[\"West\",8],[null,null]]", UNASKED);

    (void)state;
    assert_int_equal(m.rc, 0);
    assert_non_null(m.chart);
    assert_int_equal(m.chart->type, CHART_BAR);
    assert_int_equal(m.chart->points, 3);
    assert_string_equal(m.chart->names[0], "East");
    assert_string_equal(m.chart->names[2], "(none)");
    assert_true(m.chart->series[0].values[0] == 12.5);
    assert_true(isnan(m.chart->series[0].values[2]));
    assert_string_equal(m.chart->x_label, "region");
    assert_string_equal(m.chart->y_label, "revenue");
    assert_string_equal(m.chart->unit, "$");
    assert_string_equal(m.chart->title, "revenue by region");
}

static void dates_make_a_line_however_they_are_written(void **state)
{
    static const char *const rows[] = {
        "[[\"2024-01-01\",1],[\"2024-02-01\",2],[\"2024-03-01\",3]]",
        "[[\"2024-01\",1],[\"2024-02\",2],[\"2024-03\",3]]",
        "[[\"2024-01-01T00:00:00\",1],[\"2024-02-01 00:00:00.000\",2],[\"2024-03-01T01:00:00+01:00\",3]]",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct made m CLEANUP(done) = MAKE("[\"month\",\"n\"]", rows[i], UNASKED);
        assert_int_equal(m.rc, 0);
        assert_non_null(m.chart);
        assert_int_equal(m.chart->type, CHART_LINE);
        assert_int_equal(m.chart->axis, CHART_TIMES);
        assert_true(m.chart->x[0] == 1704067200);
        assert_true(m.chart->x[2] == 1709251200);
    }
}

static void years_are_times_only_in_a_column_called_year(void **state)
{
    const char *rows = "[[2020,5],[2021,6],[2022,7],[2023,1],[2024,3]]";
    struct made year CLEANUP(done) = MAKE("[\"fiscal_year\",\"n\"]", rows, UNASKED);
    struct made other CLEANUP(done) = MAKE("[\"price\",\"n\"]", rows, UNASKED);
    struct made code CLEANUP(done) = MAKE("[\"shop_id\",\"n\"]", rows, UNASKED);

    (void)state;
    assert_int_equal(year.chart->axis, CHART_TIMES);
    assert_int_equal(year.chart->type, CHART_LINE);
    assert_int_equal(other.chart->type, CHART_SCATTER);
    assert_string_equal(other.chart->x_label, "price");
    assert_int_equal(code.chart->type, CHART_BAR);
    assert_string_equal(code.chart->names[0], "2020");
}

static void a_column_that_parts_equal_x_makes_the_series(void **state)
{
    struct made m CLEANUP(done) =
        MAKE("[\"month\",\"region\",\"revenue\"]",
             "[[\"2024-01\",\"East\",1],[\"2024-01\",\"West\",2],[\"2024-02\",\"West\",4],[\"2024-03\",\"East\",5]]",
             UNASKED);

    (void)state;
    assert_non_null(m.chart);
    assert_int_equal(m.chart->type, CHART_LINE);
    assert_int_equal(m.chart->points, 3);
    assert_int_equal(m.chart->n_series, 2);
    assert_string_equal(m.chart->series[0].name, "East");
    assert_string_equal(m.chart->series[1].name, "West");
    assert_true(m.chart->series[0].values[0] == 1 && isnan(m.chart->series[0].values[1]));
    assert_true(m.chart->series[1].values[0] == 2 && m.chart->series[1].values[1] == 4);
    assert_true(m.chart->series[0].values[2] == 5 && isnan(m.chart->series[1].values[2]));
}

static void columns_of_one_size_are_drawn_together(void **state)
{
    struct made alike CLEANUP(done) =
        MAKE("[\"region\",\"sales\",\"costs\"]", "[[\"East\",10,8],[\"West\",12,9]]", UNASKED);
    struct made apart CLEANUP(done) =
        MAKE("[\"region\",\"sales\",\"rate\"]", "[[\"East\",10,0.08],[\"West\",12,0.09]]", UNASKED);
    struct made named CLEANUP(done) =
        MAKE("[\"region\",\"sales\",\"costs\"]", "[[\"East\",10,8],[\"West\",12,9]]", .y_col = "costs");

    (void)state;
    assert_int_equal(alike.chart->n_series, 2);
    assert_string_equal(alike.chart->series[1].name, "costs");
    assert_int_equal(apart.chart->n_series, 1);
    assert_string_equal(apart.chart->series[0].name, "sales");
    assert_int_equal(named.chart->n_series, 1);
    assert_string_equal(named.chart->series[0].name, "costs");
}

static const char *number_row(struct arena *a, size_t i)
{
    return arena_printf(a, "[%zu]", i * 7919 % 1000);
}

static const char *name_row(struct arena *a, size_t i)
{
    return arena_printf(a, "[\"name %zu\",%zu]", i, i);
}

static const char *eight_row(struct arena *a, size_t i)
{
    return arena_printf(a, "[\"2024-0%zu\",\"region %zu\",%zu]", i / 8 + 1, i % 8, i);
}

static const char *nine_row(struct arena *a, size_t i)
{
    return arena_printf(a, "[\"2024-0%zu\",\"region %zu\",%zu]", i / 9 + 1, i % 9, i);
}

static const char *raw_row(struct arena *a, size_t i)
{
    return arena_printf(a, "[\"name %zu\",%zu]", i % 3, i);
}

static void many_numbers_alone_make_a_histogram_and_few_nothing(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct made many CLEANUP(done) = MAKE("[\"age\"]", many_rows(a, 20, number_row), UNASKED);
    struct made few CLEANUP(done) = MAKE("[\"age\"]", many_rows(a, 19, number_row), UNASKED);

    (void)state;
    assert_int_equal(many.chart->type, CHART_HISTOGRAM);
    assert_string_equal(many.chart->x_label, "age");
    assert_int_equal(few.rc, 0);
    assert_null(few.chart);
}

static void there_is_no_chart_where_none_would_help(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *const columns = "[\"name\",\"n\"]";
    struct made one CLEANUP(done) = MAKE(columns, "[[\"a\",1]]", UNASKED);
    struct made none CLEANUP(done) = MAKE(columns, "[]", UNASKED);
    struct made texts CLEANUP(done) = MAKE(columns, "[[\"a\",\"b\"],[\"c\",\"d\"]]", UNASKED);
    struct made raw CLEANUP(done) = MAKE(columns, many_rows(a, 10, raw_row), UNASKED);
    struct made most CLEANUP(done) = MAKE(columns, many_rows(a, CHART_AUTO_BARS, name_row), UNASKED);
    struct made more CLEANUP(done) = MAKE(columns, many_rows(a, CHART_AUTO_BARS + 1, name_row), UNASKED);
    struct made odd CLEANUP(done) = MAKE("[]", "[[],[]]", UNASKED);

    (void)state;
    assert_true(one.rc == 0 && !one.chart);
    assert_true(none.rc == 0 && !none.chart);
    assert_true(texts.rc == 0 && !texts.chart);
    assert_true(raw.rc == 0 && !raw.chart);
    assert_true(most.rc == 0 && most.chart);
    assert_true(more.rc == 0 && !more.chart);
    assert_true(odd.rc == 0 && !odd.chart);
}

/* ---- wished ---- */

static void a_wish_is_followed(void **state)
{
    struct made m CLEANUP(done) =
        MAKE("[\"id\",\"Region\",\"a\",\"b\"]", "[[1,\"East\",5,9],[2,\"West\",6,8]]", "pie", "region", "b", "Mine");

    (void)state;
    assert_int_equal(m.rc, 0);
    assert_int_equal(m.chart->type, CHART_SHARE);
    assert_string_equal(m.chart->title, "Mine");
    assert_string_equal(m.chart->names[1], "West");
    assert_true(m.chart->series[0].values[1] == 8);
}

static void a_histogram_counts_the_column_named_x(void **state)
{
    struct made m CLEANUP(done) = MAKE("[\"age\",\"n\"]", "[[1,5],[2,6]]", "histogram", "age", "n", NULL);

    (void)state;
    assert_int_equal(m.rc, 0);
    assert_string_equal(m.chart->series[0].name, "age");
}

static void a_scatter_of_two_columns_takes_the_first_as_x(void **state)
{
    struct made m CLEANUP(done) = MAKE("[\"name\",\"age\",\"pay\"]", "[[\"x\",1,5],[\"x\",2,6]]", .type = "scatter");

    (void)state;
    assert_int_equal(m.rc, 0);
    assert_string_equal(m.chart->x_label, "age");
    assert_string_equal(m.chart->y_label, "pay");
}

static void an_empty_result_is_still_a_picture(void **state)
{
    struct made m CLEANUP(done) = MAKE("[\"region\",\"n\"]", "[]", "bar", "region", "n", NULL);
    struct buf svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    assert_int_equal(m.rc, 0);
    draw_svg(m.chart, 0, 0, &svg);
    assert_svg_has(&svg, "No data");
}

static void a_wish_that_cannot_be_met_is_refused_with_a_way_out(void **state)
{
    const char *const columns = "[\"region\",\"revenue\"]", *const rows = "[[\"East\",1],[\"West\",2],[\"East\",3]]";
    struct made slip CLEANUP(done) = MAKE(columns, rows, .y_col = "revnue");
    struct made text CLEANUP(done) = MAKE(columns, rows, .y_col = "region");
    struct made type CLEANUP(done) = MAKE(columns, rows, .type = "globe");
    struct made again CLEANUP(done) = MAKE(columns, rows, .type = "bar");
    struct made nothing CLEANUP(done) = MAKE("[\"a\"]", "[[\"x\"],[\"y\"]]", .type = "bar");

    (void)state;
    assert_int_equal(slip.rc, -1);
    assert_int_equal(slip.err.code, ERR_MISSING_COLUMN);
    assert_string_equal(slip.err.action, "Did you mean 'revenue'?");
    assert_int_equal(text.rc, -1);
    assert_int_equal(text.err.code, ERR_TYPE_MISMATCH);
    assert_int_equal(type.rc, -1);
    assert_int_equal(type.err.code, ERR_INVALID_INPUT);
    assert_int_equal(again.rc, -1);
    assert_int_equal(again.err.code, ERR_INVALID_INPUT);
    assert_int_equal(nothing.rc, -1);
    assert_int_equal(nothing.err.code, ERR_TYPE_MISMATCH);
}

static void series_have_a_bound(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *const columns = "[\"month\",\"region\",\"n\"]";
    struct made most CLEANUP(done) = MAKE(columns, many_rows(a, 24, eight_row), UNASKED);
    struct made more CLEANUP(done) = MAKE(columns, many_rows(a, 27, nine_row), UNASKED);
    struct made asked CLEANUP(done) = MAKE(columns, many_rows(a, 27, nine_row), .type = "line");

    (void)state;
    assert_int_equal(most.chart->n_series, CHART_SERIES);
    assert_true(more.rc == 0 && !more.chart);
    assert_int_equal(asked.rc, -1);
    assert_int_equal(asked.err.code, ERR_INVALID_INPUT);
}

static void rows_have_a_bound(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct made most CLEANUP(done) = MAKE("[\"n\",\"v\"]", many_rows(a, CHART_POINTS, name_row), .type = "bar");
    struct made more CLEANUP(done) = MAKE("[\"n\",\"v\"]", many_rows(a, CHART_POINTS + 1, name_row), .type = "bar");

    (void)state;
    assert_int_equal(most.rc, 0);
    assert_int_equal(more.rc, -1);
    assert_int_equal(more.err.code, ERR_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_numbers_make_bars),
        cmocka_unit_test(dates_make_a_line_however_they_are_written),
        cmocka_unit_test(years_are_times_only_in_a_column_called_year),
        cmocka_unit_test(a_column_that_parts_equal_x_makes_the_series),
        cmocka_unit_test(columns_of_one_size_are_drawn_together),
        cmocka_unit_test(many_numbers_alone_make_a_histogram_and_few_nothing),
        cmocka_unit_test(there_is_no_chart_where_none_would_help),
        cmocka_unit_test(a_wish_is_followed),
        cmocka_unit_test(a_histogram_counts_the_column_named_x),
        cmocka_unit_test(a_scatter_of_two_columns_takes_the_first_as_x),
        cmocka_unit_test(an_empty_result_is_still_a_picture),
        cmocka_unit_test(a_wish_that_cannot_be_met_is_refused_with_a_way_out),
        cmocka_unit_test(series_have_a_bound),
        cmocka_unit_test(rows_have_a_bound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
