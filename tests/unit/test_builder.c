/* test_builder.c - columns out of values of sources that know what they hold. */
#include "base/cancel.h"
#include "columns_testing.h"
#include "grid/columns/builder_node.h"
#include "grid/columns/columns_node.h"
#include "grid/source.h"
#include <stdlib.h>

#define NUMBER(v)                                                                                                      \
    {                                                                                                                  \
        .kind = DATUM_NUMBER, .real = (v)                                                                              \
    }
#define INTEGER(v)                                                                                                     \
    {                                                                                                                  \
        .kind = DATUM_INTEGER, .integer = (v)                                                                          \
    }
#define TRUTH(v)                                                                                                       \
    {                                                                                                                  \
        .kind = DATUM_TRUTH, .integer = (v)                                                                            \
    }
#define DATE(v)                                                                                                        \
    {                                                                                                                  \
        .kind = DATUM_DATE, .integer = (v)                                                                             \
    }
#define TIME(v)                                                                                                        \
    {                                                                                                                  \
        .kind = DATUM_TIME, .integer = (v)                                                                             \
    }
#define SHARED(v)                                                                                                      \
    {                                                                                                                  \
        .kind = DATUM_SHARED, .integer = (v)                                                                           \
    }
#define TEXT(v)                                                                                                        \
    {                                                                                                                  \
        .kind = DATUM_TEXT, .p = (v), .n = sizeof(v) - 1                                                               \
    }
#define DECIMAL(v)                                                                                                     \
    {                                                                                                                  \
        .kind = DATUM_DECIMAL, .p = (v), .n = sizeof(v) - 1                                                            \
    }
#define FAULT(v)                                                                                                       \
    {                                                                                                                  \
        .kind = DATUM_ERROR, .p = (v), .n = sizeof(v) - 1                                                              \
    }
#define NOTHING                                                                                                        \
    {                                                                                                                  \
        .kind = DATUM_NONE                                                                                             \
    }

static void expect(const struct datum *values, size_t n, const char *text, const char *notes)
{
    static const char *const name = "x";
    struct made m = make_columns(&name, 1, values, n);

    assert_string_equal(made_text(&m), text);
    assert_string_equal(m.notes, notes);
    made_done(&m);
}
#define EXPECT(text, notes, ...)                                                                                       \
    do {                                                                                                               \
        const struct datum values[] = { __VA_ARGS__ };                                                                 \
        expect(values, COUNT_OF(values), text, notes);                                                                 \
    } while (0)

static void doubles_become_what_they_stand_for(void **state)
{
    (void)state;
    EXPECT("integer: 1|-7|-|9007199254740992", "", NUMBER(1), NUMBER(-7), NOTHING, NUMBER(0x1p53));
    EXPECT("decimal(5,2): 1.00|0.10|-123.45", "", NUMBER(1), NUMBER(0.1), NUMBER(-123.45));
    EXPECT("decimal(15,1): 99999999999999.9", "", NUMBER(99999999999999.9));
    EXPECT("float: 0.30000000000000004|1", "", NUMBER(0.1 + 0.2), NUMBER(1));
    EXPECT("float: 1e+300", "", NUMBER(1e300));
    EXPECT("float: 1.8014398509481984e+16|0.5", "", NUMBER(0x1p54), NUMBER(0.5));
    EXPECT("decimal(10,10): 0.0000000001", "", NUMBER(1e-10));
}

static void integers_beyond_53_bits_are_exact(void **state)
{
    (void)state;
    EXPECT("integer: 9007199254740993|-9223372036854775808", "", INTEGER(9007199254740993), INTEGER(INT64_MIN));
    EXPECT("decimal(20,1): 9223372036854775807.0|0.5", "", INTEGER(INT64_MAX), DECIMAL("0.5"));
    EXPECT("decimal(38,0): 12345678901234567890123456789012345678", "",
           DECIMAL("12345678901234567890123456789012345678"));
}

static void dates_times_and_truths_keep_their_type(void **state)
{
    (void)state;
    EXPECT("date: 1970-01-01|2024-02-29", "", DATE(0), DATE(19782));
    EXPECT("timestamp: 1970-01-01T00:00:00.000001|1970-01-02T00:00:00",
           "dates without a time in 'x' are taken as midnight", TIME(1), DATE(1));
    EXPECT("boolean: true|true|-", "", TRUTH(1), TRUTH(1), NOTHING);
    EXPECT("date: 1970-01-02|1970-01-03", "", DATE(1), TEXT("1970-01-03"));
    EXPECT("text: true|5", "", TRUTH(1), NUMBER(5));
    EXPECT("text: 1970-01-02|0.5", "", DATE(1), NUMBER(0.5));
}

static void texts_that_are_numbers_join_numbers(void **state)
{
    (void)state;
    EXPECT("decimal(2,1): 1.0|2.5", "", NUMBER(1), TEXT("2.5"));
    EXPECT("text: x|2.5|100000000000000000000", "", TEXT("x"), NUMBER(2.5), DECIMAL("100000000000000000000"));
    EXPECT("text: 3%|2.5", "'x' stays text, as its numbers are written in ways that do not go together", TEXT("3%"),
           NUMBER(2.5));
}

static void errors_are_kept_aside_in_every_column(void **state)
{
    (void)state;
    EXPECT("integer: 1|-|-",
           "2 values of 'x' are no numbers and are left out of sums: '#N/A' in row 2, '#DIV/0!' in "
           "row 3",
           NUMBER(1), FAULT("#N/A"), FAULT("#DIV/0!"));
    EXPECT("text: a|-", "1 cell of 'x' has an error instead of a value: '#REF!' in row 2", TEXT("a"), FAULT("#REF!"));
    EXPECT("text: -", "1 cell of 'x' has an error instead of a value: '#REF!' in row 1", FAULT("#REF!"));
}

static void text_among_many_numbers_is_a_misfit_and_not_lost(void **state)
{
    static const char *const name = "x";
    struct datum values[40];
    struct made m;

    (void)state;
    for (size_t i = 0; i < 40; i++)
        values[i] = (struct datum)NUMBER((double)(i % 7) / 2);
    values[3] = (struct datum)TEXT("see below");
    values[9] = (struct datum)TRUTH(1);
    m = make_columns(&name, 1, values, 40);
    assert_int_equal(m.column->type, COLUMN_DECIMAL);
    assert_int_equal(m.column->misfits, 2);
    assert_string_equal(m.column->misfit[0].text, "see below");
    assert_string_equal(m.column->misfit[1].text, "true");
    assert_int_equal(m.column->misfit[1].row, 10);
    made_done(&m);
}

/* ---- shared texts ---- */

static void shared_texts_are_looked_up(void **state)
{
    static const char bytes[] = "northsouth";
    static const uint64_t at[] = { 0, 5, 10, 10 };
    static const char *const name = "x";
    const struct datum values[] = { SHARED(1), SHARED(0), TEXT("south"), SHARED(1), SHARED(2), NUMBER(7) };
    const struct datum wrong = SHARED(3);
    struct builder *b = builder_new(1);
    struct made m = { .arena = arena_new() };
    struct notes notes;
    struct err err;

    (void)state;
    notes_init(&notes, m.arena);
    builder_share(b, bytes, at, 3);
    assert_int_equal(builder_add(b, values, COUNT_OF(values), &err), 0);
    assert_int_equal(builder_end(b, &name, NULL, &notes, &m.columns, &err), 0);
    columns_describe(m.columns, &m.column);
    assert_string_equal(made_text(&m), "text: south|north|south|south|-|7");
    assert_int_equal(m.column->distinct, 3);
    assert_int_equal(m.column->n_values, 3);
    assert_string_equal(m.column->values[0], "7");
    assert_int_equal(m.column->nulls, 1);
    assert_int_equal(builder_add(b, &wrong, 1, &err), 0);
    assert_int_equal(builder_end(b, &name, NULL, &notes, &m.columns, &err), -1);
    assert_int_equal(err.code, ERR_DATA_UNREADABLE);
    builder_free(b);
    made_done(&m);
}

/* ---- parts ---- */

/* Rows of a number, a text with few values, one with many, and a date with gaps; in batches of one size. */
static struct made in_batches_without(size_t rows, size_t batch, const struct row_list *without)
{
    static const char *const names[] = { "n", "few", "many", "day" };
    struct made m = { .arena = arena_new() };
    struct builder *b = builder_new(4);
    struct datum *values = arena_array(m.arena, 4 * batch, sizeof *values);
    char(*texts)[32] = arena_array(m.arena, batch, sizeof *texts);
    struct notes notes;
    struct err err;

    notes_init(&notes, m.arena);
    for (size_t row = 0; row < rows;) {
        size_t n = 0;
        for (; n < batch && row < rows; n++, row++) {
            struct datum *d = values + 4 * n;
            int len = snprintf(texts[n], sizeof texts[n], "text %zu", row * 7919 % rows);
            d[0] = (struct datum)NUMBER((double)row / 4);
            d[1] = row % 3 ? (struct datum)TEXT("one") : (struct datum)TEXT("another");
            d[2] = (struct datum){ .kind = DATUM_TEXT, .p = texts[n], .n = (uint32_t)len };
            d[3] = row % 5 ? (struct datum)DATE((int64_t)(row % 20000)) : (struct datum)NOTHING;
        }
        assert_int_equal(builder_add(b, values, n, &err), 0);
    }
    builder_drop(b, without);
    assert_int_equal(builder_end(b, names, NULL, &notes, &m.columns, &err), 0);
    columns_describe(m.columns, &m.column);
    builder_free(b);
    return m;
}

static struct made in_batches(size_t rows, size_t batch)
{
    return in_batches_without(rows, batch, NULL);
}

static void batches_and_parts_make_no_difference(void **state)
{
    const size_t rows = COLUMNS_PART_ROWS + 1000;
    struct made one = in_batches(rows, 1), many = in_batches(rows, 3000);
    struct buf a CLEANUP(buf_done) = BUF(100), b CLEANUP(buf_done) = BUF(100);

    (void)state;
    assert_int_equal(columns_rows(one.columns), rows);
    assert_int_equal(columns_bytes(one.columns), columns_bytes(many.columns));
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(one.column[i].nulls, many.column[i].nulls);
        for (uint64_t row = 0; row < rows; row++) {
            size_t n = 0, m = 0;
            const char *p = columns_value(one.columns, i, row, &a, &n),
                       *q = columns_value(many.columns, i, row, &b, &m);
            if (!p != !q || n != m || (p && memcmp(p, q, n) != 0))
                fail_msg("column %zu row %zu", i, (size_t)row);
        }
    }
    assert_string_equal(made_value(&one, 0, rows - 1), "30969.75");
    assert_null(made_value(&one, 3, rows - rows % 5));
    made_done(&one);
    made_done(&many);
}

/* Row i of one must be row i of the other, the rows taken out apart. */
static void expect_without(size_t rows, const struct row_list *without)
{
    struct made all = in_batches(rows, 3000), some = in_batches_without(rows, 3000, without);
    struct buf a CLEANUP(buf_done) = BUF(100), b CLEANUP(buf_done) = BUF(100);
    size_t next = 0;

    assert_int_equal(columns_rows(some.columns), rows - without->n);
    for (size_t k = 0; k < some.columns->n_parts; k++)
        assert_true(columns_part_rows(some.columns, k) > 0);
    for (uint64_t row = 0, at = 0; row < rows; row++) {
        if (next < without->n && without->rows[next] == row) {
            next++;
            continue;
        }
        for (size_t i = 0; i < 4; i++) {
            size_t n = 0, m = 0;
            const char *p = columns_value(all.columns, i, row, &a, &n), *q = columns_value(some.columns, i, at, &b, &m);
            if (!p != !q || n != m || (p && memcmp(p, q, n) != 0))
                fail_msg("column %zu row %zu", i, (size_t)row);
        }
        at++;
    }
    made_done(&all);
    made_done(&some);
}

static void rows_that_are_taken_out_leave_the_others(void **state)
{
    const size_t rows = COLUMNS_PART_ROWS + 5;
    const uint64_t some[] = { 0, 1, 7, COLUMNS_PART_ROWS - 1, COLUMNS_PART_ROWS, rows - 1 };
    const uint64_t a_part[] = { rows - 5, rows - 4, rows - 3, rows - 2, rows - 1 };

    (void)state;
    expect_without(rows, &(struct row_list){ some, COUNT_OF(some) });
    expect_without(rows, &(struct row_list){ a_part, COUNT_OF(a_part) });
    expect_without(100, &(struct row_list){ some, 3 });
    expect_without(100, &(struct row_list){ some, 0 });
}

static void a_table_that_takes_too_much_is_refused(void **state)
{
    const struct datum value = TEXT("a text");
    struct builder *b = builder_new(1);
    struct err err;

    (void)state;
    assert_int_equal(b->most, DATA_TABLE_BYTES);
    b->most = 10000;
    for (int i = 0; i < 100; i++)
        assert_int_equal(builder_add(b, &value, 1, &err), 0);
    for (int i = 0; i < 10000 && b->memory <= b->most; i++)
        (void)!builder_add(b, &value, 1, &err);
    assert_int_equal(builder_add(b, &value, 1, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    builder_free(b);
}

static void columns_that_nobody_waits_for_are_not_made(void **state)
{
    static const char *const name = "x";
    const struct datum value = NUMBER(1);
    struct builder *b = builder_new(1);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct columns *columns = NULL;
    struct cancel cancel;
    struct notes notes;
    struct err err;

    (void)state;
    notes_init(&notes, a);
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(builder_add(b, &value, 1, &err), 0);
    assert_int_equal(builder_end(b, &name, &cancel, &notes, &columns, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    assert_null(columns);
    builder_free(b);
}

/* Identifiers are told by the first COLUMN_ID_ROWS rows: one that comes again behind them makes no difference. */
static void so_many_different_numbers_with_a_code_among_them_are_identifiers(void **state)
{
    static const char *const name = "x";
    const size_t rows = COLUMN_ID_ROWS + 2;
    struct datum *values = calloc(rows, sizeof *values);
    struct made m;

    (void)state;
    assert_non_null(values);
    for (size_t i = 0; i < rows; i++)
        values[i] = (struct datum)INTEGER((int64_t)i + 1000);
    values[5] = (struct datum)TEXT("A5");
    values[COLUMN_ID_ROWS] = values[0];
    m = make_columns(&name, 1, values, rows);
    assert_int_equal(m.column->type, COLUMN_TEXT);
    made_done(&m);
    values[COLUMN_ID_ROWS - 1] = values[0];
    m = make_columns(&name, 1, values, rows);
    assert_int_equal(m.column->type, COLUMN_INTEGER);
    made_done(&m);
    free(values);
}

static void no_rows_make_empty_columns(void **state)
{
    static const char *const name = "x";
    struct made m = make_columns(&name, 1, NULL, 0);

    (void)state;
    assert_int_equal(columns_rows(m.columns), 0);
    assert_int_equal(m.column->type, COLUMN_TEXT);
    made_done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_become_what_they_stand_for),
        cmocka_unit_test(integers_beyond_53_bits_are_exact),
        cmocka_unit_test(dates_times_and_truths_keep_their_type),
        cmocka_unit_test(texts_that_are_numbers_join_numbers),
        cmocka_unit_test(errors_are_kept_aside_in_every_column),
        cmocka_unit_test(text_among_many_numbers_is_a_misfit_and_not_lost),
        cmocka_unit_test(shared_texts_are_looked_up),
        cmocka_unit_test(batches_and_parts_make_no_difference),
        cmocka_unit_test(rows_that_are_taken_out_leave_the_others),
        cmocka_unit_test(a_table_that_takes_too_much_is_refused),
        cmocka_unit_test(columns_that_nobody_waits_for_are_not_made),
        cmocka_unit_test(so_many_different_numbers_with_a_code_among_them_are_identifiers),
        cmocka_unit_test(no_rows_make_empty_columns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
