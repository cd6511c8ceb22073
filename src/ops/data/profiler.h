/* profiler.h - what tables hold, column by column: the operation profiler.analyze, on the command line `assay profile`.
 */
#pragma once
#include "base/attrs.h"

struct buf;
struct datasets;
struct err;
struct json;
struct op_table;

/* Adds the operation. The datasets stay the caller's and must outlive the table of operations. */
WARN_UNUSED int profiler_add(struct op_table *t, struct datasets *d, struct err *err);

/* The result as a person reads it (profiler_show.c). */
void profiler_show(struct buf *b, const struct json *result);
