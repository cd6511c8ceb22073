/* test_json_write.c - JSON built and written. What Python would print is in tests/api/test_json_python.py. */
#include "json_testing.h"

/* ---- making ---- */

static void what_is_built_is_written(void **state)
{
    struct json *o = json_object(arena), *list = json_array(arena);

    (void)state;
    json_set(arena, o, "null", NULL);
    json_set(arena, o, "list", list);
    json_push(arena, list, json_int(arena, INT64_MIN));
    json_push(arena, list, json_double(arena, 0.1));
    json_push(arena, list, json_double(arena, -0.0));
    json_push(arena, list, json_bool(arena, true));
    json_push(arena, list, NULL);
    json_push(arena, list, json_str(arena, NULL));
    json_push(arena, list, json_strn(arena, "a\0b", 3));
    json_push(arena, list, json_number(arena, "1.50", 4));
    json_setn(arena, o, "k\0k", 3, json_str(arena, "v"));
    assert_string_equal(compact(o),
                        "{\"null\":null,\"list\":[-9223372036854775808,0.1,-0.0,true,null,null,\"a\\u0000b\","
                        "1.50],\"k\\u0000k\":\"v\"}");
}

static void only_a_number_makes_a_number(void **state)
{
    (void)state;
    assert_null(json_number(arena, "01", 2));
    assert_null(json_number(arena, "", 0));
    assert_null(json_number(arena, "1 ", 2));
    assert_null(json_number(arena, "NaN", 3));
    assert_string_equal(json_digits(json_number(arena, "-1e5xyz", 4)), "-1e5");
}

static void bytes_that_are_no_characters_become_replacements(void **state)
{
    (void)state;
    assert_string_equal(json_text(json_str(arena, "a\xff"
                                                  "b\xc3\xa9\xed\xa0\x80\xf0\x9f"),
                                  NULL),
                        "a\xef\xbf\xbd"
                        "b\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    assert_non_null(json_get(json_set(arena, json_object(arena), "\xff", NULL), "\xef\xbf\xbd"));
}

static void setting_again_keeps_the_place(void **state)
{
    struct json *o = parse("{\"a\":1,\"b\":2}");

    (void)state;
    json_set(arena, o, "a", json_int(arena, 3));
    json_set(arena, o, "c", json_int(arena, 4));
    json_set(arena, o, "b", NULL);
    assert_string_equal(compact(o), "{\"a\":3,\"b\":null,\"c\":4}");
}

static void a_value_stays_the_same_value_while_its_container_grows(void **state)
{
    struct json *list = parse("[[0],[1]]"), *o = parse("{\"x\":[0]}");
    struct json *first = json_at(list, 0), *x = json_get(o, "x"), *late = json_array(arena);

    (void)state;
    json_push(arena, list, late);
    for (int i = 0; i < 100; i++)
        json_push(arena, list, json_int(arena, i));
    json_push(arena, first, json_str(arena, "in the first"));
    json_push(arena, late, json_str(arena, "pushed late"));
    assert_ptr_equal(json_at(list, 0), first);
    assert_ptr_equal(json_at(list, 2), late);
    assert_int_equal(json_len(list), 103);
    assert_string_equal(compact(json_at(list, 0)), "[0,\"in the first\"]");
    assert_string_equal(compact(json_at(list, 2)), "[\"pushed late\"]");

    for (int i = 0; i < 100; i++)
        json_set(arena, o, arena_printf(arena, "k%d", i), json_int(arena, i));
    assert_ptr_equal(json_get(o, "x"), x);
}

static void a_key_taken_out_leaves_the_others_in_order(void **state)
{
    struct json *o = parse("{\"a\":1,\"b\":[2],\"c\":3}"), *b = json_get(o, "b"), *c = json_get(o, "c");

    (void)state;
    json_unset(o, "b");
    json_unset(o, "not there");
    assert_string_equal(compact(o), "{\"a\":1,\"c\":3}");
    assert_string_equal(compact(b), "[2]");
    assert_ptr_equal(json_get(o, "c"), c);
    json_set(arena, o, "b", b);
    assert_string_equal(compact(o), "{\"a\":1,\"c\":3,\"b\":[2]}");
    json_unset(o, "a");
    json_unset(o, "b");
    json_unset(o, "c");
    assert_string_equal(compact(o), "{}");
    json_unset(NULL, "a");
    json_unset(parse("[1]"), "a");
}

static void large_objects_can_be_built_and_taken_apart(void **state)
{
    struct json *o = json_object(arena);
    char key[32];

    (void)state;
    for (int i = 0; i < 3000; i++) {
        snprintf(key, sizeof key, "key %d", i);
        json_set(arena, o, key, json_int(arena, i));
    }
    for (int i = 0; i < 3000; i += 3) {
        snprintf(key, sizeof key, "key %d", i);
        json_unset(o, key);
    }
    assert_int_equal(json_len(o), 2000);
    for (int i = 0; i < 3000; i++) {
        snprintf(key, sizeof key, "key %d", i);
        assert_int_equal(json_get_int(o, key, -1), i % 3 ? i : -1);
    }
    assert_string_equal(json_key_at(o, 0, NULL), "key 1");
    assert_string_equal(json_key_at(o, 1999, NULL), "key 2999");
}

static void a_copy_shares_nothing(void **state)
{
    struct arena *other = arena_new();
    struct json *v, *copy;
    struct err err;
    static const char text[] = "{\"a\":[1,2.50,\"x\\u0000y\",true,null,{}],\"b\":{\"c\":[[]]}}";

    (void)state;
    assert_int_equal(json_parse(other, text, sizeof text - 1, &v, &err), 0);
    copy = json_copy(arena, v);
    json_unset(v, "a");
    arena_free(other);
    assert_string_equal(compact(copy), text);
    assert_string_equal(canonical(json_at(json_get(copy, "a"), 1)), "2.5");
}

/* ---- writing ---- */

static void pretty_has_one_member_a_line(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 1000);
    json_write_pretty(&b, parse("{\"a\":[1,{\"b\":\"\xc3\xa9\"}],\"c\":{},\"d\":[]}"));
    assert_string_equal(b.p, "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"\xc3\xa9\"\n    }\n  ],\n  \"c\": {},\n"
                             "  \"d\": []\n}");
    buf_cut(&b, 0);
    json_write_pretty(&b, parse("[[1,\"a\",null],[true],[[2,3]]]"));
    assert_string_equal(b.p, "[\n  [1, \"a\", null],\n  [true],\n  [\n    [2, 3]\n  ]\n]");
    buf_done(&b);
}

static void compact_leaves_unicode_and_escapes_controls(void **state)
{
    (void)state;
    assert_string_equal(compact(parse("[ \"\\u0001\\b\\f\\n\\r\\t\\\"\\\\\\/\x7f\xc3\xa9\\u2028\" , {\"a\" : 1} ]")),
                        "[\"\\u0001\\b\\f\\n\\r\\t\\\"\\\\/\x7f\xc3\xa9\xe2\x80\xa8\",{\"a\":1}]");
}

static void canonical_sorts_keys_of_objects_of_every_size(void **state)
{
    (void)state;
    for (size_t n = 0; n < 70; n++) {
        struct json *backwards = json_object(arena), *forwards = json_object(arena);
        for (size_t i = 0; i < n; i++) {
            json_set(arena, backwards, arena_printf(arena, "key%02zu", n - 1 - i),
                     json_int(arena, (int64_t)(n - 1 - i)));
            json_set(arena, forwards, arena_printf(arena, "key%02zu", i), json_int(arena, (int64_t)i));
        }
        /* In one text: the order of the last object of a size is tried first on the next one. */
        struct json *list = json_array(arena);
        json_push(arena, json_push(arena, json_push(arena, list, backwards), forwards), backwards);
        const char *one = canonical(forwards);
        assert_string_equal(canonical(list), arena_printf(arena, "[%s, %s, %s]", one, one, one));
        if (n > 1)
            assert_true(strstr(one, "key00") < strstr(one, "key01"));
    }
}

static void canonical_refuses_what_python_could_not_write(void **state)
{
    char digits[JSON_MAX_DIGITS + 1];
    struct json *v = json_array(arena);
    struct buf b;
    struct err err;

    (void)state;
    buf_init(&b, 100000);
    buf_adds(&b, "before ");
    assert_int_equal(json_write_canonical(&b, parse("[1, 1e400]"), &err), -1);
    assert_int_equal(err.code, ERR_INVALID_JSON);
    assert_string_equal(b.p, "before ");

    memset(digits, '1', sizeof digits);
    json_push(arena, v, json_number(arena, digits, JSON_MAX_DIGITS));
    assert_int_equal(json_write_canonical(&b, v, &err), 0);
    json_push(arena, v, json_number(arena, digits, JSON_MAX_DIGITS + 1));
    buf_cut(&b, 7);
    assert_int_equal(json_write_canonical(&b, v, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_JSON);
    assert_int_equal(b.n, 7);
    buf_done(&b);
}

static void the_buffers_limit_holds_to_the_byte(void **state)
{
    struct json *v = parse("{\"a\":[1,2.5,\"\\u00e9\"]}");
    struct buf b;
    struct err err;

    (void)state;
    buf_init(&b, strlen("{\"a\": [1, 2.5, \"\\u00e9\"]}"));
    assert_int_equal(json_write_canonical(&b, v, &err), 0);
    buf_done(&b);
    buf_init(&b, strlen("{\"a\": [1, 2.5, \"\\u00e9\"]}") - 1);
    assert_int_equal(json_write_canonical(&b, v, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    buf_done(&b);

    buf_init(&b, strlen("{\"a\":[1,2.5,\"\xc3\xa9\"]}"));
    json_write(&b, v);
    assert_int_equal(buf_check(&b, &err), 0);
    buf_done(&b);
    buf_init(&b, strlen("{\"a\":[1,2.5,\"\xc3\xa9\"]}") - 1);
    json_write(&b, v);
    assert_int_equal(buf_check(&b, &err), -1);
    buf_done(&b);
}

/* Long enough to pass the writer's pieces and blocks at many offsets, with characters that straddle them. */
static void long_texts_survive_the_writers_pieces(void **state)
{
    static const char *const fill[] = { "x", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\x01", "\"" };
    static const size_t shifts[] = { 0, 1, 2, 3, 4, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 8190 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(fill); i++) {
        for (size_t k = 0; k < COUNT_OF(shifts); k++) {
            struct json *list = json_array(arena);
            struct buf b;
            buf_init(&b, 1 << 20);
            buf_fill(&b, 'a', shifts[k]);
            json_push(arena, list, json_strn(arena, b.p, b.n));
            for (int times = 0; times < 5000; times++)
                buf_adds(&b, fill[i]);
            json_push(arena, list, json_strn(arena, b.p + shifts[k], b.n - shifts[k]));
            json_push(arena, list, json_strn(arena, b.p, b.n));
            assert_true(json_equal(parse(compact(list)), list));
            assert_true(json_equal(parse(canonical(list)), list));
            buf_done(&b);
        }
    }
}

static void a_number_longer_than_the_writers_block_is_written(void **state)
{
    size_t n = 20000;
    char *digits = arena_alloc(arena, n + 1);
    struct json *v = json_array(arena);

    (void)state;
    memset(digits, '9', n);
    json_push(arena, v, json_number(arena, digits, n));
    assert_int_equal(strlen(compact(v)), n + 2);
    digits[1] = '.';
    json_push(arena, v, json_number(arena, digits, n));
    assert_string_equal(canonical(json_at(v, 1)), "10.0");
}

static void what_is_too_deep_to_read_back_is_not_written(void **state)
{
    struct json *v = json_int(arena, 1);
    struct buf b;
    struct err err;

    (void)state;
    for (int i = 0; i < JSON_MAX_DEPTH; i++)
        v = json_push(arena, json_array(arena), v);
    assert_non_null(canonical(v));
    v = json_push(arena, json_array(arena), v);
    buf_init(&b, 1000);
    json_write(&b, v);
    assert_int_equal(buf_check(&b, &err), -1);
    buf_done(&b);
    assert_null(canonical(v));
}

static void an_empty_container_can_be_pushed_to_after_parsing(void **state)
{
    struct json *v = parse("[[],{}]");

    (void)state;
    json_push(arena, json_at(v, 0), json_int(arena, 1));
    json_set(arena, json_at(v, 1), "a", json_int(arena, 2));
    assert_string_equal(compact(v), "[[1],{\"a\":2}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_built_is_written),
        TEST(only_a_number_makes_a_number),
        TEST(bytes_that_are_no_characters_become_replacements),
        TEST(setting_again_keeps_the_place),
        TEST(a_value_stays_the_same_value_while_its_container_grows),
        TEST(a_key_taken_out_leaves_the_others_in_order),
        TEST(large_objects_can_be_built_and_taken_apart),
        TEST(a_copy_shares_nothing),
        TEST(pretty_has_one_member_a_line),
        TEST(compact_leaves_unicode_and_escapes_controls),
        TEST(canonical_sorts_keys_of_objects_of_every_size),
        TEST(canonical_refuses_what_python_could_not_write),
        TEST(the_buffers_limit_holds_to_the_byte),
        TEST(long_texts_survive_the_writers_pieces),
        TEST(a_number_longer_than_the_writers_block_is_written),
        TEST(what_is_too_deep_to_read_back_is_not_written),
        TEST(an_empty_container_can_be_pushed_to_after_parsing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
