/* test_proc_start.c - programs that are looked for and started, and all that can stop a start. */
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "faults.h"
#include "proc_testing.h"
#include "scratch.h"
#include "sys/proc.h"
#include <errno.h>
#include <sys/resource.h>

static void a_program_that_is_not_there_is_told(void **state)
{
    struct trial t CLEANUP(trial_done);

    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "no-such-program", NULL } }, 100);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_NOT_FOUND);
    assert_string_equal(t.err.action, "Install no-such-program.");
    trial_done(&t);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ in(*state, "none"), NULL } }, 100);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_NOT_FOUND);
    assert_null(strstr(t.err.message, *state));
    assert_non_null(strstr(t.err.detail, *state));
}

static void what_is_no_program_is_told(void **state)
{
    struct trial t CLEANUP(trial_done);

    put_text(in(*state, "plain"), "text");
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ in(*state, "plain"), NULL } }, 100);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_IO);
    assert_int_equal(chmod(in(*state, "plain"), 0700), 0);
    trial_done(&t);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ in(*state, "plain"), NULL } }, 100);
    assert_int_equal(t.failed, -1); /* not a format the kernel knows */
    assert_int_equal(t.err.code, ERR_IO);
    trial_done(&t);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ *state, NULL } }, 100);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_IO);
}

static void a_folder_that_is_not_there_is_told(void **state)
{
    struct trial t CLEANUP(trial_done);

    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "true", NULL }, .cwd = in(*state, "none") }, 100);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_NOT_FOUND);
    assert_non_null(strstr(t.err.message, "folder"));
}

static void the_path_is_searched_in_order_in_absolute_folders(void **state)
{
    struct trial t CLEANUP(trial_done);
    char *before = strdup(getenv("PATH")), path[2 * PATH_MAX];

    assert_int_equal(mkdir(in(*state, "one"), 0700), 0);
    assert_int_equal(mkdir(in(*state, "two"), 0700), 0);
    assert_int_equal(mkdir(in(*state, "one/tool"), 0700), 0); /* a folder of that name is no program */
    put_text(in(*state, "two/tool"), "#!/bin/sh\necho two\n");
    assert_int_equal(chmod(in(*state, "two/tool"), 0700), 0);
    snprintf(path, sizeof path, ":relative::%s:%s", in(*state, "one"), in(*state, "two"));
    setenv("PATH", path, 1);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "tool", NULL } }, 100);
    assert_int_equal(t.failed, 0);
    assert_string_equal(t.out.p, "two\n");
    trial_done(&t);
    assert_int_equal(chdir(in(*state, "two")), 0);
    setenv("PATH", ".:", 1);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "tool", NULL } }, 100);
    assert_int_equal(t.err.code, ERR_NOT_FOUND);
    trial_done(&t);
    unsetenv("PATH");
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "true", NULL } }, 100);
    assert_int_equal(t.failed, 0);
    setenv("PATH", before, 1);
    free(before);
    assert_int_equal(chdir("/"), 0);
}

static void a_path_longer_than_any_is_refused(void **state)
{
    struct trial t CLEANUP(trial_done);
    char path[PATH_MAX + 1];

    (void)state;
    memset(path, '/', sizeof path);
    path[PATH_MAX] = '\0';
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ path, NULL } }, 100);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_INVALID_INPUT);
}

static void every_failing_call_of_a_start_is_told(void **state)
{
    static const struct fault faults[] = { { "memfd_create", 1, EMFILE }, { "write", 1, ENOSPC },
                                           { "pipe2", 1, EMFILE },        { "pipe2", 2, EMFILE },
                                           { "pipe2", 3, EMFILE },        { "fork", 1, EAGAIN },
                                           { "syscall", 1, ENOSYS } };
    const struct proc_spec spec = { .argv = (const char *const[]){ "cat", NULL }, .input = "x", .input_n = 1 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        struct trial t CLEANUP(trial_done);
        faults_arm(&faults[i], 1);
        run(&t, spec, 100);
        faults_disarm();
        assert_int_equal(t.failed, -1);
        assert_int_equal(t.err.code, faults[i].errnum == ENOSPC ? ERR_DISK_FULL : ERR_IO);
        assert_int_equal(t.result.status, -1);
    }
}

/* Descriptors for all that this side opens and for nothing more: the child cannot move its own. */
static void a_failure_between_fork_and_exec_is_told(void **state)
{
    const struct proc_spec spec = { .argv = (const char *const[]){ "true", NULL }, .timeout_ms = 5000 };
    struct buf out CLEANUP(buf_done), errors CLEANUP(buf_done);
    struct rlimit before, tight;
    struct proc_result result;
    int next = dup(0), failed;
    struct err e;

    (void)state;
    close(next);
    buf_init(&out, 10);
    buf_init(&errors, 10);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    tight = before;
    tight.rlim_cur = (rlim_t)next + 7;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &tight), 0);
    failed = proc_run(&spec, &out, &errors, &result, &e);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(failed, -1);
    assert_int_equal(e.code, ERR_IO);
    assert_string_equal(e.message, "Could not prepare a program: the system refused it.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_program_that_is_not_there_is_told),
        SCRATCH_TEST(what_is_no_program_is_told),
        SCRATCH_TEST(a_folder_that_is_not_there_is_told),
        SCRATCH_TEST(the_path_is_searched_in_order_in_absolute_folders),
        cmocka_unit_test(a_path_longer_than_any_is_refused),
        cmocka_unit_test(every_failing_call_of_a_start_is_told),
        cmocka_unit_test(a_failure_between_fork_and_exec_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
