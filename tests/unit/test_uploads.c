/* test_uploads.c - files that people bring: kept whole, each one's own, and gone when they are taken back. */
#include "scratch.h"
#include "store/records/uploads.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "store/home/sweep.h"
#include "store/store.h"
#include "sys/file.h"
#include "sys/location.h"

#include <fcntl.h>

static struct err err;
static struct arena *a;

static int setup(void **state)
{
    a = arena_new();
    if (scratch_setup(state) < 0)
        return -1;
    put_text(in(*state, "sales.csv"), "a,b\n1,2\n");
    return file_mkdirs(in(*state, "home/uploads/" UPLOAD_SPOOL), &err);
}

static int teardown(void **state)
{
    arena_free(a);
    return scratch_teardown(state);
}

static int try_add(const char *dir, const char *user, const char *path, const char *name, struct json **ret)
{
    struct upload_file file = { .from = &(struct location){ .path = in(dir, path) },
                                .name = name,
                                .description = "what was sold" };

    return uploads_add(a, in(dir, "home"), user, world_system(), &file, NULL, ret, &err);
}

static struct json *add(const char *dir, const char *user, const char *name)
{
    struct json *item;

    if (try_add(dir, user, "sales.csv", name, &item) < 0)
        fail_msg("%s (%s)", err.message, err.detail);
    return item;
}

static const char *kept(const char *dir, const char *path)
{
    return in(dir, arena_printf(a, "home/%s", path));
}

static size_t count(const char *dir, const char *user)
{
    struct json *list;

    assert_int_equal(uploads_list(a, in(dir, "home"), user, NULL, &list, &err), 0);
    return json_len(list);
}

static void a_file_is_kept_and_can_be_named(void **state)
{
    struct json *item = add(*state, "ann", NULL);
    const char *data = json_get_text(item, "data"), *path;

    assert_string_equal(json_get_text(item, "name"), "sales.csv");
    assert_string_equal(json_get_text(item, "description"), "what was sold");
    assert_int_equal(json_get_int(item, "bytes", 0), 8);
    assert_string_equal(json_get_text(item, "sha256"),
                        "492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470");
    assert_null(json_get(item, "user"));
    assert_int_equal(uploads_path(a, in(*state, "home"), "ann", data, &path, &err), 0);
    assert_string_equal(get_text(kept(*state, path)), "a,b\n1,2\n");
    assert_int_equal(count(*state, "ann"), 1);
}

static void anothers_file_does_not_exist(void **state)
{
    struct json *item = add(*state, "ann", NULL), *got;
    const char *home = in(*state, "home"), *id = json_get_text(item, "id"), *path;

    assert_int_equal(uploads_path(a, home, "bob", json_get_text(item, "data"), &path, &err), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
    assert_int_equal(uploads_get(a, home, "bob", id, &got, &err), -1);
    assert_int_equal(uploads_remove(a, home, "bob", id, &err), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
    assert_int_equal(count(*state, "bob"), 0);
    assert_int_equal(count(*state, "ann"), 1);
}

static void what_is_no_id_names_nothing(void **state)
{
    static const char *const refs[] = { "upload://",
                                        "upload://x/sales.csv",
                                        "upload://../../keys/audit.key",
                                        "upload://..",
                                        "upload:///etc/passwd",
                                        "sales.csv",
                                        "",
                                        "upload://00000000-0000-4000-8000-000000000000/a.csv",
                                        "upload://000000000000000000000000000000000000000000000000000000000000000/a" };
    const char *path;

    for (size_t i = 0; i < COUNT_OF(refs); i++) {
        assert_int_equal(uploads_path(a, in(*state, "home"), "ann", refs[i], &path, &err), -1);
        assert_int_equal(err.code, ERR_NOT_FOUND);
    }
}

static void a_name_loses_its_folders_and_must_be_one(void **state)
{
    static const char *const bad[] = { "", "/", ".", "..", ".profile", "a\nb", "a\x7f", "\xff\xfe", "dir/" };
    struct json *item;
    char name[UPLOAD_NAME_BYTES + 2];

    assert_string_equal(json_get_text(add(*state, "ann", "C:\\data\\a b.csv"), "name"), "a b.csv");
    item = add(*state, "ann", "../../etc/pass wd#1.csv");
    assert_string_equal(json_get_text(item, "name"), "pass wd#1.csv");
    assert_non_null(strstr(json_get_text(item, "data"), "/pass%20wd%231.csv"));
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        assert_int_equal(try_add(*state, "ann", "sales.csv", bad[i], &item), -1);
        assert_int_equal(err.code, ERR_INVALID_INPUT);
    }
    memset(name, 'n', sizeof name);
    name[UPLOAD_NAME_BYTES] = '\0';
    assert_int_equal(try_add(*state, "ann", "sales.csv", name, &item), 0);
    name[UPLOAD_NAME_BYTES] = 'n';
    name[UPLOAD_NAME_BYTES + 1] = '\0';
    assert_int_equal(try_add(*state, "ann", "sales.csv", name, &item), -1);
    assert_int_equal(count(*state, "ann"), 3);
}

static void a_spooled_file_is_taken_over_without_a_copy(void **state)
{
    struct stat before, after;
    struct json *item;
    const char *path;

    put_text(in(*state, "home/uploads/" UPLOAD_SPOOL "/x"), "a\n1\n");
    assert_int_equal(stat(in(*state, "home/uploads/" UPLOAD_SPOOL "/x"), &before), 0);
    assert_int_equal(try_add(*state, "ann", "home/uploads/" UPLOAD_SPOOL "/x", "one.csv", &item), 0);
    assert_int_equal(uploads_path(a, in(*state, "home"), "ann", json_get_text(item, "data"), &path, &err), 0);
    assert_int_equal(stat(kept(*state, path), &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
}

static void a_path_through_the_spool_is_copied(void **state)
{
    struct stat before, after;
    struct json *item;
    const char *path;

    assert_int_equal(stat(in(*state, "sales.csv"), &before), 0);
    assert_int_equal(try_add(*state, "ann", "home/uploads/" UPLOAD_SPOOL "/../../../sales.csv", "one.csv", &item), 0);
    assert_int_equal(uploads_path(a, in(*state, "home"), "ann", json_get_text(item, "data"), &path, &err), 0);
    assert_int_equal(stat(kept(*state, path), &after), 0);
    assert_int_not_equal(before.st_ino, after.st_ino);
}

static void what_is_no_file_is_refused_and_leaves_nothing(void **state)
{
    struct json *item;

    assert_int_equal(try_add(*state, "ann", "none.csv", NULL, &item), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
    assert_int_equal(try_add(*state, "ann", "home", NULL, &item), -1);
    assert_int_equal(mkfifo(in(*state, "pipe"), 0600), 0);
    assert_int_equal(try_add(*state, "ann", "pipe", NULL, &item), -1);
    assert_int_equal(count(*state, "ann"), 0);
}

/* As a home restored from somebody's backup may have it. */
static void a_description_that_cannot_be_is_none(void **state)
{
    static const char *const wrong[] = { "name", "id", "uploaded_at" };
    const char *path;

    add(*state, "ann", "one.csv");
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct json *item = add(*state, "ann", "a.csv");
        const char *id = arena_str(a, json_get_text(item, "id"));
        struct buf text CLEANUP(buf_done) = BUF(UPLOAD_META_BYTES);

        json_set(a, item, "user", json_str(a, "ann"));
        json_set(a, item, wrong[i], i == 0 ? json_str(a, "../../../../sales.csv") : json_null(a));
        json_write(&text, item);
        put_text(in(*state, arena_printf(a, "home/uploads/%s/meta.json", id)), text.p);
        assert_int_equal(
            uploads_path(a, in(*state, "home"), "ann", arena_printf(a, UPLOAD_SCHEME "%s/a", id), &path, &err), -1);
        assert_int_equal(count(*state, "ann"), 1);
    }
}

static int64_t clock_us;

static int64_t read_clock(void *state)
{
    (void)state;
    return clock_us;
}

static void real_random(void *state, void *out, size_t n)
{
    const struct world *real = world_system();

    (void)state;
    real->random(real->state, out, n);
}

/* On the full second, whose text has no fraction; within one millisecond, whose texts are equal; and later. */
static void the_newest_comes_first_however_close_they_are(void **state)
{
    static const int64_t times[] = { 1700000000000000, 1700000000000001, 1700000000000900, 1700000000500000 };
    struct world world = { read_clock, real_random, NULL };
    struct json *list, *item;

    for (size_t i = 0; i < COUNT_OF(times); i++) {
        struct upload_file file = { .from = &(struct location){ .path = in(*state, "sales.csv") },
                                    .name = arena_printf(a, "%zu.csv", i) };
        clock_us = times[i];
        assert_int_equal(uploads_add(a, in(*state, "home"), "ann", &world, &file, NULL, &item, &err), 0);
        assert_null(json_get(item, "added_us"));
    }
    assert_int_equal(uploads_list(a, in(*state, "home"), "ann", NULL, &list, &err), 0);
    for (size_t i = 0; i < COUNT_OF(times); i++)
        assert_string_equal(json_get_text(json_at(list, COUNT_OF(times) - 1 - i), "name"),
                            arena_printf(a, "%zu.csv", i));
}

static void a_removed_file_is_gone_with_its_folder(void **state)
{
    struct json *item = add(*state, "ann", NULL);
    const char *id = json_get_text(item, "id");
    const char *folder = arena_printf(a, "%s/uploads/%s", in(*state, "home"), id);

    assert_int_equal(access(folder, F_OK), 0);
    assert_int_equal(uploads_remove(a, in(*state, "home"), "ann", id, &err), 0);
    assert_int_equal(access(folder, F_OK), -1);
    assert_int_equal(uploads_remove(a, in(*state, "home"), "ann", id, &err), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
}

/* What a killed program left: a folder without its description, a spooled file. */
static void what_never_became_whole_is_swept_after_a_while(void **state)
{
    const struct timespec old[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };
    const char *home = in(*state, "home");
    struct json *item = add(*state, "ann", NULL);
    const char *half = arena_printf(a, "%s/uploads/00000000-0000-4000-8000-000000000001", home);
    const char *young = arena_printf(a, "%s/uploads/00000000-0000-4000-8000-000000000002", home);
    const char *spooled = arena_printf(a, "%s/uploads/" UPLOAD_SPOOL "/left", home);
    struct sweep_report report;
    struct store *s;

    assert_int_equal(file_mkdirs(arena_printf(a, "%s/file", half), &err), 0);
    assert_int_equal(file_mkdirs(arena_printf(a, "%s/file", young), &err), 0);
    put_text(spooled, "x");
    utimensat(AT_FDCWD, half, old, 0);
    utimensat(AT_FDCWD, spooled, old, 0);
    utimensat(AT_FDCWD, arena_printf(a, "%s/uploads/%s", home, json_get_text(item, "id")), old, 0);
    assert_true(sweep_is_due(home, world_system()));
    assert_int_equal(store_open(home, world_system(), &s, &err), 0);
    assert_int_equal(sweep(s, home, world_system(), NULL, &report, &err), 0);
    store_close(s);
    assert_int_equal(report.temps, 2);
    assert_int_equal(access(half, F_OK), -1);
    assert_int_equal(access(spooled, F_OK), -1);
    assert_int_equal(access(young, F_OK), 0);
    assert_int_equal(count(*state, "ann"), 1);
    assert_false(sweep_is_due(home, world_system()));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_file_is_kept_and_can_be_named),
        TEST(anothers_file_does_not_exist),
        TEST(what_is_no_id_names_nothing),
        TEST(a_name_loses_its_folders_and_must_be_one),
        TEST(a_spooled_file_is_taken_over_without_a_copy),
        TEST(a_path_through_the_spool_is_copied),
        TEST(what_is_no_file_is_refused_and_leaves_nothing),
        TEST(a_description_that_cannot_be_is_none),
        TEST(the_newest_comes_first_however_close_they_are),
        TEST(a_removed_file_is_gone_with_its_folder),
        TEST(what_never_became_whole_is_swept_after_a_while),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
