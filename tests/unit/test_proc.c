/* test_proc.c - children that behave: what they are given, and what is collected from them. What bounds and ends them
 * is in test_proc_limits.c, how they start, or do not, in test_proc_start.c. */
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "proc_testing.h"
#include "scratch.h"
#include "sys/proc.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

static void output_errors_and_status_are_collected(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    run_shell(&t, "echo out; echo err >&2; exit 3", 100);
    assert_int_equal(t.failed, 0);
    assert_string_equal(t.out.p, "out\n");
    assert_string_equal(t.errors.p, "err\n");
    assert_int_equal(t.result.status, 3);
    assert_false(t.result.timed_out);
}

static void the_input_arrives_whole(void **state)
{
    static char input[3000000];
    struct trial t CLEANUP(trial_done);

    (void)state;
    for (size_t i = 0; i < sizeof input; i++)
        input[i] = (char)('a' + i % 23);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "cat", NULL }, .input = input, .input_n = sizeof input },
        sizeof input);
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.out.n, sizeof input);
    assert_memory_equal(t.out.p, input, sizeof input);
}

static void no_input_is_an_empty_one(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "cat", NULL } }, 100);
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.out.n, 0);
}

/* A child that never reads its input must neither block us nor kill us with SIGPIPE. */
static void input_that_nobody_reads_is_no_matter(void **state)
{
    static char input[1000000];
    struct trial t CLEANUP(trial_done);

    (void)state;
    run(&t,
        (struct proc_spec){ .argv = (const char *const[]){ "true", NULL }, .input = input, .input_n = sizeof input },
        100);
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.result.status, 0);
}

static void both_outputs_can_be_large_at_once(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    run_shell(&t, "head -c 1000000 /dev/zero & head -c 1000000 /dev/zero >&2; wait", 1000000);
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.out.n, 1000000);
    assert_int_equal(t.errors.n, 1000000);
}

static void what_was_in_the_buffers_stays(void **state)
{
    const struct proc_spec spec = { .argv = (const char *const[]){ "sh", "-c", "echo 345; exec sleep 9", NULL },
                                    .timeout_ms = 400 };
    struct buf out CLEANUP(buf_done), errors CLEANUP(buf_done);
    struct proc_result result;
    struct err e;

    (void)state;
    buf_init(&out, 6);
    buf_init(&errors, 6);
    buf_adds(&out, "12");
    assert_int_equal(proc_run(&spec, &out, &errors, &result, &e), 0);
    assert_string_equal(out.p, "12345\n");
    assert_true(result.timed_out);
    assert_int_equal(proc_run(&spec, &out, &errors, &result, &e), -1);
    assert_string_equal(out.p, "12345\n");
}

static void a_killed_child_says_by_which_signal(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    run_shell(&t, "kill -SEGV $$", 100);
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.result.status, 128 + SIGSEGV);
    assert_false(t.result.timed_out);
}

static void only_three_descriptors_are_passed_on(void **state)
{
    struct trial t CLEANUP(trial_done);
    int extra = open("/dev/null", O_RDONLY); /* without O_CLOEXEC, as a careless library would */

    (void)state;
    run_shell(&t, "ls /proc/self/fd | tr '\\n' ' '", 100);
    assert_string_equal(t.out.p, "0 1 2 3 "); /* 3 is the folder that ls reads */
    close(extra);
}

/* As a service it may be started with none of the three. */
static void it_works_with_its_own_three_closed(void **state)
{
    pid_t pid = fork();
    int status;

    (void)state;
    if (pid == 0) {
        const struct proc_spec spec = { .argv = (const char *const[]){ "sh", "-c", "cat; echo err >&2", NULL },
                                        .input = "in",
                                        .input_n = 2,
                                        .timeout_ms = 5000 };
        struct proc_result result;
        struct buf out, errors;
        struct err e;
        close(0);
        close(1);
        close(2);
        buf_init(&out, 100);
        buf_init(&errors, 100);
        if (proc_run(&spec, &out, &errors, &result, &e) || result.status != 0)
            _exit(1);
        _exit(strcmp(out.p, "in") == 0 && strcmp(errors.p, "err\n") == 0 ? 0 : 2);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* A set of signals in /proc/self/status, as a bit each. */
static unsigned long long signals_of(const char *status, const char *field)
{
    const char *at = strstr(status, field);

    assert_non_null(at);
    return strtoull(at + strlen(field), NULL, 16);
}

static void signals_are_as_a_program_expects_them(void **state)
{
    /* Signals 32 and 33 are the C library's own: a parent that uses posix_spawn (make does) leaves them ignored, and
     * sigaction cannot change them. */
    const unsigned long long internal = 3ULL << 31;
    struct trial t CLEANUP(trial_done);
    sigset_t set, before;

    (void)state;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    signal(SIGPIPE, SIG_IGN);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "cat", "/proc/self/status", NULL } }, 10000);
    signal(SIGPIPE, SIG_DFL);
    pthread_sigmask(SIG_SETMASK, NULL, &set);
    assert_true(sigismember(&set, SIGTERM)); /* our own mask is as it was */
    assert_false(sigismember(&set, SIGINT));
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert_true(signals_of(t.out.p, "SigBlk:\t") == 0);
    assert_true((signals_of(t.out.p, "SigIgn:\t") & ~internal) == 0);
}

static void environment_and_folder_are_the_ones_given(void **state)
{
    struct trial t CLEANUP(trial_done);

    assert_int_equal(setenv("ASSAY_TEST_MARK", "here", 1), 0);
    run_shell(&t, "echo $ASSAY_TEST_MARK", 100);
    assert_string_equal(t.out.p, "here\n");
    trial_done(&t);
    run(&t,
        (struct proc_spec){ .argv = (const char *const[]){ "env", NULL },
                            .envp = (const char *const[]){ "A=1", NULL } },
        100);
    assert_string_equal(t.out.p, "A=1\n");
    trial_done(&t);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "pwd", NULL }, .cwd = *state }, 1000);
    assert_int_equal(t.out.n, strlen(*state) + 1);
    assert_memory_equal(t.out.p, *state, strlen(*state));
}

/* Interrupted all the time, as a program with timers is. */
static void nothing(int s)
{
    (void)s;
}

static void *pester(void *thread)
{
    for (int i = 0; i < 100; i++) {
        pthread_kill(*(pthread_t *)thread, SIGUSR1);
        usleep(3000);
    }
    return NULL;
}

static void interruptions_are_no_matter(void **state)
{
    struct sigaction act = { .sa_handler = nothing };
    struct trial t CLEANUP(trial_done);
    pthread_t self = pthread_self(), thread;

    (void)state;
    sigaction(SIGUSR1, &act, NULL);
    assert_int_equal(pthread_create(&thread, NULL, pester, &self), 0);
    run_shell(&t, "for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.03; done", 100);
    pthread_join(thread, NULL);
    signal(SIGUSR1, SIG_DFL);
    assert_int_equal(t.failed, 0);
    assert_string_equal(t.out.p, "1\n2\n3\n4\n5\n6\n7\n8\n");
}

static void an_ignored_sigchld_is_told_and_not_waited_for(void **state)
{
    struct buf out CLEANUP(buf_done), errors CLEANUP(buf_done);
    const struct proc_spec spec = { .argv = (const char *const[]){ "true", NULL }, .timeout_ms = 5000 };
    struct proc_result result;
    struct err e;

    (void)state;
    buf_init(&out, 10);
    buf_init(&errors, 10);
    signal(SIGCHLD, SIG_IGN);
    assert_int_equal(proc_run(&spec, &out, &errors, &result, &e), -1);
    signal(SIGCHLD, SIG_DFL);
    assert_int_equal(e.code, ERR_IO);
}

static void *run_many(void *failures)
{
    for (int i = 0; i < 10; i++) {
        const struct proc_spec spec = {
            .argv = (const char *const[]){ "cat", NULL }, .input = "hello", .input_n = 5, .timeout_ms = 20000
        };
        struct buf out, errors;
        struct proc_result result;
        struct err e;
        buf_init(&out, 10);
        buf_init(&errors, 10);
        *(int *)failures += proc_run(&spec, &out, &errors, &result, &e) != 0 || strcmp(out.p, "hello") != 0;
        buf_done(&out);
        buf_done(&errors);
    }
    return NULL;
}

static void threads_run_children_side_by_side(void **state)
{
    pthread_t threads[4];
    int failures[4] = { 0 };
    size_t fds = count_fds();

    (void)state;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_many, &failures[i]), 0);
    for (size_t i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(failures[i], 0);
    }
    assert_int_equal(count_fds(), fds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_errors_and_status_are_collected),
        cmocka_unit_test(the_input_arrives_whole),
        cmocka_unit_test(no_input_is_an_empty_one),
        cmocka_unit_test(input_that_nobody_reads_is_no_matter),
        cmocka_unit_test(both_outputs_can_be_large_at_once),
        cmocka_unit_test(what_was_in_the_buffers_stays),
        cmocka_unit_test(a_killed_child_says_by_which_signal),
        cmocka_unit_test(only_three_descriptors_are_passed_on),
        cmocka_unit_test(it_works_with_its_own_three_closed),
        cmocka_unit_test(signals_are_as_a_program_expects_them),
        SCRATCH_TEST(environment_and_folder_are_the_ones_given),
        cmocka_unit_test(interruptions_are_no_matter),
        cmocka_unit_test(an_ignored_sigchld_is_told_and_not_waited_for),
        cmocka_unit_test(threads_run_children_side_by_side),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
