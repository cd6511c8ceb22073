/* test_proc.c - children that behave, that hang, that flood, that fork, and that cannot be started. */
#include "base/attrs.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/world.h"
#include "faults.h"
#include "scratch.h"
#include "sys/proc.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* One run with its buffers, and what it may not leave behind. */
struct trial {
    struct buf out, errors;
    struct proc_result result;
    struct err err;
    int failed;
    int64_t took_ms;
};

static void trial_done(struct trial *t)
{
    buf_done(&t->out);
    buf_done(&t->errors);
}

/* Runs it and checks what holds for every run: no descriptor and no child is left. */
static void run(struct trial *t, struct proc_spec spec, size_t max)
{
    size_t fds = count_fds();
    int64_t start = world_mono_us();

    buf_init(&t->out, max);
    buf_init(&t->errors, max);
    if (!spec.timeout_ms)
        spec.timeout_ms = 20000;
    t->result = (struct proc_result){ .status = -1 };
    t->err.code = ERR_INTERNAL;
    t->failed = proc_run(&spec, &t->out, &t->errors, &t->result, &t->err);
    t->took_ms = (world_mono_us() - start) / 1000;
    assert_int_equal(count_fds(), fds);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void run_shell(struct trial *t, const char *script, size_t max)
{
    run(t, (struct proc_spec){ .argv = (const char *const[]){ "sh", "-c", script, NULL } }, max);
}

/* Running; a zombie that its new parent has not yet reaped is not. */
static bool is_alive(pid_t pid)
{
    char path[64];
    const char *text, *name_end;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    text = get_text(path);
    name_end = text ? strrchr(text, ')') : NULL;
    return name_end && name_end[2] != 'Z' && name_end[2] != 'X';
}

/* The process is gone, or will be in a moment. */
static bool ends_soon(pid_t pid)
{
    for (int i = 0; i < 200 && is_alive(pid); i++)
        usleep(10000);
    return !is_alive(pid);
}

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

static void output_past_the_limit_ends_the_child(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    run_shell(&t, "head -c 100001 /dev/zero; sleep 30", 100000);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_TOO_LARGE);
    assert_int_equal(t.out.n, 0);
    assert_false(t.out.failed);
    assert_int_equal(t.result.status, -1);
    assert_true(t.took_ms < 5000);
    trial_done(&t);
    run_shell(&t, "yes >&2", 100000);
    assert_int_equal(t.err.code, ERR_TOO_LARGE);
}

/* The limit is also kept by what is still in the pipe when the child has gone. */
static void the_last_bytes_count_too(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    run_shell(&t, "head -c 60000 /dev/zero", 60000);
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.out.n, 60000);
    trial_done(&t);
    run_shell(&t, "head -c 60001 /dev/zero", 60000);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_TOO_LARGE);
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

static void time_runs_out(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    run(&t,
        (struct proc_spec){ .argv = (const char *const[]){ "sh", "-c", "echo begun; sleep 30; echo no", NULL },
                            .timeout_ms = 300 },
        100);
    assert_int_equal(t.failed, 0);
    assert_true(t.result.timed_out);
    assert_int_equal(t.result.status, 128 + SIGTERM);
    assert_string_equal(t.out.p, "begun\n");
    assert_true(t.took_ms >= 300 && t.took_ms < 5000);
}

static void a_child_may_tidy_up_before_it_goes(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    run(&t,
        (struct proc_spec){
            .argv =
                (const char *const[]){ "sh", "-c", "trap 'echo bye; exit 5' TERM; while :; do sleep 0.05; done", NULL },
            .timeout_ms = 500 },
        100);
    assert_int_equal(t.failed, 0);
    assert_true(t.result.timed_out);
    assert_int_equal(t.result.status, 5);
    assert_string_equal(t.out.p, "bye\n");
}

/* It asks its own children, as a pipeline of a shell has, at the same time. */
static void the_whole_group_may_tidy_up(void **state)
{
    static const char script[] = "sh -c 'trap \"echo inner; exit\" TERM; while :; do sleep 0.05; done' & "
                                 "trap : TERM; wait; wait; echo outer";
    struct trial t CLEANUP(trial_done);

    (void)state;
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "sh", "-c", script, NULL }, .timeout_ms = 500 }, 100);
    assert_int_equal(t.failed, 0);
    assert_string_equal(t.out.p, "inner\nouter\n");
    assert_int_equal(t.result.status, 0);
    assert_true(t.result.timed_out);
}

static void a_child_that_will_not_go_is_killed(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    run(&t,
        (struct proc_spec){ .argv =
                                (const char *const[]){ "sh", "-c", "trap '' TERM; while :; do sleep 0.05; done", NULL },
                            .timeout_ms = 300 },
        100);
    assert_int_equal(t.failed, 0);
    assert_true(t.result.timed_out);
    assert_int_equal(t.result.status, 128 + SIGKILL);
    assert_true(t.took_ms >= 300 + PROC_TERM_MS && t.took_ms < 9000);
}

/* Grandchildren hold the pipes open: neither they nor the pipes keep us. */
static void the_whole_group_goes_with_it(void **state)
{
    struct trial t CLEANUP(trial_done);

    (void)state;
    run_shell(&t, "sleep 60 & echo $!", 100);
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.result.status, 0);
    assert_true(t.took_ms < 5000);
    assert_true(ends_soon((pid_t)strtol(t.out.p, NULL, 10)));
    trial_done(&t);
    run(&t,
        (struct proc_spec){ .argv = (const char *const[]){ "sh", "-c", "sleep 60 & echo $!; wait", NULL },
                            .timeout_ms = 400 },
        100);
    assert_true(t.result.timed_out);
    assert_true(ends_soon((pid_t)strtol(t.out.p, NULL, 10)));
}

static void who_leaves_the_group_does_not_hold_us(void **state)
{
    struct trial t CLEANUP(trial_done);
    pid_t pid;

    (void)state;
    run_shell(&t, "setsid sh -c 'echo $$; exec sleep 60' & sleep 0.5", 100);
    assert_int_equal(t.failed, 0);
    assert_true(t.took_ms < 5000);
    pid = (pid_t)strtol(t.out.p, NULL, 10);
    assert_true(pid > 1 && is_alive(pid));
    kill(pid, SIGKILL);
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

static void signals_are_as_a_program_expects_them(void **state)
{
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
    assert_non_null(strstr(t.out.p, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"));
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

static void limits_are_set(void **state)
{
    const struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };
    struct trial t CLEANUP(trial_done);

    (void)state;
    setrlimit(RLIMIT_CORE, &all); /* where that is allowed, so that there is something to limit */
    run(&t,
        (struct proc_spec){ .argv = (const char *const[]){ "sh", "-c", "ulimit -v; ulimit -c", NULL },
                            .memory_bytes = 512 << 20 },
        100);
    assert_string_equal(t.out.p, "524288\n0\n");
    trial_done(&t);
    run(&t,
        (struct proc_spec){
            .argv = (const char *const[]){ "sh", "-c", "head -c 300m /dev/zero | tail -c 300m | wc -c", NULL },
            .memory_bytes = 100 << 20 },
        1000);
    assert_int_equal(t.failed, 0);
    assert_string_not_equal(t.out.p, "314572800\n");
}

/* In a process of its own, as a hard limit cannot be taken back. */
static void a_limit_above_the_hard_one_stays_at_it(void **state)
{
    const struct rlimit hard = { RLIM_INFINITY >> 17, RLIM_INFINITY >> 17 };
    pid_t pid = fork();
    int status;

    (void)state;
    if (pid == 0) {
        const struct proc_spec spec = { .argv = (const char *const[]){ "sh", "-c", "ulimit -v", NULL },
                                        .timeout_ms = 5000,
                                        .memory_bytes = UINT64_C(1) << 62 };
        struct proc_result result;
        struct buf out, errors;
        struct err e;
        buf_init(&out, 100);
        buf_init(&errors, 100);
        if (setrlimit(RLIMIT_AS, &hard) != 0 || proc_run(&spec, &out, &errors, &result, &e) != 0)
            _exit(1);
        _exit(strtoull(out.p, NULL, 10) == hard.rlim_max / 1024 ? 0 : 2);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

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

static void a_path_longer_than_any_is_refused(void **state)
{
    struct trial t CLEANUP(trial_done);
    char path[PATH_MAX + 1];

    (void)state;
    memset(path, '/', sizeof path);
    path[PATH_MAX] = '\0';
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ path, NULL } }, 100);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_IO);
}

static void *fire_later(void *cancel)
{
    usleep(200000);
    cancel_fire(cancel);
    return NULL;
}

static void the_caller_can_cancel(void **state)
{
    struct trial t CLEANUP(trial_done);
    struct cancel c;
    pthread_t thread;

    (void)state;
    cancel_init(&c, NULL, 0);
    assert_int_equal(pthread_create(&thread, NULL, fire_later, &c), 0);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "sleep", "30", NULL }, .cancel = &c }, 100);
    pthread_join(thread, NULL);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_CANCELLED);
    assert_true(t.took_ms >= 200 && t.took_ms < 5000);
    assert_int_equal(t.result.status, -1);
    trial_done(&t);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "no-such-program", NULL }, .cancel = &c }, 100);
    assert_int_equal(t.err.code, ERR_CANCELLED); /* before anything was looked for or started */
}

static void the_cancels_deadline_counts(void **state)
{
    struct trial t CLEANUP(trial_done);
    struct cancel c;

    (void)state;
    cancel_init(&c, NULL, 200);
    run(&t, (struct proc_spec){ .argv = (const char *const[]){ "sleep", "30", NULL }, .cancel = &c }, 100);
    assert_int_equal(t.failed, -1);
    assert_int_equal(t.err.code, ERR_QUERY_TIMEOUT);
    assert_true(t.took_ms < 5000);
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

/* The parent is killed outright: its child must not live on. */
static void it_dies_with_its_parent(void **state)
{
    const char *path = in(*state, "pid");
    const char *text;
    pid_t parent = fork(), child = 0;

    if (parent == 0) {
        char script[PATH_MAX + 100];
        const struct proc_spec spec = { .argv = (const char *const[]){ "sh", "-c", script, NULL },
                                        .timeout_ms = 60000 };
        struct proc_result result;
        struct buf out, errors;
        struct err e;
        snprintf(script, sizeof script, "echo $$ > %s.new; mv %s.new %s; exec sleep 60", path, path, path);
        buf_init(&out, 10);
        buf_init(&errors, 10);
        _exit(proc_run(&spec, &out, &errors, &result, &e));
    }
    for (int i = 0; i < 500 && child == 0; i++) {
        usleep(10000);
        text = get_text(path);
        child = text ? (pid_t)strtol(text, NULL, 10) : 0;
    }
    assert_true(child > 1 && is_alive(child));
    kill(parent, SIGKILL);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    assert_true(ends_soon(child));
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

#define SCRATCH_TEST(f) cmocka_unit_test_setup_teardown(f, scratch_setup, scratch_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_errors_and_status_are_collected),
        cmocka_unit_test(the_input_arrives_whole),
        cmocka_unit_test(no_input_is_an_empty_one),
        cmocka_unit_test(input_that_nobody_reads_is_no_matter),
        cmocka_unit_test(both_outputs_can_be_large_at_once),
        cmocka_unit_test(output_past_the_limit_ends_the_child),
        cmocka_unit_test(the_last_bytes_count_too),
        cmocka_unit_test(what_was_in_the_buffers_stays),
        cmocka_unit_test(time_runs_out),
        cmocka_unit_test(a_child_may_tidy_up_before_it_goes),
        cmocka_unit_test(the_whole_group_may_tidy_up),
        cmocka_unit_test(a_child_that_will_not_go_is_killed),
        cmocka_unit_test(the_whole_group_goes_with_it),
        cmocka_unit_test(who_leaves_the_group_does_not_hold_us),
        cmocka_unit_test(a_killed_child_says_by_which_signal),
        cmocka_unit_test(only_three_descriptors_are_passed_on),
        cmocka_unit_test(it_works_with_its_own_three_closed),
        cmocka_unit_test(signals_are_as_a_program_expects_them),
        SCRATCH_TEST(environment_and_folder_are_the_ones_given),
        cmocka_unit_test(limits_are_set),
        cmocka_unit_test(a_limit_above_the_hard_one_stays_at_it),
        SCRATCH_TEST(a_program_that_is_not_there_is_told),
        SCRATCH_TEST(what_is_no_program_is_told),
        SCRATCH_TEST(a_folder_that_is_not_there_is_told),
        SCRATCH_TEST(the_path_is_searched_in_order_in_absolute_folders),
        cmocka_unit_test(every_failing_call_of_a_start_is_told),
        cmocka_unit_test(a_failure_between_fork_and_exec_is_told),
        cmocka_unit_test(a_path_longer_than_any_is_refused),
        cmocka_unit_test(the_caller_can_cancel),
        cmocka_unit_test(the_cancels_deadline_counts),
        cmocka_unit_test(interruptions_are_no_matter),
        cmocka_unit_test(an_ignored_sigchld_is_told_and_not_waited_for),
        SCRATCH_TEST(it_dies_with_its_parent),
        cmocka_unit_test(threads_run_children_side_by_side),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
