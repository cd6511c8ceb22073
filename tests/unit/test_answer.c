/* test_answer.c - the one answer: its tables, and that every function leaves it valid. */
#include "base/buf.h"
#include "base/world.h"
#include "model/answer.h"
#include "model_testing.h"

#define OPTION "{\"label\":\"East\",\"value\":\"east\"}"
#define ALTERNATIVE "{\"label\":\"as an average\",\"query\":{\"version\":1}}"
#define CHIP "{\"id\":\"measure\",\"kind\":\"measure\",\"label\":\"total units\",\"alternatives\":[" ALTERNATIVE "]}"
#define TABLE                                                                                                          \
    "{\"columns\":[\"a\",\"b\"],\"rows\":[[1,\"x\"]],\"metadata\":{\"sheet_name\":null,\"row_count\":1,"               \
    "\"is_truncated\":false}}"
#define SOURCE "{\"title\":\"t\",\"chapter\":null,\"section\":null,\"url\":null,\"score\":0.5,\"quote\":\"q\"}"
#define CALL                                                                                                           \
    "{\"tool_name\":\"sql.run\",\"parameters\":{},\"output_summary\":\"1 row\",\"invoked_at\":\"" NOON                 \
    "\",\"duration_ms\":3,\"success\":true,\"error\":null}"
#define EVIDENCE_SOURCE "{\"name\":\"sales.csv\",\"sha256\":\"" SHA_A "\",\"schema_fingerprint\":null}"
#define SPAN "{\"first\":1,\"last\":9,\"head\":\"h\"}"
#define EVIDENCE                                                                                                       \
    "{\"request_id\":\"" UUID_A "\",\"sql\":[\"SELECT 1\"],\"sources\":[" EVIDENCE_SOURCE "],\"audit\":" SPAN "}"
#define CONFIRMATION "{\"token\":\"t\",\"summary\":\"Delete it?\",\"expires_at\":\"" NOON "\"}"
#define ROUTING "{\"agent\":\"analyst\",\"reason\":\"It is about data in tables.\"}"
#define ERROR                                                                                                          \
    "{\"message\":\"It took too long.\",\"correlation_id\":\"" UUID_B "\",\"timestamp\":\"" NOON                       \
    "\",\"error_code\":\"QUERY_TIMEOUT\",\"can_retry\":true,\"suggested_action\":\"Ask for less.\"}"
#define ANSWER                                                                                                         \
    "{\"response_id\":\"" UUID_A "\",\"correlation_id\":\"" UUID_B                                                     \
    "\",\"conversation_id\":\"c1\",\"agent\":\"tasks\","                                                               \
    "\"status\":\"confirmation_required\",\"content_type\":\"table\",\"content\":\"Delete it?\","                      \
    "\"restatement\":\"r\",\"query\":{},\"chips\":[" CHIP "],\"table\":" TABLE                                         \
    ",\"chart\":{},\"suggestions\":[\"s\"],\"options\":[" OPTION "],\"sources\":[" SOURCE "],\"tool_calls\":[" CALL    \
    "],\"confidence\":0.5,\"voice\":\"builtin\","                                                                      \
    "\"model_used\":\"builtin\",\"processing_time_ms\":1,\"evidence\":" EVIDENCE ",\"error\":null,"                    \
    "\"confirmation\":" CONFIRMATION ",\"routing\":" ROUTING "}"

static const struct example examples[] = {
    { "answer.Option", OPTION },
    { "answer.Alternative", ALTERNATIVE },
    { "answer.Chip", CHIP },
    { "answer.Table", TABLE },
    { "answer.Source", SOURCE },
    { "answer.ToolCall", CALL },
    { "answer.EvidenceSource", EVIDENCE_SOURCE },
    { "answer.AuditSpan", SPAN },
    { "answer.Evidence", EVIDENCE },
    { "answer.Confirmation", CONFIRMATION },
    { "answer.Error", ERROR },
    { "answer.Routing", ROUTING },
    { "answer.Answer", ANSWER },
};

static void every_field_is_held_to_its_bounds(void **state)
{
    (void)state;
    sweep_examples("answer", examples, COUNT_OF(examples));
}

static void the_contracts_numbers_stand(void **state)
{
    static const struct range_pin pins[] = {
        { "answer.Option", "label", 1, NONE },
        { "answer.Alternative", "label", 1, NONE },
        { "answer.Chip", "id", 1, NONE },
        { "answer.Chip", "kind", 1, NONE },
        { "answer.Chip", "label", 1, NONE },
        { "answer.Table", "rows", NONE, 1000 },
        { "answer.Source", "score", 0, 1 },
        { "answer.ToolCall", "tool_name", 1, NONE },
        { "answer.ToolCall", "output_summary", NONE, 200 },
        { "answer.ToolCall", "duration_ms", 0, NONE },
        { "answer.EvidenceSource", "name", 1, NONE },
        { "answer.AuditSpan", "first", 1, NONE },
        { "answer.AuditSpan", "last", 1, NONE },
        { "answer.AuditSpan", "head", 1, NONE },
        { "answer.Confirmation", "token", 1, NONE },
        { "answer.Confirmation", "summary", 1, NONE },
        { "answer.Error", "message", 1, NONE },
        { "answer.Routing", "reason", 1, NONE },
        { "answer.Answer", "conversation_id", 1, 100 },
        { "answer.Answer", "content", NONE, 10000 },
        { "answer.Answer", "confidence", 0, 1 },
        { "answer.Answer", "voice", 1, NONE },
        { "answer.Answer", "model_used", 1, NONE },
        { "answer.Answer", "processing_time_ms", 0, NONE },
    };

    (void)state;
    pin_ranges("answer", pins, COUNT_OF(pins));
}

static void the_contracts_enums_stand(void **state)
{
    static const struct name_pin pins[] = {
        { "answer.Agent", "workbook|tasks|metrics|docs|analyst" },
        { "answer.Status", "success|clarification_needed|confirmation_required|partial_success|error" },
    };

    (void)state;
    pin_enums("answer", pins, COUNT_OF(pins));
}

static void rules_hold_the_parts_together(void **state)
{
    (void)state;
    refuses_field("answer.Answer", ANSWER, "table", "null", "table must be set");
    refuses_field("answer.Answer", ANSWER, "confirmation", NULL, "confirmation must be set exactly");
    refuses_field("answer.Answer", ANSWER, "status", "\"success\"", "confirmation must be set exactly");
    refuses_field("answer.Answer", ANSWER, "status", "\"error\"", "content_type must be error exactly");
    refuses_field("answer.Answer", ANSWER, "content_type", "\"error\"", "error must be set");
    refuses_field("answer.Answer", ANSWER, "error", ERROR, "error must be set exactly");
    refuses_field("answer.Answer", ANSWER, "status", "\"partial_success\"", "error must be set exactly");
    refuses_field("answer.Answer", ANSWER, "status", "\"clarification_needed\"", "content_type must be clarification");
    refuses_field("answer.Table", TABLE, "rows", "[[1]]", "rows must be as long as columns");
    refuses_field("answer.Table", TABLE, "rows", "[[1,2],[3,4]]", "row_count must not be less");
    refuses_field("answer.AuditSpan", SPAN, "first", "10", "last must not be before first");
    accepts_with("answer.AuditSpan", SPAN, "first", "9");
    refuses_field("answer.ToolCall", CALL, "success", "false", "error must be set exactly");
    refuses_field("answer.ToolCall", CALL, "error", "\"e\"", "error must be set exactly");
    refuses_field("answer.Error", ERROR, "suggested_action", "null", "suggested_action must be set");
    refuses_field("answer.Error", ERROR, "message", "\"/etc/passwd is odd\"", "message must not hold a path");
    refuses_field("answer.Error", ERROR, "suggested_action", "\"See /etc/x\"", "suggested_action must not hold");
    refuses_field("answer.Error", ERROR, "error_code", "\"QueryTimeout\"", "error_code");
    accepts_with("answer.Error", ERROR, "error_code", "\"WORKBOOK_LOAD_FAILED\"");
}

/* ---- the builder ---- */

static int64_t fixed_now(void *state)
{
    (void)state;
    return INT64_C(1769169600500000); /* 2026-01-23T12:00:00.500Z */
}

static void fixed_random(void *state, void *out, size_t n)
{
    (void)state;
    memset(out, 0xab, n);
}

static const struct world world = { fixed_now, fixed_random, NULL };
static const struct answer_ids ids = { UUID_B, "c1", UUID_A };

static void is_valid(const struct json *answer)
{
    struct err err;

    if (model_check(model_entity("answer.Answer"), answer, &err))
        fail_msg("%s", err.message);
}

static void a_new_answer_is_whole_and_in_the_contracts_order(void **state)
{
    static const char expected[] =
        "{\"response_id\":\"abababab-abab-4bab-abab-abababababab\",\"correlation_id\":\"" UUID_B
        "\",\"conversation_id\":\"c1\",\"agent\":\"workbook\",\"status\":\"success\",\"content_type\":\"text\","
        "\"content\":\"\",\"restatement\":\"\",\"query\":null,\"chips\":[],\"table\":null,\"chart\":null,"
        "\"suggestions\":[],\"options\":[],"
        "\"sources\":[],\"tool_calls\":[],\"confidence\":0.0,\"voice\":\"builtin\",\"model_used\":\"builtin\","
        "\"processing_time_ms\":0,\"evidence\":{\"request_id\":\"" UUID_A
        "\",\"sql\":[],\"sources\":[],\"audit\":null},\"error\":null}";
    struct arena *a = arena_new();
    struct json *answer = answer_new(a, &world, "workbook", &ids);
    struct buf text;

    (void)state;
    is_valid(answer);
    buf_init(&text, 65536);
    json_write(&text, answer);
    assert_string_equal(text.p, expected);
    buf_done(&text);
    is_valid(answer_new(a, &world, "docs", &(struct answer_ids){ .correlation_id = UUID_B }));
    arena_free(a);
}

static void content_is_cut_at_ten_thousand_characters(void **state)
{
    struct arena *a = arena_new();
    struct json *answer = answer_new(a, &world, "tasks", &ids);
    const char *content;

    (void)state;
    answer_say(a, answer, json_text(text_of(a, 10000), NULL));
    is_valid(answer);
    assert_int_equal(strlen(json_get_text(answer, "content")), 20000);
    answer_say(a, answer, json_text(text_of(a, 10001), NULL));
    is_valid(answer);
    content = json_get_text(answer, "content");
    assert_int_equal(strlen(content), 2 * 9997 + 3);
    assert_string_equal(content + 2 * 9997 - 2, "\xc3\xa9...");
    arena_free(a);
}

static struct json *rows_of(struct arena *a, size_t n)
{
    struct json *rows = json_array(a);

    for (size_t i = 0; i < n; i++)
        json_push(a, rows, json_push(a, json_array(a), json_int(a, (int64_t)i)));
    return rows;
}

static void a_table_shows_at_most_a_thousand_rows(void **state)
{
    static const struct {
        size_t rows, count, shown, told;
        bool truncated;
    } cases[] = {
        { 0, 0, 0, 0, false },
        { 1, 1, 1, 1, false },
        { 1000, 1000, 1000, 1000, false },
        { 1001, 1001, 1000, 1001, true },
        { 1001, 0, 1000, 1001, true },
        { 10, 5000, 10, 5000, true },
    };
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json *answer = answer_new(a, &world, "workbook", &ids), *rows = rows_of(a, cases[i].rows), *metadata;
        struct answer_table table = { "Plan", json_push(a, json_array(a), json_str(a, "n")), rows, cases[i].count };
        answer_show(a, answer, "Here.", &table);
        is_valid(answer);
        metadata = json_get(json_get(answer, "table"), "metadata");
        assert_string_equal(json_get_text(answer, "content_type"), "table");
        assert_int_equal(json_len(json_get(json_get(answer, "table"), "rows")), cases[i].shown);
        assert_int_equal(json_get_int(metadata, "row_count", -1), cases[i].told);
        assert_int_equal(json_get_truth(metadata, "is_truncated"), cases[i].truncated);
        assert_int_equal(json_len(rows), cases[i].rows); /* what was given is left alone */
    }
    arena_free(a);
}

/* An answer with something in every part. */
static void add_call(struct arena *a, struct json *answer, const struct answer_call *call)
{
    json_push(a, json_get(answer, "tool_calls"), answer_call_json(a, call));
}

static struct json *busy_answer(struct arena *a)
{
    struct json *answer = answer_new(a, &world, "analyst", &ids);
    struct answer_table table = { NULL, json_push(a, json_array(a), json_str(a, "n")), rows_of(a, 2), 2 };

    answer_show(a, answer, "Here.", &table);
    json_set(a, answer, "restatement", json_str(a, "the sum of n"));
    json_set(a, answer, "chart", json_object(a));
    answer_add_option(a, answer, "East", json_str(a, "east"));
    answer_add_source(a, answer, &(struct answer_source){ .title = "Handbook", .quote = "q", .score = 0.5 });
    add_call(a, answer, &(struct answer_call){ "sql.run", NULL, "2 rows", fixed_now(NULL), 4, NULL });
    add_call(a, answer, &(struct answer_call){ "sql.run", json_object(a), NULL, 0, 0, "refused" });
    answer_add_sql(a, answer, "SELECT n FROM t");
    answer_add_evidence(a, answer, "t.csv", SHA_A, SHA_A);
    answer_add_evidence(a, answer, "u.csv", SHA_A, NULL);
    answer_set_audit(a, answer, 1, 9, SHA_A);
    return answer;
}

static void what_it_rests_on_is_added_part_by_part(void **state)
{
    struct arena *a = arena_new();
    struct json *answer = busy_answer(a), *calls = json_get(answer, "tool_calls");

    (void)state;
    is_valid(answer);
    assert_int_equal(json_len(calls), 2);
    assert_true(json_get_truth(json_at(calls, 0), "success"));
    assert_string_equal(json_get_text(json_at(calls, 0), "invoked_at"), "2026-01-23T12:00:00.500Z");
    assert_false(json_get_truth(json_at(calls, 1), "success"));
    assert_string_equal(json_get_text(json_at(calls, 1), "error"), "refused");
    assert_int_equal(json_len(json_get(json_get(answer, "evidence"), "sources")), 2);
    assert_int_equal(json_get_int(json_get(json_get(answer, "evidence"), "audit"), "last", 0), 9);
    arena_free(a);
}

static void a_long_summary_is_cut(void **state)
{
    struct arena *a = arena_new();
    struct json *answer = answer_new(a, &world, "tasks", &ids);

    (void)state;
    add_call(a, answer, &(struct answer_call){ "x", NULL, json_text(text_of(a, 201), NULL), 0, 0, NULL });
    is_valid(answer);
    assert_int_equal(strlen(json_get_text(json_at(json_get(answer, "tool_calls"), 0), "output_summary")), 2 * 197 + 3);
    arena_free(a);
}

static void an_error_takes_the_answers_place_and_keeps_what_was_done(void **state)
{
    struct arena *a = arena_new();
    struct json *answer = busy_answer(a), *error;
    struct err err;

    (void)state;
    err_set(&err, ERR_QUERY_TIMEOUT, "It took too long.", "in /srv/x");
    answer_fail(a, &world, answer, &err);
    is_valid(answer);
    error = json_get(answer, "error");
    assert_string_equal(json_get_text(answer, "status"), "error");
    assert_string_equal(json_get_text(answer, "content"), "It took too long.");
    assert_string_equal(json_get_text(error, "message"), "It took too long.");
    assert_string_equal(json_get_text(error, "correlation_id"), UUID_B);
    assert_string_equal(json_get_text(error, "timestamp"), "2026-01-23T12:00:00.500Z");
    assert_string_equal(json_get_text(error, "error_code"), "QUERY_TIMEOUT");
    assert_true(json_get_truth(error, "can_retry"));
    assert_string_equal(json_get_text(error, "suggested_action"), "Try again.");
    assert_true(json_is(json_get(answer, "table"), JSON_NULL));
    assert_true(json_is(json_get(answer, "chart"), JSON_NULL));
    assert_int_equal(json_len(json_get(answer, "options")), 0);
    assert_int_equal(json_len(json_get(answer, "sources")), 0);
    assert_int_equal(json_len(json_get(answer, "tool_calls")), 2);
    assert_int_equal(json_len(json_get(json_get(answer, "evidence"), "sql")), 1);
    assert_string_equal(json_get_text(answer, "restatement"), "the sum of n");
    arena_free(a);
}

static void an_error_of_every_code_makes_a_valid_answer(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    for (int code = 0; code < ERR_CODES; code++) {
        struct json *answer = answer_new(a, &world, "metrics", &ids);
        struct err err;
        err_set(&err, (enum err_code)code, "No.", "detail");
        answer_fail(a, &world, answer, &err);
        is_valid(answer);
    }
    arena_free(a);
}

static void an_errors_own_id_and_action_are_shown(void **state)
{
    struct arena *a = arena_new();
    struct json *error;
    struct err err;

    (void)state;
    err_set(&err, ERR_NOT_FOUND, "There is no such task.", "task 9");
    error = answer_error(a, &world, &err, UUID_B);
    assert_true(json_is(json_get(error, "suggested_action"), JSON_NULL));
    assert_false(json_get_truth(error, "can_retry"));
    err_action(&err, "List the tasks.");
    snprintf(err.correlation_id, sizeof err.correlation_id, "%s", UUID_A);
    error = answer_error(a, &world, &err, UUID_B);
    assert_string_equal(json_get_text(error, "suggested_action"), "List the tasks.");
    assert_string_equal(json_get_text(error, "correlation_id"), UUID_A);
    arena_free(a);
}

static void asking_and_confirming_take_each_others_place(void **state)
{
    struct arena *a = arena_new();
    struct json *answer = busy_answer(a);

    (void)state;
    answer_confirm(a, answer, "t1", "Delete 'Call John'?", fixed_now(NULL));
    is_valid(answer);
    assert_string_equal(json_get_text(answer, "status"), "confirmation_required");
    assert_string_equal(json_get_text(json_get(answer, "confirmation"), "token"), "t1");
    assert_string_equal(json_get_text(json_get(answer, "confirmation"), "expires_at"), "2026-01-23T12:00:00.500Z");
    assert_string_equal(json_get_text(answer, "content"), "Delete 'Call John'?");
    answer_ask(a, answer, "Which one?");
    is_valid(answer);
    assert_null(json_get(answer, "confirmation"));
    assert_string_equal(json_get_text(answer, "status"), "clarification_needed");
    assert_string_equal(json_get_text(answer, "content_type"), "clarification");
    answer_say(a, answer, "Done.");
    is_valid(answer);
    assert_string_equal(json_get_text(answer, "status"), "success");
    arena_free(a);
}

struct choice {
    const char *reply;
    int place; /* 0: none */
};

static void check_choices(const struct choice *choices, size_t n)
{
    struct arena *a = arena_new();
    const struct json *options =
        read_json(a, "[{\"label\":\"Call John\",\"value\":43},{\"label\":\"Review\",\"value\":\"b\"},"
                     "{\"label\":\"2024\",\"value\":1}]");

    for (size_t i = 0; i < n; i++) {
        const struct json *option = answer_option(options, choices[i].reply);
        const struct json *expected = choices[i].place ? json_at(options, (size_t)choices[i].place - 1) : NULL;
        if (option != expected)
            fail_msg("\"%s\" is not option %d", choices[i].reply, choices[i].place);
    }
    assert_null(answer_option(NULL, "1"));
    arena_free(a);
}

static void a_reply_is_a_label_a_number_or_a_value(void **state)
{
    static const struct choice choices[] = {
        { "Call John", 1 }, { " call john ", 1 }, { "CALL JOHN", 1 }, { "2", 2 },   { "#2", 2 },
        { "2.", 2 },        { "2)", 2 },          { "2024", 3 },      { "43", 1 },  { "b", 2 },
        { "B", 2 },         { "0", 0 },           { "4", 0 },         { "2..", 0 }, { "2x", 0 },
        { "", 0 },          { "nothing", 0 },     { "3", 3 },         { "1", 1 },   { "99999999999999999999", 0 },
    };

    (void)state;
    check_choices(choices, COUNT_OF(choices));
}

static void a_reply_may_say_the_place_in_words(void **state)
{
    static const struct choice choices[] = {
        { "the second", 2 },
        { "The second one, please", 2 },
        { "last", 3 },
        { "the last one", 3 },
        { "third", 3 },
        { "option 3", 3 },
        { "task 2", 2 },
        { "1st", 1 },
        { "fourth", 0 },
        { "first second", 0 },
        { "second thoughts", 0 },
        { "delete the second", 0 },
        { "the one", 0 },
        { "no", 0 },
    };

    (void)state;
    check_choices(choices, COUNT_OF(choices));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_held_to_its_bounds),
        cmocka_unit_test(the_contracts_numbers_stand),
        cmocka_unit_test(the_contracts_enums_stand),
        cmocka_unit_test(rules_hold_the_parts_together),
        cmocka_unit_test(a_new_answer_is_whole_and_in_the_contracts_order),
        cmocka_unit_test(content_is_cut_at_ten_thousand_characters),
        cmocka_unit_test(a_table_shows_at_most_a_thousand_rows),
        cmocka_unit_test(what_it_rests_on_is_added_part_by_part),
        cmocka_unit_test(a_long_summary_is_cut),
        cmocka_unit_test(an_error_takes_the_answers_place_and_keeps_what_was_done),
        cmocka_unit_test(an_error_of_every_code_makes_a_valid_answer),
        cmocka_unit_test(an_errors_own_id_and_action_are_shown),
        cmocka_unit_test(asking_and_confirming_take_each_others_place),
        cmocka_unit_test(a_reply_is_a_label_a_number_or_a_value),
        cmocka_unit_test(a_reply_may_say_the_place_in_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
