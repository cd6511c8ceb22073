/* test_verify_disk.c - verifying a log on a disk that is slow, fails, or gives less than it should. */
#include "verify_testing.h"
#include <errno.h>
#include <stdatomic.h>

/* What goes wrong with a read; the linker sends pread through here. */
enum trouble { NO_TROUBLE, FAILS, IS_INTERRUPTED, GIVES_LITTLE, ENDS, BEGINS_LATE };

static _Atomic enum trouble trouble;
static _Atomic uint64_t trouble_from; /* of reads at this place in the file and behind it */
static _Atomic unsigned troubles;

ssize_t __real_pread64(int fd, void *p, size_t n, off_t at);
ssize_t __wrap_pread64(int fd, void *p, size_t n, off_t at);

ssize_t __wrap_pread64(int fd, void *p, size_t n, off_t at)
{
    enum trouble now = trouble;

    if (now == NO_TROUBLE || (uint64_t)at + n <= trouble_from)
        return __real_pread64(fd, p, n, at);
    troubles++;
    switch (now) {
    case FAILS:
        errno = EIO;
        return -1;
    case IS_INTERRUPTED:
        errno = EINTR;
        return troubles % 2 ? -1 : __real_pread64(fd, p, n, at);
    case GIVES_LITTLE:
        return __real_pread64(fd, p, n > 1000 ? 1000 : n, at);
    case ENDS:
        return 0;
    case BEGINS_LATE:
        if (at == 0)
            usleep(300000);
        break;
    case NO_TROUBLE:
        break;
    }
    return __real_pread64(fd, p, n, at);
}

/* While the first block is being read, the other threads can go VERIFY_AHEAD blocks further, and must then wait. */
static void a_slow_block_holds_up_the_others_and_nothing_is_lost(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(5 * VERIFY_AHEAD / 2 * VERIFY_BLOCK_BYTES),
                 data CLEANUP(buf_done) = BUF(LOG_BYTES);
    const char *path = in(*state, "log");
    struct verify_result r;
    struct chain c;
    struct err err;

    chain_init(&c);
    buf_adds(&data, "{\"x\": \"");
    buf_fill(&data, 'y', AUDIT_LINE_BYTES - 500);
    buf_adds(&data, "\"}");
    while (c.bytes < 2 * VERIFY_AHEAD * VERIFY_BLOCK_BYTES)
        assert_int_equal(add_text(&c, data.p, &b, &err), 0);
    put_bytes(path, b.p, b.n);
    trouble_from = 0;
    trouble = BEGINS_LATE;
    assert_int_equal(verify_log(path, &c, 3, NULL, &r, &err), 0);
    trouble = NO_TROUBLE;
    is_good(&r, &c);
}

static void a_failing_disk_is_a_failure_unless_something_before_it_is_bad(void **state)
{
    struct verify_result r = { .entries = 77 };
    struct err err;

    put_bytes(in(*state, "log"), log_text.p, log_text.n);
    trouble_from = 2 * VERIFY_BLOCK_BYTES + 5;
    trouble = FAILS;
    for (int threads = 1; threads < 4; threads++) {
        assert_int_equal(verify_log(in(*state, "log"), NULL, threads, NULL, &r, &err), -1);
        assert_int_equal(err.code, ERR_IO);
        assert_int_equal(r.entries, 77);
    }
    r = change(*state, 1000, 300, '~', NULL);
    trouble = NO_TROUBLE;
    is_bad(&r, 1000, "");
}

static void reads_that_are_interrupted_or_short_change_nothing(void **state)
{
    struct verify_result r;

    trouble_from = 0;
    troubles = 0;
    trouble = IS_INTERRUPTED;
    r = check(*state, log_text.p, log_text.n, &log_chain);
    is_good(&r, &log_chain);
    trouble = GIVES_LITTLE;
    r = check(*state, log_text.p, log_text.n, &log_chain);
    trouble = NO_TROUBLE;
    is_good(&r, &log_chain);
    assert_true(troubles > 1000);
}

/* The file has its length when it is opened, and is shorter when it is read. */
static void a_file_cut_while_it_is_read_is_bad(void **state)
{
    struct verify_result r;

    trouble_from = 2 * VERIFY_BLOCK_BYTES - 1; /* the last read */
    trouble = ENDS;
    r = check(*state, log_text.p, log_text.n, NULL);
    trouble = NO_TROUBLE;
    assert_false(r.ok);
    assert_true(r.first_bad == r.entries + 1 && r.bytes == starts[r.entries] && r.bytes < log_text.n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_slow_block_holds_up_the_others_and_nothing_is_lost),
        SCRATCH_TEST(a_failing_disk_is_a_failure_unless_something_before_it_is_bad),
        SCRATCH_TEST(reads_that_are_interrupted_or_short_change_nothing),
        SCRATCH_TEST(a_file_cut_while_it_is_read_is_bad),
    };

    return cmocka_run_group_tests(tests, make_log, drop_log);
}
