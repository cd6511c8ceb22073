/* test_store_crash.c - the store under SIGKILL: whatever moment it comes at, what was acknowledged is there, once, with
 * its line. */
#include "store_testing.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#define WRITERS 3 /* processes at once */
#define THREADS 2 /* of each */
#define ROUNDS 12

static struct err err;

struct child {
    int id;
    _Atomic int next;
    struct store *s;
    int acks; /* a pipe */
};

/* A write of the numbered title, and then its number into the pipe. Runs until it is killed. */
static void *write_for_ever(void *arg)
{
    struct child *c = arg;
    struct err e;
    char title[32];

    for (;;) {
        int n = c->next++;
        snprintf(title, sizeof title, "%d-%d", c->id, n);
        if (write_job(c->s, (struct job){ .title = title }, NULL, &e) != 0 || write(c->acks, &n, sizeof n) != sizeof n)
            _exit(1);
    }
    return NULL;
}

static void child_main(const char *home, int id, int acks)
{
    struct child c = { .id = id, .acks = acks };
    pthread_t threads[THREADS];
    struct err e;

    if (store_open(home, world_system(), &c.s, &e) != 0)
        _exit(2);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, write_for_ever, &c) != 0)
            _exit(3);
    pthread_join(threads[0], NULL);
    _exit(4);
}

static pid_t start(const char *home, int id, int *ret_acks)
{
    int fds[2];
    pid_t pid;

    assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
    fcntl(fds[1], F_SETPIPE_SZ, 1 << 20);
    pid = fork();
    if (pid == 0)
        child_main(home, id, fds[1]);
    close(fds[1]);
    *ret_acks = fds[0];
    return pid;
}

/* It must have died of our signal and of nothing else. */
static void kill_and_wait(pid_t pid)
{
    int status;

    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static int check_acks(struct store *s, int id, int acks)
{
    char title[32];
    int n, count = 0;

    while (read(acks, &n, sizeof n) == sizeof n) {
        snprintf(title, sizeof title, "%d-%d", id, n);
        assert_int_equal(rows_titled(s, title), 1);
        count++;
    }
    close(acks);
    return count;
}

/* As many good lines as rows. */
static void check_all(struct store *s, const char *home)
{
    assert_int_equal(store_check(s, &err), 0);
    assert_int_equal(entries(s), rows(s));
    assert_whole(s, home);
}

static void check_none_twice(struct store *s)
{
    assert_int_equal(ask(s, "SELECT count(*) - count(DISTINCT title) FROM tasks", NULL), 0);
}

static void killed_writers_lose_nothing(void **state)
{
    int total = 0;

    srand48(4);
    for (int round = 0; round < ROUNDS; round++) {
        pid_t pids[WRITERS];
        int acks[WRITERS];
        struct store *s;

        for (int i = 0; i < WRITERS; i++)
            pids[i] = start(*state, round * WRITERS + i, &acks[i]);
        for (int i = 0; i < WRITERS; i++) {
            usleep((useconds_t)(20000 + lrand48() % 100000));
            kill_and_wait(pids[i]);
        }
        s = open_store(*state);
        for (int i = 0; i < WRITERS; i++)
            total += check_acks(s, round * WRITERS + i, acks[i]);
        check_all(s, *state);
        check_none_twice(s);
        assert_true(rows(s) >= total);
        store_close(s);
    }
    assert_true(total > 0);
}

static void opening_can_be_killed_at_any_moment(void **state)
{
    char home[64];

    for (int round = 0; round < 25; round++) {
        struct store *s;
        int acks;
        pid_t pid;

        snprintf(home, sizeof home, "home%d", round / 5); /* some are killed in their first opening, some in a later */
        mkdir(in(*state, home), 0700);
        pid = start(in(*state, home), round, &acks);
        usleep((useconds_t)(round % 5 * 6000));
        kill_and_wait(pid);
        s = open_store(in(*state, home));
        check_acks(s, round, acks);
        check_all(s, in(*state, home));
        store_close(s);
    }
}

static void several_processes_can_make_a_home_together(void **state)
{
    pid_t pids[4];
    struct store *s;

    for (int i = 0; i < 4; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            struct store *mine;
            struct err e;
            if (store_open(*state, world_system(), &mine, &e) != 0 ||
                write_job(mine, (struct job){ .title = "mine" }, NULL, &e) != 0)
                _exit(1);
            store_close(mine);
            _exit(0);
        }
    }
    for (int i = 0; i < 4; i++) {
        int status;
        assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
        assert_int_equal(status, 0);
    }
    s = open_store(*state);
    assert_int_equal(rows(s), 4);
    check_all(s, *state);
    store_close(s);
}

/* ---- the log's end ---- */

/* Three rows by a process that dies before it can tidy up: the last line is still in the outbox. */
static void die_after_three(const char *home)
{
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        struct store *s = open_store(home);
        for (int i = 0; i < 3; i++)
            write_title(s, "row");
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
}

static off_t log_size(const char *home)
{
    struct stat st;

    assert_int_equal(stat(in(home, LOG_NAME), &st), 0);
    return st.st_size;
}

static off_t last_line_at(const char *home)
{
    const char *text = get_text(in(home, LOG_NAME));
    size_t n = strlen(text) - 1;

    while (n > 0 && text[n - 1] != '\n')
        n--;
    return (off_t)n;
}

static void a_torn_last_line_is_made_whole_wherever_it_is_torn(void **state)
{
    off_t whole, at;

    die_after_three(*state);
    whole = log_size(*state);
    at = last_line_at(*state);
    for (off_t size = at; size < whole; size += size == at || size > whole - 3 ? 1 : 37) {
        struct store *s;
        pid_t pid;
        int status;

        assert_int_equal(truncate(in(*state, LOG_NAME), size), 0);
        pid = fork(); /* opened by one that dies too, so that the outbox keeps its line */
        if (pid == 0) {
            s = open_store(*state);
            _exit(store_check(s, &err) != 0 || rows(s) != 3);
        }
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
        assert_int_equal(log_size(*state), whole);
    }
    struct store *s = open_store(*state);
    check_all(s, *state);
    write_title(s, "goes on");
    check_all(s, *state);
    store_close(s);
}

/* A file system may give a file its length before its content. */
static void zeros_in_the_last_lines_place_are_replaced(void **state)
{
    static const char zeros[64];
    struct store *s;
    int fd;

    die_after_three(*state);
    fd = open(in(*state, LOG_NAME), O_WRONLY);
    assert_int_equal(pwrite(fd, zeros, sizeof zeros, log_size(*state) - (off_t)sizeof zeros), sizeof zeros);
    close(fd);
    s = open_store(*state);
    check_all(s, *state);
    store_close(s);
}

static void a_log_cut_before_the_outbox_is_not_carried_on(void **state)
{
    struct store *s;

    die_after_three(*state);
    assert_int_equal(truncate(in(*state, LOG_NAME), 100), 0);
    s = open_store(*state);
    assert_int_equal(store_check(s, &err), -1);
    assert_int_equal(err.code, ERR_STORE_DAMAGED);
    assert_int_equal(write_job(s, (struct job){ .title = "no" }, NULL, &err), -1);
    store_close(s);
    assert_int_equal(log_size(*state), 100);
}

static void a_migration_that_was_not_finished_begins_again(void **state)
{
    struct db *db;
    struct store *s;

    assert_int_equal(sqlite_open(in(*state, "state.db"), false, &db, &err), 0);
    assert_int_equal(db_begin(db, &err), 0);
    assert_int_equal(db_run(db, "CREATE TABLE audit_state (half INTEGER)", NULL, 0, NULL, &err), 0);
    db_close(db);
    s = open_store(*state);
    write_title(s, "one");
    assert_int_equal(ask(s, "SELECT count(*) = max(version) FROM schema_version", NULL), 1);
    check_all(s, *state);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(killed_writers_lose_nothing),
        SCRATCH_TEST(opening_can_be_killed_at_any_moment),
        SCRATCH_TEST(several_processes_can_make_a_home_together),
        SCRATCH_TEST(a_torn_last_line_is_made_whole_wherever_it_is_torn),
        SCRATCH_TEST(zeros_in_the_last_lines_place_are_replaced),
        SCRATCH_TEST(a_log_cut_before_the_outbox_is_not_carried_on),
        SCRATCH_TEST(a_migration_that_was_not_finished_begins_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
