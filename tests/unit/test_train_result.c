/* test_train_result.c - results are compared as scripts/eval/rows.py and wtq.py compare them. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "train/reader/result.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct result result(struct arena *a, const char *text)
{
    struct json *rows;
    struct result r;
    struct err err;

    assert_int_equal(json_parse(a, text, strlen(text), &rows, &err), 0);
    result_of_json(a, rows, &r);
    return r;
}

static bool same(const char *got, const char *gold, bool ordered)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct result x = result(a, got), y = result(a, gold);

    return results_same(&x, &y, ordered);
}

static void rows_are_a_multiset_unless_they_are_ordered(void **state)
{
    (void)state;
    assert_true(same("[[1],[2],[2]]", "[[2],[1],[2]]", false));
    assert_false(same("[[1],[2],[2]]", "[[2],[1],[2]]", true));
    assert_false(same("[[1],[1],[2]]", "[[2],[1],[2]]", false));
    assert_false(same("[[1]]", "[[1],[1]]", false));
    assert_true(same("[]", "[]", true));
}

static void columns_come_in_any_order_of_all_rows(void **state)
{
    (void)state;
    assert_true(same("[[\"a\",1],[\"b\",2]]", "[[2,\"b\"],[1,\"a\"]]", false));
    assert_false(same("[[\"a\",1],[\"b\",2]]", "[[1,\"b\"],[2,\"a\"]]", false));
    assert_true(same("[[1,2,3],[2,3,1]]", "[[3,1,2],[1,2,3]]", true));
    assert_false(same("[[1,2],[2,1]]", "[[1,2],[1,2]]", false));
    assert_false(same("[[1,2]]", "[[1]]", false));
}

static void numbers_are_equal_within_a_tolerance_and_texts_that_read_as_numbers_are_numbers(void **state)
{
    (void)state;
    assert_true(same("[[1.00001]]", "[[1]]", false));
    assert_false(same("[[1.001]]", "[[1]]", false));
    assert_true(same("[[1000001]]", "[[1000000]]", false));
    assert_true(same("[[\"58\"]]", "[[58.0]]", false));
    assert_true(same("[[\"-.5 \"]]", "[[-0.5]]", false));
    assert_false(same("[[\"5a\"]]", "[[5]]", false));
    assert_false(same("[[\"A\"]]", "[[\"a\"]]", false));
    assert_false(same("[[null]]", "[[\"\"]]", false));
    assert_true(same("[[null,\"x\"]]", "[[\"x\",null]]", false));
}

static bool answers(const char *got, const char *gold)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct result x = result(a, got), y;
    struct json *answer;
    struct err err;

    assert_int_equal(json_parse(a, gold, strlen(gold), &answer, &err), 0);
    result_of_answer(a, answer, &y);
    return answers_same(a, &x, &y);
}

static void answers_are_sets_of_plain_values_of_the_first_column(void **state)
{
    (void)state;
    assert_true(answers("[[\"B\\u00e9k\\u00e9s \",1],[\"a\",2],[\"A\",3]]", "[\"bekes\",\"a\"]"));
    assert_true(answers("[[1234]]", "[\"1,234\"]"));
    assert_true(answers("[[\"1,234.50\"]]", "[\"1234.5\"]"));
    assert_false(answers("[[\"a\"]]", "[\"a\",\"b\"]"));
    assert_false(answers("[[\"a\"],[\"b\"]]", "[\"a\"]"));
    assert_false(answers("[]", "[\"a\"]"));
    assert_false(answers("[[\"4\"]]", "[\"four\"]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_a_multiset_unless_they_are_ordered),
        cmocka_unit_test(columns_come_in_any_order_of_all_rows),
        cmocka_unit_test(numbers_are_equal_within_a_tolerance_and_texts_that_read_as_numbers_are_numbers),
        cmocka_unit_test(answers_are_sets_of_plain_values_of_the_first_column),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
