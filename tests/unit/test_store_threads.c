/* test_store_threads.c - the store and several threads: shared commits, locks, and one's failure that is not another's.
 */
#include "store_testing.h"

#include "store/files/lock.h"
#include <pthread.h>

static struct err err;

static int swallow_and_end(struct tx *tx, void *arg, struct err *e)
{
    (void)arg;
    db_rollback(tx_db(tx)); /* as the database itself may do on a full disk */
    (void)!db_run(tx_db(tx), "INSERT INTO nowhere VALUES (1)", NULL, 0, NULL, e);
    return 0;
}

static void a_transaction_that_ended_under_a_work_is_no_success(void **state)
{
    struct store *s = open_store(*state);

    assert_int_equal(store_write(s, swallow_and_end, NULL, NULL, &err), -1);
    write_title(s, "after");
    assert_int_equal(rows(s), 1);
    assert_whole(s, *state);
    store_close(s);
}

struct mate {
    struct store *s;
    pthread_t thread;
    char title[16];
    bool fails, waits, ends;
    _Atomic int *inside;
    int result;
    struct err err;
    struct store_span span;
};

static int mates_work(struct tx *tx, void *arg, struct err *e)
{
    struct mate *m = arg;

    if (m->waits) {
        *m->inside = 1;
        usleep(100000); /* the others queue up */
    }
    if (m->ends)
        return swallow_and_end(tx, NULL, e);
    return run_job(tx, &(struct job){ .title = m->title, .fails = m->fails }, e);
}

static void *mate_main(void *arg)
{
    struct mate *m = arg;

    m->result = store_write(m->s, mates_work, m, &m->span, &m->err);
    return NULL;
}

static void a_failure_in_a_shared_commit_is_not_the_others(void **state)
{
    struct store *s = open_store(*state);
    struct mate mates[9];
    _Atomic int inside = 0;

    for (int i = 0; i < 9; i++) {
        mates[i] = (struct mate){ .s = s, .fails = i % 3 == 1, .waits = i == 0, .inside = &inside };
        snprintf(mates[i].title, sizeof mates[i].title, "mate %d", i);
        assert_int_equal(pthread_create(&mates[i].thread, NULL, mate_main, &mates[i]), 0);
        while (!inside)
            usleep(1000);
    }
    for (int i = 0; i < 9; i++) {
        pthread_join(mates[i].thread, NULL);
        assert_int_equal(mates[i].result, mates[i].fails ? -1 : 0);
        assert_int_equal(rows_titled(s, mates[i].title), mates[i].fails ? 0 : 1);
        if (mates[i].fails)
            assert_int_equal(mates[i].err.code, ERR_CONFLICT);
        else
            assert_int_equal(mates[i].span.first, mates[i].span.last);
    }
    assert_int_equal(entries(s), 6);
    assert_whole(s, *state);
    store_close(s);
}

static void a_transaction_that_ended_takes_the_whole_batch_with_it(void **state)
{
    struct store *s = open_store(*state);
    struct mate mates[2];
    _Atomic int inside = 0;

    write_title(s, "before");
    for (int i = 0; i < 2; i++) {
        mates[i] = (struct mate){ .s = s, .title = "mate", .waits = i == 0, .ends = i == 1, .inside = &inside };
        assert_int_equal(pthread_create(&mates[i].thread, NULL, mate_main, &mates[i]), 0);
        while (!inside)
            usleep(1000);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(mates[i].thread, NULL);
        assert_int_equal(mates[i].result, -1);
        assert_true(mates[i].err.detail[0]);
    }
    assert_int_equal(rows(s), 1);
    assert_whole(s, *state);
    write_title(s, "after");
    assert_int_equal(entries(s), 2);
    assert_whole(s, *state);
    store_close(s);
}

static void a_write_waits_for_the_logs_lock(void **state)
{
    struct mate mate = { .s = open_store(*state), .title = "mate", .result = 1 };
    int fd;

    assert_int_equal(lock_open(in(*state, "logs/data_agent_runs.lock"), &fd, &err), 0);
    assert_int_equal(lock_take(fd, 0, &err), 0);
    assert_int_equal(pthread_create(&mate.thread, NULL, mate_main, &mate), 0);
    usleep(60000);
    assert_string_equal(get_text(in(*state, LOG_NAME)), "");
    close(fd);
    pthread_join(mate.thread, NULL);
    assert_int_equal(mate.result, 0);
    assert_whole(mate.s, *state);
    store_close(mate.s);
}

static void *many_writes(void *arg)
{
    for (int i = 0; i < 40; i++) {
        write_title(arg, "many");
        if (i % 8 == 0)
            assert_true(rows(arg) > 0);
    }
    return NULL;
}

static void eight_threads_write_at_once(void **state)
{
    struct store *s = open_store(*state);
    pthread_t threads[8];

    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, many_writes, s), 0);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(rows(s), 8 * 40);
    assert_int_equal(entries(s), 8 * 40);
    assert_whole(s, *state);
    assert_int_equal(store_settle(s, &err), 0);
    assert_int_equal(ask(s, "SELECT count(*) FROM audit_outbox", NULL), 0);
    store_close(s);
}

static void two_stores_of_one_home_take_turns(void **state)
{
    struct store *a = open_store(*state), *b = open_store(*state);

    for (int i = 0; i < 5; i++) {
        write_title(a, "a");
        write_title(b, "b");
    }
    assert_int_equal(rows(a), 10);
    assert_whole(b, *state);
    store_close(a);
    write_title(b, "b");
    assert_whole(b, *state);
    store_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_transaction_that_ended_under_a_work_is_no_success),
        SCRATCH_TEST(a_failure_in_a_shared_commit_is_not_the_others),
        SCRATCH_TEST(a_transaction_that_ended_takes_the_whole_batch_with_it),
        SCRATCH_TEST(a_write_waits_for_the_logs_lock),
        SCRATCH_TEST(eight_threads_write_at_once),
        SCRATCH_TEST(two_stores_of_one_home_take_turns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
