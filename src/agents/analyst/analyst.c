/* analyst.c - the analyst's operations, declared. */
#include "agents/analyst/analyst.h"
#include "agents/analyst/tools.h"
#include "agents/data/columns.h"
#include "base/limits.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/fields.h"

#define DATA_FIELD                                                                                                     \
    FIELD("data", LIST, REQ | MODEL_PATH | MODEL_WORDS,                                                                \
          "A file to ask: its path, or upload://ID/NAME; may be repeated.", .metavar = "PATH",                         \
          .range = BETWEEN(1, DATA_SOURCES), .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS)))

/* ---- data.describe ---- */

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

/* ---- sql.run ---- */

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
    COLUMN_FIELDS,
    END,
};

static const struct model_field result_column_fields[] = {
    FIELD("name", TEXT, REQ, "Its heading."),
    FIELD("type", TEXT, REQ, "Its type."),
    END,
};

static const struct model_entity result_column = ENTITY("ResultColumn", "A column of a result.", result_column_fields);

static const struct model_field left_out_fields[] = {
    FIELD("table", TEXT, REQ, "The table it is a column of."),
    FIELD("column", TEXT, REQ, "Its name."),
    FIELD("rule", TEXT, REQ, "What blocked it: a pattern, or allowed_columns."),
    FIELD("reason", TEXT, REQ, "Why."),
    END,
};

static const struct model_entity left_out = ENTITY("LeftOut", "A column that could not be read.", left_out_fields);

static const struct model_field rows_fields[] = {
    FIELD("columns", LIST, REQ, "Names and types.", .each = EACH_ENTITY(result_column)),
    FIELD("rows", LIST, REQ, "One list of values for each row.", .each = EACH_LIST_OF(ANY)),
    FIELD("row_count", INT, REQ, "How many rows came back."),
    FIELD("truncated", BOOL, REQ, "Whether there were more than row_limit."),
    FIELD("left_out", LIST, 0, "Columns that a star or a whole row would have given, but for a policy.",
          .each = EACH_ENTITY(left_out)),
    END,
};

static const struct model_entity sql_input = ENTITY("sql.run", "A query and its bounds.", sql_fields);
static const struct model_entity sql_output = ENTITY("sql.run result", "The rows of a query.", rows_fields);

/* ---- ask ---- */

static const struct model_enum agents = { "ask.Agent", VALUES("analyst") };

static const struct model_field ask_fields[] = {
    DATA_FIELD,
    FIELD("agent", ENUM, 0, "Which agent answers; chosen for you unless said.", .values = &agents, .metavar = "NAME"),
    FIELD("table", TEXT, MODEL_WORDS, "Of data with several tables: the one it is about.", .metavar = "NAME",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("question", TEXT, REQ | MODEL_WORDS, "The question, in plain words.", .position = 1, .metavar = "QUESTION",
          .range = BETWEEN(1, QUESTION_CHARS)),
    END,
};

static const struct model_entity ask_input = ENTITY("ask", "A question and what it is about.", ask_fields);

static const char *const ask_examples[] = { "assay ask --data sales.csv \"total revenue by region\"",
                                            "assay ask --data sales.csv \"top 3 products by units\"",
                                            "assay ask --data sales.csv --json \"average discount in West\"", NULL };

static const struct op ops[] = {
    { .name = "data.describe",
      .summary = "Describe what the given files hold: tables, columns, types and fingerprints.",
      .input = &describe_input,
      .output = &describe_output,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .run = tool_describe },
    { .name = "sql.run",
      .summary = "Run one read-only SQL query over the given files.",
      .input = &sql_input,
      .output = &sql_output,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = tool_sql },
    { .name = "ask",
      .command = "ask",
      .summary = "Answer one question about your data.",
      .detail = "Prints the answer as a sentence and a table, then what was understood. With --json the answer also "
                "carries its evidence: the operations run, the SQL, and the fingerprints of the files that were read.",
      .examples = ask_examples,
      .input = &ask_input,
      .output = &answer_entity,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .shape = OP_ANSWER,
      .run = analyst_ask },
};

int analyst_add(struct op_table *t, struct datasets *d, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), d, err);
}
