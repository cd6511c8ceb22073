/* due_testing.h - tables of what is said and what it means, against a fixed clock. */
#pragma once
#include "agents/tasks/dates/due.h"
#include "base/attrs.h"
#include "lang/phrase.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Monday 2026-11-16 09:00, unless a test says otherwise. */
static const struct civil monday __attribute__((unused)) = { .year = 2026, .month = 11, .day = 16, .hour = 9 };

struct message_parser {
    const char *said;
    const char *means; /* due_text() of what the words mean; NULL: nothing is read */
};

/* All of the words, as a tool's argument. */
static inline void check(const struct civil *now, const struct message_parser *cases, size_t n)
{
    bool failed = false;

    for (size_t i = 0; i < n; i++) {
        const char *means = cases[i].means ? cases[i].means : "nothing";
        struct due due = { 0 };
        char text[TIME_TEXT_BYTES] = "nothing";
        if (due_read(cases[i].said, now, &due))
            due_text(&due, text);
        if (strcmp(text, means) != 0) {
            print_error("\"%s\" is read as %s, not %s\n", cases[i].said, text, means);
            failed = true;
        }
    }
    assert_false(failed);
}

#define CHECK(now, cases) check(now, cases, COUNT_OF(cases))

/* What is taken from the front of a message, and what is left. */
struct taking {
    const char *said;
    size_t words;
    const char *means;
};

static inline void check_at(const struct civil *now, const struct taking *cases, size_t n)
{
    bool failed = false;

    for (size_t i = 0; i < n; i++) {
        struct phrase p;
        struct due due = { 0 };
        char text[TIME_TEXT_BYTES] = "";
        size_t took;
        phrase_split(cases[i].said, cases[i].said + strlen(cases[i].said), &p);
        took = due_at(p.words, p.n, now, &due);
        if (took > 0)
            due_text(&due, text);
        if (took != cases[i].words || strcmp(text, cases[i].means) != 0) {
            print_error("\"%s\": %zu words taken as %s, not %zu as %s\n", cases[i].said, took, text, cases[i].words,
                        cases[i].means);
            failed = true;
        }
    }
    assert_false(failed);
}
