/* test_dataset_sql.c - what SQL may do: what is refused and why, what is answered, and that it can be stopped. */
#include "base/cancel.h"
#include "base/world.h"
#include "dataset_place.h"
#include <pthread.h>
#include <time.h>

/* Every one tries to leave the tables, change them, or do more than one thing. */
static const char *const attacks[] = {
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_csv_auto('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_json('/etc/passwd')",
    "SELECT * FROM read_parquet('/etc/passwd')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT (SELECT count(*) FROM glob('/etc/*')) FROM sales",
    "SELECT * FROM sales WHERE region IN (SELECT content FROM read_text('/etc/passwd'))",
    "SELECT sum(units) FILTER (WHERE EXISTS (FROM read_text('/etc/passwd'))) FROM sales",
    "SELECT * FROM sales ORDER BY (SELECT size FROM read_blob('/etc/passwd'))",
    "WITH x AS (SELECT * FROM read_text('/etc/passwd')) SELECT * FROM x",
    "FROM sales, LATERAL (SELECT * FROM read_text('/etc/passwd'))",
    "SELECT getenv('HOME')",
    "SELECT current_setting('secret_directory')",
    "SELECT write_log('x')",
    "SELECT * FROM query('SELECT 1')",
    "SELECT * FROM query_table('sales')",
    "SELECT json_serialize_plan('SELECT 1')",
    "SELECT * FROM enable_logging(storage='file', storage_config={'path':'/tmp/x'})",
    "SELECT * FROM duckdb_settings()",
    "SELECT * FROM duckdb_secrets()",
    "SELECT * FROM pragma_version()",
    "SELECT * FROM checkpoint()",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM pg_catalog.pg_class",
    "SELECT * FROM system.main.duckdb_tables",
    "SELECT sql FROM sqlite_master, (WITH sqlite_master AS (SELECT 1) SELECT * FROM sqlite_master) x",
    "SELECT * FROM '/etc/passwd', (WITH \"/etc/passwd\" AS (SELECT 1) FROM \"/etc/passwd\") x",
    "COPY sales TO '/tmp/out.csv'",
    "COPY (SELECT 1) TO '/tmp/out.csv'",
    "ATTACH '/tmp/x.db'",
    "ATTACH ':memory:' AS m",
    "DETACH memory",
    "PRAGMA database_list",
    "PRAGMA table_info('sales')",
    "PRAGMA enable_profiling",
    "SET memory_limit='100GB'",
    "SET lock_configuration=false",
    "RESET threads",
    "INSTALL httpfs",
    "LOAD httpfs",
    "EXPLAIN SELECT 1",
    "EXPLAIN ANALYZE SELECT 1",
    "DESCRIBE sales",
    "SHOW TABLES",
    "SUMMARIZE sales",
    "SELECT * FROM (DESCRIBE sales)",
    "CALL pragma_version()",
    "CREATE TABLE x(a INT)",
    "CREATE VIEW v AS SELECT 1",
    "CREATE MACRO f(x) AS x",
    "INSERT INTO sales VALUES ('x', NULL, 1, 1, true, '')",
    "UPDATE sales SET units = 0",
    "DELETE FROM sales",
    "DROP TABLE sales",
    "ALTER TABLE sales ADD COLUMN x INT",
    "TRUNCATE sales",
    "BEGIN",
    "CHECKPOINT",
    "VACUUM",
    "EXPORT DATABASE '/tmp/x'",
    "IMPORT DATABASE '/tmp/x'",
    "PREPARE p AS SELECT 1",
    "EXECUTE p",
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP TABLE sales",
    "SELECT 1 /* ; */ ; -- \n DROP TABLE sales",
    "",
    " ; ",
    "-- nothing",
};

static void sql_that_reaches_out_is_refused(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);
    struct dataset_rows rows;

    for (size_t i = 0; i < COUNT_OF(attacks); i++) {
        if (run(p, ds, attacks[i], 10, &rows) == 0)
            fail_msg("'%s' was run", attacks[i]);
        if (p->err.code != ERR_POLICY_VIOLATION)
            fail_msg("'%s': %s %s | %s", attacks[i], err_name(p->err.code), p->err.message, p->err.detail);
        assert_true(p->err.action[0] != '\0');
    }
    gives(p, ds, "SELECT count(*), sum(units) FROM sales", "[[3,30]]");
    dataset_release(ds);
}

static void a_file_named_as_a_table_is_no_table(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);

    fails(p, ds, "SELECT * FROM '/etc/passwd'", ERR_POLICY_VIOLATION,
          "The SQL uses '(a path)', which is not allowed here.");
    fails(p, ds, "SELECT * FROM '/etc/x.csv'", ERR_POLICY_VIOLATION,
          "The SQL uses '(a path)', which is not allowed here.");
    fails(p, ds, "SELECT * FROM duckdb_tables", ERR_POLICY_VIOLATION,
          "The SQL uses 'duckdb_tables', which is not allowed here.");
    fails(p, ds, "SELECT * FROM salse", ERR_MISSING_COLUMN, "no table 'salse'; did you mean 'sales'?");
    dataset_release(ds);
}

static void ordinary_sql_is_not_refused(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);

    gives(p, ds, "select Region, sum(UNITS) from SALES group by all order by 1;", "[[\"North\",10],[\"South\",20]]");
    gives(p, ds, "WITH x AS (SELECT units FROM main.sales), Y AS (SELECT * FROM X) SELECT sum(units) FROM y", "[[30]]");
    gives(p, ds, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT max(i) FROM n",
          "[[3]]");
    gives(p, ds, "FROM sales SELECT count(*) WHERE price > 0.15", "[[2]]");
    gives(p, ds, "(SELECT 1) UNION ALL (SELECT 2) ORDER BY 1", "[[1],[2]]");
    gives(p, ds, "VALUES (1, 'a')", "[[1,\"a\"]]");
    gives(p, ds, "SELECT a.units FROM sales a JOIN sales b USING (day) ORDER BY 1", "[[10],[20],[null]]");
    gives(p, ds, "SELECT sum(i) FROM range(5) r(i), unnest([1, 2]) u(j)", "[[20]]");
    gives(p, ds, "SELECT row_number() OVER (ORDER BY day), lag(units) OVER (ORDER BY day) FROM sales ORDER BY 1",
          "[[1,null],[2,10],[3,20]]");
    gives(p, ds, "SELECT * FROM (SELECT region, units FROM sales) PIVOT (sum(units) FOR region IN ('North', 'South'))",
          "[[10,20]]");
    gives(p, ds, "-- a comment; with a semicolon\nSELECT 'a; b' /* ; */", "[[\"a; b\"]]");
    gives(p, ds, "SELECT 'read_csv(1)', 'BASE_TABLE' AS type, {'type': 'SHOW_REF'}.type",
          "[[\"read_csv(1)\",\"BASE_TABLE\",\"SHOW_REF\"]]");
    dataset_release(ds);
}

static void errors_of_sql_name_the_fix(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);

    fails(p, ds, "SELECT unts FROM sales", ERR_MISSING_COLUMN, "no column 'unts'; did you mean 'units'?");
    fails(p, ds, "SELECT s.unts FROM sales s", ERR_MISSING_COLUMN, "no column 'unts'; did you mean 'units'?");
    fails(p, ds, "SELECT profit FROM sales", ERR_MISSING_COLUMN, "no column 'profit'");
    fails(p, ds, "SELEC 1", ERR_SQL_SYNTAX, "The SQL could not be understood near 'SELEC'.");
    fails(p, ds, "SELECT (1", ERR_SQL_SYNTAX, NULL);
    fails(p, ds, "SELECT no_such_function(1)", ERR_SQL_SYNTAX, NULL);
    fails(p, ds, "SELECT region, units FROM sales GROUP BY region", ERR_SQL_SYNTAX, NULL);
    fails(p, ds, "SELECT sum(region) FROM sales", ERR_TYPE_MISMATCH, NULL);
    fails(p, ds, "SELECT CAST(region AS INTEGER) FROM sales", ERR_TYPE_MISMATCH,
          "A value could not be converted to the type the SQL asks for.");
    fails(p, ds, "SELECT 9223372036854775807 + units FROM sales", ERR_TYPE_MISMATCH, NULL);
    fails(p, ds, "SELECT 'x'::BLOB", ERR_TYPE_MISMATCH, "A column of the result has a type that cannot be shown.");
    /* what the data holds is for the log only */
    assert_null(strstr(p->err.message, "North"));
    dataset_release(ds);
}

static void the_values_of_errors_stay_in_the_log(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);

    fails(p, ds, "SELECT CAST(region AS INTEGER) FROM sales", ERR_TYPE_MISMATCH, NULL);
    assert_null(strstr(p->err.message, "North"));
    assert_null(strstr(p->err.action, "North"));
    assert_non_null(strstr(p->err.detail, "North"));
    dataset_release(ds);
}

static void parameters_keep_their_value(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);

    params_text = "[null, true, -7, \"it's\", 9223372036854775808, 0.1, 1e3, -12.50, 1.0]";
    gives(p, ds, "SELECT ?, ?, ?, ?, ?, ? + 0.2, ?, ?, ?",
          "[[null,true,-7,\"it's\",9223372036854775808,0.3,1000,-12.50,1]]");
    params_text = "[\"North\", \"2024-01-31\"]";
    gives(p, ds, "SELECT units FROM sales WHERE region = ? AND day = ?", "[[10]]");
    params_text = "[\"2024-02-01\", 0.2]";
    gives(p, ds, "SELECT units FROM sales WHERE day > ? AND price <= ?", "[[20]]");
    params_text = "[\"' OR 1=1 --\"]";
    gives(p, ds, "SELECT units FROM sales WHERE region = ?", "[]");
    params_text = "[1]";
    fails(p, ds, "SELECT 1", ERR_INVALID_INPUT, "The SQL has 0 placeholders and 1 values were given.");
    fails(p, ds, "SELECT ?", ERR_INVALID_INPUT, NULL);
    params_text = "[[1]]";
    fails(p, ds, "SELECT ?", ERR_INVALID_INPUT, "Value 1 cannot be used in SQL.");
    dataset_release(ds);
}

static void results_of_every_type_become_json(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);

    gives(p, ds,
          "SELECT 1::TINYINT, -1::SMALLINT, 2::UTINYINT, 3::USMALLINT, 4::UINTEGER, 18446744073709551615::UBIGINT, "
          "(-170141183460469231731687303715884105728)::HUGEINT, 340282366920938463463374607431768211455::UHUGEINT",
          "[[1,-1,2,3,4,18446744073709551615,-170141183460469231731687303715884105728,"
          "340282366920938463463374607431768211455]]");
    gives(p, ds, "SELECT 0.5::FLOAT, 1e22, 'nan'::DOUBLE, '-inf'::DOUBLE, (-0.001)::DECIMAL(4,3), 0::DECIMAL(38,38)",
          "[[0.5,1e+22,null,null,-0.001,0.00000000000000000000000000000000000000]]");
    gives(p, ds,
          "SELECT TIME '01:02:03.5', TIMESTAMP_S '2024-01-01 00:00:00', TIMESTAMP_MS '1969-12-31 23:59:59.999', "
          "TIMESTAMP_NS '2024-01-01 00:00:00.123456789', TIMESTAMPTZ '2024-01-01 00:00:00+02'",
          "[[\"01:02:03.5\",\"2024-01-01T00:00:00\",\"1969-12-31T23:59:59.999\",\"2024-01-01T00:00:00.123456789\","
          "\"2023-12-31T22:00:00Z\"]]");
    gives(p, ds, "SELECT 'infinity'::DATE, '-infinity'::TIMESTAMP, DATE '-0044-03-15', DATE '20000-01-01'",
          "[[\"infinity\",\"-infinity\",\"-0044-03-15\",\"20000-01-01\"]]");
    gives(p, ds,
          "SELECT INTERVAL 14 MONTH + INTERVAL 1 DAY, INTERVAL (-90) MINUTE, INTERVAL 0 DAY, "
          "'00112233-4455-6677-8899-aabbccddeeff'::UUID",
          "[[\"14 months 1 day\",\"-01:30:00\",\"00:00:00\",\"00112233-4455-6677-8899-aabbccddeeff\"]]");
    gives(p, ds,
          "SELECT [1, NULL], [[0.10], []], {'a': 'x', 'b': [true]}, MAP {'k': DATE '2024-01-01'}, [1, 2]::INT[2]",
          "[[\"[1,null]\",\"[[0.10],[]]\",\"{\\\"a\\\":\\\"x\\\",\\\"b\\\":[true]}\","
          "\"[{\\\"key\\\":\\\"k\\\",\\\"value\\\":\\\"2024-01-01\\\"}]\",\"[1,2]\"]]");
    gives(p, ds, "SELECT NULL, NULL::INT[], ''", "[[null,null,\"\"]]");
    dataset_release(ds);
}

static void rows_stop_at_the_limit_and_say_so(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);
    static const struct {
        uint64_t limit;
        size_t rows;
        bool truncated;
    } cases[] = { { 0, 0, true }, { 1, 1, true }, { 5000, 5000, false }, { 4999, 4999, true }, { 5001, 5000, false } };
    struct dataset_rows rows;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(run(p, ds, "SELECT i FROM range(5000) r(i)", cases[i].limit, &rows), 0);
        assert_int_equal(json_len(rows.rows), cases[i].rows);
        assert_int_equal(rows.truncated, cases[i].truncated);
    }
    /* the rest is not computed: all of it would not fit in any memory */
    assert_int_equal(run(p, ds, "SELECT a.i FROM range(10000000) a(i), range(10000000) b(i)", 10, &rows), 0);
    assert_true(rows.truncated);
    dataset_release(ds);
}

static void what_is_too_large_for_a_cell_is_refused(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);
    struct dataset_rows rows;

    assert_int_equal(run(p, ds, "SELECT repeat('x', 1048576)", 10, &rows), 0);
    fails(p, ds, "SELECT repeat('x', 1048577)", ERR_RESOURCE_EXHAUSTED, "The result is too large.");
    assert_int_equal(run(p, ds, "SELECT range(9999)", 10, &rows), 0);
    fails(p, ds, "SELECT range(10000)", ERR_RESOURCE_EXHAUSTED, "The result is too large.");
    fails(p, ds, "SELECT repeat('x', 1000000) FROM range(270)", ERR_RESOURCE_EXHAUSTED, "The result is too large.");
    dataset_release(ds);
}

static void sql_that_is_too_long_or_deep_is_refused(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);
    struct buf b;

    buf_init(&b, 2 * ENGINE_SQL_BYTES);
    buf_adds(&b, "SELECT 1");
    buf_fill(&b, ' ', ENGINE_SQL_BYTES - b.n);
    gives(p, ds, b.p, "[[1]]");
    buf_addc(&b, ' ');
    fails(p, ds, b.p, ERR_TOO_LARGE, "The SQL is too long or too deeply nested.");
    buf_cut(&b, 0);
    buf_adds(&b, "SELECT 1");
    for (int i = 0; i < 300; i++)
        buf_adds(&b, "+1");
    fails(p, ds, b.p, ERR_TOO_LARGE, "The SQL is too long or too deeply nested.");
    buf_done(&b);
    dataset_release(ds);
}

/* ---- stopping ---- */

/* Counts ten thousand million pairs; with a filter that no pair passes, not even a first chunk comes back. */
#define LONG_SQL "SELECT count(*) FROM range(10000000) a(i), range(10000000) b(j) WHERE i * 31 + j = -1"
#define ENDLESS_SQL "SELECT i FROM range(10000000) a(i), range(10000000) b(j) WHERE i * 31 + j = -1"

static void stopped(struct place *p, struct dataset *ds, const char *sql, struct cancel *cancel, enum err_code code)
{
    struct dataset_query q = { .sql = sql, .row_limit = 10 };
    struct dataset_rows rows;
    int64_t start = world_mono_us();

    assert_int_equal(dataset_query(ds, &q, cancel, p->arena, &rows, &p->err), -1);
    assert_string_equal(err_name(p->err.code), err_name(code));
    assert_true(world_mono_us() - start < 2000000);
}

static void a_deadline_stops_a_long_query(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);
    struct cancel cancel;

    cancel_init(&cancel, NULL, 100);
    stopped(p, ds, LONG_SQL, &cancel, ERR_QUERY_TIMEOUT);
    cancel_init(&cancel, NULL, 100);
    stopped(p, ds, ENDLESS_SQL, &cancel, ERR_QUERY_TIMEOUT);
    gives(p, ds, "SELECT count(*) FROM sales", "[[3]]");
    dataset_release(ds);
}

static void *fire_soon(void *cancel)
{
    struct timespec pause = { .tv_nsec = 50000000 };

    nanosleep(&pause, NULL);
    cancel_fire(cancel);
    return NULL;
}

static void firing_a_cancel_stops_a_long_query(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "sales.csv", SALES);
    struct cancel cancel;
    pthread_t thread;

    cancel_init(&cancel, NULL, 0);
    assert_int_equal(pthread_create(&thread, NULL, fire_soon, &cancel), 0);
    stopped(p, ds, LONG_SQL, &cancel, ERR_CANCELLED);
    pthread_join(thread, NULL);
    stopped(p, ds, "SELECT 1", &cancel, ERR_CANCELLED);
    gives(p, ds, "SELECT count(*) FROM sales", "[[3]]");
    dataset_release(ds);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(sql_that_reaches_out_is_refused),
        TEST(a_file_named_as_a_table_is_no_table),
        TEST(ordinary_sql_is_not_refused),
        TEST(errors_of_sql_name_the_fix),
        TEST(the_values_of_errors_stay_in_the_log),
        TEST(parameters_keep_their_value),
        TEST(results_of_every_type_become_json),
        TEST(rows_stop_at_the_limit_and_say_so),
        TEST(what_is_too_large_for_a_cell_is_refused),
        TEST(sql_that_is_too_long_or_deep_is_refused),
        TEST(a_deadline_stops_a_long_query),
        TEST(firing_a_cancel_stops_a_long_query),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
