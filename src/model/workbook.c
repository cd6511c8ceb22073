/* workbook.c - seed 1, the workbook conversation: its entities, enums, rules and state machines.
 *
 * The seed is written for C# and names in PascalCase; here everything is the contract's snake_case, and error codes are
 * UPPER_SNAKE, because this seed's routes give the contract's one answer. A turn's and a response's content_type take
 * the whole enum: a clarification becomes the next turn, so a turn has to be able to say so.
 */
#include "model/workbook.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "model/safe.h"
#include "model/seeds.h"

/* ---- enums ---- */

static const struct model_enum role = { "workbook.Role", VALUES("user", "assistant", "system") };

const struct model_enum workbook_content_type = {
    "workbook.ContentType",
    VALUES("text", "table", "error", "system_message", "clarification"),
};

static const struct model_enum error_code = {
    "workbook.ErrorCode",
    VALUES("WORKBOOK_LOAD_FAILED", "QUERY_TIMEOUT", "MODEL_UNRESPONSIVE", "INVALID_QUERY", "MCP_TOOL_ERROR",
           "UNKNOWN_ERROR"),
};

/* The tools the contract lists: what "known MCP tools" are. */
static const struct model_enum tool = {
    "workbook.Tool",
    VALUES("excel-list-structure", "excel-search", "excel-preview-table", "excel-analyze-pivot", "excel-write-cell",
           "excel-write-range", "excel-create-worksheet", "add_task", "list_tasks", "update_task", "complete_task",
           "delete_task", "sql.run", "df.transform", "plot.render", "profiler.analyze", "docs.search", "docs.ask",
           "metrics.localize", "metrics.investigate", "ask"),
};

static const struct model_enum log_event = {
    "workbook.LogEvent",
    VALUES("AgentQuery", "ToolInvoked", "ResponseGenerated", "Error"),
};

static const struct model_enum turn_state = { "workbook.TurnState", VALUES("created", "stored", "archived") };

static const struct model_enum context_state = {
    "workbook.ContextState",
    VALUES("unloaded", "loading", "loaded", "failed", "replaced"),
};

static const struct model_enum session_state = {
    "workbook.SessionState",
    VALUES("created", "active", "idle", "expired"),
};

static const struct model_enum response_state = {
    "workbook.ResponseState",
    VALUES("processing", "completed", "displayed", "archived"),
};

static const struct model_enum tool_state = {
    "workbook.ToolState",
    VALUES("queued", "executing", "completed", "failed", "logged"),
};

/* ---- state machines ---- */

static const struct model_machine turn_machine = {
    .name = "workbook.ConversationTurn",
    .states = &turn_state,
    .initial = "created",
    .steps =
        (const struct model_step[]){
            { "created", "stored", "it enters the conversation's history" },
            { "stored", "archived", "it leaves the rolling window" },
            END,
        },
};

static const struct model_machine context_machine = {
    .name = "workbook.WorkbookContext",
    .states = &context_state,
    .initial = "unloaded",
    .steps =
        (const struct model_step[]){
            { "unloaded", "loading", "a file was chosen" },
            { "loading", "loaded", "is_valid is true" },
            { "loading", "failed", "is_valid is false" },
            { "loaded", "replaced", "another workbook was loaded" },
            END,
        },
};

static const struct model_machine session_machine = {
    .name = "workbook.WorkbookSession",
    .states = &session_state,
    .initial = "created",
    .steps =
        (const struct model_step[]){
            { "created", "active", "the first message or workbook" },
            { "active", "idle", "no activity" },
            { "idle", "expired", "its time ran out" },
            { "idle", "active", "added: a person comes back to the conversation before it expires" },
            { "active", "expired", "added: the seed ends a session when its connection closes or it is cleared" },
            { "created", "expired", "added: a session nobody ever used also runs out" },
            END,
        },
};

static const struct model_machine response_machine = {
    .name = "workbook.AgentResponse",
    .states = &response_state,
    .initial = "processing",
    .steps =
        (const struct model_step[]){
            { "processing", "completed", "the answer is whole, be it an error" },
            { "completed", "displayed", "it was sent to the person" },
            { "displayed", "archived", "it became a turn that left the window" },
            END,
        },
};

static const struct model_machine tool_machine = {
    .name = "workbook.ToolInvocation",
    .states = &tool_state,
    .initial = "queued",
    .steps =
        (const struct model_step[]){
            { "queued", "executing", "the tool was started" },
            { "executing", "completed", "success is true" },
            { "executing", "failed", "success is false" },
            { "completed", "logged", "written to the log" },
            { "failed", "logged", "written to the log" },
            END,
        },
};

/* ---- rules ---- */

static int rule_turn_content(const struct json *turn, struct err *err)
{
    const char *content = json_get_text(turn, "content");

    if (*content || rule_is(turn, "role", "system"))
        return 0;
    return rule_fail(err, "content must not be empty unless the role is system");
}

static int rule_path(const struct json *context, struct err *err)
{
    const char *path = json_get_text(context, "workbook_path");

    if (path[0] != '/')
        return rule_fail(err, "workbook_path must be an absolute path");
    if (!rule_ends(path, ".xlsx") || str_ends(path, "/.xlsx"))
        return rule_fail(err, "workbook_path must name an .xlsx file");
    return 0;
}

static int rule_name(const struct json *context, struct err *err)
{
    if (strpbrk(json_get_text(context, "workbook_name"), "/\\"))
        return rule_fail(err, "workbook_name must not hold a path separator");
    return 0;
}

static int rule_invalid_says_why(const struct json *context, struct err *err)
{
    if (json_get_truth(context, "is_valid") || rule_filled(context, "error_message"))
        return 0;
    return rule_fail(err, "error_message must be set when is_valid is false");
}

static int rule_activity(const struct json *session, struct err *err)
{
    if (rule_time(session, "last_activity_at") < rule_time(session, "started_at"))
        return rule_fail(err, "last_activity_at must not be before started_at");
    return 0;
}

static int rule_window(const struct json *session, struct err *err)
{
    const struct json *window = json_get(session, "context_window");

    for (size_t i = 0; i < json_len(window); i++)
        if (rule_is(json_at(window, i), "role", "system"))
            return rule_fail(err, "context_window must not hold system messages");
    return 0;
}

static int rule_content_has_its_part(const struct json *response, struct err *err)
{
    if (rule_is(response, "content_type", "table") && !rule_has(response, "table_data"))
        return rule_fail(err, "table_data must be set when content_type is table");
    if (rule_is(response, "content_type", "error") && !rule_has(response, "error"))
        return rule_fail(err, "error must be set when content_type is error");
    return 0;
}

static int rule_failure_says_why(const struct json *invocation, struct err *err)
{
    if (json_get_truth(invocation, "success") || rule_filled(invocation, "error_message"))
        return 0;
    return rule_fail(err, "error_message must be set when success is false");
}

static int rule_message_is_safe(const struct json *error, struct err *err)
{
    const char *fault = safe_fault(json_get_text(error, "message"));

    return fault ? err_say(err, ERR_INVALID_INPUT, "message must not hold %s", fault) : 0;
}

static int rule_retry_is_guided(const struct json *error, struct err *err)
{
    if (json_get_truth(error, "can_retry") && !rule_filled(error, "suggested_action"))
        return rule_fail(err, "suggested_action must be set when can_retry is true");
    return 0;
}

/* ---- entities, the parts before what they are part of ---- */

static const struct model_entity turn = {
    .name = "workbook.ConversationTurn",
    .summary = "One message of a conversation: a question, an answer or a notice.",
    .fields =
        (const struct model_field[]){
            FIELD("id", UUID, REQ, "The turn's id."),
            FIELD("role", ENUM, REQ, "Who speaks.", .values = &role),
            FIELD("content", TEXT, REQ, "The message.", .range = AT_MOST(CONTENT_CHARS)),
            FIELD("timestamp", UTC, REQ, "When it was said."),
            FIELD("correlation_id", UUID, REQ, "Links related operations across logs."),
            FIELD("content_type", ENUM, REQ, "What the content is.", .values = &workbook_content_type),
            FIELD("metadata", OBJECT, OPT, "Anything else."),
            FIELD("state", ENUM, 0, "Whether the window still has it.", .values = &turn_state),
            END,
        },
    .rules = RULES(rule_turn_content),
    .machine = &turn_machine,
};

const struct model_entity workbook_metadata = {
    .name = "workbook.WorkbookMetadata",
    .summary = "What a workbook holds.",
    .fields =
        (const struct model_field[]){
            FIELD("sheet_names", LIST, REQ, "All worksheets, in order.", .each = EACH(TEXT)),
            FIELD("table_names", MAP, REQ, "Tables of each sheet.", .each = EACH_LIST_OF(TEXT)),
            FIELD("row_counts", MAP, REQ, "Rows of each sheet.", .each = EACH(INT, .range = AT_LEAST(0))),
            FIELD("column_counts", MAP, REQ, "Columns of each sheet.", .each = EACH(INT, .range = AT_LEAST(0))),
            END,
        },
};

static const struct model_entity context = {
    .name = "workbook.WorkbookContext",
    .summary = "The workbook that is loaded, or why it could not be.",
    .fields =
        (const struct model_field[]){
            FIELD("workbook_path", TEXT, REQ, "Absolute path of the .xlsx file."),
            FIELD("workbook_name", TEXT, REQ, "The file's name without its folder.", .range = AT_LEAST(1)),
            FIELD("loaded_at", UTC, REQ, "When it was loaded."),
            FIELD("metadata", ENTITY, REQ, "What it holds.", .entity = &workbook_metadata),
            FIELD("is_valid", BOOL, REQ, "Whether it was loaded."),
            FIELD("error_message", TEXT, OPT, "Why not, in words that may be shown."),
            FIELD("state", ENUM, 0, "Whether it is the one at hand.", .values = &context_state),
            END,
        },
    .rules = RULES(rule_path, rule_name, rule_invalid_says_why),
    .machine = &context_machine,
};

const struct model_entity workbook_session = {
    .name = "workbook.WorkbookSession",
    .summary = "A person's conversation about workbooks.",
    .fields =
        (const struct model_field[]){
            FIELD("session_id", UUID, REQ, "The session's id."),
            FIELD("started_at", UTC, REQ, "When it began."),
            FIELD("last_activity_at", UTC, REQ, "When something last happened."),
            FIELD("current_context", ENTITY, NUL, "The workbook at hand, null when none is.", .entity = &context),
            FIELD("conversation_history", LIST, REQ, "Every turn, for display.", .each = EACH_ENTITY(turn)),
            FIELD("context_window", LIST, REQ, "The turns a model sees.", .range = AT_MOST(WINDOW_TURNS),
                  .each = EACH_ENTITY(turn)),
            FIELD("previous_contexts", LIST, REQ, "Workbooks loaded before.", .each = EACH_ENTITY(context)),
            FIELD("state", ENUM, 0, "Whether it is in use.", .values = &session_state),
            END,
        },
    .rules = RULES(rule_activity, rule_window),
    .machine = &session_machine,
};

const struct model_entity workbook_table_metadata = {
    .name = "workbook.TableMetadata",
    .summary = "Where a table came from and how much of it is shown.",
    .fields =
        (const struct model_field[]){
            FIELD("sheet_name", TEXT, NUL, "The sheet, null when it is of none."),
            FIELD("row_count", INT, REQ, "Rows there are.", .range = AT_LEAST(0)),
            FIELD("is_truncated", BOOL, REQ, "Whether fewer are shown."),
            END,
        },
};

static const struct model_entity table_data = {
    .name = "workbook.TableData",
    .summary = "A table in an answer.",
    .fields =
        (const struct model_field[]){
            FIELD("columns", LIST, REQ, "Headers.", .each = EACH(TEXT)),
            FIELD("rows", LIST, REQ, "Cells as text, row by row.", .range = AT_MOST(TABLE_ROWS),
                  .each = EACH_LIST_OF(TEXT)),
            FIELD("metadata", ENTITY, REQ, "Where it came from.", .entity = &workbook_table_metadata),
            END,
        },
};

static const struct model_entity invocation = {
    .name = "workbook.ToolInvocation",
    .summary = "One call of a tool.",
    .fields =
        (const struct model_field[]){
            FIELD("tool_name", ENUM, REQ, "The tool.", .values = &tool),
            FIELD("plugin_method", TEXT, REQ, "The method that called it."),
            FIELD("input_parameters", OBJECT, REQ, "What it was given."),
            FIELD("output_summary", TEXT, REQ, "What came out, in brief."),
            FIELD("invoked_at", UTC, REQ, "When it was called."),
            FIELD("duration_ms", INT, REQ, "How long it took.", .range = AT_LEAST(0)),
            FIELD("success", BOOL, REQ, "Whether it succeeded."),
            FIELD("error_message", TEXT, OPT, "Why not, in words that may be shown."),
            END,
        },
    .rules = RULES(rule_failure_says_why),
    .machine = &tool_machine,
};

static const struct model_entity sanitized_error = {
    .name = "workbook.SanitizedError",
    .summary = "An error as a person may see it.",
    .fields =
        (const struct model_field[]){
            FIELD("message", TEXT, REQ, "What happened.", .range = AT_LEAST(1)),
            FIELD("correlation_id", UUID, REQ, "Finds the log entry with the details."),
            FIELD("timestamp", UTC, REQ, "When it happened."),
            FIELD("error_code", ENUM, REQ, "Its category.", .values = &error_code),
            FIELD("can_retry", BOOL, REQ, "Whether trying again can help."),
            FIELD("suggested_action", TEXT, OPT, "What to do."),
            END,
        },
    .rules = RULES(rule_message_is_safe, rule_retry_is_guided),
};

static const struct model_entity response = {
    .name = "workbook.AgentResponse",
    .summary = "An answer about a workbook.",
    .fields =
        (const struct model_field[]){
            FIELD("response_id", UUID, REQ, "The answer's id."),
            FIELD("correlation_id", UUID, REQ, "Links it to the question."),
            FIELD("content", TEXT, REQ, "The text.", .range = AT_MOST(CONTENT_CHARS)),
            FIELD("content_type", ENUM, REQ, "What the content is.", .values = &workbook_content_type),
            FIELD("table_data", ENTITY, OPT, "The table, if it is one.", .entity = &table_data),
            FIELD("suggestions", LIST, REQ, "Questions that could follow.", .each = EACH(TEXT)),
            FIELD("tools_invoked", LIST, REQ, "Tools that were called.", .each = EACH_ENTITY(invocation)),
            FIELD("processing_time_ms", INT, REQ, "How long it took.", .range = AT_LEAST(0)),
            FIELD("model_used", TEXT, REQ, "Which model spoke."),
            FIELD("error", ENTITY, OPT, "The error, if it is one.", .entity = &sanitized_error),
            END,
        },
    .rules = RULES(rule_content_has_its_part),
    .machine = &response_machine,
};

static const struct model_entity log_entry = {
    .name = "workbook.LogEntry",
    .summary = "One line of the diary.",
    .fields =
        (const struct model_field[]){
            FIELD("timestamp", UTC, REQ, "When it happened."),
            FIELD("correlationId", TEXT, REQ, "Links the lines of one request."),
            FIELD("event", ENUM, REQ, "What happened.", .values = &log_event),
            FIELD("details", OBJECT, NUL, "For the operator."),
            END,
        },
};

const struct model_seed workbook_seed = {
    "workbook",
    (const struct model_entity *const[]){ &turn, &workbook_metadata, &context, &workbook_session,
                                          &workbook_table_metadata, &table_data, &invocation, &sanitized_error,
                                          &response, &log_entry, NULL },
    (const struct model_enum *const[]){ &role, &workbook_content_type, &error_code, &tool, &log_event, &turn_state,
                                        &context_state, &session_state, &response_state, &tool_state, NULL },
    (const struct model_machine *const[]){ &turn_machine, &context_machine, &session_machine, &response_machine,
                                           &tool_machine, NULL },
};

/* ---- what the seed computes ---- */

struct json *workbook_window(struct arena *a, const struct json *history)
{
    struct json *window = json_array(a);
    size_t from = json_len(history), kept = 0;

    while (from > 0 && kept < WINDOW_TURNS)
        kept += !rule_is(json_at(history, --from), "role", "system");
    for (size_t i = from; i < json_len(history); i++)
        if (!rule_is(json_at(history, i), "role", "system"))
            json_push(a, window, json_at(history, i));
    return window;
}

const char *workbook_error_code(enum err_code code)
{
    const char *name = err_name(code);

    if (model_enum_has(&error_code, name))
        return name;
    switch (err_kind(code)) {
    case ERR_KIND_INVALID:
    case ERR_KIND_NOT_FOUND:
    case ERR_KIND_ASK:
        return "INVALID_QUERY";
    case ERR_KIND_TIMEOUT:
        return "QUERY_TIMEOUT";
    case ERR_KIND_DENIED:
    case ERR_KIND_CONFLICT:
    case ERR_KIND_TOO_LARGE:
    case ERR_KIND_UNAVAILABLE:
        return "MCP_TOOL_ERROR";
    case ERR_KIND_USAGE:
    case ERR_KIND_CANCELLED:
    case ERR_KIND_INTERNAL:
        break;
    }
    return "UNKNOWN_ERROR";
}
