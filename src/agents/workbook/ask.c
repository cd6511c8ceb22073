/* ask.c - one message about a workbook: what the workbook itself answers, else a question about its data.
 *
 * Structure, cells, searches, what was asked before and small talk are answered here; figures, filters, groups and
 * follow-ups are every agent's (inquiry/turn.h).
 */
#include "agents/workbook/answers.h"
#include "agents/workbook/session.h"
#include "agents/workbook/structure.h"
#include "agents/workbook/workbook.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/gate.h"
#include "inquiry/turn.h"
#include "model/answer.h"
#include <ctype.h>
#include <string.h>

#define RECAP_CHARS 300 /* of one question: a line or three */

/* ---- about the conversation ---- */

/* What is remembered is a window: once it is full, there may have been questions before the first of them. */
static void recap(struct asked *q)
{
    const char *text = "";
    size_t n = 0;

    for (size_t i = 0; i < json_len(q->talk->before); i++) {
        const char *said = json_get_text(json_at(q->talk->before, i), "content");
        if (strcmp(json_get_text(json_at(q->talk->before, i), "role"), "user") == 0)
            text = arena_printf(q->a, "%s\n%zu. %.*s", text, ++n, (int)str_fit_chars(said, strlen(said), RECAP_CHARS),
                                said);
    }
    asked_understood(q, "what was asked before");
    if (n == 0)
        text = "You have not asked anything yet.";
    else if (json_len(q->talk->before) < WINDOW_TURNS)
        text = arena_printf(q->a, "So far you asked:%s", text);
    else
        text = arena_printf(q->a, "Your last %zu questions, the oldest first:%s", n, text);
    answer_say(q->a, q->answer, text);
}

static void greet(struct asked *q)
{
    asked_understood(q, "small talk");
    answer_say(q->a, q->answer,
               q->data
                   ? "I answer questions about the workbook at hand: what it holds, what is in a cell, where a text "
                     "stands, and totals, averages, counts and the like. What would you like to know?"
                   : "I answer questions about Excel workbooks. Load one (.xlsx), and ask away.");
}

static void decline(struct asked *q)
{
    asked_understood(q, "something else than the workbook");
    answer_say(q->a, q->answer,
               "I can only help with the workbook at hand, and that is not something it can answer. "
               "Ask me what sheets there are, for example, or for a total.");
}

static int no_workbook(struct asked *q)
{
    struct err err;

    err_say(&err, ERR_NO_WORKBOOK, "No workbook is loaded yet.");
    err_action(&err, "Load an Excel workbook (.xlsx) first, then ask again.");
    return asked_fail(q, &err);
}

/* ---- about the workbook ---- */

/* The name stands in the message as a word of its own, or several. */
static bool has_name(const char *message, const char *name)
{
    size_t n = strlen(name);

    for (const char *p = message; n > 0 && (p = strcasestr(p, name)); p++)
        if ((p == message || !isalnum((unsigned char)p[-1])) && !isalnum((unsigned char)p[n]))
            return true;
    return false;
}

static bool names_one_of(const char *message, const struct json *list)
{
    for (size_t i = 0; i < json_len(list); i++) {
        const struct json *v = json_at(list, i);
        const char *name = json_is(v, JSON_OBJECT) ? json_get_text(v, "name") : json_text(v, NULL);
        if ((name && has_name(message, name)) || names_one_of(message, json_get(v, "columns")))
            return true;
    }
    return false;
}

/* What looks like another topic is none when the workbook has a sheet, a table or a column of that name. */
static bool is_elsewhere(const struct asked *q)
{
    return !names_one_of(q->message, json_get(q->structure, "sheets")) &&
           !names_one_of(q->message, json_get(q->structure, "tables"));
}

/* "how many rows have region North": that is no sheet, so it is a question about the data. "what is in Q1" is one, too,
 * where a sheet is called so: it is not that cell of another sheet. */
static bool is_about_data(const struct asked *q)
{
    if (q->q.ask == SHEETS_CELLS && !q->q.where && !strcasestr(q->message, "cell"))
        return sheet_named(q->structure, q->q.text, false);
    return q->q.ask == SHEETS_ROWS && q->q.where && !q->q.is_sheet && !sheet_named(q->structure, q->q.where, false);
}

static int read_structure(struct asked *q, struct err *err)
{
    struct json *args = json_set(q->a, json_object(q->a), "data", json_copy(q->a, q->data));

    call_step(q->call, 1, 2, "Reading the workbook");
    return gate_nested(q->call, "excel-list-structure", args, &q->structure, err);
}

static answer_kind *kind_of(enum sheets_ask ask)
{
    switch (ask) {
    case SHEETS_LIST:
        return answer_sheets;
    case SHEETS_TABLES:
        return answer_tables;
    case SHEETS_COLUMNS:
        return answer_columns;
    case SHEETS_ROWS:
        return answer_rows;
    case SHEETS_EACH:
        return answer_each;
    case SHEETS_OVERVIEW:
        return answer_overview;
    case SHEETS_CELLS:
        return answer_cells;
    case SHEETS_SEARCH:
        return answer_search;
    case SHEETS_NONE:
    case SHEETS_RECAP:
    case SHEETS_GREETING:
    case SHEETS_OTHER:
        break;
    }
    return NULL;
}

/* The file that was looked at and its hash: of a copy of ours it is known, of any other the engine tells it. A workbook
 * without a table has none to tell. */
static void add_evidence(struct asked *q)
{
    const struct json *context = json_get(q->talk->metadata, "context"), *table;
    struct json *tables;
    struct err untold;

    if (context) {
        answer_add_evidence(q->a, q->answer, json_get_text(context, "workbook_name"), json_get_text(context, "sha256"),
                            NULL);
    } else if (asked_tables(q, &tables, &untold) == 0 && json_len(tables) > 0) {
        table = json_at(tables, 0);
        answer_add_evidence(q->a, q->answer, json_get_text(table, "source"), json_get_text(table, "sha256"),
                            json_get_text(table, "schema_fingerprint"));
    }
}

static int look(struct asked *q, bool *ret_done, struct err *err)
{
    answer_kind *kind = kind_of(q->q.ask);

    *ret_done = true;
    if (read_structure(q, err) < 0)
        return asked_fail(q, err);
    if ((q->q.ask == SHEETS_OTHER && !is_elsewhere(q)) || is_about_data(q)) {
        *ret_done = false;
        return 0;
    }
    if (!kind) {
        decline(q);
        return 0;
    }
    add_evidence(q);
    call_step(q->call, 2, 2, "Looking it up");
    return kind(q, err);
}

static int own(struct call *c, struct talk *t, const char *message, struct json *answer, bool *ret_done,
               struct err *err)
{
    struct asked q = {
        .call = c, .a = c->arena, .talk = t, .message = message, .answer = answer, .data = json_get(t->metadata, "data")
    };

    workbook_settle(t);
    *ret_done = message != NULL;
    if (!message)
        return 0;
    q.q = sheets_read(c->arena, message);
    if (json_len(q.data) == 0)
        q.data = NULL;
    if (q.q.ask == SHEETS_RECAP)
        recap(&q);
    else if (q.q.ask == SHEETS_GREETING)
        greet(&q);
    else if (!q.data)
        return no_workbook(&q);
    else if (q.q.ask != SHEETS_NONE && json_len(q.data) == 1)
        return look(&q, ret_done, err);
    else
        *ret_done = false;
    return 0;
}

/* ---- the operations ---- */

int workbook_message(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    struct turn turn = { .agent = WORKBOOK_AGENT,
                         .conversation_id = json_get_text(args, "id"),
                         .message = json_get_text(args, "message"),
                         .own = own };

    return turn_answer(c, w->store, &turn, ret, err);
}

int workbook_ask(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    struct turn turn = turn_of_args(WORKBOOK_AGENT, args, own);

    return turn_answer(c, w->store, &turn, ret, err);
}
