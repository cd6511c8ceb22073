/* from_sql.h - SQL into the form, from the engine's own parse tree.
 *
 * SQL that a person, a metric or a model wrote becomes a query and so gets a restatement, chips and the policy of
 * everything else. The tree is what DuckDB's json_serialize_sql() gives for one SELECT, in any of its spellings (with
 * or without the members at their default). Names are looked up in the tables, so that the form says of which relation
 * each column is; a name that SQL allows to be used twice is made unique, as query.h asks.
 *
 * What comes out means what the SQL means to DuckDB, row for row, or nothing comes out: a construct that the form does
 * not have is ERR_INVALID_QUERY with a message that names it, a name that is not there ERR_MISSING_COLUMN, SQL past the
 * bounds of the form ERR_TOO_LARGE. The form's own rules hold where an engine has none or an odd one: a division by
 * zero gives an empty value and not infinity, and rows that no ORDER BY tells apart come in the order query/sql.h says.
 * Two things that DuckDB refuses and that can mean only one thing are taken: a text column compared or reckoned with a
 * number is read as a number, and LIKE of a value that is no text looks at its text.
 *
 * WITH clauses become a query in FROM wherever they are named. A condition in WHERE that equates columns of two
 * relations listed with a comma becomes their join. A SUM of 1 and 0 in a group becomes a count of the rows that are
 * meant.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct err;
struct json;
struct query;
struct table;

struct from_sql {
    const struct json *tree;
    const struct table *tables;
    size_t n_tables;
    const struct json *params; /* array of scalars for ?, or NULL, as a dataset_query has them */
};

/* The query lives in the arena; it keeps pointers to the tables' names. */
WARN_UNUSED int query_from_sql(struct arena *a, const struct from_sql *in, const struct query **ret, struct err *err);
