/* test_worker.c - workers that work, and give in when they are asked to. */
#include "worker_testing.h"

/* ---- work ---- */

static void a_job_is_answered_again_and_again(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 100; i++) {
        struct json *v = answered(b, "echo", "{\"a\":[1,\"zwei\",null,0.10]}");
        assert_true(json_equal(v, parsed(b, "{\"a\":[1,\"zwei\",null,0.10]}")));
    }
    assert_true(worker_alive(b->worker));
}

static void an_error_comes_back_whole(void **state)
{
    struct bench *b = *state;

    fails(b, "refuse", "{}", ERR_DATA_EMPTY);
    assert_string_equal(b->err.message, "There is nothing in it.");
    assert_string_equal(b->err.action, "Put something in.");
    assert_string_equal(b->err.detail, "the detail of it");
    fails(b, "no such job", "{}", ERR_UNKNOWN_OPERATION);
    answered(b, "echo", "{}");
}

static void it_gets_what_it_was_given_and_nothing_else(void **state)
{
    struct bench *b = *state;
    int fd = memfd_create("file", MFD_CLOEXEC);
    struct json *v;

    assert_int_equal(write(fd, "text", 4), 4);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    setenv("SECRET", "key", 1);
    setenv("TZ", "UTC", 1);
    worker_free(b->worker);
    b->worker = start_with(b, (struct worker_spec){ .files = &fd, .n_files = 1, .channels = 3 });
    close(fd);
    v = answered(b, "tell", "{}");
    assert_string_equal(json_get_text(v, "file"), "text");
    assert_int_equal(json_get_int(v, "descriptors", 0), 4 + 3 + 1);
    assert_int_equal(json_get_int(v, "core", -1), 0);
    assert_int_equal(json_get_int(v, "oom", -1), 500); /* it goes before what its user works with */
    for (size_t i = 0; i < json_len(json_get(v, "environment")); i++) {
        const char *text = json_text(json_at(json_get(v, "environment"), i), NULL);
        assert_true(strncmp(text, "TZ=", 3) == 0 || strstr(text, "SAN_OPTIONS=") || strncmp(text, "LD_", 3) == 0);
    }
}

/* As a worker that speaks with a server is started. */
static void a_silent_one_has_no_descriptor_of_ours(void **state)
{
    struct bench *b = *state;
    char ours[PATH_MAX] = "";

    assert_true(readlink("/proc/self/fd/2", ours, sizeof ours - 1) > 0);
    assert_string_equal(json_get_text(answered(b, "tell", "{}"), "errors"), ours);
    worker_free(b->worker);
    b->worker = start_with(b, (struct worker_spec){ .silent = true });
    assert_string_equal(json_get_text(answered(b, "tell", "{}"), "errors"), "/dev/null");
}

static void the_shared_page_is_not_the_workers_to_write(void **state)
{
    assert_true(json_truth(answered(*state, "page", "{}")));
}

struct taken {
    size_t bytes, most;
    int steps;
    bool is_slow; /* to take the first piece: the job is done by then, if it is short */
};

static int take(void *arg, const void *p, size_t n, struct err *err)
{
    struct taken *t = arg;

    assert_int_equal(*(const char *)p, 'x');
    if (t->is_slow && t->bytes == 0)
        usleep(100000);
    t->bytes += n;
    return t->most && t->bytes > t->most ? err_set(err, ERR_DISK_FULL, "No more.", "full") : 0;
}

static void count_step(void *arg, int n, int of, const char *text)
{
    struct taken *t = arg;

    assert_int_equal(n, ++t->steps);
    assert_int_equal(of, 0);
    assert_string_equal(text, "a piece");
}

static void output_and_steps_arrive_in_order_whatever_their_size(void **state)
{
    struct bench *b = *state;
    struct taken t = { 0 };
    struct worker_output output = { .arg = &t, .write = take, .step = count_step };
    struct json *v;

    assert_int_equal(worker_call(b->worker, "put", parsed(b, "{\"bytes\":30000000,\"piece\":700001}"), &output, NULL,
                                 b->arena, &v, &b->err),
                     0);
    assert_int_equal(t.bytes, 30000000);
    assert_int_equal(t.steps, 43);
    answered(b, "put", "{\"bytes\":1000000,\"piece\":1000}"); /* nobody takes it */
}

static void who_cannot_take_more_output_ends_the_job(void **state)
{
    struct bench *b = *state;
    struct taken t = { .most = 100000 };
    struct worker_output output = { .arg = &t, .write = take };
    struct json *v;

    assert_int_equal(worker_call(b->worker, "put", parsed(b, "{\"bytes\":1000000000000,\"piece\":65536}"), &output,
                                 NULL, b->arena, &v, &b->err),
                     -1);
    assert_int_equal(b->err.code, ERR_DISK_FULL);
    assert_in_range(t.bytes, 100001, 300000);
    assert_true(worker_alive(b->worker));
    answered(b, "echo", "{}");
}

/* The worker is done by then and has answered that all went well. */
static void who_cannot_take_the_last_piece_has_no_answer(void **state)
{
    struct bench *b = *state;
    struct taken t = { .most = 2999, .is_slow = true };
    struct worker_output output = { .arg = &t, .write = take };
    struct json *v = NULL;

    assert_int_equal(worker_call(b->worker, "put", parsed(b, "{\"bytes\":3000,\"piece\":1000}"), &output, NULL,
                                 b->arena, &v, &b->err),
                     -1);
    assert_int_equal(b->err.code, ERR_DISK_FULL);
    assert_int_equal(t.bytes, 3000);
    assert_null(v);
    answered(b, "echo", "{}");
}

static void a_result_up_to_the_limit_arrives_and_a_larger_one_is_told(void **state)
{
    struct bench *b = *state;
    char args[64];
    size_t n;

    snprintf(args, sizeof args, "{\"bytes\":%u}", WORKER_FRAME_BYTES - 2); /* and its quotes */
    json_text(answered(b, "large", args), &n);
    assert_int_equal(n, WORKER_FRAME_BYTES - 2);
    snprintf(args, sizeof args, "{\"bytes\":%u}", WORKER_FRAME_BYTES - 1);
    fails(b, "large", args, ERR_RESOURCE_EXHAUSTED);
    answered(b, "echo", "{}");
}

static void *call_often(void *arg)
{
    struct caller *c = arg;

    for (int i = 0; i < 50; i++) {
        char args[64];
        struct json *v;
        snprintf(args, sizeof args, "{\"thread\":%d,\"i\":%d}", c->number, i);
        if (call(&c->bench, "echo", args, NULL, &v) || !json_equal(v, parsed(&c->bench, args)))
            c->failures++;
    }
    return NULL;
}

static void several_threads_share_its_channels(void **state)
{
    struct bench *b = *state;
    struct caller callers[6];

    for (size_t i = 0; i < COUNT_OF(callers); i++) {
        callers[i] = (struct caller){ .bench = { .worker = b->worker, .arena = arena_new() }, .number = (int)i };
        assert_int_equal(pthread_create(&callers[i].thread, NULL, call_often, &callers[i]), 0);
    }
    for (size_t i = 0; i < COUNT_OF(callers); i++) {
        pthread_join(callers[i].thread, NULL);
        assert_int_equal(callers[i].failures, 0);
        arena_free(callers[i].bench.arena);
    }
}

/* ---- cancelling ---- */

static void a_deadline_reaches_the_job(void **state)
{
    struct bench *b = *state;
    struct cancel cancel;
    struct json *v;
    int64_t start = world_mono_us();

    cancel_init(&cancel, NULL, 50);
    assert_int_equal(call(b, "wait", "{}", &cancel, &v), -1);
    assert_int_equal(b->err.code, ERR_QUERY_TIMEOUT);
    assert_in_range(world_mono_us() - start, 50000, WORKER_KILL_MS * 1000 - 1);
    assert_true(worker_alive(b->worker));
    answered(b, "echo", "{}");
}

static void *fire_soon(void *arg)
{
    usleep(30000);
    cancel_fire(arg);
    return NULL;
}

static void a_cancel_reaches_the_job(void **state)
{
    struct bench *b = *state;
    struct cancel cancel;
    struct json *v;
    pthread_t thread;

    cancel_init(&cancel, NULL, 0);
    assert_int_equal(pthread_create(&thread, NULL, fire_soon, &cancel), 0);
    assert_int_equal(call(b, "wait", "{}", &cancel, &v), -1);
    pthread_join(thread, NULL);
    assert_int_equal(b->err.code, ERR_CANCELLED);
    assert_true(worker_alive(b->worker));
    assert_int_equal(call(b, "echo", "{}", &cancel, &v), -1); /* a cancel stays fired */
    answered(b, "echo", "{}");                                /* and the next job starts without it */
}

static void a_job_that_does_not_give_in_is_killed(void **state)
{
    struct bench *b = *state;
    struct cancel cancel;
    struct json *v;
    int64_t start = world_mono_us();

    cancel_init(&cancel, NULL, 50);
    assert_int_equal(call(b, "hang", "{}", &cancel, &v), -1);
    assert_int_equal(b->err.code, ERR_QUERY_TIMEOUT);
    assert_in_range(world_mono_us() - start, WORKER_KILL_MS * 1000, (WORKER_KILL_MS + 3000) * 1000);
    assert_false(worker_alive(b->worker));
    assert_true(worker_was_killed(b->worker));
    fails(b, "echo", "{}", ERR_DATA_UNREADABLE);
}

static int take_slowly(void *arg, const void *p, size_t n, struct err *err)
{
    (void)arg;
    (void)p;
    (void)n;
    (void)err;
    usleep(2000);
    return 0;
}

/* Frames come faster than they are taken, so there is never a moment in which one has to wait. */
static void a_job_that_floods_is_ended_when_its_time_is_up(void **state)
{
    struct bench *b = *state;
    struct worker_output slow = { .write = take_slowly };
    int64_t began = world_mono_us();
    struct cancel cancel;
    struct json *v;

    cancel_init(&cancel, NULL, 50);
    assert_int_equal(worker_call(b->worker, "flood", NULL, &slow, &cancel, b->arena, &v, &b->err), -1);
    assert_int_equal(b->err.code, ERR_QUERY_TIMEOUT);
    assert_true(world_mono_us() - began < (WORKER_KILL_MS + 5000) * (int64_t)1000);
    assert_false(worker_alive(b->worker));
}

static void a_worker_whose_answer_is_refused_is_gone_and_was_not_killed_by_chance(void **state)
{
    struct bench *b = *state;

    answered(b, "pid", "{}");
    worker_refuse(b->worker);
    assert_false(worker_alive(b->worker));
    assert_false(worker_was_killed(b->worker));
    fails(b, "pid", "{}", ERR_DATA_UNREADABLE);
}

static void *hold_channel(void *arg)
{
    struct caller *c = arg;
    struct cancel cancel;
    struct json *v;

    cancel_init(&cancel, NULL, 300);
    c->failures = call(&c->bench, "wait", "{}", &cancel, &v);
    return NULL;
}

static void who_waits_for_a_channel_can_be_cancelled(void **state)
{
    struct bench *b = *state;
    struct caller callers[2];
    struct cancel cancel;
    struct json *v;

    for (size_t i = 0; i < COUNT_OF(callers); i++) {
        callers[i] = (struct caller){ .bench = { .worker = b->worker, .arena = arena_new() } };
        assert_int_equal(pthread_create(&callers[i].thread, NULL, hold_channel, &callers[i]), 0);
    }
    usleep(100000);
    cancel_init(&cancel, NULL, 50);
    assert_int_equal(call(b, "echo", "{}", &cancel, &v), -1);
    assert_int_equal(b->err.code, ERR_QUERY_TIMEOUT);
    answered(b, "echo", "{}"); /* waits for one to be free */
    for (size_t i = 0; i < COUNT_OF(callers); i++) {
        pthread_join(callers[i].thread, NULL);
        assert_int_equal(callers[i].failures, -1);
        arena_free(callers[i].bench.arena);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_job_is_answered_again_and_again),
        TEST(an_error_comes_back_whole),
        TEST(it_gets_what_it_was_given_and_nothing_else),
        TEST(a_silent_one_has_no_descriptor_of_ours),
        TEST(the_shared_page_is_not_the_workers_to_write),
        TEST(output_and_steps_arrive_in_order_whatever_their_size),
        TEST(who_cannot_take_more_output_ends_the_job),
        TEST(who_cannot_take_the_last_piece_has_no_answer),
        TEST(a_result_up_to_the_limit_arrives_and_a_larger_one_is_told),
        TEST(several_threads_share_its_channels),
        TEST(a_deadline_reaches_the_job),
        TEST(a_cancel_reaches_the_job),
        TEST(a_job_that_does_not_give_in_is_killed),
        TEST(a_job_that_floods_is_ended_when_its_time_is_up),
        TEST(a_worker_whose_answer_is_refused_is_gone_and_was_not_killed_by_chance),
        TEST(who_waits_for_a_channel_can_be_cancelled),
    };

    if (worker_is(argc, argv))
        return worker_main(argc, argv, begin);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
