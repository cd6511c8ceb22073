/* test_llm_reader.c - a model's choice held against the message it was about. */
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
    struct llm_ground g = llm_reader_ground(a, message, &now, 0);
    bool has = llm_reader_says(&g, text);

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

static bool reads(struct arena *a, const char *message, size_t shown, enum intent_kind kind, const char *json,
                  struct task_intent *ret)
{
    struct llm_ground g = llm_reader_ground(a, message, &now, shown);
    struct json *args;
    struct err err;

    assert_int_equal(json_parse(a, json, strlen(json), &args, &err), 0);
    return llm_reader_intent(&g, kind, args, ret);
}

static void a_new_task_has_all_that_was_said(void **state)
{
    struct arena *a = arena_new();
    struct task_intent e;

    (void)state;
    assert_true(reads(a, "get me milk tomorrow, remind me an hour before, tag it #Home and food", 0, INTENT_CREATE,
                      "{\"title\":\"milk\",\"due\":\"tomorrow\",\"remind\":\"an hour before\",\"priority\":\"high\","
                      "\"tags\":[\"#home\",\"food\"],\"confidence\":0.9}",
                      &e));
    assert_string_equal(e.set.title, "milk");
    assert_string_equal(e.set.due, "2026-11-17");
    assert_string_equal(e.set.remind, "PT60M");
    assert_string_equal(e.set.priority, "high");
    assert_int_equal(e.set.n_tags, 2);
    assert_string_equal(e.set.tags[0], "home");
    assert_true(reads(a, "water plants every monday", 0, INTENT_CREATE,
                      "{\"title\":\"water plants\",\"repeat\":\"every monday\",\"confidence\":1}", &e));
    assert_non_null(strstr(e.set.repeat, "FREQ=WEEKLY"));
    assert_non_null(e.set.due);
    assert_true(reads(a, "call bob and remind me tomorrow", 0, INTENT_CREATE,
                      "{\"title\":\"call bob\",\"remind\":\"tomorrow\",\"confidence\":1}", &e));
    assert_string_equal(e.set.remind, "2026-11-17T09:00");
    arena_free(a);
}

static void what_is_to_be_taken_away_is_said_by_none(void **state)
{
    struct arena *a = arena_new();
    struct task_intent e;

    (void)state;
    assert_true(reads(a, "the report has no deadline any more", 0, INTENT_UPDATE,
                      "{\"task\":\"the report\",\"due\":\"none\",\"priority\":\"none\",\"confidence\":1}", &e));
    assert_string_equal(e.set.due, "");
    assert_string_equal(e.set.priority, "");
    assert_false(reads(a, "buy milk", 0, INTENT_CREATE, "{\"title\":\"milk\",\"due\":\"none\",\"confidence\":1}", &e));
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
    struct task_intent e;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool has = reads(a, "finish the dairy one", cases[i].shown, INTENT_COMPLETE,
                         arena_printf(a, "{\"task\":\"%s\",\"confidence\":1}", cases[i].task), &e);
        assert_int_equal(has, cases[i].about != NULL);
        if (has)
            assert_string_equal(e.about, cases[i].about);
    }
    assert_true(reads(a, "finish 2", 0, INTENT_COMPLETE, "{\"task\":\"2\",\"confidence\":1}", &e));
    assert_string_equal(e.about, "2"); /* the person said so: whether there is a list is looked at later */
    assert_false(reads(a, "finish -1", 3, INTENT_COMPLETE, "{\"task\":\"1\",\"confidence\":1}", &e));
    assert_false(reads(a, "finish -1", 3, INTENT_COMPLETE, "{\"task\":\"2\",\"confidence\":1}", &e));
    arena_free(a);
}

static struct task_intent weighed(struct task_intent e, const struct task_intent *ours, size_t n)
{
    struct arena *a = arena_new();

    e.confidence = 1;
    assert_true(llm_reader_weigh(a, &e, 1, ours, n));
    arena_free(a);
    return e;
}

static double weight(enum intent_kind kind, const char *about, const struct task_intent *ours, size_t n)
{
    return weighed((struct task_intent){ .kind = kind, .about = about }, ours, n).confidence;
}

static void a_model_is_believed_only_with_the_other_voice(void **state)
{
    const struct task_intent report = { .kind = INTENT_COMPLETE, .about = "the report", .confidence = 0.6 };
    const struct task_intent second = { .kind = INTENT_DELETE, .about = "the second one", .confidence = 0.6 };
    const struct task_intent all = { .kind = INTENT_COMPLETE, .about = "report", .every = true };
    const struct task_intent unsure = { .kind = INTENT_LIST, .others = { { INTENT_CREATE, 0.5 } }, .n_others = 1 };

    (void)state;
    assert_true(weight(INTENT_COMPLETE, "The report!", &report, 1) == 0.95);
    assert_true(weight(INTENT_COMPLETE, "report", &report, 1) == 0.65);
    assert_true(weight(INTENT_DELETE, "the report", &report, 1) == 0.65);
    assert_true(weight(INTENT_DELETE, "number 2", &second, 1) == 0.95);
    assert_true(weight(INTENT_DELETE, "number 1", &second, 1) == 0.65);
    assert_true(weight(INTENT_DELETE, NULL, &second, 1) == 0.65);
    assert_true(weight(INTENT_COMPLETE, "report", &all, 1) == 0.65);
    assert_true(weight(INTENT_CREATE, NULL, &unsure, 1) == 0.65);
    assert_true(weight(INTENT_CREATE, NULL, &report, 1) == 0.65);
    assert_true(weight(INTENT_CREATE, NULL, NULL, 0) == 0.65);
    assert_true(weight(INTENT_UNDO, NULL, NULL, 0) == 0.65);
    assert_true(weight(INTENT_LIST, NULL, NULL, 0) == 0.95);
}

static void what_both_read_is_what_the_built_in_voice_read(void **state)
{
    const struct task_intent ours[] = {
        { .kind = INTENT_UPDATE,
          .about = "the report",
          .said = "it",
          .confidence = 0.7,
          .set = { .due = "2026-11-20" } },
        { .kind = INTENT_CREATE, .confidence = 0.7, .set = { .title = "Milk", .tags = { "home" }, .n_tags = 1 } },
    };
    const struct task_intent theirs[] = {
        { .kind = INTENT_UPDATE, .about = "the report", .set = { .due = "2026-11-20" } },
        { .kind = INTENT_UPDATE, .about = "the report", .set = { .due = "" } },
        { .kind = INTENT_UPDATE, .about = "the report", .set = { .due = "2026-11-20", .priority = "high" } },
        { .kind = INTENT_UPDATE,
          .about = "the report",
          .set = { .due = "2026-11-20", .untags = { "a" }, .n_untags = 1 } },
        { .kind = INTENT_UPDATE, .about = "the report", .set = { .title = "it" } },
        { .kind = INTENT_CREATE, .set = { .title = "milk!", .tags = { "home" }, .n_tags = 1 } },
        { .kind = INTENT_CREATE, .set = { .title = "milk" } },
        { .kind = INTENT_CREATE, .set = { .title = "home", .tags = { "home" }, .n_tags = 1 } },
    };
    struct task_intent e;

    (void)state;
    for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++)
        assert_true(weighed(theirs[i], ours, 2).confidence == (i == 0 || i == 5 ? 0.95 : 0.65));
    e = weighed(theirs[5], ours, 2);
    assert_string_equal(e.set.title, "Milk");
    e = weighed(theirs[0], ours, 2);
    assert_string_equal(e.said, "it");
    e = weighed((struct task_intent){ .kind = INTENT_COMPLETE, .about = "the report", .said = "it" }, ours, 2);
    assert_null(e.said); /* nothing that the tasks could bear out */
}

static void each_of_ours_bears_out_one_of_theirs(void **state)
{
    const struct task_intent ours = { .kind = INTENT_UNDO, .confidence = 0.7 };
    struct task_intent theirs[] = { { .kind = INTENT_UNDO, .confidence = 1 },
                                    { .kind = INTENT_UNDO, .confidence = 0.9 } };
    struct arena *a = arena_new();

    (void)state;
    assert_true(llm_reader_weigh(a, theirs, 2, &ours, 1));
    assert_true(theirs[0].confidence == 0.95 && theirs[1].confidence == 0.65);
    arena_free(a);
}

static void what_the_built_in_voice_is_sure_of_is_not_left_out(void **state)
{
    const struct task_intent ours[] = { { .kind = INTENT_CREATE, .confidence = 0.9, .set = { .title = "milk" } },
                                        { .kind = INTENT_DELETE, .confidence = 0.7, .about = "the dentist" },
                                        { .kind = INTENT_COURTESY, .confidence = 1 } };
    struct task_intent theirs[] = { { .kind = INTENT_DELETE, .about = "the dentist", .confidence = 0.3 },
                                    { .kind = INTENT_CREATE, .set = { .title = "milk" }, .confidence = 0.3 } };
    struct arena *a = arena_new();

    (void)state;
    assert_false(llm_reader_weigh(a, theirs, 1, ours, 3));
    assert_true(llm_reader_weigh(a, theirs, 2, ours, 3));
    assert_true(theirs[0].confidence == 0.7 && theirs[1].confidence == 0.9); /* nor made less sure */
    assert_true(llm_reader_weigh(a, theirs, 0, ours + 1, 2));
    arena_free(a);
}

static void what_the_other_voice_read_is_offered_beside_it(void **state)
{
    const struct task_intent ours[] = {
        { .kind = INTENT_CREATE, .others = { { INTENT_COMPLETE, 0.5 }, { INTENT_LIST, 0.4 } }, .n_others = 2 },
        { .kind = INTENT_HELP },
        { .kind = INTENT_CREATE }
    };
    struct arena *a = arena_new();
    struct task_intent e = { .kind = INTENT_COMPLETE, .about = "x", .confidence = 1 };

    (void)state;
    assert_true(llm_reader_weigh(a, &e, 1, ours, 3));
    assert_int_equal(e.n_others, 2);
    assert_int_equal(e.others[0].kind, INTENT_CREATE);
    assert_int_equal(e.others[1].kind, INTENT_LIST);
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
