/* test_query_say_tables.c - requests over several tables in plain English: whose rows they are, what ties them, and
 * queries inside others. */
#include "query_say_testing.h"

static struct column station_columns[] = {
    { .name = "id", .type = COLUMN_INTEGER, .distinct = 70 },
    { .name = "name", .type = COLUMN_TEXT, .distinct = 70 },
    { .name = "city", .type = COLUMN_TEXT, .distinct = 5 },
};
static struct column trip_columns[] = {
    { .name = "id", .type = COLUMN_INTEGER, .distinct = 201 },
    { .name = "minutes", .type = COLUMN_INTEGER, .distinct = 90 },
    { .name = "start_station_id", .type = COLUMN_INTEGER, .distinct = 60 },
    { .name = "end_station_id", .type = COLUMN_INTEGER, .distinct = 60 },
    { .name = "rider_id", .type = COLUMN_INTEGER, .distinct = 40 },
};
static struct column rider_columns[] = {
    { .name = "id", .type = COLUMN_INTEGER, .distinct = 50 },
    { .name = "name", .type = COLUMN_TEXT, .distinct = 50 },
    { .name = "age", .type = COLUMN_INTEGER, .distinct = 30 },
};
static struct column list_columns[] = {
    { .name = "day", .type = COLUMN_DATE, .distinct = 30 },
};
static const struct table city[] = {
    { .name = "station", .rows = 70, .columns = station_columns, .n_columns = 3 },
    { .name = "trip", .rows = 600, .columns = trip_columns, .n_columns = 5 },
    { .name = "rider", .rows = 50, .columns = rider_columns, .n_columns = 3 },
    { .name = "list", .rows = 30, .columns = list_columns, .n_columns = 1 },
};

#define OF(table, name) "{'column':'" name "','of':'" table "'}"
#define COLUMN(name) "{'column':'" name "'}"
#define OP(op, x, y) "{'op':'" op "','args':[" x "," y "]}"
#define COUNT "{'aggregate':'count'}"
#define TRIP "{'table':'trip'}"
#define RIDER_OF_TRIP "{'table':'rider','on':" OP("=", OF("trip", "rider_id"), OF("rider", "id")) "}"
#define START_OF_TRIP "{'table':'station','on':" OP("=", OF("trip", "start_station_id"), OF("station", "id")) "}"

static void rows_of_joins_are_those_of_the_table_that_refers(void **state)
{
    static const struct said_case cases[] = {
        { "{'from':[" TRIP "," RIDER_OF_TRIP "],'select':[" COUNT "]}", "number of trips with their rider" },
        { "{'from':[{'table':'rider'},{'table':'trip','on':" OP(
              "=", OF("rider", "id"),
              OF("trip", "rider_id")) "}],"
                                      "'group':[" OF("rider", "name") "],'select':[" OF("rider", "name") "," COUNT "]}",
          "number of trips with their rider, by name" },
        { "{'from':[" TRIP
          ",{'table':'rider','join':'left','on':" OP("=", OF("trip", "rider_id"), OF("rider", "id")) "}],'select':[" OF(
              "rider", "name") "," OF("trip", "minutes") "]}",
          "list name and minutes for trips with their rider if any" },
        { "{'from':[" TRIP ",{'table':'rider','join':'cross'}],'select':[" COUNT "]}",
          "number of rows of trips combined with every one of riders" },
        { "{'from':[{'table':'list'}],'select':[" COUNT "]}", "number of rows of \"list\"" },
    };

    (void)state;
    restates(city, COUNT_OF(city), cases, COUNT_OF(cases));
}

/* A trip has two stations: which one is meant is said, whichever table comes first. */
static void a_tie_is_said_where_there_could_be_another(void **state)
{
    static const struct said_case cases[] = {
        { "{'from':[" TRIP "," START_OF_TRIP "],'select':[" COUNT "]}",
          "number of trips with their station (start_station_id of trip is id of station)" },
        { "{'from':[{'table':'station'},{'table':'trip','on':" OP(
              "=", OF("station", "id"), OF("trip", "start_station_id")) "}],'select':[" COUNT "]}",
          "number of trips with their station (id of station is start_station_id of trip)" },
        { "{'from':[{'table':'station','as':'a'},{'table':'trip','on':" OP(
              "=", OF("a", "id"),
              OF("trip", "start_station_id")) "},"
                                              "{'table':'station','as':'b','on':" OP(
                                                  "=", OF("trip", "end_station_id"),
                                                  OF("b", "id")) "}],"
                                                                 "'where':[" OP(
                                                                     "=", OF("a", "city"),
                                                                     "{'value':'Oslo'}") "],'select':[" OF("b",
                                                                                                           "name") "]}",
          "list name of second station for trips with their first station (id of first station is start_station_id of "
          "trip) and second station (end_station_id of trip is id of second station), where city of first station is "
          "Oslo" },
        { "{'from':[{'table':'station'}],'where':[{'in':" OF(
              "station", "id") ",'query':{'from':[" TRIP
                               "],'select':[" OF("trip", "start_station_id") "]},'not':true}],'select':[" OF(
                                   "station", "name") "]}",
          "list name of stations, where id is not the start_station_id of any trip" },
        { "{'from':[{'table':'rider'}],'where':[{'in':" OF("rider", "id") ",'query':{'from':[" TRIP "],'where':[" OP(
              ">", OF("trip", "minutes"),
              "{'value':60}") "],'select':[" OF("trip", "rider_id") "]},'not':true}],"
                                                                    "'select':[" OF("rider", "name") "]}",
          "list name of riders without any trips whose minutes is over 60" },
    };

    (void)state;
    restates(city, COUNT_OF(city), cases, COUNT_OF(cases));
}

static void queries_inside_are_phrases(void **state)
{
    static const struct said_case cases[] = {
        { "{'from':[" TRIP "],'group':[" COLUMN("rider_id") "],'select':[" COLUMN(
              "rider_id") "],'order':[{'by':" COUNT ",'descending':true}],'limit':1}",
          "different values of rider_id of trips, sorted by their number of trips, highest first, top 1" },
        { "{'from':[" TRIP "],'where':[" OP(">", OF("trip", "minutes"),
                                            "{'query':{'from':[{'table':'trip','as':'x'}],'select':[{'aggregate':"
                                            "'average','arg':" OF("x", "minutes") "}]}}") "],'select':[" COUNT "]}",
          "number of trips, where minutes is over the average minutes" },
        { "{'from':[{'table':'rider'}],'select':[" COLUMN("name") ",{'query':{'from':[" TRIP "],'where':[" OP(
              "=", OF("trip", "rider_id"), OF("rider", "id")) "],'select':[" COUNT "]}}]}",
          "list name and (the number of trips whose rider_id is the same as id of that rider) of riders" },
        { "{'intersect':[{'from':[{'table':'station'}],'select':[" COLUMN("name") "]},{'from':[{'table':'rider'}],"
                                                                                  "'select':[" COLUMN("name") "]}]}",
          "different values of name of stations, that are also among (name of riders)" },
        { "{'from':[{'table':'rider'}],'select':[{'op':'least','args':[" COLUMN("age") ",{'value':60}]}," COLUMN(
              "name") "]}",
          "list (the least of age and 60) and name of riders" },
    };

    (void)state;
    restates(city, COUNT_OF(city), cases, COUNT_OF(cases));
}

static void averages_over_steps_of_time_are_said_in_one_breath(void **state)
{
    static const char inner[] =
        "{'from':[{'query':{'from':[{'table':'sales'}],%s'group':[%s{'op':'start_of','args':[{"
        "'value':'month'}," COLUMN(
            "order_date") "]}],'select':[%s{'op':'start_of','args':[{"
                          "'value':'month'}," COLUMN("order_date") "]},{'aggregate':'sum','arg':" COLUMN(
                              "revenue") "}]},'as':'x'}],";
    char plain[1024], grouped[1024];
    struct said_case cases[] = {
        { plain, "average monthly total revenue, where channel is Online" },
        { grouped, "highest monthly total revenue by region" },
    };

    (void)state;
    snprintf(plain, sizeof plain, inner,
             "'where':[" OP("=", COLUMN("channel"), "{'value':'Online'}") ",{'op':'not','args':[{'op':'is_empty',"
                                                                          "'args':[" COLUMN("order_date") "]}]}],",
             "", "");
    strcat(plain, "'select':[{'aggregate':'average','arg':" COLUMN("total_revenue") "}]}");
    snprintf(grouped, sizeof grouped, inner, "", COLUMN("region") ",", COLUMN("region") ",");
    strcat(grouped, "'group':[" COLUMN("region") "],'select':[" COLUMN("region") ",{'aggregate':'max','arg':" COLUMN(
                        "total_revenue") "}]}");
    restates(&sales, 1, cases, COUNT_OF(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_joins_are_those_of_the_table_that_refers),
        cmocka_unit_test(a_tie_is_said_where_there_could_be_another),
        cmocka_unit_test(queries_inside_are_phrases),
        cmocka_unit_test(averages_over_steps_of_time_are_said_in_one_breath),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
