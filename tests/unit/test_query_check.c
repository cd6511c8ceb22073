/* test_query_check.c - what the check says of requests: the finding, its place and the fix; and that it says nothing of
 * requests that are well typed. */
#include "../tools/query_random.h"
#include "base/attrs.h"
#include "json_testing.h"
#include "query/check/check.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query/sql/sql.h"

static struct check_result check(const struct request *r, enum check_author author)
{
    struct check_input in = { .author = author };
    struct check_result found;

    in.tables = query_random_tables(&in.n_tables);
    query_check(arena, &in, r, &found);
    return found;
}

/* The findings as lines: "error name at steps[0].query.from[0].table: There is ... Did you ...?" */
static const char *findings(const struct check_result *found)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    for (size_t i = 0; i < found->n; i++) {
        const struct check_finding *f = &found->findings[i];
        assert_true(f->is_error == (i < found->n_errors));
        buf_addf(&b, "%s%s %s at %s: %s%s%s", i > 0 ? "\n" : "", f->is_error ? "error" : "warning", f->category,
                 f->place, f->message, f->fix ? " " : "", f->fix ? f->fix : "");
    }
    return b.n > 0 ? arena_dup(arena, b.p, b.n) : "";
}

static struct request read_request(const char *text)
{
    struct request r;
    struct err err;
    const char *q = strstr(text, "\"steps\"") ? text : arena_printf(arena, "{\"steps\":[{\"query\":%s}]}", text);

    if (request_from_json(arena, parse(arena_printf(arena, "{\"version\":1,%s", q + 1)), &r, &err))
        fail_msg("%s: %s", text, err.message);
    return r;
}

struct one {
    const char *query; /* or a request, without its version */
    const char *found; /* of what a reader made */
};

static void each(const struct one *list, size_t n, enum check_author author)
{
    for (size_t i = 0; i < n; i++) {
        struct request r = read_request(list[i].query);
        struct check_result found = check(&r, author);
        if (strcmp(findings(&found), list[i].found) != 0)
            fail_msg("%s\nfound:  %s\nwanted: %s", list[i].query, findings(&found), list[i].found);
    }
}

#define COL(name) "{\"column\":\"" name "\"}"
#define OF(name, of) "{\"column\":\"" name "\",\"of\":\"" of "\"}"
#define TXT(text) "{\"value\":\"" text "\"}"
#define OP(op, args) "{\"op\":\"" op "\",\"args\":[" args "]}"
#define AGG(name, arg) "{\"aggregate\":\"" name "\",\"arg\":" arg "}"
#define SALES "\"from\":[{\"table\":\"sales\"}]"
#define Q "steps[0].query."

static void names_that_are_not_there_get_the_nearest(void **state)
{
    static const struct one list[] = {
        { "{\"from\":[{\"table\":\"sale\"}]}",
          "error name at " Q "from[0].table: There is no table 'sale'. Did you mean 'sales'?" },
        { "{\"from\":[{\"union\":[\"jan\",\"march\"],\"as\":\"m\"}]}",
          "error name at " Q "from[0].union[1]: There is no table 'march'." },
        { "{" SALES ",\"where\":[" OP("=", COL("regoin") "," TXT("West")) "]}",
          "error name at " Q "where[0].args[0]: There is no column 'regoin'. Did you mean 'region'?" },
        { "{" SALES ",\"select\":[" COL("REGION") "," OF("units", "sale") "]}",
          "error name at " Q "select[1]: There is no table 'sale' here. Did you mean 'sales'?" },
        { "{" SALES ",\"select\":[{\"expr\":" COL("city") ",\"name\":\"town\"}]}",
          "error name at " Q "select[0].expr: There is no column 'city'." },
        { "{\"from\":[{\"table\":\"sales\"},{\"table\":\"stores\",\"on\":" OP(
              "=", OF("region", "sales") "," OF("region", "stores")) "}],\"select\":[" OF("city", "sales") "]}",
          "error name at " Q "select[0]: There is no column 'city'. It is a column of 'stores'." },
        { "{\"from\":[{\"table\":\"sales\"},{\"table\":\"stores\",\"as\":\"Sales\",\"join\":\"cross\"}]}",
          "error name at " Q "from[1]: Two tables are called 'Sales' here. Give one of them another name." },
        { "{\"from\":[{\"table\":\"jan\"},{\"table\":\"feb\",\"on\":" OP(
              "=", OF("day", "jan") "," OF("day", "stores")) "},{\"table\":\"stores\",\"join\":\"cross\"}]}",
          "error name at " Q "from[1].on.args[1]: There is no table 'stores' here." },
        { "{\"from\":[{\"step\":\"step_1\",\"as\":\"x\"}]}",
          "error name at " Q "from[0].step: There is no earlier step 'step_1'." },
        { "{\"union\":[{\"from\":[{\"table\":\"jan\"}],\"select\":[" COL(
              "day") "]},{\"from\":[{\"table\":\"feb\"}],"
                     "\"select\":[" COL("day") "]}],\"order\":[{\"by\":" COL("region") "}]}",
          "error name at " Q "order[0].by: There is no column 'region'." },
        { "{\"steps\":[{\"operation\":\"zscore\",\"over\":\"step_9\"}]}",
          "error name at steps[0].over: There is no earlier step 'step_9'." },
    };

    (void)state;
    each(list, COUNT_OF(list), CHECK_MADE);
    each(list, COUNT_OF(list), CHECK_WRITTEN);
}

static void types_that_do_not_fit_are_refused(void **state)
{
    static const struct one list[] = {
        { "{" SALES ",\"where\":[" OP("=", COL("region") ",{\"value\":5}") "]}",
          "error type at " Q
          "where[0]: 'region' is text and 5 is a number: they cannot stand beside each other. Read it "
          "as a number, with 'number'." },
        { "{" SALES ",\"where\":[" OP(">", COL("day") "," TXT("last year")) "]}",
          "error type at " Q
          "where[0]: 'day' is a date and \"last year\" is text: they cannot stand beside each other. "
          "Read it as a date, with 'date'." },
        { "{" SALES ",\"where\":[" OP(">", COL("day") "," TXT("2024-01-31")) "," OP(
              "=", COL("units") "," TXT("12")) "," OP("between", COL("price") ",{\"value\":1},{\"value\":2e0}") "]}",
          "" },
        { "{" SALES ",\"where\":[" COL("units") "]}",
          "error type at " Q
          "where[0]: A condition is true or false, and 'units' is a number. Compare it with a value." },
        { "{" SALES ",\"where\":[" OP("not", COL("Paid")) "," COL("paid") "," OP(
              "in", COL("region") "," TXT("West") ",{\"value\":null}") "]}",
          "" },
        { "{" SALES ",\"select\":[" OP("+", COL("units") "," COL("product")) "]}",
          "error type at " Q
          "select[0]: '+' needs a number, and 'product' is text. Read it as a number, with 'number'." },
        { "{" SALES ",\"select\":[" OP("-", COL("day") ",{\"value\":7}") "," OP(
              "-", COL("sold_at") "," COL("day")) "," OP("+", COL("day") "," COL("units")) "]}",
          "" },
        { "{" SALES ",\"select\":[" OP("+", COL("day") "," COL("day")) "]}",
          "error type at " Q "select[0]: Two dates cannot be added." },
        { "{" SALES ",\"select\":[" OP("year", COL("units")) "]}",
          "error type at " Q "select[0]: 'year' needs a date, and 'units' is a number." },
        { "{" SALES ",\"select\":[" OP("start_of", TXT("weak") "," COL("day")) "]}",
          "error type at " Q
          "select[0]: \"weak\" is no unit of time. It is one of day, week, month, quarter and year." },
        { "{" SALES ",\"select\":[" AGG("average", COL("region")) "]}",
          "error type at " Q "select[0]: 'average' needs a number, and 'region' is text. Read it as a number, with "
          "'number'." },
        { "{" SALES ",\"select\":[" AGG("median", COL("day")) "]}",
          "error type at " Q "select[0]: 'median' needs a number, and 'day' is a date." },
        { "{" SALES ",\"select\":[" OP("case", COL("units") "," TXT("a")) "]}",
          "error type at " Q
          "select[0]: 'case' needs something true or false, and 'units' is a number. Compare it with a "
          "value." },
        { "{" SALES ",\"select\":[" OP("case", COL("Paid") "," TXT("a") ",{\"value\":1}") "]}",
          "error type at " Q
          "select[0]: \"a\" is text and 1 is a number: they cannot stand beside each other. Read it as "
          "a number, with 'number'." },
        { "{" SALES ",\"where\":[" OP("=", COL("day") ",{\"value\":\"2024-13-01\",\"type\":\"date\"}") "]}",
          "error type at " Q "where[0].args[1]: \"2024-13-01\" is no date. Write it as 2024-01-31." },
        { "{" SALES ",\"where\":[{\"in\":" COL(
              "region") ",\"query\":{\"from\":[{\"table\":\"stores\"}],\"select\":[" COL("Store ID") "]}}]}",
          "error type at " Q
          "where[0]: 'region' is text and what the query gives is a number: they cannot stand beside "
          "each other. Read it as a number, with 'number'." },
        { "{\"union\":[{" SALES ",\"select\":[" COL("day") "]},{" SALES ",\"select\":[" COL("units") "]}]}",
          "error type at " Q "union: Column 1 is a date on one side and a number on the other." },
    };

    (void)state;
    each(list, COUNT_OF(list), CHECK_MADE);
    each(list, COUNT_OF(list), CHECK_WRITTEN);
}

static void parts_stand_where_they_may(void **state)
{
    static const struct one list[] = {
        { "{" SALES ",\"where\":[" OP(">", AGG("sum", COL("units")) ",{\"value\":5}") "]}",
          "error shape at " Q
          "where[0].args[0]: 'sum' is of several rows and cannot stand in a condition on rows. Put the "
          "condition among those on groups, 'having'." },
        { "{" SALES ",\"group\":[" COL("region") "],\"select\":[" COL("region") "," COL("product") "]}",
          "error shape at " Q "select[1]: 'product' has several values in a group. Group by it too, or take its first, "
          "lowest or highest value." },
        { "{" SALES ",\"group\":[" OP("year", COL("day")) "],\"select\":[" OP("year", COL("day")) "," OP(
              "+", OP("year", COL("day")) ",{\"value\":1}") "," AGG("max", COL("day")) "]}",
          "" },
        { "{" SALES ",\"group\":[" COL("region") "],\"select\":[" AGG("sum", COL("units")) "],\"order\":[{\"by\":" COL(
              "units") "}]}",
          "error shape at " Q "order[0].by: 'units' has several values in a group. Group by it too, or take its first, "
          "lowest or highest value." },
        { "{" SALES ",\"select\":[" AGG("sum", AGG("max", COL("units"))) "]}",
          "error shape at " Q "select[0].arg: 'max' is of several rows and cannot stand in an aggregate." },
        { "{" SALES ",\"where\":[" OP("=", "{\"window\":\"row_number\"},{\"value\":1}") "]}",
          "error shape at " Q
          "where[0].args[0]: 'row_number' looks at other rows and cannot stand in a condition on rows. "
          "Work it out in a query of its own, and ask of its rows." },
        { "{" SALES ",\"group\":[" COL("region") "],\"select\":[{\"window\":\"share\",\"arg\":" AGG(
              "sum", COL("units")) "},{\"window\":\"running\",\"arg\":" AGG("sum", AGG("count", COL("units"))) "}]}",
          "" },
        { "{" SALES ",\"group\":[" COL("region") "]}", "error shape at steps[0].query: A query with groups must say "
                                                       "what it shows. Select the groups and what is worked "
                                                       "out of each." },
        { "{" SALES ",\"select\":[{\"query\":{\"from\":[{\"table\":\"stores\"}]}}]}",
          "error shape at " Q
          "select[0].query: A query with 5 columns cannot stand for one value. Select one column." },
        { "{\"union\":[{" SALES "},{" SALES ",\"select\":[" COL("units") "]}]}",
          "error shape at " Q "union: One side has 8 columns and the other 1. Select as many on both sides." },
        { "{" SALES ",\"group\":[" COL("region") "],\"select\":[" COL(
              "region") "],\"having\":[{\"exists\":{\"from\":[{"
                        "\"table\":\"stores\"}],\"where\":[" OP("=", COL("city") "," OF("product", "sales")) "]}}]}",
          "error shape at " Q
          "having[0].exists.where[0].args[1]: 'product' has several values in a group. Group by it too, "
          "or take its first, lowest or highest value." },
        { "{\"steps\":[{\"query\":{" SALES "}},{\"operation\":\"zscore\",\"over\":\"step_1\"},{\"query\":{\"from\":[{"
          "\"step\":\"step_2\",\"as\":\"x\"}]}}]}",
          "error shape at steps[2].query.from[0].step: What the operation of 'step_2' gives cannot be asked of." },
    };

    (void)state;
    each(list, COUNT_OF(list), CHECK_MADE);
    each(list, COUNT_OF(list), CHECK_WRITTEN);
}

static void one_mistake_is_one_finding_and_several_are_several(void **state)
{
    struct request r = read_request("{" SALES ",\"where\":[" OP("=", COL("a") "," COL("b")) "],\"select\":[" OP(
        "lower", OP("upper", COL("c"))) "]}");
    struct check_result found = check(&r, CHECK_MADE);
    struct err err;

    (void)state;
    assert_int_equal(found.n_errors, 3);
    assert_int_equal(check_refuse(&found, &err), -1);
    assert_int_equal(err.code, ERR_MISSING_COLUMN);
    assert_string_equal(err.message, "There is no column 'a'.");
    assert_string_equal(
        compact(json_at(check_to_json(arena, &found), 2)),
        "{\"severity\":\"error\",\"category\":\"name\",\"place\":\"steps[0].query.select[0].args[0].args[0]"
        "\",\"message\":\"There is no column 'c'.\"}");
}

static void findings_are_bounded(void **state)
{
    const struct expr *outputs[100];
    struct query q = query_over(arena, relation_table(arena, "sales"));
    struct request r;
    struct check_result found;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        outputs[i] = expr_column(arena, "sales", "nothing");
    q.groups = outputs;
    q.n_groups = COUNT_OF(outputs);
    q.outputs = &(struct output){ .expr = outputs[0] };
    q.n_outputs = 1;
    r = request_of(arena, &q);
    found = check(&r, CHECK_MADE);
    assert_int_equal(found.n, CHECK_FINDINGS);
    assert_int_equal(found.n_errors, CHECK_FINDINGS);
}

#define SEEDS 1500

static void well_typed_requests_pass_and_can_be_written(void **state)
{
    struct query_random_options o = { .operations = false };

    (void)state;
    o.tables = query_random_tables(&o.n_tables);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const struct request r = query_random_request(arena, &o, seed);
        struct check_result found = check(&r, CHECK_WRITTEN);
        struct json *params;
        const char *sql;
        struct err err;
        if (found.n_errors > 0)
            fail_msg("seed %zu: %s\n%s", (size_t)seed, findings(&found), compact(request_to_json(arena, &r)));
        if (query_sql(arena, &sql_duckdb, o.tables, o.n_tables, &r, &sql, &params, &err))
            fail_msg("seed %zu: %s", (size_t)seed, err.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_that_are_not_there_get_the_nearest),
        TEST(types_that_do_not_fit_are_refused),
        TEST(parts_stand_where_they_may),
        TEST(one_mistake_is_one_finding_and_several_are_several),
        TEST(findings_are_bounded),
        TEST(well_typed_requests_pass_and_can_be_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
