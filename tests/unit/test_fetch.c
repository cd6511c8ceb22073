/* test_fetch.c - one request to a server, and every way it can end. */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/world.h"
#include "http_standin.h"
#include "sys/fetch.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#define ANSWERS(...) (const char *const[]){ __VA_ARGS__ }, sizeof(const char *const[]){ __VA_ARGS__ } / sizeof(char *)

struct asked {
    struct arena *a;
    struct standin server;
    struct fetch fetch;
    struct fetch_reply reply;
    struct err err;
};

static void begin(struct asked *t, const char *const *answers, size_t n)
{
    static const char *const headers[] = { "Content-Type: text/plain", "X-Key: secret", NULL };

    t->a = arena_new();
    standin_open(&t->server, answers, n);
    t->fetch = (struct fetch){ .url = arena_printf(t->a, "http://127.0.0.1:%u/a/b", t->server.port),
                               .headers = headers,
                               .body = "hello",
                               .n_body = 5,
                               .most = 100,
                               .connect_ms = 1000,
                               .timeout_ms = 2000 };
}

static void end(struct asked *t)
{
    standin_close(&t->server);
    arena_free(t->a);
}

static int go(struct asked *t)
{
    return fetch_post(t->a, &t->fetch, NULL, &t->reply, &t->err);
}

static void fails(const char *answer, enum err_code code)
{
    struct asked t;

    begin(&t, ANSWERS(answer));
    assert_int_equal(go(&t), -1);
    assert_int_equal(t.err.code, code);
    assert_null(strstr(t.err.message, "127.0.0.1"));
    assert_null(strstr(t.err.detail, "secret"));
    end(&t);
}

static void gives_status_and_body_and_sends_what_it_was_told(void **state)
{
    struct asked t;

    (void)state;
    begin(&t, ANSWERS("HTTP/1.1 201 Made\r\nContent-Length: 2\r\n\r\nhi"));
    assert_int_equal(go(&t), 0);
    assert_int_equal(t.reply.status, 201);
    assert_int_equal(t.reply.n, 2);
    assert_string_equal(t.reply.body, "hi");
    assert_true(t.reply.retry_after_ms == 0);
    assert_non_null(strstr(t.server.request, "POST /a/b HTTP/1.1\r\n"));
    assert_non_null(strstr(t.server.request, "X-Key: secret\r\n"));
    assert_non_null(strstr(t.server.request, "\r\n\r\nhello"));
    assert_null(strcasestr(t.server.request, "Expect:"));
    end(&t);
}

static void a_failure_of_the_server_is_a_reply(void **state)
{
    struct asked t;

    (void)state;
    begin(&t, ANSWERS("HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n",
                      "HTTP/1.1 302 There\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"));
    assert_int_equal(go(&t), 0);
    assert_int_equal(t.reply.status, 429);
    assert_true(t.reply.retry_after_ms == 7000);
    assert_int_equal(go(&t), 0);
    assert_int_equal(t.reply.status, 302); /* and nobody went there */
    end(&t);
}

static void a_body_is_taken_up_to_its_limit(void **state)
{
    char answer[300];
    struct asked t;

    (void)state;
    for (int n = 100; n <= 101; n++) {
        snprintf(answer, sizeof answer, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%0*d", n, n, 7);
        if (n == 101) {
            fails(answer, ERR_TOO_LARGE);
            continue;
        }
        begin(&t, ANSWERS(answer));
        assert_int_equal(go(&t), 0);
        assert_int_equal(t.reply.n, 100);
        end(&t);
    }
    fails("HTTP/1.1 200 "
          "OK\r\n\r\n0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567"
          "89012345678901234567890",
          ERR_TOO_LARGE); /* without a length, until the end */
}

static void what_breaks_off_or_is_no_http_may_be_tried_again(void **state)
{
    (void)state;
    fails("", ERR_IO);
    fails("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort", ERR_IO);
    fails("SSH-2.0-OpenSSH\r\n", ERR_IO);
    assert_true(err_can_retry(ERR_IO));
}

static void nobody_there(void **state)
{
    struct asked t;

    (void)state;
    begin(&t, ANSWERS(""));
    standin_close(&t.server);
    assert_int_equal(go(&t), -1);
    assert_int_equal(t.err.code, ERR_IO);
    arena_free(t.a);
}

static void only_http_and_https(void **state)
{
    static const char *const bad[] = { "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "", "http://",
                                       "127.0.0.1:80" };
    struct asked t;

    (void)state;
    begin(&t, ANSWERS("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        t.fetch.url = bad[i];
        assert_int_equal(go(&t), -1);
        assert_int_equal(t.err.code, ERR_INVALID_INPUT);
        assert_non_null(strstr(t.err.action, "https://"));
    }
    assert_true(t.server.served == 0);
    end(&t);
}

static void a_server_without_tls_is_not_taken_for_one_with(void **state)
{
    struct asked t;

    (void)state;
    begin(&t, ANSWERS("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    t.fetch.url = arena_printf(t.a, "https://127.0.0.1:%u/", t.server.port);
    t.fetch.timeout_ms = 500;
    assert_int_equal(go(&t), -1);
    assert_true(t.err.code == ERR_IO || t.err.code == ERR_QUERY_TIMEOUT);
    end(&t);
}

static void a_silent_server_is_left_when_the_time_is_up(void **state)
{
    int64_t began;
    struct asked t;

    (void)state;
    begin(&t, ANSWERS(NULL));
    t.fetch.timeout_ms = 200;
    began = world_mono_us();
    assert_int_equal(go(&t), -1);
    assert_int_equal(t.err.code, ERR_QUERY_TIMEOUT);
    assert_in_range(world_mono_us() - began, 150000, 1500000);
    end(&t);
}

static void *fire_later(void *arg)
{
    usleep(200000);
    cancel_fire(arg);
    return NULL;
}

static void a_cancel_is_honoured_at_once(void **state)
{
    struct cancel cancel;
    pthread_t thread;
    int64_t began;
    struct asked t;

    (void)state;
    begin(&t, ANSWERS(NULL));
    cancel_init(&cancel, NULL, 0);
    began = world_mono_us();
    assert_int_equal(pthread_create(&thread, NULL, fire_later, &cancel), 0);
    assert_int_equal(fetch_post(t.a, &t.fetch, &cancel, &t.reply, &t.err), -1);
    assert_int_equal(t.err.code, ERR_CANCELLED);
    assert_in_range(world_mono_us() - began, 190000, 600000); /* 100 ms behind it, and a busy machine */
    pthread_join(thread, NULL);
    assert_int_equal(fetch_post(t.a, &t.fetch, &cancel, &t.reply, &t.err), -1); /* from the beginning */
    assert_true(t.server.served == 1);
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_status_and_body_and_sends_what_it_was_told),
        cmocka_unit_test(a_failure_of_the_server_is_a_reply),
        cmocka_unit_test(a_body_is_taken_up_to_its_limit),
        cmocka_unit_test(what_breaks_off_or_is_no_http_may_be_tried_again),
        cmocka_unit_test(nobody_there),
        cmocka_unit_test(only_http_and_https),
        cmocka_unit_test(a_server_without_tls_is_not_taken_for_one_with),
        cmocka_unit_test(a_silent_server_is_left_when_the_time_is_up),
        cmocka_unit_test(a_cancel_is_honoured_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
