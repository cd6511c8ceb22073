/* test_file_tree.c - folders made and trees removed: what links point to stays, the depth has a bound, and a call that
 * fails is told. */
#include "base/attrs.h"
#include "base/err.h"
#include "base/limits.h"
#include "faults.h"
#include "scratch.h"
#include "sys/file.h"
#include <errno.h>

/* ---- making folders ---- */

static void folders_are_made_down_to_the_last(void **state)
{
    struct err e;

    assert_int_equal(file_mkdirs(in(*state, "a/b//c/"), &e), 0);
    assert_int_equal(mode_of(in(*state, "a/b/c")), 0700);
    assert_int_equal(mode_of(in(*state, "a")), 0700);
    assert_int_equal(file_mkdirs(in(*state, "a/b/c"), &e), 0);
    assert_int_equal(file_mkdirs("/", &e), 0);
    assert_int_equal(file_mkdirs("", &e), -1);
    assert_int_equal(e.code, ERR_NOT_FOUND);
    assert_int_equal(symlink("a", in(*state, "link")), 0);
    assert_int_equal(file_mkdirs(in(*state, "link/d"), &e), 0);
    assert_int_equal(access(in(*state, "a/d"), F_OK), 0);
}

static void a_file_in_a_folders_place_is_a_conflict(void **state)
{
    struct err e;

    put_text(in(*state, "f"), "content");
    assert_int_equal(file_mkdirs(in(*state, "f"), &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_int_equal(file_mkdirs(in(*state, "f/g"), &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_string_equal(get_text(in(*state, "f")), "content");
}

static void a_failing_mkdir_is_told(void **state)
{
    const char *path = in(*state, "a");
    char name[PATH_MAX + 2];
    unsigned levels = 0;
    struct err e;

    for (const char *c = path; *c; c++)
        levels += *c == '/';
    faults_arm(&(struct fault){ "mkdir", levels, ENOSPC }, 1);
    assert_int_equal(file_mkdirs(path, &e), -1);
    faults_disarm();
    assert_int_equal(e.code, ERR_DISK_FULL);
    assert_int_equal(count_entries(*state), 0);
    faults_arm(&(struct fault){ "mkdir", 1, EROFS }, 1); /* of what is there already: no matter */
    assert_int_equal(file_mkdirs(path, &e), 0);
    faults_disarm();
    faults_arm(&(struct fault){ "fsync", 1, EIO }, 1);
    assert_int_equal(file_mkdirs(in(*state, "b"), &e), -1);
    faults_disarm();
    assert_int_equal(e.code, ERR_IO);
    memset(name, 'a', sizeof name);
    name[0] = '/';
    name[sizeof name - 1] = '\0';
    assert_int_equal(file_mkdirs(name, &e), -1);
    assert_int_equal(e.code, ERR_INVALID_INPUT);
}

/* ---- removing ---- */

static void a_removal_that_may_not_last_is_told(void **state)
{
    const char *path = in(*state, "f");
    bool removed = true;
    struct err e;

    put_text(path, "x");
    faults_arm(&(struct fault){ "fsync", 1, EIO }, 1);
    assert_int_equal(file_remove(path, &removed, &e), -1);
    faults_disarm();
    assert_int_equal(e.code, ERR_IO);
    assert_true(removed);
    assert_int_equal(mkdir(path, 0700), 0);
    faults_arm(&(struct fault){ "fsync", 1, EIO }, 1);
    assert_int_equal(file_remove_tree(path, &e), -1);
    faults_disarm();
    assert_int_equal(e.code, ERR_IO);
}

static void removing_tells_who_did_it(void **state)
{
    const char *path = in(*state, "f");
    bool removed = false;
    struct err e;

    put_text(path, "x");
    assert_int_equal(file_remove(path, &removed, &e), 0);
    assert_true(removed);
    assert_int_equal(file_remove(path, &removed, &e), 0);
    assert_false(removed);
    assert_int_equal(file_remove(path, NULL, &e), 0);
    assert_int_equal(file_remove(in(*state, "no/such"), &removed, &e), 0);
    assert_false(removed);
}

static void a_folder_is_not_removed_as_a_file(void **state)
{
    bool removed = true;
    struct err e;

    assert_int_equal(mkdir(in(*state, "d"), 0700), 0);
    assert_int_equal(file_remove(in(*state, "d"), &removed, &e), -1);
    assert_int_equal(e.code, ERR_INVALID_INPUT);
    assert_true(removed);
    assert_int_equal(access(in(*state, "d"), F_OK), 0);
}

static void a_tree_goes_and_what_links_point_to_stays(void **state)
{
    struct err e;

    assert_int_equal(mkdir(in(*state, "keep"), 0700), 0);
    put_text(in(*state, "keep/precious"), "x");
    assert_int_equal(file_mkdirs(in(*state, "tree/a/b"), &e), 0);
    put_text(in(*state, "tree/f"), "x");
    put_text(in(*state, "tree/a/b/g"), "x");
    assert_int_equal(symlink("../../keep", in(*state, "tree/a/link")), 0);
    assert_int_equal(symlink("../keep/precious", in(*state, "tree/file-link")), 0);
    assert_int_equal(mkfifo(in(*state, "tree/fifo"), 0600), 0);
    assert_int_equal(file_remove_tree(in(*state, "tree"), &e), 0);
    assert_int_equal(count_entries(*state), 1);
    assert_int_equal(access(in(*state, "keep/precious"), F_OK), 0);

    assert_int_equal(symlink("keep", in(*state, "link")), 0);
    assert_int_equal(file_remove_tree(in(*state, "link"), &e), 0);
    assert_int_equal(access(in(*state, "keep/precious"), F_OK), 0);
    assert_int_equal(access(in(*state, "link"), F_OK), -1);
}

static void a_tree_that_is_not_there_is_fine(void **state)
{
    struct err e;

    assert_int_equal(file_remove_tree(in(*state, "none"), &e), 0);
    assert_int_equal(file_remove_tree(in(*state, "none/at/all"), &e), 0);
}

static void a_tree_is_not_removed_by_a_name_that_is_none(void **state)
{
    static const char *const names[] = { "d/", "d/.", "d/..", "/", "", ".", ".." };
    struct err e;

    assert_int_equal(mkdir(in(*state, "d"), 0700), 0);
    put_text(in(*state, "d/f"), "x");
    assert_int_equal(symlink("d", in(*state, "link")), 0);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        assert_int_equal(file_remove_tree(i < 3 ? in(*state, names[i]) : names[i], &e), -1);
        assert_int_equal(e.code, ERR_INVALID_INPUT);
    }
    assert_int_equal(file_remove_tree(in(*state, "link/"), &e), -1);
    assert_int_equal(access(in(*state, "d/f"), F_OK), 0);
}

/* A chain of `levels` folders inside each other. */
static void make_chain(const char *dir, int levels)
{
    char path[PATH_MAX];
    int n = snprintf(path, sizeof path, "%s", dir);

    for (int i = 0; i < levels; i++) {
        n += snprintf(path + n, sizeof path - (size_t)n, "/d");
        assert_int_equal(mkdir(path, 0700), 0);
    }
}

static void a_tree_has_a_bound_on_its_depth(void **state)
{
    struct err e;
    size_t fds = count_fds();

    make_chain(*state, FILE_TREE_DEPTH);
    assert_int_equal(file_remove_tree(in(*state, "d"), &e), 0);
    assert_int_equal(count_entries(*state), 0);
    make_chain(*state, FILE_TREE_DEPTH + 1);
    assert_int_equal(file_remove_tree(in(*state, "d"), &e), -1);
    assert_int_equal(e.code, ERR_TOO_LARGE);
    assert_int_equal(count_entries(*state), 1);
    assert_int_equal(count_fds(), fds);
}

static void a_wide_tree_goes_in_one_pass(void **state)
{
    struct err e;
    char name[32];

    assert_int_equal(mkdir(in(*state, "d"), 0700), 0);
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "d/%d", i);
        put_text(in(*state, name), "");
    }
    assert_int_equal(file_remove_tree(in(*state, "d"), &e), 0);
    assert_int_equal(count_entries(*state), 0);
}

static void what_cannot_be_removed_is_told(void **state)
{
    bool removed = true;
    struct err e;

    assert_int_equal(file_mkdirs(in(*state, "d/e"), &e), 0);
    put_text(in(*state, "d/e/f"), "x");
    faults_arm(&(struct fault){ "unlinkat", 1, EACCES }, 1);
    assert_int_equal(file_remove(in(*state, "d/e/f"), &removed, &e), -1);
    faults_disarm();
    assert_int_equal(e.code, ERR_IO);
    assert_true(removed);
    for (unsigned nth = 1; nth <= 5; nth++) { /* d, e, f, then e and d as empty folders */
        assert_int_equal(file_mkdirs(in(*state, "d/e"), &e), 0);
        put_text(in(*state, "d/e/f"), "x");
        faults_arm(&(struct fault){ "unlinkat", nth, EBUSY }, 1);
        assert_int_equal(file_remove_tree(in(*state, "d"), &e), -1);
        faults_disarm();
        assert_int_equal(e.code, ERR_CONFLICT);
        assert_int_equal(access(in(*state, "d"), F_OK), 0);
    }
    for (unsigned nth = 1; nth <= 2; nth++) {
        faults_arm(&(struct fault){ "openat", nth, EMFILE }, 1);
        assert_int_equal(file_mkdirs(in(*state, "d/e"), &e), 0);
        assert_int_equal(file_remove_tree(in(*state, "d"), &e), -1);
        faults_disarm();
    }
    assert_int_equal(file_remove_tree(in(*state, "d"), &e), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(folders_are_made_down_to_the_last),
        SCRATCH_TEST(a_file_in_a_folders_place_is_a_conflict),
        SCRATCH_TEST(a_failing_mkdir_is_told),
        SCRATCH_TEST(a_removal_that_may_not_last_is_told),
        SCRATCH_TEST(removing_tells_who_did_it),
        SCRATCH_TEST(a_folder_is_not_removed_as_a_file),
        SCRATCH_TEST(a_tree_goes_and_what_links_point_to_stays),
        SCRATCH_TEST(a_tree_that_is_not_there_is_fine),
        SCRATCH_TEST(a_tree_is_not_removed_by_a_name_that_is_none),
        SCRATCH_TEST(a_tree_has_a_bound_on_its_depth),
        SCRATCH_TEST(a_wide_tree_goes_in_one_pass),
        SCRATCH_TEST(what_cannot_be_removed_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
