/* test_lang_sql.c - a query as SQL. */
#include "test_lang_reads.h"

static void become(const struct pair *pairs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct arena *a = arena_new();
        struct flat q;
        struct flat_options options;
        struct err err = { 0 };
        if (flat_read(a, pairs[i].table, pairs[i].question, &q, &options, &err) < 0)
            fail_msg("\"%s\" is refused: %s", pairs[i].question, err.message);
        assert_string_equal(pairs[i].expected, sql_text(a, pairs[i].table, &q));
        check_restatement(a, &pairs[i], &q);
        arena_free(a);
    }
}

static void groups_come_in_one_order_with_empty_ones_last(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "total revenue by region",
          "SELECT \"sales\".\"region\", sum(\"sales\".\"revenue\") AS \"total_revenue\" FROM \"sales\" GROUP BY "
          "\"sales\".\"region\" ORDER BY \"sales\".\"region\" ASC NULLS LAST" },
        { &sales, "count by region and channel",
          "SELECT \"sales\".\"region\", \"sales\".\"channel\", count(*) AS \"count\" FROM \"sales\" GROUP BY "
          "\"sales\".\"region\", \"sales\".\"channel\" ORDER BY \"sales\".\"region\" ASC NULLS LAST, "
          "\"sales\".\"channel\" ASC NULLS LAST" },
        { &sales, "top 3 products by revenue",
          "SELECT \"sales\".\"product\", sum(\"sales\".\"revenue\") AS \"total_revenue\" FROM \"sales\" GROUP BY "
          "\"sales\".\"product\" ORDER BY 2 DESC NULLS LAST, \"sales\".\"product\" ASC NULLS LAST LIMIT 3" },
        { &sales, "the 2 regions with the lowest average discount",
          "SELECT \"sales\".\"region\", avg(\"sales\".\"discount\") AS \"average_discount\" FROM \"sales\" GROUP BY "
          "\"sales\".\"region\" ORDER BY 2 ASC NULLS LAST, \"sales\".\"region\" ASC NULLS LAST LIMIT 2" },
        { &sales, "different values of channel",
          "SELECT DISTINCT \"sales\".\"channel\" FROM \"sales\" ORDER BY 1 ASC NULLS LAST" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void rows_come_in_the_files_order_unless_sorted(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "first 10 rows",
          "SELECT \"sales\".* FROM \"sales\" ORDER BY \"sales\".rowid ASC NULLS LAST LIMIT 10" },
        { &sales, "list customer and revenue",
          "SELECT \"sales\".\"customer\", \"sales\".\"revenue\" FROM \"sales\" ORDER BY \"sales\".rowid ASC NULLS "
          "LAST" },
        { &sales, "latest 5 orders",
          "SELECT \"sales\".* FROM \"sales\" ORDER BY \"sales\".\"order_date\" DESC NULLS LAST, \"sales\".rowid ASC "
          "NULLS LAST LIMIT 5" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void floats_are_added_in_the_files_order(void **state)
{
    static const struct pair pairs[] = {
        { &weather, "total rain",
          "SELECT sum(\"weather_2024\".\"rain_mm\" ORDER BY \"weather_2024\".rowid) AS \"total_rain_mm\" FROM "
          "\"weather_2024\"" },
        { &weather, "average temperature",
          "SELECT avg(\"weather_2024\".\"temperature\" ORDER BY \"weather_2024\".rowid) AS \"average_temperature\" "
          "FROM \"weather_2024\"" },
        { &weather, "highest temperature",
          "SELECT max(\"weather_2024\".\"temperature\") AS \"highest_temperature\" FROM \"weather_2024\"" },
        { &sales, "total units", "SELECT sum(\"sales\".\"units\") AS \"total_units\" FROM \"sales\"" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void a_date_is_cut_to_its_unit(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "count by day",
          "SELECT CAST(\"sales\".\"order_date\" AS DATE) AS \"day\", count(*) AS \"count\" FROM \"sales\" GROUP BY "
          "CAST(\"sales\".\"order_date\" AS DATE) ORDER BY CAST(\"sales\".\"order_date\" AS DATE) ASC NULLS LAST" },
        { &sales, "count by week",
          "SELECT CAST(date_trunc('week', CAST(\"sales\".\"order_date\" AS TIMESTAMP)) AS DATE) AS \"week\", count(*) "
          "AS \"count\" FROM \"sales\" GROUP BY CAST(date_trunc('week', CAST(\"sales\".\"order_date\" AS TIMESTAMP)) "
          "AS DATE) ORDER BY CAST(date_trunc('week', CAST(\"sales\".\"order_date\" AS TIMESTAMP)) AS DATE) ASC NULLS "
          "LAST" },
        { &sales, "count by month",
          "SELECT CAST(date_trunc('month', CAST(\"sales\".\"order_date\" AS TIMESTAMP)) AS DATE) AS \"month\", "
          "count(*) AS \"count\" FROM \"sales\" GROUP BY CAST(date_trunc('month', CAST(\"sales\".\"order_date\" AS "
          "TIMESTAMP)) AS DATE) ORDER BY CAST(date_trunc('month', CAST(\"sales\".\"order_date\" AS TIMESTAMP)) AS "
          "DATE) ASC NULLS LAST" },
        { &sales, "count by quarter",
          "SELECT CAST(date_trunc('quarter', CAST(\"sales\".\"order_date\" AS TIMESTAMP)) AS DATE) AS \"quarter\", "
          "count(*) AS \"count\" FROM \"sales\" GROUP BY CAST(date_trunc('quarter', CAST(\"sales\".\"order_date\" AS "
          "TIMESTAMP)) AS DATE) ORDER BY CAST(date_trunc('quarter', CAST(\"sales\".\"order_date\" AS TIMESTAMP)) AS "
          "DATE) ASC NULLS LAST" },
        { &sales, "count by year",
          "SELECT year(\"sales\".\"order_date\") AS \"year\", count(*) AS \"count\" FROM \"sales\" GROUP BY "
          "year(\"sales\".\"order_date\") ORDER BY year(\"sales\".\"order_date\") ASC NULLS LAST" },
        { &people, "count by year of birth_date and year of hire_date",
          "SELECT year(\"people\".\"birth_date\") AS \"year_of_birth_date\", year(\"people\".\"hire_date\") AS "
          "\"year_of_hire_date\", count(*) AS \"count\" FROM \"people\" GROUP BY year(\"people\".\"birth_date\"), "
          "year(\"people\".\"hire_date\") ORDER BY year(\"people\".\"birth_date\") ASC NULLS LAST, "
          "year(\"people\".\"hire_date\") ASC NULLS LAST" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void values_are_parameters_of_an_exact_type(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "count where units > 50",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"sales\".\"units\" > CAST($1 AS BIGINT)) [50]" },
        { &sales, "count where units > 2.5",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"sales\".\"units\" > CAST($1 AS DECIMAL(2,1))) [2.5]" },
        { &sales, "count where discount > -0.105",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"sales\".\"discount\" > CAST($1 AS DECIMAL(4,3))) "
          "[-0.105]" },
        { &sales, "count where units > 999999999999999999",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"sales\".\"units\" > CAST($1 AS BIGINT)) "
          "[999999999999999999]" },
        { &sales, "count where units > 1000000000000000000",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"sales\".\"units\" > CAST($1 AS DECIMAL(19,0))) "
          "[1000000000000000000]" },
        { &weather, "count where temperature is 2.5",
          "SELECT count(*) AS \"count\" FROM \"weather_2024\" WHERE (\"weather_2024\".\"temperature\" = CAST(CAST($1 "
          "AS DECIMAL(2,1)) AS DOUBLE)) [2.5]" },
        { &people, "count where active is true",
          "SELECT count(*) AS \"count\" FROM \"people\" WHERE (\"people\".\"Active\" = TRUE)" },
        { &sales, "count where order_date is 2025-03-05",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"sales\".\"order_date\" = CAST($1 AS DATE)) "
          "[2025-03-05]" },
        { &weather, "count since 2024-03-01",
          "SELECT count(*) AS \"count\" FROM \"weather_2024\" WHERE (CAST(\"weather_2024\".\"observed_at\" AS DATE) >= "
          "CAST($1 AS DATE)) [2024-03-01]" },
        { &sales, "count where customer is ACME",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (lower(\"sales\".\"customer\") = lower(CAST($1 AS "
          "VARCHAR))) [ACME]" },
        { &sales, "count in west",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"sales\".\"region\" = CAST($1 AS VARCHAR)) [West]" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void leaving_values_out_keeps_empty_cells(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "count excluding West",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE ((\"sales\".\"region\" <> CAST($1 AS VARCHAR)) OR "
          "(\"sales\".\"region\" IS NULL)) [West]" },
        { &sales, "count excluding West and East",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE ((NOT (\"sales\".\"region\" IN (CAST($1 AS VARCHAR), "
          "CAST($2 AS VARCHAR)))) OR (\"sales\".\"region\" IS NULL)) [West] [East]" },
        { &sales, "count in West or East",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"sales\".\"region\" IN (CAST($1 AS VARCHAR), CAST($2 AS "
          "VARCHAR))) [West] [East]" },
        { &sales, "count not in 2024",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (NOT (\"sales\".\"order_date\" BETWEEN CAST($1 AS DATE) "
          "AND CAST($2 AS DATE))) [2024-01-01] [2024-12-31]" },
        { &sales, "count in 2024 where units between 5 and 10",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"sales\".\"order_date\" BETWEEN CAST($1 AS DATE) AND "
          "CAST($2 AS DATE)) AND (\"sales\".\"units\" BETWEEN CAST($3 AS BIGINT) AND CAST($4 AS BIGINT)) [2024-01-01] "
          "[2024-12-31] [5] [10]" },
        { &sales, "count where region is empty",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"sales\".\"region\" IS NULL)" },
        { &weather, "count where observed_at is not empty",
          "SELECT count(*) AS \"count\" FROM \"weather_2024\" WHERE (NOT (\"weather_2024\".\"observed_at\" IS NULL))" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

/* Names that are words of the grammar, have blanks, or hold quotes. */
static struct column odd_columns[] = {
    { .name = "count", .type = COLUMN_TEXT, .distinct = 2, .n_values = 2, VALUES("x", "y") },
    { .name = "Unit Price", .type = COLUMN_INTEGER },
    { .name = "total_amount", .type = COLUMN_INTEGER },
    { .name = "da\"te", .type = COLUMN_DATE },
};
static const struct table odd = {
    .name = "o\"dd", .columns = odd_columns, .n_columns = COUNT_OF(odd_columns), .rows = 9
};

static void headers_read_well_and_differ(void **state)
{
    static const struct pair pairs[] = {
        { &odd, "average unit price",
          "SELECT avg(\"o\"\"dd\".\"Unit Price\") AS \"average Unit Price\" FROM \"o\"\"dd\"" },
        { &odd, "total amount", "SELECT sum(\"o\"\"dd\".\"total_amount\") AS \"total_amount\" FROM \"o\"\"dd\"" },
        { &odd, "latest da te", "SELECT max(\"o\"\"dd\".\"da\"\"te\") AS \"latest_da\"\"te\" FROM \"o\"\"dd\"" },
        { &odd, "how many rows by \"count\"",
          "SELECT \"o\"\"dd\".\"count\", count(*) AS \"count_2\" FROM \"o\"\"dd\" GROUP BY \"o\"\"dd\".\"count\" ORDER "
          "BY \"o\"\"dd\".\"count\" ASC NULLS LAST" },
        { &people, "how many departments",
          "SELECT count(DISTINCT \"people\".\"department\") AS \"different_department\" FROM \"people\"" },
        { &people, "earliest hire date",
          "SELECT min(\"people\".\"hire_date\") AS \"earliest_hire_date\" FROM \"people\"" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void what_a_person_typed_never_enters_the_text(void **state)
{
    static const char *const typed[] = { "'; drop table sales; --", "x\" OR 1=1 --", "%_\\", "; select 1", "日本" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(typed); i++) {
        struct arena *a = arena_new();
        struct flat q;
        struct flat_options options;
        struct err err = { 0 };
        const char *sql, *question = arena_printf(a, "revenue for customer `%s`", typed[i]);
        struct scope scope = scope_one(a, &sales);
        struct json *params;
        assert_int_equal(flat_read(a, &sales, question, &q, &options, &err), 0);
        form_sql(a, &scope, &q, &sql, &params);
        assert_null(strstr(sql, typed[i]));
        assert_int_equal(json_len(params), 1);
        assert_string_equal(json_text(json_at(params, 0), NULL), typed[i]);
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_come_in_one_order_with_empty_ones_last),
        cmocka_unit_test(rows_come_in_the_files_order_unless_sorted),
        cmocka_unit_test(floats_are_added_in_the_files_order),
        cmocka_unit_test(a_date_is_cut_to_its_unit),
        cmocka_unit_test(values_are_parameters_of_an_exact_type),
        cmocka_unit_test(leaving_values_out_keeps_empty_cells),
        cmocka_unit_test(headers_read_well_and_differ),
        cmocka_unit_test(what_a_person_typed_never_enters_the_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
