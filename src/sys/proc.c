/* proc.c - a child (spawn.h) and a poll loop over what it says and whether it lives.
 *
 * The input is a file in memory, not a pipe: the child reads it when it likes, and nobody has to be fed, to block, or
 * to catch SIGPIPE.
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
#include "sys/spawn.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Every descriptor of a run, -1 while closed. A pipe's two ends stand side by side, as pipe2() fills them in. */
enum { INPUT, OUT, OUT_CHILD, ERRORS, ERRORS_CHILD, FAILURE, PIDFD, FDS };

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
    static const int ends[] = { OUT, ERRORS };

    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        int *pair = r->fds + ends[i];
        if (pipe2(pair, O_CLOEXEC) != 0 || fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0)
            return err_errno(err, errno, "start a program", NULL);
    }
    return 0;
}

/* What is started; valid as long as the run is. */
static struct spawn_spec spawn_of(const struct run *r, const int fds[static 3])
{
    return (struct spawn_spec){ .program = r->program,
                                .argv = r->spec->argv,
                                .envp = r->spec->envp,
                                .cwd = r->spec->cwd,
                                .fds = fds,
                                .n_fds = 3,
                                .address_bytes = r->spec->memory_bytes,
                                .dies_with_us = true,
                                .own_group = true };
}

static int start(struct run *r, struct err *err)
{
    const int fds[] = { r->fds[INPUT], r->fds[OUT_CHILD], r->fds[ERRORS_CHILD] };
    const struct spawn_spec spec = spawn_of(r, fds);
    struct spawned child;

    if (spawn_start(&spec, &child, err))
        return -1;
    r->pid = child.pid;
    r->fds[FAILURE] = child.failure;
    close_at(r, INPUT);
    close_at(r, OUT_CHILD);
    close_at(r, ERRORS_CHILD);
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

/* From a started child to its result. */
static int finish(struct run *r, struct proc_result *ret, struct err *err)
{
    const struct spawn_spec spec = spawn_of(r, (const int[3]){ 0 });
    int status = 0;

    r->fds[PIDFD] = (int)syscall(SYS_pidfd_open, r->pid, 0);
    if (r->fds[PIDFD] < 0) {
        int e = errno;
        kill(-r->pid, SIGKILL);
        if (spawn_reap(r->pid, &status, err))
            return -1;
        return err_errno(err, e, "watch a program", r->program);
    }
    watch(r, err);
    if (spawn_reap(r->pid, &status, err) || spawn_check(&spec, r->fds[FAILURE], err))
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
