/* exporter.c - rows into a new .xlsx; a file that is there is never replaced. For people: it writes where they say. */
#include "agents/data/exporter.h"
#include "agents/data/columns.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/dataset.h"
#include "data/export.h"
#include "data/sql_text.h"
#include "gate/op.h"
#include "gate/table.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "model/fields.h"
#include "sys/file.h"

/* ---- running ---- */

static int check_new(const char *path, struct err *err)
{
    struct file_stat st;

    if (file_stat(path, "the workbook", &st, err) < 0)
        return err->code == ERR_NOT_FOUND ? 0 : -1;
    err_say(err, ERR_CONFLICT, "There is a file of that name already.");
    return err_action(err, "Name a file that does not exist yet.");
}

/* The query, or all of the first table. */
static int choose_query(struct call *c, struct dataset *ds, const struct json *args, const char **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(ENGINE_SQL_BYTES);
    const struct table *tables;
    size_t n;

    *ret = json_get_text(args, "query");
    if (*ret)
        return 0;
    if (dataset_tables(ds, c->cancel, &tables, &n, err) < 0)
        return -1;
    buf_adds(&b, "SELECT * FROM ");
    sql_add_name(&b, tables[0].name);
    *ret = arena_dup(c->arena, b.p, b.n);
    return 0;
}

static int query(struct call *c, const struct json *args, struct dataset_rows *ret, struct err *err)
{
    struct dataset_query q = { .row_limit = ANALYST_ROW_LIMIT };
    struct dataset *ds;
    int status;

    if (columns_open(c, json_get(args, "data"), columns_policy(c, args, false), &ds, err) < 0)
        return -1;
    status = choose_query(c, ds, args, &q.sql, err);
    if (status == 0)
        status = dataset_query(ds, &q, c->cancel, c->arena, ret, err);
    dataset_release(ds);
    return status;
}

static int export_rows(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const char *path = json_get_text(args, "output"), *const * texts;
    struct json *v = json_object(c->arena), *list = json_array(c->arena);
    struct dataset_rows rows;
    struct notes notes;
    size_t n;

    notes_init(&notes, c->arena);
    if (check_new(path, err) < 0 || query(c, args, &rows, err) < 0)
        return -1;
    if (rows.truncated)
        notes_add(&notes, "there are more than %d rows; these are the first", ANALYST_ROW_LIMIT);
    if (export_xlsx(path, rows.columns, rows.rows, &notes, c->cancel, err) < 0)
        return -1;
    texts = notes_end(&notes, &n);
    for (size_t i = 0; i < n; i++)
        json_push(c->arena, list, json_str(c->arena, texts[i]));
    json_set(c->arena, v, "row_count", json_int(c->arena, (int64_t)json_len(rows.rows)));
    json_set(c->arena, v, "notes", list);
    *ret = v;
    return 0;
}

static void show(struct buf *b, const struct json *result)
{
    const struct json *notes = json_get(result, "notes");

    buf_addf(b, "Wrote %s rows.\n", json_digits(json_get(result, "row_count")));
    for (size_t i = 0; i < json_len(notes); i++)
        buf_addf(b, "%s\n", json_text(json_at(notes, i), NULL));
}

/* ---- declaration ---- */

static const struct model_field input_fields[] = {
    FIELD("data", LIST, REQ | MODEL_PATH | MODEL_WORDS, "What to export: a path, or upload://ID/NAME; may be repeated.",
          .metavar = "PATH", .range = BETWEEN(1, DATA_SOURCES),
          .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS))),
    FIELD("query", TEXT, MODEL_WORDS, "One SELECT over it; otherwise all of the first table.", .metavar = "SQL",
          .range = BETWEEN(1, SQL_CHARS)),
    FIELD("output", TEXT, REQ | MODEL_PATH | MODEL_MADE | MODEL_WORDS, "The workbook to make.", .position = 1,
          .metavar = "FILE.xlsx", .range = BETWEEN(1, DATA_PATH_CHARS)),
    END,
};
static const struct model_entity input = ENTITY("data.export", "What to export, and where to.", input_fields);

static const struct model_field output_fields[] = {
    FIELD("row_count", INT, REQ, "Rows written."),
    FIELD("notes", LIST, REQ, "What could not be written as it is.", .each = EACH(TEXT)),
    END,
};
static const struct model_entity output = ENTITY("data.export result", "What was written.", output_fields);

static const char *const examples[] = {
    "assay export --data sales.csv sales.xlsx",
    "assay export --data sales.csv --query \"SELECT region, sum(revenue) FROM sales GROUP BY ALL\" regions.xlsx", NULL
};

static const struct op ops[] = {
    { .name = "data.export",
      .command = "export",
      .summary = "Write a table, or the rows of a query, to a new Excel workbook.",
      .examples = examples,
      .input = &input,
      .output = &output,
      .flags = OP_MAKES_FILES,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = export_rows,
      .show = show },
};

int exporter_add(struct op_table *t, struct datasets *d, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), d, err);
}
