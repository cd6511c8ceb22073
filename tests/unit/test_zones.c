/* test_zones.c - zones by name, from the system's folder and nowhere else, and which one is this machine's. */
#include "base/attrs.h"
#include "base/err.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include "sys/zones.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define SUMMER (INT64_C(1815004800) * 1000000) /* 2027-07-08 */

static void names_of_the_database_are_found(void **state)
{
    static const struct {
        const char *name;
        int offset;
    } cases[] = { { "UTC", 0 },
                  { "Europe/Berlin", 7200 },
                  { "America/Argentina/Buenos_Aires", -10800 },
                  { "Etc/GMT+5", -18000 },
                  { "America/Port-au-Prince", -14400 },
                  { "EST5EDT", -14400 } };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct zone *z;
        struct err err;
        assert_int_equal(zones_get(cases[i].name, &z, &err), 0);
        assert_int_equal(zone_offset(z, SUMMER), cases[i].offset);
    }
}

static void other_names_are_none(void **state)
{
    static const char *const names[] = { "",
                                         "Europe/Nowhere",
                                         "Europe",
                                         "/etc/localtime",
                                         "/usr/share/zoneinfo/UTC",
                                         "../zoneinfo/UTC",
                                         "Europe/../UTC",
                                         "Europe//Berlin",
                                         "Europe/Berlin/",
                                         "Europe/Berlin ",
                                         "Europe/Berlin\n",
                                         "zone.tab",
                                         "leapseconds",
                                         "Br\xc3\xbcssel",
                                         "right/Europe/Berlin",
                                         "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                                         "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct zone *z = NULL;
        struct err err;
        if (zones_get(names[i], &z, &err) == 0)
            fail_msg("found: %s", names[i]);
        assert_int_equal(err.code, ERR_INVALID_INPUT);
        assert_true(err.message[0] && err.action[0]);
        assert_null(z);
    }
}

static void *get_one(void *arg)
{
    const struct zone **ret = arg;
    struct err err;

    for (int i = 0; i < 200; i++)
        if (zones_get(i % 2 ? "Asia/Tokyo" : "Asia/Kathmandu", ret, &err) < 0)
            return arg;
    return NULL;
}

static void threads_share_one(void **state)
{
    const struct zone *zones[4] = { NULL }, *again;
    pthread_t threads[4];
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, get_one, &zones[i]), 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(zones_get("Asia/Tokyo", &again, &err), 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_ptr_equal(zones[i], again);
}

/* It is found once in a process, so each case has one of its own. */
static bool is_here(const char *tz, const char *name)
{
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        if (tz ? setenv("TZ", tz, 1) : unsetenv("TZ"))
            _exit(2);
        _exit(name ? strcmp(zones_here(), name) != 0 : *zones_here() == '\0');
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status == 0;
}

static void the_variable_says_where_we_are(void **state)
{
    (void)state;
    assert_true(is_here("Asia/Tokyo", "Asia/Tokyo"));
    assert_true(is_here(":Asia/Tokyo", "Asia/Tokyo"));
    assert_true(is_here("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"));
    assert_true(is_here("", "UTC"));
    assert_false(is_here("Asia/Nowhere", "Asia/Nowhere"));
}

static void without_it_the_machine_says_so(void **state)
{
    const struct zone *z;
    struct err err;

    (void)state;
    assert_true(is_here(NULL, NULL));
    assert_int_equal(zones_get(zones_here(), &z, &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_the_database_are_found),
        cmocka_unit_test(other_names_are_none),
        cmocka_unit_test(threads_share_one),
        cmocka_unit_test(the_variable_says_where_we_are),
        cmocka_unit_test(without_it_the_machine_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
