/* test_errand.c - messages about tasks: what they want, and what they do not. */
#include "base/arena.h"
#include "base/attrs.h"
#include "lang/errand.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static int setup(void **state)
{
    *state = arena_new();
    return 0;
}

static int teardown(void **state)
{
    arena_free(*state);
    return 0;
}

static bool same(const char *got, const char *wanted)
{
    return got == wanted || (got && wanted && strcmp(got, wanted) == 0);
}

/* A message that wants one thing. */
struct one {
    const char *message, *intent;
    const char *title, *about, *description, *status;
};

static void check_all(void **state, const struct one *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct one *c = &cases[i];
        struct errand got[ERRANDS];
        size_t found = errand_read(*state, c->message, got);

        if (found != 1 || strcmp(got[0].intent, c->intent) != 0)
            fail_msg("'%s': %zu errands, %s", c->message, found, found ? got[0].intent : "none");
        if (!same(got[0].title, c->title) || !same(got[0].about, c->about) ||
            !same(got[0].description, c->description) || !same(got[0].status, c->status))
            fail_msg("'%s': title %s, about %s, description %s, status %s", c->message, got[0].title, got[0].about,
                     got[0].description, got[0].status);
    }
}

/* req: tasks FR-001/thin, FR-005, FR-012, FR-013 */
static void creation_is_read_from_orders_and_wishes_in_the_persons_own_words(void **state)
{
    static const struct one cases[] = {
        { "add a task to buy milk", "create", .title = "buy milk" },
        { "Add task: Call the Bank", "create", .title = "Call the Bank" },
        { "create a new task called Write report", "create", .title = "Write report" },
        { "remind me to buy milk and bread", "create", .title = "buy milk and bread" },
        { "Please remind me to call Zoë tomorrow.", "create", .title = "call Zoë tomorrow" },
        { "could you add eggs to my list", "create", .title = "eggs" },
        { "I need to water the plants", "create", .title = "water the plants" },
        { "I have to pay rent", "create", .title = "pay rent" },
        { "don't forget to lock the door", "create", .title = "lock the door" },
        { "note down ask Bob", "create", .title = "ask Bob" },
        { "remember to lock up", "create", .title = "lock up" },
        { "create task 'call mum' with description 'about Sunday'", "create", .title = "call mum",
          .description = "about Sunday" },
    };

    check_all(state, cases, COUNT_OF(cases));
}

static void lists_are_read_with_their_status(void **state)
{
    static const struct one cases[] = {
        { "show my tasks", "list", .status = NULL },
        { "list all tasks", "list", .status = NULL },
        { "what's on my list?", "list", .status = NULL },
        { "what do I have to do today", "list", .status = NULL },
        { "show me my pending tasks", "list", .status = "pending" },
        { "show completed tasks", "list", .status = "completed" },
        { "show pending", "list", .status = "pending" },
        { "list all", "list", .status = NULL },
        { "what is left to do", "list", .status = "pending" },
        { "my tasks please", "list", .status = NULL },
    };

    check_all(state, cases, COUNT_OF(cases));
}

static void what_is_to_be_done_with_a_task_says_which(void **state)
{
    static const struct one cases[] = {
        { "complete the second one", "complete", .about = "the second one" },
        { "mark the milk task as done", "complete", .about = "the milk task" },
        { "done with the report", "complete", .about = "the report" },
        { "I finished the report", "complete", .about = "the report" },
        { "the report is done", "complete", .about = "the report" },
        { "delete task 3", "delete", .about = "task 3" },
        { "please remove the one about the meeting", "delete", .about = "the one about the meeting" },
        { "get rid of it", "delete", .about = "it" },
        { "rename task 2 to call Jane", "update", .about = "task 2", .title = "call Jane" },
        { "change the description of task 1 to two litres", "update", .about = "task 1", .description = "two litres" },
    };

    check_all(state, cases, COUNT_OF(cases));
}

/* req: tasks FR-014 */
static void a_message_may_want_several_things(void **state)
{
    struct errand got[ERRANDS];

    assert_int_equal(errand_read(*state, "add buy milk and show my list", got), 2);
    assert_string_equal(got[0].title, "buy milk");
    assert_string_equal(got[1].intent, "list");
    assert_int_equal(errand_read(*state, "remind me to call Ann. delete task 2; show my tasks", got), 3);
    assert_string_equal(got[1].intent, "delete");
    assert_string_equal(got[2].intent, "list");
}

/* req: tasks EC-002 */
static void what_only_mentions_or_asks_wants_no_change(void **state)
{
    static const char *const messages[] = {
        "did I finish the report?",
        "I don't need to buy milk",
        "should I delete the report?",
        "hello",
        "the weather is nice",
        "why is the sky blue",
        "I was told to add more salt",
        "",
        "is the report done?",
        "   ",
        "thanks",
        "what can you do",
        "have I deleted the report?",
        "I never add sugar",
    };

    for (size_t i = 0; i < COUNT_OF(messages); i++) {
        struct errand got[ERRANDS];
        size_t n = errand_read(*state, messages[i], got);
        for (size_t k = 0; k < n; k++)
            if (strcmp(got[k].intent, "list") != 0)
                fail_msg("'%s' wants %s", messages[i], got[k].intent);
    }
}

static void yes_and_no_are_only_what_says_nothing_else(void **state)
{
    static const char *const yes[] = { "yes", "Yes please", "y", "sure", "ok, delete it", "yes, go ahead" };
    static const char *const no[] = { "no", "No thanks", "nope", "cancel", "never mind", "don't delete it" };
    static const char *const neither[] = { "yes but add milk first", "yesterday",   "show my tasks", "", "delete it",
                                           "not really sure",        "the yes task" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(yes); i++)
        if (errand_reply(yes[i]) != REPLY_YES)
            fail_msg("'%s' is no yes", yes[i]);
    for (size_t i = 0; i < COUNT_OF(no); i++)
        if (errand_reply(no[i]) != REPLY_NO)
            fail_msg("'%s' is no no", no[i]);
    for (size_t i = 0; i < COUNT_OF(neither); i++)
        if (errand_reply(neither[i]) != REPLY_NONE)
            fail_msg("'%s' is taken for an answer", neither[i]);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(creation_is_read_from_orders_and_wishes_in_the_persons_own_words),
        TEST(lists_are_read_with_their_status),
        TEST(what_is_to_be_done_with_a_task_says_which),
        TEST(a_message_may_want_several_things),
        TEST(what_only_mentions_or_asks_wants_no_change),
        TEST(yes_and_no_are_only_what_says_nothing_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
