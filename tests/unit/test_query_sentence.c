/* test_query_sentence.c - answers in one sentence, of any request, with no figure that is not in the rows. */
#include "../tools/query_random.h"
#include "query/say/sentence.h"
#include "query_say_testing.h"

#define SALES "'from':[{'table':'sales'}],"
#define REVENUE "{'aggregate':'sum','arg':{'column':'revenue'}}"
#define COUNT "{'aggregate':'count'}"
#define COLUMN(name) "{'column':'" name "'}"
#define OP(op, x, y) "{'op':'" op "','args':[" x "," y "]}"
#define IN_WEST "'where':[" OP("=", COLUMN("region"), "{'value':'West'}") "],"
#define BIG "'where':[" OP(">", COLUMN("units"), "{'value':77}") "],"
#define BY_REGION "'group':[" COLUMN("region") "],"
#define MONTH "{'op':'start_of','args':[{'value':'month'}," COLUMN("order_date") "]}"
#define REVENUE_BY_REGION "{" SALES BY_REGION "'select':[" COLUMN("region") "," REVENUE "]"
#define REVENUE_BY_MONTH "{" SALES "'group':[" MONTH "],'select':[" MONTH "," REVENUE "]"
#define HIGHEST_FIRST ",'order':[{'by':" REVENUE ",'descending':true}]"

struct told_case {
    const char *request, *rows, *expected;
    bool truncated;
};

static void tells(const struct table *tables, size_t n, const struct told_case *cases, size_t n_cases)
{
    for (size_t i = 0; i < n_cases; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct request r = request_of_text(a, cases[i].request);
        struct said_rows rows = { json_array(a), quoted_json(a, cases[i].rows), cases[i].truncated };
        const char *said = query_sentence(a, tables, n, &r, &rows);
        if (strcmp(said, cases[i].expected) != 0)
            fail_msg("%s\n  expected: %s\n  got:      %s", cases[i].request, cases[i].expected, said);
    }
}

static void one_figure_is_told_with_its_own_digits(void **state)
{
    static const struct told_case cases[] = {
        { "{" SALES "'select':[" REVENUE "]}", "[[12345.67]]", "The total revenue is 12,345.67.", false },
        { "{" SALES "'select':[" REVENUE "]}", "[[12345678901234567890123.45]]",
          "The total revenue is 12,345,678,901,234,567,890,123.45.", false },
        { "{" SALES "'select':[{'aggregate':'max','arg':" COLUMN("order_date") "}]}", "[['2025-12-31']]",
          "The latest order_date is 2025-12-31.", false },
        { "{" SALES "'select':[" REVENUE "]}", "[[null]]", "There are no values of revenue.", false },
        { "{" SALES IN_WEST "'select':[" REVENUE "]}", "[[null]]", "No rows where region is West.", false },
        { "{" SALES BIG "'select':[" REVENUE "]}", "[[null]]", "No rows match.", false },
        { "{" SALES "'select':[{'aggregate':'sum','arg':" COLUMN("revenue") ",'where':" OP(">", COLUMN("units"),
                                                                                           "{'value':77}") "}]}",
          "[[5]]", "The total_revenue is 5.", false },
        { "{" SALES "'select':[{'aggregate':'quantile','number':0.9,'arg':" COLUMN("revenue") "}]}", "[[5]]",
          "The 90th percentile of revenue is 5.", false },
        { "{'from':[{'table':'weather_2024'}],'select':[{'aggregate':'max','arg':" COLUMN("year") "}]}", "[[2024]]",
          "The highest year is 2024.", false },
        { "{" SALES "'select':[" REVENUE ",{'aggregate':'min','arg':" COLUMN("units") "}]}", "[[1234,2]]",
          "The total revenue is 1,234 and the lowest units is 2.", false },
    };
    struct table both[2] = { sales, weather };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        tells(strstr(cases[i].request, "weather") ? &both[1] : both, 1, &cases[i], 1);
}

static void counts_are_told_in_the_right_number(void **state)
{
    static const struct told_case cases[] = {
        { "{" SALES "'select':[" COUNT "]}", "[[1234]]", "There are 1,234 rows.", false },
        { "{" SALES "'select':[" COUNT "]}", "[[1]]", "There is 1 row.", false },
        { "{" SALES IN_WEST "'select':[" COUNT "]}", "[[1]]", "1 row matches.", false },
        { "{" SALES IN_WEST "'select':[" COUNT "]}", "[[0]]", "0 rows match.", false },
        { "{" SALES "'select':[{'aggregate':'count','distinct':true,'arg':" COLUMN("product") "}]}", "[[5]]",
          "There are 5 different values of product.", false },
    };
    static const struct told_case ids[] = {
        { "{'from':[{'table':'people'}],'select':[{'aggregate':'count','distinct':true,'arg':" COLUMN(
              "employee_id") "}]}",
          "[[4800]]", "There are 4,800 employees (different values of employee_id).", false },
        { "{'from':[{'table':'people'}],'select':[{'aggregate':'count','distinct':true,'arg':" COLUMN(
              "employee_id") "}]}",
          "[[1]]", "There is 1 employee (different value of employee_id).", false },
    };
    struct table both[2] = { sales, people };
    static const struct told_case nouns[] = {
        { "{'from':[{'table':'people'}],'select':[" COUNT "]}", "[[12]]", "There are 12 rows.", false },
        { "{'from':[{'table':'sales'}]," IN_WEST "'select':[" COUNT "]}", "[[12]]", "12 sales match.", false },
    };

    (void)state;
    tells(&sales, 1, cases, COUNT_OF(cases));
    tells(&people, 1, ids, COUNT_OF(ids));
    tells(both, 2, nouns, COUNT_OF(nouns));
}

static void groups_are_told_by_their_leader(void **state)
{
    static const struct told_case cases[] = {
        { REVENUE_BY_REGION "}", "[['East',10.5],['North',9],['West',1234.50],[null,3]]",
          "Total revenue by region: West is highest with 1,234.50; 4 groups, one of rows without region.", false },
        { REVENUE_BY_REGION "}", "[['East',9007199254740993],['West',9007199254740992]]",
          "Total revenue by region: East is highest with 9,007,199,254,740,993; 2 groups.", false },
        { REVENUE_BY_REGION "}", "[['East',10],['West',10.0],['North',1]]",
          "Total revenue by region: East, among others, is highest with 10; 3 groups.", false },
        { REVENUE_BY_REGION HIGHEST_FIRST ",'limit':1}", "[['West',1234]]",
          "Total revenue by region: West is highest with 1,234.", false },
        { REVENUE_BY_REGION ",'order':[{'by':" REVENUE "}],'limit':2}", "[['East',1],['West',2]]",
          "Total revenue by region: East is lowest with 1; 2 groups.", false },
        { REVENUE_BY_REGION "}", "[['a',1],['b',2]]", "Total revenue by region: 2 groups shown, and there are more.",
          true },
        { REVENUE_BY_REGION HIGHEST_FIRST "}", "[['b',2],['a',1]]",
          "Total revenue by region: b is highest with 2; 2 groups shown, and there are more.", true },
        { REVENUE_BY_REGION ",'limit':2}", "[['a',1],['b',2]]", "Total revenue by region: 2 groups.", false },
        { REVENUE_BY_REGION "}", "[['East',null],['West',null]]", "Total revenue by region: no values; 2 groups.",
          false },
        { "{" SALES BY_REGION "'select':[" REVENUE "]}", "[[1],[3]]",
          "Total revenue by region: the highest is 3; 2 groups.", false },
        { "{" SALES BY_REGION "'select':[" REVENUE "]" HIGHEST_FIRST ",'limit':1}", "[[3]]",
          "Total revenue by region: the highest is 3.", false },
        { "{" SALES BY_REGION "'select':[" COLUMN("region") "," COUNT "," REVENUE "]" HIGHEST_FIRST "}",
          "[['West',2,9],['East',5,3]]",
          "Count of rows and total revenue by region: West is highest in total revenue with 9; 2 groups.", false },
        { "{" SALES BY_REGION "'select':[" COLUMN("region") ",{'window':'share','arg':" REVENUE "}]}",
          "[['West',0.125],['East',0.875]]", "Share of revenue by region: East is highest with 87.5%; 2 groups.",
          false },
        { "{" SALES BY_REGION "'select':[" COLUMN("region") "]}", "[['West'],['East']]", "2 different values.", false },
    };

    (void)state;
    tells(&sales, 1, cases, COUNT_OF(cases));
}

static void a_course_in_time_has_a_beginning_and_an_end(void **state)
{
    static const struct told_case cases[] = {
        { REVENUE_BY_MONTH "}", "[['2025-01',10],['2025-02',20],['2025-03',1500]]",
          "Total revenue by month of order_date: 2025-03 is highest with 1,500; up from 10 in 2025-01 to 1,500 in "
          "2025-03; 3 groups.",
          false },
        { REVENUE_BY_MONTH ",'order':[{'by':" MONTH ",'descending':true}]}",
          "[['2025-03',1],['2025-02',2],"
          "['2025-01',3],[null,9]]",
          "Total revenue by month of order_date: (empty) is highest with 9; down from 3 in 2025-01 to 1 in 2025-03; 4 "
          "groups, one of rows without order_date.",
          false },
        { REVENUE_BY_MONTH ",'limit':3}", "[['2025-01',1],['2025-02',2],['2025-03',3]]",
          "Total revenue by month of order_date: 3 groups.", false },
        { REVENUE_BY_MONTH "}", "[['2025-01',1],['2025-02',2]]",
          "Total revenue by month of order_date: 2025-02 is highest with 2; 2 groups.", false },
    };

    (void)state;
    tells(&sales, 1, cases, COUNT_OF(cases));
}

static void rows_are_counted_and_a_single_one_is_told(void **state)
{
    static const struct told_case cases[] = {
        { "{" SALES "'limit':10}", "[]", "There are no rows.", false },
        { "{" SALES IN_WEST "'limit':10}", "[]", "No rows where region is West.", false },
        { "{" SALES "'limit':10}", "[[1],[2]]", "2 rows.", false },
        { "{" SALES "'limit':10}", "[[1]]", "1 row shown, and there are more.", true },
        { "{" SALES "'distinct':true,'select':[" COLUMN("product") "]}", "[['a'],['b']]", "2 different values.",
          false },
        { "{" SALES "'select':[" COLUMN("customer") "]}", "[['Ann']]", "The customer is Ann.", false },
        { "{" SALES "'select':[" COLUMN("customer") "," COLUMN("revenue") "]}", "[['Ann',1234.5]]",
          "The customer is Ann and the revenue is 1,234.5.", false },
        { "{'except':[{" SALES "'select':[" COLUMN("customer") "]},{" SALES "'select':[" COLUMN("region") "]}]}",
          "[['a'],['b']]", "2 different values.", false },
        { "{'except':[{" SALES "'select':[" COLUMN("customer") "]},{" SALES "'select':[" COLUMN("region") "]}]}",
          "[['a']]", "The customer is a.", false },
        { "{" SALES "'select':[{'aggregate':'average','arg':" COLUMN("units") "}]}", "[[558.0]]",
          "The average units is 558.", false },
        { "{'steps':[{'query':{" SALES "'limit':5}},{'operation':'zscore','over':'step_1','parameters':{}}],'version':"
          "1}",
          "[[1],[2]]", "2 rows.", false },
    };

    (void)state;
    tells(&sales, 1, cases, COUNT_OF(cases));
}

static void a_question_of_yes_or_no_is_answered_so(void **state)
{
    static const struct told_case cases[] = {
        { "{" SALES "'limit':1,'select':[{'exists':{'from':[{'table':'sales','as':'x'}]," IN_WEST
          "'select':[" COLUMN("units") "]}}]}",
          "[[true]]", "Yes: there is a row whose region is West.", false },
        { "{" SALES "'limit':1,'select':[{'exists':{'from':[{'table':'sales','as':'x'}]," IN_WEST
          "'select':[" COLUMN("units") "]}}]}",
          "[[false]]", "No: there is no row whose region is West.", false },
        { "{" SALES "'select':[" OP(">", REVENUE, "{'value':1000}") "]}", "[[true]]", "Yes.", false },
    };

    (void)state;
    tells(&sales, 1, cases, COUNT_OF(cases));
}

static void figures_of_figures_are_told(void **state)
{
    static const char inner[] = "{" SALES "'group':[" MONTH "],'select':[" MONTH "," REVENUE "]}";
    char by_step[1024], groups[1024];
    struct told_case cases[] = {
        { by_step, "[[12.5]]", "The average monthly total revenue is 12.5.", false },
        { groups, "[[7]]", "There are 7 different values of customer that meet the condition.", false },
    };

    (void)state;
    snprintf(by_step, sizeof by_step,
             "{'from':[{'query':%s,'as':'x'}],'select':[{'aggregate':'average','arg':{'column':'total_revenue'}}]}",
             inner);
    snprintf(groups, sizeof groups,
             "{'from':[{'query':{%s'group':[%s],'select':[%s],'having':[%s]},'as':'x'}],"
             "'select':[{'aggregate':'count','arg':{'column':'customer'}}]}",
             SALES, COLUMN("customer"), COLUMN("customer"), OP(">", REVENUE, "{'value':77}"));
    tells(&sales, 1, cases, COUNT_OF(cases));
}

/* Rows of the request's columns, or of too few. */
static struct json *some_rows(struct arena *a, size_t n, size_t cells)
{
    struct json *rows = json_array(a);

    for (size_t i = 0; i < n; i++) {
        struct json *row = json_array(a);
        json_push(a, rows, row);
        for (size_t k = 0; k < cells; k++)
            json_push(a, row, (i + k) % 3 ? json_int(a, 77) : json_str(a, "x"));
    }
    return rows;
}

/* Whatever is asked has a sentence, and each number in it is of the rows, of how many there are, or of a heading that
 * was given ("Output 3", "o 1"). */
static void random_requests_have_sentences_without_numbers_of_their_own(void **state)
{
    struct query_random_options o = { .operations = true };

    (void)state;
    o.tables = query_random_tables(&o.n_tables);
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct request r = query_random_request(a, &o, seed);
        const struct query *q = r.steps[r.n_steps - 1].query;
        size_t cells = q && q->kind == QUERY_BLOCK && seed % 7 ? q->n_outputs : seed % 4;
        struct said_rows rows = { json_array(a), some_rows(a, seed % 5, cells), seed % 11 == 0 };
        const char *text = query_sentence(a, o.tables, o.n_tables, &r, &rows);
        bool doubtful;
        query_caution(a, o.tables, o.n_tables, &r);
        assert_null(query_assumed(a, o.tables, o.n_tables, &r, &doubtful));
        assert_true(*text);
        for (const char *p = strpbrk(text, "0123456789"); p; p = strpbrk(p, "0123456789")) {
            char *end;
            unsigned long number = strtoul(p, &end, 10);
            bool is_heading =
                p > text + 1 && (p[-1] == '_' || (p[-1] == ' ' && (p[-2] == 't' || p[-2] == 'o' || p[-2] == 'O')));
            bool is_figure = number == 77 || number == 7700 || number == seed % 5;
            if (!is_heading && !is_figure && strncmp(end, "th percentile", 13) != 0 && strncmp(end, ",700", 4) != 0)
                fail_msg("%s", text);
            p = strncmp(end, ",700", 4) == 0 ? end + 4 : end;
        }
    }
}

/* ---- what is left out and assumed ---- */

static struct column read_columns[] = {
    { .name = "day", .type = COLUMN_DATE, .distinct = 9, .misfits = 2 },
    { .name = "amount", .type = COLUMN_DECIMAL, .distinct = 9, .misfits = 1 },
    { .name = "rate", .type = COLUMN_DECIMAL, .distinct = 9 },
    { .name = "kind", .type = COLUMN_TEXT, .distinct = 2, .n_values = 2, VALUES("a", "b") },
};
static const char *const read_assumed[] = {
    "the separator is a semicolon",
    "dates in 'day' can be read with the day or the month first; the day is taken to come first",
    "2 values of 'day' are no dates and are left out: 'x' in row 3",
    "numbers in 'amount' have a decimal comma",
    "amounts in 'amount' are in EUR",
};
static const struct table read_table = { .name = "t",
                                         .rows = 90,
                                         .columns = read_columns,
                                         .n_columns = 4,
                                         .assumptions = read_assumed,
                                         .n_assumptions = COUNT_OF(read_assumed) };

#define T "'from':[{'table':'t'}],"
#define AMOUNT "{'aggregate':'sum','arg':" COLUMN("amount") "}"

static void what_an_answer_rests_on_is_said(void **state)
{
    static const struct {
        const char *request, *caution, *assumed;
        bool doubtful;
    } cases[] = {
        { "{" T "'select':[" COUNT "]}", "", "", false },
        { "{" T "'select':[" AMOUNT "]}", "One row of amount holds no number and is left out.",
          "Assumed: numbers in 'amount' have a decimal comma.", false },
        { "{" T "'select':[" COLUMN("kind") "," COLUMN("amount") "]}",
          "One row of amount holds no number and is shown empty.", "Assumed: numbers in 'amount' have a decimal comma.",
          false },
        { "{" T "'limit':5}",
          "2 rows of day hold no date and are shown empty. One row of amount holds no number and "
          "is shown empty.",
          "Assumed: dates in 'day' can be read with the day or the month first; the day is taken to come first; "
          "numbers in 'amount' have a decimal comma.",
          true },
        { "{" T "'where':[" OP(">", COLUMN("amount"), "{'value':5}") "],'select':[" COUNT "]}",
          "One row of amount holds no number and is left out.", "Assumed: numbers in 'amount' have a decimal comma.",
          false },
        { "{" T "'where':[" OP("or", OP("<>", COLUMN("amount"), "{'value':5}"),
                               "{'op':'is_empty','args':[" COLUMN("amount") "]}") "],'select':[" COUNT "]}",
          "", "Assumed: numbers in 'amount' have a decimal comma.", false },
        { "{" T "'group':[" COLUMN("day") "],'select':[" COLUMN("day") "," COUNT "]}",
          "2 rows of day hold no date and are in the group without one.",
          "Assumed: dates in 'day' can be read with the day or the month first; the day is taken to come first.",
          true },
        { "{" T "'select':[{'aggregate':'sum','arg':" COLUMN("rate") "}]}",
          "The values of rate are not of a kind that adds up; their average says more.", "", false },
        { "{'from':[{'query':{" T "'group':[" COLUMN("kind") "],'select':[" COLUMN(
              "kind") "," AMOUNT "]},'as':'x'}],'select':[{'aggregate':'max','arg':" COLUMN("total_amount") "}]}",
          "One row of amount holds no number and is left out.", "Assumed: numbers in 'amount' have a decimal comma.",
          false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct request r = request_of_text(a, cases[i].request);
        bool doubtful;
        const char *caution = query_caution(a, &read_table, 1, &r);
        const char *assumed = query_assumed(a, &read_table, 1, &r, &doubtful);
        assert_string_equal(caution ? caution : "", cases[i].caution);
        assert_string_equal(assumed ? assumed : "", cases[i].assumed);
        assert_int_equal(doubtful, cases[i].doubtful);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_figure_is_told_with_its_own_digits),
        cmocka_unit_test(counts_are_told_in_the_right_number),
        cmocka_unit_test(groups_are_told_by_their_leader),
        cmocka_unit_test(a_course_in_time_has_a_beginning_and_an_end),
        cmocka_unit_test(rows_are_counted_and_a_single_one_is_told),
        cmocka_unit_test(a_question_of_yes_or_no_is_answered_so),
        cmocka_unit_test(figures_of_figures_are_told),
        cmocka_unit_test(random_requests_have_sentences_without_numbers_of_their_own),
        cmocka_unit_test(what_an_answer_rests_on_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
