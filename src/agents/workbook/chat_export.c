/* chat_export.c - a conversation as a file: Markdown and HTML to read, its last table as CSV, all of it as a workbook.
 *
 * Every text is escaped for what it is put into. A workbook is written by the exporter of tables
 * (data/export/export.h), which makes a file; its bytes come back as Base64 and the file goes.
 */
#include "agents/workbook/session.h"
#include "agents/workbook/workbook.h"
#include "base/arena.h"
#include "base/budget.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/text/base64.h"
#include "base/world.h"
#include "data/export/export.h"
#include "grid/csv_quote.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "report/html.h"
#include "report/markdown.h"
#include "store/records/uploads.h"
#include "sys/file.h"
#include "sys/location.h"
#include "talk/talk.h"
#include <string.h>
#include <unistd.h>

#define EXPORT_COPIES 3 /* of the file in memory: as bytes, as text of JSON, and as the answer */

struct exporting {
    struct call *call;
    struct arena *a;
    const char *home;
    const struct json *messages;
    const char *note; /* what was changed on the way out; NULL: nothing */
};

static const char *speaker(const struct json *message)
{
    const char *role = json_get_text(message, "role");

    return strcmp(role, "user") == 0 ? "You" : strcmp(role, "assistant") == 0 ? "assay" : "Note";
}

/* The table of a message; NULL when it has none. */
static const struct json *table_of(const struct json *message)
{
    const struct json *table = json_get(json_get(message, "data"), "table");

    return json_is(table, JSON_OBJECT) ? table : NULL;
}

static const char *title(const struct exporting *e)
{
    const char *began = json_len(e->messages) > 0 ? json_get_text(json_at(e->messages, 0), "created_at") : NULL;

    return began ? arena_printf(e->a, "Conversation of %.10s", began) : "Conversation";
}

static const char *heading(const struct exporting *e, const struct json *message)
{
    return arena_printf(e->a, "%s, %.16s", speaker(message), json_get_text(message, "created_at"));
}

/* ---- to read ---- */

/* Lines of a text are paragraphs. */
static void add_lines(const struct exporting *e, struct buf *b, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        if (n > 0)
            md_paragraph(b, arena_dup(e->a, text, n));
        text += n + (text[n] == '\n');
    }
}

static void write_markdown(const struct exporting *e, struct buf *b)
{
    md_heading(b, 1, title(e));
    for (size_t i = 0; i < json_len(e->messages); i++) {
        const struct json *message = json_at(e->messages, i), *table = table_of(message);
        md_heading(b, 2, heading(e, message));
        add_lines(e, b, json_get_text(message, "content"));
        if (table)
            md_table(b, json_get(table, "columns"), json_get(table, "rows"), TABLE_ROWS);
    }
}

static void write_html(const struct exporting *e, struct buf *b)
{
    html_begin(b, title(e));
    for (size_t i = 0; i < json_len(e->messages); i++) {
        const struct json *message = json_at(e->messages, i), *table = table_of(message);
        html_element(b, "h2", heading(e, message));
        html_element(b, "p", json_get_text(message, "content"));
        if (table)
            html_table(b, json_get(table, "columns"), json_get(table, "rows"), TABLE_ROWS);
    }
    html_end(b);
}

/* ---- tables ---- */

static int write_csv(struct exporting *e, struct buf *b, struct err *err)
{
    size_t i = json_len(e->messages);
    const struct json *table = NULL;

    while (i > 0 && !table)
        table = table_of(json_at(e->messages, --i));
    if (!table) {
        err_say(err, ERR_NOT_FOUND, "There is no table in this conversation yet.");
        return err_action(err, "Ask a question that is answered with a table, or export as md, html or xlsx.");
    }
    e->note = csv_say_quoted(e->a, csv_add_table(b, json_get(table, "columns"), json_get(table, "rows"), CSV_SAFE));
    return 0;
}

/* What the cells of a column all are: numbers, or else texts. */
static struct column column_of(const struct json *rows, size_t at, const char *name)
{
    struct column c = { .name = name, .type = COLUMN_TEXT };
    bool numbers = false;

    for (size_t i = 0; i < json_len(rows); i++) {
        const struct json *v = json_at(json_at(rows, i), at);
        if (!json_is(v, JSON_NULL) && !json_digits(v))
            return c;
        numbers |= json_digits(v) && strpbrk(json_digits(v), "eE") == NULL;
    }
    if (!numbers)
        return c;
    c.scale = export_scale(rows, at);
    c.type = c.scale > 0 ? COLUMN_DECIMAL : COLUMN_INTEGER;
    return c;
}

static int write_sheet(const struct exporting *e, struct export *out, const char *name, const struct json *columns,
                       const struct json *rows, struct err *err)
{
    size_t n = json_len(columns);
    struct column *heads = arena_array(e->a, n, sizeof *heads);

    for (size_t i = 0; i < n; i++)
        heads[i] = column_of(rows, i, json_text(json_at(columns, i), NULL));
    if (n == 0 || export_sheet(out, name, heads, n, NULL, err) < 0)
        return n == 0 ? 0 : -1;
    return export_rows(out, rows, e->call->cancel, err);
}

static int write_turns(const struct exporting *e, struct export *out, struct err *err)
{
    struct json *columns = json_array(e->a), *rows = json_array(e->a);

    json_push(e->a, columns, json_str(e->a, "Time"));
    json_push(e->a, columns, json_str(e->a, "Who"));
    json_push(e->a, columns, json_str(e->a, "Text"));
    for (size_t i = 0; i < json_len(e->messages); i++) {
        const struct json *message = json_at(e->messages, i);
        struct json *row = json_push(e->a, json_array(e->a), json_copy(e->a, json_get(message, "created_at")));
        json_push(e->a, row, json_str(e->a, speaker(message)));
        json_push(e->a, rows, json_push(e->a, row, json_copy(e->a, json_get(message, "content"))));
    }
    return write_sheet(e, out, "Conversation", columns, rows, err);
}

/* The conversation, and each of its tables: the newest, where there are more than a workbook takes. */
static int write_sheets(const struct exporting *e, struct export *out, struct err *err)
{
    size_t all = 0, n = 0;

    if (write_turns(e, out, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(e->messages); i++)
        all += table_of(json_at(e->messages, i)) != NULL;
    for (size_t i = 0; i < json_len(e->messages); i++) {
        const struct json *table = table_of(json_at(e->messages, i));
        if (!table || ++n + EXPORT_SHEETS <= all + 1)
            continue;
        if (write_sheet(e, out, arena_printf(e->a, "Table %zu", n), json_get(table, "columns"), json_get(table, "rows"),
                        err) < 0)
            return -1;
    }
    return 0;
}

static int write_workbook(const struct exporting *e, const struct location *to, struct err *err)
{
    struct export *out;
    struct notes notes;
    int status;

    notes_init(&notes, e->a);
    if (export_begin(to, &out, err) < 0)
        return -1;
    status = write_sheets(e, out, err);
    if (status == 0)
        status = export_end(out, &notes, err);
    export_free(out);
    return status;
}

/* By way of a file among those that are on their way in: what is forgotten there is swept. */
static int write_xlsx(const struct exporting *e, struct buf *b, struct err *err)
{
    struct root_folder home CLEANUP(root_folder_close) = ROOT_FOLDER;
    struct location at = { .root = &home, .no_link = true };
    char id[ID_TEXT_BYTES];
    struct err ignored;
    int status, spool;

    world_id(e->call->world, id);
    at.path = arena_printf(e->a, "uploads/" UPLOAD_SPOOL "/%s.xlsx", id);
    if (root_folder_open(&home, e->home, err) < 0 ||
        location_make_in(e->home, "uploads/" UPLOAD_SPOOL, &spool, err) < 0)
        return -1;
    close(spool);
    if (write_workbook(e, &at, err) < 0)
        return -1;
    status = location_read(&at, "the workbook", b, err);
    if (file_remove(arena_printf(e->a, "%s/%s", e->home, at.path), NULL, &ignored) < 0)
        return status; /* the sweep does it */
    return status;
}

/* ---- the operation ---- */

struct format {
    const char *name, *type;
};

static const struct format formats[] = {
    { "md", "text/markdown; charset=utf-8" },
    { "html", "text/html; charset=utf-8" },
    { "csv", "text/csv; charset=utf-8" },
    { "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
};

static int write_as(struct exporting *e, const char *format, struct buf *b, struct err *err)
{
    if (strcmp(format, "csv") == 0)
        return write_csv(e, b, err);
    if (strcmp(format, "xlsx") == 0)
        return write_xlsx(e, b, err);
    if (strcmp(format, "html") == 0)
        write_html(e, b);
    else
        write_markdown(e, b);
    return 0;
}

int workbook_export(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    const char *format = json_get_text(args, "format"), *id = json_get_text(args, "id");
    struct exporting e = { .call = c, .a = c->arena, .home = w->home };
    struct buf b CLEANUP(buf_done) = BUF(WORKBOOK_EXPORT_BYTES);
    struct conversation kept;
    struct json *messages;

    if (talk_read(c, w->store, NULL, id, &kept, &messages, err) < 0)
        return -1;
    e.messages = messages;
    if (write_as(&e, format, &b, err) < 0 || buf_check(&b, err) < 0 ||
        budget_take(c->arena, EXPORT_COPIES * b.n, c->cancel, err) < 0)
        return -1;
    *ret = json_object(c->arena);
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (strcmp(formats[i].name, format) == 0)
            json_set(c->arena, *ret, "content_type", json_str(c->arena, formats[i].type));
    json_set(c->arena, *ret, "filename",
             json_str(c->arena, arena_printf(c->arena, "conversation-%.8s.%s", id, format)));
    if (strcmp(format, "xlsx") == 0)
        json_set(c->arena, *ret, "blob", json_str(c->arena, base64_text(c->arena, BASE64, b.p, b.n)));
    else
        json_set(c->arena, *ret, "content", json_strn(c->arena, b.p, b.n));
    if (e.note)
        json_set(c->arena, *ret, "note", json_str(c->arena, e.note));
    return 0;
}
