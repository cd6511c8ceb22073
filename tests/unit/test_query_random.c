/* test_query_random.c - the generator of the query tests: it must be the same each time, cover the form, and refer only
 * to what is there. */
#include "../tools/query_random.h"
#include "base/attrs.h"
#include "base/str.h"
#include "json_testing.h"

#define SEEDS 3000

static struct query_random_options options(void)
{
    struct query_random_options o = { .operations = true };

    o.tables = query_random_tables(&o.n_tables);
    return o;
}

struct seen {
    size_t functions[FUNCTIONS_END], aggregates[AGGREGATES_END], windows[WINDOWS_END], kinds[EXPR_PLACE + 1];
    size_t relations[RELATION_STEP + 1], joins[JOIN_CROSS + 1], queries[QUERY_EXCEPT + 1];
    size_t per, having, distinct, steps, operations, nested, filtered;
};

static void see_query(const struct query *q, struct seen *seen);

static bool see(const struct expr *e, void *arg)
{
    struct seen *seen = arg;

    seen->kinds[e->kind]++;
    if (e->kind == EXPR_CALL)
        seen->functions[e->call.function]++;
    if (e->kind == EXPR_AGGREGATE) {
        seen->aggregates[e->aggregate.function]++;
        seen->filtered += e->aggregate.where != NULL;
    }
    if (e->kind == EXPR_WINDOW)
        seen->windows[e->window.function]++;
    if (e->kind == EXPR_QUERY || e->kind == EXPR_IN_QUERY || e->kind == EXPR_EXISTS) {
        seen->nested++;
        see_query(e->query.query, seen);
    }
    return true;
}

static void see_query(const struct query *q, struct seen *seen)
{
    seen->queries[q->kind]++;
    if (q->kind != QUERY_BLOCK) {
        see_query(q->left, seen);
        see_query(q->right, seen);
    }
    for (size_t i = 0; i < q->n_from; i++) {
        seen->relations[q->from[i].kind]++;
        seen->joins[q->from[i].join]++;
        if (q->from[i].kind == RELATION_QUERY)
            see_query(q->from[i].query, seen);
    }
    seen->per += q->n_per > 0;
    seen->having += q->n_having > 0;
    seen->distinct += q->distinct;
    if (q->kind == QUERY_BLOCK)
        query_walk(q, &(struct expr_visitor){ see, seen, false });
}

static void everything_turns_up(void **state)
{
    const struct query_random_options o = options();
    struct seen seen = { 0 };

    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const struct request r = query_random_request(arena, &o, seed);
        seen.steps += r.n_steps > 1;
        for (size_t i = 0; i < r.n_steps; i++)
            if (r.steps[i].query)
                see_query(r.steps[i].query, &seen);
            else
                seen.operations++;
    }
    for (size_t i = 0; i < FUNCTIONS_END; i++)
        if (seen.functions[i] == 0)
            fail_msg("function %s", query_function_info((enum query_function)i)->name);
    for (size_t i = 0; i < AGGREGATES_END; i++)
        if (seen.aggregates[i] == 0)
            fail_msg("aggregate %s", query_aggregate_info((enum query_aggregate)i)->name);
    for (size_t i = 0; i < WINDOWS_END; i++)
        if (seen.windows[i] == 0)
            fail_msg("window %s", query_window_info((enum query_window)i)->name);
    for (size_t i = 0; i < COUNT_OF(seen.kinds); i++)
        assert_true(seen.kinds[i] > 20);
    for (size_t i = 0; i < COUNT_OF(seen.relations); i++)
        assert_true(seen.relations[i] > 20);
    for (size_t i = 0; i < COUNT_OF(seen.joins); i++)
        assert_true(seen.joins[i] > 20);
    for (size_t i = 0; i < COUNT_OF(seen.queries); i++)
        assert_true(seen.queries[i] > 20);
    assert_true(seen.per > 20 && seen.having > 20 && seen.distinct > 20 && seen.steps > 20);
    assert_true(seen.operations > 20 && seen.nested > 20 && seen.filtered > 20);
}

static void a_seed_always_gives_the_same(void **state)
{
    const struct query_random_options o = options();

    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++)
        assert_true(query_same(query_random_query(arena, &o, seed), query_random_query(arena, &o, seed)));
    assert_false(query_same(query_random_query(arena, &o, 1), query_random_query(arena, &o, 2)));
}

/* The relations that a column may be "of", from the inside out. */
struct around {
    const struct query *query;
    const struct around *outer;
};

static void check_query(const struct query *q, const struct around *outer);

static bool check_expr(const struct expr *e, void *arg)
{
    const struct around *at = arg;
    const char *of = e->kind == EXPR_COLUMN ? e->column.of : e->kind == EXPR_PLACE ? e->place_of : NULL;
    bool found = !of;

    for (; at && !found; at = at->outer)
        found = query_relation(at->query, of) != NULL;
    if (!found)
        fail_msg("no relation %s", of);
    if (e->kind == EXPR_QUERY || e->kind == EXPR_IN_QUERY || e->kind == EXPR_EXISTS)
        check_query(e->query.query, arg);
    return true;
}

static void check_query(const struct query *q, const struct around *outer)
{
    struct around here = { q, outer };

    if (q->kind != QUERY_BLOCK) {
        check_query(q->left, outer);
        check_query(q->right, outer);
        return;
    }
    for (size_t i = 0; i < q->n_from; i++) {
        for (const struct around *at = outer; at; at = at->outer)
            assert_null(query_relation(at->query, q->from[i].name));
        assert_ptr_equal(query_relation(q, q->from[i].name), &q->from[i]);
        if (q->from[i].kind == RELATION_QUERY)
            check_query(q->from[i].query, NULL);
    }
    query_walk(q, &(struct expr_visitor){ check_expr, &here, false });
    for (size_t i = 0; i < q->n_outputs; i++)
        for (size_t k = 0; k < i; k++)
            assert_false(str_ieq(query_output_name(arena, q, i), query_output_name(arena, q, k)));
}

static void names_are_known_and_differ(void **state)
{
    const struct query_random_options o = options();

    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const struct request r = query_random_request(arena, &o, seed);
        for (size_t i = 0; i < r.n_steps; i++)
            if (r.steps[i].query)
                check_query(r.steps[i].query, NULL);
    }
}

static void what_is_left_out_stays_out(void **state)
{
    static const enum query_function without[] = { FUNCTION_ROUND, FUNCTION_CASE };
    struct query_random_options o = options();
    struct seen seen = { 0 };

    (void)state;
    o.without = without;
    o.n_without = COUNT_OF(without);
    o.no_place = true;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        see_query(query_random_query(arena, &o, seed), &seen);
    assert_int_equal(seen.functions[FUNCTION_ROUND] + seen.functions[FUNCTION_CASE], 0);
    assert_int_equal(seen.kinds[EXPR_PLACE] + seen.aggregates[AGGREGATE_FIRST] + seen.aggregates[AGGREGATE_LAST], 0);
    assert_true(seen.functions[FUNCTION_FLOOR] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(everything_turns_up),
        TEST(a_seed_always_gives_the_same),
        TEST(names_are_known_and_differ),
        TEST(what_is_left_out_stays_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
