/* num_testing.h - what the tests of numbers share: the same random numbers on every run. */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include "base/num.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TEST(f) cmocka_unit_test_setup(f, set_up)
#define ROUNDS 200000

/* xorshift64*: the same numbers on every run. */
static uint64_t seed;

static inline uint64_t any(void)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return seed * 0x2545f4914f6cdd1d;
}

static inline int set_up(void **state)
{
    (void)state;
    seed = 8259;
    return 0;
}

static inline int64_t ten_to(int n)
{
    int64_t power = 1;

    while (n-- > 0)
        power *= 10;
    return power;
}
