/* test_errand_pieces.c - where a message may be cut, orders that begin with what they are about, and bare values. */
#include "base/arena.h"
#include "base/timefmt.h"
#include "lang/errand.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
/* cmocka wants the four above first */
#include <cmocka.h>

static const char *pieces_of(const char *message)
{
    static char text[1000];
    struct arena *a = arena_new();
    struct errand_piece pieces[ERRAND_PIECES];
    size_t n = errand_pieces(a, message, pieces), at = 0;

    *text = '\0';
    for (size_t i = 0; i < n; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s%s", i ? " | " : "", pieces[i].contrasts ? "but " : "",
                               pieces[i].said);
    arena_free(a);
    return text;
}

static void a_message_is_cut_where_something_else_may_begin(void **state)
{
    (void)state;
    assert_string_equal(pieces_of("loft swept, move the skip to Monday"), "loft swept, | move the skip to Monday");
    assert_string_equal(pieces_of("Tyres swapped. Bin the rack and what else?"),
                        "Tyres swapped. | Bin the rack | what else?");
    assert_string_equal(pieces_of("add 'salt, pepper and oil' & show the rest"),
                        "add 'salt, pepper and oil' | show the rest");
    assert_string_equal(pieces_of("tick the hose, while you're at it tag the pump garden"),
                        "tick the hose, | tag the pump garden");
    assert_string_equal(pieces_of("delete everything but the keys"), "delete everything | but the keys");
    assert_string_equal(pieces_of(""), "");
    assert_string_equal(pieces_of("a, b, c, d, e, f, g, h, i, j"), ""); /* a list, or a story */
}

static void an_order_that_begins_with_its_task_is_put_as_others_are(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(errand_turned(a, "the ladder please move to Friday"), "move the ladder to Friday");
    assert_string_equal(errand_turned(a, "3 you can delete"), "delete 3 ");
    assert_null(errand_turned(a, "please move the ladder to Friday"));
    assert_null(errand_turned(a, "Ann asked if you can delete it"));
    arena_free(a);
}

static void values_alone_say_what_a_task_is_to_have(void **state)
{
    const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 9 };
    struct arena *a = arena_new();
    struct errand_set set;

    (void)state;
    assert_true(errand_values(a, "tomorrow, high", &now, &set));
    assert_string_equal(set.due, "2026-11-17");
    assert_string_equal(set.priority, "high");
    assert_false(errand_values(a, "the milk", &now, &set));
    assert_false(errand_values(a, "", &now, &set));
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_cut_where_something_else_may_begin),
        cmocka_unit_test(an_order_that_begins_with_its_task_is_put_as_others_are),
        cmocka_unit_test(values_alone_say_what_a_task_is_to_have),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
