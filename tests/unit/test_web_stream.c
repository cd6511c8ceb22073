/* test_web_stream.c - streams: events as they come, silence, coming back, clients that are slow or gone, and the
 * server's end. */
#include "web_testing.h"

#include "web/journal.h"
#include "web/journal_node.h"
#include <pthread.h>
#include <stdatomic.h>

static struct journals *journals;
static struct journal *feed;
static atomic_bool was_cancelled, may_return;

static void follow(struct exchange *x, void *arg)
{
    const char *after = web_query(x, "after");

    (void)arg;
    web_follow(x, feed, after ? strtoull(after, NULL, 10) : 0);
}

/* Goes on after it has answered, as one that produces what is streamed does. */
static void follow_and_work(struct exchange *x, void *arg)
{
    struct err e;

    (void)arg;
    web_follow(x, feed, 0);
    while (!may_return && !was_cancelled) {
        was_cancelled = cancel_check(web_cancel(x), &e) < 0;
        usleep(1000);
    }
}

static void work_later(struct exchange *x, void *arg)
{
    struct err e;

    (void)arg;
    (void)x;
    if (journal_add(feed, NULL, "later", &e) == 0)
        journal_end(feed);
}

static void follow_then_later(struct exchange *x, void *arg)
{
    (void)arg;
    web_follow(x, feed, 0);
    web_later(x, work_later, NULL);
}

static const struct web_route routes[] = {
    { .method = "GET", .path = "/feed", .handle = follow },
    { .method = "GET", .path = "/instant", .flags = WEB_INSTANT, .handle = follow },
    { .method = "GET", .path = "/work", .flags = WEB_SLOW, .handle = follow_and_work },
    { .method = "GET", .path = "/later", .handle = follow_then_later },
};

static int setup(void **state)
{
    struct web_tuning tuning = web_usual;

    (void)state;
    tuning.tick_ms = 20;
    tuning.heartbeat_ms = 200;
    tuning.send_ms = 400;
    tuning.stop_ms = 5000;
    was_cancelled = may_return = false;
    journals = journals_new(world_system());
    assert_int_equal(journal_new(journals, "me", JOURNAL_FEED, &feed, &err), 0);
    start_with(&(struct web_config){ 0 }, routes, COUNT_OF(routes), &tuning);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    may_return = true;
    if (server)
        stop();
    journal_let_go(feed);
    journals_free(journals);
    return 0;
}

static void add(const char *data)
{
    assert_int_equal(journal_add(feed, "e", data, &err), 0);
}

static int open_stream(const char *request)
{
    int fd = dial();

    say(fd, request);
    assert_true(hear_until(fd, "\r\n\r\n"));
    return fd;
}

static void events_arrive_as_they_come(void **state)
{
    int fd = open_stream(GET("/feed"));
    char id[80];

    (void)state;
    assert_non_null(strstr(hear_text, "HTTP/1.1 200 OK\r\n"));
    assert_non_null(strcasestr(hear_text, "\r\nContent-Type: text/event-stream\r\n"));
    assert_non_null(strcasestr(hear_text, "\r\nCache-Control: no-store\r\n"));
    assert_non_null(strcasestr(hear_text, "\r\nX-Accel-Buffering: no\r\n"));
    assert_non_null(strcasestr(hear_text, "\r\nX-Request-Id: "));
    EVENTUALLY(journal_readers(feed) == 1);
    add("one");
    assert_true(hear_until(fd, "data: one\n\n"));
    snprintf(id, sizeof id, "id: %s.1\nevent: e\n", feed->key);
    assert_non_null(strstr(hear_text, id));
    add("two");
    assert_true(hear_until(fd, "data: two\n\n"));
    close(fd);
}

static void a_stream_begins_behind_a_number(void **state)
{
    int fd;

    (void)state;
    add("one");
    add("two");
    fd = dial();
    say(fd, GET("/feed?after=1"));
    assert_true(hear_until(fd, "data: two\n\n"));
    assert_null(strstr(hear_text, "data: one"));
    close(fd);
}

static void a_stream_ends_with_its_journal_and_the_connection_goes_on(void **state)
{
    int fd = open_stream(GET("/feed"));

    (void)state;
    add("one");
    journal_end(feed);
    assert_true(hear_until(fd, "\r\n0\r\n\r\n"));
    say(fd, "GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_int_equal(hear(fd).status, 404);
    EVENTUALLY(journal_readers(feed) == 0);
    close(fd);
}

static void a_handler_may_answer_with_a_stream_and_go_on_later(void **state)
{
    int fd = open_stream(GET("/later"));

    (void)state;
    assert_true(strstr(hear_text, "data: later") || hear_until(fd, "data: later\n\n"));
    close(fd);
}

static void a_stream_can_come_from_the_event_thread(void **state)
{
    int fd = open_stream(GET("/instant"));

    (void)state;
    add("one");
    assert_true(hear_until(fd, "data: one\n\n"));
    close(fd);
}

static void an_old_client_reads_until_the_connection_closes(void **state)
{
    int fd = open_stream("GET /feed HTTP/1.0\r\nHost: localhost\r\n\r\n");

    (void)state;
    add("one");
    assert_true(hear_until(fd, "data: one\n\n"));
    journal_end(feed);
    assert_true(is_closed_within(fd, PATIENCE_MS));
    close(fd);
}

static void a_silent_stream_has_a_heartbeat(void **state)
{
    int fd = open_stream(GET("/feed"));
    int64_t began = world_mono_us();

    (void)state;
    assert_true(hear_until(fd, ": \n\n"));
    assert_true(world_mono_us() - began > 150000);
    assert_true(hear_until(fd, ": \n\n"));
    assert_true(world_mono_us() - began > 350000);
    close(fd);
}

static void head_of_a_stream_is_its_head(void **state)
{
    int fd = dial();

    (void)state;
    say(fd, "HEAD /feed HTTP/1.1\r\nHost: localhost\r\n\r\nGET /none HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_int_equal(hear_head(fd).status, 200);
    assert_int_equal(hear(fd).status, 404);
    EVENTUALLY(journal_readers(feed) == 0);
    close(fd);
}

static void a_client_that_goes_is_noticed(void **state)
{
    int fd = open_stream(GET("/feed"));
    struct web_numbers n;

    (void)state;
    EVENTUALLY(journal_readers(feed) == 1);
    web_count(server, &n);
    assert_int_equal(n.streams, 1);
    close(fd);
    EVENTUALLY(journal_readers(feed) == 0);
    EVENTUALLY((web_count(server, &n), n.streams == 0 && n.connections == 0));
}

static void a_handler_that_still_works_hears_that_its_client_went(void **state)
{
    int fd = open_stream(GET("/work"));

    (void)state;
    usleep(100000);
    assert_false(was_cancelled);
    close(fd);
    EVENTUALLY(was_cancelled);
}

static void a_client_that_reads_nothing_is_cut_off_and_holds_nobody_up(void **state)
{
    int slow = open_stream(GET("/feed")), quick = open_stream(GET("/feed"));
    static char data[100001];
    int64_t began = world_mono_us();

    (void)state;
    EVENTUALLY(journal_readers(feed) == 2);
    memset(data, 'a', sizeof data - 1);
    for (int i = 0; i < 80; i++) { /* more than the sockets' buffers hold */
        add(data);
        assert_true(hear_until(quick, "a\n\n"));
    }
    EVENTUALLY((add("x"), usleep(20000), hear_until(quick, "data: x\n\n") && journal_readers(feed) == 1));
    assert_true(world_mono_us() - began < 10000000); /* the kernel would do it, too, much later (WEB_SEND_MS) */
    close(slow);
    close(quick);
}

static void disconnecting_closes_streams_and_the_journal_goes_on(void **state)
{
    int fd = open_stream(GET("/feed"));

    (void)state;
    EVENTUALLY(journal_readers(feed) == 1);
    add("one");
    journal_disconnect(feed);
    assert_true(hear_until(fd, "\r\n0\r\n\r\n"));
    add("two");
    say(fd, GET("/feed?after=1"));
    assert_true(hear_until(fd, "data: two\n\n"));
    close(fd);
}

static void many_streams_hear_the_same(void **state)
{
    int fds[200];
    struct web_numbers n;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        fds[i] = open_stream(GET("/feed"));
    EVENTUALLY(journal_readers(feed) == COUNT_OF(fds));
    EVENTUALLY((web_count(server, &n), n.running + n.waiting == 0)); /* none of them has a thread */
    add("all");
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        assert_true(hear_until(fds[i], "data: all\n\n"));
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        close(fds[i]);
    EVENTUALLY(journal_readers(feed) == 0);
}

static void the_servers_end_ends_streams_after_what_there_is(void **state)
{
    int fd = open_stream(GET("/feed"));
    int64_t began;

    (void)state;
    EVENTUALLY(journal_readers(feed) == 1);
    add("last words");
    began = world_mono_us();
    stop();
    assert_true(world_mono_us() - began < 4000000);
    assert_true(hear_until(fd, "data: last words\n\n"));
    assert_true(strstr(hear_text, "\r\n0\r\n\r\n") || hear_until(fd, "\r\n0\r\n\r\n"));
    assert_int_equal(journal_readers(feed), 0);
    assert_int_equal(feed->ended_us, 0);
    close(fd);
}

static void *write_until_told(void *arg)
{
    atomic_bool *is_over = arg;
    struct err e;

    while (!*is_over) {
        if (journal_add(feed, "e", "x", &e) < 0)
            break;
        usleep(100);
    }
    return NULL;
}

/* Writers, readers that come and go, and a server that ends among them. */
static void streams_come_and_go_while_events_are_written(void **state)
{
    atomic_bool is_over = false;
    pthread_t writers[2];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(writers); i++)
        assert_int_equal(pthread_create(&writers[i], NULL, write_until_told, &is_over), 0);
    for (int i = 0; i < 100; i++) {
        int fds[4];
        for (size_t k = 0; k < COUNT_OF(fds); k++)
            fds[k] = open_stream(GET("/feed"));
        for (size_t k = 0; k < COUNT_OF(fds); k++)
            close(fds[k]);
    }
    stop();
    is_over = true;
    for (size_t i = 0; i < COUNT_OF(writers); i++)
        pthread_join(writers[i], NULL);
    assert_int_equal(journal_readers(feed), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(events_arrive_as_they_come),
        TEST(a_stream_begins_behind_a_number),
        TEST(a_stream_ends_with_its_journal_and_the_connection_goes_on),
        TEST(a_handler_may_answer_with_a_stream_and_go_on_later),
        TEST(a_stream_can_come_from_the_event_thread),
        TEST(an_old_client_reads_until_the_connection_closes),
        TEST(a_silent_stream_has_a_heartbeat),
        TEST(head_of_a_stream_is_its_head),
        TEST(a_client_that_goes_is_noticed),
        TEST(a_handler_that_still_works_hears_that_its_client_went),
        TEST(a_client_that_reads_nothing_is_cut_off_and_holds_nobody_up),
        TEST(disconnecting_closes_streams_and_the_journal_goes_on),
        TEST(many_streams_hear_the_same),
        TEST(the_servers_end_ends_streams_after_what_there_is),
        TEST(streams_come_and_go_while_events_are_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
