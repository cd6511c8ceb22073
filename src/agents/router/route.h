/* route.h - which agent a question is for: decided from what is attached and from the words, by fixed rules.
 *
 * No I/O: what has to be looked up (whose conversation it is, whether there are documents) is handed in. The first rule
 * that holds decides, and each has a reason that a person is shown. Nothing is guessed: where none holds, the caller
 * asks.
 */
#pragma once
#include "base/timefmt.h"
#include <stdbool.h>

struct arena;
struct json;

struct route_facts {
    const char *question;     /* NULL: a query is asked */
    const struct json *data;  /* the sources, as named; may be NULL */
    const char *agent;        /* that the person asked for; NULL: none */
    const char *id;           /* of the conversation; NULL: it is a new one */
    const char *conversation; /* the agent whose conversation it is */
    const struct json *about; /* the data that the conversation is about; may be NULL */
    bool documents;           /* there are some to look in */
    struct civil now;         /* what the clock says */
};

struct route_choice {
    const char *agent; /* of answer.Agent; NULL: no rule holds */
    const char *reason;
    bool aside; /* it is another's than the conversation's: asked of the same data, and the conversation stays as it is
                 */
};

struct route_choice route_choose(struct arena *a, const struct route_facts *f);
