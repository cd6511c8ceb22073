/* test_file.c - files as people leave them: read within a bound, and written whole. What a broken disk does to them is
 * in test_file_faults.c, folders and removing in test_file_tree.c. */
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "scratch.h"
#include "sys/file.h"
#include <fcntl.h>
#include <pthread.h>

/* ---- reading ---- */

static void a_file_is_appended_whole(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(100);
    struct err e;

    buf_adds(&b, "before ");
    put_text(in(*state, "f"), "content");
    assert_int_equal(file_read(in(*state, "f"), "the file", &b, &e), 0);
    assert_string_equal(b.p, "before content");
    put_text(in(*state, "empty"), "");
    assert_int_equal(file_read(in(*state, "empty"), "the file", &b, &e), 0);
    assert_int_equal(b.n, 14);
}

static void a_file_of_exactly_the_limit_fits(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(7);
    struct err e;

    put_text(in(*state, "f"), "content");
    assert_int_equal(file_read(in(*state, "f"), "the file", &b, &e), 0);
    assert_int_equal(b.n, 7);
}

static void a_longer_file_is_refused_and_the_buffer_stays(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(8);
    struct err e;

    buf_adds(&b, "ab");
    put_text(in(*state, "f"), "content");
    assert_int_equal(file_read(in(*state, "f"), "the file", &b, &e), -1);
    assert_int_equal(e.code, ERR_TOO_LARGE);
    assert_non_null(strstr(e.message, "the file"));
    assert_null(strstr(e.message, *state));
    assert_string_equal(b.p, "ab");
    assert_false(b.failed);
}

/* Its size is 0 by stat, so the bound must hold while reading. */
static void a_file_that_lies_about_its_size_is_bounded(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(10);
    struct err e;

    (void)state;
    assert_int_equal(file_read("/proc/self/status", "the file", &b, &e), -1);
    assert_int_equal(e.code, ERR_TOO_LARGE);
    assert_int_equal(b.n, 0);
    buf_done(&b);
    buf_init(&b, 100000);
    assert_int_equal(file_read("/proc/self/status", "the file", &b, &e), 0);
    assert_true(b.n > 100);
}

static void a_large_file_is_read_whole(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(300000);
    struct err e;
    FILE *f = fopen(in(*state, "f"), "w");

    for (int i = 0; i < 300000; i++)
        fputc('a' + i % 26, f);
    fclose(f);
    assert_int_equal(file_read(in(*state, "f"), "the file", &b, &e), 0);
    assert_int_equal(b.n, 300000);
    for (int i = 0; i < 300000; i++)
        assert_int_equal(b.p[i], 'a' + i % 26);
}

static void what_is_no_ordinary_file_is_refused(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(100);
    struct err e;

    assert_int_equal(file_read(*state, "the file", &b, &e), -1);
    assert_int_equal(e.code, ERR_INVALID_INPUT);
    assert_string_equal(e.message, "Could not read the file: it is a folder.");
    assert_int_equal(mkfifo(in(*state, "fifo"), 0600), 0);
    assert_int_equal(file_read(in(*state, "fifo"), "the file", &b, &e), -1);
    assert_int_equal(e.code, ERR_INVALID_INPUT);
    assert_int_equal(file_read("/dev/zero", "the file", &b, &e), -1);
    assert_int_equal(e.code, ERR_INVALID_INPUT);
    assert_int_equal(file_read(in(*state, "nothing"), "the file", &b, &e), -1);
    assert_int_equal(e.code, ERR_NOT_FOUND);
    assert_int_equal(b.n, 0);
}

static void a_buffer_that_has_failed_is_not_read_into(void **state)
{
    struct buf b CLEANUP(buf_done);
    struct err e;

    put_text(in(*state, "f"), "x");
    buf_init(&b, 3);
    buf_adds(&b, "ab");
    buf_adds(&b, "too long");
    assert_int_equal(file_read(in(*state, "f"), "the file", &b, &e), -1);
    assert_int_equal(e.code, ERR_TOO_LARGE);
    assert_string_equal(b.p, "ab");
    assert_true(b.failed);
}

static void *write_slowly(void *fd)
{
    for (int i = 0; i < 5; i++) {
        usleep(2000);
        assert_int_equal(write(*(int *)fd, "12", 2), 2);
    }
    close(*(int *)fd);
    return NULL;
}

/* Both kinds of descriptor: one that blocks, and one that somebody made non-blocking. */
static void a_pipe_is_read_to_its_end(void **state)
{
    (void)state;
    for (int flags = 0; flags <= O_NONBLOCK; flags += O_NONBLOCK) {
        struct buf b CLEANUP(buf_done) = BUF(10);
        struct err e;
        pthread_t writer;
        int fds[2];

        assert_int_equal(pipe(fds), 0);
        assert_int_equal(fcntl(fds[0], F_SETFL, flags), 0);
        assert_int_equal(pthread_create(&writer, NULL, write_slowly, &fds[1]), 0);
        assert_int_equal(file_read_fd(fds[0], "the input", &b, &e), 0);
        assert_string_equal(b.p, "1212121212");
        pthread_join(writer, NULL);
        close(fds[0]);
    }
}

static void a_pipe_past_the_limit_is_refused(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(4);
    struct err e;
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(write(fds[1], "12345", 5), 5);
    assert_int_equal(file_read_fd(fds[0], "the input", &b, &e), -1);
    assert_int_equal(e.code, ERR_TOO_LARGE);
    assert_int_equal(b.n, 0);
    close(fds[0]);
    close(fds[1]);
}

/* ---- writing ---- */

static void a_file_is_replaced_and_private(void **state)
{
    const char *path = in(*state, "f");
    struct err e;

    assert_int_equal(file_write(path, "one", 3, "the file", &e), 0);
    assert_string_equal(get_text(path), "one");
    assert_int_equal(mode_of(path), 0600);
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(file_write(path, "three", 5, "the file", &e), 0);
    assert_string_equal(get_text(path), "three");
    assert_int_equal(mode_of(path), 0600);
    assert_int_equal(file_write(path, NULL, 0, "the file", &e), 0);
    assert_string_equal(get_text(path), "");
    assert_int_equal(count_entries(*state), 1);
}

static void a_name_without_a_folder_is_in_this_one(void **state)
{
    char before[PATH_MAX];
    struct err e;

    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(*state), 0);
    assert_int_equal(file_write("f", "here", 4, "the file", &e), 0);
    assert_int_equal(chdir(before), 0);
    assert_string_equal(get_text(in(*state, "f")), "here");
}

static void a_name_of_the_longest_length_can_be_written(void **state)
{
    char name[NAME_MAX + 2];
    struct err e;

    memset(name, 'n', sizeof name);
    name[NAME_MAX] = '\0';
    assert_int_equal(file_write(in(*state, name), "x", 1, "the file", &e), 0);
    name[NAME_MAX] = 'n';
    name[NAME_MAX + 1] = '\0';
    assert_int_equal(file_write(in(*state, name), "x", 1, "the file", &e), -1);
    assert_int_equal(e.code, ERR_INVALID_INPUT);
    assert_int_equal(count_entries(*state), 1);
}

static void a_path_longer_than_any_is_refused(void **state)
{
    char path[PATH_MAX + 10];
    struct err e;

    (void)state;
    memset(path, 'a', sizeof path);
    path[PATH_MAX] = '/';
    path[PATH_MAX + 9] = '\0';
    assert_int_equal(file_write(path, "x", 1, "the file", &e), -1);
    assert_int_equal(e.code, ERR_INVALID_INPUT);
}

static void a_link_is_replaced_and_not_followed(void **state)
{
    struct err e;

    put_text(in(*state, "target"), "old");
    assert_int_equal(symlink("target", in(*state, "link")), 0);
    assert_int_equal(file_write(in(*state, "link"), "new", 3, "the file", &e), 0);
    assert_string_equal(get_text(in(*state, "target")), "old");
    assert_string_equal(get_text(in(*state, "link")), "new");
}

static void a_folder_is_not_written_over(void **state)
{
    struct err e;

    assert_int_equal(mkdir(in(*state, "d"), 0700), 0);
    assert_int_equal(file_write(in(*state, "d"), "x", 1, "the file", &e), -1);
    assert_int_equal(e.code, ERR_INVALID_INPUT);
    assert_int_equal(file_write(in(*state, "d/"), "x", 1, "the file", &e), -1);
    assert_int_equal(e.code, ERR_INVALID_INPUT);
    assert_int_equal(file_write(in(*state, "missing/f"), "x", 1, "the file", &e), -1);
    assert_int_equal(e.code, ERR_NOT_FOUND);
    assert_int_equal(file_write("", "x", 1, "the file", &e), -1);
    assert_int_equal(e.code, ERR_NOT_FOUND);
    assert_int_equal(count_entries(*state), 1);
    assert_int_equal(count_entries(in(*state, "d")), 0);
}

static void a_folder_that_is_not_there_is_what_is_missing(void **state)
{
    struct err e;

    assert_int_equal(file_write(in(*state, "none/f"), "x", 1, "the file", &e), -1);
    assert_int_equal(e.code, ERR_NOT_FOUND);
    assert_string_equal(e.message, "Could not write the file: there is no such folder.");
    put_text(in(*state, "file"), "x");
    assert_int_equal(file_create_new(in(*state, "file/f"), "x", 1, "the file", &e), -1);
    assert_string_equal(e.message, "Could not write the file: there is no such folder.");
}

static void a_new_file_must_be_new(void **state)
{
    const char *path = in(*state, "f");
    struct err e;

    assert_int_equal(file_create_new(path, "one", 3, "the file", &e), 0);
    assert_int_equal(file_create_new(path, "two", 3, "the file", &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_string_equal(get_text(path), "one");
    assert_int_equal(symlink("nowhere", in(*state, "link")), 0);
    assert_int_equal(file_create_new(in(*state, "link"), "two", 3, "the file", &e), -1);
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_int_equal(count_entries(*state), 2);
}

struct racer {
    const char *path;
    int made;
};

static void *create_it(void *arg)
{
    struct racer *r = arg;
    struct err e;

    r->made = file_create_new(r->path, "x", 1, "the file", &e) == 0;
    return NULL;
}

static void *remove_it(void *arg)
{
    struct racer *r = arg;
    struct err e;
    bool removed = false;

    r->made = file_remove(r->path, &removed, &e) == 0 && removed;
    return NULL;
}

/* Whatever the order, one makes it, and one removes it. */
static void of_many_at_once_one_wins(void **state)
{
    const char *path = in(*state, "f");

    for (int round = 0; round < 20; round++) {
        struct racer racers[8];
        pthread_t threads[8];
        int made = 0;
        for (size_t i = 0; i < 8; i++) {
            racers[i] = (struct racer){ path, 0 };
            assert_int_equal(pthread_create(&threads[i], NULL, round % 2 ? remove_it : create_it, &racers[i]), 0);
        }
        for (size_t i = 0; i < 8; i++) {
            pthread_join(threads[i], NULL);
            made += racers[i].made;
        }
        assert_int_equal(made, 1);
    }
}

static void *drain(void *fd)
{
    char chunk[4096];
    size_t total = 0;
    ssize_t got;

    while ((got = read(*(int *)fd, chunk, sizeof chunk)) > 0)
        total += (size_t)got;
    return (void *)total;
}

static void a_full_pipe_is_waited_for(void **state)
{
    static char data[500000];
    pthread_t reader;
    struct err e;
    void *total;
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(fcntl(fds[1], F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(pthread_create(&reader, NULL, drain, &fds[0]), 0);
    assert_int_equal(file_write_fd(fds[1], data, sizeof data, "the answer", &e), 0);
    close(fds[1]);
    pthread_join(reader, &total);
    assert_int_equal((size_t)total, sizeof data);
    close(fds[0]);
}

/* ---- looking ---- */

static void a_stat_tells_files_from_folders(void **state)
{
    const struct timespec times[2] = { { 1, 0 }, { 1000, 5 } }, far[2] = { { 1, 0 }, { INT64_C(1) << 34, 0 } };
    const char *path = in(*state, "f");
    struct file_stat st;
    struct stat real;
    struct err e;

    put_text(path, "12345");
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    assert_int_equal(file_stat(path, "the file", &st, &e), 0);
    assert_int_equal(stat(path, &real), 0);
    assert_int_equal(st.size, 5);
    assert_int_equal(st.mtime_ns, INT64_C(1000000000005));
    assert_int_equal(st.inode, real.st_ino);
    assert_int_equal(st.device, real.st_dev);
    assert_true(st.is_regular && !st.is_folder);
    assert_int_equal(utimensat(AT_FDCWD, path, far, 0), 0);
    assert_int_equal(file_stat(path, "the file", &st, &e), 0);
    assert_int_equal(stat(path, &real), 0);
    assert_int_equal(st.mtime_ns,
                     real.st_mtim.tv_sec > INT64_C(9223372036) ? INT64_MAX : real.st_mtim.tv_sec * 1000000000);
    assert_int_equal(file_stat(*state, "the file", &st, &e), 0);
    assert_true(st.is_folder && !st.is_regular);
    assert_int_equal(file_stat(in(*state, "none"), "the file", &st, &e), -1);
    assert_int_equal(e.code, ERR_NOT_FOUND);
    assert_string_equal(e.message, "Could not find the file: it does not exist.");
}

static void the_base_name_is_behind_the_last_slash(void **state)
{
    (void)state;
    assert_string_equal(file_basename("/a/b.csv"), "b.csv");
    assert_string_equal(file_basename("b.csv"), "b.csv");
    assert_string_equal(file_basename("/a/"), "");
    assert_string_equal(file_basename(""), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_file_is_appended_whole),
        SCRATCH_TEST(a_file_of_exactly_the_limit_fits),
        SCRATCH_TEST(a_longer_file_is_refused_and_the_buffer_stays),
        SCRATCH_TEST(a_file_that_lies_about_its_size_is_bounded),
        SCRATCH_TEST(a_large_file_is_read_whole),
        SCRATCH_TEST(what_is_no_ordinary_file_is_refused),
        SCRATCH_TEST(a_buffer_that_has_failed_is_not_read_into),
        SCRATCH_TEST(a_pipe_is_read_to_its_end),
        SCRATCH_TEST(a_pipe_past_the_limit_is_refused),
        SCRATCH_TEST(a_file_is_replaced_and_private),
        SCRATCH_TEST(a_name_without_a_folder_is_in_this_one),
        SCRATCH_TEST(a_name_of_the_longest_length_can_be_written),
        SCRATCH_TEST(a_path_longer_than_any_is_refused),
        SCRATCH_TEST(a_link_is_replaced_and_not_followed),
        SCRATCH_TEST(a_folder_is_not_written_over),
        SCRATCH_TEST(a_folder_that_is_not_there_is_what_is_missing),
        SCRATCH_TEST(a_new_file_must_be_new),
        SCRATCH_TEST(of_many_at_once_one_wins),
        SCRATCH_TEST(a_full_pipe_is_waited_for),
        SCRATCH_TEST(a_stat_tells_files_from_folders),
        SCRATCH_TEST(the_base_name_is_behind_the_last_slash),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
