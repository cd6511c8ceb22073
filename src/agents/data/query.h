/* query.h - what files hold, and queries over them: data.describe and sql.run, which every agent reaches data with. */
#pragma once
#include "base/attrs.h"

struct datasets;
struct err;
struct model_entity;
struct op_table;

/* Adds the operations. The datasets stay the caller's and must outlive the table. */
WARN_UNUSED int query_add(struct op_table *t, struct datasets *d, struct err *err);

/* The rows of a query, for the results of operations that run one: fields.h must be there too. */
extern const struct model_entity query_column, query_left_out;
#define QUERY_ROWS_FIELDS                                                                                              \
    FIELD("columns", LIST, REQ, "Names and types.", .each = EACH_ENTITY(query_column)),                                \
        FIELD("rows", LIST, REQ, "One list of values for each row.", .each = EACH_LIST_OF(ANY)),                       \
        FIELD("row_count", INT, REQ, "How many rows came back."),                                                      \
        FIELD("truncated", BOOL, REQ, "Whether there were more than row_limit."),                                      \
        FIELD("left_out", LIST, 0, "Columns that a star or a whole row would have given, but for a policy.",           \
              .each = EACH_ENTITY(query_left_out))
