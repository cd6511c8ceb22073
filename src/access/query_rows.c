/* query_rows.c - see query_rows.h. */
#include "access/query_rows.h"
#include "model/fields.h"

static const struct model_field result_column_fields[] = {
    FIELD("name", TEXT, REQ, "Its heading."),
    FIELD("type", TEXT, REQ, "Its type."),
    END,
};

const struct model_entity query_column = ENTITY("ResultColumn", "A column of a result.", result_column_fields);

static const struct model_field left_out_fields[] = {
    FIELD("table", TEXT, REQ, "The table it is a column of."),
    FIELD("column", TEXT, REQ, "Its name."),
    FIELD("rule", TEXT, REQ, "What blocked it: a pattern, or allowed_columns."),
    FIELD("reason", TEXT, REQ, "Why."),
    END,
};

const struct model_entity query_left_out = ENTITY("LeftOut", "A column that could not be read.", left_out_fields);
