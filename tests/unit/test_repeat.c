/* test_repeat.c - rules as text and in words, and the next day: known ones, and random rules against a walk from day to
 * day that asks of each whether the rule holds. */
#include "base/attrs.h"
#include "base/buf.h"
#include "base/timefmt.h"
#include "model/repeat.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool read_rule(const char *text, struct repeat *ret)
{
    return repeat_read(text, strlen(text), ret);
}

static void a_rule_is_written_as_it_is_read(void **state)
{
    static const struct {
        const char *text, *written; /* NULL: the same */
        const char *words;
    } cases[] = {
        { "FREQ=DAILY", NULL, "every day" },
        { "FREQ=DAILY;INTERVAL=2", NULL, "every 2 days" },
        { "FREQ=DAILY;INTERVAL=999", NULL, "every 999 days" },
        { "FREQ=WEEKLY", NULL, "every week" },
        { "FREQ=WEEKLY;INTERVAL=2", NULL, "every 2 weeks" },
        { "FREQ=WEEKLY;BYDAY=MO", NULL, "every Monday" },
        { "FREQ=WEEKLY;BYDAY=MO,TH", NULL, "every Monday and Thursday" },
        { "FREQ=WEEKLY;BYDAY=SU,FR,MO", "FREQ=WEEKLY;BYDAY=MO,FR,SU", "every Monday, Friday and Sunday" },
        { "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", NULL, "every weekday" },
        { "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", NULL, "every day" },
        { "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", NULL, "every 2 weeks on Monday and Thursday" },
        { "FREQ=MONTHLY", NULL, "every month" },
        { "FREQ=MONTHLY;INTERVAL=3", NULL, "every 3 months" },
        { "FREQ=MONTHLY;BYMONTHDAY=1", NULL, "every month on the 1st" },
        { "FREQ=MONTHLY;BYMONTHDAY=12", NULL, "every month on the 12th" },
        { "FREQ=MONTHLY;BYMONTHDAY=22", NULL, "every month on the 22nd" },
        { "FREQ=MONTHLY;BYMONTHDAY=31", NULL, "every month on the 31st" },
        { "FREQ=MONTHLY;BYMONTHDAY=-1", NULL, "every month on the last day" },
        { "FREQ=MONTHLY;BYDAY=1MO", NULL, "every month on the first Monday" },
        { "FREQ=MONTHLY;BYDAY=+2TU", "FREQ=MONTHLY;BYDAY=2TU", "every month on the second Tuesday" },
        { "FREQ=MONTHLY;BYDAY=4SA", NULL, "every month on the fourth Saturday" },
        { "FREQ=MONTHLY;BYDAY=-1FR", NULL, "every month on the last Friday" },
        { "FREQ=YEARLY", NULL, "every year" },
        { "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", NULL, "every year on 5 March" },
        { "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", NULL, "every year on 29 February" },
        { "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=-1", NULL, "every year on the last day of December" },
        { "FREQ=WEEKLY;COUNT=5", NULL, "every week, 5 times" },
        { "FREQ=WEEKLY;COUNT=1", NULL, "every week, once" },
        { "FREQ=WEEKLY;INTERVAL=2;UNTIL=20270131", NULL, "every 2 weeks until 2027-01-31" },
        { "RRULE:FREQ=DAILY", "FREQ=DAILY", "every day" },
        { "freq=weekly;byday=mo", "FREQ=WEEKLY;BYDAY=MO", "every Monday" },
        { "COUNT=3;INTERVAL=1;FREQ=DAILY", "FREQ=DAILY;COUNT=3", "every day, 3 times" },
        { "FREQ=DAILY;BYDAY=SA,SU", "FREQ=WEEKLY;BYDAY=SA,SU", "every Saturday and Sunday" },
        { "FREQ=DAILY;UNTIL=20270131T225959Z", "FREQ=DAILY;UNTIL=20270131", "every day until 2027-01-31" },
        { "FREQ=DAILY;UNTIL=20270131T225959", "FREQ=DAILY;UNTIL=20270131", "every day until 2027-01-31" },
        { "FREQ=WEEKLY;WKST=SU;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO", "every Monday" },
        { "FREQ=WEEKLY;WKST=MO;INTERVAL=2", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf words CLEANUP(buf_done) = BUF(1000);
        char text[REPEAT_TEXT_BYTES];
        struct repeat r;
        if (!read_rule(cases[i].text, &r))
            fail_msg("refused: %s", cases[i].text);
        repeat_text(&r, text);
        assert_string_equal(text, cases[i].written ? cases[i].written : cases[i].text);
        repeat_words(&r, &words);
        assert_string_equal(words.p, cases[i].words);
    }
}

static void what_is_no_rule_is_refused(void **state)
{
    static const char *const cases[] = {
        "",
        "RRULE:",
        "DAILY",
        "FREQ=",
        "FREQ=HOURLY",
        "FREQ=SECONDLY",
        "FREQ=DAILY;",
        "FREQ=DAILY;;COUNT=2",
        "FREQ=DAILY;FREQ=DAILY",
        "INTERVAL=2",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;INTERVAL=1000",
        "FREQ=DAILY;INTERVAL=-1",
        "FREQ=DAILY;INTERVAL=2x",
        "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=10000",
        "FREQ=DAILY;COUNT=99999999999999999999",
        "FREQ=DAILY;COUNT=2;UNTIL=20270101",
        "FREQ=DAILY;UNTIL=2027",
        "FREQ=DAILY;UNTIL=20270230",
        "FREQ=DAILY;UNTIL=2027-01-01",
        "FREQ=DAILY;UNTIL=20270101T2",
        "FREQ=DAILY;UNTIL=20270101Txxxxxx",
        "FREQ=DAILY;UNTIL=20270101T000000X",
        "FREQ=DAILY;BYMONTHDAY=1",
        "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
        "FREQ=WEEKLY;BYDAY=",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=WEEKLY;BYDAY=MO,",
        "FREQ=WEEKLY;BYDAY=1MO",
        "FREQ=WEEKLY;BYMONTHDAY=1",
        "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO",
        "FREQ=MONTHLY;BYDAY=MO",
        "FREQ=MONTHLY;BYDAY=5MO",
        "FREQ=MONTHLY;BYDAY=0MO",
        "FREQ=MONTHLY;BYDAY=-2MO",
        "FREQ=MONTHLY;BYDAY=1MO,2TU",
        "FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=3",
        "FREQ=MONTHLY;BYMONTHDAY=0",
        "FREQ=MONTHLY;BYMONTHDAY=32",
        "FREQ=MONTHLY;BYMONTHDAY=-2",
        "FREQ=MONTHLY;BYMONTHDAY=1,15",
        "FREQ=MONTHLY;BYMONTH=3",
        "FREQ=YEARLY;BYMONTH=3",
        "FREQ=YEARLY;BYMONTHDAY=3",
        "FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=3",
        "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31",
        "FREQ=YEARLY;BYDAY=1MO",
        "FREQ=MONTHLY;BYSETPOS=1",
        "FREQ=DAILY BYDAY=MO",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct repeat r = { .interval = 77 };
        if (read_rule(cases[i], &r))
            fail_msg("read: %s", cases[i]);
        assert_int_equal(r.interval, 77);
    }
}

static int64_t day_of(const char *text)
{
    int64_t day = 0;

    assert_true(date_read(text, strlen(text), &day));
    return day;
}

static void the_days_that_follow_are_known(void **state)
{
    static const struct {
        const char *rule, *days[6]; /* the first, then what follows; NULL: no more */
    } cases[] = {
        { "FREQ=DAILY", { "2026-12-31", "2027-01-01", "2027-01-02", "2027-01-03", "2027-01-04", "2027-01-05" } },
        { "FREQ=WEEKLY;BYDAY=MO,TH",
          { "2026-11-16", "2026-11-19", "2026-11-23", "2026-11-26", "2026-11-30", "2026-12-03" } },
        { "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU",
          { "2026-11-16", "2026-11-22", "2026-11-30", "2026-12-06", "2026-12-14", "2026-12-20" } },
        { "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
          { "2026-11-19", "2026-11-20", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26" } },
        { "FREQ=MONTHLY", { "2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31" } },
        { "FREQ=MONTHLY;BYMONTHDAY=30",
          { "2026-12-30", "2027-01-30", "2027-02-28", "2027-03-30", "2027-04-30", "2027-05-30" } },
        { "FREQ=MONTHLY;BYMONTHDAY=-1",
          { "2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30", "2028-05-31" } },
        { "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15",
          { "2026-11-16", "2027-02-15", "2027-05-15", "2027-08-15", "2027-11-15", "2028-02-15" } },
        { "FREQ=MONTHLY;BYMONTHDAY=15",
          { "2026-11-03", "2026-11-15", "2026-12-15", "2027-01-15", "2027-02-15", "2027-03-15" } },
        { "FREQ=MONTHLY;BYDAY=1MO",
          { "2026-11-02", "2026-12-07", "2027-01-04", "2027-02-01", "2027-03-01", "2027-04-05" } },
        { "FREQ=MONTHLY;BYDAY=-1FR",
          { "2026-11-27", "2026-12-25", "2027-01-29", "2027-02-26", "2027-03-26", "2027-04-30" } },
        { "FREQ=YEARLY", { "2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29", "2033-02-28" } },
        { "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5",
          { "2026-11-16", "2027-03-05", "2028-03-05", "2029-03-05", "2030-03-05", "2031-03-05" } },
        { "FREQ=DAILY;COUNT=3", { "2026-11-16", "2026-11-17", "2026-11-18", NULL } },
        { "FREQ=WEEKLY;UNTIL=20261130", { "2026-11-16", "2026-11-23", "2026-11-30", NULL } },
        { "FREQ=WEEKLY;UNTIL=20261129", { "2026-11-16", "2026-11-23", NULL } },
        { "FREQ=DAILY", { "9999-12-31", NULL } },
        { "FREQ=YEARLY;INTERVAL=999", { "9500-01-01", NULL } },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct repeat r;
        int64_t day = day_of(cases[i].days[0]);
        assert_true(read_rule(cases[i].rule, &r));
        for (size_t k = 1; k < COUNT_OF(cases[i].days); k++) {
            char text[TIME_TEXT_BYTES];
            if (!repeat_next(&r, day, &day)) {
                if (cases[i].days[k])
                    fail_msg("%s ends before %s", cases[i].rule, cases[i].days[k]);
                break;
            }
            date_text(day, text);
            if (!cases[i].days[k])
                fail_msg("%s goes on to %s", cases[i].rule, text);
            assert_string_equal(text, cases[i].days[k]);
        }
    }
}

static void a_rule_that_ends_is_left_as_it_was(void **state)
{
    char text[REPEAT_TEXT_BYTES];
    struct repeat r;
    int64_t day = 7;

    (void)state;
    assert_true(read_rule("FREQ=MONTHLY;UNTIL=20270101", &r));
    assert_false(repeat_next(&r, day_of("2026-12-31"), &day));
    repeat_text(&r, text);
    assert_string_equal(text, "FREQ=MONTHLY;UNTIL=20270101");
    assert_int_equal(day, 7);
}

/* ---- random rules ---- */

/* A fixed generator (SplitMix64): the same values in every run. */
static uint64_t seed = 5545;

static int random_below(int n)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (int)((z ^ (z >> 31)) % (uint64_t)n);
}

static int weekday_of(int64_t day)
{
    return (int)((day + 4) % 7);
}

/* Whether the rule holds on the day, when `from` was the one before; both behind 1970. */
static bool holds(const struct repeat *r, int64_t from, int64_t day)
{
    struct civil a = civil_from_us(from * DAY_US), b = civil_from_us(day * DAY_US);
    int length = civil_month_days(b.year, b.month), months = (b.year - a.year) * 12 + b.month - a.month;
    int wanted = r->month_day == -1 ? length : r->month_day ? r->month_day : a.day;

    switch (r->unit) {
    case REPEAT_DAYS:
        return (day - from) % r->interval == 0;
    case REPEAT_WEEKS:
        return ((day + 3) / 7 - (from + 3) / 7) % r->interval == 0 &&
               (r->weekdays ? (r->weekdays >> weekday_of(day)) & 1 : weekday_of(day) == weekday_of(from));
    case REPEAT_MONTHS:
        if (months % r->interval != 0)
            return false;
        if (r->nth)
            return ((r->weekdays >> weekday_of(day)) & 1) &&
                   (r->nth == -1 ? b.day + 7 > length : (b.day - 1) / 7 + 1 == r->nth);
        return b.day == (wanted < length ? wanted : length);
    case REPEAT_YEARS:
        return (b.year - a.year) % r->interval == 0 && b.month == (r->month ? r->month : a.month) &&
               b.day == (wanted < length ? wanted : length);
    }
    return false;
}

static struct repeat random_rule(void)
{
    struct repeat r = { .unit = (enum repeat_unit)random_below(4), .interval = 1 + random_below(4) };

    if (r.unit == REPEAT_WEEKS && random_below(4) > 0) {
        r.weekdays = (unsigned)random_below(128);
    } else if (r.unit == REPEAT_MONTHS && random_below(2) > 0) {
        r.nth = random_below(5) > 0 ? 1 + random_below(4) : -1;
        r.weekdays = 1u << random_below(7);
    } else if (r.unit >= REPEAT_MONTHS && random_below(4) > 0) {
        r.month = r.unit == REPEAT_YEARS ? 1 + random_below(12) : 0;
        r.month_day = random_below(5) == 0 ? -1 : 1 + random_below(r.month ? civil_month_days(2000, r.month) : 31);
    }
    return r;
}

static void random_rules_agree_with_a_walk(void **state)
{
    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct repeat r = random_rule(), before = r, again;
        int64_t day = 11000 + random_below(20000), next = 0, walked = day + 1;
        char text[REPEAT_TEXT_BYTES], twice[REPEAT_TEXT_BYTES];
        repeat_text(&r, text);
        if (!read_rule(text, &again))
            fail_msg("not read as written: %s", text);
        repeat_text(&again, twice);
        assert_string_equal(twice, text);
        while (!holds(&before, day, walked))
            walked++;
        assert_true(repeat_next(&r, day, &next));
        if (next != walked)
            fail_msg("%s behind day %d: %d, not %d", text, (int)day, (int)next, (int)walked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rule_is_written_as_it_is_read), cmocka_unit_test(what_is_no_rule_is_refused),
        cmocka_unit_test(the_days_that_follow_are_known),  cmocka_unit_test(a_rule_that_ends_is_left_as_it_was),
        cmocka_unit_test(random_rules_agree_with_a_walk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
