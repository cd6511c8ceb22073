/* test_dataset_cache.c - what the process that reads data leaves in the cache, and who finds it there. */
#include "dataset_place.h"
#include "grid/table.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *cache_of(struct place *p)
{
    return arena_printf(p->arena, "%s/home/cache", p->dir);
}

/* The entries of the cache, and the name of the last of them. */
static size_t cached(struct place *p, const char **ret)
{
    DIR *d = opendir(cache_of(p));
    struct dirent *e;
    size_t n = 0;

    while (d && (e = readdir(d)) != NULL)
        if (e->d_name[0] != '.') {
            n++;
            *ret = arena_printf(p->arena, "%s/%s", cache_of(p), e->d_name);
        }
    if (d)
        closedir(d);
    return n;
}

/* A source large enough to be kept. */
static const char *large_file(struct place *p, const char *name, int seed)
{
    const char *path = arena_printf(p->arena, "%s/%s", p->dir, name);
    FILE *f = fopen(path, "w");
    int rows = SANITIZED ? 200000 : 1000000;

    assert_non_null(f);
    fputs("id,word,day,amount\n", f);
    for (int i = 0; i < rows; i++)
        fprintf(f, "%d,word number %d,2024-01-%02d,%d.%02d\n", i, (i + seed) % 5000, i % 28 + 1, i % 1000, i % 100);
    assert_int_equal(fclose(f), 0);
    return path;
}

static void new_datasets(struct place *p)
{
    datasets_free(p->datasets);
    p->datasets = datasets_new(NULL);
    datasets_home(p->datasets, arena_printf(p->arena, "%s/home", p->dir));
}

#define SUMS "SELECT count(*), sum(id), min(word), max(day), sum(amount) FROM t"

static const char *sums_of(struct place *p, const char *path, bool private)
{
    struct dataset *ds = NULL;
    struct dataset_rows rows;
    const struct table *t;
    const char *text;

    assert_int_equal(dataset_open(p->datasets, &(struct dataset_spec){ .at = AT(path), .n = 1, .private = private },
                                  NULL, &ds, &p->err),
                     0);
    tables_of(p, ds, &t);
    if (run(p, ds, SUMS, 10, &rows))
        fail_msg("%s", p->err.detail);
    text = arena_printf(p->arena, "%s %s", json_of(p, rows.rows), json_of(p, table_to_json(p->arena, t)));
    dataset_release(ds);
    return text;
}

static void a_large_source_is_kept_and_found_by_what_it_holds(void **state)
{
    struct place *p = *state;
    const char *path = large_file(p, "t.csv", 1), *entry = NULL, *first, *again;
    struct stat before, after;

    new_datasets(p);
    first = sums_of(p, path, true);
    assert_int_equal(cached(p, &entry), 0); /* in private nothing stays */
    assert_string_equal(sums_of(p, path, false), first);
    assert_int_equal(cached(p, &entry), 1);
    assert_int_equal(stat(entry, &before), 0);
    assert_int_equal(before.st_mode & 0777, 0600);
    new_datasets(p);
    again = arena_printf(p->arena, "%s/other", p->dir);
    assert_int_equal(mkdir(again, 0700), 0);
    again = arena_printf(p->arena, "%s/t.csv", again);
    assert_int_equal(rename(path, again), 0); /* another place, the same bytes */
    assert_string_equal(sums_of(p, again, false), first);
    assert_int_equal(cached(p, &entry), 1);
    assert_int_equal(stat(entry, &after), 0);
    assert_int_equal(after.st_ino, before.st_ino);
    assert_true(after.st_mtim.tv_sec > before.st_mtim.tv_sec || after.st_mtim.tv_nsec > before.st_mtim.tv_nsec);
}

static void a_table_is_called_as_its_file_whoever_read_the_same_bytes_before(void **state)
{
    struct place *p = *state;
    const char *path = large_file(p, "alice.csv", 1), *other = arena_printf(p->arena, "%s/bob.csv", p->dir), *entry;
    const struct table *t;
    struct dataset *ds;
    struct stat before, after;

    new_datasets(p);
    ds = open_one(p, path);
    tables_of(p, ds, &t);
    assert_string_equal(t->name, "alice");
    dataset_release(ds);
    assert_int_equal(cached(p, &entry), 1);
    assert_int_equal(stat(entry, &before), 0);
    assert_int_equal(rename(path, other), 0);
    usleep(20000); /* the system's clock for files goes in steps */
    new_datasets(p);
    ds = open_one(p, other);
    tables_of(p, ds, &t);
    assert_string_equal(t->name, "bob");
    assert_string_equal(t->source, "bob.csv");
    gives(p, ds, "SELECT count(*) > 0 FROM bob", "[[true]]");
    dataset_release(ds);
    assert_int_equal(stat(entry, &after), 0); /* it came from there */
    assert_true(after.st_mtim.tv_sec > before.st_mtim.tv_sec || after.st_mtim.tv_nsec > before.st_mtim.tv_nsec);
}

/* A worker that has the bytes of both could write of one what the other holds. */
static void a_worker_with_several_sources_writes_nothing_into_the_cache(void **state)
{
    struct place *p = *state;
    struct location at[] = { *AT(large_file(p, "a.csv", 1)), *AT(large_file(p, "b.csv", 2)) };
    const char *entry;
    struct dataset *ds = NULL;
    const struct table *t;

    new_datasets(p);
    assert_int_equal(dataset_open(p->datasets, &(struct dataset_spec){ .at = at, .n = 2 }, NULL, &ds, &p->err), 0);
    assert_int_equal(tables_of(p, ds, &t), 2);
    dataset_release(ds);
    assert_int_equal(cached(p, &entry), 0);
    ds = open_one(p, at[1].path);
    tables_of(p, ds, &t);
    dataset_release(ds);
    assert_int_equal(cached(p, &entry), 1);
    new_datasets(p);
    assert_int_equal(dataset_open(p->datasets, &(struct dataset_spec){ .at = at, .n = 2 }, NULL, &ds, &p->err), 0);
    assert_int_equal(tables_of(p, ds, &t), 2); /* one of them from there */
    gives(p, ds, "SELECT count(*) FROM a JOIN b USING (id, day, amount) WHERE a.word = b.word", "[[0]]");
    dataset_release(ds);
}

static void a_damaged_entry_is_made_anew(void **state)
{
    struct place *p = *state;
    const char *path = large_file(p, "t.csv", 1), *entry = NULL, *first;
    struct stat st;

    new_datasets(p);
    first = sums_of(p, path, false);
    assert_int_equal(cached(p, &entry), 1);
    for (int i = 0; i < 3; i++) {
        int fd = open(entry, O_RDWR);
        assert_int_equal(fstat(fd, &st), 0);
        if (i == 0) /* in the values, in the index, cut off */
            assert_int_equal(pwrite(fd, "\xa5\x5a\xa5", 3, st.st_size / 3), 3);
        else if (i == 1)
            assert_int_equal(pwrite(fd, "\xa5\x5a\xa5", 3, st.st_size - 130), 3);
        else
            assert_int_equal(ftruncate(fd, st.st_size / 2), 0);
        close(fd);
        new_datasets(p);
        assert_string_equal(sums_of(p, path, false), first);
        assert_int_equal(cached(p, &entry), 0); /* it went */
        new_datasets(p);
        assert_string_equal(sums_of(p, path, false), first);
        assert_int_equal(cached(p, &entry), 1);
    }
}

static void other_bytes_of_the_same_size_are_another_entry(void **state)
{
    struct place *p = *state;
    const char *path = large_file(p, "t.csv", 1), *entry = NULL, *first, *second;

    new_datasets(p);
    first = sums_of(p, path, false);
    large_file(p, "t.csv", 2);
    new_datasets(p);
    second = sums_of(p, path, false);
    assert_string_not_equal(first, second);
    assert_int_equal(cached(p, &entry), 2);
}

static void a_small_source_is_not_kept(void **state)
{
    struct place *p = *state;
    const char *entry = NULL;

    new_datasets(p);
    sums_of(p, put_file(p, "t.csv", "id,word,day,amount\n1,a,2024-01-01,0.10\n"), false);
    assert_int_equal(cached(p, &entry), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_large_source_is_kept_and_found_by_what_it_holds),
        TEST(a_table_is_called_as_its_file_whoever_read_the_same_bytes_before),
        TEST(a_worker_with_several_sources_writes_nothing_into_the_cache),
        TEST(a_damaged_entry_is_made_anew),
        TEST(other_bytes_of_the_same_size_are_another_entry),
        TEST(a_small_source_is_not_kept),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
