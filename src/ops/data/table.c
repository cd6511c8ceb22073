/* table.c - the rows of a source as a person who opens it would see them.
 *
 * A page of rows is a result like any other. All rows of a large file are not: where the door takes output, they are
 * put out as text while the worker reads them, and the result only says what they were.
 */
#include "ops/data/table.h"
#include "access/columns.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/dataset.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/fields.h"
#include "sys/location.h"
#include "sys/worker.h"

/* ---- running ---- */

static int put_out(void *arg, const void *p, size_t n, struct err *err)
{
    return call_output(arg, p, n, err);
}

static void tell_step(void *arg, int n, int of, const char *text)
{
    call_step(arg, n, of, text);
}

/* The job's arguments are ours, but for the path, and the form the rows are to have. */
static struct json *job_args(struct call *c, const struct json *args)
{
    static const char *const same[] = { "sheet", "range", "shown", "raw", "safe", "offset", "limit" };
    struct json *v = json_object(c->arena);
    const char *format = !call_takes_output(c) ? "rows" : json_get_truth(args, "csv") ? "csv" : "json";

    for (size_t i = 0; i < COUNT_OF(same); i++)
        if (json_get(args, same[i]))
            json_set(c->arena, v, same[i], json_copy(c->arena, json_get(args, same[i])));
    json_set(c->arena, v, "format", json_str(c->arena, format));
    return v;
}

static int read_table(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct worker_output output = { .arg = c, .write = put_out, .step = tell_step };
    struct dataset_spec spec = {
        .user = c->user, .n = 1, .private = call_is_private(c), .policy = columns_policy(c, args, false), .apart = true
    };
    struct dataset *ds;
    struct location at;
    int status;

    if (json_get_truth(args, "csv") && !call_takes_output(c)) {
        err_say(err, ERR_INVALID_INPUT, "csv is for the command line; here rows come as JSON.");
        return err_action(err, "Leave csv out and read the rows page by page with offset and limit.");
    }
    if (call_locate(c, json_get_text(args, "path"), &at, err) < 0)
        return -1;
    spec.at = &at;
    if (dataset_open(c->service, &spec, c->cancel, &ds, err) < 0)
        return -1;
    status = dataset_job(ds, "show", job_args(c, args), &output, c->cancel, c->arena, ret, err);
    dataset_release(ds);
    return status < 0 ? -1 : columns_decide(c, json_get(*ret, "left_out"), err);
}

/* ---- declaration ---- */

static const struct model_field input_fields[] = {
    FIELD("path", TEXT, REQ | MODEL_PATH | MODEL_WORDS, "The file: its path, or upload://ID/NAME.", .position = 1,
          .metavar = "PATH", .range = BETWEEN(1, DATA_PATH_CHARS)),
    FIELD("sheet", TEXT, MODEL_WORDS, "Of a workbook or database: a sheet or table, by its name or its number from 1.",
          .metavar = "NAME|N", .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("range", TEXT, MODEL_WORDS, "Of a workbook: only these cells, as in A1:D9.", .range = BETWEEN(1, 64)),
    FIELD("shown", BOOL, 0, "Numbers and dates as a spreadsheet shows them.", .otherwise = "false"),
    FIELD("raw", BOOL, 0, "Of a CSV file: its lines, split and nothing more.", .otherwise = "false"),
    FIELD("csv", BOOL, 0, "All rows as CSV text.", .otherwise = "false"),
    FIELD("safe", BOOL, 0, "With csv: for a spreadsheet, which would take a cell that begins with = for a formula.",
          .otherwise = "false"),
    FIELD("offset", INT, 0, "Rows to pass over.", .range = BETWEEN(0, 1000000000), .otherwise = "0"),
    FIELD("limit", INT, 0, "Rows of one page.", .range = BETWEEN(1, TABLE_ROWS), .otherwise = TEXT_OF(TABLE_ROWS)),
    END,
};
static const struct model_entity input = ENTITY("table.read", "What to show, and how.", input_fields);

static const struct model_field head_fields[] = {
    FIELD("name", TEXT, REQ, "Its name; of a sheet's grid its letter."),
    FIELD("type", TEXT, NUL, "Its type; a sheet's grid has none."),
    END,
};
static const struct model_entity head = ENTITY("TableColumn", "A column.", head_fields);

static const struct model_field output_fields[] = {
    FIELD("name", TEXT, REQ, "The table's or sheet's name."),
    FIELD("columns", LIST, REQ, "Names and types.", .each = EACH_ENTITY(head)),
    FIELD("rows", LIST, REQ, "The rows of this page, each a list of values.", .each = EACH_LIST_OF(ANY)),
    FIELD("row_count", INT, REQ, "How many rows there are in all."),
    FIELD("assumptions", LIST, REQ, "What was assumed in reading it.", .each = EACH(TEXT)),
    FIELD("left_out", LIST, 0, "Columns that a policy keeps from being shown.", .each = EACH(OBJECT)),
    END,
};
static const struct model_entity output = ENTITY("table.read result", "Rows of a table.", output_fields);

static const char *const examples[] = { "assay table sales.csv", "assay table budget.xlsx --sheet 2 --range A1:D9",
                                        "assay table budget.xlsx --shown --csv > budget.csv",
                                        "assay table budget.xlsx --csv --safe > for-a-spreadsheet.csv", NULL };

static const struct op ops[] = {
    { .name = "table.read",
      .command = "table",
      .summary = "Show what a file holds, row by row.",
      .use = "Read the rows of a file as they stand, page by page.",
      .group = OP_GROUP_DATA,
      .detail =
          "Of a workbook it shows a sheet's grid, of a CSV file the table as it was understood, of a database one "
          "of its tables. On a terminal the first rows; with --csv or --json all of them. What was assumed in "
          "reading goes to standard error. With --csv each cell is as it is; with --safe, too, an apostrophe stands "
          "before one that a spreadsheet would take for a formula.",
      .examples = examples,
      .input = &input,
      .output = &output,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .shape = OP_TABLE,
      .timeout_ms = TABLE_READ_MS,
      .run = read_table },
};

int table_add(struct op_table *t, struct datasets *d, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), d, err);
}
