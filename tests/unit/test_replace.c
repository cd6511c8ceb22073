/* test_replace.c - a person's file replaced: within its bound, with its rights, and not over another's save. */
#include "agents/workbook/replace.h"
#include "base/err.h"
#include "scratch.h"
#include "sys/location.h"
#include <sys/xattr.h>

#define NOW_US 1700000000000000LL

static const char *backup_of(const char *folder, const struct replace *r)
{
    return in(folder, r->backup);
}

/* Up to the commit. */
static void prepare(struct replace *r, const char *path)
{
    struct err e;

    put_text(path, "old");
    assert_int_equal(replace_open(r, &(struct location){ .path = path }, NULL, &e), 0);
    assert_int_equal(replace_begin(r, 3, &e), 0);
    assert_int_equal(replace_write(r, "new", 3, &e), 0);
    assert_int_equal(replace_end(r, &e), 0);
    assert_int_equal(replace_backup(r, NOW_US, NULL, &e), 0);
}

static void no_more_is_written_than_was_said(void **state)
{
    struct replace r CLEANUP(replace_close) = REPLACE;
    struct err e;

    put_text(in(*state, "b.xlsx"), "old");
    assert_int_equal(replace_open(&r, &(struct location){ .path = in(*state, "b.xlsx") }, NULL, &e), 0);
    assert_int_equal(replace_begin(&r, 5, &e), 0);
    assert_int_equal(replace_write(&r, "123", 3, &e), 0);
    assert_int_equal(replace_write(&r, "45", 2, &e), 0);
    assert_int_equal(replace_write(&r, "6", 1, &e), -1);
    assert_int_equal(e.code, ERR_TOO_LARGE);
}

static void the_new_file_and_the_copy_have_the_attributes_of_the_old(void **state)
{
    struct replace r CLEANUP(replace_close) = REPLACE;
    const char *path = in(*state, "b.xlsx");
    struct err e;
    char got[8];

    put_text(path, "old");
    if (setxattr(path, "user.tag", "red", 3, 0) != 0)
        skip();
    prepare(&r, path);
    assert_int_equal(replace_commit(&r, &e), 0);
    assert_string_equal(get_text(path), "new");
    assert_string_equal(get_text(backup_of(*state, &r)), "old");
    assert_int_equal(getxattr(path, "user.tag", got, sizeof got), 3);
    assert_int_equal(getxattr(backup_of(*state, &r), "user.tag", got, sizeof got), 3);
}

static void another_programs_save_stays_and_the_copy_goes(void **state)
{
    struct replace r CLEANUP(replace_close) = REPLACE;
    const char *path = in(*state, "b.xlsx");
    struct err e;

    prepare(&r, path);
    put_text(in(*state, "theirs"), "theirs");
    assert_int_equal(rename(in(*state, "theirs"), path), 0);
    assert_int_equal(replace_commit(&r, &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_string_equal(get_text(path), "theirs");
    assert_null(get_text(backup_of(*state, &r)));
}

static void a_file_that_a_program_opened_meanwhile_is_left_alone(void **state)
{
    struct replace r CLEANUP(replace_close) = REPLACE;
    const char *path = in(*state, "b.xlsx");
    struct err e;

    prepare(&r, path);
    put_text(in(*state, "~$b.xlsx"), "somebody");
    assert_int_equal(replace_commit(&r, &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_string_equal(get_text(path), "old");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_more_is_written_than_was_said),
        TEST(the_new_file_and_the_copy_have_the_attributes_of_the_old),
        TEST(another_programs_save_stays_and_the_copy_goes),
        TEST(a_file_that_a_program_opened_meanwhile_is_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
