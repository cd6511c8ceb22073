/* exporter.h - a table or a query's result as a workbook: the operation data.export, on the command line `assay
 * export`.
 */
#pragma once
#include "base/attrs.h"

struct datasets;
struct err;
struct op_table;

/* Adds the operation. The datasets stay the caller's and must outlive the table of operations. */
WARN_UNUSED int exporter_add(struct op_table *t, struct datasets *d, struct err *err);
