/* test_model_tasks.c - seed 2: every entity, bound, enum, machine and rule. */
#include "model/tasks.h"
#include "tasks_examples.h"

static void every_field_is_held_to_its_bounds(void **state)
{
    (void)state;
    sweep_examples("tasks", examples, COUNT_OF(examples));
}

static void the_seeds_numbers_stand(void **state)
{
    static const struct range_pin pins[] = {
        { "tasks.Task", "id", 1, NONE },
        { "tasks.Task", "title", 1, 255 },
        { "tasks.Task", "description", NONE, 1000 },
        { "tasks.ToolCall", "tool_name", 1, NONE },
        { "tasks.Message", "content", NONE, 10000 },
        { "tasks.AgentContext", "confidence_history", NONE, 3 },
        { "tasks.AgentContext", "confidence_history.*", 0, 1 },
        { "tasks.AgentContext", "clarification_count", 0, NONE },
        { "tasks.Conversation", "id", 1, 100 },
        { "tasks.Conversation", "user_id", 1, 100 },
        { "tasks.AgentResponse", "conversation_id", 1, 100 },
        { "tasks.IntentResult", "confidence", 0, 1 },
        { "tasks.ToolSelectionResult", "tool_name", 1, NONE },
        { "tasks.ToolSelectionResult", "confidence", 0, 1 },
        { "tasks.Clarification", "question", 1, NONE },
        { "tasks.ChatRequest", "message", 1, 10000 },
        { "tasks.ChatRequest", "conversation_id", 1, 100 },
        { "tasks.ChatRequest", "confirmation_token", 1, NONE },
        { "tasks.ChatToolCall", "tool", 1, NONE },
        { "tasks.ChatResponse", "conversation_id", 1, 100 },
        { "tasks.ErrorResponse", "error", 1, NONE },
        { "tasks.AddTask", "title", 1, 255 },
        { "tasks.AddTask", "description", NONE, 1000 },
        { "tasks.UpdateTask", "task_id", 1, NONE },
        { "tasks.UpdateTask", "title", 1, 255 },
        { "tasks.UpdateTask", "description", NONE, 1000 },
        { "tasks.CompleteTask", "task_id", 1, NONE },
        { "tasks.DeleteTask", "task_id", 1, NONE },
        { "tasks.Task", "tags", NONE, TASK_TAGS },
        { "tasks.Task", "tags.*", 1, TASK_TAG_CHARS },
        { "tasks.ListTasks", "limit", 1, TASK_LIST },
        { "tasks.BulkChange", "task_ids", 1, TASK_BULK },
        { "tasks.DueTasks", "days", 1, TASK_DUE_DAYS },
        { "tasks.Task", "time_zone", 1, TASK_ZONE_CHARS },
        { "tasks.Task", "uid", 1, TASK_UID_CHARS },
        { "tasks.Task", "version", 1, NONE },
        { "tasks.ChatRequest", "time_zone", 1, TASK_ZONE_CHARS },
        { "tasks.ChatRequest", "shown", NONE, TASK_LIST },
        { "tasks.Shown", "id", 1, NONE },
        { "tasks.Shown", "version", 1, NONE },
        { "tasks.ToolResult", "total", 0, NONE },
        { "tasks.ToolResult", "step", 1, NONE },
        { "tasks.ListTasks", "task_ids", NONE, TASK_BULK },
        { "tasks.ListTasks", "task_ids.*", 1, NONE },
        { "tasks.ListTasks", "search", 1, TASK_TITLE_CHARS },
        { "tasks.ListTasks", "tag", 1, TASK_TAG_CHARS },
        { "tasks.ListTasks", "time_zone", 1, TASK_ZONE_CHARS },
        { "tasks.ListTasks", "offset", 0, PAGE_OFFSET },
        { "tasks.UpdateTask", "version", 1, NONE },
        { "tasks.CompleteTask", "version", 1, NONE },
        { "tasks.BulkChange", "task_ids.*", 1, NONE },
        { "tasks.Undo", "step", 1, NONE },
        { "tasks.History", "task_id", 1, NONE },
        { "tasks.History", "offset", 0, PAGE_OFFSET },
        { "tasks.History", "limit", 1, TASK_LIST },
        { "tasks.DueTasks", "time_zone", 1, TASK_ZONE_CHARS },
        { "tasks.Dismiss", "task_id", 1, NONE },
        { "tasks.Dismiss", "until", NONE, TASK_WORDS_CHARS },
        { "tasks.Dismiss", "time_zone", 1, TASK_ZONE_CHARS },
        { "tasks.Import", "path", 1, 4095 },
        { "tasks.Import", "content", 1, NONE },
        { "tasks.Import", "name", NONE, 200 },
        { "tasks.Import", "time_zone", 1, TASK_ZONE_CHARS },
        { "tasks.Changes", "title", 1, 255 },
        { "tasks.Changes", "description", NONE, 1000 },
        { "tasks.AddTask", "due", NONE, TASK_WORDS_CHARS },
        { "tasks.AddTask", "remind", NONE, TASK_WORDS_CHARS },
        { "tasks.AddTask", "repeat", NONE, TASK_WORDS_CHARS },
        { "tasks.AddTask", "time_zone", 1, TASK_ZONE_CHARS },
        { "tasks.AddTask", "tags", NONE, TASK_TAGS },
        { "tasks.AddTask", "tags.*", 1, TASK_TAG_CHARS },
        { "tasks.UpdateTask", "due", NONE, TASK_WORDS_CHARS },
        { "tasks.UpdateTask", "remind", NONE, TASK_WORDS_CHARS },
        { "tasks.UpdateTask", "repeat", NONE, TASK_WORDS_CHARS },
        { "tasks.UpdateTask", "time_zone", 1, TASK_ZONE_CHARS },
        { "tasks.UpdateTask", "tags", NONE, TASK_TAGS },
        { "tasks.UpdateTask", "tags.*", 1, TASK_TAG_CHARS },
        { "tasks.UpdateTask", "add_tags", NONE, TASK_TAGS },
        { "tasks.UpdateTask", "add_tags.*", 1, TASK_TAG_CHARS },
        { "tasks.UpdateTask", "remove_tags", NONE, TASK_TAGS },
        { "tasks.UpdateTask", "remove_tags.*", 1, TASK_TAG_CHARS },
        { "tasks.Changes", "due", NONE, TASK_WORDS_CHARS },
        { "tasks.Changes", "remind", NONE, TASK_WORDS_CHARS },
        { "tasks.Changes", "repeat", NONE, TASK_WORDS_CHARS },
        { "tasks.Changes", "time_zone", 1, TASK_ZONE_CHARS },
        { "tasks.Changes", "tags", NONE, TASK_TAGS },
        { "tasks.Changes", "tags.*", 1, TASK_TAG_CHARS },
        { "tasks.Changes", "add_tags", NONE, TASK_TAGS },
        { "tasks.Changes", "add_tags.*", 1, TASK_TAG_CHARS },
        { "tasks.Changes", "remove_tags", NONE, TASK_TAGS },
        { "tasks.Changes", "remove_tags.*", 1, TASK_TAG_CHARS },
    };

    (void)state;
    pin_ranges("tasks", pins, COUNT_OF(pins));
}

static void the_seeds_enums_stand(void **state)
{
    static const struct name_pin pins[] = {
        { "tasks.TaskStatus", "pending|completed" },
        { "tasks.MessageRole", "user|assistant" },
        { "tasks.ResponseStatus", "success|clarification_needed|confirmation_required|error" },
        { "tasks.IntentType", "create|list|update|complete|delete" },
        { "tasks.ErrorCode", "VALIDATION_ERROR|NOT_FOUND|DATABASE_ERROR|INTERNAL_ERROR" },
        { "tasks.Priority", "low|medium|high" },
        { "tasks.PriorityArgument", "low|medium|high|none" },
        { "tasks.DueFilter", "overdue|today|tomorrow|week|any|none" },
        { "tasks.ListOrder", "newest|due|priority" },
        { "tasks.BulkAction", "complete|reopen|delete|update" },
        { "tasks.ExchangeFormat", "todo.txt|taskwarrior|icalendar" },
    };

    (void)state;
    pin_enums("tasks", pins, COUNT_OF(pins));
}

static void the_seeds_transitions_stand(void **state)
{
    static const struct name_pin pins[] = { { "tasks.Task", "pending: pending>completed completed>pending" } };

    (void)state;
    pin_machines("tasks", pins, COUNT_OF(pins));
}

static void a_title_is_not_blank(void **state)
{
    (void)state;
    refuses_field("tasks.Task", TASK, "title", "\" \\t\"", "title must not be blank");
    refuses("tasks.AddTask", "{\"title\":\"  \"}", "title must not be blank");
    refuses("tasks.UpdateTask", "{\"task_id\":1,\"title\":\" \"}", "title must not be blank");
    accepts("tasks.AddTask", "{\"title\":\" x \"}");
}

static void a_task_has_a_completion_time_exactly_when_done(void **state)
{
    (void)state;
    refuses_field("tasks.Task", TASK, "completed_at", NULL, "completed_at");
    refuses_field("tasks.Task", TASK, "completed_at", "null", "completed_at");
    refuses_field("tasks.Task", TASK, "status", "\"pending\"", "completed_at");
    accepts("tasks.Task", "{\"id\":1,\"title\":\"x\",\"status\":\"pending\",\"created_at\":\"" NOON "\"}");
}

static void a_new_task_is_pending(void **state)
{
    struct arena *a = arena_new();
    struct json *filled = model_fill(a, model_entity("tasks.Task"), read_json(a, "{\"title\":\"x\"}"));

    (void)state;
    assert_string_equal(json_get_text(filled, "status"), "pending");
    arena_free(a);
}

static void references_are_kept_under_digits(void **state)
{
    static const char *const bad[] = { "{\"a\":1}",  "{\"\":1}",   "{\"1a\":1}",
                                       "{\"-1\":1}", "{\" 1\":1}", "{\"\xc2\xb2\":1}" };
    char value[64];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        refuses_field("tasks.ConversationMetadata", METADATA, "task_references", bad[i], "digits");
    accepts_with("tasks.ConversationMetadata", METADATA, "task_references", "{\"1\":1,\"0\":2,\"007\":3}");
    for (size_t i = 0; i < 3; i++) {
        snprintf(value, sizeof value, "{\"1\":%s}", (const char *[]){ "\"42\"", "4.5", "null" }[i]);
        refuses_field("tasks.ConversationMetadata", METADATA, "task_references", value, "task_references.*");
    }
}

static void references_need_the_time_they_were_shown(void **state)
{
    (void)state;
    refuses_field("tasks.ConversationMetadata", METADATA, "referenced_at", NULL, "referenced_at is required");
    refuses_field("tasks.ConversationMetadata", METADATA, "referenced_at", "null", "referenced_at is required");
    accepts("tasks.ConversationMetadata", "{}");
    accepts("tasks.ConversationMetadata", "{\"task_references\":null}");
    accepts("tasks.ConversationMetadata", "{\"task_references\":{}}");
    accepts("tasks.ConversationMetadata", "{\"referenced_at\":\"" NOON "\",\"our_own\":1}");
}

static void destruction_has_to_be_confirmed(void **state)
{
    (void)state;
    refuses_field("tasks.ToolSelectionResult", SELECTION, "requires_confirmation", "false", "requires_confirmation");
    accepts("tasks.ToolSelectionResult", "{\"tool_name\":\"add_task\",\"confidence\":1,\"parameters\":{},"
                                         "\"requires_confirmation\":false}");
}

static void alternatives_are_pairs_of_name_and_confidence(void **state)
{
    static const char *const bad[] = { "[[\"list\"]]", "[[\"list\",0.4,1]]", "[[0.4,\"list\"]]", "[[\"list\",1.01]]",
                                       "[{\"list\":0.4}]" };
    struct arena *a = arena_new();
    struct schema *schema;
    struct err err;

    (void)state;
    assert_int_equal(schema_compile(a, model_schema(a, model_entity("tasks.IntentResult")), &schema, &err), 0);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct json *object = read_json(a, INTENT);
        refuses_field("tasks.IntentResult", INTENT, "alternatives", bad[i], "alternatives[0]");
        json_set(a, object, "alternatives", read_json(a, bad[i]));
        assert_int_equal(schema_check(schema, object, &err), -1);
    }
    accepts_with("tasks.IntentResult", INTENT, "alternatives", "[]");
    accepts_with("tasks.IntentResult", INTENT, "alternatives", NULL);
    accepts_with("tasks.IntentResult", INTENT, "alternatives", "[[\"list\",0],[\"delete\",1.0]]");
    arena_free(a);
}

static void an_update_changes_something(void **state)
{
    (void)state;
    refuses("tasks.UpdateTask", "{\"task_id\":1}", "something to change is required");
    refuses("tasks.Changes", "{\"time_zone\":\"UTC\"}", "something to change is required");
    accepts("tasks.UpdateTask", "{\"task_id\":1,\"title\":\"x\"}");
    accepts("tasks.UpdateTask", "{\"task_id\":1,\"description\":null}");
}

static void a_tag_is_one_word(void **state)
{
    static const char *const bad[] = { "[\"a b\"]",     "[\"#a\"]",   "[\"a,b\"]",
                                       "[\"\\u00a0\"]", "[\"a\\t\"]", "[\"a\\uff03\"]" };
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        refuses_field("tasks.AddTask", "{\"title\":\"x\"}", "tags", bad[i], "one word");
        refuses_field("tasks.Changes", "{\"title\":\"x\"}", "add_tags", bad[i], "one word");
        refuses_field("tasks.Changes", "{\"title\":\"x\"}", "remove_tags", bad[i], "one word");
    }
    accepts_with("tasks.AddTask", "{\"title\":\"x\"}", "tags", "[\"Home\",\"b\u00fcro\",\"1:1\"]");
    assert_string_equal(tasks_tag(a, "HOME"), "home");
    assert_null(tasks_tag(a, "two words"));
    arena_free(a);
}

static void many_tasks_are_each_named_once(void **state)
{
    (void)state;
    refuses("tasks.BulkChange", "{\"action\":\"delete\",\"task_ids\":[]}", "task_ids");
    refuses("tasks.BulkChange", "{\"action\":\"delete\"}", "task_ids");
    refuses("tasks.BulkChange", "{\"action\":\"delete\",\"task_ids\":[1,2,1]}", "only once");
    refuses("tasks.BulkChange", "{\"action\":\"update\",\"task_ids\":[1]}", "set is required with update");
    refuses("tasks.BulkChange", "{\"action\":\"delete\",\"task_ids\":[1],\"set\":{\"title\":\"x\"}}",
            "set goes with update alone");
    accepts("tasks.BulkChange", "{\"action\":\"reopen\",\"task_ids\":[2,1]}");
}

static void a_span_of_days_does_not_end_before_it_begins(void **state)
{
    (void)state;
    refuses("tasks.ListTasks", "{\"due_from\":\"2026-01-02\",\"due_to\":\"2026-01-01\"}", "due_from must not be after");
    accepts("tasks.ListTasks", "{\"due_from\":\"2026-01-02\",\"due_to\":\"2026-01-02\"}");
    accepts("tasks.ListTasks", "{\"due_from\":\"2026-01-02\",\"due_to\":null}");
    refuses("tasks.ListTasks", "{\"search\":\" \\t\"}", "search must not be blank");
}

static void a_file_is_given_by_its_path_or_its_text(void **state)
{
    (void)state;
    refuses("tasks.Import", "{}", "either path or content");
    refuses("tasks.Import", "{\"path\":\"a\",\"content\":\"b\"}", "either path or content");
    accepts("tasks.Import", "{\"path\":\"a\"}");
}

static void a_result_is_whole(void **state)
{
    (void)state;
    refuses("tasks.ToolResult", "{\"success\":true,\"message\":\"m\"}", "data and message");
    refuses("tasks.ToolResult", "{\"success\":true,\"data\":null,\"message\":\"m\"}", "data and message");
    refuses("tasks.ToolResult", "{\"success\":true,\"data\":1}", "data and message");
    refuses("tasks.ToolResult", "{\"success\":false,\"error\":\"e\"}", "error and code");
    refuses("tasks.ToolResult", "{\"success\":false,\"code\":\"NOT_FOUND\"}", "error and code");
    accepts("tasks.ToolResult", "{\"success\":true,\"data\":[],\"message\":\"m\"}");
    accepts("tasks.ToolResult", "{\"success\":false,\"error\":\"e\",\"code\":\"NOT_FOUND\"}");
}

static void thresholds_are_the_contracts(void **state)
{
    static const struct {
        const char *intent, *tool;
        double enough, short_of;
        bool destructive;
    } expected[] = {
        { "delete", "delete_task", 0.90, 0.8999, true }, { "update", "update_task", 0.85, 0.8499, false },
        { "create", "add_task", 0.80, 0.7999, false },   { "complete", "complete_task", 0.80, 0.7999, false },
        { "list", "list_tasks", 0.70, 0.6999, false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        const struct tasks_intent *intent = tasks_intent(expected[i].intent);
        assert_non_null(intent);
        assert_string_equal(intent->tool, expected[i].tool);
        assert_true(tasks_intent_sure(intent, expected[i].enough));
        assert_false(tasks_intent_sure(intent, expected[i].short_of));
        assert_int_equal(intent->destructive, expected[i].destructive);
    }
    for (const char *const *v = model_enum("tasks.IntentType")->values; *v; v++)
        assert_non_null(tasks_intent(*v));
    assert_null(tasks_intent("archive"));
}

static void arguments_are_trimmed(void **state)
{
    struct arena *a = arena_new();
    struct json *given = read_json(a, "{\"title\":\" Buy  milk\\n\",\"description\":\" \",\"task_id\":1}");
    struct json *trimmed = tasks_trimmed(a, given);

    (void)state;
    assert_string_equal(json_get_text(trimmed, "title"), "Buy  milk");
    assert_true(json_is(json_get(trimmed, "description"), JSON_NULL));
    assert_int_equal(json_get_int(trimmed, "task_id", 0), 1);
    assert_string_equal(json_get_text(given, "description"), " ");
    trimmed = tasks_trimmed(a, read_json(a, "{\"title\":\" \",\"description\":\" x \"}"));
    assert_string_equal(json_get_text(trimmed, "title"), "");
    assert_string_equal(json_get_text(trimmed, "description"), "x");
    assert_int_equal(json_len(tasks_trimmed(a, read_json(a, "{}"))), 0);
    arena_free(a);
}

static void every_error_has_a_name_of_the_seed(void **state)
{
    (void)state;
    for (int code = 0; code < ERR_CODES; code++)
        assert_true(model_enum_has(model_enum("tasks.ErrorCode"), tasks_error_code((enum err_code)code)));
    assert_string_equal(tasks_error_code(ERR_INVALID_INPUT), "VALIDATION_ERROR");
    assert_string_equal(tasks_error_code(ERR_NOT_FOUND), "NOT_FOUND");
    assert_string_equal(tasks_error_code(ERR_DISK_FULL), "DATABASE_ERROR");
    assert_string_equal(tasks_error_code(ERR_INTERNAL), "INTERNAL_ERROR");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_held_to_its_bounds),
        cmocka_unit_test(the_seeds_numbers_stand),
        cmocka_unit_test(the_seeds_enums_stand),
        cmocka_unit_test(the_seeds_transitions_stand),
        cmocka_unit_test(a_title_is_not_blank),
        cmocka_unit_test(a_task_has_a_completion_time_exactly_when_done),
        cmocka_unit_test(a_new_task_is_pending),
        cmocka_unit_test(references_are_kept_under_digits),
        cmocka_unit_test(references_need_the_time_they_were_shown),
        cmocka_unit_test(destruction_has_to_be_confirmed),
        cmocka_unit_test(alternatives_are_pairs_of_name_and_confidence),
        cmocka_unit_test(an_update_changes_something),
        cmocka_unit_test(a_tag_is_one_word),
        cmocka_unit_test(many_tasks_are_each_named_once),
        cmocka_unit_test(a_span_of_days_does_not_end_before_it_begins),
        cmocka_unit_test(a_file_is_given_by_its_path_or_its_text),
        cmocka_unit_test(a_result_is_whole),
        cmocka_unit_test(thresholds_are_the_contracts),
        cmocka_unit_test(arguments_are_trimmed),
        cmocka_unit_test(every_error_has_a_name_of_the_seed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
