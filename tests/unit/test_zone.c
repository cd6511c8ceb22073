/* test_zone.c - zone files made by hand: every way to be broken, every form of rule, and the two hours of a year that
 * are not like the others. tests/api/test_zone_python.py compares the system's own files with Python. */
#include "base/attrs.h"
#include "base/err.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include "zone_testing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BERLIN "CET-1CEST,M3.5.0,M10.5.0/3"

static struct zone *with_footer(const char *footer)
{
    struct zone_made m;
    struct zone *z = NULL;
    struct err err;

    zone_make(&m, footer);
    if (zone_read(m.p, m.n, &z, &err) < 0)
        fail_msg("refused: %s", footer);
    return z;
}

static int64_t instant(const char *text)
{
    int64_t us = 0;

    assert_true(time_read(text, strlen(text), &us));
    return us;
}

static int offset_at(const struct zone *z, const char *text)
{
    return zone_offset(z, instant(text));
}

/* The instant at which the wall says so, as text. */
static void check_wall(const struct zone *z, const struct civil *wall, const char *right)
{
    char text[TIME_TEXT_BYTES];

    time_text(zone_instant(z, wall), text);
    assert_string_equal(text, right);
}

static void utc_needs_no_file(void **state)
{
    struct zone *z = zone_utc();
    struct civil c = { .year = 2026, .month = 11, .day = 16, .hour = 9, .second = 7, .micros = 5 };

    (void)state;
    assert_int_equal(offset_at(z, "2026-07-01T00:00:00Z"), 0);
    assert_int_equal(zone_instant(z, &c), instant("2026-11-16T09:00:07Z") + 5);
    zone_free(z);
    zone_free(NULL);
}

static void summer_time_comes_and_goes(void **state)
{
    struct zone *z = with_footer(BERLIN);

    (void)state;
    assert_int_equal(offset_at(z, "2027-03-28T00:59:59Z"), 3600);
    assert_int_equal(offset_at(z, "2027-03-28T01:00:00Z"), 7200);
    assert_int_equal(offset_at(z, "2027-10-31T00:59:59Z"), 7200);
    assert_int_equal(offset_at(z, "2027-10-31T01:00:00Z"), 3600);
    assert_int_equal(offset_at(z, "2499-07-01T00:00:00Z"), 7200);
    assert_int_equal(zone_offset(z, instant("2027-03-28T01:00:00Z") - 1), 3600);
    zone_free(z);
}

static void an_hour_left_out_is_read_with_the_offset_before(void **state)
{
    struct zone *z = with_footer(BERLIN);
    struct civil c = { .year = 2027, .month = 3, .day = 28, .hour = 2, .minute = 30 };

    (void)state;
    check_wall(z, &c, "2027-03-28T01:30:00Z"); /* where the wall says 03:30 */
    assert_int_equal(zone_local(z, zone_instant(z, &c)).hour, 3);
    c.hour = 3;
    c.minute = 0;
    check_wall(z, &c, "2027-03-28T01:00:00Z");
    c.hour = 1;
    c.minute = 59;
    check_wall(z, &c, "2027-03-28T00:59:00Z");
    zone_free(z);
}

static void an_hour_that_comes_twice_is_the_first(void **state)
{
    struct zone *z = with_footer(BERLIN);
    struct civil c = { .year = 2027, .month = 10, .day = 31, .hour = 2, .minute = 30 };

    (void)state;
    check_wall(z, &c, "2027-10-31T00:30:00Z");
    c.hour = 3;
    c.minute = 0;
    check_wall(z, &c, "2027-10-31T02:00:00Z");
    zone_free(z);
}

static void a_day_left_out_is_read_too(void **state)
{
    static const struct zone_change skip[] = { { INT64_C(1325239200), 1 } }; /* 2011-12-30T10:00:00Z, as in Samoa */
    static const int offsets[] = { -36000, 50400 };
    struct civil c = { .year = 2011, .month = 12, .day = 30, .hour = 12 };
    struct zone_made m = { .n = 0 };
    struct zone *z;
    struct err err;

    (void)state;
    zone_put_head(&m, '\0', 0, 1, 2);
    zone_put_body(&m, 4, skip, 1, offsets, 2);
    assert_int_equal(zone_read(m.p, m.n, &z, &err), 0);
    check_wall(z, &c, "2011-12-30T22:00:00Z");
    c.day = 29;
    check_wall(z, &c, "2011-12-29T22:00:00Z");
    c.day = 31;
    check_wall(z, &c, "2011-12-30T22:00:00Z");
    zone_free(z);
}

static void every_form_of_rule_is_read(void **state)
{
    static const struct {
        const char *footer, *at;
        int offset;
    } cases[] = {
        { "UTC0", "2027-01-01T00:00:00Z", 0 },
        { "<-03>3", "2027-01-01T00:00:00Z", -10800 },
        { "<+0545>-5:45", "2027-01-01T00:00:00Z", 20700 },
        { "ABC-1:02:03", "2027-01-01T00:00:00Z", 3723 },
        { "ABC+24", "2027-01-01T00:00:00Z", -86400 },
        { "IST-1GMT0,M10.5.0,M3.5.0/1", "2027-01-01T00:00:00Z", 0 }, /* the other time is the earlier one */
        { "IST-1GMT0,M10.5.0,M3.5.0/1", "2027-07-01T00:00:00Z", 3600 },
        { "AEST-10AEDT,M10.1.0,M4.1.0/3", "2027-01-01T00:00:00Z", 39600 }, /* summer over the new year */
        { "AEST-10AEDT,M10.1.0,M4.1.0/3", "2027-07-01T00:00:00Z", 36000 },
        { "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2027-01-01T00:00:00Z", 39600 },
        { "XXX0YYY,J60,J61", "2027-03-01T02:00:00Z", 3600 }, /* 1 March, leap year or not */
        { "XXX0YYY,J60,J61", "2028-03-01T02:00:00Z", 3600 },
        { "XXX0YYY,J60,J61", "2028-02-29T12:00:00Z", 0 },
        { "XXX0YYY,59,60", "2028-02-29T02:00:00Z", 3600 }, /* the 59th from 0 is 29 February in a leap year */
        { "XXX0YYY,59,60", "2027-02-28T12:00:00Z", 0 },
        { "XXX0YYY,0/0,J365/25", "2027-01-01T00:30:00Z", 3600 }, /* all year */
        { "XXX0YYY,0/0,J365/25", "2026-12-31T23:59:59Z", 3600 },
        { "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2027-03-28T00:59:59Z", -7200 }, /* a time before its day */
        { "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2027-03-28T01:00:00Z", -3600 },
        { "XXX0YYY,M1.1.1/167,M12.5.0/-167", "2027-01-10T22:00:00Z", 0 },
        { "XXX0YYY,M1.1.1/167,M12.5.0/-167", "2027-01-10T23:00:00Z", 3600 },
        { "XXX0YYY,J365/100,J365/150", "2027-01-05T00:00:00Z", 3600 }, /* both behind their year */
        { "XXX0YYY,J365/100,J365/150", "2027-01-07T00:00:00Z", 0 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct zone *z = with_footer(cases[i].footer);
        if (offset_at(z, cases[i].at) != cases[i].offset)
            fail_msg("%s at %s: %d", cases[i].footer, cases[i].at, offset_at(z, cases[i].at));
        zone_free(z);
    }
}

static void broken_rules_are_refused(void **state)
{
    static const char *const broken[] = {
        "X0",
        "0",
        "ABC",
        "<AB>0",
        "<ABC0",
        "ABC25",
        "ABC0:60",
        "ABC0:00:60",
        "ABC0DEF",
        "ABC0DEF,J1",
        "ABC0DEF,J0,J2",
        "ABC0DEF,J366,J2",
        "ABC0DEF,366,2",
        "ABC0DEF,M0.1.0,M2.1.0",
        "ABC0DEF,M13.1.0,M2.1.0",
        "ABC0DEF,M1.0.0,M2.1.0",
        "ABC0DEF,M1.6.0,M2.1.0",
        "ABC0DEF,M1.1.7,M2.1.0",
        "ABC0DEF,J1/168,J2",
        "ABC0DEF,J1,J2,",
        "ABC0DEF,J1,J2 ",
        "ABC0 ",
        "ABC--1",
        "ABC0DE,J1,J2",
        "ABC0DEF,J1/,J2",
        "ABC0DEF,J1111,J2",
        "AB\nC0",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(broken); i++) {
        struct zone_made m;
        struct zone *z;
        struct err err;
        zone_make(&m, broken[i]);
        if (zone_read(m.p, m.n, &z, &err) == 0)
            fail_msg("read: %s", broken[i]);
        assert_int_equal(err.code, ERR_INVALID_INPUT);
    }
}

static void a_file_cut_anywhere_is_refused(void **state)
{
    struct zone_made m;
    struct zone *z;
    struct err err;

    (void)state;
    zone_make(&m, BERLIN);
    for (size_t n = 0; n < m.n; n++) {
        unsigned char *exact = malloc(n > 0 ? n : 1); /* so that a sanitizer sees a byte too many */
        assert_non_null(exact);
        memcpy(exact, m.p, n);
        if (zone_read(exact, n, &z, &err) == 0)
            fail_msg("%zu of %zu bytes were read", n, m.n);
        free(exact);
    }
}

static void counts_that_lie_are_refused(void **state)
{
    struct zone_made m;
    struct zone *z;
    struct err err;

    (void)state;
    for (size_t at = 20; at < 44; at++) {
        zone_make(&m, BERLIN);
        m.p[at] = 0xff;
        assert_int_equal(zone_read(m.p, m.n, &z, &err), -1);
        zone_make(&m, BERLIN);
        m.p[44 + at] = 0xff;
        assert_int_equal(zone_read(m.p, m.n, &z, &err), -1);
    }
}

static void what_cannot_be_is_refused(void **state)
{
    static const struct zone_change back[] = { { 100, 0 }, { 100, 0 } }, far[] = { { 100, 1 } };
    static const int offsets[] = { 0, 93600 };
    struct zone_made m = { .n = 0 };
    struct zone *z;
    struct err err;

    (void)state;
    zone_put_head(&m, '\0', 0, 2, 1); /* times that do not ascend */
    zone_put_body(&m, 4, back, 2, offsets, 1);
    assert_int_equal(zone_read(m.p, m.n, &z, &err), -1);
    m.n = 0;
    zone_put_head(&m, '\0', 0, 1, 1); /* an offset that is not there */
    zone_put_body(&m, 4, far, 1, offsets, 1);
    assert_int_equal(zone_read(m.p, m.n, &z, &err), -1);
    m.n = 0;
    zone_put_head(&m, '\0', 0, 0, 1); /* 26 hours */
    zone_put_body(&m, 4, NULL, 0, offsets + 1, 1);
    assert_int_equal(zone_read(m.p, m.n, &z, &err), -1);
    m.n = 0;
    zone_put_head(&m, '\0', 1, 0, 1); /* a leap second */
    zone_put_body(&m, 4, NULL, 0, offsets, 1);
    zone_put(&m, 0, 8);
    assert_int_equal(zone_read(m.p, m.n, &z, &err), -1);
    zone_make(&m, BERLIN);
    m.p[4] = '5'; /* a version that is none */
    assert_int_equal(zone_read(m.p, m.n, &z, &err), -1);
    zone_make(&m, BERLIN);
    m.p[m.n++] = 'x'; /* something behind the end */
    assert_int_equal(zone_read(m.p, m.n, &z, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
}

static void a_file_over_the_limit_is_refused(void **state)
{
    unsigned char *p = calloc(1, ZONE_FILE_BYTES + 1);
    struct zone *z;
    struct err err;

    (void)state;
    assert_non_null(p);
    memcpy(p, "TZif", 5);
    p[39] = 1;                                             /* one kind */
    p[41] = (unsigned char)((ZONE_FILE_BYTES - 50) >> 16); /* and the rest names: as large as may be */
    p[42] = (unsigned char)((ZONE_FILE_BYTES - 50) >> 8);
    p[43] = (unsigned char)(ZONE_FILE_BYTES - 50);
    assert_int_equal(zone_read(p, ZONE_FILE_BYTES, &z, &err), 0);
    zone_free(z);
    p[43]++;
    assert_int_equal(zone_read(p, ZONE_FILE_BYTES + 1, &z, &err), -1);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utc_needs_no_file),
        cmocka_unit_test(summer_time_comes_and_goes),
        cmocka_unit_test(an_hour_left_out_is_read_with_the_offset_before),
        cmocka_unit_test(an_hour_that_comes_twice_is_the_first),
        cmocka_unit_test(a_day_left_out_is_read_too),
        cmocka_unit_test(every_form_of_rule_is_read),
        cmocka_unit_test(broken_rules_are_refused),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(counts_that_lie_are_refused),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(a_file_over_the_limit_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
