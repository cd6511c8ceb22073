/* test_task_reference.c - words that point at tasks: what points, at what, and what is a name after all. */
#include "agents/tasks/parse/reference.h"
#include "base/attrs.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MOST 6

static void places_are_read_in_every_way_people_say_them(void **state)
{
    static const struct {
        const char *words;
        int places[MOST]; /* ended by 0 */
    } cases[] = {
        { "2", { 2 } },
        { "#3", { 3 } },
        { "task 2", { 2 } },
        { "task #2", { 2 } },
        { "number 12", { 12 } },
        { "task two", { 2 } },
        { "two and five", { 2, 5 } },
        { "one, three and 4", { 1, 3, 4 } },
        { "number one", { 1 } },
        { "2nd", { 2 } },
        { "the 3rd one", { 3 } },
        { "the first one", { 1 } },
        { "The FIRST task", { 1 } },
        { "third please", { 3 } },
        { "the fourth", { 4 } },
        { "fifth", { 5 } },
        { "one", { 1 } },
        { "two", { 2 } },
        { "the second task", { 2 } },
        { "the tenth", { 10 } },
        { "the last one", { -1 } },
        { "last", { -1 } },
        { "the second to last", { -2 } },
        { "the next to last one", { -2 } },
        { "the third from the end", { -3 } },
        { "second last", { -2 } },
        { "the penultimate one", { -2 } },
        { "1 and 3", { 1, 3 } },
        { "1, 3 and 4", { 1, 3, 4 } },
        { "1,3", { 1, 3 } },
        { "tasks 1 & 2", { 1, 2 } },
        { "2-4", { 2, 3, 4 } },
        { "2\xe2\x80\x93"
          "4",
          { 2, 3, 4 } },
        { "2 to 4", { 2, 3, 4 } },
        { "tasks 2 through 4", { 2, 3, 4 } },
        { "the first two", { 1, 2 } },
        { "the first 3", { 1, 2, 3 } },
        { "the top two", { 1, 2 } },
        { "the last three", { -3, -2, -1 } },
        { "the last 2 tasks", { -2, -1 } },
        { "the first and the third", { 1, 3 } },
        { "first and last", { 1, -1 } },
        { "that second one", { 2 } },
        { "2 and 2", { 2 } },
        { "number 2 on the list, please", { 2 } },
        { "99999999999999999999", { 2147483647 } },
        { "the last but one", { -2 } },
        { "last but two", { -3 } },
        { "the thrid one", { 3 } },
        { "secnd", { 2 } },
        { "the foruth and the fifht", { 4, 5 } },
        { "number 5's", { 5 } },
        { "the third one's", { 3 } },
        { "the second from the top", { 2 } },
        { "third from the bottom", { -3 } },
        { "the second thing on the list", { 2 } },
        { "third one down", { 3 } },
        { "tasks two and four over lunch", { 2, 4 } },
        { "the first and third this morning", { 1, 3 } },
        { "the very last one", { -1 } },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct reference r = reference_read(cases[i].words);
        size_t n = 0;
        while (n < MOST && cases[i].places[n])
            n++;
        if (r.kind != REFERENCE_PLACE || r.n != n || memcmp(r.places, cases[i].places, n * sizeof *r.places) != 0)
            fail_msg("%s: kind %d, %zu places", cases[i].words, (int)r.kind, r.n);
    }
}

static void pronouns_are_told_apart(void **state)
{
    static const struct {
        const char *words;
        enum reference_kind kind;
        int count;
    } cases[] = {
        { "it", REFERENCE_IT, 0 },
        { "that one", REFERENCE_IT, 0 },
        { "this task", REFERENCE_IT, 0 },
        { "the task", REFERENCE_IT, 0 },
        { "them", REFERENCE_THEM, 0 },
        { "all of those", REFERENCE_THEM, 0 },
        { "all of them", REFERENCE_THEM, 0 },
        { "everything", REFERENCE_THEM, 0 },
        { "all three", REFERENCE_THEM, 3 },
        { "those two", REFERENCE_THEM, 2 },
        { "these 4", REFERENCE_THEM, 4 },
        { "the two of them", REFERENCE_THEM, 2 },
        { "my tasks", REFERENCE_THEM, 0 },
        { "the whole list", REFERENCE_NAME, 0 },
        { "my list", REFERENCE_THEM, 0 },
        { "both", REFERENCE_BOTH, 0 },
        { "both of them", REFERENCE_BOTH, 0 },
        { "the other one", REFERENCE_OTHER, 0 },
        { "the other", REFERENCE_OTHER, 0 },
        { "him", REFERENCE_IT, 0 },
        { "her", REFERENCE_IT, 0 },
        { "that's", REFERENCE_IT, 0 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct reference r = reference_read(cases[i].words);
        if (r.kind != cases[i].kind || r.count != cases[i].count)
            fail_msg("%s: kind %d, count %d", cases[i].words, (int)r.kind, r.count);
    }
}

static void a_word_that_points_at_nothing_makes_it_a_name(void **state)
{
    static const char *const names[] = {
        "the report",
        "the second floor",
        "call mom",
        "-1",
        "task -1",
        "2 eggs",
        "1984 by Orwell",
        "4-2",
        "0",
        "task 0",
        "2-",
        "1-99",
        "the one about the meeting",
        "",
        "first aid kit",
        "7up",
        "last will",
        "1 or 2",
        "task9 first",
        "second, not first",
        "everlasting",
        "all hands meeting",
        "her appointment",
        "this morning",
        "today",
        "last but not least",
        "the thirst",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (reference_read(names[i]).kind != REFERENCE_NAME)
            fail_msg("%s: kind %d", names[i], (int)reference_read(names[i]).kind);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_read_in_every_way_people_say_them),
        cmocka_unit_test(pronouns_are_told_apart),
        cmocka_unit_test(a_word_that_points_at_nothing_makes_it_a_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
