/* profiler.c - the operation: opens the data under the caller's policy and has its worker profile it. */
#include "ops/data/profiler.h"
#include "access/columns.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/dataset.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/fields.h"
#include "sys/worker.h"

/* ---- running ---- */

static void tell_step(void *arg, int n, int of, const char *text)
{
    call_step(arg, n, of, text);
}

static int analyze(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct worker_output output = { .arg = c, .step = tell_step };
    struct json *result, *left_out;
    struct dataset *ds;
    int status;

    if (columns_open(c, json_get(args, "data"), columns_policy(c, args, false), &ds, err) < 0)
        return -1;
    status = dataset_job(ds, "profile", json_object(c->arena), &output, c->cancel, c->arena, &result, err);
    dataset_release(ds);
    if (status < 0)
        return -1;
    left_out = json_get(result, "left_out");
    if (columns_decide(c, left_out, err) < 0)
        return -1;
    if (json_len(left_out) == 0)
        json_unset(result, "left_out");
    *ret = result;
    return 0;
}

/* ---- declaration ---- */

static const struct model_field input_fields[] = {
    FIELD("data", LIST, REQ | MODEL_PATH | MODEL_WORDS, "A file to look at: its path, or upload://ID/NAME.",
          .position = 1, .metavar = "PATH", .range = BETWEEN(1, DATA_SOURCES),
          .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS))),
    COLUMN_FIELDS,
    END,
};

static const struct model_enum roles = { "profile.Role", VALUES("dimension", "measure", "id", "timestamp") };
static const struct model_enum relations = { "profile.Relationship", VALUES("foreign_key", "similar_values") };

static const struct model_field problem_fields[] = {
    FIELD("kind", TEXT, REQ, "misfits, blanks, variants, unread_dates, unread_numbers, empty or constant."),
    FIELD("count", INT, REQ, "How many values have it."),
    FIELD("text", TEXT, REQ, "The same in words."),
    END,
};
static const struct model_entity problem = ENTITY("ColumnProblem", "What is wrong with a column.", problem_fields);

static const struct model_field column_fields[] = {
    FIELD("name", TEXT, REQ, "As the source spells it."),
    FIELD("type", TEXT, REQ, "Its type."),
    FIELD("role", ENUM, REQ, "What it is good for.", .values = &roles),
    FIELD("nulls", INT, REQ, "Rows without a value."),
    FIELD("distinct", INT, REQ, "Different values."),
    FIELD("min", ANY, REQ, "The least value."),
    FIELD("max", ANY, REQ, "The greatest value."),
    FIELD("mean", NUMBER, NUL, "Of numbers."),
    FIELD("stddev", NUMBER, NUL, "Of numbers, of a sample."),
    FIELD("quantiles", OBJECT, NUL, "Of numbers: p05, p25, p50, p75, p95."),
    FIELD("top", LIST, REQ, "The most frequent values: {value, count}.", .each = EACH(OBJECT)),
    FIELD("histogram", OBJECT, NUL, "Of numbers and times: {unit, bins: [{from, to, count}]}."),
    FIELD("outliers", OBJECT, NUL, "Beyond three times the interquartile range: {count, below, above, examples}."),
    FIELD("problems", LIST, REQ, "What is wrong with it.", .each = EACH_ENTITY(problem)),
    FIELD("quality", NUMBER, REQ, "From 0 to 1: how complete, unique, valid and consistent.", .range = BETWEEN(0, 1)),
    END,
};
static const struct model_entity column = ENTITY("ColumnProfile", "A column of a table.", column_fields);

static const struct model_field table_fields[] = {
    FIELD("name", TEXT, REQ, "Its name in SQL."),
    FIELD("row_count", INT, REQ, "How many rows it has."),
    FIELD("quality", NUMBER, REQ, "The mean of its columns'.", .range = BETWEEN(0, 1)),
    FIELD("duplicate_rows", INT, REQ, "Rows that are there already."),
    FIELD("keys", LIST, REQ, "Columns, or pairs, that tell all rows apart.", .each = EACH_LIST_OF(TEXT)),
    FIELD("columns", LIST, REQ, "Its columns.", .each = EACH_ENTITY(column)),
    FIELD("assumptions", LIST, REQ, "What was assumed in reading it.", .each = EACH(TEXT)),
    END,
};
static const struct model_entity table = ENTITY("TableProfile", "A table.", table_fields);

static const struct model_field relation_fields[] = {
    FIELD("from_table", TEXT, REQ, "The table that refers."),
    FIELD("from_column", TEXT, REQ, "By this column."),
    FIELD("to_table", TEXT, REQ, "To this table."),
    FIELD("to_column", TEXT, REQ, "And its column."),
    FIELD("relationship_type", ENUM, REQ, "Whether it is a key, or only has the same values.", .values = &relations),
    FIELD("confidence", NUMBER, REQ, "From 0 to 1.", .range = BETWEEN(0, 1)),
    END,
};
static const struct model_entity relation = ENTITY("TableRelation", "How two tables belong together.", relation_fields);

static const struct model_field output_fields[] = {
    FIELD("tables", LIST, REQ, "One for each table.", .each = EACH_ENTITY(table)),
    FIELD("relationships", LIST, REQ, "Between the tables, the surest first.", .each = EACH_ENTITY(relation)),
    FIELD("left_out", LIST, 0, "Columns that a policy keeps from being looked at.", .each = EACH(OBJECT)),
    END,
};

static const struct model_entity input = ENTITY("profiler.analyze", "What to look at.", input_fields);
static const struct model_entity output = ENTITY("profiler.analyze result", "What the tables hold.", output_fields);

static const char *const examples[] = { "assay profile sales.csv", "assay profile orders.csv customers.csv --json",
                                        NULL };

static const struct op ops[] = {
    { .name = "profiler.analyze",
      .command = "profile",
      .summary = "Show what tables hold: columns, types, roles, values, problems, and how tables belong together.",
      .use = "Check what tables hold and how good they are: types, roles, values, outliers, problems, keys, "
             "relationships.",
      .group = OP_GROUP_DATA,
      .detail = "Everything is counted over all rows. Quality is four tenths completeness and two tenths each of "
                "uniqueness (of ids), validity and consistency. Outliers lie more than three times the interquartile "
                "range beyond the quartiles.",
      .examples = examples,
      .input = &input,
      .output = &output,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = analyze,
      .show = profiler_show },
};

int profiler_add(struct op_table *t, struct datasets *d, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), d, err);
}
