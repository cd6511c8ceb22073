/* test_follow.c - follow-ups: what a message asks for, given the questions before it. */
#include "lang/follow.h"
#include "test_lang_reads.h"

struct chain {
    const struct table *table;
    const char *before[4]; /* a question and follow-ups to it */
    const char *message;
    const char
        *expected; /* a restatement, with "own: " when it is a question of its own; or "ERROR: message | options" */
};

static struct follow begin(struct arena *a, const struct chain *c)
{
    struct follow f = { .tables = c->table, .n_tables = 1, .scope = scope_one(a, c->table) };
    struct flat_options options;
    struct err err = { 0 };

    if (flat_read(a, c->table, c->before[0], &f.query, &options, &err) < 0)
        fail_msg("\"%s\": %s", c->before[0], err.message);
    for (size_t i = 1; i < COUNT_OF(c->before) && c->before[i]; i++)
        if (follow_read(a, &f, c->before[i], &options, &err) < 0)
            fail_msg("\"%s\": %s", c->before[i], err.message);
    return f;
}

static const char *with_options(struct arena *a, const char *text, const struct flat_options *options)
{
    for (size_t i = 0; i < options->n; i++)
        text = arena_printf(a, "%s | %s", text, options->label[i]);
    return text;
}

static const char *what_becomes(struct arena *a, const struct chain *c)
{
    struct follow f = begin(a, c);
    struct flat own;
    struct flat_options options = { .n = 0 };
    struct err err = { 0 };
    struct scope scope;
    bool followed;
    int status = scope_read(a, c->table, 1, c->message, &scope, &own, &options, &err);
    const char *who;

    status = follow_or_own(a, &f, c->message, status, &scope, &own, &options, &followed, &err);
    who = followed ? "" : "own: ";
    if (status == 0) {
        const struct pair p = { c->table, c->message, NULL };
        if (followed)
            check_restatement(a, &p, &f.query);
        return arena_printf(a, "%s%s", who, flat_restate(a, c->table, followed ? &f.query : &own));
    }
    for (size_t i = 0; err.code == ERR_CLARIFICATION_NEEDED && i < options.n; i++) {
        struct flat_options alone = { .label = { options.label[i] }, .n = 1 };
        check_options(a, &(struct pair){ c->table, c->message, NULL }, &alone);
    }
    return with_options(a, arena_printf(a, "%s%s: %s", who, err_name(err.code), err.message),
                        err.code == ERR_CLARIFICATION_NEEDED ? &options : &(struct flat_options){ .n = 0 });
}

static void check(const struct chain *chains, size_t n)
{
    struct arena *a = arena_new();
    size_t wrong = 0;

    for (size_t i = 0; i < n; i++) {
        const char *got = what_becomes(a, &chains[i]);
        if (strcmp(got, chains[i].expected) == 0)
            continue;
        wrong++;
        print_error("\"%s\", then \"%s\"\n  gives  %s\n  not    %s\n", chains[i].before[0], chains[i].message, got,
                    chains[i].expected);
    }
    arena_free(a);
    assert_int_equal(wrong, 0);
}

#define S &sales
#define CHECK(...)                                                                                                     \
    do {                                                                                                               \
        static const struct chain chains[] = { __VA_ARGS__ };                                                          \
        (void)state;                                                                                                   \
        check(chains, COUNT_OF(chains));                                                                               \
    } while (0)

/* req: workbook FR-018, US2/thin */
static void another_measure_is_of_the_same_thing(void **state)
{
    CHECK({ S, { "total revenue by region" }, "and the average?", "average revenue by region" },
          { S, { "total revenue in West" }, "what about the median", "median revenue, where region is West" },
          { S, { "average units" }, "and the total?", "total units" },
          { S, { "total revenue" }, "and how many?", "count of rows" },
          { S, { "total revenue by region" }, "average", "average revenue by region" },
          { S, { "total revenue by region" }, "and the share?", "share of revenue by region" },
          { S,
            { "how many orders by region" },
            "and the average?",
            "INVALID_QUERY: That does not fit the question before it." },
          { S,
            { "list orders in West" },
            "and the average?",
            "INVALID_QUERY: That does not fit the question before it." },
          { S,
            { "top 3 products by revenue" },
            "and the average?",
            "CLARIFICATION_NEEDED: That can be meant in more than one way. | average revenue by product, highest "
            "first, top 3 | average revenue by product" });
}

static void a_condition_takes_the_place_of_one_on_the_same_column(void **state)
{
    CHECK(
        { S, { "total revenue in West" }, "and in East?", "total revenue, where region is East" },
        { S, { "total revenue in West" }, "East?", "total revenue, where region is East" },
        { S,
          { "total revenue in West" },
          "also in East",
          "CLARIFICATION_NEEDED: That can be meant in more than one way. | total revenue, where region is East | total "
          "revenue, where region is West or East" },
        { S,
          { "total revenue by region" },
          "what about 2023?",
          "total revenue by region, where order_date is in 2023" },
        { S,
          { "total revenue by region in 2022" },
          "what about 2023?",
          "total revenue by region, where order_date is in 2023" },
        { S,
          { "total revenue by region in 2022" },
          "and in March 2023",
          "total revenue by region, where order_date is in March 2023" },
        { S, { "total revenue in West" }, "only online", "total revenue, where region is West and channel is Online" },
        { S,
          { "total revenue in West" },
          "and Online in 2024?",
          "total revenue, where region is West and channel is Online and order_date is in 2024" });
}

static void a_condition_beside_another_is_asked_about(void **state)
{
    CHECK(
        { S, { "total revenue" }, "excluding East", "total revenue, where region is not East" },
        { S,
          { "total revenue in West" },
          "excluding East",
          "CLARIFICATION_NEEDED: That can be meant in more than one way. | total revenue, where region is not East | "
          "total revenue, where region is West and region is not East" },
        { S, { "total revenue" }, "with units over 50", "total revenue, where units is over 50" },
        { S,
          { "total revenue where units over 10" },
          "under 50 units",
          "CLARIFICATION_NEEDED: That can be meant in more than one way. | total revenue, where units is under 50 | "
          "total revenue, where units is over 10 and units is under 50" },
        { S, { "how many orders in West" }, "and in East?", "count of rows, where region is East" },
        { S,
          { "which region has the highest revenue" },
          "and in 2023?",
          "total revenue by region, where order_date is in 2023, highest first, top 1" },
        { S,
          { "total revenue since 2023-01-01" },
          "until 2024-06-30",
          "CLARIFICATION_NEEDED: That can be meant in more than one way. | total revenue, where order_date is on or "
          "before 2024-06-30 | total revenue, where order_date is on or after 2023-01-01 and order_date is on or "
          "before 2024-06-30" },
        { S, { "total revenue in West", "and in East?" }, "and the average?", "average revenue, where region is East" },
        { S,
          { "total revenue in West", "and in East?", "by month" },
          "only the top 3",
          "total revenue by month of order_date, where region is East, highest first, top 3" },
        { S, { "list orders in West" }, "and in East?", "list rows, where region is East" });
}

static void a_bound_without_a_column_is_of_the_one_spoken_of(void **state)
{
    CHECK({ S, { "total revenue where units over 50" }, "and below 10?", "total revenue, where units is under 10" },
          { S, { "total revenue where units over 50" }, "and over 60?", "total revenue, where units is over 60" },
          { S,
            { "total revenue in West where units below 10" },
            "and with more than 50?",
            "total revenue, where region is West and units is over 50" },
          { S,
            { "total revenue where units over 10" },
            "and below 50?",
            "CLARIFICATION_NEEDED: That can be meant in more than one way. | total revenue, where units is under 50 | "
            "total revenue, where units is over 10 and units is under 50" });
}

static void a_group_is_added_or_asked_about(void **state)
{
    CHECK({ S, { "total revenue" }, "by month", "total revenue by month of order_date" },
          { S, { "total revenue" }, "and by region?", "total revenue by region" },
          { S,
            { "total revenue by region" },
            "by month",
            "CLARIFICATION_NEEDED: That can be meant in more than one way. | total revenue by month of order_date | "
            "total revenue by region and month of order_date" },
          { S, { "total revenue by region" }, "how about by product instead", "total revenue by product" },
          { S, { "total revenue by region" }, "also by product", "total revenue by region and product" },
          { S,
            { "total revenue by region and product" },
            "also by channel",
            "INVALID_QUERY: That does not fit the question before it." },
          { S, { "total revenue by region and product" }, "by channel", "total revenue by channel" },
          { S, { "total revenue by month" }, "by year", "total revenue by year of order_date" },
          { S, { "total revenue by region" }, "what about product?", "total revenue by product" },
          { S, { "total revenue by region" }, "per quarter instead", "total revenue by quarter of order_date" },
          { S,
            { "total revenue by region" },
            "monthly",
            "CLARIFICATION_NEEDED: That can be meant in more than one way. | total revenue by month of order_date | "
            "total revenue by region and month of order_date" },
          { S, { "top 3 products by revenue" }, "by region instead", "total revenue by region, highest first, top 3" },
          { S,
            { "list orders in West" },
            "by region",
            "INVALID_QUERY: The question does not say which figure it asks for." });
}

static void a_rank_is_of_the_groups_before(void **state)
{
    CHECK(
        { S, { "total revenue by region" }, "only the top 3", "total revenue by region, highest first, top 3" },
        { S, { "total revenue by region" }, "top 2", "total revenue by region, highest first, top 2" },
        { S, { "total revenue by region" }, "and the bottom 2?", "total revenue by region, lowest first, bottom 2" },
        { S, { "total revenue by region" }, "the 2 lowest", "total revenue by region, lowest first, bottom 2" },
        { S, { "total revenue by region" }, "sorted descending", "total revenue by region, highest first" },
        { S, { "total revenue by region" }, "highest first", "total revenue by region, highest first" },
        { S, { "total revenue by region" }, "sort by revenue", "total revenue by region, lowest first" },
        { S,
          { "total revenue by region" },
          "sort by units",
          "INVALID_QUERY: That does not fit the question before it." },
        { S, { "total revenue by region" }, "top 3 products", "total revenue by product, highest first, top 3" },
        { S, { "total revenue by region" }, "best product?", "total revenue by product, highest first, top 1" },
        { S,
          { "total revenue" },
          "only the top 3",
          "INVALID_QUERY: The question asks for the highest or lowest of one single figure." },
        { S, { "list orders in West" }, "first 5", "list rows, where region is West, first 5" },
        { S, { "top 3 products by revenue" }, "and by units?", "total units by product, highest first, top 3" },
        { S, { "top 3 products by revenue" }, "top 5", "total revenue by product, highest first, top 5" },
        { S, { "top 3 products by revenue" }, "and the bottom 3?", "total revenue by product, lowest first, bottom 3" },
        { S,
          { "total revenue by region" },
          "with total revenue over 1000",
          "total revenue by region, with total revenue over 1000" },
        { S, { "total revenue by region" }, "the first 2", "total revenue by region, first 2" });
}

static void another_column_is_measured_alike(void **state)
{
    CHECK({ S, { "total revenue by region" }, "now for units", "total units by region" },
          { S, { "total revenue by region" }, "and units?", "total units by region" },
          { S, { "average revenue by region" }, "and units?", "average units by region" },
          { S,
            { "total revenue by region" },
            "what about unit price",
            "CLARIFICATION_NEEDED: That can be meant in more than one way. | total unit_price by region | average "
            "unit_price by region" },
          { S, { "how many orders by region" }, "and units?", "total units by region" },
          { S, { "total revenue" }, "units", "own: total units" },
          { S, { "total revenue in West" }, "units", "own: total units" },
          { S, { "total revenue in West" }, "average units", "own: average units" },
          { S,
            { "total revenue in West" },
            "and the average units?",
            "CLARIFICATION_NEEDED: That can be of what was asked before, or a question of its own. | average units, "
            "where region is West | average units" },
          { S, { "total revenue" }, "and the average units?", "own: average units" },
          { S,
            { "total revenue in West" },
            "and how many orders?",
            "CLARIFICATION_NEEDED: That can be of what was asked before, or a question of its own. | count of rows, "
            "where region is West | count of rows" },
          { S, { "total revenue by region" }, "average units instead", "average units by region" },
          { S,
            { "total revenue in West" },
            "and total revenue in East by month?",
            "own: total revenue by month of order_date, where region is East" });
}

static void the_lowest_is_a_rank_or_a_value(void **state)
{
    CHECK({ S,
            { "which region has the highest revenue" },
            "and the lowest?",
            "total revenue by region, lowest first, bottom 1" },
          { S, { "highest unit price" }, "and the lowest?", "lowest unit_price" },
          { S, { "highest unit price by product" }, "and the lowest?", "lowest unit_price by product" },
          { S,
            { "total revenue by region" },
            "and the lowest?",
            "CLARIFICATION_NEEDED: That can be meant in more than one way. | total revenue by region, lowest first, "
            "bottom 1 | lowest revenue by region" },
          { S,
            { "total revenue by region" },
            "which one is the lowest?",
            "total revenue by region, lowest first, bottom 1" },
          { S, { "total revenue by region" }, "which was highest", "total revenue by region, highest first, top 1" },
          { S, { "average revenue" }, "and the highest?", "highest revenue" },
          { S, { "how many orders by region" }, "and the most?", "count of rows by region, highest first, top 1" },
          { S, { "how many orders" }, "and the highest?", "INVALID_QUERY: That does not fit the question before it." },
          { S, { "top 3 products by revenue" }, "and the lowest?", "total revenue by product, lowest first, bottom 3" },
          { S, { "list orders" }, "and the lowest?", "INVALID_QUERY: That does not fit the question before it." });
}

static void a_question_of_its_own_is_no_follow_up(void **state)
{
    CHECK({ S, { "total revenue in West" }, "total units by region", "own: total units by region" },
          { S, { "total revenue in West" }, "how many orders", "own: count of rows" },
          { S, { "total revenue in West" }, "orders in East", "own: list rows, where region is East" },
          { S, { "total revenue in West" }, "list products", "own: different values of product" },
          { S,
            { "total revenue in West" },
            "who sold the most units",
            "own: list rows, sorted by units, highest first, top 1" });
}

#define UNFIT "INVALID_QUERY: That does not fit the question before it."

static void what_stands_for_the_rows_before_is_of_those_rows(void **state)
{
    CHECK({ S, { "orders with units over 10" }, "how many are there?", "count of rows, where units is over 10" },
          { S, { "total revenue in West" }, "how many?", "count of rows, where region is West" },
          { S, { "orders in West" }, "the total revenue of these", "total revenue, where region is West" },
          { S, { "total revenue in West" }, "average units of those", "average units, where region is West" },
          { S, { "total revenue by month" }, "the average of these", UNFIT },
          { S, { "top 3 products by revenue" }, "total units of these", UNFIT },
          { S, { "orders in West" }, "show them", "INVALID_QUERY: That is not a question about this table." },
          { S, { "orders in West" }, "and when?", "INVALID_QUERY: That is not a question about this table." },
          { S,
            { "top 3 products by revenue" },
            "and units?",
            "CLARIFICATION_NEEDED: That can be meant in more than one way. | total units by product, highest first, "
            "top 3 | total units by product" });
}

static void a_group_of_the_one_value_before_is_asked_about(void **state)
{
    CHECK({ S,
            { "total revenue in West" },
            "by region",
            "CLARIFICATION_NEEDED: That can be meant in more than one way. | total revenue by region, where region is "
            "West | total revenue by region" },
          { S,
            { "total revenue in West or East" },
            "by region",
            "total revenue by region, where region is West or East" },
          { S, { "total revenue by product and region" }, "by region", "total revenue by region" });
}

static void what_fits_neither_is_refused(void **state)
{
    CHECK({ S, { "total revenue in West" }, "and in Atlantis?", "MISSING_COLUMN: no column or value 'Atlantis'." },
          { S, { "total revenue in West" }, "and?", "INVALID_QUERY: That is not a question about this table." },
          { S, { "total revenue in West" }, "thanks", "own: INVALID_QUERY: That is not a question about this table." },
          { S, { "total revenue in West" }, "why?", "own: INVALID_QUERY: That is not a question about this table." },
          { S,
            { "total revenue in West" },
            "and the variance?",
            "INVALID_QUERY: 'variance' is not something I can work out yet." },
          { S,
            { "total revenue in West" },
            "and last month?",
            "INVALID_QUERY: 'last month' depends on today's date, which I do not use." },
          { S,
            { "total revenue in West" },
            "what is the weather",
            "own: INVALID_QUERY: That is not a question about this table." },
          { S,
            { "total revenue in West" },
            "and revnue?",
            "MISSING_COLUMN: no column 'revnue'; did you mean 'revenue'?" });
}

static void other_tables_are_followed_up_alike(void **state)
{
    CHECK({ &people,
            { "average salary" },
            "and for Alex?",
            "CLARIFICATION_NEEDED: 'Alex' is found in more than one column. | average salary, where firstName is "
            "Alex "
            "| average salary, where lastName is Alex" },
          { &people,
            { "average salary by department" },
            "by month",
            "CLARIFICATION_NEEDED: 'month' does not say of which date. | average salary by month of birth_date | "
            "average salary by department and month of birth_date | average salary by month of hire_date | average "
            "salary by department and month of hire_date" },
          { &people,
            { "average salary" },
            "what about 2020",
            "CLARIFICATION_NEEDED: '2020' does not say of which date. | average salary, where birth_date is in "
            "2020 | "
            "average salary, where hire_date is in 2020" },
          { &people, { "average salary" }, "only active", "average salary, where Active is true" },
          { &people, { "average salary" }, "only those in Berlin", "average salary, where Home City is Berlin" },
          { &people,
            { "how many employees in IT" },
            "and in Sales?",
            "number of different values of employee_id, where department is \"Sales\"" },
          { &weather,
            { "average temperature in Oslo" },
            "and in Bergen?",
            "average temperature, where station is Bergen" },
          { &weather, { "average temperature in Oslo" }, "and the max?", "highest temperature, where station is Oslo" },
          { &weather, { "average temperature in 2023" }, "and 2024?", "average temperature, where year is 2024" });
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_measure_is_of_the_same_thing),
        cmocka_unit_test(a_condition_takes_the_place_of_one_on_the_same_column),
        cmocka_unit_test(a_condition_beside_another_is_asked_about),
        cmocka_unit_test(a_bound_without_a_column_is_of_the_one_spoken_of),
        cmocka_unit_test(a_group_is_added_or_asked_about),
        cmocka_unit_test(a_rank_is_of_the_groups_before),
        cmocka_unit_test(another_column_is_measured_alike),
        cmocka_unit_test(the_lowest_is_a_rank_or_a_value),
        cmocka_unit_test(a_question_of_its_own_is_no_follow_up),
        cmocka_unit_test(what_stands_for_the_rows_before_is_of_those_rows),
        cmocka_unit_test(a_group_of_the_one_value_before_is_asked_about),
        cmocka_unit_test(what_fits_neither_is_refused),
        cmocka_unit_test(other_tables_are_followed_up_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
