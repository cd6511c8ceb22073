/* test_worker_ends.c - all the ways in which a worker can end badly. */
#include "worker_testing.h"

/* ---- ending badly ---- */

static void a_crash_ends_the_job_and_nothing_else(void **state)
{
    static const struct {
        const char *args;
        enum err_code code;
    } ends[] = {
        { "{\"signal\":11}", ERR_DATA_UNREADABLE },   /* SIGSEGV */
        { "{\"signal\":7}", ERR_DATA_UNREADABLE },    /* SIGBUS: a mapped file became shorter */
        { "{\"signal\":31}", ERR_DATA_UNREADABLE },   /* SIGSYS: a forbidden call */
        { "{\"signal\":9}", ERR_RESOURCE_EXHAUSTED }, /* SIGKILL, not by us: the kernel had no more memory */
    };
    struct bench *b = *state;

    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        assert_false(worker_was_killed(b->worker)); /* it lives */
        fails(b, "crash", ends[i].args, ends[i].code);
        assert_false(worker_alive(b->worker));
        assert_int_equal(worker_was_killed(b->worker), ends[i].code == ERR_RESOURCE_EXHAUSTED);
        fails(b, "echo", "{}", ends[i].code); /* again, and as often as one likes */
        worker_free(b->worker);
        b->worker = start_with(b, (struct worker_spec){ 0 });
        answered(b, "echo", "{}");
    }
}

static void *wait_for_answer(void *arg)
{
    struct caller *c = arg;
    struct json *v;

    c->failures = call(&c->bench, "wait", "{}", NULL, &v);
    return NULL;
}

static void a_killed_worker_ends_the_jobs_of_all_its_callers(void **state)
{
    struct bench *b = *state;
    struct caller caller = { .bench = { .worker = b->worker, .arena = arena_new() } };
    int64_t pid;

    assert_true(json_int64(answered(b, "pid", "{}"), &pid));
    assert_int_equal(pthread_create(&caller.thread, NULL, wait_for_answer, &caller), 0);
    usleep(50000);
    kill((pid_t)pid, SIGKILL);
    pthread_join(caller.thread, NULL);
    assert_int_equal(caller.failures, -1);
    assert_int_equal(caller.bench.err.code, ERR_RESOURCE_EXHAUSTED);
    assert_false(worker_alive(b->worker));
    arena_free(caller.bench.arena);
}

static void a_worker_without_memory_says_so(void **state)
{
    struct bench *b = *state;

    if (SANITIZED)
        skip();
    worker_free(b->worker);
    b->worker = start_with(b, (struct worker_spec){ .memory_bytes = 256 << 20 });
    fails(b, "eat", "{}", ERR_RESOURCE_EXHAUSTED);
    assert_false(worker_alive(b->worker));
    worker_free(b->worker);
    b->worker = start_with(b, (struct worker_spec){ .memory_bytes = 256 << 20 });
    fails(b, "crash", "{\"signal\":6}", ERR_DATA_UNREADABLE); /* an abort with memory left is another thing */
}

static void a_worker_that_lies_is_ended(void **state)
{
    static const char *const lies[] = {
        /* whole heads: with less than one, the rest would be waited for */
        "{\"frame\":\"000000000000000041\"}",     /* an answer of nothing */
        "{\"frame\":\"0200000000000000417b7b\"}", /* an answer that is no JSON */
        "{\"frame\":\"ffffffff0000000041\"}",     /* an answer of 4 GiB */
        "{\"frame\":\"00000000000000005a\"}",     /* an unknown letter */
        "{\"frame\":\"00000000000000004a\"}",     /* a job, for us */
    };
    struct bench *b = *state;

    for (size_t i = 0; i < COUNT_OF(lies); i++) {
        fails(b, "lie", lies[i], ERR_DATA_UNREADABLE);
        assert_false(worker_alive(b->worker));
        assert_false(worker_was_killed(b->worker)); /* not for nothing */
        worker_free(b->worker);
        b->worker = start_with(b, (struct worker_spec){ .channels = 1 });
    }
}

static void what_began_badly_is_told_to_whoever_asks(void **state)
{
    struct bench *b = *state;
    int fd = memfd_create("file", MFD_CLOEXEC);

    assert_int_equal(write(fd, "!", 1), 1);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    worker_free(b->worker);
    b->worker = start_with(b, (struct worker_spec){ .files = &fd, .n_files = 1 });
    close(fd);
    fails(b, "echo", "{}", ERR_HOME_UNUSABLE);
    assert_string_equal(b->err.message, "It does not begin.");
}

static void a_program_that_cannot_be_started_is_told(void **state)
{
    struct bench *b = *state;

    worker_free(b->worker);
    b->worker = start_with(b, (struct worker_spec){ .program = "/nowhere/assay" });
    fails(b, "echo", "{}", ERR_NOT_FOUND);
    worker_free(b->worker);
    b->worker = start_with(b, (struct worker_spec){ .program = "/bin/true" });
    fails(b, "echo", "{}", ERR_DATA_UNREADABLE);
}

static void too_many_files_are_refused(void **state)
{
    struct bench *b = *state;
    int files[SPAWN_FDS] = { 0 };
    struct worker *w;

    assert_int_equal(
        worker_start(&(struct worker_spec){ .files = files, .n_files = SPAWN_FDS - 4, .channels = 1 }, &w, &b->err),
        -1);
    assert_int_equal(b->err.code, ERR_TOO_LARGE);
}

static void every_failing_call_of_a_start_is_told(void **state)
{
    static const struct fault faults[] = { { "open", 1, EMFILE },       { "memfd_create", 1, EMFILE },
                                           { "socketpair", 1, EMFILE }, { "socketpair", 2, ENFILE },
                                           { "pipe2", 1, EMFILE },      { "fork", 1, EAGAIN } };
    struct bench *b = *state;

    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        struct worker *w = NULL;
        int rc;
        faults_arm(&faults[i], 1);
        rc = worker_start(&(struct worker_spec){ .channels = 2 }, &w, &b->err);
        faults_disarm();
        assert_int_equal(rc, -1);
        assert_null(w);
        assert_int_equal(b->err.code, ERR_IO);
    }
}

/* A parent that starts a worker which never ends, says its number, and waits to be killed. */
static void be_a_parent(int out)
{
    struct bench b = { .arena = arena_new() };
    struct json *v;
    int64_t pid;

    b.worker = start_with(&b, (struct worker_spec){ 0 });
    if (!json_int64(answered(&b, "pid", "{}"), &pid) || write(out, &pid, sizeof pid) != sizeof pid)
        _exit(1);
    _exit(call(&b, "hang", "{}", NULL, &v));
}

static void a_worker_dies_with_its_parent_whatever_it_does(void **state)
{
    int pipe_ends[2], status;
    int64_t pid = 0, until = world_mono_us() + 5000000;
    pid_t parent;

    (void)state;
    assert_int_equal(pipe(pipe_ends), 0);
    parent = fork();
    if (parent == 0)
        be_a_parent(pipe_ends[1]);
    assert_int_equal(read(pipe_ends[0], &pid, sizeof pid), sizeof pid);
    usleep(50000);
    assert_int_equal(kill((pid_t)pid, 0), 0);
    kill(parent, SIGKILL);
    assert_int_equal(waitpid(parent, &status, 0), parent);
    while (kill((pid_t)pid, 0) == 0 && world_mono_us() < until) {
        char path[64], *text;
        snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
        text = strrchr(get_text(path) ? get_text(path) : ") Z", ')');
        if (text[2] == 'Z') /* whoever adopted it may be slow to reap it */
            break;
        usleep(10000);
    }
    assert_true(world_mono_us() < until);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_crash_ends_the_job_and_nothing_else),
        TEST(a_killed_worker_ends_the_jobs_of_all_its_callers),
        TEST(a_worker_without_memory_says_so),
        TEST(a_worker_that_lies_is_ended),
        TEST(what_began_badly_is_told_to_whoever_asks),
        TEST(a_program_that_cannot_be_started_is_told),
        TEST(too_many_files_are_refused),
        TEST(every_failing_call_of_a_start_is_told),
        TEST(a_worker_dies_with_its_parent_whatever_it_does),
    };

    if (worker_is(argc, argv))
        return worker_main(argc, argv, begin);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
