/* localize_leaves.h - rows of a query as leaves of a search. For src/agents/metrics only. */
#pragma once
#include "base/attrs.h"
#include "cause/cause.h"
#include "cause/share.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct json;

struct localize_leaves {
    struct cause_leaves search;                   /* binary numbers, to search with */
    struct share_leaves figures;                  /* decimals, to add up */
    const struct json **values[CAUSE_ATTRIBUTES]; /* of each attribute, by code */
    const int64_t *baseline_rows, *actual_rows;
    bool rounded; /* some figure had more decimals than are kept */
};

/* rows are localize_sql()'s, of so many dimensions. ERR_TYPE_MISMATCH where a figure is no number, ERR_TOO_LARGE where
 * it has too many digits. */
WARN_UNUSED int leaves_read(struct arena *a, const struct json *rows, size_t dimensions, bool is_ratio,
                            struct localize_leaves *ret, struct err *err);
