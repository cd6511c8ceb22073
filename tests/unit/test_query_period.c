/* test_query_period.c - starts of periods in rows are called as people call them. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query/say/period.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define START(unit) "{\"op\":\"start_of\",\"args\":[{\"value\":\"" unit "\"},{\"column\":\"day\"}]}"
#define OVER(select)                                                                                                   \
    "{\"version\":1,\"steps\":[{\"query\":{\"from\":[{\"table\":\"sales\"}],\"select\":[" select "]}}]}"

static struct json *parse(struct arena *a, const char *text)
{
    struct json *v;
    struct err err;

    if (json_parse(a, text, strlen(text), &v, &err))
        fail_msg("%s: %s", text, err.message);
    return v;
}

static void becomes(const char *request, const char *row, const char *expected)
{
    struct arena *a = arena_new();
    struct request r;
    struct err err;
    struct json *columns = json_array(a), *all = json_array(a);
    struct said_rows rows = { .columns = columns, .rows = all };

    if (request_from_json(a, parse(a, request), &r, &err))
        fail_msg("%s: %s", request, err.message);
    json_push(a, all, parse(a, row));
    for (size_t i = 0; i < json_len(json_at(all, 0)); i++)
        json_push(a, columns, parse(a, "{\"name\":\"x\",\"type\":\"date\"}"));
    period_rows(a, &r, &rows);
    assert_true(json_equal(json_at(rows.rows, 0), parse(a, expected)));
    assert_string_equal(json_get_text(json_at(rows.columns, 0), "type"), rows.columns == columns ? "date" : "text");
    arena_free(a);
}

static void the_start_of_a_period_is_its_name(void **state)
{
    (void)state;
    becomes(OVER(START("month")), "[\"2025-03-01\"]", "[\"2025-03\"]");
    becomes(OVER(START("quarter")), "[\"2025-10-01\"]", "[\"2025-Q4\"]");
    becomes(OVER(START("year")), "[\"2025-01-01\"]", "[\"2025\"]");
    becomes(OVER(START("month") ",{\"column\":\"day\"}"), "[\"2025-03-01\",\"2025-03-01\"]",
            "[\"2025-03\",\"2025-03-01\"]");
}

static void a_week_belongs_to_the_year_of_its_thursday(void **state)
{
    (void)state;
    becomes(OVER(START("week")), "[\"2025-02-10\"]", "[\"2025-W07\"]");
    becomes(OVER(START("week")), "[\"2024-12-30\"]", "[\"2025-W01\"]");
    becomes(OVER(START("week")), "[\"2020-12-28\"]", "[\"2020-W53\"]");
}

static void what_is_no_start_of_a_period_stays(void **state)
{
    (void)state;
    becomes(OVER("{\"column\":\"day\"}"), "[\"2025-03-01\"]", "[\"2025-03-01\"]");
    becomes(OVER(START("day")), "[\"2025-03-01\"]", "[\"2025-03-01\"]");
    becomes(OVER(START("month")), "[null]", "[null]");
}

static void a_column_of_a_query_is_what_it_is_there(void **state)
{
    static const char inner[] =
        "{\"version\":1,\"steps\":[{\"query\":{\"from\":[{\"query\":{\"from\":[{\"table\":\"sales\"}],\"select\":"
        "[" START("month") "]},\"as\":\"inner\"}],\"select\":[{\"column\":\"month\"}]}}]}";
    static const char step[] =
        "{\"version\":1,\"steps\":[{\"query\":{\"from\":[{\"table\":\"sales\"}],\"select\":[" START(
            "quarter") "]}},{\"query\":{\"from\":[{\"step\":\"step_1\",\"as\":\"x\"}],\"select\":[{\"column\":"
                       "\"quarter\"}]}}]}";

    (void)state;
    becomes(inner, "[\"2025-03-01\"]", "[\"2025-03\"]");
    becomes(step, "[\"2025-04-01\"]", "[\"2025-Q2\"]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_of_a_period_is_its_name),
        cmocka_unit_test(a_week_belongs_to_the_year_of_its_thursday),
        cmocka_unit_test(what_is_no_start_of_a_period_stays),
        cmocka_unit_test(a_column_of_a_query_is_what_it_is_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
