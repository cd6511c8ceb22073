/* test_url.c - what is an address, and where one of HTTP leads. */
#include "base/address/url.h"
#include "base/arena.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
/* cmocka wants the four above first */
#include <cmocka.h>

static void knows_what_is_an_address(void **state)
{
    (void)state;
    assert_true(url_is("postgres://h"));
    assert_true(url_is("upload://x/y"));
    assert_false(url_is("/a://b"));
    assert_false(url_is("://b"));
    assert_false(url_is("1a://b"));
    assert_false(url_is("c:/file"));
    assert_false(url_is(""));
}

static void host_is(const char *url, const char *host, bool is_secure, bool is_loopback)
{
    struct arena *a = arena_new();
    struct url_http http;

    assert_true(url_http(a, url, &http));
    assert_string_equal(http.host, host);
    assert_int_equal(http.is_secure, is_secure);
    assert_int_equal(http.is_loopback, is_loopback);
    arena_free(a);
}

static void an_address_of_http_is_taken_apart(void **state)
{
    (void)state;
    host_is("http://127.0.0.1:8080/v1", "127.0.0.1:8080", false, true);
    host_is("https://api.example.com/v1/", "api.example.com", true, false);
    host_is("HTTP://localhost", "localhost", false, true);
    host_is("http://[::1]:8080/v1", "[::1]:8080", false, true);
    host_is("http://[2001:db8::1]/v1", "[2001:db8::1]", false, false);
    host_is("http://127.9.9.9", "127.9.9.9", false, true);
    host_is("http://127.0.0.1.example.com", "127.0.0.1.example.com", false, false);
    host_is("http://localhost.example.com:1/", "localhost.example.com:1", false, false);
    host_is("http://host:65535", "host:65535", false, false);
}

static void an_address_with_more_in_it_is_none(void **state)
{
    static const char *const bad[] = { "",
                                       "127.0.0.1:8080",
                                       "ftp://host/",
                                       "file:///etc/passwd",
                                       "http://",
                                       "http:///v1",
                                       "http://:80/",
                                       "http://me:secret@host/v1",
                                       "http://host/v1?key=secret",
                                       "http://host/v1#x",
                                       "http://host:/",
                                       "http://host:0/",
                                       "http://host:65536/",
                                       "http://host:99999999999999999999/",
                                       "http://host:80x/",
                                       "http://ho st/",
                                       "http://host/\r\nX: y",
                                       "http://host\\@other/",
                                       "http://h\xc3\xb6st/" };
    struct arena *a = arena_new();
    struct url_http http;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(url_http(a, bad[i], &http));
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_what_is_an_address),
        cmocka_unit_test(an_address_of_http_is_taken_apart),
        cmocka_unit_test(an_address_with_more_in_it_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
