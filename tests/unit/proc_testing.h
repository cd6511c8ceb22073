/* proc_testing.h - one run of a child with its buffers, for the tests of sys/proc. */
#pragma once
#include "base/buf.h"
#include "base/err.h"
#include "base/world.h"
#include "scratch.h"
#include "sys/proc.h"
#include <errno.h>
#include <sys/wait.h>

/* One run with its buffers, and what it may not leave behind. */
struct trial {
    struct buf out, errors;
    struct proc_result result;
    struct err err;
    int failed;
    int64_t took_ms;
};

static inline void trial_done(struct trial *t)
{
    buf_done(&t->out);
    buf_done(&t->errors);
}

/* Runs it and checks what holds for every run: no descriptor and no child is left. */
static inline void run(struct trial *t, struct proc_spec spec, size_t max)
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

static inline void run_shell(struct trial *t, const char *script, size_t max)
{
    run(t, (struct proc_spec){ .argv = (const char *const[]){ "sh", "-c", script, NULL } }, max);
}
