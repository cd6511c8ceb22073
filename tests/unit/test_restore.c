/* test_restore.c - an archive in which anything is wrong leaves no home behind. */
#include "base/hash.h"
#include "home_testing.h"
#include "store/home/manifest.h"
#include "store/home/tar.h"

/* ---- the home ---- */

static void a_home_with_something_in_it_is_not_replaced(void **state)
{
    const char *home = make_home(), *path = at.tar, *other = at.other;
    struct err err;

    make_backup(home, path);
    assert_int_equal(try_restore(path, home, &err), -1);
    assert_int_equal(err.code, ERR_CONFLICT);
    make_folder(in(other, "logs"));
    put_text(in(other, "logs/diary"), "mine");
    assert_int_equal(try_restore(path, other, &err), -1);
    assert_int_equal(err.code, ERR_CONFLICT);
    assert_string_equal(get_text(in(other, "logs/diary")), "mine");
    assert_int_equal(unlink(in(other, "logs/diary")), 0);
    make_folder(in(other, "mine"));
    assert_int_equal(try_restore(path, other, &err), -1);
    assert_int_equal(rmdir(in(other, "mine")), 0);
    assert_int_equal(try_restore(path, other, &err), 0); /* empty folders of ours do not count */
    assert_int_equal(symlink("nowhere", in(*state, "link")), 0);
    assert_int_equal(try_restore(path, in(*state, "link"), &err), -1);
    assert_int_equal(err.code, ERR_CONFLICT);
    assert_int_equal(count_entries(*state), 5);
}

/* ---- damage ---- */

static void every_flipped_bit_is_found(void **state)
{
    const char *home = make_home(), *good = at.tar, *bad = at.bad;
    uint64_t x = 88172645463325252u;
    struct backup_report r;
    struct err err;
    size_t n;
    char *p;

    make_backup(home, good);
    p = read_all(good, &n);
    for (int i = 0; i < 300; i++) {
        /* most of it is the store: half of the tries are for the manifest and the headers */
        size_t byte = (size_t)(next_random(&x) % (i & 1 ? n : 4096));
        char bit = (char)(1u << (next_random(&x) % 8));

        p[byte] ^= bit;
        write_all(bad, p, n);
        if (backup_check(bad, NULL, &r, &err) == 0 || try_restore(bad, at.back, &err) == 0)
            fail_msg("byte %zu was changed and not found", byte);
        assert_true(err.code == ERR_BACKUP_DAMAGED);
        p[byte] ^= bit;
        assert_only(*state, 3);
    }
    free(p);
}

static void every_cut_and_every_addition_is_found(void **state)
{
    const char *home = make_home(), *good = at.tar, *bad = at.bad;
    uint64_t x = 4101842887655102017u;
    struct backup_report r;
    struct err err;
    size_t n;
    char *p;

    make_backup(home, good);
    p = read_all(good, &n);
    for (int i = 0; i < 60; i++) {
        write_all(bad, p, i < 3 ? (size_t)i * 512 : (size_t)(next_random(&x) % n));
        assert_int_equal(backup_check(bad, NULL, &r, &err), -1);
        assert_int_equal(err.code, ERR_BACKUP_DAMAGED);
        assert_int_equal(try_restore(bad, at.back, &err), -1);
    }
    p = realloc(p, n + 1);
    p[n] = '\0';
    write_all(bad, p, n + 1);
    assert_int_equal(try_restore(bad, at.back, &err), -1);
    assert_int_equal(err.code, ERR_BACKUP_DAMAGED);
    assert_only(*state, 3);
    free(p);
}

/* ---- archives that somebody made ---- */

static void add(struct buf *b, const char *name, const char *text, size_t n, char type)
{
    unsigned char header[TAR_HEADER_BYTES];
    size_t header_n = tar_header(name, n, 1000000000, header);

    if (type) { /* another type, with its checksum put right */
        header[154] = '\0';
        snprintf((char *)header + 148, 7, "%06o", (unsigned)strtoul((char *)header + 148, NULL, 8) + type - '0');
        header[154] = '\0';
        header[156] = (unsigned char)type;
    }
    buf_add(b, header, header_n);
    buf_add(b, text, n);
    buf_fill(b, '\0', tar_padding(n));
}

/* An archive that is right in all but one thing: the second file's name, or its type. */
static void forge(const char *path, const char *name, char type)
{
    struct arena *a = arena_new();
    struct buf b = BUF(1u << 20), text = BUF(1u << 20);
    struct manifest_file files[2] = { { .name = "state.db", .size = 2 }, { .name = name, .size = 2 } };
    struct manifest m = { .made_s = 1000000000, .program = "x", .files = files, .n = 2 };
    char sum[MANIFEST_SUM_BYTES + 1];
    struct err err;

    for (int i = 0; i < 2; i++)
        sha256_text("hi", 2, files[i].sha256);
    assert_int_equal(manifest_write(&m, &text, &err), 0);
    manifest_sum(text.p, text.n, sum);
    add(&b, MANIFEST_NAME, text.p, text.n, 0);
    add(&b, MANIFEST_SUM_NAME, sum, MANIFEST_SUM_BYTES, 0);
    add(&b, "state.db", "hi", 2, 0);
    add(&b, name, "hi", 2, type);
    buf_fill(&b, '\0', TAR_END_BYTES);
    write_all(path, b.p, b.n);
    buf_done(&b);
    buf_done(&text);
    arena_free(a);
}

static void names_that_lead_elsewhere_are_refused(void **state)
{
    static const char *const names[] = {
        "../evil",         "uploads/../../evil", "/tmp/evil", "uploads/./x",  "uploads//x",
        "uploads/x/..",    "uploads/",           "uploads",   "evil",         "logs/agent.log",
        "sessions/a\x01b", "confirm/x",          "state.db",  "state.db-wal", "..",
        "artifactsx/evil",
    };
    const char *path = at.tar;
    struct backup_report r;
    struct err err;

    forge(path, "uploads/fine", 0);
    assert_int_equal(backup_check(path, NULL, &r, &err), 0);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        forge(path, names[i], 0);
        if (backup_check(path, NULL, &r, &err) == 0 || try_restore(path, at.back, &err) == 0)
            fail_msg("%s was taken", names[i]);
        assert_int_equal(err.code, ERR_BACKUP_DAMAGED);
        assert_only(*state, 1);
    }
}

static void links_and_devices_are_refused(void **state)
{
    const char *path = at.tar;
    struct err err;

    for (const char *type = "123456xgLK"; *type; type++) {
        forge(path, "uploads/fine", *type);
        assert_int_equal(try_restore(path, at.back, &err), -1);
        assert_int_equal(err.code, ERR_BACKUP_DAMAGED);
        assert_only(*state, 1);
    }
}

/* Right in every byte, and its store is none. */
static void a_store_that_does_not_open_is_not_restored(void **state)
{
    const char *path = at.tar;
    struct err err;

    forge(path, "uploads/fine", 0);
    assert_int_equal(try_restore(path, at.back, &err), -1);
    assert_only(*state, 1);
}

static void a_broken_log_is_restored_only_when_asked_for(void **state)
{
    const char *home = make_home(), *path = at.tar, *back = at.back;
    struct backup_report r;
    struct err err;
    size_t n;
    char *p = read_all(in(home, LOG_NAME), &n);

    p[n / 3] ^= 1;
    write_all(in(home, LOG_NAME), p, n);
    free(p);
    make_backup(home, path);
    assert_int_equal(try_restore(path, back, &err), -1);
    assert_int_equal(err.code, ERR_AUDIT_BROKEN);
    assert_only(*state, 2);
    assert_int_equal(backup_restore(path, back, true, world_system(), NULL, &r, &err), 0);
    assert_true(strlen(r.chain_reason) > 0);
}

/* ---- killed ---- */

static void a_killed_restore_leaves_no_home_and_is_run_again(void **state)
{
    const char *home = make_home(), *path = at.tar, *back = at.back;
    uint64_t x = 362436069u;
    struct err err;

    make_backup(home, path);
    for (int i = 0; i < 20; i++) {
        pid_t pid = fork();

        if (pid == 0)
            _exit(try_restore(path, back, &err) != 0);
        kill_after(pid, (unsigned)(next_random(&x) % 30000));
        if (access(back, F_OK) != 0 && try_restore(path, back, &err) != 0)
            fail_msg("round %d: %s (%s)", i, err.message, err.detail);
        assert_int_equal(access(in(*state, "deep/back.restoring"), F_OK), -1);
        assert_string_equal(get_text(in(back, "sessions/a/metadata.json")), "{}");
        if (erase(back, &err) != 0)
            fail_msg("round %d: %s (%s)", i, err.message, err.detail);
    }
    assert_only(*state, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOME_TEST(a_home_with_something_in_it_is_not_replaced),
        HOME_TEST(every_flipped_bit_is_found),
        HOME_TEST(every_cut_and_every_addition_is_found),
        HOME_TEST(names_that_lead_elsewhere_are_refused),
        HOME_TEST(links_and_devices_are_refused),
        HOME_TEST(a_store_that_does_not_open_is_not_restored),
        HOME_TEST(a_broken_log_is_restored_only_when_asked_for),
        HOME_TEST(a_killed_restore_leaves_no_home_and_is_run_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
