/* test_lang_sql.c - a query as SQL and as a sentence. */
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
        assert_string_equal(sql_text(a, pairs[i].table, &q), pairs[i].expected);
        check_restatement(a, &pairs[i], &q);
        arena_free(a);
    }
}

static void groups_come_in_one_order_with_empty_ones_last(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "total revenue by region",
          "SELECT \"region\", sum(\"revenue\") AS \"total_revenue\" FROM \"sales\" GROUP BY 1 "
          "ORDER BY 1 ASC NULLS LAST" },
        { &sales, "count by region and channel",
          "SELECT \"region\", \"channel\", count(*) AS \"count\" FROM \"sales\" GROUP BY 1, 2 "
          "ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST" },
        { &sales, "top 3 products by revenue",
          "SELECT \"product\", sum(\"revenue\") AS \"total_revenue\" FROM \"sales\" GROUP BY 1 "
          "ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST LIMIT 3" },
        { &sales, "the 2 regions with the lowest average discount",
          "SELECT \"region\", avg(\"discount\") AS \"average_discount\" FROM \"sales\" GROUP BY 1 "
          "ORDER BY 2 ASC NULLS LAST, 1 ASC NULLS LAST LIMIT 2" },
        { &sales, "different values of channel",
          "SELECT \"channel\" FROM \"sales\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void rows_come_in_the_files_order_unless_sorted(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "first 10 rows", "SELECT * FROM \"sales\" ORDER BY rowid LIMIT 10" },
        { &sales, "list customer and revenue", "SELECT \"customer\", \"revenue\" FROM \"sales\" ORDER BY rowid" },
        { &sales, "latest 5 orders", "SELECT * FROM \"sales\" ORDER BY \"order_date\" DESC NULLS LAST, rowid LIMIT 5" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void floats_are_added_in_the_files_order(void **state)
{
    static const struct pair pairs[] = {
        { &weather, "total rain", "SELECT sum(\"rain_mm\" ORDER BY rowid) AS \"total_rain_mm\" FROM \"weather_2024\"" },
        { &weather, "average temperature",
          "SELECT avg(\"temperature\" ORDER BY rowid) AS \"average_temperature\" FROM \"weather_2024\"" },
        { &weather, "highest temperature",
          "SELECT max(\"temperature\") AS \"highest_temperature\" FROM \"weather_2024\"" },
        { &sales, "total units", "SELECT sum(\"units\") AS \"total_units\" FROM \"sales\"" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void a_date_is_cut_to_its_unit(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "count by day",
          "SELECT CAST(\"order_date\" AS DATE) AS \"day\", count(*) AS \"count\" FROM \"sales\" GROUP BY 1 "
          "ORDER BY 1 ASC NULLS LAST" },
        { &sales, "count by week",
          "SELECT strftime(\"order_date\", '%G-W%V') AS \"week\", count(*) AS \"count\" FROM \"sales\" GROUP BY 1 "
          "ORDER BY 1 ASC NULLS LAST" },
        { &sales, "count by month",
          "SELECT strftime(\"order_date\", '%Y-%m') AS \"month\", count(*) AS \"count\" FROM \"sales\" GROUP BY 1 "
          "ORDER BY 1 ASC NULLS LAST" },
        { &sales, "count by quarter",
          "SELECT strftime(\"order_date\", '%Y-Q') || quarter(\"order_date\") AS \"quarter\", count(*) AS \"count\" "
          "FROM \"sales\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST" },
        { &sales, "count by year",
          "SELECT year(\"order_date\") AS \"year\", count(*) AS \"count\" FROM \"sales\" GROUP BY 1 "
          "ORDER BY 1 ASC NULLS LAST" },
        { &people, "count by year of birth_date and year of hire_date",
          "SELECT year(\"birth_date\") AS \"year_of_birth_date\", year(\"hire_date\") AS \"year_of_hire_date\", "
          "count(*) AS \"count\" FROM \"people\" GROUP BY 1, 2 ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void values_are_parameters_of_an_exact_type(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "count where units > 50",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"units\" > CAST(? AS BIGINT) [50]" },
        { &sales, "count where units > 2.5",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"units\" > CAST(? AS DECIMAL(2,1)) [2.5]" },
        { &sales, "count where discount > -0.105",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"discount\" > CAST(? AS DECIMAL(4,3)) [-0.105]" },
        { &sales, "count where units > 999999999999999999",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"units\" > CAST(? AS BIGINT) [999999999999999999]" },
        { &sales, "count where units > 1000000000000000000",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"units\" > CAST(? AS DECIMAL(19,0)) "
          "[1000000000000000000]" },
        { &weather, "count where temperature is 2.5",
          "SELECT count(*) AS \"count\" FROM \"weather_2024\" WHERE \"temperature\" = CAST(? AS DOUBLE) [2.5]" },
        { &people, "count where active is true",
          "SELECT count(*) AS \"count\" FROM \"people\" WHERE \"Active\" = CAST(? AS BOOLEAN) [true]" },
        { &sales, "count where order_date is 2025-03-05",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"order_date\" = CAST(? AS DATE) [2025-03-05]" },
        { &weather, "count since 2024-03-01",
          "SELECT count(*) AS \"count\" FROM \"weather_2024\" WHERE CAST(\"observed_at\" AS DATE) >= CAST(? AS DATE) "
          "[2024-03-01]" },
        { &sales, "count where customer is ACME",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE lower(\"customer\") = lower(CAST(? AS VARCHAR)) [ACME]" },
        { &sales, "count in west",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"region\" = CAST(? AS VARCHAR) [West]" },
    };

    (void)state;
    become(pairs, COUNT_OF(pairs));
}

static void leaving_values_out_keeps_empty_cells(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "count excluding West",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"region\" IS DISTINCT FROM CAST(? AS VARCHAR) [West]" },
        { &sales, "count excluding West and East",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"region\" NOT IN (CAST(? AS VARCHAR), CAST(? AS "
          "VARCHAR)) OR \"region\" IS NULL) [West] [East]" },
        { &sales, "count in West or East",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"region\" IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR)) "
          "[West] [East]" },
        { &sales, "count not in 2024",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE (\"order_date\" NOT BETWEEN CAST(? AS DATE) AND CAST(? AS "
          "DATE) OR \"order_date\" IS NULL) [2024-01-01] [2024-12-31]" },
        { &sales, "count in 2024 where units between 5 and 10",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"order_date\" BETWEEN CAST(? AS DATE) AND CAST(? AS "
          "DATE) AND \"units\" BETWEEN CAST(? AS BIGINT) AND CAST(? AS BIGINT) [2024-01-01] [2024-12-31] [5] [10]" },
        { &sales, "count where region is empty",
          "SELECT count(*) AS \"count\" FROM \"sales\" WHERE \"region\" IS NULL" },
        { &weather, "count where observed_at is not empty",
          "SELECT count(*) AS \"count\" FROM \"weather_2024\" WHERE \"observed_at\" IS NOT NULL" },
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
        { &odd, "average unit price", "SELECT avg(\"Unit Price\") AS \"average Unit Price\" FROM \"o\"\"dd\"" },
        { &odd, "total amount", "SELECT sum(\"total_amount\") AS \"total_amount\" FROM \"o\"\"dd\"" },
        { &odd, "latest da te", "SELECT max(\"da\"\"te\") AS \"latest_da\"\"te\" FROM \"o\"\"dd\"" },
        { &odd, "how many rows by \"count\"",
          "SELECT \"count\", count(*) AS \"count_2\" FROM \"o\"\"dd\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST" },
        { &people, "how many departments",
          "SELECT count(DISTINCT \"department\") AS \"different_department\" FROM \"people\"" },
        { &people, "earliest hire date", "SELECT min(\"hire_date\") AS \"earliest_hire_date\" FROM \"people\"" },
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
        flat_sql(a, &scope, &q, &sql, &params);
        assert_null(strstr(sql, typed[i]));
        assert_int_equal(json_len(params), 1);
        assert_string_equal(json_text(json_at(params, 0), NULL), typed[i]);
        arena_free(a);
    }
}

/* The sentence for a question and the rows it returned. */
static void says(const struct table *t, const char *question, const char *rows, bool truncated, const char *expected)
{
    struct arena *a = arena_new();
    struct flat q;
    struct flat_options options;
    struct err err = { 0 };
    struct json *parsed;

    if (flat_read(a, t, question, &q, &options, &err) < 0)
        fail_msg("\"%s\" is refused: %s", question, err.message);
    assert_int_equal(json_parse(a, rows, strlen(rows), &parsed, &err), 0);
    assert_string_equal(flat_sentence(a, t, &q, json_array(a), parsed, truncated), expected);
    arena_free(a);
}

static void one_figure_is_told_with_its_own_digits(void **state)
{
    (void)state;
    says(&sales, "total revenue", "[[12345.67]]", false, "The total revenue is 12,345.67.");
    says(&sales, "total revenue", "[[12345678901234567890123.45]]", false,
         "The total revenue is 12,345,678,901,234,567,890,123.45.");
    says(&sales, "total units in West", "[[-1234]]", false, "The total units is -1,234.");
    says(&sales, "average discount", "[[0.10]]", false, "The average discount is 0.10.");
    says(&sales, "latest order date", "[[\"2025-12-31\"]]", false, "The latest order_date is 2025-12-31.");
    says(&sales, "total revenue in West", "[[null]]", false, "No rows match.");
    says(&sales, "total revenue", "[[null]]", false, "There are no values of revenue.");
}

static void counts_are_told_in_the_right_number(void **state)
{
    (void)state;
    says(&sales, "how many orders", "[[1234]]", false, "There are 1,234 rows.");
    says(&sales, "how many orders", "[[1]]", false, "There is 1 row.");
    says(&sales, "how many orders in West", "[[1]]", false, "1 row matches.");
    says(&sales, "how many orders in West", "[[0]]", false, "0 rows match.");
    says(&sales, "how many products", "[[5]]", false, "There are 5 different values of product.");
    says(&sales, "how many products", "[[1]]", false, "There is 1 different value of product.");
    says(&people, "how many employees", "[[4800]]", false,
         "There are 4,800 employees (different values of employee_id).");
    says(&people, "how many employees", "[[1]]", false, "There is 1 employee (different value of employee_id).");
}

static void groups_are_told_by_their_leader(void **state)
{
    (void)state;
    says(&sales, "total revenue by region", "[[\"East\",10.5],[\"North\",9],[\"West\",1234.50],[null,3]]", false,
         "Total revenue by region: West is highest with 1,234.50; 4 groups, one of rows without region.");
    says(&sales, "total revenue by region", "[[\"East\",9007199254740993],[\"West\",9007199254740992]]", false,
         "Total revenue by region: East is highest with 9,007,199,254,740,993; 2 groups.");
    says(&sales, "total revenue by region", "[[\"East\",10],[\"West\",10.0],[\"North\",1]]", false,
         "Total revenue by region: East, among others, is highest with 10; 3 groups.");
    says(&sales, "2 regions with the lowest average discount", "[[\"East\",0.1],[null,0.2]]", false,
         "Average discount by region: East is lowest with 0.1; 2 groups, one of rows without region.");
    says(&sales, "which region has the highest revenue", "[[\"West\",1234]]", false,
         "Total revenue by region: West is highest with 1,234.");
    says(&sales, "total revenue by region", "[[null,5]]", false, "Total revenue by region: (empty) 5.");
    says(&sales, "latest order date by region", "[[\"East\",\"2025-01-02\"],[\"West\",\"2025-01-10\"]]", false,
         "Latest order_date by region: West is latest with 2025-01-10; 2 groups.");
    says(&sales, "revenue by month and channel", "[[\"2025-01\",\"Online\",1],[\"2025-02\",\"Online\",2]]", false,
         "Total revenue by month of order_date and channel: 2025-02, Online is highest with 2; 2 groups.");
    says(&sales, "total revenue by region", "[[\"East\",null],[\"West\",null]]", false,
         "Total revenue by region: no values; 2 groups.");
}

static void a_cut_result_has_no_leader_unless_it_was_ordered(void **state)
{
    (void)state;
    says(&sales, "total revenue by customer", "[[\"a\",1],[\"b\",2]]", true,
         "Total revenue by customer: 2 groups shown, and there are more.");
    says(&sales, "total revenue by customer, highest first", "[[\"b\",2],[\"a\",1]]", true,
         "Total revenue by customer: b is highest with 2; 2 groups shown, and there are more.");
}

static void rows_are_counted(void **state)
{
    (void)state;
    says(&sales, "orders in West", "[]", false, "No rows match.");
    says(&sales, "list rows", "[]", false, "There are no rows.");
    says(&sales, "list rows", "[[1],[2]]", false, "2 rows.");
    says(&sales, "list rows", "[[1]]", true, "1 row shown, and there are more.");
    says(&sales, "products", "[[\"a\"],[\"b\"]]", false, "2 different values.");
    says(&people, "email of Berta", "[[\"b@x.org\"]]", false, "The email is b@x.org.");
}

/* Every run of digits in the sentence is in the rows or is the number of rows. */
static void a_sentence_has_no_figure_of_its_own(void **state)
{
    static const char *const questions[] = { "total revenue by region where units > 77", "top 77 products by revenue",
                                             "orders where units between 77 and 78", "revenue in 2077" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(questions); i++) {
        struct arena *a = arena_new();
        struct flat q;
        struct flat_options options;
        struct err err = { 0 };
        struct json *row = json_array(a), *rows;
        assert_int_equal(flat_read(a, &sales, questions[i], &q, &options, &err), 0);
        for (size_t k = 0; k < q.n_groups; k++)
            json_push(a, row, json_str(a, "x"));
        json_push(a, row, json_int(a, 5));
        rows = json_push(a, json_array(a), row);
        assert_null(strstr(flat_sentence(a, &sales, &q, json_array(a), rows, false), "77"));
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
        cmocka_unit_test(one_figure_is_told_with_its_own_digits),
        cmocka_unit_test(counts_are_told_in_the_right_number),
        cmocka_unit_test(groups_are_told_by_their_leader),
        cmocka_unit_test(a_cut_result_has_no_leader_unless_it_was_ordered),
        cmocka_unit_test(rows_are_counted),
        cmocka_unit_test(a_sentence_has_no_figure_of_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
