/* test_journal_bounds.c - journals: how much they hold, how many there are, and several threads at one. */
#include "journal_testing.h"

#include <pthread.h>

static char *long_data(size_t n)
{
    char *data = malloc(n + 1);

    assert_non_null(data);
    memset(data, 'a', n);
    data[n] = '\0';
    return data;
}

static void a_whole_journal_refuses_what_does_not_fit(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);
    struct reading r = reading();
    char *half = long_data(JOURNAL_BYTES / 2);

    (void)state;
    add(j, half);
    assert_int_equal(journal_add(j, NULL, half, &err), -1);
    assert_int_equal(err.code, ERR_TOO_LARGE);
    add(j, "small");
    journal_attach(j, &r.reader, 1);
    assert_string_equal(read_all(j, &r, 4096), "id: 2\ndata: small\n\n"); /* the refused one has no number */
    journal_detach(j, &r.reader);
    journal_let_go(j);
    free(half);
}

static void a_feed_drops_its_oldest_and_never_half_of_one(void **state)
{
    struct journal *j = begin(JOURNAL_FEED);
    struct reading slow = reading(), fresh = reading();
    char *third = long_data(JOURNAL_BYTES / 3), text[10], *rest;
    long n = 0, got;

    (void)state;
    add(j, third);
    journal_attach(j, &slow.reader, 0);
    assert_int_equal(journal_read(j, &slow.reader, text, sizeof text), sizeof text);
    for (int i = 0; i < 5; i++)
        add(j, third);
    add(j, "small");
    rest = malloc(JOURNAL_BYTES * 2);
    assert_non_null(rest);
    while ((got = journal_read(j, &slow.reader, rest + n, 65536)) > 0)
        n += got;
    /* The first event to its end, then what is still there: the fifth, the sixth and the small one. */
    assert_memory_equal(memchr(rest, '\n', (size_t)n), "\ndata: aaa", 10);
    assert_true(n > JOURNAL_BYTES / 3 * 3 && n < JOURNAL_BYTES / 3 * 3 + 1000);
    rest[n] = '\0';
    assert_non_null(strstr(rest, "data: small\n\n"));
    journal_attach(j, &fresh.reader, 0);
    got = journal_read(j, &fresh.reader, rest, 100);
    assert_true(got == 100 && strstr(rest, ".5\n"));
    journal_detach(j, &slow.reader);
    journal_detach(j, &fresh.reader);
    journal_let_go(j);
    free(third);
    free(rest);
}

static void there_are_so_many_and_no_more(void **state)
{
    struct journal **held = calloc(JOURNALS_MAX, sizeof *held), *j;
    uint64_t after;
    char key[ID_TEXT_BYTES];

    (void)state;
    assert_non_null(held);
    for (int i = 0; i < JOURNALS_MAX; i++)
        held[i] = begin(JOURNAL_WHOLE);
    assert_int_equal(journal_new(all, "me", JOURNAL_WHOLE, &j, &err), -1);
    assert_int_equal(err.code, ERR_BUSY);
    memcpy(key, held[7]->key, sizeof key);
    journal_end(held[7]); /* one that has ended makes room before its time */
    j = begin(JOURNAL_WHOLE);
    assert_int_equal(find("me", key, ".0", &after), -1);
    journal_let_go(held[7]);
    held[7] = j;
    assert_int_equal(journal_new(all, "me", JOURNAL_WHOLE, &j, &err), -1);
    for (int i = 0; i < JOURNALS_MAX; i++)
        journal_let_go(held[i]);
    free(held);
}

static void all_journals_together_have_a_bound(void **state)
{
    enum { PIECE = 4 << 20 };
    struct journal *held[JOURNALS_BYTES / PIECE];
    char *data = long_data(PIECE - 1000);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(held); i++) {
        held[i] = begin(JOURNAL_WHOLE);
        add(held[i], data);
    }
    assert_int_equal(journal_add(held[0], NULL, data, &err), -1);
    assert_int_equal(err.code, ERR_BUSY); /* it is not this one that is too long */
    journal_end(held[1]);
    journal_let_go(held[1]);
    held[1] = begin(JOURNAL_WHOLE); /* what has ended makes room */
    add(held[1], data);
    for (size_t i = 0; i < COUNT_OF(held); i++)
        journal_let_go(held[i]);
    free(data);
}

static void a_journal_may_outlive_the_list(void **state)
{
    struct journals *others = journals_new(&world);
    struct journal *j;
    struct reading r = reading();

    (void)state;
    assert_int_equal(journal_new(others, "me", JOURNAL_WHOLE, &j, &err), 0);
    journal_attach(j, &r.reader, 0);
    assert_string_equal(read_all(j, &r, 4096), "");
    journals_free(others);
    assert_int_equal(r.woken, 1);
    assert_true(j->ended_us != 0);
    assert_int_equal(journal_add(j, NULL, "x", &err), -1);
    journal_detach(j, &r.reader);
    journal_let_go(j);
}

/* ---- threads ---- */

static void *write_many(void *arg)
{
    struct err e;

    for (int i = 0; i < 2000; i++)
        if (journal_add(arg, "n", "data", &e) < 0)
            break;
    return NULL;
}

static void several_threads_write_and_one_reads_all_of_it(void **state)
{
    struct journal *j = begin(JOURNAL_WHOLE);
    struct reading r = reading();
    pthread_t threads[3];
    size_t events = 0;
    char text[777];
    long n;

    (void)state;
    journal_attach(j, &r.reader, 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, write_many, j), 0);
    while (events < 6000 && (n = journal_read(j, &r.reader, text, sizeof text)) >= 0)
        for (long i = 0; i < n; i++)
            events += text[i] == 'v'; /* of "event" */
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(events, 6000);
    journal_detach(j, &r.reader);
    journal_let_go(j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        JOURNAL_TEST(a_whole_journal_refuses_what_does_not_fit),
        JOURNAL_TEST(a_feed_drops_its_oldest_and_never_half_of_one),
        JOURNAL_TEST(there_are_so_many_and_no_more),
        JOURNAL_TEST(all_journals_together_have_a_bound),
        JOURNAL_TEST(a_journal_may_outlive_the_list),
        JOURNAL_TEST(several_threads_write_and_one_reads_all_of_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
