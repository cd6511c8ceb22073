/* test_quota.c - a home measured by its parts, and both sides of its quota. */
#include "base/cancel.h"
#include "scratch.h"
#include "store/files/quota.h"
#include "sys/file.h"

#include "base/err.h"
#include "base/limits.h"

/* 8 KB that no file system stores without blocks. */
static void put_block(const char *path)
{
    char text[8193];

    for (size_t i = 0; i < sizeof text - 1; i++)
        text[i] = (char)('a' + (i * 7919 + i / 13) % 26);
    text[sizeof text - 1] = '\0';
    put_text(path, text);
}

static void fill(const char *home)
{
    static const char *const folders[] = { "db", "logs", "sessions/s/files", "artifacts/tables/r", "uploads", "keys" };
    struct err err;

    for (size_t i = 0; i < COUNT_OF(folders); i++)
        assert_int_equal(file_mkdirs(in(home, folders[i]), &err), 0);
    put_block(in(home, "state.db"));
    put_block(in(home, "state.db-wal"));
    put_block(in(home, "db/recipe_memory.db"));
    put_block(in(home, "logs/data_agent_runs.jsonl"));
    put_block(in(home, "sessions/s/files/a.csv"));
    put_block(in(home, "artifacts/tables/r/t.json"));
    put_block(in(home, "uploads/u"));
    put_block(in(home, "keys/audit.key"));
}

static void a_home_is_what_its_files_take(void **state)
{
    struct quota q;
    struct err err;
    struct stat st;
    uint64_t one;

    fill(*state);
    assert_int_equal(quota_measure(*state, NULL, &q, &err), 0);
    assert_int_equal(stat(in(*state, "uploads/u"), &st), 0);
    one = (uint64_t)st.st_blocks * 512;
    assert_true(one >= 8192);
    assert_int_equal(q.files, 8);
    assert_int_equal(q.total, 8 * one);
}

static void a_home_that_is_not_there_takes_nothing(void **state)
{
    struct quota q;
    struct err err;

    assert_int_equal(quota_measure(in(*state, "none"), NULL, &q, &err), 0);
    assert_int_equal(q.total, 0);
}

static void what_just_fits_is_let_in_and_a_byte_more_is_not(void **state)
{
    struct quota q;
    struct err err;

    fill(*state);
    assert_int_equal(quota_measure(*state, NULL, &q, &err), 0);
    assert_int_equal(quota_check(*state, q.total + 100, 100, NULL, &err), 0);
    assert_int_equal(quota_check(*state, q.total + 100, 101, NULL, &err), -1);
    assert_int_equal(err.code, ERR_QUOTA);
    assert_true(strlen(err.action) > 0);
    assert_true(err_can_retry(err.code));
    assert_int_equal(quota_check(*state, q.total, 0, NULL, &err), 0);
    assert_int_equal(quota_check(*state, q.total - 1, 0, NULL, &err), -1);
    assert_int_equal(quota_check(*state, 1, UINT64_MAX, NULL, &err), -1);
    assert_int_equal(quota_check(*state, UINT64_MAX, UINT64_MAX, NULL, &err), -1);
}

static void without_a_limit_the_default_holds(void **state)
{
    struct quota q;
    struct err err;

    fill(*state);
    assert_int_equal(quota_measure(*state, NULL, &q, &err), 0);
    assert_int_equal(quota_check(*state, 0, HOME_QUOTA_BYTES - q.total, NULL, &err), 0);
    assert_int_equal(quota_check(*state, 0, HOME_QUOTA_BYTES - q.total + 1, NULL, &err), -1);
    assert_int_equal(err.code, ERR_QUOTA);
}

static void measuring_can_be_stopped(void **state)
{
    struct cancel cancel;
    struct quota q;
    struct err err;

    fill(*state);
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(quota_measure(*state, &cancel, &q, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
}

static void links_are_not_followed_and_depth_has_a_bound(void **state)
{
    char path[PATH_MAX];
    int n = snprintf(path, sizeof path, "%s/uploads", (char *)*state);
    struct quota q;
    struct err err;

    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(symlink("/", in(*state, "uploads/root")), 0);
    assert_int_equal(quota_measure(*state, NULL, &q, &err), 0);
    assert_int_equal(q.files, 1);
    for (int i = 0; i < FILE_TREE_DEPTH - 2; i++) {
        n += snprintf(path + n, sizeof path - (size_t)n, "/d");
        assert_int_equal(mkdir(path, 0700), 0);
    }
    assert_int_equal(quota_measure(*state, NULL, &q, &err), 0);
    snprintf(path + n, sizeof path - (size_t)n, "/d");
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(quota_measure(*state, NULL, &q, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_home_is_what_its_files_take),
        SCRATCH_TEST(a_home_that_is_not_there_takes_nothing),
        SCRATCH_TEST(what_just_fits_is_let_in_and_a_byte_more_is_not),
        SCRATCH_TEST(without_a_limit_the_default_holds),
        SCRATCH_TEST(measuring_can_be_stopped),
        SCRATCH_TEST(links_are_not_followed_and_depth_has_a_bound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
