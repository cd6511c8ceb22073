/* test_file.c - files as people and broken disks leave them: every call failed in turn, and what is left looked at. */
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "faults.h"
#include "scratch.h"
#include "sys/file.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>

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

static void every_failing_call_of_a_read_is_told(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(100);
    struct err e;
    unsigned calls;

    put_text(in(*state, "f"), "content");
    faults_arm(NULL, 0);
    assert_int_equal(file_read(in(*state, "f"), "the file", &b, &e), 0);
    calls = faults_disarm();
    assert_true(calls >= 4); /* open, read, read, close */
    for (unsigned nth = 1; nth < calls; nth++) {
        size_t fds = count_fds();
        buf_cut(&b, 0);
        faults_arm(&(struct fault){ NULL, nth, EIO }, 1);
        assert_int_equal(file_read(in(*state, "f"), "the file", &b, &e), -1);
        faults_disarm();
        assert_int_equal(e.code, ERR_IO);
        assert_int_equal(b.n, 0);
        assert_int_equal(count_fds(), fds);
    }
    faults_arm((struct fault[]){ { "read", 1, EINTR }, { "read", 3, EINTR } }, 2);
    assert_int_equal(file_read(in(*state, "f"), "the file", &b, &e), 0);
    faults_disarm();
    assert_string_equal(b.p, "content");
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
    assert_int_equal(e.code, ERR_IO);
    assert_int_equal(count_entries(*state), 1);
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

typedef int writer(const char *path, const void *p, size_t n, const char *what, struct err *err);

/* Fails each call of a write in turn. Afterwards the file is either the old one, whole, and the error says what
 * happened, or the new one, whole: never a mixture, never a temporary file, never a descriptor too many. */
static void fail_each_call(const char *dir, writer *write_it, const char *old, int errnum, enum err_code code)
{
    const char *path = in(dir, "f");
    unsigned failed = 0;

    for (unsigned nth = 1;; nth++) {
        struct err e = { .code = ERR_INTERNAL };
        size_t fds = count_fds();
        unsigned calls;
        int result;

        unlink(path);
        if (old)
            put_text(path, old);
        faults_arm(&(struct fault){ NULL, nth, errnum }, 1);
        result = write_it(path, "new content", 11, "the file", &e);
        calls = faults_disarm();
        if (result == 0)
            assert_string_equal(get_text(path), "new content");
        else if (old)
            assert_string_equal(get_text(path), old);
        else
            assert_null(get_text(path));
        assert_int_equal(count_entries(dir), result == 0 || old ? 1 : 0);
        assert_int_equal(count_fds(), fds);
        if (result) {
            failed++;
            assert_int_equal(e.code, code);
            assert_non_null(strstr(e.message, "the file"));
        }
        if (nth > calls)
            break;
    }
    /* opening the folder, making the temporary file, writing, syncing, closing, renaming, syncing the folder */
    assert_int_equal(failed, errnum == EINTR ? 2 : 7);
}

static void no_failing_call_harms_the_old_file(void **state)
{
    fail_each_call(*state, file_write, "old content", EIO, ERR_IO);
    fail_each_call(*state, file_write, "old content", ENOSPC, ERR_DISK_FULL);
    fail_each_call(*state, file_write, "old content", EDQUOT, ERR_DISK_FULL);
    fail_each_call(*state, file_write, NULL, EIO, ERR_IO);
    fail_each_call(*state, file_write, NULL, ENOSPC, ERR_DISK_FULL);
}

/* An interrupted write or sync is done again. Opening the folder and renaming are not interruptible; were they, the
 * caller would be told. */
static void an_interrupted_call_is_made_again(void **state)
{
    fail_each_call(*state, file_write, "old content", EINTR, ERR_IO);
}

static void no_failing_call_leaves_half_a_new_file(void **state)
{
    fail_each_call(*state, file_create_new, NULL, EIO, ERR_IO);
    fail_each_call(*state, file_create_new, NULL, ENOSPC, ERR_DISK_FULL);
}

static void short_writes_are_gone_on_with(void **state)
{
    const char *path = in(*state, "f");
    struct err e;

    for (size_t most = 1; most <= 12; most++) {
        faults_arm(NULL, 0);
        faults_short_writes(most);
        assert_int_equal(file_write(path, "new content", 11, "the file", &e), 0);
        faults_disarm();
        assert_string_equal(get_text(path), "new content");
    }
}

/* A full disk takes the first bytes and refuses the rest. */
static void a_disk_that_fills_up_midway_leaves_the_old_file(void **state)
{
    const char *path = in(*state, "f");
    struct err e;

    put_text(path, "old content");
    for (unsigned nth = 2; nth <= 5; nth++) {
        faults_arm(&(struct fault){ "write", nth, ENOSPC }, 1);
        faults_short_writes(2);
        assert_int_equal(file_write(path, "new content", 11, "the file", &e), -1);
        faults_disarm();
        assert_int_equal(e.code, ERR_DISK_FULL);
        assert_string_equal(e.message, "Could not write the file: the disk is full.");
        assert_string_equal(get_text(path), "old content");
        assert_int_equal(count_entries(*state), 1);
    }
}

/* Two faults at once: the folder does not sync, and the old file could not be held open. */
static void what_cannot_be_taken_back_is_said(void **state)
{
    const char *path = in(*state, "f");
    struct err e;

    put_text(path, "old content");
    faults_arm((struct fault[]){ { "openat", 2, EACCES }, { "fsync", 2, EIO } }, 2);
    assert_int_equal(file_write(path, "new content", 11, "the file", &e), -1);
    faults_disarm();
    assert_int_equal(e.code, ERR_IO);
    assert_non_null(strstr(e.message, "may not survive"));
    assert_string_equal(get_text(path), "new content");
    assert_int_equal(count_entries(*state), 1);
}

/* The folder does not sync, and putting the old content back fails as well, at each of its steps. */
static void a_failed_return_leaves_no_temporary_file(void **state)
{
    static const struct fault seconds[] = {
        { "openat", 3, EIO }, { "read", 1, EIO }, { "write", 2, ENOSPC }, { "fsync", 3, EIO }, { "renameat", 2, EIO }
    };
    const char *path = in(*state, "f");
    struct err e;

    for (size_t i = 0; i < COUNT_OF(seconds); i++) {
        put_text(path, "old content");
        faults_arm((struct fault[]){ { "fsync", 2, EIO }, seconds[i] }, 2);
        assert_int_equal(file_write(path, "new content", 11, "the file", &e), -1);
        faults_disarm();
        assert_non_null(strstr(e.message, "may not survive"));
        assert_string_equal(get_text(path), "new content");
        assert_int_equal(count_entries(*state), 1);
    }
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

static void a_file_system_without_exclusive_rename_will_do(void **state)
{
    const char *path = in(*state, "f");
    struct err e;

    for (int i = 0; i < 2; i++) {
        faults_arm(&(struct fault){ "renameat2", 1, EINVAL }, 1);
        assert_int_equal(file_create_new(path, "one", 3, "the file", &e), i == 0 ? 0 : -1);
        faults_disarm();
        assert_string_equal(get_text(path), "one");
        assert_int_equal(count_entries(*state), 1);
    }
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_int_equal(mode_of(path), 0600);
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

/* ---- folders and removing ---- */

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
    assert_int_equal(e.code, ERR_IO);
}

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
        assert_int_equal(e.code, ERR_IO);
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

static void a_path_longer_than_any_is_refused(void **state)
{
    char path[PATH_MAX + 10];
    struct err e;

    (void)state;
    memset(path, 'a', sizeof path);
    path[PATH_MAX] = '/';
    path[PATH_MAX + 9] = '\0';
    assert_int_equal(file_write(path, "x", 1, "the file", &e), -1);
    assert_int_equal(e.code, ERR_IO);
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

static void writing_to_a_closed_pipe_is_told(void **state)
{
    struct err e;
    int fds[2];

    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    assert_int_equal(file_write_fd(fds[0], "abc", 3, "the answer", &e), 0);
    faults_arm(&(struct fault){ "write", 1, EPIPE }, 1);
    assert_int_equal(file_write_fd(fds[0], "abc", 3, "the answer", &e), -1);
    faults_disarm();
    assert_int_equal(e.code, ERR_IO);
    assert_string_equal(e.message, "Could not write the answer: the system refused it.");
    close(fds[0]);
    close(fds[1]);
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

#define SCRATCH_TEST(f) cmocka_unit_test_setup_teardown(f, scratch_setup, scratch_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_file_is_appended_whole),
        SCRATCH_TEST(a_file_of_exactly_the_limit_fits),
        SCRATCH_TEST(a_longer_file_is_refused_and_the_buffer_stays),
        SCRATCH_TEST(a_file_that_lies_about_its_size_is_bounded),
        SCRATCH_TEST(a_large_file_is_read_whole),
        SCRATCH_TEST(what_is_no_ordinary_file_is_refused),
        SCRATCH_TEST(every_failing_call_of_a_read_is_told),
        SCRATCH_TEST(a_pipe_is_read_to_its_end),
        SCRATCH_TEST(a_pipe_past_the_limit_is_refused),
        SCRATCH_TEST(a_file_is_replaced_and_private),
        SCRATCH_TEST(a_name_without_a_folder_is_in_this_one),
        SCRATCH_TEST(a_name_of_the_longest_length_can_be_written),
        SCRATCH_TEST(a_link_is_replaced_and_not_followed),
        SCRATCH_TEST(a_folder_is_not_written_over),
        SCRATCH_TEST(no_failing_call_harms_the_old_file),
        SCRATCH_TEST(an_interrupted_call_is_made_again),
        SCRATCH_TEST(no_failing_call_leaves_half_a_new_file),
        SCRATCH_TEST(short_writes_are_gone_on_with),
        SCRATCH_TEST(a_disk_that_fills_up_midway_leaves_the_old_file),
        SCRATCH_TEST(what_cannot_be_taken_back_is_said),
        SCRATCH_TEST(a_failed_return_leaves_no_temporary_file),
        SCRATCH_TEST(a_new_file_must_be_new),
        SCRATCH_TEST(a_file_system_without_exclusive_rename_will_do),
        SCRATCH_TEST(of_many_at_once_one_wins),
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
        SCRATCH_TEST(what_cannot_be_removed_is_told),
        SCRATCH_TEST(a_path_longer_than_any_is_refused),
        SCRATCH_TEST(a_buffer_that_has_failed_is_not_read_into),
        SCRATCH_TEST(a_wide_tree_goes_in_one_pass),
        SCRATCH_TEST(a_stat_tells_files_from_folders),
        SCRATCH_TEST(the_base_name_is_behind_the_last_slash),
        SCRATCH_TEST(writing_to_a_closed_pipe_is_told),
        SCRATCH_TEST(a_full_pipe_is_waited_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
