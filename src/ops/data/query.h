/* query.h - what files hold, and queries over them: data.describe and sql.run, which every agent reaches data with. */
#pragma once
#include "base/attrs.h"

struct datasets;
struct err;
struct op_table;

/* Adds the operations. The datasets stay the caller's and must outlive the table. */
WARN_UNUSED int query_add(struct op_table *t, struct datasets *d, struct err *err);
