/* test_intent_model.c - what a message is like: its features, and how they weigh. */
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/parse/intent_model.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 9 };

static bool has(const char **features, size_t n, const char *wanted)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(features[i], wanted) == 0)
            return true;
    return false;
}

static enum wanted likeliest(const char *message, const char *own)
{
    const struct scene_task task = { .title = own };
    const struct message_scene scene = { .tasks = &task, .n = 1 };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct task_intent intents[MESSAGE_INTENTS];
    size_t n = intents_read(a, message, &now, intents);
    const char **features;
    double p[WANTED_KINDS], all = 0;
    enum wanted best = WANTED_CREATE;

    n = intent_features(a, message, intents, n, &scene, &features);
    intent_weigh(features, n, p);
    for (enum wanted k = WANTED_CREATE; k < WANTED_KINDS; k++) {
        all += p[k];
        best = p[k] > p[best] ? k : best;
    }
    assert_true(fabs(all - 1) < 1e-9);
    return best;
}

static void a_word_is_the_same_whatever_its_ending(void **state)
{
    (void)state;
    assert_true(word_same("mended", "mend"));
    assert_true(word_same("Meetings", "meeting"));
    assert_true(word_same("mopped", "mopping"));
    assert_false(word_same("meat", "meal"));
    assert_false(word_same("Ann", "An"));
}

static void what_the_tasks_have_is_all_the_same_to_it(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct scene_task task = { .title = "dentist at nine", .is_done = true };
    const struct message_scene scene = { .tasks = &task, .n = 1, .just = "add_task" };
    const char **features;
    size_t n = intent_features(a, "could you bin the Dentist by friday?", NULL, 0, &scene, &features);

    (void)state;
    assert_true(has(features, n, "<own>"));
    assert_true(has(features, n, "the <own>"));
    assert_false(has(features, n, "dentist"));
    assert_true(has(features, n, "by <day>"));
    assert_true(has(features, n, "bin"));
    assert_true(has(features, n, "?"));
    assert_true(has(features, n, "rules none"));
    assert_true(has(features, n, "fits done"));
    assert_true(has(features, n, "fits half"));
    assert_true(has(features, n, "just add_task"));
}

static void a_message_without_words_has_a_reading_too(void **state)
{
    (void)state;
    assert_true(likeliest("", "x") < WANTED_KINDS);
    assert_true(likeliest("\xf0\x9f\x98\x80 --- ...", "x") < WANTED_KINDS);
}

static void plain_messages_are_what_they_are(void **state)
{
    (void)state;
    assert_int_equal(likeliest("please add a note to self: buy stamps", "x"), WANTED_CREATE);
    assert_int_equal(likeliest("what do I have left for this week?", "x"), WANTED_LIST);
    assert_int_equal(likeliest("get rid of the boiler thing, I won't be needing it", "boiler"), WANTED_DELETE);
    assert_int_equal(likeliest("finished with the boiler at last", "boiler"), WANTED_COMPLETE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_is_the_same_whatever_its_ending),
        cmocka_unit_test(what_the_tasks_have_is_all_the_same_to_it),
        cmocka_unit_test(a_message_without_words_has_a_reading_too),
        cmocka_unit_test(plain_messages_are_what_they_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
