/* test_todotxt.c - todo.txt: its own rules, what we add to them, and a line that is written and read again. */
#include "exchange_testing.h"

#include "agents/tasks/exchange/todotxt.h"

static void takes(const char *line, const char *field, const char *text)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();

    has(one(a, &w, todotxt_read, line), field, text);
}

static void test_a_line_is_what_the_format_says(void **state)
{
    (void)state;
    takes("(A) Thank Mom for the meatballs @phone", "title", "Thank Mom for the meatballs");
    takes("(A) Thank Mom", "priority", "high");
    takes("(B) x", "priority", "medium");
    takes("(C) x", "priority", "low");
    takes("(Z) x", "priority", "low");
    takes("(a) x", "priority", NULL);
    takes("(a) x", "title", "(a) x");
    takes("(A)x", "title", "(A)x");
    takes("Really gotta call Mom (A) @phone", "priority", NULL);
    takes("x 2026-01-10 2026-01-05 done", "status", "completed");
    takes("x 2026-01-10 2026-01-05 done", "completed_at", "2026-01-09T23:00:00Z");
    takes("x 2026-01-10 2026-01-05 done", "created_at", "2026-01-04T23:00:00Z");
    takes("x 2026-01-10 done", "created_at", NULL);
    takes("x done", "completed_at", "2026-01-15T18:00:00Z");
    takes("x (A) 2026-01-10 done", "priority", "high");
    takes("xylophone lesson", "status", "pending");
    takes("X 2026-01-10 no", "status", "pending");
    takes("(A) 2026-01-05 Call", "created_at", "2026-01-04T23:00:00Z");
    takes("(A) 2026-01-05 Call", "title", "Call");
    takes("2026-13-05 Call", "title", "2026-13-05 Call");
}

static void test_words_with_a_colon_are_taken_or_stay(void **state)
{
    (void)state;
    takes("call due:2026-11-20", "due", "2026-11-20");
    takes("call due:2026-11-20", "due_at", "2026-11-20T22:59:59Z");
    takes("call due:2026-11-20", "title", "call");
    takes("call due:2026-07-20T17:00", "due_at", "2026-07-20T15:00:00Z");
    takes("call due:2026-11-20T17:00 tz:America/New_York", "due_at", "2026-11-20T22:00:00Z");
    takes("call remind:2026-11-20T08:00", "remind", "2026-11-20T08:00");
    takes("a due:2026-11-20 b", "title", "a b");
    takes("a due:2026-11-20 rec:+2w", "repeat", "FREQ=WEEKLY;INTERVAL=2");
    takes("a due:2026-11-20 rec:1m", "repeat", "FREQ=MONTHLY");
    takes("a due:2026-11-20 rec:1b", "repeat", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR");
    takes("a due:2026-11-20 rrule:FREQ=WEEKLY;BYDAY=MO", "repeat", "FREQ=WEEKLY;BYDAY=MO");
    takes("a pri:B", "priority", "medium");
    takes("a desc:two%20words%0Aand%20lines", "description", "two words\nand lines");
    takes("a desc:50%", "title", "a desc:50%");
    takes("pay t:2026-01-01 http://example.org/ key:value", "title", "pay t:2026-01-01 http://example.org/ key:value");
}

static void test_tags_at_the_ends_leave_the_title_and_others_stay_in_it(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct json *task;

    (void)state;
    task = one(a, &w, todotxt_read, "@phone ask +Anna about  tea @home +x due:2026-11-20");
    has(task, "title", "ask +Anna about  tea");
    assert_int_equal(json_len(json_get(task, "tags")), 4);
    assert_string_equal(json_text(json_at(json_get(task, "tags"), 0), NULL), "@phone");
    assert_string_equal(json_text(json_at(json_get(task, "tags"), 1), NULL), "anna");
    has(one(a, &w, todotxt_read, "+a @b"), "title", "+a @b");
    has(one(a, &w, todotxt_read, "1 + 1 @ home"), "title", "1 + 1 @ home");
}

/* What the tools do with a tag, so that it is found again: "@Phone" and "@phone" are one. */
static void test_tags_are_those_of_the_tools(void **state)
{
    static const char long_tag[] = "+abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct intake in;

    (void)state;
    in = taken(a, &w, todotxt_read,
               "call @Phone @phone +\xc3\x9c"
               "ber");
    assert_int_equal(json_len(json_get(json_at(in.tasks, 0), "tags")), 2);
    assert_string_equal(json_text(json_at(json_get(json_at(in.tasks, 0), "tags"), 1), NULL), "\xc3\xbc"
                                                                                             "ber");
    assert_int_equal(in.folded, 2);
    in = taken(a, &w, todotxt_read, arena_printf(a, "call %s1 %s2", long_tag, long_tag));
    assert_int_equal(json_len(json_get(json_at(in.tasks, 0), "tags")), 1);
    assert_int_equal(in.noted, 2);
    assert_non_null(strstr(json_get_text(json_at(in.tasks, 0), "description"), long_tag + 1));
}

/* Words of ours in a title are told apart from the line's own. */
static void test_words_of_a_title_are_counted_where_they_would_be_misread(void **state)
{
    static const char *const titles[] = {
        "write to @anna",    "+1 for the plan",     "@a @b", "fix due:2026-01-01 parsing",
        "read titlewords:2", "ask +anna about tea", "pri:A"
    };
    struct wall w = berlin();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(titles); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct json *task = task_new(a, titles[i], "2026-01-15T11:00:00Z"), *back;
        struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        if (i % 2)
            json_push(a, json_get(task, "tags"), json_str(a, "anna"));
        todotxt_write(&line, &w, task);
        back = one(a, &w, todotxt_read, line.p);
        has(back, "title", titles[i]);
        if (!json_equal(json_get(back, "tags"), json_get(task, "tags")) || json_get_text(back, "due"))
            fail_msg("%s", line.p);
    }
    takes("essay titlewords:500", "title", "essay titlewords:500");
    takes("a titlewords:0", "title", "a titlewords:0");
    takes("call\tAnna\tdue:2026-11-20", "due", "2026-11-20");
    takes("(A)\tcall", "priority", "high");
}

static void test_what_the_format_means_and_we_do_not_have_is_told(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct intake in;

    (void)state;
    in = taken(a, &w, todotxt_read, "(D) a\n(C) b\nx (Z) c\nd due:2026-11-20 rec:1w\ne due:2026-11-20 rec:+1w\n");
    notes(&in, 0, "2 priorities were below C");
    notes(&in, 1, "1 rule counted from the day on which the task was done");
    takes("(A) a pri:B", "title", "a pri:B");
}

/* Also where the zone moves a day over the calendar's end. */
static void test_days_beyond_the_calendar_are_left_out(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = { .now_us = NOW_US, .name = "America/New_York", .by_name = zone_named };
    struct intake in;

    (void)state;
    w.zone = zone_named(w.name);
    in = taken(a, &w, todotxt_read, "x 9999-12-31 9999-12-31 a due:9999-12-31");
    assert_int_equal(in.noted, 1);
    has(json_at(in.tasks, 0), "created_at", NULL);
    has(json_at(in.tasks, 0), "completed_at", "2026-01-15T18:00:00Z");
    has(json_at(in.tasks, 0), "due", NULL);
    has(one(a, &w, todotxt_read, "0000-01-01 a"), "created_at", NULL);
}

static void test_what_cannot_be_read_stays_and_is_told(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct intake in;

    (void)state;
    in = taken(a, &w, todotxt_read, "good\r\n\r\nbad due:2026-02-30\r\nrepeats rec:+2x\r\nnever rec:+1w\n");
    assert_int_equal(json_len(in.tasks), 4);
    assert_int_equal(in.noted, 3);
    notes(&in, 0, "line 3: the date cannot be read; it stays in the title");
    notes(&in, 1, "line 4: how it repeats");
    notes(&in, 2, "line 5: it repeats but is never due");
    has(json_at(in.tasks, 1), "title", "bad due:2026-02-30");
    has(json_at(in.tasks, 3), "description", "Repeats: FREQ=WEEKLY");
}

static void test_long_texts_are_cut_and_the_rest_is_kept(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    char fits[TASK_TITLE_CHARS + 1], over[TASK_TITLE_CHARS + 8], longer[3000];
    struct intake in;

    (void)state;
    memset(fits, 'a', sizeof fits);
    fits[TASK_TITLE_CHARS] = '\0';
    snprintf(over, sizeof over, "%sbcd", fits);
    memset(longer, 'c', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    in = taken(a, &w, todotxt_read, fits);
    assert_int_equal(in.noted, 0);
    in = taken(a, &w, todotxt_read, over);
    notes(&in, 0, "line 1: the title is longer than 255");
    has(json_at(in.tasks, 0), "title", fits);
    has(json_at(in.tasks, 0), "description", "bcd");
    in = taken(a, &w, todotxt_read, longer);
    assert_int_equal(in.noted, 2);
    assert_int_equal(strlen(json_get_text(json_at(in.tasks, 0), "description")), TASK_DESCRIPTION_CHARS);
}

static void test_a_line_that_is_too_long_is_refused_by_its_number(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(2u * TASK_LINE_BYTES);

    (void)state;
    buf_adds(&b, "one\n");
    buf_fill(&b, 'x', TASK_LINE_BYTES + 1);
    refused(todotxt_read, b.p, "Line 2");
    buf_cut(&b, b.n - 1);
    {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct wall w = berlin();
        assert_int_equal(json_len(taken(a, &w, todotxt_read, b.p).tasks), 2);
    }
}

/* A day is all that the format has of when a task was made and done. */
static void test_a_line_that_is_written_reads_as_the_same_task(void **state)
{
    static const char *const but[] = { "created_at", "completed_at", NULL };
    struct dice dice = { 0x9e3779b97f4a7c15u };
    struct wall w = berlin();

    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct json *task = made_task(a, &dice, i + 1), *back;
        struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES), again CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
        todotxt_write(&line, &w, task);
        back = one(a, &w, todotxt_read, line.p);
        same_task(task, back, but, line.p);
        todotxt_write(&again, &w, back);
        assert_string_equal(again.p, line.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_line_is_what_the_format_says),
        cmocka_unit_test(test_words_with_a_colon_are_taken_or_stay),
        cmocka_unit_test(test_tags_at_the_ends_leave_the_title_and_others_stay_in_it),
        cmocka_unit_test(test_tags_are_those_of_the_tools),
        cmocka_unit_test(test_words_of_a_title_are_counted_where_they_would_be_misread),
        cmocka_unit_test(test_what_the_format_means_and_we_do_not_have_is_told),
        cmocka_unit_test(test_days_beyond_the_calendar_are_left_out),
        cmocka_unit_test(test_what_cannot_be_read_stays_and_is_told),
        cmocka_unit_test(test_long_texts_are_cut_and_the_rest_is_kept),
        cmocka_unit_test(test_a_line_that_is_too_long_is_refused_by_its_number),
        cmocka_unit_test(test_a_line_that_is_written_reads_as_the_same_task),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
