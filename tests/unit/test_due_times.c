/* test_due_times.c - times of the day, alone and with a day, and what the clock on the wall makes of them. */
#include "due_testing.h"

static void times_of_the_day(void **state)
{
    static const struct message_parser cases[] = {
        { "5pm", "2026-11-16T17:00" },
        { "at 5pm", "2026-11-16T17:00" },
        { "by 5 pm", "2026-11-16T17:00" },
        { "5 p.m.", "2026-11-16T17:00" },
        { "5:30pm", "2026-11-16T17:30" },
        { "5:30 PM", "2026-11-16T17:30" },
        { "5.30pm", "2026-11-16T17:30" },
        { "17:00", "2026-11-16T17:00" },
        { "at 17", "2026-11-16T17:00" },
        { "17h30", "2026-11-16T17:30" },
        { "8am", "2026-11-17T08:00" },
        { "8:59", "2026-11-17T08:59" },
        { "09:00", "2026-11-17T09:00" },
        { "09:01", "2026-11-16T09:01" },
        { "at 5", "2026-11-16T17:00" },
        { "by 5", "2026-11-16T17:00" },
        { "at 10", "2026-11-16T10:00" },
        { "at 8", "2026-11-17T08:00" },
        { "at 7", "2026-11-16T19:00" },
        { "at 12", "2026-11-16T12:00" },
        { "tomorrow at 7", "2026-11-17T07:00" },
        { "tomorrow at 6", "2026-11-17T18:00" },
        { "today at 8", "2026-11-16T20:00" },
        { "at five", "2026-11-16T17:00" },
        { "at five thirty", "2026-11-16T17:30" },
        { "5 o'clock", "2026-11-16T17:00" },
        { "5 o clock", "2026-11-16T17:00" },
        { "thursday from 13 oclock", "2026-11-19T13:00" },
        { "thursday from 18:30", "2026-11-19T18:30" },
        { "wednesday after 4", "2026-11-18T16:00" },
        { "5 o\xe2\x80\x99"
          "clock",
          "2026-11-16T17:00" },
        { "at five o'clock", "2026-11-16T17:00" },
        { "half past 5", "2026-11-16T17:30" },
        { "half past five", "2026-11-16T17:30" },
        { "at half five", "2026-11-16T17:30" },
        { "quarter to six", "2026-11-16T17:45" },
        { "a quarter past 5", "2026-11-16T17:15" },
        { "at ten to six", "2026-11-16T17:50" },
        { "at 20 past 5", "2026-11-16T17:20" },
        { "at 0930", "2026-11-16T09:30" },
        { "1730 hours", "2026-11-16T17:30" },
        { "@5pm", "2026-11-16T17:00" },
        { "@ 5pm", "2026-11-16T17:00" },
        { "@5", "2026-11-16T17:00" },
        { "around 5", "2026-11-16T17:00" },
        { "around 5ish", "2026-11-16T17:00" },
        { "at 5 in the morning", "2026-11-17T05:00" },
        { "at 8 in the evening", "2026-11-16T20:00" },
        { "at 10 at night", "2026-11-16T22:00" },
        { "5pm sharp", "2026-11-16T17:00" },
        { "noon", "2026-11-16T12:00" },
        { "at midday", "2026-11-16T12:00" },
        { "midnight", "2026-11-16T23:59" },
        { "by midnight tomorrow", "2026-11-17T23:59" },
        { "12am", "2026-11-17T00:00" },
        { "12pm", "2026-11-16T12:00" },
        { "13pm", NULL },
        { "25:00", NULL },
        { "17:60", NULL },
        { "5:3", NULL },
        { "at 25", NULL },
    };

    (void)state;
    CHECK(&monday, cases);
}

static void parts_of_the_day(void **state)
{
    static const struct message_parser cases[] = {
        { "tonight", "2026-11-16T20:00" },
        { "tonight at 8", "2026-11-16T20:00" },
        { "tonight at 11", "2026-11-16T23:00" },
        { "at 9 tonight", "2026-11-16T21:00" },
        { "this morning", "2026-11-16T12:00" },
        { "this afternoon", "2026-11-16T15:00" },
        { "this evening", "2026-11-16T18:00" },
        { "this evening at 7", "2026-11-16T19:00" },
        { "tomorrow morning", "2026-11-17T09:00" },
        { "tomorrow morning at 8", "2026-11-17T08:00" },
        { "tomorrow afternoon", "2026-11-17T15:00" },
        { "tomorrow evening", "2026-11-17T18:00" },
        { "tomorrow night", "2026-11-17T20:00" },
        { "at 7 tomorrow evening", "2026-11-17T19:00" },
        { "in the morning", "2026-11-17T09:00" },
        { "in the afternoon", "2026-11-16T15:00" },
        { "Friday evening", "2026-11-20T18:00" },
        { "Friday morning at 11", "2026-11-20T11:00" },
        { "Monday afternoon", "2026-11-16T15:00" },
        { "first thing tomorrow", "2026-11-17T09:00" },
        { "first thing Monday morning", "2026-11-23T09:00" },
        { "first thing in the morning", "2026-11-17T09:00" },
        { "EOD", "2026-11-16T17:00" },
        { "by end of day", "2026-11-16T17:00" },
        { "by the end of the day", "2026-11-16T17:00" },
        { "end of day tomorrow", "2026-11-17T17:00" },
        { "Friday EOD", "2026-11-20T17:00" },
        { "COB Friday", "2026-11-20T17:00" },
        { "close of business", "2026-11-16T17:00" },
        { "end of today", "2026-11-16T17:00" },
        { "morning", NULL },
        { "evening", NULL },
    };

    (void)state;
    CHECK(&monday, cases);
}

static void day_and_time_in_any_order(void **state)
{
    static const struct message_parser cases[] = {
        { "by Friday 5pm", "2026-11-20T17:00" },         { "Friday at 5", "2026-11-20T17:00" },
        { "Friday, 5pm", "2026-11-20T17:00" },           { "5pm Friday", "2026-11-20T17:00" },
        { "5pm on Friday", "2026-11-20T17:00" },         { "at 5 on Friday", "2026-11-20T17:00" },
        { "by 5 on Friday", "2026-11-20T17:00" },        { "noon tomorrow", "2026-11-17T12:00" },
        { "tomorrow at noon", "2026-11-17T12:00" },      { "next Tuesday at noon", "2026-11-24T12:00" },
        { "in two weeks at 9am", "2026-11-30T09:00" },   { "3 March at 09:15", "2027-03-03T09:15" },
        { "on Friday before noon", "2026-11-20T12:00" }, { "tomorrow 17:00", "2026-11-17T17:00" },
        { "24.12.2026 18:00", "2026-12-24T18:00" },      { "at 5 at 6", NULL },
    };

    (void)state;
    CHECK(&monday, cases);
}

static void hours_from_now_are_elapsed_time(void **state)
{
    static const struct {
        const char *said, *means;
        int minutes;
    } cases[] = {
        { "in an hour", "2026-11-16T10:00", 60 },
        { "in 3 hours", "2026-11-16T12:00", 180 },
        { "in half an hour", "2026-11-16T09:30", 30 },
        { "in 20 minutes", "2026-11-16T09:20", 20 },
        { "in 90 mins", "2026-11-16T10:30", 90 },
        { "in 2h", "2026-11-16T11:00", 120 },
        { "in 30min", "2026-11-16T09:30", 30 },
        { "in an hour and a half", "2026-11-16T10:30", 90 },
        { "in 2 and a half hours", "2026-11-16T11:30", 150 },
        { "within the next 2 hours", "2026-11-16T11:00", 120 },
        { "20 minutes from now", "2026-11-16T09:20", 20 },
        { "in 15 hours", "2026-11-17T00:00", 900 },
        { "in a minute", "2026-11-16T09:01", 1 },
        { "in 1.5 hours", "2026-11-16T10:30", 90 },
        { "in an hour or so", "2026-11-16T10:00", 60 },
    };
    struct due due;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[TIME_TEXT_BYTES];
        if (!due_read(cases[i].said, &monday, &due))
            fail_msg("not read: %s", cases[i].said);
        due_text(&due, text);
        assert_string_equal(text, cases[i].means);
        assert_true(due.is_elapsed);
        assert_int_equal(due.minutes, cases[i].minutes);
    }
    assert_true(due_read("in 3 days", &monday, &due));
    assert_false(due.is_elapsed);
}

static void the_clock_decides(void **state)
{
    static const struct civil evening = { .year = 2026, .month = 11, .day = 20, .hour = 18, .minute = 30 }; /* Friday */
    static const struct civil month_end = { .year = 2027, .month = 1, .day = 31, .hour = 23, .minute = 59 };
    static const struct civil leap = { .year = 2028, .month = 2, .day = 29, .hour = 12 };
    static const struct civil new_year = { .year = 2026, .month = 12, .day = 31, .hour = 22 };
    static const struct civil sunday = { .year = 2026, .month = 11, .day = 22, .hour = 10 };
    static const struct message_parser at_evening[] = {
        { "EOD", "2026-11-20T23:59" },
        { "tonight", "2026-11-20T20:00" },
        { "this evening", "2026-11-20T22:00" },
        { "this morning", "2026-11-20T09:00" },
        { "in the evening", "2026-11-21T18:00" },
        { "at 5", "2026-11-21T17:00" },
        { "today at 5pm", "2026-11-20T17:00" },
        { "Friday at 5pm", "2026-11-27T17:00" },
        { "Friday at 8pm", "2026-11-20T20:00" },
        { "end of the week", "2026-11-20" },
        { "this weekend", "2026-11-21" },
    };
    static const struct message_parser at_month_end[] = {
        { "tomorrow", "2027-02-01" },       { "in a month", "2027-02-28" }, { "end of month", "2027-01-31" },
        { "next month", "2027-02-01" },     { "the 30th", "2027-03-30" },   { "in 2 minutes", "2027-02-01T00:01" },
        { "midnight", "2027-02-01T23:59" },
    };
    static const struct message_parser at_leap[] = {
        { "in a year", "2029-02-28" }, { "29 Feb", "2028-02-29" },       { "tomorrow", "2028-03-01" },
        { "28 Feb", "2029-02-28" },    { "end of month", "2028-02-29" },
    };
    static const struct message_parser at_new_year[] = {
        { "tomorrow", "2027-01-01" },        { "next year", "2027-01-01" },  { "1 January", "2027-01-01" },
        { "end of the year", "2026-12-31" }, { "next month", "2027-01-01" }, { "8am", "2027-01-01T08:00" },
        { "Dec 31", "2026-12-31" },
    };
    static const struct message_parser at_sunday[] = {
        { "this week", "2026-11-22" },   { "next week", "2026-11-23" },    { "Monday", "2026-11-23" },
        { "next Monday", "2026-11-23" }, { "this weekend", "2026-11-22" }, { "next weekend", "2026-11-28" },
        { "next Sunday", "2026-11-29" }, { "Sunday", "2026-11-29" },       { "this Sunday", "2026-11-22" },
        { "end of week", "2026-11-22" },
    };

    (void)state;
    CHECK(&evening, at_evening);
    CHECK(&month_end, at_month_end);
    CHECK(&leap, at_leap);
    CHECK(&new_year, at_new_year);
    CHECK(&sunday, at_sunday);
}

static void of_a_stretch_of_hours_the_first_counts(void **state)
{
    static const struct message_parser cases[] = {
        { "Friday from 3 to 5", "2026-11-20T15:00" },
        { "from 10 to 12 on Thursday", "2026-11-19T10:00" },
        { "Thursday between 1 and 2", "2026-11-19T13:00" },
        { "tomorrow 3-5pm", "2026-11-17T15:00" },
        { "tomorrow 11-1pm", "2026-11-17T11:00" },
        { "tomorrow 9-10.30am", "2026-11-17T09:00" },
        { "tomorrow 13:00-14:15", "2026-11-17T13:00" },
        { "tomorrow 13:00\xe2\x80\x93"
          "14:15",
          "2026-11-17T13:00" },
        { "tomorrow 13:00 - 14:15", "2026-11-17T13:00" },
        { "tomorrow 1pm till 3pm", "2026-11-17T13:00" },
        { "tomorrow 1 til 3", "2026-11-17T13:00" },
        { "tomorrow 8-10", "2026-11-17T08:00" },
        { "tomorrow 2-3 pm", "2026-11-17T14:00" },
        { "tomorrow from 8 to 9:30", "2026-11-17T08:00" },
        { "from 9am to 5pm", "2026-11-17T09:00" },
        { "from 2 to 4", NULL }, /* of what? */
        { "2-4", NULL },
        { "tomorrow 30-40", NULL },
    };

    (void)state;
    CHECK(&monday, cases);
}

static void times_as_they_are_said_elsewhere(void **state)
{
    static const struct message_parser cases[] = {
        { "tomorrow 15:45 Uhr", "2026-11-17T15:45" },   { "tomorrow um 16 Uhr", "2026-11-17T16:00" },
        { "tomorrow 15.45 Uhr", "2026-11-17T15:45" },   { "tomorrow \xc3\xa0 16h15", "2026-11-17T16:15" },
        { "tomorrow ten to four", "2026-11-17T15:50" }, { "tomorrow 25 past 4", "2026-11-17T16:25" },
        { "tomorrow 4ish", "2026-11-17T16:00" },        { "tomorrow 4 in the afternoon", "2026-11-17T16:00" },
        { "tomorrow after lunch", "2026-11-17T13:00" }, { "tomorrow after work", "2026-11-17T17:00" },
        { "tomorrow last thing", "2026-11-17T17:00" },  { "Thursday am", "2026-11-19T09:00" },
        { "Thursday pm", "2026-11-19T15:00" },          { "by end of play Thursday", "2026-11-19T17:00" },
    };

    (void)state;
    CHECK(&monday, cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_of_the_day),
        cmocka_unit_test(parts_of_the_day),
        cmocka_unit_test(day_and_time_in_any_order),
        cmocka_unit_test(hours_from_now_are_elapsed_time),
        cmocka_unit_test(the_clock_decides),
        cmocka_unit_test(of_a_stretch_of_hours_the_first_counts),
        cmocka_unit_test(times_as_they_are_said_elsewhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
