/* test_spool.c - a file put in the place of a known one: with its rights, and never over what another program saved. */
#include "base/attrs.h"
#include "base/err.h"
#include "faults.h"
#include "scratch.h"
#include "sys/file.h"
#include "sys/file_attributes.h"
#include "sys/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/xattr.h>

static const char *folder; /* of the test that runs */

static const char *book(void)
{
    return in(folder, "book");
}

static void save(const char *text)
{
    put_text(in(folder, "saved"), text);
    assert_int_equal(rename(in(folder, "saved"), book()), 0);
}

static void save_theirs(void)
{
    save("theirs");
}

static void save_in_place(void)
{
    put_text(book(), "theirs, longer");
}

static void move_away(void)
{
    assert_int_equal(rename(book(), in(folder, "moved")), 0);
}

static size_t n_files(void)
{
    DIR *d = opendir(folder);
    size_t n = 0;

    assert_non_null(d);
    for (const struct dirent *e; (e = readdir(d));)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return n;
}

/* Puts "new" in the place of a file that holds "old". */
static int replace(const struct fault *faults, size_t n, const char *call, unsigned nth, void (*meanwhile)(void),
                   struct err *err)
{
    struct spool s CLEANUP(spool_done) = SPOOL;
    struct stat st;
    int old, status;

    save("old");
    old = open(book(), O_RDONLY | O_CLOEXEC);
    assert_true(old >= 0);
    assert_int_equal(fstat(old, &st), 0);
    assert_int_equal(spool_open(&s, book(), "the file", err), 0);
    assert_int_equal(file_write_fd(s.fd, "new", 3, "the file", err), 0);
    faults_arm(faults, n);
    faults_meanwhile(call, nth, meanwhile);
    status = spool_publish_over(&s, old, &st, "the file", err);
    faults_disarm();
    close(old);
    return status;
}

static void a_known_file_is_replaced_and_nothing_stays_beside_it(void **state)
{
    const struct fault no_exchange = { "renameat2", 1, EINVAL };
    struct err e;

    folder = *state;
    assert_int_equal(replace(NULL, 0, "", 0, NULL, &e), 0);
    assert_string_equal(get_text(book()), "new");
    assert_int_equal(replace(&no_exchange, 1, "", 0, NULL, &e), 0);
    assert_string_equal(get_text(book()), "new");
    assert_int_equal(n_files(), 1);
}

static void what_another_program_saved_right_before_stays(void **state)
{
    struct err e;

    folder = *state;
    assert_int_equal(replace(NULL, 0, "renameat2", 1, save_theirs, &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_string_equal(get_text(book()), "theirs");
    assert_int_equal(replace(NULL, 0, "renameat2", 1, save_in_place, &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_string_equal(get_text(book()), "theirs, longer");
    assert_int_equal(n_files(), 1);
}

static void a_file_that_went_is_not_made_again(void **state)
{
    struct err e;

    folder = *state;
    assert_int_equal(replace(NULL, 0, "renameat2", 1, move_away, &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_null(get_text(book()));
    assert_int_equal(n_files(), 1);
}

/* The first is displaced by our exchange, the second replaces what that put there. */
static void save_twice(void)
{
    save("theirs, at first");
    faults_meanwhile("renameat2", 1, save_theirs);
}

static void of_two_saves_the_last_one_stays(void **state)
{
    struct err e;

    folder = *state;
    assert_int_equal(replace(NULL, 0, "renameat2", 1, save_twice, &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_string_equal(get_text(book()), "theirs");
    assert_int_equal(n_files(), 1);
}

static void a_save_that_cannot_be_given_its_name_again_is_kept(void **state)
{
    const struct fault broken = { "renameat2", 2, EIO };
    struct err e;

    folder = *state;
    assert_int_equal(replace(&broken, 1, "renameat2", 1, save_theirs, &e), -1);
    assert_int_equal(e.code, ERR_IO);
    assert_string_equal(get_text(book()), "new");
    assert_int_equal(n_files(), 2);
}

static void without_an_exchange_the_look_comes_right_before_the_rename(void **state)
{
    const struct fault no_exchange = { "renameat2", 1, EINVAL };
    struct err e;

    folder = *state;
    assert_int_equal(replace(&no_exchange, 1, "linkat", 1, save_theirs, &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_string_equal(get_text(book()), "theirs");
    assert_int_equal(replace(&no_exchange, 1, "linkat", 1, save_in_place, &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_string_equal(get_text(book()), "theirs, longer");
    assert_int_equal(n_files(), 1);
}

static void a_folder_that_cannot_be_synced_has_the_old_file(void **state)
{
    const struct fault faults[] = { { "fsync", 2, EIO }, { "renameat2", 1, EINVAL } };
    struct err e;

    folder = *state;
    for (size_t n = 1; n <= COUNT_OF(faults); n++) {
        assert_int_equal(replace(faults, n, "", 0, NULL, &e), -1);
        assert_int_equal(e.code, ERR_IO);
        assert_string_equal(get_text(book()), "old");
        assert_int_equal(n_files(), 1);
    }
}

/* ---- rights ---- */

#define LIST "system.posix_acl_access"
#define INHERITED "system.posix_acl_default"

/* The kernel's form of: user rw, user 12345 r, group r, mask r, others nothing. */
static const unsigned char list[] = {
    2, 0, 0,    0,    1,    0,    6,  0, 0xff, 0xff, 0xff, 0xff, 2,    0,    4,  0, 0x39, 0x30, 0,    0,    4,    0,
    0, 0, 0xff, 0xff, 0xff, 0xff, 16, 0, 4,    0,    0xff, 0xff, 0xff, 0xff, 32, 0, 0,    0,    0xff, 0xff, 0xff, 0xff,
};

static bool make_alike(const char *to, const char *from)
{
    int a = open(to, O_RDWR | O_CLOEXEC), b = open(from, O_RDONLY | O_CLOEXEC), status;
    struct stat st;

    assert_true(a >= 0 && b >= 0);
    assert_int_equal(fstat(b, &st), 0);
    status = file_copy_attributes(a, b, &st);
    close(a);
    close(b);
    return status == 0;
}

static void a_file_made_alike_has_the_mode_the_list_and_the_attributes(void **state)
{
    const char *from = in(*state, "from"), *to = in(*state, "to");
    unsigned char got[64];
    struct stat st;

    put_text(from, "");
    put_text(to, "");
    if (setxattr(from, "user.tag", "red", 3, 0) != 0 || setxattr(from, LIST, list, sizeof list, 0) != 0)
        skip(); /* a file system that has neither */
    assert_true(make_alike(to, from));
    assert_int_equal(stat(to, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    assert_int_equal(getxattr(to, LIST, got, sizeof got), sizeof list);
    assert_memory_equal(got, list, sizeof list);
    assert_int_equal(getxattr(to, "user.tag", got, sizeof got), 3);
    assert_memory_equal(got, "red", 3);
}

static void a_list_that_the_folder_gave_goes_where_there_was_none(void **state)
{
    const char *from = in(*state, "from"), *to = in(*state, "to");
    struct stat st;

    put_text(from, "");
    assert_int_equal(chmod(from, 0640), 0);
    if (setxattr(*state, INHERITED, list, sizeof list, 0) != 0)
        skip();
    put_text(to, "");
    assert_true(getxattr(to, LIST, NULL, 0) > 0);
    assert_true(make_alike(to, from));
    assert_int_equal(getxattr(to, LIST, NULL, 0), -1);
    assert_int_equal(stat(to, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_known_file_is_replaced_and_nothing_stays_beside_it),
        TEST(what_another_program_saved_right_before_stays),
        TEST(a_file_that_went_is_not_made_again),
        TEST(of_two_saves_the_last_one_stays),
        TEST(a_save_that_cannot_be_given_its_name_again_is_kept),
        TEST(without_an_exchange_the_look_comes_right_before_the_rename),
        TEST(a_folder_that_cannot_be_synced_has_the_old_file),
        TEST(a_file_made_alike_has_the_mode_the_list_and_the_attributes),
        TEST(a_list_that_the_folder_gave_goes_where_there_was_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
