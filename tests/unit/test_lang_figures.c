/* test_lang_figures.c - figures that are easily got wrong: counts of things, conditions on totals, ranks within groups,
 * averages of totals, ratios, and columns of one name. */
#include "test_lang_reads.h"

static struct column shop_columns[] = {
    { .name = "card", .type = COLUMN_INTEGER, .distinct = 100 },
    { .name = "zip", .type = COLUMN_TEXT, .distinct = 3, .n_values = 3, VALUES("00501", "01234", "90210") },
    { .name = "salary", .type = COLUMN_INTEGER, .distinct = 40 },
    { .name = "visitors", .type = COLUMN_INTEGER, .distinct = 40 },
    { .name = "2020", .type = COLUMN_INTEGER, .distinct = 40 },
    { .name = "rate", .type = COLUMN_DECIMAL, .distinct = 40, .unit = "%" },
    { .name = "tax", .type = COLUMN_DECIMAL, .distinct = 40, .unit = "%" },
};
static const struct table shop = {
    .name = "shop", .source = "shop.csv", .rows = 100, .columns = shop_columns, .n_columns = 7
};

static void numbers_that_name_things_are_not_added_up(void **state)
{
    static const struct pair pairs[] = {
        { &shop, "how many cards", "number of different values of card" },
        { &shop, "how many zips", "number of different values of zip" },
        { &shop, "how many visitors", "total visitors" },
        { &shop, "how many salary",
          "CLARIFICATION_NEEDED: 'how many salary' can ask for the number of values or for their total. | how many "
          "different salary | how many rows where salary is not empty | total salary" },
        { &shop, "how many salary in total", "total salary" },
        { &people, "how many employees", "number of different values of employee_id" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void things_sold_are_units_and_not_rows(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "how many gadgets were sold in 2025",
          "total units, where product is Gadget and order_date is in 2025" },
        { &sales, "how many gadgets",
          "CLARIFICATION_NEEDED: 'how many gadgets' can ask for units or for rows. | total units of gadgets | how many "
          "rows of gadgets" },
        { &sales, "how many gadget orders", "count of rows, where product is Gadget" },
        { &sales, "how many in West", "count of rows, where region is West" },
        { &people, "how many in Berlin", "count of rows, where Home City is Berlin" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void a_total_of_what_is_no_column_is_asked_about(void **state)
{
    static const struct pair pairs[] = {
        { &shop, "total sales",
          "CLARIFICATION_NEEDED: no column 'sales'. | total salary | total visitors | count of rows" },
        { &sales, "total orders", "count of rows" },
        { &sales, "total sales", "total revenue" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void a_condition_on_a_total_is_one_on_groups(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "how many regions have revenue over 100000",
          "number of different values of region, with total revenue over 100000" },
        { &sales, "which regions have revenue over 100000",
          "different values of region, with total revenue over 100000" },
        { &sales, "which products sold more than 50 units", "different values of product, with total units over 50" },
        { &sales, "regions with total revenue over 1000", "different values of region, with total revenue over 1000" },
        { &sales, "regions with average discount under 0.1",
          "different values of region, with average discount under 0.1" },
        { &sales, "channels with total revenue between 10 and 20 in West",
          "different values of channel, where region is West, with total revenue between 10 and 20" },
        { &sales, "customers with more than 5 orders", "different values of customer, with count of rows over 5" },
        { &sales, "how many customers have at least 2 orders",
          "number of different values of customer, with count of rows at least 2" },
        { &sales, "revenue by region with more than 5 orders", "total revenue by region, with count of rows over 5" },
        /* one row for each: the condition is on the row */
        { &people, "how many people have a salary over 50000", "count of rows, where salary is over 50000" },
        /* what does not add up is compared row by row */
        { &sales, "which products have a unit price over 5",
          "different values of product, where unit_price is over 5" },
        { &sales, "orders with total revenue over 1000",
          "INVALID_QUERY: 'total' is a condition on a figure, and the question does not say of which groups." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void a_rank_within_each_group_is_cut_there(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "top 3 products by revenue per region",
          "total revenue by region and product, highest first, top 3 in each region" },
        { &sales, "which product has the highest revenue in each region",
          "total revenue by region and product, highest first, top 1 in each region" },
        { &sales, "bottom 2 channels by units for each month",
          "total units by month of order_date and channel, lowest first, bottom 2 in each month of order_date" },
        { &sales, "total revenue, top 3 by region", "total revenue by region, highest first, top 3" },
        { &sales, "top 3 products by revenue", "total revenue by product, highest first, top 3" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void an_average_over_time_is_one_of_totals(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "average monthly revenue", "average monthly total revenue" },
        { &sales, "average daily orders by region", "average daily count of rows by region" },
        { &sales, "monthly revenue", "total revenue by month of order_date" },
        { &sales, "average monthly discount", "average discount by month of order_date" },
        { &people, "average yearly salary",
          "CLARIFICATION_NEEDED: 'yearly' does not say of which date. | average yearly salary by year of birth_date | "
          "average yearly salary by year of hire_date" },
        { &people, "average yearly salary by year of hire_date", "average yearly total salary per year of hire_date" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void one_quantity_per_another_is_a_ratio_of_totals(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "revenue per unit by region", "revenue per units by region" },
        { &sales, "average revenue per unit", "revenue per units" },
        { &sales, "which region has the highest revenue per unit",
          "revenue per units by region, highest first, top 1" },
        { &sales, "revenue per region", "total revenue by region" },
        { &people, "salary per age", "total salary by age" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void the_highest_of_what_does_not_add_up_is_one_of_its_values(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "which product has the highest discount", "highest discount by product, highest first, top 1" },
        { &sales, "which product has the lowest unit price", "lowest unit_price by product, lowest first, bottom 1" },
        { &sales, "which product has the highest revenue", "total revenue by product, highest first, top 1" },
        { &sales, "which product has the highest average discount",
          "average discount by product, highest first, top 1" },
        { &shop, "which zip has the highest tax", "highest tax by zip, highest first, top 1" },
        { &shop, "tax by zip", "average tax by zip" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void a_column_called_like_a_year_is_a_column(void **state)
{
    static const struct pair pairs[] = {
        { &shop, "total 2020", "total 2020" },
        { &shop, "total 2020 by zip", "total 2020 by zip" },
        { &shop, "how many rows where 2020 is over 5", "count of rows, where 2020 is over 5" },
        { &shop, "total 2021", "INVALID_QUERY: '2021' needs a date, and this table has no column of dates." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void of_columns_of_one_name_the_one_written_so_is_meant(void **state)
{
    static struct column columns[] = {
        { .name = "amount", .type = COLUMN_INTEGER, .distinct = 3 },
        { .name = "amount_2", .type = COLUMN_INTEGER, .distinct = 3 },
        { .name = "Amount_3", .type = COLUMN_INTEGER, .distinct = 3 },
        { .name = "note_2", .type = COLUMN_INTEGER, .distinct = 3 },
    };
    static const char *const assumed[] = { "the name of column 2 came before; it is called 'amount_2'" };
    static const struct table twice = {
        .name = "twice", .rows = 9, .columns = columns, .n_columns = 4, .assumptions = assumed, .n_assumptions = 1
    };
    static const struct table apart = { .name = "apart", .rows = 9, .columns = columns, .n_columns = 4 };
    static const struct pair pairs[] = {
        { &twice, "total Amount", "total \"Amount_3\"" },
        { &twice, "total amount",
          "CLARIFICATION_NEEDED: 'amount' can mean more than one column. | total \"amount\" | total \"amount_2\" | "
          "total "
          "\"Amount_3\"" },
        { &twice, "total \"amount\"", "total \"amount\"" },
        { &twice, "total amount_2", "total \"amount_2\"" },
        { &twice, "total note 2", "total note_2" },
        { &apart, "total amount", "total amount" },
        { &apart, "total amount_2", "total amount_2" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void medians_and_shares_are_worked_out(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "median revenue by region", "median revenue by region" },
        { &sales, "median region", "TYPE_MISMATCH: 'region' is text, so it has no median." },
        { &sales, "share of revenue by region", "share of revenue by region" },
        { &sales, "percentage of total revenue by region", "share of revenue by region" },
        { &sales, "share of orders by channel in 2025", "share of rows by channel, where order_date is in 2025" },
        { &sales, "which region has the highest share of revenue", "share of revenue by region, highest first, top 1" },
        { &sales, "share of revenue", "INVALID_QUERY: 'share of' needs groups to be shared among." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void missing_cells_are_counted_wherever_the_word_stands(void **state)
{
    static const struct pair pairs[] = {
        { &people, "how many emails are missing", "count of rows, where email is empty" },
        { &people, "how many missing emails", "count of rows, where email is empty" },
        { &people, "how many are missing",
          "CLARIFICATION_NEEDED: 'missing' does not say of which column. | how many rows where email is empty" },
        { &shop, "how many are missing", "INVALID_QUERY: 'missing' fits no column: none has empty cells." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void percentages_are_compared_as_they_are_written(void **state)
{
    static const struct pair pairs[] = {
        { &shop, "how many rows with rate over 20%", "count of rows, where rate is over 20%" },
        { &shop, "how many rows with rate between 5% and 150%", "count of rows, where rate is between 5% and 150%" },
        { &shop, "how many rows with rate over 0.2", "count of rows, where rate is over 20%" },
        { &shop, "how many rows with rate over 20",
          "CLARIFICATION_NEEDED: '20' of a column of percentages can be read in two ways. | how many rows with rate "
          "over "
          "20% | how many rows with rate over 2000%" },
        { &shop, "zips with average rate over 20%", "different values of zip, with average rate over 20%" },
        { &sales, "orders with discount over 10%",
          "CLARIFICATION_NEEDED: '10%' may be written in the table in either of two ways. | orders with discount over "
          "0.1 "
          "| orders with discount over 10" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void only_words_that_help_are_suggested(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "how many cust", "MISSING_COLUMN: no column 'cust'; did you mean 'customer'?" },
        { &sales, "how much did we sell", "INVALID_QUERY: That is not a question about this table." },
        { &sales, "averge revenue", "CLARIFICATION_NEEDED: no column or value 'averge'. | average revenue" },
        { &sales, "revenue we tlel", "MISSING_COLUMN: no column or value 'tlel'." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

/* The SQL of the figures above. */
static void figures_become_sql(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "how many regions have revenue over 100000",
          "SELECT count(\"sales inner\".\"region\") AS \"different_region\" FROM (SELECT \"sales\".\"region\" FROM "
          "\"sales\" GROUP BY \"sales\".\"region\" HAVING (sum(\"sales\".\"revenue\") > CAST($1 AS BIGINT))) AS "
          "\"sales inner\" [100000]" },
        { &sales, "regions in 2025 with more than 5 orders",
          "SELECT \"sales\".\"region\" FROM \"sales\" WHERE (\"sales\".\"order_date\" BETWEEN CAST($1 AS DATE) AND "
          "CAST($2 AS DATE)) GROUP BY \"sales\".\"region\" HAVING (count(*) > CAST($3 AS BIGINT)) ORDER BY "
          "\"sales\".\"region\" ASC NULLS LAST [2025-01-01] [2025-12-31] [5]" },
        { &sales, "top 3 products by revenue per region",
          "SELECT \"region\", \"product\", \"total_revenue\" FROM (SELECT *, row_number() OVER (PARTITION BY "
          "\"region\" ORDER BY \"total_revenue\" DESC NULLS LAST, \"region\" ASC NULLS LAST, \"product\" ASC NULLS "
          "LAST) AS \"number\" FROM (SELECT \"sales\".\"region\", \"sales\".\"product\", sum(\"sales\".\"revenue\") AS "
          "\"total_revenue\" FROM \"sales\" GROUP BY \"sales\".\"region\", \"sales\".\"product\")) WHERE \"number\" "
          "BETWEEN 1 AND 3 ORDER BY \"region\" ASC NULLS LAST, \"total_revenue\" DESC NULLS LAST, \"region\" ASC NULLS "
          "LAST, \"product\" ASC NULLS LAST" },
        { &sales, "average monthly revenue by region",
          "SELECT \"sales inner\".\"region\", avg(\"sales inner\".\"total_revenue\") AS "
          "\"average_month_total_revenue\" FROM (SELECT \"sales\".\"region\", CAST(date_trunc('month', "
          "CAST(\"sales\".\"order_date\" AS TIMESTAMP)) AS DATE) AS \"month\", sum(\"sales\".\"revenue\") AS "
          "\"total_revenue\" FROM \"sales\" WHERE (NOT (\"sales\".\"order_date\" IS NULL)) GROUP BY "
          "\"sales\".\"region\", CAST(date_trunc('month', CAST(\"sales\".\"order_date\" AS TIMESTAMP)) AS DATE)) AS "
          "\"sales inner\" GROUP BY \"sales inner\".\"region\" ORDER BY \"sales inner\".\"region\" ASC NULLS LAST" },
        { &sales, "share of revenue by region",
          "SELECT \"sales\".\"region\", (CAST(sum(\"sales\".\"revenue\") AS DOUBLE) / "
          "nullif(CAST(sum(sum(\"sales\".\"revenue\")) OVER () AS DOUBLE), 0)) AS \"share_of_revenue\" FROM \"sales\" "
          "GROUP BY \"sales\".\"region\" ORDER BY \"sales\".\"region\" ASC NULLS LAST" },
        { &sales, "median revenue",
          "SELECT median(CAST(\"sales\".\"revenue\" AS DOUBLE)) AS \"median_revenue\" FROM \"sales\"" },
        { &sales, "revenue per unit",
          "SELECT (CAST(sum(\"sales\".\"revenue\") FILTER (WHERE (NOT (\"sales\".\"units\" IS NULL))) AS DOUBLE) / "
          "nullif(CAST(sum(\"sales\".\"units\") FILTER (WHERE (NOT (\"sales\".\"revenue\" IS NULL))) AS DOUBLE), 0)) "
          "AS \"revenue_per_units\" FROM \"sales\"" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        struct arena *a = arena_new();
        struct flat q;
        struct flat_options options;
        struct err err = { 0 };
        assert_int_equal(flat_read(a, pairs[i].table, pairs[i].question, &q, &options, &err), 0);
        assert_string_equal(pairs[i].expected, sql_text(a, pairs[i].table, &q));
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_name_things_are_not_added_up),
        cmocka_unit_test(things_sold_are_units_and_not_rows),
        cmocka_unit_test(a_total_of_what_is_no_column_is_asked_about),
        cmocka_unit_test(a_condition_on_a_total_is_one_on_groups),
        cmocka_unit_test(a_rank_within_each_group_is_cut_there),
        cmocka_unit_test(an_average_over_time_is_one_of_totals),
        cmocka_unit_test(one_quantity_per_another_is_a_ratio_of_totals),
        cmocka_unit_test(the_highest_of_what_does_not_add_up_is_one_of_its_values),
        cmocka_unit_test(a_column_called_like_a_year_is_a_column),
        cmocka_unit_test(of_columns_of_one_name_the_one_written_so_is_meant),
        cmocka_unit_test(medians_and_shares_are_worked_out),
        cmocka_unit_test(missing_cells_are_counted_wherever_the_word_stands),
        cmocka_unit_test(percentages_are_compared_as_they_are_written),
        cmocka_unit_test(only_words_that_help_are_suggested),
        cmocka_unit_test(figures_become_sql),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
