/* test_read_beam.c - the beam makes plans that hold together, each once, and says why a plan is not among them. */
#include "read/beam.h"
#include "read_models_testing.h"
#include "read_testing.h"

static void ask_something(struct asked *q, struct arena *a)
{
    ask(q, a, "Which singers from France older than 30 sang in 3 concerts");
    names_operator(q, 0, 1, OPERATOR_WHICH);
    names_table(q, 1, SINGER);
    names_value(q, 3, COUNTRY, "France");
    names_operator(q, 4, 2, OPERATOR_GT);
    names_number(q, 6, 30, "30");
    names_number(q, 9, 3, "3");
    names_table(q, 10, CONCERT);
}

static void candidates_are_whole_and_different(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct read_models m;
    struct reading r;
    struct asked q;

    (void)state;
    make_models(&m);
    ask_something(&q, a);
    beam_read(a, &m, &q.link, &r);
    assert_true(r.n > 50);
    assert_true(r.n <= READ_TRIED);
    for (size_t i = 0; i < r.n; i++) {
        assert_non_null(r.candidates[i].query);
        assert_int_equal(r.candidates[i].rank, i);
        assert_true(i == 0 || r.candidates[i].score <= r.candidates[i - 1].score);
        for (size_t k = 0; k < i; k++)
            assert_false(plan_same(&r.candidates[i].plan, &r.candidates[k].plan));
    }
}

static void the_same_question_gives_the_same_plans(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct read_models m;
    struct reading one, two;
    struct asked q;

    (void)state;
    make_models(&m);
    ask_something(&q, a);
    beam_read(a, &m, &q.link, &one);
    beam_read(a, &m, &q.link, &two);
    assert_int_equal(one.n, two.n);
    for (size_t i = 0; i < one.n; i++)
        assert_true(plan_same(&one.candidates[i].plan, &two.candidates[i].plan));
}

/* With likely conditions and columns the plan that has them is there, and is not asked about. */
static void what_is_likely_is_found(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const float shown[] = { 4, 0, 0, 0, 0, 0 }, likely[] = { 0, 4, 0, 0 };
    struct plan wanted = { .n_outputs = 1, .main = LINK_NONE, .n_conditions = 1, .tables = 1 << SINGER };
    struct read_models m;
    struct reading r;
    struct asked q;
    bool is_there = false;

    (void)state;
    make_models(&m);
    m.sketch[SKETCH_WHERE].model.bias = likely;
    m.sketch[SKETCH_SHOWN].model.bias = shown;
    ask(&q, a, "singers from France");
    names_table(&q, 0, SINGER);
    names_value(&q, 2, COUNTRY, "France");
    beam_read(a, &m, &q.link, &r);
    wanted.outputs[0].column = SINGER_NAME;
    wanted.conditions[0] = (struct plan_condition){ .column = COUNTRY, .value = "France" };
    for (size_t i = 0; i < r.n; i++)
        is_there |= plan_same(&r.candidates[i].plan, &wanted);
    assert_true(is_there);
}

static void what_is_missing_is_told(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct plan wanted = { .n_outputs = 1, .main = LINK_NONE, .n_conditions = 1, .tables = 1 << SINGER };
    struct read_models m;
    struct reading r;
    struct asked q;

    (void)state;
    make_models(&m);
    ask_something(&q, a);
    beam_read(a, &m, &q.link, &r);
    wanted.outputs[0].column = SINGER_NAME;
    wanted.conditions[0] = (struct plan_condition){ .column = COUNTRY, .value = "Spain" };
    assert_string_equal(beam_why_not(a, &m, &q.link, &r, &wanted), "condition: not proposed with this value");
    wanted.n_conditions = 0;
    wanted.outputs[0].figure = FIGURE_SPREAD;
    assert_string_equal(beam_why_not(a, &m, &q.link, &r, &wanted), "sketch: shown '0+spread' is unknown");
}

/* Nothing is named at all: plans are made all the same. */
static void a_question_without_mentions_is_read(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct read_models m;
    struct reading r;
    struct asked q;

    (void)state;
    make_models(&m);
    ask(&q, a, "what is this");
    beam_read(a, &m, &q.link, &r);
    assert_true(r.n > 10);
    ask(&q, a, "");
    beam_read(a, &m, &q.link, &r);
    assert_true(r.n > 10);
}

static size_t count_nests(const struct reading *r, enum plan_nesting kind)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++)
        n += r->candidates[i].plan.nest.kind == kind;
    return n;
}

/* Of one table, a word is enough to look for the row before another one; of several nobody asks so. */
static void rows_before_others_are_looked_for_in_one_table(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    static const float first[] = { 6, 0, 0, 0, 0, 0 };
    struct link_schema one = test_schema;
    struct read_models m;
    struct reading r;
    struct asked q;

    (void)state;
    make_models(&m);
    for (size_t i = 0; i < SKETCH_NEST; i++)
        m.sketch[i].model.bias = first;
    one.n_tables = 1;
    one.n_columns = CONCERT_ID;
    one.n_joins = 0;
    ask(&q, a, "who is listed before France");
    names_operator(&q, 3, 1, OPERATOR_PREVIOUS);
    names_value(&q, 4, COUNTRY, "France");
    beam_read(a, &m, &q.link, &r);
    assert_int_equal(count_nests(&r, NEST_PREVIOUS), 0);
    q.link.schema = &one;
    beam_read(a, &m, &q.link, &r);
    assert_true(count_nests(&r, NEST_PREVIOUS) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_whole_and_different),
        cmocka_unit_test(the_same_question_gives_the_same_plans),
        cmocka_unit_test(what_is_likely_is_found),
        cmocka_unit_test(what_is_missing_is_told),
        cmocka_unit_test(a_question_without_mentions_is_read),
        cmocka_unit_test(rows_before_others_are_looked_for_in_one_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
