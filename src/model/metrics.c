/* metrics.c - seed 3, the investigation of a metric: its entities, enums and state machines.
 *
 * A field the seed calls Required must be there; one it only bounds may be left out. The diagram of the seed shows a
 * few fields its tables leave out (an explanation's session_id, a plan's objectives); they are taken when given.
 */
#include "model/metrics_rules.h"

/* ---- enums ---- */

const struct model_enum metrics_session_status = {
    "metrics.SessionStatus",
    VALUES("created", "has_files", "running", "completed", "failed", "expired"),
};

static const struct model_enum column_role = {
    "metrics.ColumnRole",
    VALUES("dimension", "measure", "id", "timestamp"),
};

static const struct model_enum data_type = {
    "metrics.DataType",
    VALUES("string", "integer", "float", "date", "datetime"),
};

static const struct model_enum relationship_type = {
    "metrics.RelationshipType",
    VALUES("foreign_key", "similar_values"),
};

static const struct model_enum plan_phase = {
    "metrics.PlanPhase",
    VALUES("exploration", "hypothesis_generation", "validation"),
};

static const struct model_enum hypothesis_status = {
    "metrics.HypothesisStatus",
    VALUES("PENDING", "INVESTIGATING", "CONFIRMED", "RULED_OUT"),
};

static const struct model_enum decision = {
    "metrics.Decision",
    VALUES("ANALYZE", "DRILL_DOWN", "PIVOT", "CONCLUDE"),
};

static const struct model_enum exit_reason = {
    "metrics.ExitReason",
    VALUES("CONCLUDE", "MAX_ITERATIONS", "STALL_DETECTED"),
};

static const struct model_enum likelihood = {
    "metrics.Likelihood",
    VALUES("Most Likely", "Likely", "Possible", "Less Likely"),
};

const struct model_enum metrics_report_status = { "metrics.ReportStatus", VALUES("completed", "no_findings") };

static const struct model_enum chat_role = { "metrics.ChatRole", VALUES("user", "assistant") };

/* ---- state machines ---- */

static const struct model_machine session_machine = {
    .name = "metrics.Session",
    .states = &metrics_session_status,
    .initial = "created",
    .steps =
        (const struct model_step[]){
            { "created", "has_files", "the first file was uploaded" },
            { "has_files", "running", "an investigation was started" },
            { "running", "completed", "the report was written" },
            { "running", "failed", "an error it cannot mend" },
            { "*", "expired", "its time ran out" },
            { "has_files", "created", "added: the last file was removed" },
            { "completed", "running", "added: a finished session is investigated again" },
            { "failed", "running", "added: a failed session is investigated again" },
            END,
        },
};

static const struct model_machine hypothesis_machine = {
    .name = "metrics.Hypothesis",
    .states = &hypothesis_status,
    .initial = "PENDING",
    .steps =
        (const struct model_step[]){
            { "PENDING", "INVESTIGATING", "the loop examines it" },
            { "INVESTIGATING", "CONFIRMED", "the evidence supports it" },
            { "INVESTIGATING", "RULED_OUT", "the evidence contradicts it" },
            { "INVESTIGATING", "PENDING", "the loop turns to something else" },
            END,
        },
};

/* ---- entities ---- */

#define SESSION_ID FIELD("session_id", UUID, REQ, "The session it belongs to.")
#define CREATED_AT FIELD("created_at", UTC, REQ, "When it was made.")
#define ITERATION FIELD("iteration", INT, REQ, "Which turn of the loop.", .range = BETWEEN(1, METRICS_ITERATIONS))
#define SUMMARY(name)                                                                                                  \
    FIELD(name, TEXT, REQ, "What was tested, what was found, what it implies.", .range = AT_MOST(METRICS_SUMMARY_CHARS))
#define STORY FIELD("causal_story", TEXT, REQ, "How it would have happened.", .range = AT_MOST(METRICS_STORY_CHARS))
#define TITLE FIELD("title", TEXT, REQ, "In a few words.", .range = BETWEEN(1, METRICS_TITLE_CHARS))

static const struct model_entity session = {
    .name = "metrics.Session",
    .summary = "One investigation and everything that belongs to it.",
    .fields =
        (const struct model_field[]){
            FIELD("session_id", UUID, REQ, "The session's id."),
            FIELD("status", ENUM, REQ, "Where it stands.", .values = &metrics_session_status,
                  .otherwise = "\"created\""),
            CREATED_AT,
            FIELD("expires_at", UTC, REQ, "When it runs out."),
            FIELD("file_count", INT, 0, "Files uploaded.", .range = BETWEEN(0, METRICS_FILES), .otherwise = "0",
                  .over = ERR_MAX_FILES_EXCEEDED),
            FIELD("report_ready", BOOL, 0, "Whether there is a report.", .otherwise = "false"),
            END,
        },
    .rules = RULES(metrics_rule_expires, metrics_rule_status),
    .machine = &session_machine,
};

static const struct model_entity column = {
    .name = "metrics.Column",
    .summary = "One column of a file.",
    .fields =
        (const struct model_field[]){
            FIELD("name", TEXT, REQ, "Its header.", .range = AT_LEAST(1)),
            FIELD("inferred_type", ENUM, REQ, "What it is for.", .values = &column_role),
            FIELD("data_type", ENUM, REQ, "What it holds.", .values = &data_type),
            FIELD("cardinality", INT, 0, "How many different values, estimated.", .range = AT_LEAST(1)),
            FIELD("sample_values", LIST, 0, "A few of them.", .range = AT_MOST(METRICS_SAMPLES), .each = EACH(TEXT)),
            FIELD("nullable", BOOL, REQ, "Whether some are empty."),
            END,
        },
};

static const struct model_entity file_schema = {
    .name = "metrics.FileSchema",
    .summary = "The columns of a file.",
    .fields =
        (const struct model_field[]){
            FIELD("columns", LIST, REQ, "Its columns, in order.", .range = AT_LEAST(1), .each = EACH_ENTITY(column),
                  .absent = ERR_NO_HEADERS),
            END,
        },
};

static const struct model_entity uploaded_file = {
    .name = "metrics.UploadedFile",
    .summary = "A CSV file of a session.",
    .fields =
        (const struct model_field[]){
            FIELD("file_id", UUID, REQ, "The file's id."),
            SESSION_ID,
            FIELD("original_name", TEXT, REQ, "Its name when it was uploaded.",
                  .range = BETWEEN(1, METRICS_FILE_NAME_CHARS)),
            FIELD("description", TEXT, REQ, "What is in it.", .range = AT_MOST(METRICS_DESCRIPTION_CHARS)),
            FIELD("path", TEXT, REQ, "Where it is kept.", .range = AT_LEAST(1)),
            FIELD("row_count", INT, 0, "Rows without the header.", .range = AT_LEAST(1)),
            FIELD("size_bytes", INT, 0, "Its size.", .range = BETWEEN(0, METRICS_FILE_BYTES),
                  .over = ERR_FILE_TOO_LARGE),
            FIELD("schema", ENTITY, OPT, "Its columns, once they were looked at.", .entity = &file_schema),
            FIELD("uploaded_at", UTC, REQ, "When it was uploaded."),
            END,
        },
    .rules = RULES(metrics_rule_csv, metrics_rule_path),
};

const struct model_entity metrics_date_range = {
    .name = "metrics.DateRange",
    .summary = "From one day to another, both included.",
    .fields =
        (const struct model_field[]){
            FIELD("start", DATE, REQ, "The first day.", .code = ERR_INVALID_DATE_RANGE),
            FIELD("end", DATE, REQ, "The last day.", .code = ERR_INVALID_DATE_RANGE),
            END,
        },
    .rules = RULES(metrics_rule_date_range),
};

static const struct model_entity context = {
    .name = "metrics.InvestigationContext",
    .summary = "What is investigated. The periods may overlap.",
    .fields =
        (const struct model_field[]){
            SESSION_ID,
            FIELD("business_context", TEXT, OPT, "What is known of the metric.",
                  .range = AT_MOST(METRICS_CONTEXT_CHARS)),
            FIELD("metric_sql", TEXT, REQ, "The metric in SQL or words.", .range = BETWEEN(1, METRICS_SQL_CHARS),
                  .absent = ERR_METRIC_SQL_REQUIRED),
            FIELD("baseline_period", ENTITY, REQ, "The period to compare with.", .entity = &metrics_date_range,
                  .code = ERR_INVALID_DATE_RANGE),
            FIELD("comparison_period", ENTITY, REQ, "The period in question.", .entity = &metrics_date_range,
                  .code = ERR_INVALID_DATE_RANGE),
            FIELD("investigation_prompt", TEXT, OPT, "What to look at first.", .range = AT_MOST(METRICS_PROMPT_CHARS)),
            FIELD("submitted_at", UTC, REQ, "When it was started."),
            END,
        },
    .rules = RULES(metrics_rule_metric),
};

static const struct model_entity table_info = {
    .name = "metrics.TableInfo",
    .summary = "One table of the data model.",
    .fields =
        (const struct model_field[]){
            FIELD("file_id", UUID, REQ, "The file it came from."),
            FIELD("name", TEXT, REQ, "Its name, made from the file's.", .range = AT_LEAST(1)),
            FIELD("row_count", INT, REQ, "Rows.", .range = AT_LEAST(0)),
            FIELD("column_count", INT, REQ, "Columns.", .range = AT_LEAST(0)),
            END,
        },
};

static const struct model_entity relationship = {
    .name = "metrics.Relationship",
    .summary = "Two columns that seem to belong together.",
    .fields =
        (const struct model_field[]){
            FIELD("from_table", TEXT, REQ, "Its table."),
            FIELD("from_column", TEXT, REQ, "The column that points."),
            FIELD("to_table", TEXT, REQ, "Its table."),
            FIELD("to_column", TEXT, REQ, "The column pointed at."),
            FIELD("relationship_type", ENUM, REQ, "How they belong together.", .values = &relationship_type),
            FIELD("confidence", NUMBER, REQ, "How sure that is.", .range = BETWEEN(0, 1)),
            END,
        },
};

static const struct model_entity data_model = {
    .name = "metrics.DataModel",
    .summary = "The uploaded files as tables that belong together.",
    .fields =
        (const struct model_field[]){
            SESSION_ID,
            FIELD("tables", LIST, REQ, "The tables.", .each = EACH_ENTITY(table_info)),
            FIELD("relationships", LIST, OPT, "What connects them.", .each = EACH_ENTITY(relationship)),
            FIELD("recommended_dimensions", LIST, REQ, "Columns worth splitting by.", .each = EACH(TEXT)),
            FIELD("inferred_at", UTC, REQ, "When it was worked out."),
            END,
        },
};

static const struct model_entity plan_step = {
    .name = "metrics.PlanStep",
    .summary = "One step of the plan.",
    .fields =
        (const struct model_field[]){
            FIELD("step_number", INT, REQ, "Its place in the order.", .range = AT_LEAST(1)),
            FIELD("phase", ENUM, REQ, "What it is part of.", .values = &plan_phase),
            FIELD("description", TEXT, REQ, "What it accomplishes."),
            FIELD("tables_involved", LIST, REQ, "Tables it uses.", .each = EACH(TEXT)),
            FIELD("dimensions_to_check", LIST, REQ, "Columns it looks at.", .each = EACH(TEXT)),
            END,
        },
};

static const struct model_entity analysis_plan = {
    .name = "metrics.AnalysisPlan",
    .summary = "How the metric will be investigated.",
    .fields =
        (const struct model_field[]){
            SESSION_ID,
            FIELD("steps", LIST, REQ, "The steps in order.", .each = EACH_ENTITY(plan_step)),
            FIELD("objectives", LIST, 0, "What it is to find out.", .each = EACH(TEXT)),
            CREATED_AT,
            END,
        },
    .rules = RULES(metrics_rule_steps),
};

static const struct model_entity hypothesis = {
    .name = "metrics.Hypothesis",
    .summary = "What may explain the change.",
    .fields =
        (const struct model_field[]){
            FIELD("hypothesis_id", TEXT, REQ, "Its id, such as hyp_001."),
            SESSION_ID,
            TITLE,
            STORY,
            FIELD("dimensions", LIST, REQ, "Columns to test.", .each = EACH(TEXT)),
            FIELD("expected_pattern", TEXT, REQ, "What the data would show if it is true."),
            FIELD("priority", INT, 0, "1 is the most plausible.", .range = BETWEEN(1, METRICS_PRIORITY)),
            FIELD("status", ENUM, REQ, "Where it stands.", .values = &hypothesis_status, .otherwise = "\"PENDING\""),
            CREATED_AT,
            END,
        },
    .rules = RULES(metrics_rule_hypothesis),
    .machine = &hypothesis_machine,
};

static const struct model_entity finding = {
    .name = "metrics.Finding",
    .summary = "What one turn of the loop found, in brief.",
    .fields =
        (const struct model_field[]){
            FIELD("finding_id", TEXT, REQ, "Its id, such as find_001."),
            ITERATION,
            SUMMARY("summary"),
            FIELD("full_output_ref", TEXT, REQ, "Where the whole output is kept.", .range = AT_LEAST(1)),
            FIELD("hypothesis_affected", TEXT, OPT, "The hypothesis it speaks to."),
            CREATED_AT,
            END,
        },
    .rules = RULES(metrics_rule_finding),
};

static const struct model_entity iteration_log = {
    .name = "metrics.IterationLog",
    .summary = "The whole record of one turn of the loop.",
    .fields =
        (const struct model_field[]){
            ITERATION,
            FIELD("decision", ENUM, REQ, "What was decided.", .values = &decision),
            FIELD("code_executed", TEXT, REQ, "The SQL that was run."),
            FIELD("raw_output", TEXT, REQ, "What it gave."),
            SUMMARY("compressed_summary"),
            FIELD("hypothesis_status_changes", MAP, OPT, "New status by hypothesis.",
                  .each = EACH(ENUM, .values = &hypothesis_status)),
            FIELD("timestamp", UTC, REQ, "When it was run."),
            END,
        },
};

static const struct model_entity ledger = {
    .name = "metrics.FindingsLedger",
    .summary = "All findings of an investigation.",
    .fields =
        (const struct model_field[]){
            SESSION_ID,
            FIELD("findings", LIST, REQ, "The findings.", .each = EACH_ENTITY(finding)),
            FIELD("hypothesis_outcomes", MAP, REQ, "Final status by hypothesis.",
                  .each = EACH(ENUM, .values = &hypothesis_status)),
            FIELD("total_iterations", INT, REQ, "Turns that ran.", .range = BETWEEN(0, METRICS_ITERATIONS)),
            FIELD("exit_reason", ENUM, REQ, "Why the loop ended.", .values = &exit_reason),
            CREATED_AT,
            END,
        },
    .rules = RULES(metrics_rule_ledger),
};

static const struct model_entity memory_document = {
    .name = "metrics.MemoryDocument",
    .summary = "An investigation as one text, kept for questions about it.",
    .fields =
        (const struct model_field[]){
            FIELD("document_id", UUID, REQ, "Its id."),
            SESSION_ID,
            FIELD("content", TEXT, REQ, "The text."),
            FIELD("embedding", LIST, REQ, "Its vector.", .range = BETWEEN(1, EMBEDDING_NUMBERS), .each = EACH(NUMBER)),
            CREATED_AT,
            END,
        },
};

static const struct model_entity evidence = {
    .name = "metrics.Evidence",
    .summary = "A figure that supports an explanation.",
    .fields =
        (const struct model_field[]){
            FIELD("description", TEXT, REQ, "What it says.", .range = AT_LEAST(1)),
            FIELD("segment", TEXT, OPT, "The part of the data it is of."),
            FIELD("segment_size", INT, OPT, "Rows of that part.", .range = AT_LEAST(0)),
            FIELD("contribution_percent", NUMBER, OPT, "Its share of the change."),
            FIELD("baseline_value", NUMBER, OPT, "Before."),
            FIELD("comparison_value", NUMBER, OPT, "After."),
            END,
        },
    .open = true,
};

static const struct model_entity explanation = {
    .name = "metrics.Explanation",
    .summary = "Why the metric changed, ranked.",
    .fields =
        (const struct model_field[]){
            FIELD("session_id", UUID, 0, "The session it belongs to."),
            FIELD("rank", INT, REQ, "Its place, from 1.", .range = AT_LEAST(1)),
            TITLE,
            FIELD("likelihood", ENUM, REQ, "How likely it is.", .values = &likelihood),
            FIELD("evidence", LIST, REQ, "The figures behind it.", .each = EACH_ENTITY(evidence)),
            FIELD("reasoning", TEXT, REQ, "Why it is as likely as that.", .range = AT_MOST(METRICS_REASONING_CHARS)),
            STORY,
            FIELD("source_hypotheses", LIST, REQ, "Hypotheses it came from.", .each = EACH(TEXT)),
            END,
        },
    .rules = RULES(metrics_rule_likelihood),
};

static const struct model_entity report = {
    .name = "metrics.Report",
    .summary = "The investigation's report.",
    .fields =
        (const struct model_field[]){
            SESSION_ID,
            FIELD("content", TEXT, REQ, "The report in Markdown."),
            FIELD("generated_at", UTC, REQ, "When it was written."),
            FIELD("status", ENUM, REQ, "Whether anything was found.", .values = &metrics_report_status),
            END,
        },
    .rules = RULES(metrics_rule_sections),
};

static const struct model_entity chat_message = {
    .name = "metrics.ChatMessage",
    .summary = "A question about the report, or its answer.",
    .fields =
        (const struct model_field[]){
            FIELD("message_id", UUID, REQ, "Its id."),
            SESSION_ID,
            FIELD("role", ENUM, REQ, "Who speaks.", .values = &chat_role),
            FIELD("content", TEXT, REQ, "The message.", .range = BETWEEN(1, METRICS_CHAT_CHARS)),
            FIELD("timestamp", UTC, REQ, "When it was said."),
            FIELD("artifacts_referenced", LIST, OPT, "What it rests on.", .each = EACH(TEXT)),
            END,
        },
    .rules = RULES(metrics_rule_chat_content),
};

const struct model_seed metrics_seed = {
    "metrics",
    (const struct model_entity *const[]){ &session,
                                          &column,
                                          &file_schema,
                                          &uploaded_file,
                                          &metrics_date_range,
                                          &context,
                                          &table_info,
                                          &relationship,
                                          &data_model,
                                          &plan_step,
                                          &analysis_plan,
                                          &hypothesis,
                                          &finding,
                                          &iteration_log,
                                          &ledger,
                                          &memory_document,
                                          &evidence,
                                          &explanation,
                                          &report,
                                          &chat_message,
                                          &metrics_session_create,
                                          &metrics_session_response,
                                          &metrics_file_upload_response,
                                          &metrics_file_metadata_update,
                                          &metrics_investigation_request,
                                          &metrics_investigation_response,
                                          &metrics_report_response,
                                          &metrics_chat_request,
                                          &metrics_chat_response,
                                          &metrics_error_detail,
                                          &metrics_error_response,
                                          NULL },
    (const struct model_enum *const[]){ &metrics_session_status, &column_role, &data_type, &relationship_type,
                                        &plan_phase, &hypothesis_status, &decision, &exit_reason, &likelihood,
                                        &metrics_report_status, &chat_role, &metrics_investigation_status,
                                        &metrics_error_code, NULL },
    (const struct model_machine *const[]){ &session_machine, &hypothesis_machine, NULL },
};
