/* metrics.c - the metrics agent's operations, declared. Sessions are for people; what agents and outside clients call
 * is metrics.investigate, which keeps nothing. */
#include "agents/metrics/metrics.h"
#include "agents/metrics/ask.h"
#include "agents/metrics/investigate.h"
#include "agents/metrics/sessions.h"
#include "base/limits.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/fields.h"
#include "model/metrics_rules.h"
#include "model/page.h"

/* ---- what they give ---- */

static const struct model_field list_fields[] = {
    PAGE_INPUT(METRICS_PAGE),
    END,
};
static const struct model_entity list_input = ENTITY("sessions.list", "Which of them.", list_fields);

static const struct model_field sessions_fields[] = {
    FIELD("items", LIST, REQ, "The newest first.", .each = EACH_ENTITY(metrics_session_response)),
    PAGE_OUTPUT,
    END,
};
static const struct model_entity sessions_output = ENTITY("sessions.list result", "Sessions.", sessions_fields);

static const struct model_field deleted_fields[] = {
    FIELD("session_id", UUID, 0, "The session that is gone."),
    FIELD("file_id", UUID, 0, "The file that is gone."),
    FIELD("deleted", BOOL, REQ, "True."),
    END,
};
static const struct model_entity deleted = ENTITY("sessions.delete result", "What is gone.", deleted_fields);

static const struct model_field file_fields[] = {
    FIELD("file_id", UUID, REQ, "The file's id."),
    FIELD("session_id", UUID, REQ, "Its session."),
    FIELD("original_name", TEXT, REQ, "Its name when it was uploaded."),
    FIELD("description", TEXT, REQ, "What is in it."),
    FIELD("path", TEXT, REQ, "Where in the session it is kept."),
    FIELD("row_count", INT, 0, "Rows without the header."),
    FIELD("size_bytes", INT, 0, "Its size."),
    FIELD("schema", OBJECT, OPT, "Its columns (metrics.FileSchema), once they were looked at."),
    FIELD("uploaded_at", UTC, REQ, "When it was uploaded."),
    END,
};
static const struct model_entity file = ENTITY("sessions.File", "A file of a session.", file_fields);

static const struct model_field files_fields[] = {
    FIELD("items", LIST, REQ, "The oldest first.", .each = EACH_ENTITY(file)),
    PAGE_OUTPUT,
    END,
};
static const struct model_entity files_output = ENTITY("sessions.files result", "A session's files.", files_fields);

static const struct model_enum report_states = { "sessions.ReportState",
                                                 VALUES("running", "completed", "no_findings") };

static const struct model_field report_fields[] = {
    FIELD("content", TEXT, 0, "The report in Markdown."),
    FIELD("generated_at", UTC, 0, "When it was written."),
    FIELD("status", ENUM, REQ, "Whether anything was found; running: there is no report yet.",
          .values = &report_states),
    FIELD("message", TEXT, 0, "While it runs: the same in words."),
    END,
};
static const struct model_entity report_output = ENTITY("sessions.report result", "The report.", report_fields);

static const struct model_field download_fields[] = {
    FIELD("content_type", TEXT, REQ, "What it is."),
    FIELD("filename", TEXT, REQ, "What to call it."),
    FIELD("content", TEXT, REQ, "The report."),
    END,
};
static const struct model_entity download = ENTITY("sessions.download result", "A report as a file.", download_fields);

static const struct model_field explained_fields[] = {
    EXPLAINED_FIELDS,
    END,
};
static const struct model_entity explained =
    ENTITY("sessions.explanations result", "What explains the change.", explained_fields);

static const struct model_field history_fields[] = {
    FIELD("messages", LIST, REQ, "metrics.ChatMessage, oldest first.", .each = EACH(OBJECT)),
    END,
};
static const struct model_entity history = ENTITY("sessions.history result", "A chat.", history_fields);

/* ---- the operations ---- */

static const char *const investigate_examples[] = {
    "assay investigate --data orders.csv --metric 'sum(total)' --baseline 2024-02 --compare 2024-03",
    "assay investigate --data orders.csv --data customers.csv --metric 'avg(total)' --baseline "
    "2024-01-01..2024-01-31 --compare 2024-02-01..2024-02-29 --json",
    NULL
};

static const struct op ops[] = {
    { .name = "metrics.investigate",
      .command = "investigate",
      .summary = "Find out why a metric changed between two periods.",
      .use = "Find out why a metric changed between two periods: hypotheses tested, segments ranked.",
      .group = OP_GROUP_METRICS,
      .detail = "Measures the change, makes hypotheses, asks the data about each, and ranks the segments behind it, "
                "whose contributions and residual add up to the change. Tables that refer to each other by a key are "
                "joined. Nothing is kept.",
      .examples = investigate_examples,
      .input = &metrics_investigate_args,
      .output = &metrics_investigate_result,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .timeout_ms = METRICS_RUN_MS,
      .run = metrics_investigate,
      .show = metrics_investigate_show },
    { .name = "metrics.ask",
      .summary = "Ask why a figure changed, in words.",
      .detail = "Names the metric and a period; the period before it is compared with unless another is named.",
      .input = &metrics_ask_args,
      .output = &answer_entity,
      .flags = OP_TALKS | OP_INSIDE,
      .shape = OP_ANSWER,
      .timeout_ms = METRICS_RUN_MS,
      .run = metrics_ask },
    { .name = "sessions.create",
      .summary = "Begin a session: files, an investigation of them, its report and a chat about it, for a day.",
      .input = &metrics_session_create,
      .output = &metrics_session_response,
      .flags = OP_WRITES | OP_MAKES_FILES,
      .run = sessions_create },
    { .name = "sessions.get",
      .summary = "Show where a session stands.",
      .input = &metrics_session_input,
      .output = &metrics_session_response,
      .flags = OP_IDEMPOTENT,
      .run = sessions_get },
    { .name = "sessions.list",
      .summary = "List the sessions.",
      .input = &list_input,
      .output = &sessions_output,
      .flags = OP_IDEMPOTENT,
      .run = sessions_list },
    { .name = "sessions.delete",
      .summary = "Remove a session with all that belongs to it.",
      .input = &metrics_session_input,
      .output = &deleted,
      .flags = OP_WRITES | OP_DESTRUCTIVE | OP_MAKES_FILES,
      .run = sessions_delete,
      .affects = sessions_delete_affects },
    { .name = "sessions.add_file",
      .summary = "Add a CSV file to a session.",
      .input = &metrics_file_add_input,
      .output = &metrics_file_upload_response,
      .flags = OP_MAKES_FILES,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = sessions_add_file },
    { .name = "sessions.files",
      .summary = "List a session's files.",
      .input = &metrics_session_input,
      .output = &files_output,
      .flags = OP_IDEMPOTENT,
      .run = sessions_files },
    { .name = "sessions.describe_file",
      .summary = "Say what is in a file of a session.",
      .input = &metrics_file_describe_input,
      .output = &file,
      .flags = OP_MAKES_FILES | OP_IDEMPOTENT,
      .run = sessions_describe_file },
    { .name = "sessions.remove_file",
      .summary = "Remove a file from a session.",
      .input = &metrics_file_input,
      .output = &deleted,
      .flags = OP_DESTRUCTIVE | OP_MAKES_FILES,
      .run = sessions_remove_file,
      .affects = sessions_remove_file_affects },
    { .name = "sessions.investigate",
      .summary = "Check what is to be investigated in a session, and make ready for it.",
      .input = &metrics_investigate_input,
      .output = &metrics_investigation_response,
      .flags = OP_MAKES_FILES,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = sessions_investigate },
    { .name = "sessions.run",
      .summary = "Run the investigation that was made ready in a session.",
      .input = &metrics_session_input,
      .output = &metrics_investigation_response,
      .flags = OP_MAKES_FILES,
      .timeout_ms = METRICS_RUN_MS,
      .run = sessions_run },
    { .name = "sessions.report",
      .summary = "Show a session's report.",
      .input = &metrics_session_input,
      .output = &report_output,
      .flags = OP_IDEMPOTENT,
      .run = sessions_report },
    { .name = "sessions.download",
      .summary = "Give a session's report as a file.",
      .input = &metrics_session_input,
      .output = &download,
      .flags = OP_IDEMPOTENT,
      .run = sessions_download },
    { .name = "sessions.explanations",
      .summary = "Show what explains the change, and the parts it is made of.",
      .input = &metrics_session_input,
      .output = &explained,
      .flags = OP_IDEMPOTENT,
      .run = sessions_explanations },
    { .name = "sessions.chat",
      .summary = "Ask about a session's report; the answer comes from what the session has kept.",
      .input = &metrics_chat_input,
      .output = &metrics_chat_response,
      .flags = OP_MAKES_FILES,
      .run = sessions_chat },
    { .name = "sessions.history",
      .summary = "Show the chat about a session's report.",
      .input = &metrics_session_input,
      .output = &history,
      .flags = OP_IDEMPOTENT,
      .run = sessions_history },
};

int metrics_add(struct op_table *table, struct metrics *m, struct err *err)
{
    return op_table_add(table, ops, COUNT_OF(ops), m, err);
}
