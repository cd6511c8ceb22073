/* test_pg_value.c - rows of COPY's text format: escapes, types, and what is kept as text. */
#include "formats/pg_value.h"
#include "source_testing.h"

enum { BOOL = 16, BYTEA = 17, INT8 = 20, TEXT = 25, JSON = 114, FLOAT8 = 701, MONEY = 790 };
enum { DATE = 1082, TIMESTAMP = 1114, TIMESTAMPTZ = 1184, NUMERIC = 1700, INT4_ARRAY = 1007 };

static void gives(const uint32_t *types, size_t n, const char *row, const char *expected)
{
    struct buf b CLEANUP(buf_done) = BUF(SOURCE_TEXT_BYTES);
    struct datum values[8] = { 0 };
    enum pg_kind list[8];
    char *copy = strdup(row);
    uint64_t cut = 0;
    struct err err;

    for (size_t i = 0; i < n; i++)
        list[i] = pg_kind(types[i]);
    assert_int_equal(pg_row(copy, strlen(copy), list, n, values, &cut, &err), 0);
    show_row(&b, values, n, &err);
    assert_string_equal(b.p, expected);
    free(copy);
}

#define GIVES(row, expected, ...)                                                                                      \
    gives((const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t), row,        \
          expected)

static void reads_each_type(void **state)
{
    (void)state;
    GIVES("t\tf\t\\N\n", "/t~f~-", BOOL, BOOL, BOOL);
    GIVES("-9223372036854775808\t12\n", "/-9223372036854775808~12", INT8, 23);
    GIVES("0.10\t-12345678901234567890.123456789\n", "/0.10d~-12345678901234567890.123456789d", NUMERIC, MONEY);
    GIVES("1.5\t1e+300\n", "/1.5f~1.0000000000000001e+300f", FLOAT8, FLOAT8);
    GIVES("2026-01-23\n", "/2026-01-23", DATE);
    GIVES("2026-01-23 10:30:00\t2026-01-23 10:30:00.5+00\n", "/2026-01-23T10:30:00Z~2026-01-23T10:30:00.500Z",
          TIMESTAMP, TIMESTAMPTZ);
    GIVES("{1,2}\t{\"a\": 1}\n", "/'{1,2}'~'{\"a\": 1}'", INT4_ARRAY, JSON);
    GIVES("\\\\x0aff\n", "/'0aff'", BYTEA);
}

static void undoes_escapes(void **state)
{
    (void)state;
    GIVES("a\\tb\\nc\\\\d\\q\n", "/'a\tb\nc\\dq'", TEXT);
    GIVES("\\N\t\\\\N\t\n", "/-~'\\N'~''", TEXT, TEXT, TEXT);
    GIVES("ends in \\\\\n", "/'ends in \\'", TEXT);
}

static void what_its_type_cannot_hold_stays_text(void **state)
{
    (void)state;
    GIVES("infinity\t0044-03-15 BC\t12026-01-01\n", "/'infinity'~'0044-03-15 BC'~'12026-01-01'", DATE, DATE, DATE);
    GIVES("NaN\tInfinity\n", "/'NaN'~'Infinity'", NUMERIC, FLOAT8);
    GIVES("infinity\t2026-01-23 10:30:00+02\n", "/'infinity'~'2026-01-23 10:30:00+02'", TIMESTAMP, TIMESTAMPTZ);
    GIVES("1234567890123456789012345678901234567890\n", "/1.2345678901234568e+39f", NUMERIC);
}

static void refuses_rows_of_another_length(void **state)
{
    enum pg_kind list[2] = { PG_TEXT, PG_TEXT };
    struct datum values[2] = { 0 };
    char less[] = "a\n", more[] = "a\tb\tc\n", right[] = "a\tb\n";
    uint64_t cut = 0;
    struct err err;

    (void)state;
    assert_int_equal(pg_row(less, 2, list, 2, values, &cut, &err), -1);
    assert_int_equal(err.code, ERR_DATA_UNREADABLE);
    assert_int_equal(pg_row(more, 6, list, 2, values, &cut, &err), -1);
    assert_int_equal(pg_row(right, 4, list, 2, values, &cut, &err), 0);
}

static void values_have_bounds(void **state)
{
    enum pg_kind text = PG_TEXT, bytes = PG_BYTES_HEX;
    size_t n = DATA_CELL_BYTES + 1;
    char *row = malloc(n + 1);
    struct datum value = { 0 };
    uint64_t cut = 0;
    struct err err;

    (void)state;
    memset(row, 'a', n);
    row[n] = '\n';
    assert_int_equal(pg_row(row, n + 1, &text, 1, &value, &cut, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    assert_int_equal(pg_row(row, n - 1, &text, 1, &value, &cut, &err), 0);
    memcpy(row, "\\\\x", 3);
    assert_int_equal(pg_row(row, n, &bytes, 1, &value, &cut, &err), 0);
    assert_int_equal(value.n, 2 * SOURCE_BLOB_BYTES);
    assert_int_equal(cut, 1);
    free(row);
}

static void money_is_asked_for_as_a_number(void **state)
{
    (void)state;
    assert_string_equal(pg_cast(MONEY), "::pg_catalog.numeric");
    assert_string_equal(pg_cast(TEXT), "");
    assert_int_equal(pg_kind(3802), PG_TEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_each_type),
        cmocka_unit_test(undoes_escapes),
        cmocka_unit_test(what_its_type_cannot_hold_stays_text),
        cmocka_unit_test(refuses_rows_of_another_length),
        cmocka_unit_test(values_have_bounds),
        cmocka_unit_test(money_is_asked_for_as_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
