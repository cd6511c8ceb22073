/* worker_testing.h - a worker with jobs that do well and badly, and a bench to start and ask it. The program that
 * includes this is its own worker. */
#pragma once
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "faults.h"
#include "hang_job.h"
#include "scratch.h"
#include "sys/file.h"
#include "sys/worker.h"
#include "sys/worker_frame.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* ---- in the worker ---- */

static int do_echo(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    (void)state;
    (void)err;
    *ret = json_copy(io->arena, args);
    return 0;
}

static int do_pid(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    (void)state;
    (void)args;
    (void)err;
    *ret = json_int(io->arena, getpid());
    return 0;
}

static int do_refuse(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    (void)state;
    (void)args;
    (void)io;
    (void)ret;
    err_set(err, ERR_DATA_EMPTY, "There is nothing in it.", "the %s of it", "detail");
    return err_action(err, "Put something in.");
}

/* Puts out as many bytes as asked, in pieces, with a step before each. */
static int do_put(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    int64_t left = json_get_int(args, "bytes", 0), piece = json_get_int(args, "piece", 1);
    int pieces = 0;
    char *bytes = arena_alloc(io->arena, (size_t)piece);

    (void)state;
    memset(bytes, 'x', (size_t)piece);
    for (; left > 0; left -= piece) {
        job_step(io, ++pieces, 0, "a piece");
        if (job_write(io, bytes, (size_t)(left < piece ? left : piece), err))
            return -1;
    }
    *ret = json_int(io->arena, pieces);
    return 0;
}

/* Puts out bytes for ever, whatever anybody says. */
static int do_flood(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    static const char bytes[1 << 16];

    (void)state;
    (void)args;
    (void)ret;
    for (volatile int forever = 1; forever;)
        (void)!job_write(io, bytes, sizeof bytes, err);
    return -1;
}

/* Goes on until it is cancelled. */
static int do_wait(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    (void)state;
    (void)args;
    (void)ret;
    while (cancel_check(io->cancel, err) == 0)
        usleep(1000);
    return -1;
}

static int do_crash(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    (void)state;
    (void)io;
    (void)ret;
    (void)err;
    signal((int)json_get_int(args, "signal", SIGSEGV), SIG_DFL); /* a sanitizer would make a report of it */
    raise((int)json_get_int(args, "signal", SIGSEGV));
    return -1;
}

static int do_eat(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    (void)state;
    (void)args;
    (void)ret;
    (void)err;
    for (volatile int forever = 1; forever;)
        memset(arena_alloc(io->arena, 1 << 20), 1, 1 << 20);
    return -1;
}

/* A result of as many bytes of text. */
static int do_large(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    size_t n = (size_t)json_get_int(args, "bytes", 0);
    char *text = arena_alloc(io->arena, n + 1);

    (void)state;
    (void)err;
    memset(text, 'x', n);
    *ret = json_strn(io->arena, text, n);
    return 0;
}

/* Says something that is not in the protocol. */
static int do_lie(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    const char *text = json_get_text(args, "frame");
    size_t n = strlen(text) / 2;
    unsigned char bytes[64];

    (void)state;
    (void)io;
    for (size_t i = 0; i < n; i++) {
        char two[] = { text[2 * i], text[2 * i + 1], '\0' };
        bytes[i] = (unsigned char)strtoul(two, NULL, 16);
    }
    assert_int_equal(write(WORKER_FIRST_FD, bytes, n), n); /* the first channel: nobody else is asked */
    sleep(3600);                                           /* what it said is all that it is judged by */
    *ret = NULL;
    (void)err;
    return 0;
}

static int do_page(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, WORKER_PAGE_FD, 0);

    (void)state;
    (void)args;
    (void)err;
    *ret = json_bool(io->arena, p == MAP_FAILED && ftruncate(WORKER_PAGE_FD, 0) != 0);
    return 0;
}

/* What it was given: the environment, the open descriptors, what 2 is, the limit on cores, and the text of the last
 * file. */
static int do_tell(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    const struct worker_env *env = state;
    struct buf b CLEANUP(buf_done) = BUF(1000);
    struct json *names = json_array(io->arena), *v = json_object(io->arena);
    struct rlimit core;
    char errors[PATH_MAX] = "";

    (void)args;
    if (readlink("/proc/self/fd/2", errors, sizeof errors - 1) > 0)
        json_set(io->arena, v, "errors", json_str(io->arena, errors));
    for (char **e = environ; *e; e++)
        json_push(io->arena, names, json_str(io->arena, *e));
    json_set(io->arena, v, "environment", names);
    json_set(io->arena, v, "descriptors", json_int(io->arena, (int64_t)count_fds() - 1)); /* the folder's own */
    getrlimit(RLIMIT_CORE, &core);
    if (file_read("/proc/self/oom_score_adj", "the score", &b, err))
        return -1;
    json_set(io->arena, v, "oom", json_int(io->arena, strtol(b.p, NULL, 10)));
    buf_cut(&b, 0);
    json_set(io->arena, v, "core", json_int(io->arena, (int64_t)core.rlim_max));
    if (env->n_files > 0) {
        if (file_read_fd(env->files[env->n_files - 1], "the file", &b, err))
            return -1;
        json_set(io->arena, v, "file", json_str(io->arena, b.p));
    }
    *ret = v;
    return 0;
}

static const struct job jobs[] = {
    { "echo", do_echo }, { "pid", do_pid },     { "refuse", do_refuse }, { "put", do_put }, { "wait", do_wait },
    { "hang", do_hang }, { "crash", do_crash }, { "eat", do_eat },       { "lie", do_lie }, { "large", do_large },
    { "page", do_page }, { "tell", do_tell },   { "flood", do_flood },   { NULL, NULL },
};

static int begin(struct worker_env *env, struct err *err)
{
    char byte = 0;

    if (env->n_files == 1 && read(env->files[0], &byte, 1) == 1 && byte == '!')
        return err_set(err, ERR_HOME_UNUSABLE, "It does not begin.", "begin");
    if (env->n_files == 1)
        lseek(env->files[0], 0, SEEK_SET);
    env->jobs = jobs;
    env->state = env;
    return 0;
}

/* ---- the other side ---- */

struct bench {
    struct worker *worker;
    struct arena *arena;
    struct err err;
    size_t fds;
};

static struct worker *start_with(struct bench *b, struct worker_spec spec)
{
    struct worker *w = NULL;

    if (!spec.channels)
        spec.channels = 2;
    if (worker_start(&spec, &w, &b->err))
        fail_msg("%s", b->err.detail);
    return w;
}

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof *b);

    b->fds = count_fds();
    b->arena = arena_new();
    b->worker = start_with(b, (struct worker_spec){ .channels = 2 });
    *state = b;
    return 0;
}

/* Nothing may be left: no descriptor, no child. */
static int tear_down(void **state)
{
    struct bench *b = *state;

    worker_free(b->worker);
    arena_free(b->arena);
    assert_int_equal(count_fds(), b->fds);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    free(b);
    return 0;
}

static struct json *parsed(struct bench *b, const char *text)
{
    struct json *v = NULL;

    assert_int_equal(json_parse(b->arena, text, strlen(text), &v, &b->err), 0);
    return v;
}

static int call(struct bench *b, const char *job, const char *args, const struct cancel *cancel, struct json **ret)
{
    return worker_call(b->worker, job, parsed(b, args), NULL, cancel, b->arena, ret, &b->err);
}

static struct json *answered(struct bench *b, const char *job, const char *args)
{
    struct json *v = NULL;

    if (call(b, job, args, NULL, &v))
        fail_msg("%s: %s | %s", job, b->err.message, b->err.detail);
    return v;
}

static void fails(struct bench *b, const char *job, const char *args, enum err_code code)
{
    struct json *v;

    if (call(b, job, args, NULL, &v) == 0)
        fail_msg("%s was done", job);
    if (b->err.code != code)
        fail_msg("%s: %s %s | %s", job, err_name(b->err.code), b->err.message, b->err.detail);
}

struct caller {
    struct bench bench;
    pthread_t thread;
    int number, failures;
};

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
