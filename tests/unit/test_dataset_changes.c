/* test_dataset_changes.c - sources that change between two questions, or under one: a changed one is never taken for
 * what it was, whatever was done to hide it. */
#include "base/hash.h"
#include "dataset_place.h"
#include "grid/table.h"
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- databases that are written to meanwhile ---- */

static void execute(sqlite3 *db, const char *sql)
{
    char *why = NULL;

    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
}

/* A database whose commits stay in its log; its writer has it open. */
static sqlite3 *make_logged(struct place *p, const char **ret_path)
{
    const char *path = arena_printf(p->arena, "%s/s.db", p->dir);
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    execute(db, "CREATE TABLE s(x INTEGER); INSERT INTO s VALUES (10), (20)");
    execute(db, "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
    *ret_path = path;
    return db;
}

/* The hash of one file's bytes and then the other's, if it is there. */
static const char *hash_of(struct place *p, const char *path, const char *beside)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 20);
    char *text = arena_alloc(p->arena, SHA256_TEXT_BYTES);

    assert_int_equal(file_read(path, "a file", &b, &p->err), 0);
    if (beside)
        assert_int_equal(file_read(beside, "a file", &b, &p->err), 0);
    sha256_text(b.p, b.n, text);
    return text;
}

/* Opens it, asks it, and gives the hash that its evidence has. */
static const char *sums_to(struct place *p, const char *path, const char *sum)
{
    struct dataset *ds = open_one(p, path);
    const struct table *t;
    const char *sha256;

    assert_int_equal(tables_of(p, ds, &t), 1);
    sha256 = arena_str(p->arena, t->sha256);
    gives(p, ds, "SELECT sum(x) FROM s", sum);
    dataset_release(ds);
    return sha256;
}

static void a_commit_that_only_reached_the_log_is_seen_and_told(void **state)
{
    struct place *p = *state;
    const char *path, *log, *first, *second;
    sqlite3 *db = make_logged(p, &path);

    log = arena_printf(p->arena, "%s-wal", path);
    first = sums_to(p, path, "[[30]]");
    assert_string_equal(first, hash_of(p, path, NULL));
    execute(db, "INSERT INTO s VALUES (1000)");
    second = sums_to(p, path, "[[1030]]");
    assert_string_equal(second, hash_of(p, path, log));
    execute(db, "UPDATE s SET x = 1 WHERE x = 10");
    assert_string_equal(sums_to(p, path, "[[1021]]"), hash_of(p, path, log));
    execute(db, "PRAGMA wal_checkpoint(TRUNCATE)"); /* the log is there and empty */
    assert_string_equal(sums_to(p, path, "[[1021]]"), hash_of(p, path, NULL));
    sqlite3_close(db);
    assert_int_equal(access(log, F_OK), -1);
    sums_to(p, path, "[[1021]]");
}

/* The log begins again at its start: it keeps its size, and so does the database. */
static void a_commit_over_an_older_part_of_the_log_is_seen(void **state)
{
    struct place *p = *state;
    const char *path;
    sqlite3 *db = make_logged(p, &path);
    struct stat before, after;

    execute(db, "INSERT INTO s VALUES (100)");
    execute(db, "PRAGMA wal_checkpoint(PASSIVE)");
    sums_to(p, path, "[[130]]");
    assert_int_equal(stat(arena_printf(p->arena, "%s-wal", path), &before), 0);
    execute(db, "UPDATE s SET x = 200 WHERE x = 100");
    assert_int_equal(stat(arena_printf(p->arena, "%s-wal", path), &after), 0);
    assert_int_equal(before.st_size, after.st_size);
    sums_to(p, path, "[[230]]");
    sqlite3_close(db);
}

static void a_commit_between_opening_and_reading_is_read(void **state)
{
    struct place *p = *state;
    const char *path;
    sqlite3 *db = make_logged(p, &path);
    const struct table *t;
    struct dataset *ds;
    struct json *v;

    execute(db, "INSERT INTO s VALUES (100)");
    ds = open_one(p, path);
    assert_int_equal(dataset_job(ds, "show", NULL, NULL, NULL, p->arena, &v, &p->err), 0); /* it has the log as it is */
    execute(db, "INSERT INTO s VALUES (1000)");
    gives(p, ds, "SELECT sum(x) FROM s", "[[1130]]");
    tables_of(p, ds, &t);
    assert_string_equal(t->sha256, hash_of(p, path, arena_printf(p->arena, "%s-wal", path)));
    dataset_release(ds);
    sqlite3_close(db);
}

static void the_log_is_found_beside_the_file_that_a_link_leads_to(void **state)
{
    struct place *p = *state;
    const char *path, *link = arena_printf(p->arena, "%s/link.db", p->dir);
    sqlite3 *db = make_logged(p, &path);

    assert_int_equal(symlink("s.db", link), 0);
    sums_to(p, link, "[[30]]");
    execute(db, "INSERT INTO s VALUES (1000)");
    sums_to(p, link, "[[1030]]");
    sqlite3_close(db);
}

static void a_log_that_cannot_be_opened_is_an_error_and_not_left_out(void **state)
{
    struct place *p = *state;
    const char *path, *log;
    struct dataset *ds;

    sqlite3_close(make_logged(p, &path));
    log = arena_printf(p->arena, "%s-wal", path);
    assert_int_equal(symlink("s.db-wal", log), 0); /* to itself, which not even root can open */
    assert_int_equal(dataset_open(p->datasets, &(struct dataset_spec){ .at = AT(path), .n = 1 }, NULL, &ds, &p->err),
                     -1);
    assert_int_equal(p->err.code, ERR_IO);
    assert_int_equal(unlink(log), 0);
    assert_int_equal(mkdir(log, 0700), 0); /* what SQLite would not have written is none */
    sums_to(p, path, "[[30]]");
}

/* As SQLite does, which follows no link to a log either. */
static void a_log_that_is_a_link_is_refused_wherever_it_leads(void **state)
{
    static const char *const targets[] = { "elsewhere/s.db-wal", "other.db-wal" };
    struct place *p = *state;
    const char *path, *log, *real;
    sqlite3 *db = make_logged(p, &path);
    struct dataset *ds;

    execute(db, "INSERT INTO s VALUES (1000)");
    sums_to(p, path, "[[1030]]");
    log = arena_printf(p->arena, "%s-wal", path);
    assert_int_equal(mkdir(arena_printf(p->arena, "%s/elsewhere", p->dir), 0700), 0);
    for (size_t i = 0; i < COUNT_OF(targets); i++) {
        real = arena_printf(p->arena, "%s/%s", p->dir, targets[i]);
        assert_int_equal(rename(log, real), 0);
        assert_int_equal(symlink(real, log), 0);
        assert_int_equal(
            dataset_open(p->datasets, &(struct dataset_spec){ .at = AT(path), .n = 1 }, NULL, &ds, &p->err), -1);
        assert_int_equal(p->err.code, ERR_IO);
        assert_int_equal(rename(real, log), 0);
    }
    sums_to(p, path, "[[1030]]");
    sqlite3_close(db);
}

static void a_file_of_that_name_beside_anything_else_is_no_log(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "s.csv", "x\n1\n2\n");

    put_file(p, "s.csv-wal", "x\n3\n");
    assert_string_equal(sums_to(p, path, "[[3]]"), hash_of(p, path, NULL));
}

/* ---- files ---- */

static void a_file_rewritten_in_place_is_seen_though_its_size_and_time_are_as_before(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "s.csv", "x,y\n1,a\n2,b\n");
    struct stat before, after;
    int fd = open(path, O_WRONLY);

    sums_to(p, path, "[[3]]");
    assert_int_equal(fstat(fd, &before), 0);
    usleep(20000); /* the system's clock for files goes in steps */
    assert_int_equal(pwrite(fd, "9", 1, 4), 1);
    assert_int_equal(futimens(fd, (struct timespec[]){ before.st_atim, before.st_mtim }), 0);
    assert_int_equal(fstat(fd, &after), 0);
    assert_int_equal(after.st_size, before.st_size);
    assert_int_equal(after.st_mtim.tv_sec, before.st_mtim.tv_sec);
    assert_int_equal(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    close(fd);
    sums_to(p, path, "[[11]]");
}

static void another_file_moved_into_its_place_is_seen(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "s.csv", "x,y\n1,a\n2,b\n"), *other;
    struct stat st;

    sums_to(p, path, "[[3]]");
    assert_int_equal(stat(path, &st), 0);
    other = put_file(p, "other.csv", "x,y\n4,a\n2,b\n");
    assert_int_equal(utimensat(AT_FDCWD, other, (struct timespec[]){ st.st_atim, st.st_mtim }, 0), 0);
    assert_int_equal(rename(other, path), 0);
    sums_to(p, path, "[[6]]");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_commit_that_only_reached_the_log_is_seen_and_told),
        TEST(a_commit_over_an_older_part_of_the_log_is_seen),
        TEST(a_commit_between_opening_and_reading_is_read),
        TEST(the_log_is_found_beside_the_file_that_a_link_leads_to),
        TEST(a_log_that_cannot_be_opened_is_an_error_and_not_left_out),
        TEST(a_log_that_is_a_link_is_refused_wherever_it_leads),
        TEST(a_file_of_that_name_beside_anything_else_is_no_log),
        TEST(a_file_rewritten_in_place_is_seen_though_its_size_and_time_are_as_before),
        TEST(another_file_moved_into_its_place_is_seen),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
