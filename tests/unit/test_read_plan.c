/* test_read_plan.c - plans and sketches, and queries made of them and read from them. */
#include "json_testing.h"
#include "read/sketch.h"

static void parts_of_sketches_have_names(void **state)
{
    (void)state;
    assert_string_equal(sketch_part_names[SKETCH_SHOWN], "shown");
    assert_string_equal(sketch_part_names[SKETCH_NEST], "nest");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(parts_of_sketches_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
