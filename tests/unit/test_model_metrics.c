/* test_model_metrics.c - seed 3: every entity, bound, enum, machine and rule, and its named constraints. */
#include "base/timefmt.h"
#include "model/metrics.h"
#include "model_testing.h"

#define SESSION_ID "\"session_id\":\"" UUID_A "\","
#define CREATED "\"created_at\":\"" NOON "\""
#define SESSION                                                                                                        \
    "{" SESSION_ID "\"status\":\"has_files\"," CREATED ",\"expires_at\":\"2026-01-24T12:00:00Z\",\"file_count\":2,"    \
    "\"report_ready\":false}"
#define COLUMN                                                                                                         \
    "{\"name\":\"region\",\"inferred_type\":\"dimension\",\"data_type\":\"string\",\"cardinality\":4,"                 \
    "\"sample_values\":[\"East\"],\"nullable\":false}"
#define SCHEMA "{\"columns\":[" COLUMN "]}"
#define FILE_                                                                                                          \
    "{\"file_id\":\"" UUID_B "\"," SESSION_ID "\"original_name\":\"user_activity.csv\",\"description\":\"daily\","     \
    "\"path\":\"files/" UUID_B ".csv\",\"row_count\":10,\"size_bytes\":100,\"schema\":" SCHEMA                         \
    ",\"uploaded_at\":\"" NOON "\"}"
#define RANGE "{\"start\":\"2025-01-01\",\"end\":\"2025-01-31\"}"
#define CONTEXT                                                                                                        \
    "{" SESSION_ID "\"business_context\":\"c\",\"metric_sql\":\"SUM(revenue)\",\"baseline_period\":" RANGE             \
    ",\"comparison_period\":" RANGE ",\"investigation_prompt\":\"p\",\"submitted_at\":\"" NOON "\"}"
#define TABLE_INFO "{\"file_id\":\"" UUID_B "\",\"name\":\"user_activity\",\"row_count\":10,\"column_count\":3}"
#define RELATIONSHIP                                                                                                   \
    "{\"from_table\":\"a\",\"from_column\":\"id\",\"to_table\":\"b\",\"to_column\":\"a_id\","                          \
    "\"relationship_type\":\"foreign_key\",\"confidence\":0.9}"
#define DATA_MODEL                                                                                                     \
    "{" SESSION_ID "\"tables\":[" TABLE_INFO "],\"relationships\":[" RELATIONSHIP                                      \
    "],\"recommended_dimensions\":[\"region\"],\"inferred_at\":\"" NOON "\"}"
#define STEP                                                                                                           \
    "{\"step_number\":1,\"phase\":\"exploration\",\"description\":\"look\",\"tables_involved\":[\"a\"],"               \
    "\"dimensions_to_check\":[\"region\"]}"
#define PLAN "{" SESSION_ID "\"steps\":[" STEP "],\"objectives\":[\"why\"]," CREATED "}"
#define HYPOTHESIS                                                                                                     \
    "{\"hypothesis_id\":\"hyp_001\"," SESSION_ID "\"title\":\"East fell\",\"causal_story\":\"A shop closed.\","        \
    "\"dimensions\":[\"region\"],\"expected_pattern\":\"East only\",\"priority\":1,\"status\":\"PENDING\"," CREATED    \
    "}"
#define FINDING                                                                                                        \
    "{\"finding_id\":\"find_001\",\"iteration\":1,\"summary\":\"East fell by 9.\",\"full_output_ref\":"                \
    "\"full_outputs/output_001.txt\",\"hypothesis_affected\":\"hyp_001\"," CREATED "}"
#define ITERATION                                                                                                      \
    "{\"iteration\":1,\"decision\":\"ANALYZE\",\"code_executed\":\"SELECT 1\",\"raw_output\":\"1\","                   \
    "\"compressed_summary\":\"One.\",\"hypothesis_status_changes\":{\"hyp_001\":\"INVESTIGATING\"},\"timestamp\":"     \
    "\"" NOON "\"}"
#define LEDGER                                                                                                         \
    "{" SESSION_ID "\"findings\":[" FINDING "],\"hypothesis_outcomes\":{\"hyp_001\":\"CONFIRMED\"},"                   \
    "\"total_iterations\":1,\"exit_reason\":\"CONCLUDE\"," CREATED "}"
#define DOCUMENT "{\"document_id\":\"" UUID_B "\"," SESSION_ID "\"content\":\"c\",\"embedding\":[0.5]," CREATED "}"
#define EVIDENCE                                                                                                       \
    "{\"description\":\"East fell\",\"segment\":\"East\",\"segment_size\":3,\"contribution_percent\":-91.5,"           \
    "\"baseline_value\":10,\"comparison_value\":1}"
#define EXPLANATION                                                                                                    \
    "{" SESSION_ID "\"rank\":1,\"title\":\"East fell\",\"likelihood\":\"Most Likely\",\"evidence\":[" EVIDENCE         \
    "],\"reasoning\":\"r\",\"causal_story\":\"s\",\"source_hypotheses\":[\"hyp_001\"]}"
#define REPORT_TEXT                                                                                                    \
    "# Revenue fell\\n\\n## Data Model\\nx\\n## Analysis Performed\\nx\\n## Explanations\\nx\\n"                       \
    "## Recommended Next Steps\\nx\\n\\n*Generated 2026-01-23 12:00 UTC*\\n"
#define REPORT "{" SESSION_ID "\"content\":\"" REPORT_TEXT "\",\"generated_at\":\"" NOON "\",\"status\":\"completed\"}"
#define CHAT                                                                                                           \
    "{\"message_id\":\"" UUID_B "\"," SESSION_ID "\"role\":\"user\",\"content\":\"Why?\",\"timestamp\":\"" NOON        \
    "\",\"artifacts_referenced\":[\"report.md\"]}"
#define REQUEST                                                                                                        \
    "{\"business_context\":\"c\",\"metric_sql\":\"SUM(revenue)\",\"target_metric\":null,\"metric_definition\":null,"   \
    "\"baseline_period\":" RANGE ",\"comparison_period\":" RANGE ",\"investigation_prompt\":\"p\"}"
#define ERROR_DETAIL "{\"code\":\"FILE_TOO_LARGE\",\"message\":\"Too large.\",\"details\":{}}"

static const struct example examples[] = {
    { "metrics.Session", SESSION },
    { "metrics.Column", COLUMN },
    { "metrics.FileSchema", SCHEMA },
    { "metrics.UploadedFile", FILE_ },
    { "metrics.DateRange", RANGE },
    { "metrics.InvestigationContext", CONTEXT },
    { "metrics.TableInfo", TABLE_INFO },
    { "metrics.Relationship", RELATIONSHIP },
    { "metrics.DataModel", DATA_MODEL },
    { "metrics.PlanStep", STEP },
    { "metrics.AnalysisPlan", PLAN },
    { "metrics.Hypothesis", HYPOTHESIS },
    { "metrics.Finding", FINDING },
    { "metrics.IterationLog", ITERATION },
    { "metrics.FindingsLedger", LEDGER },
    { "metrics.MemoryDocument", DOCUMENT },
    { "metrics.Evidence", EVIDENCE },
    { "metrics.Explanation", EXPLANATION },
    { "metrics.Report", REPORT },
    { "metrics.ChatMessage", CHAT },
    { "metrics.SessionCreate", "{}" },
    { "metrics.SessionResponse", SESSION },
    { "metrics.FileUploadResponse",
      "{\"file_id\":\"" UUID_B "\",\"original_name\":\"a.csv\",\"row_count\":1,\"size_bytes\":9}" },
    { "metrics.FileMetadataUpdate", "{\"description\":\"d\"}" },
    { "metrics.InvestigationRequest", REQUEST },
    { "metrics.InvestigationResponse", "{\"status\":\"running\",\"message\":\"It has begun.\"}" },
    { "metrics.ReportResponse", "{\"content\":\"c\",\"generated_at\":\"" NOON "\",\"status\":\"no_findings\"}" },
    { "metrics.ChatRequest", "{\"message\":\"Why?\"}" },
    { "metrics.ChatResponse", "{\"response\":\"r\",\"artifacts_referenced\":[\"report.md\"]}" },
    { "metrics.ErrorDetail", ERROR_DETAIL },
    { "metrics.ErrorResponse", "{\"error\":" ERROR_DETAIL "}" },
};

static void every_field_is_held_to_its_bounds(void **state)
{
    (void)state;
    sweep_examples("metrics", examples, COUNT_OF(examples));
}

static const struct range_pin ranges[] = {
    { "metrics.Session", "file_count", 0, 10 },
    { "metrics.Column", "name", 1, NONE },
    { "metrics.Column", "cardinality", 1, NONE },
    { "metrics.Column", "sample_values", NONE, 5 },
    { "metrics.FileSchema", "columns", 1, NONE },
    { "metrics.UploadedFile", "original_name", 1, 255 },
    { "metrics.UploadedFile", "description", NONE, 2000 },
    { "metrics.UploadedFile", "path", 1, NONE },
    { "metrics.UploadedFile", "row_count", 1, NONE },
    { "metrics.UploadedFile", "size_bytes", 0, 52428800 },
    { "metrics.InvestigationContext", "business_context", NONE, 5000 },
    { "metrics.InvestigationContext", "metric_sql", 1, 2000 },
    { "metrics.InvestigationContext", "investigation_prompt", NONE, 2000 },
    { "metrics.TableInfo", "name", 1, NONE },
    { "metrics.TableInfo", "row_count", 0, NONE },
    { "metrics.TableInfo", "column_count", 0, NONE },
    { "metrics.Relationship", "confidence", 0, 1 },
    { "metrics.PlanStep", "step_number", 1, NONE },
    { "metrics.Hypothesis", "title", 1, 100 },
    { "metrics.Hypothesis", "causal_story", NONE, 500 },
    { "metrics.Hypothesis", "priority", 1, 10 },
    { "metrics.Finding", "iteration", 1, 15 },
    { "metrics.Finding", "summary", NONE, 500 },
    { "metrics.Finding", "full_output_ref", 1, NONE },
    { "metrics.IterationLog", "iteration", 1, 15 },
    { "metrics.IterationLog", "compressed_summary", NONE, 500 },
    { "metrics.FindingsLedger", "total_iterations", 0, 15 },
    { "metrics.MemoryDocument", "embedding", 1, 1536 },
    { "metrics.Evidence", "description", 1, NONE },
    { "metrics.Evidence", "segment_size", 0, NONE },
    { "metrics.Explanation", "rank", 1, NONE },
    { "metrics.Explanation", "title", 1, 100 },
    { "metrics.Explanation", "reasoning", NONE, 1000 },
    { "metrics.Explanation", "causal_story", NONE, 500 },
    { "metrics.ChatMessage", "content", 1, 5000 },
    { "metrics.SessionResponse", "file_count", 0, 10 },
    { "metrics.FileUploadResponse", "original_name", 1, 255 },
    { "metrics.FileUploadResponse", "row_count", 1, NONE },
    { "metrics.FileUploadResponse", "size_bytes", 0, 52428800 },
    { "metrics.FileMetadataUpdate", "description", NONE, 2000 },
    { "metrics.InvestigationRequest", "business_context", NONE, 5000 },
    { "metrics.InvestigationRequest", "metric_sql", NONE, 2000 },
    { "metrics.InvestigationRequest", "target_metric", NONE, 100 },
    { "metrics.InvestigationRequest", "metric_definition", NONE, 2000 },
    { "metrics.InvestigationRequest", "investigation_prompt", NONE, 2000 },
    { "metrics.ChatRequest", "message", 1, 5000 },
    { "metrics.ErrorDetail", "code", 1, NONE },
    { "metrics.ErrorDetail", "message", 1, NONE },
};

static void the_seeds_numbers_stand(void **state)
{
    (void)state;
    pin_ranges("metrics", ranges, COUNT_OF(ranges));
}

static void the_seeds_enums_stand(void **state)
{
    static const struct name_pin pins[] = {
        { "metrics.SessionStatus", "created|has_files|running|completed|failed|expired" },
        { "metrics.ColumnRole", "dimension|measure|id|timestamp" },
        { "metrics.DataType", "string|integer|float|date|datetime" },
        { "metrics.RelationshipType", "foreign_key|similar_values" },
        { "metrics.PlanPhase", "exploration|hypothesis_generation|validation" },
        { "metrics.HypothesisStatus", "PENDING|INVESTIGATING|CONFIRMED|RULED_OUT" },
        { "metrics.Decision", "ANALYZE|DRILL_DOWN|PIVOT|CONCLUDE" },
        { "metrics.ExitReason", "CONCLUDE|MAX_ITERATIONS|STALL_DETECTED" },
        { "metrics.Likelihood", "Most Likely|Likely|Possible|Less Likely" },
        { "metrics.ReportStatus", "completed|no_findings" },
        { "metrics.ChatRole", "user|assistant" },
        { "metrics.InvestigationStatus", "running|completed|failed" },
        { "metrics.ErrorCode", "MAX_FILES_EXCEEDED|FILE_TOO_LARGE|INVALID_FILE_TYPE|NO_HEADERS|METRIC_SQL_REQUIRED|"
                               "NO_FILES_UPLOADED|INVALID_DATE_RANGE|INVESTIGATION_NOT_COMPLETE|SESSION_NOT_FOUND|"
                               "COLUMN_NOT_FOUND" },
    };

    (void)state;
    pin_enums("metrics", pins, COUNT_OF(pins));
}

static void the_seeds_transitions_stand(void **state)
{
    static const struct name_pin pins[] = {
        { "metrics.Session",
          "created: created>has_files created>expired has_files>created has_files>running has_files>expired "
          "running>completed running>failed running>expired completed>running completed>expired failed>running "
          "failed>expired" },
        { "metrics.Hypothesis", "PENDING: PENDING>INVESTIGATING INVESTIGATING>PENDING INVESTIGATING>CONFIRMED "
                                "INVESTIGATING>RULED_OUT" },
    };

    (void)state;
    pin_machines("metrics", pins, COUNT_OF(pins));
}

static void a_session_lives_twenty_four_hours(void **state)
{
    struct arena *a = arena_new();
    const struct json *session = read_json(a, SESSION);
    int64_t end;

    (void)state;
    refuses_field("metrics.Session", SESSION, "expires_at", "\"2026-01-24T11:59:59Z\"", "24 hours");
    refuses_field("metrics.Session", SESSION, "expires_at", "\"2026-01-24T12:00:01Z\"", "24 hours");
    assert_true(time_read("2026-01-24T12:00:00Z", 20, &end));
    assert_int_equal(metrics_expires_us(end - INT64_C(86400000000)), end);
    assert_false(metrics_session_expired(session, end));
    assert_true(metrics_session_expired(session, end + 1));
    arena_free(a);
}

static void a_status_fits_the_files_and_the_report(void **state)
{
    (void)state;
    refuses_field("metrics.Session", SESSION, "status", "\"created\"", "file_count must be 0");
    refuses_field("metrics.Session", SESSION, "file_count", "0", "file_count must be at least 1");
    refuses_field("metrics.Session", SESSION, "file_count", NULL, "file_count must be at least 1");
    refuses_field("metrics.Session", SESSION, "status", "\"completed\"", "report_ready");
    accepts_with("metrics.Session", SESSION, "status", "\"running\"");
    accepts_with("metrics.Session", SESSION, "status", "\"failed\"");
    accepts("metrics.Session",
            "{" SESSION_ID "\"status\":\"created\"," CREATED ",\"expires_at\":\"2026-01-24T12:00:00Z\"}");
}

static struct json *session_in(struct arena *a, const char *status, int files)
{
    struct json *session = read_json(a, SESSION);

    json_set(a, session, "status", json_str(a, status));
    return json_set(a, session, "file_count", json_int(a, files));
}

static void a_state_decides_what_may_be_done(void **state)
{
    static const struct {
        const char *status;
        int files, add, take, investigate, chat; /* codes; ERR_CODES: allowed */
    } cases[] = {
        { "created", 0, ERR_CODES, ERR_CODES, ERR_NO_FILES_UPLOADED, ERR_INVESTIGATION_NOT_COMPLETE },
        { "has_files", 9, ERR_CODES, ERR_CODES, ERR_CODES, ERR_INVESTIGATION_NOT_COMPLETE },
        { "has_files", 10, ERR_MAX_FILES_EXCEEDED, ERR_CODES, ERR_CODES, ERR_INVESTIGATION_NOT_COMPLETE },
        { "running", 1, ERR_CONFLICT, ERR_CONFLICT, ERR_CONFLICT, ERR_INVESTIGATION_NOT_COMPLETE },
        { "completed", 1, ERR_CODES, ERR_CODES, ERR_CODES, ERR_CODES },
        { "completed", 0, ERR_CODES, ERR_CODES, ERR_NO_FILES_UPLOADED, ERR_CODES },
        { "failed", 1, ERR_CODES, ERR_CODES, ERR_CODES, ERR_INVESTIGATION_NOT_COMPLETE },
        { "expired", 1, ERR_CONFLICT, ERR_CONFLICT, ERR_CONFLICT, ERR_INVESTIGATION_NOT_COMPLETE },
    };
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct json *session = session_in(a, cases[i].status, cases[i].files);
        struct err err;
        assert_int_equal(metrics_may_add_file(session, &err) ? (int)err.code : ERR_CODES, cases[i].add);
        assert_int_equal(metrics_may_remove_file(session, &err) ? (int)err.code : ERR_CODES, cases[i].take);
        assert_int_equal(metrics_may_investigate(session, &err) ? (int)err.code : ERR_CODES, cases[i].investigate);
        assert_int_equal(metrics_may_chat(session, &err) ? (int)err.code : ERR_CODES, cases[i].chat);
    }
    arena_free(a);
}

/* The example with one field changed fails with that code. */
static void fails_with(enum err_code code, const char *entity, const char *text, const char *field, const char *value)
{
    struct err err;

    assert_int_equal(check_with(entity, text, field, value, &err), -1);
    if (err.code != code)
        fail_msg("%s with %s: %s, expected %s", entity, field, err_name(err.code), err_name(code));
}

static void each_named_constraint_has_its_code(void **state)
{
    char long_sql[2100];

    (void)state;
    fails_with(ERR_MAX_FILES_EXCEEDED, "metrics.Session", SESSION, "file_count", "11");
    fails_with(ERR_INVALID_INPUT, "metrics.Session", SESSION, "file_count", "-1");
    fails_with(ERR_FILE_TOO_LARGE, "metrics.UploadedFile", FILE_, "size_bytes", "52428801");
    accepts_with("metrics.UploadedFile", FILE_, "size_bytes", "52428800");
    fails_with(ERR_INVALID_INPUT, "metrics.UploadedFile", FILE_, "size_bytes", "-1");
    fails_with(ERR_INVALID_FILE_TYPE, "metrics.UploadedFile", FILE_, "original_name", "\"a.xlsx\"");
    fails_with(ERR_NO_HEADERS, "metrics.FileSchema", SCHEMA, "columns", "[]");
    fails_with(ERR_NO_HEADERS, "metrics.FileSchema", SCHEMA, "columns", NULL);
    fails_with(ERR_METRIC_SQL_REQUIRED, "metrics.InvestigationContext", CONTEXT, "metric_sql", NULL);
    fails_with(ERR_METRIC_SQL_REQUIRED, "metrics.InvestigationContext", CONTEXT, "metric_sql", "null");
    fails_with(ERR_METRIC_SQL_REQUIRED, "metrics.InvestigationContext", CONTEXT, "metric_sql", "\"\"");
    fails_with(ERR_METRIC_SQL_REQUIRED, "metrics.InvestigationContext", CONTEXT, "metric_sql", "\" \"");
    fails_with(ERR_METRIC_SQL_REQUIRED, "metrics.InvestigationRequest", REQUEST, "metric_sql", NULL);
    fails_with(ERR_METRIC_SQL_REQUIRED, "metrics.InvestigationRequest", REQUEST, "metric_sql", "\"\"");
    fails_with(ERR_INVALID_DATE_RANGE, "metrics.InvestigationRequest", REQUEST, "baseline_period", NULL);
    fails_with(ERR_INVALID_DATE_RANGE, "metrics.InvestigationRequest", REQUEST, "comparison_period", "null");
    fails_with(ERR_INVALID_DATE_RANGE, "metrics.InvestigationRequest", REQUEST, "baseline_period",
               "{\"start\":\"2025-02-30\",\"end\":\"2025-03-01\"}");
    snprintf(long_sql, sizeof long_sql, "\"%02001d\"", 0);
    fails_with(ERR_INVALID_INPUT, "metrics.InvestigationContext", CONTEXT, "metric_sql", long_sql);
}

static void a_file_is_a_csv_kept_inside_its_session(void **state)
{
    (void)state;
    accepts_with("metrics.UploadedFile", FILE_, "original_name", "\"A.CSV\"");
    fails_with(ERR_INVALID_FILE_TYPE, "metrics.UploadedFile", FILE_, "original_name", "\".csv\"");
    fails_with(ERR_INVALID_FILE_TYPE, "metrics.UploadedFile", FILE_, "original_name", "\"a.csv.gz\"");
    refuses_field("metrics.UploadedFile", FILE_, "path", "\"/etc/a.csv\"", "path must be relative");
    refuses_field("metrics.UploadedFile", FILE_, "path", "\"files/../../a.csv\"", "path must be relative");
    refuses_field("metrics.UploadedFile", FILE_, "path", "\"..\"", "path must be relative");
    accepts_with("metrics.UploadedFile", FILE_, "path", "\"files/a..b.csv\"");
}

static void a_range_does_not_end_before_it_starts(void **state)
{
    (void)state;
    accepts("metrics.DateRange", "{\"start\":\"2025-01-31\",\"end\":\"2025-01-31\"}");
    refuses_with(ERR_INVALID_DATE_RANGE, "metrics.DateRange", "{\"start\":\"2025-02-01\",\"end\":\"2025-01-31\"}",
                 "end must not be before start");
    refuses_field("metrics.InvestigationContext", CONTEXT, "baseline_period",
                  "{\"start\":\"2025-02-01\",\"end\":\"2025-01-31\"}", "baseline_period: end must not");
}

static void periods_may_overlap(void **state)
{
    (void)state;
    accepts_with("metrics.InvestigationContext", CONTEXT, "comparison_period",
                 "{\"start\":\"2025-01-15\",\"end\":\"2025-02-15\"}");
    accepts_with("metrics.InvestigationContext", CONTEXT, "comparison_period",
                 "{\"start\":\"2024-01-01\",\"end\":\"2024-01-31\"}");
}

static void a_metric_has_a_second_spelling(void **state)
{
    static const char both[] =
        "{\"target_metric\":\"revenue\",\"metric_definition\":\"its sum\",\"baseline_period\":" RANGE
        ",\"comparison_period\":" RANGE "}";

    (void)state;
    accepts("metrics.InvestigationRequest", both);
    fails_with(ERR_METRIC_SQL_REQUIRED, "metrics.InvestigationRequest", both, "target_metric", NULL);
    fails_with(ERR_METRIC_SQL_REQUIRED, "metrics.InvestigationRequest", both, "metric_definition", "\" \"");
}

static void steps_come_in_order(void **state)
{
    static const char again[] = "[" STEP "," STEP "]";

    (void)state;
    refuses_field("metrics.AnalysisPlan", PLAN, "steps", again, "order of their step_number");
    accepts_with("metrics.AnalysisPlan", PLAN, "steps", "[]");
}

static void ids_of_hypotheses_and_findings_are_numbered(void **state)
{
    static const char *const bad[] = { "\"hyp_1\"",    "\"hyp_01\"",     "\"hyp_001x\"", "\"hyp_\"",
                                       "\"find_001\"", "\"../hyp_001\"", "\"hyp_001/\"", "\"\"" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        refuses_field("metrics.Hypothesis", HYPOTHESIS, "hypothesis_id", bad[i], "hyp_001");
    accepts_with("metrics.Hypothesis", HYPOTHESIS, "hypothesis_id", "\"hyp_1234\"");
    refuses_field("metrics.Finding", FINDING, "finding_id", "\"hyp_001\"", "find_001");
    accepts_with("metrics.Finding", FINDING, "finding_id", "\"find_015\"");
}

static void findings_are_of_iterations_that_ran(void **state)
{
    (void)state;
    refuses_field("metrics.FindingsLedger", LEDGER, "total_iterations", "0", "iterations that ran");
    accepts_with("metrics.FindingsLedger", LEDGER, "total_iterations", "15");
    refuses_field("metrics.FindingsLedger", LEDGER, "hypothesis_outcomes", "{\"hyp_001\":\"DONE\"}",
                  "hypothesis_outcomes.* must be one of PENDING");
}

static void a_rank_has_its_likelihood(void **state)
{
    static const char *const of[] = { "Most Likely", "Likely",      "Likely",     "Possible",
                                      "Possible",    "Less Likely", "Less Likely" };
    char text[64];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(of); i++)
        assert_string_equal(metrics_likelihood((int64_t)i + 1), of[i]);
    assert_string_equal(metrics_likelihood(1000), "Less Likely");
    for (int rank = 2; rank <= 7; rank++) {
        snprintf(text, sizeof text, "%d", rank);
        refuses_field("metrics.Explanation", EXPLANATION, "rank", text, "likelihood");
    }
    refuses_field("metrics.Explanation", EXPLANATION, "likelihood", "\"Likely\"", "likelihood");
}

static void explanations_are_ranked_from_one_without_gaps(void **state)
{
    static const struct {
        const char *text;
        int rc;
    } cases[] = {
        { "[]", 0 },
        { "[{\"rank\":1},{\"rank\":2},{\"rank\":3}]", 0 },
        { "[{\"rank\":2}]", -1 },
        { "[{\"rank\":1},{\"rank\":3}]", -1 },
        { "[{\"rank\":1},{\"rank\":1}]", -1 },
        { "[{\"rank\":2},{\"rank\":1}]", -1 },
    };
    struct arena *a = arena_new();
    struct err err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(metrics_check_ranks(read_json(a, cases[i].text), &err), cases[i].rc);
    arena_free(a);
}

static void a_report_has_its_six_sections_in_order(void **state)
{
    static const char *const bad[][2] = {
        { "\"\"", "Header" },
        { "\"no heading\"", "Header" },
        { "\"# R\\n## Analysis Performed\\n## Explanations\\n## Recommended Next Steps\\n2026-01-23\"", "Data Model" },
        { "\"# R\\n## Data Model\\n## Explanations\\n## Recommended Next Steps\\n2026-01-23\"", "Analysis Performed" },
        { "\"# R\\n## Data Model\\n## Analysis Performed\\n## Recommended Next Steps\\n2026-01-23\"", "Explanations" },
        { "\"# R\\n## Data Model\\n## Analysis Performed\\n## Explanations\\n2026-01-23\"", "Recommended Next Steps" },
        { "\"# R\\n## Explanations\\n## Data Model\\n## Analysis Performed\\n## Recommended Next Steps\\n2026-01-23\"",
          "Explanations" },
        { "\"# R\\n## Data Model\\n## Analysis Performed\\n## Explanations\\n## Recommended Next Steps\\nx\"",
          "time it was generated" },
        { "\"# R\\n## Data Model\\n## Analysis Performed\\n## Explanations\\n## Recommended Next Steps\\n"
          "at 2026-01-23\\nx\"",
          "time it was generated" },
        { "\"## Data Model\\n## Analysis Performed\\n## Explanations\\n## Recommended Next Steps\\n2026-01-23\"",
          "Data Model" },
        { "\"# R\\n##Data Model\\n## Analysis Performed\\n## Explanations\\n## Recommended Next Steps\\n2026-01-23\"",
          "Data Model" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        refuses_field("metrics.Report", REPORT, "content", bad[i][0], bad[i][1]);
    accepts_with("metrics.Report", REPORT, "content",
                 "\"# R\\n### data model \\n# Analysis Performed\\n## Other\\n## Explanations\\n\\n"
                 "## Recommended Next Steps\\nx\\n2026-01-23T12:00:00Z\\n\\n\"");
    accepts_with("metrics.Report", REPORT, "status", "\"no_findings\"");
}

static void a_chat_message_is_not_blank(void **state)
{
    (void)state;
    refuses_field("metrics.ChatMessage", CHAT, "content", "\" \"", "content must not be blank");
}

static void defaults_are_filled_in(void **state)
{
    struct arena *a = arena_new();
    struct json *filled = model_fill(a, model_entity("metrics.Session"), read_json(a, "{}"));

    (void)state;
    assert_string_equal(json_get_text(filled, "status"), "created");
    assert_int_equal(json_get_int(filled, "file_count", -1), 0);
    assert_true(json_is(json_get(filled, "report_ready"), JSON_BOOL));
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_held_to_its_bounds),
        cmocka_unit_test(the_seeds_numbers_stand),
        cmocka_unit_test(the_seeds_enums_stand),
        cmocka_unit_test(the_seeds_transitions_stand),
        cmocka_unit_test(a_session_lives_twenty_four_hours),
        cmocka_unit_test(a_status_fits_the_files_and_the_report),
        cmocka_unit_test(a_state_decides_what_may_be_done),
        cmocka_unit_test(each_named_constraint_has_its_code),
        cmocka_unit_test(a_file_is_a_csv_kept_inside_its_session),
        cmocka_unit_test(a_range_does_not_end_before_it_starts),
        cmocka_unit_test(periods_may_overlap),
        cmocka_unit_test(a_metric_has_a_second_spelling),
        cmocka_unit_test(steps_come_in_order),
        cmocka_unit_test(ids_of_hypotheses_and_findings_are_numbered),
        cmocka_unit_test(findings_are_of_iterations_that_ran),
        cmocka_unit_test(a_rank_has_its_likelihood),
        cmocka_unit_test(explanations_are_ranked_from_one_without_gaps),
        cmocka_unit_test(a_report_has_its_six_sections_in_order),
        cmocka_unit_test(a_chat_message_is_not_blank),
        cmocka_unit_test(defaults_are_filled_in),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
