/* analyst.c - seed 5, the autonomous analyst: its entities, enums and state machines.
 *
 * The seed's examples leave fields out to be short; what its lists of fields name is required here, save what the
 * request's contract calls optional. An embedding, a blob in the database, is a list of numbers in JSON.
 */
#include "model/analyst.h"
#include "model/analyst_rules.h"

/* ---- enums ---- */

static const struct model_enum source_type = { "analyst.DataSourceType", VALUES("sql", "csv", "json") };

const struct model_enum analyst_deliverables = {
    "analyst.Deliverable",
    VALUES("tables", "charts", "reports", "summary"),
};

static const struct model_enum tool_name = {
    "analyst.ToolName",
    VALUES("sql.run", "df.transform", "plot.render", "profiler.analyze"),
};

static const struct model_enum observation_status = {
    "analyst.ObservationStatus",
    VALUES("success", "error", "timeout", "resource_limit"),
};

static const struct model_enum error_category = {
    "analyst.ErrorCategory",
    VALUES("sql_syntax", "type_mismatch", "missing_column", "resource_exhausted"),
};

static const struct model_enum artifact_type = {
    "analyst.ArtifactType",
    VALUES("table", "chart", "report", "summary"),
};

static const struct model_enum event_type = {
    "analyst.EventType",
    VALUES("request_submitted", "plan_created", "tool_called", "observation_recorded", "artifact_generated",
           "policy_decision"),
};

/* "system" is not in the seed's list, but in the log it prints. */
static const struct model_enum actor = { "analyst.Actor", VALUES("planner", "actor", "safety", "system") };

static const struct model_enum request_state = {
    "analyst.RequestState",
    VALUES("submitted", "planning", "executing", "completed", "failed", "partial_success"),
};

static const struct model_enum plan_state = {
    "analyst.PlanState",
    VALUES("draft", "validated", "executing", "completed", "abandoned"),
};

static const struct model_enum call_state = {
    "analyst.ToolCallState",
    VALUES("pending", "executing", "succeeded", "failed"),
};

static const struct model_enum response_status = {
    "analyst.ResponseStatus",
    VALUES("completed", "failed", "partial_success"),
};

static const struct model_enum error_type = {
    "analyst.ErrorType",
    VALUES("timeout", "resource_limit", "policy_violation", "grounding_error", "tool_failure"),
};

/* ---- state machines ---- */

static const struct model_machine request_machine = {
    .name = "analyst.AnalysisRequest",
    .states = &request_state,
    .initial = "submitted",
    .steps =
        (const struct model_step[]){
            { "submitted", "planning", "the planner takes it up" },
            { "planning", "executing", "its plan was found valid" },
            { "executing", "completed", "everything asked for was made" },
            { "executing", "failed", "nothing asked for could be made" },
            { "executing", "partial_success", "some of it was made" },
            { "submitted", "failed", "added: a request a policy forbids is refused before it is planned" },
            { "planning", "failed", "added: a source that cannot be read, or an intent no plan fits" },
            { "executing", "planning", "added: observations return to the planner, who may plan anew" },
            END,
        },
};

static const struct model_machine plan_machine = {
    .name = "analyst.Plan",
    .states = &plan_state,
    .initial = "draft",
    .steps =
        (const struct model_step[]){
            { "draft", "validated", "its graph, tools and costs are in order" },
            { "validated", "executing", "its first subtask was started" },
            { "executing", "completed", "all subtasks are done" },
            { "executing", "abandoned", "a subtask failed for good" },
            { "draft", "abandoned", "added: a plan that is not valid is given up, not run" },
            { "validated", "abandoned", "added: the request was cancelled before the first subtask" },
            END,
        },
};

/* analyst_call_step adds the condition on going back to pending. */
static const struct model_machine call_machine = {
    .name = "analyst.ToolCall",
    .states = &call_state,
    .initial = "pending",
    .steps =
        (const struct model_step[]){
            { "pending", "executing", "its arguments were found valid" },
            { "executing", "succeeded", "the observation is a success" },
            { "executing", "failed", "the observation is not" },
            { "failed", "pending", "it is tried again, while attempts are left" },
            { "pending", "failed", "added: arguments that are not valid, or a policy, keep it from running" },
            END,
        },
};

/* ---- entities ---- */

#define REQUEST_ID FIELD("request_id", UUID, REQ, "The request it belongs to.")
#define CREATED_AT FIELD("created_at", UTC, REQ, "When it was made.")
#define TOOL_NAME FIELD("tool_name", ENUM, REQ, "The tool.", .values = &tool_name)

/* The sheet's default: what looks like a person's data is not touched unless the request says otherwise. */
#define BLOCKED "[\"ssn\", \"social_security\", \"email\", \"phone\", \"credit_card\"]"

const struct model_entity analyst_data_source = {
    .name = "analyst.DataSource",
    .summary = "Where data is.",
    .fields =
        (const struct model_field[]){
            FIELD("type", ENUM, REQ, "What it is.", .values = &source_type),
            FIELD("connection_string", TEXT, OPT, "How to reach it, for sql."),
            FIELD("file_path", TEXT, OPT, "Where the file is, for csv and json."),
            FIELD("schema_fingerprint", SHA256, OPT, "Hash of its schema."),
            END,
        },
    .rules = RULES(analyst_rule_source),
};

const struct model_entity analyst_constraints = {
    .name = "analyst.Constraints",
    .summary = "How much a request may use.",
    .fields =
        (const struct model_field[]){
            FIELD("row_limit", INT, 0, "Rows of one query.", .range = BETWEEN(1, ANALYST_ROW_LIMIT),
                  .otherwise = TEXT_OF(ANALYST_ROW_LIMIT)),
            FIELD("timeout_seconds", INT, 0, "Seconds of the whole analysis.",
                  .range = BETWEEN(1, ANALYST_TIMEOUT_SECONDS), .otherwise = TEXT_OF(ANALYST_TIMEOUT_DEFAULT)),
            END,
        },
};

const struct model_entity analyst_policy = {
    .name = "analyst.Policy",
    .summary = "What a request may touch.",
    .fields =
        (const struct model_field[]){
            FIELD("allowed_columns", LIST, OPT, "If given, these and no others.", .each = EACH(TEXT)),
            FIELD("blocked_patterns", LIST, 0, "Columns that look like this are refused.", .otherwise = BLOCKED,
                  .each = EACH(TEXT, .range = AT_LEAST(1))),
            END,
        },
};

static const struct model_entity request = {
    .name = "analyst.AnalysisRequest",
    .summary = "What to analyse, in a person's words.",
    .fields =
        (const struct model_field[]){
            FIELD("request_id", UUID, REQ, "The request's id."),
            FIELD("intent", TEXT, REQ, "What to analyse.", .range = BETWEEN(1, ANALYST_INTENT_CHARS)),
            FIELD("data_sources", LIST, REQ, "Where the data is.", .range = AT_LEAST(1),
                  .each = EACH_ENTITY(analyst_data_source)),
            FIELD("constraints", ENTITY, 0, "How much it may use.", .entity = &analyst_constraints, .otherwise = "{}"),
            FIELD("deliverables", LIST, REQ | MODEL_UNIQUE, "What is wanted.", .range = BETWEEN(1, 4),
                  .each = EACH(ENUM, .values = &analyst_deliverables)),
            FIELD("policy", ENTITY, 0, "What it may touch.", .entity = &analyst_policy, .otherwise = "{}"),
            FIELD("timestamp", TIME, 0, "When it was submitted."),
            END,
        },
    .machine = &request_machine,
};

static const struct model_entity subtask = {
    .name = "analyst.Subtask",
    .summary = "One step of a plan.",
    .fields =
        (const struct model_field[]){
            FIELD("task_id", TEXT, REQ, "Its id within the plan.", .range = AT_LEAST(1)),
            FIELD("description", TEXT, REQ, "What it does."),
            TOOL_NAME,
            FIELD("dependencies", LIST, REQ, "Subtasks that come first.", .range = AT_MOST(ANALYST_SUBTASKS),
                  .each = EACH(TEXT)),
            FIELD("invariants", LIST, REQ, "What must hold.", .each = EACH(TEXT)),
            FIELD("estimated_cost_seconds", NUMBER, REQ, "How long it should take.", .range = AT_LEAST(0)),
            END,
        },
};

static const struct model_entity plan = {
    .name = "analyst.Plan",
    .summary = "The steps an analysis will take.",
    .fields =
        (const struct model_field[]){
            FIELD("plan_id", UUID, REQ, "The plan's id."),
            REQUEST_ID,
            FIELD("subtasks", LIST, REQ, "The steps.", .range = BETWEEN(1, ANALYST_SUBTASKS),
                  .each = EACH_ENTITY(subtask)),
            FIELD("total_estimated_seconds", NUMBER, REQ, "The sum of the costs.", .range = AT_LEAST(0)),
            CREATED_AT,
            FIELD("reasoning", TEXT, REQ, "Why it is made like this."),
            END,
        },
    .rules = RULES(analyst_rule_graph, analyst_rule_total),
    .machine = &plan_machine,
};

static const struct model_entity tool_call = {
    .name = "analyst.ToolCall",
    .summary = "One call of a tool.",
    .fields =
        (const struct model_field[]){
            FIELD("call_id", UUID, REQ, "The call's id."),
            FIELD("task_id", TEXT, REQ, "The subtask it does.", .range = AT_LEAST(1)),
            TOOL_NAME,
            FIELD("arguments", OBJECT, REQ, "What the tool is given."),
            FIELD("timestamp", UTC, REQ, "When."),
            FIELD("attempt_number", INT, REQ, "1, or 2 and 3 when tried again.", .range = BETWEEN(1, OP_ATTEMPTS)),
            END,
        },
    .rules = RULES(analyst_rule_arguments),
    .machine = &call_machine,
};

static const struct model_entity observation = {
    .name = "analyst.Observation",
    .summary = "What a call gave.",
    .fields =
        (const struct model_field[]){
            FIELD("observation_id", UUID, REQ, "The observation's id."),
            FIELD("call_id", UUID, REQ, "The call."),
            FIELD("status", ENUM, REQ, "How it went.", .values = &observation_status),
            FIELD("data", OBJECT, OPT, "What came out."),
            FIELD("error_message", TEXT, OPT, "Why it did not."),
            FIELD("error_category", ENUM, OPT, "What could mend it.", .values = &error_category),
            FIELD("execution_time_seconds", NUMBER, REQ, "How long it took.", .range = GREATER_THAN(0)),
            FIELD("row_count", INT, OPT, "Rows of data.", .range = AT_LEAST(0)),
            FIELD("timestamp", UTC, REQ, "When."),
            END,
        },
    .rules = RULES(analyst_rule_outcome),
};

static const struct model_entity recipe_subtask = {
    .name = "analyst.RecipeSubtask",
    .summary = "A step of a plan with its arguments left to fill in.",
    .fields =
        (const struct model_field[]){
            FIELD("task_id", TEXT, REQ, "Its id within the plan.", .range = AT_LEAST(1)),
            TOOL_NAME,
            FIELD("arg_template", TEXT, 0, "The arguments, with {name} for what varies."),
            FIELD("request", OBJECT, 0, "Of one that computes: what was asked for (docs/query.md)."),
            FIELD("description", TEXT, 0, "What it does."),
            FIELD("dependencies", LIST, 0, "Subtasks that come first.", .each = EACH(TEXT)),
            FIELD("invariants", LIST, 0, "What must hold.", .each = EACH(TEXT)),
            FIELD("estimated_cost_seconds", NUMBER, 0, "How long it should take.", .range = AT_LEAST(0)),
            END,
        },
};

static const struct model_entity plan_structure = {
    .name = "analyst.PlanStructure",
    .summary = "A plan to use again.",
    .fields =
        (const struct model_field[]){
            FIELD("subtasks", LIST, REQ, "The steps.", .range = BETWEEN(1, ANALYST_SUBTASKS),
                  .each = EACH_ENTITY(recipe_subtask)),
            END,
        },
};

static const struct model_entity recipe = {
    .name = "analyst.Recipe",
    .summary = "An analysis that worked, to use again.",
    .fields =
        (const struct model_field[]){
            FIELD("recipe_id", UUID, REQ, "The recipe's id."),
            FIELD("schema_fingerprint", SHA256, REQ, "Hash of the schemas it worked on."),
            FIELD("intent_template", TEXT, REQ, "The intent, with {name} for what varies."),
            FIELD("intent_embedding", LIST, REQ, "Its vector.", .range = BETWEEN(1, EMBEDDING_NUMBERS),
                  .each = EACH(NUMBER)),
            FIELD("plan_structure", ENTITY, REQ, "The plan.", .entity = &plan_structure),
            FIELD("tool_argument_templates", LIST, REQ, "Arguments of each call.", .each = EACH(ANY)),
            FIELD("success_count", INT, REQ, "Times it worked.", .range = AT_LEAST(1), .otherwise = "1"),
            CREATED_AT,
            FIELD("last_used_at", UTC, REQ, "When it last worked."),
            END,
        },
    .rules = RULES(analyst_rule_blanks, analyst_rule_reuse),
};

const struct model_entity analyst_artifact = {
    .name = "analyst.Artifact",
    .summary = "Something an analysis made.",
    .fields =
        (const struct model_field[]){
            FIELD("artifact_id", UUID, REQ, "The artifact's id."),
            REQUEST_ID,
            FIELD("artifact_type", ENUM, REQ, "What it is.", .values = &artifact_type),
            FIELD("content_ref", TEXT, REQ, "Path or URI of its content.", .range = AT_LEAST(1)),
            FIELD("content_hash", SHA256, REQ, "Hash of its content."),
            FIELD("metadata", OBJECT, REQ, "More about it, by its type."),
            FIELD("size_bytes", INT, REQ, "Its size.", .range = AT_LEAST(0)),
            CREATED_AT,
            END,
        },
    .rules = RULES(analyst_rule_content_ref, analyst_rule_metadata),
};

static const struct model_entity audit_trace = {
    .name = "analyst.AuditTrace",
    .summary = "One entry of the audit chain.",
    .fields =
        (const struct model_field[]){
            FIELD("entry_id", UUID, REQ, "The entry's id."),
            REQUEST_ID,
            FIELD("sequence_number", INT, REQ, "Its place in the chain.", .range = AT_LEAST(1)),
            FIELD("parent_hash", SHA256, REQ, "Hash of the entry before; 64 zeros for the first."),
            FIELD("timestamp", UTC, REQ, "When it was written."),
            FIELD("event_type", ENUM, REQ, "What happened.", .values = &event_type),
            FIELD("event_data", OBJECT, REQ, "More about it, by its type."),
            FIELD("actor", ENUM, REQ, "Which part did it.", .values = &actor),
            FIELD("hash", SHA256, REQ, "Hash of the entry."),
            END,
        },
    .rules = RULES(analyst_rule_event, analyst_rule_hash),
};

/* ---- the response, which the requirement sheet fixes ---- */

static const struct model_entity summary = {
    .name = "analyst.Summary",
    .summary = "What an analysis found.",
    .fields =
        (const struct model_field[]){
            FIELD("key_findings", LIST, REQ, "What matters most.", .each = EACH(TEXT)),
            FIELD("insights", LIST, 0, "What follows from it.", .otherwise = "[]", .each = EACH(TEXT)),
            FIELD("warnings", LIST, 0, "What to be careful about.", .otherwise = "[]", .each = EACH(TEXT)),
            END,
        },
};

static const struct model_entity run_metrics = {
    .name = "analyst.Metrics",
    .summary = "What an analysis took.",
    .fields =
        (const struct model_field[]){
            FIELD("execution_time_seconds", NUMBER, REQ, "How long.", .range = AT_LEAST(0)),
            FIELD("tool_calls_count", INT, REQ, "Calls made.", .range = AT_LEAST(0)),
            FIELD("retries_count", INT, REQ, "Calls tried again.", .range = BETWEEN(0, ANALYST_RETRIES)),
            FIELD("rows_processed", INT, REQ, "Rows read.", .range = AT_LEAST(0)),
            FIELD("recipe_used", UUID, NUL, "The recipe it followed; null when none fitted."),
            END,
        },
};

static const struct model_entity failed_call = {
    .name = "analyst.FailedToolCall",
    .summary = "A call that failed for good.",
    .fields =
        (const struct model_field[]){
            FIELD("call_id", UUID, REQ, "The call."),
            FIELD("tool_name", ENUM, REQ, "The tool.", .values = &tool_name),
            FIELD("error_category", ENUM, REQ, "What was wrong.", .values = &error_category),
            FIELD("attempts", INT, REQ, "Times it was tried.", .range = BETWEEN(1, OP_ATTEMPTS)),
            END,
        },
};

static const struct model_entity failure = {
    .name = "analyst.AnalysisError",
    .summary = "Why an analysis failed, wholly or in part.",
    .fields =
        (const struct model_field[]){
            FIELD("error_type", ENUM, REQ, "What sort of failure.", .values = &error_type),
            FIELD("error_message", TEXT, REQ, "What happened.", .range = AT_LEAST(1)),
            FIELD("failed_tool_calls", LIST, 0, "Calls that failed.", .otherwise = "[]",
                  .each = EACH_ENTITY(failed_call)),
            END,
        },
};

const struct model_entity analyst_response = {
    .name = "analyst.AnalysisResponse",
    .summary = "What an analysis gives back.",
    .fields =
        (const struct model_field[]){
            REQUEST_ID,
            FIELD("status", ENUM, REQ, "How it went.", .values = &response_status),
            FIELD("artifacts", LIST, REQ, "What it made.", .each = EACH_ENTITY(analyst_artifact)),
            FIELD("summary", ENTITY, OPT, "What it found.", .entity = &summary),
            FIELD("metrics", ENTITY, REQ, "What it took.", .entity = &run_metrics),
            FIELD("audit_log_ref", TEXT, REQ, "Where its audit entries are."),
            FIELD("plan_ref", TEXT, OPT, "Its plan; null when none was made."),
            FIELD("error", ENTITY, OPT, "Why it failed.", .entity = &failure),
            END,
        },
    .rules = RULES(analyst_rule_response),
};

const struct model_seed analyst_seed = {
    "analyst",
    (const struct model_entity *const[]){ &analyst_data_source,
                                          &analyst_constraints,
                                          &analyst_policy,
                                          &request,
                                          &subtask,
                                          &plan,
                                          &tool_call,
                                          &observation,
                                          &recipe_subtask,
                                          &plan_structure,
                                          &recipe,
                                          &analyst_artifact,
                                          &audit_trace,
                                          &summary,
                                          &run_metrics,
                                          &failed_call,
                                          &failure,
                                          &analyst_response,
                                          &analyst_sql_run,
                                          &analyst_df_transform,
                                          &analyst_plot_render,
                                          &analyst_profiler_analyze,
                                          &analyst_table_info,
                                          &analyst_chart_info,
                                          &analyst_report_info,
                                          &analyst_tool_called,
                                          &analyst_policy_decision,
                                          NULL },
    (const struct model_enum *const[]){ &source_type, &analyst_deliverables, &tool_name, &observation_status,
                                        &error_category, &artifact_type, &event_type, &actor, &request_state,
                                        &plan_state, &call_state, &response_status, &error_type, NULL },
    (const struct model_machine *const[]){ &request_machine, &plan_machine, &call_machine, NULL },
};
