/* transform_request.h - the arguments of df.transform as a request. */
#pragma once
#include "agents/analyst/transform_term.h"
#include "base/attrs.h"
#include "query/query.h"

struct err;

struct transform {
    struct term_scope scope;
    const struct json *args; /* the operation's */
    const char *table;       /* NULL: the rows of `query` */
    const struct query *query;
    const struct json *stars; /* names of all columns that may be read; NULL: not known, and the engine's own star is
                                 taken */
    const struct json *with_stars; /* the same of the table joined */
};

/* ERR_INVALID_INPUT when the operation lacks what it needs. */
WARN_UNUSED int transform_needs(const struct json *args, struct err *err);

/* Whether the outputs have to be listed one by one, so that `stars` are needed. */
bool transform_lists(const struct transform *t);

/* ERR_INVALID_INPUT for a condition that is none. */
WARN_UNUSED int transform_request(struct transform *t, struct request *ret, struct err *err);

/* Counts the rows, of those that the request is of, whose text should be a number and is none. */
struct request transform_misfits(struct transform *t, const struct request *r, const struct expr *text);
