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
           "NO_FILES_UPLOADED", "INVALID_DATE_RANGE", "INVESTIGATION_NOT_COMPLETE", "SESSION_NOT_FOUND"),
};

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
            FIELD("description", TEXT, REQ, "What is in it.", .range = AT_MOST(METRICS_DESCRIPTION_CHARS)),
            END,
        },
};

const struct model_entity metrics_investigation_request = {
    .name = "metrics.InvestigationRequest",
    .summary = "What to investigate.",
    .fields =
        (const struct model_field[]){
            FIELD("business_context", TEXT, OPT, "What is known of the metric.",
                  .range = AT_MOST(METRICS_CONTEXT_CHARS)),
            FIELD("metric_sql", TEXT, OPT, "The metric in SQL or words.", .range = AT_MOST(METRICS_SQL_CHARS)),
            FIELD("target_metric", TEXT, OPT, "The metric's column; with metric_definition instead of metric_sql.",
                  .range = AT_MOST(METRICS_TARGET_CHARS)),
            FIELD("metric_definition", TEXT, OPT, "What that column means.", .range = AT_MOST(METRICS_SQL_CHARS)),
            FIELD("baseline_period", ENTITY, REQ, "The period to compare with.", .entity = &metrics_date_range,
                  .code = ERR_INVALID_DATE_RANGE),
            FIELD("comparison_period", ENTITY, REQ, "The period in question.", .entity = &metrics_date_range,
                  .code = ERR_INVALID_DATE_RANGE),
            FIELD("investigation_prompt", TEXT, OPT, "What to look at first.", .range = AT_MOST(METRICS_PROMPT_CHARS)),
            END,
        },
    .rules = RULES(metrics_rule_metric),
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
            FIELD("message", TEXT, REQ, "The question.", .range = BETWEEN(1, METRICS_CHAT_CHARS)),
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
