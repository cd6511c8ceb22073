/* test_due_zone.c - what is said against the wall's clock, as instants, on the two days of a year when that clock is
 * changed: a time of the day stays what it is on the wall, a time from now is elapsed time. */
#include "agents/tasks/dates/due.h"
#include "base/err.h"
#include "base/zone/zone.h"
#include "zone_testing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct zone *berlin;

static int setup(void **state)
{
    struct zone_made m;
    struct err err;

    (void)state;
    zone_make(&m, "CET-1CEST,M3.5.0,M10.5.0/3");
    return zone_read(m.p, m.n, &berlin, &err);
}

static int teardown(void **state)
{
    (void)state;
    zone_free(berlin);
    return 0;
}

static int64_t instant(const char *text)
{
    int64_t us = 0;

    assert_true(time_read(text, strlen(text), &us));
    return us;
}

/* As the tools do it. */
static int64_t instant_of(const struct due *d, int64_t now)
{
    struct civil c = civil_from_us(d->day * DAY_US);

    if (d->is_elapsed)
        return now + d->minutes * 60 * 1000000;
    c.hour = d->has_time ? d->hour : 23;
    c.minute = d->has_time ? d->minute : 59;
    c.second = d->has_time ? 0 : 59;
    return zone_instant(berlin, &c);
}

static void check(const char *now, const char *said, const char *means)
{
    struct civil wall = zone_local(berlin, instant(now));
    struct due due;
    char text[TIME_TEXT_BYTES];

    if (!due_read(said, &wall, &due))
        fail_msg("not read: %s", said);
    time_text(instant_of(&due, instant(now)), text);
    assert_string_equal(text, means);
}

static void a_time_from_now_is_elapsed_time(void **state)
{
    (void)state;
    check("2027-03-28T00:30:00Z", "in 3 hours", "2027-03-28T03:30:00Z"); /* 01:30, then 05:30 on the wall */
    check("2027-10-31T00:30:00Z", "in 3 hours", "2027-10-31T03:30:00Z"); /* 02:30, then 04:30 */
    check("2027-10-31T00:30:00Z", "in 30 minutes", "2027-10-31T01:00:00Z");
}

static void a_time_of_the_day_is_the_walls(void **state)
{
    (void)state;
    check("2027-03-27T08:00:00Z", "tomorrow at 9am", "2027-03-28T07:00:00Z");
    check("2027-03-27T08:00:00Z", "in 1 day at 9am", "2027-03-28T07:00:00Z");
    check("2027-03-27T08:00:00Z", "tomorrow", "2027-03-28T21:59:59Z");
    check("2027-10-30T07:00:00Z", "tomorrow", "2027-10-31T22:59:59Z");
    check("2027-03-27T08:00:00Z", "tomorrow at 2:30am", "2027-03-28T01:30:00Z");
}

static void a_rule_keeps_its_time_on_the_wall(void **state)
{
    static const char *const days[] = { "2027-03-27T01:30:00Z", "2027-03-28T01:30:00Z", /* 03:30: there is no 02:30 */
                                        "2027-03-29T00:30:00Z", "2027-03-30T00:30:00Z" };
    struct civil wall = zone_local(berlin, instant("2027-03-26T12:00:00Z"));
    struct repeat r;
    struct due due;

    (void)state;
    assert_true(due_repeat_read("every day at 2:30am", &wall, &r, &due));
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        char text[TIME_TEXT_BYTES];
        time_text(instant_of(&due, 0), text);
        assert_string_equal(text, days[i]);
        assert_true(repeat_next(&r, due.day, &due.day));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_time_from_now_is_elapsed_time),
        cmocka_unit_test(a_time_of_the_day_is_the_walls),
        cmocka_unit_test(a_rule_keeps_its_time_on_the_wall),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
