/* test_library.c - why a library could not be loaded is told to whoever asks, whenever. */
#include "base/attrs.h"
#include "sys/library.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants the four above first */
#include <cmocka.h>

struct table {
    void *first;
};

static char why[LIBRARY_WHY_BYTES];

static void *load_in_vain(void *arg)
{
    static const struct library_function functions[] = { { "nobody_has_this", offsetof(struct table, first) } };
    struct table table;

    return library_load(arg, functions, COUNT_OF(functions), &table, why) < 0 ? arg : NULL;
}

static void the_reason_outlives_the_thread_that_was_refused(void **state)
{
    static char names[][16] = { "libnobody.so.9", "libc.so.6" };
    static const char *const reasons[] = { "libnobody.so.9", "nobody_has_this" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        pthread_t thread;
        void *refused = NULL;
        assert_int_equal(pthread_create(&thread, NULL, load_in_vain, names[i]), 0);
        assert_int_equal(pthread_join(thread, &refused), 0);
        assert_ptr_equal(refused, names[i]);
        assert_non_null(strstr(why, reasons[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_reason_outlives_the_thread_that_was_refused) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
