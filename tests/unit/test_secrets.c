/* test_secrets.c - a password is found by its user and its address, and by nobody and nothing else. */
#include "base/err.h"
#include "base/limits.h"
#include "sys/secrets.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
/* cmocka wants the four above first */
#include <cmocka.h>

static void keeps(struct secrets *s, const char *user, const char *shown, const char *password)
{
    struct err err;

    assert_int_equal(secrets_keep(s, user, shown, password, &err), 0);
}

/* What is handed on for an address: "" for none; fails the test where it cannot be told. */
static const char *handed(struct secrets *s, const char *user, const char *shown)
{
    static char text[SECRET_BYTES + 1];
    struct secret *x = NULL;
    struct err err;
    int fd;

    assert_int_equal(secret_find(s, user, shown, &x, &err), 0);
    memset(text, 0, sizeof text);
    if (x) {
        assert_int_equal(secret_hand(x, &fd, &err), 0);
        assert_true(read(fd, text, SECRET_BYTES) >= 0);
        close(fd);
    }
    secret_free(x);
    return text;
}

static void is_unknown(struct secrets *s, const char *user, const char *shown)
{
    struct secret *x;
    struct err err;

    assert_int_equal(secret_find(s, user, shown, &x, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    assert_non_null(strstr(err.action, "PGPASSWORD"));
}

static int without_system(void **state)
{
    (void)state;
    unsetenv("PGPASSWORD");
    unsetenv("PGPASSFILE");
    return setenv("HOME", "/nonexistent", 1);
}

static void is_found_by_every_spelling_of_its_address(void **state)
{
    struct secrets *s = secrets_new();

    (void)state;
    keeps(s, "ann", "postgres://me:***@h/d#t", "one");
    assert_string_equal(handed(s, "ann", "postgres://me:***@h/d"), "one");
    assert_string_equal(handed(s, "ann", "postgresql://me@h/d#other"), "one");
    assert_string_equal(handed(s, "ann", "postgres://me@h/d?password=***"), "one");
    keeps(s, "ann", "postgres://me:***@h/d", "two");
    assert_string_equal(handed(s, "ann", "postgres://me:***@h/d#t"), "two");
    secrets_free(s);
}

static void is_not_found_for_another_user_host_or_login(void **state)
{
    struct secrets *s = secrets_new();

    (void)state;
    keeps(s, "ann", "postgres://me:***@h/d", "one");
    is_unknown(s, "bob", "postgres://me:***@h/d");
    is_unknown(s, "ann", "postgres://me:***@h2/d");
    is_unknown(s, "ann", "postgres://you:***@h/d");
    is_unknown(s, "ann", "postgres://me:***@h:5433/d");
    is_unknown(s, "ann", "postgres://me:***@h/d?host=evil");
    is_unknown(s, "ann", "postgres://me:***@h/other");
    is_unknown(NULL, "ann", "postgres://me:***@h/d");
    assert_string_equal(handed(s, "bob", "postgres://me@h/d"), "");
    secrets_free(s);
}

static void one_without_a_host_is_sent_nowhere_else(void **state)
{
    struct secrets *s = secrets_new();

    (void)state;
    keeps(s, "ann", "postgres:///?password=***", "one");
    is_unknown(s, "ann", "postgres://me:***@evil/d");
    secrets_free(s);
}

static void of_several_the_longest_address_counts(void **state)
{
    struct secrets *s = secrets_new();

    (void)state;
    keeps(s, "ann", "postgres://me:***@h", "all");
    keeps(s, "ann", "postgres://me:***@h/d", "one");
    assert_string_equal(handed(s, "ann", "postgres://me:***@h/d#t"), "one");
    assert_string_equal(handed(s, "ann", "postgres://me:***@h/e"), "all");
    secrets_free(s);
}

static void what_a_server_was_started_with_stays(void **state)
{
    struct secrets *s = secrets_new();
    struct err err;
    char shown[64];

    (void)state;
    keeps(s, "ann", "postgres://me:***@h/d", "one");
    secrets_fix(s, "ann", "postgres://me:***@h/d");
    assert_int_equal(secrets_keep(s, "ann", "postgres://me:***@h/d#t", "two", &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    keeps(s, "ann", "postgres://me:***@h/d", "one");
    for (int i = 0; i < 2 * SECRETS_HELD; i++) {
        snprintf(shown, sizeof shown, "postgres://me:***@h%d/d", i);
        keeps(s, "ann", shown, "x");
    }
    assert_string_equal(handed(s, "ann", "postgres://me:***@h/d"), "one");
    secrets_free(s);
}

static void the_longest_unused_makes_room(void **state)
{
    struct secrets *s = secrets_new();
    char shown[64];

    (void)state;
    for (int i = 0; i < SECRETS_HELD; i++) {
        snprintf(shown, sizeof shown, "postgres://me:***@h%d/d", i);
        keeps(s, "ann", shown, "x");
    }
    assert_string_equal(handed(s, "ann", "postgres://me:***@h0/d"), "x");
    keeps(s, "ann", "postgres://me:***@more/d", "x");
    assert_string_equal(handed(s, "ann", "postgres://me:***@h0/d"), "x");
    is_unknown(s, "ann", "postgres://me:***@h1/d");
    secrets_free(s);
}

static void two_are_the_same_by_what_they_hold(void **state)
{
    struct secrets *s = secrets_new();
    struct secret *a, *b, *c;
    struct err err;

    (void)state;
    keeps(s, "ann", "postgres://me:***@h1/d", "one");
    keeps(s, "ann", "postgres://me:***@h2/d", "one");
    keeps(s, "ann", "postgres://me:***@h3/d", "two");
    assert_int_equal(secret_find(s, "ann", "postgres://me:***@h1/d", &a, &err), 0);
    assert_int_equal(secret_find(s, "ann", "postgres://me:***@h2/d", &b, &err), 0);
    assert_int_equal(secret_find(s, "ann", "postgres://me:***@h3/d", &c, &err), 0);
    assert_true(secret_same(a, b));
    assert_false(secret_same(a, c));
    assert_false(secret_same(a, NULL));
    assert_true(secret_same(NULL, NULL));
    secret_free(a);
    secret_free(b);
    secret_free(c);
    secrets_free(s);
}

/* ---- the system's ---- */

static void write_passes(const char *text, mode_t mode)
{
    char path[] = "/tmp/assay-pgpass-XXXXXX";
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    assert_int_equal(fchmod(fd, mode), 0);
    close(fd);
    setenv("PGPASSFILE", path, 1);
}

static int forget_passes(void **state)
{
    if (getenv("PGPASSFILE"))
        unlink(getenv("PGPASSFILE"));
    return without_system(state);
}

static void the_environment_comes_before_the_file(void **state)
{
    (void)state;
    write_passes("*:*:*:*:file\n", 0600);
    assert_string_equal(handed(NULL, "ann", "postgres://me@h/d"), "file");
    setenv("PGPASSWORD", "set", 1);
    assert_string_equal(handed(NULL, "ann", "postgres://me:***@h/d"), "set");
}

static void the_first_line_that_fits_counts(void **state)
{
    (void)state;
    write_passes("# h:5432:d:me:no\nh:5432:other:me:no\nh:5432:d:you:no\nh:5432:d:me\nh:5432:d:me:a\\:b\\\\c\r\n"
                 "h:*:*:me:late\nlocalhost:5432:d:me:here\n[x:y:z\n\\:\\:1:5432:d:me:six\n",
                 0600);
    assert_string_equal(handed(NULL, "ann", "postgres://me@h/d"), "a:b\\c");
    assert_string_equal(handed(NULL, "ann", "postgres://me@h:5433/d"), "late");
    assert_string_equal(handed(NULL, "ann", "postgres://me@/d"), "here");
    assert_string_equal(handed(NULL, "ann", "postgres://me@[::1]/d"), "six");
    assert_string_equal(handed(NULL, "ann", "postgres://me@x/d"), "");
    is_unknown(NULL, "ann", "postgres://me:***@x/d");
}

static void one_hosts_password_is_not_for_another(void **state)
{
    (void)state;
    write_passes("a:*:*:*:one\nb:*:*:*:two\nc:*:*:*:one\n", 0600);
    assert_string_equal(handed(NULL, "ann", "postgres://me@a,c/d"), "one");
    assert_string_equal(handed(NULL, "ann", "postgres://me@a,b/d"), "");
    assert_string_equal(handed(NULL, "ann", "postgres://me@a,x/d"), "");
}

static void a_file_that_others_can_read_is_not_used(void **state)
{
    struct secret *x;
    struct err err;

    (void)state;
    write_passes("*:*:*:*:file\n", 0640);
    assert_string_equal(handed(NULL, "ann", "postgres://me@h/d"), "");
    assert_int_equal(secret_find(NULL, "ann", "postgres://me:***@h/d", &x, &err), -1);
    assert_int_equal(err.code, ERR_DATA_UNREADABLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(is_found_by_every_spelling_of_its_address, without_system),
        cmocka_unit_test_setup(is_not_found_for_another_user_host_or_login, without_system),
        cmocka_unit_test_setup(one_without_a_host_is_sent_nowhere_else, without_system),
        cmocka_unit_test_setup(of_several_the_longest_address_counts, without_system),
        cmocka_unit_test_setup(what_a_server_was_started_with_stays, without_system),
        cmocka_unit_test_setup(the_longest_unused_makes_room, without_system),
        cmocka_unit_test_setup(two_are_the_same_by_what_they_hold, without_system),
        cmocka_unit_test_setup_teardown(the_environment_comes_before_the_file, without_system, forget_passes),
        cmocka_unit_test_setup_teardown(the_first_line_that_fits_counts, without_system, forget_passes),
        cmocka_unit_test_setup_teardown(one_hosts_password_is_not_for_another, without_system, forget_passes),
        cmocka_unit_test_setup_teardown(a_file_that_others_can_read_is_not_used, without_system, forget_passes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
