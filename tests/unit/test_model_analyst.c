/* test_model_analyst.c - seed 5: every entity, bound, enum, machine and rule. The audit chain has its own test. */
#include "model/analyst.h"
#include "model_testing.h"

#define SOURCE                                                                                                         \
    "{\"type\":\"csv\",\"connection_string\":null,\"file_path\":\"sales.csv\",\"schema_fingerprint\":\"" SHA_A "\"}"
#define CONSTRAINTS "{\"row_limit\":1000,\"timeout_seconds\":30}"
#define POLICY "{\"allowed_columns\":[\"region\"],\"blocked_patterns\":[\"ssn\"]}"
#define REQUEST                                                                                                        \
    "{\"request_id\":\"" UUID_A                                                                                        \
    "\",\"intent\":\"Analyze Q1 2021 Arizona sales; trends + charts\",\"data_sources\":[" SOURCE                       \
    "],\"constraints\":" CONSTRAINTS ",\"deliverables\":[\"tables\",\"charts\"],\"policy\":" POLICY                    \
    ",\"timestamp\":\"2025-09-27T10:30:00+02:00\"}"
#define SUBTASK(id, needs, cost)                                                                                       \
    "{\"task_id\":\"" id "\",\"description\":\"d\",\"tool_name\":\"sql.run\",\"dependencies\":[" needs                 \
    "],\"invariants\":[],\"estimated_cost_seconds\":" cost "}"
#define PLAN_OF(subtasks, total)                                                                                       \
    "{\"plan_id\":\"" UUID_B "\",\"request_id\":\"" UUID_A "\",\"subtasks\":[" subtasks                                \
    "],\"total_estimated_seconds\":" total ",\"created_at\":\"" NOON "\",\"reasoning\":\"r\"}"
/* The seed's own example, with the fields it leaves out. */
#define PLAN                                                                                                           \
    PLAN_OF("{\"task_id\":\"load_sales\",\"description\":\"Load Q1 2021 sales from database\",\"tool_name\":"          \
            "\"sql.run\",\"dependencies\":[],\"invariants\":[\"WHERE state='Arizona' AND date >= '2021-01-01'\"],"     \
            "\"estimated_cost_seconds\":2.5},{\"task_id\":\"aggregate_monthly\",\"description\":\"Aggregate\","        \
            "\"tool_name\":\"df.transform\",\"dependencies\":[\"load_sales\"],\"invariants\":[\"group by month\"],"    \
            "\"estimated_cost_seconds\":0.5},{\"task_id\":\"plot_trend\",\"description\":\"Chart\",\"tool_name\":"     \
            "\"plot.render\",\"dependencies\":[\"aggregate_monthly\"],\"invariants\":[],"                              \
            "\"estimated_cost_seconds\":1.0}",                                                                         \
            "4.0")
#define SQL_RUN "{\"query\":\"SELECT ?\",\"params\":[1],\"timeout\":30,\"row_limit\":10,\"data\":[\"a.csv\"]}"
#define CALL                                                                                                           \
    "{\"call_id\":\"" UUID_A "\",\"task_id\":\"load_sales\",\"tool_name\":\"sql.run\",\"arguments\":" SQL_RUN          \
    ",\"timestamp\":\"" NOON "\",\"attempt_number\":1}"
#define OBSERVATION                                                                                                    \
    "{\"observation_id\":\"" UUID_B "\",\"call_id\":\"" UUID_A "\",\"status\":\"success\",\"data\":{\"rows\":[]},"     \
    "\"error_message\":null,\"error_category\":null,\"execution_time_seconds\":0.01,\"row_count\":0,\"timestamp\":"    \
    "\"" NOON "\"}"
#define RECIPE_SUBTASK                                                                                                 \
    "{\"task_id\":\"load_data\",\"tool_name\":\"sql.run\",\"arg_template\":\"SELECT {x}\",\"description\":\"d\","      \
    "\"dependencies\":[\"a\"],\"invariants\":[\"i\"],\"estimated_cost_seconds\":1}"
#define STRUCTURE "{\"subtasks\":[" RECIPE_SUBTASK "]}"
#define RECIPE                                                                                                         \
    "{\"recipe_id\":\"" UUID_B "\",\"schema_fingerprint\":\"" SHA_A "\",\"intent_template\":"                          \
    "\"Analyze {time_range} {location} sales; trends + "                                                               \
    "charts\",\"intent_embedding\":[0.25,-1],\"plan_structure\":" STRUCTURE                                            \
    ",\"tool_argument_templates\":[{\"query\":\"x\"}],\"success_count\":12,"                                           \
    "\"created_at\":\"2025-09-15T10:30:00Z\",\"last_used_at\":\"2025-09-27T08:45:00Z\"}"
#define ARTIFACT                                                                                                       \
    "{\"artifact_id\":\"" UUID_B "\",\"request_id\":\"" UUID_A "\",\"artifact_type\":\"table\",\"content_ref\":"       \
    "\"artifacts/tables/" UUID_A "/result.csv\",\"content_hash\":\"" SHA_A "\",\"metadata\":{\"row_count\":3,"         \
    "\"column_names\":[\"a\"]},\"size_bytes\":10,\"created_at\":\"" NOON "\"}"
#define TRACE                                                                                                          \
    "{\"entry_id\":\"" UUID_A "\",\"request_id\":\"" UUID_B "\",\"sequence_number\":1,\"parent_hash\":\"" ZEROS        \
    "\",\"timestamp\":\"2026-01-23T12:00:00Z\",\"event_type\":\"plan_created\",\"event_data\":{},"                     \
    "\"actor\":\"planner\",\"hash\":\"76581409ce2dafa1dd731337448c6ae911fdeeab7ac3e6a6e24b3e0fba34034f\"}"
#define SUMMARY "{\"key_findings\":[\"f\"],\"insights\":[\"i\"],\"warnings\":[\"w\"]}"
#define METRICS                                                                                                        \
    "{\"execution_time_seconds\":1.5,\"tool_calls_count\":3,\"retries_count\":0,\"rows_processed\":10,"                \
    "\"recipe_used\":null}"
#define FAILED_CALL                                                                                                    \
    "{\"call_id\":\"" UUID_A "\",\"tool_name\":\"sql.run\",\"error_category\":\"sql_syntax\",\"attempts\":3}"
#define FAILURE "{\"error_type\":\"tool_failure\",\"error_message\":\"m\",\"failed_tool_calls\":[" FAILED_CALL "]}"
#define RESPONSE                                                                                                       \
    "{\"request_id\":\"" UUID_A "\",\"status\":\"completed\",\"artifacts\":[" ARTIFACT "],\"summary\":" SUMMARY        \
    ",\"metrics\":" METRICS ",\"audit_log_ref\":\"1-9\",\"plan_ref\":\"p\",\"error\":null}"

static const struct example examples[] = {
    { "analyst.DataSource", SOURCE },
    { "analyst.Constraints", CONSTRAINTS },
    { "analyst.Policy", POLICY },
    { "analyst.AnalysisRequest", REQUEST },
    { "analyst.Subtask", SUBTASK("a", "\"b\"", "1") },
    { "analyst.Plan", PLAN },
    { "analyst.ToolCall", CALL },
    { "analyst.Observation", OBSERVATION },
    { "analyst.RecipeSubtask", RECIPE_SUBTASK },
    { "analyst.PlanStructure", STRUCTURE },
    { "analyst.Recipe", RECIPE },
    { "analyst.Artifact", ARTIFACT },
    { "analyst.AuditTrace", TRACE },
    { "analyst.Summary", SUMMARY },
    { "analyst.Metrics", METRICS },
    { "analyst.FailedToolCall", FAILED_CALL },
    { "analyst.AnalysisError", FAILURE },
    { "analyst.AnalysisResponse", RESPONSE },
    { "analyst.SqlRunArguments", SQL_RUN },
    { "analyst.DfTransformArguments",
      "{\"operation\":\"aggregate\",\"columns\":[\"a\"],\"aggregation\":\"sum\",\"data\":[\"a.csv\"]}" },
    { "analyst.PlotRenderArguments",
      "{\"type\":\"line\",\"x_col\":\"a\",\"y_col\":\"b\",\"title\":\"t\",\"data\":[\"a.csv\"]}" },
    { "analyst.ProfilerAnalyzeArguments", "{\"data\":[\"a.csv\"]}" },
    { "analyst.TableArtifactMetadata", "{\"row_count\":3,\"column_names\":[\"a\"]}" },
    { "analyst.ChartArtifactMetadata", "{\"chart_type\":\"line\",\"x_label\":\"a\",\"y_label\":\"b\"}" },
    { "analyst.ReportArtifactMetadata", "{\"format\":\"markdown\",\"section_count\":3}" },
    { "analyst.ToolCalledEvent", "{\"call_id\":\"c\",\"tool_name\":\"sql.run\",\"arguments\":{}}" },
    { "analyst.PolicyDecisionEvent", "{\"decision\":\"deny\",\"rule\":\"pii\",\"reason\":\"r\"}" },
};

static void every_field_is_held_to_its_bounds(void **state)
{
    (void)state;
    sweep_examples("analyst", examples, COUNT_OF(examples));
}

static void the_seeds_numbers_stand(void **state)
{
    static const struct range_pin pins[] = {
        { "analyst.Constraints", "row_limit", 1, 200000 },
        { "analyst.Constraints", "timeout_seconds", 1, 180 },
        { "analyst.Policy", "blocked_patterns.*", 1, NONE },
        { "analyst.AnalysisRequest", "intent", 1, 2000 },
        { "analyst.AnalysisRequest", "data_sources", 1, NONE },
        { "analyst.AnalysisRequest", "deliverables", 1, 4 },
        { "analyst.Subtask", "task_id", 1, NONE },
        { "analyst.Subtask", "dependencies", NONE, 64 },
        { "analyst.Subtask", "estimated_cost_seconds", 0, NONE },
        { "analyst.Plan", "subtasks", 1, 64 },
        { "analyst.Plan", "total_estimated_seconds", 0, NONE },
        { "analyst.ToolCall", "task_id", 1, NONE },
        { "analyst.ToolCall", "attempt_number", 1, 3 },
        { "analyst.Observation", "execution_time_seconds", 0, NONE },
        { "analyst.Observation", "row_count", 0, NONE },
        { "analyst.RecipeSubtask", "task_id", 1, NONE },
        { "analyst.RecipeSubtask", "estimated_cost_seconds", 0, NONE },
        { "analyst.PlanStructure", "subtasks", 1, 64 },
        { "analyst.Recipe", "intent_embedding", 1, 1536 },
        { "analyst.Recipe", "success_count", 1, NONE },
        { "analyst.Artifact", "content_ref", 1, NONE },
        { "analyst.Artifact", "size_bytes", 0, NONE },
        { "analyst.AuditTrace", "sequence_number", 1, NONE },
        { "analyst.Metrics", "execution_time_seconds", 0, NONE },
        { "analyst.Metrics", "tool_calls_count", 0, NONE },
        { "analyst.Metrics", "retries_count", 0, 6 },
        { "analyst.Metrics", "rows_processed", 0, NONE },
        { "analyst.FailedToolCall", "attempts", 1, 3 },
        { "analyst.AnalysisError", "error_message", 1, NONE },
        { "analyst.SqlRunArguments", "query", 1, NONE },
        { "analyst.SqlRunArguments", "timeout", 1, 180 },
        { "analyst.SqlRunArguments", "row_limit", 1, 200000 },
        { "analyst.DfTransformArguments", "operation", 1, NONE },
        { "analyst.PlotRenderArguments", "type", 1, NONE },
        { "analyst.TableArtifactMetadata", "row_count", 0, NONE },
        { "analyst.ReportArtifactMetadata", "section_count", 0, NONE },
    };

    (void)state;
    pin_ranges("analyst", pins, COUNT_OF(pins));
    refuses_field("analyst.Observation", OBSERVATION, "execution_time_seconds", "0", "must be greater than 0");
}

static void the_seeds_enums_stand(void **state)
{
    static const struct name_pin pins[] = {
        { "analyst.DataSourceType", "sql|csv|json" },
        { "analyst.Deliverable", "tables|charts|reports|summary" },
        { "analyst.ToolName", "sql.run|df.transform|plot.render|profiler.analyze" },
        { "analyst.ObservationStatus", "success|error|timeout|resource_limit" },
        { "analyst.ErrorCategory", "sql_syntax|type_mismatch|missing_column|resource_exhausted" },
        { "analyst.ArtifactType", "table|chart|report|summary" },
        { "analyst.EventType", "request_submitted|plan_created|tool_called|observation_recorded|artifact_generated|"
                               "policy_decision" },
        { "analyst.Actor", "planner|actor|safety|system" },
        { "analyst.RequestState", "submitted|planning|executing|completed|failed|partial_success" },
        { "analyst.PlanState", "draft|validated|executing|completed|abandoned" },
        { "analyst.ToolCallState", "pending|executing|succeeded|failed" },
        { "analyst.ResponseStatus", "completed|failed|partial_success" },
        { "analyst.ErrorType", "timeout|resource_limit|policy_violation|grounding_error|tool_failure" },
    };

    (void)state;
    pin_enums("analyst", pins, COUNT_OF(pins));
}

static void the_seeds_transitions_stand(void **state)
{
    static const struct name_pin pins[] = {
        { "analyst.AnalysisRequest",
          "submitted: submitted>planning submitted>failed planning>executing planning>failed executing>planning "
          "executing>completed executing>failed executing>partial_success" },
        { "analyst.Plan", "draft: draft>validated draft>abandoned validated>executing validated>abandoned "
                          "executing>completed executing>abandoned" },
        { "analyst.ToolCall",
          "pending: pending>executing pending>failed executing>succeeded executing>failed failed>pending" },
    };

    (void)state;
    pin_machines("analyst", pins, COUNT_OF(pins));
}

static void a_call_is_retried_only_while_attempts_are_left(void **state)
{
    struct arena *a = arena_new();
    struct json *call = read_json(a, CALL);
    struct err err;

    (void)state;
    for (int attempt = 1; attempt <= 3; attempt++) {
        json_set(a, call, "attempt_number", json_int(a, attempt));
        assert_int_equal(analyst_call_step(call, "failed", "pending", &err), attempt < 3 ? 0 : -1);
        assert_int_equal(analyst_call_step(call, "pending", "executing", &err), 0);
    }
    assert_int_equal(analyst_call_step(call, "failed", "pending", &err), -1);
    assert_int_equal(err.code, ERR_ILLEGAL_TRANSITION);
    assert_int_equal(analyst_call_step(call, "succeeded", "pending", &err), -1);
    assert_int_equal(err.code, ERR_ILLEGAL_TRANSITION);
    arena_free(a);
}

static void a_source_says_where_it_is(void **state)
{
    (void)state;
    accepts("analyst.DataSource", "{\"type\":\"sql\",\"connection_string\":\"postgres://h/d\"}");
    refuses("analyst.DataSource", "{\"type\":\"sql\",\"file_path\":\"a.csv\"}", "connection_string is required");
    refuses("analyst.DataSource", "{\"type\":\"csv\",\"connection_string\":\"x\"}", "file_path is required");
    refuses("analyst.DataSource", "{\"type\":\"json\",\"file_path\":\"\"}", "file_path is required");
    accepts("analyst.DataSource", "{\"type\":\"json\",\"file_path\":\"a.json\"}");
    refuses_field("analyst.AnalysisRequest", REQUEST, "data_sources", "[{\"type\":\"csv\"}]", "data_sources[0]: file");
}

static void a_request_names_each_deliverable_once(void **state)
{
    (void)state;
    accepts_with("analyst.AnalysisRequest", REQUEST, "deliverables", "[\"tables\",\"charts\",\"reports\",\"summary\"]");
    refuses_field("analyst.AnalysisRequest", REQUEST, "deliverables", "[\"charts\",\"charts\"]", "twice");
    refuses_field("analyst.AnalysisRequest", REQUEST, "deliverables", "[\"chart\"]", "deliverables[0] must be one of");
}

static void a_request_is_filled_with_the_seeds_defaults(void **state)
{
    struct arena *a = arena_new();
    struct json *given = read_json(a, "{\"intent\":\"x\",\"constraints\":{\"row_limit\":5}}");
    struct json *filled = model_fill(a, model_entity("analyst.AnalysisRequest"), given);
    struct json *blocked = json_get(json_get(filled, "policy"), "blocked_patterns");
    static const char *const patterns[] = { "ssn", "social_security", "email", "phone", "credit_card" };

    (void)state;
    assert_int_equal(json_get_int(json_get(filled, "constraints"), "row_limit", 0), 5);
    assert_int_equal(json_get_int(json_get(filled, "constraints"), "timeout_seconds", 0), 30);
    assert_int_equal(json_len(blocked), COUNT_OF(patterns));
    for (size_t i = 0; i < COUNT_OF(patterns); i++)
        assert_string_equal(json_text(json_at(blocked, i), NULL), patterns[i]);
    filled = model_fill(a, model_entity("analyst.AnalysisRequest"), read_json(a, "{}"));
    assert_int_equal(json_get_int(json_get(filled, "constraints"), "row_limit", 0), 200000);
    assert_null(json_get(json_get(given, "constraints"), "timeout_seconds"));
    arena_free(a);
}

static void a_plan_is_a_graph_without_circles(void **state)
{
    (void)state;
    accepts("analyst.Plan",
            PLAN_OF(SUBTASK("a", "\"b\",\"c\"", "1") "," SUBTASK("b", "\"c\"", "1") "," SUBTASK("c", "", "1"), "3"));
    refuses("analyst.Plan", PLAN_OF(SUBTASK("a", "\"a\"", "1"), "1"), "circle");
    refuses("analyst.Plan", PLAN_OF(SUBTASK("a", "\"b\"", "1") "," SUBTASK("b", "\"a\"", "1"), "2"), "circle");
    refuses("analyst.Plan",
            PLAN_OF(SUBTASK("x", "", "1") "," SUBTASK("a", "\"b\"", "1") "," SUBTASK("b", "\"c\"", "1") "," SUBTASK(
                        "c", "\"a\",\"x\"", "1"),
                    "4"),
            "circle");
    refuses("analyst.Plan", PLAN_OF(SUBTASK("a", "\"z\"", "1"), "1"), "dependencies must name");
    refuses("analyst.Plan", PLAN_OF(SUBTASK("a", "", "1") "," SUBTASK("a", "", "1"), "2"), "task_id of their own");
}

/* A chain of n subtasks, each behind the next, so that every pass strikes out one. */
static void the_longest_chain_is_still_searched(void **state)
{
    struct arena *a = arena_new();
    struct json *plan = read_json(a, PLAN), *subtasks = json_array(a);
    struct err err;

    (void)state;
    for (int i = 0; i < 64; i++) {
        char id[16], next[16];
        struct json *subtask = read_json(a, SUBTASK("a", "", "0.5")), *needs = json_array(a);
        snprintf(id, sizeof id, "t%d", i);
        snprintf(next, sizeof next, "t%d", i + 1);
        if (i < 63)
            json_push(a, needs, json_str(a, next));
        json_set(a, json_set(a, subtask, "task_id", json_str(a, id)), "dependencies", needs);
        json_push(a, subtasks, subtask);
    }
    json_set(a, json_set(a, plan, "subtasks", subtasks), "total_estimated_seconds", json_int(a, 32));
    assert_int_equal(model_check(model_entity("analyst.Plan"), plan, &err), 0);
    json_push(a, json_get(json_at(subtasks, 63), "dependencies"), json_str(a, "t0"));
    assert_int_equal(model_check(model_entity("analyst.Plan"), plan, &err), -1);
    assert_non_null(strstr(err.message, "circle"));
    arena_free(a);
}

static void a_plans_total_is_its_sum(void **state)
{
    (void)state;
    refuses_field("analyst.Plan", PLAN, "total_estimated_seconds", "4.1", "sum of the subtasks");
    refuses_field("analyst.Plan", PLAN, "total_estimated_seconds", "0", "sum of the subtasks");
    accepts("analyst.Plan", PLAN_OF(SUBTASK("a", "", "0.1") "," SUBTASK("b", "", "0.2"), "0.3"));
}

static void a_plan_fits_its_requests_timeout(void **state)
{
    static const struct {
        const char *request;
        double cost;
        int rc;
    } cases[] = {
        { "{\"constraints\":{\"timeout_seconds\":4}}", 4, 0 },
        { "{\"constraints\":{\"timeout_seconds\":4}}", 4.01, -1 },
        { "{\"constraints\":{\"timeout_seconds\":180}}", 180, 0 },
        { "{\"constraints\":{}}", 30, 0 },
        { "{}", 30.01, -1 },
        { "{}", 30, 0 },
    };
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json *plan = read_json(a, PLAN_OF(SUBTASK("a", "", "0"), "0"));
        struct err err;
        json_set(a, json_at(json_get(plan, "subtasks"), 0), "estimated_cost_seconds", json_double(a, cases[i].cost));
        assert_int_equal(analyst_plan_fits(plan, read_json(a, cases[i].request), &err), cases[i].rc);
        if (cases[i].rc)
            assert_int_equal(err.code, ERR_RESOURCE_EXHAUSTED);
    }
    arena_free(a);
}

static void a_call_has_its_tools_arguments(void **state)
{
    (void)state;
    refuses_field("analyst.ToolCall", CALL, "arguments", "{}", "arguments.query is required");
    refuses_field("analyst.ToolCall", CALL, "arguments", "{\"query\":\"x\",\"row_limit\":200001}",
                  "arguments.row_limit must be between 1 and 200000");
    refuses_field("analyst.ToolCall", CALL, "tool_name", "\"plot.render\"", "arguments.type is required");
    refuses_field("analyst.ToolCall", CALL, "tool_name", "\"df.transform\"", "arguments.operation is required");
    accepts_with("analyst.ToolCall", CALL, "tool_name", "\"profiler.analyze\"");
    refuses_field("analyst.ToolCall", CALL, "tool_name", "\"shell.run\"", "tool_name must be one of");
    for (const char *const *tool = model_enum("analyst.ToolName")->values; *tool; tool++)
        assert_non_null(analyst_arguments(*tool));
    assert_null(analyst_arguments("shell.run"));
}

static void an_observation_has_data_or_says_what_went_wrong(void **state)
{
    static const char failed[] =
        "{\"observation_id\":\"" UUID_B "\",\"call_id\":\"" UUID_A "\",\"status\":\"timeout\",\"error_message\":\"m\","
        "\"error_category\":\"resource_exhausted\",\"execution_time_seconds\":30,\"timestamp\":\"" NOON "\"}";

    (void)state;
    refuses_field("analyst.Observation", OBSERVATION, "data", "null", "data is required");
    refuses_field("analyst.Observation", OBSERVATION, "data", NULL, "data is required");
    accepts("analyst.Observation", failed);
    refuses_field("analyst.Observation", failed, "error_message", NULL, "error_message and error_category");
    refuses_field("analyst.Observation", failed, "error_category", "null", "error_message and error_category");
    accepts_with("analyst.Observation", failed, "status", "\"error\"");
    accepts_with("analyst.Observation", failed, "status", "\"resource_limit\"");
    refuses_field("analyst.Observation", failed, "error_category", "\"bad_luck\"", "error_category must be one of");
}

static void a_recipe_has_blanks_in_braces(void **state)
{
    static const char *const bad[] = { "\"no blanks\"", "\"a {\"",   "\"a }\"",   "\"{}\"", "\"{a b}\"",
                                       "\"{a}}\"",      "\"{{a}}\"", "\"{a} {\"", "\"\"" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        refuses_field("analyst.Recipe", RECIPE, "intent_template", bad[i], "intent_template must");
    accepts_with("analyst.Recipe", RECIPE, "intent_template", "\"{x}\"");
    accepts_with("analyst.Recipe", RECIPE, "intent_template", "\"{x_1}{y}\"");
}

static void a_recipe_is_not_used_before_it_was_made(void **state)
{
    (void)state;
    accepts_with("analyst.Recipe", RECIPE, "last_used_at", "\"2025-09-15T10:30:00Z\"");
    refuses_field("analyst.Recipe", RECIPE, "last_used_at", "\"2025-09-15T10:29:59Z\"", "last_used_at");
}

static void an_artifacts_content_is_a_path_or_a_uri(void **state)
{
    static const char *const good[] = { "\"a.csv\"", "\"/srv/a.csv\"", "\"s3://bucket/a.csv\"", "\"https://x/a b\"",
                                        "\"s3+x-y.z://bucket/a/../b\"" };
    static const char *const bad[] = { "\" \"",           "\"a\\nb\"",        "\"../a.csv\"",
                                       "\"/a/../b\"",     "\"a/..\"",         "\"s 3://b/../c\"",
                                       "\"3s://b/../c\"", "\"s3://\\u0001\"", "\"a\\u007fb\"" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++)
        accepts_with("analyst.Artifact", ARTIFACT, "content_ref", good[i]);
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        refuses_field("analyst.Artifact", ARTIFACT, "content_ref", bad[i], "content_ref must be a path or a URI");
}

static void an_artifacts_metadata_is_of_its_type(void **state)
{
    (void)state;
    refuses_field("analyst.Artifact", ARTIFACT, "metadata", "{}", "metadata.row_count is required");
    refuses_field("analyst.Artifact", ARTIFACT, "artifact_type", "\"chart\"", "metadata.chart_type is required");
    refuses_field("analyst.Artifact", ARTIFACT, "artifact_type", "\"report\"", "metadata.format is required");
    accepts_with("analyst.Artifact", ARTIFACT, "artifact_type", "\"summary\"");
}

static void each_type_of_artifact_belongs_to_a_deliverable(void **state)
{
    static const char *const names[][2] = {
        { "table", "tables" }, { "chart", "charts" }, { "report", "reports" }, { "summary", "summary" }
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_string_equal(analyst_deliverable(names[i][0]), names[i][1]);
    assert_null(analyst_deliverable("tables"));
}

static void a_response_has_artifacts_or_an_error(void **state)
{
    (void)state;
    refuses_field("analyst.AnalysisResponse", RESPONSE, "artifacts", "[]", "artifacts must not be empty");
    refuses_field("analyst.AnalysisResponse", RESPONSE, "status", "\"failed\"", "error is required");
    refuses_field("analyst.AnalysisResponse", RESPONSE, "status", "\"partial_success\"", "error is required");
    accepts("analyst.AnalysisResponse", "{\"request_id\":\"" UUID_A "\",\"status\":\"failed\",\"artifacts\":[],"
                                        "\"metrics\":" METRICS ",\"audit_log_ref\":\"\",\"error\":" FAILURE "}");
}

static void every_error_has_a_type_of_the_seed(void **state)
{
    (void)state;
    for (int code = 0; code < ERR_CODES; code++)
        assert_true(model_enum_has(model_enum("analyst.ErrorType"), analyst_error_type((enum err_code)code)));
    assert_string_equal(analyst_error_type(ERR_QUERY_TIMEOUT), "timeout");
    assert_string_equal(analyst_error_type(ERR_RESOURCE_EXHAUSTED), "resource_limit");
    assert_string_equal(analyst_error_type(ERR_POLICY_VIOLATION), "policy_violation");
    assert_string_equal(analyst_error_type(ERR_GROUNDING), "grounding_error");
    assert_string_equal(analyst_error_type(ERR_SQL_SYNTAX), "tool_failure");
    for (int code = 0; code < ERR_CODES; code++) {
        const char *category = err_category((enum err_code)code);
        assert_true(!category || model_enum_has(model_enum("analyst.ErrorCategory"), category));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_held_to_its_bounds),
        cmocka_unit_test(the_seeds_numbers_stand),
        cmocka_unit_test(the_seeds_enums_stand),
        cmocka_unit_test(the_seeds_transitions_stand),
        cmocka_unit_test(a_call_is_retried_only_while_attempts_are_left),
        cmocka_unit_test(a_source_says_where_it_is),
        cmocka_unit_test(a_request_names_each_deliverable_once),
        cmocka_unit_test(a_request_is_filled_with_the_seeds_defaults),
        cmocka_unit_test(a_plan_is_a_graph_without_circles),
        cmocka_unit_test(the_longest_chain_is_still_searched),
        cmocka_unit_test(a_plans_total_is_its_sum),
        cmocka_unit_test(a_plan_fits_its_requests_timeout),
        cmocka_unit_test(a_call_has_its_tools_arguments),
        cmocka_unit_test(an_observation_has_data_or_says_what_went_wrong),
        cmocka_unit_test(a_recipe_has_blanks_in_braces),
        cmocka_unit_test(a_recipe_is_not_used_before_it_was_made),
        cmocka_unit_test(an_artifacts_content_is_a_path_or_a_uri),
        cmocka_unit_test(an_artifacts_metadata_is_of_its_type),
        cmocka_unit_test(each_type_of_artifact_belongs_to_a_deliverable),
        cmocka_unit_test(a_response_has_artifacts_or_an_error),
        cmocka_unit_test(every_error_has_a_type_of_the_seed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
