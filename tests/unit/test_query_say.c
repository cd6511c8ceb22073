/* test_query_say.c - requests over one table in plain English: the wording that questions in words have always had. */
#include "query_say_testing.h"

#define SALES "'from':[{'table':'sales'}],"
#define REVENUE "{'aggregate':'sum','arg':{'column':'revenue'}}"
#define COUNT "{'aggregate':'count'}"
#define BY(column) "'group':[{'column':'" column "'}],"
#define COLUMN(name) "{'column':'" name "'}"
#define OP(op, x, y) "{'op':'" op "','args':[" x "," y "]}"

static void one_figure_by_groups_of_rows_that_meet_conditions(void **state)
{
    static const struct said_case cases[] = {
        { "{" SALES "'select':[" REVENUE "]}", "total revenue" },
        { "{" SALES "'select':[" COUNT "]}", "count of rows" },
        { "{" SALES "'where':[" OP("=", COLUMN("channel"), "{'value':'Online'}") "]," BY("region") "'select':[" COLUMN(
              "region") "," REVENUE "],'order':[{'by':" REVENUE ",'descending':true}],'limit':3}",
          "total revenue by region, where channel is Online, highest first, top 3" },
        { "{" SALES BY("region") "'select':[" COLUMN("region") ",{'aggregate':'average','arg':" COLUMN(
              "discount") "}],'order':[{'by':{'aggregate':'average','arg':" COLUMN("discount") "}}],'limit':5}",
          "average discount by region, lowest first, bottom 5" },
        { "{" SALES "'group':[{'op':'start_of','args':[{'value':'month'}," COLUMN("order_date") "]}," COLUMN(
              "channel") "],'select':[{'op':'start_of','args':[{'value':'month'}"
                         "," COLUMN("order_date") "]}," COLUMN("channel") "," REVENUE "]}",
          "total revenue by month of order_date and channel" },
        { "{" SALES "'select':[{'aggregate':'count','arg':" COLUMN("product") ",'distinct':true}]}",
          "number of different values of product" },
        { "{" SALES "'where':[{'op':'between','args':[" COLUMN(
              "order_date") ",{'value':'2025-01-01','type':'date'},{'value':'2025-12-31','type':'date'}]}],'select'"
                            ":[{'aggregate':'max',"
                            "'arg':" COLUMN("order_date") "}]}",
          "latest order_date, where order_date is in 2025" },
        { "{" SALES "'select':[" REVENUE ",{'aggregate':'average','arg':" COLUMN("units") "}]," BY(
              "region") "'having':[" OP(">", COUNT, "{'value':5}") "],'order':[{'by':" COLUMN("region") "}]}",
          "total revenue and average units by region, with count of rows over 5, sorted by region, A to Z" },
        { "{" SALES BY("region") "'select':[" COLUMN("region") "," REVENUE "],'order':[{'by':" REVENUE
                                                               ",'descending':true}],'limit':2,'per':[" COLUMN(
                                                                   "region") "]}",
          "total revenue by region, highest first, top 2 in each region" },
        { "{" SALES BY("region") "'select':[" COLUMN("region") ",{'window':'share','arg':" REVENUE "}]}",
          "share of revenue by region" },
    };

    (void)state;
    restates(&sales, 1, cases, COUNT_OF(cases));
}

static void rows_and_values_are_listed(void **state)
{
    static const struct said_case cases[] = {
        { "{" SALES "'limit':10}", "list rows, first 10" },
        { "{" SALES "'select':[" COLUMN("customer") "],'where':[" OP("=", COLUMN("region"), "{'value':'West'}") "]}",
          "list customer, where region is West" },
        { "{" SALES "'order':[{'by':" COLUMN("order_date") ",'descending':true}],'limit':5}",
          "list rows, sorted by order_date, latest first, top 5" },
        { "{" SALES "'order':[{'by':" COLUMN("revenue") "}],'limit':5,'offset':10}",
          "list rows, sorted by revenue, lowest first, bottom 5 after leaving out 10" },
        { "{" SALES BY("region") "'select':[" COLUMN("region") "],'having':[" OP(">", REVENUE, "{'value':1000}") "]}",
          "different values of region, with total revenue over 1000" },
        { "{" SALES "'select':[" COLUMN("region") "],'distinct':true}", "different values of region" },
        { "{" SALES "'select':[" COLUMN("region") "," COLUMN("channel") "],'distinct':true}",
          "different combinations of region and channel" },
    };

    (void)state;
    restates(&sales, 1, cases, COUNT_OF(cases));
}

/* Each as the one condition of a count. */
static void conditions_are_said_as_people_say_them(void **state)
{
    static const struct said_case cases[] = {
        { OP("=", COLUMN("region"), "{'value':'West'}"), "region is West" },
        { OP("=", COLUMN("customer"), "{'value':'Smith & Sons'}"), "customer is \"Smith & Sons\"" },
        { OP("=", COLUMN("customer"), "{'value':'rows'}"), "customer is \"rows\"" },
        { OP("same", COLUMN("customer"), "{'value':'ACME'}"), "customer is \"ACME\"" },
        { "{'op':'in','args':[" COLUMN("region") ",{'value':'West'},{'value':'East'}]}", "region is West or East" },
        { OP("or", OP("=", COLUMN("region"), "{'value':'West'}"), OP("=", COLUMN("region"), "{'value':'East'}")),
          "region is West or East" },
        { OP("or", OP("<>", COLUMN("region"), "{'value':'West'}"), "{'op':'is_empty','args':[" COLUMN("region") "]}"),
          "region is not West" },
        { OP("<>", COLUMN("region"), "{'value':'West'}"), "region is neither West nor empty" },
        { OP("<>", COLUMN("channel"), "{'value':'Online'}"), "channel is not Online" },
        { "{'op':'not','args':[{'op':'in','args':[" COLUMN("channel") ",{'value':'Online'},{'value':'Retail'}]}]}",
          "channel is neither Online nor Retail" },
        { OP(">", COLUMN("units"), "{'value':5}"), "units is over 5" },
        { OP("<", "{'value':5}", COLUMN("units")), "units is over 5" },
        { OP("<=", COLUMN("order_date"), "{'value':'2025-03-05','type':'date'}"),
          "order_date is on or before 2025-03-05" },
        { "{'op':'between','args':[" COLUMN("units") ",{'value':5},{'value':10}]}", "units is between 5 and 10" },
        { "{'op':'not','args':[{'op':'is_empty','args':[" COLUMN("customer") "]}]}", "customer is not empty" },
        { OP("contains", COLUMN("customer"), "{'value':'corp'}"), "customer contains \"corp\"" },
        { OP("like", COLUMN("customer"), "{'value':'A%'}"), "customer starts with exactly \"A\"" },
        { OP("like", COLUMN("customer"), "{'value':'%a_b%'}"),
          "customer matches \"%a_b%\" (% is any text, _ any character)" },
        { "{'op':'not','args':[" OP("like", COLUMN("customer"), "{'value':'%x%'}") "]}",
          "customer does not contain exactly \"x\"" },
        { OP("or", OP("=", COLUMN("region"), "{'value':'West'}"), OP(">", COLUMN("units"), "{'value':5}")),
          "region is West or units is over 5" },
        { OP("or", OP("and", OP("=", COLUMN("region"), "{'value':'West'}"), OP(">", COLUMN("units"), "{'value':5}")),
             OP("=", COLUMN("channel"), "{'value':'Online'}")),
          "(region is West and units is over 5) or channel is Online" },
        { "{'op':'not','args':[" OP("or", OP("=", COLUMN("channel"), "{'value':'Online'}"),
                                    OP(">", COLUMN("units"), "{'value':5}")) "]}",
          "channel is not Online and units is not over 5" },
        { OP(">", COLUMN("unit_price"), COLUMN("discount")), "unit_price is over discount" },
        { OP("=", "{'op':'year','args':[" COLUMN("order_date") "]}", "{'value':2025}"), "year of order_date is 2025" },
        { OP(">", COLUMN("revenue"),
             "{'query':{'from':[{'table':'sales','as':'s2'}],'select':[{'aggregate':'average','arg':"
             "{'column':'revenue','of':'s2'}}]}}"),
          "revenue is over the average revenue" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct said_case whole = {
            arena_printf(a, "{" SALES "'where':[%s],'select':[" COUNT "]}", cases[i].request),
            arena_printf(a, "count of rows, where %s", cases[i].expected),
        };
        restates(&sales, 1, &whole, 1);
    }
}

static void conditions_with_an_or_come_behind_the_others(void **state)
{
    static const struct said_case cases[] = {
        { "{" SALES "'where':[" OP("or", OP("=", COLUMN("region"), "{'value':'West'}"),
                                   OP(">", COLUMN("units"), "{'value':5}")) "," OP("=", COLUMN("channel"),
                                                                                   "{'value':'Online'}") "]}",
          "list rows, where channel is Online, and either region is West or units is over 5" },
    };

    (void)state;
    restates(&sales, 1, cases, COUNT_OF(cases));
}

/* Each as the one output. */
static void figures_and_functions_have_words(void **state)
{
    static const struct said_case cases[] = {
        { OP("/",
             "{'aggregate':'sum','arg':" COLUMN(
                 "revenue") ",'where':{'op':'not','args':[{'op':'is_empty','args':[" COLUMN("units") "]}]}}",
             "{'aggregate':'sum','arg':" COLUMN(
                 "units") ",'where':{'op':'not','args':[{'op':'is_empty','args':[" COLUMN("revenue") "]}]}}"),
          "revenue per units" },
        { OP("/", REVENUE, COUNT), "total revenue divided by count of rows" },
        { "{'aggregate':'sum','arg':" OP("*", COLUMN("units"), COLUMN("unit_price")) "}",
          "total of (units times unit_price)" },
        { "{'aggregate':'sum','arg':" COLUMN("revenue") ",'where':" OP("=", COLUMN("channel"),
                                                                       "{'value':'Online'}") "}",
          "total revenue (only where channel is Online)" },
        { "{'aggregate':'quantile','arg':" COLUMN("revenue") ",'number':0.9}", "90th percentile of revenue" },
        { "{'aggregate':'deviation','arg':" COLUMN("revenue") "}", "standard deviation of revenue" },
        { "{'op':'round','args':[{'aggregate':'average','arg':" COLUMN("revenue") "},{'value':1}]}",
          "average revenue rounded to 1 decimal place" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct said_case whole = { arena_printf(a, "{" SALES "'select':[%s]}", cases[i].request), cases[i].expected };
        restates(&sales, 1, &whole, 1);
    }
}

static void percentages_are_said_as_such(void **state)
{
    static struct column columns[] = { { .name = "zip", .type = COLUMN_TEXT },
                                       { .name = "rate", .type = COLUMN_DECIMAL, .unit = "%" } };
    static const struct table rates = { .name = "rates", .columns = columns, .n_columns = 2 };
    static const struct said_case cases[] = {
        { "{'from':[{'table':'rates'}],'where':[" OP(">", COLUMN("rate"), "{'value':0.2}") "],'select':[" COUNT "]}",
          "count of rows, where rate is over 20%" },
        { "{'from':[{'table':'rates'}]," BY("zip") "'select':[" COLUMN("zip") "],'having':[" OP(
              ">", "{'aggregate':'average','arg':" COLUMN("rate") "}", "{'value':0.125}") "]}",
          "different values of zip, with average rate over 12.5%" },
    };

    (void)state;
    restates(&rates, 1, cases, COUNT_OF(cases));
}

#define DATE(text) "{'value':'" text "','type':'date'}"

static void two_ends_of_a_period_are_said_as_one(void **state)
{
    static const struct said_case cases[] = {
        { "{" SALES "'where':[" OP(">=", COLUMN("order_date"), DATE("2025-01-01")) "," OP(
              ">", COLUMN("units"), "{'value':5}") "," OP("<", COLUMN("order_date"),
                                                          DATE("2026-01-01")) "],'select':[" COUNT "]}",
          "count of rows, where order_date is in 2025 and units is over 5" },
        { "{" SALES "'where':[" OP(">", COLUMN("order_date"), DATE("2025-02-28")) "," OP(
              "<=", COLUMN("order_date"), DATE("2025-03-31")) "],'select':[" COUNT "]}",
          "count of rows, where order_date is in March 2025" },
        { "{" SALES "'where':[" OP(">=", COLUMN("order_date"), DATE("2025-01-01")) "," OP(
              "<", COLUMN("order_date"), DATE("2025-01-20")) "],'select':[" COUNT "]}",
          "count of rows, where order_date is on or after 2025-01-01 and order_date is before 2025-01-20" },
    };

    (void)state;
    restates(&sales, 1, cases, COUNT_OF(cases));
}

static void names_that_could_be_misread_are_quoted(void **state)
{
    static const struct said_case cases[] = {
        { "{'from':[{'table':'people'}],'where':[" OP(
              "=", COLUMN("Home City"), "{'value':'New York'}") "],'select':["
                                                                "{'aggregate':'average','arg':" COLUMN("age") "}]}",
          "average age, where Home City is New York" },
        { "{'from':[{'table':'people'}],'where':[" OP("=", COLUMN("Active"), "{'value':true}") "],'select':[" COUNT
                                                                                               "]}",
          "count of rows, where Active is true" },
    };
    static const struct said_case weathers[] = {
        { "{'from':[{'table':'weather_2024'}]," BY("total") "'select':[" COLUMN(
              "total") ",{'aggregate':'max','arg':" COLUMN("Wind Speed (km/h)") "}]}",
          "highest Wind Speed (km/h) by \"total\"" },
        { "{'from':[{'table':'weather_2024'}],'where':[{'op':'between','args':[{'op':'date','args':[" COLUMN(
              "observed_at") "]},{'value':'2024-04-01','type':'date'},{'value':'2024-06-30','type':'date'}]}]}",
          "list rows, where observed_at is in Q2 2024" },
    };

    (void)state;
    restates(&people, 1, cases, COUNT_OF(cases));
    restates(&weather, 1, weathers, COUNT_OF(weathers));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_figure_by_groups_of_rows_that_meet_conditions),
        cmocka_unit_test(rows_and_values_are_listed),
        cmocka_unit_test(conditions_are_said_as_people_say_them),
        cmocka_unit_test(conditions_with_an_or_come_behind_the_others),
        cmocka_unit_test(figures_and_functions_have_words),
        cmocka_unit_test(percentages_are_said_as_such),
        cmocka_unit_test(two_ends_of_a_period_are_said_as_one),
        cmocka_unit_test(names_that_could_be_misread_are_quoted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
