/* test_cues.c - what a message is like: its features, and how they weigh. */
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

static enum cue likeliest(const char *message, const char *own)
{
    const struct cue_task task = { .title = own };
    const struct cue_scene scene = { .tasks = &task, .n = 1 };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct errand errands[ERRANDS];
    size_t n = errand_read(a, message, &now, errands);
    const char **features;
    double p[CUES], all = 0;
    enum cue best = CUE_CREATE;

    n = cue_features(a, message, errands, n, &scene, &features);
    cue_weigh(features, n, p);
    for (enum cue k = CUE_CREATE; k < CUES; k++) {
        all += p[k];
        best = p[k] > p[best] ? k : best;
    }
    assert_true(fabs(all - 1) < 1e-9);
    return best;
}

static void a_word_is_the_same_whatever_its_ending(void **state)
{
    (void)state;
    assert_true(cue_same_word("mended", "mend"));
    assert_true(cue_same_word("Meetings", "meeting"));
    assert_true(cue_same_word("mopped", "mopping"));
    assert_false(cue_same_word("meat", "meal"));
    assert_false(cue_same_word("Ann", "An"));
}

static void what_the_tasks_have_is_all_the_same_to_it(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct cue_task task = { .title = "dentist at nine", .is_done = true };
    const struct cue_scene scene = { .tasks = &task, .n = 1, .just = "add_task" };
    const char **features;
    size_t n = cue_features(a, "could you bin the Dentist by friday?", NULL, 0, &scene, &features);

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
    assert_true(likeliest("", "x") < CUES);
    assert_true(likeliest("\xf0\x9f\x98\x80 --- ...", "x") < CUES);
}

static void plain_messages_are_what_they_are(void **state)
{
    (void)state;
    assert_int_equal(likeliest("please add a note to self: buy stamps", "x"), CUE_CREATE);
    assert_int_equal(likeliest("what do I have left for this week?", "x"), CUE_LIST);
    assert_int_equal(likeliest("get rid of the boiler thing, I won't be needing it", "boiler"), CUE_DELETE);
    assert_int_equal(likeliest("finished with the boiler at last", "boiler"), CUE_COMPLETE);
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
