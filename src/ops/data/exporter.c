/* exporter.c - tables, or the rows of a query, into a new .xlsx. For people: it writes where they say.
 *
 * Without a query every table becomes a worksheet of its own, whole: its rows are fetched page by page, with the values
 * that do not fit their columns. A query's rows are what the engine gives, and no more than one query may give.
 */
#include "ops/data/exporter.h"
#include "access/columns.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "data/dataset.h"
#include "data/export/export.h"
#include "gate/op.h"
#include "gate/table.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "model/fields.h"
#include "sys/location.h"
#include <string.h>

/* ---- a table ---- */

struct exporting {
    struct call *call;
    struct dataset *data;
    struct export *out;
    struct json *sheets; /* what was written: [{"name","row_count"}] */
    uint64_t rows;
    struct notes notes;   /* what could not be written as it is */
    struct notes assumed; /* what was assumed in reading it */
};

static void add_sheet(struct exporting *e, const char *name, uint64_t rows)
{
    struct arena *a = e->call->arena;
    struct json *v = json_set(a, json_object(a), "name", json_str(a, name));

    json_push(a, e->sheets, json_set(a, v, "row_count", json_int(a, (int64_t)rows)));
    e->rows += rows;
}

/* Writes the rows from `from` on, `limit` of them at most; *ret_n is how many. */
static int write_page(struct exporting *e, const struct table *t, uint64_t from, uint64_t limit, size_t *ret_n,
                      struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *args = json_object(a), *answer, *rows;

    json_set(a, args, "table", json_str(a, t->name));
    json_set(a, args, "offset", json_int(a, (int64_t)from));
    json_set(a, args, "limit", json_int(a, (int64_t)limit));
    if (dataset_job(e->data, "page", args, NULL, e->call->cancel, a, &answer, err) < 0)
        return -1;
    rows = json_get(answer, "rows");
    *ret_n = json_len(rows);
    return export_rows(e->out, rows, e->call->cancel, err);
}

/* All rows, in pages that become smaller where the cells are large. */
static int write_pages(struct exporting *e, const struct table *t, struct err *err)
{
    uint64_t limit = t->n_columns < EXPORT_PAGE_CELLS ? EXPORT_PAGE_CELLS / t->n_columns : 1;

    for (uint64_t at = 0; at < t->rows;) {
        size_t n = 0;
        if (write_page(e, t, at, limit, &n, err) == 0) {
            if (n == 0)
                return err_set(err, ERR_INTERNAL, "The data could not be read.", "a page without rows");
            at += n;
        } else if (err->code == ERR_TOO_LARGE && n == 0 && limit > 1) {
            limit /= 2;
        } else {
            return -1;
        }
    }
    return 0;
}

static int write_table(struct exporting *e, const struct table *t, bool is_only, struct err *err)
{
    const char *name;

    if (export_sheet(e->out, t->name, t->columns, t->n_columns, &name, err) < 0 || write_pages(e, t, err) < 0)
        return -1;
    add_sheet(e, name, t->rows);
    for (size_t i = 0; i < t->n_assumptions; i++)
        if (is_only)
            notes_add(&e->assumed, "%s", t->assumptions[i]);
        else
            notes_add(&e->assumed, "%s: %s", t->name, t->assumptions[i]);
    return 0;
}

/* The table of that name, or all of them. */
static int write_tables(struct exporting *e, const char *name, struct err *err)
{
    const struct table *tables;
    bool found = false;
    size_t n;

    if (dataset_tables(e->data, e->call->cancel, &tables, &n, err) < 0)
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (name ? !str_same(tables[i].name, name) : tables[i].hidden)
            continue;
        found = true;
        if (write_table(e, &tables[i], n == 1 || name, err) < 0)
            return -1;
    }
    if (found)
        return 0;
    err_say(err, ERR_NOT_FOUND, "There is no table of that name in the data.");
    return err_action(err, "Look at the names with: assay profile");
}

/* ---- a query ---- */

static enum column_type type_of(const char *name)
{
    for (int type = 0; name && type < COLUMN_TYPES; type++)
        if (strcmp(column_type_name((enum column_type)type), name) == 0)
            return (enum column_type)type;
    return COLUMN_TEXT;
}

/* The columns of a result, which has no description but its rows. */
static struct column *describe(struct arena *a, const struct dataset_rows *rows, size_t *ret_n)
{
    size_t n = json_len(rows->columns);
    struct column *columns = arena_array(a, n, sizeof *columns);

    for (size_t i = 0; i < n; i++) {
        const char *name = json_get_text(json_at(rows->columns, i), "name");
        columns[i] = (struct column){ .name = name ? name : "",
                                      .type = type_of(json_get_text(json_at(rows->columns, i), "type")) };
        if (columns[i].type == COLUMN_DECIMAL)
            columns[i].scale = export_scale(rows->rows, i);
    }
    *ret_n = n;
    return columns;
}

static int write_query(struct exporting *e, const char *sql, struct err *err)
{
    struct dataset_query q = { .sql = sql, .row_limit = ANALYST_ROW_LIMIT };
    struct arena *a = e->call->arena;
    struct dataset_rows rows;
    struct column *columns;
    const char *name;
    size_t n;

    if (dataset_query(e->data, &q, e->call->cancel, a, &rows, err) < 0)
        return -1;
    columns = describe(a, &rows, &n);
    if (export_sheet(e->out, "Result", columns, n, &name, err) < 0 ||
        export_rows(e->out, rows.rows, e->call->cancel, err) < 0)
        return -1;
    if (rows.truncated)
        notes_add(&e->notes, "there are more than %d rows; these are the first", ANALYST_ROW_LIMIT);
    add_sheet(e, name, json_len(rows.rows));
    return columns_decide(e->call, rows.left_out, err);
}

/* ---- running ---- */

static int check_args(const struct json *args, struct err *err)
{
    const char *path = json_get_text(args, "output"), *ending = strrchr(path, '.');

    if (json_get(args, "query") && json_get(args, "table")) {
        err_say(err, ERR_INVALID_INPUT, "Give a table or a query, not both.");
        return err_action(err, "A query names its tables itself.");
    }
    if (ending && str_ieq(ending, ".xlsx"))
        return 0;
    err_say(err, ERR_INVALID_INPUT, "An export is an Excel workbook, and its name ends in .xlsx.");
    return err_action(err, "Name it NEW.xlsx. For CSV: assay table FILE --csv > NEW.csv");
}

static int write_all(struct exporting *e, const struct json *args, struct err *err)
{
    const char *sql = json_get_text(args, "query");
    int status = columns_open(e->call, json_get(args, "data"), columns_policy(e->call, args, false), &e->data, err);

    if (status == 0) {
        status = sql ? write_query(e, sql, err) : write_tables(e, json_get_text(args, "table"), err);
        dataset_release(e->data);
    }
    return status < 0 ? -1 : export_end(e->out, &e->notes, err);
}

static int run_export(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct exporting e = { .call = c, .sheets = json_array(c->arena) };
    struct arena *a = c->arena;
    struct location to;
    int status;

    notes_init(&e.notes, a);
    notes_init(&e.assumed, a);
    if (check_args(args, err) < 0 || call_target(c, json_get_text(args, "output"), &to, err) < 0 ||
        export_begin(&to, &e.out, err) < 0)
        return -1;
    status = write_all(&e, args, err);
    export_free(e.out);
    if (status < 0)
        return -1;
    *ret = json_set(a, json_object(a), "row_count", json_int(a, (int64_t)e.rows));
    json_set(a, *ret, "worksheets", e.sheets);
    json_set(a, *ret, "notes", notes_json(&e.notes, a));
    json_set(a, *ret, "assumptions", notes_json(&e.assumed, a));
    return 0;
}

static void show_list(struct buf *b, const struct json *list)
{
    for (size_t i = 0; i < json_len(list); i++)
        buf_addf(b, "%s\n", json_text(json_at(list, i), NULL));
}

static void show(struct buf *b, const struct json *result)
{
    const char *rows = json_digits(json_get(result, "row_count"));
    size_t sheets = json_len(json_get(result, "worksheets"));

    buf_addf(b, "Wrote %s row%s", rows, strcmp(rows, "1") == 0 ? "" : "s");
    if (sheets > 1)
        buf_addf(b, " to %zu worksheets", sheets);
    buf_adds(b, ".\n");
    show_list(b, json_get(result, "notes"));
    show_list(b, json_get(result, "assumptions"));
}

/* ---- declaration ---- */

static const struct model_field input_fields[] = {
    FIELD("data", LIST, REQ | MODEL_PATH | MODEL_WORDS, "What to export: a path, or upload://ID/NAME; may be repeated.",
          .metavar = "PATH", .range = BETWEEN(1, DATA_SOURCES),
          .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS))),
    FIELD("table", TEXT, MODEL_WORDS, "Only this table; otherwise each becomes a worksheet of its own.",
          .metavar = "NAME", .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("query", TEXT, MODEL_WORDS, "The rows of one SELECT over it instead.", .metavar = "SQL",
          .range = BETWEEN(1, SQL_CHARS)),
    FIELD("output", TEXT, REQ | MODEL_PATH | MODEL_MADE | MODEL_WORDS, "The workbook to make.", .position = 1,
          .metavar = "FILE.xlsx", .range = BETWEEN(1, DATA_PATH_CHARS)),
    END,
};
static const struct model_entity input = ENTITY("data.export", "What to export, and where to.", input_fields);

static const struct model_field output_fields[] = {
    FIELD("row_count", INT, REQ, "Rows written, of all worksheets."),
    FIELD("worksheets", LIST, REQ, "Each with its name and its row_count.", .each = EACH(OBJECT)),
    FIELD("notes", LIST, REQ, "What could not be written as it is.", .each = EACH(TEXT)),
    FIELD("assumptions", LIST, REQ, "What was assumed in reading the tables.", .each = EACH(TEXT)),
    END,
};
static const struct model_entity output = ENTITY("data.export result", "What was written.", output_fields);

static const char *const examples[] = {
    "assay export --data sales.csv sales.xlsx", "assay export --data shop.db --table orders orders.xlsx",
    "assay export --data sales.csv --query \"SELECT region, sum(revenue) FROM sales GROUP BY ALL\" regions.xlsx", NULL
};

static const struct op ops[] = {
    { .name = "data.export",
      .command = "export",
      .summary = "Write tables, or the rows of a query, to a new Excel workbook.",
      .examples = examples,
      .input = &input,
      .output = &output,
      .flags = OP_MAKES_FILES,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = run_export,
      .show = show },
};

int exporter_add(struct op_table *t, struct datasets *d, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), d, err);
}
