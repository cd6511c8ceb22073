/* test_address.c - which part of an address is a password, in every spelling, and what may be shown. */
#include "base/address/address.h"
#include "base/arena.h"
#include "base/err.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* cmocka wants the four above first */
#include <cmocka.h>

static void masks(const char *text, const char *expected)
{
    struct arena *a = arena_new();

    assert_string_equal(address_mask(a, text), expected);
    assert_string_equal(address_mask(a, expected), expected);
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
    masks("postgres:///db?pass%77ord=a", "postgres:///db?pass%77ord=***");
    masks("postgres://me:a@h/db?password=b", "postgres://me:***@h/db?password=***");
    masks("POSTGRES://me:secret@host/db", "postgres://me:***@host/db");
    masks("postgres://me:a@h1:1,h2:2/db", "postgres://me:***@h1:1,h2:2/db");
    masks("mysql://me:secret@host/db", "mysql://me:***@host/db");
}

static void what_is_no_password_stays(void **state)
{
    (void)state;
    masks("postgres://me@host:5432/db", "postgres://me@host:5432/db");
    masks("postgres://host:5432/db", "postgres://host:5432/db");
    masks("postgres://h1:1,h2:2/db", "postgres://h1:1,h2:2/db");
    masks("postgres://[::1]:5432/db", "postgres://[::1]:5432/db");
    masks("postgres://me@h/db#we@ird", "postgres://me@h/db#we@ird");
    masks("https://host/a:b@c", "https://host/a:b@c");
    masks("see https://a:b@c", "see https://a:b@c");
    masks("/data/a:b@c.csv", "/data/a:b@c.csv");
    masks("", "");
    masks("a password=x", "a password=x");
}

static void what_nobody_can_tell_apart_is_masked_as_a_whole(void **state)
{
    (void)state;
    masks("postgres://me:se/cret@host/db", "postgres://me:***@host/db");
    masks("postgres://me:se?cr#et@host/db", "postgres://me:***@host/db");
    masks("postgres://me:p@ss/word@host/db", "postgres://me:***@host/db");
    masks("postgres://me%3Asecret@host/db", "postgres://me:***@host/db");
    masks("postgres://me:secret", "postgres://me:***@");
    masks("postgres://me:secret/db", "postgres://me:***@");
}

static void addresses_in_a_text_are_masked_one_by_one(void **state)
{
    (void)state;
    masks("is postgres://a:b@c/d like \"postgresql://e:f@g/h\"?",
          "is postgres://a:***@c/d like \"postgresql://e:***@g/h\"?");
    masks("jdbc:postgresql://h/d?user=u&password=x y", "jdbc:postgresql://h/d?user=u&password=*** y");
    masks("x postgresql+psycopg2://u:p@h/d", "x postgresql+psycopg2://u:***@h/d");
}

static struct address_cut cut_of(struct arena *a, const char *text)
{
    struct address_cut cut;
    struct err err;

    assert_int_equal(address_cut(a, text, &cut, &err), 0);
    return cut;
}

static void an_address_is_cut_in_two(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(cut_of(a, "POSTGRES://me:a%40b%3A@h/d#t").shown, "postgres://me:***@h/d#t");
    assert_string_equal(cut_of(a, "postgres://me:a%40b%3A@h/d#t").password, "a@b:");
    assert_string_equal(cut_of(a, "postgres://me:a@b@h/d").password, "a@b");
    assert_string_equal(cut_of(a, "postgres://me:a@h/d?password=b").password, "b");
    assert_string_equal(cut_of(a, "postgres://me:a@h/d?password=***").password, "a");
    assert_string_equal(cut_of(a, "postgres://me@h/d?pass%77ord=b%20c").password, "b c");
    assert_string_equal(cut_of(a, "postgres://me:@h/d").shown, "postgres://me@h/d");
    assert_string_equal(cut_of(a, "postgres://me@h/d?sslpassword=x").password, "");
    assert_true(cut_of(a, "postgres://me:***@h/d").is_masked);
    assert_true(cut_of(a, "postgres://me@h/d?password=***").is_masked);
    assert_false(cut_of(a, "postgres://me:%2A%2A%2A@h/d").is_masked);
    assert_string_equal(cut_of(a, "postgres://me:%2A%2A%2A@h/d").password, "***");
    assert_false(cut_of(a, "postgres://me@h/d").is_masked);
    arena_free(a);
}

static void refuses(const char *text)
{
    struct arena *a = arena_new();
    struct address_cut cut;
    struct err err;

    assert_int_equal(address_cut(a, text, &cut, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    assert_null(strstr(err.message, "cret"));
    assert_null(strstr(err.detail, "cret"));
    arena_free(a);
}

static void an_address_that_hides_where_its_password_ends_is_refused(void **state)
{
    struct arena *a = arena_new();
    char text[SECRET_BYTES + 32];

    (void)state;
    refuses("postgres://me:se/cret@h/d");
    refuses("postgres://me:se@h/d#cr@et");
    refuses("postgres://me%3Asecret@h/d");
    refuses("postgres://me:secret");
    refuses("postgres://h/postgres://me:secret");
    snprintf(text, sizeof text, "postgres://me:%0*d@h/d", SECRET_BYTES + 1, 7);
    refuses(text);
    snprintf(text, sizeof text, "postgres://me:%0*d@h/d", SECRET_BYTES, 7);
    assert_int_equal(strlen(cut_of(a, text).password), SECRET_BYTES);
    arena_free(a);
}

static void spellings_of_one_address_are_plainly_the_same(void **state)
{
    static const char *const same[] = { "postgres://me:a@h/d#t", "postgresql://me:***@h/d#t", "POSTGRES://me@h/d#t",
                                        "postgres://me@h/d?password=x#t", "postgres://me:a@h/d?password=***#t" };
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_string_equal(address_plain(a, same[i]), "postgres://me@h/d#t");
    assert_string_equal(address_plain(a, "postgres://h/d?user=u&password=x&sslmode=require"),
                        "postgres://h/d?user=u&sslmode=require");
    assert_string_equal(address_plain(a, "/a/b:c@d"), "/a/b:c@d");
    arena_free(a);
}

static void lies_below_only_what_cannot_lead_elsewhere(void **state)
{
    (void)state;
    assert_true(address_below("postgres://h/d", "postgres://h/d"));
    assert_true(address_below("postgres://h/d#t", "postgres://h/d"));
    assert_true(address_below("postgres://h/d", "postgres://h/"));
    assert_true(address_below("postgres://h/d?sslmode=require", "postgres://h/d?sslmode=require"));
    assert_false(address_below("postgres://h/d?host=evil", "postgres://h/d"));
    assert_false(address_below("postgres://h/d?host=evil", "postgres://h"));
    assert_false(address_below("postgres://hh/d", "postgres://h"));
    assert_false(address_below("postgres://evil/d", "postgres:///"));
    assert_true(address_below("postgres:///d", "postgres:///"));
}

static void knows_where_an_address_leads(void **state)
{
    struct arena *a = arena_new();
    struct address_place p;

    (void)state;
    address_place(a, "postgres://m%65:***@h1:1,h2/d%20b#t", &p);
    assert_string_equal(p.hosts, "h1,h2");
    assert_string_equal(p.ports, "1,");
    assert_string_equal(p.user, "me");
    assert_string_equal(p.database, "d b");
    address_place(a, "postgres:///d?host=/run&port=5&user=you&dbname=e", &p);
    assert_string_equal(p.hosts, "/run");
    assert_string_equal(p.ports, "5");
    assert_string_equal(p.user, "you");
    assert_string_equal(p.database, "e");
    address_place(a, "postgres://[::1]:5/d", &p);
    assert_string_equal(p.hosts, "::1");
    assert_string_equal(p.ports, "5");
    arena_free(a);
}

static void blots(const char *text, bool any, const char *expected)
{
    char copy[256];

    snprintf(copy, sizeof copy, "%s", text);
    assert_int_equal(address_blot(copy, any), strcmp(text, expected) != 0);
    assert_string_equal(copy, expected);
    assert_false(address_blot(copy, any));
}

static void a_password_is_blotted_where_it_stands(void **state)
{
    (void)state;
    blots("{\"a\":\"postgres://me:secret@h/d\",\"b\":\"x@y\"}", false,
          "{\"a\":\"postgres://me:******@h/d\",\"b\":\"x@y\"}");
    blots("postgres://me@h/d?password=ab#t", false, "postgres://me@h/d?password=**#t");
    blots("see mysql://me:ab@h", false, "see mysql://me:ab@h");
    blots("see mysql://me:ab@h", true, "see mysql://me:**@h");
    blots("host=h password = 'a b\\' c' dbname=d", false, "host=h password = '*******' dbname=d");
    blots("host=h password=ab", false, "host=h password=**");
    blots("is password=ab right?", false, "is password=ab right?");
    blots("cut off: postgres://me:secre", true, "cut off: postgres://me:*****");
    blots("nothing", true, "nothing");
    blots("host=h password", false, "host=h password");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_password_is_masked_wherever_it_stands),
        cmocka_unit_test(what_is_no_password_stays),
        cmocka_unit_test(what_nobody_can_tell_apart_is_masked_as_a_whole),
        cmocka_unit_test(addresses_in_a_text_are_masked_one_by_one),
        cmocka_unit_test(an_address_is_cut_in_two),
        cmocka_unit_test(an_address_that_hides_where_its_password_ends_is_refused),
        cmocka_unit_test(spellings_of_one_address_are_plainly_the_same),
        cmocka_unit_test(lies_below_only_what_cannot_lead_elsewhere),
        cmocka_unit_test(knows_where_an_address_leads),
        cmocka_unit_test(a_password_is_blotted_where_it_stands),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
