/* test_types.c - what a cell is, what that makes a column, and the exact value, on both sides of each boundary. */
#include "base/arena.h"
#include "base/attrs.h"
#include "data/notes.h"
#include "data/types.h"
#include "data/values.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define NINES_19 "9999999999999999999"
#define DIGITS_38 NINES_19 NINES_19

static enum cell_kind kind(const char *text)
{
    struct number_size size;

    return cell_kind(text, strlen(text), &size);
}

static void all_are(enum cell_kind expected, const char *const *texts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (kind(texts[i]) != expected)
            fail_msg("'%s' is %d, not %d", texts[i], (int)kind(texts[i]), (int)expected);
}
#define ALL_ARE(expected, ...)                                                                                         \
    do {                                                                                                               \
        static const char *const texts[] = { __VA_ARGS__ };                                                            \
        all_are(expected, texts, COUNT_OF(texts));                                                                     \
    } while (0)

static void tells_cells_apart(void **state)
{
    (void)state;
    ALL_ARE(CELL_EMPTY, "", " ", "\t \r");
    ALL_ARE(CELL_INTEGER, "0", "-0", "7", "+7", "-7", " 12 ", "9223372036854775808", DIGITS_38 "1", "+123456");
    ALL_ARE(CELL_DECIMAL, "0.5", "-0.50", ".5", "5.", "-.5", "1234567.89", "+1234567.5", DIGITS_38 ".1");
    ALL_ARE(CELL_FLOAT, "1e5", "1E-5", "-1.5e+300", "1e308", "5.e3", ".5e3", "1e-999");
    ALL_ARE(CELL_BOOLEAN, "true", "FALSE", "True", "fAlSe");
    ALL_ARE(CELL_DATE, "2024-01-31", "2024-02-29", "0001-01-01", "9999-12-31");
    ALL_ARE(CELL_TIME, "2024-01-31T10:20", "2024-01-31 10:20:30", "2024-01-31T23:59:59.999999",
            "2024-01-31 10:20:30.1234560000");
    ALL_ARE(CELL_TIME_UTC, "2024-01-31T10:20Z", "2024-01-31T10:20:30.5Z");
    ALL_ARE(CELL_NULL_WORD, "NA", "n/a", "null", "NULL", "None", "nan", "NaN", "#N/A");
    ALL_ARE(CELL_TEXT, "x", "007", "-05", "00", "00.5", "00e1", "+1234567", "1,234", "1 234", "1e", "1e+", "e5", ".",
            "-", "+", "1.2.3", "0x10", "1e999", "-1e999", "inf", "12a", "tru", "truee", "t", "n", "nulls", "#", "$5");
    ALL_ARE(CELL_TEXT, "2023-02-29", "2024-13-01", "2024-00-01", "2024-01-32", "2024-1-1", "2024-01-01T",
            "2024-01-01T1", "2024-01-01T24:00", "2024-01-01T10:60", "2024-01-01T10:20:60", "2024-01-01T10:20:30.",
            "2024-01-01T10:20:30.1234567", "2024-01-01T10:20+01:00", "2024-01-01x10:20", "2024-01-01TZ", "1900-02-29");
}

static void a_number_longer_than_the_limit_is_text(void **state)
{
    char text[DATA_NUMBER_BYTES + 2];

    (void)state;
    memset(text, '1', sizeof text);
    text[DATA_NUMBER_BYTES] = '\0';
    assert_int_equal(kind(text), CELL_INTEGER);
    text[DATA_NUMBER_BYTES] = '1';
    text[DATA_NUMBER_BYTES + 1] = '\0';
    assert_int_equal(kind(text), CELL_TEXT);
}

struct outcome {
    struct column column;
    char notes[1024];
};

static struct outcome outcome_of(const char *const *texts, size_t n)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct outcome o = { .column = { .name = "x" } };
    struct type_guess guess = { 0 };
    struct notes notes;

    notes_init(&notes, a);
    for (size_t i = 0; i < n; i++)
        type_guess_add(&guess, texts[i], strlen(texts[i]));
    type_guess_end(&guess, &o.column, &notes);
    for (size_t i = 0; i < notes.n; i++)
        strncat(o.notes, notes.text[i], sizeof o.notes - strlen(o.notes) - 1);
    return o;
}

static void expect_column(const char *const *texts, size_t n, enum column_type type, int precision, int scale,
                          const char *notes)
{
    struct outcome o = outcome_of(texts, n);

    assert_string_equal(column_type_name(o.column.type), column_type_name(type));
    assert_int_equal(o.column.precision, precision);
    assert_int_equal(o.column.scale, scale);
    assert_string_equal(o.notes, notes);
}
#define COLUMN(type, precision, scale, notes, ...)                                                                     \
    do {                                                                                                               \
        static const char *const texts[] = { __VA_ARGS__ };                                                            \
        expect_column(texts, COUNT_OF(texts), type, precision, scale, notes);                                          \
    } while (0)

static void integers_end_where_64_bits_end(void **state)
{
    (void)state;
    COLUMN(COLUMN_INTEGER, 0, 0, "", "1", "", "9223372036854775807", "-9223372036854775808");
    COLUMN(COLUMN_DECIMAL, 19, 0, "", "1", "9223372036854775808");
    COLUMN(COLUMN_DECIMAL, 19, 0, "", "1", "-9223372036854775809");
    COLUMN(COLUMN_DECIMAL, 20, 0, "", "-12345678901234567890");
}

static void decimals_have_the_most_digits_and_places_seen(void **state)
{
    (void)state;
    COLUMN(COLUMN_DECIMAL, 4, 2, "", "12.5", "0.25", "3");
    COLUMN(COLUMN_DECIMAL, 2, 2, "", "0.25", ".5");
    COLUMN(COLUMN_DECIMAL, 1, 0, "", "0.");
    COLUMN(COLUMN_DECIMAL, 38, 19, "", NINES_19 "." NINES_19);
    COLUMN(COLUMN_FLOAT, 0, 0, "numbers in 'x' are rounded to about 16 digits, as some need more than 38",
           NINES_19 "9." NINES_19);
    COLUMN(COLUMN_DECIMAL, 38, 0, "", DIGITS_38);
    COLUMN(COLUMN_FLOAT, 0, 0, "numbers in 'x' are rounded to about 16 digits, as some need more than 38",
           DIGITS_38 "1");
    /* each fits alone, but not both in one type */
    COLUMN(COLUMN_FLOAT, 0, 0, "numbers in 'x' are rounded to about 16 digits, as some need more than 38", DIGITS_38,
           "0.5");
}

static void an_exponent_makes_a_float(void **state)
{
    (void)state;
    COLUMN(COLUMN_FLOAT, 0, 0, "", "1", "2.5", "1e3");
    COLUMN(COLUMN_FLOAT, 0, 0, "numbers in 'x' are rounded to about 16 digits, as some have exponents",
           "1234567890123456", "1e3");
    COLUMN(COLUMN_FLOAT, 0, 0, "", "123456789012345", "1e3");
}

static void identifiers_stay_text(void **state)
{
    (void)state;
    COLUMN(COLUMN_TEXT, 0, 0, "", "1", "2", "007");
    COLUMN(COLUMN_INTEGER, 0, 0, "", "1", "0", "7");
    COLUMN(COLUMN_TEXT, 0, 0, "", "+4930123456", "+4930123457");
    COLUMN(COLUMN_INTEGER, 0, 0, "", "+5", "-3");
}

static void types_do_not_mix(void **state)
{
    (void)state;
    COLUMN(COLUMN_TEXT, 0, 0, "", "1", "x");
    COLUMN(COLUMN_TEXT, 0, 0, "", "1", "true");
    COLUMN(COLUMN_TEXT, 0, 0, "", "1", "2024-01-01");
    COLUMN(COLUMN_TEXT, 0, 0, "", "", " ");
    COLUMN(COLUMN_BOOLEAN, 0, 0, "", "true", "", "FALSE");
}

static void dates_and_times(void **state)
{
    (void)state;
    COLUMN(COLUMN_DATE, 0, 0, "", "2024-01-01", "");
    COLUMN(COLUMN_TEXT, 0, 0, "", "2024-01-01", "2023-02-29");
    COLUMN(COLUMN_TIMESTAMP, 0, 0, "", "2024-01-01T10:00", "2024-01-01 10:00:01.5");
    COLUMN(COLUMN_TIMESTAMP, 0, 0, "dates without a time in 'x' are taken as midnight", "2024-01-01T10:00",
           "2024-01-01");
    COLUMN(COLUMN_TIMESTAMP, 0, 0, "", "2024-01-01T10:00Z", "2024-01-01T11:00Z");
    COLUMN(COLUMN_TEXT, 0, 0, "", "2024-01-01T10:00Z", "2024-01-01T11:00");
    COLUMN(COLUMN_TEXT, 0, 0, "", "2024-01-01T10:00Z", "2024-01-01");
}

static void null_words_count_as_null_only_beside_values_of_one_type(void **state)
{
    (void)state;
    COLUMN(COLUMN_INTEGER, 0, 0, "in 'x', 2 null words (NA or the like) are taken as no value", "1", "NA", "n/a", "");
    COLUMN(COLUMN_DATE, 0, 0, "in 'x', 1 null word (NA or the like) is taken as no value", "2024-01-01", "null");
    COLUMN(COLUMN_TEXT, 0, 0, "", "1", "NA", "x");
    COLUMN(COLUMN_TEXT, 0, 0, "", "NA", "null");
}

static bool is_null(const char *s)
{
    return value_is_null(s, strlen(s));
}

static int64_t integer(const char *s)
{
    return value_integer(s, strlen(s));
}

/* Decimals as their high and low 64 bits: cmocka cannot compare 128. */
static bool decimal_is(const char *s, int scale, int64_t expected)
{
    return value_decimal(s, strlen(s), scale) == expected;
}

static void values_are_exact(void **state)
{
    int128 big = value_decimal(DIGITS_38, 38, 0), ten = 1;

    (void)state;
    assert_true(integer("9223372036854775807") == INT64_MAX);
    assert_true(integer("-9223372036854775808") == INT64_MIN);
    assert_int_equal(integer(" +42 "), 42);
    assert_int_equal(integer("-0"), 0);
    assert_true(decimal_is("12.5", 2, 1250));
    assert_true(decimal_is("-0.05", 2, -5));
    assert_true(decimal_is(".5", 1, 5));
    assert_true(decimal_is("5.", 3, 5000));
    assert_true(decimal_is("+7", 0, 7));
    for (int i = 0; i < 38; i++)
        ten *= 10;
    assert_true(big == ten - 1);
    assert_true(value_decimal("-" NINES_19 "." NINES_19, 40, 19) == -(ten - 1));
}

static double real(const char *s)
{
    return value_float(s, strlen(s));
}

static void floats_are_the_nearest(void **state)
{
    (void)state;
    assert_true(real("1e5") == 1e5);
    assert_true(real("+1.5E-3") == 1.5e-3);
    assert_true(real("-.5e1") == -5);
    assert_true(real("5.e2") == 500);
    assert_true(real("5.") == 5);
    assert_true(real("1.7976931348623157e308") == 1.7976931348623157e308);
    assert_true(isinf(real("1e999")));
    assert_true(real("123456789012345678901234567890123456789.5") == 123456789012345678901234567890123456789.5);
}

static void dates_and_times_have_their_days_and_microseconds(void **state)
{
    int64_t us = 7;

    (void)state;
    assert_int_equal(value_date("1970-01-01", 10), 0);
    assert_int_equal(value_date(" 2024-02-29", 11), 19782);
    assert_int_equal(value_date("1969-12-31", 10), -1);
    assert_true(value_timestamp("1970-01-02", 10) == 86400000000);
    assert_true(value_timestamp("1970-01-01T00:00:00.000001", 26) == 1);
    assert_true(value_timestamp("1969-12-31 23:59:59.999999Z", 27) == -1);
    assert_true(value_timestamp("2024-02-29T12:34", 16) == (19782 * 86400LL + 12 * 3600 + 34 * 60) * 1000000);
    assert_false(value_read_time("2024-02-30T12:34", 16, &us));
    assert_int_equal(us, 7);
    assert_true(value_boolean("TRUE", 4));
    assert_false(value_boolean("false", 5));
}

static void knows_cells_without_a_value(void **state)
{
    (void)state;
    assert_true(is_null(""));
    assert_true(is_null("  "));
    assert_true(is_null(" NA"));
    assert_true(is_null("#N/A"));
    assert_false(is_null("0"));
    assert_false(is_null(" true"));
}

static void reads_the_decimals_of_parameters(void **state)
{
    int digits, places;
    int128 v;

    (void)state;
    assert_true(value_read_decimal("-12.50", 6, &v, &digits, &places));
    assert_true(v == -1250 && digits == 4 && places == 2);
    assert_true(value_read_decimal(DIGITS_38, 38, &v, &digits, &places));
    assert_false(value_read_decimal(DIGITS_38 "1", 39, &v, &digits, &places));
    assert_false(value_read_decimal("1e5", 3, &v, &digits, &places));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_cells_apart),
        cmocka_unit_test(a_number_longer_than_the_limit_is_text),
        cmocka_unit_test(integers_end_where_64_bits_end),
        cmocka_unit_test(decimals_have_the_most_digits_and_places_seen),
        cmocka_unit_test(an_exponent_makes_a_float),
        cmocka_unit_test(identifiers_stay_text),
        cmocka_unit_test(types_do_not_mix),
        cmocka_unit_test(dates_and_times),
        cmocka_unit_test(null_words_count_as_null_only_beside_values_of_one_type),
        cmocka_unit_test(values_are_exact),
        cmocka_unit_test(floats_are_the_nearest),
        cmocka_unit_test(dates_and_times_have_their_days_and_microseconds),
        cmocka_unit_test(knows_cells_without_a_value),
        cmocka_unit_test(reads_the_decimals_of_parameters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
