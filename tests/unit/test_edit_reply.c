/* test_edit_reply.c - what a worker says of an edit, as it is and as a captured one might have it. */
#include "agents/workbook/edit_reply.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct json *parse(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    assert_int_equal(json_parse(a, text, strlen(text), &v, &e), 0);
    return v;
}

static bool is_taken(const char *text, bool is_sheet)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct err e;
    int status = edit_reply_check(parse(a, text), is_sheet, &e);

    if (status < 0)
        assert_int_equal(e.code, ERR_INTERNAL);
    return status == 0;
}

#define CHANGE "{\"worksheet\":\"S\",\"cell\":\"A1\",\"before\":1,\"after\":2,\"formula_before\":null}"

static void an_answer_of_the_right_shape_is_taken(void **state)
{
    (void)state;
    assert_true(is_taken("{\"changes\":[" CHANGE "],\"notes\":[]}", false));
    assert_true(is_taken("{\"changes\":[" CHANGE "],\"notes\":[\"a\"],\"veiled\":[[1,2,3]]}", false));
    assert_true(is_taken("{\"changes\":[{\"worksheet\":\"S\"}],\"notes\":[]}", true));
}

static void an_answer_of_another_shape_is_refused(void **state)
{
    static const char *const wrong[] = {
        "5",
        "[]",
        "{}",
        "{\"changes\":[],\"notes\":[]}",
        "{\"changes\":[" CHANGE "]}",
        "{\"changes\":[" CHANGE "],\"notes\":5}",
        "{\"changes\":[" CHANGE "],\"notes\":[5]}",
        "{\"changes\":{\"a\":" CHANGE "},\"notes\":[]}",
        "{\"changes\":[5],\"notes\":[]}",
        "{\"changes\":[{\"cell\":5}],\"notes\":[]}",
        "{\"changes\":[{\"cell\":\"A1\"}],\"notes\":[]}",
        "{\"changes\":[{\"worksheet\":\"S\"}],\"notes\":[]}",
        "{\"changes\":[{\"worksheet\":\"S\",\"cell\":\"A1\",\"formula_after\":5}],\"notes\":[]}",
        "{\"changes\":[{\"worksheet\":\"S\",\"cell\":\"A1\",\"hidden\":1}],\"notes\":[]}",
        "{\"changes\":[" CHANGE "],\"notes\":[],\"veiled\":5}",
        "{\"changes\":[" CHANGE "],\"notes\":[],\"veiled\":[[1,2]]}",
        "{\"changes\":[" CHANGE "],\"notes\":[],\"veiled\":[[1,2,\"x\"]]}",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        if (is_taken(wrong[i], false))
            fail_msg("taken: %s", wrong[i]);
    assert_false(is_taken("{\"changes\":[" CHANGE "],\"notes\":[]}", true));
    assert_false(is_taken("{\"changes\":[{\"worksheet\":\"S\"},{\"worksheet\":\"T\"}],\"notes\":[]}", true));
}

static void no_more_changes_are_taken_than_can_be_asked_for(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *changes = json_array(a), *reply = parse(a, "{\"notes\":[]}");
    struct err e;

    (void)state;
    json_set(a, reply, "changes", changes);
    for (size_t i = 0; i < EDIT_CELLS; i++)
        json_push(a, changes, parse(a, CHANGE));
    assert_int_equal(edit_reply_check(reply, false, &e), 0);
    json_push(a, changes, parse(a, CHANGE));
    assert_int_equal(edit_reply_check(reply, false, &e), -1);
}

static void a_change_of_a_hidden_cell_is_refused_by_the_rule_that_hides_it(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct err e;

    (void)state;
    assert_int_equal(edit_reply_check_hidden(parse(a, "{\"changes\":[{\"hidden\":false},{}]}"), &e), 0);
    assert_int_equal(edit_reply_check_hidden(parse(a, "{\"changes\":[{},{\"hidden\":true}]}"), &e), -1);
    assert_int_equal(e.code, ERR_POLICY_VIOLATION);
    assert_string_equal(e.rule, "blocked_patterns");
}

static int check_redacted(const char *before, const char *after, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    return edit_reply_check_veiled(parse(a, before), parse(a, after), err);
}

static void what_was_hidden_must_be_hidden_after_the_change(void **state)
{
    struct err e;

    (void)state;
    assert_int_equal(check_redacted("{}", "{}", &e), 0);
    assert_int_equal(check_redacted("{\"veiled\":[[2,3,6]]}", "{\"veiled\":[[1,1,9],[2,3,6]]}", &e), 0);
    assert_int_equal(check_redacted("{\"veiled\":[[2,3,6]]}", "{\"veiled\":[[2,2,7]]}", &e), 0);
    assert_int_equal(check_redacted("{\"veiled\":[[2,3,6]]}", "{\"veiled\":[[2,4,6]]}", &e), -1);
    assert_int_equal(check_redacted("{\"veiled\":[[2,3,6]]}", "{\"veiled\":[[2,3,5]]}", &e), -1);
    assert_int_equal(check_redacted("{\"veiled\":[[2,3,6]]}", "{\"veiled\":[[3,3,6]]}", &e), -1);
    assert_int_equal(check_redacted("{\"veiled\":[[2,3,6]]}", "{}", &e), -1);
    assert_int_equal(e.code, ERR_POLICY_VIOLATION);
    assert_string_equal(e.rule, "blocked_patterns");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_of_the_right_shape_is_taken),
        cmocka_unit_test(an_answer_of_another_shape_is_refused),
        cmocka_unit_test(no_more_changes_are_taken_than_can_be_asked_for),
        cmocka_unit_test(a_change_of_a_hidden_cell_is_refused_by_the_rule_that_hides_it),
        cmocka_unit_test(what_was_hidden_must_be_hidden_after_the_change),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
