/* test_query_from_sql.c - SQL into the form: each construct as the form has it and with the rows that the engine gives
 * for the SQL itself, each refusal by its name, and trees that no engine would give.
 */
#include "../tools/query_engines.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "from_sql_cases.h"
#include "grid/table.h"
#include "query/from_sql/from_sql.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "scratch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char sales[] = "id,region,product,revenue,units,day,sold,paid,code\n"
                            "1,West,Tea,12.50,3,2024-01-05,2024-01-05 08:30:00,true,007\n"
                            "2,East,Tea,7.25,2,2024-01-20,2024-01-20 10:00:00,false,12\n"
                            "3,West,Coffee,30.00,5,2024-02-11,2024-02-11 23:59:59,true,x1\n"
                            "4,North,Coffee,,1,2024-02-28,2024-02-28 00:00:00,true,\n"
                            "5,,Milk,3.10,4,2024-03-03,2024-03-03 12:00:00,false,9\n"
                            "6,East,Sugar,5.00,0,2023-12-31,2023-12-31 18:45:10,true,40\n";
static const char products[] =
    "product,price,kind\nTea,4.00,drink\nCoffee,6.00,drink\nMilk,0.80,food\nSalt,0.50,food\n";
static const char managers[] = "region,manager,year\nWest,Ann,2020\nEast,Bob,2021\nSouth,Cid,\n";

struct place {
    char *folder;
    struct query_engines *engines;
    struct arena *arena;
    struct err err;
};

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[PATH_MAX];
    FILE *f;

    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static int set_up(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    void *folder = NULL;

    assert_int_equal(scratch_setup(&folder), 0);
    p->folder = folder;
    write_file(p->folder, "sales", sales);
    write_file(p->folder, "products", products);
    write_file(p->folder, "managers", managers);
    p->arena = arena_new();
    assert_int_equal(query_engines_open(&p->engines, &p->err), 0);
    assert_int_equal(query_engines_add_folder(p->engines, p->folder, &p->err), 0);
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    struct place *p = *state;
    void *folder = p->folder;

    query_engines_close(p->engines);
    arena_free(p->arena);
    free(p);
    return scratch_teardown(&folder);
}

static struct json *tree_of(struct place *p, const char *sql)
{
    struct json *tree;

    if (query_engines_tree(p->engines, p->arena, sql, &tree, &p->err))
        fail_msg("%s: %s", sql, p->err.detail);
    return tree;
}

static int convert_tree(struct place *p, const struct json *tree, const char *params, const struct query **ret)
{
    struct from_sql in = { .tree = tree };
    struct json *list = NULL;

    in.tables = query_engines_tables(p->engines, &in.n_tables);
    if (params)
        assert_int_equal(json_parse(p->arena, params, strlen(params), &list, &p->err), 0);
    in.params = list;
    return query_from_sql(p->arena, &in, ret, &p->err);
}

static int convert(struct place *p, const char *sql, const struct query **ret)
{
    return convert_tree(p, tree_of(p, sql), NULL, ret);
}

static const struct query *must_convert(struct place *p, const char *sql)
{
    const struct query *q;

    if (convert(p, sql, &q))
        fail_msg("%s: %s", sql, p->err.message);
    return q;
}

static char *text_of(struct place *p, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    json_write(&b, v);
    return arena_dup(p->arena, b.p, b.n);
}

static void is_query(struct place *p, const struct query *q, const char *expected)
{
    char *got = text_of(p, query_to_json(p->arena, q));

    for (char *c = got; *c; c++)
        if (*c == '"')
            *c = '\'';
    assert_string_equal(got, expected);
}

/* ---- what each construct is ---- */

static void each_construct_is_what_the_form_has(void **state)
{
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(from_sql_cases); i++)
        is_query(p, must_convert(p, from_sql_cases[i].sql), from_sql_cases[i].query);
}

static int compare_cells(const struct json *x, const struct json *y)
{
    double a = json_real(x), b = json_real(y);

    if (json_type(x) != json_type(y))
        return json_type(x) < json_type(y) ? -1 : 1;
    if (json_is(x, JSON_NUMBER))
        return (a > b) - (a < b);
    if (json_is(x, JSON_STRING))
        return strcmp(json_text(x, NULL), json_text(y, NULL));
    return json_truth(x) - json_truth(y);
}

static int compare_rows(const void *x, const void *y)
{
    const struct json *a = *(const struct json *const *)x, *b = *(const struct json *const *)y;
    int order = 0;

    for (size_t i = 0; i < json_len(a) && order == 0; i++)
        order = compare_cells(json_at(a, i), json_at(b, i));
    return order;
}

static struct json *sorted(struct place *p, const struct json *rows)
{
    const struct json **list = arena_array(p->arena, json_len(rows), sizeof *list);
    struct json *made = json_array(p->arena);

    for (size_t i = 0; i < json_len(rows); i++)
        list[i] = json_at(rows, i);
    qsort(list, json_len(rows), sizeof *list, compare_rows);
    for (size_t i = 0; i < json_len(rows); i++)
        json_push(p->arena, made, json_copy(p->arena, list[i]));
    return made;
}

/* In the order of the SQL where its end has one, else in any. */
static bool is_ordered(const char *sql)
{
    const char *order = strstr(sql, " ORDER BY ");

    for (const char *next = order; next; next = strstr(next + 1, " ORDER BY "))
        order = next;
    return order && !strchr(order, ')');
}

static void same_rows(struct place *p, const char *sql, const struct json *expected, const struct json *got)
{
    const char *why = "";

    if (!is_ordered(sql)) {
        expected = sorted(p, expected);
        got = sorted(p, got);
    }
    if (!query_rows_equal(p->arena, expected, got, &why))
        fail_msg("%s: %s\n%s\n%s", sql, why, text_of(p, expected), text_of(p, got));
}

static void each_construct_gives_the_rows_of_its_sql(void **state)
{
    struct place *p = *state;
    size_t compared = 0;

    for (size_t i = 0; i < COUNT_OF(from_sql_cases); i++) {
        const char *sql = from_sql_cases[i].sql;
        struct request request = request_of(p->arena, must_convert(p, sql));
        struct query_engine_results made = query_engines_run(p->engines, p->arena, &request);
        struct json *rows;
        struct err err;
        if (query_engines_select(p->engines, p->arena, sql, NULL, &rows, &err))
            continue; /* what the engine refuses and the form takes */
        if (!made.duckdb.rows)
            fail_msg("%s: %s", sql, made.duckdb.error);
        same_rows(p, sql, rows, made.duckdb.rows);
        if (made.sqlite.rows)
            same_rows(p, sql, rows, made.sqlite.rows);
        compared++;
    }
    assert_true(compared > COUNT_OF(from_sql_cases) - 3);
}

static void parameters_become_literals(void **state)
{
    struct place *p = *state;
    const struct query *q;

    assert_int_equal(convert_tree(p, tree_of(p, "SELECT id FROM sales WHERE region = ? AND units > ? AND day < ?"),
                                  "[\"West\", 2, \"2024-03-01\"]", &q),
                     0);
    is_query(p, q,
             "{'from':[{'table':'sales'}],'where':[{'op':'=','args':[{'column':'region'},{'value':'West'}]},"
             "{'op':'>','args':[{'column':'units'},{'value':2}]},{'op':'<','args':[{'column':'day'},"
             "{'value':'2024-03-01','type':'date'}]}],'select':[{'column':'id'}]}");
    assert_int_equal(convert_tree(p, tree_of(p, "SELECT id FROM sales WHERE units > ?"), NULL, &q), -1);
    assert_string_equal(p->err.message, "The SQL has a parameter that was not given, which a query here cannot say.");
}

/* The engine writes members at their default only when it is asked to. */
static void a_tree_with_every_member_is_the_same(void **state)
{
    struct place *p = *state;
    const char *sql = "SELECT region, count(*) AS n FROM sales AS s WHERE units > 1 GROUP BY region UNION ALL "
                      "SELECT DISTINCT manager, 1 FROM managers ORDER BY 2 DESC LIMIT 4";
    const char *ask = arena_printf(p->arena, "SELECT json_serialize_sql('%s')", sql);
    const struct query *bare = must_convert(p, sql), *full;
    struct json *rows, *tree;
    const char *text;

    assert_int_equal(query_engines_select(p->engines, p->arena, ask, NULL, &rows, &p->err), 0);
    text = json_text(json_at(json_at(rows, 0), 0), NULL);
    assert_int_equal(json_parse(p->arena, text, strlen(text), &tree, &p->err), 0);
    assert_int_equal(convert_tree(p, tree, NULL, &full), 0);
    assert_true(query_same(bare, full));
}

/* ---- what it is not ---- */

static const struct {
    const char *sql, *construct;
} refused[] = {
    { "SELECT 1", "a SELECT without FROM" },
    { "VALUES (1), (2)", "VALUES" },
    { "SELECT * FROM (VALUES (1)) v(x)", "VALUES" },
    { "SELECT * FROM range(3)", "in FROM TABLE_FUNCTION" },
    { "SELECT id FROM sales FULL JOIN managers USING (region)", "a join of the kind REGULAR FULL" },
    { "SELECT id FROM sales SEMI JOIN managers USING (region)", "a join of the kind REGULAR SEMI" },
    { "SELECT id FROM sales POSITIONAL JOIN managers", "a join of the kind POSITIONAL INNER" },
    { "SELECT p.kind FROM managers m JOIN sales s ON true RIGHT JOIN products p ON p.product = s.product",
      "a RIGHT JOIN of a join" },
    { "SELECT p.kind FROM products p LEFT JOIN (sales s JOIN managers m ON true) ON p.product = s.product",
      "an outer join with a join" },
    { "SELECT id FROM sales TABLESAMPLE 10%", "TABLESAMPLE" },
    { "SELECT region FROM sales GROUP BY ROLLUP (region, product)", "GROUP BY of several groupings" },
    { "SELECT id FROM sales LIMIT 10%", "the modifier 'LIMIT_PERCENT_MODIFIER'" },
    { "SELECT id FROM sales LIMIT (SELECT 1 FROM managers)", "a LIMIT that is worked out" },
    { "SELECT id FROM sales LIMIT 0", "LIMIT 0" },
    { "SELECT region FROM sales EXCEPT ALL SELECT region FROM managers", "INTERSECT ALL or EXCEPT ALL" },
    { "SELECT region FROM sales UNION BY NAME SELECT region FROM managers", "the set operation 'UNION_BY_NAME'" },
    { "SELECT id FROM sales UNION SELECT units FROM sales ORDER BY id + 1",
      "ORDER BY an expression behind a set operation" },
    { "WITH RECURSIVE t AS (SELECT id FROM sales UNION ALL SELECT id + 1 FROM t) SELECT id FROM t", "WITH RECURSIVE" },
    { "SELECT string_agg(region, ',') FROM sales", "the aggregate 'string_agg'" },
    { "SELECT first(region) FROM sales", "the aggregate 'first'" },
    { "SELECT sum(paid) FROM sales", "reckoning with dates or truth values" },
    { "SELECT id, sum(units) OVER (ORDER BY region) FROM sales", "a running total in an order with equals" },
    { "SELECT id, ntile(2) OVER (ORDER BY id) FROM sales", "the window 'ntile'" },
    { "SELECT id, sum(units) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM sales",
      "a window's frame" },
    { "SELECT id FROM sales QUALIFY rank() OVER (ORDER BY units) <= 1",
      "QUALIFY but of row_number() and nothing behind it" },
    { "SELECT id FROM sales WHERE region SIMILAR TO 'W.*'", "the function 'regexp_full_match'" },
    { "SELECT random() FROM sales", "the function 'random'" },
    { "SELECT COLUMNS('r.*') FROM sales", "a star with changes" },
    { "SELECT * REPLACE (1 AS id) FROM sales", "a star with changes" },
    { "SELECT id FROM sales WHERE region IS DISTINCT FROM 'West'", "IS DISTINCT FROM" },
    { "SELECT units > ANY (SELECT id FROM sales) FROM sales", "ANY or ALL but as a condition" },
    { "SELECT id FROM sales WHERE units = 'many'", "a text compared with a integer" },
    { "SELECT id FROM sales WHERE day = 5", "a date compared with a integer" },
    { "SELECT day + INTERVAL 1 DAY FROM sales", "the function 'trunc'" },
    { "SELECT revenue // 2 FROM sales", "// of what may be no whole number" },
    { "SELECT substring(region, -2) FROM sales", "substring from before the first character" },
    { "SELECT strftime(day, '%B') FROM sales", "strftime with the format '%B'" },
    { "SELECT manager FROM managers m WHERE (SELECT sum(m.year) FROM sales) > 1",
      "an aggregate of an outer query's columns" },
    { "SELECT region FROM sales JOIN managers ON true", "a column that could be two" },
    { "SELECT 1 FROM sales, sales", "two tables of one name in FROM" },
    { "SELECT sum(units) OVER w FROM sales WINDOW w AS (PARTITION BY region ORDER BY region)",
      "a running total in an order with equals" },
};

static void what_does_not_fit_is_refused_by_name(void **state)
{
    struct place *p = *state;
    const struct query *q;

    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        const char *expected =
            arena_printf(p->arena, "The SQL has %s, which a query here cannot say.", refused[i].construct);
        if (convert(p, refused[i].sql, &q) == 0)
            fail_msg("%s: %s", refused[i].sql, text_of(p, query_to_json(p->arena, q)));
        assert_string_equal(p->err.message, expected);
        assert_int_equal(p->err.code, ERR_INVALID_QUERY);
    }
}

static void names_that_are_not_there_are_missing(void **state)
{
    static const char *const cases[][2] = {
        { "SELECT profit FROM sales", "no column 'profit'" },
        { "SELECT s.profit FROM sales s", "no column 'profit'" },
        { "SELECT x.id FROM sales s", "no column 'x.id'" },
        { "SELECT id FROM nowhere", "no table 'nowhere'" },
        { "SELECT id FROM sales, (SELECT region FROM managers WHERE year > id) m", "no column 'id'" },
        { "WITH w AS (SELECT region FROM managers WHERE year > id) SELECT id FROM sales WHERE region IN "
          "(SELECT region FROM w)",
          "no column 'id'" },
    };
    struct place *p = *state;
    const struct query *q;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(convert(p, cases[i][0], &q), -1);
        assert_string_equal(p->err.message, cases[i][1]);
        assert_int_equal(p->err.code, ERR_MISSING_COLUMN);
    }
}

static void what_is_no_select_is_refused(void **state)
{
    struct place *p = *state;
    const struct query *q;

    assert_int_equal(convert(p, "SELECT id FROM sales; SELECT 1", &q), -1);
    assert_int_equal(p->err.code, ERR_INVALID_QUERY);
    assert_int_equal(convert(p, "SELECT FROM WHERE", &q), -1);
    assert_int_equal(p->err.code, ERR_SQL_SYNTAX);
    assert_int_equal(convert_tree(p, NULL, NULL, &q), -1);
}

/* ---- bounds ---- */

/* "before" so many times, the middle, "behind" as often. */
static const char *nested(struct place *p, const char *before, const char *middle, const char *behind, size_t n)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    for (size_t i = 0; i < n; i++)
        buf_adds(&b, before);
    buf_adds(&b, middle);
    for (size_t i = 0; i < n; i++)
        buf_adds(&b, behind);
    return arena_dup(p->arena, b.p, b.n);
}

static void is_too_large(struct place *p, const char *sql)
{
    const struct query *q;

    assert_int_equal(convert(p, sql, &q), -1);
    assert_int_equal(p->err.code, ERR_TOO_LARGE);
}

static void depth_and_size_are_bounded(void **state)
{
    struct place *p = *state;

    must_convert(p, nested(p, "SELECT id FROM (", "SELECT id FROM sales", ") t", 10));
    is_too_large(p, nested(p, "SELECT id FROM (", "SELECT id FROM sales", ") t", QUERY_DEPTH));
    must_convert(p, arena_printf(p->arena, "SELECT %s FROM sales", nested(p, "abs(", "units", ")", QUERY_DEPTH - 1)));
    is_too_large(p, arena_printf(p->arena, "SELECT %s FROM sales", nested(p, "abs(", "units", ")", QUERY_DEPTH)));
    must_convert(p, arena_printf(p->arena, "SELECT id FROM sales WHERE units IN (1%s)", nested(p, ", 2", "", "", 500)));
    is_too_large(
        p, arena_printf(p->arena, "SELECT id FROM sales WHERE units IN (1%s)", nested(p, ", 2", "", "", QUERY_NODES)));
    must_convert(p,
                 arena_printf(p->arena, "SELECT id FROM sales WHERE id = 1%s", nested(p, " OR id = 2", "", "", 300)));
}

/* Each WITH clause names the one before it twice, so that there would be 2 to the 30 queries. */
static void with_clauses_do_not_multiply(void **state)
{
    struct place *p = *state;
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    buf_adds(&b, "WITH w0 AS (SELECT id FROM sales)");
    for (int i = 1; i <= 30; i++)
        buf_addf(&b, ", w%d AS (SELECT a.id FROM w%d a JOIN w%d b ON a.id = b.id)", i, i - 1, i - 1);
    buf_adds(&b, " SELECT id FROM w30");
    is_too_large(p, b.p);
}

/* ---- trees that no engine gives ---- */

static uint32_t seed = 20240105;

static size_t below(size_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return n > 0 ? (seed >> 8) % n : 0;
}

static size_t count_nodes(const struct json *v)
{
    size_t n = 1;

    for (size_t i = 0; i < json_len(v); i++)
        n += count_nodes(json_at(v, i));
    return n;
}

/* The tree with its node number *at replaced. */
static struct json *replaced(struct arena *a, const struct json *v, size_t *at, struct json *other)
{
    struct json *made;

    if ((*at)-- == 0)
        return other;
    if (json_is(v, JSON_ARRAY)) {
        made = json_array(a);
        for (size_t i = 0; i < json_len(v); i++)
            json_push(a, made, replaced(a, json_at(v, i), at, other));
        return made;
    }
    if (!json_is(v, JSON_OBJECT))
        return json_copy(a, v);
    made = json_object(a);
    for (size_t i = 0; i < json_len(v); i++)
        json_set(a, made, json_key_at(v, i, NULL), replaced(a, json_at(v, i), at, other));
    return made;
}

static const struct json *node_at(const struct json *v, size_t *at)
{
    const struct json *found = NULL;

    if ((*at)-- == 0)
        return v;
    for (size_t i = 0; i < json_len(v) && !found; i++)
        found = node_at(json_at(v, i), at);
    return found;
}

/* Another value in some place: nothing, a word, a number, an empty list, or a part of the tree itself. */
static struct json *other_value(struct arena *a, const struct json *tree)
{
    size_t at = below(count_nodes(tree));

    switch (below(6)) {
    case 0:
        return json_null(a);
    case 1:
        return json_str(a, "SUBQUERY");
    case 2:
        return json_int(a, (int64_t)below(100000) - 5);
    case 3:
        return json_array(a);
    case 4:
        return json_object(a);
    default:
        return json_copy(a, node_at(tree, &at));
    }
}

static void changed_trees_never_do_harm(void **state)
{
    struct place *p = *state;
    struct arena *whole = p->arena;

    for (size_t i = 0; i < COUNT_OF(from_sql_cases); i++) {
        const struct json *tree = tree_of(p, from_sql_cases[i].sql);
        for (size_t turn = 0; turn < 60; turn++) {
            struct arena *a CLEANUP(arena_cleanup) = arena_new();
            size_t at = below(count_nodes(tree));
            struct json *changed = replaced(a, tree, &at, other_value(a, tree));
            const struct query *q;
            p->arena = a;
            if (convert_tree(p, changed, NULL, &q) == 0)
                assert_non_null(query_to_json(a, q));
            p->arena = whole;
        }
    }
}

/* A tree without one of its members, each in turn. */
static void trees_cut_short_never_do_harm(void **state)
{
    struct place *p = *state;
    struct arena *whole = p->arena;

    for (size_t i = 0; i < COUNT_OF(from_sql_cases); i++) {
        const struct json *tree = tree_of(p, from_sql_cases[i].sql);
        for (size_t n = count_nodes(tree), k = 0; k < n; k += 7) {
            struct arena *a CLEANUP(arena_cleanup) = arena_new();
            size_t at = k;
            const struct query *q;
            p->arena = a;
            if (convert_tree(p, replaced(a, tree, &at, NULL), NULL, &q) == 0)
                assert_non_null(query_to_json(a, q));
            p->arena = whole;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_construct_is_what_the_form_has),
        cmocka_unit_test(each_construct_gives_the_rows_of_its_sql),
        cmocka_unit_test(parameters_become_literals),
        cmocka_unit_test(a_tree_with_every_member_is_the_same),
        cmocka_unit_test(what_does_not_fit_is_refused_by_name),
        cmocka_unit_test(names_that_are_not_there_are_missing),
        cmocka_unit_test(what_is_no_select_is_refused),
        cmocka_unit_test(depth_and_size_are_bounded),
        cmocka_unit_test(with_clauses_do_not_multiply),
        cmocka_unit_test(changed_trees_never_do_harm),
        cmocka_unit_test(trees_cut_short_never_do_harm),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
