/* test_backup_faults.c - every call to the system fails once while a backup is made, restored and a home erased. */
#include "faults.h"
#include "store/home/backup.h"
#include "store/home/erase.h"
#include "store_testing.h"
#include "sys/file.h"
#include "sys/location.h"
#include <errno.h>

static struct {
    char home[PATH_MAX], tar[PATH_MAX], back[PATH_MAX], going[PATH_MAX];
} at;

static int setup(void **state)
{
    struct store *s;
    struct err err;

    if (scratch_setup(state) != 0)
        return -1;
    snprintf(at.home, PATH_MAX, "%s/home", (char *)*state);
    snprintf(at.tar, PATH_MAX, "%s/b.tar", (char *)*state);
    snprintf(at.back, PATH_MAX, "%s/deep/back", (char *)*state);
    snprintf(at.going, PATH_MAX, "%s/deep/back.erasing", (char *)*state);
    if (file_mkdirs(in(at.home, "sessions/a"), &err) != 0 || mkdir(in(*state, "deep"), 0700) != 0)
        return -1;
    s = open_store(at.home);
    write_title(s, "first");
    store_close(s);
    put_text(in(at.home, "sessions/a/metadata.json"), "{}");
    return 0;
}

static int make(struct err *err)
{
    struct backup_report r;

    return backup_make(at.home, &(struct location){ .path = at.tar }, world_system(), NULL, &r, err);
}

static int restore(struct err *err)
{
    struct backup_report r;

    return backup_restore(at.tar, at.back, false, world_system(), NULL, &r, err);
}

static int erase(struct err *err)
{
    assert_non_null(strstr(at.back, "/assay-test-"));
    return home_erase(at.back, NULL, err);
}

/* How many calls it makes when all goes well. */
static unsigned calls_of(int (*f)(struct err *err))
{
    struct err err;

    faults_arm(NULL, 0);
    if (f(&err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
    return faults_disarm();
}

/* Whatever fails: the archive is the old one or the new one, and nothing is left beside it or in the home. */
static void a_backup_fails_whole(void **state)
{
    size_t in_home, in_dir, fds;
    unsigned calls = calls_of(make), failures = 0;
    struct backup_report r;
    struct err err;

    in_home = count_entries(at.home);
    in_dir = count_entries(*state);
    fds = count_fds();
    for (unsigned nth = 1; nth <= calls; nth++) {
        int result;

        faults_arm(&(struct fault){ NULL, nth, ENOSPC }, 1);
        result = make(&err);
        faults_disarm();
        failures += result != 0;
        if (result != 0)
            assert_true(strlen(err.message) > 0);
        if (backup_check(at.tar, NULL, &r, &err) != 0)
            fail_msg("call %u: %s", nth, err.detail);
        assert_int_equal(count_entries(at.home), in_home);
        assert_int_equal(count_entries(*state), in_dir);
        assert_int_equal(count_fds(), fds);
    }
    assert_true(failures > 20);
}

/* No home, or all of it. */
static void a_restore_fails_whole(void **state)
{
    unsigned calls, failures = 0;
    struct err err;
    size_t fds;

    assert_int_equal(make(&err), 0);
    fds = count_fds();
    calls = calls_of(restore);
    assert_int_equal(erase(&err), 0);
    for (unsigned nth = 1; nth <= calls; nth++) {
        int result;

        faults_arm(&(struct fault){ NULL, nth, EIO }, 1);
        result = restore(&err);
        faults_disarm();
        failures += result != 0;
        if (result == 0 || access(at.back, F_OK) == 0) {
            struct store *s = open_store(at.back);
            assert_int_equal(rows(s), 1);
            assert_whole(s, at.back);
            store_close(s);
            assert_int_equal(erase(&err), 0);
        } else if (access(in(*state, "deep/back.restoring"), F_OK) == 0) {
            /* the removal itself was what failed: the next restore does it */
            assert_int_equal(restore(&err), 0);
            assert_int_equal(erase(&err), 0);
        }
        assert_int_equal(count_entries(in(*state, "deep")), 0);
        assert_int_equal(count_fds(), fds);
    }
    assert_true(failures > 20);
}

/* It says so, and the next one finishes. */
static void an_erasing_that_fails_is_finished_by_the_next(void **state)
{
    unsigned calls, failures = 0;
    struct err err;

    assert_int_equal(make(&err), 0);
    assert_int_equal(restore(&err), 0);
    calls = calls_of(erase);
    for (unsigned nth = 1; nth <= calls; nth++) {
        int result;

        assert_int_equal(restore(&err), 0);
        faults_arm(&(struct fault){ NULL, nth, EIO }, 1);
        result = erase(&err);
        faults_disarm();
        failures += result != 0;
        if (result == 0)
            assert_int_equal(count_entries(in(*state, "deep")), 0);
        if (access(at.going, F_OK) == 0 && count_entries(at.going) > 0) /* the mark is the last to go */
            assert_int_equal(access(in(at.going, ".assay-erasing"), F_OK), 0);
        if (erase(&err) != 0)
            fail_msg("call %u: %s (%s)", nth, err.message, err.detail);
        assert_int_equal(count_entries(in(*state, "deep")), 0);
    }
    assert_true(failures > 10);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, scratch_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_backup_fails_whole),
        TEST(a_restore_fails_whole),
        TEST(an_erasing_that_fails_is_finished_by_the_next),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
