/* workbook.c - the tools, declared; edits.c, undo.c and inspect.c do them. */
#include "agents/workbook/workbook.h"
#include "agents/workbook/chat.h"
#include "agents/workbook/edits.h"
#include "agents/workbook/inspect.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/fields.h"

/* ---- showing ---- */

static void show_changes(struct buf *b, const struct json *result)
{
    const struct json *changes = json_get(result, "changes"), *notes = json_get(result, "notes");
    const char *backup = json_get_text(result, "backup");

    for (size_t i = 0; i < json_len(changes); i++) {
        const struct json *v = json_at(changes, i);
        if (!json_get(v, "cell")) {
            buf_addf(b, "new worksheet: %s\n", json_get_text(v, "worksheet"));
            continue;
        }
        show_change(b, v);
        buf_addc(b, '\n');
    }
    for (size_t i = 0; i < json_len(notes); i++)
        buf_addf(b, "%s\n", json_text(json_at(notes, i), NULL));
    if (backup)
        buf_addf(b, "The file as it was: %s\n", backup);
    else
        buf_adds(b, "Nothing was changed: this was a trial.\n");
}

static void show_undone(struct buf *b, const struct json *result)
{
    const struct json *notes = json_get(result, "notes");

    buf_addf(b, "Taken back. What was there until now: %s\n", json_get_text(result, "backup"));
    for (size_t i = 0; i < json_len(notes); i++)
        buf_addf(b, "%s\n", json_text(json_at(notes, i), NULL));
}

/* ---- arguments ---- */

/* clang-format off */
#define WORKBOOK_PATH                                                                                                  \
    FIELD("workbook_path", TEXT, OPT | MODEL_PATH | MODEL_WORDS, "The workbook; else EXCEL_MCP_WORKBOOK's.",          \
          .metavar = "PATH", .range = BETWEEN(1, DATA_PATH_CHARS))
#define DATA_INSTEAD                                                                                                   \
    FIELD("data", LIST, OPT | MODEL_PATH | MODEL_WORDS, "The same, as the other tools name it.", .metavar = "PATH",    \
          .range = BETWEEN(1, 1), .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS)))
#define ANY_WORKSHEET                                                                                                  \
    FIELD("worksheet", TEXT, OPT | MODEL_WORDS, "Only this worksheet.", .range = BETWEEN(1, DATA_NAME_BYTES))
#define ANY_TABLE                                                                                                      \
    FIELD("table", TEXT, OPT | MODEL_WORDS, "Only this table.", .range = BETWEEN(1, DATA_NAME_BYTES))
#define WORKSHEET                                                                                                      \
    FIELD("worksheet", TEXT, REQ | MODEL_WORDS, "The worksheet's name.", .range = BETWEEN(1, DATA_NAME_BYTES))
#define FORMULA                                                                                                        \
    FIELD("formula", BOOL, 0, "Take texts that begin with = as formulas; otherwise they are texts.",                  \
          .otherwise = "false")
#define DRY_RUN                                                                                                        \
    FIELD("dry_run", BOOL, 0, "Only tell what would change.", .otherwise = "false")
/* clang-format on */

static const struct model_field cell_fields[] = {
    WORKBOOK_PATH,
    WORKSHEET,
    FIELD("cell_address", TEXT, REQ | MODEL_WORDS, "Which cell: B7.", .range = BETWEEN(2, 20)),
    FIELD("value", ANY, NUL | MODEL_WORDS, "A number, a text, true, false, or null to clear the cell."),
    FORMULA,
    DRY_RUN,
    END,
};
static const struct model_entity cell_input = ENTITY("excel-write-cell", "A cell and its new value.", cell_fields);

static const struct model_field range_fields[] = {
    WORKBOOK_PATH,
    WORKSHEET,
    FIELD("updates_json", ANY, REQ | MODEL_WORDS,
          "[{\"cell_address\":\"B7\",\"value\":5}, ...] or {\"B7\":5, ...}, as JSON or as its text."),
    FORMULA,
    DRY_RUN,
    END,
};
static const struct model_entity range_input = ENTITY("excel-write-range", "Cells and their new values.", range_fields);

static const struct model_field sheet_fields[] = {
    WORKBOOK_PATH,
    FIELD("worksheet_name", TEXT, REQ | MODEL_WORDS, "What to call it: 1 to 31 characters.",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    DRY_RUN,
    END,
};
static const struct model_entity sheet_input = ENTITY("excel-create-worksheet", "A new worksheet.", sheet_fields);

static const struct model_field undo_fields[] = { WORKBOOK_PATH, END };
static const struct model_entity undo_input = ENTITY("excel-undo", "Which workbook.", undo_fields);

static const struct model_field structure_fields[] = { WORKBOOK_PATH, DATA_INSTEAD, END };
static const struct model_entity structure_input = ENTITY("excel-list-structure", "Which workbook.", structure_fields);

static const struct model_field search_fields[] = {
    WORKBOOK_PATH,
    DATA_INSTEAD,
    FIELD("query", TEXT, REQ | MODEL_WORDS, "The text to look for, in cells as they are shown.",
          .range = BETWEEN(1, QUESTION_CHARS)),
    ANY_WORKSHEET,
    ANY_TABLE,
    FIELD("limit", INT, 0, "Hits to return at most.", .range = BETWEEN(1, SEARCH_LIMIT),
          .otherwise = TEXT_OF(SEARCH_LIMIT_DEFAULT)),
    FIELD("case_sensitive", BOOL, 0, "Whether upper and lower case differ.", .otherwise = "false"),
    END,
};
static const struct model_entity search_input = ENTITY("excel-search", "What to look for, and where.", search_fields);

static const struct model_field preview_fields[] = {
    WORKBOOK_PATH,
    DATA_INSTEAD,
    ANY_WORKSHEET,
    ANY_TABLE,
    FIELD("rows", INT, 0, "Rows to return at most.", .range = BETWEEN(1, PREVIEW_ROWS),
          .otherwise = TEXT_OF(PREVIEW_ROWS_DEFAULT)),
    FIELD("start_row", INT, 0, "Rows to pass over.", .range = BETWEEN(0, 1000000000), .otherwise = "0"),
    END,
};
static const struct model_entity preview_input = ENTITY("excel-preview-table", "Which rows.", preview_fields);

static const struct model_field pivot_fields[] = {
    WORKBOOK_PATH,
    DATA_INSTEAD,
    FIELD("worksheet", TEXT, OPT | MODEL_WORDS, "The worksheet it is on; otherwise any.",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("pivot_table", TEXT, OPT | MODEL_WORDS, "Its name; otherwise all of them.",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("include_filters", BOOL, 0, "Tell the fields it is filtered by, too.", .otherwise = "true"),
    FIELD("max_rows", INT, 0, "Rows of each that are shown.", .range = BETWEEN(1, PIVOT_ROWS),
          .otherwise = TEXT_OF(PIVOT_ROWS_DEFAULT)),
    END,
};
static const struct model_entity pivot_input = ENTITY("excel-analyze-pivot", "Which pivot table.", pivot_fields);

/* ---- results ---- */

#define LEFT_OUT FIELD("left_out", LIST, 0, "Columns that a policy keeps from being shown.", .each = EACH(OBJECT))

static const struct model_field changed_fields[] = {
    FIELD("workbook", TEXT, REQ, "The file's name."),
    FIELD("changes", LIST, REQ, "Each with worksheet, cell, before, after, formula_before and formula_after.",
          .each = EACH(OBJECT)),
    FIELD("notes", LIST, REQ, "What is worth knowing about it.", .each = EACH(TEXT)),
    FIELD("backup", TEXT, NUL, "The copy made first, beside the file; null of a trial."),
    FIELD("sha256_before", SHA256, REQ, "Hash of the file as it was."),
    FIELD("sha256_after", SHA256, NUL, "Hash of the file as it is; null of a trial."),
    FIELD("dry_run", BOOL, REQ, "Whether it was a trial."),
    END,
};
static const struct model_entity changed = ENTITY("workbook change", "What was changed.", changed_fields);

static const struct model_field undone_fields[] = {
    FIELD("workbook", TEXT, REQ, "The file's name."),
    FIELD("restored", TEXT, REQ, "The copy that took its place."),
    FIELD("backup", TEXT, REQ, "A copy of what was there until now."),
    FIELD("sha256_before", SHA256, REQ, "Hash of what was there until now."),
    FIELD("sha256_after", SHA256, REQ, "Hash of the file as it is."),
    FIELD("notes", LIST, REQ, "What did not go as it should.", .each = EACH(TEXT)),
    END,
};
static const struct model_entity undone = ENTITY("excel-undo result", "What was taken back.", undone_fields);

static const struct model_field pivots_fields[] = {
    FIELD("pivot_tables", LIST, REQ, "Each with its fields, filters and rows.", .each = EACH(OBJECT)),
    LEFT_OUT,
    END,
};
static const struct model_entity pivots = ENTITY("excel-analyze-pivot result", "Pivot tables.", pivots_fields);

static const struct model_field structured_fields[] = {
    FIELD("sheets", LIST, REQ, "Each with name, state, rows and columns.", .each = EACH(OBJECT)),
    FIELD("tables", LIST, REQ, "Declared ones and those that were found, each with worksheet, range and columns.",
          .each = EACH(OBJECT)),
    FIELD("defined_names", LIST, REQ, "Names and what they refer to.", .each = EACH(OBJECT)),
    FIELD("pivot_tables", LIST, REQ, "Pivot tables and where they are.", .each = EACH(OBJECT)),
    END,
};
static const struct model_entity structured =
    ENTITY("excel-list-structure result", "What a workbook holds.", structured_fields);

static const struct model_field hits_fields[] = {
    FIELD("results", LIST, REQ, "Each with worksheet, address, row, column, value and table.", .each = EACH(OBJECT)),
    FIELD("total_matches", INT, REQ, "How many there are in all."),
    FIELD("truncated", BOOL, REQ, "Whether there are more than limit."),
    LEFT_OUT,
    END,
};
static const struct model_entity hits = ENTITY("excel-search result", "Where the text stands.", hits_fields);

static const struct model_field previewed_fields[] = {
    FIELD("name", TEXT, REQ, "The table or worksheet."),
    FIELD("columns", LIST, REQ, "Names of the columns; a worksheet's letters.", .each = EACH(TEXT)),
    FIELD("rows", LIST, REQ, "The rows, as shown.", .each = EACH_LIST_OF(ANY)),
    FIELD("csv", TEXT, REQ, "The same as CSV."),
    FIELD("total_rows", INT, REQ, "How many rows there are in all."),
    FIELD("start_row", INT, REQ, "How many were passed over."),
    FIELD("returned_rows", INT, REQ, "How many came back."),
    FIELD("has_more", BOOL, REQ, "Whether there are more."),
    FIELD("assumptions", LIST, REQ, "What was assumed in reading it.", .each = EACH(TEXT)),
    LEFT_OUT,
    END,
};
static const struct model_entity previewed = ENTITY("excel-preview-table result", "The first rows.", previewed_fields);

/* ---- the table ---- */

#define CHANGES (OP_DESTRUCTIVE | OP_MAKES_FILES | OP_FOR_AGENTS)

static const struct op ops[] = {
    { .name = "excel-write-cell",
      .summary = "Change one cell of a workbook; a copy is made first.",
      .use = "Change one cell of a workbook, once the person agrees. A backup is made first; dry_run only tells.",
      .group = OP_GROUP_WORKBOOK,
      .detail =
          "Everything else in the workbook stays as it is: charts, macros, pivot tables, styles. A text is a text, "
          "also when it begins with \"=\", unless formula is true. Formulas that depend on the cell are computed "
          "when a spreadsheet program opens the file.",
      .examples = (const char *const[]){ "assay op run excel-write-cell "
                                         "'{\"workbook_path\":\"book.xlsx\",\"worksheet\":\"Sheet1\","
                                         "\"cell_address\":\"B2\",\"value\":7}'",
                                         NULL },
      .input = &cell_input,
      .output = &changed,
      .flags = CHANGES,
      .timeout_ms = EDIT_MS,
      .run = write_cell,
      .affects = write_cell_affects,
      .show = show_changes },
    { .name = "excel-write-range",
      .summary = "Change several cells of a workbook at once; a copy is made first.",
      .use = "Change several cells of a workbook at once, once the person agrees. A backup is made first; dry_run only "
             "tells.",
      .group = OP_GROUP_WORKBOOK,
      .input = &range_input,
      .output = &changed,
      .flags = CHANGES,
      .timeout_ms = EDIT_MS,
      .run = write_range,
      .affects = write_range_affects,
      .show = show_changes },
    { .name = "excel-create-worksheet",
      .summary = "Add an empty worksheet to a workbook; a copy is made first.",
      .use = "Add an empty worksheet to a workbook, once the person agrees. A backup is made first.",
      .group = OP_GROUP_WORKBOOK,
      .input = &sheet_input,
      .output = &changed,
      .flags = CHANGES,
      .timeout_ms = EDIT_MS,
      .run = create_worksheet,
      .affects = create_worksheet_affects,
      .show = show_changes },
    { .name = "excel-undo",
      .summary = "Take back the last change that assay made to a workbook.",
      .group = OP_GROUP_WORKBOOK,
      .input = &undo_input,
      .output = &undone,
      .flags = CHANGES,
      .timeout_ms = EDIT_MS,
      .run = undo_edit,
      .affects = undo_affects,
      .show = show_undone },
    { .name = "excel-list-structure",
      .summary = "List a workbook's worksheets, tables, defined names and pivot tables.",
      .group = OP_GROUP_WORKBOOK,
      .input = &structure_input,
      .output = &structured,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .run = list_structure },
    { .name = "excel-search",
      .summary = "Find a text in a workbook's cells, as they are shown.",
      .group = OP_GROUP_WORKBOOK,
      .input = &search_input,
      .output = &hits,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .run = search_workbook },
    { .name = "excel-preview-table",
      .summary = "Show some rows of a workbook's table or worksheet.",
      .use = "Show the first rows of a workbook's table or worksheet, as CSV.",
      .group = OP_GROUP_WORKBOOK,
      .input = &preview_input,
      .output = &previewed,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .run = preview_table },
    { .name = "excel-analyze-pivot",
      .summary = "Tell what a workbook's pivot tables show: fields, filters and rows.",
      .group = OP_GROUP_WORKBOOK,
      .input = &pivot_input,
      .output = &pivots,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .run = analyze_pivot },
};

int workbook_add(struct op_table *t, struct workbook_tools *w, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), w, err) < 0 ? -1 : workbook_chat_add(t, w, err);
}
