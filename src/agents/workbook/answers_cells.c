/* answers_cells.c - what is in a cell or a range, and where a text stands. */
#include "agents/workbook/answers.h"
#include "agents/workbook/structure.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "gate/gate.h"
#include "model/answer.h"
#include "talk/talk.h"
#include <string.h>

/* ---- cells ---- */

/* The cells of a range, typed or as a spreadsheet shows them. */
static int read_range(struct asked *q, const char *sheet, const char *range, bool shown, struct json **ret,
                      struct err *err)
{
    struct json *args = json_set(q->a, json_object(q->a), "path", json_copy(q->a, json_at(q->data, 0)));

    json_set(q->a, args, "sheet", json_str(q->a, sheet));
    json_set(q->a, args, "range", json_str(q->a, range));
    json_set(q->a, args, "shown", json_bool(q->a, shown));
    return gate_nested(q->call, "table.read", args, ret, err);
}

/* Rows are as long as what they hold; an answer's are all as long as its columns. */
static struct json *whole_rows(struct asked *q, const struct json *rows, size_t width)
{
    struct json *list = json_array(q->a);

    for (size_t i = 0; i < json_len(rows); i++) {
        struct json *row = json_array(q->a);
        for (size_t k = 0; k < width; k++)
            json_push(q->a, row, asked_cell(q->a, json_at(json_at(rows, i), k)));
        json_push(q->a, list, row);
    }
    return list;
}

static const char *shown_text(struct arena *a, const struct json *v)
{
    const char *text = json_text(v, NULL), *digits = json_digits(v);

    if (json_is(v, JSON_BOOL))
        return json_truth(v) ? "TRUE" : "FALSE";
    return text ? text : digits ? arena_str(a, digits) : "";
}

/* What was said of formulas without results among the cells, as a sentence behind another; "" when nothing was. */
static const char *unsaved_said(struct asked *q, const struct json *read)
{
    const struct json *said = json_get(read, "assumptions");

    for (size_t i = 0; i < json_len(said); i++)
        if (strstr(json_text(json_at(said, i), NULL), " no saved result "))
            return arena_printf(q->a, " %s.", json_text(json_at(said, i), NULL));
    return "";
}

/* "B3 of Budget is 12.5%.": as the spreadsheet shows it. */
static int tell_cell(struct asked *q, const char *sheet, const char *range, const char **ret, struct err *err)
{
    struct json *shown;
    const char *text;

    if (read_range(q, sheet, range, true, &shown, err) < 0)
        return -1;
    text = shown_text(q->a, json_at(json_at(json_get(shown, "rows"), 0), 0));
    *ret = *text ? arena_printf(q->a, "%s of %s is %s", range, sheet, text)
                 : arena_printf(q->a, "%s of %s is empty.%s", range, sheet, unsaved_said(q, shown));
    return 0;
}

static void show_range(struct asked *q, const char *sheet, const char *content, const struct json *read)
{
    const struct json *columns = json_get(read, "columns");
    struct answer_table table = { .sheet_name = sheet, .columns = json_array(q->a) };

    for (size_t i = 0; i < json_len(columns); i++)
        json_push(q->a, table.columns, json_copy(q->a, json_get(json_at(columns, i), "name")));
    table.rows = whole_rows(q, json_get(read, "rows"), json_len(columns));
    table.row_count = json_len(table.rows);
    answer_show(q->a, q->answer, content, &table);
}

static int wrong_range(struct asked *q, enum sheets_range wrong)
{
    struct err err;

    if (wrong == RANGE_LARGE) {
        err_say(&err, ERR_RANGE_TOO_LARGE, "That range has more than %d cells.", SHEETS_RANGE_CELLS);
        err_action(&err, "Ask for a smaller range, or for a total, an average or a filter instead.");
    } else {
        err_say(&err, ERR_INVALID_RANGE, "That is no cell nor range of cells.");
        err_action(&err, "Write a cell as in B3 and a range as in A1:C5.");
    }
    return asked_fail(q, &err);
}

int answer_cells(struct asked *q, struct err *err)
{
    const char *range, *name, *content;
    enum sheets_range good = sheets_range(q->a, q->q.text, &range);
    const struct json *sheet;
    struct json *read;

    if (good != RANGE_GOOD)
        return wrong_range(q, good);
    if (!asked_sheet(q, true, arena_printf(q->a, "show cells %s of the sheet %%s", range), &sheet))
        return 0;
    name = json_get_text(sheet, "name");
    asked_understood(q, arena_printf(q->a, "%s of the sheet %s", range, name));
    if (read_range(q, name, range, false, &read, err) < 0)
        return asked_fail(q, err);
    content = arena_printf(q->a, "%s of %s:%s", range, name, unsaved_said(q, read));
    if (!strchr(range, ':') && tell_cell(q, name, range, &content, err) < 0)
        return asked_fail(q, err);
    if (json_len(json_get(read, "rows")) == 0)
        answer_say(q->a, q->answer, arena_printf(q->a, "%s of %s is empty.%s", range, name, unsaved_said(q, read)));
    else
        show_range(q, name, content, read);
    return 0;
}

/* ---- search ---- */

static struct json *hit_rows(struct asked *q, const struct json *hits, size_t *ret_sheets)
{
    struct json *rows = json_array(q->a);
    const char *last = NULL;

    *ret_sheets = 0;
    for (size_t i = 0; i < json_len(hits); i++) {
        const struct json *hit = json_at(hits, i);
        const char *sheet = json_get_text(hit, "worksheet");
        struct json *row = json_push(q->a, json_array(q->a), json_str(q->a, sheet));
        json_push(q->a, row, json_copy(q->a, json_get(hit, "address")));
        json_push(q->a, rows, json_push(q->a, row, asked_cell(q->a, json_get(hit, "value"))));
        *ret_sheets += !last || strcmp(last, sheet) != 0; /* the hits come sheet by sheet */
        last = sheet;
    }
    return rows;
}

static void show_hits(struct asked *q, const struct json *found, const char *sheet)
{
    int64_t total = json_get_int(found, "total_matches", 0);
    size_t sheets;
    struct json *columns = json_array(q->a), *rows = hit_rows(q, json_get(found, "results"), &sheets);
    struct answer_table table = { .sheet_name = sheet, .columns = columns, .rows = rows, .row_count = (size_t)total };
    const char *where = sheet ? arena_printf(q->a, "on the sheet %s", sheet) : "in the workbook";

    if (total == 0) {
        answer_say(q->a, q->answer, arena_printf(q->a, "Nothing %s has the text \"%s\".", where, q->q.text));
        return;
    }
    json_push(q->a, columns, json_str(q->a, "Sheet"));
    json_push(q->a, columns, json_str(q->a, "Cell"));
    json_push(q->a, columns, json_str(q->a, "Value"));
    answer_show(q->a, q->answer,
                json_get_truth(found, "truncated")
                    ? arena_printf(q->a, "\"%s\" stands in %lld cells %s; these are the first %zu.", q->q.text,
                                   (long long)total, where, json_len(rows))
                    : arena_printf(q->a, "\"%s\" stands in %lld cell%s on %zu sheet%s.", q->q.text, (long long)total,
                                   total == 1 ? "" : "s", sheets, sheets == 1 ? "" : "s"),
                &table);
}

int answer_search(struct asked *q, struct err *err)
{
    const struct json *sheet = NULL;
    struct json *args = json_set(q->a, json_object(q->a), "data", json_copy(q->a, q->data)), *found;
    const char *name;

    /* "find Alice in Wonderland": unless there is such a sheet, it is all one text. */
    if (q->q.whole && !q->q.is_sheet && !sheet_named(q->structure, q->q.where, false)) {
        q->q.text = q->q.whole;
        q->q.where = NULL;
    }
    if (q->q.where &&
        !asked_sheet(q, false, arena_printf(q->a, "search for \"%s\" in the sheet %%s", q->q.text), &sheet))
        return 0;
    name = sheet ? json_get_text(sheet, "name") : NULL;
    asked_understood(q, name ? arena_printf(q->a, "where \"%s\" stands on the sheet %s", q->q.text, name)
                             : arena_printf(q->a, "where \"%s\" stands in the workbook", q->q.text));
    json_set(q->a, args, "query", json_str(q->a, q->q.text));
    json_set(q->a, args, "limit", json_int(q->a, SHEETS_HITS));
    if (name)
        json_set(q->a, args, "worksheet", json_str(q->a, name));
    if (gate_nested(q->call, "excel-search", args, &found, err) < 0)
        return asked_fail(q, err);
    show_hits(q, found, name);
    return 0;
}
