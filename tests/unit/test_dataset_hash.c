/* test_dataset_hash.c - a file that changes while it is hashed, after its worker has read it: figures of one state
 * never stand under the hash of another, nor does the cache keep them so.
 *
 * The linker's --wrap sends the reads of whoever hashes through here, where the second one waits until the worker is
 * done. Should the machine be so slow that it is not, the worker itself sees the change, and nothing is lost.
 */
#include "base/hash.h"
#include "base/limits.h"
#include "dataset_place.h"
#include "grid/table.h"
#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

#define WORKER_US 600000 /* it reads the file in a tenth of that */
#define ROWS 200000      /* of ten bytes: over DATA_HASH_ALONE */

static const char *changed; /* the file that changes at the next such read; NULL: none does */
static atomic_int changes;

ssize_t __real_pread64(int fd, void *p, size_t n, off_t at);
ssize_t __wrap_pread64(int fd, void *p, size_t n, off_t at);

/* Another first row and another last one: the first is hashed already. */
static void change(void)
{
    int fd = open(changed, O_WRONLY);

    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, "7", 1, 10), 1);
    assert_int_equal(pwrite(fd, "7", 1, 10 * ROWS), 1);
    close(fd);
}

ssize_t __wrap_pread64(int fd, void *p, size_t n, off_t at)
{
    if (changed && n == DATA_HASH_BYTES && at > 0 && atomic_fetch_add(&changes, 1) == 0) {
        usleep(WORKER_US);
        change();
    }
    return __real_pread64(fd, p, n, at);
}

/* "x,y" and its rows, ten bytes each. */
static const char *put_rows(struct place *p)
{
    const char *path = arena_printf(p->arena, "%s/a.csv", p->dir);
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    fputs("x,yyyyyyy\n", f);
    for (int i = 0; i < ROWS; i++)
        fputs("1,1234567\n", f);
    assert_int_equal(fclose(f), 0);
    return path;
}

static const char *hash_of(struct place *p, const char *path)
{
    struct buf b CLEANUP(buf_done) = BUF(DATA_FILE_BYTES);
    char *text = arena_alloc(p->arena, SHA256_TEXT_BYTES);

    assert_int_equal(file_read(path, "a file", &b, &p->err), 0);
    sha256_text(b.p, b.n, text);
    return text;
}

static void agrees_with_its_hash(struct place *p, const char *path, const char *sum)
{
    struct dataset *ds = open_one(p, path);
    const struct table *t;

    tables_of(p, ds, &t);
    gives(p, ds, "SELECT sum(x) FROM a", sum);
    assert_string_equal(t->sha256, hash_of(p, path));
    dataset_release(ds);
}

static void new_datasets(struct place *p)
{
    datasets_free(p->datasets);
    p->datasets = datasets_new(NULL);
    datasets_home(p->datasets, arena_printf(p->arena, "%s/home", p->dir));
}

static void a_file_that_changes_while_it_is_hashed_is_read_again(void **state)
{
    struct place *p = *state;
    const char *path = put_rows(p);

    new_datasets(p);
    changed = path;
    atomic_store(&changes, 0);
    agrees_with_its_hash(p, path, "[[200012]]");
    assert_true(atomic_load(&changes) > 1);
    changed = NULL;
    new_datasets(p); /* and by what the cache has */
    agrees_with_its_hash(p, path, "[[200012]]");
}

static void one_that_does_not_is_read_once(void **state)
{
    struct place *p = *state;

    agrees_with_its_hash(p, put_rows(p), "[[200000]]");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_file_that_changes_while_it_is_hashed_is_read_again),
        TEST(one_that_does_not_is_read_once),
    };

    WORKER_HOOK(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
