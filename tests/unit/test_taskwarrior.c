/* test_taskwarrior.c - Taskwarrior's JSON: every layout of a file, every attribute, and a task written and read again.
 */
#include "exchange_testing.h"

#include "agents/tasks/exchange/taskwarrior.h"

#define ONE "{\"uuid\":\"7e1f9a52-0c4b-4d3e-9f00-1234567890ab\",\"status\":\"pending\",\"description\":\"a\""

static void takes(const char *more, const char *field, const char *text)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();

    has(one(a, &w, taskwarrior_read, arena_printf(a, "%s%s}", ONE, more)), field, text);
}

static void test_attributes_have_their_places(void **state)
{
    (void)state;
    takes("", "title", "a");
    takes("", "uid", "7e1f9a52-0c4b-4d3e-9f00-1234567890ab");
    takes(",\"entry\":\"20260110T120000Z\"", "created_at", "2026-01-10T12:00:00Z");
    takes(",\"due\":\"20261120T160000Z\"", "due", "2026-11-20T17:00");
    takes(",\"due\":\"20261119T230000Z\"", "due", "2026-11-20");
    takes(",\"due\":\"20261120T225959Z\"", "due", "2026-11-20");
    takes(",\"due\":\"20261120T225959Z\"", "due_at", "2026-11-20T22:59:59Z");
    takes(",\"due\":\"2026-11-20T16:00:00Z\"", "due", "2026-11-20T17:00");
    takes(",\"due\":\"20261120T220000Z\",\"timezone\":\"America/New_York\"", "due", "2026-11-20T17:00");
    takes(",\"due\":\"20261120T220000Z\",\"timezone\":\"Nowhere/Else\"", "due", "2026-11-20T23:00");
    takes(",\"reminder\":\"20261120T160000Z\"", "remind", "2026-11-20T17:00");
    takes(",\"priority\":\"H\"", "priority", "high");
    takes(",\"priority\":\"M\"", "priority", "medium");
    takes(",\"priority\":\"L\"", "priority", "low");
    takes(",\"priority\":\"X\"", "description", "Priority: X");
    takes(",\"annotations\":[{\"entry\":\"20260111T120000Z\",\"description\":\"one\"},{\"description\":\"two\"}]",
          "description", "2026-01-11: one\ntwo");
    takes(",\"wait\":\"20260201T000000Z\"", "description", "Waits until: 2026-02-01T00:00:00Z");
    takes(",\"depends\":\"7e1f\"", "description", "depends: 7e1f");
    takes(",\"estimate\":3.5", "description", "estimate: 3.5");
    takes(",\"due\":\"someday\"", "description", "due: someday");
    takes(",\"urgency\":3.5,\"id\":7,\"modified\":\"20260110T120000Z\"", "description", NULL);
    takes(",\"due\":\"20261120T160000Z\",\"rrule\":\"FREQ=WEEKLY;BYDAY=MO,TH\"", "repeat", "FREQ=WEEKLY;BYDAY=MO,TH");
    takes(",\"due\":\"20261120T160000Z\",\"recur\":\"weekdays\"", "repeat", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR");
    takes(",\"due\":\"20261120T160000Z\",\"recur\":\"PT1H\"", "description", "Repeats: PT1H");
}

static void test_an_end_that_is_no_rules_is_kept(void **state)
{
    (void)state;
    takes(",\"due\":\"20261120T160000Z\",\"recur\":\"PT1H\",\"until\":\"20280131T225900Z\"", "description",
          "Repeats: PT1H\nUntil: 2028-01-31T22:59:00Z");
    takes(",\"due\":\"20261120T160000Z\",\"recur\":\"weekly\",\"until\":\"someday\"", "description", "until: someday");
    takes(",\"due\":\"20261120T160000Z\",\"recur\":\"weekly\",\"until\":\"19600131T225900Z\"", "repeat", "FREQ=WEEKLY");
    takes(",\"due\":\"20261120T160000Z\",\"rrule\":\"FREQ=DAILY;COUNT=3\",\"until\":\"20280131T225900Z\"", "repeat",
          "FREQ=DAILY;COUNT=3");
    takes(",\"due\":\"20261120T160000Z\",\"recur\":\"weekly\",\"until\":\"20280131T225900Z\"", "repeat",
          "FREQ=WEEKLY;UNTIL=20280131");
}

/* An empty name is none, and a number that is none breaks nothing. */
static void test_names_and_numbers_may_be_nonsense(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();

    (void)state;
    has(one(a, &w, taskwarrior_read, "{\"uuid\":\"\",\"description\":\"a\"}"), "uid", NULL);
    assert_int_equal(
        json_len(taken(a, &w, taskwarrior_read,
                       "[{\"uuid\":\"p\",\"status\":\"recurring\",\"recur\":\"weekly\",\"description\":\"a\"},"
                       "{\"uuid\":\"i\",\"status\":\"pending\",\"parent\":\"p\",\"imask\":1e300,"
                       "\"description\":\"a\"},"
                       "{\"uuid\":\"j\",\"status\":\"pending\",\"parent\":\"p\",\"imask\":-5,"
                       "\"description\":\"a\"}]")
                     .tasks),
        2);
    has(one(a, &w, taskwarrior_read, "{\"description\":\"a\",\"tags\":7}"), "description", "tags: 7");
    has(one(a, &w, taskwarrior_read, "{\"description\":\"a\\u0000b\"}"), "title", "a b");
    has(one(a, &w, taskwarrior_read, "{\"description\":\"a\",\"annotations\":[{\"description\":\"x\\u0000y\"},7]}"),
        "description", "x y\nannotation: 7");
}

static void test_how_often_is_read_in_all_its_spellings(void **state)
{
    static const char *const known[][2] = {
        { "daily", "FREQ=DAILY" },
        { "3d", "FREQ=DAILY;INTERVAL=3" },
        { "3 days", "FREQ=DAILY;INTERVAL=3" },
        { "weekly", "FREQ=WEEKLY" },
        { "biweekly", "FREQ=WEEKLY;INTERVAL=2" },
        { "2wks", "FREQ=WEEKLY;INTERVAL=2" },
        { "monthly", "FREQ=MONTHLY" },
        { "P2M", "FREQ=MONTHLY;INTERVAL=2" },
        { "3mo", "FREQ=MONTHLY;INTERVAL=3" },
        { "quarterly", "FREQ=MONTHLY;INTERVAL=3" },
        { "2q", "FREQ=MONTHLY;INTERVAL=6" },
        { "yearly", "FREQ=YEARLY" },
        { "annual", "FREQ=YEARLY" },
        { "P1Y", "FREQ=YEARLY" },
        { "2years", "FREQ=YEARLY;INTERVAL=2" },
    };
    static const char *const unknown[] = {
        "", "0d", "1000d", "hourly", "5m", "P1DT1H", "weeklyx", "d", "99999999999d"
    };
    char text[REPEAT_TEXT_BYTES], recur[RECUR_TEXT_BYTES];
    struct repeat r, back;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        assert_true(taskwarrior_recur_read(known[i][0], &r));
        repeat_text(&r, text);
        assert_string_equal(text, known[i][1]);
        assert_true(taskwarrior_recur_text(&r, recur) && taskwarrior_recur_read(recur, &back));
        repeat_text(&back, text);
        assert_string_equal(text, known[i][1]);
    }
    for (size_t i = 0; i < COUNT_OF(unknown); i++)
        assert_false(taskwarrior_recur_read(unknown[i], &r));
}

static void test_objects_are_found_in_an_array_by_line_or_one_behind_the_other(void **state)
{
    static const char *const files[] = { "[" ONE "}," ONE "}]", "[\n" ONE "},\n" ONE "}\n]\n", ONE "}\n" ONE "}\n",
                                         ONE "}" ONE "}", "\r\n" ONE "},\r\n" ONE "}\r\n" };
    struct wall w = berlin();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        assert_int_equal(json_len(taken(a, &w, taskwarrior_read, files[i]).tasks), 2);
    }
}

static void test_what_is_no_such_file_is_refused_by_its_line(void **state)
{
    (void)state;
    refused(taskwarrior_read, "[\n" ONE "},\nx]", "Line 3: there is no JSON object");
    refused(taskwarrior_read, "[\n" ONE, "Line 2: the JSON object does not end");
    refused(taskwarrior_read, "[" ONE ",}]", "Line 1: this is no JSON");
    refused(taskwarrior_read, "{\"status\":\"pending\"}", "Line 1: a task without a description");
    refused(taskwarrior_read, "{\"description\":7}", "Line 1");
    refused(taskwarrior_read, "{\"a\\", "does not end");
}

static void test_a_template_and_its_last_instance_are_one_task_that_repeats(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct intake in;

    (void)state;
    in = taken(a, &w, taskwarrior_read,
               "[{\"uuid\":\"p\",\"status\":\"recurring\",\"recur\":\"weekly\",\"due\":\"20260101T120000Z\","
               "\"description\":\"water\",\"until\":\"20280131T225900Z\"},"
               "{\"uuid\":\"i0\",\"status\":\"completed\",\"parent\":\"p\",\"imask\":0,\"recur\":\"weekly\","
               "\"description\":\"water\",\"due\":\"20260101T120000Z\",\"end\":\"20260102T120000Z\"},"
               "{\"uuid\":\"i1\",\"status\":\"pending\",\"parent\":\"p\",\"imask\":1,\"recur\":\"weekly\","
               "\"description\":\"water\",\"due\":\"20260108T120000Z\"},"
               "{\"uuid\":\"i2\",\"status\":\"pending\",\"parent\":\"p\",\"imask\":2,\"recur\":\"weekly\","
               "\"description\":\"water\",\"due\":\"20260115T120000Z\",\"until\":\"20280131T225900Z\"},"
               "{\"uuid\":\"d\",\"status\":\"deleted\",\"description\":\"gone\"}]");
    assert_int_equal(json_len(in.tasks), 3);
    has(json_at(in.tasks, 0), "uid", "i0");
    has(json_at(in.tasks, 0), "repeat", NULL);
    has(json_at(in.tasks, 1), "uid", "i1");
    has(json_at(in.tasks, 1), "repeat", NULL);
    has(json_at(in.tasks, 2), "uid", "p");
    has(json_at(in.tasks, 2), "due", "2026-01-15T13:00");
    has(json_at(in.tasks, 2), "repeat", "FREQ=WEEKLY;UNTIL=20280131");
    notes(&in, 0, "1 deleted task was left out");
}

static void test_a_template_without_instances_is_a_task_that_repeats(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();

    (void)state;
    has(one(a, &w, taskwarrior_read,
            "{\"uuid\":\"p\",\"status\":\"recurring\",\"recur\":\"2w\",\"due\":\"20260101T120000Z\","
            "\"description\":\"water\"}"),
        "repeat", "FREQ=WEEKLY;INTERVAL=2");
}

static void test_an_object_that_is_written_reads_as_the_same_task(void **state)
{
    struct dice dice = { 0x2545f4914f6cdd1du };
    struct wall w = berlin();

    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct json *task = made_task(a, &dice, i + 1);
        struct buf text CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        json_write(&text, taskwarrior_object(a, &w, task, "7e1f9a52-0c4b-4d3e-9f00-1234567890ab"));
        same_task(task, one(a, &w, taskwarrior_read, text.p), NULL, text.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attributes_have_their_places),
        cmocka_unit_test(test_an_end_that_is_no_rules_is_kept),
        cmocka_unit_test(test_names_and_numbers_may_be_nonsense),
        cmocka_unit_test(test_how_often_is_read_in_all_its_spellings),
        cmocka_unit_test(test_objects_are_found_in_an_array_by_line_or_one_behind_the_other),
        cmocka_unit_test(test_what_is_no_such_file_is_refused_by_its_line),
        cmocka_unit_test(test_a_template_and_its_last_instance_are_one_task_that_repeats),
        cmocka_unit_test(test_a_template_without_instances_is_a_task_that_repeats),
        cmocka_unit_test(test_an_object_that_is_written_reads_as_the_same_task),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
