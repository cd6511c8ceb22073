/* test_types.c - what a cell is, what that makes a column, and the exact value, on both sides of each boundary. */
#include "columns_testing.h"
#include "grid/types/types.h"
#include "grid/types/values.h"

#define NINES_19 "9999999999999999999"
#define DIGITS_38 NINES_19 NINES_19

/* ---- cells ---- */

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

static void tells_numbers_apart(void **state)
{
    (void)state;
    ALL_ARE(CELL_EMPTY, "", " ", "\t \r");
    ALL_ARE(CELL_INTEGER, "0", "-0", "7", "+7", "-7", " 12 ", "9223372036854775808", DIGITS_38, "+123456", "1,234",
            "1,234,567", "12,34,567", "1.234.567", "192.168.100.256", "1 234 567", "1\u00a0234", "1\u202f234", "1'234",
            "1\u2019234", "$5", "5 \u20ac", "\u20ac5", "USD 5", "5EUR", "kr 5", "-$5", "$-5", "(5)", "($5)", "5-",
            "\u22125");
    ALL_ARE(CELL_DECIMAL, "0.5", "-0.50", ".5", "-.5", "1234567.89", "+1234567.5", DIGITS_38 ".1", "12,5", "1,234.5",
            "1.234,5", "1 234,5", "1'234.50", "12,34,567.8", "12%", "12.5 %", "(1,234.50)", "12.5-", "R$ 1.234,50");
    ALL_ARE(CELL_FLOAT, "1e5", "1E-5", "-1.5e+300", "1e308", "5.e3", ".5e3", "1e-999", "1,5e3");
    ALL_ARE(CELL_IDENTIFIER, "007", "-05", "00", "+1234567", DIGITS_38 "1");
    ALL_ARE(CELL_TEXT, "x", "00.5", "1e", "1e+", "e5", "+", "1.2.3", "0x10", "1e999", "-1e999", "inf", "12a", "#",
            "192.168.100.200", "1,23,4", "1,2345,678", "0,123,456", "1 23", "12 345 67", "12-34-56", "--5", "5--",
            "(-5)", "(5", "5)", "5%%", "$5%", "$5$", "$ 5 EUR", "% 5", "1 2345", "1.234,56.7", "1e5%", "$1e5", "()",
            "$", "USDX 5", "5,");
}

static void tells_dates_apart(void **state)
{
    (void)state;
    ALL_ARE(CELL_DATE, "2024-01-31", "2024-02-29", "0001-01-01", "9999-12-31", "2024/1/31", "2024.01.31", "31/01/2024",
            "1/31/2024", "31.01.2024", "1.2.2024", "31-01-2024", "31/1/24", "31.01.24", "31-Jan-24", "31-JAN-2024",
            "31 January 2024", "31. Jan 2024", "1st Jan 2024", "Jan 31, 2024", "January 31 2024", "Sept 3, 2024",
            "Wed, 31 Jan 2024", "Monday, January 1, 2024", "2024-Jan-31");
    ALL_ARE(CELL_TIME, "2024-01-31T10:20", "2024-01-31 10:20:30", "2024-01-31T23:59:59.999999",
            "2024-01-31 10:20:30.1234560000", "31/01/2024 2:05 PM", "1/31/2024 12:00 am", "2024-01-31 2:05:09 p.m.",
            "31 Jan 2024, 14:05");
    ALL_ARE(CELL_TIME_UTC, "2024-01-31T10:20Z", "2024-01-31T10:20:30.5Z", "2024-01-31T10:20+02:00",
            "2024-01-31 10:20 -0500", "2024-01-31 10:20 UTC", "2024-01-31T10:20+02", "Wed, 31 Jan 2024 14:05:09 +0200");
    ALL_ARE(CELL_TEXT, "2023-02-29", "2024-13-01", "2024-00-01", "2024-01-32", "0000-01-01", "2024-01-01T",
            "2024-01-01T1", "2024-01-01T24:00", "2024-01-01T10:60", "2024-01-01T10:20:60", "2024-01-01T10:20:30.",
            "2024-01-01T10:20:30.1234567", "2024-01-01T10:20+15:00", "2024-01-01T10:20+2:00", "2024-01-01x10:20",
            "1900-02-29", "32/01/2024", "31/31/2024", "31/01/024", "12-11-10", "1.2.10", "14:05", "2:05 PM", "2024-W05",
            "Jan 2024", "Jan-24", "31 Foo 2024", "Janu 31, 2024", "2024-01-01 13:05 PM", "2024-01-01 0:05 AM",
            "2024-01/31");
    ALL_ARE(CELL_INTEGER, "2024", "20240131");
}

static void tells_words_apart(void **state)
{
    (void)state;
    ALL_ARE(CELL_BOOLEAN, "true", "FALSE", "True", "fAlSe", "yes", "NO", "y", "N", "t", "F", "on", "Off");
    ALL_ARE(CELL_NULL_WORD, "NA", "n/a", "null", "NULL", "None", "nan", "NaN", "#N/A", "-", "--", ".", "?", "n.a.",
            "nil", "\\N", "(blank)");
    ALL_ARE(CELL_TEXT, "tru", "truee", "nulls", "---", "..", "??", "\\", "(blanks)", "yess", "n a");
}

static void a_number_longer_than_the_limit_is_text(void **state)
{
    char text[DATA_NUMBER_BYTES + 2];

    (void)state;
    memset(text, '1', sizeof text);
    text[1] = '.';
    text[DATA_NUMBER_BYTES] = '\0';
    assert_int_equal(kind(text), CELL_DECIMAL);
    text[DATA_NUMBER_BYTES] = '1';
    text[DATA_NUMBER_BYTES + 1] = '\0';
    assert_int_equal(kind(text), CELL_TEXT);
}

/* ---- columns ---- */

static void integers_end_where_64_bits_end(void **state)
{
    (void)state;
    COLUMN("integer: 1|-|9223372036854775807|-9223372036854775808", "", "1", "", "9223372036854775807",
           "-9223372036854775808");
    COLUMN("decimal(19,0): 1|9223372036854775808", "", "1", "9223372036854775808");
    COLUMN("decimal(19,0): 1|-9223372036854775809", "", "1", "-9223372036854775809");
    COLUMN("integer: 42|0|5", "", " +42 ", "-0", "5.");
    COLUMN("decimal(38,0): " DIGITS_38, "", DIGITS_38);
    COLUMN("text: " DIGITS_38 "1|5", "'x' stays text, as it has numbers of more than 38 digits", DIGITS_38 "1", "5");
}

static void decimals_have_the_most_digits_and_places_seen(void **state)
{
    (void)state;
    COLUMN("decimal(4,2): 12.50|0.25|3.00|-0.05", "", "12.5", "0.25", "3", "-0.05");
    COLUMN("decimal(2,2): 0.25|0.50", "", "0.25", ".5");
    COLUMN("decimal(38,19): -" NINES_19 "." NINES_19, "", "-" NINES_19 "." NINES_19);
    COLUMN("float: 1e+20", "numbers in 'x' are rounded to about 16 digits, as some need more than 38",
           NINES_19 "9." NINES_19);
    /* each fits alone, but not both in one type */
    COLUMN("float: 1e+38|0.5", "numbers in 'x' are rounded to about 16 digits, as some need more than 38", DIGITS_38,
           "0.5");
}

static void sums_that_could_need_more_digits_are_told(void **state)
{
    (void)state;
    COLUMN("decimal(37,18): " NINES_19 ".000000000000000000|0.041220671347800004", "", NINES_19,
           "0.041220671347800004");
    COLUMN("decimal(38,19): " NINES_19 ".0000000000000000000|0.0412206713478000041",
           "sums of 'x' are rounded to about 16 digits, as they can need more than 38", NINES_19,
           "0.0412206713478000041");
    COLUMN("decimal(38,0): " DIGITS_38 "|1",
           "sums of 'x' are rounded to about 16 digits, as they can need more than 38", DIGITS_38, "1");
}

static void an_exponent_makes_a_float(void **state)
{
    (void)state;
    COLUMN("float: 1|2.5|1000", "", "1", "2.5", "1e3");
    COLUMN("float: 1234567890123456|1000", "numbers in 'x' are rounded to about 16 digits, as some have exponents",
           "1234567890123456", "1e+3");
    COLUMN("float: 123456789012345|1000", "", "123456789012345", "1e+3");
    COLUMN("float: 1.7976931348623157e+308|0.0015|-5|500", "", "1.7976931348623157e308", "+1.5E-3", "-.5e1", "5.e2");
    COLUMN("float: 1500|2.5", "numbers in 'x' have a decimal comma", "1,5e3", "2,5");
}

#define CODES "'x' stays text, as values such as 1E5 are taken for codes and not for powers of ten"
static void digits_around_an_e_are_codes_unless_the_column_shows_measures(void **state)
{
    (void)state;
    COLUMN("text: 1E5|2E7|3E2", CODES, "1E5", "2E7", "3E2");
    COLUMN("text: 100|200|1e5", CODES, "100", "200", "1e5");
    COLUMN("float: 100000|2000", "", "1E5", "2E+3");
    COLUMN("float: 100000|0.002", "", "1E5", "2E-3");
    COLUMN("float: 100000|1.5", "", "1E5", "1.5");
    COLUMN("float: -100000|200", "", "-1E5", "2e+2");
    COLUMN("text: 1E5|A|B", "", "1E5", "A", "B");
}

#define TWO_WAYS "numbers in 'x' can be read in two ways; "
static void the_column_decides_what_commas_and_points_mean(void **state)
{
    (void)state;
    COLUMN("integer: 1234|1234567|12", "", "1,234", "1,234,567", "12");
    COLUMN("decimal(6,2): 1234.00|1234.50", "", "1,234", "1,234.50");
    COLUMN("decimal(5,3): 1.234|12.500", "numbers in 'x' have a decimal comma", "1,234", "12,5");
    COLUMN("decimal(4,3): 1.234|2.345",
           TWO_WAYS "1.234 is taken as one and a fraction and not as 1234, as that is the more usual way", "1.234",
           "2.345");
    COLUMN("integer: 1234|2345", TWO_WAYS "1,234 is taken as 1234 and not as 1.234, as that is the more usual way",
           "1,234", "2,345");
    COLUMN("decimal(4,3): 1.234|0.500", "", "1.234", "0.5");
    COLUMN("integer: 1234|1234567", "numbers in 'x' have a decimal comma", "1.234", "1.234.567");
    COLUMN("decimal(7,2): 1234.56|12345.60|1234.00", "numbers in 'x' have a decimal comma", "1.234,56", "12 345,6",
           "1.234");
    COLUMN("decimal(6,2): 1234.56", "", "1'234.56");
    COLUMN("decimal(9,2): 1234567.89", "", "12,34,567.89");
    COLUMN("decimal(4,3): 0.123|1.234", "numbers in 'x' have a decimal comma", "0,123", "1,234");
    COLUMN("text: 12,5|12.5", "'x' stays text, as its numbers are written in ways that do not go together", "12,5",
           "12.5");
}

static void currencies_percent_and_signs(void **state)
{
    (void)state;
    COLUMN("decimal(6,2) $: 5.00|1234.50|-7.00|3.00", "amounts in 'x' are in $", "$5", "$1,234.50", "($7.00)", "3");
    COLUMN("decimal(3,2) \u20ac: 5.25", "numbers in 'x' have a decimal comma; amounts in 'x' are in \u20ac",
           "5,25 \u20ac");
    COLUMN("integer EUR: 5|-6", "amounts in 'x' are in EUR", "EUR 5", "-6 EUR");
    COLUMN("text: $5|5 EUR", "'x' stays text, as its amounts are in several currencies: $ (row 1), EUR (row 2)", "$5",
           "5 EUR");
    COLUMN("decimal(3,3) %: 0.125|0.050|0.000", "percentages in 'x' are taken as fractions: 5% is 0.05", "12.5%", "5%",
           "-0.0%");
    COLUMN("decimal(4,2) %: 12.50|0.05", "percentages in 'x' are taken as fractions: 5% is 0.05", "1250 %", "5%");
    COLUMN("text: 5%|5", "'x' stays text, as its numbers are written in ways that do not go together", "5%", "5");
    COLUMN("decimal(5,2): -123.40|12.00|-12.00", "", "(123.40)", "+12", "12-");
    COLUMN("decimal(6,2) $: 1200.00|-300.00|0.00|5.25",
           "amounts in 'x' are in $; in 'x', 1 cell with a dash and a currency is taken as zero, as accounting formats "
           "show it",
           " $1,200.00 ", " $(300.00)", " $-   ", "5.25");
    COLUMN("decimal(5,2) EUR: 300.00|-300.00|0.00|0.00",
           "amounts in 'x' are in EUR; in 'x', 2 cells with a dash and a currency are taken as zero, as accounting "
           "formats show it",
           "300.00 EUR", "(300.00) EUR", "EUR -", "- EUR");
    COLUMN("text: $|$5", "", "$", "$5");
    COLUMN("text: $(5|$5)", "", "$(5", "$5)");
}

static void identifiers_stay_text(void **state)
{
    (void)state;
    COLUMN("text: 1|2|007", "", "1", "2", "007");
    COLUMN("integer: 1|0|7", "", "1", "0", "7");
    COLUMN("text: +4930123456|+4930123457", "", "+4930123456", "+4930123457");
    COLUMN("integer: 5|-3", "", "+5", "-3");
    COLUMN("text: 12-34-56|12-34-57", "", "12-34-56", "12-34-57");
    COLUMN("text: 555 123 456|555 123 457", "", "555 123 456", "555 123 457");
    COLUMN("integer: 555123456|1123457", "", "555 123 456", "1 123 457");
    COLUMN("integer: 55123456|55123457", "", "55 123 456", "55 123 457");
}

static void types_do_not_mix(void **state)
{
    (void)state;
    COLUMN("text: 1|x", "", "1", "x");
    COLUMN("text: 1|true", "", "1", "true");
    COLUMN("text: 1|2024-01-01", "", "1", "2024-01-01");
    COLUMN("text: -| ", "", "", " ");
}

static void truths_need_both_words_of_one_pair(void **state)
{
    (void)state;
    COLUMN("boolean: true|-|false", "", "true", "", "FALSE");
    COLUMN("boolean: true|false|false", "", "Y", "n", "N");
    COLUMN("boolean: true|false", "", "on", "off");
    COLUMN("text: yes|yes", "", "yes", "yes");
    COLUMN("text: yes|n", "", "yes", "n");
    COLUMN("text: yes|no|maybe", "", "yes", "no", "maybe");
    COLUMN("integer: 0|1", "", "0", "1");
}

static void null_words_count_as_null_only_beside_values_of_one_type(void **state)
{
    (void)state;
    COLUMN("integer: 1|-|-|-|-", "in 'x', 3 null words (NA or the like) are taken as no value", "1", "NA", "-", "",
           "?");
    COLUMN("date: 2024-01-01|-", "in 'x', 1 null word (NA or the like) is taken as no value", "2024-01-01", "null");
    COLUMN("text: 1|NA|x", "", "1", "NA", "x");
    COLUMN("text: NA|null", "", "NA", "null");
}

/* ---- misfits ---- */

static void one_or_two_words_in_a_small_column_are_kept_aside(void **state)
{
    (void)state;
    COLUMN("text: 1|2|x", "", "1", "2", "x");
    COLUMN("integer: 1|2|3|-", "1 value of 'x' is no number and is left out of sums: 'x' in row 4", "1", "2", "3", "x");
    COLUMN("decimal(3,1): 10.0|12.5|-|8.0|-|9.5",
           "2 values of 'x' are no numbers and are left out of sums: 'TBD' in row 3, 'call' in row 5", "10", "12.5",
           "TBD", "8", "call", "9.5");
    COLUMN("text: 10|12.5|TBD|8|call", "", "10", "12.5", "TBD", "8", "call");
    COLUMN("text: 1|2|3|4|5|6|a|b|c", "", "1", "2", "3", "4", "5", "6", "a", "b", "c");
    COLUMN(
        "integer: 1|-|2|-|-",
        "in 'x', 2 null words (NA or the like) are taken as no value; 1 value of 'x' is no number and is left out of "
        "sums: 'inf' in row 5",
        "1", "NaN", "2", "null", "inf");
    COLUMN("text: 1|NaN|null|inf", "", "1", "NaN", "null", "inf");
    COLUMN("date: 2024-01-31|2024-02-01|2024-02-02|-", "1 value of 'x' is no date and is left out: 'soon' in row 4",
           "2024-01-31", "2024-02-01", "2024-02-02", "soon");
    /* A number written in another way is no slip: nothing says which way is right. */
    COLUMN("text: 1,5|2,5|3,5|4.75", "'x' stays text, as its numbers are written in ways that do not go together",
           "1,5", "2,5", "3,5", "4.75");
    COLUMN("text: 31/01/2024|30/01/2024|29/01/2024|01/31/2024",
           "'x' stays text, as its dates are written in ways that do not go together", "31/01/2024", "30/01/2024",
           "29/01/2024", "01/31/2024");
}

/* n values, of which `odd` are the odd one, at the end. */
static struct made with_misfits(size_t n, size_t odd, const char *usual, const char *text)
{
    const char *texts[200];

    for (size_t i = 0; i < n; i++)
        texts[i] = i + odd < n ? usual : text;
    return make_column("x", texts, n);
}

static void expect_misfits(size_t n, size_t odd, const char *usual, const char *text, enum column_type type)
{
    struct made m = with_misfits(n, odd, usual, text);

    assert_string_equal(column_type_name(m.column->type), column_type_name(type));
    assert_int_equal(m.column->misfits, type == COLUMN_TEXT ? 0 : odd);
    assert_int_equal(m.column->nulls, 0);
    assert_int_equal(made_value(&m, 0, n - 1) == NULL, type != COLUMN_TEXT);
    made_done(&m);
}

static void a_few_values_that_do_not_fit_are_kept_aside(void **state)
{
    struct made m = with_misfits(20, 1, "5", "n/k");
    uint64_t row;
    size_t n;

    (void)state;
    assert_int_equal(m.column->type, COLUMN_INTEGER);
    assert_int_equal(m.column->misfits, 1);
    assert_int_equal(m.column->n_misfit, 1);
    assert_string_equal(m.column->misfit[0].text, "n/k");
    assert_int_equal(m.column->misfit[0].row, 20);
    assert_memory_equal(columns_misfit(m.columns, 0, 0, &row, &n), "n/k", 3);
    assert_int_equal(row, 19);
    assert_string_equal(m.notes, "1 value of 'x' is no number and is left out of sums: 'n/k' in row 20");
    made_done(&m);
    expect_misfits(60, 3, "5", "n/k", COLUMN_INTEGER);
    expect_misfits(59, 3, "5", "n/k", COLUMN_TEXT);
    expect_misfits(20, 1, "2024-01-31", "soon", COLUMN_DATE);
    expect_misfits(20, 1, "12.5", "12,5", COLUMN_DECIMAL);
    expect_misfits(20, 1, "5%", "5", COLUMN_DECIMAL);
    expect_misfits(20, 1, "31/01/2024", "01/31/2024", COLUMN_DATE);
    expect_misfits(20, 1, "5", "007", COLUMN_TEXT);
    expect_misfits(20, 1, "true", "maybe", COLUMN_TEXT);
}

static void numbers_all_different_with_codes_among_them_are_identifiers(void **state)
{
    const char *texts[40];
    char numbers[40][8];
    struct made m;

    (void)state;
    for (size_t i = 0; i < 40; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%zu", 1000 + i);
        texts[i] = numbers[i];
    }
    texts[39] = "A17";
    m = make_column("x", texts, 40);
    assert_int_equal(m.column->type, COLUMN_TEXT);
    assert_int_equal(m.column->misfits, 0);
    assert_string_equal(made_value(&m, 0, 39), "A17");
    made_done(&m);
    texts[39] = "none known";
    m = make_column("x", texts, 40);
    assert_int_equal(m.column->type, COLUMN_INTEGER);
    made_done(&m);
    texts[39] = "A17";
    texts[38] = texts[37];
    m = make_column("x", texts, 40);
    assert_int_equal(m.column->type, COLUMN_INTEGER);
    assert_int_equal(m.column->misfits, 1);
    made_done(&m);
}

/* ---- numbers ---- */

static void finds_the_decimal_that_a_double_stands_for(void **state)
{
    int64_t digits;
    int places;

    (void)state;
    assert_true(value_places(0.1, 0, &places, &digits) && places == 1 && digits == 1);
    assert_true(value_places(-1234.56, 0, &places, &digits) && places == 2 && digits == -123456);
    assert_true(value_places(0.5, 3, &places, &digits) && places == 3 && digits == 500);
    assert_true(value_places(99999999999999.9, 5, &places, &digits) && places == 1);
    assert_false(value_places(0.1 + 0.2, 0, &places, &digits));
    assert_false(value_places(1.0 / 3, 0, &places, &digits));
    assert_true(value_places(1e-22, 0, &places, &digits) && places == 22 && digits == 1);
    assert_false(value_places(1e-23, 0, &places, &digits));
    assert_true(value_is_whole(0x1p53) && value_is_whole(-3) && !value_is_whole(0.5) && !value_is_whole(0x1p54));
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
        cmocka_unit_test(tells_numbers_apart),
        cmocka_unit_test(tells_dates_apart),
        cmocka_unit_test(tells_words_apart),
        cmocka_unit_test(a_number_longer_than_the_limit_is_text),
        cmocka_unit_test(integers_end_where_64_bits_end),
        cmocka_unit_test(decimals_have_the_most_digits_and_places_seen),
        cmocka_unit_test(sums_that_could_need_more_digits_are_told),
        cmocka_unit_test(an_exponent_makes_a_float),
        cmocka_unit_test(digits_around_an_e_are_codes_unless_the_column_shows_measures),
        cmocka_unit_test(the_column_decides_what_commas_and_points_mean),
        cmocka_unit_test(currencies_percent_and_signs),
        cmocka_unit_test(identifiers_stay_text),
        cmocka_unit_test(types_do_not_mix),
        cmocka_unit_test(truths_need_both_words_of_one_pair),
        cmocka_unit_test(null_words_count_as_null_only_beside_values_of_one_type),
        cmocka_unit_test(one_or_two_words_in_a_small_column_are_kept_aside),
        cmocka_unit_test(a_few_values_that_do_not_fit_are_kept_aside),
        cmocka_unit_test(numbers_all_different_with_codes_among_them_are_identifiers),
        cmocka_unit_test(finds_the_decimal_that_a_double_stands_for),
        cmocka_unit_test(reads_the_decimals_of_parameters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
