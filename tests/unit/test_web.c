/* test_web.c - the web server's ordinary life: routes, what a handler sees, and answers with their headers. */
#include "web_testing.h"

#include "base/arena.h"
#include "base/json.h"

static void put_pair(struct exchange *x, struct json *v, const char *key, const char *value)
{
    json_set(web_arena(x), v, key, json_str(web_arena(x), value));
}

static void show(struct exchange *x, void *arg)
{
    struct json *v = json_object(web_arena(x));
    const char *body;
    size_t n;

    put_pair(x, v, "method", x->method);
    put_pair(x, v, "path", x->path);
    put_pair(x, v, "id", arg ? web_param(x, arg) : NULL);
    put_pair(x, v, "q", web_query(x, "q"));
    put_pair(x, v, "r", web_query(x, "r"));
    put_pair(x, v, "header", web_header(x, "x-mine"));
    body = web_body_bytes(x, &n);
    json_set(web_arena(x), v, "body", json_strn(web_arena(x), body, n));
    put_pair(x, v, "request_id", web_request_id(x));
    web_reply_json(x, 200, v);
}

static void long_text(struct exchange *x, void *arg)
{
    size_t n = (size_t)strtoul(web_param(x, "n"), NULL, 10);
    char *text = arena_alloc(web_arena(x), n);

    (void)arg;
    memset(text, 'a', n);
    web_reply(x, 200, "text/plain", text, n);
}

static void silent(struct exchange *x, void *arg)
{
    (void)x;
    (void)arg;
}

static void twice(struct exchange *x, void *arg)
{
    (void)arg;
    web_set(x, "Location", "/elsewhere");
    web_set(x, "X-Split", "a\r\nSet-Cookie: b");
    web_reply(x, 201, "text/plain", "first", 5);
    web_reply(x, 200, "text/plain", "second", 6);
}

static void nothing(struct exchange *x, void *arg)
{
    (void)arg;
    web_reply(x, 204, NULL, NULL, 0);
}

static void goes_on(struct exchange *x, void *arg)
{
    web_reply(x, 200, "text/plain", arg, strlen(arg));
}

static void later(struct exchange *x, void *arg)
{
    static char text[] = "later";

    (void)arg;
    web_later(x, goes_on, text);
}

static const struct web_file page = {
    .path = "/page",
    .type = "text/html; charset=utf-8",
    .etag = "\"abc\"",
    .bytes = (const unsigned char *)"<p>page</p>",
    .n = 11,
    .gz = (const unsigned char *)"GZ",
    .n_gz = 2,
};

static void file(struct exchange *x, void *arg)
{
    web_reply_file(x, arg);
}

static char id_name[] = "id", rest_name[] = "rest";

static const struct web_route routes[] = {
    { .method = "GET", .path = "/", .handle = show },
    { .method = "GET", .path = "/items", .handle = show },
    { .method = "POST", .path = "/items", .body = WEB_JSON, .max_body = 100, .handle = show },
    { .method = "GET", .path = "/items/{id}", .handle = show, .arg = id_name },
    { .method = "DELETE", .path = "/items/{id}", .handle = show, .arg = id_name },
    { .method = "GET", .path = "/items/{id}/parts", .handle = show, .arg = id_name },
    { .method = "GET", .path = "/files/{*rest}", .handle = show, .arg = rest_name },
    { .method = "GET", .path = "/long/{n}", .handle = long_text },
    { .method = "GET", .path = "/silent", .handle = silent },
    { .method = "GET", .path = "/twice", .handle = twice },
    { .method = "GET", .path = "/nothing", .handle = nothing },
    { .method = "GET", .path = "/later", .handle = later },
    { .method = "GET", .path = "/instant", .flags = WEB_INSTANT, .handle = show },
    { .method = "GET", .path = "/slow", .flags = WEB_SLOW, .handle = show },
    { .method = "GET", .path = "/page", .handle = file, .arg = (void *)(uintptr_t)&page },
};

static int setup(void **state)
{
    (void)state;
    start_with(&(struct web_config){ 0 }, routes, COUNT_OF(routes), &web_usual);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    stop();
    return 0;
}

/* ---- routes ---- */

static void a_request_reaches_its_handler_with_all_it_said(void **state)
{
    struct heard h = ask("GET /items/a%20b%2Fc%C3%A9/parts?q=1%2B1+2&r&q=9 HTTP/1.1\r\nHost: localhost\r\n"
                         "X-Mine: yes\r\n\r\n");

    (void)state;
    assert_int_equal(h.status, 200);
    assert_non_null(strstr(h.body, "\"id\":\"a b/cé\""));
    assert_non_null(strstr(h.body, "\"q\":\"1+1 2\",\"r\":\"\""));
    assert_non_null(strstr(h.body, "\"header\":\"yes\""));
}

static void a_body_reaches_its_handler(void **state)
{
    struct heard h = ask("POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json; charset=utf-8\r\n"
                         "Content-Length: 7\r\n\r\n{\"a\":1}");

    (void)state;
    assert_int_equal(h.status, 200);
    assert_non_null(strstr(h.body, "\"body\":\"{\\\"a\\\":1}\""));
    h = ask("POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n");
    assert_int_equal(h.status, 200);
    assert_non_null(strstr(h.body, "\"body\":\"{\\\"a\\\":1}\""));
}

static void the_rest_of_a_path_is_one_parameter(void **state)
{
    (void)state;
    assert_non_null(strstr(ask(GET("/files/a/b.txt")).body, "\"id\":\"a/b.txt\""));
    assert_error(ask(GET("/files/")), 404, "NOT_FOUND");
    assert_error(ask(GET("/files/a//b")), 404, "NOT_FOUND");
    assert_error(ask(GET("/files/a/../b")), 404, "NOT_FOUND");
    assert_error(ask(GET("/files/a/%2e%2e/b")), 404, "NOT_FOUND");
    assert_error(ask(GET("/files/a%2Fb")), 404, "NOT_FOUND");
    assert_error(ask(GET("/files/a/.")), 404, "NOT_FOUND");
}

static void nothing_is_normalised(void **state)
{
    (void)state;
    assert_int_equal(ask(GET("/items")).status, 200);
    assert_int_equal(ask(GET("/item%73")).status, 200);
    assert_error(ask(GET("/items/")), 404, "NOT_FOUND");
    assert_error(ask(GET("//items")), 404, "NOT_FOUND");
    assert_error(ask(GET("/./items")), 404, "NOT_FOUND");
    assert_error(ask(GET("/items/..")), 404, "NOT_FOUND");
    assert_error(ask(GET("/items/%2E%2e")), 404, "NOT_FOUND");
    assert_error(ask(GET("/Items")), 404, "NOT_FOUND");
}

static void an_address_that_is_not_well_formed_is_refused(void **state)
{
    (void)state;
    assert_error(ask(GET("/items/%00")), 400, "INVALID_INPUT");
    assert_error(ask(GET("/items/%ff")), 400, "INVALID_INPUT");
    assert_error(ask(GET("/items/%4")), 400, "INVALID_INPUT");
    assert_error(ask(GET("/items/%")), 400, "INVALID_INPUT");
    assert_error(ask(GET("/items/%g0")), 400, "INVALID_INPUT");
    assert_error(ask(GET("/items?q=%c3")), 400, "INVALID_INPUT");
    assert_error(ask(GET("/items?%00=1")), 400, "INVALID_INPUT");
    assert_error(ask(GET("http://localhost/items")), 400, "INVALID_INPUT");
    assert_error(ask("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400, "INVALID_INPUT");
}

static void another_method_is_told_which_there_are(void **state)
{
    struct heard h = ask("PUT /items/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");

    (void)state;
    assert_error(h, 405, "INVALID_INPUT");
    assert_true(has(&h, "\r\nAllow: OPTIONS, GET, HEAD, DELETE\r\n"));
    h = ask("OPTIONS /items/1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_int_equal(h.status, 204);
    assert_true(has(&h, "\r\nAllow: OPTIONS, GET, HEAD, DELETE\r\n"));
    assert_false(has(&h, "Access-Control"));
    assert_error(ask("OPTIONS /none HTTP/1.1\r\nHost: localhost\r\n\r\n"), 404, "NOT_FOUND");
    assert_int_equal(ask("BREW /items HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 405);
}

static void handlers_run_wherever_their_route_says(void **state)
{
    (void)state;
    assert_int_equal(ask(GET("/instant")).status, 200);
    assert_int_equal(ask(GET("/slow")).status, 200);
    assert_string_equal(ask(GET("/later")).body, "later");
}

/* ---- answers ---- */

static void every_answer_has_the_headers_that_keep_it_safe(void **state)
{
    const char *const requests[] = { GET("/items"), GET("/none"), GET("/page"),
                                     "GET /items HTTP/1.1\r\nHost: evil\r\n\r\n" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        struct heard h = ask(requests[i]);
        assert_true(has(&h, "\r\nX-Content-Type-Options: nosniff\r\n"));
        assert_true(has(&h, "\r\nReferrer-Policy: no-referrer\r\n"));
        assert_true(has(&h, "\r\nX-Frame-Options: DENY\r\n"));
        assert_true(has(&h, "\r\nCross-Origin-Resource-Policy: same-origin\r\n"));
        assert_true(has(&h, "\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; "));
        assert_true(has(&h, "\r\nX-Request-Id: "));
        assert_true(has(&h, i == 2 ? "\r\nCache-Control: max-age" : "\r\nCache-Control: no-store\r\n"));
    }
}

static void the_request_id_is_the_answers(void **state)
{
    struct heard h = ask(GET("/items"));
    char field[128];

    (void)state;
    snprintf(field, sizeof field, "\"request_id\":\"%.36s\"", strcasestr(h.head, "X-Request-Id: ") + 14);
    assert_non_null(strstr(h.body, field));
    h = ask(GET("/none"));
    snprintf(field, sizeof field, "\"correlation_id\":\"%.36s\"", strcasestr(h.head, "X-Request-Id: ") + 14);
    assert_non_null(strstr(h.body, field));
}

static void only_the_first_answer_counts_and_a_header_cannot_be_split(void **state)
{
    struct heard h = ask(GET("/twice"));

    (void)state;
    assert_int_equal(h.status, 201);
    assert_string_equal(h.body, "first");
    assert_true(has(&h, "\r\nLocation: /elsewhere\r\n"));
    assert_false(has(&h, "Set-Cookie"));
}

static void a_handler_without_an_answer_has_answered_500(void **state)
{
    (void)state;
    assert_error(ask(GET("/silent")), 500, "UNKNOWN_ERROR");
}

static void an_answer_may_have_no_body(void **state)
{
    struct heard h = ask(GET("/nothing"));

    (void)state;
    assert_int_equal(h.status, 204);
    assert_false(has(&h, "\r\nContent-Type"));
}

static void head_is_get_without_the_body(void **state)
{
    int fd = dial();
    struct heard h;

    (void)state;
    say(fd, "HEAD /long/300 HTTP/1.1\r\nHost: localhost\r\n\r\n" GET("/later"));
    h = hear_head(fd);
    assert_int_equal(h.status, 200);
    assert_non_null(strstr(h.head, "Content-Length: 300\r\n"));
    assert_string_equal(hear(fd).body, "later"); /* at once behind it */
    close(fd);
}

static void a_long_text_is_compressed_for_those_who_take_it(void **state)
{
    struct heard h;

    (void)state;
    h = ask("GET /long/1023 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
    assert_int_equal(h.n, 1023);
    assert_false(has(&h, "Vary"));
    h = ask("GET /long/1024 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br, gzip\r\n\r\n");
    assert_true(has(&h, "\r\nContent-Encoding: gzip\r\n"));
    assert_true(has(&h, "\r\nVary: Accept-Encoding\r\n"));
    assert_true(h.n < 100 && memcmp(h.body, "\x1f\x8b", 2) == 0);
    h = ask("GET /long/1024 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip;q=0, *\r\n\r\n");
    assert_int_equal(h.n, 1024);
    assert_true(has(&h, "\r\nVary: Accept-Encoding\r\n"));
}

static void a_file_is_fetched_once(void **state)
{
    struct heard h = ask(GET("/page"));

    (void)state;
    assert_string_equal(h.body, "<p>page</p>");
    assert_true(has(&h, "\r\nETag: W/\"abc\"\r\n"));
    assert_true(has(&h, "\r\nCache-Control: max-age=31536000, immutable\r\n"));
    h = ask("GET /page HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"x\", W/\"abc\"\r\n\r\n");
    assert_int_equal(h.status, 304);
    h = ask("GET /page HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"x\"\r\nAccept-Encoding: gzip\r\n\r\n");
    assert_int_equal(h.status, 200);
    assert_string_equal(h.body, "GZ");
    assert_true(has(&h, "\r\nContent-Encoding: gzip\r\n"));
}

static void requests_on_one_connection_are_answered_in_order(void **state)
{
    int fd = dial();

    (void)state;
    say(fd, GET("/later") GET("/none") GET("/items/2") GET("/instant"));
    assert_string_equal(hear(fd).body, "later");
    assert_int_equal(hear(fd).status, 404);
    assert_non_null(strstr(hear(fd).body, "\"id\":\"2\""));
    assert_int_equal(hear(fd).status, 200);
    close(fd);
}

static void numbers_are_counted(void **state)
{
    struct web_numbers before, after;

    (void)state;
    web_count(server, &before);
    assert_int_equal(ask(GET("/items")).status, 200);
    assert_int_equal(ask(GET("/none")).status, 404);
    assert_int_equal(ask(GET("/silent")).status, 500);
    web_count(server, &after);
    assert_int_equal(after.requests - before.requests, 3);
    assert_int_equal(after.refused - before.refused, 1);
    assert_int_equal(after.failed - before.failed, 1);
    assert_true(after.bytes_out > before.bytes_out);
    EVENTUALLY((web_count(server, &after), after.connections == 0));
}

#define TEST(f) cmocka_unit_test(f)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_request_reaches_its_handler_with_all_it_said),
        TEST(a_body_reaches_its_handler),
        TEST(the_rest_of_a_path_is_one_parameter),
        TEST(nothing_is_normalised),
        TEST(an_address_that_is_not_well_formed_is_refused),
        TEST(another_method_is_told_which_there_are),
        TEST(handlers_run_wherever_their_route_says),
        TEST(every_answer_has_the_headers_that_keep_it_safe),
        TEST(the_request_id_is_the_answers),
        TEST(only_the_first_answer_counts_and_a_header_cannot_be_split),
        TEST(a_handler_without_an_answer_has_answered_500),
        TEST(an_answer_may_have_no_body),
        TEST(head_is_get_without_the_body),
        TEST(a_long_text_is_compressed_for_those_who_take_it),
        TEST(a_file_is_fetched_once),
        TEST(requests_on_one_connection_are_answered_in_order),
        TEST(numbers_are_counted),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
