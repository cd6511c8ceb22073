/* test_due_recurrence.c - how often, for how long, how long before and within which days, in words. */
#include "agents/tasks/dates/due.h"
#include "base/attrs.h"
#include "lang/phrase.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Monday 2026-11-16 09:00 */
static const struct civil monday = { .year = 2026, .month = 11, .day = 16, .hour = 9 };

struct message_parser {
    const char *said, *rule; /* NULL: nothing is read */
    const char *first;
};

static void check(const struct message_parser *cases, size_t n)
{
    bool failed = false;

    for (size_t i = 0; i < n; i++) {
        struct repeat r;
        struct due first;
        char rule[REPEAT_TEXT_BYTES] = "nothing", text[TIME_TEXT_BYTES] = "";
        const char *right = cases[i].rule ? cases[i].rule : "nothing", *when = cases[i].rule ? cases[i].first : "";
        if (due_repeat_read(cases[i].said, &monday, &r, &first)) {
            repeat_text(&r, rule);
            due_text(&first, text);
        }
        if (strcmp(rule, right) != 0 || strcmp(text, when) != 0) {
            print_error("\"%s\" is %s from %s, not %s from %s\n", cases[i].said, rule, text, right, when);
            failed = true;
        }
    }
    assert_false(failed);
}

#define CHECK(cases) check(cases, COUNT_OF(cases))

static void every_day_week_month_and_year(void **state)
{
    static const struct message_parser cases[] = {
        { "every day", "FREQ=DAILY", "2026-11-16" },
        { "each day", "FREQ=DAILY", "2026-11-16" },
        { "daily", "FREQ=DAILY", "2026-11-16" },
        { "everyday", "FREQ=DAILY", "2026-11-16" },
        { "every single day", "FREQ=DAILY", "2026-11-16" },
        { "Every other day", "FREQ=DAILY;INTERVAL=2", "2026-11-16" },
        { "every second day", "FREQ=DAILY;INTERVAL=2", "2026-11-16" },
        { "every 3 days", "FREQ=DAILY;INTERVAL=3", "2026-11-16" },
        { "once a day", "FREQ=DAILY", "2026-11-16" },
        { "weekly", "FREQ=WEEKLY", "2026-11-16" },
        { "every week", "FREQ=WEEKLY", "2026-11-16" },
        { "every other week", "FREQ=WEEKLY;INTERVAL=2", "2026-11-16" },
        { "every 2 weeks", "FREQ=WEEKLY;INTERVAL=2", "2026-11-16" },
        { "every two weeks", "FREQ=WEEKLY;INTERVAL=2", "2026-11-16" },
        { "biweekly", "FREQ=WEEKLY;INTERVAL=2", "2026-11-16" },
        { "fortnightly", "FREQ=WEEKLY;INTERVAL=2", "2026-11-16" },
        { "every fortnight", "FREQ=WEEKLY;INTERVAL=2", "2026-11-16" },
        { "monthly", "FREQ=MONTHLY", "2026-11-16" },
        { "every month", "FREQ=MONTHLY", "2026-11-16" },
        { "once a month", "FREQ=MONTHLY", "2026-11-16" },
        { "every 3 months", "FREQ=MONTHLY;INTERVAL=3", "2026-11-16" },
        { "quarterly", "FREQ=MONTHLY;INTERVAL=3", "2026-11-16" },
        { "every quarter", "FREQ=MONTHLY;INTERVAL=3", "2026-11-16" },
        { "yearly", "FREQ=YEARLY", "2026-11-16" },
        { "annually", "FREQ=YEARLY", "2026-11-16" },
        { "every year", "FREQ=YEARLY", "2026-11-16" },
        { "every 2 years", "FREQ=YEARLY;INTERVAL=2", "2026-11-16" },
        { "repeat weekly", "FREQ=WEEKLY", "2026-11-16" },
        { "repeating every day", "FREQ=DAILY", "2026-11-16" },
        { "every hour", NULL, NULL },
        { "every 5 minutes", NULL, NULL },
        { "every 1000 days", NULL, NULL },
        { "every 999 days", "FREQ=DAILY;INTERVAL=999", "2026-11-16" },
        { "every 0 days", NULL, NULL },
        { "every", NULL, NULL },
        { "repeat", NULL, NULL },
        { "", NULL, NULL },
        { "sometimes", NULL, NULL },
    };

    (void)state;
    CHECK(cases);
}

static void on_weekdays(void **state)
{
    static const struct message_parser cases[] = {
        { "every Monday", "FREQ=WEEKLY;BYDAY=MO", "2026-11-16" },
        { "every Tuesday", "FREQ=WEEKLY;BYDAY=TU", "2026-11-17" },
        { "each Fri", "FREQ=WEEKLY;BYDAY=FR", "2026-11-20" },
        { "on Mondays", "FREQ=WEEKLY;BYDAY=MO", "2026-11-16" },
        { "Tuesdays and Thursdays", "FREQ=WEEKLY;BYDAY=TU,TH", "2026-11-17" },
        { "every Mon, Wed and Fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "2026-11-16" },
        { "every Mon/Wed/Fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "2026-11-16" },
        { "every Monday and Thursday", "FREQ=WEEKLY;BYDAY=MO,TH", "2026-11-16" },
        { "weekly on Mondays", "FREQ=WEEKLY;BYDAY=MO", "2026-11-16" },
        { "weekly on Thursday", "FREQ=WEEKLY;BYDAY=TH", "2026-11-19" },
        { "every week on Monday and Friday", "FREQ=WEEKLY;BYDAY=MO,FR", "2026-11-16" },
        { "every 2 weeks on Tuesday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-11-17" },
        { "every two weeks on a Thursday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "2026-11-19" },
        { "once every two weeks", "FREQ=WEEKLY;INTERVAL=2", "2026-11-16" },
        { "every other Friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-20" },
        { "every second Tuesday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-11-17" },
        { "every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-16" },
        { "on weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-16" },
        { "every working day", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-16" },
        { "every weekend", "FREQ=WEEKLY;BYDAY=SA", "2026-11-21" },
        { "on weekends", "FREQ=WEEKLY;BYDAY=SA,SU", "2026-11-21" },
        { "Monday", NULL, NULL },
        { "on Monday", NULL, NULL },
        { "every Monday to Friday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-16" },
        { "every Tuesday through Thursday at 7", "FREQ=WEEKLY;BYDAY=TU,WE,TH", "2026-11-17T07:00" },
        { "every day from Sat to Mon", "FREQ=WEEKLY;BYDAY=MO,SA,SU", "2026-11-16" },
        { "every Mon-Fri", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-16" },
        { "every Mon/Wed-Fri", "FREQ=WEEKLY;BYDAY=MO,WE,TH,FR", "2026-11-16" },
        { "every Mon-", NULL, "" },
    };

    (void)state;
    CHECK(cases);
}

static void on_days_of_a_month_or_year(void **state)
{
    static const struct message_parser cases[] = {
        { "monthly on the 15th", "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15" },
        { "every month on the 20th", "FREQ=MONTHLY;BYMONTHDAY=20", "2026-11-20" },
        { "on the 15th of every month", "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15" },
        { "the 1st of each month", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-01" },
        { "on the first of every month", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-01" },
        { "every year on Christmas", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25", "2026-12-25" },
        { "every 15th", "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15" },
        { "every 15th of the month", "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15" },
        { "every month on the 31st", "FREQ=MONTHLY;BYMONTHDAY=31", "2026-11-30" },
        { "on the last day of each month", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30" },
        { "every month on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30" },
        { "at the end of every month", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30" },
        { "every 3 months on the 1st", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1", "2026-12-01" },
        { "every first Monday", "FREQ=MONTHLY;BYDAY=1MO", "2026-12-07" },
        { "every first Monday of the month", "FREQ=MONTHLY;BYDAY=1MO", "2026-12-07" },
        { "every second Tuesday of the month", "FREQ=MONTHLY;BYDAY=2TU", "2026-12-08" },
        { "the last Friday of every month", "FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27" },
        { "on the third Thursday of each month", "FREQ=MONTHLY;BYDAY=3TH", "2026-11-19" },
        { "every month on the first Monday", "FREQ=MONTHLY;BYDAY=1MO", "2026-12-07" },
        { "every last Friday", "FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27" },
        { "every fifth Monday", NULL, NULL },
        { "every March 5", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", "2027-03-05" },
        { "every 5 March", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", "2027-03-05" },
        { "every 5th of March", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", "2027-03-05" },
        { "every year on March 5", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", "2027-03-05" },
        { "yearly on 5 March", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", "2027-03-05" },
        { "on March 5 every year", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", "2027-03-05" },
        { "every 29 February", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2027-02-28" },
        { "every 31 April", NULL, NULL },
        { "every 32nd", NULL, NULL },
    };

    (void)state;
    CHECK(cases);
}

static void with_a_time_a_start_and_an_end(void **state)
{
    static const struct message_parser cases[] = {
        { "every day at 9am", "FREQ=DAILY", "2026-11-17T09:00" },
        { "every day at 9", "FREQ=DAILY", "2026-11-17T09:00" },
        { "every day at 5", "FREQ=DAILY", "2026-11-16T17:00" },
        { "every weekday at 9:30", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-16T09:30" },
        { "at 9 every day", "FREQ=DAILY", "2026-11-17T09:00" },
        { "every morning", "FREQ=DAILY", "2026-11-17T09:00" },
        { "every morning and evening", "FREQ=DAILY", "2026-11-17T09:00" },
        { "twice a day", "FREQ=DAILY", "2026-11-16" },
        { "three times daily", "FREQ=DAILY", "2026-11-16" },
        { "tues thurs sat", "FREQ=WEEKLY;BYDAY=TU,TH,SA", "2026-11-17" },
        { "mon or wed or fri", NULL, NULL },
        { "friday, saturday and sunday", NULL, NULL },
        { "daily until the concert on 12 December", "FREQ=DAILY;UNTIL=20261212", "2026-11-16" },
        { "every evening", "FREQ=DAILY", "2026-11-16T18:00" },
        { "every night at 10", "FREQ=DAILY", "2026-11-16T22:00" },
        { "every Monday morning", "FREQ=WEEKLY;BYDAY=MO", "2026-11-23T09:00" },
        { "every Monday at 10am", "FREQ=WEEKLY;BYDAY=MO", "2026-11-16T10:00" },
        { "every Friday at noon", "FREQ=WEEKLY;BYDAY=FR", "2026-11-20T12:00" },
        { "monthly on the 1st at 8am", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-01T08:00" },
        { "every day until June 30", "FREQ=DAILY;UNTIL=20270630", "2026-11-16" },
        { "every week until 2027-01-31", "FREQ=WEEKLY;UNTIL=20270131", "2026-11-16" },
        { "each year until 2030", "FREQ=YEARLY;UNTIL=20301231", "2026-11-16" },
        { "every Monday for 5 weeks", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261220", "2026-11-16" },
        { "every day for the next 2 weeks", "FREQ=DAILY;UNTIL=20261129", "2026-11-16" },
        { "daily for 3 days", "FREQ=DAILY;UNTIL=20261118", "2026-11-16" },
        { "every week 5 times", "FREQ=WEEKLY;COUNT=5", "2026-11-16" },
        { "every day for 10 times", "FREQ=DAILY;COUNT=10", "2026-11-16" },
        { "every day starting tomorrow", "FREQ=DAILY", "2026-11-17" },
        { "every 2 weeks starting on Friday", "FREQ=WEEKLY;INTERVAL=2", "2026-11-20" },
        { "every Tuesday from December 1 at 5pm", "FREQ=WEEKLY;BYDAY=TU", "2026-12-01T17:00" },
        { "every day at 9am until Friday", "FREQ=DAILY;UNTIL=20261120", "2026-11-17T09:00" },
        { "on Friday every week", "FREQ=WEEKLY", "2026-11-20" },
        { "every day until yesterday", NULL, NULL },
        { "every day until 2020", NULL, NULL },
    };

    (void)state;
    CHECK(cases);
}

static void rarer_ways_to_say_how_often(void **state)
{
    static const struct message_parser cases[] = {
        { "every first of the month", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-01" },
        { "once weekly", "FREQ=WEEKLY", "2026-11-16" },
        { "twice a year", "FREQ=MONTHLY;INTERVAL=6", "2026-11-16" },
        { "half-yearly", "FREQ=MONTHLY;INTERVAL=6", "2026-11-16" },
        { "four times a year", "FREQ=MONTHLY;INTERVAL=3", "2026-11-16" },
        { "every May", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1", "2027-05-01" },
        { "on alternate Thursdays", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "2026-11-19" },
        { "every alternate day", "FREQ=DAILY;INTERVAL=2", "2026-11-16" },
        { "Thursday evenings", "FREQ=WEEKLY;BYDAY=TH", "2026-11-19T18:00" },
        { "on weekday mornings", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-17T09:00" },
        { "Tuesday and Friday every week", "FREQ=WEEKLY;BYDAY=TU,FR", "2026-11-17" },
        { "Mon-Fri at 10", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-16T10:00" },
        { "Tuesday to Thursday at 10:30", "FREQ=WEEKLY;BYDAY=TU,WE,TH", "2026-11-17T10:30" },
        { "every day except Sunday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA", "2026-11-16" },
        { "every weekday but Wednesday", "FREQ=WEEKLY;BYDAY=MO,TU,TH,FR", "2026-11-16" },
        { "every day this week", "FREQ=DAILY;UNTIL=20261122", "2026-11-16" },
        { "twice a week", NULL, NULL },       /* on which days? */
        { "Tuesday and Friday", NULL, NULL }, /* two days, once each */
        { "Mon-Fri", NULL, NULL },            /* a stretch of days, once */
        { "every Monday except Monday", NULL, NULL },
    };

    (void)state;
    CHECK(cases);
}

static void adjectives_are_left_alone(void **state)
{
    static const struct {
        const char *said;
        size_t words;
    } cases[] = {
        { "weekly report", 0 },
        { "daily standup notes", 0 },
        { "monthly budget", 0 },
        { "weekdays menu", 0 },
        { "every detail", 0 },
        { "each other", 0 },
        { "every one of them", 0 },
        { "weekly, please", 1 },
        { "every Monday call mum", 2 },
        { "daily at 9 take the pill", 3 },
        { "every day take the pill", 2 },
        { "weekly and tell me", 1 },
        { "every Friday. Then rest", 2 },
        { "Mondays off", 1 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct phrase p;
        struct repeat r;
        struct due first;
        size_t n;
        phrase_split(cases[i].said, cases[i].said + strlen(cases[i].said), &p);
        n = due_repeat_at(p.words, p.n, &monday, &r, &first);
        if (n != cases[i].words)
            fail_msg("\"%s\": %zu words, not %zu", cases[i].said, n, cases[i].words);
    }
}

static void how_long_before(void **state)
{
    static const struct {
        const char *said;
        int64_t minutes;
        int time; /* -1: none */
    } cases[] = {
        { "an hour before", 60, -1 },
        { "1 hour before", 60, -1 },
        { "one hour earlier", 60, -1 },
        { "30 min before", 30, -1 },
        { "30min before", 30, -1 },
        { "15 minutes beforehand", 15, -1 },
        { "half an hour before", 30, -1 },
        { "an hour and a half before", 90, -1 },
        { "10 minutes in advance", 10, -1 },
        { "10 minutes before it's due", 10, -1 },
        { "an hour before the deadline", 60, -1 },
        { "2 days earlier", 2880, -1 },
        { "a week before", 10080, -1 },
        { "the day before", 1440, -1 },
        { "the day before at 9am", 1440, 540 },
        { "the day before at 5", 1440, 1020 },
        { "2 days before at noon", 2880, 720 },
        { "the night before", 1440, 1200 },
        { "the evening before", 1440, 1080 },
        { "on the day at 8am", 0, 480 },
        { "when it's due", 0, -1 },
    };
    static const char *const none[] = { "",
                                        "before",
                                        "an hour",
                                        "an hour before at 9",
                                        "the hour before",
                                        "on the day",
                                        "3 months before",
                                        "the day",
                                        "tomorrow",
                                        "24 hours before the flight",
                                        "a day before my birthday",
                                        "before noon" };
    struct due_before b;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (!due_before_read(cases[i].said, &b))
            fail_msg("not read: %s", cases[i].said);
        if (b.minutes != cases[i].minutes || (b.has_time ? b.hour * 60 + b.minute : -1) != cases[i].time)
            fail_msg("%s: %d minutes, %d:%02d", cases[i].said, (int)b.minutes, b.hour, b.minute);
    }
    for (size_t i = 0; i < COUNT_OF(none); i++)
        if (due_before_read(none[i], &b))
            fail_msg("read: %s", none[i]);
}

static void spans_of_days(void **state)
{
    static const struct {
        const char *said;
        size_t words;
        const char *from, *to; /* NULL: overdue */
    } cases[] = {
        { "today", 1, "2026-11-16", "2026-11-16" },
        { "due today?", 2, "2026-11-16", "2026-11-16" },
        { "tomorrow", 1, "2026-11-17", "2026-11-17" },
        { "tomorrow morning", 2, "2026-11-17", "2026-11-17" },
        { "yesterday", 1, "2026-11-15", "2026-11-15" },
        { "tonight", 1, "2026-11-16", "2026-11-16" },
        { "this week", 2, "2026-11-16", "2026-11-22" },
        { "for this week", 3, "2026-11-16", "2026-11-22" },
        { "next week", 2, "2026-11-23", "2026-11-29" },
        { "the weekend", 2, "2026-11-21", "2026-11-22" },
        { "at the weekend", 3, "2026-11-21", "2026-11-22" },
        { "this weekend", 2, "2026-11-21", "2026-11-22" },
        { "next weekend", 2, "2026-11-28", "2026-11-29" },
        { "this month", 2, "2026-11-01", "2026-11-30" },
        { "next month", 2, "2026-12-01", "2026-12-31" },
        { "this quarter", 2, "2026-10-01", "2026-12-31" },
        { "this year", 2, "2026-01-01", "2026-12-31" },
        { "in March", 2, "2027-03-01", "2027-03-31" },
        { "February 2028", 2, "2028-02-01", "2028-02-29" },
        { "Friday", 1, "2026-11-20", "2026-11-20" },
        { "on Friday please", 2, "2026-11-20", "2026-11-20" },
        { "2026-12-24", 1, "2026-12-24", "2026-12-24" },
        { "March 5", 2, "2027-03-05", "2027-03-05" },
        { "in the next 3 days", 5, "2026-11-16", "2026-11-19" },
        { "the next two weeks", 4, "2026-11-16", "2026-11-30" },
        { "within a week", 3, "2026-11-16", "2026-11-23" },
        { "the rest of the week", 5, "2026-11-16", "2026-11-22" },
        { "soon", 1, "2026-11-16", "2026-11-23" },
        { "by Friday", 2, "0000-01-01", "2026-11-20" },
        { "due before Friday", 3, "0000-01-01", "2026-11-19" },
        { "after Friday", 2, "2026-11-21", "9999-12-31" },
        { "between Tuesday and Friday", 4, "2026-11-17", "2026-11-20" },
        { "from Tuesday to Thursday", 4, "2026-11-17", "2026-11-19" },
        { "overdue", 1, NULL, NULL },
        { "late", 1, NULL, NULL },
        { "past due", 2, NULL, NULL },
        { "the report", 0, NULL, NULL },
        { "at 5pm", 0, NULL, NULL },
        { "work", 0, NULL, NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct phrase p;
        struct due_span span = { 0 };
        char from[TIME_TEXT_BYTES], to[TIME_TEXT_BYTES];
        size_t n;
        phrase_split(cases[i].said, cases[i].said + strlen(cases[i].said), &p);
        n = due_span_at(p.words, p.n, &monday, &span);
        if (n != cases[i].words)
            fail_msg("\"%s\": %zu words, not %zu", cases[i].said, n, cases[i].words);
        date_text(span.from, from);
        date_text(span.to, to);
        if (n > 0 && (span.is_overdue != !cases[i].from ||
                      (cases[i].from && (strcmp(from, cases[i].from) != 0 || strcmp(to, cases[i].to) != 0))))
            fail_msg("\"%s\": %s to %s", cases[i].said, from, to);
    }
}

/* What a word was surely meant to be stands elsewhere than the message, whose punctuation still counts. */
static void a_mended_word_is_read_where_it_stands(void **state)
{
    static const char message[] = "wekly, review";
    char *mended = strdup("weekly");
    struct phrase p;
    struct repeat r;
    struct due first;

    (void)state;
    assert_non_null(mended);
    phrase_split(message, message + strlen(message), &p);
    assert_int_equal(p.n, 2);
    p.words[0].p = mended;
    p.words[0].n = strlen(mended);
    p.words[0].is_mended = true;
    assert_int_equal(due_repeat_at(p.words, p.n, &monday, &r, &first), 1);
    free(mended);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_day_week_month_and_year),
        cmocka_unit_test(on_weekdays),
        cmocka_unit_test(on_days_of_a_month_or_year),
        cmocka_unit_test(with_a_time_a_start_and_an_end),
        cmocka_unit_test(rarer_ways_to_say_how_often),
        cmocka_unit_test(adjectives_are_left_alone),
        cmocka_unit_test(how_long_before),
        cmocka_unit_test(spans_of_days),
        cmocka_unit_test(a_mended_word_is_read_where_it_stands),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
