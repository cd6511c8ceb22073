/* test_model_docs.c - seed 4: every entity, bound, enum, machine and rule. */
#include "model/docs.h"
#include "model_testing.h"

/* The examples of the seed, where it has them. */
#define MESSAGE                                                                                                        \
    "{\"id\":\"550e8400-e29b-41d4-a716-446655440000\",\"role\":\"assistant\","                                         \
    "\"content\":\"ROS 2 is a robotics middleware framework...\",\"timestamp\":\"2025-12-20T10:30:00Z\","              \
    "\"sources\":[\"intro/what-is-ros2\",\"basics/core-concepts\"]}"
#define CHUNK_METADATA "{\"chapter\":\"intro\",\"section\":\"what-is-ros2\",\"page_url\":\"/docs/intro/what-is-ros2\"}"
#define CHUNK(score)                                                                                                   \
    "{\"chunk_id\":\"doc1-chunk3\",\"text\":\"ROS 2 is a robotics middleware...\",\"score\":" score                    \
    ",\"metadata\":" CHUNK_METADATA "}"
#define RESULT                                                                                                         \
    "{\"query_text\":\"what is ros2?\",\"retrieved_chunks\":[" CHUNK(                                                  \
        "0.95") "],\"total_results\":1,\"retrieval_time_ms\":145.2}"
#define ERROR                                                                                                          \
    "{\"error_type\":\"database\",\"original_error\":\"QdrantException: Connection timeout after 5.0s\","              \
    "\"user_safe_message\":\"The assistant is temporarily unavailable. Please try again later.\","                     \
    "\"retry_able\":true,\"log_details\":{\"request_id\":\"req-123\",\"timestamp\":\"2025-12-20T10:30:00Z\","          \
    "\"qdrant_host\":\"qdrant.example.com\"}}"
#define PUBLIC_ERROR "{\"error_type\":\"network\",\"user_safe_message\":\"Please try again.\",\"retry_able\":true}"
#define RESPONSE                                                                                                       \
    "{\"success\":true,\"agent_name\":\"QueryRouterAgent\",\"result_data\":{\"mode\":\"normal_rag\"},"                 \
    "\"error_details\":null,\"execution_time_ms\":1.5}"
#define HEALTH                                                                                                         \
    "{\"status\":\"healthy\",\"timestamp\":\"" NOON "\",\"qdrant_status\":\"connected\","                              \
    "\"qdrant_collection_count\":1,\"llm_status\":\"none\"}"
#define CHAPTER "{\"id\":\"intro\",\"title\":\"Introduction\",\"sections\":[\"what-is-ros2\"],\"url\":null}"
#define CHAPTERS "{\"chapters\":[" CHAPTER "],\"total_count\":1}"

static const struct example examples[] = {
    { "docs.Message", MESSAGE },
    { "docs.ChunkMetadata", CHUNK_METADATA },
    { "docs.RetrievedChunk", CHUNK("0.95") },
    { "docs.QueryResult", RESULT },
    { "docs.ErrorContext", ERROR },
    { "docs.PublicError", PUBLIC_ERROR },
    { "docs.AgentResponse", RESPONSE },
    { "docs.QueryRequest", "{\"question\":\"What is ROS 2?\",\"session_id\":\"" UUID_A "\"}" },
    { "docs.QueryResponse",
      "{\"answer\":\"A framework.\",\"sources\":[\"intro/what\"],\"confidence\":0.9,\"processing_time_ms\":12}" },
    { "docs.ErrorResponse", "{\"error\":\"llm\",\"message\":\"m\",\"retryable\":true,\"request_id\":\"r\"}" },
    { "docs.Health", HEALTH },
    { "docs.Chapter", CHAPTER },
    { "docs.ChapterList", CHAPTERS },
};

static void every_field_is_held_to_its_bounds(void **state)
{
    (void)state;
    sweep_examples("docs", examples, COUNT_OF(examples));
}

static void the_seeds_numbers_stand(void **state)
{
    static const struct range_pin pins[] = {
        { "docs.Message", "content", 1, 10000 },
        { "docs.RetrievedChunk", "text", 1, NONE },
        { "docs.RetrievedChunk", "score", 0, 1 },
        { "docs.QueryResult", "total_results", 0, NONE },
        { "docs.QueryResult", "retrieval_time_ms", 0, NONE },
        { "docs.ErrorContext", "user_safe_message", 1, NONE },
        { "docs.PublicError", "user_safe_message", 1, NONE },
        { "docs.AgentResponse", "execution_time_ms", 0, NONE },
        { "docs.QueryRequest", "question", 1, 10000 },
        { "docs.QueryRequest", "top_k", 1, 20 },
        { "docs.QueryRequest", "selected_text", 1, 10000 },
        { "docs.QueryRequest", "chapter", 1, 80 },
        { "docs.QueryResponse", "confidence", 0, 1 },
        { "docs.QueryResponse", "processing_time_ms", 0, NONE },
        { "docs.ErrorResponse", "message", 1, NONE },
        { "docs.Health", "qdrant_collection_count", 0, NONE },
        { "docs.ChapterList", "total_count", 0, NONE },
    };

    (void)state;
    pin_ranges("docs", pins, COUNT_OF(pins));
}

static void times_must_be_positive_not_zero(void **state)
{
    (void)state;
    refuses_field("docs.QueryResult", RESULT, "retrieval_time_ms", "0", "retrieval_time_ms must be greater than 0");
    refuses_field("docs.QueryResult", RESULT, "retrieval_time_ms", "-0.0", "greater than 0");
    accepts_with("docs.QueryResult", RESULT, "retrieval_time_ms", "1e-300");
    refuses_field("docs.AgentResponse", RESPONSE, "execution_time_ms", "0.0", "execution_time_ms must be greater");
}

static void the_seeds_enums_stand(void **state)
{
    static const struct name_pin pins[] = {
        { "docs.Role", "user|assistant" },
        { "docs.AgentName",
          "RAGChatAgent|QueryRouterAgent|QdrantRetrievalAgent|AnswerSynthesisAgent|ErrorRecoveryAgent" },
        { "docs.ErrorType", "network|database|llm|validation|agent|unknown" },
        { "docs.HealthStatus", "healthy|degraded|unhealthy" },
        { "docs.StoreStatus", "connected|disconnected|error" },
        { "docs.ResultState", "created|passed|discarded" },
        { "docs.ResponseState", "created|passed|recovering|discarded" },
        { "docs.ErrorState", "created|included|logged|returned" },
    };

    (void)state;
    pin_enums("docs", pins, COUNT_OF(pins));
}

static void the_seeds_transitions_stand(void **state)
{
    static const struct name_pin pins[] = {
        { "docs.QueryResult", "created: created>passed created>discarded passed>discarded" },
        { "docs.AgentResponse", "created: created>passed passed>recovering passed>discarded recovering>discarded" },
        { "docs.ErrorContext", "created: created>included included>logged logged>returned" },
    };

    (void)state;
    pin_machines("docs", pins, COUNT_OF(pins));
}

static void only_the_assistant_has_sources(void **state)
{
    static const char user[] =
        "{\"id\":\"" UUID_A "\",\"role\":\"user\",\"content\":\"What?\",\"timestamp\":\"" NOON "\"}";

    (void)state;
    accepts("docs.Message", user);
    accepts_with("docs.Message", user, "sources", "null");
    refuses_field("docs.Message", user, "sources", "[\"intro\"]", "only for messages of the assistant");
    refuses_field("docs.Message", user, "sources", "[]", "only for messages of the assistant");
    accepts_with("docs.Message", MESSAGE, "sources", NULL);
}

static void a_question_is_kept_in_its_normal_form(void **state)
{
    static const char *const bad[] = { "\"What is ros2?\"",     "\" what\"",       "\"what \"", "\"what\\n\"",
                                       "\"\xc3\x9c\x62\x65r\"", "\"what\xc2\xa0\"" };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        refuses_field("docs.QueryResult", RESULT, "query_text", bad[i], "lower case");
    accepts_with("docs.QueryResult", RESULT, "query_text", "\"\xc3\xbc\x62\x65r  ros 2? \xe6\x97\xa5\xe6\x9c\xac\"");
}

static void normalising_lowers_and_trims(void **state)
{
    static const char *const cases[][2] = {
        { "  What IS\tROS 2?\n", "what is\tros 2?" },
        { "\xc3\x9c\x62\x45R", "\xc3\xbc\x62\x65r" },
        { "\xc2\xa0\xe2\x80\x83x\xe3\x80\x80", "x" },
        { "\xc8\xba", "\xe2\xb1\xa5" }, /* from two bytes to three */
        { " ", "" },
        { "", "" },
    };
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *normal = docs_normalised(a, cases[i][0]);
        assert_string_equal(normal, cases[i][1]);
        assert_string_equal(docs_normalised(a, normal), normal);
    }
    arena_free(a);
}

static void chunks_come_best_first_and_are_counted(void **state)
{
    static const char falling[] = "{\"query_text\":\"q\",\"retrieved_chunks\":[" CHUNK("1") "," CHUNK("0.5") "," CHUNK(
        "0.5") "," CHUNK("0") "],\"total_results\":4,\"retrieval_time_ms\":1}";

    (void)state;
    accepts("docs.QueryResult", falling);
    refuses_field("docs.QueryResult", falling, "total_results", "3", "total_results");
    refuses_field("docs.QueryResult", falling, "total_results", "5", "total_results");
    refuses("docs.QueryResult",
            "{\"query_text\":\"q\",\"retrieved_chunks\":[" CHUNK("0.5") "," CHUNK(
                "0.51") "],\"total_results\":2,\"retrieval_time_ms\":1}",
            "ordered by score");
    accepts("docs.QueryResult",
            "{\"query_text\":\"q\",\"retrieved_chunks\":[],\"total_results\":0,\"retrieval_time_ms\":1}");
}

static void an_outcome_carries_its_part(void **state)
{
    static const char failed[] =
        "{\"success\":false,\"agent_name\":\"ErrorRecoveryAgent\",\"error_details\":" ERROR ",\"execution_time_ms\":1}";

    (void)state;
    accepts("docs.AgentResponse", failed);
    refuses_field("docs.AgentResponse", failed, "error_details", "null", "error_details is required");
    refuses_field("docs.AgentResponse", failed, "error_details", NULL, "error_details is required");
    refuses_field("docs.AgentResponse", RESPONSE, "result_data", "null", "result_data is required");
    refuses_field("docs.AgentResponse", RESPONSE, "result_data", NULL, "result_data is required");
    accepts_with("docs.AgentResponse", RESPONSE, "result_data", "{}");
    refuses_field("docs.AgentResponse", RESPONSE, "agent_name", "\"SomeAgent\"", "agent_name must be one of RAGChat");
}

static void a_safe_message_is_safe(void **state)
{
    (void)state;
    refuses_field("docs.ErrorContext", ERROR, "user_safe_message", "\"Traceback (most recent call last):\"",
                  "user_safe_message must not hold a stack trace");
    refuses_field("docs.ErrorContext", ERROR, "user_safe_message", "\"in File \\\"a.py\\\"\"", "a stack trace");
    refuses_field("docs.ErrorContext", ERROR, "user_safe_message", "\"bad OPENAI_API_KEY\"", "a key");
    accepts_with("docs.ErrorContext", ERROR, "original_error", "\"Traceback: File \\\"a.py\\\" OPENAI_API_KEY\"");
    refuses_field("docs.PublicError", PUBLIC_ERROR, "user_safe_message", "\"Traceback\"", "a stack trace");
}

static void the_log_gets_a_time_and_a_request(void **state)
{
    (void)state;
    refuses_field("docs.ErrorContext", ERROR, "log_details", "{}", "timestamp and request_id");
    refuses_field("docs.ErrorContext", ERROR, "log_details", "{\"timestamp\":\"" NOON "\"}",
                  "timestamp and request_id");
    refuses_field("docs.ErrorContext", ERROR, "log_details", "{\"request_id\":\"r\"}", "timestamp and request_id");
    accepts_with("docs.ErrorContext", ERROR, "log_details", "{\"request_id\":\"r\",\"timestamp\":\"" NOON "\"}");
}

static void a_transient_error_can_be_retried(void **state)
{
    (void)state;
    refuses_field("docs.PublicError", PUBLIC_ERROR, "retry_able", "false", "transient");
    accepts_with("docs.ErrorContext", ERROR, "retry_able", "false");
}

static void chapters_are_counted(void **state)
{
    (void)state;
    refuses_field("docs.ChapterList", CHAPTERS, "total_count", "2", "total_count");
}

static void every_error_has_a_type_of_the_seed(void **state)
{
    (void)state;
    for (int code = 0; code < ERR_CODES; code++)
        assert_true(model_enum_has(model_enum("docs.ErrorType"), docs_error_type((enum err_code)code)));
    assert_string_equal(docs_error_type(ERR_MODEL_UNRESPONSIVE), "llm");
    assert_string_equal(docs_error_type(ERR_INVALID_INPUT), "validation");
    assert_string_equal(docs_error_type(ERR_TOO_LARGE), "validation");
    assert_string_equal(docs_error_type(ERR_QUERY_TIMEOUT), "network");
    assert_string_equal(docs_error_type(ERR_IO), "database");
    assert_string_equal(docs_error_type(ERR_POLICY_VIOLATION), "agent");
    assert_string_equal(docs_error_type(ERR_INTERNAL), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_held_to_its_bounds),
        cmocka_unit_test(the_seeds_numbers_stand),
        cmocka_unit_test(times_must_be_positive_not_zero),
        cmocka_unit_test(the_seeds_enums_stand),
        cmocka_unit_test(the_seeds_transitions_stand),
        cmocka_unit_test(only_the_assistant_has_sources),
        cmocka_unit_test(a_question_is_kept_in_its_normal_form),
        cmocka_unit_test(normalising_lowers_and_trims),
        cmocka_unit_test(chunks_come_best_first_and_are_counted),
        cmocka_unit_test(an_outcome_carries_its_part),
        cmocka_unit_test(a_safe_message_is_safe),
        cmocka_unit_test(the_log_gets_a_time_and_a_request),
        cmocka_unit_test(a_transient_error_can_be_retried),
        cmocka_unit_test(chapters_are_counted),
        cmocka_unit_test(every_error_has_a_type_of_the_seed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
