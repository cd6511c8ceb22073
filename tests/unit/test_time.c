/* test_time.c - the calendar against the C library's, and RFC 3339's grammar on both sides of each of its rules. */
#include "base/attrs.h"
#include "base/timefmt.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define FIRST_US (INT64_C(-719528) * DAY_US)          /* 0000-01-01T00:00:00Z */
#define LAST_US ((INT64_C(2932896) + 1) * DAY_US - 1) /* 9999-12-31T23:59:59.999999Z */

/* A fixed generator (SplitMix64): the same values in every run. */
static uint64_t seed = 42;

static uint64_t next_random(void)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static int64_t random_between(int64_t least, int64_t most)
{
    return least + (int64_t)(next_random() % ((uint64_t)(most - least) + 1));
}

static int64_t read_us(const char *s)
{
    int64_t us = 0;

    if (!time_read(s, strlen(s), &us))
        fail_msg("refused: %s", s);
    return us;
}

static void known_instants_have_their_text(void **state)
{
    static const struct {
        int64_t us;
        const char *text;
    } known[] = {
        { 0, "1970-01-01T00:00:00Z" },
        { 999, "1970-01-01T00:00:00Z" },
        { 1000, "1970-01-01T00:00:00.001Z" },
        { 999999, "1970-01-01T00:00:00.999Z" },
        { 1000000, "1970-01-01T00:00:01Z" },
        { -1, "1969-12-31T23:59:59.999Z" },
        { -1000000, "1969-12-31T23:59:59Z" },
        { INT64_C(1769164200123000), "2026-01-23T10:30:00.123Z" },
        { INT64_C(951782400000000), "2000-02-29T00:00:00Z" },
        { INT64_C(4107542400000000), "2100-03-01T00:00:00Z" },
        { FIRST_US, "0000-01-01T00:00:00Z" },
        { LAST_US, "9999-12-31T23:59:59.999Z" },
    };
    char text[TIME_TEXT_BYTES];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        time_text(known[i].us, text);
        assert_string_equal(text, known[i].text);
        assert_true(read_us(text) <= known[i].us && read_us(text) > known[i].us - 1000);
    }
}

static void times_outside_four_digits_stop_at_the_nearest(void **state)
{
    char text[TIME_TEXT_BYTES];

    (void)state;
    time_text(FIRST_US - 1, text);
    assert_string_equal(text, "0000-01-01T00:00:00Z");
    time_text(INT64_MIN, text);
    assert_string_equal(text, "0000-01-01T00:00:00Z");
    time_text(LAST_US + 1, text);
    assert_string_equal(text, "9999-12-31T23:59:59.999Z");
    time_text(INT64_MAX, text);
    assert_string_equal(text, "9999-12-31T23:59:59.999Z");
    date_text(INT64_MIN, text);
    assert_string_equal(text, "0000-01-01");
    date_text(INT64_MAX, text);
    assert_string_equal(text, "9999-12-31");
}

/* The whole calendar, counted by hand: no day is missed, doubled or misnamed. */
static void every_day_of_ten_thousand_years_comes_back(void **state)
{
    static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    int64_t expected = -719528, got = 0;
    char text[TIME_TEXT_BYTES];

    (void)state;
    for (int y = 0; y <= 9999; y++)
        for (int m = 1; m <= 12; m++) {
            int last = lengths[m - 1] + (m == 2 && ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0));
            for (int d = 1; d <= last; d++, expected++) {
                struct civil c = civil_from_us(expected * DAY_US + DAY_US - 1);
                if (civil_days(y, m, d) != expected || c.year != y || c.month != m || c.day != d)
                    fail_msg("%d-%d-%d", y, m, d);
                date_text(expected, text);
                if (!date_read(text, 10, &got) || got != expected || text[10] != '\0')
                    fail_msg("%s", text);
            }
            struct civil past = { .year = y, .month = m, .day = last + 1 };
            assert_false(civil_is_valid(&past));
        }
    assert_int_equal(expected, 2932897);
}

static void agrees_with_gmtime(void **state)
{
    (void)state;
    for (int i = 0; i < 200000; i++) {
        /* half of them over all of int64_t, where the C library goes on too */
        int64_t us = i % 2 ? random_between(FIRST_US, LAST_US) : (int64_t)next_random();
        struct civil c = civil_from_us(us);
        int64_t micros = us % 1000000 < 0 ? us % 1000000 + 1000000 : us % 1000000;
        time_t seconds = us / 1000000 - (us % 1000000 < 0);
        struct tm tm;

        assert_non_null(gmtime_r(&seconds, &tm));
        if (c.year != tm.tm_year + 1900 || c.month != tm.tm_mon + 1 || c.day != tm.tm_mday || c.hour != tm.tm_hour ||
            c.minute != tm.tm_min || c.second != tm.tm_sec || c.micros != micros)
            fail_msg("%lld", (long long)us);
    }
}

static void agrees_with_timegm(void **state)
{
    (void)state;
    for (int i = 0; i < 200000; i++) {
        struct tm tm = { .tm_year = (int)random_between(-1900, 8099),
                         .tm_mon = (int)random_between(0, 11),
                         .tm_mday = (int)random_between(1, 28) };
        int64_t days = civil_days(tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday);

        assert_int_equal(timegm(&tm), days * 86400);
    }
}

static void what_is_written_is_read_back(void **state)
{
    char text[TIME_TEXT_BYTES];

    (void)state;
    for (int i = 0; i < 200000; i++) {
        int64_t us = random_between(FIRST_US / 1000, LAST_US / 1000) * 1000;
        time_text(us, text);
        if (read_us(text) != us)
            fail_msg("%s", text);
    }
}

static void the_ends_of_the_range_do_not_overflow(void **state)
{
    struct civil first = civil_from_us(INT64_MIN), last = civil_from_us(INT64_MAX);

    (void)state;
    assert_int_equal(first.year, -290308);
    assert_int_equal(first.month, 12);
    assert_int_equal(first.day, 21);
    assert_int_equal(first.micros, 224192);
    assert_int_equal(last.year, 294247);
    assert_int_equal(last.day, 10);
    assert_int_equal(last.micros, 775807);
}

static void offsets_lead_to_utc(void **state)
{
    (void)state;
    assert_int_equal(read_us("1996-12-19T16:39:57-08:00"), read_us("1996-12-20T00:39:57Z"));
    assert_int_equal(read_us("1937-01-01T12:00:27.87+00:20"), read_us("1937-01-01T11:40:27.87Z"));
    assert_int_equal(read_us("2026-01-01T00:00:00+23:59"), read_us("2025-12-31T00:01:00Z"));
    assert_int_equal(read_us("2026-01-01T00:00:00-23:59"), read_us("2026-01-01T23:59:00Z"));
    assert_int_equal(read_us("2026-01-01t00:00:00z"), read_us("2026-01-01T00:00:00Z"));
}

static void a_fraction_may_have_any_length(void **state)
{
    int64_t second = read_us("2026-01-23T10:30:00Z");

    (void)state;
    assert_int_equal(read_us("2026-01-23T10:30:00.1Z"), second + 100000);
    assert_int_equal(read_us("2026-01-23T10:30:00.000001Z"), second + 1);
    assert_int_equal(read_us("2026-01-23T10:30:00.0000019Z"), second + 1);
    assert_int_equal(read_us("2026-01-23T10:30:00.99999999999999999999999999999999999999999999999Z"), second + 999999);
    assert_int_equal(read_us("1969-12-31T23:59:59.9999999Z"), -1);
}

static void a_leap_second_ends_a_day_of_utc(void **state)
{
    static const char *const not_there[] = {
        "1998-12-31T23:58:60Z", "1998-12-31T22:59:60Z", "1998-12-31T23:59:60+01:00", "1998-12-31T15:59:60-07:00",
        "1998-12-31T23:59:61Z", "1998-12-31T00:00:60Z", "9999-12-31T23:59:60Z", /* the instant after it has a year of
                                                                                   five digits */
    };
    int64_t us = 7;

    (void)state;
    assert_int_equal(read_us("1998-12-31T23:59:60Z"), read_us("1999-01-01T00:00:00Z"));
    assert_int_equal(read_us("1998-12-31T23:59:60.5Z"), read_us("1999-01-01T00:00:00.5Z"));
    assert_int_equal(read_us("1990-12-31T15:59:60-08:00"), read_us("1991-01-01T00:00:00Z"));
    assert_int_equal(read_us("1999-01-01T05:29:60+05:30"), read_us("1999-01-01T00:00:00Z"));
    for (size_t i = 0; i < COUNT_OF(not_there); i++)
        if (time_read(not_there[i], strlen(not_there[i]), &us))
            fail_msg("taken: %s", not_there[i]);
    assert_int_equal(us, 7);
}

static void what_is_no_date_time_is_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "2026-01-23",
        "2026-01-23T10:30:00",       /* no offset */
        "2026-01-23T10:30Z",         /* no seconds */
        "2026-01-23 10:30:00Z",      /* RFC 3339's grammar has a T */
        "2026-01-23T10:30:00,5Z",    /* a comma */
        "2026-01-23T10:30:00.Z",     /* a fraction without digits */
        "2026-01-23T10:30:00.5",     /* cut off */
        "2026-01-23T10:30:00+0100",  /* no colon */
        "2026-01-23T10:30:00+01",    /* no minutes */
        "2026-01-23T10:30:00+24:00", /* offset's hour */
        "2026-01-23T10:30:00+01:60", /* offset's minute */
        "2026-01-23T10:30:00 Z",
        "2026-01-23T10:30:00ZZ",
        "2026-01-23T10:30:00Z ",
        " 2026-01-23T10:30:00Z",
        "2026-01-23T24:00:00Z",
        "2026-01-23T10:60:00Z",
        "2026-00-23T10:30:00Z",
        "2026-13-23T10:30:00Z",
        "2026-01-00T10:30:00Z",
        "2026-01-32T10:30:00Z",
        "2026-02-29T10:30:00Z",
        "1900-02-29T10:30:00Z",
        "2026-04-31T10:30:00Z",
        "26-01-23T10:30:00Z",
        "02026-01-23T10:30:00Z",
        "+2026-01-23T10:30:00Z",
        "-001-01-23T10:30:00Z",
        "2026-1-23T10:30:00Z",
        "2026-01-23T1:30:00Z",
        "20260123T103000Z",
        "2026-023T10:30:00Z",
        "2026-W04-5T10:30:00Z",
        "2026-01-2\xd9\xa3T10:30:00Z",
        "0000-01-01T00:00:00+00:01", /* the year before 0 */
        "9999-12-31T23:59:59-00:01", /* the year after 9999 */
    };
    int64_t us = 7;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (time_read(bad[i], strlen(bad[i]), &us) || time_is_utc(bad[i], strlen(bad[i])))
            fail_msg("taken: %s", bad[i]);
    assert_false(time_read("2026-01-23T10:30:00Z\0", 21, &us));
    assert_int_equal(us, 7);
}

/* Every prefix of a good text is refused, with the rest behind it, and from an allocation of its exact size, where the
 * sanitizer sees a read past it. */
static void nothing_is_read_past_the_length(void **state)
{
    static const char whole[] = "2026-01-23T10:30:00.123+01:30";
    int64_t us;

    (void)state;
    for (size_t n = 0; n <= strlen(whole); n++) {
        char *part = malloc(n);
        memcpy(part, whole, n);
        assert_int_equal(time_read(part, n, &us), n == strlen(whole));
        assert_int_equal(time_read(whole, n, &us), n == strlen(whole));
        assert_int_equal(date_read(part, n, &us), n == 10);
        assert_int_equal(date_read(whole, n, &us), n == 10);
        free(part);
    }
}

static void utc_is_told_from_other_offsets(void **state)
{
    (void)state;
    assert_true(time_is_utc("2026-01-23T10:30:00Z", 20));
    assert_true(time_is_utc("2026-01-23T10:30:00z", 20));
    assert_true(time_is_utc("2026-01-23T10:30:00+00:00", 25));
    assert_true(time_is_utc("2026-01-23T10:30:00-00:00", 25));
    assert_false(time_is_utc("2026-01-23T10:30:00+00:01", 25));
    assert_false(time_is_utc("2026-01-23T10:30:00-01:00", 25));
}

static void a_date_is_a_real_day(void **state)
{
    static const char *const bad[] = { "",         "2026-02-29", "2026-1-01", "2026-01-1", "2026/01/01", "2026-01-01T",
                                       "20260101", "2026-00-10", "2026-01-00" };
    int64_t days = 7;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (date_read(bad[i], strlen(bad[i]), &days))
            fail_msg("taken: %s", bad[i]);
    assert_int_equal(days, 7);
    assert_true(date_read("1970-01-02", 10, &days));
    assert_int_equal(days, 1);
    assert_true(date_read("2024-02-29", 10, &days));
}

static void each_field_of_a_civil_time_has_its_range(void **state)
{
    const struct civil good = { 2026, 1, 31, 23, 59, 60, 999999 };
    struct civil c;

    (void)state;
    assert_true(civil_is_valid(&good));
#define REFUSED(field, value) (c = good, c.field = (value), !civil_is_valid(&c))
    assert_true(REFUSED(year, -1));
    assert_true(REFUSED(year, 10000));
    assert_true(REFUSED(month, 0));
    assert_true(REFUSED(month, 13));
    assert_true(REFUSED(day, 0));
    assert_true(REFUSED(day, 32));
    assert_true(REFUSED(hour, -1));
    assert_true(REFUSED(hour, 24));
    assert_true(REFUSED(minute, -1));
    assert_true(REFUSED(minute, 60));
    assert_true(REFUSED(minute, 58)); /* with second 60 */
    assert_true(REFUSED(second, -1));
    assert_true(REFUSED(second, 61));
    assert_true(REFUSED(micros, -1));
    assert_true(REFUSED(micros, 1000000));
    assert_false(REFUSED(year, 0));
    assert_false(REFUSED(year, 9999));
    assert_false(REFUSED(second, 59));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_instants_have_their_text),
        cmocka_unit_test(times_outside_four_digits_stop_at_the_nearest),
        cmocka_unit_test(every_day_of_ten_thousand_years_comes_back),
        cmocka_unit_test(agrees_with_gmtime),
        cmocka_unit_test(agrees_with_timegm),
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(the_ends_of_the_range_do_not_overflow),
        cmocka_unit_test(offsets_lead_to_utc),
        cmocka_unit_test(a_fraction_may_have_any_length),
        cmocka_unit_test(a_leap_second_ends_a_day_of_utc),
        cmocka_unit_test(what_is_no_date_time_is_refused),
        cmocka_unit_test(nothing_is_read_past_the_length),
        cmocka_unit_test(utc_is_told_from_other_offsets),
        cmocka_unit_test(a_date_is_a_real_day),
        cmocka_unit_test(each_field_of_a_civil_time_has_its_range),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
