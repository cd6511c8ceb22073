/* worker.c - the parent's side: starting a worker, and outliving it.
 *
 * The worker is reaped under the lock by whoever sees its end first; its number is used for signals under the lock
 * only, so it can never be another process's.
 */
#include "sys/worker.h"
#include "base/err.h"
#include "sys/spawn.h"
#include "sys/worker_frame.h"
#include "sys/worker_node.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SELF "/proc/self/exe"

/* Nothing that this program's environment holds is the worker's business, but for these. */
static const char *const kept_names[] = { "TZ", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS" };

/* ---- starting ---- */

static int no_worker(struct err *err, const char *what, int errnum)
{
    return err_errno(err, errnum, "start the process that reads data", what);
}

/* The page, sealed before the worker gets it: it can neither be written to by others nor become smaller under us. */
static int make_page(struct worker *w, int *ret_fd, struct err *err)
{
    int fd = memfd_create("page", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    void *p = MAP_FAILED;

    if (fd < 0)
        return no_worker(err, "memfd_create", errno);
    if (ftruncate(fd, sizeof *w->page) == 0)
        p = mmap(NULL, sizeof *w->page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED ||
        fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) != 0) {
        no_worker(err, "shared page", errno);
        if (p != MAP_FAILED)
            munmap(p, sizeof *w->page);
        close(fd);
        return -1;
    }
    w->page = p;
    *ret_fd = fd;
    return 0;
}

/* "NAME=value" of those names that are set, in a list that ends with NULL; the values stay the environment's. */
static void keep_environment(const char *out[static COUNT_OF(kept_names) + 1])
{
    size_t n = 0;

    for (char **e = environ; e && *e && n < COUNT_OF(kept_names); e++)
        for (size_t i = 0; i < COUNT_OF(kept_names); i++) {
            size_t len = strlen(kept_names[i]);
            if (strncmp(*e, kept_names[i], len) == 0 && (*e)[len] == '=')
                out[n++] = *e;
        }
    out[n] = NULL;
}

/* Forks and execs; fds are the child's, in their order. */
static int spawn(struct worker *w, const struct worker_spec *spec, const int *fds, size_t n_fds, struct err *err)
{
    char channels[16], files[16];
    const char *env[COUNT_OF(kept_names) + 1], *argv[] = { WORKER_NAME, channels, files, NULL };
    struct spawned child;

    snprintf(channels, sizeof channels, "%zu", w->n);
    snprintf(files, sizeof files, "%zu", spec->n_files);
    keep_environment(env);
    if (spawn_start(&(struct spawn_spec){ .program = w->program,
                                          .argv = argv,
                                          .envp = env,
                                          .fds = fds,
                                          .n_fds = n_fds,
                                          .data_bytes = spec->memory_bytes,
                                          .file_bytes = spec->file_bytes },
                    &child, err))
        return -1;
    w->pid = child.pid;
    w->failure = child.failure;
    return 0;
}

/* Makes the channels and the list of the child's descriptors, and starts it. ends: the child's of the channels. */
static int connect_and_spawn(struct worker *w, const struct worker_spec *spec, int null, int page,
                             int ends[static WORKER_CHANNELS], struct err *err)
{
    int fds[SPAWN_FDS], n = 0;

    fds[n++] = null;
    fds[n++] = null;
    fds[n++] = !spec->silent && fcntl(STDERR_FILENO, F_GETFD) >= 0 ? STDERR_FILENO : null;
    fds[n++] = page;
    for (size_t i = 0; i < w->n; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
            return no_worker(err, "socketpair", errno);
        w->fds[i] = pair[0];
        fds[n++] = ends[i] = pair[1];
    }
    if (spec->n_files > 0)
        memcpy(fds + n, spec->files, spec->n_files * sizeof *fds);
    return spawn(w, spec, fds, (size_t)n + spec->n_files, err);
}

static int start(struct worker *w, const struct worker_spec *spec, struct err *err)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC), page = -1, ends[WORKER_CHANNELS], rc = -1;

    for (size_t i = 0; i < WORKER_CHANNELS; i++)
        ends[i] = -1;
    if (null < 0)
        no_worker(err, "/dev/null", errno);
    else if (make_page(w, &page, err) == 0)
        rc = connect_and_spawn(w, spec, null, page, ends, err);
    for (size_t i = 0; i < WORKER_CHANNELS; i++)
        if (ends[i] >= 0)
            close(ends[i]);
    if (page >= 0)
        close(page);
    if (null >= 0)
        close(null);
    return rc;
}

int worker_start(const struct worker_spec *spec, struct worker **ret, struct err *err)
{
    struct worker *w = calloc(1, sizeof *w);
    pthread_condattr_t monotonic;

    assert(spec->channels >= 1 && spec->channels <= WORKER_CHANNELS);
    if (!w || !(w->program = strdup(spec->program ? spec->program : SELF)))
        abort();
    w->n = spec->channels;
    w->failure = -1;
    for (size_t i = 0; i < WORKER_CHANNELS; i++)
        w->fds[i] = -1;
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&w->freed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (spec->n_files + WORKER_FIRST_FD + w->n > SPAWN_FDS)
        err_set(err, ERR_TOO_LARGE, "That is about too many files at once.", "%zu files", spec->n_files);
    else if (start(w, spec, err) == 0) {
        *ret = w;
        return 0;
    }
    worker_free(w);
    return -1;
}

/* ---- ending; under the lock ---- */

static void reap(struct worker *w)
{
    struct err unknown;

    if (w->pid == 0)
        return;
    kill(w->pid, SIGKILL);
    if (spawn_reap(w->pid, &w->status, &unknown))
        w->status = 0;
    w->pid = 0;
    pthread_cond_broadcast(&w->freed);
}

void worker_kill(struct worker *w, bool lied)
{
    pthread_mutex_lock(&w->lock);
    w->killed = w->killed || w->pid != 0;
    w->lied = w->lied || lied;
    reap(w);
    pthread_mutex_unlock(&w->lock);
}

void worker_refuse(struct worker *w)
{
    worker_kill(w, true);
}

void worker_free(struct worker *w)
{
    if (!w)
        return;
    worker_kill(w, false);
    for (size_t i = 0; i < w->n; i++)
        if (w->fds[i] >= 0)
            close(w->fds[i]);
    if (w->failure >= 0)
        close(w->failure);
    if (w->page)
        munmap(w->page, sizeof *w->page);
    pthread_cond_destroy(&w->freed);
    pthread_mutex_destroy(&w->lock);
    free(w->program);
    free(w);
}

bool worker_alive(struct worker *w)
{
    siginfo_t info = { .si_pid = 0 };
    bool alive;

    pthread_mutex_lock(&w->lock);
    if (w->pid != 0 && waitid(P_PID, (id_t)w->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0)
        reap(w);
    alive = w->pid != 0;
    pthread_mutex_unlock(&w->lock);
    return alive;
}

bool worker_was_killed(struct worker *w)
{
    bool was_killed;

    pthread_mutex_lock(&w->lock);
    was_killed = w->pid == 0 && w->status == 128 + SIGKILL && !w->lied;
    pthread_mutex_unlock(&w->lock);
    return was_killed;
}

int worker_died(struct worker *w, struct err *err)
{
    struct spawn_spec spec = { .program = w->program };
    int status;

    pthread_mutex_lock(&w->lock);
    reap(w);
    status = w->killed ? 0 : w->status;
    pthread_mutex_unlock(&w->lock);
    if (spawn_check(&spec, w->failure, err))
        return -1;
    if (status == WORKER_EXIT_MEMORY || status == 128 + SIGKILL) {
        err_set(err, ERR_RESOURCE_EXHAUSTED, "The data needs more memory than there is for it.", "worker: status %d",
                status);
        return err_action(err, "Close other programs, or ask about a smaller file.");
    }
    if (status == 128 + SIGSYS)
        err_set(err, ERR_DATA_UNREADABLE, "Reading the data was stopped: it led to something that is not allowed.",
                "worker: ended by the kernel for a forbidden system call");
    else
        err_set(err, ERR_DATA_UNREADABLE, "The data could not be read: the process that reads it ended.",
                "worker: status %d", status);
    return err_action(err, "Try again; if it fails again, the file is damaged.");
}
