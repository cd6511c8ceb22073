/* test_backup.c - a home copied while it is written to, and what becomes of it when that is not possible. */
#include "base/cancel.h"
#include "home_testing.h"
#include "store/files/home_files.h"
#include "store/home/manifest.h"
#include "store/home/tar.h"
#include "sys/location.h"
#include <pthread.h>
#include <stdatomic.h>

/* ---- there and back ---- */

static void a_home_comes_back_as_it_was(void **state)
{
    const char *home = make_home(), *path = at.tar, *back = at.back;
    struct backup_report made = make_backup(home, path), r;
    struct store *s;
    struct err err;

    assert_int_equal(made.entries, 2);
    assert_int_equal(made.skipped, 0);
    assert_int_equal(made.files, 8); /* store, log, the two halves of the key, two of the session, artifact, upload */
    assert_int_equal(mode_of(path), 0600);
    assert_int_equal(backup_check(path, NULL, &r, &err), 0);
    assert_int_equal(r.files, made.files);
    assert_int_equal(r.bytes, made.bytes);
    assert_string_equal(r.made_at, made.made_at);
    if (backup_restore(path, back, false, world_system(), NULL, &r, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
    assert_string_equal(r.chain_reason, "");
    assert_string_equal(get_text(in(back, "sessions/a/files/x.csv")), "a,b\n1,2\n");
    assert_string_equal(get_text(in(back, "uploads/empty")), "");
    assert_int_equal(mode_of(back), 0700);
    assert_int_equal(mode_of(in(back, "keys/audit.key")), 0600);
    assert_int_equal(access(in(back, "confirm"), F_OK), -1);
    assert_int_equal(count_entries(in(back, "sessions")), 1);
    assert_int_equal(count_entries(in(back, "uploads")), 1);
    assert_int_equal(access(in(back, HOME_RESTORING_FILE), F_OK), -1);
    s = open_store(back);
    assert_int_equal(rows(s), 2);
    write_title(s, "third");
    assert_whole(s, back);
    store_close(s);
    assert_int_equal(count_entries(*state), 3);
    assert_int_equal(count_entries(in(*state, "deep")), 1);
}

static void any_tar_program_opens_it(void **state)
{
    const char *home = make_home();
    char name[150], command[4 * PATH_MAX];

    memset(name, 'n', sizeof name - 1);
    memcpy(name, "uploads/", 8);
    name[sizeof name - 1] = '\0';
    put_text(in(home, name), "a name that needs a pax header");
    make_backup(home, at.tar);
    snprintf(command, sizeof command,
             "mkdir %s/out && tar -xf %s/b.tar -C %s/out && cd %s/out && sha256sum --quiet -c manifest.sha256 && "
             "head -c 200 manifest.json | grep -q assay-backup && cmp sessions/a/files/x.csv %s/sessions/a/files/x.csv "
             "&& cmp %s %s/%s",
             (char *)*state, (char *)*state, (char *)*state, (char *)*state, home, name, home, name);
    assert_int_equal(WEXITSTATUS(system(command)), 0);
}

/* Large sizes and long names, as tar programs know them. */
static void headers_are_what_posix_says(void **state)
{
    unsigned char h[TAR_HEADER_BYTES];
    char name[TAR_NAME_BYTES + 1];
    uint64_t size;
    int64_t time_s;

    (void)state;
    assert_int_equal(tar_header("uploads/a", (1ULL << 33) - 1, 7, h), TAR_BLOCK);
    assert_string_equal((char *)h + 124, "77777777777");
    assert_true(tar_first(h, &size, &time_s));
    assert_int_equal(size, (1ULL << 33) - 1);
    assert_int_equal(time_s, 7);
    h[124] = '8';
    assert_false(tar_first(h, &size, &time_s));
    assert_int_equal(tar_header("uploads/a", 1ULL << 33, 7, h), 3 * TAR_BLOCK);
    assert_string_equal((char *)h + TAR_BLOCK, "19 size=8589934592\n");
    memset(name, 'n', sizeof name);
    name[100] = '\0';
    assert_int_equal(tar_header(name, 0, 7, h), TAR_BLOCK); /* 100 fit */
    name[100] = 'n';
    name[101] = '\0';
    assert_int_equal(tar_header(name, 0, 7, h), 3 * TAR_BLOCK); /* 101 do not, without a slash */
    name[50] = '/';
    assert_int_equal(tar_header(name, 0, 7, h), TAR_BLOCK);
    assert_int_equal(h[345 + 49], 'n');
    assert_int_equal(h[345 + 50], 0);
    memset(name, 'n', TAR_NAME_BYTES);
    assert_true(tar_name_is_safe(name, TAR_NAME_BYTES));
    assert_false(tar_name_is_safe(name, TAR_NAME_BYTES + 1));
    name[TAR_NAME_BYTES] = '\0';
    assert_int_equal(tar_header(name, 1ULL << 33, 7, h), TAR_HEADER_BYTES);
    assert_int_equal(tar_time(-5), 0);
    assert_int_equal(tar_time(1LL << 33), (1LL << 33) - 1);
    assert_int_equal(tar_padding(0), 0);
    assert_int_equal(tar_padding(1), 511);
    assert_int_equal(tar_padding(512), 0);
}

/* ---- while others write ---- */

struct writer {
    struct store *s;
    _Atomic bool stop;
    _Atomic int written;
};

static void *write_on(void *arg)
{
    struct writer *w = arg;
    char title[32];

    while (!atomic_load(&w->stop)) {
        snprintf(title, sizeof title, "w%d", atomic_load(&w->written));
        write_title(w->s, title);
        atomic_fetch_add(&w->written, 1);
    }
    return NULL;
}

/* Each backup holds all that was acknowledged before it began, and rows and entries agree. */
static void a_backup_is_of_one_moment_while_others_write(void **state)
{
    const char *home = make_home(), *path = at.tar, *back = at.back;
    struct writer w = { .s = open_store(home) };
    struct backup_report r;
    pthread_t thread;
    struct err err;

    assert_int_equal(pthread_create(&thread, NULL, write_on, &w), 0);
    for (int i = 0; i < 8; i++) {
        int before = atomic_load(&w.written);
        struct backup_report made = make_backup(home, path);
        struct store *s;

        assert_true(made.entries >= (uint64_t)before + 2);
        if (backup_restore(path, back, false, world_system(), NULL, &r, &err) != 0)
            fail_msg("round %d: %s (%s)", i, err.message, err.detail);
        assert_string_equal(r.chain_reason, "");
        s = open_store(back);
        assert_int_equal(rows(s), made.entries);
        assert_int_equal(entries(s), made.entries);
        assert_whole(s, back);
        store_close(s);
        assert_int_equal(erase(back, &err), 0);
    }
    atomic_store(&w.stop, true);
    pthread_join(thread, NULL);
    assert_true(atomic_load(&w.written) > 0);
    assert_whole(w.s, home);
    store_close(w.s);
    assert_only(*state, 2);
}

/* Files that appear, grow and go, as fast as they can. */
static void *come_and_go(void *arg)
{
    _Atomic bool *stop = arg;
    char name[PATH_MAX + 64];

    for (unsigned i = 0; !atomic_load(stop); i++) {
        FILE *f;

        snprintf(name, sizeof name, "%s/uploads/f%u", at.home, i % 50);
        f = fopen(name, "a");
        if (f) {
            fputs("some text that makes it longer", f);
            fclose(f);
        }
        if (i % 3 == 0) {
            snprintf(name, sizeof name, "%s/uploads/f%u", at.home, (i * 7) % 50);
            unlink(name);
        }
    }
    return NULL;
}

static void files_that_come_and_go_do_no_harm(void **state)
{
    const char *home = make_home();
    _Atomic bool stop = false;
    struct backup_report r;
    uint64_t skipped = 0;
    pthread_t thread;
    struct err err;

    assert_int_equal(pthread_create(&thread, NULL, come_and_go, &stop), 0);
    /* On a busy machine the other thread may get no turn during a backup: then it is made again. */
    for (int i = 0; i < 20 || (skipped == 0 && i < 200); i++) {
        skipped += make_backup(home, at.tar).skipped;
        if (backup_check(at.tar, NULL, &r, &err) != 0)
            fail_msg("round %d: %s", i, err.detail);
    }
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
    assert_true(skipped > 0);
    assert_only(*state, 2);
}

/* Lines that were committed and did not reach the log's file are in the archive all the same: in its store. */
static void lines_that_still_wait_come_back_too(void **state)
{
    const char *home = make_home(), *path = at.tar, *back = at.back;
    struct store *s = open_store(home);
    struct backup_report r;
    struct err err;

    write_title(s, "third");
    assert_int_equal(truncate(in(home, LOG_NAME), (off_t)size_of(in(home, LOG_NAME)) - 10), 0);
    make_backup(home, path);
    if (backup_restore(path, back, false, world_system(), NULL, &r, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
    assert_string_equal(r.chain_reason, "");
    assert_int_equal(r.entries, 3);
    assert_int_equal(count_entries(in(*state, "deep")), 1);
    store_close(s);
}

/* ---- what is not copied ---- */

static void a_backup_inside_the_home_is_refused(void **state)
{
    const char *home = make_home();
    struct backup_report r;
    struct err err;

    assert_int_equal(
        backup_make(home, &(struct location){ .path = in(home, "uploads/b.tar") }, world_system(), NULL, &r, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    assert_int_equal(backup_make(home, &(struct location){ .path = in(home, "b.tar") }, world_system(), NULL, &r, &err),
                     -1);
    assert_int_equal(backup_make(in(*state, "none"), &(struct location){ .path = in(*state, "b.tar") }, world_system(),
                                 NULL, &r, &err),
                     -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
    make_backup(home, in(*state, "home.tar")); /* the same beginning, but not inside */
    assert_only(*state, 2);
}

static void what_vanishes_or_is_no_file_is_left_out_and_said(void **state)
{
    const char *home = make_home();
    struct backup_report r, checked;
    struct err err;

    assert_int_equal(symlink("/etc/passwd", in(home, "uploads/link")), 0);
    assert_int_equal(mkfifo(in(home, "uploads/fifo"), 0600), 0);
    put_text(in(home, "uploads/bad\xff"), "x");
    put_text(in(home, "uploads/bad\nname"), "x");
    r = make_backup(home, at.tar);
    assert_int_equal(r.skipped, 4);
    assert_int_equal(r.files, 8);
    assert_true(strlen(r.skipped_first) > 0);
    assert_int_equal(backup_check(at.tar, NULL, &checked, &err), 0);
    assert_int_equal(try_restore(at.tar, at.back, &err), 0);
    assert_int_equal(count_entries(in(at.back, "uploads")), 1);
    assert_int_equal(count_entries(*state), 3);
}

static void a_deadline_stops_it_and_nothing_is_left(void **state)
{
    const char *home = make_home(), *path = at.tar;
    struct backup_report r;
    struct cancel cancel;
    struct err err;

    cancel_init(&cancel, NULL, 0);
    make_backup(home, path);
    cancel_fire(&cancel);
    assert_int_equal(
        backup_make(home, &(struct location){ .path = in(*state, "c.tar") }, world_system(), &cancel, &r, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    assert_int_equal(backup_check(path, &cancel, &r, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    assert_int_equal(backup_restore(path, at.back, false, world_system(), &cancel, &r, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    assert_only(*state, 2);
    assert_int_equal(count_entries(home), 10); /* no copy of the store was left */
}

/* ---- killed ---- */

/* The old backup or the new one, and no temporary file beside it. */
static void a_killed_backup_leaves_the_old_one(void **state)
{
    const char *home = make_home(), *path = at.tar;
    uint64_t x = 2463534242u;
    struct backup_report r;
    struct err err;

    make_backup(home, path);
    for (int i = 0; i < 20; i++) {
        pid_t pid = fork();

        if (pid == 0) {
            for (;;)
                if (backup_make(home, &(struct location){ .path = path }, world_system(), NULL, &r, &err) != 0)
                    _exit(1);
        }
        kill_after(pid, (unsigned)(next_random(&x) % 20000));
        if (backup_check(path, NULL, &r, &err) != 0)
            fail_msg("round %d: %s", i, err.detail);
        /* killed between getting a name and taking the place of the old one, it may leave itself under the first */
        assert_true(count_entries(*state) <= 3 + (size_t)i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOME_TEST(a_home_comes_back_as_it_was),
        HOME_TEST(any_tar_program_opens_it),
        HOME_TEST(headers_are_what_posix_says),
        HOME_TEST(a_backup_is_of_one_moment_while_others_write),
        HOME_TEST(files_that_come_and_go_do_no_harm),
        HOME_TEST(lines_that_still_wait_come_back_too),
        HOME_TEST(a_backup_inside_the_home_is_refused),
        HOME_TEST(what_vanishes_or_is_no_file_is_left_out_and_said),
        HOME_TEST(a_deadline_stops_it_and_nothing_is_left),
        HOME_TEST(a_killed_backup_leaves_the_old_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
