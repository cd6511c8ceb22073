/* test_lang_things.c - nouns for what the rows are of, where a thing has several rows: orders and their lines. And
 * other words that were once read as something simpler than they say: the latest of a number, both, times. */
#include "test_lang_reads.h"

/* A table of order lines: ids repeat. */
static struct column line_columns[] = {
    { .name = "order_id", .type = COLUMN_INTEGER, .distinct = 40 },
    { .name = "line", .type = COLUMN_INTEGER, .distinct = 4 },
    { .name = "date", .type = COLUMN_DATE, .distinct = 30 },
    { .name = "customer", .type = COLUMN_TEXT, .distinct = 3, .n_values = 3, VALUES("Ann", "Bob", "Cy") },
    { .name = "product", .type = COLUMN_TEXT, .distinct = 2, .n_values = 2, VALUES("Desk", "Lamp") },
    { .name = "units", .type = COLUMN_INTEGER, .distinct = 9 },
    { .name = "amount", .type = COLUMN_INTEGER, .distinct = 60, .nulls = 2 },
    { .name = "discount_pct", .type = COLUMN_INTEGER, .distinct = 5 },
};
static const struct table lines = {
    .name = "lines", .source = "l.csv", .rows = 100, .columns = line_columns, .n_columns = 8
};

/* The same, where each order is one row. */
static const struct table singles = {
    .name = "singles", .source = "s.csv", .rows = 40, .columns = line_columns, .n_columns = 8
};

/* A table without dates. */
static struct column gate_columns[] = { { .name = "visitors", .type = COLUMN_INTEGER, .distinct = 40 } };
static const struct table gates = {
    .name = "gates", .source = "g.csv", .rows = 100, .columns = gate_columns, .n_columns = 1
};

static void orders_are_ids_wherever_ids_repeat(void **state)
{
    static const struct pair pairs[] = {
        { &lines, "how many orders", "number of different values of order_id" },
        { &lines, "total orders", "number of different values of order_id" },
        { &lines, "orders per customer", "number of different values of order_id by customer" },
        { &lines, "which customer has the most orders",
          "number of different values of order_id by customer, highest first, top 1" },
        { &lines, "how many customers have more than 2 orders",
          "number of different values of customer, with number of different values of order_id over 2" },
        { &lines, "share of orders by customer", "share of different values of order_id by customer" },
        { &lines, "average monthly orders", "average monthly number of different values of order_id" },
        { &lines, "how many orders have amount over 50",
          "number of different values of order_id, with total amount over 50" },
        { &lines, "orders with amount over 50", "different values of order_id, with total amount over 50" },
        { &lines, "how many orders have more than 2 lines",
          "number of different values of order_id, with count of rows over 2" },
        { &lines, "biggest order by amount", "total amount by order_id, highest first, top 1" },
        { &lines, "top 2 orders by amount", "total amount by order_id, highest first, top 2" },
        { &lines, "amount by order", "total amount by order_id" },
        { &lines, "how many lines", "count of rows" },
        { &lines, "lines per order", "count of rows by order_id" },
        { &lines, "amount by line", "total amount by line" },
        { &lines, "number of orders with units over 3 by customer",
          "INVALID_QUERY: 'units' is a condition on one thing, and the question asks by another." },
        { &lines, "total amount of orders with units over 3",
          "INVALID_QUERY: 'orders' have several rows each: the condition may be on a row or on a total of them." },
        { &singles, "orders per customer", "count of rows by customer" },
        { &singles, "biggest order by amount", "list rows, sorted by amount, highest first, top 1" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void a_figure_per_order_is_the_total_for_one_id(void **state)
{
    static const struct pair pairs[] = {
        { &lines, "amount per order", "amount per different order_id" },
        { &lines, "average amount per order", "amount per different order_id" },
        { &lines, "average order amount", "amount per different order_id" },
        { &lines, "average amount of orders", "amount per different order_id" },
        { &lines, "units per order by customer", "units per different order_id by customer" },
        { &lines, "mean number of lines per order", "rows per different order_id" },
        { &lines, "total amount per order", "total amount by order_id" },
        { &lines, "average discount_pct per order", "average discount_pct by order_id" },
        { &lines, "max order amount", "INVALID_QUERY: 'max' can be of the rows or of totals of several of them." },
        { &lines, "average orders per customer", "INVALID_QUERY: 'average' of a count cannot be worked out yet." },
        { &singles, "amount per order", "average amount" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void the_latest_of_a_number_is_the_one_of_the_latest_date(void **state)
{
    static const struct pair pairs[] = {
        { &lines, "latest units", "list units, sorted by date, latest first, top 1" },
        { &lines, "most recent amount", "list amount, where amount is not empty, sorted by date, latest first, top 1" },
        { &lines, "earliest units", "list units, sorted by date, earliest first, bottom 1" },
        { &lines, "newest 3 units", "list units, sorted by date, latest first, top 3" },
        { &lines, "latest date", "latest date" },
        { &weather, "latest year", "highest year" },
        { &gates, "latest visitors", "INVALID_QUERY: 'latest' needs a date, and this table has no column of dates." },
        { &people, "latest salary",
          "CLARIFICATION_NEEDED: 'latest' does not say of which date. | latest salary by birth_date | latest salary by "
          "hire_date" },
        { &lines, "latest total units by customer",
          "INVALID_QUERY: 'latest' puts dates in order, and the figure behind it is none." },
        { &lines, "customer with the latest units",
          "INVALID_QUERY: 'latest' puts dates in order, and the figure behind it is none." },
        { &lines, "latest units by customer",
          "INVALID_QUERY: The question asks for rows and for a figure by group at once." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void what_cannot_be_worked_out_is_refused_and_not_read_as_less(void **state)
{
    static const struct pair pairs[] = {
        { &lines, "how many customers ordered both Lamp and Desk",
          "INVALID_QUERY: 'both' asks for what has each of the values, which I cannot work out yet." },
        { &lines, "how many customers ordered Lamp", "number of different values of customer, where product is Lamp" },
        { &lines, "total units of both Lamp and Desk", "total units, where product is Lamp or Desk" },
        { &lines, "units times amount", "INVALID_QUERY: 'times' asks to multiply two columns, which I cannot do yet." },
        { &lines, "how many times", "count of rows" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void figures_of_things_become_sql(void **state)
{
    static const struct pair pairs[] = {
        { &lines, "amount per order",
          "SELECT (CAST(sum(\"lines\".\"amount\") FILTER (WHERE (NOT (\"lines\".\"order_id\" IS NULL))) AS DOUBLE) / "
          "nullif(CAST(count(DISTINCT \"lines\".\"order_id\") FILTER (WHERE (NOT (\"lines\".\"amount\" IS NULL))) AS "
          "DOUBLE), 0)) AS \"amount_per_order_id\" FROM \"lines\"" },
        { &lines, "share of orders by customer",
          "SELECT \"lines\".\"customer\", (CAST(count(DISTINCT \"lines\".\"order_id\") AS DOUBLE) / "
          "nullif(CAST((SELECT count(DISTINCT \"lines all\".\"order_id\") AS \"different_order_id\" FROM \"lines\" AS "
          "\"lines all\") AS DOUBLE), 0)) AS \"share_of_different_order_id\" FROM \"lines\" GROUP BY "
          "\"lines\".\"customer\" ORDER BY \"lines\".\"customer\" ASC NULLS LAST" },
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

/* Each row is a deal, and has its name. */
static struct column deal_columns[] = {
    { .name = "Deal", .type = COLUMN_TEXT, .distinct = 6, .n_values = 3, VALUES("Acme", "Bolt", "Core") },
    { .name = "Owner", .type = COLUMN_TEXT, .distinct = 3, .n_values = 3, VALUES("Ada", "Ben", "Cyd") },
    { .name = "Price", .type = COLUMN_INTEGER, .distinct = 6 },
    { .name = "Stage", .type = COLUMN_TEXT, .distinct = 3, .n_values = 3, VALUES("lost", "open", "won") },
};
static const struct table deals = {
    .name = "crm", .source = "crm.csv", .rows = 6, .columns = deal_columns, .n_columns = 4
};

static void the_name_of_the_rows_is_no_group(void **state)
{
    static const struct pair pairs[] = {
        { &deals, "average price of lost deals by owner", "average Price by Owner, where Stage is lost" },
        { &deals, "average price of deals by owner", "average Price by Owner" },
        { &deals, "average price of lost deals", "average Price, where Stage is lost" },
        { &deals, "average price by deal", "average Price by Deal" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void who_somebody_is_are_their_rows_and_no_figure(void **state)
{
    static const struct pair pairs[] = {
        { &deals, "who is Ada?", "list rows, where Owner is Ada" },
        { &deals, "who are you", "INVALID_QUERY: That is not a question about this table." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void what_is_compared_has_a_figure_each(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "compare online and retail revenue by month",
          "total revenue by month of order_date and channel, where channel is Online or Retail" },
        { &sales, "online vs retail revenue", "total revenue by channel, where channel is Online or Retail" },
        { &sales, "revenue in West compared to East", "total revenue by region, where region is West or East" },
        { &sales, "compare revenue", "INVALID_QUERY: 'compare' is not something I can work out yet." },
        { &sales, "compare online revenue", "INVALID_QUERY: 'compare' is not something I can work out yet." },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void what_was_sold_may_be_units_or_rows(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "how many were sold?",
          "CLARIFICATION_NEEDED: 'how many' can ask for units or for rows. | total units sold? | how many rows were "
          "sold?" },
        { &sales, "how many orders were sold", "count of rows" },
        { &deals, "how many were sold", "count of rows" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

static void the_first_rows_of_a_quantity_are_rows(void **state)
{
    static const struct pair pairs[] = {
        { &sales, "show the first 5 rows of revenue", "list revenue, first 5" },
        { &sales, "first 5 rows", "list rows, first 5" },
    };

    (void)state;
    reads(pairs, COUNT_OF(pairs));
}

/* A column called Total. */
static struct column total_columns[] = { { .name = "Total", .type = COLUMN_INTEGER, .distinct = 40 } };
static const struct table totals = {
    .name = "t", .source = "t.csv", .rows = 100, .columns = total_columns, .n_columns = 1
};

static void an_example_with_quotes_stands_in_others(void **state)
{
    struct arena *a = arena_new();
    struct flat q;
    struct flat_options options;
    struct err err = { 0 };

    (void)state;
    assert_int_equal(flat_read(a, &totals, "why is the sky blue", &q, &options, &err), -1);
    assert_string_equal(err.action, "Try `total \"Total\"` or `highest \"Total\"`.");
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_ids_wherever_ids_repeat),
        cmocka_unit_test(a_figure_per_order_is_the_total_for_one_id),
        cmocka_unit_test(the_latest_of_a_number_is_the_one_of_the_latest_date),
        cmocka_unit_test(what_cannot_be_worked_out_is_refused_and_not_read_as_less),
        cmocka_unit_test(figures_of_things_become_sql),
        cmocka_unit_test(the_name_of_the_rows_is_no_group),
        cmocka_unit_test(who_somebody_is_are_their_rows_and_no_figure),
        cmocka_unit_test(what_is_compared_has_a_figure_each),
        cmocka_unit_test(what_was_sold_may_be_units_or_rows),
        cmocka_unit_test(the_first_rows_of_a_quantity_are_rows),
        cmocka_unit_test(an_example_with_quotes_stands_in_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
