/* test_model_workbook.c - seed 1: every entity, bound, enum, machine and rule. */
#include "model/workbook.h"
#include "model_testing.h"

#define TURN                                                                                                           \
    "{\"id\":\"" UUID_A "\",\"role\":\"user\",\"content\":\"How many rows?\",\"timestamp\":\"" NOON                    \
    "\",\"correlation_id\":\"" UUID_B "\",\"content_type\":\"text\",\"metadata\":{\"k\":1}}"
#define METADATA                                                                                                       \
    "{\"sheet_names\":[\"Plan\"],\"table_names\":{\"Plan\":[\"T1\"]},\"row_counts\":{\"Plan\":12},"                    \
    "\"column_counts\":{\"Plan\":3}}"
#define CONTEXT                                                                                                        \
    "{\"workbook_path\":\"/data/Q3.xlsx\",\"workbook_name\":\"Q3.xlsx\",\"loaded_at\":\"" NOON                         \
    "\",\"metadata\":" METADATA ",\"is_valid\":true,\"error_message\":null}"
#define SESSION                                                                                                        \
    "{\"session_id\":\"" UUID_A "\",\"started_at\":\"" NOON "\",\"last_activity_at\":\"2026-01-23T12:00:01Z\","        \
    "\"current_context\":" CONTEXT ",\"conversation_history\":[" TURN "],\"context_window\":[" TURN                    \
    "],\"previous_contexts\":[" CONTEXT "]}"
#define TABLE_METADATA "{\"sheet_name\":\"Plan\",\"row_count\":1,\"is_truncated\":false}"
#define TABLE "{\"columns\":[\"a\"],\"rows\":[[\"1\"]],\"metadata\":" TABLE_METADATA "}"
#define INVOCATION                                                                                                     \
    "{\"tool_name\":\"excel-list-structure\",\"plugin_method\":\"list_workbook_structure\",\"input_parameters\":{},"   \
    "\"output_summary\":\"2 sheets\",\"invoked_at\":\"" NOON "\",\"duration_ms\":3,\"success\":true,"                  \
    "\"error_message\":null}"
#define ERROR                                                                                                          \
    "{\"message\":\"The workbook could not be opened.\",\"correlation_id\":\"" UUID_B "\",\"timestamp\":\"" NOON       \
    "\",\"error_code\":\"WORKBOOK_LOAD_FAILED\",\"can_retry\":true,\"suggested_action\":\"Choose another file.\"}"
#define RESPONSE                                                                                                       \
    "{\"response_id\":\"" UUID_A "\",\"correlation_id\":\"" UUID_B "\",\"content\":\"12 rows\","                       \
    "\"content_type\":\"table\",\"table_data\":" TABLE                                                                 \
    ",\"suggestions\":[\"And columns?\"],\"tools_invoked\":[" INVOCATION                                               \
    "],\"processing_time_ms\":7,\"model_used\":\"builtin\",\"error\":null}"
#define LOG_ENTRY                                                                                                      \
    "{\"timestamp\":\"" NOON "\",\"correlationId\":\"" UUID_B "\",\"event\":\"AgentQuery\",\"details\":{}}"

static const struct example examples[] = {
    { "workbook.ConversationTurn", TURN },        { "workbook.WorkbookMetadata", METADATA },
    { "workbook.WorkbookContext", CONTEXT },      { "workbook.WorkbookSession", SESSION },
    { "workbook.TableMetadata", TABLE_METADATA }, { "workbook.TableData", TABLE },
    { "workbook.ToolInvocation", INVOCATION },    { "workbook.SanitizedError", ERROR },
    { "workbook.AgentResponse", RESPONSE },       { "workbook.LogEntry", LOG_ENTRY },
};

static void every_field_is_held_to_its_bounds(void **state)
{
    (void)state;
    sweep_examples("workbook", examples, COUNT_OF(examples));
}

static void the_seeds_numbers_stand(void **state)
{
    static const struct range_pin pins[] = {
        { "workbook.ConversationTurn", "content", NONE, 10000 },
        { "workbook.WorkbookMetadata", "row_counts.*", 0, NONE },
        { "workbook.WorkbookMetadata", "column_counts.*", 0, NONE },
        { "workbook.WorkbookContext", "workbook_name", 1, NONE },
        { "workbook.WorkbookSession", "context_window", NONE, 20 },
        { "workbook.TableMetadata", "row_count", 0, NONE },
        { "workbook.TableData", "rows", NONE, 1000 },
        { "workbook.ToolInvocation", "duration_ms", 0, NONE },
        { "workbook.SanitizedError", "message", 1, NONE },
        { "workbook.AgentResponse", "content", NONE, 10000 },
        { "workbook.AgentResponse", "processing_time_ms", 0, NONE },
    };

    (void)state;
    pin_ranges("workbook", pins, COUNT_OF(pins));
}

static void the_seeds_enums_stand(void **state)
{
    static const struct name_pin pins[] = {
        { "workbook.Role", "user|assistant|system" },
        { "workbook.ContentType", "text|table|error|system_message|clarification" },
        { "workbook.ErrorCode", "WORKBOOK_LOAD_FAILED|QUERY_TIMEOUT|MODEL_UNRESPONSIVE|INVALID_QUERY|MCP_TOOL_ERROR|"
                                "UNKNOWN_ERROR" },
        { "workbook.Tool",
          "excel-list-structure|excel-search|excel-preview-table|excel-analyze-pivot|excel-write-cell|"
          "excel-write-range|excel-create-worksheet|add_task|list_tasks|update_task|complete_task|delete_task|sql.run|"
          "df.transform|plot.render|profiler.analyze|docs.search|docs.ask|metrics.localize|metrics.investigate|ask" },
        { "workbook.LogEvent", "AgentQuery|ToolInvoked|ResponseGenerated|Error" },
        { "workbook.TurnState", "created|stored|archived" },
        { "workbook.ContextState", "unloaded|loading|loaded|failed|replaced" },
        { "workbook.SessionState", "created|active|idle|expired" },
        { "workbook.ResponseState", "processing|completed|displayed|archived" },
        { "workbook.ToolState", "queued|executing|completed|failed|logged" },
    };

    (void)state;
    pin_enums("workbook", pins, COUNT_OF(pins));
}

static void the_seeds_transitions_stand(void **state)
{
    static const struct name_pin pins[] = {
        { "workbook.ConversationTurn", "created: created>stored stored>archived" },
        { "workbook.WorkbookContext", "unloaded: unloaded>loading loading>loaded loading>failed loaded>replaced" },
        { "workbook.WorkbookSession",
          "created: created>active created>expired active>idle active>expired idle>active idle>expired" },
        { "workbook.AgentResponse", "processing: processing>completed completed>displayed displayed>archived" },
        { "workbook.ToolInvocation",
          "queued: queued>executing executing>completed executing>failed completed>logged failed>logged" },
    };

    (void)state;
    pin_machines("workbook", pins, COUNT_OF(pins));
}

static void only_a_system_turn_may_be_empty(void **state)
{
    (void)state;
    refuses_field("workbook.ConversationTurn", TURN, "content", "\"\"", "content must not be empty");
    accepts("workbook.ConversationTurn",
            "{\"id\":\"" UUID_A "\",\"role\":\"system\",\"content\":\"\",\"timestamp\":\"" NOON
            "\",\"correlation_id\":\"" UUID_B "\",\"content_type\":\"system_message\"}");
}

static void a_workbook_has_an_absolute_path_to_an_xlsx_file(void **state)
{
    static const char *const good[] = { "\"/a.xlsx\"", "\"/data/Q3.XLSX\"", "\"/a b/\xc3\xa9.xlsx\"" };
    static const char *const relative[] = { "\"a.xlsx\"", "\"./a.xlsx\"", "\"~/a.xlsx\"", "\"\"", "\"C:\\\\a.xlsx\"" };
    static const char *const other[] = { "\"/a.xls\"", "\"/a.xlsm\"",    "\"/a.xlsxx\"", "\"/axlsx\"",
                                         "\"/.xlsx\"", "\"/dir/.xlsx\"", "\"/a.xlsx/\"", "\"/a.csv\"" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++)
        accepts_with("workbook.WorkbookContext", CONTEXT, "workbook_path", good[i]);
    for (size_t i = 0; i < COUNT_OF(relative); i++)
        refuses_field("workbook.WorkbookContext", CONTEXT, "workbook_path", relative[i], "absolute");
    for (size_t i = 0; i < COUNT_OF(other); i++)
        refuses_field("workbook.WorkbookContext", CONTEXT, "workbook_path", other[i], ".xlsx");
}

static void a_workbook_name_has_no_separators(void **state)
{
    (void)state;
    accepts_with("workbook.WorkbookContext", CONTEXT, "workbook_name", "\"Q3 (final).xlsx\"");
    refuses_field("workbook.WorkbookContext", CONTEXT, "workbook_name", "\"data/Q3.xlsx\"", "separator");
    refuses_field("workbook.WorkbookContext", CONTEXT, "workbook_name", "\"data\\\\Q3.xlsx\"", "separator");
}

static void a_workbook_that_failed_says_why(void **state)
{
    static const char failed[] =
        "{\"workbook_path\":\"/data/Q3.xlsx\",\"workbook_name\":\"Q3.xlsx\",\"loaded_at\":\"" NOON
        "\",\"metadata\":" METADATA ",\"is_valid\":false,\"error_message\":\"It is damaged.\"}";

    (void)state;
    accepts("workbook.WorkbookContext", failed);
    refuses_field("workbook.WorkbookContext", failed, "error_message", NULL, "error_message must be set");
    refuses_field("workbook.WorkbookContext", failed, "error_message", "null", "error_message must be set");
    refuses_field("workbook.WorkbookContext", failed, "error_message", "\"  \"", "error_message must be set");
    accepts_with("workbook.WorkbookContext", CONTEXT, "error_message", NULL);
}

static void a_session_is_not_active_before_it_started(void **state)
{
    (void)state;
    accepts_with("workbook.WorkbookSession", SESSION, "last_activity_at", "\"2026-01-23T12:00:00Z\"");
    refuses_field("workbook.WorkbookSession", SESSION, "last_activity_at", "\"2026-01-23T11:59:59.999Z\"",
                  "last_activity_at");
}

static void the_window_holds_no_system_messages(void **state)
{
    static const char notice[] =
        "[{\"id\":\"" UUID_A "\",\"role\":\"system\",\"content\":\"loaded\",\"timestamp\":\"" NOON
        "\",\"correlation_id\":\"" UUID_B "\",\"content_type\":\"system_message\"}]";

    (void)state;
    accepts_with("workbook.WorkbookSession", SESSION, "conversation_history", notice);
    refuses_field("workbook.WorkbookSession", SESSION, "context_window", notice, "system");
}

static void a_session_may_have_no_workbook_and_no_history(void **state)
{
    (void)state;
    accepts_with("workbook.WorkbookSession", SESSION, "current_context", "null");
    accepts_with("workbook.WorkbookSession", SESSION, "conversation_history", "[]");
    refuses_field("workbook.WorkbookSession", SESSION, "conversation_history", "null", "conversation_history");
}

static void a_table_answer_has_its_table_and_an_error_its_error(void **state)
{
    (void)state;
    refuses_field("workbook.AgentResponse", RESPONSE, "table_data", "null", "table_data must be set");
    refuses_field("workbook.AgentResponse", RESPONSE, "content_type", "\"error\"", "error must be set");
    accepts_with("workbook.AgentResponse", RESPONSE, "content_type", "\"clarification\"");
    accepts_with("workbook.AgentResponse", RESPONSE, "error", ERROR);
}

static void a_call_that_failed_says_why(void **state)
{
    (void)state;
    refuses_field("workbook.ToolInvocation", INVOCATION, "success", "false", "error_message must be set");
    refuses_field("workbook.AgentResponse", RESPONSE, "tools_invoked",
                  "[{\"tool_name\":\"ask\",\"plugin_method\":\"\",\"input_parameters\":{},\"output_summary\":\"\","
                  "\"invoked_at\":\"" NOON "\",\"duration_ms\":0,\"success\":false}]",
                  "tools_invoked[0]: error_message must be set");
    refuses_field("workbook.ToolInvocation", INVOCATION, "tool_name", "\"excel-format-disk\"", "tool_name must be one");
}

static const char *const safe[] = {
    "Sheet not found.",
    "Invalid data.",
    "The table could not be read; 3 km/h and/or 4 m/s.",
    "no column 'revnue'; did you mean 'revenue'?",
    "Q3.xlsx is damaged.",
    "It took 5 s / 6 s. See https://example.org/help/a.",
    "The cell count is 3; range is unknown. Costs $5, US$9.",
    "scikit-learn, sk-learn and a token of thanks",
    "a\\\\b is no name; plan $B, KEY and TOKEN are words",
    "plan B:x, cell ABCD1",
};

static const char *const faults[][2] = {
    { "Traceback (most recent call last)", "a stack trace" },
    { "File \\\"a.py\\\", line 3", "a stack trace" },
    { "failed\\n   at Excel.Load()", "a stack trace" },
    { "/home/ann/Q3.xlsx is damaged.", "a path" },
    { "Could not open '/tmp'", "a path" },
    { "Could not open \xe2\x80\x9c/srv/x\xe2\x80\x9d", "a path" },
    { "path=/etc/passwd", "a path" },
    { "see ~/x", "a path" },
    { "C:\\\\Users\\\\ann", "a path" },
    { "C:/Users/ann", "a path" },
    { "\xc2\xab/srv/x\xc2\xbb is gone", "a path" },
    { "on \\\\\\\\server\\\\share", "a path" },
    { "file:///etc/passwd", "a path" },
    { "Sheet 'Confidential' not found", "the name of a sheet" },
    { "No worksheet \\\"Pay\\\" here", "the name of a sheet" },
    { "Cell A1 contains 'Secret'", "the name of a sheet" },
    { "cell XFD1048576 is odd", "the name of a sheet" },
    { "Table \xc2\xabPay\xc2\xbb is gone", "the name of a sheet" },
    { "postgres://ann:pw@host/db refused", "a key" },
    { "password=x", "a key" },
    { "Set OPENAI_API_KEY first", "a key" },
    { "bad key sk-abcdefgh1234", "a key" },
    { "Set HF_TOKEN first", "a key" },
    { "not in $HOME", "a key" },
    { "not in $PW", "a key" },
    { "not in ${HOME}", "a key" },
    { "Authorization: Bearer x", "a key" },
};

static void a_shown_error_holds_nothing_secret(void **state)
{
    char value[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(safe); i++) {
        snprintf(value, sizeof value, "\"%s\"", safe[i]);
        accepts_with("workbook.SanitizedError", ERROR, "message", value);
    }
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        snprintf(value, sizeof value, "\"%s\"", faults[i][0]);
        refuses_field("workbook.SanitizedError", ERROR, "message", value, faults[i][1]);
    }
}

static void an_error_to_retry_says_how(void **state)
{
    (void)state;
    refuses_field("workbook.SanitizedError", ERROR, "suggested_action", NULL, "suggested_action must be set");
    refuses_field("workbook.SanitizedError", ERROR, "suggested_action", "\"\"", "suggested_action must be set");
    accepts("workbook.SanitizedError",
            "{\"message\":\"No.\",\"correlation_id\":\"" UUID_B "\",\"timestamp\":\"" NOON
            "\",\"error_code\":\"INVALID_QUERY\",\"can_retry\":false,\"suggested_action\":null}");
}

/* A history of n turns whose contents are their numbers; those where n is a multiple of seven are notices. */
static struct json *history_of(struct arena *a, int n)
{
    struct json *history = json_array(a);

    for (int i = 1; i <= n; i++) {
        struct json *turn = json_object(a);
        json_set(a, turn, "role", json_str(a, i % 7 ? "user" : "system"));
        json_set(a, turn, "content", json_int(a, i));
        json_push(a, history, turn);
    }
    return history;
}

static void the_window_is_the_last_twenty_turns_without_notices(void **state)
{
    struct arena *a = arena_new();
    struct json *history = history_of(a, 40), *window = workbook_window(a, history);

    (void)state;
    assert_int_equal(json_len(window), 20);
    assert_int_equal(json_get_int(json_at(window, 0), "content", 0), 18);
    assert_int_equal(json_get_int(json_at(window, 19), "content", 0), 40);
    for (size_t i = 0; i < 20; i++)
        assert_string_equal(json_get_text(json_at(window, i), "role"), "user");
    assert_int_equal(json_len(history), 40);
    assert_int_equal(json_len(workbook_window(a, history_of(a, 23))), 20);
    assert_int_equal(json_len(workbook_window(a, history_of(a, 22))), 19);
    assert_int_equal(json_len(workbook_window(a, history_of(a, 0))), 0);
    arena_free(a);
}

static void every_error_has_a_name_of_the_seed(void **state)
{
    (void)state;
    for (int code = 0; code < ERR_CODES; code++)
        assert_true(model_enum_has(model_enum("workbook.ErrorCode"), workbook_error_code((enum err_code)code)));
    assert_string_equal(workbook_error_code(ERR_WORKBOOK_LOAD_FAILED), "WORKBOOK_LOAD_FAILED");
    assert_string_equal(workbook_error_code(ERR_QUERY_TIMEOUT), "QUERY_TIMEOUT");
    assert_string_equal(workbook_error_code(ERR_MODEL_UNRESPONSIVE), "MODEL_UNRESPONSIVE");
    assert_string_equal(workbook_error_code(ERR_MISSING_COLUMN), "INVALID_QUERY");
    assert_string_equal(workbook_error_code(ERR_IO), "MCP_TOOL_ERROR");
    assert_string_equal(workbook_error_code(ERR_INTERNAL), "UNKNOWN_ERROR");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_held_to_its_bounds),
        cmocka_unit_test(the_seeds_numbers_stand),
        cmocka_unit_test(the_seeds_enums_stand),
        cmocka_unit_test(the_seeds_transitions_stand),
        cmocka_unit_test(only_a_system_turn_may_be_empty),
        cmocka_unit_test(a_workbook_has_an_absolute_path_to_an_xlsx_file),
        cmocka_unit_test(a_workbook_name_has_no_separators),
        cmocka_unit_test(a_workbook_that_failed_says_why),
        cmocka_unit_test(a_session_is_not_active_before_it_started),
        cmocka_unit_test(the_window_holds_no_system_messages),
        cmocka_unit_test(a_session_may_have_no_workbook_and_no_history),
        cmocka_unit_test(a_table_answer_has_its_table_and_an_error_its_error),
        cmocka_unit_test(a_call_that_failed_says_why),
        cmocka_unit_test(a_shown_error_holds_nothing_secret),
        cmocka_unit_test(an_error_to_retry_says_how),
        cmocka_unit_test(the_window_is_the_last_twenty_turns_without_notices),
        cmocka_unit_test(every_error_has_a_name_of_the_seed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
