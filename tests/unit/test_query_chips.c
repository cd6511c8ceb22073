/* test_query_chips.c - what a person may change of a request: each part with alternatives worth choosing, each of which
 * is a sound request. */
#include "../tools/query_random.h"
#include "query/check/check.h"
#include "query/say/chips.h"
#include "query_say_testing.h"

#define SALES "'from':[{'table':'sales'}],"
#define REVENUE "{'aggregate':'sum','arg':{'column':'revenue'}}"
#define COUNT "{'aggregate':'count'}"
#define COLUMN(name) "{'column':'" name "'}"
#define OP(op, x, y) "{'op':'" op "','args':[" x "," y "]}"
#define DATE(text) "{'value':'" text "','type':'date'}"
#define MONTH "{'op':'start_of','args':[{'value':'month'}," COLUMN("order_date") "]}"
#define BY_REGION "'group':[" COLUMN("region") "],'select':[" COLUMN("region") "," REVENUE "]"

/* One line for each chip: "measure: total revenue -> average revenue | ...". */
static const char *lines(struct arena *a, const struct json *chips)
{
    const char *text = "";

    for (size_t i = 0; i < json_len(chips); i++) {
        const struct json *chip = json_at(chips, i), *others = json_get(chip, "alternatives");
        text = arena_printf(a, "%s%s%s: %s", text, i ? "\n" : "", json_get_text(chip, "kind"),
                            json_get_text(chip, "label"));
        for (size_t k = 0; k < json_len(others); k++)
            text = arena_printf(a, "%s%s%s", text, k ? " | " : " -> ", json_get_text(json_at(others, k), "label"));
    }
    return text;
}

/* Each alternative can be read, is sound, and asks something else. */
static void check_alternatives(struct arena *a, const struct table *tables, size_t n, const struct request *r,
                               const struct json *chips)
{
    struct check_input in = { .tables = tables, .n_tables = n, .author = CHECK_MADE };
    struct check_result result;

    query_check(a, &in, r, &result);
    in.author = result.n_errors > 0 ? CHECK_WRITTEN : CHECK_MADE;
    for (size_t i = 0; i < json_len(chips); i++) {
        const struct json *others = json_get(json_at(chips, i), "alternatives");
        assert_true(json_len(others) <= CHIP_ALTERNATIVES);
        for (size_t k = 0; k < json_len(others); k++) {
            struct request other;
            struct err err;
            if (request_from_json(a, json_get(json_at(others, k), "query"), &other, &err) < 0)
                fail_msg("%s", err.detail);
            query_check(a, &in, &other, &result);
            assert_int_equal(result.n_errors, 0);
            assert_false(json_equal(json_get(json_at(others, k), "query"), request_to_json(a, r)));
        }
    }
}

struct chip_case {
    const char *request, *expected;
};

static void has_chips(const struct table *tables, size_t n, const struct chip_case *cases, size_t n_cases)
{
    for (size_t i = 0; i < n_cases; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct request r = request_of_text(a, cases[i].request);
        struct json *chips = query_chips(a, tables, n, &r);
        const char *got = lines(a, chips);
        check_alternatives(a, tables, n, &r, chips);
        if (strcmp(got, cases[i].expected) != 0)
            fail_msg("%s\n  expected: %s\n  got:      %s", cases[i].request, cases[i].expected, got);
    }
}

#define PRICE "{'aggregate':'average','arg':" COLUMN("unit_price") "}"
#define CHART_OF_GROUPS "\nchart: shown as it fits best -> as a bar chart | as a pie chart | as a table"

static void a_figure_can_be_another_that_makes_sense(void **state)
{
    static const struct chip_case cases[] = {
        { "{" SALES "'select':[" REVENUE "]}",
          "measure: total revenue -> average revenue | median revenue | lowest revenue | highest revenue | total units "
          "| average unit_price | average discount | count of rows" },
        { "{" SALES "'select':[" PRICE "]}",
          "measure: average unit_price -> median unit_price | lowest unit_price | highest unit_price | total units | "
          "average discount | total revenue | count of rows" },
        { "{" SALES "'select':[{'aggregate':'count','arg':" COLUMN("product") ",'distinct':true}]}",
          "measure: number of different values of product -> total units | average unit_price | average discount | "
          "total revenue | count of rows" },
        { "{" SALES "'select':[{'aggregate':'max','arg':" COLUMN("order_date") "}]}",
          "measure: latest order_date -> earliest order_date | total units | average unit_price | average discount | "
          "total revenue | count of rows | number of different values of order_date" },
        { "{" SALES "'distinct':true,'select':[" COLUMN("product") "]}",
          "measure: product -> number of different values of product" },
        { "{" SALES "'select':[" COLUMN("customer") "," COLUMN("units") "]}",
          "measure: rows -> count of rows\nmeasure: customer -> remove\nmeasure: units -> remove" },
    };

    (void)state;
    has_chips(&sales, 1, cases, COUNT_OF(cases));
}

static void groups_order_and_limit(void **state)
{
    static const struct chip_case cases[] = {
        { "{" SALES BY_REGION ",'order':[{'by':" REVENUE ",'descending':true}],'limit':3}",
          "measure: total revenue -> average revenue | median revenue | lowest revenue | highest revenue | share of "
          "revenue | total units | average unit_price | average discount | count of rows | remove\n"
          "group: region -> channel | product | month of order_date | remove\n"
          "order: highest first -> lowest first | sorted by region, A to Z\n"
          "limit: top 3 -> top 5 | top 10 | top 20 | all" CHART_OF_GROUPS },
        { "{" SALES "'group':[" MONTH "],'select':[" MONTH "," COUNT "]}",
          "measure: count of rows -> share of rows | total units | average unit_price | average discount | total "
          "revenue | remove\n"
          "group: month of order_date -> order_date | week of order_date | quarter of order_date | year of order_date "
          "| region | channel | product | remove\n"
          "chart: shown as it fits best -> as a line chart | as a bar chart | as a table" },
        { "{" SALES "'group':[" COLUMN("region") "],'select':[" COLUMN(
              "region") ",{'window':'share','arg':" REVENUE "}],'having':[" OP(">", COUNT, "{'value':5}") "]}",
          "measure: share of revenue -> total revenue | remove\n"
          "group: region -> channel | product | month of order_date | remove\n"
          "filter: count of rows is over 5 -> count of rows is at least 5 | count of rows is under 5 | count of rows "
          "is at most 5 | remove" CHART_OF_GROUPS },
    };

    (void)state;
    has_chips(&sales, 1, cases, COUNT_OF(cases));
}

static void conditions_have_other_values_and_neighbours(void **state)
{
    static const struct chip_case cases[] = {
        { "{" SALES "'where':[" OP("=", COLUMN("region"), "{'value':'West'}") "," OP(
              ">", COLUMN("units"), "{'value':5}") "," OP("=", COLUMN("customer"), "{'value':'Ann'}") "]}",
          "measure: rows -> count of rows\n"
          "filter: region is West -> region is East | region is North | region is South | region is not West | "
          "remove\n"
          "filter: units is over 5 -> units is at least 5 | units is under 5 | units is at most 5 | remove\n"
          "filter: customer is Ann -> customer is not Ann | remove" },
        { "{" SALES "'where':[{'op':'in','args':[" COLUMN("channel") ",{'value':'Online'},{'value':'Retail'}]}]}",
          "measure: rows -> count of rows\n"
          "filter: channel is Online or Retail -> channel is Online | channel is Retail | channel is Partner | channel "
          "is neither Online nor Retail | remove" },
    };
    static const struct chip_case periods[] = {
        { "{" SALES
          "'where':[{'op':'between','args':[" COLUMN("order_date") "," DATE("2025-03-01") "," DATE("2025-03-31") "]}]}",
          "measure: rows -> count of rows\n"
          "period: order_date is in March 2025 -> February 2025 | April 2025 | Q1 2025 | 2025 | remove" },
        { "{" SALES "'where':[" OP(">=", COLUMN("order_date"), DATE("2025-01-01")) "," OP("<", COLUMN("order_date"),
                                                                                          DATE("2026-01-01")) "]}",
          "measure: rows -> count of rows\n"
          "period: order_date is in 2025 -> 2024 | 2026 | Q1 2025 | Q2 2025 | Q3 2025 | Q4 2025 | remove" },
        { "{" SALES "'where':[" OP("=", "{'op':'year','args':[" COLUMN("order_date") "]}", "{'value':2025}") "]}",
          "measure: rows -> count of rows\n"
          "period: order_date is in 2025 -> 2024 | 2026 | Q1 2025 | Q2 2025 | Q3 2025 | Q4 2025 | remove" },
        { "{" SALES
          "'where':[{'op':'between','args':[" COLUMN("order_date") "," DATE("2025-03-03") "," DATE("2025-03-09") "]}]}",
          "measure: rows -> count of rows\n"
          "period: order_date is between 2025-03-03 and 2025-03-09 -> 2025-02-24 to 2025-03-02 | 2025-03-10 to "
          "2025-03-16 | 2025 | remove" },
        { "{" SALES "'where':[" OP(">=", COLUMN("order_date"), DATE("2025-01-01")) "]}",
          "measure: rows -> count of rows\nperiod: order_date is on or after 2025-01-01 -> remove" },
    };

    (void)state;
    has_chips(&sales, 1, cases, COUNT_OF(cases));
    has_chips(&sales, 1, periods, COUNT_OF(periods));
}

static void parts_of_inner_queries_and_of_sides_can_be_changed(void **state)
{
    static const struct chip_case cases[] = {
        { "{'union':[{" SALES "'select':[" COLUMN("customer") "],'where':[" OP(
              "=", COLUMN("region"), "{'value':'West'}") "]},{" SALES "'select':[" COLUMN("product") "]}],'limit':10}",
          "filter: region is West -> region is East | region is North | region is South | region is not West | "
          "remove\n"
          "limit: first 10 -> first 5 | first 20 | all" },
        { "{'from':[{'query':{" SALES "'group':[" MONTH "],'select':[" MONTH "," REVENUE "],'where':[" OP(
              "=", COLUMN("channel"),
              "{'value':'Online'}") "]},'as':'x'}],'select':[{'aggregate':'average','arg':" COLUMN("total_revenue") "}"
                                                                                                                    "]"
                                                                                                                    "}",
          "measure: average monthly total revenue -> median monthly total revenue | lowest monthly total revenue | "
          "highest monthly total revenue\n"
          "filter: channel is Online -> channel is Partner | channel is Retail | channel is not Online | remove" },
    };

    (void)state;
    has_chips(&sales, 1, cases, COUNT_OF(cases));
}

static void a_table_and_a_chart_can_be_chosen(void **state)
{
    struct table both[2] = { sales, people };
    static const struct chip_case cases[] = {
        { "{" SALES "'select':[" COUNT "]}",
          "table: sales -> people\n"
          "measure: number of sales -> total units | average unit_price | average discount | total revenue" },
        { "{'version':1,'steps':[{'query':{" SALES BY_REGION "}}],'show':'chart','chart':'pie'}",
          "table: sales\n"
          "measure: total revenue -> average revenue | median revenue | lowest revenue | highest revenue | share of "
          "revenue | total units | average unit_price | average discount | number of sales | remove\n"
          "group: region -> channel | product | month of order_date | remove\n"
          "chart: as a pie chart -> as a bar chart | as a table" },
    };

    (void)state;
    has_chips(both, 2, cases, COUNT_OF(cases));
}

/* "without any sales" is no part of the table's chip. */
static void a_tie_is_a_chip_of_its_own(void **state)
{
    static struct column keys[] = { { .name = "id", .type = COLUMN_INTEGER, .distinct = 9 } };
    static struct column refs[] = { { .name = "client_id", .type = COLUMN_INTEGER, .distinct = 5 } };
    static const struct table both[] = { { .name = "client", .rows = 9, .columns = keys, .n_columns = 1 },
                                         { .name = "visit", .rows = 90, .columns = refs, .n_columns = 1 } };
    static const struct chip_case cases[] = {
        { "{'from':[{'table':'client'}],'where':[{'in':" COLUMN(
              "id") ",'query':{'from':[{'table':'visit'}],'select':[" COLUMN("client_id") "]},'not':true}],'select':"
                                                                                          "[" COUNT "]}",
          "table: clients\n"
          "measure: number of clients\n"
          "filter: without any visits -> with any visits | remove" },
    };

    (void)state;
    has_chips(both, 2, cases, COUNT_OF(cases));
}

/* Whatever was asked, what is offered is sound. */
static void alternatives_of_random_requests_are_sound(void **state)
{
    struct query_random_options o = { 0 };

    (void)state;
    o.tables = query_random_tables(&o.n_tables);
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct request r = query_random_request(a, &o, seed);
        struct json *chips = query_chips(a, o.tables, o.n_tables, &r);
        assert_true(json_len(chips) <= CHIPS_MAX);
        check_alternatives(a, o.tables, o.n_tables, &r, chips);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_can_be_another_that_makes_sense),
        cmocka_unit_test(groups_order_and_limit),
        cmocka_unit_test(conditions_have_other_values_and_neighbours),
        cmocka_unit_test(parts_of_inner_queries_and_of_sides_can_be_changed),
        cmocka_unit_test(a_table_and_a_chart_can_be_chosen),
        cmocka_unit_test(a_tie_is_a_chip_of_its_own),
        cmocka_unit_test(alternatives_of_random_requests_are_sound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
