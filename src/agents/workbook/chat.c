/* chat.c - the operations of a conversation about workbooks, declared; session.h says where each is done. */
#include "agents/workbook/chat.h"
#include "access/columns.h"
#include "agents/workbook/session.h"
#include "agents/workbook/workbook.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/asked.h"
#include "model/fields.h"
#include "model/page.h"
#include "model/workbook.h"

#define SESSION_ID FIELD("id", UUID, REQ, "The conversation's id.", .position = 1, .metavar = "ID")

/* ---- start, get, clear ---- */

static const struct model_field none_fields[] = { END };
static const struct model_entity start_input = ENTITY("workbook.start", "Nothing.", none_fields);

static const struct model_field started_fields[] = {
    FIELD("session_id", UUID, REQ, "The session's id."),
    FIELD("conversation_id", UUID, REQ, "The same, as answers call it."),
    FIELD("created_at", UTC, REQ, "When it began."),
    END,
};
static const struct model_entity started = ENTITY("workbook.start result", "A new session.", started_fields);

static const struct model_field id_fields[] = { SESSION_ID, END };
static const struct model_entity get_input = ENTITY("workbook.get", "Which session.", id_fields);
static const struct model_entity clear_input = ENTITY("workbook.clear", "Which session.", id_fields);

static const struct model_field cleared_fields[] = {
    FIELD("session_id", UUID, REQ, "The session's id."),
    FIELD("cleared_turns", INT, REQ, "How many turns were forgotten.", .range = AT_LEAST(0)),
    FIELD("workbook_name", TEXT, NUL, "The workbook that stays loaded; null when there is none."),
    END,
};
static const struct model_entity cleared = ENTITY("workbook.clear result", "What was forgotten.", cleared_fields);

/* ---- list ---- */

static const struct model_field list_fields[] = {
    FIELD("agent", TEXT, 0, "Only conversations with this agent.", .range = BETWEEN(1, 32)),
    PAGE_INPUT(PAGE_MOST),
    END,
};
static const struct model_entity list_input = ENTITY("workbook.list", "Which of them.", list_fields);

static const struct model_field item_fields[] = {
    FIELD("id", TEXT, REQ, "The conversation's id."),
    FIELD("agent", TEXT, REQ, "With whom."),
    FIELD("created_at", UTC, REQ, "When it began."),
    FIELD("updated_at", UTC, REQ, "When something was last said."),
    FIELD("title", TEXT, NUL, "The first thing that was asked; null when nothing was."),
    END,
};
static const struct model_entity item = ENTITY("ConversationItem", "A conversation.", item_fields);

static const struct model_field listed_fields[] = {
    FIELD("items", LIST, REQ, "The last touched first.", .each = EACH_ENTITY(item)),
    PAGE_OUTPUT,
    END,
};
static const struct model_entity listed = ENTITY("workbook.list result", "Conversations.", listed_fields);

/* ---- load ---- */

static const struct model_field load_fields[] = {
    SESSION_ID,
    FIELD("path", TEXT, REQ | MODEL_PATH | MODEL_WORDS, "The .xlsx file: its path, or upload://ID/NAME.", .position = 2,
          .metavar = "PATH", .range = BETWEEN(1, DATA_PATH_CHARS)),
    FIELD("name", TEXT, MODEL_WORDS, "What to call it; otherwise it keeps its name.",
          .range = BETWEEN(1, UPLOAD_NAME_BYTES)),
    FIELD("description", TEXT, OPT | MODEL_WORDS, "What is in it.", .range = AT_MOST(UPLOAD_DESCRIPTION_CHARS)),
    END,
};
static const struct model_entity load_input = ENTITY("workbook.load", "Which workbook.", load_fields);

static const struct model_enum load_state = { "workbook.LoadState", VALUES("loaded", "failed") };

static const struct model_field loaded_fields[] = {
    FIELD("session_id", UUID, REQ, "The session's id."),
    FIELD("workbook_path", TEXT, NUL, "Absolute path of the copy that is used; null when there is none."),
    FIELD("workbook_name", TEXT, REQ, "The file's name without its folder."),
    FIELD("loaded_at", UTC, REQ, "When it was loaded."),
    FIELD("metadata", ENTITY, REQ, "What it holds.", .entity = &workbook_metadata),
    FIELD("is_valid", BOOL, REQ, "Whether it was loaded; otherwise the one before stays."),
    FIELD("error_message", TEXT, NUL, "Why not, in words that may be shown."),
    FIELD("state", ENUM, REQ, "The same as is_valid, as the seed's states have it.", .values = &load_state),
    FIELD("summary", TEXT, REQ, "What it holds, in words."),
    FIELD("suggestions", LIST, REQ, "Questions worth asking of it.", .range = AT_MOST(SHEETS_SUGGESTIONS),
          .each = EACH(TEXT)),
    FIELD("error", OBJECT, NUL, "Why not, as answers tell it."),
    END,
};
static const struct model_entity loaded = ENTITY("workbook.load result", "The workbook at hand.", loaded_fields);

static void show_loaded(struct buf *b, const struct json *result)
{
    const char *why = json_get_text(result, "error_message");

    buf_addf(b, "%s\n", why ? why : json_get_text(result, "summary"));
}

/* ---- message, ask ---- */

static const struct model_field message_fields[] = {
    SESSION_ID,
    FIELD("message", TEXT, REQ | MODEL_WORDS, "What to say.", .position = 2, .metavar = "MESSAGE",
          .range = BETWEEN(1, QUESTION_CHARS)),
    END,
};
static const struct model_entity message_input =
    ENTITY("workbook.message", "A message and its session.", message_fields);

static const struct model_field ask_fields[] = {
    MAYBE_DATA_FIELD,
    FIELD("conversation_id", UUID, OPT, "The conversation it belongs to; a new one unless said.", .metavar = "ID"),
    FIELD("table", TEXT, OPT | MODEL_WORDS, "Of data with several tables: the one it is about.", .metavar = "NAME",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    ASKED_FIELDS,
    END,
};
static const struct model_entity ask_input = ENTITY("workbook.ask", "A question and the workbook.", ask_fields);

/* ---- suggestions, export ---- */

static const struct model_field suggestions_fields[] = {
    SESSION_ID,
    FIELD("max", INT, 0, "How many at most.", .range = BETWEEN(1, SHEETS_SUGGESTIONS),
          .otherwise = TEXT_OF(SHEETS_SUGGESTIONS)),
    END,
};
static const struct model_entity suggestions_input =
    ENTITY("workbook.suggestions", "Which session.", suggestions_fields);

static const struct model_field suggested_fields[] = {
    FIELD("suggestions", LIST, REQ, "Questions worth asking of the workbook at hand.",
          .range = AT_MOST(SHEETS_SUGGESTIONS), .each = EACH(TEXT)),
    END,
};
static const struct model_entity suggested = ENTITY("workbook.suggestions result", "Questions.", suggested_fields);

static const struct model_enum export_format = { "workbook.ExportFormat", VALUES("md", "csv", "xlsx", "html") };

static const struct model_field export_fields[] = {
    SESSION_ID,
    FIELD("format", ENUM, 0, "md, html: the conversation; csv: its last table; xlsx: all of it.",
          .values = &export_format, .otherwise = "\"md\""),
    END,
};
static const struct model_entity export_input = ENTITY("workbook.export", "Which session, and how.", export_fields);

static const struct model_field exported_fields[] = {
    FIELD("content_type", TEXT, REQ, "What it is."),
    FIELD("filename", TEXT, REQ, "What to call it."),
    FIELD("content", TEXT, 0, "Its text."),
    FIELD("blob", TEXT, 0, "Or its bytes as Base64."),
    FIELD("note", TEXT, 0, "What was changed on the way out: cells that a spreadsheet would take for formulas."),
    END,
};
static const struct model_entity exported = ENTITY("workbook.export result", "A file.", exported_fields);

/* ---- the table ---- */

static const struct op ops[] = {
    { .name = "workbook.start",
      .summary = "Begin a conversation about workbooks.",
      .input = &start_input,
      .output = &started,
      .flags = OP_WRITES,
      .run = workbook_start },
    { .name = "workbook.load",
      .summary = "Load a workbook into a conversation; its copy is what questions are answered from.",
      .detail = "Loading another one later keeps what was said, marks the change in it, and answers from the new "
                "workbook only. A file that cannot be used leaves the workbook that was loaded before.",
      .input = &load_input,
      .output = &loaded,
      .flags = OP_TALKS | OP_MAKES_FILES,
      .run = workbook_load,
      .show = show_loaded },
    { .name = "workbook.message",
      .summary = "Say something in a conversation about a workbook.",
      .input = &message_input,
      .output = &answer_entity,
      .flags = OP_TALKS,
      .shape = OP_ANSWER,
      .run = workbook_message },
    { .name = "workbook.ask",
      .summary = "Answer one question about a workbook: its sheets, cells and texts, or figures.",
      .examples = (const char *const[]){ "assay op run workbook.ask "
                                         "'{\"data\":[\"book.xlsx\"],\"question\":\"what sheets are there?\"}'",
                                         NULL },
      .input = &ask_input,
      .output = &answer_entity,
      .flags = OP_TALKS | OP_INSIDE,
      .shape = OP_ANSWER,
      .run = workbook_ask },
    { .name = "workbook.get",
      .summary = "Tell a session: its workbook, its turns and the window that answers look at.",
      .input = &get_input,
      .output = &workbook_session,
      .run = workbook_get },
    { .name = "workbook.list",
      .summary = "List your conversations, the last touched first.",
      .input = &list_input,
      .output = &listed,
      .run = workbook_list },
    { .name = "workbook.clear",
      .summary = "Forget what was said in a conversation; its workbook stays loaded.",
      .input = &clear_input,
      .output = &cleared,
      .flags = OP_WRITES | OP_IDEMPOTENT | OP_FORGETS,
      .run = workbook_clear },
    { .name = "workbook.suggestions",
      .summary = "Offer questions about the workbook at hand.",
      .input = &suggestions_input,
      .output = &suggested,
      .run = workbook_suggestions },
    { .name = "workbook.export",
      .summary = "Put a conversation, or its last table, into a file.",
      .input = &export_input,
      .output = &exported,
      .run = workbook_export },
};

int workbook_chat_add(struct op_table *t, struct workbook_tools *w, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), w, err);
}
