/* proc.c - fork, exec and a poll loop over what the child says and whether it lives.
 *
 * The program is looked up before the fork; between fork and exec the child makes system calls only, with every signal
 * blocked until its handlers are back at their defaults. What goes wrong there comes back through a pipe that a
 * successful exec closes. The input is a file in memory, not a pipe: the child reads it when it likes, and nobody has
 * to be fed, to block, or to catch SIGPIPE.
 *
 * The run is over when the child itself has ended (a pidfd says so), not when its pipes close: a grandchild may hold
 * them for ever. Its group is then killed, before it is reaped: as long as it is a zombie no other process can have its
 * number. SIGKILL cannot be refused, so after it the wait has no limit.
 */
#include "sys/proc.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include "sys/file.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Every descriptor of a run, -1 while closed. A pipe's two ends stand side by side, as pipe2() fills them in. */
enum { INPUT, OUT, OUT_CHILD, ERRORS, ERRORS_CHILD, FAILURE, FAILURE_CHILD, PIDFD, FDS };

/* Where in its start a child failed. */
enum step { STEP_SET_UP, STEP_ENTER, STEP_EXEC };

/* What it writes to the FAILURE pipe then: less than PIPE_BUF, so whole or not at all. */
struct failure {
    enum step step;
    int errnum;
};

/* Why a run was stopped, if it was. */
enum stop { STOP_NOT, STOP_TIME, STOP_OUTPUT, STOP_CANCEL };

struct run {
    const struct proc_spec *spec;
    char program[PATH_MAX];
    int fds[FDS];
    pid_t pid;
    struct buf *out, *errors;
    enum stop stop;
    int64_t next_us; /* when SIGTERM is due; once that was sent, when SIGKILL is */
    bool killed;
};

static void close_at(struct run *r, int i)
{
    if (r->fds[i] >= 0)
        close(r->fds[i]);
    r->fds[i] = -1;
}

/* ---- the child; async-signal-safe calls only ---- */

static _Noreturn void child_fail(int fd, enum step step)
{
    struct failure f = { step, errno };
    ssize_t ignored = write(fd, &f, sizeof f);

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

/* Puts the descriptors in their places. All are moved above 2 first, since this program may run with 0, 1 or 2 closed
 * and then the pipes are there. Everything else is closed by the exec. */
static bool child_descriptors(int fds[static FDS])
{
    static const int from[] = { INPUT, OUT_CHILD, ERRORS_CHILD, FAILURE_CHILD };

    for (size_t i = 0; i < COUNT_OF(from); i++) {
        int moved = fcntl(fds[from[i]], F_DUPFD_CLOEXEC, 3);
        if (moved < 0)
            return false;
        fds[from[i]] = moved;
    }
    for (int i = 0; i < 3; i++)
        if (dup2(fds[from[i]], i) < 0)
            return false;
    return close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

static _Noreturn void child(struct run *r, pid_t parent, char *const *envp)
{
    const struct proc_spec *spec = r->spec;

    setpgid(0, 0);
    /* Should the parent have died before the prctl, nobody would ever end us. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        child_fail(r->fds[FAILURE_CHILD], STEP_SET_UP);
    child_signals();
    if (!child_descriptors(r->fds) || !child_limit(RLIMIT_CORE, 0))
        child_fail(r->fds[FAILURE_CHILD], STEP_SET_UP);
    if (spec->memory_bytes > 0 && !child_limit(RLIMIT_AS, spec->memory_bytes))
        child_fail(r->fds[FAILURE_CHILD], STEP_SET_UP);
    if (spec->cwd && chdir(spec->cwd) != 0)
        child_fail(r->fds[FAILURE_CHILD], STEP_ENTER);
    execve(r->program, (char *const *)(uintptr_t)spec->argv, envp);
    child_fail(r->fds[FAILURE_CHILD], STEP_EXEC);
}

/* ---- starting ---- */

static bool is_program(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* Only absolute folders of PATH count: a program is never picked up from wherever we happen to be. */
static int find_program(const char *name, char out[static PATH_MAX], struct err *err)
{
    const char *dirs = getenv("PATH");
    size_t n;

    if (strchr(name, '/')) {
        if ((size_t)snprintf(out, PATH_MAX, "%s", name) < PATH_MAX)
            return 0;
        return err_errno(err, ENAMETOOLONG, "start the program", name);
    }
    if (!dirs || !*dirs)
        dirs = "/usr/local/bin:/usr/bin:/bin";
    for (; *dirs; dirs += n + (dirs[n] == ':')) {
        n = strcspn(dirs, ":");
        if (*dirs != '/' || n >= PATH_MAX)
            continue;
        if (snprintf(out, PATH_MAX, "%.*s/%s", (int)n, dirs, name) < PATH_MAX && is_program(out))
            return 0;
    }
    err_set(err, ERR_NOT_FOUND, "A program that this needs is not installed.", "%s is not in PATH", name);
    return err_action(err, "Install %s.", name);
}

static int open_input(struct run *r, struct err *err)
{
    int fd = r->fds[INPUT] = memfd_create("input", MFD_CLOEXEC);

    if (fd < 0)
        return err_errno(err, errno, "pass the input on", NULL);
    if (file_write_fd(fd, r->spec->input, r->spec->input_n, "the input", err))
        return -1;
    return lseek(fd, 0, SEEK_SET) == 0 ? 0 : err_errno(err, errno, "pass the input on", NULL);
}

static int open_pipes(struct run *r, struct err *err)
{
    static const int ends[] = { OUT, ERRORS, FAILURE };

    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        int *pair = r->fds + ends[i];
        if (pipe2(pair, O_CLOEXEC) != 0 || fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0)
            return err_errno(err, errno, "start a program", NULL);
    }
    return 0;
}

static int start(struct run *r, struct err *err)
{
    char *const *envp = r->spec->envp ? (char *const *)(uintptr_t)r->spec->envp : environ;
    pid_t parent = getpid();
    sigset_t all, before;
    int e;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    r->pid = fork();
    if (r->pid == 0)
        child(r, parent, envp);
    e = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (r->pid < 0)
        return err_errno(err, e, "start a program", r->program);
    setpgid(r->pid, r->pid); /* whoever comes first: the group must be there before anything is sent to it */
    close_at(r, INPUT);
    close_at(r, OUT_CHILD);
    close_at(r, ERRORS_CHILD);
    close_at(r, FAILURE_CHILD);
    return 0;
}

/* ---- watching ---- */

/* Takes a piece of what is there; false when there is no more for now. The end and the limit close the pipe. */
static bool take_output(struct run *r, int i, struct buf *b)
{
    char chunk[PROC_CHUNK_BYTES];
    ssize_t got;

    if (r->fds[i] < 0)
        return false;
    got = read(r->fds[i], chunk, sizeof chunk);
    if (got < 0)
        return errno == EINTR;
    buf_add(b, chunk, (size_t)got);
    if (got == 0 || b->failed)
        close_at(r, i);
    return r->fds[i] >= 0;
}

/* Whether it may go on. A refusal by the caller's cancel is kept in err. */
static enum stop reason_to_stop(const struct run *r, struct err *err)
{
    if (r->out->failed || r->errors->failed)
        return STOP_OUTPUT;
    if (world_mono_us() >= r->next_us)
        return STOP_TIME;
    return cancel_check(r->spec->cancel, err) ? STOP_CANCEL : STOP_NOT;
}

/* The group is asked to end, and some time later made to. */
static void step_towards_end(struct run *r, struct err *err)
{
    if (r->stop == STOP_NOT) {
        r->stop = reason_to_stop(r, err);
        if (r->stop == STOP_NOT)
            return;
        kill(-r->pid, SIGTERM);
        r->next_us = world_mono_us() + PROC_TERM_MS * 1000;
    } else if (!r->killed && world_mono_us() >= r->next_us) {
        kill(-r->pid, SIGKILL);
        r->killed = true;
    }
}

/* Milliseconds until the clock or the caller has to be asked again; -1 when neither can matter any more. */
static int wait_ms(const struct run *r)
{
    int64_t left = (r->next_us - world_mono_us() + 999) / 1000;
    int64_t most = r->spec->cancel && r->stop == STOP_NOT ? PROC_TICK_MS : INT_MAX;

    if (r->killed)
        return -1;
    return left < 0 ? 0 : (int)(left < most ? left : most);
}

/* Returns when the child has ended and all that it wrote is taken. Only what is in the pipes by then counts: the group
 * is killed, and who left the group may keep a pipe but not us. */
static void watch(struct run *r, struct err *err)
{
    struct pollfd p[] = { { .events = POLLIN }, { .events = POLLIN }, { .fd = r->fds[PIDFD], .events = POLLIN } };

    for (;;) {
        p[0].fd = r->fds[OUT];
        p[1].fd = r->fds[ERRORS];
        if (poll(p, COUNT_OF(p), wait_ms(r)) > 0) {
            if (p[0].revents)
                take_output(r, OUT, r->out);
            if (p[1].revents)
                take_output(r, ERRORS, r->errors);
            if (p[2].revents)
                break;
        }
        step_towards_end(r, err);
    }
    kill(-r->pid, SIGKILL);
    while (take_output(r, OUT, r->out) || take_output(r, ERRORS, r->errors))
        ;
}

/* ---- ending ---- */

static int reap(struct run *r, int *ret_status, struct err *err)
{
    int status;

    while (waitpid(r->pid, &status, 0) < 0)
        if (errno != EINTR)
            return err_set(err, ERR_IO, "A program ended, but how is not known.", "waitpid of %s: errno %d", r->program,
                           errno);
    *ret_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return 0;
}

/* What kept the child from becoming the program, if anything did. */
static int check_start(const struct run *r, struct err *err)
{
    struct failure f;

    if (read(r->fds[FAILURE], &f, sizeof f) != sizeof f)
        return 0;
    switch (f.step) {
    case STEP_ENTER:
        return err_errno(err, f.errnum, "enter the folder of a program", r->spec->cwd);
    case STEP_EXEC:
        return err_errno(err, f.errnum, "start a program", r->program);
    case STEP_SET_UP:
        break;
    }
    return err_errno(err, f.errnum, "prepare a program", r->program);
}

/* From a started child to its result. */
static int finish(struct run *r, struct proc_result *ret, struct err *err)
{
    int status = 0;

    r->fds[PIDFD] = (int)syscall(SYS_pidfd_open, r->pid, 0);
    if (r->fds[PIDFD] < 0) {
        int e = errno;
        kill(-r->pid, SIGKILL);
        if (reap(r, &status, err))
            return -1;
        return err_errno(err, e, "watch a program", r->program);
    }
    watch(r, err);
    if (reap(r, &status, err) || check_start(r, err))
        return -1;
    if (r->out->failed || r->errors->failed)
        return err_set(err, ERR_TOO_LARGE, "A program gave more output than this one takes.", "%s: at most %zu and %zu",
                       r->program, r->out->max, r->errors->max);
    if (r->stop == STOP_CANCEL)
        return -1;
    *ret = (struct proc_result){ .timed_out = r->stop == STOP_TIME, .status = status };
    return 0;
}

int proc_run(const struct proc_spec *spec, struct buf *out, struct buf *errors, struct proc_result *ret,
             struct err *err)
{
    struct run r = { .spec = spec, .out = out, .errors = errors };
    size_t out_n = out->n, errors_n = errors->n;
    int result = -1;

    assert(spec->argv && spec->argv[0] && spec->timeout_ms > 0);
    for (int i = 0; i < FDS; i++)
        r.fds[i] = -1;
    if (buf_check(out, err) || buf_check(errors, err) || cancel_check(spec->cancel, err))
        return -1;
    if (find_program(spec->argv[0], r.program, err))
        return -1;
    r.next_us = world_mono_us() + (spec->timeout_ms < PROC_TIMEOUT_MS ? spec->timeout_ms : PROC_TIMEOUT_MS) * 1000;
    if (!open_input(&r, err) && !open_pipes(&r, err) && !start(&r, err))
        result = finish(&r, ret, err);
    for (int i = 0; i < FDS; i++)
        close_at(&r, i);
    if (result) {
        buf_cut(out, out_n);
        buf_cut(errors, errors_n);
    }
    return result;
}
