/* test_due.c - days in words and figures, by theme. */
#include "due_testing.h"

static void days_near_today(void **state)
{
    static const struct message_parser cases[] = {
        { "today", "2026-11-16" },
        { "Today", "2026-11-16" },
        { "tomorrow", "2026-11-17" },
        { "TOMORROW", "2026-11-17" },
        { "tmrw", "2026-11-17" },
        { "tmr", "2026-11-17" },
        { "by tomorrow", "2026-11-17" },
        { "for tomorrow", "2026-11-17" },
        { "due tomorrow", "2026-11-17" },
        { "due by tomorrow", "2026-11-17" },
        { "the day after tomorrow", "2026-11-18" },
        { "day after tomorrow", "2026-11-18" },
        { "yesterday", "2026-11-15" },
        { "a week today", "2026-11-23" },
        { "a week tomorrow", "2026-11-24" },
        { "two weeks today", "2026-11-30" },
        { "3 weeks tomorrow", "2026-12-08" },
        { "a fortnight today", "2026-11-30" },
        { "a fortnight tomorrow", "2026-12-01" },
        { "in 3 days", "2026-11-19" },
        { "in three days", "2026-11-19" },
        { "in a day", "2026-11-17" },
        { "in a week", "2026-11-23" },
        { "in 1 week", "2026-11-23" },
        { "in two weeks", "2026-11-30" },
        { "in 2 weeks time", "2026-11-30" },
        { "in three weeks' time", "2026-12-07" },
        { "in three weeks\xe2\x80\x99 time", "2026-12-07" },
        { "in a fortnight", "2026-11-30" },
        { "in a month", "2026-12-16" },
        { "in 6 months", "2027-05-16" },
        { "in a year", "2027-11-16" },
        { "in a couple of days", "2026-11-18" },
        { "in a few days", "2026-11-19" },
        { "within 3 days", "2026-11-19" },
        { "3 days from now", "2026-11-19" },
        { "two weeks from today", "2026-11-30" },
        { "a week from tomorrow", "2026-11-24" },
        { "in 3d", "2026-11-19" },
        { "in a week's time", "2026-11-23" },
        { "in 2 weeks' time on Friday", "2026-12-04" },
        { "later today", "2026-11-16" },
        { "in 0 days", NULL },
        { "in days", NULL },
        { "in 99999 days", NULL },
        { "in 9999 years", NULL },
        { "", NULL },
        { "someday", NULL },
        { "tomorrow tomorrow", NULL },
        { "by", NULL },
    };

    (void)state;
    CHECK(&monday, cases);
}

static void weekdays_are_the_next_ones(void **state)
{
    static const struct message_parser cases[] = {
        { "Friday", "2026-11-20" },
        { "friday", "2026-11-20" },
        { "Fri", "2026-11-20" },
        { "Fri.", "2026-11-20" },
        { "on Friday", "2026-11-20" },
        { "by Fri", "2026-11-20" },
        { "before Friday", "2026-11-20" },
        { "until Friday", "2026-11-20" },
        { "this Friday", "2026-11-20" },
        { "coming Friday", "2026-11-20" },
        { "this coming Friday", "2026-11-20" },
        { "next Friday", "2026-11-27" },
        { "Friday next week", "2026-11-27" },
        { "next week Friday", "2026-11-27" },
        { "next week on Friday", "2026-11-27" },
        { "Friday week", "2026-11-27" },
        { "a week from Friday", "2026-11-27" },
        { "a week on Friday", "2026-11-27" },
        { "two weeks from Friday", "2026-12-04" },
        { "the Friday after next", "2026-11-27" },
        { "Monday in two weeks", "2026-11-30" },
        { "Monday", "2026-11-23" },
        { "this Monday", "2026-11-16" },
        { "next Monday", "2026-11-23" },
        { "Monday at 8am", "2026-11-23T08:00" },
        { "Monday at 10am", "2026-11-16T10:00" },
        { "Sunday", "2026-11-22" },
        { "next Sunday", "2026-11-29" },
        { "Tues", "2026-11-17" },
        { "Thurs", "2026-11-19" },
        { "wed", "2026-11-18" },
        { "sat", "2026-11-21" },
        { "Friday latest", "2026-11-20" },
        { "by Friday at the latest", "2026-11-20" },
        { "no later than Friday", "2026-11-20" },
        { "Mondays", NULL },
        { "Friday Saturday", NULL },
    };

    (void)state;
    CHECK(&monday, cases);
}

static void weeks_months_and_years(void **state)
{
    static const struct message_parser cases[] = {
        { "this week", "2026-11-20" },
        { "next week", "2026-11-23" },
        { "the week after next", "2026-11-30" },
        { "end of week", "2026-11-20" },
        { "end of the week", "2026-11-20" },
        { "by the end of the week", "2026-11-20" },
        { "by the end of this week", "2026-11-20" },
        { "eow", "2026-11-20" },
        { "end of next week", "2026-11-27" },
        { "beginning of next week", "2026-11-23" },
        { "middle of next week", "2026-11-25" },
        { "this weekend", "2026-11-21" },
        { "at the weekend", "2026-11-21" },
        { "over the weekend", "2026-11-21" },
        { "next weekend", "2026-11-28" },
        { "next month", "2026-12-01" },
        { "this month", "2026-11-30" },
        { "end of month", "2026-11-30" },
        { "end of the month", "2026-11-30" },
        { "EOM", "2026-11-30" },
        { "end of next month", "2026-12-31" },
        { "end of March", "2027-03-31" },
        { "the last day of the month", "2026-11-30" },
        { "the last day of February", "2027-02-28" },
        { "in March", "2027-03-01" },
        { "in March 2028", "2028-03-01" },
        { "in November", "2026-11-30" },
        { "next quarter", "2027-01-01" },
        { "end of the quarter", "2026-12-31" },
        { "end of the year", "2026-12-31" },
        { "end of year", "2026-12-31" },
        { "next year", "2027-01-01" },
        { "the first Monday of next month", "2026-12-07" },
        { "the last Friday of November", "2026-11-27" },
        { "the first Monday of the month", "2026-12-07" },
        { "the fifth Monday of next month", NULL },
    };

    (void)state;
    CHECK(&monday, cases);
}

static void beginnings_and_middles_are_the_next_ones(void **state)
{
    static const struct message_parser cases[] = {
        { "mid next week", "2026-11-25" },
        { "mid January", "2027-01-15" },
        { "in mid March 2028", "2028-03-15" },
        { "the middle of November", "2027-11-15" },
        { "the beginning of November", "2027-11-01" },
        { "the beginning of December", "2026-12-01" },
        { "the first of the month", "2026-12-01" },
        { "first of next month", "2026-12-01" },
    };

    (void)state;
    CHECK(&monday, cases);
}

static void dates_in_words(void **state)
{
    static const struct message_parser cases[] = {
        { "March 5", "2027-03-05" },
        { "March 5th", "2027-03-05" },
        { "March the 5th", "2027-03-05" },
        { "5 March", "2027-03-05" },
        { "5th March", "2027-03-05" },
        { "5th of March", "2027-03-05" },
        { "the 5th of March", "2027-03-05" },
        { "the first of December", "2026-12-01" },
        { "on 5 March", "2027-03-05" },
        { "5 March 2027", "2027-03-05" },
        { "5 March 2028", "2028-03-05" },
        { "March 5, 2028", "2028-03-05" },
        { "Mar 5", "2027-03-05" },
        { "Nov. 20", "2026-11-20" },
        { "20 Nov", "2026-11-20" },
        { "Nov 16", "2026-11-16" },
        { "Nov 15", "2027-11-15" },
        { "December 24 at 6pm", "2026-12-24T18:00" },
        { "Fri 20 Nov", "2026-11-20" },
        { "Friday, 20 November 2026", "2026-11-20" },
        { "Friday, November 20th", "2026-11-20" },
        { "Friday the 20th", "2026-11-20" },
        { "Friday 20th", "2026-11-20" },
        { "Friday the 13th", "2027-08-13" },
        { "Saturday 20 November 2026", NULL },
        { "on the 5th", "2026-12-05" },
        { "the 20th", "2026-11-20" },
        { "by the 16th", "2026-11-16" },
        { "the 31st", "2026-12-31" },
        { "the 5th of next month", "2026-12-05" },
        { "next month on the 5th", "2026-12-05" },
        { "30 February", NULL },
        { "31 April 2027", NULL },
        { "29 February", "2028-02-29" },
        { "29 February 2027", NULL },
        { "by Christmas", "2026-12-25" },
        { "before Christmas Eve", "2026-12-24" },
        { "New Year's Eve", "2026-12-31" },
        { "by the new year", "2027-01-01" },
        { "March", NULL },
        { "5", NULL },
    };

    (void)state;
    CHECK(&monday, cases);
}

static void dates_in_figures(void **state)
{
    static const struct message_parser cases[] = {
        { "2026-12-24", "2026-12-24" },
        { "2026-12-24T18:00", "2026-12-24T18:00" },
        { "2026-12-24t18:00:30", "2026-12-24T18:00" },
        { "2026-12-24 18:00", "2026-12-24T18:00" },
        { "2026-12-24 at 6pm", "2026-12-24T18:00" },
        { "2020-01-01", "2020-01-01" },
        { "2026/12/24", "2026-12-24" },
        { "3/25", "2027-03-25" },
        { "25/3", "2027-03-25" },
        { "12/24", "2026-12-24" },
        { "24/12/2026", "2026-12-24" },
        { "12/24/26", "2026-12-24" },
        { "24.12.", "2026-12-24" },
        { "24.12.2026", "2026-12-24" },
        { "on 3.4.2027", "2027-04-03" },
        { "by 10.12.", "2026-12-10" },
        { "at 10.12", "2026-11-16T10:12" },
        { "3/4", NULL },
        { "3/4/2027", NULL },
        { "24/7", NULL },
        { "114/3", NULL },
        { "13/13", NULL },
        { "31/2", NULL },
        { "2026-13-01", NULL },
        { "2026-02-30", NULL },
        { "2026-12", NULL },
        { "2026-12-24T24:00", NULL },
        { "2026-12-24T18", NULL },
        { "2026-12-24T18:00Z", NULL },
        { "1984", NULL },
    };

    (void)state;
    CHECK(&monday, cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_near_today),        cmocka_unit_test(weekdays_are_the_next_ones),
        cmocka_unit_test(weeks_months_and_years), cmocka_unit_test(beginnings_and_middles_are_the_next_ones),
        cmocka_unit_test(dates_in_words),         cmocka_unit_test(dates_in_figures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
