/* inquiry.h - a question about tables becomes an answer: describe the data, understand the question, run the query, say
 * what came out. For every agent that answers from tables.
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
    const struct json *data; /* the sources, as the person named them */
    const char *question;
    const char *table;         /* the one it is about; NULL: the one that fits best */
    const struct json *before; /* a question and the follow-ups to it, oldest first, as texts; NULL: none */
};

/* What came of it, beside the answer. */
struct inquiry_outcome {
    bool understood; /* the answer has figures: the next question may follow up on this one */
    bool followed;   /* it was taken for a follow-up to `before`, understood or not */
};

/* Fills the answer, which is new, in place: also with a failure or with readings to choose from. */
void inquiry_answer(struct call *c, const struct inquiry_request *r, struct json *answer, struct inquiry_outcome *ret);
