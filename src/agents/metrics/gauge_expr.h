/* gauge_expr.h - the aggregate inside a metric, taken apart. For gauge.c only. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

struct expr {
    const char *value;        /* SQL of what is above the line */
    const char *weight;       /* of what is below it; NULL: no ratio */
    const char *const *names; /* columns that are named, as written, without quotes */
    size_t n_names;
    bool counts; /* count(*) alone */
};

/* ERR_INVALID_QUERY for what does not add up over parts, or is no aggregate at all. */
WARN_UNUSED int expr_read(struct arena *a, const char *text, size_t n, struct expr *ret, struct err *err);

/* A SELECT taken apart: the aggregate, the table, and the condition (NULL: none). */
struct selection {
    const char *expr, *table, *alias, *where;
};

/* False when the text is no SELECT. ERR_INVALID_QUERY for one that does more. */
WARN_UNUSED int selection_read(struct arena *a, const char *text, bool *ret_is, struct selection *ret, struct err *err);
