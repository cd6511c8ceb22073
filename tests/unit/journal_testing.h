/* journal_testing.h - a list of journals with a clock that the test moves, and a reader that counts its sleeps. */
#pragma once
#include "scratch.h"

#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include "web/journal.h"
#include "web/journal_node.h"
#include "web/journal_read.h"

static struct err err;

/* ---- a world whose clock the test moves ---- */

static int64_t now_us;

static inline int64_t fake_now(void *state)
{
    (void)state;
    return now_us;
}

static inline void real_random(void *state, void *out, size_t n)
{
    (void)state;
    world_system()->random(world_system()->state, out, n);
}

static const struct world world = { .now_us = fake_now, .random = real_random };

static struct journals *all;

static inline int setup(void **state)
{
    (void)state;
    now_us = 1000000;
    all = journals_new(&world);
    return 0;
}

static inline int teardown(void **state)
{
    (void)state;
    journals_free(all);
    return 0;
}

static inline struct journal *begin(enum journal_kind kind)
{
    struct journal *j;

    assert_int_equal(journal_new(all, "me", kind, &j, &err), 0);
    return j;
}

static inline void add(struct journal *j, const char *data)
{
    assert_int_equal(journal_add(j, NULL, data, &err), 0);
}

/* ---- a reader that counts how often it slept and was woken ---- */

struct reading {
    struct journal_reader reader;
    int slept, woken;
};

static inline void on_sleep(struct journal_reader *r)
{
    ((struct reading *)r)->slept++;
}

static inline void on_wake(struct journal_reader *r)
{
    ((struct reading *)r)->woken++;
}

static inline struct reading reading(void)
{
    return (struct reading){ .reader = { .sleep = on_sleep, .wake = on_wake } };
}

/* All that there is now, read in pieces of `step`; the keys are taken out, as nobody knows them beforehand. */
static inline const char *read_all(struct journal *j, struct reading *r, size_t step)
{
    static char text[1 << 16];
    size_t n = 0;
    long got;

    while ((got = journal_read(j, &r->reader, text + n, step)) > 0)
        n += (size_t)got;
    text[n] = '\0';
    for (char *at; (at = strstr(text, j->key));)
        memmove(at, at + strlen(j->key) + 1, strlen(at + strlen(j->key) + 1) + 1);
    return text;
}

static inline int find(const char *owner, const char *key, const char *number, uint64_t *ret_after)
{
    struct journal *j = NULL;
    char id[128];
    int r;

    snprintf(id, sizeof id, "%s%s", key, number);
    r = journal_find(all, owner, id, &j, ret_after, &err);
    if (r == 0)
        journal_let_go(j);
    else
        assert_int_equal(err.code, ERR_NOT_FOUND);
    return r;
}

#define JOURNAL_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
