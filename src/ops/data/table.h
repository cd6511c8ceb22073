/* table.h - what a source holds, row by row: the operation table.read, on the command line `assay table`. */
#pragma once
#include "base/attrs.h"

struct datasets;
struct err;
struct op_table;

/* Adds the operation. The datasets stay the caller's and must outlive the table of operations. */
WARN_UNUSED int table_add(struct op_table *t, struct datasets *d, struct err *err);
