/* home_testing.h - a home to copy, restore and erase, for the tests of keeping one in order. */
#pragma once
#include "base/buf.h"
#include "store/home/backup.h"
#include "store/home/erase.h"
#include "store_testing.h"
#include "sys/file.h"
#include "sys/location.h"
#include <signal.h>
#include <sys/wait.h>

/* Where things are in a test. The paths of in() take turns in a few buffers; these stay. */
static struct {
    char home[PATH_MAX], tar[PATH_MAX], bad[PATH_MAX], back[PATH_MAX], other[PATH_MAX];
} at;

static inline int home_setup(void **state)
{
    if (scratch_setup(state) != 0)
        return -1;
    snprintf(at.home, PATH_MAX, "%s/home", (char *)*state);
    snprintf(at.tar, PATH_MAX, "%s/b.tar", (char *)*state);
    snprintf(at.bad, PATH_MAX, "%s/bad.tar", (char *)*state);
    snprintf(at.back, PATH_MAX, "%s/deep/back", (char *)*state);
    snprintf(at.other, PATH_MAX, "%s/other", (char *)*state);
    return mkdir(in(*state, "deep"), 0700);
}

/* The test's folder holds n things, and nothing is where homes are restored to. */
static inline void assert_only(const char *dir, size_t n)
{
    assert_int_equal(count_entries(dir), n + 1);
    assert_int_equal(count_entries(in(dir, "deep")), 0);
}

/* Erases nothing outside of the test's own folder, whatever the test got wrong. */
static inline int erase(const char *path, struct err *err)
{
    assert_non_null(strstr(path, "/assay-test-"));
    return home_erase(path, NULL, err);
}

static inline void make_folder(const char *path)
{
    struct err err;

    assert_int_equal(file_mkdirs(path, &err), 0);
}

/* A home with two entries, a session, an artifact and an upload; what is not to be copied is there too. */
static inline const char *make_home(void)
{
    const char *home = at.home;
    struct store *s;

    make_folder(in(home, "sessions/a/files"));
    make_folder(in(home, "artifacts/tables/r"));
    make_folder(in(home, "uploads"));
    make_folder(in(home, "confirm"));
    make_folder(in(home, "sessions/.gone-b"));
    s = open_store(home);
    write_title(s, "first");
    write_title(s, "second");
    store_close(s);
    put_text(in(home, "sessions/a/metadata.json"), "{}");
    put_text(in(home, "sessions/a/files/x.csv"), "a,b\n1,2\n");
    put_text(in(home, "artifacts/tables/r/t.json"), "[]");
    put_text(in(home, "uploads/empty"), "");
    put_text(in(home, "confirm/question"), "no");
    put_text(in(home, "sessions/.gone-b/metadata.json"), "no");
    put_text(in(home, "uploads/.assay-0123456789abcdef.tmp"), "no");
    put_text(in(home, "logs/agent-2026-01-01.log"), "no\n");
    return home;
}

static inline struct backup_report make_backup(const char *home, const char *path)
{
    struct backup_report r;
    struct err err;

    if (backup_make(home, &(struct location){ .path = path }, world_system(), NULL, &r, &err) != 0)
        fail_msg("backup_make: %s (%s)", err.message, err.detail);
    return r;
}

static inline int try_restore(const char *path, const char *home, struct err *err)
{
    struct backup_report r;

    return backup_restore(path, home, false, world_system(), NULL, &r, err);
}

static inline size_t size_of(const char *path)
{
    struct stat st;

    assert_int_equal(stat(path, &st), 0);
    return (size_t)st.st_size;
}

static inline char *read_all(const char *path, size_t *ret_n)
{
    struct buf b = BUF(64u << 20);
    struct err err;

    assert_int_equal(file_read(path, "the archive", &b, &err), 0);
    return buf_take(&b, ret_n);
}

/* Without a sync: hundreds are written. */
static inline void write_all(const char *path, const char *p, size_t n)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static inline uint64_t next_random(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    return *x ^= *x << 17;
}

static inline void kill_after(pid_t pid, unsigned us)
{
    int status;

    usleep(us);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
}

/* A case that gets a folder of its own with the places named above. */
#define HOME_TEST(f) cmocka_unit_test_setup_teardown(f, home_setup, scratch_teardown)
