/* expected_answer.h - the kind of answer that a question expects: a number, a duration, a time, or any. For
 * src/agents/docs only.
 *
 * Synthesis prefers sentences that hold an answer of that kind, and may quote nothing else. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum answer_kind {
    ANSWER_ANY,
    ANSWER_NUMBER,   /* how many, how much: digits or a number word */
    ANSWER_DURATION, /* how long: a number, or "a week" */
    ANSWER_TIME,     /* when: a number, a weekday, a month, or another word of time */
};

struct expected_answer {
    enum answer_kind kind;
    bool is_needed; /* nothing else answers it; otherwise it is only preferred */
};

/* By the question's own words: "how many", "how long", "when". */
struct expected_answer expected_answer_of(const char *question);

/* Whether the sentence holds something of that kind. Never true of ANSWER_ANY. */
bool answer_has_kind(enum answer_kind kind, const char *p, size_t n);
