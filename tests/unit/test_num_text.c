/* test_num_text.c - doubles and their text. strtod and exact decimals are the judges here; Python's repr is the judge
 * in tests/api/test_json_python.py. */
#include "num_testing.h"
#include <float.h>
#include <math.h>

static double from_bits(uint64_t bits)
{
    double v;

    memcpy(&v, &bits, sizeof v);
    return v;
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void doubles_print_as_python_prints_them(void **state)
{
    static const struct {
        double v;
        const char *text;
    } cases[] = {
        { 0.0, "0.0" },
        { -0.0, "-0.0" },
        { 1.0, "1.0" },
        { -1.5, "-1.5" },
        { 0.1, "0.1" },
        { 0.1 + 0.2, "0.30000000000000004" },
        { 100.0, "100.0" },
        { 1e15, "1000000000000000.0" },
        { 9999999999999998.0, "9999999999999998.0" },
        { 1e16, "1e+16" },
        { 12345678901234567890.0, "1.2345678901234567e+19" },
        { 1e22, "1e+22" },
        { 1e23, "1e+23" },
        { 9007199254740993.0, "9007199254740992.0" },
        { 0.001, "0.001" },
        { 0.0001, "0.0001" },
        { 0.00012345, "0.00012345" },
        { 0.00001, "1e-05" },
        { 0.000012345, "1.2345e-05" },
        { 1.5e-9, "1.5e-09" },
        { 1e100, "1e+100" },
        { 5e-324, "5e-324" },
        { 2.2250738585072014e-308, "2.2250738585072014e-308" },
        { -2.2250738585072014e-308, "-2.2250738585072014e-308" },
        { 2.225073858507201e-308, "2.225073858507201e-308" },
        { 1.7976931348623157e308, "1.7976931348623157e+308" },
        { 5.684341886080802e-14, "5.684341886080802e-14" }, /* 2^-44: a tie between two shortest, to the even one */
        { 4.35, "4.35" },
        { 123456.789, "123456.789" },
    };
    char text[NUM_DOUBLE_BYTES];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(num_double_text(cases[i].v, text), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
        assert_true(same_bits(num_double(text, strlen(text)), cases[i].v));
    }
}

/* Any bits, edges of binades, subnormals, round decimals and whole numbers in turn. */
static double any_double(int kind)
{
    switch (kind % 5) {
    case 0:
        return from_bits(any() % 0x7ff0000000000000);
    case 1:
        return from_bits((any() % 2046 + 1) * ((uint64_t)1 << 52) + any() % 5 - 2);
    case 2:
        return from_bits(any() >> (12 + any() % 52));
    case 3:
        return (double)(any() % 1000000000) / (double)ten_to((int)(any() % 10));
    default:
        return (double)(any() >> any() % 64);
    }
}

/* The significant digits of a text, without its zeros at either end. */
static size_t significant(const char *text, char out[static 64])
{
    size_t n = 0;

    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (n > 0 || *text != '0'))
            out[n++] = *text;
    while (n > 0 && out[n - 1] == '0')
        n--;
    out[n] = '\0';
    return n;
}

static void the_text_reads_back_and_is_the_shortest_and_nearest(void **state)
{
    char text[NUM_DOUBLE_BYTES], other[64], digits[64], other_digits[64];

    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        double v = any_double(i);
        size_t n = num_double_text(v, text), count;
        assert_int_equal(n, strlen(text));
        if (!same_bits(strtod(text, NULL), v))
            fail_msg("%a printed as %s", v, text);
        count = significant(text, digits);
        if (count > 1) {
            snprintf(other, sizeof other, "%.*e", (int)count - 2, v);
            if (strtod(other, NULL) == v)
                fail_msg("%s is shorter than %s", other, text);
        }
        snprintf(other, sizeof other, "%.*e", count ? (int)count - 1 : 0, v);
        significant(other, other_digits);
        if (strtod(other, NULL) == v && strcmp(digits, other_digits) != 0)
            fail_msg("%s is nearer than %s", other, text);
    }
}

static void check_read(const char *text)
{
    double ours = num_double(text, strlen(text)), theirs = strtod(text, NULL);
    char by_text[NUM_DOUBLE_BYTES], by_double[NUM_DOUBLE_BYTES];
    size_t n;

    if (!same_bits(ours, theirs))
        fail_msg("%s read as %a, not %a", text, ours, theirs);
    n = num_float_text(text, strlen(text), by_text);
    if (isinf(ours)) {
        assert_int_equal(n, 0);
        return;
    }
    assert_int_equal(n, num_double_text(ours, by_double));
    assert_string_equal(by_text, by_double);
}

static const char *const hard_texts[] = {
    "0",
    "-0",
    "0.0",
    "-0.0e5",
    "0e999999999999",
    "1",
    "10",
    "1.5",
    "1e0",
    "1E5",
    "1e+5",
    "1e-5",
    /* edges of the range */
    "1e308",
    "1e309",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "-1e400",
    "179769313486231580793e289",
    "1e-323",
    "5e-324",
    "3e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "2e-324",
    "1e-400",
    "2.2250738585072011e-308",
    "2.2250738585072012e-308",
    "2.2250738585072014e-308",
    /* ties, and more digits than fit */
    "9007199254740993",
    "9007199254740993.0",
    "9007199254740992.99999999999999999999",
    "9007199254740993.00000000001",
    "9007199254740995",
    "4503599627370496.5",
    "4503599627370497.5",
    "1.00000000000000011102230246251565",
    "1.00000000000000011102230246251566",
    "1.00000000000000011102230246251564",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999",
    "123456789012345678901234567890",
    "0.000000000000000000000000000000000000000000000000012345678901234567890123456789",
    "8.5e22",
    "1e23",
    "1e22",
    "9e22",
    "123456789012345e22",
    "1234567890123456e22",
    "3e-22",
    "1e-23",
    /* exponents that the place of the point undoes, and those that nothing undoes */
    "0.00000000000000000000000000000000000000000000000000001e53",
    "100000000000000000000000000000000000000000e-41",
    "1e99999999999999999999999999999999",
    "1e-99999999999999999999999999999999",
    "0.1e00000000000000000001",
    "1e18446744073709551617",
    "1e-18446744073709551617",
};

static void texts_read_as_strtod_reads_them(void **state)
{
    char text[128];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(hard_texts); i++)
        check_read(hard_texts[i]);
    for (int i = 0; i < ROUNDS; i++) {
        snprintf(text, sizeof text, "%s%llu.%llue%d", any() & 1 ? "-" : "", (unsigned long long)(any() >> any() % 64),
                 (unsigned long long)(any() >> any() % 64), (int)(any() % 700) - 360);
        check_read(text);
        snprintf(text, sizeof text, "%.*e", (int)(any() % 20), any_double(i));
        check_read(text);
    }
}

/* A decimal with all its digits, most significant last: enough for the middle between any two doubles. */
struct digits {
    size_t n;
    unsigned char d[1200];
};

static void multiply(struct digits *x, unsigned by)
{
    unsigned carry = 0;

    for (size_t i = 0; i < x->n; i++) {
        carry += x->d[i] * by;
        x->d[i] = (unsigned char)(carry % 10);
        carry /= 10;
    }
    for (; carry; carry /= 10)
        x->d[x->n++] = (unsigned char)(carry % 10);
}

/* The exact middle between a double and the next, as digits and an exponent. */
static void middle_text(uint64_t bits, char *out, size_t size)
{
    uint64_t fraction = bits & 0xfffffffffffff, exponent = bits >> 52;
    uint64_t middle = 2 * (fraction | (exponent ? (uint64_t)1 << 52 : 0)) + 1;
    int power = (int)(exponent ? exponent : 1) - 1023 - 52 - 1, tens = 0;
    struct digits x = { 0 };
    size_t at = 0;

    for (; middle; middle /= 10)
        x.d[x.n++] = (unsigned char)(middle % 10);
    for (; power > 0; power--)
        multiply(&x, 2);
    for (; power < 0; power++, tens--)
        multiply(&x, 5);
    for (size_t i = x.n; i-- > 0;)
        out[at++] = (char)('0' + x.d[i]);
    snprintf(out + at, size - at, "e%d", tens);
}

static void middles_between_doubles_go_to_the_even_one_and_their_neighbours_do_not(void **state)
{
    char text[1400], nudged[1400];

    (void)state;
    for (int i = 0; i < 1500; i++) {
        uint64_t bits = i < 20 ? (uint64_t)i : any() % 0x7feffffffffffff0;
        size_t digits;
        middle_text(bits, text, sizeof text);
        check_read(text);
        assert_true(same_bits(num_double(text, strlen(text)), from_bits(bits + (bits & 1))));

        digits = strcspn(text, "e");
        snprintf(nudged, sizeof nudged, "%.*s.000000000000000000000000000000001%s", (int)digits, text, text + digits);
        assert_true(same_bits(num_double(nudged, strlen(nudged)), from_bits(bits + 1)));
        if (text[digits - 1] == '0')
            continue;
        snprintf(nudged, sizeof nudged, "%.*s%c.99999999999999999999999999999999%s", (int)digits - 1, text,
                 text[digits - 1] - 1, text + digits);
        assert_true(same_bits(num_double(nudged, strlen(nudged)), from_bits(bits)));
    }
}

/* Past SLOW_DIGITS only whether a digit follows still counts. */
static void a_digit_however_far_behind_breaks_a_tie(void **state)
{
    size_t n = 5000;
    char *text = calloc(1, n + 64);

    (void)state;
    assert_non_null(text);
    memcpy(text, "9007199254740993.", 17);
    memset(text + 17, '0', n);
    assert_true(num_double(text, n + 17) == 9007199254740992.0);
    text[n + 16] = '1';
    assert_true(num_double(text, n + 17) == 9007199254740994.0);
    memmove(text + n + 16, "0000000000e-3", 14);
    text[n + 14] = '1';
    assert_true(num_double(text, strlen(text)) == 9007199254740.9931);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(doubles_print_as_python_prints_them),
        TEST(the_text_reads_back_and_is_the_shortest_and_nearest),
        TEST(texts_read_as_strtod_reads_them),
        TEST(middles_between_doubles_go_to_the_even_one_and_their_neighbours_do_not),
        TEST(a_digit_however_far_behind_breaks_a_tie),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
