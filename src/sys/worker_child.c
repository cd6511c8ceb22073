/* worker_child.c - the worker's side: a thread for each channel that is used, and one that waits for the end.
 *
 * A channel's thread is started by its first job, so that a worker that is asked one thing has two threads. The first
 * thread watches all channels: when the parent closes them, or dies, the process ends at once, whatever runs in it.
 * There is nothing to save.
 *
 * Running out of memory aborts (arena.h). The handler of that signal tells it from other aborts by asking for memory
 * itself, and gives it an exit status of its own.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "sys/no_core.h"
#include "sys/worker.h"
#include "sys/worker_frame.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#define OOM_SCORE "500" /* where the machine runs out of memory, a worker goes before what its user works with */
#define PROBE_SHARE 4   /* of the memory allowed: when that much cannot be had, an abort was for want of memory */

struct channel {
    int fd;
    const struct worker_env *env;
    const struct cancel *cancel;
};

/* ---- frames ---- */

static bool read_all(int fd, void *p, size_t n)
{
    char *to = p;

    while (n > 0) {
        ssize_t got = read(fd, to, n);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        if (got > 0) {
            to += got;
            n -= (size_t)got;
        }
    }
    return true;
}

/* False when the parent has gone. */
static bool send_frame(int fd, enum frame_kind kind, const void *p, size_t n)
{
    unsigned char head[FRAME_HEAD_BYTES];
    struct iovec parts[] = { { head, sizeof head }, { (void *)(uintptr_t)p, n } };
    uint32_t need = kind == FRAME_ANSWER ? frame_need(p, n) : 0;
    size_t i = 0;

    frame_pack((struct frame_head){ .bytes = (uint32_t)n, .need = need, .kind = (char)kind }, head);
    while (i < COUNT_OF(parts)) {
        ssize_t put = writev(fd, parts + i, (int)(COUNT_OF(parts) - i));
        if (put < 0 && errno != EINTR)
            return false;
        for (size_t left = put > 0 ? (size_t)put : 0; i < COUNT_OF(parts); i++) {
            size_t part = left < parts[i].iov_len ? left : parts[i].iov_len;
            parts[i].iov_base = (char *)parts[i].iov_base + part;
            parts[i].iov_len -= part;
            left -= part;
            if (parts[i].iov_len > 0)
                break;
        }
    }
    return true;
}

/* ---- what a job puts out ---- */

static int gone(struct err *err)
{
    return err_set(err, ERR_CANCELLED, "Stopped, as you asked.", "the parent has gone");
}

int job_write(struct job_io *io, const void *p, size_t n, struct err *err)
{
    const struct channel *c = io->channel;
    const char *from = p;

    while (n > 0) {
        size_t piece = n < WORKER_FRAME_BYTES ? n : WORKER_FRAME_BYTES;
        if (!send_frame(c->fd, FRAME_OUTPUT, from, piece))
            return gone(err);
        from += piece;
        n -= piece;
    }
    return cancel_check(io->cancel, err);
}

void job_step(struct job_io *io, int n, int of, const char *text)
{
    const struct channel *c = io->channel;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(WORKER_FRAME_BYTES);
    struct json *v = json_object(a);

    json_set(a, v, "n", json_int(a, n));
    json_set(a, v, "of", json_int(a, of));
    json_set(a, v, "text", json_str(a, text));
    json_write(&b, v);
    if (!b.failed)
        (void)send_frame(c->fd, FRAME_STEP, b.p, b.n); /* that nobody listens any more is noticed elsewhere */
}

/* ---- jobs ---- */

static const struct job *find_job(const struct job *jobs, const char *name)
{
    for (; jobs->name; jobs++)
        if (name && strcmp(jobs->name, name) == 0)
            return jobs;
    return NULL;
}

static int run_job(struct channel *c, const struct json *request, struct arena *a, struct json **ret, struct err *err)
{
    const char *name = json_get_text(request, "job");
    const struct job *job = find_job(c->env->jobs, name);
    struct job_io io = {
        .cancel = c->cancel, .arena = a, .channel = c, .is_brief = json_truth(json_get(request, "brief"))
    };

    if (!job)
        return err_set(err, ERR_UNKNOWN_OPERATION, "A worker does not know what it was asked.", "job '%s'",
                       name ? name : "");
    if (cancel_check(c->cancel, err))
        return -1;
    return job->run(c->env->state, json_get(request, "args"), &io, ret, err);
}

static int too_large(struct err *err)
{
    err_set(err, ERR_RESOURCE_EXHAUSTED, "The result is too large.", "over %u bytes as JSON", WORKER_FRAME_BYTES);
    return err_action(err, "Ask for fewer rows, fewer columns or shorter texts.");
}

/* Does the job whose text is in b, and answers it in the same buffer. */
static bool answer(struct channel *c, struct buf *b)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *request, *result = NULL;
    struct err err;
    int rc = json_parse(a, b->p, b->n, &request, &err);

    if (rc == 0)
        rc = run_job(c, request, a, &result, &err);
    buf_cut(b, 0);
    if (rc == 0) {
        json_write(b, result);
        if (!b->failed)
            return send_frame(c->fd, FRAME_ANSWER, b->p, b->n);
        buf_cut(b, 0);
        too_large(&err);
    }
    json_write(b, frame_from_err(a, &err));
    return send_frame(c->fd, FRAME_ERROR, b->p, b->n);
}

static bool serve_one(struct channel *c)
{
    unsigned char head[FRAME_HEAD_BYTES];
    struct buf b CLEANUP(buf_done) = BUF(WORKER_FRAME_BYTES);
    struct frame_head h;

    if (!read_all(c->fd, head, sizeof head))
        return false;
    h = frame_unpack(head);
    if (h.kind != FRAME_JOB || h.bytes > WORKER_FRAME_BYTES || !buf_reserve(&b, h.bytes) ||
        !read_all(c->fd, b.p, h.bytes))
        return false;
    b.n = h.bytes;
    return answer(c, &b);
}

static void *serve(void *arg)
{
    while (serve_one(arg))
        ;
    return NULL; /* the first thread sees the end, too */
}

/* ---- the process ---- */

/* Both calls go straight to the kernel and touch nothing of ours, whatever the check thinks of them. */
static void on_abort(int signal)
{
    struct rlimit limit;
    size_t bytes;

    (void)signal;
    /* NOLINTBEGIN(bugprone-signal-handler,cert-sig30-c) */
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    bytes = limit.rlim_cur / PROBE_SHARE;
    if (mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED)
        _exit(WORKER_EXIT_MEMORY);
    /* NOLINTEND(bugprone-signal-handler,cert-sig30-c) */
}

/* Where /proc is not there, or does not let it, nothing is lost but the order. */
static void go_first(void)
{
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    (void)!write(fd, OOM_SCORE, sizeof OOM_SCORE - 1);
    close(fd);
}

/* Starts the threads of channels that get work, until one is closed. */
static int watch(struct channel *channels, size_t n)
{
    struct pollfd polls[WORKER_CHANNELS];
    pthread_t thread;

    for (size_t i = 0; i < n; i++)
        polls[i] = (struct pollfd){ .fd = channels[i].fd, .events = POLLIN | POLLRDHUP };
    for (;;) {
        if (poll(polls, n, -1) < 0 && errno != EINTR)
            return EXIT_FAILURE;
        for (size_t i = 0; i < n; i++) {
            if (polls[i].revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL))
                return EXIT_SUCCESS;
            if (!(polls[i].revents & POLLIN))
                continue;
            if (pthread_create(&thread, NULL, serve, &channels[i]) != 0)
                return EXIT_FAILURE;
            pthread_detach(thread);
            polls[i].events = POLLRDHUP;
        }
    }
}

/* What began badly is told on every channel; a question that is on its way finds the answer there. */
static void tell_all(const struct channel *channels, size_t n, const struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(WORKER_FRAME_BYTES);

    json_write(&b, frame_from_err(a, err));
    for (size_t i = 0; i < n; i++)
        (void)send_frame(channels[i].fd, FRAME_ERROR, b.p, b.n);
}

bool worker_is(int argc, char **argv)
{
    return argc == 3 && strcmp(argv[0], WORKER_NAME) == 0;
}

int worker_main(int argc, char **argv, int (*begin)(struct worker_env *env, struct err *err))
{
    static struct channel channels[WORKER_CHANNELS]; /* threads use them to the end */
    static struct worker_env env;
    static int files[SPAWN_FDS];
    size_t n = argc == 3 ? strtoul(argv[1], NULL, 10) : 0, n_files = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    const struct worker_page *page;
    struct err err;

    page = mmap(NULL, sizeof *page, PROT_READ, MAP_SHARED, WORKER_PAGE_FD, 0);
    if (n < 1 || n > WORKER_CHANNELS || n_files > SPAWN_FDS || page == MAP_FAILED)
        return EXIT_FAILURE;
    go_first();
    no_core();                       /* after that: it takes away the right to */
    prctl(PR_SET_NAME, WORKER_NAME); /* else it is "exe" to ps and top */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of its write */
    signal(SIGABRT, on_abort);
    mallopt(M_ARENA_MAX,
            1); /* another thread's heap grows by a page, a system call each; ours have arenas of their own */
    for (size_t i = 0; i < n; i++)
        channels[i] = (struct channel){ .fd = WORKER_FIRST_FD + (int)i, .env = &env, .cancel = &page->cancels[i] };
    for (size_t i = 0; i < n_files; i++)
        files[i] = WORKER_FIRST_FD + (int)(n + i);
    env = (struct worker_env){ .files = files, .n_files = n_files };
    if (begin(&env, &err)) {
        tell_all(channels, n, &err);
        return EXIT_FAILURE;
    }
    _exit(watch(channels, n));
}
