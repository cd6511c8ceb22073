/* test_file_faults.c - files as broken disks leave them: every call of a read and of a write failed in turn, and what
 * is left looked at. */
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "faults.h"
#include "scratch.h"
#include "sys/file.h"
#include <errno.h>
#include <sys/socket.h>

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

typedef int writer(const char *path, const void *p, size_t n, const char *what, struct err *err);

/* Fails each call of a write in turn. Afterwards the file is either the old one, whole, and the error says what
 * happened, or the new one, whole: never a mixture, never a temporary file, never a descriptor too many. named: on a
 * file system that has no files without a name. Returns how many calls were fatal. */
static unsigned fail_each_call(const char *dir, writer *write_it, const char *old, bool named, int errnum,
                               enum err_code code)
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
        faults_arm((struct fault[]){ { NULL, nth, errnum }, { "openat", 1, EOPNOTSUPP } }, named ? 2 : 1);
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
    return failed;
}

/* Opening the folder, writing, syncing, naming, renaming, syncing the folder. Without a nameless file the temporary one
 * is made with a name, and there is no naming. */
#define FATAL 6

static void no_failing_call_harms_the_old_file(void **state)
{
    for (int named = 0; named <= 1; named++) {
        assert_int_equal(fail_each_call(*state, file_write, "old content", named, EIO, ERR_IO), FATAL);
        assert_int_equal(fail_each_call(*state, file_write, "old content", named, ENOSPC, ERR_DISK_FULL), FATAL);
        assert_int_equal(fail_each_call(*state, file_write, "old content", named, EDQUOT, ERR_DISK_FULL), FATAL);
        assert_int_equal(fail_each_call(*state, file_write, NULL, named, EIO, ERR_IO), FATAL);
        assert_int_equal(fail_each_call(*state, file_write, NULL, named, ENOSPC, ERR_DISK_FULL), FATAL);
    }
}

/* An interrupted write or sync is done again. Opening the folder, naming and renaming are not interruptible; were they,
 * the caller would be told. */
static void an_interrupted_call_is_made_again(void **state)
{
    assert_int_equal(fail_each_call(*state, file_write, "old content", false, EINTR, ERR_IO), 3);
    assert_int_equal(fail_each_call(*state, file_write, "old content", true, EINTR, ERR_IO), 2);
}

/* A new file needs no renaming: it gets its own name at once. */
static void no_failing_call_leaves_half_a_new_file(void **state)
{
    assert_int_equal(fail_each_call(*state, file_create_new, NULL, false, EIO, ERR_IO), FATAL - 1);
    assert_int_equal(fail_each_call(*state, file_create_new, NULL, false, ENOSPC, ERR_DISK_FULL), FATAL - 1);
    assert_int_equal(fail_each_call(*state, file_create_new, NULL, true, EIO, ERR_IO), FATAL);
    assert_int_equal(fail_each_call(*state, file_create_new, NULL, true, ENOSPC, ERR_DISK_FULL), FATAL);
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
    static const struct fault seconds[][2] = {
        { { "openat", 3, EIO }, { "openat", 4, EIO } },
        { { "read", 1, EIO } },
        { { "write", 2, ENOSPC } },
        { { "fsync", 3, EIO } },
        { { "linkat", 2, EIO } },
        { { "renameat", 2, EIO } },
    };
    const char *path = in(*state, "f");
    struct err e;

    for (size_t i = 0; i < COUNT_OF(seconds); i++) {
        put_text(path, "old content");
        faults_arm((struct fault[]){ { "fsync", 2, EIO }, seconds[i][0], seconds[i][1] }, seconds[i][1].call ? 3 : 2);
        assert_int_equal(file_write(path, "new content", 11, "the file", &e), -1);
        faults_disarm();
        assert_non_null(strstr(e.message, "may not survive"));
        assert_string_equal(get_text(path), "new content");
        assert_int_equal(count_entries(*state), 1);
    }
}

/* What is put back is not only the content. */
static void what_is_taken_back_has_its_mode_again(void **state)
{
    const char *path = in(*state, "f");
    struct err e;

    put_text(path, "old content");
    assert_int_equal(chmod(path, 0640), 0);
    faults_arm(&(struct fault){ "fsync", 2, EIO }, 1);
    assert_int_equal(file_write(path, "new content", 11, "the file", &e), -1);
    faults_disarm();
    assert_string_equal(get_text(path), "old content");
    assert_int_equal(mode_of(path), 0640);
}

static void a_file_system_without_exclusive_rename_will_do(void **state)
{
    const char *path = in(*state, "f");
    struct err e;

    for (int i = 0; i < 2; i++) {
        faults_arm((struct fault[]){ { "openat", 1, EOPNOTSUPP }, { "renameat2", 1, EINVAL } }, 2);
        assert_int_equal(file_create_new(path, "one", 3, "the file", &e), i == 0 ? 0 : -1);
        faults_disarm();
        assert_string_equal(get_text(path), "one");
        assert_int_equal(count_entries(*state), 1);
    }
    assert_int_equal(e.code, ERR_CONFLICT);
    assert_int_equal(mode_of(path), 0600);
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
    assert_int_equal(e.code, ERR_CANCELLED);
    assert_string_equal(e.message, "Could not write the answer: nobody reads it any more.");
    close(fds[0]);
    close(fds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(every_failing_call_of_a_read_is_told),
        SCRATCH_TEST(no_failing_call_harms_the_old_file),
        SCRATCH_TEST(an_interrupted_call_is_made_again),
        SCRATCH_TEST(no_failing_call_leaves_half_a_new_file),
        SCRATCH_TEST(short_writes_are_gone_on_with),
        SCRATCH_TEST(a_disk_that_fills_up_midway_leaves_the_old_file),
        SCRATCH_TEST(what_cannot_be_taken_back_is_said),
        SCRATCH_TEST(a_failed_return_leaves_no_temporary_file),
        SCRATCH_TEST(what_is_taken_back_has_its_mode_again),
        SCRATCH_TEST(a_file_system_without_exclusive_rename_will_do),
        SCRATCH_TEST(writing_to_a_closed_pipe_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
