/* test_table.c - types' names, the fingerprint, and that a table survives its way through JSON. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "grid/table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const regions[] = { "East", "North" };
static const char *const assumptions[] = { "the separator is a semicolon" };

/* A table of three columns; the arena is for nothing but its lifetime. */
static struct table sample(struct column columns[static 3])
{
    struct table t = { .name = "sales",
                       .source = "sales.csv",
                       .rows = 12,
                       .columns = columns,
                       .n_columns = 3,
                       .assumptions = assumptions,
                       .n_assumptions = 1 };

    columns[0] = (struct column){
        .name = "region", .type = COLUMN_TEXT, .nulls = 1, .distinct = 2, .values = regions, .n_values = 2
    };
    columns[1] =
        (struct column){ .name = "revenue", .type = COLUMN_DECIMAL, .precision = 9, .scale = 2, .distinct = 201 };
    columns[2] = (struct column){ .name = "day", .type = COLUMN_DATE, .distinct = 12 };
    sha256_text("x", 1, t.sha256);
    table_fingerprint(columns, 3, t.fingerprint);
    return t;
}

static const char *text_of(struct arena *a, const struct json *v)
{
    struct buf b;
    const char *text;

    buf_init(&b, 65536);
    json_write(&b, v);
    text = arena_str(a, b.p);
    buf_done(&b);
    return text;
}

static void names_every_type(void **state)
{
    static const char *const names[COLUMN_TYPES] = { "text",    "integer", "decimal",  "float",
                                                     "boolean", "date",    "timestamp" };

    (void)state;
    for (size_t i = 0; i < COLUMN_TYPES; i++)
        assert_string_equal(column_type_name((enum column_type)i), names[i]);
    assert_true(column_is_number(COLUMN_INTEGER) && column_is_number(COLUMN_DECIMAL) && column_is_number(COLUMN_FLOAT));
    assert_false(column_is_number(COLUMN_TEXT) || column_is_number(COLUMN_BOOLEAN) || column_is_number(COLUMN_DATE) ||
                 column_is_number(COLUMN_TIMESTAMP));
}

static void the_fingerprint_is_of_names_and_types_in_any_order(void **state)
{
    struct column ab[] = { { .name = "b", .type = COLUMN_INTEGER }, { .name = "a", .type = COLUMN_TEXT } };
    struct column ba[] = { ab[1], ab[0] };
    char one[SHA256_TEXT_BYTES], two[SHA256_TEXT_BYTES], expected[SHA256_TEXT_BYTES];

    (void)state;
    table_fingerprint(ab, 2, one);
    table_fingerprint(ba, 2, two);
    sha256_text("a:text\nb:integer\n", 17, expected);
    assert_string_equal(one, expected);
    assert_string_equal(two, expected);
    ba[1].type = COLUMN_DECIMAL;
    table_fingerprint(ba, 2, two);
    assert_string_not_equal(one, two);
}

static void a_table_is_json_with_the_fields_of_the_contract(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct column columns[3];
    struct table t = sample(columns);
    const char *expected = arena_printf(
        a,
        "{\"name\":\"sales\",\"source\":\"sales.csv\",\"row_count\":12,\"columns\":["
        "{\"name\":\"region\",\"type\":\"text\",\"nulls\":1,\"distinct\":2,\"values\":[\"East\",\"North\"]},"
        "{\"name\":\"revenue\",\"type\":\"decimal\",\"precision\":9,\"scale\":2,\"nulls\":0,\"distinct_at_least\":201},"
        "{\"name\":\"day\",\"type\":\"date\",\"nulls\":0,\"distinct\":12}],"
        "\"sha256\":\"%s\",\"schema_fingerprint\":\"%s\",\"assumptions\":[\"the separator is a semicolon\"]}",
        t.sha256, t.fingerprint);

    (void)state;
    assert_string_equal(text_of(a, table_to_json(a, &t)), expected);
}

static void a_table_comes_back_from_json_as_it_was(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct column columns[3];
    struct table t = sample(columns), back;
    struct err err;

    (void)state;
    assert_int_equal(table_from_json(a, table_to_json(a, &t), &back, &err), 0);
    assert_string_equal(text_of(a, table_to_json(a, &back)), text_of(a, table_to_json(a, &t)));
    assert_int_equal(back.columns[1].precision, 9);
    assert_int_equal(back.columns[1].scale, 2);
    assert_null(back.columns[2].values);
}

/* The sample with the JSON text `find` replaced must be refused, and leave ret alone. */
static void refused(const char *find, const char *replace)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct column columns[3];
    struct table t = sample(columns), back = { .rows = 77 };
    const char *text = text_of(a, table_to_json(a, &t)), *at = strstr(text, find);
    struct json *v;
    struct err err;

    assert_non_null(at);
    text = arena_printf(a, "%.*s%s%s", (int)(at - text), text, replace, at + strlen(find));
    assert_int_equal(json_parse(a, text, strlen(text), &v, &err), 0);
    assert_int_equal(table_from_json(a, v, &back, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    assert_int_equal(back.rows, 77);
}

static const struct misfit misfits[] = { { .row = 17, .text = "n/k" }, { .row = 40, .text = "?!" } };

static struct column amounts(void)
{
    return (struct column){ .name = "amount",
                            .type = COLUMN_DECIMAL,
                            .precision = 9,
                            .scale = 2,
                            .unit = "EUR",
                            .distinct = 5,
                            .misfits = 3,
                            .misfit = misfits,
                            .n_misfit = 2 };
}

static void a_column_keeps_its_unit_and_misfits(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct column c = amounts(), back;
    struct err err;

    (void)state;
    assert_int_equal(column_from_json(a, column_to_json(a, &c), &back, &err), 0);
    assert_string_equal(back.unit, "EUR");
    assert_int_equal(back.misfits, 3);
    assert_int_equal(back.n_misfit, 2);
    assert_int_equal(back.misfit[1].row, 40);
    assert_string_equal(back.misfit[1].text, "?!");
    assert_string_equal(text_of(a, column_to_json(a, &c)),
                        "{\"name\":\"amount\",\"type\":\"decimal\",\"precision\":9,\"scale\":2,\"unit\":\"EUR\","
                        "\"nulls\":0,\"misfits\":3,\"misfit\":[{\"row\":17,\"text\":\"n/k\"},{\"row\":40,"
                        "\"text\":\"?!\"}],\"distinct\":5}");
}

static void different_values_that_were_not_all_counted_are_told_as_such(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct column c = amounts(), back;
    struct err err;

    (void)state;
    c.distinct = COLUMN_VALUES_MAX;
    assert_non_null(strstr(text_of(a, column_to_json(a, &c)), "\"distinct\":200}"));
    c.distinct++;
    assert_non_null(strstr(text_of(a, column_to_json(a, &c)), "\"distinct_at_least\":201}"));
    assert_int_equal(column_from_json(a, column_to_json(a, &c), &back, &err), 0);
    assert_int_equal(back.distinct, 201);
}

static void more_misfits_shown_than_counted_are_refused(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct column c = amounts(), back = { .name = "as it was" };
    struct err err;

    (void)state;
    c.misfits = 2;
    assert_int_equal(column_from_json(a, column_to_json(a, &c), &back, &err), 0);
    c.misfits = 1;
    back.name = "as it was";
    assert_int_equal(column_from_json(a, column_to_json(a, &c), &back, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    assert_string_equal(back.name, "as it was");
}

static void what_is_no_table_is_refused(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct table back;
    struct err err;

    (void)state;
    refused("\"name\":\"sales\"", "\"name\":5");
    refused("\"name\":\"sales\",", "");
    refused("\"sales\"", "\"\"");
    refused("\"sales\"", "\"a\\u0000b\"");
    refused("\"row_count\":12", "\"row_count\":-1");
    refused("\"row_count\":12", "\"row_count\":1.5");
    refused("\"date\"", "\"dates\"");
    refused("\"precision\":9", "\"precision\":39");
    refused("\"scale\":2", "\"scale\":10");
    refused("\"sha256\":\"", "\"sha256\":\"0");
    refused("\"values\":[", "\"values\":[5,");
    refused("\"nulls\":1", "\"nulls\":\"1\"");
    refused("\"assumptions\":[", "\"assumptions\":[null,");
    assert_int_equal(table_from_json(a, NULL, &back, &err), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_every_type),
        cmocka_unit_test(the_fingerprint_is_of_names_and_types_in_any_order),
        cmocka_unit_test(a_table_is_json_with_the_fields_of_the_contract),
        cmocka_unit_test(a_table_comes_back_from_json_as_it_was),
        cmocka_unit_test(a_column_keeps_its_unit_and_misfits),
        cmocka_unit_test(different_values_that_were_not_all_counted_are_told_as_such),
        cmocka_unit_test(more_misfits_shown_than_counted_are_refused),
        cmocka_unit_test(what_is_no_table_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
