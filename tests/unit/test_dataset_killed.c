/* test_dataset_killed.c - workers that are killed while they are asked something: another one is asked the same, once,
 * and only while nothing of the answer is out.
 *
 * This program is its own worker, with a few jobs more than the real one. A job's step comes while it runs, so whoever
 * kills the worker there kills it in the middle of a call. Where the job is the real one, the worker is stopped first:
 * the call is then under way for as long as one likes.
 */
#include "base/cancel.h"
#include "data/worker/jobs.h"
#include "dataset_place.h"
#include "grid/table.h"
#include "scratch.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* ---- in the worker ---- */

static int do_pid(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    (void)state;
    (void)args;
    (void)err;
    *ret = json_int(io->arena, getpid());
    return 0;
}

/* Puts out what it is told to, says that it is at work and by which number, and goes on for a moment. */
static int do_work(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    const char *out = json_get_text(args, "out");

    (void)state;
    if (out && job_write(io, out, strlen(out), err))
        return -1;
    job_step(io, getpid(), 0, "at work");
    for (int i = 0; i < 100; i++) {
        if (cancel_check(io->cancel, err))
            return -1;
        usleep(1000);
    }
    *ret = json_int(io->arena, getpid());
    return 0;
}

static int begin(struct worker_env *env, struct err *err)
{
    static struct job jobs[32] = { { "pid", do_pid }, { "work", do_work } };

    if (workset_begin(env, err))
        return -1;
    for (size_t i = 0; env->jobs[i].name; i++)
        jobs[2 + i] = env->jobs[i];
    env->jobs = jobs;
    return 0;
}

/* ---- killing it ---- */

/* Sees a job begin, and ends its worker that many times. */
struct killer {
    int signal, times;
    int begun;
    struct buf out;
};

static int take(void *arg, const void *p, size_t n, struct err *err)
{
    struct killer *k = arg;

    (void)err;
    buf_add(&k->out, p, n);
    return 0;
}

static void strike(void *arg, int pid, int of, const char *text)
{
    struct killer *k = arg;

    (void)of;
    assert_string_equal(text, "at work");
    if (k->begun++ < k->times)
        assert_int_equal(kill(pid, k->signal), 0);
}

static int work_under(struct place *p, struct dataset *ds, struct killer *k, const char *args, struct json **ret)
{
    struct worker_output output = { .arg = k, .write = take, .step = strike };
    struct json *v = NULL;

    assert_int_equal(json_parse(p->arena, args, strlen(args), &v, &p->err), 0);
    buf_init(&k->out, 1000);
    return dataset_job(ds, "work", v, &output, NULL, p->arena, ret, &p->err);
}

static int64_t pid_of(struct place *p, struct dataset *ds)
{
    struct json *v;
    int64_t pid;

    if (dataset_job(ds, "pid", NULL, NULL, NULL, p->arena, &v, &p->err))
        fail_msg("%s", p->err.detail);
    assert_true(json_int64(v, &pid));
    return pid;
}

static void a_call_whose_worker_is_killed_is_done_by_another(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);
    struct killer k = { .signal = SIGKILL, .times = 1 };
    int64_t first = pid_of(p, ds), second;
    struct json *v;

    if (work_under(p, ds, &k, "{}", &v))
        fail_msg("%s", p->err.detail);
    assert_true(json_int64(v, &second));
    assert_int_not_equal(first, second);
    assert_int_equal(k.begun, 2);
    assert_int_equal(pid_of(p, ds), second);
    gives(p, ds, "SELECT count(*) FROM sales", "[[3]]");
    dataset_release(ds);
    ds = open_text(p, "sales.csv", SALES);
    dataset_release(ds);
}

static void a_second_death_is_told(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "sales.csv", SALES);
    struct dataset *ds = open_one(p, path), *next;
    struct killer k = { .signal = SIGKILL, .times = 2 };
    struct json *v;

    gives(p, ds, "SELECT count(*) FROM sales", "[[3]]");
    assert_int_equal(work_under(p, ds, &k, "{}", &v), -1);
    assert_int_equal(p->err.code, ERR_RESOURCE_EXHAUSTED);
    assert_string_equal(p->err.message, "The data needs more memory than there is for it.");
    assert_int_equal(k.begun, 2);
    next = open_one(p, path); /* the next question has a worker of its own */
    assert_ptr_not_equal(next, ds);
    gives(p, next, "SELECT count(*) FROM sales", "[[3]]");
    gives(p, ds, "SELECT count(*) FROM sales", "[[3]]"); /* and so has whoever kept the old one */
    dataset_release(ds);
    dataset_release(next);
}

static void what_has_put_something_out_is_not_done_again(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);
    struct killer k = { .signal = SIGKILL, .times = 1 };
    struct json *v;

    assert_int_equal(work_under(p, ds, &k, "{\"out\":\"half\"}", &v), -1);
    assert_int_equal(p->err.code, ERR_RESOURCE_EXHAUSTED);
    assert_int_equal(k.begun, 1);
    assert_string_equal(k.out.p, "half");
    buf_done(&k.out);
    dataset_release(ds);
}

static void a_worker_that_ends_by_its_own_fault_is_not_asked_again(void **state)
{
    static const int ends[] = { SIGSEGV, SIGBUS, SIGSYS, SIGTERM };
    struct place *p = *state;

    /* the sanitizers have reports of their own for the first two */
    for (size_t i = SANITIZED ? 2 : 0; i < COUNT_OF(ends); i++) {
        struct dataset *ds = open_text(p, "sales.csv", SALES);
        struct killer k = { .signal = ends[i], .times = 1 };
        struct json *v;

        assert_int_equal(work_under(p, ds, &k, "{}", &v), -1);
        assert_int_equal(p->err.code, ERR_DATA_UNREADABLE);
        assert_int_equal(k.begun, 1);
        dataset_release(ds);
    }
}

/* ---- while the real jobs run ---- */

struct caller {
    pthread_t thread;
    struct dataset *ds;
    int64_t wait_ms; /* 0: as long as it takes */
    int rc;
    int64_t sum;
    struct err err;
};

static void *query(void *arg)
{
    struct caller *c = arg;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct dataset_query q = { .sql = "SELECT sum(x) FROM a", .row_limit = 1 };
    struct dataset_rows rows;
    struct cancel cancel;

    cancel_init(&cancel, NULL, c->wait_ms);
    c->rc = dataset_query(c->ds, &q, &cancel, a, &rows, &c->err);
    if (c->rc == 0)
        assert_true(json_int64(json_at(json_at(rows.rows, 0), 0), &c->sum));
    return NULL;
}

static void start_callers(struct caller *callers, size_t n, struct dataset *ds)
{
    for (size_t i = 0; i < n; i++) {
        callers[i].ds = ds;
        assert_int_equal(pthread_create(&callers[i].thread, NULL, query, &callers[i]), 0);
    }
}

/* The callers' calls are under way when the worker, which does not move, is killed. */
static void kill_under(struct caller *callers, size_t n, struct dataset *ds, int64_t pid)
{
    assert_int_equal(kill((pid_t)pid, SIGSTOP), 0);
    start_callers(callers, n, ds);
    usleep(50000);
    assert_int_equal(kill((pid_t)pid, SIGKILL), 0);
    for (size_t i = 0; i < n; i++)
        pthread_join(callers[i].thread, NULL);
}

static void loading_is_done_again(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "a.csv", "x,y\n1,a\n2,b\n");
    struct caller caller = { 0 };

    kill_under(&caller, 1, ds, pid_of(p, ds));
    assert_int_equal(caller.rc, 0);
    assert_int_equal(caller.sum, 3);
    dataset_release(ds);
}

static void all_queries_under_way_are_done_again_by_one_worker(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "a.csv", "x,y\n1,a\n2,b\n");
    struct caller callers[12] = { 0 }; /* some of them wait for a channel */
    size_t fds;

    gives(p, ds, "SELECT sum(x) FROM a", "[[3]]");
    fds = count_fds();
    for (int times = 0; times < 3; times++) {
        int64_t pid = pid_of(p, ds);
        kill_under(callers, COUNT_OF(callers), ds, pid);
        for (size_t i = 0; i < COUNT_OF(callers); i++) {
            assert_int_equal(callers[i].rc, 0);
            assert_int_equal(callers[i].sum, 3);
        }
        assert_int_not_equal(pid_of(p, ds), pid);
        assert_int_equal(count_fds(), fds);
    }
    dataset_release(ds);
}

/* One call is cancelled and its worker does not give in, so it is killed; the other call is none of that's business. */
static void a_call_beside_one_that_hangs_is_done_again(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "a.csv", "x,y\n1,a\n2,b\n");
    struct caller callers[] = { { .wait_ms = 50 }, { .wait_ms = 0 } };

    gives(p, ds, "SELECT sum(x) FROM a", "[[3]]");
    assert_int_equal(kill((pid_t)pid_of(p, ds), SIGSTOP), 0);
    start_callers(callers, COUNT_OF(callers), ds);
    for (size_t i = 0; i < COUNT_OF(callers); i++)
        pthread_join(callers[i].thread, NULL);
    assert_int_equal(callers[0].rc, -1);
    assert_int_equal(callers[0].err.code, ERR_QUERY_TIMEOUT);
    assert_int_equal(callers[1].rc, 0);
    assert_int_equal(callers[1].sum, 3);
    dataset_release(ds);
}

/* ---- and the data is not what it was ---- */

static void figures_of_changed_data_are_not_given_under_the_old_hash(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "a.csv", "x,y\n1,a\n2,b\n");
    struct dataset *ds = open_one(p, path);
    struct caller caller = { 0 };
    struct stat st;
    int fd = open(path, O_WRONLY);

    gives(p, ds, "SELECT sum(x) FROM a", "[[3]]");
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(pwrite(fd, "9", 1, 4), 1);
    gives(p, ds, "SELECT sum(x) FROM a", "[[3]]"); /* what is loaded is loaded */
    for (int hidden = 0; hidden < 2; hidden++) {
        if (hidden)
            assert_int_equal(futimens(fd, (struct timespec[]){ st.st_atim, st.st_mtim }), 0);
        if (!hidden)
            kill_under(&caller, 1, ds, pid_of(p, ds));
        else
            query(&caller);
        assert_int_equal(caller.rc, -1);
        assert_int_equal(caller.err.code, ERR_DATA_UNREADABLE);
        assert_string_equal(caller.err.message,
                            "The data has changed, and the process that had read it as it was has ended.");
    }
    close(fd);
    dataset_release(ds);
    ds = open_one(p, path);
    gives(p, ds, "SELECT sum(x) FROM a", "[[11]]");
    dataset_release(ds);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_call_whose_worker_is_killed_is_done_by_another),
        TEST(a_second_death_is_told),
        TEST(what_has_put_something_out_is_not_done_again),
        TEST(a_worker_that_ends_by_its_own_fault_is_not_asked_again),
        TEST(loading_is_done_again),
        TEST(all_queries_under_way_are_done_again_by_one_worker),
        TEST(a_call_beside_one_that_hangs_is_done_again),
        TEST(figures_of_changed_data_are_not_given_under_the_old_hash),
    };

    if (worker_is(argc, argv))
        return worker_main(argc, argv, begin);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
