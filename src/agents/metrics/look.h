/* look.h - one turn of the loop: a query, what it says, and what follows for a hypothesis. For src/agents/metrics only.
 */
#pragma once
#include "agents/metrics/verdict.h"
#include "base/attrs.h"

struct err;
struct hypothesis;
struct json;
struct probe;

struct look {
    const char *sql;
    struct json *result;
    enum verdict verdict;
    const char *summary; /* what was asked, what came out, what it implies */
};

/* Asks the data about a hypothesis. */
WARN_UNUSED int look_at(struct probe *p, struct hypothesis *h, struct look *ret, struct err *err);

/* Splits the part that a confirmed hypothesis found by another column. */
WARN_UNUSED int look_deeper(struct probe *p, struct hypothesis *h, struct look *ret, struct err *err);

/* The whole once more, to end with. */
WARN_UNUSED int look_at_whole(struct probe *p, struct look *ret, struct err *err);
