/* test_chart.c - pictures: what they show, that they are always the same, and where their bounds are. */
#include "chart/fonts.h"
#include "chart_testing.h"
#include <pthread.h>

static const char *const three[] = { "North", "South", "East" };

/* A chart of bars over three names. */
static struct chart bars(const struct chart_series *series)
{
    return (struct chart){ .type = CHART_BAR, .points = 3, .names = three, .series = series, .n_series = 1 };
}

/* ---- PNG ---- */

static void the_same_chart_gives_the_same_bytes(void **state)
{
    const double v[] = { 1, 2, 3 };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s);
    struct buf one CLEANUP(buf_done) = BUF(CHART_PNG_BYTES), two CLEANUP(buf_done) = BUF(CHART_PNG_BYTES);
    struct err err;

    (void)state;
    assert_int_equal(chart_png(&c, &(struct chart_size){ 0 }, &one, &err), 0);
    assert_int_equal(chart_png(&c, &(struct chart_size){ 0 }, &two, &err), 0);
    assert_int_equal(one.n, two.n);
    assert_memory_equal(one.p, two.p, one.n);
}

static void bars_are_as_long_as_their_values(void **state)
{
    const double v[] = { 100, 200, NAN };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s);
    struct pixels x = draw_png(&c, (struct chart_size){ 0 });
    size_t first = pixels_of(&x, BLUE, 0, 0, 0.35, 1), second = pixels_of(&x, BLUE, 0.35, 0, 0.67, 1);

    (void)state;
    assert_true(first > 5000);
    assert_true(labs((long)second - 2 * (long)first) < (long)first / 50);
    assert_int_equal(pixels_of(&x, BLUE, 0.67, 0, 1, 1), 0);
    free(x.p);
}

static void a_negative_bar_hangs_below_the_zero_line(void **state)
{
    const double v[] = { 50, -50, NAN };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s);
    struct pixels x = draw_png(&c, (struct chart_size){ 0 });

    (void)state;
    assert_true(pixels_of(&x, BLUE, 0, 0, 0.35, 0.5) > 1000);
    assert_true(pixels_of(&x, BLUE, 0.35, 0.5, 0.67, 1) > 1000);
    assert_int_equal(pixels_of(&x, BLUE, 0.35, 0, 0.67, 0.4), 0);
    assert_int_equal(pixels_of(&x, BLUE, 0, 0.6, 0.35, 1), 0);
    free(x.p);
}

static void a_scale_of_two_has_twice_the_pixels_each_way(void **state)
{
    const double v[] = { 1, 2, 3 };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s);
    struct pixels one = draw_png(&c, (struct chart_size){ 320, 200, 1 });
    struct pixels two = draw_png(&c, (struct chart_size){ 320, 200, 2 });
    long single = (long)pixels_of(&one, BLUE, 0, 0, 1, 1), twice = (long)pixels_of(&two, BLUE, 0, 0, 1, 1);

    (void)state;
    assert_int_equal(one.width, 320);
    assert_int_equal(one.height, 200);
    assert_int_equal(two.width, 640);
    assert_int_equal(two.height, 400);
    assert_true(labs(twice - 4 * single) < single / 10);
    free(one.p);
    free(two.p);
}

static void text_is_painted_also_where_the_font_lacks_it(void **state)
{
    const double v[] = { 0, 0, 0 };
    const char *const names[] = { "東京", "\xf0\x9f\xa6\x84", "\xff\xfe" };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s);
    struct pixels x;

    (void)state;
    c.names = names;
    x = draw_png(&c, (struct chart_size){ 0 });
    for (int i = 0; i < 3; i++) {
        /* the label's ink: anything but paper below the axis */
        double left = 0.08 + 0.3 * i;
        size_t all = pixels_of(&x, 0xffffff, left, 0.9, left + 0.28, 0.97);
        size_t area = (size_t)((left + 0.28) * (double)x.width) - (size_t)(left * (double)x.width);
        assert_true(all < area * ((size_t)(0.97 * (double)x.height) - (size_t)(0.9 * (double)x.height)));
    }
    free(x.p);
}

static void *draw_in_a_thread(void *arg)
{
    struct buf *out = arg;
    const double v[] = { 5, 3, 8 };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s);
    struct err err;

    return chart_png(&c, &(struct chart_size){ 0 }, out, &err) ? out : NULL;
}

static void threads_draw_side_by_side(void **state)
{
    pthread_t threads[4];
    struct buf out[4];
    void *failed;

    (void)state;
    for (int i = 0; i < 4; i++) {
        buf_init(&out[i], CHART_PNG_BYTES);
        assert_int_equal(pthread_create(&threads[i], NULL, draw_in_a_thread, &out[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &failed);
        assert_null(failed);
        assert_int_equal(out[i].n, out[0].n);
        assert_memory_equal(out[i].p, out[0].p, out[0].n);
    }
    for (int i = 0; i < 4; i++)
        buf_done(&out[i]);
}

/* ---- SVG ---- */

static void texts_of_a_picture_are_real_text_and_escaped(void **state)
{
    const double v[] = { 1, 2, 3 };
    const char *const names[] = { "a<b", "c&d", "line\nbreak\x01" };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s);
    struct buf svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    c.names = names;
    c.title = "</title><script>alert(1)</script>";
    c.y_label = "\"revenue\" 'x'";
    draw_svg(&c, 0, 0, &svg);
    assert_svg_has(&svg, ">a&lt;b</text>");
    assert_svg_has(&svg, ">c&amp;d</text>");
    assert_svg_has(&svg, ">line break</text>");
    assert_svg_has(&svg, "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    assert_svg_lacks(&svg, "<script");
    assert_int_equal(count_of(svg.p, "</title>"), 1);
}

static void few_bars_have_their_numbers_and_many_do_not(void **state)
{
    double v[100];
    const char *names[100];
    struct chart_series s = { "a", v };
    struct chart c = { .type = CHART_BAR, .names = names, .series = &s, .n_series = 1, .unit = "€" };
    struct buf few CLEANUP(buf_done) = BUF(CHART_SVG_BYTES), many CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    for (int i = 0; i < 100; i++) {
        v[i] = 1234.0 + i;
        names[i] = "n";
    }
    c.points = 5;
    draw_svg(&c, 0, 0, &few);
    assert_svg_has(&few, ">€1,236</text>");
    c.points = 100;
    draw_svg(&c, 0, 0, &many);
    assert_svg_lacks(&many, ">€1,236</text>");
}

static void long_names_make_the_bars_lie(void **state)
{
    const double v[] = { 1, 2, 3 };
    const char *const names[] = { "Household cleaning products of all sorts", "Garden furniture", "Food" };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s);
    struct buf stand CLEANUP(buf_done) = BUF(CHART_SVG_BYTES), lie CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    draw_svg(&c, 0, 0, &stand);
    c.names = names;
    draw_svg(&c, 0, 0, &lie);
    assert_svg_has(&stand, "text-anchor=\"middle\" fill=\"#5a5a5a\">North</text>");
    assert_svg_has(&lie, "text-anchor=\"end\" fill=\"#222222\">Food</text>");
}

static void a_chart_without_numbers_says_so(void **state)
{
    const double v[] = { NAN, INFINITY, -INFINITY };
    struct chart_series s = { "a", v };
    struct chart c = bars(&s), none = { .type = CHART_LINE, .title = "Nothing" };
    struct buf gaps CLEANUP(buf_done) = BUF(CHART_SVG_BYTES), empty CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    draw_svg(&c, 0, 0, &gaps);
    draw_svg(&none, 0, 0, &empty);
    assert_svg_has(&gaps, ">No data</text>");
    assert_svg_has(&empty, ">No data</text>");
    assert_svg_has(&empty, ">Nothing</text>");
}

static void a_gap_parts_a_line_and_a_lone_point_is_a_dot(void **state)
{
    double x[50], v[50];
    struct chart_series s = { "a", v };
    struct chart c = { .type = CHART_LINE, .axis = CHART_NUMBERS, .x = x, .points = 50, .series = &s, .n_series = 1 };
    struct buf svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    for (int i = 0; i < 50; i++) {
        x[i] = i;
        v[i] = i == 20 || i == 22 ? (double)NAN : i;
    }
    draw_svg(&c, 0, 0, &svg);
    assert_int_equal(count_of(svg.p, "<polyline"), 2);
    assert_int_equal(count_of(svg.p, "<circle"), 1);
}

static void a_line_runs_in_the_order_of_its_x(void **state)
{
    const double x[] = { 3, 1, 2 }, v[] = { 30, 10, 20 }, sorted_x[] = { 1, 2, 3 }, sorted_v[] = { 10, 20, 30 };
    struct chart_series s = { "a", v }, t = { "a", sorted_v };
    struct chart c = { .type = CHART_LINE, .axis = CHART_NUMBERS, .x = x, .points = 3, .series = &s, .n_series = 1 };
    struct buf one CLEANUP(buf_done) = BUF(CHART_SVG_BYTES), two CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    draw_svg(&c, 0, 0, &one);
    c.x = sorted_x;
    c.series = &t;
    draw_svg(&c, 0, 0, &two);
    assert_string_equal(one.p, two.p);
}

static void a_waterfall_adds_up(void **state)
{
    const char *const names[] = { "before", "rise", "fall", "after" };
    const double v[] = { 100, 40, -60, 80 };
    const bool totals[] = { true, false, false, true };
    struct chart_series s = { NULL, v };
    struct chart c = {
        .type = CHART_WATERFALL, .points = 4, .names = names, .series = &s, .n_series = 1, .totals = totals
    };
    struct buf svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    draw_svg(&c, 0, 0, &svg);
    assert_svg_has(&svg, ">+40</text>");
    assert_svg_has(&svg, ">\xe2\x88\x92"
                         "60</text>");
    assert_int_equal(count_of(svg.p, "fill=\"#6b7280\""), 2);
    assert_int_equal(count_of(svg.p, "fill=\"#d55e00\""), 1);
}

static void shares_are_parts_of_the_whole(void **state)
{
    const double v[] = { 1, 1, 2 }, negative[] = { 1, -1, 2 };
    struct chart_series s = { NULL, v };
    struct chart c = bars(&s);
    struct buf svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);
    struct err err;

    (void)state;
    c.type = CHART_SHARE;
    draw_svg(&c, 0, 0, &svg);
    assert_int_equal(count_of(svg.p, ">25%</text>"), 2);
    assert_int_equal(count_of(svg.p, ">50%</text>"), 1);
    s.values = negative;
    assert_int_equal(chart_svg(&c, &(struct chart_size){ 0 }, &svg, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
}

/* ---- labels ---- */

/* Reads the straight, centred labels of a picture and asserts that those of one line stand apart, inside of it. */
static size_t assert_labels_apart(const struct buf *svg, double width)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct fonts *fonts CLEANUP(fonts_cleanup) = NULL;
    struct err err;
    double end[2] = { 0 }, line[2] = { 0 }; /* of the two lines that labels have at most */
    size_t n = 0;

    assert_int_equal(fonts_open(&fonts, &err), 0);
    for (const char *at = svg->p; (at = strstr(at, "<text ")); at++) {
        double x, y, half;
        int parsed = -1, k;
        const char *text, *stop;

        sscanf(at, "<text x=\"%lf\" y=\"%lf\" font-size=\"11\" text-anchor=\"middle\" fill=\"#5a5a5a\">%n", &x, &y,
               &parsed);
        if (parsed < 0)
            continue;
        text = at + parsed;
        stop = strchr(text, '<');
        half = fonts_width(fonts, (struct font){ .size = 11 }, arena_dup(a, text, (size_t)(stop - text))) / 2;
        k = line[0] == 0 || line[0] == y ? 0 : 1;
        assert_true(line[k] == 0 || line[k] == y);
        line[k] = y;
        assert_true(x - half >= end[k]);
        assert_true(x + half <= width);
        end[k] = x + half;
        n++;
    }
    return n;
}

static void labels_are_thinned_out_until_none_meets_another(void **state)
{
    static double x[1000], v[1000];
    static const char *names[1000];
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_LINE, .names = names, .x = x, .series = &s, .n_series = 1 };

    (void)state;
    for (int i = 0; i < 1000; i++) {
        x[i] = 86400.0 * 31 * i;
        v[i] = i;
        names[i] = i % 3 ? "a name" : "a rather longer name";
    }
    for (size_t n = 1; n <= 1000; n = n * 3 + 1) {
        for (int axis = CHART_NAMES; axis <= CHART_TIMES; axis++) {
            struct buf svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);
            c.points = n;
            c.axis = (enum chart_axis)axis;
            draw_svg(&c, 640, 300, &svg);
            assert_true(assert_labels_apart(&svg, 640) >= 1);
        }
    }
}

static void labels_that_are_left_stand_at_equal_distances(void **state)
{
    static double v[100];
    static const char *names[100];
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_LINE, .names = names, .points = 100, .series = &s, .n_series = 1 };
    struct buf svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);
    const char *at;
    double x[100];
    size_t n = 0;

    (void)state;
    for (int i = 0; i < 100; i++)
        names[i] = (const char *const[]){ "a name", "n", "name of a place", "some", "a" }[i % 5];
    draw_svg(&c, 0, 0, &svg);
    for (at = svg.p; (at = strstr(at, "<text ")); at++) {
        int parsed = -1;
        sscanf(at, "<text x=\"%lf\" y=\"%*f\" font-size=\"11\" text-anchor=\"middle\" %n", &x[n], &parsed);
        n += parsed > 0;
    }
    assert_in_range(n, 4, 20);
    for (size_t i = 2; i + 1 < n; i++)
        assert_true(fabs(x[i] - x[i - 1] - (x[2] - x[1])) < 0.05);
}

static void names_of_bars_that_lie_too_close_are_thinned_out(void **state)
{
    static double v[CHART_LYING_BARS];
    static const char *names[CHART_LYING_BARS];
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_SHARE, .names = names, .points = CHART_LYING_BARS, .series = &s, .n_series = 1 };
    struct buf low CLEANUP(buf_done) = BUF(CHART_SVG_BYTES), own CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    for (int i = 0; i < CHART_LYING_BARS; i++) {
        v[i] = 1;
        names[i] = "browser";
    }
    draw_svg(&c, 0, 0, &own);
    assert_int_equal(count_of(own.p, ">browser</text>"), CHART_LYING_BARS);
    draw_svg(&c, 0, 200, &low);
    assert_in_range(count_of(low.p, ">browser</text>"), 5, 14);
    assert_int_equal(count_of(low.p, ">browser</text>"), count_of(low.p, "%</text>"));
    assert_int_equal(count_of(low.p, "fill=\"#0072b2\""), CHART_LYING_BARS);
}

static void a_legend_leaves_room_for_the_chart(void **state)
{
    const double x[] = { 1, 2 }, v[] = { 1, 2 };
    struct chart_series s[CHART_SERIES];
    struct chart c = { .type = CHART_LINE, .axis = CHART_NUMBERS, .points = 2, .x = x, .series = s, .n_series = 8 };
    struct buf small CLEANUP(buf_done) = BUF(CHART_SVG_BYTES), large CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    for (int i = 0; i < CHART_SERIES; i++)
        s[i] = (struct chart_series){ "A department with a long name", v };
    draw_svg(&c, 320, 200, &small);
    assert_svg_has(&small, "more</text>");
    assert_int_equal(count_of(small.p, "<polyline"), CHART_SERIES);
    draw_svg(&c, 0, 0, &large);
    assert_svg_lacks(&large, "more</text>");
}

static void a_long_name_is_cut_with_an_ellipsis(void **state)
{
    char name[5000];
    const char *names[] = { name };
    const double v[] = { 1 };
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_BAR, .points = 1, .names = names, .series = &s, .n_series = 1, .title = name };
    struct buf svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);

    (void)state;
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    draw_svg(&c, 0, 0, &svg);
    assert_svg_has(&svg, "xxx…</text>");
    assert_true(svg.n < 6000);
}

static void a_thousand_bars_are_drawn_and_some_of_them_named(void **state)
{
    static double v[1000];
    static const char *names[1000];
    struct chart_series s = { NULL, v };
    struct chart c = { .type = CHART_BAR, .points = 1000, .names = names, .series = &s, .n_series = 1 };
    struct buf svg CLEANUP(buf_done) = BUF(CHART_SVG_BYTES);
    size_t labels;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        v[i] = i + 1;
        names[i] = "customer";
    }
    draw_svg(&c, 0, 0, &svg);
    labels = count_of(svg.p, ">customer</text>");
    assert_true(labels >= 5 && labels <= 60);
    assert_int_equal(count_of(svg.p, "fill=\"#0072b2\""), 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_chart_gives_the_same_bytes),
        cmocka_unit_test(bars_are_as_long_as_their_values),
        cmocka_unit_test(a_negative_bar_hangs_below_the_zero_line),
        cmocka_unit_test(a_scale_of_two_has_twice_the_pixels_each_way),
        cmocka_unit_test(text_is_painted_also_where_the_font_lacks_it),
        cmocka_unit_test(threads_draw_side_by_side),
        cmocka_unit_test(texts_of_a_picture_are_real_text_and_escaped),
        cmocka_unit_test(few_bars_have_their_numbers_and_many_do_not),
        cmocka_unit_test(long_names_make_the_bars_lie),
        cmocka_unit_test(a_chart_without_numbers_says_so),
        cmocka_unit_test(a_gap_parts_a_line_and_a_lone_point_is_a_dot),
        cmocka_unit_test(a_line_runs_in_the_order_of_its_x),
        cmocka_unit_test(a_waterfall_adds_up),
        cmocka_unit_test(shares_are_parts_of_the_whole),
        cmocka_unit_test(labels_are_thinned_out_until_none_meets_another),
        cmocka_unit_test(labels_that_are_left_stand_at_equal_distances),
        cmocka_unit_test(names_of_bars_that_lie_too_close_are_thinned_out),
        cmocka_unit_test(a_legend_leaves_room_for_the_chart),
        cmocka_unit_test(a_long_name_is_cut_with_an_ellipsis),
        cmocka_unit_test(a_thousand_bars_are_drawn_and_some_of_them_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
