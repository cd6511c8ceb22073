/* test_metrics_gauge.c - which metrics add up over parts, what SQL they become, and what the rows say of a hypothesis.
 */
#include "agents/metrics/gauge.h"
#include "agents/metrics/gauge_expr.h"
#include "agents/metrics/periods.h"
#include "agents/metrics/verdict.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct json *parse(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    assert_int_equal(json_parse(a, text, strlen(text), &v, &e), 0);
    return v;
}

/* ---- metrics ---- */

static void is_sum(const char *text)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct expr e;
    struct err err;

    if (expr_read(a, text, strlen(text), &e, &err) < 0 || e.weight)
        fail_msg("%s", text);
}

static void is_ratio(const char *text, const char *value, const char *weight)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct expr e;
    struct err err;

    assert_int_equal(expr_read(a, text, strlen(text), &e, &err), 0);
    assert_string_equal(e.value, value);
    assert_string_equal(e.weight, weight);
}

static void is_none(const char *text)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct expr e;
    struct err err;

    if (expr_read(a, text, strlen(text), &e, &err) == 0)
        fail_msg("%s", text);
    assert_int_equal(err.code, ERR_INVALID_QUERY);
}

static void sums_counts_and_what_they_add_to_are_metrics(void **state)
{
    (void)state;
    is_sum("sum(total)");
    is_sum("COUNT(*)");
    is_sum("sum(a) - sum(b) + 2 * count(c)");
    is_sum("sum(a) / 100");
    is_sum("-(sum(a) + sum(b)) * 1.5");
    is_sum("sum(CASE WHEN x = 'a)b' THEN price * n ELSE 0 END)");
    is_sum("sum(\"a \"\"b\"\"\") AS revenue");
}

static void an_average_and_a_quotient_are_ratios(void **state)
{
    (void)state;
    is_ratio("avg(price * n)", "sum(price * n)", "count(price * n)");
    is_ratio("sum(a) / count(*)", "sum(a)", "count(*)");
    is_ratio("100.0 * sum(a) / nullif(sum(b), 0)", "100.0 * sum(a)", "nullif(sum(b), 0)");
    is_ratio("(sum(a) - sum(b)) / (sum(c) + sum(d))", "(sum(a) - sum(b))", "(sum(c) + sum(d))");
}

static void signs_bind_as_they_do_in_sql(void **state)
{
    (void)state;
    is_ratio("sum(a) / sum(b) * 100", "(sum(a)) * 100", "sum(b)");
    is_ratio("sum(a) / count(*) / 2 * 3", "(sum(a)) / 2 * 3", "count(*)");
    is_ratio("avg(x) * 100 AS percent", "(sum(x)) * 100", "count(x)");
    is_none("sum(a) + sum(b) / sum(c)");
    is_none("sum(a) - 2 * sum(b) / count(*)");
    is_none("sum(a) / sum(b) + sum(c)");
    is_none("sum(a) / sum(b) * sum(c)");
    is_none("avg(a) * sum(b)");
}

static void what_does_not_add_up_is_none(void **state)
{
    static const char *const texts[] = { "",
                                         "total",
                                         "7",
                                         "median(x)",
                                         "count(DISTINCT x)",
                                         "sum(a) * sum(b)",
                                         "sum(a) + 1",
                                         "avg(a) + avg(b)",
                                         "sum(a) / sum(b) / sum(c)",
                                         "sum(a",
                                         "sum(a))",
                                         "sum(a); DROP TABLE x",
                                         "sum((SELECT 1))",
                                         "sum 'a'",
                                         "max(a)",
                                         "sum(a) FROM t" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        is_none(texts[i]);
}

static void deep_nesting_is_refused(void **state)
{
    char text[METRICS_SQL_CHARS + 1] = "";

    (void)state;
    memset(text, '(', 100);
    memset(text + 100, ')', 100);
    text[200] = '\0';
    is_none(text);
    for (int deep = METRICS_NESTING; deep <= METRICS_NESTING + 1; deep++) {
        text[0] = '\0';
        for (int i = 0; i < deep; i++)
            strncat(text, "nullif(", sizeof text - strlen(text) - 1);
        strncat(text, "sum(a)", sizeof text - strlen(text) - 1);
        for (int i = 0; i < deep; i++)
            strncat(text, ", 0)", sizeof text - strlen(text) - 1);
        (deep > METRICS_NESTING ? is_none : is_sum)(text);
    }
}

static void a_select_is_of_one_table(void **state)
{
    static const char *const wrong[] = { "SELECT sum(a)",
                                         "SELECT sum(a) FROM t GROUP BY b",
                                         "SELECT sum(a) FROM t, u",
                                         "SELECT sum(a) FROM t WHERE",
                                         "SELECT sum(a) FROM t WHERE x IN (SELECT 1)",
                                         "SELECT sum(a) FROM t WHERE x = 1) OR (x = 2",
                                         "SELECT sum(a) FROM t WHERE (x = 1",
                                         "SELECT sum(a) FROM \"t",
                                         "SELECT sum(a) FROM (SELECT 1)",
                                         "SELECT sum(a) FROM t JOIN u ON t.a = u.a" };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct selection s;
    struct err err;
    bool is;

    (void)state;
    assert_int_equal(selection_read(a, " select sum(a) from \"my t\" as o where b = 1 ; ", &is, &s, &err), 0);
    assert_true(is);
    assert_string_equal(s.expr, "sum(a)");
    assert_string_equal(s.table, "my t");
    assert_string_equal(s.alias, "o");
    assert_string_equal(s.where, "b = 1");
    assert_int_equal(selection_read(a, "sum(a)", &is, &s, &err), 0);
    assert_false(is);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        if (selection_read(a, wrong[i], &is, &s, &err) == 0)
            fail_msg("%s", wrong[i]);
        assert_int_equal(err.code, ERR_INVALID_QUERY);
    }
}

/* ---- against tables ---- */

static const char profile[] =
    "{\"tables\":[{\"name\":\"orders\",\"keys\":[[\"id\"]],\"columns\":["
    "{\"name\":\"id\",\"type\":\"integer\",\"role\":\"id\",\"distinct\":100},"
    "{\"name\":\"day\",\"type\":\"date\",\"role\":\"timestamp\",\"distinct\":30},"
    "{\"name\":\"customer_id\",\"type\":\"integer\",\"role\":\"id\",\"distinct\":10},"
    "{\"name\":\"region\",\"type\":\"text\",\"role\":\"dimension\",\"distinct\":4},"
    "{\"name\":\"one\",\"type\":\"text\",\"role\":\"dimension\",\"distinct\":1},"
    "{\"name\":\"total\",\"type\":\"decimal\",\"role\":\"measure\",\"distinct\":90}]},"
    "{\"name\":\"customers\",\"keys\":[[\"customer_id\"]],\"columns\":["
    "{\"name\":\"customer_id\",\"type\":\"integer\",\"role\":\"id\",\"distinct\":10},"
    "{\"name\":\"region\",\"type\":\"text\",\"role\":\"dimension\",\"distinct\":3},"
    "{\"name\":\"segment\",\"type\":\"text\",\"role\":\"dimension\",\"distinct\":2}]}],"
    "\"relationships\":[{\"from_table\":\"orders\",\"from_column\":\"customer_id\",\"to_table\":\"customers\","
    "\"to_column\":\"customer_id\",\"relationship_type\":\"foreign_key\",\"confidence\":1}]}";

static void tables_with_a_key_lend_their_columns(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct gauge g;
    struct err err;

    (void)state;
    assert_int_equal(gauge_read(a, "sum(total)", parse(a, profile), &g, &err), 0);
    assert_string_equal(g.table, "orders");
    assert_string_equal(g.date, "day");
    assert_int_equal(g.n_dimensions, 3);
    assert_string_equal(g.dimensions[0].name, "region");
    assert_string_equal(g.dimensions[1].name, "customers.region");
    assert_string_equal(g.dimensions[2].name, "segment");
    assert_int_equal(g.n_joined, 1);
}

static void a_column_that_is_not_there_is_named_with_those_that_are(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct gauge g;
    struct err err;

    (void)state;
    assert_int_equal(gauge_read(a, "sum(revenue)", parse(a, profile), &g, &err), -1);
    assert_int_equal(err.code, ERR_COLUMN_NOT_FOUND);
    assert_non_null(strstr(err.message, "'revenue'"));
    assert_non_null(strstr(err.action, "total"));
    assert_int_equal(gauge_read(a, "SELECT count(*) FROM customers", parse(a, profile), &g, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_QUERY);
}

static void names_and_texts_stay_what_they_are_in_sql(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_string_equal(sql_name(a, "a\"b"), "\"a\"\"b\"");
    assert_string_equal(sql_text(a, "it's"), "'it''s'");
}

/* ---- periods ---- */

static void is_period(const char *text, const char *from, const char *to)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct span s;
    struct err err;

    if (period_read(a, text, &s, &err) < 0)
        fail_msg("%s: %s", text, err.message);
    assert_string_equal(s.from, from);
    assert_string_equal(s.to, to);
}

static void periods_are_days_months_and_years(void **state)
{
    static const char *const wrong[] = { "",
                                         "..",
                                         "2024-02-30..2024-03-01",
                                         "2024-03-01..2024-02-01",
                                         "March",
                                         "2024-1..2024-2",
                                         "2024-01-01...2024-01-31",
                                         "24..25" };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct span s;
    struct err err;

    (void)state;
    is_period("2024-01-01..2024-01-31", "2024-01-01", "2024-01-31");
    is_period(" 2024-02 ", "2024-02-01", "2024-02-29");
    is_period("2023-12..2024-02", "2023-12-01", "2024-02-29");
    is_period("2023", "2023-01-01", "2023-12-31");
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        if (period_read(a, wrong[i], &s, &err) == 0)
            fail_msg("%s", wrong[i]);
        assert_int_equal(err.code, ERR_INVALID_DATE_RANGE);
    }
}

/* ---- verdicts ---- */

#define COLUMNS                                                                                                        \
    "{\"columns\":[{\"name\":\"part\"},{\"name\":\"baseline\"},{\"name\":\"comparison\"},{\"name\":\"change\"},"       \
    "{\"name\":\"baseline_rows\"},{\"name\":\"comparison_rows\"}],\"rows\":"

static struct concentration parts(struct arena *a, const char *rows)
{
    char text[2048];

    snprintf(text, sizeof text, COLUMNS "%s}", rows);
    return verdict_parts(parse(a, text), NULL, false);
}

static void a_part_with_more_than_its_size_is_behind_the_change(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct concentration c = parts(a, "[[\"a\",100,100,0,1,1],[\"b\",100,40,-60,1,1],[\"c\",100,98,-2,1,1]]");

    (void)state;
    assert_int_equal(c.verdict, VERDICT_YES);
    assert_int_equal(c.row, 1);
}

static void parts_that_move_alike_are_not(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_int_equal(parts(a, "[[\"a\",100,90,-10,1,1],[\"b\",300,270,-30,1,1]]").verdict, VERDICT_NO);
    assert_int_equal(parts(a, "[[\"a\",100,100,0,1,1],[\"b\",300,300,0,1,1]]").verdict, VERDICT_NO);
    assert_int_equal(parts(a, "[]").verdict, VERDICT_NO);
    assert_false(parts(a, "[]").any);
}

static void a_part_between_the_two_is_left_open(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_int_equal(parts(a, "[[\"a\",100,80,-20,1,1],[\"b\",100,86,-14,1,1],[\"c\",100,84,-16,1,1]]").verdict,
                     VERDICT_OPEN);
}

static void a_step_is_found_on_its_day(void **state)
{
    double before[28], after[28];
    struct days b = { before, 28, false, 0 }, c = { after, 28, false, 0 };
    struct onset o;

    (void)state;
    for (int i = 0; i < 28; i++) {
        before[i] = 100 + i % 3;
        after[i] = (i < 10 ? 100 : 50) + i % 3;
    }
    o = verdict_onset(&b, &c);
    assert_int_equal(o.verdict, VERDICT_YES);
    assert_int_equal(o.day, 10);
    for (int i = 0; i < 28; i++)
        after[i] = 50 + i % 3; /* from the first day on: no day of it */
    assert_int_equal(verdict_onset(&b, &c).verdict, VERDICT_NO);
    assert_int_equal(verdict_onset(&b, &(struct days){ after, 4, false, 0 }).verdict, VERDICT_OPEN);
}

static void days_that_differ_anyway_are_noise(void **state)
{
    double before[28], after[28];
    struct days b = { before, 28, false, 0 }, c = { after, 28, false, 0 };

    (void)state;
    for (int i = 0; i < 28; i++) {
        before[i] = 100 + (i * 37) % 50;
        after[i] = 102 + (i * 31) % 50;
    }
    assert_true(verdict_is_noise(&b, &c, 1));
    for (int i = 0; i < 28; i++)
        after[i] -= 60;
    assert_false(verdict_is_noise(&b, &c, 1));
    assert_false(verdict_is_noise(&(struct days){ before, 2, false, 0 }, &(struct days){ after, 2, false, 0 }, 1));
}

static void a_quiet_sunday_is_neither_noise_nor_a_step(void **state)
{
    double before[28], after[28];
    struct days b = { before, 28, true, 0 }, c = { after, 28, true, 28 };

    (void)state;
    for (int i = 0; i < 28; i++) {
        before[i] = i % 7 >= 5 ? 10 + i % 3 : 100 + i % 3;
        after[i] = before[i] * 0.8;
    }
    assert_false(verdict_is_noise(&b, &c, 100));
    b.is_daily = c.is_daily = false;
    assert_true(verdict_is_noise(&b, &c, 100));
    b.is_daily = c.is_daily = true;
    for (int i = 0; i < 28; i++)
        after[i] = before[i] - (i % 3 == 0);
    c.n = 27; /* ends on a weekend */
    assert_int_equal(verdict_onset(&b, &c).verdict, VERDICT_NO);
}

static void what_is_picked_among_many_must_stand_out_further(void **state)
{
    double before[28], after[28];
    struct days b = { before, 28, false, 0 }, c = { after, 28, false, 28 };

    (void)state;
    for (int i = 0; i < 28; i++) {
        before[i] = i % 2 ? 110 : 90;
        after[i] = before[i] + 9.5;
    }
    assert_false(verdict_is_noise(&b, &c, 1));
    assert_true(verdict_is_noise(&b, &c, 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quiet_sunday_is_neither_noise_nor_a_step),
        cmocka_unit_test(what_is_picked_among_many_must_stand_out_further),
        cmocka_unit_test(sums_counts_and_what_they_add_to_are_metrics),
        cmocka_unit_test(an_average_and_a_quotient_are_ratios),
        cmocka_unit_test(signs_bind_as_they_do_in_sql),
        cmocka_unit_test(what_does_not_add_up_is_none),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(a_select_is_of_one_table),
        cmocka_unit_test(tables_with_a_key_lend_their_columns),
        cmocka_unit_test(a_column_that_is_not_there_is_named_with_those_that_are),
        cmocka_unit_test(names_and_texts_stay_what_they_are_in_sql),
        cmocka_unit_test(periods_are_days_months_and_years),
        cmocka_unit_test(a_part_with_more_than_its_size_is_behind_the_change),
        cmocka_unit_test(parts_that_move_alike_are_not),
        cmocka_unit_test(a_part_between_the_two_is_left_open),
        cmocka_unit_test(a_step_is_found_on_its_day),
        cmocka_unit_test(days_that_differ_anyway_are_noise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
