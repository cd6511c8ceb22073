/* confine_testing.h - trials in a confined process.
 *
 * Each is a child of the test that confines itself, tries one thing and says by its end how that went: by the status of
 * what it tried, or by the signal of the kernel.
 */
#pragma once
#include "base/attrs.h"
#include "base/err.h"
#include "scratch.h"
#include "sys/confine.h"
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

/* How a trial ended. */
enum { DONE = 0, SETUP = 99, STOPPED = -SIGSYS };

static const char *folder; /* the test's, with "given" and "other" in it */

typedef int trial(void);

/* An errno value, or 0. */
static int result(long rc)
{
    return rc < 0 ? errno : DONE;
}

static const uint16_t port = 9; /* of a server that may be reached */

static int confine_to(enum confine_stage stage)
{
    const struct confine_path paths[] = { { .path = in(folder, "given") },
                                          { .path = in(folder, "nowhere") },
                                          { .path = in(folder, "written"), .is_written = true } };
    struct err err;

    if (confine_files(paths, COUNT_OF(paths), &port, stage == CONFINE_NETWORK || stage == CONFINE_LOCAL, &err) ||
        confine_calls(stage, &err)) {
        fprintf(stderr, "%s\n", err.detail);
        return -1;
    }
    return 0;
}

/* The exit status of the trial in a child confined in this way, or the signal that ended it, negative. */
static int tried(trial *t, enum confine_stage stage)
{
    pid_t pid = fork();
    int status;

    assert_true(pid >= 0);
    if (pid == 0)
        _exit(confine_to(stage) ? SETUP : t());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- what comes of it ---- */

static const enum confine_stage stages[] = { CONFINE_LOADING, CONFINE_NETWORK, CONFINE_WORKING };

struct expectation {
    const char *name;
    trial *trial;
    int loading, network, working;
};

static void as_expected(const struct expectation *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const int wanted[] = { list[i].loading, list[i].network, list[i].working };
        for (size_t k = 0; k < COUNT_OF(stages); k++) {
            int got = tried(list[i].trial, stages[k]);
            if (got != wanted[k])
                fail_msg("%s in stage %zu: %d, not %d", list[i].name, k, got, wanted[k]);
        }
    }
}

#define TRIED(f, loading, network, working)                                                                            \
    {                                                                                                                  \
#f, f, loading, network, working                                                                               \
    }

static int with_files(void **state)
{
    int rc = scratch_setup(state);

    put_text(in(*state, "given"), "text");
    put_text(in(*state, "other"), "text");
    put_text(in(*state, "written"), "text");
    return rc;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, with_files, scratch_teardown)

/* 77 is meson's word for skipped. */
static inline int confined_tests(const char *name, const struct CMUnitTest *tests, size_t n)
{
    struct confine_level level = confine_level();

    if (level.seccomp && level.landlock > 0)
        return _cmocka_run_group_tests(name, tests, n, NULL, NULL);
    fprintf(stderr, "this kernel confines nothing: Landlock %d, seccomp %d\n", level.landlock, level.seccomp);
    return 77;
}
