/* test_cache.c - entries of the cache: named, found, and gone when there are too many bytes of them. */
#include "base/err.h"
#include "data/cache.h"
#include "scratch.h"
#include "sys/file.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#define ENTRY_BYTES 65536

static char hashes[4][SHA256_TEXT_BYTES];

static struct cache_key key_of(int i)
{
    memset(hashes[i], 'a' + i, SHA256_TEXT_BYTES - 1);
    return (struct cache_key){ .size = 1000, .sha256 = hashes[i] };
}

/* Keeps an entry within the budget; how much room it takes on the disk. */
static uint64_t keep(const char *folder, int i, uint64_t budget)
{
    static char bytes[ENTRY_BYTES];
    int fd = cache_make(folder);
    struct stat st;

    assert_true(fd >= 0);
    memset(bytes, 'x', sizeof bytes);
    assert_int_equal(write(fd, bytes, sizeof bytes), sizeof bytes);
    assert_int_equal(fsync(fd), 0);
    assert_int_equal(fstat(fd, &st), 0);
    cache_keep(folder, fd, key_of(i), budget);
    close(fd);
    return (uint64_t)st.st_blocks * 512;
}

static bool has(const char *folder, int i)
{
    int fd = cache_open(folder, key_of(i));

    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Times of files are only so fine. */
static void wait_a_little(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
}

static void the_entry_unused_for_longest_makes_room(void **state)
{
    const char *folder = in(*state, "cache");
    uint64_t three = 3 * keep(folder, 0, UINT64_MAX);

    for (int i = 1; i < 3; i++) {
        wait_a_little();
        keep(folder, i, three);
    }
    wait_a_little();
    assert_true(has(folder, 0)); /* now the second is the one not used for longest */
    wait_a_little();
    keep(folder, 3, three);
    assert_true(has(folder, 0));
    assert_false(has(folder, 1));
    assert_true(has(folder, 2));
    assert_true(has(folder, 3));
}

static void one_byte_less_is_too_little_room(void **state)
{
    const char *folder = in(*state, "cache");
    uint64_t bytes = keep(folder, 0, UINT64_MAX);

    wait_a_little();
    keep(folder, 1, 2 * bytes);
    assert_true(has(folder, 0));
    wait_a_little();
    assert_true(has(folder, 1));
    wait_a_little();
    keep(folder, 2, 3 * bytes - 1);
    assert_false(has(folder, 0));
    assert_true(has(folder, 1));
    assert_true(has(folder, 2));
}

static void an_entry_is_found_by_size_and_hash(void **state)
{
    const char *folder = in(*state, "cache");
    struct cache_key other = key_of(0);

    assert_false(cache_may_have(folder, 1000));
    keep(folder, 0, UINT64_MAX);
    assert_true(cache_may_have(folder, 1000));
    assert_false(cache_may_have(folder, 100));
    other.size = 1001;
    assert_int_equal(cache_open(folder, other), -1);
    assert_false(has(folder, 1));
    cache_remove(folder, key_of(0));
    assert_false(has(folder, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_entry_unused_for_longest_makes_room),
        SCRATCH_TEST(one_byte_less_is_too_little_room),
        SCRATCH_TEST(an_entry_is_found_by_size_and_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
