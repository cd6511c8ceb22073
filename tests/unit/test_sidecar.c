/* test_sidecar.c - databases that are not whole without a file beside them, made by SQLite and the engine themselves.
 */
#include "data/engine/duck_api.h"
#include "data/open/sidecar.h"
#include "dataset_place.h"
#include <sqlite3.h>
#include <unistd.h>

static void copy(struct place *p, const char *from, const char *to)
{
    struct buf b CLEANUP(buf_done) = BUF(16 << 20);
    FILE *f;

    assert_int_equal(file_read(arena_printf(p->arena, "%s/%s", p->dir, from), "a file", &b, &p->err), 0);
    f = fopen(arena_printf(p->arena, "%s/%s", p->dir, to), "w");
    assert_non_null(f);
    assert_int_equal(fwrite(b.p, 1, b.n, f), b.n);
    assert_int_equal(fclose(f), 0);
}

static const char *path_of(struct place *p, const char *name)
{
    return arena_printf(p->arena, "%s/%s", p->dir, name);
}

static void run_sqlite(sqlite3 *db, const char *sql)
{
    char *why = NULL;

    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
}

/* The message with which the data are refused; NULL when they are read. */
static const char *refusal(struct place *p, const char *name)
{
    const char *path = path_of(p, name);
    struct dataset_spec spec = { .at = AT(path), .n = 1 };
    const struct table *tables;
    struct dataset *ds;
    size_t n;
    int status;

    assert_int_equal(dataset_open(p->datasets, &spec, NULL, &ds, &p->err), 0);
    status = dataset_tables(ds, NULL, &tables, &n, &p->err);
    dataset_release(ds);
    return status ? p->err.message : NULL;
}

static void a_database_with_an_unfinished_change_is_refused(void **state)
{
    struct place *p = *state;
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path_of(p, "live.db"), &db), SQLITE_OK);
    run_sqlite(db, "PRAGMA cache_size=2; CREATE TABLE t(x, y); BEGIN");
    for (int i = 0; i < 200; i++)
        run_sqlite(db, "INSERT INTO t VALUES(1, hex(randomblob(200)))");
    run_sqlite(db, "COMMIT");
    copy(p, "live.db", "whole.db");
    assert_null(refusal(p, "whole.db"));
    run_sqlite(db, "BEGIN; UPDATE t SET x = 2");
    copy(p, "live.db", "half.db");
    copy(p, "live.db-journal", "half.db-journal");
    assert_int_equal(sidecar_look(AT(path_of(p, "half.db"))), SIDECAR_JOURNAL);
    assert_string_equal(refusal(p, "half.db"), "A change to the database was begun and not ended.");
    run_sqlite(db, "COMMIT");
    copy(p, "live.db", "half.db"); /* the journal of another state is still there */
    assert_non_null(refusal(p, "half.db"));
    assert_int_equal(unlink(path_of(p, "half.db-journal")), 0);
    assert_null(refusal(p, "half.db"));
    sqlite3_close(db);
}

static void a_journal_that_was_wiped_is_nothing(void **state)
{
    struct place *p = *state;
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path_of(p, "live.db"), &db), SQLITE_OK);
    run_sqlite(db, "PRAGMA journal_mode=PERSIST; CREATE TABLE t(x); INSERT INTO t VALUES(1)");
    assert_int_equal(access(path_of(p, "live.db-journal"), F_OK), 0);
    assert_int_equal(sidecar_look(AT(path_of(p, "live.db"))), SIDECAR_NONE);
    assert_null(refusal(p, "live.db"));
    run_sqlite(db, "PRAGMA journal_mode=TRUNCATE; INSERT INTO t VALUES(2)");
    assert_int_equal(access(path_of(p, "live.db-journal"), F_OK), 0);
    assert_null(refusal(p, "live.db"));
    sqlite3_close(db);
}

static void put_journal(struct place *p, const char *bytes, size_t n)
{
    FILE *f = fopen(path_of(p, "a.db-journal"), "w");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* A header is written before the pages, and counts them last. */
static void a_journal_without_pages_or_header_is_nothing(void **state)
{
    struct place *p = *state;
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path_of(p, "a.db"), &db), SQLITE_OK);
    run_sqlite(db, "CREATE TABLE t(x)");
    sqlite3_close(db);
    put_journal(p, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7\0\0\0\1\0\0\0\0", 16);
    assert_int_equal(sidecar_look(AT(path_of(p, "a.db"))), SIDECAR_JOURNAL);
    put_journal(p, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7\0\0\0\0\0\0\0\0", 16);
    assert_int_equal(sidecar_look(AT(path_of(p, "a.db"))), SIDECAR_NONE);
    put_journal(p, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd6\0\0\0\1\0\0\0\0", 16);
    assert_int_equal(sidecar_look(AT(path_of(p, "a.db"))), SIDECAR_NONE);
}

static void a_duckdb_file_with_a_log_is_refused(void **state)
{
    struct place *p = *state;
    const char *const sql[] = { "CREATE TABLE t AS SELECT 1 AS x", "CHECKPOINT",
                                "PRAGMA disable_checkpoint_on_shutdown", "INSERT INTO t VALUES (2)" };
    const struct duck_api *api;
    duckdb_connection con;
    duckdb_database db;

    assert_int_equal(duck_api(&api, &p->err), 0);
    assert_int_equal(api->open_ext(path_of(p, "a.duckdb"), &db, NULL, NULL), DuckDBSuccess);
    assert_int_equal(api->connect(db, &con), DuckDBSuccess);
    for (size_t i = 0; i < COUNT_OF(sql); i++) {
        duckdb_result result;
        assert_int_equal(api->query(con, sql[i], &result), DuckDBSuccess);
        api->destroy_result(&result);
    }
    api->disconnect(&con);
    api->close(&db);
    assert_int_equal(access(path_of(p, "a.duckdb.wal"), F_OK), 0);
    assert_string_equal(refusal(p, "a.duckdb"), "Changes to the database are not in its file yet.");
    assert_int_equal(unlink(path_of(p, "a.duckdb.wal")), 0);
    assert_null(refusal(p, "a.duckdb"));
}

/* DuckDB puts its log beside the name it was given. What lies there is not followed, and so is taken for a log. */
static void a_log_beside_a_link_counts_below_a_root_too(void **state)
{
    struct place *p = *state;
    struct root_folder root CLEANUP(root_folder_close) = ROOT_FOLDER;
    struct location link = { .root = &root, .path = "link.duckdb" };
    struct location at = { .root = &root, .path = "a.duckdb", .link = &link };

    put_file(p, "a.duckdb", "12345678DUCK.......");
    assert_int_equal(root_folder_open(&root, p->dir, &p->err), 0);
    assert_int_equal(sidecar_look(&at), SIDECAR_NONE);
    put_file(p, "link.duckdb.wal", "");
    assert_int_equal(sidecar_look(&at), SIDECAR_NONE);
    put_file(p, "link.duckdb.wal", "x");
    assert_int_equal(sidecar_look(&at), SIDECAR_LOG);
    at.link = NULL;
    assert_int_equal(sidecar_look(&at), SIDECAR_NONE);
    assert_int_equal(symlink("/nowhere", path_of(p, "a.duckdb.wal")), 0);
    assert_int_equal(sidecar_look(&at), SIDECAR_LOG);
}

/* Names of that kind beside anything else mean nothing. */
static void other_files_may_have_such_names_beside_them(void **state)
{
    struct place *p = *state;

    put_file(p, "a.csv", "x,y\n1,2\n");
    put_file(p, "a.csv-journal", "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7\x01\x01\x01\x01");
    put_file(p, "a.csv.wal", "anything");
    assert_null(refusal(p, "a.csv"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_database_with_an_unfinished_change_is_refused), TEST(a_journal_that_was_wiped_is_nothing),
        TEST(a_journal_without_pages_or_header_is_nothing),    TEST(a_duckdb_file_with_a_log_is_refused),
        TEST(other_files_may_have_such_names_beside_them),     TEST(a_log_beside_a_link_counts_below_a_root_too),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
