/* test_num.c - numbers as exact decimals: the grammar, integers, order and multiples. */
#include "num_testing.h"

/* ---- the grammar ---- */

static void knows_a_json_number(void **state)
{
    static const char *const good[] = {
        "0", "-0", "1", "10", "-1.5", "0.0", "1e5", "1E+5", "1e-05", "0e0", "12.34e56"
    };
    static const char *const bad[] = { "",   "-",  "01", "-01", "+1",  ".5",  "1.",    "1.e5",  "1e",  "1e+",  "e5",
                                       "1 ", " 1", "1a", "0x1", "1_0", "nan", "1.5.5", "1e5.5", "--1", "1e5e5" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++)
        if (!num_is_json(good[i], strlen(good[i])))
            fail_msg("%s", good[i]);
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (num_is_json(bad[i], strlen(bad[i])))
            fail_msg("%s", bad[i]);
    assert_false(num_is_json("1\0", 2));
    assert_true(num_is_json("1e5x", 3));
    assert_false(num_is_json("1e5x", 2));
}

/* ---- integers ---- */

static void an_integer_is_one_however_it_is_written(void **state)
{
    static const char *const whole[] = { "0",      "-0",  "-0.0",   "0.000",  "0e-999999999999999999999", "1",
                                         "1.0",    "1e2", "1.50e1", "150e-1", "1e999999999999999999999",  "-12.3400e2",
                                         "1000e-3" };
    static const char *const broken[] = { "0.1",        "1.5",     "1e-1",
                                          "1.50e0",     "155e-1",  "1e-999999999999999999999",
                                          "-12.3450e2", "1000e-4", "123456789012345678901234567890.5" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(whole); i++)
        if (!num_is_integer(whole[i], strlen(whole[i])))
            fail_msg("%s", whole[i]);
    for (size_t i = 0; i < COUNT_OF(broken); i++)
        if (num_is_integer(broken[i], strlen(broken[i])))
            fail_msg("%s", broken[i]);
}

static void check_int64(const char *text, bool fits, int64_t value)
{
    int64_t v = 77;

    assert_int_equal(num_int64(text, strlen(text), &v), fits);
    if (v != (fits ? value : 77))
        fail_msg("%s read as %lld", text, (long long)v);
}

static void int64_is_exact_up_to_its_ends(void **state)
{
    (void)state;
    check_int64("0", true, 0);
    check_int64("-0.0", true, 0);
    check_int64("9223372036854775807", true, INT64_MAX);
    check_int64("9223372036854775808", false, 0);
    check_int64("-9223372036854775808", true, INT64_MIN);
    check_int64("-9223372036854775809", false, 0);
    check_int64("9.223372036854775807e18", true, INT64_MAX);
    check_int64("922337203685477580.8e1", false, 0);
    check_int64("-922337203685477580.8e1", true, INT64_MIN);
    check_int64("1e18", true, 1000000000000000000);
    check_int64("1e19", false, 0);
    check_int64("9e18", true, 9000000000000000000);
    check_int64("10e18", false, 0);
    check_int64("99999999999999999999", false, 0);
    check_int64("0.5", false, 0);
    check_int64("5e-1", false, 0);
    check_int64("50e-1", true, 5);
    check_int64("0e99999999999999999999", true, 0);
    check_int64("1e99999999999999999999", false, 0);
    check_int64("1e-99999999999999999999", false, 0);
    check_int64("100000000000000000000000e-20", true, 1000);
    check_int64("0.0000000000000000000000012e25", true, 12);
}

/* ---- comparing ---- */

static int compare(const char *a, const char *b)
{
    return num_compare(a, strlen(a), b, strlen(b));
}

static void values_are_ordered_whatever_their_exponents(void **state)
{
    /* Rising; each line holds one value in several spellings. */
    static const char *const ladder[][4] = {
        { "-2e100000000000000000000000000000000000001", NULL },
        { "-1e100000000000000000000000000000000000001", NULL },
        { "-1e100000000000000000000000000000000000000", NULL },
        { "-1e999999999", "-10e999999998", "-0.1e1000000000", NULL },
        { "-9007199254740993", "-9007199254740993.0", NULL },
        { "-9007199254740992", NULL },
        { "-1.5", "-15e-1", "-0.15E1", NULL },
        { "-1", "-1.0", "-10e-1", NULL },
        { "-1e-100000000000000000000000000000000000000", NULL },
        { "-1e-100000000000000000000000000000000000001", NULL },
        { "0", "-0", "0.000", "0e999999999999999999999999" },
        { "1e-100000000000000000000000000000000000001", NULL },
        { "1e-100000000000000000000000000000000000000", "0.1e-99999999999999999999999999999999999999", NULL },
        { "1e-999999999", NULL },
        { "0.1", "1e-1", "0.10", "100e-3" },
        { "0.1000000000000000000000000000000000000000000000001", NULL },
        { "0.2", NULL },
        { "1", "1.0", "1e0", "0.0001e4" },
        { "1.0000000000000000000000000000000000000001", NULL },
        { "9.99", NULL },
        { "10", "1e1", "1e+01", "0.1e2" },
        { "9007199254740992", NULL },
        { "9007199254740993", NULL },
        { "1e999999999", "1e+0999999999", "1000e999999996", NULL },
        { "1e99999999999999999999", "10e99999999999999999998", "0.01e100000000000000000001", NULL },
        { "1.1e99999999999999999999", NULL },
        { "1e100000000000000000000", "0.00001e100000000000000000005", NULL },
        { "1e100000000000000000000000000000000000000", NULL },
        { "1e100000000000000000000000000000000000001", NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ladder); i++)
        for (size_t j = 0; j < COUNT_OF(ladder); j++)
            for (size_t a = 0; a < 4 && ladder[i][a]; a++)
                for (size_t b = 0; b < 4 && ladder[j][b]; b++)
                    if (compare(ladder[i][a], ladder[j][b]) != (i > j) - (i < j))
                        fail_msg("%s and %s: %d", ladder[i][a], ladder[j][b], compare(ladder[i][a], ladder[j][b]));
}

static void a_million_digits_weigh_as_much_as_an_exponent(void **state)
{
    size_t zeros = 1200000;
    char *text = malloc(zeros + 16);

    (void)state;
    assert_non_null(text);
    memset(text, '0', zeros + 1);
    text[0] = '1';
    assert_int_equal(num_compare(text, zeros + 1, "1e1200000", 9), 0);
    assert_int_equal(num_compare(text, zeros + 1, "1e1200001", 9), -1);
    assert_int_equal(num_compare(text, zeros + 1, "9e1199999", 9), 1);
    text[0] = '0';
    text[1] = '.';
    memcpy(text + zeros, "1e1199999", 10);
    assert_int_equal(num_compare(text, zeros + 9, "1", 1), 0);
    assert_true(num_is_integer(text, zeros + 9));
    assert_false(num_is_integer(text, zeros + 8));
    free(text);
}

/* A small number in one of its spellings, and its value times 10^6. */
static int64_t any_small(char *out, size_t size)
{
    int64_t units = (int64_t)(any() % 2000) - 1000;
    int places = (int)(any() % 4), exponent = (int)(any() % 5) - 2;
    int64_t scaled = units * ten_to(6 - places + exponent);

    if (places == 0)
        snprintf(out, size, "%lld", (long long)units);
    else
        snprintf(out, size, "%s%lld.%0*lld", units < 0 ? "-" : "", (long long)llabs(units) / ten_to(places), places,
                 (long long)llabs(units) % ten_to(places));
    snprintf(out + strlen(out), size - strlen(out), "e%d", exponent);
    return scaled;
}

static void small_values_compare_and_divide_as_whole_numbers_do(void **state)
{
    char a[64], b[64];

    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        int64_t x = any_small(a, sizeof a), y = any_small(b, sizeof b);
        bool known = false, is_multiple;
        if (compare(a, b) != (x > y) - (x < y))
            fail_msg("%s and %s: %d", a, b, compare(a, b));
        if (y <= 0)
            continue;
        is_multiple = num_is_multiple(a, strlen(a), b, strlen(b), &known);
        if (!known || is_multiple != (x % y == 0))
            fail_msg("%s by %s: %d", a, b, is_multiple);
    }
}

/* ---- multiples ---- */

static void check_multiple(const char *value, const char *divisor, bool is_multiple)
{
    bool known = false;

    if (num_is_multiple(value, strlen(value), divisor, strlen(divisor), &known) != is_multiple || !known)
        fail_msg("%s by %s, known %d", value, divisor, known);
}

static void multiples_are_exact(void **state)
{
    (void)state;
    check_multiple("0.3", "0.1", true);
    check_multiple("4.35", "0.01", true);
    check_multiple("4.355", "0.01", false);
    check_multiple("0.0075", "0.0001", true);
    check_multiple("0.00751", "0.0001", false);
    check_multiple("-9", "3", true);
    check_multiple("-10", "3", false);
    check_multiple("0", "7", true);
    check_multiple("0.0", "1e999999999", true);
    check_multiple("1", "2", false);
    check_multiple("1e308", "0.5", true);
    check_multiple("1e308", "0.3", false);
    check_multiple("3e308", "0.3", true);
    check_multiple("12345678901234567890123456789012345678901234567890", "9876543210987654321", false);
    /* 9876543210987654321 x 1000000000000000000000000000001 */
    check_multiple("9876543210987654321000000000009876543210987654321", "9876543210987654321", true);
    check_multiple("9876543210987654321000000000009876543210987654322", "9876543210987654321", false);
    check_multiple("999999999999999999", "999999999", true);
    check_multiple("1000000000000000000", "999999999", false);
}

__extension__ typedef unsigned __int128 u128;

static void put_u128(char *out, u128 v)
{
    char digits[40];
    size_t n = 0;

    do
        digits[n++] = (char)('0' + (int)(v % 10));
    while (v /= 10);
    while (n > 0)
        *out++ = digits[--n];
    *out = '\0';
}

static void products_are_multiples_and_their_neighbours_are_not(void **state)
{
    char value[48], divisor[48];

    (void)state;
    for (int i = 0; i < 20000; i++) {
        uint64_t a = (any() >> any() % 60) + 2, b = (any() >> any() % 60) + 1;
        put_u128(divisor, a);
        put_u128(value, (u128)a * b);
        check_multiple(value, divisor, true);
        put_u128(value, (u128)a * b + 1 + any() % (a - 1));
        check_multiple(value, divisor, false);
    }
}

static void monsters_are_told_where_exponents_suffice(void **state)
{
    bool known = true;

    (void)state;
    check_multiple("1e999999999", "1", true);
    check_multiple("1e999999999", "0.001", true);
    check_multiple("1e99999999999999999999999", "1e-99999999999999999999999", true);
    check_multiple("1", "1e999999999", false);
    check_multiple("1e-999999999", "1", false);
    check_multiple("1e99999999999999999999998", "1e99999999999999999999999", false);
    check_multiple("1e-99999999999999999999999", "3", false);
    assert_false(num_is_multiple("1e999999999", 11, "3", 1, &known));
    assert_false(known);
}

static void digits_are_worked_out_up_to_the_limit(void **state)
{
    char *value = malloc(NUM_SCALE_DIGITS + 2), exponent[32];
    bool known = false;

    (void)state;
    assert_non_null(value);
    /* 3 followed by zeros: exactly the limit, then one more. */
    snprintf(exponent, sizeof exponent, "6e%d", NUM_SCALE_DIGITS - 1);
    assert_true(num_is_multiple(exponent, strlen(exponent), "3", 1, &known) && known);
    snprintf(exponent, sizeof exponent, "6e%d", NUM_SCALE_DIGITS);
    assert_false(num_is_multiple(exponent, strlen(exponent), "3", 1, &known) || known);

    /* The divisor itself at the limit, and past it. */
    memset(value, '7', NUM_SCALE_DIGITS + 1);
    value[NUM_SCALE_DIGITS + 1] = '\0';
    assert_true(num_is_multiple(value, NUM_SCALE_DIGITS, value, NUM_SCALE_DIGITS, &known) && known);
    assert_false(num_is_multiple(value, NUM_SCALE_DIGITS, value, NUM_SCALE_DIGITS - 1, &known));
    assert_true(known);
    assert_false(num_is_multiple(value, NUM_SCALE_DIGITS + 1, value, NUM_SCALE_DIGITS + 1, &known));
    assert_false(known);
    free(value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(knows_a_json_number),
        TEST(an_integer_is_one_however_it_is_written),
        TEST(int64_is_exact_up_to_its_ends),
        TEST(values_are_ordered_whatever_their_exponents),
        TEST(a_million_digits_weigh_as_much_as_an_exponent),
        TEST(small_values_compare_and_divide_as_whole_numbers_do),
        TEST(multiples_are_exact),
        TEST(products_are_multiples_and_their_neighbours_are_not),
        TEST(monsters_are_told_where_exponents_suffice),
        TEST(digits_are_worked_out_up_to_the_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
