/* test_dataset_worker.c - the process that reads data: what it is stopped from, what it does not load, and what happens
 * when it, or its file, does not stay as it is.
 *
 * This program is its own worker, with one job more than the real one: to do what an attacker would.
 */
#include "base/cancel.h"
#include "base/hash.h"
#include "data/pii/column_policy.h"
#include "data/worker/jobs.h"
#include "dataset_place.h"
#include "grid/table.h"
#include "hang_job.h"
#include "sys/confine.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- in the worker ---- */

static long attack(const char *what)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(9) };
    char name[] = "true", *argv[] = { name, NULL };

    if (strcmp(what, "open") == 0)
        return syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY, 0);
    if (strcmp(what, "write") == 0)
        return syscall(SYS_openat, AT_FDCWD, "/tmp/assay-attack", O_WRONLY | O_CREAT, 0600);
    if (strcmp(what, "connect") == 0)
        return connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&to, sizeof to);
    if (strcmp(what, "fork") == 0)
        return syscall(SYS_fork);
    if (strcmp(what, "exec") == 0)
        return execve("/bin/true", argv, argv + 1);
    return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL);
}

/* The errno of the attack, or 0 when it succeeded. */
static int do_attack(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    (void)state;
    (void)err;
    *ret = json_int(io->arena, attack(json_get_text(args, "what")) < 0 ? errno : 0);
    return 0;
}

static int begin(struct worker_env *env, struct err *err)
{
    static struct job jobs[32] = { { "attack", do_attack }, { "hang", do_hang } };

    if (workset_begin(env, err))
        return -1;
    for (size_t i = 0; env->jobs[i].name; i++)
        jobs[2 + i] = env->jobs[i];
    env->jobs = jobs;
    return 0;
}

/* ---- confinement ---- */

static int attacked(struct place *p, struct dataset *ds, const char *what, int64_t *ret)
{
    struct json *args = json_object(p->arena), *v;

    json_set(p->arena, args, "what", json_str(p->arena, what));
    if (dataset_job(ds, "attack", args, NULL, NULL, p->arena, &v, &p->err))
        return -1;
    assert_true(json_int64(v, ret));
    return 0;
}

static void stopped_from(struct place *p, const char *what, bool loaded)
{
    struct dataset *ds = open_text(p, "sales.csv", SALES);
    const struct table *t;
    int64_t result = 0;

    if (loaded)
        tables_of(p, ds, &t);
    if (strcmp(what, "open") == 0 || strcmp(what, "write") == 0) {
        assert_int_equal(attacked(p, ds, what, &result), 0);
        assert_true(result == EPERM || (result == EACCES && !loaded));
        gives(p, ds, "SELECT count(*) FROM sales", "[[3]]");
    } else {
        assert_int_equal(attacked(p, ds, what, &result), -1);
        assert_int_equal(p->err.code, ERR_DATA_UNREADABLE);
        assert_non_null(strstr(p->err.detail, "forbidden system call"));
    }
    dataset_release(ds);
    ds = open_text(p, "sales.csv", SALES); /* and another one works */
    gives(p, ds, "SELECT count(*) FROM sales", "[[3]]");
    dataset_release(ds);
}

static void the_kernel_stops_what_a_reader_does_not_need(void **state)
{
    static const char *const attacks[] = { "open", "write", "connect", "fork", "exec", "ptrace" };

    if (!confine_level().seccomp || !confine_level().landlock)
        skip();
    for (size_t i = 0; i < COUNT_OF(attacks); i++) {
        stopped_from(*state, attacks[i], false);
        stopped_from(*state, attacks[i], true);
    }
    assert_int_equal(access("/tmp/assay-attack", F_OK), -1);
}

/* What opening a file comes to: EACCES while files may be opened, but not this one; EPERM once none may. */
static int64_t opened(struct place *p, struct dataset *ds)
{
    int64_t result = 0;

    assert_int_equal(attacked(p, ds, "open", &result), 0);
    return result;
}

static struct dataset *open_apart(struct place *p, const char *path)
{
    struct dataset *ds = NULL;

    assert_int_equal(
        dataset_open(p->datasets, &(struct dataset_spec){ .at = AT(path), .n = 1, .apart = true }, NULL, &ds, &p->err),
        0);
    return ds;
}

static void what_is_shown_is_parsed_where_nothing_can_be_opened(void **state)
{
    struct place *p = *state;
    struct dataset *both = open_text(p, "sales.csv", SALES), *apart;
    struct json *v;

    if (!confine_level().seccomp || !confine_level().landlock)
        skip();
    apart = open_apart(p, arena_printf(p->arena, "%s/sales.csv", p->dir));
    assert_int_equal(opened(p, both), EACCES);
    assert_int_equal(opened(p, apart), EACCES);
    assert_int_equal(dataset_job(both, "show", NULL, NULL, NULL, p->arena, &v, &p->err), 0);
    assert_int_equal(dataset_job(apart, "show", NULL, NULL, NULL, p->arena, &v, &p->err), 0);
    assert_int_equal(opened(p, both), EPERM);
    assert_int_equal(opened(p, apart), EPERM);
    gives(p, both, "SELECT count(*) FROM sales", "[[3]]"); /* the engine is there all the same */
    dataset_release(both);
    dataset_release(apart);
}

/* What cannot be parsed shows that nothing could be opened before anybody tried. */
static void every_job_gives_up_opening_before_it_parses(void **state)
{
    static const char *const jobs[] = {
        "show", "structure", "search", "pivot", "edit", "describe", "profile", "query"
    };
    struct place *p = *state;
    struct json *args = json_object(p->arena), *v;

    if (!confine_level().seccomp || !confine_level().landlock)
        skip();
    json_set(p->arena, args, "query", json_str(p->arena, "x"));
    json_set(p->arena, args, "sql", json_str(p->arena, "SELECT 1"));
    json_set(p->arena, args, "worksheet", json_str(p->arena, "x"));
    json_set(p->arena, args, "updates", json_array(p->arena));
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        struct dataset *ds = open_text(p, arena_printf(p->arena, "%zu.xlsx", i), "PK\3\4 and nothing more");

        assert_int_equal(opened(p, ds), EACCES);
        assert_int_equal(dataset_job(ds, jobs[i], args, NULL, NULL, p->arena, &v, &p->err), -1);
        if (opened(p, ds) != EPERM)
            fail_msg("%s parsed while files could be opened", jobs[i]);
        dataset_release(ds);
    }
}

/* ---- policy ---- */

#define PEOPLE                                                                                                         \
    "name,Email,contact,city\n"                                                                                        \
    "Ann,ann@example.com,ann@example.com,Rome\nBob,bob@example.com,bob@example.org,Oslo\n"

static struct dataset *open_with(struct place *p, const char *path, const struct column_policy *policy)
{
    struct dataset *ds = NULL;

    if (dataset_open(p->datasets, &(struct dataset_spec){ .at = AT(path), .n = 1, .policy = policy }, NULL, &ds,
                     &p->err))
        fail_msg("%s", p->err.detail);
    return ds;
}

static void a_blocked_column_is_not_there(void **state)
{
    static const char *const blocked[] = { "email" }, *const allowed[] = { "NAME", "city" };
    struct place *p = *state;
    const char *path = put_file(p, "people.csv", PEOPLE);
    struct column_policy by_pattern = { .blocked = blocked, .n_blocked = 1 };
    struct column_policy by_name = { .allowed = allowed, .n_allowed = 2 };
    struct dataset *all = open_with(p, path, NULL), *some = open_with(p, path, &by_pattern),
                   *few = open_with(p, path, &by_name), *again = open_with(p, path, &by_pattern);
    const struct table *t;
    struct dataset_rows rows;

    assert_ptr_not_equal(all, some);
    assert_ptr_equal(some, again); /* the same policy is the same dataset */
    tables_of(p, all, &t);
    assert_int_equal(t->n_columns, 4);
    tables_of(p, some, &t); /* one by its name, one by what it holds */
    assert_int_equal(t->n_columns, 2);
    assert_string_equal(t->columns[0].name, "name");
    assert_string_equal(t->columns[1].name, "city");
    gives(p, all, "SELECT Email FROM people ORDER BY 1 LIMIT 1", "[[\"ann@example.com\"]]");
    fails(p, some, "SELECT email FROM people", ERR_POLICY_VIOLATION, NULL);
    fails(p, few, "SELECT contact FROM people", ERR_POLICY_VIOLATION, NULL);
    assert_int_equal(run(p, some, "SELECT * FROM people ORDER BY 1", 10, &rows), 0);
    assert_string_equal(json_of(p, rows.rows), "[[\"Ann\",\"Rome\"],[\"Bob\",\"Oslo\"]]");
    assert_int_equal(json_len(rows.left_out), 2);
    dataset_release(all);
    dataset_release(some);
    dataset_release(few);
    dataset_release(again);
}

static void a_policy_that_leaves_nothing_is_told(void **state)
{
    static const char *const allowed[] = { "nothing" };
    struct place *p = *state;
    struct column_policy policy = { .allowed = allowed, .n_allowed = 1 };
    struct dataset *ds = open_with(p, put_file(p, "people.csv", PEOPLE), &policy);
    const struct table *t;
    size_t n;

    assert_int_equal(dataset_tables(ds, NULL, &t, &n, &p->err), -1);
    assert_int_equal(p->err.code, ERR_POLICY_VIOLATION);
    dataset_release(ds);
}

/* ---- what does not stay as it is ---- */

static void a_file_that_changes_before_it_is_read_is_read_as_it_is_then(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "a.csv", "x,y\n1,a\n");
    const struct table *t;
    char sha[SHA256_TEXT_BYTES];

    put_file(p, "a.csv", "x,y\n1,a\n2,b\n");
    tables_of(p, ds, &t);
    sha256_text("x,y\n1,a\n2,b\n", 12, sha);
    assert_string_equal(t->sha256, sha);
    gives(p, ds, "SELECT sum(x) FROM a", "[[3]]");
    dataset_release(ds);
}

struct writer {
    const char *path;
    atomic_bool stop;
};

static void *keep_writing(void *arg)
{
    struct writer *w = arg;
    int fd = open(w->path, O_WRONLY | O_APPEND);

    while (!atomic_load(&w->stop)) {
        if (write(fd, "1,2024-01-01,a\n", 15) != 15)
            break;
        usleep(200);
    }
    close(fd);
    return NULL;
}

static void a_file_that_keeps_changing_is_refused(void **state)
{
    struct place *p = *state;
    struct writer w = { .path = put_file(p, "a.csv", "x,day,y\n1,2024-01-01,a\n") };
    struct dataset *ds = NULL;
    const struct table *t;
    pthread_t thread;
    size_t n;
    int rc;

    atomic_init(&w.stop, false);
    assert_int_equal(pthread_create(&thread, NULL, keep_writing, &w), 0);
    usleep(20000);
    ds = open_one(p, w.path);
    rc = dataset_tables(ds, NULL, &t, &n, &p->err);
    atomic_store(&w.stop, true);
    pthread_join(thread, NULL);
    assert_int_equal(rc, -1);
    assert_int_equal(p->err.code, ERR_DATA_UNREADABLE);
    assert_string_equal(p->err.message, "The file keeps changing while it is read.");
    dataset_release(ds);
}

static void a_worker_that_hangs_is_replaced(void **state)
{
    struct place *p = *state;
    const char *path = put_file(p, "sales.csv", SALES);
    struct dataset *ds = open_one(p, path), *next;
    struct cancel cancel;
    struct json *v;

    gives(p, ds, "SELECT count(*) FROM sales", "[[3]]");
    cancel_init(&cancel, NULL, 50);
    assert_int_equal(dataset_job(ds, "hang", NULL, NULL, &cancel, p->arena, &v, &p->err), -1);
    assert_int_equal(p->err.code, ERR_QUERY_TIMEOUT);
    next = open_one(p, path);
    assert_ptr_not_equal(next, ds);
    gives(p, next, "SELECT count(*) FROM sales", "[[3]]");
    dataset_release(ds);
    dataset_release(next);
}

static void rows_are_shown_without_the_engine(void **state)
{
    struct place *p = *state;
    struct dataset *ds = open_text(p, "a.csv", "x;y\n1;a\n2;\"b;c\"\n");
    struct json *v;

    assert_int_equal(dataset_job(ds, "show", NULL, NULL, NULL, p->arena, &v, &p->err), 0);
    assert_string_equal(json_of(p, json_get(v, "rows")), "[[1,\"a\"],[2,\"b;c\"]]");
    assert_int_equal(json_get_int(v, "row_count", 0), 2);
    dataset_release(ds);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(the_kernel_stops_what_a_reader_does_not_need),
        TEST(what_is_shown_is_parsed_where_nothing_can_be_opened),
        TEST(every_job_gives_up_opening_before_it_parses),
        TEST(a_blocked_column_is_not_there),
        TEST(a_policy_that_leaves_nothing_is_told),
        TEST(a_file_that_changes_before_it_is_read_is_read_as_it_is_then),
        TEST(a_file_that_keeps_changing_is_refused),
        TEST(a_worker_that_hangs_is_replaced),
        TEST(rows_are_shown_without_the_engine),
    };

    if (worker_is(argc, argv))
        return worker_main(argc, argv, begin);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
