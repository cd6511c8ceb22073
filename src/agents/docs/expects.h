/* expects.h - what a question expects of its answer: a number, a time, or nothing in particular. For src/agents/docs
 * only. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum expects_kind {
    EXPECTS_ANY,
    EXPECTS_NUMBER, /* how many, how much: digits or a number word */
    EXPECTS_SPAN,   /* how long: a number, or "a week" */
    EXPECTS_TIME,   /* when: a number, a weekday, a month, or another word of time */
};

struct expects {
    enum expects_kind kind;
    bool is_needed; /* nothing else answers it; otherwise it is only preferred */
};

struct expects expects_of(const char *question);

/* True where the sentence holds it; of EXPECTS_ANY never. */
bool expects_met(enum expects_kind kind, const char *p, size_t n);
