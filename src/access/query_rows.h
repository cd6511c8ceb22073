/* query_rows.h - the rows of a query, and what it asks for, as fields of a result: for every operation that runs one.
 */
#pragma once

struct model_entity;

/* A column of a result, and one that was left out of it. Whoever writes QUERY_ROWS_FIELDS needs model/fields.h too. */
extern const struct model_entity query_column, query_left_out;
#define QUERY_ROWS_FIELDS                                                                                              \
    FIELD("columns", LIST, REQ, "Names and types.", .each = EACH_ENTITY(query_column)),                                \
        FIELD("rows", LIST, REQ, "One list of values for each row.", .each = EACH_LIST_OF(ANY)),                       \
        FIELD("row_count", INT, REQ, "How many rows came back."),                                                      \
        FIELD("truncated", BOOL, REQ, "Whether there were more than row_limit."),                                      \
        FIELD("left_out", LIST, 0, "Columns that a star or a whole row would have given, but for a policy.",           \
              .each = EACH_ENTITY(query_left_out))

/* Of an operation that says what its query asks for. */
#define QUERY_REQUEST_FIELDS                                                                                           \
    FIELD("query", OBJECT, 0, "What the SQL asks for in the typed form, as canonical JSON (docs/query.md)."),          \
        FIELD("as_sql", TEXT, 0, "In place of query where the form cannot say it: why, as a sentence.")
