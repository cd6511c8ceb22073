/* test_query_sql.c - what the writers' SQL gives on each engine, held against values worked out by hand: every
 * function, aggregate and window, and every rule of query.h and functions.h that engines see differently. */
#include "../tools/query_engines.h"
#include "base/json.h"
#include "columns_testing.h"
#include "json_testing.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query/sql/sql.h"

static struct query_engines *engines;

static void add(const char *name, const char *const *names, size_t n, const char *const *texts, size_t rows)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct datum *values = arena_array(a, n * rows, sizeof *values);
    struct made m;
    struct err err;

    for (size_t i = 0; i < n * rows; i++)
        values[i] = text_datum(texts[i]);
    m = make_columns(names, n, values, rows);
    if (query_engines_add(engines, name, m.columns, &err))
        fail_msg("%s: %s", err.message, err.detail);
    made_done(&m);
}

static int start(void **state)
{
    static const char *const names[] = { "k", "g", "n", "d", "f", "b", "day", "at", "s" };
    static const char *const texts[] = {
        "1",
        "x",
        "7",
        "2.50",
        "1.5e0",
        "true",
        "2024-01-31",
        "2024-01-31T12:30:00",
        "Abc 1",
        "2",
        "y",
        "-7",
        "0.10",
        "2.5e0",
        "false",
        "2024-12-30",
        "2024-12-30T00:00:00",
        "a%c",
        "3",
        "x",
        NULL,
        "0.20",
        NULL,
        NULL,
        "2023-01-01",
        "2023-01-01T23:59:59",
        NULL,
        "4",
        "y",
        "2",
        "-1.25",
        "0e0",
        "true",
        NULL,
        NULL,
        "12.5",
        "5",
        "x",
        "7",
        "2.50",
        "4e0",
        "true",
        "2024-01-31",
        "2024-01-31T08:00:00",
        "B",
        "6",
        NULL,
        "0",
        NULL,
        "-1e0",
        "false",
        "2024-02-29",
        "2024-02-29T10:00:00",
        "2024-02-30",
    };
    static const char *const more_names[] = { "k", "v" };
    static const char *const more[] = { "1", "one", "2", NULL, "2", "two", "9", "nine" };
    static const char *const odd_names[] = { "rowid", "a \"b\"" };
    static const char *const odd[] = { "30", "p", "10", "q", "20", "r" };
    struct err err;

    if (query_engines_open(&engines, &err))
        fail_msg("%s: %s", err.message, err.detail);
    add("t", names, COUNT_OF(names), texts, 6);
    add("m", more_names, 2, more, 4);
    add("odd", odd_names, 2, odd, 3);
    (void)state;
    return 0;
}

static int stop(void **state)
{
    (void)state;
    query_engines_close(engines);
    return 0;
}

static const char *text_of(const struct query_engine_rows *r)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    if (r->lacks)
        return arena_printf(arena, "lacks %s", r->lacks);
    if (r->error)
        return arena_printf(arena, "%s\n%s", r->error, r->sql ? r->sql : "");
    json_write(&b, r->rows);
    return arena_dup(arena, b.p, b.n);
}

static struct request request_of_text(const char *text)
{
    struct json *v;
    struct request r = { .n_steps = 0 };
    struct err err;

    if (json_parse(arena, text, strlen(text), &v, &err) || request_from_json(arena, v, &r, &err))
        fail_msg("%s\n%s %s", text, err.message, err.detail);
    return r;
}

static bool is_expected(const struct query_engine_rows *r, const char *rows)
{
    struct json *v;
    struct err err;
    const char *why;

    if (*rows != '[')
        return strcmp(text_of(r), rows) == 0;
    assert_int_equal(json_parse(arena, rows, strlen(rows), &v, &err), 0);
    return r->rows && query_rows_equal(arena, r->rows, v, &why);
}

static size_t missed; /* in this test: all of a table's misses are told at once */

static void miss(const char *request, const char *engine, const struct query_engine_rows *r, const char *expected)
{
    missed++;
    printf("%s\n%s: %s\ninstead of %s\n%s\n\n", request, engine, text_of(r), expected, r->sql ? r->sql : "");
}

/* lite: what SQLite lacks; NULL: it gives the same rows. */
static void expect(const char *request, const char *rows, const char *lite)
{
    const struct request r = request_of_text(request);
    const struct query_engine_results x = query_engines_run(engines, arena, &r);

    if (!is_expected(&x.duckdb, rows))
        miss(request, "DuckDB", &x.duckdb, rows);
    if (!is_expected(&x.sqlite, lite ? arena_printf(arena, "lacks %s", lite) : rows))
        miss(request, "SQLite", &x.sqlite, lite ? lite : rows);
}

static void expect_query(const char *query, const char *rows, const char *lite)
{
    expect(arena_printf(arena, "{\"version\":1,\"steps\":[{\"query\":%s}]}", query), rows, lite);
}

/* ---- functions ---- */

/* C(n), op and args as JSON */
#define C(name) "{\"column\":\"" name "\"}"
#define V(value) "{\"value\":" value "}"
#define OP(name, args) "{\"op\":\"" name "\",\"args\":[" args "]}"
#define D(text) "{\"value\":\"" text "\",\"type\":\"date\"}"

/* Over the six rows of t: the values of an expression. */
static const struct {
    const char *expr, *values, *lite;
} functions[] = {
    { OP("and", OP(">", C("n") "," V("0")) "," C("b")), "true,false,null,true,true,false", NULL },
    { OP("or", OP(">", C("n") "," V("0")) "," C("b")), "true,false,null,true,true,false", NULL },
    { OP("not", C("b")), "false,true,null,false,false,true", NULL },
    { OP("=", C("n") "," V("7")), "true,false,null,false,true,false", NULL },
    { OP("=", C("d") "," V("2.5")), "true,false,false,false,true,null", NULL },
    { OP("<>", C("g") "," V("\"X\"")), "true,true,true,true,true,null", NULL },
    { OP("<", C("s") "," V("\"a\"")), "true,false,null,true,true,true", NULL },
    { OP("<=", C("at") "," D("2024-01-31")), "true,false,true,null,true,false", NULL },
    { OP(">", C("at") "," D("2024-01-31")), "false,true,false,null,false,true", NULL },
    { OP(">=", C("day") "," V("\"2024-02-29\"")), "false,true,false,null,false,true", NULL },
    { OP("between", C("n") "," V("-7") "," V("2")), "false,true,null,true,false,true", NULL },
    { OP("in", C("g") "," V("\"x\"") "," V("\"z\"")), "true,false,true,false,true,null", NULL },
    { OP("in", C("at") "," D("2024-01-31")), "true,false,false,null,true,false", NULL },
    { OP("same", C("s") "," V("\"b\"")), "false,false,null,false,true,false", NULL },
    { OP("contains", C("s") "," V("\"C\"")), "true,true,null,false,false,false", NULL },
    { OP("contains", C("s") "," V("\"\xc3\x84\"")), "false,false,null,false,false,false",
      "upper and lower case of letters beyond ASCII" },
    { OP("starts", C("s") "," V("\"A\"")), "true,true,null,false,false,false", NULL },
    { OP("ends", C("s") "," V("\"%C\"")), "false,true,null,false,false,false", NULL },
    { OP("ends", C("s") "," V("\"\"")), "true,true,null,true,true,true", NULL },
    { OP("like", C("s") "," V("\"a_c\"")), "false,true,null,false,false,false", NULL },
    { OP("like", C("s") "," V("\"A%\"")), "true,false,null,false,false,false", NULL },
    { OP("like", C("s") "," V("\"*\"")), "false,false,null,false,false,false", NULL },
    { OP("is_empty", C("n")), "false,false,true,false,false,false", NULL },
    { OP("+", C("d") "," V("0.2")), "2.7,0.3,0.4,-1.05,2.7,null", NULL },
    { OP("=", OP("+", C("d") "," V("0.2")) "," V("0.3")), "false,true,false,false,false,null", NULL },
    { OP("+", C("day") "," V("1")), "\"2024-02-01\",\"2024-12-31\",\"2023-01-02\",null,\"2024-02-01\",\"2024-03-01\"",
      NULL },
    { OP("-", C("day") "," V("31")), "\"2023-12-31\",\"2024-11-29\",\"2022-12-01\",null,\"2023-12-31\",\"2024-01-29\"",
      NULL },
    { OP("-", C("day") "," D("2024-01-01")), "30,364,-365,null,30,59", NULL },
    { OP("-", C("n") "," V("1")), "6,-8,null,1,6,-1", NULL },
    { OP("*", C("d") "," C("d")), "6.25,0.01,0.04,1.5625,6.25,null", NULL },
    { OP("/", C("n") "," V("2")), "3.5,-3.5,null,1.0,3.5,0.0", NULL },
    { OP("/", V("1") "," C("n")), "0.14285714285714285,-0.14285714285714285,null,0.5,0.14285714285714285,null", NULL },
    { OP("div", C("n") "," V("2")), "3,-3,null,1,3,0", NULL },
    { OP("div", C("f") "," V("-0.4e0")), "-3,-6,null,0,-10,2", NULL },
    { OP("div", V("3") "," C("n")), "0,0,null,1,0,null", NULL },
    { OP("%", C("n") "," V("4")), "3,-3,null,2,3,0", NULL },
    { OP("%", C("d") "," V("0.1")), "0,0,0,-0.05,0,null", NULL },
    { OP("%", V("3") "," C("n")), "3,3,null,1,3,null", NULL },
    { OP("negate", C("d")), "-2.5,-0.1,-0.2,1.25,-2.5,null", NULL },
    { OP("abs", C("n")), "7,7,null,2,7,0", NULL },
    { OP("round", C("f")), "2,3,null,0,4,-1", NULL },
    { OP("round", C("d") "," V("1")), "2.5,0.1,0.2,-1.3,2.5,null", NULL },
    { OP("round", OP("*", C("n") "," V("5")) "," V("-1")), "40,-40,null,10,40,0", NULL },
    { OP("floor", C("d")), "2,0,0,-2,2,null", NULL },
    { OP("ceiling", C("d")), "3,1,1,-1,3,null", NULL },
    { OP("sqrt", C("n")), "2.6457513110645907,null,null,1.4142135623730951,2.6457513110645907,0", NULL },
    { OP("power", C("n") "," V("2")), "49,49,null,4,49,0", NULL },
    { OP("power", C("n") "," V("0.5")), "2.6457513110645907,null,null,1.4142135623730951,2.6457513110645907,0", NULL },
    { OP("ln", C("n")), "1.9459101490553132,null,null,0.6931471805599453,1.9459101490553132,null", NULL },
    { OP("exp", C("f")), "4.4816890703380645,12.182493960703473,null,1,54.598150033144236,0.36787944117144233", NULL },
    { OP("least", C("n") "," C("d") "," V("1")), "1,-7,0.2,-1.25,1,0", NULL },
    { OP("greatest", C("n") "," C("d")), "7,0.1,0.2,2,7,0", NULL },
    { OP("case", C("b") "," V("\"yes\"") "," OP("is_empty", C("b")) "," V("\"?\"") "," V("\"no\"")),
      "\"yes\",\"no\",\"?\",\"yes\",\"yes\",\"no\"", NULL },
    { OP("case", C("b") "," C("n")), "7,null,null,2,7,null", NULL },
    { OP("coalesce", C("n") "," C("k")), "7,-7,3,2,7,0", NULL },
    { OP("length", V("\"Gr\xc3\xb6\xc3\x9f"
                     "e\"")),
      "5,5,5,5,5,5", NULL },
    { OP("lower", C("s")), "\"abc 1\",\"a%c\",null,\"12.5\",\"b\",\"2024-02-30\"", NULL },
    { OP("upper", C("g")), "\"X\",\"Y\",\"X\",\"Y\",\"X\",null", NULL },
    { OP("trim", V("\"  a b \"")), "\"a b\",\"a b\",\"a b\",\"a b\",\"a b\",\"a b\"", NULL },
    { OP("substring", C("s") "," V("2") "," V("2")), "\"bc\",\"%c\",null,\"2.\",\"\",\"02\"", NULL },
    { OP("substring", C("s") "," V("3")), "\"c 1\",\"c\",null,\".5\",\"\",\"24-02-30\"", NULL },
    { OP("replace", C("s") "," V("\"c\"") "," V("\"??\"")), "\"Ab?? 1\",\"a%??\",null,\"12.5\",\"B\",\"2024-02-30\"",
      NULL },
    { OP("concat", C("g") "," V("\"-\"") "," C("n")), "\"x-7\",\"y--7\",null,\"y-2\",\"x-7\",null", NULL },
    { OP("number", C("s")), "null,null,null,12.5,null,null", NULL },
    { OP("whole", C("f")), "2,2,null,0,4,-1", NULL },
    { OP("whole", C("d")), "3,0,0,-1,3,null", NULL },
    { OP("whole", C("s")), "null,null,null,13,null,null", NULL },
    { OP("date", C("s")), "null,null,null,null,null,null", NULL },
    { OP("date", OP("text", C("at"))),
      "\"2024-01-31\",\"2024-12-30\",\"2023-01-01\",null,\"2024-01-31\",\"2024-02-29\"", NULL },
    { OP("date", C("at")), "\"2024-01-31\",\"2024-12-30\",\"2023-01-01\",null,\"2024-01-31\",\"2024-02-29\"", NULL },
    { OP("text", C("d")), "\"2.50\",\"0.10\",\"0.20\",\"-1.25\",\"2.50\",null", NULL },
    { OP("text", C("b")), "\"true\",\"false\",null,\"true\",\"true\",\"false\"", NULL },
    { OP("text", C("f")), "\"1.5\",\"2.5\",null,\"0.0\",\"4.0\",\"-1.0\"", "a number as a text" },
    { OP("year", C("day")), "2024,2024,2023,null,2024,2024", NULL },
    { OP("quarter", C("at")), "1,4,1,null,1,1", NULL },
    { OP("month", C("day")), "1,12,1,null,1,2", NULL },
    { OP("week", C("day")), "5,1,52,null,5,9", NULL },
    { OP("day", C("day")), "31,30,1,null,31,29", NULL },
    { OP("weekday", C("day")), "3,1,7,null,3,4", NULL },
    { OP("hour", C("at")), "12,0,23,null,8,10", NULL },
    { OP("start_of", V("\"day\"") "," C("at")),
      "\"2024-01-31\",\"2024-12-30\",\"2023-01-01\",null,\"2024-01-31\",\"2024-02-29\"", NULL },
    { OP("start_of", V("\"week\"") "," C("day")),
      "\"2024-01-29\",\"2024-12-30\",\"2022-12-26\",null,\"2024-01-29\",\"2024-02-26\"", NULL },
    { OP("start_of", V("\"month\"") "," C("day")),
      "\"2024-01-01\",\"2024-12-01\",\"2023-01-01\",null,\"2024-01-01\",\"2024-02-01\"", NULL },
    { OP("start_of", V("\"quarter\"") "," C("day")),
      "\"2024-01-01\",\"2024-10-01\",\"2023-01-01\",null,\"2024-01-01\",\"2024-01-01\"", NULL },
    { OP("start_of", V("\"year\"") "," C("day")),
      "\"2024-01-01\",\"2024-01-01\",\"2023-01-01\",null,\"2024-01-01\",\"2024-01-01\"", NULL },
    { OP("days_between", D("2024-01-01") "," C("at")), "30,364,-365,null,30,59", NULL },
    { "{\"place\":\"t\"}", "1,2,3,4,5,6", NULL },
    { "{\"query\":{\"from\":[{\"table\":\"m\"}],\"select\":[" C("v") "]}}",
      "\"one\",\"one\",\"one\",\"one\",\"one\",\"one\"", NULL },
    /* an empty value of the query's is no reason to leave a row out */
    { "{\"in\":" V("\"three\"") ",\"query\":{\"from\":[{\"table\":\"m\"}],\"select\":[" C("v") "]},\"not\":true}",
      "true,true,true,true,true,true", NULL },
    { "{\"in\":" C("k") ",\"query\":{\"from\":[{\"table\":\"m\"}],\"select\":[" C("k") "]}}",
      "true,true,false,false,false,false", NULL },
    { "{\"exists\":{\"from\":[{\"table\":\"m\"}],\"where\":[" OP(
          "=", C("k") ",{\"column\":\"k\",\"of\":\"t\"}") "],\"select\":[" C("v") "]},\"not\":true}",
      "false,false,true,true,true,true", NULL },
};

static const char *rows_of(const char *values)
{
    struct json *v, *rows = json_array(arena);
    const char *text = arena_printf(arena, "[%s]", values);
    struct buf b CLEANUP(buf_done) = BUF(65536);
    struct err err;

    assert_int_equal(json_parse(arena, text, strlen(text), &v, &err), 0);
    for (size_t i = 0; i < json_len(v); i++)
        json_push(arena, rows, json_push(arena, json_array(arena), json_at(v, i)));
    json_write(&b, rows);
    return arena_dup(arena, b.p, b.n);
}

static void a_function_means_the_same_everywhere(void **state)
{
    (void)state;
    missed = 0;
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        expect_query(arena_printf(arena, "{\"from\":[{\"table\":\"t\"}],\"select\":[{\"expr\":%s,\"name\":\"r\"}]}",
                                  functions[i].expr),
                     rows_of(functions[i].values), functions[i].lite);
    assert_int_equal(missed, 0);
}

static void every_function_is_among_these(void **state)
{
    (void)state;
    missed = 0;
    for (size_t f = 0; f < FUNCTIONS_END; f++) {
        const char *op = arena_printf(arena, "\"op\":\"%s\"", query_function_info((enum query_function)f)->name);
        size_t i = 0;
        while (i < COUNT_OF(functions) && !strstr(functions[i].expr, op))
            i++;
        if (i == COUNT_OF(functions))
            fail_msg("no case for %s", op);
    }
}

/* ---- aggregates, by group: x, y and the empty one ---- */

#define AGG(name, more) "{\"aggregate\":\"" name "\"" more "}"
#define ARG(name) ",\"arg\":" C(name)

static const struct {
    const char *expr, *values, *lite;
} aggregates[] = {
    { AGG("count", ""), "3,2,1", NULL },
    { AGG("count", ARG("n")), "2,2,1", NULL },
    { AGG("count", ARG("n") ",\"distinct\":true"), "1,2,1", NULL },
    { AGG("count", ",\"where\":" C("b")), "2,1,0", NULL },
    { AGG("sum", ARG("n")), "14,-5,0", NULL },
    { AGG("sum", ARG("d")), "5.2,-1.15,null", NULL },
    { AGG("sum", ARG("f")), "5.5,2.5,-1", NULL },
    { AGG("sum", ARG("d") ",\"distinct\":true"), "2.7,-1.15,null", NULL },
    { AGG("average", ARG("n")), "7,-2.5,0", NULL },
    { AGG("average", ARG("d")), "1.7333333333333334,-0.575,null", NULL },
    { AGG("median", ARG("f")), "2.75,1.25,-1", "median" },
    { AGG("quantile", ARG("f") ",\"number\":0.25"), "2.125,0.625,-1", "quantile" },
    { AGG("min", ARG("s")), "\"Abc 1\",\"12.5\",\"2024-02-30\"", NULL },
    { AGG("max", ARG("s")), "\"B\",\"a%c\",\"2024-02-30\"", NULL },
    { AGG("max", ARG("day")), "\"2024-01-31\",\"2024-12-30\",\"2024-02-29\"", NULL },
    { AGG("range", ARG("n")), "0,9,0", NULL },
    { AGG("range", ARG("d")), "2.3,1.35,null", NULL },
    { AGG("deviation", ARG("f")), "1.7677669529663689,1.7677669529663689,null", "deviation" },
    { AGG("deviation_all", ARG("f")), "1.25,1.25,0", "deviation_all" },
    { AGG("variance", ARG("f")), "3.125,3.125,null", "variance" },
    { AGG("variance_all", ARG("f")), "1.5625,1.5625,0", "variance_all" },
    { AGG("mode", ARG("day")), "\"2024-01-31\",\"2024-12-30\",\"2024-02-29\"", "mode" },
    { AGG("mode", ARG("s")), "\"Abc 1\",\"12.5\",\"2024-02-30\"", "mode" },
    { AGG("first", ARG("n")), "7,-7,0", "first" },
    { AGG("first", ARG("s") ",\"where\":" OP("<>", C("s") "," V("\"Abc 1\""))), "\"B\",\"a%c\",\"2024-02-30\"",
      "first" },
    { AGG("last", ARG("s")), "\"B\",\"12.5\",\"2024-02-30\"", "last" },
    { OP("/", AGG("sum", ARG("n")) "," AGG("count", "")), "4.666666666666667,-2.5,0", NULL },
};

static void an_aggregate_means_the_same_everywhere(void **state)
{
    (void)state;
    missed = 0;
    for (size_t i = 0; i < COUNT_OF(aggregates); i++)
        expect_query(arena_printf(arena,
                                  "{\"from\":[{\"table\":\"t\"}],\"group\":[" C("g") "],\"select\":[{\"expr\":%s,"
                                                                                     "\"name\":\"r\"}]}",
                                  aggregates[i].expr),
                     rows_of(aggregates[i].values), aggregates[i].lite);
    for (size_t f = 0; f < AGGREGATES_END; f++) {
        const char *name = arena_printf(arena, "\"%s\"", query_aggregate_info((enum query_aggregate)f)->name);
        size_t i = 0;
        while (i < COUNT_OF(aggregates) && !strstr(aggregates[i].expr, name))
            i++;
        if (i == COUNT_OF(aggregates))
            fail_msg("no case for %s", name);
    }
    assert_int_equal(missed, 0);
}

/* ---- windows, over the six rows ---- */

#define WIN(name, more) "{\"window\":\"" name "\"" more "}"
#define PER ",\"per\":[" C("g") "]"
#define BY(name) ",\"order\":[{\"by\":" C(name) "}]"
#define DOWN(name) ",\"order\":[{\"by\":" C(name) ",\"descending\":true}]"

static const struct {
    const char *expr, *values, *lite;
} windows[] = {
    { WIN("row_number", DOWN("n")), "1,5,6,3,2,4", NULL },
    { WIN("row_number", ""), "1,2,3,4,5,6", NULL },
    { WIN("rank", DOWN("n")), "1,5,6,3,1,4", NULL },
    { WIN("dense_rank", DOWN("n")), "1,4,5,2,1,3", NULL },
    { WIN("rank", PER BY("d")), "2,2,1,1,2,1", NULL },
    { WIN("over", ",\"arg\":" AGG("sum", ARG("n")) PER), "14,-5,14,-5,14,0", NULL },
    { WIN("over", ",\"arg\":" AGG("average", ARG("f"))), "1.4,1.4,1.4,1.4,1.4,1.4", NULL },
    { WIN("over", ",\"arg\":" AGG("count", ARG("n") ",\"distinct\":true")), "4,4,4,4,4,4",
      "count of different values over other rows" },
    { WIN("over", ",\"arg\":" AGG("first", ARG("n")) PER), "7,-7,7,-7,7,0", "first" },
    { WIN("over", ",\"arg\":" AGG("last", ARG("n") ",\"where\":" OP("<", C("k") "," V("5"))) PER), "7,2,7,2,7,null",
      "last" },
    { WIN("over", ",\"arg\":" AGG("median", ARG("n")) PER), "7,-2.5,7,-2.5,7,0", "median" },
    { WIN("over", ",\"arg\":" AGG("count", ",\"where\":" C("b"))), "3,3,3,3,3,3", NULL },
    { WIN("running", ",\"arg\":" AGG("sum", ARG("n")) BY("k")), "7,0,0,2,9,9", NULL },
    { WIN("running", ",\"arg\":" AGG("sum", ARG("d")) PER), "2.5,0.1,2.7,-1.15,5.2,null", NULL },
    { WIN("moving", ",\"arg\":" AGG("average", ARG("f")) BY("k") ",\"number\":2"), "1.5,2,2.5,0,2,1.5", NULL },
    { WIN("share", ARG("n")), "0.7777777777777778,-0.7777777777777778,null,0.2222222222222222,0.7777777777777778,0",
      NULL },
    { WIN("previous", ARG("n") BY("k")), "null,7,-7,null,2,7", NULL },
    { WIN("previous", ARG("k") PER ",\"number\":2"), "null,null,null,null,1,null", NULL },
    { WIN("next", ARG("n") BY("k")), "-7,null,2,7,0,null", NULL },
    { WIN("change", ARG("d") BY("k")), "null,-2.4,0.1,-1.45,3.75,null", NULL },
    { WIN("growth", ARG("n") BY("k")), "null,-2,null,null,2.5,-1", NULL },
};

static void a_window_means_the_same_everywhere(void **state)
{
    (void)state;
    missed = 0;
    for (size_t i = 0; i < COUNT_OF(windows); i++)
        expect_query(arena_printf(arena, "{\"from\":[{\"table\":\"t\"}],\"select\":[{\"expr\":%s,\"name\":\"r\"}]}",
                                  windows[i].expr),
                     rows_of(windows[i].values), windows[i].lite);
    for (size_t f = 0; f < WINDOWS_END; f++) {
        const char *name = arena_printf(arena, "\"%s\"", query_window_info((enum query_window)f)->name);
        size_t i = 0;
        while (i < COUNT_OF(windows) && !strstr(windows[i].expr, name))
            i++;
        if (i == COUNT_OF(windows))
            fail_msg("no case for %s", name);
    }
    assert_int_equal(missed, 0);
}

/* ---- queries ---- */

#define T "\"from\":[{\"table\":\"t\"}]"
#define TK "{" T ",\"select\":[" C("k") "]}"
#define K(condition) "{" T ",\"where\":[" condition "],\"select\":[" C("k") "]}"

static const struct {
    const char *query, *rows, *lite;
} queries[] = {
    /* one order: what is asked, then the place; empty values last unless they are to be first */
    { "{" T ",\"select\":[" C("k") "],\"order\":[{\"by\":" C("n") ",\"descending\":true}]}",
      "[[1],[5],[4],[6],[2],[3]]", NULL },
    { "{" T ",\"select\":[" C("k") "],\"order\":[{\"by\":" C("n") ",\"empty_first\":true}],\"limit\":3,\"offset\":1}",
      "[[2],[6],[4]]", NULL },
    { "{" T ",\"select\":[" C("k") "],\"offset\":4}", "[[5],[6]]", NULL },
    /* the start of no time is not unequal to a date; an engine's shortcut takes it for that */
    { K(OP("<>", OP("start_of", V("\"week\"") "," C("day")) "," D("2022-08-25"))), "[[1],[2],[3],[5],[6]]", NULL },
    /* groups, having, order by what is not shown, a group made with a value */
    { "{" T ",\"group\":[" C("g") "],\"select\":[" C("g") "],\"having\":[" OP(
          ">", AGG("count", "") "," V("1")) "],"
                                            "\"order\":[{\"by\":" AGG("sum", ARG("n")) "}]}",
      "[[\"y\"],[\"x\"]]", NULL },
    { "{" T
      ",\"group\":[" OP("case", OP(">", C("n") "," V("1")) "," V("\"much\"") "," V("\"less\"")) "],\"select\":[" OP(
          "case", OP(">", C("n") "," V("1")) "," V("\"much\"") "," V("\"less\"")) "," AGG("count", "") "]}",
      "[[\"less\",3],[\"much\",3]]", NULL },
    { "{" T ",\"select\":[" AGG("count", "") "],\"where\":[" OP("=", C("k") "," V("99")) "]}", "[[0]]", NULL },
    /* different rows, also in an order by what is not among them */
    { "{" T ",\"select\":[" C("g") "],\"distinct\":true}", "[[\"x\"],[\"y\"],[null]]", NULL },
    { "{" T ",\"select\":[" C("g") "],\"distinct\":true,\"order\":[{\"by\":" C("f") "}],\"limit\":2}",
      "[[null],[\"y\"]]", NULL },
    /* a limit for each */
    { "{" T ",\"select\":[" C("g") "," C("k") "],\"order\":[{\"by\":" C("f") ",\"descending\":true}],\"limit\":1,"
                                                                             "\"per\":[" C("g") "]}",
      "[[\"x\",5],[\"y\",2],[null,6]]", NULL },
    { "{" T ",\"select\":[" C("g") "," C("k") "],\"order\":[{\"by\":" C("g") ",\"descending\":true}],\"limit\":1,"
                                                                             "\"offset\":1,\"per\":[" C("g") "]}",
      "[[\"y\",4],[\"x\",3]]", NULL },
    /* windows over aggregates in one block */
    { "{" T ",\"group\":[" C("g") "],\"select\":[" C("g") "," WIN("share", ",\"arg\":" AGG("count", "")) "," WIN(
          "rank", ",\"order\":[{\"by\":" AGG(
                      "sum", ARG("n")) "}]") "," WIN("running",
                                                     ",\"arg\":" AGG("sum", ",\"arg\":" AGG("count", ""))) "]}",
      "[[\"x\",0.5,3,3],[\"y\",0.3333333333333333,1,5],[null,0.16666666666666666,2,6]]", NULL },
    /* joins: row for row in the order of the places */
    { "{\"from\":[{\"table\":\"t\"},{\"table\":\"m\",\"join\":\"left\",\"on\":" OP(
          "=",
          "{\"column\":\"k\",\"of\":\"t\"},{\"column\":\"k\",\"of\":\"m\"}") "}],\"where\":[" OP("<",
                                                                                                 "{\"column\":\"k\","
                                                                                                 "\"of\":\"t\"}," V(
                                                                                                     "4")) "],"
                                                                                                           "\"select\":"
                                                                                                           "[{"
                                                                                                           "\"column\":"
                                                                                                           "\"k\","
                                                                                                           "\"of\":"
                                                                                                           "\"t\"},{"
                                                                                                           "\"column\":"
                                                                                                           "\"v\","
                                                                                                           "\"of\":"
                                                                                                           "\"m\"}]}",
      "[[1,\"one\"],[2,null],[2,\"two\"],[3,null]]", NULL },
    { "{\"from\":[{\"table\":\"m\"},{\"table\":\"odd\",\"join\":\"cross\"}],\"select\":[" AGG("count", "") "]}",
      "[[12]]", NULL },
    { "{\"from\":[{\"table\":\"m\"},{\"table\":\"m\",\"as\":\"o\",\"on\":" OP(
          "=", "{\"column\":\"k\",\"of\":\"m\"},{\"column\":\"k\",\"of\":\"o\"}") "}],\"limit\":2}",
      "[[1,\"one\",1,\"one\"],[2,null,2,null]]", NULL },
    /* several tables as one: columns by name, empty where one has none, places one behind another */
    { "{\"from\":[{\"union\":[\"m\",\"t\"],\"as\":\"u\"}],\"select\":[" C("k") "," C("v") "," C(
          "g") ",{\"place\":\"u\"}],\"where\":[" OP("<", C("k") "," V("2")) "]}",
      "[[1,\"one\",null,1],[1,null,\"x\",5]]", NULL },
    /* a table whose column is called like the engine's own for rows */
    { "{\"from\":[{\"table\":\"odd\"}],\"select\":[" C("a \\\"b\\\"") ",{\"place\":\"odd\"}]}",
      "[[\"p\",1],[\"q\",2],[\"r\",3]]", NULL },
    { "{\"from\":[{\"table\":\"odd\"}],\"order\":[{\"by\":" C("rowid") "}]}", "[[10,\"q\"],[20,\"r\"],[30,\"p\"]]",
      NULL },
    /* a query as a relation keeps its rows' order */
    { "{\"from\":[{\"query\":{" T ",\"select\":[" C("k") "," C("n") "],\"order\":[{\"by\":" C(
          "n") "}],\"limit\":3},\"as\":\"q\"}],\"select\":[" C("k") ",{\"place\":\"q\"}]}",
      "[[2,1],[6,2],[4,3]]", NULL },
    { "{\"from\":[{\"query\":{" T ",\"group\":[" C("g") "],\"select\":[" C("g") ",{\"expr\":" AGG(
          "sum", ARG("d")) ",\"name\":\"total\"}]},\"as\":\"q\"}],\"where\":[" OP("=", C("total") "," V("5.2")) "]}",
      "[[\"x\",5.2]]", NULL },
    /* set operations, in each other and with an order and a limit of their own */
    { "{\"union\":[" TK "," TK "],\"limit\":2}", "[[1],[2]]", NULL },
    { "{\"union\":[" K(OP("<", C("k") "," V("3"))) "," K(OP("<", C("k") "," V("2"))) "],\"all\":true}", "[[1],[2],[1]]",
      NULL },
    { "{\"except\":[" TK ",{\"union\":[" K(OP("=", C("k") "," V("1"))) "," K(
          OP("=", C("k") "," V("3"))) "]}],"
                                      "\"order\":[{\"by\":{\"column\":\"k\"},\"descending\":true}],\"limit\":3}",
      "[[6],[5],[4]]", NULL },
    { "{\"intersect\":[{" T ",\"select\":[" C("k") "],\"order\":[{\"by\":" C(
          "k") ",\"descending\":true}],\"limit\":2}," K(OP("<", C("k") "," V("6"))) "]}",
      "[[5]]", NULL },
    { "{\"union\":[{" T ",\"select\":[" C("day") "],\"limit\":1},{" T ",\"select\":[" C("at") "],\"limit\":1}]}",
      "[[\"2024-01-31T00:00:00\"],[\"2024-01-31T12:30:00\"]]", NULL },
};

static void a_query_gives_the_same_rows_everywhere(void **state)
{
    (void)state;
    missed = 0;
    for (size_t i = 0; i < COUNT_OF(queries); i++)
        expect_query(queries[i].query, queries[i].rows, queries[i].lite);
    assert_int_equal(missed, 0);
}

static void steps_build_on_each_other(void **state)
{
    (void)state;
    missed = 0;
    expect("{\"version\":1,\"steps\":[{\"query\":{" T ",\"select\":[" C("k") "," C("n") "],\"order\":[{\"by\":" C(
               "n") "}]}},{\"query\":{\"from\":[{\"table\":\"m\"}]}},{\"query\":{"
                    "\"from\":[{\"step\":\"step_1\","
                    "\"as\":\"a\"},{\"step\":\"step_1\",\"as\":\"b\",\"on\":" OP(
                        "=", "{\"column\":\"n\",\"of\":\"a\"},{\"column\":\"n\",\"of\":"
                             "\"b\"}") "}],\"select\":["
                                       "{\"column\":\"k\",\"of\":\"a\"},{\"expr\":{"
                                       "\"column\":\"k\",\"of\":\"b\"},\"name\":\"o\"}]}}]}",
           "[[2,2],[6,6],[4,4],[1,1],[1,5],[5,1],[5,5]]", NULL);
    expect(
        "{\"version\":1,\"steps\":[{\"query\":" TK ",\"name\":\"m\"},{\"query\":{\"from\":[{\"step\":\"m\",\"as\":"
        "\"a\"},{\"table\":\"m\",\"as\":\"b\",\"on\":" OP(
            "=", "{\"column\":\"k\",\"of\":\"a\"},{\"column\":\"k\",\"of\":\"b\"}") "}],\"select\":[" AGG("count",
                                                                                                          "") "]}}]}",
        "[[3]]", NULL);
    assert_int_equal(missed, 0);
}

/* ---- refusals ---- */

static enum err_code refusal(const char *text)
{
    const struct request r = request_of_text(text);
    const struct table *tables;
    const char *sql;
    struct json *params;
    struct err err;
    size_t n;

    tables = query_engines_tables(engines, &n);
    assert_int_equal(query_sql(arena, &sql_duckdb, tables, n, &r, &sql, &params, &err), -1);
    return err.code;
}

static void what_is_no_query_is_refused(void **state)
{
#define ONE(query) "{\"version\":1,\"steps\":[{\"query\":" query "}]}"
    (void)state;
    assert_int_equal(refusal(ONE("{\"from\":[{\"table\":\"no\"}]}")), ERR_MISSING_COLUMN);
    assert_int_equal(refusal(ONE("{" T ",\"select\":[" C("no") "]}")), ERR_MISSING_COLUMN);
    assert_int_equal(refusal(ONE("{\"from\":[{\"step\":\"step_1\",\"as\":\"a\"}]}")), ERR_INVALID_QUERY);
    assert_int_equal(refusal(ONE("{" T ",\"group\":[" C("g") "]}")), ERR_INVALID_QUERY);
    assert_int_equal(refusal(ONE("{" T ",\"select\":[" OP("+", C("day") "," C("day")) "]}")), ERR_TYPE_MISMATCH);
    assert_int_equal(refusal(ONE("{\"union\":[" TK ",{" T ",\"select\":[" C("k") "," C("n") "]}]}")),
                     ERR_INVALID_QUERY);
    assert_int_equal(refusal("{\"version\":1,\"steps\":[{\"query\":" TK "},{\"operation\":\"zscore\",\"over\":"
                             "\"step_1\"}]}"),
                     ERR_INVALID_QUERY);
}

static void names_and_values_are_nothing_else(void **state)
{
    (void)state;
    missed = 0;
    expect_query("{" T ",\"where\":[" OP("=", C("s") "," V("\"' OR 1=1 --\"")) "],\"select\":[{\"expr\":" C(
                     "k") ",\"name\":\"a\\\" FROM x; --\"}]}",
                 "[]", NULL);
    assert_int_equal(missed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_function_means_the_same_everywhere),
        TEST(every_function_is_among_these),
        TEST(an_aggregate_means_the_same_everywhere),
        TEST(a_window_means_the_same_everywhere),
        TEST(a_query_gives_the_same_rows_everywhere),
        TEST(steps_build_on_each_other),
        TEST(what_is_no_query_is_refused),
        TEST(names_and_values_are_nothing_else),
    };

    return cmocka_run_group_tests(tests, start, stop);
}
