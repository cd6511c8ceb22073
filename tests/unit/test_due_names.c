/* test_due_names.c - how much of a message a date takes, which words are left to a name, and how people are told. */
#include "due_testing.h"

static void only_the_words_of_the_date_are_taken(void **state)
{
    static const struct taking cases[] = {
        { "by Friday 5pm to be safe", 3, "2026-11-20T17:00" },
        { "tomorrow at 9 to call John", 3, "2026-11-17T09:00" },
        { "at 5 call Bob", 2, "2026-11-16T17:00" },
        { "Friday. 5 people come", 1, "2026-11-20" },
        { "Friday; at 5 I leave", 1, "2026-11-20" },
        { "Friday: buy milk", 1, "2026-11-20" },
        { "Friday\nat 5", 1, "2026-11-20" },
        { "tomorrow morning, then rest", 2, "2026-11-17T09:00" },
        { "on the 5th, please", 3, "2026-12-05" },
        { "Friday for 2 hours", 1, "2026-11-20" },
        { "Monday and Tuesday", 1, "2026-11-23" },
        { "on Sat", 2, "2026-11-21" },
        { "sat 10am", 2, "2026-11-21T10:00" },
        { "Sat", 1, "2026-11-21" },
        { "may 5", 2, "2027-05-05" },
        { "by 24.12. at 6pm", 4, "2026-12-24T18:00" },
        { "at 17.30", 2, "2026-11-16T17:30" },
        { "at 5.30 in the garden", 2, "2026-11-16T17:30" },
        { "Friday lunchtime", 2, "2026-11-20T12:00" },
        { "in a week's time, please", 4, "2026-11-23" },
        { "by New Year's", 3, "2027-01-01" },
        { "on 20.11.2025", 2, "2025-11-20" },
    };

    (void)state;
    check_at(&monday, cases, COUNT_OF(cases));
}

static void words_of_a_name_are_left_alone(void **state)
{
    static const struct taking cases[] = {
        { "1984", 0, "" },
        { "May", 0, "" },
        { "3 apples", 0, "" },
        { "5 apples", 0, "" },
        { "for 5", 0, "" },
        { "for 5 people", 0, "" },
        { "for 2 weeks", 0, "" },
        { "by 5 percent", 0, "" },
        { "by 5 people", 0, "" },
        { "at 5 Main Street", 0, "" },
        { "on the 5th floor", 0, "" },
        { "the 5th draft", 0, "" },
        { "the second one", 0, "" },
        { "the weekend", 0, "" },
        { "for the weekend", 0, "" },
        { "for Christmas", 0, "" },
        { "Christmas 2026 party", 0, "" },
        { "in 2 parts", 0, "" },
        { "in 24 hours before the flight", 0, "" },
        { "in time", 0, "" },
        { "on time", 0, "" },
        { "by train", 0, "" },
        { "at home", 0, "" },
        { "on the table", 0, "" },
        { "due diligence", 0, "" },
        { "until done", 0, "" },
        { "this task", 0, "" },
        { "this week's report", 0, "" },
        { "next month's rent", 0, "" },
        { "next year\xe2\x80\x99s budget", 0, "" },
        { "about December 7, 1941", 0, "" },
        { "on 5 May 1998", 0, "" },
        { "2019-05-20", 0, "" },
        { "at 5.30 euros", 0, "" },
        { "17.30", 0, "" },
        { "next steps", 0, "" },
        { "Friday's report", 0, "" },
        { "today's news", 0, "" },
        { "24/7", 0, "" },
        { "24.04.", 0, "" },
        { "2.5", 0, "" },
        { "sun", 0, "" },
        { "sun cream", 0, "" },
        { "Sun cream", 0, "" },
        { "sat nav", 0, "" },
        { "march 5 miles", 0, "" },
        { "may be late", 0, "" },
        { "morning run", 0, "" },
        { "evening dress", 0, "" },
        { "half the garden", 0, "" },
        { "quarter report", 0, "" },
        { "week 3 homework", 0, "" },
        { "day care", 0, "" },
        { "in a hurry", 0, "" },
        { "second opinion", 0, "" },
        { "first aid kit", 0, "" },
        { "end of story", 0, "" },
        { "12 eggs", 0, "" },
        { "yesterday's bread", 0, "" },
        { "yesterday", 0, "" },
    };

    (void)state;
    check_at(&monday, cases, COUNT_OF(cases));
}

static void days_that_have_a_name_or_a_number(void **state)
{
    static const struct civil spring = { .year = 2027, .month = 4, .day = 2 };
    static const struct message_parser cases[] = {
        { "by Easter", "2027-03-28" },
        { "before Good Friday", "2027-03-26" },
        { "on Easter Monday", "2027-03-29" },
        { "by Pentecost", "2027-05-16" },
        { "by Thanksgiving", "2026-11-26" },
        { "in the new year", "2027-01-01" },
        { "KW 50", "2026-12-07" },
        { "in week 2", "2027-01-11" },
        { "in week 47", "2026-11-16" },
        { "midweek", "2026-11-18" },
        { "mid-January", "2027-01-15" },
        { "early February", "2027-02-01" },
        { "late February", "2027-02-25" },
        { "by month end", "2026-11-30" },
        { "by year-end", "2026-12-31" },
        { "late next week", "2026-11-27" },
        { "a week Thursday", "2026-11-26" },
        { "19-Dec", "2026-12-19" },
        { "19-Dec-2027", "2027-12-19" },
        { "19-12-2026", "2026-12-19" },
        { "05-12-2026", NULL },
        { "19.12.2026", "2026-12-19" },
        { "some day next week", "2026-11-23" },
        { "at some point this week", "2026-11-20" },
        { "in week 60", NULL },
        { "within the hour", "2026-11-16T10:00" },
        { "friday 27", "2026-11-27" },
        { "friday 28", NULL },
        { "until the 27", "2026-11-27" },
        { "till december 20", "2026-12-20" },
        { "by 4th december this year", "2026-12-04" },
        { "the first Sunday of Advent", "2026-11-29" },
    };
    static const struct message_parser later[] = {
        { "by Easter", "2028-04-16" },
        { "by Thanksgiving", "2027-11-25" },
        { "KW 13", "2027-04-02" },
        { "KW 12", "2028-03-20" },
    };

    (void)state;
    CHECK(&monday, cases);
    CHECK(&spring, later);
}

static void people_are_told_in_words(void **state)
{
    static const struct {
        struct due due;
        const char *words;
    } cases[] = {
        { { .day = 20773 }, "today" },
        { { .day = 20774, .has_time = true, .hour = 17 }, "tomorrow at 17:00" },
        { { .day = 20772 }, "yesterday" },
        { { .day = 20777 }, "Fri 20 Nov" },
        { { .day = 20771, .has_time = true, .hour = 9, .minute = 5 }, "Sat 14 Nov at 09:05" },
        { { .day = 21142, .has_time = true, .hour = 9, .minute = 30 }, "20 Nov 2027 at 09:30" },
        { { .day = 20819 }, "1 Jan 2027" },
    };

    (void)state;
    assert_int_equal(civil_days(2026, 11, 16), 20773);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char words[DUE_WORDS_BYTES];
        due_words(&cases[i].due, &monday, words);
        assert_string_equal(words, cases[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_words_of_the_date_are_taken),
        cmocka_unit_test(words_of_a_name_are_left_alone),
        cmocka_unit_test(days_that_have_a_name_or_a_number),
        cmocka_unit_test(people_are_told_in_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
