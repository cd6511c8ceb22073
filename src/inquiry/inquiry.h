/* inquiry.h - a question about tables becomes an answer: describe the data, understand the question, run what it asks
 * for, say what came out. For every agent that answers from tables.
 *
 * A question in words is read (words.h), a request as JSON is taken as it stands; from there on both are one request,
 * which is checked, restated, run and told (result.h).
 *
 * Data is reached by calling data.describe, profiler.analyze and sql.run through the gate, so everything done for an
 * answer is recorded and stands in its tool_calls. A question that cannot be answered is answered too: with an error
 * that names the fix, or with the readings to choose from.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct call;
struct err;
struct json;

struct inquiry_request {
    const struct json *data;   /* the sources, as the person named them */
    const char *question;      /* in words; NULL: `query` has it */
    const struct json *query;  /* the request, as docs/query.md has it */
    const char *table;         /* the one it is about; NULL: the one that fits best */
    const struct json *before; /* a question and the follow-ups to it, oldest first, as texts; NULL: none */
    bool unsaid; /* what was asked last is a request that no words stand for: nothing can follow up on it */
};

/* What came of it, beside the answer. */
struct inquiry_outcome {
    bool understood;            /* the answer has figures: the next question may follow up on this one */
    bool followed;              /* it was taken for a follow-up to `before`, understood or not */
    const struct json *request; /* what was understood, as JSON; NULL: nothing */
    const char *words;          /* what a follow-up is read against: the question, or words that mean the request; NULL:
                                   there are none */
};

/* Fills the answer, which is new, in place: also with a failure or with readings to choose from. */
void inquiry_answer(struct call *c, const struct inquiry_request *r, struct json *answer, struct inquiry_outcome *ret);
