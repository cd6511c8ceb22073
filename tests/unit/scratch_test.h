/* scratch_test.h - a test with a scratch folder of its own, made before it and removed after it. */
#pragma once
#include "scratch.h"

#define SCRATCH_TEST(f) cmocka_unit_test_setup_teardown(f, scratch_setup, scratch_teardown)
