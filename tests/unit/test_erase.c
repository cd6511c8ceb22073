/* test_erase.c - a home goes without a trace, and nothing else ever does. */
#include "home_testing.h"
#include <fcntl.h>

static void an_erased_home_is_gone(void **state)
{
    const char *home = make_home();
    struct err err;

    assert_int_equal(erase(home, &err), 0);
    assert_only(*state, 0);
    assert_int_equal(erase(home, &err), 0); /* and nothing more to do */
}

static void a_key_is_overwritten_unless_it_has_another_name(void **state)
{
    const char *home = make_home();
    char text[65] = "";
    int key = open(in(home, "keys/audit.key"), O_RDONLY);
    struct err err;

    put_text(in(home, "keys/shared"), "shared");
    assert_int_equal(link(in(home, "keys/shared"), in(*state, "shared")), 0);
    assert_int_equal(erase(home, &err), 0);
    assert_int_equal(pread(key, text, sizeof text, 0), 65);
    for (size_t i = 0; i < sizeof text; i++)
        assert_int_equal(text[i], 0);
    assert_string_equal(get_text(in(*state, "shared")), "shared");
    close(key);
}

static void refused(const char *path)
{
    struct err err;

    if (erase(path, &err) == 0)
        fail_msg("%s was erased", path);
    assert_true(err.code == ERR_INVALID_INPUT || err.code == ERR_CONFLICT);
    assert_true(strlen(err.action) > 0);
}

static void what_is_no_home_is_not_erased(void **state)
{
    const char *home = make_home(), *other = at.other;

    make_folder(other);
    refused(other); /* empty */
    put_text(in(other, "state.db"), "not SQLite");
    refused(other);
    make_folder(in(other, "logs"));
    refused(other);
    assert_string_equal(get_text(in(other, "state.db")), "not SQLite");
    put_text(in(home, "thesis.odt"), "years of work");
    refused(home);
    assert_int_equal(unlink(in(home, "thesis.odt")), 0);
    make_folder(in(home, "photos"));
    refused(home);
    assert_int_equal(rmdir(in(home, "photos")), 0);
    put_text(in(*state, "file"), "x");
    refused(in(*state, "file"));
    assert_int_equal(symlink("home", in(*state, "link")), 0);
    refused(in(*state, "link"));
    make_folder(in(*state, "home.erasing"));
    put_text(in(*state, "home.erasing/mine"), "x");
    refused(home);
    assert_string_equal(get_text(in(*state, "home.erasing/mine")), "x");
    assert_string_equal(get_text(in(home, "sessions/a/metadata.json")), "{}");
}

static void a_folder_kept_elsewhere_is_told_and_stays(void **state)
{
    const char *home = make_home();
    struct err err;

    make_folder(in(*state, "disk"));
    put_text(in(*state, "disk/f"), "x");
    assert_int_equal(symlink("../disk", in(home, "db")), 0);
    refused(home);
    assert_int_equal(unlink(in(home, "db")), 0);
    assert_int_equal(erase(home, &err), 0);
    assert_string_equal(get_text(in(*state, "disk/f")), "x");
}

static void a_killed_erasing_is_finished_by_the_next(void **state)
{
    uint64_t x = 521288629u;
    struct err err;

    for (int i = 0; i < 20; i++) {
        const char *home = make_home();
        pid_t pid;

        for (int k = 0; k < 30; k++) {
            char name[32];
            snprintf(name, sizeof name, "uploads/%d", k);
            put_text(in(home, name), "x");
        }
        pid = fork();
        if (pid == 0)
            _exit(erase(home, &err) != 0);
        kill_after(pid, (unsigned)(next_random(&x) % 3000));
        if (erase(home, &err) != 0)
            fail_msg("round %d: %s (%s)", i, err.message, err.detail);
        assert_only(*state, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOME_TEST(an_erased_home_is_gone),
        HOME_TEST(a_key_is_overwritten_unless_it_has_another_name),
        HOME_TEST(what_is_no_home_is_not_erased),
        HOME_TEST(a_folder_kept_elsewhere_is_told_and_stays),
        HOME_TEST(a_killed_erasing_is_finished_by_the_next),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
