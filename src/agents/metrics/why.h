/* why.h - a question such as "why did revenue drop in March 2024?", understood. For src/agents/metrics only.
 *
 * Three things are read from the words: the metric (as lang/ reads a figure: a column's total, an average, a count),
 * the period in question, and the one to compare with, which is the period of equal length before it unless one is
 * named. What is not said is taken from the data where only one thing fits, and else asked back; nothing is guessed.
 */
#pragma once
#include "agents/metrics/gauge.h"
#include "base/attrs.h"
#include <stdbool.h>

struct call;
struct err;
struct json;

struct why {
    const char *metric; /* SQL */
    const char *words;  /* what it was called: "total revenue" */
    int direction;      /* of the change that the question speaks of: -1 down, 1 up, 0 neither */
    struct span baseline, comparison;
};

/* Reads it against the data. With *ret_ready false the answer was made a question back, with options that are whole
 * questions. `table`: the one that is meant, or NULL. */
WARN_UNUSED int why_read(struct call *c, const struct json *data, const char *table, const char *question,
                         struct json *answer, struct why *ret, bool *ret_ready, struct err *err);
