/* test_duck_source.c - Parquet and DuckDB files written by the engine itself, read back. */
#include "data/engine/duck_api.h"
#include "data/open/duck_source.h"
#include "data/open/open.h"
#include "scratch.h"
#include "source_testing.h"
#include <fcntl.h>

/* Runs statements in a database file (NULL: none). */
static void run(const char *path, const char *const *sql, size_t n)
{
    const struct duck_api *api;
    duckdb_database db;
    duckdb_connection con;
    struct err err;

    assert_int_equal(duck_api(&api, &err), 0);
    assert_int_equal(api->open_ext(path, &db, NULL, NULL), DuckDBSuccess);
    assert_int_equal(api->connect(db, &con), DuckDBSuccess);
    for (size_t i = 0; i < n; i++) {
        duckdb_result result;
        if (api->query(con, sql[i], &result) != DuckDBSuccess)
            fail_msg("%s: %s", sql[i], api->result_error(&result));
        api->destroy_result(&result);
    }
    api->disconnect(&con);
    api->close(&db);
}

#define RUN(path, ...)                                                                                                 \
    run(path, (const char *const[]){ __VA_ARGS__ }, sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

struct file {
    char *p;
    size_t n;
    int fd;
};

static struct file slurp(const char *path)
{
    struct file f = { .p = malloc(8 << 20), .fd = open(path, O_RDONLY | O_CLOEXEC) };

    assert_true(f.fd >= 0);
    f.n = (size_t)read(f.fd, f.p, 8 << 20);
    return f;
}

static void drop(struct file *f)
{
    close(f->fd);
    free(f->p);
}

/* Table i, by its descriptor or from memory alone. */
static const char *loaded(const struct file *f, const char *name, bool by_fd, size_t i, struct arena *a,
                          struct notes *notes, struct err *err)
{
    struct source_bytes bytes = bytes_of(name, f->p, f->n);
    struct source *s;
    const char *text;

    if (by_fd)
        bytes.fd = f->fd;
    notes_init(notes, a);
    if (source_open(&bytes, NULL, &s, err))
        return NULL;
    assert_true(s->opens);
    text = loaded_text(s, i, a, notes, err);
    source_close(s);
    return text;
}

static const char *make_parquet(void **state, const char *select)
{
    const char *path = in(*state, "made.parquet");
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    RUN(NULL, arena_printf(a, "COPY (%s) TO '%s' (FORMAT parquet)", select, path));
    return path;
}

static void parquet_gives(void **state, const char *select, const char *expected)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct file f = slurp(make_parquet(state, select));
    struct notes notes;
    struct err err;

    for (int by_fd = 0; by_fd < 2; by_fd++) {
        const char *text = loaded(&f, "made.parquet", by_fd, 0, a, &notes, &err);
        if (!text)
            fail_msg("%s: %s (%s)", select, err.message, err.detail);
        assert_string_equal(text, expected);
    }
    drop(&f);
}

static void parquet_keeps_its_types(void **state)
{
    parquet_gives(state, "SELECT 1::TINYINT AS a, 9223372036854775807 AS b, 12.50::DECIMAL(9,2) AS c, 0.1::DOUBLE AS d",
                  "a:integer,b:integer,c:decimal,d:decimal/1~9223372036854775807~12.50~0.1");
    parquet_gives(state, "SELECT true AS a, DATE '2026-01-31' AS b, TIMESTAMP '2026-01-31 10:30:00.5' AS c, 'x' AS d",
                  "a:boolean,b:date,c:timestamp,d:text/true~2026-01-31~2026-01-31T10:30:00.5~x");
    parquet_gives(state, "SELECT TIMESTAMPTZ '2026-01-31 10:30:00+02' AS a, 18446744073709551615::UBIGINT AS b",
                  "a:timestamp,b:decimal/2026-01-31T08:30:00~18446744073709551615");
    parquet_gives(state, "SELECT [1,2] AS a, {'x': 1, 'y': 'z'} AS b, MAP {'k': 1} AS c, 'ab'::BLOB AS d",
                  "a:text,b:text,c:text,d:integer/[1,2]~{\"x\":1,\"y\":\"z\"}~{\"k\":1}~6162");
    parquet_gives(state, "SELECT i AS a, CASE WHEN i % 2 = 0 THEN 'even' END AS b FROM range(4) t(i)",
                  "a:integer,b:text/0~even/1~-/2~even/3~-");
    parquet_gives(state, "SELECT 1 AS \"we\"\"ird 'name\"", "we\"ird 'name:integer/1");
}

/* A column of ours holds the years 0 to 9999; one that cannot be kept is not turned into another. */
static void years_of_more_than_four_digits_are_text(void **state)
{
    parquet_gives(state, "SELECT DATE '9999-12-31' AS a, TIMESTAMP '9999-12-31 23:59:59.999999' AS b",
                  "a:date,b:timestamp/9999-12-31~9999-12-31T23:59:59.999999");
    parquet_gives(state, "SELECT DATE '0001-01-01' AS a, TIMESTAMP '0001-01-01 00:00:00' AS b",
                  "a:date,b:timestamp/0001-01-01~0001-01-01T00:00:00");
    parquet_gives(state, "SELECT DATE '10000-01-01' AS a, TIMESTAMP '10000-01-01 00:00:00' AS b",
                  "a:text,b:text/10000-01-01~10000-01-01 00:00:00");
    parquet_gives(state,
                  "SELECT DATE '5000000-02-03' AS a, TIMESTAMP '290000-02-03 04:05:06' AS b, "
                  "DATE '0044-03-15 (BC)' AS c, DATE 'infinity' AS d",
                  "a:text,b:text,c:text,d:text/5000000-02-03~290000-02-03 04:05:06~-0043-03-15~infinity");
}

static void a_long_file_keeps_its_order(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct file f = slurp(make_parquet(state, "SELECT i AS n FROM range(100000) t(i)"));
    struct source_bytes bytes = bytes_of("made.parquet", f.p, f.n);
    struct buf scratch CLEANUP(buf_done) = BUF(1 << 10);
    struct loaded loaded;
    struct source *s;
    struct notes notes;
    struct err err;
    size_t n;

    notes_init(&notes, a);
    assert_int_equal(parquet_source_open(&bytes, NULL, &s, &err), 0);
    assert_int_equal(s->ops->load(s, 0, NULL, a, &notes, &loaded, &err), 0);
    assert_int_equal(columns_rows(loaded.columns), 100000);
    for (uint64_t row = 0; row < 100000; row += 7919)
        assert_int_equal(strtoull(columns_value(loaded.columns, 0, row, &scratch, &n), NULL, 10), row);
    columns_free(loaded.columns);
    s->ops->close(s);
    drop(&f);
}

static void duckdb_files_give_each_table(void **state)
{
    const char *path = in(*state, "made.duckdb");
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct notes notes;
    struct err err;
    struct file f;

    RUN(path, "CREATE TABLE b(x INTEGER)", "INSERT INTO b VALUES (1), (NULL)", "CREATE SCHEMA s",
        "CREATE TABLE s.\"a b\"(y VARCHAR)", "INSERT INTO s.\"a b\" VALUES ('z')", "CREATE VIEW v AS SELECT * FROM b",
        "CHECKPOINT");
    f = slurp(path);
    for (int by_fd = 0; by_fd < 2; by_fd++) {
        const char *text = loaded(&f, "made.duckdb", by_fd, 0, a, &notes, &err);
        if (!text)
            fail_msg("%s (%s)", err.message, err.detail);
        assert_string_equal(text, "x:integer/1/-");
        assert_string_equal(notes_text(a, &notes), "1 view was not read");
        assert_string_equal(loaded(&f, "made.duckdb", by_fd, 1, a, &notes, &err), "y:text/z");
    }
    drop(&f);
}

static void tables_past_the_bound_are_counted(void **state)
{
    const char *path = in(*state, "many.duckdb");
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf sql CLEANUP(buf_done) = BUF(1 << 20);
    struct notes notes;
    struct err err;
    struct file f;

    for (int i = 0; i < SOURCE_TABLES; i++)
        buf_addf(&sql, "CREATE TABLE t%04d(x INTEGER);", i);
    RUN(path, sql.p, "CHECKPOINT");
    f = slurp(path);
    assert_string_equal(loaded(&f, "many.duckdb", true, 0, a, &notes, &err), "x:text");
    assert_string_equal(notes_text(a, &notes), "");
    drop(&f);
    RUN(path, "CREATE TABLE u(x INTEGER)", "CREATE TABLE v(x INTEGER)", "CHECKPOINT");
    f = slurp(path);
    assert_string_equal(loaded(&f, "many.duckdb", true, 0, a, &notes, &err), "x:text");
    assert_string_equal(notes_text(a, &notes), "2 more tables were not read");
    drop(&f);
}

static void damage_is_an_error(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct file f = slurp(make_parquet(state, "SELECT i AS n, 'text ' || i AS t FROM range(1000) t(i)"));
    struct notes notes;
    struct err err;
    size_t n = f.n;

    f.n = n - 1;
    assert_null(loaded(&f, "made.parquet", false, 0, a, &notes, &err));
    assert_int_equal(err.code, ERR_DATA_UNREADABLE);
    f.n = n;
    memset(f.p + n / 2, 0x55, n / 2 - 8);
    assert_null(loaded(&f, "made.parquet", false, 0, a, &notes, &err));
    assert_int_equal(err.code, ERR_DATA_UNREADABLE);
    assert_string_equal(err.message, "The file is damaged, or uses something that is not read here.");
    drop(&f);
}

static void stops_when_it_is_cancelled(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct file f = slurp(make_parquet(state, "SELECT i AS n FROM range(100000) t(i)"));
    struct source_bytes bytes = bytes_of("made.parquet", f.p, f.n);
    struct cancel cancel;
    struct loaded loaded;
    struct source *s;
    struct notes notes;
    struct err err;

    cancel_init(&cancel, NULL, 0);
    notes_init(&notes, a);
    assert_int_equal(parquet_source_open(&bytes, &cancel, &s, &err), 0);
    cancel_fire(&cancel);
    assert_int_equal(s->ops->load(s, 0, &cancel, a, &notes, &loaded, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    s->ops->close(s);
    drop(&f);
}

/* The code of the error that loading a file of one table, made by this query, ends in; ERR_CODES: none. */
static int loading(void **state, const char *format, const char *select, size_t *ret_bytes)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *path = arena_printf(a, "%s/bomb.%s", (const char *)*state, format);
    const bool is_parquet = strcmp(format, "parquet") == 0;
    struct source_bytes bytes;
    struct loaded loaded = { 0 };
    struct source *s;
    struct notes notes;
    struct file f;
    struct err err = { 0 };
    int rc;

    unlink(path);
    if (is_parquet)
        RUN(NULL, arena_printf(a, "COPY (%s) TO '%s' (COMPRESSION zstd)", select, path));
    else
        RUN(path, arena_printf(a, "CREATE TABLE t AS %s", select), "CHECKPOINT");
    f = slurp(path);
    bytes = bytes_of("bomb", f.p, f.n);
    bytes.fd = f.fd;
    notes_init(&notes, a);
    rc = is_parquet ? parquet_source_open(&bytes, NULL, &s, &err) : duckdb_source_open(&bytes, NULL, &s, &err);
    assert_int_equal(rc, 0);
    rc = s->ops->load(s, 0, NULL, a, &notes, &loaded, &err);
    columns_free(loaded.columns);
    s->ops->close(s);
    drop(&f);
    *ret_bytes = f.n;
    return rc ? err.code : ERR_CODES;
}

static void a_file_that_holds_far_more_than_its_size_is_refused(void **state)
{
    static const char *const formats[] = { "parquet", "duckdb" };
    size_t n;

    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        assert_int_equal(loading(state, formats[i], "SELECT repeat('x', 200) AS x FROM range(2000000)", &n),
                         ERR_TOO_LARGE);
        assert_true(n < 400000000 / DATA_INFLATE_RATIO);
        assert_int_equal(loading(state, formats[i], "SELECT repeat('x', 200) AS x FROM range(70000)", &n), ERR_CODES);
    }
    assert_int_equal(loading(state, "parquet", "SELECT 1 AS x FROM range(3000000)", &n), ERR_TOO_LARGE);
    assert_int_equal(loading(state, "parquet", "SELECT hash(i) AS x FROM range(300000) r(i)", &n), ERR_CODES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(parquet_keeps_its_types),
        SCRATCH_TEST(a_long_file_keeps_its_order),
        SCRATCH_TEST(duckdb_files_give_each_table),
        SCRATCH_TEST(damage_is_an_error),
        SCRATCH_TEST(years_of_more_than_four_digits_are_text),
        SCRATCH_TEST(tables_past_the_bound_are_counted),
        SCRATCH_TEST(stops_when_it_is_cancelled),
        SCRATCH_TEST(a_file_that_holds_far_more_than_its_size_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
