/* test_errand_amend.c - what a message changes in a task whose title is known: a part of its name, a note. */
#include "base/arena.h"
#include "base/attrs.h"
#include "lang/errand.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 9 };

struct amended {
    const char *message, *title, *wanted;
};

static void check(const char *got, const struct amended *c)
{
    if (!got || strcmp(got, c->wanted) != 0)
        fail_msg("%s: got %s, wanted %s", c->message, got ? got : "nothing", c->wanted);
}

static void a_part_of_the_name_is_replaced(void **state)
{
    static const struct amended cases[] = {
        { "the candles should say nine boxes, not seven", "fetch seven boxes of candles",
          "fetch nine boxes of candles" },
        { "change 'pears' to 'sour plums' in the jam task", "buy pears for the jam", "buy sour plums for the jam" },
        { "write 'oars' instead of 'oar' there", "varnish the oar", "varnish the oars" },
        { "mend the kite -> mend the kite and the tent", "mend the kite", "mend the kite and the tent" },
        { "fix lamp -> 'rewire the hall lamp'", "fix lamp", "rewire the hall lamp" },
        { "it's Meyer not Maier", "ring Mrs Maier", "ring Mrs Meyer" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct errand_set set = { 0 };
        if (!errand_as_change(a, cases[i].message, cases[i].title, &now, &set))
            fail_msg("%s: not read", cases[i].message);
        check(set.title, &cases[i]);
    }
}

static void a_note_begins_behind_what_says_where_it_belongs(void **state)
{
    static const struct amended cases[] = {
        { "shed roof: make a note that the felt is in the loft", "mend the shed roof", "the felt is in the loft" },
        { "add a note to the shed roof: bring both ladders", "mend the shed roof", "bring both ladders" },
        { "put 'key is with Ada' as a note to the shed task", "mend the shed roof", "key is with Ada" },
        { "put in the notes of the shed roof that she pays cash", "mend the shed roof", "she pays cash" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct errand_set set = { 0 };
        if (!errand_as_change(a, cases[i].message, cases[i].title, &now, &set))
            fail_msg("%s: not read", cases[i].message);
        check(set.description, &cases[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_of_the_name_is_replaced),
        cmocka_unit_test(a_note_begins_behind_what_says_where_it_belongs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
