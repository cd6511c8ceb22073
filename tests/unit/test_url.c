/* test_url.c - what of an address may be written down. */
#include "base/arena.h"
#include "base/url.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
/* cmocka wants the four above first */
#include <cmocka.h>

static void masks(const char *url, const char *expected)
{
    struct arena *a = arena_new();

    assert_string_equal(url_mask(a, url), expected);
    arena_free(a);
}

static void a_password_is_masked_wherever_it_stands(void **state)
{
    (void)state;
    masks("postgres://me:secret@host:5432/db", "postgres://me:***@host:5432/db");
    masks("postgres://me:@host/db", "postgres://me:***@host/db");
    masks("postgresql://me:se@c:ret@host/db#a.b", "postgresql://me:***@host/db#a.b");
    masks("postgres://:secret@host", "postgres://:***@host");
    masks("postgres://host/db?user=me&password=secret&sslmode=require#t",
          "postgres://host/db?user=me&password=***&sslmode=require#t");
    masks("postgres:///db?PASSWORD=a&sslpassword=b", "postgres:///db?PASSWORD=***&sslpassword=***");
    masks("postgres://me:a@h/db?password=b", "postgres://me:***@h/db?password=***");
}

static void what_is_no_password_stays(void **state)
{
    (void)state;
    masks("postgres://me@host:5432/db", "postgres://me@host:5432/db");
    masks("postgres://host:5432/db", "postgres://host:5432/db");
    masks("https://host/a:b@c", "https://host/a:b@c");
    masks("/data/a:b@c.csv", "/data/a:b@c.csv");
    masks("", "");
    masks("a password=x", "a password=x");
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_password_is_masked_wherever_it_stands),
        cmocka_unit_test(what_is_no_password_stays),
        cmocka_unit_test(knows_what_is_an_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
