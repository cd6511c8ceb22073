/* reader.h - what a question may ask of tables: data.read, for the agents that answer. */
#pragma once
#include "base/attrs.h"

struct datasets;
struct err;
struct op_table;

/* Adds the operation. The datasets stay the caller's and must outlive the table. */
WARN_UNUSED int reader_add(struct op_table *t, struct datasets *d, struct err *err);
