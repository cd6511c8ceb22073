/* test_budget.c - the memory of large answers has one ceiling, and nobody waits for it for ever. */
#include "base/arena.h"
#include "base/budget.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>

#include <cmocka.h>

#define MB ((size_t)1 << 20)
#define CEILING (100 * MB)
#define LARGE (CEILING - BUDGET_RESERVE_BYTES) /* for claims that are not small */

static struct err err;

static int setup(void **state)
{
    (void)state;
    budget_open(CEILING);
    assert_int_equal(budget_held(), 0);
    return 0;
}

static void without_a_ceiling_everything_fits(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new(), *b CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    budget_open(0);
    assert_int_equal(budget_try(a, 10 * CEILING, &err), 0);
    assert_int_equal(budget_try(b, 10 * CEILING, &err), 0);
}

static void a_claim_goes_with_its_arena(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_int_equal(budget_try(a, 3 * MB, &err), 0);
    assert_int_equal(budget_try(a, 4 * MB, &err), 0);
    assert_int_equal(budget_held(), 7 * MB);
    arena_free(a);
    assert_int_equal(budget_held(), 0);
}

static void exactly_what_is_left_fits_and_a_byte_more_does_not(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new(), *b CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_int_equal(budget_try(a, LARGE - 2 * MB, &err), 0);
    assert_int_equal(budget_try(b, 2 * MB + 1, &err), -1);
    assert_int_equal(err.code, ERR_BUSY);
    assert_true(budget_is_wanted());
    assert_int_equal(budget_held(), LARGE - 2 * MB);
    assert_int_equal(budget_try(b, 2 * MB, &err), 0);
}

static void small_claims_have_a_part_to_themselves(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new(), *b CLEANUP(arena_cleanup) = arena_new();
    size_t n = 0;

    (void)state;
    assert_int_equal(budget_try(a, LARGE, &err), 0);
    assert_int_equal(budget_try(b, BUDGET_SMALL_BYTES + 1, &err), -1);
    while (budget_try(b, BUDGET_SMALL_BYTES, &err) == 0)
        n++;
    assert_int_equal(n, BUDGET_RESERVE_BYTES / BUDGET_SMALL_BYTES);
}

static void somebody_alone_gets_what_they_ask_for(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new(), *b CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_int_equal(budget_try(a, CEILING, &err), 0);
    assert_int_equal(budget_try(a, 2 * CEILING, &err), 0); /* what they hold themselves is not in their way */
    assert_int_equal(budget_try(b, 1, &err), -1);
}

static void what_is_sent_is_moved_out_of_the_claim(void **state)
{
    struct arena *a = arena_new(), *b CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_int_equal(budget_try(a, LARGE - 5 * MB, &err), 0);
    assert_true(budget_move(a, 20 * MB));
    assert_int_equal(budget_held(), LARGE - 5 * MB);
    arena_free(a);
    assert_int_equal(budget_held(), 20 * MB);
    assert_int_equal(budget_try(b, LARGE - 20 * MB - 5 * MB, &err), 0);
    assert_false(budget_move(NULL, 6 * MB)); /* no claim: it comes from what is free */
    assert_true(budget_move(NULL, 5 * MB));
    budget_return(25 * MB);
}

static void *free_soon(void *arg)
{
    usleep(100000);
    arena_free(arg);
    return NULL;
}

static void who_waits_goes_on_when_another_is_done(void **state)
{
    struct arena *a = arena_new(), *b CLEANUP(arena_cleanup) = arena_new();
    int64_t began = world_mono_us();
    pthread_t other;

    (void)state;
    assert_int_equal(budget_try(a, LARGE, &err), 0);
    assert_int_equal(pthread_create(&other, NULL, free_soon, a), 0);
    assert_int_equal(budget_take(b, 10 * MB, NULL, &err), 0);
    assert_in_range(world_mono_us() - began, 90000, 3000000);
    pthread_join(other, NULL);
    assert_int_equal(budget_held(), 10 * MB);
}

static void who_is_cancelled_waits_no_longer(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new(), *b CLEANUP(arena_cleanup) = arena_new();
    struct cancel cancel;
    int64_t began = world_mono_us();

    (void)state;
    cancel_init(&cancel, NULL, 100);
    assert_int_equal(budget_try(a, LARGE, &err), 0);
    assert_int_equal(budget_take(b, 10 * MB, &cancel, &err), -1);
    assert_int_equal(err.code, ERR_QUERY_TIMEOUT);
    assert_in_range(world_mono_us() - began, 90000, 3000000);
    assert_int_equal(budget_held(), LARGE);
}

static atomic_int refused, busy;

static void *wait_in_vain(void *arg)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct err e;

    refused += budget_take(a, 10 * MB, arg, &e) < 0;
    busy += e.code == ERR_BUSY;
    return NULL;
}

static void only_so_many_wait_and_the_next_is_told_at_once(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    pthread_t others[BUDGET_WAITERS + 1];
    struct cancel cancel;

    (void)state;
    cancel_init(&cancel, NULL, 0);
    refused = busy = 0;
    assert_false(budget_is_awaited());
    assert_int_equal(budget_try(a, LARGE, &err), 0);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        assert_int_equal(pthread_create(&others[i], NULL, wait_in_vain, &cancel), 0);
    for (int i = 0; i < 60000 && busy == 0; i++)
        usleep(1000);
    assert_int_equal(busy, 1); /* whichever came last */
    assert_true(budget_is_awaited());
    cancel_fire(&cancel);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        pthread_join(others[i], NULL);
    assert_int_equal(refused, BUDGET_WAITERS + 1);
    assert_false(budget_is_awaited());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(without_a_ceiling_everything_fits, setup),
        cmocka_unit_test_setup(a_claim_goes_with_its_arena, setup),
        cmocka_unit_test_setup(exactly_what_is_left_fits_and_a_byte_more_does_not, setup),
        cmocka_unit_test_setup(small_claims_have_a_part_to_themselves, setup),
        cmocka_unit_test_setup(somebody_alone_gets_what_they_ask_for, setup),
        cmocka_unit_test_setup(what_is_sent_is_moved_out_of_the_claim, setup),
        cmocka_unit_test_setup(who_waits_goes_on_when_another_is_done, setup),
        cmocka_unit_test_setup(who_is_cancelled_waits_no_longer, setup),
        cmocka_unit_test_setup(only_so_many_wait_and_the_next_is_told_at_once, setup),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
