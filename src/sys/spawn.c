/* spawn.c - fork, and a child that makes system calls only until it has become the program. */
#include "sys/spawn.h"
#include "base/err.h"
#include "base/limits.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where in its start a child failed. */
enum step { STEP_SET_UP, STEP_EXEC };

/* What it writes to the pipe then: less than PIPE_BUF, so whole or not at all. */
struct failure {
    enum step step;
    int errnum;
};

/* What the child works on; made before the fork. */
struct start {
    const struct spawn_spec *spec;
    int fds[SPAWN_FDS + 1]; /* the given ones and, last, the pipe for failures */
};

/* ---- the child; async-signal-safe calls only ---- */

static _Noreturn void child_fail(const struct start *s, enum step step)
{
    struct failure f = { step, errno };
    ssize_t ignored = write(s->fds[s->spec->n_fds], &f, sizeof f);

    (void)ignored;
    _exit(127);
}

/* A handler must not run in the child, and what this program ignores (SIGPIPE) the child must not. Signals that cannot
 * be changed refuse, which is fine. */
static void child_signals(void)
{
    struct sigaction by_default = { .sa_handler = SIG_DFL };
    sigset_t none;

    for (int s = 1; s < NSIG; s++)
        sigaction(s, &by_default, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool child_limit(int resource, rlim_t most)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) != 0)
        return false;
    if (most < limit.rlim_max)
        limit.rlim_max = most;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit) == 0;
}

static bool child_limits(const struct spawn_spec *spec)
{
    return child_limit(RLIMIT_CORE, 0) && (!spec->data_bytes || child_limit(RLIMIT_DATA, spec->data_bytes)) &&
           (!spec->file_bytes || child_limit(RLIMIT_FSIZE, spec->file_bytes));
}

/* Puts the descriptors in their places. All are moved above those first, since this program may run with 0, 1 or 2
 * closed and then others are there. Everything else is closed by the exec. */
static bool child_descriptors(struct start *s)
{
    int n = (int)s->spec->n_fds;

    for (int i = 0; i <= n; i++) {
        int moved = fcntl(s->fds[i], F_DUPFD_CLOEXEC, n);
        if (moved < 0)
            return false;
        s->fds[i] = moved;
    }
    for (int i = 0; i < n; i++)
        if (dup2(s->fds[i], i) < 0)
            return false;
    return close_range((unsigned)n, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

static _Noreturn void child(struct start *s)
{
    const struct spawn_spec *spec = s->spec;

    child_signals();
    if (!child_descriptors(s) || !child_limits(spec))
        child_fail(s, STEP_SET_UP);
    execve(spec->program, (char *const *)(uintptr_t)spec->argv, (char *const *)(uintptr_t)spec->envp);
    child_fail(s, STEP_EXEC);
}

/* ---- this side ---- */

int spawn_start(const struct spawn_spec *spec, struct spawned *ret, struct err *err)
{
    struct start s = { .spec = spec };
    sigset_t all, before;
    int pipe_ends[2], e;
    pid_t pid;

    assert(spec->n_fds >= 3 && spec->n_fds <= SPAWN_FDS);
    if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return err_errno(err, errno, "start a program", spec->program);
    memcpy(s.fds, spec->fds, spec->n_fds * sizeof *s.fds);
    s.fds[spec->n_fds] = pipe_ends[1];
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid = fork();
    if (pid == 0)
        child(&s);
    e = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(pipe_ends[1]);
    if (pid < 0) {
        close(pipe_ends[0]);
        return err_errno(err, e, "start a program", spec->program);
    }
    *ret = (struct spawned){ .pid = pid, .failure = pipe_ends[0] };
    return 0;
}

int spawn_check(const struct spawn_spec *spec, int failure, struct err *err)
{
    struct failure f;

    if (read(failure, &f, sizeof f) != sizeof f)
        return 0;
    return err_errno(err, f.errnum, f.step == STEP_EXEC ? "start a program" : "prepare a program", spec->program);
}

int spawn_reap(pid_t pid, int *ret_status, struct err *err)
{
    int status;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return err_set(err, ERR_IO, "A program ended, but how is not known.", "waitpid: errno %d", errno);
    *ret_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return 0;
}
