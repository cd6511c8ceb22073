/* test_db.c - the database: values, statements, transactions, locks, and what its failures are called. */
#include "scratch.h"

#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include "store/db/db.h"
#include "store/files/lock.h"
#include <pthread.h>

static struct err err;

static struct db *open_db(const char *dir)
{
    struct db *db = NULL;

    if (sqlite_open(in(dir, "state.db"), false, &db, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
    return db;
}

static void run(struct db *db, const char *sql)
{
    if (db_run(db, sql, NULL, 0, NULL, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
}

static int64_t get(struct db *db, const char *sql)
{
    int64_t n = -1;

    if (db_get_int(db, sql, NULL, 0, &n, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
    return n;
}

static int check_values(void *arg, const struct db_row *row, struct err *e)
{
    size_t n;

    (void)e;
    ++*(int *)arg;
    assert_int_equal(db_int(row, 0), INT64_MIN);
    assert_string_equal(db_text(row, 1, &n), "it's; --");
    assert_int_equal(n, 8);
    assert_null(db_text(row, 2, NULL));
    assert_memory_equal(db_text(row, 3, &n), "a\0b", 3);
    assert_int_equal(n, 3);
    return 0;
}

static void values_are_bound_by_their_number_and_come_back_as_they_were(void **state)
{
    struct db *db = open_db(*state);
    int seen = 0;

    assert_int_equal(db_query(db, "SELECT $4, $2, $3, $1",
                              DB_VALUES(DB_T("a\0b", 3), DB_S("it's; --"), DB_S(NULL), DB_I(INT64_MIN)), check_values,
                              &seen, &err),
                     0);
    assert_int_equal(seen, 1);
    db_close(db);
}

static void a_statement_gets_exactly_its_values(void **state)
{
    struct db *db = open_db(*state);
    int64_t n = 0;

    assert_int_equal(db_get_int(db, "SELECT $1 + $2", DB_VALUES(DB_I(1), DB_I(2)), &n, &err), 0);
    assert_int_equal(n, 3);
    assert_int_equal(db_get_int(db, "SELECT $1 + $2", DB_VALUES(DB_I(1)), &n, &err), -1);
    assert_int_equal(err.code, ERR_INTERNAL);
    assert_int_equal(db_get_int(db, "SELECT $1 + $2", DB_VALUES(DB_I(1), DB_I(2), DB_I(3)), &n, &err), -1);
    assert_int_equal(db_get_int(db, "SELECT 1", DB_VALUES(DB_I(1)), &n, &err), -1);
    assert_int_equal(db_run(db, "SELECT 1; SELECT 2", NULL, 0, NULL, &err), -1);
    assert_int_equal(err.code, ERR_INTERNAL);
    db_close(db);
}

static void no_row_leaves_the_answer_alone(void **state)
{
    struct db *db = open_db(*state);

    assert_int_equal(get(db, "SELECT 1 WHERE 1 = 0"), -1);
    assert_int_equal(get(db, "SELECT 7 UNION ALL SELECT 8"), 7);
    db_close(db);
}

static void any_number_of_statements_can_be_used(void **state)
{
    struct db *db = open_db(*state);
    char sql[64];

    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 2 * DB_STATEMENTS + 1; i++) {
            snprintf(sql, sizeof sql, "SELECT %d", i);
            assert_int_equal(get(db, sql), i);
        }
    db_close(db);
}

struct nesting {
    struct db *db;
    int left;
};

static int ask_again(void *arg, const struct db_row *row, struct err *e)
{
    struct nesting *n = arg;

    (void)row;
    if (--n->left <= 0)
        return 0;
    return db_query(n->db, "SELECT 1 UNION SELECT 1", NULL, 0, ask_again, n, e);
}

static void a_statement_can_run_within_itself_up_to_a_depth(void **state)
{
    struct db *db = open_db(*state);
    struct nesting n = { db, DB_STATEMENTS };

    assert_int_equal(db_query(db, "SELECT 1 UNION SELECT 1", NULL, 0, ask_again, &n, &err), 0);
    assert_int_equal(n.left, 0);
    n.left = DB_STATEMENTS + 1;
    assert_int_equal(db_query(db, "SELECT 1 UNION SELECT 1", NULL, 0, ask_again, &n, &err), -1);
    assert_int_equal(err.code, ERR_INTERNAL);
    assert_int_equal(get(db, "SELECT 5"), 5);
    db_close(db);
}

static void a_taken_key_is_a_conflict_and_a_broken_rule_wrong_input(void **state)
{
    struct db *db = open_db(*state);
    int64_t changed = -1;

    run(db, "CREATE TABLE t (k INTEGER PRIMARY KEY, v TEXT NOT NULL CHECK (length(v) <= 3))");
    assert_int_equal(db_run(db, "INSERT INTO t VALUES ($1, $2)", DB_VALUES(DB_I(1), DB_S("abc")), &changed, &err), 0);
    assert_int_equal(changed, 1);
    assert_int_equal(db_run(db, "INSERT INTO t VALUES ($1, $2)", DB_VALUES(DB_I(1), DB_S("abc")), &changed, &err), -1);
    assert_int_equal(err.code, ERR_CONFLICT);
    assert_null(strstr(err.message, "INSERT"));
    assert_non_null(strstr(err.detail, "INSERT"));
    assert_int_equal(db_run(db, "INSERT INTO t VALUES ($1, $2)", DB_VALUES(DB_I(2), DB_S("abcd")), &changed, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    assert_int_equal(db_run(db, "UPDATE t SET v = 'x' WHERE k = 9", NULL, 0, &changed, &err), 0);
    assert_int_equal(changed, 0);
    db_close(db);
}

static void a_commit_stays_a_rollback_does_not(void **state)
{
    struct db *db = open_db(*state);

    run(db, "CREATE TABLE t (k INTEGER)");
    assert_int_equal(db_begin(db, &err), 0);
    assert_true(db_in_transaction(db));
    run(db, "INSERT INTO t VALUES (1)");
    assert_int_equal(db_commit(db, &err), 0);
    assert_false(db_in_transaction(db));
    assert_int_equal(db_begin(db, &err), 0);
    run(db, "INSERT INTO t VALUES (2)");
    db_rollback(db);
    db_rollback(db);
    assert_int_equal(db_commit(db, &err), -1);
    assert_int_equal(db_begin(db, &err), 0);
    run(db, "INSERT INTO t VALUES (3)");
    db_close(db);
    db = open_db(*state);
    assert_int_equal(get(db, "SELECT sum(k) FROM t"), 1);
    db_close(db);
}

static void a_step_is_undone_alone(void **state)
{
    struct db *db = open_db(*state);

    run(db, "CREATE TABLE t (k INTEGER)");
    assert_int_equal(db_begin(db, &err), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(db_step(db, &err), 0);
        assert_int_equal(db_run(db, "INSERT INTO t VALUES ($1)", DB_VALUES(DB_I(1 << i)), NULL, &err), 0);
        assert_int_equal(i % 2 ? db_step_undo(db, &err) : db_step_keep(db, &err), 0);
    }
    assert_int_equal(db_commit(db, &err), 0);
    assert_int_equal(get(db, "SELECT sum(k) FROM t"), 1 + 4);
    db_close(db);
}

static void a_connection_for_reading_only_reads_and_sees_one_moment(void **state)
{
    struct db *db = open_db(*state), *reader;

    run(db, "CREATE TABLE t (k INTEGER)");
    assert_int_equal(sqlite_open(in(*state, "state.db"), true, &reader, &err), 0);
    assert_int_equal(db_run(reader, "INSERT INTO t VALUES (1)", NULL, 0, NULL, &err), -1);
    assert_int_equal(err.code, ERR_HOME_UNUSABLE);
    assert_int_equal(db_begin(reader, &err), 0);
    assert_int_equal(get(reader, "SELECT count(*) FROM t"), 0);
    run(db, "INSERT INTO t VALUES (1)");
    assert_int_equal(get(reader, "SELECT count(*) FROM t"), 0);
    db_rollback(reader);
    assert_int_equal(get(reader, "SELECT count(*) FROM t"), 1);
    db_close(reader);
    db_close(db);
}

static void a_file_that_is_no_database_is_called_damaged(void **state)
{
    struct db *db;
    char text[5000];

    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    put_text(in(*state, "state.db"), text);
    assert_int_equal(sqlite_open(in(*state, "state.db"), false, &db, &err), -1);
    assert_int_equal(err.code, ERR_STORE_DAMAGED);
    assert_string_equal(get_text(in(*state, "state.db")), text);
    assert_int_equal(sqlite_open(in(*state, "missing.db"), true, &db, &err), -1);
    assert_int_equal(err.code, ERR_HOME_UNUSABLE);
    assert_int_equal(mkdir(in(*state, "folder.db"), 0700), 0);
    assert_int_equal(sqlite_open(in(*state, "folder.db"), false, &db, &err), -1);
    assert_int_equal(err.code, ERR_HOME_UNUSABLE);
}

static void files_are_private(void **state)
{
    mode_t before = umask(0);
    struct db *db = open_db(*state);

    run(db, "CREATE TABLE t (k INTEGER)");
    umask(before);
    assert_int_equal(mode_of(in(*state, "state.db")), 0600);
    assert_int_equal(mode_of(in(*state, "state.db-wal")), 0600);
    assert_int_equal(mode_of(in(*state, "state.lock")), 0600);
    db_close(db);
}

static int64_t size_of(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 ? st.st_size : -1;
}

static void commit_bytes(struct db *db, int64_t n)
{
    assert_int_equal(db_begin(db, &err), 0);
    assert_int_equal(db_run(db, "INSERT INTO t VALUES (zeroblob($1))", DB_VALUES(DB_I(n)), NULL, &err), 0);
    assert_int_equal(db_commit(db, &err), 0);
}

static void changes_move_into_the_database_when_there_are_many(void **state)
{
    struct db *db = open_db(*state);
    const char *file = in(*state, "state.db");

    run(db, "CREATE TABLE t (b BLOB)");
    for (int i = 0; i < DB_WAL_START_COMMITS; i++)
        commit_bytes(db, 1);
    commit_bytes(db, DB_WAL_BYTES / 2);
    assert_true(size_of(file) < DB_WAL_BYTES / 2);
    commit_bytes(db, DB_WAL_BYTES / 2);
    assert_true(size_of(file) >= DB_WAL_BYTES);
    db_close(db);
}

/* Many short commands leave no long log behind for the next one to read. */
static void a_process_that_is_soon_over_moves_changes_earlier(void **state)
{
    const int64_t each = DB_WAL_START_BYTES / 2;
    const char *file = in(*state, "state.db");
    struct db *db = open_db(*state);

    run(db, "CREATE TABLE t (b BLOB)");
    commit_bytes(db, each);
    db_close(db);
    assert_true(size_of(file) < each);
    db = open_db(*state);
    commit_bytes(db, each);
    db_close(db);
    assert_true(size_of(file) > 2 * each);
}

static bool holds(const char *path, const char *word)
{
    static char text[1 << 20];
    FILE *f = fopen(path, "r");
    size_t n;

    assert_non_null(f);
    n = fread(text, 1, sizeof text, f);
    fclose(f);
    return memmem(text, n, word, strlen(word)) != NULL;
}

static void what_was_deleted_and_settled_is_in_no_file(void **state)
{
    struct db *db = open_db(*state);

    run(db, "CREATE TABLE t (k INTEGER PRIMARY KEY, v TEXT)");
    run(db, "INSERT INTO t VALUES (1, 'stays'), (2, 'rosebud')");
    assert_true(holds(in(*state, "state.db-wal"), "rosebud"));
    run(db, "DELETE FROM t WHERE k = 2");
    assert_int_equal(db_settle(db, &err), 0);
    assert_false(holds(in(*state, "state.db-wal"), "rosebud"));
    assert_false(holds(in(*state, "state.db"), "rosebud"));
    assert_true(holds(in(*state, "state.db"), "stays"));
    db_close(db);
}

static void *drop_later(void *arg)
{
    usleep(50000);
    lock_drop(*(int *)arg);
    return NULL;
}

static void a_lock_has_one_holder_and_waiting_has_an_end(void **state)
{
    int64_t start = world_mono_us();
    pthread_t thread;
    int a, b;

    assert_int_equal(lock_open(in(*state, "x.lock"), &a, &err), 0);
    assert_int_equal(lock_open(in(*state, "x.lock"), &b, &err), 0);
    assert_int_equal(lock_take(a, 0, &err), 0);
    assert_int_equal(lock_take(b, 30, &err), -1);
    assert_int_equal(err.code, ERR_BUSY);
    assert_true(world_mono_us() - start >= 30000);
    assert_int_equal(pthread_create(&thread, NULL, drop_later, &a), 0);
    assert_int_equal(lock_take(b, 5000, &err), 0);
    pthread_join(thread, NULL);
    close(b);
    assert_int_equal(lock_take(a, 0, &err), 0);
    close(a);
}

struct writing {
    struct db *db;
    _Atomic bool done;
};

static void *begin_and_commit(void *arg)
{
    struct writing *w = arg;
    struct err e;

    if (db_begin(w->db, &e) == 0 && db_commit(w->db, &e) == 0)
        w->done = true;
    return NULL;
}

static void a_writer_waits_for_the_lock_file(void **state)
{
    struct writing w = { .db = open_db(*state) };
    pthread_t thread;
    int fd;

    assert_int_equal(lock_open(in(*state, "state.lock"), &fd, &err), 0);
    assert_int_equal(lock_take(fd, 0, &err), 0);
    assert_int_equal(pthread_create(&thread, NULL, begin_and_commit, &w), 0);
    usleep(50000);
    assert_false(w.done);
    close(fd);
    pthread_join(thread, NULL);
    assert_true(w.done);
    db_close(w.db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(values_are_bound_by_their_number_and_come_back_as_they_were),
        SCRATCH_TEST(a_statement_gets_exactly_its_values),
        SCRATCH_TEST(no_row_leaves_the_answer_alone),
        SCRATCH_TEST(any_number_of_statements_can_be_used),
        SCRATCH_TEST(a_statement_can_run_within_itself_up_to_a_depth),
        SCRATCH_TEST(a_taken_key_is_a_conflict_and_a_broken_rule_wrong_input),
        SCRATCH_TEST(a_commit_stays_a_rollback_does_not),
        SCRATCH_TEST(a_step_is_undone_alone),
        SCRATCH_TEST(a_connection_for_reading_only_reads_and_sees_one_moment),
        SCRATCH_TEST(a_file_that_is_no_database_is_called_damaged),
        SCRATCH_TEST(files_are_private),
        SCRATCH_TEST(changes_move_into_the_database_when_there_are_many),
        SCRATCH_TEST(a_process_that_is_soon_over_moves_changes_earlier),
        SCRATCH_TEST(what_was_deleted_and_settled_is_in_no_file),
        SCRATCH_TEST(a_lock_has_one_holder_and_waiting_has_an_end),
        SCRATCH_TEST(a_writer_waits_for_the_lock_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
