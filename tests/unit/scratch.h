/* scratch.h - a folder for one test, and short ways to look into it. It uses the C library only, none of the code that
 * is tested with it. */
#pragma once
#include <dirent.h>
#include <ftw.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* A new, empty folder; for a test's setup, with *state as its path. */
static inline int scratch_setup(void **state)
{
    const char *tmp = getenv("TMPDIR");
    char *path = NULL;

    if (asprintf(&path, "%s/assay-test-XXXXXX", tmp && *tmp ? tmp : "/tmp") < 0 || !mkdtemp(path))
        return -1;
    *state = path;
    return 0;
}

static inline int scratch_remove_one(const char *path, const struct stat *st, int type, struct FTW *where)
{
    (void)st;
    (void)type;
    (void)where;
    return remove(path);
}

static inline int scratch_teardown(void **state)
{
    nftw(*state, scratch_remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(*state);
    return 0;
}

/* dir/name, in one of eight buffers that take turns. */
static inline const char *in(const char *dir, const char *name)
{
    static char paths[8][PATH_MAX];
    static unsigned turn;
    char *path = paths[turn++ % 8];

    assert_true(snprintf(path, PATH_MAX, "%s/%s", dir, name) < PATH_MAX);
    return path;
}

static inline void put_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* Up to 1 MB of a file as text, in one buffer; NULL when there is no file. */
static inline const char *get_text(const char *path)
{
    static char text[1 << 20];
    FILE *f = fopen(path, "r");
    size_t n;

    if (!f)
        return NULL;
    n = fread(text, 1, sizeof text - 1, f);
    assert_int_equal(fclose(f), 0);
    text[n] = '\0';
    return text;
}

/* Entries of a folder, without "." and "..". */
static inline size_t count_entries(const char *path)
{
    DIR *d = opendir(path);
    struct dirent *entry;
    size_t n = 0;

    assert_non_null(d);
    while ((entry = readdir(d)) != NULL)
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(d);
    return n;
}

/* Open descriptors of this process. */
static inline size_t count_fds(void)
{
    return count_entries("/proc/self/fd");
}

static inline unsigned mode_of(const char *path)
{
    struct stat st;

    assert_int_equal(lstat(path, &st), 0);
    return (unsigned)st.st_mode & 07777;
}

/* A case that gets a scratch folder of its own. */
#define SCRATCH_TEST(f) cmocka_unit_test_setup_teardown(f, scratch_setup, scratch_teardown)
