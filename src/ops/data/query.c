/* query.c - data.describe and sql.run: arguments in, the dataset asked, JSON out. */
#include "ops/data/query.h"
#include "access/columns.h"
#include "access/query_rows.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/dataset.h"
#include "gate/op.h"
#include "gate/table.h"
#include "grid/table.h"
#include "model/fields.h"
#include "ops/data/check.h"
#include "query/check/check.h"
#include "query/json/request_json.h"
#include "query/query.h"

static int describe(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct dataset *ds;
    const struct table *tables;
    const char *const *left_out;
    struct json *list = json_array(c->arena), *files = json_array(c->arena), *result = json_object(c->arena);
    size_t n;
    int status;

    if (columns_open(c, json_get(args, "data"), columns_policy(c, args, false), &ds, err) < 0)
        return -1;
    status = dataset_tables(ds, c->cancel, &tables, &n, err);
    for (size_t i = 0; status == 0 && i < n; i++)
        json_push(c->arena, list, table_to_json(c->arena, &tables[i]));
    n = status == 0 ? dataset_left_out(ds, &left_out) : 0;
    for (size_t i = 0; i < n; i++)
        json_push(c->arena, files, json_str(c->arena, left_out[i]));
    dataset_release(ds);
    if (status < 0)
        return -1;
    json_set(c->arena, result, "tables", list);
    if (n > 0)
        json_set(c->arena, result, "left_out_files", files);
    *ret = result;
    return 0;
}

/* What can hardly be meant in it. It did run, so nothing is an error. */
static int add_findings(struct call *c, struct dataset *ds, const struct request *r, struct json *result,
                        struct err *err)
{
    struct check_input in = { .author = CHECK_WRITTEN };
    struct check_result found;

    if (dataset_tables(ds, c->cancel, &in.tables, &in.n_tables, err) < 0)
        return -1;
    query_check(c->arena, &in, r, &found);
    found.findings += found.n_errors;
    found.n -= found.n_errors;
    if (found.n > 0)
        json_set(c->arena, result, "findings", check_to_json(c->arena, &found));
    return 0;
}

/* What the SQL asks for, or that it is not to be said in the form. The worker's word is read as any request is. */
static int add_request(struct call *c, struct dataset *ds, const struct dataset_rows *rows, struct json *result,
                       struct err *err)
{
    struct request request;

    if (!rows->request) {
        json_set(c->arena, result, "as_sql",
                 json_str(c->arena, arena_printf(c->arena, "%s It was run as SQL.", rows->unsaid)));
        return 0;
    }
    if (request_from_json(c->arena, rows->request, &request, err) < 0)
        return -1;
    json_set(c->arena, result, "query", request_to_json(c->arena, &request));
    return add_findings(c, ds, &request, result, err);
}

static int tell_rows(struct call *c, struct dataset *ds, const struct dataset_rows *rows, bool wants_request,
                     struct json *result, struct err *err)
{
    if (columns_decide(c, rows->left_out, err) < 0)
        return -1;
    json_set(c->arena, result, "columns", rows->columns);
    json_set(c->arena, result, "rows", rows->rows);
    json_set(c->arena, result, "row_count", json_int(c->arena, (int64_t)json_len(rows->rows)));
    json_set(c->arena, result, "truncated", json_bool(c->arena, rows->truncated));
    if (json_len(rows->left_out) > 0)
        json_set(c->arena, result, "left_out", rows->left_out);
    return wants_request ? add_request(c, ds, rows, result, err) : 0;
}

static int run_sql(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct dataset *ds;
    struct dataset_query q = { .sql = json_get_text(args, "query"),
                               .params = json_get(args, "params"),
                               .row_limit = (uint64_t)json_get_int(args, "row_limit", 0),
                               .wants_request = json_get_truth(args, "restate") };
    struct dataset_rows rows;
    struct cancel cancel;
    int status;

    if (columns_open(c, json_get(args, "data"), columns_policy(c, args, true), &ds, err) < 0)
        return -1;
    *ret = json_object(c->arena);
    cancel_init(&cancel, c->cancel, json_get_int(args, "timeout", 0) * 1000);
    status = dataset_query(ds, &q, &cancel, c->arena, &rows, err);
    if (status == 0)
        status = tell_rows(c, ds, &rows, q.wants_request, *ret, err);
    dataset_release(ds);
    return status;
}

/* ---- declarations: data.describe ---- */

static const struct model_field describe_fields[] = { DATA_FIELD, END };

static const struct model_field column_fields[] = {
    FIELD("name", TEXT, REQ, "As the source spells it."),
    FIELD("type", TEXT, REQ, "Its type."),
    FIELD("nulls", INT, REQ, "Empty cells."),
    FIELD("distinct", INT, 0, "Different values, where all were counted."),
    FIELD("distinct_at_least", INT, 0, "Where they were not: how many there are at least. A profile counts them all."),
    END,
};

static const struct model_entity column = ENTITY("Column", "A column of a table.", column_fields, .open = true);

static const struct model_field table_fields[] = {
    FIELD("name", TEXT, REQ, "Its name in SQL."),
    FIELD("source", TEXT, REQ, "The file's name."),
    FIELD("sheet", TEXT, 0, "Of a workbook: the sheet it is on."),
    FIELD("range", TEXT, 0, "And where on it, with its header: A3:F20."),
    FIELD("hidden", BOOL, 0, "True where that sheet is hidden: the table is meant only where it is named."),
    FIELD("row_count", INT, REQ, "How many rows it has."),
    FIELD("columns", LIST, REQ, "Its columns.", .each = EACH_ENTITY(column)),
    FIELD("sha256", SHA256, REQ, "Hash of the bytes read."),
    FIELD("schema_fingerprint", SHA256, REQ, "Hash of the column names and types."),
    FIELD("assumptions", LIST, REQ, "What was assumed in reading it.", .each = EACH(TEXT)),
    END,
};

static const struct model_entity table = ENTITY("Table", "A table and where it came from.", table_fields);

static const struct model_field described_fields[] = {
    FIELD("tables", LIST, REQ, "One for each file.", .each = EACH_ENTITY(table)),
    FIELD("left_out_files", LIST, 0, "Of a folder: which files could not be read, and why.", .each = EACH(TEXT)),
    END,
};

static const struct model_entity describe_input = ENTITY("data.describe", "What to describe.", describe_fields);
static const struct model_entity describe_output =
    ENTITY("data.describe result", "The tables found.", described_fields);

/* ---- declarations: sql.run ---- */

static const struct model_field sql_fields[] = {
    DATA_FIELD,
    FIELD("query", TEXT, REQ | MODEL_WORDS, "One SELECT statement; ? stands for a parameter.",
          .range = BETWEEN(1, SQL_CHARS)),
    FIELD("params", LIST, MODEL_WORDS, "Values for the parameters, in their order.", .range = AT_MOST(SQL_PARAMS),
          .each = EACH(ANY)),
    FIELD("timeout", INT, 0, "Seconds the query may take.", .range = BETWEEN(1, ANALYST_TIMEOUT_SECONDS),
          .otherwise = TEXT_OF(ANALYST_TIMEOUT_DEFAULT)),
    FIELD("row_limit", INT, 0, "Rows to return at most.", .range = BETWEEN(1, ANALYST_ROW_LIMIT),
          .otherwise = TEXT_OF(ANALYST_ROW_LIMIT)),
    FIELD("restate", BOOL, 0, "Whether to say what the SQL asks for, beside its rows.", .otherwise = "true"),
    COLUMN_FIELDS,
    END,
};

static const struct model_field rows_fields[] = {
    QUERY_ROWS_FIELDS,
    QUERY_REQUEST_FIELDS,
    FINDINGS_FIELD(0, "What can hardly be meant in the query, where there is anything."),
    END,
};

static const struct model_entity sql_input = ENTITY("sql.run", "A query and its bounds.", sql_fields);
static const struct model_entity sql_output = ENTITY("sql.run result", "The rows of a query.", rows_fields);

static const struct op ops[] = {
    { .name = "data.describe",
      .summary = "Describe what the given files hold: tables, columns, types and fingerprints.",
      .use = "List the tables, columns and types of files. Call it before sql.run or df.transform.",
      .group = OP_GROUP_DATA,
      .input = &describe_input,
      .output = &describe_output,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .run = describe },
    { .name = "sql.run",
      .summary = "Run one read-only SQL query over the given files.",
      .use = "Run one read-only SELECT over files, when ask did not understand or exact SQL is wanted. Each file is a "
             "table; data.describe tells their names.",
      .group = OP_GROUP_DATA,
      .input = &sql_input,
      .output = &sql_output,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = run_sql },
};

int query_add(struct op_table *t, struct datasets *d, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), d, err);
}
