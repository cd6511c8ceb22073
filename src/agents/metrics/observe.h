/* observe.h - one observation: a query, its result, and the verdict on a hypothesis that follows from it. Each turn of
 * the loop makes one. For src/agents/metrics only. */
#pragma once
#include "agents/metrics/verdict.h"
#include "base/attrs.h"

struct err;
struct hypothesis;
struct json;
struct probe;

struct observation {
    const char *sql;
    struct json *result;
    enum verdict verdict;
    const char *summary; /* a sentence: the question, the result, what it implies */
};

/* Queries the data about a hypothesis. */
WARN_UNUSED int observe_hypothesis(struct probe *p, struct hypothesis *h, struct observation *ret, struct err *err);

/* A confirmed hypothesis has found a segment: splits that by another column. */
WARN_UNUSED int observe_deeper(struct probe *p, struct hypothesis *h, struct observation *ret, struct err *err);

/* The metric as a whole, as the last observation. */
WARN_UNUSED int observe_whole(struct probe *p, struct observation *ret, struct err *err);
