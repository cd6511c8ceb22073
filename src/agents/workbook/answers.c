/* answers.c - what sheets, tables, columns and rows there are. */
#include "agents/workbook/answers.h"
#include "agents/workbook/session.h"
#include "agents/workbook/structure.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/str.h"
#include "gate/gate.h"
#include "inquiry/described.h"
#include "model/answer.h"
#include "talk/talk.h"
#include <stdio.h>
#include <string.h>

#define OFFERED_SHEETS 20 /* to choose from: a screen */
#define NAMED_COLUMNS 30  /* in a sentence; the table beside it has them all */

/* ---- what they share ---- */

void asked_understood(struct asked *q, const char *restatement)
{
    json_set(q->a, q->answer, "restatement", json_str(q->a, restatement));
    json_set(q->a, q->answer, "confidence", json_double(q->a, 1));
}

int asked_fail(struct asked *q, struct err *err)
{
    snprintf(err->correlation_id, sizeof err->correlation_id, "%s", q->call->correlation_id);
    if (!call_is_private(q->call))
        log_error(q->call->gate->log, err);
    answer_fail(q->a, q->call->world, q->answer, err);
    return 0;
}

struct json *asked_cell(struct arena *a, const struct json *value)
{
    size_t n, fits;
    const char *text = json_text(value, &n);

    if (!text)
        return value ? json_copy(a, value) : json_null(a);
    fits = str_fit_chars(text, n, SHEETS_CELL_CHARS);
    return fits == n
               ? json_strn(a, text, n)
               : json_str(a, arena_printf(a, "%.*s...", (int)str_fit_chars(text, n, SHEETS_CELL_CHARS - 3), text));
}

/* `question` ends in %s, which the callers write out themselves; a person's own words may stand before it. */
static const char *with_name(struct arena *a, const char *question, const char *name)
{
    return arena_printf(a, "%.*s%s", (int)(strlen(question) - strlen("%s")), question, name);
}

static void offer_sheets(struct asked *q, const char *question)
{
    const struct json *sheets = json_get(q->structure, "sheets");

    for (size_t i = 0, n = 0; i < json_len(sheets) && n < OFFERED_SHEETS; i++) {
        const char *name = json_get_text(json_at(sheets, i), "name");
        if (sheet_is_hidden(json_at(sheets, i)))
            continue;
        answer_add_option(q->a, q->answer, name, json_str(q->a, with_name(q->a, question, name)));
        n++;
    }
}

bool asked_sheet(struct asked *q, bool else_last, const char *question, const struct json **ret)
{
    const char *last = else_last ? json_get_text(q->talk->metadata, "sheet") : NULL;
    struct err err;

    *ret = NULL;
    if (q->q.where)
        *ret = sheet_named(q->structure, q->q.where, q->q.is_sheet);
    else if (last)
        *ret = sheet_named(q->structure, last, false);
    if (!q->q.where && !*ret)
        *ret = sheet_alone(q->structure);
    if (*ret) {
        json_set(q->a, q->talk->metadata, "sheet", json_copy(q->a, json_get(*ret, "name")));
        return true;
    }
    if (q->q.where) {
        err_set(&err, ERR_SHEET_NOT_FOUND, "There is no sheet of that name in the workbook.", "asked for '%s'",
                q->q.where);
        err_action(&err, "Choose one of the sheets that there are.");
        asked_fail(q, &err);
    } else {
        answer_ask(q->a, q->answer, "Which sheet is meant?");
    }
    offer_sheets(q, question);
    return false;
}

static struct json *texts(struct arena *a, const char *const *names)
{
    struct json *list = json_array(a);

    for (; *names; names++)
        json_push(a, list, json_str(a, *names));
    return list;
}

static void show(struct asked *q, const char *content, const char *const *columns, struct json *rows, const char *sheet)
{
    struct answer_table table = {
        .sheet_name = sheet, .columns = texts(q->a, columns), .rows = rows, .row_count = json_len(rows)
    };

    answer_show(q->a, q->answer, content, &table);
}

int asked_tables(struct asked *q, struct json **ret, struct err *err)
{
    struct described described;

    if (!q->tables && describe_data(q->call, q->data, &described, err) < 0)
        return -1;
    if (!q->tables)
        q->tables = described.list;
    *ret = q->tables;
    return 0;
}

/* Of this sheet, or, where none is meant, of those that can be seen. */
static bool is_on(const struct json *table, const char *sheet)
{
    const char *on = json_get_text(table, "sheet");

    return sheet ? on && strcmp(on, sheet) == 0 : !json_get_truth(table, "hidden");
}

/* ---- sheets ---- */

static struct json *sheet_rows(struct asked *q)
{
    const struct json *sheets = json_get(q->structure, "sheets");
    struct json *rows = json_array(q->a);

    for (size_t i = 0; i < json_len(sheets); i++) {
        const struct json *sheet = json_at(sheets, i);
        struct json *row = json_push(q->a, json_array(q->a), json_copy(q->a, json_get(sheet, "name")));
        json_push(q->a, row, json_copy(q->a, json_get(sheet, "rows")));
        json_push(q->a, row, json_copy(q->a, json_get(sheet, "columns")));
        json_push(q->a, rows, json_push(q->a, row, json_copy(q->a, json_get(sheet, "state"))));
    }
    return rows;
}

static const char *const sheet_columns[] = { "Sheet", "Rows in use", "Columns in use", "State", NULL };

int answer_sheets(struct asked *q, struct err *err)
{
    size_t n = json_len(json_get(q->structure, "sheets"));

    (void)err;
    asked_understood(q, "the sheets of the workbook");
    show(q, arena_printf(q->a, "There %s %s.", n == 1 ? "is" : "are", structure_sheets(q->a, q->structure)),
         sheet_columns, sheet_rows(q), NULL);
    return 0;
}

int answer_overview(struct asked *q, struct err *err)
{
    const char *name = json_get_text(json_get(q->talk->metadata, "context"), "workbook_name");
    struct json *tables = NULL;

    asked_understood(q, "what the workbook holds");
    if (asked_tables(q, &tables, err) < 0 && err_kind(err->code) != ERR_KIND_INVALID)
        return asked_fail(q, err);
    show(q, workbook_summary(q->a, name ? name : "The workbook", q->structure, tables), sheet_columns, sheet_rows(q),
         NULL);
    return 0;
}

/* ---- tables, rows ---- */

static struct json *table_rows(struct asked *q, const struct json *tables, const char *sheet, int64_t *ret_sum)
{
    static const char *const keys[] = { "name", "sheet", "range", "row_count" };
    struct json *rows = json_array(q->a);

    *ret_sum = 0;
    for (size_t i = 0; i < json_len(tables); i++) {
        const struct json *table = json_at(tables, i);
        struct json *row = json_array(q->a);
        if (!is_on(table, sheet))
            continue;
        for (size_t k = 0; k < COUNT_OF(keys); k++)
            json_push(q->a, row, json_get(table, keys[k]) ? json_copy(q->a, json_get(table, keys[k])) : NULL);
        json_push(q->a, rows, row);
        *ret_sum += json_get_int(table, "row_count", 0);
    }
    return rows;
}

static const char *const table_columns[] = { "Table", "Sheet", "Range", "Rows", NULL };

int answer_tables(struct asked *q, struct err *err)
{
    struct json *tables, *rows;
    int64_t sum;
    size_t n;

    asked_understood(q, "the tables of the workbook");
    if (asked_tables(q, &tables, err) < 0)
        return asked_fail(q, err);
    rows = table_rows(q, tables, NULL, &sum);
    n = json_len(rows);
    show(q, arena_printf(q->a, "There %s %zu table%s.", n == 1 ? "is" : "are", n, n == 1 ? "" : "s"), table_columns,
         rows, NULL);
    return 0;
}

/* Rows that are not counted, as nobody computed them: what was said of them, behind another sentence. */
static const char *not_counted(struct asked *q, const struct json *tables, const char *sheet)
{
    const char *text = "";

    for (size_t i = 0; i < json_len(tables); i++) {
        const struct json *table = json_at(tables, i), *said = json_get(table, "assumptions");
        for (size_t k = 0; is_on(table, sheet) && k < json_len(said); k++)
            if (strstr(json_text(json_at(said, k), NULL), " nothing but formulas "))
                text = arena_printf(q->a, "%s In %s, %s.", text, json_get_text(table, "name"),
                                    json_text(json_at(said, k), NULL));
    }
    return text;
}

int answer_rows(struct asked *q, struct err *err)
{
    const struct json *sheet = NULL;
    const char *name = NULL;
    struct json *tables, *rows;
    int64_t sum;

    if (q->q.where && !asked_sheet(q, false, "how many rows are in the sheet %s", &sheet))
        return 0;
    name = sheet ? json_get_text(sheet, "name") : NULL;
    asked_understood(q, name ? arena_printf(q->a, "the rows of the sheet %s", name) : "the rows of every table");
    if (asked_tables(q, &tables, err) < 0)
        return asked_fail(q, err);
    rows = table_rows(q, tables, name, &sum);
    if (name)
        show(q,
             arena_printf(q->a, "%s has %lld row%s of data; %lld rows are in use, headings among them.%s", name,
                          (long long)sum, sum == 1 ? "" : "s", (long long)json_get_int(sheet, "rows", 0),
                          not_counted(q, tables, name)),
             table_columns, rows, name);
    else
        show(q,
             arena_printf(q->a, "There %s %s.%s", sum == 1 ? "is" : "are", structure_counted(q->a, json_len(rows), sum),
                          not_counted(q, tables, NULL)),
             table_columns, rows, NULL);
    return 0;
}

/* The same rows, sheet by sheet. */
int answer_each(struct asked *q, struct err *err)
{
    static const char *const columns[] = { "Sheet", "Rows of data", "Rows in use", NULL };
    const struct json *sheets = json_get(q->structure, "sheets");
    struct json *tables = NULL, *rows = json_array(q->a);
    int64_t all = 0, sum;
    size_t n = 0;

    asked_understood(q, "the rows of each sheet");
    if (asked_tables(q, &tables, err) < 0 && err_kind(err->code) != ERR_KIND_INVALID)
        return asked_fail(q, err);
    for (size_t i = 0; i < json_len(sheets); i++) {
        const struct json *sheet = json_at(sheets, i);
        struct json *row = json_array(q->a);
        if (sheet_is_hidden(sheet))
            continue;
        n += json_len(table_rows(q, tables, json_get_text(sheet, "name"), &sum));
        all += sum;
        json_push(q->a, row, json_copy(q->a, json_get(sheet, "name")));
        json_push(q->a, row, json_int(q->a, sum));
        json_push(q->a, rows, json_push(q->a, row, json_copy(q->a, json_get(sheet, "rows"))));
    }
    show(q, arena_printf(q->a, "There %s %s.", all == 1 ? "is" : "are", structure_counted(q->a, n, all)), columns, rows,
         NULL);
    return 0;
}

/* ---- columns ---- */

static struct json *column_rows(struct asked *q, const struct json *tables, const char *sheet)
{
    struct json *rows = json_array(q->a);

    for (size_t i = 0; i < json_len(tables); i++) {
        const struct json *table = json_at(tables, i), *columns = json_get(table, "columns");
        for (size_t k = 0; is_on(table, sheet) && k < json_len(columns); k++) {
            struct json *row = json_push(q->a, json_array(q->a), json_copy(q->a, json_get(table, "name")));
            json_push(q->a, row, asked_cell(q->a, json_get(json_at(columns, k), "name")));
            json_push(q->a, rows, json_push(q->a, row, json_copy(q->a, json_get(json_at(columns, k), "type"))));
        }
    }
    return rows;
}

static const char *column_names(struct arena *a, const struct json *rows)
{
    const char *text = "";
    size_t n = json_len(rows);

    for (size_t i = 0; i < n && i < NAMED_COLUMNS; i++)
        text = arena_printf(a, "%s%s%s", text,
                            i == 0       ? ""
                            : i + 1 == n ? " and "
                                         : ", ",
                            json_text(json_at(json_at(rows, i), 1), NULL));
    return n > NAMED_COLUMNS ? arena_printf(a, "%s and %zu more", text, n - NAMED_COLUMNS) : text;
}

int answer_columns(struct asked *q, struct err *err)
{
    static const char *const columns[] = { "Table", "Column", "Type", NULL };
    const struct json *sheet = NULL;
    struct json *tables, *rows;
    const char *name;
    size_t n;

    if (q->q.where && !asked_sheet(q, false, "which columns has the sheet %s", &sheet))
        return 0;
    if (!sheet)
        sheet = sheet_alone(q->structure);
    name = sheet ? json_get_text(sheet, "name") : NULL;
    asked_understood(q, name ? arena_printf(q->a, "the columns of the sheet %s", name) : "the columns of every table");
    if (asked_tables(q, &tables, err) < 0)
        return asked_fail(q, err);
    rows = column_rows(q, tables, name);
    n = json_len(rows);
    if (n == 0)
        answer_say(q->a, q->answer, arena_printf(q->a, "%s has no columns.", name ? name : "The workbook"));
    else
        show(q,
             arena_printf(q->a, "%s has %zu column%s: %s.", name ? name : "The workbook", n, n == 1 ? "" : "s",
                          column_names(q->a, rows)),
             columns, rows, name);
    return 0;
}
