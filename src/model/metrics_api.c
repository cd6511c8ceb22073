/* metrics_api.c - the bodies of the metrics seed's routes, as its Pydantic models give them.
 *
 * The contract adds target_metric and metric_definition to the request as another spelling of metric_sql.
 */
#include "model/metrics_rules.h"

const struct model_enum metrics_investigation_status = {
    "metrics.InvestigationStatus",
    VALUES("running", "completed", "failed"),
};

const struct model_enum metrics_error_code = {
    "metrics.ErrorCode",
    VALUES("MAX_FILES_EXCEEDED", "FILE_TOO_LARGE", "INVALID_FILE_TYPE", "NO_HEADERS", "METRIC_SQL_REQUIRED",
           "NO_FILES_UPLOADED", "INVALID_DATE_RANGE", "INVESTIGATION_NOT_COMPLETE", "SESSION_NOT_FOUND",
           "COLUMN_NOT_FOUND"),
};

/* As a body of the seed's, or as an operation's arguments, whose words can be erased. */
#define INVESTIGATION_FIELDS(words)                                                                                    \
    FIELD("business_context", TEXT, OPT | (words), "What is known of the metric.",                                     \
          .range = AT_MOST(METRICS_CONTEXT_CHARS)),                                                                    \
        FIELD("metric_sql", TEXT, OPT | (words), "The metric in SQL or words.", .range = AT_MOST(METRICS_SQL_CHARS)),  \
        FIELD("target_metric", TEXT, OPT | (words),                                                                    \
              "The metric's column; with metric_definition instead of metric_sql.",                                    \
              .range = AT_MOST(METRICS_TARGET_CHARS)),                                                                 \
        FIELD("metric_definition", TEXT, OPT | (words), "What that column means.",                                     \
              .range = AT_MOST(METRICS_SQL_CHARS)),                                                                    \
        FIELD("baseline_period", ENTITY, REQ, "The period to compare with.", .entity = &metrics_date_range,            \
              .code = ERR_INVALID_DATE_RANGE),                                                                         \
        FIELD("comparison_period", ENTITY, REQ, "The period in question.", .entity = &metrics_date_range,              \
              .code = ERR_INVALID_DATE_RANGE),                                                                         \
        FIELD("investigation_prompt", TEXT, OPT | (words), "What to look at first.",                                   \
              .range = AT_MOST(METRICS_PROMPT_CHARS))
#define DESCRIPTION_FIELD(words)                                                                                       \
    FIELD("description", TEXT, REQ | (words), "What is in it.", .range = AT_MOST(METRICS_DESCRIPTION_CHARS))
#define MESSAGE_FIELD(words)                                                                                           \
    FIELD("message", TEXT, REQ | (words), "The question.", .range = BETWEEN(1, METRICS_CHAT_CHARS))

const struct model_entity metrics_session_create = {
    .name = "metrics.SessionCreate",
    .summary = "What it takes to make a session: nothing.",
    .fields = (const struct model_field[]){ END },
};

const struct model_entity metrics_session_response = {
    .name = "metrics.SessionResponse",
    .summary = "A session as its routes show it.",
    .fields =
        (const struct model_field[]){
            FIELD("session_id", UUID, REQ, "The session's id."),
            FIELD("status", ENUM, REQ, "Where it stands.", .values = &metrics_session_status),
            FIELD("created_at", UTC, REQ, "When it was made."),
            FIELD("expires_at", UTC, REQ, "When it runs out."),
            FIELD("file_count", INT, 0, "Files uploaded.", .range = BETWEEN(0, METRICS_FILES), .otherwise = "0",
                  .over = ERR_MAX_FILES_EXCEEDED),
            FIELD("report_ready", BOOL, 0, "Whether there is a report.", .otherwise = "false"),
            END,
        },
};

const struct model_entity metrics_file_upload_response = {
    .name = "metrics.FileUploadResponse",
    .summary = "A file that was taken.",
    .fields =
        (const struct model_field[]){
            FIELD("file_id", UUID, REQ, "The file's id."),
            FIELD("original_name", TEXT, REQ, "Its name.", .range = BETWEEN(1, METRICS_FILE_NAME_CHARS)),
            FIELD("row_count", INT, REQ, "Rows without the header.", .range = AT_LEAST(1)),
            FIELD("size_bytes", INT, REQ, "Its size.", .range = BETWEEN(0, METRICS_FILE_BYTES),
                  .over = ERR_FILE_TOO_LARGE),
            END,
        },
};

const struct model_entity metrics_file_metadata_update = {
    .name = "metrics.FileMetadataUpdate",
    .summary = "A file's new description.",
    .fields =
        (const struct model_field[]){
            DESCRIPTION_FIELD(0),
            END,
        },
};

const struct model_entity metrics_investigation_request = {
    .name = "metrics.InvestigationRequest",
    .summary = "What to investigate.",
    .fields = (const struct model_field[]){ INVESTIGATION_FIELDS(0), END },
    .rules = RULES(metrics_rule_metric),
};

/* ---- the same as arguments of operations, which say of which session ---- */

#define ID_FIELD FIELD("id", TEXT, REQ, "The session's id.", .position = 1, .metavar = "ID")
#define FID_FIELD FIELD("fid", TEXT, REQ, "The file's id.", .position = 2, .metavar = "FILE")

const struct model_entity metrics_session_input = {
    .name = "metrics.SessionInput",
    .summary = "Which session.",
    .fields = (const struct model_field[]){ ID_FIELD, END },
};

const struct model_entity metrics_file_input = {
    .name = "metrics.FileInput",
    .summary = "Which file of which session.",
    .fields = (const struct model_field[]){ ID_FIELD, FID_FIELD, END },
};

const struct model_entity metrics_file_add_input = {
    .name = "metrics.FileAddInput",
    .summary = "A CSV file for a session.",
    .fields =
        (const struct model_field[]){
            ID_FIELD,
            FIELD("path", TEXT, REQ | MODEL_PATH | MODEL_WORDS, "The file.", .metavar = "PATH",
                  .range = BETWEEN(1, DATA_PATH_CHARS)),
            FIELD("name", TEXT, MODEL_WORDS, "What it is called; otherwise it keeps its name."),
            DESCRIPTION_FIELD(MODEL_WORDS),
            END,
        },
};

const struct model_entity metrics_file_describe_input = {
    .name = "metrics.FileDescribeInput",
    .summary = "A file's new description.",
    .fields = (const struct model_field[]){ ID_FIELD, FID_FIELD, DESCRIPTION_FIELD(MODEL_WORDS), END },
};

const struct model_entity metrics_investigate_input = {
    .name = "metrics.InvestigateInput",
    .summary = "What to investigate in a session.",
    .fields = (const struct model_field[]){ ID_FIELD, INVESTIGATION_FIELDS(MODEL_WORDS), END },
    .rules = RULES(metrics_rule_metric),
};

const struct model_entity metrics_chat_input = {
    .name = "metrics.ChatInput",
    .summary = "A question about a session's report.",
    .fields = (const struct model_field[]){ ID_FIELD, MESSAGE_FIELD(MODEL_WORDS), END },
};

const struct model_entity metrics_investigation_response = {
    .name = "metrics.InvestigationResponse",
    .summary = "Whether the investigation has begun.",
    .fields =
        (const struct model_field[]){
            FIELD("status", ENUM, REQ, "Where it stands.", .values = &metrics_investigation_status),
            FIELD("message", TEXT, REQ, "The same in words."),
            END,
        },
};

const struct model_entity metrics_report_response = {
    .name = "metrics.ReportResponse",
    .summary = "The report as its route shows it.",
    .fields =
        (const struct model_field[]){
            FIELD("content", TEXT, REQ, "The report in Markdown."),
            FIELD("generated_at", UTC, REQ, "When it was written."),
            FIELD("status", ENUM, REQ, "Whether anything was found.", .values = &metrics_report_status),
            END,
        },
};

const struct model_entity metrics_chat_request = {
    .name = "metrics.ChatRequest",
    .summary = "A question about the report.",
    .fields =
        (const struct model_field[]){
            MESSAGE_FIELD(0),
            END,
        },
};

const struct model_entity metrics_chat_response = {
    .name = "metrics.ChatResponse",
    .summary = "The answer to a question about the report.",
    .fields =
        (const struct model_field[]){
            FIELD("response", TEXT, REQ, "The answer."),
            FIELD("artifacts_referenced", LIST, 0, "What it rests on.", .otherwise = "[]", .each = EACH(TEXT)),
            END,
        },
};

const struct model_entity metrics_error_detail = {
    .name = "metrics.ErrorDetail",
    .summary = "What went wrong.",
    .fields =
        (const struct model_field[]){
            FIELD("code", TEXT, REQ, "The error's name; metrics.ErrorCode lists the seed's own.", .range = AT_LEAST(1)),
            FIELD("message", TEXT, REQ, "What happened.", .range = AT_LEAST(1)),
            FIELD("details", OBJECT, OPT, "More about it."),
            END,
        },
};

const struct model_entity metrics_error_response = {
    .name = "metrics.ErrorResponse",
    .summary = "An error of the seed's routes.",
    .fields =
        (const struct model_field[]){
            FIELD("error", ENTITY, REQ, "What went wrong.", .entity = &metrics_error_detail),
            END,
        },
};
