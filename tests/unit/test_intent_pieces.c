/* test_intent_pieces.c - where a message may be cut, orders that begin with what they are about, and bare values. */
#include "agents/tasks/parse/intent.h"
#include "base/arena.h"
#include "base/timefmt.h"
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
    struct message_piece pieces[MESSAGE_PIECES];
    size_t n = message_pieces(a, message, pieces), at = 0;

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
    assert_string_equal(pieces_of("loft swept. skip -> Monday"), "loft swept. | skip -> Monday");
    assert_string_equal(pieces_of("delete everything but the keys"), "delete everything | but the keys");
    assert_string_equal(pieces_of(""), "");
    assert_string_equal(pieces_of("a, b, c, d, e, f, g, h, i, j"), ""); /* a list, or a story */
}

static void what_is_marked_counted_or_numbered_is_a_piece_of_its_own(void **state)
{
    (void)state;
    assert_string_equal(pieces_of("1 done 2 done 3 tomorrow"), "1 done | 2 done | 3 tomorrow");
    assert_string_equal(pieces_of("4 done 2 days ago"), "4 done 2 days ago");
    assert_string_equal(pieces_of("2 ✔ 4 ✘ delete"), "2 ✔ | 4 ✘ delete");
    assert_string_equal(pieces_of("1) done, 2) delete"), "1) done, | 2) delete");
    assert_string_equal(pieces_of("1) hose: done 2) pump: to Friday, please"), "hose: done | pump: to Friday, please");
    assert_string_equal(pieces_of("loft finished.new job: hang the door"), "loft finished. | new job: hang the door");
    assert_string_equal(pieces_of("pay at bahn.de"), "pay at bahn.de");
    assert_string_equal(pieces_of("loft swept. next: hang the door"), "loft swept. | but next: hang the door");
    assert_string_equal(pieces_of("ask for the serial no. then call Ann"), "ask for the serial no. | but call Ann");
    assert_string_equal(pieces_of("fetch no. 7 from Ann"), "fetch no. 7 from Ann");
}

/* The titles that a message asks to add, each with its day. */
static const char *new_of(const char *message)
{
    const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 9 };
    static char text[1000];
    struct arena *a = arena_new();
    struct task_intent intents[MESSAGE_INTENTS];
    size_t n = intents_read(a, message, &now, intents), at = 0;

    *text = '\0';
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(intents[i].kind, INTENT_CREATE);
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s%s%s", i ? " | " : "", intents[i].set.title,
                               intents[i].set.due ? " @" : "", intents[i].set.due ? intents[i].set.due : "");
    }
    arena_free(a);
    return text;
}

static void a_day_said_for_several_is_the_day_of_each(void **state)
{
    (void)state;
    assert_string_equal(new_of("buy stamps + call Ann, both today"), "buy stamps @2026-11-16 | call Ann @2026-11-16");
    assert_string_equal(new_of("for Tuesday: call Ann at 16:00, pay the rent and post the form on Friday"),
                        "call Ann @2026-11-17T16:00 | pay the rent @2026-11-17 | post the form @2026-11-20");
    assert_string_equal(new_of("quick list for today: toner, tape, call Ann"),
                        "toner @2026-11-16 | tape @2026-11-16 | call Ann @2026-11-16");
    assert_string_equal(new_of("Please note for Tuesday: 1) new key 2) call Ann at 16:00"),
                        "new key @2026-11-17 | call Ann @2026-11-17T16:00");
}

static void several_new_tasks_are_told_apart(void **state)
{
    (void)state;
    assert_string_equal(new_of("add 1) clean the coop 2) feed the hens"), "clean the coop | feed the hens");
    assert_string_equal(new_of("note: call Ann. note 2: pay the rent"), "call Ann | pay the rent");
    assert_string_equal(new_of("next up: write the minutes, by Thursday, and ring the organist"),
                        "write the minutes @2026-11-19 | ring the organist");
    assert_string_equal(new_of("I need to pay Ann today and on Friday I must call Tom"),
                        "pay Ann @2026-11-16 | call Tom @2026-11-20");
    assert_string_equal(new_of("buy stamps and ask Ann for the code, separate items"),
                        "buy stamps | ask Ann for the code");
}

static void a_day_ends_a_new_task_where_another_follows(void **state)
{
    (void)state;
    assert_string_equal(new_of("sharpen chisels tomorrow 7:30 and pick up varnish"),
                        "sharpen chisels @2026-11-17T07:30 | pick up varnish");
    assert_string_equal(new_of("add tune the organ for tomorrow and order reeds for Friday"),
                        "tune the organ @2026-11-17 | order reeds @2026-11-20");
    assert_string_equal(new_of("collect the van at 4 and bring it back tomorrow"),
                        "collect the van @2026-11-16T16:00 | bring it back @2026-11-17");
    assert_string_equal(new_of("buy milk and eggs today and call Ann at 3"),
                        "buy milk and eggs @2026-11-16 | call Ann @2026-11-16T15:00");
    assert_string_equal(new_of("I need to tally the stock and book the fitter for Friday"),
                        "tally the stock | book the fitter @2026-11-20");
    assert_string_equal(new_of("put 'wax the floor' on Thursday and 'order salt' on Friday"),
                        "wax the floor @2026-11-19 | order salt @2026-11-20");
    assert_string_equal(new_of("add: pay the dues by 30 nov, and rehang the gate"),
                        "pay the dues @2026-11-30 | rehang the gate");
}

static void what_is_one_new_task_is_not_cut(void **state)
{
    (void)state;
    assert_string_equal(new_of("call Ann and ask about the deposit tomorrow"),
                        "call Ann and ask about the deposit @2026-11-17");
    assert_string_equal(new_of("go to town and buy stamps on Monday"), "go to town and buy stamps @2026-11-23");
    assert_string_equal(new_of("print the form and bring two copies of it on Friday"),
                        "print the form and bring two copies of it @2026-11-20");
    assert_string_equal(new_of("invite Tom, Ann and Bob to lunch on Friday"),
                        "invite Tom, Ann and Bob to lunch @2026-11-20");
    assert_string_equal(new_of("add feed the hens, maybe Saturday"), "feed the hens @2026-11-21");
    assert_string_equal(new_of("note to self, the fern is dying, repot the fern"), "the fern is dying, repot the fern");
    assert_string_equal(new_of("add a task: buy paper, sugar beads and little bags"),
                        "buy paper, sugar beads and little bags");
    assert_string_equal(new_of("I need to meet Ann on Friday and discuss the budget"),
                        "meet Ann and discuss the budget @2026-11-20");
    assert_string_equal(new_of("add milk + eggs"), "milk + eggs");
}

static void an_order_that_begins_with_its_task_is_put_as_others_are(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(message_reordered(a, "the ladder please move to Friday"), "move the ladder to Friday");
    assert_string_equal(message_reordered(a, "3 you can delete"), "delete 3 ");
    assert_null(message_reordered(a, "please move the ladder to Friday"));
    assert_null(message_reordered(a, "Ann asked if you can delete it"));
    arena_free(a);
}

static void values_alone_say_what_a_task_is_to_have(void **state)
{
    const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 9 };
    struct arena *a = arena_new();
    struct intent_slots set;

    (void)state;
    assert_true(message_slots(a, "tomorrow, high", &now, &set));
    assert_string_equal(set.due, "2026-11-17");
    assert_string_equal(set.priority, "high");
    assert_false(message_slots(a, "the milk", &now, &set));
    assert_false(message_slots(a, "", &now, &set));
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_cut_where_something_else_may_begin),
        cmocka_unit_test(what_is_marked_counted_or_numbered_is_a_piece_of_its_own),
        cmocka_unit_test(a_day_said_for_several_is_the_day_of_each),
        cmocka_unit_test(several_new_tasks_are_told_apart),
        cmocka_unit_test(a_day_ends_a_new_task_where_another_follows),
        cmocka_unit_test(what_is_one_new_task_is_not_cut),
        cmocka_unit_test(an_order_that_begins_with_its_task_is_put_as_others_are),
        cmocka_unit_test(values_alone_say_what_a_task_is_to_have),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
