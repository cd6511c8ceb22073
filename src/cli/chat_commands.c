/* chat_commands.c - what can be said with a slash: about the data, about the last answer, about the conversation.
 *
 * They show what the answer carries; nothing is asked again. A file is only ever made, never replaced.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "cli/chat_parts.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "grid/csv_quote.h"
#include "sys/file.h"
#include <inttypes.h>
#include <string.h>

static void run_help(struct chat *c, const char *rest)
{
    (void)rest;
    chat_say(c, "/data          what is asked about\n"
                "/data PATH     ask about another file, in a new conversation\n"
                "/new           begin a new conversation about the same data\n"
                "/sql           the queries behind the last answer\n"
                "/proof         where the last answer stands in the audit log, and the hashes of its sources\n"
                "/export FILE   write the last table to a new file: .csv, or .json for the whole answer\n"
                "/undo          take back what the last answer changed, where that can be done\n"
                "/quit          end (so does Ctrl-D); Ctrl-C cancels the question that runs");
}

/* What has a scheme (a server, an upload) is looked for when it is asked; a path has to be there now. */
static bool is_there(const struct chat *c, const char *path)
{
    struct file_stat ignored;
    struct err err;

    if (strstr(path, "://") || file_stat(path, "the file", &ignored, &err) == 0)
        return true;
    chat_say(c, "%s The data stays as it was.", err.message);
    return false;
}

/* The data from now on; a server's password is taken out of its address at once. */
static bool name_data(struct chat *c, const char *name)
{
    static const struct op as_chat = { .name = "data", .input = &chat_input };
    struct json *list = json_push(c->arena, json_array(c->arena), json_str(c->arena, name));
    struct json *args = json_set(c->arena, json_object(c->arena), "data", list);
    struct err err;

    if (gate_strip_credentials(c->config->gate, c->arena, c->config->user, &as_chat, args, &args, &err) < 0) {
        chat_say(c, "%s The data stays as it was.", err.message);
        return false;
    }
    c->data = json_get(args, "data");
    return true;
}

static void run_data(struct chat *c, const char *rest)
{
    if (*rest) {
        if (!is_there(c, rest) || !name_data(c, rest))
            return;
        chat_begin(c);
    }
    if (json_len(c->data) == 0)
        chat_say(c, "No data is named. Say /data PATH.");
    for (size_t i = 0; i < json_len(c->data); i++)
        chat_say(c, "%s", json_text(json_at(c->data, i), NULL));
}

static void run_new(struct chat *c, const char *rest)
{
    (void)rest;
    chat_begin(c);
    chat_say(c, "A new conversation begins with your next question.");
}

static void run_sql(struct chat *c, const char *rest)
{
    const struct json *sql = json_get(json_get(c->last, "evidence"), "sql");

    (void)rest;
    if (json_len(sql) == 0)
        chat_say(c, "There is no query behind the last answer.");
    for (size_t i = 0; i < json_len(sql); i++)
        chat_say(c, "%s", json_text(json_at(sql, i), NULL));
}

static void run_proof(struct chat *c, const char *rest)
{
    const struct json *evidence = json_get(c->last, "evidence"), *audit = json_get(evidence, "audit");
    const struct json *sources = json_get(evidence, "sources");

    (void)rest;
    if (!json_is(audit, JSON_OBJECT)) {
        chat_say(c, "There is no proof of the last answer: nothing was written down.");
        return;
    }
    chat_say(c, "request %s, entries %" PRId64 " to %" PRId64 " of the audit log",
             json_get_text(evidence, "request_id"), json_get_int(audit, "first", 0), json_get_int(audit, "last", 0));
    chat_say(c, "head    %s", json_get_text(audit, "head"));
    for (size_t i = 0; i < json_len(sources); i++)
        chat_say(c, "sha256  %s  %s", json_get_text(json_at(sources, i), "sha256"),
                 json_get_text(json_at(sources, i), "name"));
    chat_say(c, "'assay audit verify' checks the log; 'assay audit show %.8s' shows what was done.",
             json_get_text(evidence, "request_id"));
}

/* ---- export ---- */

static void run_export(struct chat *c, const char *rest)
{
    const struct json *table = json_get(c->last, "table");
    const bool csv = str_ends(rest, ".csv"), json = str_ends(rest, ".json");
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    size_t formulas = 0;
    struct err err;

    if (!csv && !json) {
        chat_say(c, "Say where to: /export FILE.csv or /export FILE.json.");
        return;
    }
    if (json ? !c->last : !json_is(table, JSON_OBJECT)) {
        chat_say(c, "There is no %s to export yet.", json ? "answer" : "table");
        return;
    }
    if (csv)
        formulas = csv_add_table(&b, json_get(table, "columns"), json_get(table, "rows"), CSV_SAFE);
    else
        json_write_pretty(&b, c->last);
    if (buf_check(&b, &err) < 0 || file_create_new(rest, b.p, b.n, "the export", &err) < 0) {
        chat_say(c, "%s",
                 err.code == ERR_CONFLICT ? "There is a file of that name; it was left as it is." : err.message);
        return;
    }
    chat_say(c, "Wrote %s.", rest);
    if (formulas > 0)
        chat_say(c, "%s", csv_say_quoted(a, formulas));
    if (csv && json_get_truth(json_get(table, "metadata"), "is_truncated"))
        chat_say(c, "The answer has more rows than it shows; these are the first %zu.",
                 json_len(json_get(table, "rows")));
}

/* ---- undo ---- */

static bool changes_workbook(const char *tool)
{
    return str_starts(tool, "excel-write-") || strcmp(tool, "excel-create-worksheet") == 0;
}

static bool changes_tasks(const char *tool)
{
    static const char *const tools[] = { "add_task", "update_task", "complete_task", "delete_task" };

    for (size_t i = 0; i < COUNT_OF(tools); i++)
        if (strcmp(tool, tools[i]) == 0)
            return true;
    return false;
}

/* The last call of the answer that changed something; NULL: none did. */
static const struct json *last_change(const struct json *answer)
{
    const struct json *calls = json_get(answer, "tool_calls");

    for (size_t i = json_len(calls); i-- > 0;) {
        const struct json *call = json_at(calls, i);
        const char *tool = json_get_text(call, "tool_name");
        if (json_get_truth(call, "success") && (changes_workbook(tool) || changes_tasks(tool)))
            return call;
    }
    return NULL;
}

/* Runs the operation that takes it back, if this program has it. */
static void undo_with(struct chat *c, const char *op, const char *argument, const struct json *value)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *args = json_object(a), *result;
    const char *message;

    if (argument && value)
        json_set(a, args, argument, json_copy(a, value));
    if (chat_call(c, a, op, args, &result) < 0)
        return;
    message = json_get_text(result, "message");
    chat_say(c, "%s", message ? message : "It was taken back.");
}

/* The operation whose words on the command line these are; NULL: there is none. */
static const char *op_of_command(const struct chat *c, const char *command)
{
    const struct op_entry *const *entries;
    size_t n = op_table_entries(c->config->gate->table, &entries);

    for (size_t i = 0; i < n; i++)
        if (entries[i]->op->command && strcmp(entries[i]->op->command, command) == 0)
            return entries[i]->op->name;
    return NULL;
}

static void run_undo(struct chat *c, const char *rest)
{
    const struct json *change = last_change(c->last);
    const char *tool = change ? json_get_text(change, "tool_name") : NULL, *op;

    (void)rest;
    if (!change) {
        chat_say(c, "The last answer changed nothing, so there is nothing to take back.");
        return;
    }
    op = changes_workbook(tool) ? "excel-undo" : op_of_command(c, "task undo");
    if (!op) {
        chat_say(c,
                 "Changes of tasks are taken back by saying so: \"delete it\", \"reopen it\", \"rename it to ...\".");
        return;
    }
    undo_with(c, op, changes_workbook(tool) ? "workbook_path" : NULL,
              json_get(json_get(change, "parameters"), "workbook_path"));
}

/* ---- all of them ---- */

static const struct {
    const char *name;
    void (*run)(struct chat *c, const char *rest);
} commands[] = {
    { "/help", run_help },   { "/data", run_data },     { "/new", run_new },   { "/sql", run_sql },
    { "/proof", run_proof }, { "/export", run_export }, { "/undo", run_undo },
};

void chat_command(struct chat *c, const char *line, bool *ret_quit)
{
    size_t n = strcspn(line, " \t");
    const char *rest = line + n + strspn(line + n, " \t");

    *ret_quit = n == strlen("/quit") && strncmp(line, "/quit", n) == 0;
    for (size_t i = 0; i < COUNT_OF(commands) && !*ret_quit; i++)
        if (strlen(commands[i].name) == n && strncmp(line, commands[i].name, n) == 0) {
            commands[i].run(c, rest);
            return;
        }
    if (!*ret_quit)
        chat_say(c, "There is no %.*s here; /help shows what there is.", (int)n, line);
}
