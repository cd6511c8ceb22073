/* test_store_faults.c - the store on a disk that fails: every call of the log's and every write of the database's, in
 * turn.
 *
 * The linker's --wrap sends the log's calls through here; SQLite's own go through the table of system calls that its
 * file layer lets one change. */
#include "store_testing.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>

static struct err err;

/* ---- faults ---- */

enum call { FALLOCATE, PWRITE, FDATASYNC, FTRUNCATE, CALLS };

static struct {
    _Atomic int errnum; /* 0: it works */
    _Atomic unsigned made;
} faults[CALLS];
static _Atomic size_t write_most;    /* 0: all */
static _Atomic unsigned write_first; /* so many writes work before any fails: the announcement, say */

static bool fails(enum call call)
{
    faults[call].made++;
    if (faults[call].errnum)
        errno = faults[call].errnum;
    return faults[call].errnum != 0;
}

static void all_works(void)
{
    for (int i = 0; i < CALLS; i++) {
        faults[i].errnum = 0;
        faults[i].made = 0;
    }
    write_most = 0;
    write_first = 0;
}

int __real_fallocate64(int fd, int mode, off_t at, off_t n);
ssize_t __real_pwrite64(int fd, const void *p, size_t n, off_t at);
int __real_fdatasync(int fd);
int __real_ftruncate64(int fd, off_t n);

int __wrap_fallocate64(int fd, int mode, off_t at, off_t n)
{
    return fails(FALLOCATE) ? -1 : __real_fallocate64(fd, mode, at, n);
}

/* A short write does a part and fails for the rest. */
ssize_t __wrap_pwrite64(int fd, const void *p, size_t n, off_t at)
{
    if (write_first > 0) {
        write_first--;
        return __real_pwrite64(fd, p, n, at);
    }
    if (write_most > 0) {
        size_t most = write_most;
        write_most = 0;
        return __real_pwrite64(fd, p, n < most ? n : most, at);
    }
    return fails(PWRITE) ? -1 : __real_pwrite64(fd, p, n, at);
}

int __wrap_fdatasync(int fd)
{
    return fails(FDATASYNC) ? -1 : __real_fdatasync(fd);
}

int __wrap_ftruncate64(int fd, off_t n)
{
    return fails(FTRUNCATE) ? -1 : __real_ftruncate64(fd, n);
}

static off_t log_size(const char *home)
{
    struct stat st;

    assert_int_equal(stat(in(home, LOG_NAME), &st), 0);
    return st.st_size;
}

/* ---- the log ---- */

static void a_full_disk_refuses_the_change_before_it_is_made(void **state)
{
    struct store *s = open_store(*state);

    all_works();
    faults[FALLOCATE].errnum = ENOSPC;
    assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
    assert_int_equal(err.code, ERR_DISK_FULL);
    assert_int_equal(rows(s), 0);
    assert_int_equal(entries(s), 0);
    all_works();
    write_title(s, "yes");
    assert_int_equal(rows(s), 1);
    assert_whole(s, *state);
    store_close(s);
}

static void a_disk_that_cannot_promise_room_is_written_to(void **state)
{
    struct store *s = open_store(*state);

    all_works();
    faults[FALLOCATE].errnum = EOPNOTSUPP;
    write_title(s, "yes");
    assert_whole(s, *state);
    all_works();
    store_close(s);
}

/* One write is committed and its line waits; the next is refused while the fault lasts; then all goes on. */
static void lines_wait(const char *home, enum call call, int errnum, enum err_code code)
{
    struct store *s = open_store(home);
    off_t before;

    all_works();
    write_title(s, "before");
    before = log_size(home);
    faults[call].errnum = errnum;
    write_title(s, "waits");
    assert_int_equal(log_size(home), before);
    assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
    assert_int_equal(err.code, code);
    assert_int_equal(log_size(home), before);
    assert_int_equal(ask(s, "SELECT count(*) FROM audit_outbox WHERE seq = 2", NULL), 1);
    all_works();
    write_title(s, "after");
    assert_int_equal(rows(s), 3);
    assert_int_equal(rows_titled(s, "no"), 0);
    assert_whole(s, home);
    store_close(s);
}

/* Nothing is committed that cannot be written down. */
static void a_line_that_cannot_be_written_refuses_the_change(void **state)
{
    struct store *s = open_store(*state);
    off_t before;

    all_works();
    write_title(s, "before");
    before = log_size(*state);
    for (unsigned first = 0; first < 2; first++) { /* the announcement, the line */
        faults[PWRITE].errnum = ENOSPC;
        write_first = first;
        assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
        assert_int_equal(err.code, ERR_DISK_FULL);
        assert_int_equal(log_size(*state), before);
    }
    all_works();
    write_title(s, "after");
    assert_int_equal(rows(s), 2);
    assert_whole(s, *state);
    store_close(s);
}

static void a_line_that_cannot_be_synced_is_taken_back_and_waits(void **state)
{
    lines_wait(*state, FDATASYNC, EIO, ERR_IO);
}

static void a_waiting_line_is_appended_by_the_next_to_open(void **state)
{
    struct store *s = open_store(*state);

    all_works();
    faults[FDATASYNC].errnum = EIO;
    write_title(s, "waits");
    store_close(s);
    s = open_store(*state); /* still broken: opens, so that people can look */
    assert_int_equal(store_check(s, &err), 0);
    assert_int_equal(rows(s), 1);
    assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
    store_close(s);
    all_works();
    s = open_store(*state);
    assert_whole(s, *state);
    assert_int_equal(entries(s), 1);
    store_close(s);
}

static void a_part_of_a_line_is_taken_back(void **state)
{
    struct store *s = open_store(*state);
    off_t before;

    all_works();
    write_title(s, "before");
    before = log_size(*state);
    for (size_t most = 1; most < 300; most += 149) {
        write_first = 1;
        write_most = most;
        faults[PWRITE].errnum = ENOSPC;
        assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
        assert_int_equal(log_size(*state), before);
        all_works();
        write_title(s, "after");
        assert_whole(s, *state);
        before = log_size(*state);
    }
    store_close(s);
}

static void a_part_of_a_line_that_cannot_be_taken_back_is_mended(void **state)
{
    struct store *s = open_store(*state);
    off_t before;

    all_works();
    write_title(s, "before");
    before = log_size(*state);
    write_first = 1;
    write_most = 77;
    faults[PWRITE].errnum = EIO;
    faults[FTRUNCATE].errnum = EIO;
    assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
    assert_int_equal(log_size(*state), before + 77);
    assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
    all_works();
    write_title(s, "after");
    assert_whole(s, *state);
    store_close(s);
}

static void a_line_whose_sync_failed_is_written_again_where_it_stands(void **state)
{
    struct store *s = open_store(*state);

    all_works();
    faults[FDATASYNC].errnum = EIO;
    faults[FTRUNCATE].errnum = EIO;
    write_title(s, "waits");
    all_works();
    write_title(s, "after");
    assert_true(faults[PWRITE].made >= 2); /* not only the new line */
    assert_whole(s, *state);
    store_close(s);
}

static void a_line_leaves_the_outbox_only_after_its_sync(void **state)
{
    struct store *s = open_store(*state);

    all_works();
    write_title(s, "one");
    faults[FDATASYNC].errnum = EIO;
    write_title(s, "two");
    assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
    assert_int_equal(ask(s, "SELECT max(seq) FROM audit_outbox", NULL), 2);
    store_close(s);
    all_works();
    s = open_store(*state);
    assert_int_equal(entries(s), 2);
    assert_whole(s, *state);
    store_close(s);
}

/* ---- sharing ---- */

static void *ten_writes(void *arg)
{
    for (int i = 0; i < 10; i++)
        write_title(arg, "shared");
    return NULL;
}

static void threads_share_their_syncs(void **state)
{
    struct store *s = open_store(*state);
    pthread_t threads[8];

    all_works();
    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ten_writes, s), 0);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(rows(s), 80);
    assert_true(faults[FDATASYNC].made <= 60); /* one a write would be 80 */
    assert_whole(s, *state);
    store_close(s);
}

struct queue {
    struct store *s;
    _Atomic unsigned here;
    unsigned all;
};

static int wait_for_all(struct tx *tx, void *arg, struct err *e)
{
    struct queue *q = arg;

    while (q->here < q->all)
        usleep(1000);
    usleep(50000); /* from there to the queue */
    return run_job(tx, &(struct job){ .title = "first" }, e);
}

static void *join_queue(void *arg)
{
    struct queue *q = arg;
    struct err e;

    if (q->here++ == 0)
        assert_int_equal(store_write(q->s, wait_for_all, q, NULL, &e), 0);
    else
        write_title(q->s, "queued");
    return NULL;
}

/* How many syncs of the log it takes when n threads write at once. */
static unsigned syncs_of(struct store *s, unsigned n)
{
    struct queue q = { .s = s, .all = n };
    pthread_t threads[STORE_BATCH + 1];

    all_works();
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, join_queue, &q), 0);
        if (i == 0)
            usleep(20000); /* the first has the writer's place */
    }
    for (unsigned i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    return faults[FDATASYNC].made;
}

static void a_batch_takes_so_many_and_no_more(void **state)
{
    struct store *s = open_store(*state);

    assert_int_equal(syncs_of(s, STORE_BATCH), 1);
    assert_int_equal(syncs_of(s, STORE_BATCH + 1), 2);
    assert_int_equal(entries(s), 2 * STORE_BATCH + 1);
    assert_whole(s, *state);
    store_close(s);
}

static void settling_appends_what_waits_and_empties_the_outbox(void **state)
{
    struct store *s = open_store(*state);
    struct stat st;

    all_works();
    faults[FDATASYNC].errnum = EIO;
    write_title(s, "waits");
    assert_int_equal(store_settle(s, &err), -1);
    assert_int_equal(err.code, ERR_IO);
    all_works();
    assert_int_equal(store_settle(s, &err), 0);
    assert_whole(s, *state);
    assert_int_equal(ask(s, "SELECT count(*) FROM audit_outbox", NULL), 0);
    assert_int_equal(stat(in(*state, "state.db-wal"), &st), 0);
    assert_int_equal(st.st_size, 0);
    store_close(s);
}

/* ---- the database ---- */

typedef ssize_t pwrite_fn(int fd, const void *p, size_t n, off_t at);

static pwrite_fn *real_write;
static unsigned writes, failing_write; /* the one that fails, and all after it; 0: none */

static ssize_t failing_pwrite(int fd, const void *p, size_t n, off_t at)
{
    if (++writes >= failing_write && failing_write) {
        errno = ENOSPC;
        return -1;
    }
    return real_write(fd, p, n, at);
}

static void a_full_disk_at_each_of_the_databases_writes_changes_nothing(void **state)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    struct store *s = open_store(*state);
    int64_t kept = 0;
    bool refused = true;

    all_works();
    real_write = (pwrite_fn *)vfs->xGetSystemCall(vfs, "pwrite64");
    assert_non_null(real_write);
    assert_int_equal(vfs->xSetSystemCall(vfs, "pwrite64", (sqlite3_syscall_ptr)failing_pwrite), SQLITE_OK);
    for (unsigned nth = 1; refused; nth++) {
        writes = 0;
        failing_write = nth;
        refused = write_job(s, (struct job){ .title = "full" }, NULL, &err) != 0;
        if (refused)
            assert_int_equal(err.code, ERR_DISK_FULL);
        failing_write = 0;
        assert_int_equal(rows(s), kept + !refused);
        write_title(s, "room");
        kept += 1 + !refused;
        assert_int_equal(rows(s), kept);
        assert_whole(s, *state);
        assert_true(nth < 100);
    }
    assert_true(kept > 3);
    vfs->xSetSystemCall(vfs, "pwrite64", NULL);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_full_disk_refuses_the_change_before_it_is_made),
        SCRATCH_TEST(a_disk_that_cannot_promise_room_is_written_to),
        SCRATCH_TEST(a_line_that_cannot_be_written_refuses_the_change),
        SCRATCH_TEST(a_line_that_cannot_be_synced_is_taken_back_and_waits),
        SCRATCH_TEST(a_waiting_line_is_appended_by_the_next_to_open),
        SCRATCH_TEST(a_part_of_a_line_is_taken_back),
        SCRATCH_TEST(a_part_of_a_line_that_cannot_be_taken_back_is_mended),
        SCRATCH_TEST(a_line_whose_sync_failed_is_written_again_where_it_stands),
        SCRATCH_TEST(a_line_leaves_the_outbox_only_after_its_sync),
        SCRATCH_TEST(threads_share_their_syncs),
        SCRATCH_TEST(a_batch_takes_so_many_and_no_more),
        SCRATCH_TEST(settling_appends_what_waits_and_empties_the_outbox),
        SCRATCH_TEST(a_full_disk_at_each_of_the_databases_writes_changes_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
