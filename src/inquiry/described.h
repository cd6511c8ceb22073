/* described.h - what the data of a question are: its tables, as data.describe tells them. For everyone who answers from
 * tables.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct call;
struct err;
struct json;
struct table;

struct described {
    struct table *tables; /* all of them; a hidden sheet's are meant only where they are named */
    size_t n;
    struct json *list;           /* the same, as they were told */
    const struct json *left_out; /* sentences about files of a folder that could not be read; NULL: none */
};

/* Calls data.describe through the gate. The result lives in the call's arena. */
WARN_UNUSED int describe_data(struct call *c, const struct json *sources, struct described *ret, struct err *err);

/* The tables that can be seen; ret has room for all. */
size_t described_shown(const struct described *d, struct table *ret);
