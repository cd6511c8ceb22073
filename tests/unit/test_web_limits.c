/* test_web_limits.c - what a server has to stand: slow clients, idle ones, full queues, handlers that do not come back,
 * and its own end. */
#include "web_testing.h"

#include "base/budget.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside, cancelled, finished;
static atomic_bool gate_is_open;

static void quick(struct exchange *x, void *arg)
{
    (void)arg;
    web_reply(x, 200, "text/plain", "quick", 5);
}

/* Waits for the gate, and listens to its cancel. */
static void polite(struct exchange *x, void *arg)
{
    struct err e;

    (void)arg;
    inside++;
    while (!gate_is_open) {
        if (cancel_check(web_cancel(x), &e) < 0) {
            cancelled++;
            inside--;
            web_fail(x, &e);
            return;
        }
        usleep(1000);
    }
    inside--;
    finished++;
    web_reply(x, 200, "text/plain", "polite", 6);
}

/* Waits for the gate, whatever happens. */
static void deaf(struct exchange *x, void *arg)
{
    (void)arg;
    inside++;
    while (!gate_is_open)
        usleep(1000);
    web_set(x, "X-Late", "yes");
    web_reply(x, 200, "text/plain", "deaf", 4);
    inside--;
    finished++;
}

static void big(struct exchange *x, void *arg)
{
    static char text[16 << 20];

    (void)arg;
    web_reply(x, 200, "application/octet-stream", text, sizeof text);
}

static const struct web_route routes[] = {
    { .method = "GET", .path = "/quick", .handle = quick },
    { .method = "POST", .path = "/quick", .body = WEB_JSON, .handle = quick },
    { .method = "GET", .path = "/polite", .flags = WEB_SLOW, .handle = polite },
    { .method = "GET", .path = "/brief", .flags = WEB_SLOW, .deadline_ms = 100, .handle = polite },
    { .method = "GET", .path = "/deaf", .flags = WEB_SLOW, .deadline_ms = 100, .handle = deaf },
    { .method = "GET", .path = "/big", .handle = big },
};

static void start_tuned(unsigned connections, int64_t head_ms)
{
    struct web_tuning tuning = web_usual;

    tuning.tick_ms = 10;
    tuning.head_ms = head_ms;
    tuning.idle_ms = 2000;
    tuning.grace_ms = 300;
    tuning.send_ms = 300;
    tuning.late_ms = 100;
    tuning.rate_bytes = 100u << 20;
    tuning.workers = 2;
    tuning.queue = 2;
    inside = cancelled = finished = 0;
    gate_is_open = false;
    tuning.crowd_ms = 50;
    tuning.connections = connections;
    start_with(&(struct web_config){ 0 }, routes, COUNT_OF(routes), &tuning);
}

static int setup(void **state)
{
    (void)state;
    start_tuned(WEB_CONNECTIONS, 300);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    gate_is_open = true;
    if (server)
        stop();
    return 0;
}

static int begin(const char *request)
{
    int fd = dial();

    say(fd, request);
    return fd;
}

/* Not before its time, and soon after it; how soon depends on the machine. */
static void assert_closed_after(int fd, int64_t began_us, int64_t least_ms)
{
    int64_t took;

    assert_true(is_closed_within(fd, PATIENCE_MS));
    took = (world_mono_us() - began_us) / 1000;
    assert_in_range(took, least_ms, least_ms + 3000);
    close(fd);
}

/* ---- slow clients ---- */

static void whoever_says_nothing_is_cut_off(void **state)
{
    int64_t began = world_mono_us();

    (void)state;
    assert_closed_after(dial(), began, 250);
}

static void a_head_that_trickles_is_cut_off(void **state)
{
    int64_t began = world_mono_us();
    int fd = begin("GET /quick HTTP/1.1\r\nHost: localhost\r\n");

    (void)state;
    for (int i = 0; i < 5; i++) {
        usleep(50000);
        say(fd, "X: y\r\n");
    }
    assert_closed_after(fd, began, 250);
}

static void a_kept_connection_may_be_idle_for_a_while(void **state)
{
    int fd = begin(GET("/quick"));
    int64_t began;

    (void)state;
    assert_int_equal(hear(fd).status, 200);
    usleep(400000);
    say(fd, GET("/quick"));
    assert_int_equal(hear(fd).status, 200);
    began = world_mono_us();
    assert_closed_after(fd, began, 1900);
}

static void a_body_that_does_not_come_is_cut_off(void **state)
{
    int64_t began = world_mono_us();
    int fd = begin("POST /quick HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                   "Content-Length: 100\r\n\r\n{");

    (void)state;
    assert_closed_after(fd, began, 250);
}

static void an_answer_that_is_not_read_is_cut_off(void **state)
{
    int fd = begin(GET("/big"));
    struct web_numbers n;

    (void)state;
    EVENTUALLY((web_count(server, &n), n.requests == 1));
    EVENTUALLY((web_count(server, &n), n.connections == 0));
    close(fd);
}

/* Not for as long as the slowest line might need: nothing at all is taken. */
static void nor_is_one_kept_for_hours_because_it_is_long(void **state)
{
    struct web_tuning tuning = web_usual;
    struct web_numbers n;
    int fd;

    (void)state;
    stop();
    tuning.tick_ms = 10;
    tuning.send_ms = 300;
    start_with(&(struct web_config){ 0 }, routes, COUNT_OF(routes), &tuning);
    fd = begin(GET("/big"));
    EVENTUALLY((web_count(server, &n), n.requests == 1));
    assert_int_equal(budget_held(), 16u << 20);
    EVENTUALLY((web_count(server, &n), n.connections == 0));
    EVENTUALLY(budget_held() == 0);
    close(fd);
}

static void who_sent_fast_may_not_trickle_later(void **state)
{
    static const char fast[100000] = { 0 };
    struct web_tuning tuning = web_usual;
    int64_t began;
    int fd;

    (void)state;
    stop();
    tuning.tick_ms = 10;
    tuning.grace_ms = 200;
    tuning.send_ms = 600;
    tuning.rate_bytes = 1000; /* by which those bytes would be good for 100 s */
    start_with(&(struct web_config){ 0 }, routes, COUNT_OF(routes), &tuning);
    fd = begin("POST /quick HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
               "Content-Length: 200000\r\n\r\n");
    began = world_mono_us();
    say_n(fd, fast, sizeof fast);
    while (!is_closed_within(fd, 100) && world_mono_us() - began < 4000000)
        say(fd, " ");
    assert_in_range(world_mono_us() - began, 300000, 3000000);
    close(fd);
}

static void unread_answers_have_one_ceiling(void **state)
{
    struct web_tuning tuning = web_usual;
    struct web_numbers n;
    struct heard h;
    int fds[3];

    (void)state;
    stop();
    budget_open((48u << 20) + BUDGET_RESERVE_BYTES); /* three of /big */
    tuning.tick_ms = 10;
    tuning.scarce_ms = 1000;
    start_with(&(struct web_config){ 0 }, routes, COUNT_OF(routes), &tuning);
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        fds[i] = begin(GET("/big"));
    EVENTUALLY((web_count(server, &n), n.requests == COUNT_OF(fds)));
    h = ask(GET("/big"));
    assert_error(h, 503, "BUSY");
    assert_true(has(&h, "\r\nRetry-After: 1\r\n"));
    assert_int_equal(ask(GET("/quick")).status, 200); /* a small one always finds room */
    assert_int_equal(budget_held(), 48u << 20);
    EVENTUALLY(budget_held() == 0); /* long before send_ms: somebody wants the room */
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        close(fds[i]);
    budget_open(0);
}

static void slow_clients_hold_nobody_up(void **state)
{
    int fds[40];
    int64_t began;
    struct web_numbers n;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        fds[i] = begin(i % 2 ? "GET /quick HT" : GET("/big"));
    EVENTUALLY((web_count(server, &n), n.requests == COUNT_OF(fds) / 2));
    began = world_mono_us();
    assert_int_equal(ask(GET("/quick")).status, 200);
    assert_true(world_mono_us() - began < 2000000);
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        close(fds[i]);
}

static void in_a_crowd_those_who_say_nothing_go_first(void **state)
{
    int fds[20], busy;
    int64_t began;

    (void)state;
    stop();
    start_tuned(20, 10000);
    busy = begin(GET("/polite"));
    EVENTUALLY(inside == 1);
    began = world_mono_us();
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        fds[i] = dial();
    assert_int_equal(ask(GET("/quick")).status, 200);
    assert_true(world_mono_us() - began < 5000000); /* long before head_ms */
    gate_is_open = true;
    assert_int_equal(hear(busy).status, 200);
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        close(fds[i]);
    close(busy);
}

/* Whoever is refused may not hold a place by sending the body that is thrown away, however slowly. */
static void in_a_crowd_those_who_are_refused_go_too(void **state)
{
    struct web_tuning tuning = web_usual;
    int fds[20];

    (void)state;
    stop();
    tuning.tick_ms = 10;
    tuning.crowd_ms = 50;
    tuning.connections = COUNT_OF(fds);
    start_with(&(struct web_config){ 0 }, routes, COUNT_OF(routes), &tuning);
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        fds[i] = begin("POST /none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
    assert_int_equal(ask(GET("/quick")).status, 200);
    for (size_t i = 0; i < COUNT_OF(fds); i++)
        close(fds[i]);
}

/* ---- handlers ---- */

static void a_handler_that_listens_says_itself_that_it_was_too_late(void **state)
{
    (void)state;
    assert_error(ask(GET("/brief")), 504, "QUERY_TIMEOUT");
    assert_int_equal(cancelled, 1);
}

static void one_that_does_not_is_answered_for(void **state)
{
    int fd = begin(GET("/deaf"));
    int64_t began = world_mono_us();
    struct heard h = hear(fd);

    (void)state;
    assert_error(h, 504, "QUERY_TIMEOUT");
    assert_false(has(&h, "X-Late"));
    assert_in_range(world_mono_us() - began, 150000, 3000000);
    say(fd, GET("/quick")); /* the connection goes on while it still runs */
    assert_int_equal(hear(fd).status, 200);
    assert_int_equal(inside, 1);
    gate_is_open = true;
    EVENTUALLY(finished == 1);
    close(fd);
}

static void one_that_never_began_before_its_deadline_never_runs(void **state)
{
    int busy[2] = { begin(GET("/polite")), begin(GET("/polite")) };
    struct heard h;

    (void)state;
    EVENTUALLY(inside == 2);
    h = ask(GET("/deaf"));
    assert_error(h, 504, "QUERY_TIMEOUT");
    gate_is_open = true;
    for (size_t i = 0; i < COUNT_OF(busy); i++) {
        assert_int_equal(hear(busy[i]).status, 200);
        close(busy[i]);
    }
    stop();
    assert_int_equal(finished, 2);
}

static void a_client_that_goes_cancels_its_handler(void **state)
{
    int fd = begin(GET("/polite"));

    (void)state;
    EVENTUALLY(inside == 1);
    close(fd);
    EVENTUALLY(cancelled == 1);
}

static void a_full_queue_turns_away_and_the_quick_pool_still_answers(void **state)
{
    int fds[4];
    struct web_numbers n;
    struct heard h;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(fds); i++) {
        fds[i] = begin(GET("/polite"));
        EVENTUALLY((web_count(server, &n), n.running + n.waiting == i + 1 && inside == (i > 0 ? 2 : 1)));
    }
    h = ask(GET("/polite"));
    assert_error(h, 503, "BUSY");
    assert_true(has(&h, "\r\nRetry-After: 1\r\n"));
    assert_int_equal(ask(GET("/quick")).status, 200);
    gate_is_open = true;
    for (size_t i = 0; i < COUNT_OF(fds); i++) {
        assert_int_equal(hear(fds[i]).status, 200);
        close(fds[i]);
    }
}

/* ---- the end ---- */

static void *open_gate_soon(void *arg)
{
    (void)arg;
    usleep(100000);
    gate_is_open = true;
    return NULL;
}

static void what_runs_at_the_end_may_finish(void **state)
{
    int fd = begin(GET("/polite"));
    pthread_t opener;

    (void)state;
    EVENTUALLY(inside == 1);
    assert_int_equal(pthread_create(&opener, NULL, open_gate_soon, NULL), 0);
    web_stop(server, 3000);
    server = NULL;
    pthread_join(opener, NULL);
    assert_int_equal(hear(fd).status, 200);
    assert_int_equal(cancelled, 0);
    close(fd);
}

static void what_runs_longer_is_cancelled_and_answered(void **state)
{
    int fd = begin(GET("/polite"));
    int64_t began;

    (void)state;
    EVENTUALLY(inside == 1);
    began = world_mono_us();
    web_stop(server, 100);
    server = NULL;
    assert_true(world_mono_us() - began < 3000000);
    assert_error(hear(fd), 503, "CANCELLED");
    assert_int_equal(cancelled, 1);
    close(fd);
}

static void *stop_slowly(void *arg)
{
    web_stop(arg, 3000);
    return NULL;
}

static void nobody_new_is_served_while_it_ends(void **state)
{
    int idle = begin(GET("/quick")), busy = begin(GET("/polite")), late;
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(web_port(server)) };
    pthread_t stopper;
    struct heard h;

    (void)state;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(hear(idle).status, 200);
    EVENTUALLY(inside == 1);
    assert_int_equal(pthread_create(&stopper, NULL, stop_slowly, server), 0);
    usleep(100000);
    say(idle, GET("/quick"));
    h = hear(idle);
    assert_error(h, 503, "BUSY");
    assert_true(has(&h, "\r\nConnection: close\r\n"));
    late = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(late, (struct sockaddr *)&a, sizeof a), -1);
    gate_is_open = true;
    assert_int_equal(hear(busy).status, 200);
    pthread_join(stopper, NULL);
    server = NULL;
    close(idle);
    close(busy);
    close(late);
}

static void a_request_that_is_complete_only_then_is_turned_away(void **state)
{
    int half = begin("POST /quick HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     "Content-Length: 2\r\n\r\n{"),
        busy = begin(GET("/polite"));
    pthread_t stopper;

    (void)state;
    EVENTUALLY(inside == 1);
    assert_int_equal(pthread_create(&stopper, NULL, stop_slowly, server), 0);
    usleep(50000);
    say(half, "}");
    assert_error(hear(half), 503, "BUSY");
    gate_is_open = true;
    assert_int_equal(hear(busy).status, 200);
    pthread_join(stopper, NULL);
    server = NULL;
    close(half);
    close(busy);
}

static void nothing_is_left_open(void **state)
{
    size_t before = count_fds();

    (void)state;
    stop();
    for (int i = 0; i < 3; i++) {
        setup(NULL);
        assert_int_equal(ask(GET("/quick")).status, 200);
        stop();
    }
    assert_in_range(count_fds(), 3, before);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(whoever_says_nothing_is_cut_off),
        TEST(a_head_that_trickles_is_cut_off),
        TEST(a_kept_connection_may_be_idle_for_a_while),
        TEST(a_body_that_does_not_come_is_cut_off),
        TEST(an_answer_that_is_not_read_is_cut_off),
        TEST(nor_is_one_kept_for_hours_because_it_is_long),
        TEST(who_sent_fast_may_not_trickle_later),
        TEST(unread_answers_have_one_ceiling),
        TEST(slow_clients_hold_nobody_up),
        TEST(in_a_crowd_those_who_say_nothing_go_first),
        TEST(in_a_crowd_those_who_are_refused_go_too),
        TEST(a_handler_that_listens_says_itself_that_it_was_too_late),
        TEST(one_that_does_not_is_answered_for),
        TEST(one_that_never_began_before_its_deadline_never_runs),
        TEST(a_client_that_goes_cancels_its_handler),
        TEST(a_full_queue_turns_away_and_the_quick_pool_still_answers),
        TEST(what_runs_at_the_end_may_finish),
        TEST(what_runs_longer_is_cancelled_and_answered),
        TEST(nobody_new_is_served_while_it_ends),
        TEST(a_request_that_is_complete_only_then_is_turned_away),
        TEST(nothing_is_left_open),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
