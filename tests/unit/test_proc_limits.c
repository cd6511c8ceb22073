/* test_proc_limits.c - children that flood, hang, fork and take all the memory: each is bounded, and ends with all that
 * it started when its output, its time, its caller's patience or its parent is at an end. */
#include "base/attrs.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "proc_testing.h"
#include "scratch.h"
#include "sys/proc.h"
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* ---- output and memory ---- */

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

/* ---- time and the caller ---- */

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

/* ---- what is left running ---- */

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_past_the_limit_ends_the_child),
        cmocka_unit_test(the_last_bytes_count_too),
        cmocka_unit_test(limits_are_set),
        cmocka_unit_test(a_limit_above_the_hard_one_stays_at_it),
        cmocka_unit_test(time_runs_out),
        cmocka_unit_test(a_child_may_tidy_up_before_it_goes),
        cmocka_unit_test(the_whole_group_may_tidy_up),
        cmocka_unit_test(a_child_that_will_not_go_is_killed),
        cmocka_unit_test(the_caller_can_cancel),
        cmocka_unit_test(the_cancels_deadline_counts),
        cmocka_unit_test(the_whole_group_goes_with_it),
        cmocka_unit_test(who_leaves_the_group_does_not_hold_us),
        SCRATCH_TEST(it_dies_with_its_parent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
