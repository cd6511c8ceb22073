/* test_canon.c - canon_skip against parsing and printing: a text passes exactly when it prints as itself. */
#include "base/canon.h"
#include "json_testing.h"

/* Whether canon_skip takes all of the text. It is given a copy that ends where the text does, for the sanitizer. */
static bool is_canonical(const char *text, size_t n)
{
    char *copy = malloc(n ? n : 1);
    const char *why = NULL, *behind;
    bool whole;

    assert_non_null(copy);
    memcpy(copy, text, n);
    behind = canon_skip(copy, copy + n, JSON_MAX_DEPTH, &why);
    assert_true((behind == NULL) == (why != NULL));
    whole = behind == copy + n;
    free(copy);
    return whole;
}

static bool prints_as_itself(const char *text, size_t n)
{
    struct buf out CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct arena *own CLEANUP(arena_cleanup) = arena_new();
    struct json *v;
    struct err err;

    return json_parse(own, text, n, &v, &err) == 0 && json_write_canonical(&out, v, &err) == 0 && out.n == n &&
           memcmp(out.p, text, n) == 0;
}

static void agree(const char *text, size_t n)
{
    bool right = prints_as_itself(text, n);

    if (is_canonical(text, n) != right)
        fail_msg("%.*s: is %scanonical", (int)n, text, right ? "" : "not ");
}

#define MANY_KEYS                                                                                                      \
    "{\"\": 1, \"\\n\": 2, \" \": 3, \"\\\"\": 4, \"A\": 5, \"AA\": 6, \"B\": 7, \"\\\\\": 8, \"a\": 9, \"\\u007f\": " \
    "10,"                                                                                                              \
    " \"\\u00e9\": 11, \"\\u00e9a\": 12, \"\\uffff\": 13, \"\\ud83d\\ude00\": 14, \"\\udbff\\udfff\": 15}"
#define A_CALL                                                                                                         \
    "{\"arguments\": {\"params\": [null, true, {\"e\": {}, \"\\u00e9\": \"\\ud83d\\ude00\"}], \"query\": \"SELECT "    \
    "\\\"x\\\"\\n\\t\\u0007/\"}, \"call_id\": \"c1\", \"ratio\": 0.25}"

static const char *const good[] = {
    "{}",
    "[]",
    "null",
    "true",
    "false",
    "0",
    "-1",
    "12345678901234567890123",
    "0.1",
    "1e+16",
    "1e-05",
    "-0.0",
    "5e-324",
    "1.7976931348623157e+308",
    "123456789012345.6",
    "\"\"",
    "\"plain text that is longer than sixteen bytes, and then some more of it ~\"",
    "\"\\\"\\\\\\b\\f\\n\\r\\t/\\u0000\\u001f\\u007f\\u0080\\u00e9\\u2028\\uffff\\ud83d\\ude00\"",
    "[1, [2, [3, {}]], {\"a\": []}, \"x\"]",
    MANY_KEYS,
    A_CALL,
};

static void what_python_prints_passes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        assert_true(prints_as_itself(good[i], strlen(good[i])));
        if (!is_canonical(good[i], strlen(good[i])))
            fail_msg("refused: %s", good[i]);
    }
}

/* Packed, which the formatter would not let be. */
/* clang-format off */
static const char *const bad[] = {
    "", " ", "{", "[", "\"", "-", "+1", "01", "-0", "-01", "1.", ".5", "1.00", "1E5", "1e5", "1e+05", "1e16", "1e400",
    "0.10", "1e-5", "-0", "0e0", "nul", "nulll", "True", "NaN", "Infinity", "[1,2]", "[1 , 2]", "[1,  2]", "[1, ]",
    "[ ]", "[1 ]", "{\"a\":1}", "{\"a\" : 1}", "{\"a\":  1}", "{\"a\": 1,\"b\": 2}", "{ }", "{\"a\": 1, }", "{1: 2}",
    "{\"a\"}", "{\"b\": 1, \"a\": 2}", "{\"a\": 1, \"a\": 2}", "{\"ab\": 1, \"a\": 2}", "{\"a\": 1, \"\\n\": 2}",
    "{\"\\u00e9\": 1, \"z\": 2}", "{\"\\ud83d\\ude00\": 1, \"\\uffff\": 2}", "\"\\u00E9\"", "\"\xc3\xa9\"", "\"\\/\"",
    "\"\\u0041\"", "\"\\u000a\"", "\"\\u0008\"", "\"\\u0022\"", "\"\\u005c\"", "\"\\u00e\"", "\"\\u\"", "\"\\x41\"",
    "\"\\", "\"\x7f\"", "\"\x01\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\u0080\"", "\"\\ud83dxxxxxx\"",
    "\"\\ude00\\ud83d\"", "[1, 2", "{\"a\": 1", "{\"a\": ", "{\"a\"", "1 ", " 1", "1,",
    "0.1000000000000000055511151231257827021181583404541015625", "1e+0000000000000000000000000000000000000000000016",
};
/* clang-format on */

static void other_spellings_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (is_canonical(bad[i], strlen(bad[i])))
            fail_msg("taken: %s", bad[i]);
    assert_false(is_canonical("\"\0\"", 3));
    assert_false(is_canonical("1\0", 2));
}

/* Every text with one byte dropped, changed or put in, at every place: tens of thousands. */
static void every_small_change_is_judged_as_printing_would(void **state)
{
    static const char bytes[] = "\"\\,: {}[]0189-+.eEnutfa\n\t/\x7f\xc3\xff";
    char text[1024];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        size_t n = strlen(good[i]);
        assert_true(n < sizeof text);
        for (size_t at = 0; at <= n; at++) {
            memcpy(text, good[i], at);
            for (size_t k = 0; k < sizeof bytes; k++) {
                text[at] = bytes[k];
                memcpy(text + at + 1, good[i] + at, n - at);
                agree(text, n + 1);
                if (at < n) {
                    memcpy(text + at + 1, good[i] + at + 1, n - at - 1);
                    agree(text, n);
                }
            }
            if (at < n) {
                memcpy(text + at, good[i] + at + 1, n - at - 1);
                agree(text, n - 1);
            }
        }
    }
}

static void depth_ends_where_the_caller_says(void **state)
{
    const char *why, *text = "[{\"a\": [[]]}]";

    (void)state;
    assert_null(canon_skip(text, text + strlen(text), 3, &why));
    assert_non_null(strstr(why, "deep"));
    assert_ptr_equal(canon_skip(text, text + strlen(text), 4, &why), text + strlen(text));
    assert_null(canon_skip(text, text + strlen(text), 0, &why));
    text = "1";
    assert_ptr_equal(canon_skip(text, text + 1, 0, &why), text + 1);
}

static void integers_end_at_pythons_limit(void **state)
{
    char digits[JSON_MAX_DIGITS + 2];

    (void)state;
    memset(digits, '7', sizeof digits);
    digits[0] = '-';
    assert_true(is_canonical(digits, JSON_MAX_DIGITS + 1));
    assert_false(is_canonical(digits, JSON_MAX_DIGITS + 2));
    assert_true(is_canonical(digits + 1, JSON_MAX_DIGITS));
    assert_false(is_canonical(digits + 1, JSON_MAX_DIGITS + 1));
}

static void what_follows_the_value_is_left_alone(void **state)
{
    const char *why, *text = "{\"a\": 1}, \"actor\"";

    (void)state;
    assert_ptr_equal(canon_skip(text, text + strlen(text), 9, &why), text + 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_python_prints_passes),
        TEST(other_spellings_are_refused),
        TEST(every_small_change_is_judged_as_printing_would),
        TEST(depth_ends_where_the_caller_says),
        TEST(integers_end_at_pythons_limit),
        TEST(what_follows_the_value_is_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
