/* test_doctor.c - a healthy home, and each way in which one can be ill. */
#include "base/cancel.h"
#include "store/files/quota.h"
#include "store/home/doctor.h"
#include "store_testing.h"
#include "sys/file.h"
#include <fcntl.h>

static char home[PATH_MAX];

static int setup(void **state)
{
    struct store *s;
    struct err err;

    if (scratch_setup(state) != 0)
        return -1;
    snprintf(home, sizeof home, "%s/home", (char *)*state);
    if (file_mkdirs(in(home, "logs"), &err) != 0)
        return -1;
    s = open_store(home);
    write_title(s, "first");
    write_title(s, "second");
    store_close(s);
    return 0;
}

struct seen {
    struct arena *a;
    struct json *report;
};

static void seen_done(struct seen *s)
{
    arena_free(s->a);
}

static struct seen look(uint64_t quota)
{
    struct seen s = { arena_new(), NULL };
    struct err err;

    s.report = doctor_new(s.a);
    if (doctor_check_home(s.a, home, NULL, quota, world_system(), NULL, s.report, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
    return s;
}

static const struct json *check(const struct seen *s, const char *name)
{
    const struct json *checks = json_get(s->report, "checks");

    for (size_t i = 0; i < json_len(checks); i++)
        if (strcmp(json_get_text(json_at(checks, i), "name"), name) == 0)
            return json_at(checks, i);
    return NULL;
}

static const char *status(const struct seen *s, const char *name)
{
    const struct json *c = check(s, name);

    return c ? json_get_text(c, "status") : "absent";
}

/* One check has this status and says what to do; the report as a whole is as bad. */
static void assert_finds(const char *name, const char *wanted)
{
    struct seen s CLEANUP(seen_done) = look(0);

    if (strcmp(status(&s, name), wanted) != 0)
        fail_msg("%s is %s: %s", name, status(&s, name),
                 check(&s, name) ? json_get_text(check(&s, name), "message") : "-");
    assert_string_equal(json_get_text(s.report, "status"), wanted);
    assert_non_null(json_get_text(check(&s, name), "action"));
}

static void a_healthy_home_has_nothing_to_do(void **state)
{
    static const char *const names[] = { "home", "disk",      "store",     "key",   "kept",
                                         "log",  "artifacts", "leftovers", "quota", "diary" };
    struct seen s CLEANUP(seen_done) = look(0);

    (void)state;
    assert_int_equal(json_len(json_get(s.report, "checks")), COUNT_OF(names));
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (strcmp(status(&s, names[i]), "ok") != 0 && strcmp(names[i], "disk") != 0)
            fail_msg("%s: %s", names[i], json_get_text(check(&s, names[i]), "message"));
        assert_true(strlen(json_get_text(check(&s, names[i]), "message")) > 0);
    }
    assert_null(json_get(check(&s, "log"), "action"));
}

static void a_home_that_is_not_there_is_no_illness_and_is_not_made(void **state)
{
    struct err err;

    (void)state;
    assert_int_equal(file_remove_tree(home, &err), 0);
    for (size_t checks = 1; checks <= 6; checks += 5) { /* without the folder, then with an empty one */
        struct seen s CLEANUP(seen_done) = look(0);
        assert_int_equal(json_len(json_get(s.report, "checks")), checks);
        assert_string_equal(status(&s, "home"), "ok");
        assert_string_equal(status(&s, "store"), checks == 1 ? "absent" : "ok");
        assert_string_equal(status(&s, "key"), "absent");
        assert_int_equal(access(home, F_OK), checks == 1 ? -1 : 0);
        if (checks == 1)
            assert_int_equal(mkdir(home, 0700), 0);
    }
    assert_int_equal(count_entries(home), 0);
}

static void a_home_that_others_can_get_at_is_told(void **state)
{
    (void)state;
    assert_int_equal(chmod(home, 0755), 0);
    assert_finds("home", "warn");
    assert_int_equal(chmod(home, 0770), 0);
    assert_finds("home", "bad");
    assert_int_equal(chmod(home, 0700), 0);
}

static void a_file_in_the_homes_place_is_told(void **state)
{
    struct err err;

    (void)state;
    assert_int_equal(file_remove_tree(home, &err), 0);
    put_text(home, "x");
    assert_finds("home", "bad");
}

static void a_damaged_store_is_told(void **state)
{
    (void)state;
    assert_int_equal(unlink(in(home, "state.db")), 0);
    assert_finds("store", "bad"); /* the log is still there */
    unlink(in(home, "state.db-wal"));
    unlink(in(home, "state.db-shm"));
    put_text(in(home, "state.db"), "this is a text and no database, whatever its name may say about it. It is long "
                                   "enough to be taken for one at the first look, and for nothing more than that.");
    assert_finds("store", "bad");
}

static int add_a_later_version(struct tx *tx, void *arg, struct err *err)
{
    (void)arg;
    return db_run(tx_db(tx), "INSERT INTO schema_version (version, applied_at) VALUES (999, 'x')", NULL, 0, NULL, err);
}

static void a_store_of_a_newer_program_is_told(void **state)
{
    struct store *s = open_store(home);
    struct err err;

    (void)state;
    assert_int_equal(store_write(s, add_a_later_version, NULL, NULL, &err), 0);
    store_close(s);
    assert_finds("store", "bad");
}

static void a_page_of_nonsense_in_the_store_is_told(void **state)
{
    char page[4096];
    struct err err;
    struct db *db;
    int fd;

    (void)state;
    assert_int_equal(sqlite_open(in(home, "state.db"), false, &db, &err), 0);
    assert_int_equal(db_settle(db, &err), 0);
    db_close(db);
    memset(page, 0xa5, sizeof page);
    fd = open(in(home, "state.db"), O_WRONLY);
    assert_int_equal(pwrite(fd, page, sizeof page, lseek(fd, 0, SEEK_END) - 2 * (off_t)sizeof page), sizeof page);
    close(fd);
    assert_finds("store", "bad");
}

static void a_key_that_is_missing_or_open_to_others_is_told(void **state)
{
    (void)state;
    assert_int_equal(chmod(in(home, "keys/audit.key"), 0640), 0);
    assert_finds("key", "bad");
    assert_int_equal(unlink(in(home, "keys/audit.key")), 0);
    assert_finds("key", "bad");
}

static void a_changed_byte_of_the_log_is_told(void **state)
{
    const char *path = in(home, LOG_NAME);
    char c;
    int fd = open(path, O_RDWR);

    (void)state;
    assert_int_equal(pread(fd, &c, 1, 100), 1);
    c ^= 1;
    assert_int_equal(pwrite(fd, &c, 1, 100), 1);
    close(fd);
    assert_finds("log", "bad");
}

static void a_log_with_a_line_too_many_is_told(void **state)
{
    FILE *f = fopen(in(home, LOG_NAME), "a");

    (void)state;
    assert_non_null(f);
    fputs("{}\n", f);
    fclose(f);
    assert_finds("log", "bad");
}

static void lines_that_were_cut_off_are_told(void **state)
{
    FILE *f = fopen(in(home, "logs/data_agent_runs.cut"), "w");

    (void)state;
    assert_non_null(f);
    fputs("{}\n", f);
    fclose(f);
    assert_finds("cut", "warn");
}

static void a_log_that_lacks_a_line_is_told(void **state)
{
    struct stat st;

    (void)state;
    assert_int_equal(stat(in(home, LOG_NAME), &st), 0);
    assert_int_equal(truncate(in(home, LOG_NAME), st.st_size / 2), 0);
    assert_finds("log", "bad");
}

static int forge_head(struct tx *tx, void *arg, struct err *err)
{
    (void)arg;
    return db_run(tx_db(tx), "UPDATE audit_state SET signed_head = replace(signed_head, 'timestamp\": \"20', $1)",
                  DB_VALUES(DB_S("timestamp\": \"19")), NULL, err);
}

static void a_head_that_nobody_signed_is_told(void **state)
{
    struct store *s = open_store(home);
    struct err err;

    (void)state;
    assert_int_equal(store_write(s, forge_head, NULL, NULL, &err), 0);
    store_close(s);
    assert_finds("log", "bad");
}

static void leftovers_are_told(void **state)
{
    const char *path = in(home, ".assay-0123456789abcdef.tmp");
    struct timespec times[2] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };
    struct err err;

    (void)state;
    put_text(path, "x");
    {
        struct seen s CLEANUP(seen_done) = look(0);
        assert_string_equal(status(&s, "leftovers"), "ok"); /* somebody may be writing it */
    }
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    assert_finds("leftovers", "warn");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(file_mkdirs(in(home, "sessions/.gone-x"), &err), 0);
    assert_finds("leftovers", "warn");
}

static void a_full_home_is_told(void **state)
{
    static const char *const wanted[] = { "bad", "warn", "ok" };
    struct quota q;
    struct err err;

    (void)state;
    assert_int_equal(quota_measure(home, NULL, &q, &err), 0);
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        const uint64_t limits[] = { q.total / 2, q.total * 100 / 95, q.total * 2 };
        struct seen s CLEANUP(seen_done) = look(limits[i]);
        assert_string_equal(status(&s, "quota"), wanted[i]);
    }
}

static void a_diary_that_cannot_be_written_is_told(void **state)
{
    struct err err;
    struct store *s;

    (void)state;
    assert_int_equal(file_remove_tree(home, &err), 0);
    assert_int_equal(mkdir(home, 0700), 0);
    put_text(in(home, "logs"), "a file");
    assert_finds("diary", "bad");
    assert_int_equal(store_open(home, world_system(), &s, &err), -1);
}

static void others_can_add_their_own_checks(void **state)
{
    struct seen s CLEANUP(seen_done) = { arena_new(), NULL };

    (void)state;
    s.report = doctor_new(s.a);
    assert_string_equal(json_get_text(s.report, "status"), "ok");
    doctor_add(s.a, s.report, "engine", DOCTOR_BAD, "It is not there.", "Install it.");
    doctor_add(s.a, s.report, "models", DOCTOR_WARN, "None is named.", NULL);
    assert_string_equal(json_get_text(s.report, "status"), "bad");
    assert_string_equal(status(&s, "models"), "warn");
    assert_null(json_get(check(&s, "models"), "action"));
}

static void a_visit_can_be_stopped(void **state)
{
    struct arena *a = arena_new();
    struct cancel cancel;
    struct err err;

    (void)state;
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(doctor_check_home(a, home, NULL, 0, world_system(), &cancel, doctor_new(a), &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    arena_free(a);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, scratch_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_healthy_home_has_nothing_to_do),
        TEST(a_home_that_is_not_there_is_no_illness_and_is_not_made),
        TEST(a_home_that_others_can_get_at_is_told),
        TEST(a_file_in_the_homes_place_is_told),
        TEST(a_damaged_store_is_told),
        TEST(a_store_of_a_newer_program_is_told),
        TEST(a_page_of_nonsense_in_the_store_is_told),
        TEST(a_key_that_is_missing_or_open_to_others_is_told),
        TEST(a_changed_byte_of_the_log_is_told),
        TEST(a_log_with_a_line_too_many_is_told),
        TEST(lines_that_were_cut_off_are_told),
        TEST(a_log_that_lacks_a_line_is_told),
        TEST(a_head_that_nobody_signed_is_told),
        TEST(leftovers_are_told),
        TEST(a_full_home_is_told),
        TEST(a_diary_that_cannot_be_written_is_told),
        TEST(others_can_add_their_own_checks),
        TEST(a_visit_can_be_stopped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
