/* verify_testing.h - what the tests of verify_log share: a log of several blocks, made once, and its checks. */
#pragma once
#include "base/hash.h"
#include "chain_testing.h"
#include "scratch.h"
#include "store/log/verify.h"

#define LOG_BYTES (32u << 20)
#define MANY 10500 /* entries: some 5 MB, three blocks; 8192 + 2048 + 256 + 4 */

/* Logs are made once: text, where the chain stands, and where each line begins. */
static struct buf log_text = BUF(LOG_BYTES);
static struct chain log_chain;
static size_t starts[MANY + 1];

static inline int make_log(void **state)
{
    (void)state;
    chain_init(&log_chain);
    for (size_t i = 0; i < MANY; i++) {
        add_entries(&log_chain, 1, &log_text);
        starts[i + 1] = log_text.n;
    }
    return 0;
}

static inline int drop_log(void **state)
{
    (void)state;
    buf_done(&log_text);
    return 0;
}

static inline void put_bytes(const char *path, const void *p, size_t n)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* The same result from one, two and many threads. */
static inline struct verify_result check(const char *dir, const void *p, size_t n, const struct chain *expected)
{
    static const int threads[] = { 1, 2, 99, 0 };
    const char *path = in(dir, "log");
    struct verify_result first, r;
    struct err err;

    put_bytes(path, p, n);
    for (size_t i = 0; i < COUNT_OF(threads); i++) {
        if (verify_log(path, expected, threads[i], NULL, &r, &err) < 0)
            fail_msg("%s", err.message);
        if (i == 0)
            first = r;
        assert_memory_equal(&first, &r, sizeof r);
    }
    assert_true(r.ok == (r.first_bad == 0) && r.ok == (r.reason[0] == '\0'));
    return r;
}

/* The good part ends where c stands. */
static inline void is_where(const struct verify_result *r, const struct chain *c)
{
    unsigned char root[SHA256_BYTES];
    char text[SHA256_TEXT_BYTES];

    merkle_root(&c->tree, root);
    hex_text(root, sizeof root, text);
    assert_int_equal(r->entries, c->entries);
    assert_int_equal(r->bytes, c->bytes);
    assert_string_equal(r->head, c->head);
    assert_string_equal(r->root, text);
}

static inline void is_good(const struct verify_result *r, const struct chain *c)
{
    if (!r->ok)
        fail_msg("entry %llu: %s", (unsigned long long)r->first_bad, r->reason);
    is_where(r, c);
}

static inline void is_bad(const struct verify_result *r, uint64_t first_bad, const char *reason)
{
    assert_false(r->ok);
    if (r->first_bad != first_bad || !strstr(r->reason, reason))
        fail_msg("entry %llu: %s; not entry %llu: %s", (unsigned long long)r->first_bad, r->reason,
                 (unsigned long long)first_bad, reason);
}

/* A byte of entry i changed to something else. */
static inline struct verify_result change(const char *dir, size_t i, size_t at, char to, const struct chain *expected)
{
    struct verify_result r;
    char was = log_text.p[starts[i - 1] + at];

    log_text.p[starts[i - 1] + at] = to;
    r = check(dir, log_text.p, log_text.n, expected);
    log_text.p[starts[i - 1] + at] = was;
    return r;
}
