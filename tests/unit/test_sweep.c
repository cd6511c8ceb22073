/* test_sweep.c - what has had its time goes, what has not stays, and a kill at any point costs nothing. */
#include "base/cancel.h"
#include "base/timefmt.h"
#include "store/home/sweep.h"
#include "store_testing.h"
#include "sys/file.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

/* Half an hour of a day that tests stand at; files are given their times by hand. */
#define NOW_US (1769164200LL * 1000000)
#define HOUR_US (3600LL * 1000000)

static int64_t stopped_now(void *state)
{
    (void)state;
    return NOW_US;
}

static struct world stopped;
static char home[PATH_MAX];

static int setup(void **state)
{
    static const char *const folders[] = { "sessions", "confirm", "uploads", "logs" };
    struct err err;

    if (scratch_setup(state) != 0)
        return -1;
    stopped = *world_system();
    stopped.now_us = stopped_now;
    snprintf(home, sizeof home, "%s/home", (char *)*state);
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        if (file_mkdirs(in(home, folders[i]), &err) != 0)
            return -1;
    return 0;
}

static const char *text_of(int64_t us)
{
    static char text[4][TIME_TEXT_BYTES];
    static unsigned turn;
    char *t = text[turn++ % 4];

    time_text(us, t);
    return t;
}

static void set_time(const char *path, int64_t us)
{
    struct timespec t = { .tv_sec = us / 1000000 };
    struct timespec times[2] = { t, t };

    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* ---- things that run out ---- */

struct conversation {
    const char *id;
    int64_t expires_us; /* 0: never */
    int messages;
    const char *words;
};

static int add_conversation(struct tx *tx, void *arg, struct err *err)
{
    const struct conversation *c = arg;

    if (db_run(tx_db(tx),
               "INSERT INTO conversations (id, user_id, agent, created_at, updated_at, expires_at, metadata)"
               " VALUES ($1, 'u', 'workbook', 'x', 'x', $2, $3)",
               DB_VALUES(DB_S(c->id), DB_S(c->expires_us ? text_of(c->expires_us) : NULL), DB_S(c->words)), NULL, err))
        return -1;
    for (int i = 0; i < c->messages; i++)
        if (db_run(tx_db(tx),
                   "INSERT INTO messages (conversation_id, role, content, created_at) VALUES ($1, 'user', $2, 'x')",
                   DB_VALUES(DB_S(c->id), DB_S(c->words)), NULL, err))
            return -1;
    return 0;
}

static void converse(struct store *s, struct conversation c)
{
    struct err err;

    if (!c.words)
        c.words = "{}";
    if (store_write(s, add_conversation, &c, NULL, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
}

/* A session folder; expires_us 0: without a metadata.json. */
static void make_session(const char *name, int64_t expires_us)
{
    char path[PATH_MAX + 64], text[200];

    snprintf(path, sizeof path, "%s/sessions/%s", home, name);
    mkdir(path, 0700);
    mkdir(in(path, "files"), 0700);
    put_text(in(path, "files/a.csv"), "a\n1\n");
    if (expires_us) {
        snprintf(text, sizeof text, "{\"session_id\": \"%s\", \"expires_at\": \"%s\"}", name, text_of(expires_us));
        put_text(in(path, "metadata.json"), text);
    }
    set_time(path, NOW_US);
}

static bool has(const char *name)
{
    return access(in(home, name), F_OK) == 0;
}

static struct sweep_report run(struct store *s)
{
    struct sweep_report r;
    struct err err;

    if (sweep(s, home, &stopped, NULL, &r, &err) != 0)
        fail_msg("sweep: %s (%s)", err.message, err.detail);
    return r;
}

/* Whether the words stand anywhere in the store's files. */
static bool is_on_disk(const char *words)
{
    static const char *const names[] = { "state.db", "state.db-wal" };
    static char text[4u << 20];

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        FILE *f = fopen(in(home, names[i]), "r");
        size_t n = f ? fread(text, 1, sizeof text, f) : 0;

        if (f)
            fclose(f);
        if (memmem(text, n, words, strlen(words)))
            return true;
    }
    return false;
}

/* ---- conversations ---- */

static void a_conversation_goes_when_its_time_has_passed(void **state)
{
    struct store *s = open_store(home);
    struct sweep_report r;

    (void)state;
    converse(s, (struct conversation){ "past", NOW_US - 1000000, 3, NULL });
    converse(s, (struct conversation){ "now", NOW_US, 2, NULL });
    converse(s, (struct conversation){ "later", NOW_US + 1000000, 2, NULL });
    converse(s, (struct conversation){ "never", 0, 2, NULL });
    r = run(s);
    assert_int_equal(r.conversations, 1);
    assert_false(r.more);
    assert_int_equal(ask(s, "SELECT count(*) FROM conversations", NULL), 3);
    assert_int_equal(ask(s, "SELECT count(*) FROM conversations WHERE id = $1", "past"), 0);
    assert_int_equal(ask(s, "SELECT count(*) FROM messages", NULL), 6);
    assert_int_equal(run(s).conversations, 0);
    store_close(s);
}

static void deleted_words_leave_the_disk(void **state)
{
    struct store *s = open_store(home);
    struct sweep_report r;

    (void)state;
    converse(s, (struct conversation){ "past", NOW_US - 1000000, 50, "\"a secret nobody else knows\"" });
    assert_true(is_on_disk("a secret nobody else knows"));
    r = run(s);
    assert_int_equal(r.conversations, 1);
    assert_true(r.settled);
    assert_false(is_on_disk("a secret nobody else knows"));
    store_close(s);
}

static int add_too_many(struct tx *tx, void *arg, struct err *err)
{
    (void)arg;
    for (int i = 0; i < SWEEP_ITEMS + 1; i++) {
        char id[32];
        struct conversation c = { id, NOW_US - 1000000, 1, "{}" };

        snprintf(id, sizeof id, "c%d", i);
        if (add_conversation(tx, &c, err) != 0)
            return -1;
    }
    return 0;
}

static void one_call_does_a_bounded_piece(void **state)
{
    struct store *s = open_store(home);
    struct sweep_report r;
    struct err err;
    char id[32];

    (void)state;
    if (store_write(s, add_too_many, NULL, NULL, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
    for (int i = 0; i < SWEEP_ITEMS + 1; i++) {
        snprintf(id, sizeof id, "s%d", i);
        make_session(id, NOW_US - 1000000);
    }
    r = run(s);
    assert_int_equal(r.conversations, SWEEP_ITEMS);
    assert_int_equal(r.sessions, SWEEP_ITEMS);
    assert_true(r.more);
    r = run(s);
    assert_int_equal(r.conversations, 1);
    assert_int_equal(r.sessions, 1);
    assert_false(r.more);
    assert_int_equal(ask(s, "SELECT count(*) FROM messages", NULL), 0);
    store_close(s);
}

/* ---- changes to tasks ---- */

struct steps {
    const char *user;
    int64_t n, made_us;
};

static int add_steps(struct tx *tx, void *arg, struct err *err)
{
    const struct steps *w = arg;

    if (db_run(tx_db(tx),
               "INSERT INTO task_steps (user_id, request_id, made_at, what) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL"
               " SELECT i + 1 FROM n WHERE i < $3) SELECT $1, 'r', $2, 'secret' FROM n",
               DB_VALUES(DB_S(w->user), DB_S(text_of(w->made_us)), DB_I(w->n)), NULL, err) < 0)
        return -1;
    return db_run(tx_db(tx),
                  "INSERT OR IGNORE INTO task_changes (step_id, task_id, before) SELECT id, 1, '{}' FROM task_steps",
                  NULL, 0, NULL, err);
}

static void do_steps(struct store *s, struct steps steps)
{
    struct err err;

    if (store_write(s, add_steps, &steps, NULL, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
}

static void changes_to_tasks_are_kept_for_their_days(void **state)
{
    int64_t limit = NOW_US - TASK_STEP_DAYS * DAY_US;
    struct store *s = open_store(home);

    (void)state;
    do_steps(s, (struct steps){ "old", 1, limit - 1000000 });
    do_steps(s, (struct steps){ "young", 1, limit });
    assert_false(run(s).more);
    assert_int_equal(ask(s, "SELECT count(*) FROM task_steps WHERE user_id = $1", "old"), 0);
    assert_int_equal(ask(s, "SELECT count(*) FROM task_steps WHERE user_id = $1", "young"), 1);
    assert_int_equal(ask(s, "SELECT count(*) FROM task_changes", NULL), 1);
    store_close(s);
}

static void each_users_newest_changes_are_kept(void **state)
{
    struct store *s = open_store(home);

    (void)state;
    do_steps(s, (struct steps){ "a", TASK_STEPS, NOW_US });
    do_steps(s, (struct steps){ "b", TASK_STEPS + 3, NOW_US });
    assert_false(run(s).more);
    assert_int_equal(ask(s, "SELECT count(*) FROM task_steps WHERE user_id = $1", "a"), TASK_STEPS);
    assert_int_equal(ask(s, "SELECT count(*) FROM task_steps WHERE user_id = $1", "b"), TASK_STEPS);
    assert_int_equal(ask(s, "SELECT min(id) FROM task_steps WHERE user_id = $1", "b"), TASK_STEPS + 4);
    do_steps(s, (struct steps){ "a", SWEEP_STEPS + 10, NOW_US });
    assert_true(run(s).more);
    assert_false(run(s).more);
    assert_int_equal(ask(s, "SELECT count(*) FROM task_steps WHERE user_id = $1", "a"), TASK_STEPS);
    store_close(s);
}

/* ---- sessions ---- */

static void a_session_goes_with_its_files_when_it_has_run_out(void **state)
{
    struct store *s = open_store(home);
    struct sweep_report r;

    (void)state;
    make_session("past", NOW_US - 1000000);
    make_session("now", NOW_US);
    make_session("later", NOW_US + 1000000);
    make_session("new", 0);
    make_session("broken", 0);
    put_text(in(home, "sessions/broken/metadata.json"), "{\"expires_at\": 7");
    set_time(in(home, "sessions/broken"), NOW_US - METRICS_SESSION_HOURS * HOUR_US - 1000000);
    make_session("young", 0);
    set_time(in(home, "sessions/young"), NOW_US - METRICS_SESSION_HOURS * HOUR_US);
    r = run(s);
    assert_int_equal(r.sessions, 2);
    assert_false(has("sessions/past"));
    assert_false(has("sessions/broken"));
    assert_true(has("sessions/now/files/a.csv"));
    assert_true(has("sessions/later/files/a.csv"));
    assert_true(has("sessions/new/files/a.csv"));
    assert_true(has("sessions/young/files/a.csv"));
    assert_int_equal(count_entries(in(home, "sessions")), 4);
    store_close(s);
}

static void what_a_killed_sweep_left_is_finished(void **state)
{
    struct store *s = open_store(home);

    (void)state;
    make_session(".gone-half", NOW_US + HOUR_US); /* whatever it says: it was on its way out */
    make_session("again", NOW_US - 1000000);
    make_session(".gone-again", 0);
    assert_true(run(s).sessions >= 2);
    assert_int_equal(count_entries(in(home, "sessions")), 0);
    store_close(s);
}

static void links_among_the_sessions_are_left_alone(void **state)
{
    struct store *s = open_store(home);

    assert_int_equal(mkdir(in(*state, "photos"), 0700), 0);
    put_text(in(*state, "photos/metadata.json"), "{\"expires_at\": \"2001-01-01T00:00:00Z\"}");
    assert_int_equal(symlink("../../photos", in(home, "sessions/link")), 0);
    assert_int_equal(run(s).sessions, 0);
    assert_true(has("sessions/link/metadata.json"));
    store_close(s);
}

/* ---- files ---- */

static void leftovers_go_after_a_day_and_nothing_else_does(void **state)
{
    static const char *const names[] = {
        ".assay-0123456789abcdef.tmp",
        "uploads/.assay-0123456789abcde0.tmp",
        "uploads/.assay-0123456789abcdeX.tmp",
        "uploads/assay-0123456789abcdef.tmp",
        "uploads/report.tmp",
        "uploads/.assay-0123456789abcde1.tmp",
    };
    struct store *s = open_store(home);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        put_text(in(home, names[i]), "x");
        set_time(in(home, names[i]), NOW_US - SWEEP_TEMP_SECONDS * 1000000LL - (i < 5 ? 1000000 : 0));
    }
    assert_int_equal(run(s).temps, 2);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_int_equal(has(names[i]), i >= 2);
    store_close(s);
}

static int64_t far_ahead(void *state)
{
    (void)state;
    return world_now(world_system()) + 100 * 86400 * 1000000LL;
}

static void what_is_being_written_is_not_old_by_a_clock_that_is_ahead(void **state)
{
    struct store *s = open_store(home);

    (void)state;
    stopped.now_us = far_ahead;
    put_text(in(home, "uploads/.assay-0123456789abcdef.tmp"), "x");
    assert_int_equal(run(s).temps, 0);
    assert_true(has("uploads/.assay-0123456789abcdef.tmp"));
    store_close(s);
}

static void unanswered_questions_go(void **state)
{
    static const char *const names[] = {
        "confirm/0c1ae5b85f1d4c628d0e4f0a3c9f5a110c1ae5b85f1d4c628d0e4f0a3c9f5a11",
        "confirm/0c1ae5b85f1d4c628d0e4f0a3c9f5a110c1ae5b85f1d4c628d0e4f0a3c9f5a12",
        "confirm/note",
    };
    struct store *s = open_store(home);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        put_text(in(home, names[i]), "{}");
        set_time(in(home, names[i]), NOW_US - CONFIRM_SECONDS * 1000000LL - (i != 1 ? 1000000 : 0));
    }
    assert_int_equal(run(s).confirmations, 1);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_int_equal(has(names[i]), i > 0);
    store_close(s);
}

static void a_sweep_can_be_stopped(void **state)
{
    struct store *s = open_store(home);
    struct sweep_report r;
    struct cancel cancel;
    struct err err;

    (void)state;
    make_session("past", NOW_US - 1000000);
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(sweep(s, home, &stopped, &cancel, &r, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    assert_true(has("sessions/past"));
    store_close(s);
}

/* ---- killed ---- */

static void sweep_in_child(void)
{
    struct sweep_report r;
    struct store *s;
    struct err err;

    if (store_open(home, &stopped, &s, &err) != 0)
        _exit(1);
    do
        if (sweep(s, home, &stopped, NULL, &r, &err) != 0)
            _exit(1);
    while (r.more);
    _exit(0);
}

/* After each kill: a conversation is there with all its messages or not at all, and so is a session under its name. */
static void a_sweep_killed_anywhere_is_finished_by_the_next(void **state)
{
    unsigned seed = 1234567;
    struct store *s;

    (void)state;
    for (int round = 0; round < 20; round++) {
        int status;
        pid_t pid;
        char id[32];

        s = open_store(home);
        for (int i = 0; i < 5; i++) {
            snprintf(id, sizeof id, "r%d-%d", round, i);
            converse(s, (struct conversation){ id, NOW_US - 1000000, 4, NULL });
            make_session(id, NOW_US - 1000000);
        }
        make_session("stays", NOW_US + HOUR_US);
        store_close(s);
        pid = fork();
        if (pid == 0)
            sweep_in_child();
        usleep((unsigned)rand_r(&seed) % 25000);
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        for (int i = 0; i < 5; i++) {
            char path[PATH_MAX + 64];
            snprintf(path, sizeof path, "%s/sessions/r%d-%d", home, round, i);
            if (access(path, F_OK) == 0)
                assert_int_equal(count_entries(path), 2);
        }
        s = open_store(home);
        assert_int_equal(ask(s, "SELECT count(*) FROM messages", NULL),
                         4 * ask(s, "SELECT count(*) FROM conversations", NULL));
        while (run(s).more)
            ;
        assert_int_equal(ask(s, "SELECT count(*) FROM conversations", NULL), 0);
        assert_int_equal(count_entries(in(home, "sessions")), 1);
        store_close(s);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, scratch_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_conversation_goes_when_its_time_has_passed),
        TEST(deleted_words_leave_the_disk),
        TEST(one_call_does_a_bounded_piece),
        TEST(changes_to_tasks_are_kept_for_their_days),
        TEST(each_users_newest_changes_are_kept),
        TEST(a_session_goes_with_its_files_when_it_has_run_out),
        TEST(what_a_killed_sweep_left_is_finished),
        TEST(links_among_the_sessions_are_left_alone),
        TEST(leftovers_go_after_a_day_and_nothing_else_does),
        TEST(what_is_being_written_is_not_old_by_a_clock_that_is_ahead),
        TEST(unanswered_questions_go),
        TEST(a_sweep_can_be_stopped),
        TEST(a_sweep_killed_anywhere_is_finished_by_the_next),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
