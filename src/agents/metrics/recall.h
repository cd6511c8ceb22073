/* recall.h - questions about a report, answered from what the session has kept. For src/agents/metrics only.
 *
 * Nothing is computed anew and no data is read: every figure of an answer stands in one of the artifacts that it names.
 * What no artifact has is refused, with what can be asked instead.
 */
#pragma once
#include "base/attrs.h"

struct arena;
struct workspace;
struct err;
struct json;

/* What a session knows. */
struct memory {
    struct arena *a;
    struct json *context, *model, *ledger, *explanations, *change;
    struct json *hypotheses; /* metrics.Hypothesis, in order */
    struct json *iterations; /* metrics.IterationLog, in order */
    const char *report;
};

WARN_UNUSED int memory_read(struct workspace *d, struct memory *ret, struct err *err);

struct recalled {
    const char *text;       /* the answer */
    struct json *artifacts; /* paths it rests on */
};

/* The answer to one question; never fails: what is not known is said to be. */
struct recalled recall(const struct memory *m, const char *question);
