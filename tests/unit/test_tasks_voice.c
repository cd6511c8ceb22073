/* test_tasks_voice.c - a model's choice held against the message it was about. */
#include "agents/tasks/llm/llm_parts.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/timefmt.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
/* cmocka wants the four above first */
#include <cmocka.h>

static const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 10 }; /* a Monday */

static bool says(const char *message, const char *text)
{
    struct arena *a = arena_new();
    struct voice_ground g = voice_ground(a, message, &now, 0);
    bool has = voice_says(&g, text);

    arena_free(a);
    return has;
}

static void words_are_the_messages_own_case_and_punctuation_aside(void **state)
{
    (void)state;
    assert_true(says("Please, add \"Buy MILK\"!", "buy milk"));
    assert_true(says("milk: buy it", "Buy milk."));
    assert_true(says("\xe2\x80\x9c"
                     "buy milk\xe2\x80\x9d",
                     "buy milk"));
    assert_true(says("John\xe2\x80\x99s cake", "john's cake"));
    assert_true(says("Stra\xc3\x9f"
                     "e kehren",
                     "STRASSE KEHREN"));
    assert_false(says("buy milk", "buy milk today"));
    assert_false(says("buy milkshake", "milk"));
    assert_false(says("buttermilk", "milk"));
    assert_false(says("buy milk", ""));
    assert_false(says("buy milk!", "!"));
    assert_false(says("", "milk"));
    assert_false(says("...", "milk"));
}

static bool reads(struct arena *a, const char *message, size_t shown, enum errand_kind kind, const char *json,
                  struct errand *ret)
{
    struct voice_ground g = voice_ground(a, message, &now, shown);
    struct json *args;
    struct err err;

    assert_int_equal(json_parse(a, json, strlen(json), &args, &err), 0);
    return voice_errand(&g, kind, args, ret);
}

static void a_new_task_has_all_that_was_said(void **state)
{
    struct arena *a = arena_new();
    struct errand e;

    (void)state;
    assert_true(reads(a, "get me milk tomorrow, remind me an hour before, tag it #Home and food", 0, ERRAND_CREATE,
                      "{\"title\":\"milk\",\"due\":\"tomorrow\",\"remind\":\"an hour before\",\"priority\":\"high\","
                      "\"tags\":[\"#home\",\"food\"],\"confidence\":0.9}",
                      &e));
    assert_string_equal(e.set.title, "milk");
    assert_string_equal(e.set.due, "2026-11-17");
    assert_string_equal(e.set.remind, "PT60M");
    assert_string_equal(e.set.priority, "high");
    assert_int_equal(e.set.n_tags, 2);
    assert_string_equal(e.set.tags[0], "home");
    assert_true(reads(a, "water plants every monday", 0, ERRAND_CREATE,
                      "{\"title\":\"water plants\",\"repeat\":\"every monday\",\"confidence\":1}", &e));
    assert_non_null(strstr(e.set.repeat, "FREQ=WEEKLY"));
    assert_non_null(e.set.due);
    assert_true(reads(a, "call bob and remind me tomorrow", 0, ERRAND_CREATE,
                      "{\"title\":\"call bob\",\"remind\":\"tomorrow\",\"confidence\":1}", &e));
    assert_string_equal(e.set.remind, "2026-11-17T09:00");
    arena_free(a);
}

static void what_is_to_be_taken_away_is_said_by_none(void **state)
{
    struct arena *a = arena_new();
    struct errand e;

    (void)state;
    assert_true(reads(a, "the report has no deadline any more", 0, ERRAND_UPDATE,
                      "{\"task\":\"the report\",\"due\":\"none\",\"priority\":\"none\",\"confidence\":1}", &e));
    assert_string_equal(e.set.due, "");
    assert_string_equal(e.set.priority, "");
    assert_false(reads(a, "buy milk", 0, ERRAND_CREATE, "{\"title\":\"milk\",\"due\":\"none\",\"confidence\":1}", &e));
    arena_free(a);
}

static void a_task_is_words_of_the_message_or_a_number_of_the_list(void **state)
{
    static const struct {
        const char *task;
        size_t shown;
        const char *about; /* NULL: no reading */
    } cases[] = { { "the dairy one", 0, "the dairy one" },
                  { "2", 3, "number 2" },
                  { "#3", 3, "number 3" },
                  { "3", 2, NULL },
                  { "0", 3, NULL },
                  { "2", 0, NULL },
                  { "-1", 3, NULL },
                  { "2 ", 3, NULL },
                  { "99999999999999999999", 3, NULL },
                  { "milk", 3, NULL } };
    struct arena *a = arena_new();
    struct errand e;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool has = reads(a, "finish the dairy one", cases[i].shown, ERRAND_COMPLETE,
                         arena_printf(a, "{\"task\":\"%s\",\"confidence\":1}", cases[i].task), &e);
        assert_int_equal(has, cases[i].about != NULL);
        if (has)
            assert_string_equal(e.about, cases[i].about);
    }
    assert_true(reads(a, "finish 2", 0, ERRAND_COMPLETE, "{\"task\":\"2\",\"confidence\":1}", &e));
    assert_string_equal(e.about, "2"); /* the person said so: whether there is a list is looked at later */
    assert_false(reads(a, "finish -1", 3, ERRAND_COMPLETE, "{\"task\":\"1\",\"confidence\":1}", &e));
    assert_false(reads(a, "finish -1", 3, ERRAND_COMPLETE, "{\"task\":\"2\",\"confidence\":1}", &e));
    arena_free(a);
}

static struct errand weighed(struct errand e, const struct errand *ours, size_t n)
{
    struct arena *a = arena_new();

    e.confidence = 1;
    assert_true(voice_weigh(a, &e, 1, ours, n));
    arena_free(a);
    return e;
}

static double weight(enum errand_kind kind, const char *about, const struct errand *ours, size_t n)
{
    return weighed((struct errand){ .kind = kind, .about = about }, ours, n).confidence;
}

static void a_model_is_believed_only_with_the_other_voice(void **state)
{
    const struct errand report = { .kind = ERRAND_COMPLETE, .about = "the report", .confidence = 0.6 };
    const struct errand second = { .kind = ERRAND_DELETE, .about = "the second one", .confidence = 0.6 };
    const struct errand all = { .kind = ERRAND_COMPLETE, .about = "report", .every = true };
    const struct errand unsure = { .kind = ERRAND_LIST, .others = { { ERRAND_CREATE, 0.5 } }, .n_others = 1 };

    (void)state;
    assert_true(weight(ERRAND_COMPLETE, "The report!", &report, 1) == 0.95);
    assert_true(weight(ERRAND_COMPLETE, "report", &report, 1) == 0.65);
    assert_true(weight(ERRAND_DELETE, "the report", &report, 1) == 0.65);
    assert_true(weight(ERRAND_DELETE, "number 2", &second, 1) == 0.95);
    assert_true(weight(ERRAND_DELETE, "number 1", &second, 1) == 0.65);
    assert_true(weight(ERRAND_DELETE, NULL, &second, 1) == 0.65);
    assert_true(weight(ERRAND_COMPLETE, "report", &all, 1) == 0.65);
    assert_true(weight(ERRAND_CREATE, NULL, &unsure, 1) == 0.65);
    assert_true(weight(ERRAND_CREATE, NULL, &report, 1) == 0.65);
    assert_true(weight(ERRAND_CREATE, NULL, NULL, 0) == 0.65);
    assert_true(weight(ERRAND_UNDO, NULL, NULL, 0) == 0.65);
    assert_true(weight(ERRAND_LIST, NULL, NULL, 0) == 0.95);
}

static void what_both_read_is_what_the_built_in_voice_read(void **state)
{
    const struct errand ours[] = {
        { .kind = ERRAND_UPDATE,
          .about = "the report",
          .said = "it",
          .confidence = 0.7,
          .set = { .due = "2026-11-20" } },
        { .kind = ERRAND_CREATE, .confidence = 0.7, .set = { .title = "Milk", .tags = { "home" }, .n_tags = 1 } },
    };
    const struct errand theirs[] = {
        { .kind = ERRAND_UPDATE, .about = "the report", .set = { .due = "2026-11-20" } },
        { .kind = ERRAND_UPDATE, .about = "the report", .set = { .due = "" } },
        { .kind = ERRAND_UPDATE, .about = "the report", .set = { .due = "2026-11-20", .priority = "high" } },
        { .kind = ERRAND_UPDATE,
          .about = "the report",
          .set = { .due = "2026-11-20", .untags = { "a" }, .n_untags = 1 } },
        { .kind = ERRAND_UPDATE, .about = "the report", .set = { .title = "it" } },
        { .kind = ERRAND_CREATE, .set = { .title = "milk!", .tags = { "home" }, .n_tags = 1 } },
        { .kind = ERRAND_CREATE, .set = { .title = "milk" } },
        { .kind = ERRAND_CREATE, .set = { .title = "home", .tags = { "home" }, .n_tags = 1 } },
    };
    struct errand e;

    (void)state;
    for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++)
        assert_true(weighed(theirs[i], ours, 2).confidence == (i == 0 || i == 5 ? 0.95 : 0.65));
    e = weighed(theirs[5], ours, 2);
    assert_string_equal(e.set.title, "Milk");
    e = weighed(theirs[0], ours, 2);
    assert_string_equal(e.said, "it");
    e = weighed((struct errand){ .kind = ERRAND_COMPLETE, .about = "the report", .said = "it" }, ours, 2);
    assert_null(e.said); /* nothing that the tasks could bear out */
}

static void each_of_ours_bears_out_one_of_theirs(void **state)
{
    const struct errand ours = { .kind = ERRAND_UNDO, .confidence = 0.7 };
    struct errand theirs[] = { { .kind = ERRAND_UNDO, .confidence = 1 }, { .kind = ERRAND_UNDO, .confidence = 0.9 } };
    struct arena *a = arena_new();

    (void)state;
    assert_true(voice_weigh(a, theirs, 2, &ours, 1));
    assert_true(theirs[0].confidence == 0.95 && theirs[1].confidence == 0.65);
    arena_free(a);
}

static void what_the_built_in_voice_is_sure_of_is_not_left_out(void **state)
{
    const struct errand ours[] = { { .kind = ERRAND_CREATE, .confidence = 0.9, .set = { .title = "milk" } },
                                   { .kind = ERRAND_DELETE, .confidence = 0.7, .about = "the dentist" },
                                   { .kind = ERRAND_COURTESY, .confidence = 1 } };
    struct errand theirs[] = { { .kind = ERRAND_DELETE, .about = "the dentist", .confidence = 0.3 },
                               { .kind = ERRAND_CREATE, .set = { .title = "milk" }, .confidence = 0.3 } };
    struct arena *a = arena_new();

    (void)state;
    assert_false(voice_weigh(a, theirs, 1, ours, 3));
    assert_true(voice_weigh(a, theirs, 2, ours, 3));
    assert_true(theirs[0].confidence == 0.7 && theirs[1].confidence == 0.9); /* nor made less sure */
    assert_true(voice_weigh(a, theirs, 0, ours + 1, 2));
    arena_free(a);
}

static void what_the_other_voice_read_is_offered_beside_it(void **state)
{
    const struct errand ours[] = {
        { .kind = ERRAND_CREATE, .others = { { ERRAND_COMPLETE, 0.5 }, { ERRAND_LIST, 0.4 } }, .n_others = 2 },
        { .kind = ERRAND_HELP },
        { .kind = ERRAND_CREATE }
    };
    struct arena *a = arena_new();
    struct errand e = { .kind = ERRAND_COMPLETE, .about = "x", .confidence = 1 };

    (void)state;
    assert_true(voice_weigh(a, &e, 1, ours, 3));
    assert_int_equal(e.n_others, 2);
    assert_int_equal(e.others[0].kind, ERRAND_CREATE);
    assert_int_equal(e.others[1].kind, ERRAND_LIST);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_the_messages_own_case_and_punctuation_aside),
        cmocka_unit_test(a_new_task_has_all_that_was_said),
        cmocka_unit_test(what_is_to_be_taken_away_is_said_by_none),
        cmocka_unit_test(a_task_is_words_of_the_message_or_a_number_of_the_list),
        cmocka_unit_test(a_model_is_believed_only_with_the_other_voice),
        cmocka_unit_test(what_both_read_is_what_the_built_in_voice_read),
        cmocka_unit_test(each_of_ours_bears_out_one_of_theirs),
        cmocka_unit_test(what_the_built_in_voice_is_sure_of_is_not_left_out),
        cmocka_unit_test(what_the_other_voice_read_is_offered_beside_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
