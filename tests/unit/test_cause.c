/* test_cause.c - segments that were made to move are found, at their own depth, and nothing else is. */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "cause/cause.h"
#include "scratch.h"
#include <math.h>

enum { A = 6, B = 8, C = 5, N = A * B * C };

struct grid {
    struct arena *arena;
    uint32_t codes[N * 3], values[3];
    double baseline[N], actual[N], baseline_weight[N], actual_weight[N];
    struct cause_leaves leaves;
    struct cause_found found;
};

/* From -1 to 1, spread evenly, the same in every run. */
static double jitter(size_t i)
{
    return (double)((i * 2654435761u) % 2001u) / 1000 - 1;
}

static int setup(void **state)
{
    struct grid *g = calloc(1, sizeof *g);
    size_t i = 0;

    g->arena = arena_new();
    for (uint32_t a = 0; a < A; a++)
        for (uint32_t b = 0; b < B; b++)
            for (uint32_t c = 0; c < C; c++, i++) {
                uint32_t *code = g->codes + 3 * i;
                code[0] = a;
                code[1] = b;
                code[2] = c;
                g->baseline[i] = 100 + 13.0 * a + 7.0 * b + 29.0 * c;
                g->actual[i] = g->baseline[i] * (1 + 0.01 * jitter(i));
            }
    g->values[0] = A;
    g->values[1] = B;
    g->values[2] = C;
    g->leaves = (struct cause_leaves){
        .n = N, .attributes = 3, .codes = g->codes, .values = g->values, .baseline = g->baseline, .actual = g->actual
    };
    *state = g;
    return 0;
}

static int teardown(void **state)
{
    struct grid *g = *state;

    arena_free(g->arena);
    free(g);
    return 0;
}

/* Multiplies what came in the leaves with these values; -1: any. */
static void move(struct grid *g, int a, int b, int c, double factor)
{
    for (size_t i = 0; i < N; i++)
        if ((a < 0 || g->codes[3 * i] == (uint32_t)a) && (b < 0 || g->codes[3 * i + 1] == (uint32_t)b) &&
            (c < 0 || g->codes[3 * i + 2] == (uint32_t)c))
            g->actual[i] *= factor;
}

static void find(struct grid *g)
{
    struct err err;

    assert_int_equal(cause_find(&g->leaves, CAUSE_MOST, NULL, g->arena, &g->found, &err), 0);
}

/* "0=2 1=3; 2=1" */
static const char *found_text(struct grid *g)
{
    const char *text = "";

    for (size_t i = 0; i < g->found.n; i++)
        for (unsigned k = 0; k < g->found.causes[i].n; k++)
            text = arena_printf(g->arena, "%s%s%u=%u", text,
                                k   ? " "
                                : i ? "; "
                                    : "",
                                g->found.causes[i].attribute[k], g->found.causes[i].value[k]);
    return text;
}

static void noise_alone_has_no_cause(void **state)
{
    struct grid *g = *state;

    find(g);
    assert_string_equal(found_text(g), "");
    assert_false(g->found.together);
    for (size_t i = 0; i < N; i++)
        assert_int_equal(g->found.part[i], 0);
}

static void one_value_that_fell_is_found_by_itself(void **state)
{
    struct grid *g = *state;

    move(g, 2, -1, -1, 0.5);
    find(g);
    assert_string_equal(found_text(g), "0=2");
    assert_true(g->found.causes[0].score > 0.95);
}

static void a_pair_and_a_triple_are_found_at_their_depth(void **state)
{
    struct grid *g = *state;

    move(g, 1, 3, -1, 0.3);
    move(g, 4, 6, 2, 3);
    find(g);
    assert_string_equal(found_text(g), "0=1 1=3; 0=4 1=6 2=2");
}

static void causes_that_overlap_are_found_and_share_no_leaf(void **state)
{
    struct grid *g = *state;

    move(g, 3, -1, -1, 0.2);
    move(g, -1, 5, -1, 0.6);
    find(g);
    assert_string_equal(found_text(g), "0=3; 1=5");
    for (size_t i = 0; i < N; i++)
        assert_int_equal(g->found.part[i], g->codes[3 * i] == 3 ? 1 : g->codes[3 * i + 1] == 5 ? 2 : 0);
}

static void what_moved_the_other_way_is_found_where_it_is_large(void **state)
{
    struct grid *g = *state;

    move(g, 0, -1, -1, 0.5);
    move(g, 5, -1, -1, 1.6);
    find(g);
    assert_string_equal(found_text(g), "0=5; 0=0");
}

static void an_even_rise_is_told_and_is_no_cause(void **state)
{
    struct grid *g = *state;

    move(g, -1, -1, -1, 1.3);
    find(g);
    assert_string_equal(found_text(g), "");
    assert_true(g->found.together);
    assert_true(fabs(g->found.factor - 1.3) < 0.01);
}

static void one_that_rose_further_than_all_is_found(void **state)
{
    struct grid *g = *state;

    move(g, -1, -1, -1, 1.3);
    move(g, -1, -1, 4, 2);
    find(g);
    assert_string_equal(found_text(g), "2=4");
}

static void of_a_ratio_a_rate_that_rose_is_found_and_growth_is_not(void **state)
{
    struct grid *g = *state;

    for (size_t i = 0; i < N; i++) {
        g->baseline_weight[i] = 1000 + 50.0 * (double)(i % 7);
        g->actual_weight[i] = g->baseline_weight[i] * (g->codes[3 * i] == 1 ? 5 : 1);
        g->baseline[i] = g->baseline_weight[i] * 0.1;
        g->actual[i] = g->actual_weight[i] * (g->codes[3 * i + 2] == 3 ? 0.4 : 0.1) * (1 + 0.01 * jitter(i));
    }
    g->leaves.baseline_weight = g->baseline_weight;
    g->leaves.actual_weight = g->actual_weight;
    find(g);
    assert_string_equal(found_text(g), "2=3");
}

static void at_most_so_many_are_told(void **state)
{
    struct grid *g = *state;
    struct err err;

    move(g, 1, -1, -1, 0.2);
    move(g, 2, -1, -1, 0.3);
    move(g, 4, -1, -1, 0.4);
    assert_int_equal(cause_find(&g->leaves, 2, NULL, g->arena, &g->found, &err), 0);
    assert_int_equal(g->found.n, 2);
}

static void nothing_at_all_and_figures_that_are_all_0_are_no_trouble(void **state)
{
    struct grid *g = *state;
    struct err err;
    struct cause_leaves none = {
        .values = g->values, .codes = g->codes, .attributes = 3, .n = 0, .baseline = g->baseline, .actual = g->actual
    };

    assert_int_equal(cause_find(&none, 1, NULL, g->arena, &g->found, &err), 0);
    assert_int_equal(g->found.n, 0);
    none.n = N;
    none.attributes = 0;
    assert_int_equal(cause_find(&none, 1, NULL, g->arena, &g->found, &err), 0);
    assert_int_equal(g->found.n, 0);
    for (size_t i = 0; i < N; i++)
        g->baseline[i] = g->actual[i] = 0;
    find(g);
    assert_int_equal(g->found.n, 0);
}

static void figures_below_0_are_searched_too(void **state)
{
    struct grid *g = *state;

    for (size_t i = 0; i < N; i++) {
        g->baseline[i] = -g->baseline[i];
        g->actual[i] = -g->actual[i];
    }
    move(g, -1, 2, -1, -1);
    find(g);
    assert_string_equal(found_text(g), "1=2");
}

static void new_segments_and_lost_ones_are_found(void **state)
{
    struct grid *g = *state;

    for (size_t i = 0; i < N; i++) {
        if (g->codes[3 * i] == 0)
            g->baseline[i] = 0;
        if (g->codes[3 * i + 2] == 1)
            g->actual[i] = 0;
    }
    find(g);
    assert_string_equal(found_text(g), "2=1; 0=0");
}

static void a_search_that_is_taken_back_ends(void **state)
{
    struct grid *g = *state;
    struct cancel cancel;
    struct err err;

    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(cause_find(&g->leaves, 1, &cancel, g->arena, &g->found, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
}

/* Ten attributes of 100,000 leaves: more cuboids than fit, so that only some depths are searched. */
static void too_many_attributes_are_searched_less_deep(void **state)
{
    struct grid *g = *state;
    enum { MANY = 100000, WIDE = 10 };
    uint32_t *codes = arena_array(g->arena, MANY * WIDE, sizeof *codes), values[WIDE];
    double *baseline = arena_array(g->arena, MANY, sizeof *baseline);
    double *actual = arena_array(g->arena, MANY, sizeof *actual);
    struct cause_leaves wide = {
        .n = MANY, .attributes = WIDE, .codes = codes, .values = values, .baseline = baseline, .actual = actual
    };

    for (unsigned k = 0; k < WIDE; k++)
        values[k] = 4;
    for (size_t i = 0; i < MANY; i++) {
        for (unsigned k = 0; k < WIDE; k++)
            codes[i * WIDE + k] = (uint32_t)(i >> 2 * (k % 9) ^ k) % 4;
        baseline[i] = 50 + (double)(i % 17);
        actual[i] = baseline[i] * (codes[i * WIDE + 2] == 1 ? 0.5 : 1 + 0.01 * jitter(i));
    }
    g->leaves = wide;
    find(g);
    assert_string_equal(found_text(g), "2=1");
    assert_in_range(g->found.depth, 1, CAUSE_DEPTH - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(noise_alone_has_no_cause, setup, teardown),
        cmocka_unit_test_setup_teardown(one_value_that_fell_is_found_by_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(a_pair_and_a_triple_are_found_at_their_depth, setup, teardown),
        cmocka_unit_test_setup_teardown(causes_that_overlap_are_found_and_share_no_leaf, setup, teardown),
        cmocka_unit_test_setup_teardown(what_moved_the_other_way_is_found_where_it_is_large, setup, teardown),
        cmocka_unit_test_setup_teardown(an_even_rise_is_told_and_is_no_cause, setup, teardown),
        cmocka_unit_test_setup_teardown(one_that_rose_further_than_all_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(of_a_ratio_a_rate_that_rose_is_found_and_growth_is_not, setup, teardown),
        cmocka_unit_test_setup_teardown(at_most_so_many_are_told, setup, teardown),
        cmocka_unit_test_setup_teardown(nothing_at_all_and_figures_that_are_all_0_are_no_trouble, setup, teardown),
        cmocka_unit_test_setup_teardown(figures_below_0_are_searched_too, setup, teardown),
        cmocka_unit_test_setup_teardown(new_segments_and_lost_ones_are_found, setup, teardown),
        cmocka_unit_test_setup_teardown(a_search_that_is_taken_back_ends, setup, teardown),
        cmocka_unit_test_setup_teardown(too_many_attributes_are_searched_less_deep, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
