/* transform_sql.h - the arguments of df.transform as one SELECT with bound values. */
#pragma once
#include "agents/analyst/transform_term.h"
#include "base/attrs.h"
#include "base/buf.h"

struct err;

struct transform {
    struct term_scope scope;
    const struct json *args; /* the operation's */
    const char *table;       /* NULL: the rows of args.query */
    struct buf sql;
    struct json *params; /* one for each ? */
};

/* Fills sql and params. ERR_INVALID_INPUT when the operation lacks what it needs. */
WARN_UNUSED int transform_write(struct transform *t, struct err *err);
