/* test_format.c - what each format takes and refuses; the suite's own cases run in tests/api/test_schema_suite.py. */
#include "base/limits.h"
#include "base/schema/format.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void takes(enum format f, const char *text)
{
    if (!format_fits(f, text, strlen(text)))
        fail_msg("refused: %s", text);
}

static void refuses(enum format f, const char *text)
{
    if (format_fits(f, text, strlen(text)))
        fail_msg("taken: %s", text);
}

static void finds_its_names_and_no_others(void **state)
{
    (void)state;
    assert_int_equal(format_find("date"), FORMAT_DATE);
    assert_int_equal(format_find("date-time"), FORMAT_DATE_TIME);
    assert_int_equal(format_find("time"), FORMAT_TIME);
    assert_int_equal(format_find("uuid"), FORMAT_UUID);
    assert_int_equal(format_find("uri"), FORMAT_URI);
    assert_int_equal(format_find("email"), FORMAT_EMAIL);
    assert_int_equal(format_find("Date"), FORMAT_NONE);
    assert_int_equal(format_find("hostname"), FORMAT_NONE);
    assert_int_equal(format_find(""), FORMAT_NONE);
    takes(FORMAT_NONE, "anything");
}

static void a_date_is_a_real_day(void **state)
{
    (void)state;
    takes(FORMAT_DATE, "2024-02-29");
    refuses(FORMAT_DATE, "2023-02-29");
    refuses(FORMAT_DATE, "2024-02-29T00:00:00Z");
    takes(FORMAT_DATE_TIME, "2024-02-29T23:59:59.5+01:00");
    refuses(FORMAT_DATE_TIME, "2024-02-29 23:59:59Z");
    refuses(FORMAT_DATE_TIME, "2024-02-29");
}

static void a_time_has_an_offset_and_a_bounded_length(void **state)
{
    char text[FORMAT_TIME_BYTES + 2];

    (void)state;
    takes(FORMAT_TIME, "00:00:00Z");
    takes(FORMAT_TIME, "23:59:59-23:59");
    refuses(FORMAT_TIME, "00:00:00");
    refuses(FORMAT_TIME, "24:00:00Z");
    refuses(FORMAT_TIME, "");

    memset(text, '1', sizeof text);
    memcpy(text, "10:30:00.", 9);
    text[FORMAT_TIME_BYTES - 1] = 'Z';
    assert_true(format_fits(FORMAT_TIME, text, FORMAT_TIME_BYTES));
    text[FORMAT_TIME_BYTES - 1] = '1';
    text[FORMAT_TIME_BYTES] = 'Z';
    assert_false(format_fits(FORMAT_TIME, text, FORMAT_TIME_BYTES + 1));
}

static void a_uri_has_a_scheme_and_only_its_characters(void **state)
{
    (void)state;
    takes(FORMAT_URI, "https://example.com");
    takes(FORMAT_URI, "https://example.com:/");
    takes(FORMAT_URI, "https://example.com:8080/a/b;c?d=/?#e/?");
    takes(FORMAT_URI, "http://user:pass@[2001:db8::7]:80/");
    takes(FORMAT_URI, "http://[v7.a:b]/");
    takes(FORMAT_URI, "file:///etc/hosts");
    takes(FORMAT_URI, "x:");
    takes(FORMAT_URI, "http://user@:80");
    takes(FORMAT_URI, "a+b-c.9:d%2fE");
    refuses(FORMAT_URI, "");
    refuses(FORMAT_URI, "example.com");
    refuses(FORMAT_URI, ":x");
    refuses(FORMAT_URI, "1a:x");
    refuses(FORMAT_URI, "a/b:c");
    refuses(FORMAT_URI, "http://a b/");
    refuses(FORMAT_URI, "http://example.com/%2");
    refuses(FORMAT_URI, "http://example.com/%2g");
    refuses(FORMAT_URI, "http://example.com/\xc3\xa9");
    refuses(FORMAT_URI, "http://example.com/<>");
    refuses(FORMAT_URI, "http://example.com/#a#b");
    refuses(FORMAT_URI, "http://a@b@c/");
    refuses(FORMAT_URI, "http://example.com:80a/");
    refuses(FORMAT_URI, "http://example.com::");
    refuses(FORMAT_URI, "http://[::1/");
    refuses(FORMAT_URI, "http://[1.2.3.4]/");
    refuses(FORMAT_URI, "http://[v.a]/");
    refuses(FORMAT_URI, "http://[v7.]/");
    refuses(FORMAT_URI, "http://[v7.%41]/");
    refuses(FORMAT_URI, "http://2001:db8::7/");
    assert_false(format_fits(FORMAT_URI, "http://a\0b/", 11));
}

static void a_mailbox_has_a_local_part_and_a_domain(void **state)
{
    (void)state;
    takes(FORMAT_EMAIL, "a@b");
    takes(FORMAT_EMAIL, "first.last+tag@sub.example.com");
    takes(FORMAT_EMAIL, "\"a\\\" b\"@example.com");
    takes(FORMAT_EMAIL, "a@[10.0.0.1]");
    takes(FORMAT_EMAIL, "a@[IPv6:2001:db8::1]");
    takes(FORMAT_EMAIL, "a@[ipv6:::1]");
    takes(FORMAT_EMAIL, "\"\"@example.com");
    refuses(FORMAT_EMAIL, "");
    refuses(FORMAT_EMAIL, "@example.com");
    refuses(FORMAT_EMAIL, "a@");
    refuses(FORMAT_EMAIL, "a@b@c");
    refuses(FORMAT_EMAIL, "a b@example.com");
    refuses(FORMAT_EMAIL, "\"a\"b\"@example.com");
    refuses(FORMAT_EMAIL, "\"a\\\"@example.com");
    refuses(FORMAT_EMAIL, "\"@example.com");
    refuses(FORMAT_EMAIL, "a@-b.com");
    refuses(FORMAT_EMAIL, "a@b-.com");
    refuses(FORMAT_EMAIL, "a@b..com");
    refuses(FORMAT_EMAIL, "a@b.");
    refuses(FORMAT_EMAIL, "a@[::1]");
    refuses(FORMAT_EMAIL, "a@[IPv6:1.2.3.4]");
    refuses(FORMAT_EMAIL, "\xc3\xa9@example.com");
}

/* A mailbox with a local part of l bytes and labels of d bytes each. */
static bool mailbox_of(size_t l, size_t d, size_t labels)
{
    char text[1024];
    size_t n = l;

    memset(text, 'a', sizeof text);
    text[n] = '@';
    for (size_t i = 0; i < labels; i++) {
        n += d + 1;
        text[n] = '.';
    }
    return format_fits(FORMAT_EMAIL, text, n);
}

static void a_mailbox_keeps_to_the_lengths_of_smtp(void **state)
{
    (void)state;
    assert_true(mailbox_of(64, 10, 1));
    assert_false(mailbox_of(65, 10, 1));
    assert_true(mailbox_of(5, 63, 1));
    assert_false(mailbox_of(5, 64, 1));
    assert_true(mailbox_of(5, 63, 4));   /* 4 * 63 + 3 = 255 */
    assert_false(mailbox_of(5, 1, 129)); /* 129 + 128 = 257 */
    assert_false(mailbox_of(5, 50, 6));  /* 300 + 5 */
}

static void says_what_it_wants_with_an_example_that_fits(void **state)
{
    (void)state;
    for (int f = FORMAT_DATE; f <= FORMAT_EMAIL; f++) {
        const char *example = strrchr(format_wanted((enum format)f), ' ') + 1;
        takes((enum format)f, example);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_its_names_and_no_others),
        cmocka_unit_test(a_date_is_a_real_day),
        cmocka_unit_test(a_time_has_an_offset_and_a_bounded_length),
        cmocka_unit_test(a_uri_has_a_scheme_and_only_its_characters),
        cmocka_unit_test(a_mailbox_has_a_local_part_and_a_domain),
        cmocka_unit_test(a_mailbox_keeps_to_the_lengths_of_smtp),
        cmocka_unit_test(says_what_it_wants_with_an_example_that_fits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
