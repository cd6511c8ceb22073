/* test_json.c - JSON read and looked at. What the standard says is in json_cases.h. */
#include "json_cases.h"
#include "json_testing.h"

/* ---- reading ---- */

static void takes_what_the_standard_allows_and_nothing_else(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof json_cases / sizeof json_cases[0]; i++) {
        const struct json_case *c = &json_cases[i];
        struct json *untouched = (struct json *)(uintptr_t)&arena, *v = untouched;
        struct err err;
        int result = parse_exact(c->text, c->n, &v, &err);

        if (result != (c->is_json ? 0 : -1))
            fail_msg("case %zu, %s: %s", i, c->text, c->is_json ? err.message : "was taken");
        if (!c->is_json) {
            assert_int_equal(err.code, ERR_INVALID_JSON);
            assert_ptr_equal(v, untouched);
            continue;
        }
        if (c->canonical)
            assert_string_equal(canonical(v), c->canonical);
        else
            assert_null(canonical(v));
    }
}

static void every_beginning_of_a_text_is_refused(void **state)
{
    static const char text[] =
        "{\"key\":[1.5e+3,\"a\\u00e9\\ud83d\\ude00 \xc3\xa9\xf0\x9f\x98\x80 long enough for a block\","
        "true,false,null,{\"k\":-0}]}";
    struct json *v;
    struct err err;

    (void)state;
    for (size_t n = 0; n < sizeof text - 1; n++)
        assert_int_equal(parse_exact(text, n, &v, &err), -1);
    assert_int_equal(parse_exact(text, sizeof text - 1, &v, &err), 0);
}

static void check_message(const char *text, const char *message)
{
    struct json *v;
    struct err err;

    assert_int_equal(parse_exact(text, strlen(text), &v, &err), -1);
    assert_string_equal(err.message, message);
}

static void an_error_names_line_and_column(void **state)
{
    (void)state;
    check_message("{\"a\": 1\n \"b\": 2}",
                  "That is not valid JSON: line 2, column 2: expected a comma or a closing brace.");
    check_message("[1\n\n 2]", "That is not valid JSON: line 3, column 2: expected a comma or a closing bracket.");
    check_message("", "That is not valid JSON: line 1, column 1: the text ends too early.");
    check_message("[1,\n", "That is not valid JSON: line 2, column 1: the text ends too early.");
    check_message("[\"\xc3\xa9\xf0\x9f\x98\x80\", x]", "That is not valid JSON: line 1, column 8: expected a value.");
    check_message("{\"a\" 1}", "That is not valid JSON: line 1, column 6: expected a colon.");
    check_message("{a: 1}", "That is not valid JSON: line 1, column 2: expected a key in quotes.");
    check_message("1 1", "That is not valid JSON: line 1, column 3: expected the end of the text.");
    check_message("[-x]", "That is not valid JSON: line 1, column 3: expected a digit.");
    check_message("[-01]", "That is not valid JSON: line 1, column 3: a number may not begin with 0.");
    check_message("\"a\\qb\"", "That is not valid JSON: line 1, column 4: no such escape.");
    check_message("\"a\\u12x4\"", "That is not valid JSON: line 1, column 3: expected four hex digits after \\u.");
    check_message("\"a\\ud800\"", "That is not valid JSON: line 1, column 3: half of a surrogate pair.");
    check_message("\"a\tb\"", "That is not valid JSON: line 1, column 3: a control character must be escaped.");
    check_message("\"a\xff\"", "That is not valid JSON: line 1, column 3: not well-formed UTF-8.");
}

static void a_message_never_repeats_the_text(void **state)
{
    struct json *v;
    struct err err;

    (void)state;
    assert_int_equal(json_parse(arena, "{\"secret\": hunter2}", 19, &v, &err), -1);
    assert_null(strstr(err.message, "secret"));
    assert_null(strstr(err.message, "hunter"));
    assert_null(strstr(err.detail, "hunter"));
}

static char *nested(size_t depth)
{
    char *text = arena_alloc(arena, 2 * depth + 1);

    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    return text;
}

static void nesting_of_exactly_the_limit_is_read(void **state)
{
    struct json *v;
    struct err err;

    (void)state;
    assert_int_equal(json_parse(arena, nested(JSON_MAX_DEPTH), 2 * JSON_MAX_DEPTH, &v, &err), 0);
    assert_int_equal(json_parse(arena, nested(JSON_MAX_DEPTH + 1), 2 * JSON_MAX_DEPTH + 2, &v, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    assert_string_equal(err.message,
                        "That JSON is more than this program reads: line 1, column 129: nested too deeply.");
}

static void depth_counts_what_is_open_not_what_was(void **state)
{
    struct buf b;
    struct json *v;
    struct err err;

    (void)state;
    buf_init(&b, 1 << 16);
    buf_addc(&b, '[');
    for (int i = 0; i < 1000; i++)
        buf_adds(&b, "[{\"a\":[]}],");
    buf_adds(&b, "0]");
    assert_int_equal(json_parse(arena, b.p, b.n, &v, &err), 0);
    assert_int_equal(json_len(v), 1001);
    buf_done(&b);
}

static void an_integer_of_exactly_the_digits_allowed_is_read(void **state)
{
    char text[JSON_MAX_DIGITS + 4];
    struct json *v;
    struct err err;

    (void)state;
    memset(text, '7', sizeof text);
    text[0] = '-';
    assert_int_equal(json_parse(arena, text, JSON_MAX_DIGITS + 1, &v, &err), 0);
    assert_int_equal(strlen(json_digits(v)), JSON_MAX_DIGITS + 1);
    assert_int_equal(json_parse(arena, text, JSON_MAX_DIGITS + 2, &v, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    /* A float is not an integer, whatever its length: Python reads it. */
    memcpy(text + JSON_MAX_DIGITS + 2, ".5", 2);
    assert_int_equal(json_parse(arena, text, JSON_MAX_DIGITS + 4, &v, &err), 0);
}

static void a_text_of_exactly_the_bytes_allowed_is_read(void **state)
{
    char *text = malloc(JSON_MAX_BYTES + 1u);
    struct json *v;
    struct err err;

    (void)state;
    assert_non_null(text);
    memset(text, ' ', JSON_MAX_BYTES + 1u);
    text[0] = '1';
    assert_int_equal(json_parse(arena, text, JSON_MAX_BYTES, &v, &err), 0);
    assert_int_equal(json_parse(arena, text, JSON_MAX_BYTES + 1u, &v, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    free(text);
}

static void the_callers_text_is_left_alone(void **state)
{
    static const char text[] = "{\"a\\n\": [1, \"b\\u0041\", 2.5]}";
    char copy[sizeof text];
    struct json *v;
    struct err err;

    (void)state;
    memcpy(copy, text, sizeof text);
    assert_int_equal(json_parse(arena, copy, sizeof text - 1, &v, &err), 0);
    assert_memory_equal(copy, text, sizeof text);
    memset(copy, 'x', sizeof copy);
    assert_string_equal(compact(v), "{\"a\\n\":[1,\"bA\",2.5]}");
}

static void numbers_keep_the_text_they_were_written_with(void **state)
{
    static const char *const texts[] = { "9007199254740993", "0.10", "1E400", "-0", "-0.0", "1e+05", "123.4500e-7" };
    char list[256] = "[";
    struct json *v;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        assert_string_equal(json_digits(parse(texts[i])), texts[i]);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? " ," : " ", texts[i]);
    }
    snprintf(list + strlen(list), sizeof list - strlen(list), " ]");
    v = parse(list);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        assert_string_equal(json_digits(json_at(v, i)), texts[i]);
}

static void strings_are_unescaped_and_may_hold_nul(void **state)
{
    size_t n;
    const char *text = json_text(parse("\"a\\u0000b\\n\\u00e9\\ud83d\\ude00\\/\""), &n);

    (void)state;
    assert_int_equal(n, 11);
    assert_memory_equal(text, "a\0b\n\xc3\xa9\xf0\x9f\x98\x80/", 12);
}

/* A string of every length around the blocks it is scanned in, with one odd thing at every place. */
static void every_length_and_place_reads_and_writes_back(void **state)
{
    static const struct {
        const char *read, *compact, *canonical;
    } odd[] = {
        { "\\n", "\\n", "\\n" },
        { "\\\"", "\\\"", "\\\"" },
        { "\\/", "/", "/" },
        { "\x7f", "\x7f", "\\u007f" },
        { "\\u00e9", "\xc3\xa9", "\\u00e9" },
        { "\xc3\xa9", "\xc3\xa9", "\\u00e9" },
        { "\xe2\x82\xac", "\xe2\x82\xac", "\\u20ac" },
        { "\\ud83d\\ude00", "\xf0\x9f\x98\x80", "\\ud83d\\ude00" },
    };
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";
    char text[128], expected[128];

    (void)state;
    for (size_t length = 0; length < 40; length++) {
        for (size_t place = 0; place <= length; place++) {
            int before = (int)place, after = (int)(length - place);
            for (size_t i = 0; i < COUNT_OF(odd); i++) {
                snprintf(text, sizeof text, "[\"%.*s%s%.*s\", 1]", before, plain, odd[i].read, after, plain);
                snprintf(expected, sizeof expected, "[\"%.*s%s%.*s\",1]", before, plain, odd[i].compact, after, plain);
                assert_string_equal(compact(parse(text)), expected);
                snprintf(expected, sizeof expected, "[\"%.*s%s%.*s\", 1]", before, plain, odd[i].canonical, after,
                         plain);
                assert_string_equal(canonical(parse(text)), expected);
            }
        }
    }
}

static void a_key_that_comes_twice_keeps_its_first_place_and_last_value(void **state)
{
    struct json *v = parse("{\"a\":1,\"b\":2,\"a\":3,\"c\":4,\"a\":5}");

    (void)state;
    assert_string_equal(compact(v), "{\"a\":5,\"b\":2,\"c\":4}");
    assert_int_equal(json_len(v), 3);
    assert_int_equal(json_get_int(v, "a", 0), 5);
}

/* Keys k0, k1 … each given twice, so that an index has to find them: i the first time, i + n the second. */
static struct json *twice(size_t n)
{
    struct buf b;
    struct json *v;
    struct err err;

    buf_init(&b, 1 << 24);
    for (size_t i = 0; i < 2 * n; i++)
        buf_addf(&b, "%s\"k%zu\":%zu", i ? "," : "{", i % n, i);
    buf_addc(&b, '}');
    assert_int_equal(json_parse(arena, b.p, b.n, &v, &err), 0);
    buf_done(&b);
    return v;
}

static void twins_are_found_in_objects_of_every_size(void **state)
{
    static const size_t sizes[] = { 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 1000, 20000 };
    char key[32];

    (void)state;
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        struct json *v = twice(sizes[s]);
        assert_int_equal(json_len(v), sizes[s]);
        for (size_t i = 0; i < sizes[s]; i++) {
            snprintf(key, sizeof key, "k%zu", i);
            assert_string_equal(json_key_at(v, i, NULL), key);
            assert_int_equal(json_get_int(v, key, -1), (int64_t)(i + sizes[s]));
        }
        assert_null(json_get(v, "k"));
        assert_null(json_get(v, "k-1"));
    }
}

static void keys_that_differ_in_little_are_told_apart(void **state)
{
    struct json *v = parse("{\"\":0,\"a\":1,\"a\\u0000\":2,\"abcd\":3,\"abcde\":4,\"abcdf\":5,\"bbcde\":6}");

    (void)state;
    assert_int_equal(json_len(v), 7);
    assert_int_equal(json_get_int(v, "", -1), 0);
    assert_int_equal(json_get_int(v, "a", -1), 1);
    assert_int_equal(json_get_int(v, "abcd", -1), 3);
    assert_int_equal(json_get_int(v, "abcdf", -1), 5);
    assert_null(json_get(v, "ab"));
    assert_null(json_get(v, "abcdg"));
}

/* ---- looking ---- */

static void an_absent_value_answers_as_null_does(void **state)
{
    size_t n = 9;
    int64_t i = 7;

    (void)state;
    assert_int_equal(json_type(NULL), JSON_NULL);
    assert_false(json_is(NULL, JSON_NULL));
    assert_false(json_is_int(NULL));
    assert_false(json_truth(NULL));
    assert_null(json_text(NULL, &n));
    assert_int_equal(n, 0);
    assert_null(json_digits(NULL));
    assert_false(json_int64(NULL, &i));
    assert_int_equal(i, 7);
    assert_true(json_real(NULL) == 0);
    assert_int_equal(json_len(NULL), 0);
    assert_null(json_at(NULL, 0));
    assert_null(json_key_at(NULL, 0, &n));
    assert_null(json_get(NULL, "a"));
    assert_null(json_get_text(NULL, "a"));
    assert_false(json_get_truth(NULL, "a"));
    assert_int_equal(json_get_int(NULL, "a", 3), 3);
    assert_true(json_equal(NULL, json_null(arena)));
    assert_string_equal(compact(NULL), "null");
    assert_string_equal(canonical(NULL), "null");
}

static void looking_at_the_wrong_type_finds_nothing(void **state)
{
    struct json *v = parse("[\"text\", 1, true, {\"a\": 1}]");

    (void)state;
    assert_null(json_get(v, "a"));
    assert_null(json_text(v, NULL));
    assert_null(json_text(json_at(v, 1), NULL));
    assert_null(json_digits(json_at(v, 0)));
    assert_false(json_truth(json_at(v, 1)));
    assert_null(json_key_at(v, 0, NULL));
    assert_null(json_at(v, 4));
    assert_null(json_at(json_at(v, 3), 1));
    assert_null(json_key_at(json_at(v, 3), 1, NULL));
    assert_int_equal(json_len(json_at(v, 0)), 0);
}

static void integers_are_exact_or_refused(void **state)
{
    int64_t i = 0;

    (void)state;
    assert_true(json_int64(parse("9223372036854775807"), &i) && i == INT64_MAX);
    assert_true(json_int64(parse("-9223372036854775808"), &i) && i == INT64_MIN);
    assert_true(json_int64(parse("1.50e2"), &i) && i == 150);
    i = 42;
    assert_false(json_int64(parse("9223372036854775808"), &i));
    assert_false(json_int64(parse("1.5"), &i));
    assert_false(json_int64(parse("\"1\""), &i));
    assert_int_equal(i, 42);
    assert_true(json_is_int(parse("1e300")));
    assert_false(json_is_int(parse("1e-1")));
    assert_true(json_real(parse("1e999")) > 1.7976931348623157e308);
    assert_true(json_real(parse("0.1")) == 0.1);
}

static void equal_means_equal_to_a_schema(void **state)
{
    (void)state;
    assert_true(json_equal(parse("1"), parse("1.0")));
    assert_true(json_equal(parse("100"), parse("1e2")));
    assert_false(json_equal(parse("9007199254740993"), parse("9007199254740992")));
    assert_true(json_equal(parse("-0.0"), parse("0")));
    assert_false(json_equal(parse("true"), parse("false")));
    assert_false(json_equal(parse("1"), parse("true")));
    assert_false(json_equal(parse("\"1\""), parse("1")));
    assert_true(json_equal(parse("{\"a\":1,\"b\":[2]}"), parse("{\"b\":[2.0],\"a\":1}")));
    assert_false(json_equal(parse("{\"a\":1}"), parse("{\"a\":1,\"b\":2}")));
    assert_false(json_equal(parse("{\"a\":1}"), parse("{\"b\":1}")));
    assert_false(json_equal(parse("[1,2]"), parse("[2,1]")));
    assert_false(json_equal(parse("[1,2]"), parse("[1]")));
    assert_false(json_equal(parse("\"a\""), parse("\"a\\u0000\"")));
    assert_int_equal(json_number_compare(parse("0.1"), parse("1e-1")), 0);
    assert_int_equal(json_number_compare(parse("-2"), parse("1")), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(takes_what_the_standard_allows_and_nothing_else),
        TEST(every_beginning_of_a_text_is_refused),
        TEST(an_error_names_line_and_column),
        TEST(a_message_never_repeats_the_text),
        TEST(nesting_of_exactly_the_limit_is_read),
        TEST(depth_counts_what_is_open_not_what_was),
        TEST(an_integer_of_exactly_the_digits_allowed_is_read),
        TEST(a_text_of_exactly_the_bytes_allowed_is_read),
        TEST(the_callers_text_is_left_alone),
        TEST(numbers_keep_the_text_they_were_written_with),
        TEST(strings_are_unescaped_and_may_hold_nul),
        TEST(every_length_and_place_reads_and_writes_back),
        TEST(a_key_that_comes_twice_keeps_its_first_place_and_last_value),
        TEST(twins_are_found_in_objects_of_every_size),
        TEST(keys_that_differ_in_little_are_told_apart),
        TEST(an_absent_value_answers_as_null_does),
        TEST(looking_at_the_wrong_type_finds_nothing),
        TEST(integers_are_exact_or_refused),
        TEST(equal_means_equal_to_a_schema),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
