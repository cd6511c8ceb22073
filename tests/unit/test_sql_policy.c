/* test_sql_policy.c - blocked columns: what a query that means one is told, and what is nobody's business.
 *
 * The engine's tables are made here without the columns, as the loader would have made them.
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "data/dataset.h"
#include "data/engine/engine.h"
#include "data/engine/engine_node.h"
#include "data/pii/column_policy.h"
#include "grid/table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct column people_columns[] = { { .name = "id" }, { .name = "region" }, { .name = "units" } };
static struct column orders_columns[] = { { .name = "id" }, { .name = "amount" }, { .name = "contact" } };
static const struct table tables[] = {
    { .name = "people", .columns = people_columns, .n_columns = COUNT_OF(people_columns) },
    { .name = "orders", .columns = orders_columns, .n_columns = COUNT_OF(orders_columns) },
};

#define BY_NAME "its name says that it holds e-mail addresses"
static const struct blocked_column blocked[] = {
    { "people", "Email", "email", BY_NAME, "Email", false },
    { "people", "contact", "phone", "what stands in it looks like telephone numbers", "contact", false },
    { "people", "pay", "pay", "its name has 'pay' in it, which is blocked", "pay", false },
    { "orders", "note", "allowed_columns", "it is not one of the columns that were allowed", "note", false },
};

struct place {
    struct engine *engine;
    struct arena *arena;
    struct err err;
};

static void make(struct place *p, const char *sql)
{
    duckdb_connection con;
    duckdb_result result;

    assert_int_equal(p->engine->api->connect(p->engine->db, &con), DuckDBSuccess);
    if (p->engine->api->query(con, sql, &result) != DuckDBSuccess)
        fail_msg("%s", p->engine->api->result_error(&result));
    p->engine->api->destroy_result(&result);
    p->engine->api->disconnect(&con);
}

static int set_up(void **state)
{
    struct place *p = calloc(1, sizeof *p);

    p->arena = arena_new();
    assert_int_equal(engine_open(0, &p->engine, &p->err), 0);
    make(p, "CREATE TABLE people AS SELECT * FROM (VALUES (1, 'North', 10), (2, 'South', 20)) v(id, region, units)");
    make(p, "CREATE TABLE orders AS SELECT * FROM (VALUES (1, 2.5, 'desk'), (1, 4.0, 'web')) v(id, amount, contact)");
    engine_blocked(p->engine, blocked, COUNT_OF(blocked));
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    struct place *p = *state;

    engine_close(p->engine);
    arena_free(p->arena);
    free(p);
    return 0;
}

static int run(struct place *p, const char *sql, struct dataset_rows *rows)
{
    struct dataset_query q = { .sql = sql, .row_limit = 100 };

    return engine_query(p->engine, tables, COUNT_OF(tables), &q, NULL, p->arena, rows, &p->err);
}

/* Queries that name a blocked column in every place the grammar has for one. */
static const char *const naming[] = {
    "SELECT email FROM people",
    "SELECT \"EMAIL\" FROM people",
    "SELECT people.email FROM people",
    "SELECT p.email FROM people p",
    "SELECT main.people.email FROM people",
    "FROM people SELECT email",
    "SELECT email AS email FROM people",
    "SELECT email AS harmless FROM people",
    "SELECT id FROM people WHERE email LIKE '%@%'",
    "SELECT count(*) FROM people GROUP BY email",
    "SELECT count(*) FROM people GROUP BY ROLLUP (email)",
    "SELECT id FROM people ORDER BY email",
    "SELECT id FROM people GROUP BY ALL HAVING max(email) > ''",
    "SELECT id FROM people QUALIFY row_number() OVER (ORDER BY email) = 1",
    "SELECT DISTINCT ON (email) id FROM people",
    "SELECT id FROM people LIMIT (SELECT length(min(email)) FROM people)",
    "SELECT sum(units) OVER (PARTITION BY email) FROM people",
    "SELECT sum(units) OVER w FROM people WINDOW w AS (ORDER BY email)",
    "SELECT sum(units) FILTER (WHERE email IS NULL) FROM people",
    "SELECT list(units ORDER BY email) FROM people",
    "SELECT min_by(email, id) FROM people",
    "SELECT CAST(email AS BLOB) FROM people",
    "SELECT email::VARCHAR || '' FROM people",
    "SELECT concat('a', email) FROM people",
    "SELECT CASE WHEN email IS NULL THEN 1 END FROM people",
    "SELECT email.lower() FROM people",
    "SELECT email[1:3] FROM people",
    "SELECT [email] FROM people",
    "SELECT {'a': email} FROM people",
    "SELECT struct_pack(a := email) FROM people",
    "SELECT struct_extract(people, 'email') FROM people",
    "SELECT people['email'] FROM people",
    "SELECT (people).email FROM people",
    "SELECT p.id FROM people p JOIN people q USING (email)",
    "SELECT p.id FROM people p JOIN orders o ON o.contact = p.email",
    "SELECT * EXCLUDE (email) FROM people",
    "SELECT * EXCLUDE (people.email) FROM people",
    "SELECT * REPLACE (upper(email) AS region) FROM people",
    "SELECT * REPLACE (1 AS email) FROM people",
    "SELECT * RENAME (email AS x) FROM people",
    "SELECT COLUMNS('^em') FROM people",
    "SELECT COLUMNS(c -> c = 'email') FROM people",
    "SELECT COLUMNS(['email', 'id']) FROM people",
    "SELECT * LIKE 'E%' FROM people",
    "SELECT * FROM people UNPIVOT (v FOR n IN (email, region))",
    "UNPIVOT people ON email, region INTO NAME n VALUE v",
    "SELECT * FROM people PIVOT (count(*) FOR email IN ('x'))",
    "SELECT * FROM people PIVOT (count(*) FOR region IN ('x') GROUP BY email)",
    "SELECT e FROM (SELECT email AS e FROM people)",
    "SELECT email FROM (SELECT * FROM people)",
    "WITH x AS (SELECT * FROM people) SELECT email FROM x",
    "WITH x(a) AS (SELECT email FROM people) SELECT a FROM x",
    "SELECT (SELECT email FROM people LIMIT 1)",
    "SELECT id FROM orders o WHERE EXISTS (FROM people p WHERE p.email = o.contact)",
    "SELECT id FROM people WHERE (id, email) IN (SELECT id, contact FROM orders)",
    "SELECT id FROM people UNION SELECT email FROM people",
    "SELECT * FROM people, LATERAL (SELECT email)",
    "SELECT unnest([email]) FROM people",
    "SELECT list_transform([1], lambda x: email) FROM people",
    "SELECT grouping(email) FROM people GROUP BY CUBE (email)",
    "SELECT * FROM orders ASOF JOIN people ON people.email >= orders.contact",
    "SELECT any_value(email) AS email, 1 AS region FROM people ORDER BY email",
};

static void a_query_that_names_a_blocked_column_is_refused_with_the_reason(void **state)
{
    struct place *p = *state;
    struct dataset_rows rows;

    for (size_t i = 0; i < COUNT_OF(naming); i++) {
        if (run(p, naming[i], &rows) == 0)
            fail_msg("'%s' was run", naming[i]);
        if (p->err.code != ERR_POLICY_VIOLATION ||
            strcmp(p->err.message, "The column 'Email' may not be read: " BY_NAME ".") != 0)
            fail_msg("'%s': %s %s | %s", naming[i], err_name(p->err.code), p->err.message, p->err.detail);
        assert_string_equal(p->err.rule, "blocked_patterns");
        assert_string_equal(p->err.reason, "The query names a column that the pattern email blocks.");
        assert_true(p->err.action[0] != '\0');
    }
}

static void the_reason_for_the_log_has_no_word_of_the_person(void **state)
{
    struct place *p = *state;
    struct dataset_rows rows;

    assert_int_equal(run(p, "SELECT pay FROM people", &rows), -1);
    assert_string_equal(p->err.message,
                        "The column 'pay' may not be read: its name has 'pay' in it, which is blocked.");
    assert_string_equal(p->err.rule, "blocked_patterns");
    assert_string_equal(p->err.reason, "The query names a column that a pattern blocks.");
    assert_int_equal(run(p, "SELECT note FROM orders", &rows), -1);
    assert_string_equal(p->err.rule, "allowed_columns");
    assert_string_equal(p->err.reason, "The query names a column that is not one of those allowed.");
    assert_int_equal(run(p, "SELECT * FROM read_text('/etc/passwd')", &rows), -1);
    assert_string_equal(p->err.rule, "functions");
    assert_int_equal(run(p, "SELECT * FROM '/etc/passwd'", &rows), -1);
    assert_string_equal(p->err.rule, "tables");
    assert_int_equal(run(p, "DROP TABLE people", &rows), -1);
    assert_string_equal(p->err.rule, "one_select");
    assert_int_equal(run(p, "SELECT 1; SELECT 2", &rows), -1);
    assert_string_equal(p->err.rule, "one_select");
}

static const char *left_out(struct place *p, const struct dataset_rows *rows)
{
    struct buf b CLEANUP(buf_done) = BUF(4096);

    for (size_t i = 0; i < json_len(rows->left_out); i++)
        buf_addf(&b, "%s%s.%s", i ? " " : "", json_get_text(json_at(rows->left_out, i), "table"),
                 json_get_text(json_at(rows->left_out, i), "column"));
    return arena_str(p->arena, b.p);
}

#define PEOPLE "people.Email people.contact people.pay"
static const struct {
    const char *sql, *left_out;
} whole[] = {
    { "SELECT * FROM people", PEOPLE },
    { "FROM people", PEOPLE },
    { "TABLE people", PEOPLE },
    { "SELECT people.* FROM people, orders", PEOPLE },
    { "SELECT o.* FROM people p, orders o", "orders.note" },
    { "SELECT * FROM people p JOIN orders o ON o.id = p.id", PEOPLE " orders.note" },
    { "SELECT people FROM people", PEOPLE },
    { "SELECT p FROM people AS p", PEOPLE },
    { "SELECT to_json(p)->>'email' FROM people p", PEOPLE },
    { "SELECT row_to_json(people) FROM people", PEOPLE },
    { "SELECT hash(p), list(p) FROM people p GROUP BY p", PEOPLE },
    { "SELECT (SELECT p) FROM people p", PEOPLE },
    { "SELECT unnest(p) FROM people p", PEOPLE },
    { "SELECT COLUMNS('.*') FROM people", PEOPLE },
    { "SELECT COLUMNS('id|email') FROM people", PEOPLE },
    { "SELECT COLUMNS(c -> c <> 'id') FROM people", PEOPLE },
    { "SELECT min(COLUMNS(*)) FROM people", PEOPLE },
    { "SELECT #2 FROM people", PEOPLE },
    { "SELECT b FROM people AS x(a, b)", PEOPLE },
    { "SELECT * EXCLUDE (id) FROM people", PEOPLE },
    { "SELECT id FROM (SELECT * FROM people)", PEOPLE },
    { "WITH x AS (FROM people) SELECT id FROM x", PEOPLE },
    { "SELECT id FROM people WHERE id IN (SELECT id FROM (FROM orders))", "orders.note" },
    { "SELECT * FROM people PIVOT (sum(units) FOR region IN ('North'))", PEOPLE },
    { "UNPIVOT people ON COLUMNS(* EXCLUDE (region)) INTO NAME n VALUE v", PEOPLE },
    { "SELECT * FROM people POSITIONAL JOIN orders", PEOPLE " orders.note" },
    { "SELECT * FROM people UNION ALL BY NAME SELECT * FROM people", PEOPLE },
};

static void a_query_for_everything_is_told_what_was_left_out(void **state)
{
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(whole); i++) {
        struct dataset_rows rows;
        if (run(p, whole[i].sql, &rows))
            fail_msg("'%s': %s | %s", whole[i].sql, p->err.message, p->err.detail);
        if (strcmp(left_out(p, &rows), whole[i].left_out) != 0)
            fail_msg("'%s' left out %s", whole[i].sql, left_out(p, &rows));
    }
}

/* The word is the query's own, or another table's column, or only a text. */
static const char *const harmless[] = {
    "SELECT region AS email FROM people",
    "SELECT region AS email FROM people ORDER BY email",
    "SELECT region AS email, upper(email) FROM people",
    "SELECT email FROM (SELECT region AS email FROM people)",
    "WITH x(email) AS (SELECT region FROM people) SELECT x.email FROM x",
    "SELECT * FROM (SELECT region AS email FROM people)",
    "SELECT email FROM (VALUES ('a')) v(email)",
    "SELECT * EXCLUDE (email) FROM (SELECT id, region AS email FROM people)",
    "SELECT list_transform([1, 2], lambda email: email + 1) FROM people",
    "SELECT {'email': region}.email FROM people",
    "SELECT 'email' FROM people",
    "SELECT region FROM people WHERE region = 'email'",
    "SELECT count(*) FROM people",
    "SELECT region FROM people ORDER BY ALL",
    "SELECT region, sum(units) FROM people GROUP BY ALL ORDER BY ALL",
    "SELECT contact FROM orders",
    "SELECT o.contact FROM orders o JOIN people p ON p.id = o.id",
    "SELECT email.id FROM people email",
    "SELECT id -- email\n FROM people",
};

static void a_word_of_the_querys_own_is_harmless(void **state)
{
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(harmless); i++) {
        struct dataset_rows rows;
        if (run(p, harmless[i], &rows))
            fail_msg("'%s': %s | %s", harmless[i], p->err.message, p->err.detail);
        if (json_len(rows.left_out) != 0)
            fail_msg("'%s' left out %s", harmless[i], left_out(p, &rows));
    }
}

/* The first row of a table without a header can give it such a name. */
static void a_column_whose_name_is_not_told_is_refused_by_its_name(void **state)
{
    static const struct blocked_column untold = { "people",       "column 4",
                                                  "phone",        "its name looks like what it may not hold",
                                                  "212-555-2368", false };
    struct place *p = *state;
    struct dataset_rows rows;

    engine_blocked(p->engine, &untold, 1);
    assert_int_equal(run(p, "SELECT \"212-555-2368\" FROM people", &rows), -1);
    assert_int_equal(p->err.code, ERR_POLICY_VIOLATION);
    assert_string_equal(p->err.message,
                        "The column 'column 4' may not be read: its name looks like what it may not hold.");
    assert_int_equal(run(p, "SELECT \"column 4\" FROM people", &rows), -1);
    assert_int_equal(p->err.code, ERR_MISSING_COLUMN);
}

static void a_natural_join_over_a_blocked_column_is_refused(void **state)
{
    struct place *p = *state;
    struct dataset_rows rows;

    assert_int_equal(run(p, "SELECT units FROM people NATURAL JOIN orders", &rows), -1);
    assert_int_equal(p->err.code, ERR_POLICY_VIOLATION);
    assert_non_null(strstr(p->err.message, "'contact'"));
    assert_int_equal(run(p, "SELECT a.units FROM people a NATURAL JOIN people b", &rows), -1);
    assert_int_equal(p->err.code, ERR_POLICY_VIOLATION);
    assert_int_equal(run(p, "SELECT units FROM people NATURAL JOIN (SELECT 1 AS id)", &rows), 0);
}

static void a_mistake_beside_an_own_word_stays_a_mistake(void **state)
{
    struct place *p = *state;
    struct dataset_rows rows;

    assert_int_equal(run(p, "SELECT region AS email, unts FROM people ORDER BY email", &rows), -1);
    assert_int_equal(p->err.code, ERR_MISSING_COLUMN);
    assert_int_equal(run(p, "SELECT email FROM orders", &rows), -1);
    assert_int_equal(p->err.code, ERR_MISSING_COLUMN);
    assert_int_equal(run(p, "SELECT unts FROM people WHERE region = 'email'", &rows), -1);
    assert_int_equal(p->err.code, ERR_MISSING_COLUMN);
    assert_int_equal(run(p, "SELECT email FROM", &rows), -1);
    assert_int_equal(p->err.code, ERR_SQL_SYNTAX);
}

/* Every one reads or changes more than its arguments. */
static const char *const functions[] = {
    "getenv('HOME')",
    "GetEnv('HOME')",
    "('HOME').getenv()",
    "main.\"getvariable\"('x')",
    "current_setting('threads')",
    "current_query()",
    "version()",
    "current_database()",
    "current_role()",
    "txid_current()",
    "pg_get_viewdef(1)",
    "has_table_privilege('people', 'SELECT')",
    "stats(id)",
    "vector_type(id)",
    "json_serialize_sql('SELECT 1')",
    "json_deserialize_sql('{}')",
    "setseed(0.5)",
    "nextval('s')",
    "write_log('x')",
    "__internal_compress_string_utinyint('a')",
    "finalize(1)",
    "inet_client_addr()",
    "duckdb_settings()",
    "read_text('/etc/passwd')",
};

static void functions_that_reach_beyond_their_arguments_are_refused(void **state)
{
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        struct dataset_rows rows;
        if (run(p, arena_printf(p->arena, "SELECT %s FROM people", functions[i]), &rows) == 0)
            fail_msg("'%s' was run", functions[i]);
        if (p->err.code != ERR_POLICY_VIOLATION)
            fail_msg("'%s': %s %s", functions[i], err_name(p->err.code), p->err.message);
        assert_string_equal(p->err.rule, "functions");
    }
}

/* What the engine would take for a file, an address, or a view of its own. */
static const char *const names[] = {
    "'/etc/passwd'",
    "'x.csv'",
    "'data.parquet'",
    "\"people.json\"",
    "'https://example.org/x.csv'",
    "'s3://bucket/x'",
    "'*.csv'",
    "duckdb_settings",
    "duckdb_tables",
    "sqlite_master",
    "pragma_database_list",
    "pg_class",
    "information_schema.tables",
    "pg_catalog.pg_class",
    "system.main.people",
    "temp.main.people",
    "other.people",
};

static void names_of_things_outside_are_refused(void **state)
{
    struct place *p = *state;

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct dataset_rows rows;
        if (run(p, arena_printf(p->arena, "SELECT * FROM %s", names[i]), &rows) == 0)
            fail_msg("'%s' was read", names[i]);
        if (p->err.code != ERR_POLICY_VIOLATION)
            fail_msg("'%s': %s %s", names[i], err_name(p->err.code), p->err.message);
        assert_string_equal(p->err.rule, "tables");
        assert_null(strstr(p->err.message, "/"));
    }
}

static void the_row_limit_holds_whatever_the_query_says(void **state)
{
    struct place *p = *state;
    struct dataset_rows rows;

    assert_int_equal(run(p, "SELECT * FROM range(1000) LIMIT 500", &rows), 0);
    assert_int_equal(json_len(rows.rows), 100);
    assert_true(rows.truncated);
    assert_int_equal(run(p, "SELECT * FROM range(1000) LIMIT 100", &rows), 0);
    assert_int_equal(json_len(rows.rows), 100);
    assert_false(rows.truncated);
}

/* ---- bounds ---- */

static void a_result_has_a_bound_in_bytes(void **state)
{
    struct place *p = *state;
    const char *sql = "SELECT repeat('x', 1000) AS t FROM people a, people b, people c, people d, people e, people f";
    struct dataset_rows rows;

    assert_int_equal(run(p, sql, &rows), 0); /* 64 rows */
    assert_int_equal(json_len(rows.rows), 64);
    p->engine->result_bytes = 64000;
    assert_int_equal(run(p, sql, &rows), -1);
    assert_int_equal(p->err.code, ERR_RESOURCE_EXHAUSTED);
    assert_string_equal(p->err.message, "The result is too large.");
    assert_int_equal(run(p, "SELECT 1", &rows), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_query_that_names_a_blocked_column_is_refused_with_the_reason),
        TEST(the_reason_for_the_log_has_no_word_of_the_person),
        TEST(a_query_for_everything_is_told_what_was_left_out),
        TEST(a_word_of_the_querys_own_is_harmless),
        TEST(a_column_whose_name_is_not_told_is_refused_by_its_name),
        TEST(a_natural_join_over_a_blocked_column_is_refused),
        TEST(a_mistake_beside_an_own_word_stays_a_mistake),
        TEST(functions_that_reach_beyond_their_arguments_are_refused),
        TEST(names_of_things_outside_are_refused),
        TEST(the_row_limit_holds_whatever_the_query_says),
        TEST(a_result_has_a_bound_in_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
