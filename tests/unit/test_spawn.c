/* test_spawn.c - programs that are started: with what, and all that can stop a start. */
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "faults.h"
#include "scratch.h"
#include "sys/file.h"
#include "sys/spawn.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* One run of a program: what it said, and how it ended. */
struct trial {
    struct buf out;
    int failed, status;
    struct err err;
};

static void trial_done(struct trial *t)
{
    buf_done(&t->out);
}

/* Runs it to its end with its output in a pipe. */
static void run(struct trial *t, struct spawn_spec spec)
{
    const char *const none[] = { NULL };
    int null = open("/dev/null", O_RDWR | O_CLOEXEC), ends[2], fds[3];
    struct spawned child;

    if (pipe(ends) != 0) /* the faults' pipe2 is for the code that is tested */
        abort();
    fds[0] = null;
    fds[1] = fds[2] = ends[1];
    if (!spec.fds) {
        spec.fds = fds;
        spec.n_fds = COUNT_OF(fds);
    }
    if (!spec.envp)
        spec.envp = none;
    buf_init(&t->out, 100000);
    t->status = -1;
    t->failed = spawn_start(&spec, &child, &t->err);
    close(ends[1]);
    if (!t->failed) {
        if (file_read_fd(ends[0], "its output", &t->out, &t->err) || spawn_reap(child.pid, &t->status, &t->err) ||
            spawn_check(&spec, child.failure, &t->err))
            t->failed = -1;
        close(child.failure);
    }
    close(ends[0]);
    close(null);
}

static void run_shell(struct trial *t, const char *script, struct spawn_spec spec)
{
    spec.program = "/bin/sh";
    spec.argv = (const char *const[]){ "sh", "-c", script, NULL };
    run(t, spec);
}

/* ---- what it gets ---- */

static void its_end_is_known_by_status_or_signal(void **state)
{
    struct trial t CLEANUP(trial_done), other CLEANUP(trial_done);

    (void)state;
    run_shell(&t, "exit 7", (struct spawn_spec){ 0 });
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.status, 7);
    run_shell(&other, "kill -SEGV $$", (struct spawn_spec){ 0 });
    assert_int_equal(other.failed, 0);
    assert_int_equal(other.status, 128 + SIGSEGV);
}

static void only_the_descriptors_given_are_passed_on_in_their_order(void **state)
{
    struct trial t CLEANUP(trial_done);
    int extra = open("/dev/null", O_RDONLY), ends[2]; /* without O_CLOEXEC, as a careless library would */
    int zero = open("/dev/zero", O_RDONLY | O_CLOEXEC), fds[5];
    char said[200];
    ssize_t n;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    fds[0] = extra;
    fds[1] = fds[2] = fds[3] = ends[1];
    fds[4] = zero;
    run_shell(&t, "readlink /proc/$$/fd/4; ls /proc/$$/fd; :", /* in no pipe: the shell would hold its ends */
              (struct spawn_spec){
                  .fds = fds, .n_fds = COUNT_OF(fds), .envp = (const char *const[]){ "PATH=/usr/bin:/bin", NULL } });
    close(ends[1]);
    n = read(ends[0], said, sizeof said - 1);
    assert_true(n > 0);
    for (ssize_t more; (more = read(ends[0], said + n, sizeof said - 1 - (size_t)n)) > 0;)
        n += more;
    said[n] = '\0';
    assert_string_equal(said, "/dev/zero\n0\n1\n2\n3\n4\n");
    close(ends[0]);
    close(extra);
    close(zero);
}

/* As a service it may be started with none of the three. */
static void it_works_with_its_own_three_closed(void **state)
{
    pid_t pid = fork();
    int status;

    (void)state;
    if (pid == 0) {
        struct trial t;
        close(0);
        close(1);
        close(2);
        run_shell(&t, "echo out; echo err >&2", (struct spawn_spec){ 0 });
        _exit(t.failed == 0 && t.status == 0 && strcmp(t.out.p, "out\nerr\n") == 0 ? 0 : 1);
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
    run(&t, (struct spawn_spec){ .program = "/bin/cat",
                                 .argv = (const char *const[]){ "cat", "/proc/self/status", NULL } });
    signal(SIGPIPE, SIG_DFL);
    pthread_sigmask(SIG_SETMASK, NULL, &set);
    assert_true(sigismember(&set, SIGTERM)); /* our own mask is as it was */
    assert_false(sigismember(&set, SIGINT));
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert_true(signals_of(t.out.p, "SigBlk:\t") == 0);
    assert_true((signals_of(t.out.p, "SigIgn:\t") & ~internal) == 0);
}

static void the_environment_is_the_one_given(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    assert_int_equal(setenv("ASSAY_TEST_MARK", "here", 1), 0);
    run(&t, (struct spawn_spec){ .program = "/usr/bin/env",
                                 .argv = (const char *const[]){ "env", NULL },
                                 .envp = (const char *const[]){ "A=1", NULL } });
    assert_string_equal(t.out.p, "A=1\n");
}

static void limits_are_set(void **state)
{
    const struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };
    struct trial t CLEANUP(trial_done);

    (void)state;
    setrlimit(RLIMIT_CORE, &all); /* where that is allowed, so that there is something to limit */
    run_shell(&t, "ulimit -d; ulimit -f; ulimit -c",
              (struct spawn_spec){ .data_bytes = 512 << 20, .file_bytes = 1 << 20 });
    assert_string_equal(t.out.p, "524288\n2048\n0\n");
}

/* In a process of its own, as a hard limit cannot be taken back. */
static void a_limit_above_the_hard_one_stays_at_it(void **state)
{
    const struct rlimit hard = { RLIM_INFINITY >> 17, RLIM_INFINITY >> 17 };
    pid_t pid = fork();
    int status;

    (void)state;
    if (pid == 0) {
        struct trial t;
        if (setrlimit(RLIMIT_DATA, &hard) != 0)
            _exit(1);
        run_shell(&t, "ulimit -d", (struct spawn_spec){ .data_bytes = UINT64_C(1) << 62 });
        _exit(t.failed == 0 && strtoull(t.out.p, NULL, 10) == hard.rlim_max / 1024 ? 0 : 2);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* ---- what can go wrong ---- */

static void refuses(const char *program, enum err_code code)
{
    struct trial t CLEANUP(trial_done);

    run(&t, (struct spawn_spec){ .program = program, .argv = (const char *const[]){ "program", NULL } });
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, code);
    assert_null(strstr(t.err.message, program));
    assert_non_null(strstr(t.err.detail, program));
}

static void what_is_no_program_is_told(void **state)
{
    refuses(in(*state, "none"), ERR_NOT_FOUND);
    put_text(in(*state, "plain"), "text");
    refuses(in(*state, "plain"), ERR_IO); /* nobody may run it */
    assert_int_equal(chmod(in(*state, "plain"), 0700), 0);
    refuses(in(*state, "plain"), ERR_IO); /* not a format the kernel knows */
    refuses(*state, ERR_IO);
}

static void every_failing_call_of_a_start_is_told(void **state)
{
    static const struct fault faults[] = { { "pipe2", 1, EMFILE }, { "fork", 1, EAGAIN } };
    size_t fds = count_fds();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        struct trial t CLEANUP(trial_done);
        faults_arm(&faults[i], 1);
        run_shell(&t, "true", (struct spawn_spec){ 0 });
        faults_disarm();
        assert_int_equal(t.failed, -1);
        assert_int_equal(t.err.code, ERR_IO);
        assert_int_equal(count_fds(), fds);
    }
}

/* Descriptors for all that this side opens and for nothing more: the child cannot move its own. */
static void a_failure_between_fork_and_exec_is_told(void **state)
{
    struct trial t CLEANUP(trial_done);
    struct rlimit before, tight;
    int next = dup(0);

    (void)state;
    close(next);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    tight = before;
    tight.rlim_cur = (rlim_t)next + 5; /* /dev/null, two pipes */
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &tight), 0);
    run_shell(&t, "true", (struct spawn_spec){ 0 });
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_IO);
    assert_string_equal(t.err.message, "Could not prepare a program: the system refused it.");
}

static void an_end_that_nobody_can_know_is_told(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    signal(SIGCHLD, SIG_IGN); /* which a process can inherit: the kernel throws the status away */
    run_shell(&t, "true", (struct spawn_spec){ 0 });
    signal(SIGCHLD, SIG_DFL);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_end_is_known_by_status_or_signal),
        cmocka_unit_test(only_the_descriptors_given_are_passed_on_in_their_order),
        cmocka_unit_test(it_works_with_its_own_three_closed),
        cmocka_unit_test(signals_are_as_a_program_expects_them),
        cmocka_unit_test(the_environment_is_the_one_given),
        cmocka_unit_test(limits_are_set),
        cmocka_unit_test(a_limit_above_the_hard_one_stays_at_it),
        SCRATCH_TEST(what_is_no_program_is_told),
        cmocka_unit_test(every_failing_call_of_a_start_is_told),
        cmocka_unit_test(a_failure_between_fork_and_exec_is_told),
        cmocka_unit_test(an_end_that_nobody_can_know_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
