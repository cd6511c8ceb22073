/* test_web_refused.c - what the web server refuses, with which words, and that it goes on afterwards. */
#include "web_testing.h"

#include "base/json.h"

static void hello(struct exchange *x, void *arg)
{
    (void)arg;
    web_reply(x, 200, "text/plain", "hello", 5);
}

static void parse(struct exchange *x, void *arg)
{
    struct json *v;
    struct err e;

    (void)arg;
    if (web_json(x, &v, &e) < 0)
        web_fail(x, &e);
    else
        web_reply_json(x, 200, v);
}

static const struct web_route routes[] = {
    { .method = "GET", .path = "/items", .handle = hello },
    { .method = "POST", .path = "/items", .body = WEB_JSON, .max_body = 100, .handle = hello },
    { .method = "POST", .path = "/parse", .body = WEB_JSON, .handle = parse },
    { .method = "POST", .path = "/any", .body = WEB_JSON, .flags = WEB_ANY_TYPE, .handle = hello },
};

static int setup(void **state)
{
    static const char *const names[] = { "assay.example", NULL };
    struct web_tuning tuning = web_usual;

    (void)state;
    tuning.head_ms = 1000;
    start_with(&(struct web_config){ .names = names }, routes, COUNT_OF(routes), &tuning);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    stop();
    return 0;
}

static void a_foreign_host_is_refused(void **state)
{
    static const char *const good[] = { "localhost", "LOCALHOST", "127.0.0.1", "[::1]", "assay.example" };
    static const char *const bad[] = { "evil.example",
                                       "localhost.evil.example",
                                       "127.0.0.1:1",
                                       "localhost:0",
                                       "localhost:",
                                       "localhost:80x",
                                       "127.0.0.2",
                                       "[::1",
                                       "",
                                       "localhost, localhost" };
    char request[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        snprintf(request, sizeof request, "GET /items HTTP/1.1\r\nHost: %s\r\n\r\n", good[i]);
        assert_int_equal(ask(request).status, 200);
        snprintf(request, sizeof request, "GET /items HTTP/1.1\r\nHost: %s:%u\r\n\r\n", good[i], web_port(server));
        assert_int_equal(ask(request).status, 200);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        snprintf(request, sizeof request, "GET /items HTTP/1.1\r\nHost: %s\r\n\r\n", bad[i]);
        assert_error(ask(request), 403, "POLICY_VIOLATION");
    }
    assert_error(ask("GET /items HTTP/1.0\r\n\r\n"), 400, "INVALID_INPUT");
    assert_error(ask("GET /items HTTP/1.1\r\n\r\n"), 400, "INVALID_INPUT");
    assert_int_equal(ask("GET /items HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n").status, 400);
}

static void a_foreign_origin_is_refused(void **state)
{
    char request[256];
    unsigned port = web_port(server);
    struct {
        const char *origin;
        unsigned port;
        int status;
    } cases[] = {
        { "http://localhost", port, 200 },  { "https://127.0.0.1", port, 200 }, { "https://assay.example", 0, 200 },
        { "http://localhost", 0, 403 },     { "http://localhost", 1, 403 },     { "null", 0, 403 },
        { "https://evil.example", 0, 403 }, { "ftp://localhost", port, 403 },   { "localhost", port, 403 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char suffix[16] = "";
        if (cases[i].port)
            snprintf(suffix, sizeof suffix, ":%u", cases[i].port);
        snprintf(request, sizeof request, "GET /items HTTP/1.1\r\nHost: localhost\r\nOrigin: %s%s\r\n\r\n",
                 cases[i].origin, suffix);
        assert_int_equal(ask(request).status, cases[i].status);
    }
}

static void a_body_of_the_wrong_kind_is_refused(void **state)
{
    (void)state;
    assert_error(ask("POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
                     "Content-Length: 2\r\n\r\n{}"),
                 415, "INVALID_INPUT");
    assert_error(ask("POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"), 415, "INVALID_INPUT");
    assert_error(ask("POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/jsonp\r\n"
                     "Content-Length: 2\r\n\r\n{}"),
                 415, "INVALID_INPUT");
    assert_error(ask("POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"),
                 415, "INVALID_INPUT");
    assert_int_equal(ask("POST /any HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
                         "Content-Length: 2\r\n\r\n{}")
                         .status,
                     200);
    assert_error(ask("GET /items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"), 400, "INVALID_INPUT");
    assert_int_equal(ask("GET /items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n").status, 200);
    assert_error(ask("POST /items HTTP/1.1\r\nHost: localhost\r\nExpect: a pony\r\nContent-Length: 2\r\n\r\n{}"), 417,
                 "INVALID_INPUT");
}

static struct heard post_chunked(size_t n)
{
    int fd = dial();
    char chunk[16];
    struct heard h;

    say(fd, "POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n");
    for (; n > 0; n -= n > 10 ? 10 : n) {
        snprintf(chunk, sizeof chunk, "%zx\r\n", n > 10 ? 10 : n);
        say(fd, chunk);
        say_n(fd, "          ", n > 10 ? 10 : n);
        say(fd, "\r\n");
    }
    say(fd, "0\r\n\r\n");
    h = hear(fd);
    close(fd);
    return h;
}

static void a_body_over_the_limit_is_refused_however_it_comes(void **state)
{
    char request[512];
    struct heard h;

    (void)state;
    for (int n = 100; n <= 101; n++) {
        snprintf(request, sizeof request,
                 "POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                 "%d\r\n\r\n%*s",
                 n, n, "1");
        h = ask(request);
        assert_int_equal(h.status, n == 100 ? 200 : 413);
    }
    assert_int_equal(post_chunked(100).status, 200);
    assert_error(post_chunked(101), 413, "TOO_LARGE");
    /* Without waiting for a body that is announced, or far too large. */
    assert_error(ask("POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     "Expect: 100-continue\r\nContent-Length: 101\r\n\r\n"),
                 413, "TOO_LARGE");
    assert_error(ask("POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     "Content-Length: 99999999999\r\n\r\n"),
                 413, "TOO_LARGE");
}

static void a_refused_body_leaves_the_connection_usable(void **state)
{
    int fd = dial();

    (void)state;
    say(fd, "POST /none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello" GET("/items"));
    assert_int_equal(hear(fd).status, 404);
    assert_string_equal(hear(fd).body, "hello");
    close(fd);
}

static void json_that_is_none_is_refused(void **state)
{
    (void)state;
    assert_error(ask("POST /parse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     "Content-Length: 2\r\n\r\n{]"),
                 400, "INVALID_JSON");
    assert_error(ask("POST /parse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     "Content-Length: 0\r\n\r\n"),
                 400, "INVALID_JSON");
}

static void a_length_said_twice_is_refused(void **state)
{
    static const char *const requests[] = {
        "POST /any HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /any HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        "POST /none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        "POST /any HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        "POST /any HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\nContent-Length: 2\r\n\r\n{}",
        "POST /any HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(requests); i++)
        assert_int_equal(ask(requests[i]).status, 400);
}

static void what_is_no_http_is_refused_and_the_server_lives(void **state)
{
    static const char *const requests[] = { "\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
                                            "GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
                                            "GET / HTTP/1.1\r\n: x\r\n\r\n" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        int fd = dial();
        say(fd, requests[i]);
        shutdown(fd, SHUT_WR);
        assert_true(is_closed_within(fd, PATIENCE_MS));
        close(fd);
    }
    EVENTUALLY(busy_now() == 0);
    assert_int_equal(ask(GET("/items")).status, 200);
}

/* Asks with a head of n bytes. */
static struct heard ask_long(size_t n)
{
    static char request[70000];
    size_t at = (size_t)snprintf(request, sizeof request, "GET /items HTTP/1.1\r\nHost: localhost\r\nX-Long: ");

    memset(request + at, 'a', n - at - 4);
    memcpy(request + n - 4, "\r\n\r\n", 5);
    return ask(request);
}

static void a_head_that_is_too_long_is_refused(void **state)
{
    struct heard h;

    (void)state;
    assert_int_equal(ask_long(WEB_HEAD_BYTES).status, 200);
    assert_error(ask_long(WEB_HEAD_BYTES + 1), 431, "TOO_LARGE");
    h = ask_long(60000);
    assert_true(h.status == 431 || h.status == 413 || h.status == 0);
    EVENTUALLY(busy_now() == 0);
    assert_int_equal(ask(GET("/items")).status, 200);
}

/* More than libmicrohttpd has room for: it gives up within the head, and says no more about it. */
static void an_address_with_too_many_arguments_leaves_nothing(void **state)
{
    static char request[20000] = "GET /items?";
    size_t at = strlen(request);

    (void)state;
    for (int i = 0; i < 2000; i++)
        at += (size_t)snprintf(request + at, sizeof request - at, "a=b&");
    snprintf(request + at, sizeof request - at, " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert_true(ask(request).status != 200);
    for (int i = 0; i < 3; i++) { /* who does not wait for that */
        int fd = dial();
        say(fd, request);
        usleep(50000);
        close(fd);
    }
    EVENTUALLY(busy_now() == 0);
    assert_int_equal(ask(GET("/items")).status, 200);
}

#define TEST(f) cmocka_unit_test(f)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_foreign_host_is_refused),
        TEST(a_foreign_origin_is_refused),
        TEST(a_body_of_the_wrong_kind_is_refused),
        TEST(a_body_over_the_limit_is_refused_however_it_comes),
        TEST(a_refused_body_leaves_the_connection_usable),
        TEST(json_that_is_none_is_refused),
        TEST(a_length_said_twice_is_refused),
        TEST(what_is_no_http_is_refused_and_the_server_lives),
        TEST(a_head_that_is_too_long_is_refused),
        TEST(an_address_with_too_many_arguments_leaves_nothing),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
