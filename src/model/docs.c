/* docs.c - seed 4, questions to documents: its entities, enums, rules and state machines.
 *
 * The seed's own entities come first, then the bodies of its routes, which the requirement sheet fixes. Nothing of this
 * seed is ever stored; the machines say how long a result lives within one request.
 */
#include "model/docs.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/str.h"
#include "model/safe.h"
#include "model/seeds.h"
#include <utf8proc.h>

/* ---- enums ---- */

static const struct model_enum role = { "docs.Role", VALUES("user", "assistant") };

static const struct model_enum agent_name = {
    "docs.AgentName",
    VALUES("RAGChatAgent", "QueryRouterAgent", "QdrantRetrievalAgent", "AnswerSynthesisAgent", "ErrorRecoveryAgent"),
};

static const struct model_enum error_type = {
    "docs.ErrorType",
    VALUES("network", "database", "llm", "validation", "agent", "unknown"),
};

static const struct model_enum health_status = {
    "docs.HealthStatus",
    VALUES("healthy", "degraded", "unhealthy"),
};

static const struct model_enum store_status = {
    "docs.StoreStatus",
    VALUES("connected", "disconnected", "error"),
};

static const struct model_enum result_state = { "docs.ResultState", VALUES("created", "passed", "discarded") };

static const struct model_enum response_state = {
    "docs.ResponseState",
    VALUES("created", "passed", "recovering", "discarded"),
};

static const struct model_enum error_state = {
    "docs.ErrorState",
    VALUES("created", "included", "logged", "returned"),
};

/* ---- state machines ---- */

static const struct model_machine result_machine = {
    .name = "docs.QueryResult",
    .states = &result_state,
    .initial = "created",
    .steps =
        (const struct model_step[]){
            { "created", "passed", "handed to the agent that writes the answer" },
            { "passed", "discarded", "the answer was made" },
            { "created", "discarded", "added: nothing was found, so nothing is handed on" },
            END,
        },
};

static const struct model_machine response_machine = {
    .name = "docs.AgentResponse",
    .states = &response_state,
    .initial = "created",
    .steps =
        (const struct model_step[]){
            { "created", "passed", "handed to the agent that leads" },
            { "passed", "recovering", "success is false, so the error is dealt with" },
            { "passed", "discarded", "it was logged" },
            { "recovering", "discarded", "it was logged" },
            END,
        },
};

static const struct model_machine error_machine = {
    .name = "docs.ErrorContext",
    .states = &error_state,
    .initial = "created",
    .steps =
        (const struct model_step[]){
            { "created", "included", "put into the agent's response" },
            { "included", "logged", "written to the log" },
            { "logged", "returned", "its safe message was sent" },
            END,
        },
};

/* ---- the normal form of a question ---- */

static bool is_blank(utf8proc_int32_t c)
{
    utf8proc_category_t kind = utf8proc_category(c);

    return c == ' ' || (c >= '\t' && c <= '\r') || kind == UTF8PROC_CATEGORY_ZS || kind == UTF8PROC_CATEGORY_ZL ||
           kind == UTF8PROC_CATEGORY_ZP;
}

const char *docs_normalised(struct arena *a, const char *question)
{
    size_t n = strlen(question), end = 0;
    utf8proc_uint8_t bytes[4];
    struct buf b CLEANUP(buf_done) = BUF(n * 4); /* lower-casing takes a character at most from one byte to four */

    for (size_t i = 0; i < n;) {
        utf8proc_int32_t c;
        utf8proc_ssize_t len = utf8proc_iterate((const utf8proc_uint8_t *)question + i, (utf8proc_ssize_t)(n - i), &c);
        if (len < 1)
            return arena_str(a, question);
        i += (size_t)len;
        if (b.n == 0 && is_blank(c))
            continue;
        buf_add(&b, bytes, (size_t)utf8proc_encode_char(utf8proc_tolower(c), bytes));
        if (!is_blank(c))
            end = b.n;
    }
    return arena_dup(a, b.p, end);
}

/* ---- rules ---- */

static int rule_sources(const struct json *message, struct err *err)
{
    if (rule_has(message, "sources") && !rule_is(message, "role", "assistant"))
        return rule_fail(err, "sources are only for messages of the assistant");
    return 0;
}

static int rule_query_is_normal(const struct json *result, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *text = json_get_text(result, "query_text");

    if (strcmp(text, docs_normalised(a, text)) != 0)
        return rule_fail(err, "query_text must be in lower case, without blanks at its ends");
    return 0;
}

static int rule_best_first(const struct json *result, struct err *err)
{
    const struct json *chunks = json_get(result, "retrieved_chunks");

    for (size_t i = 1; i < json_len(chunks); i++)
        if (json_number_compare(json_get(json_at(chunks, i - 1), "score"), json_get(json_at(chunks, i), "score")) < 0)
            return rule_fail(err, "retrieved_chunks must be ordered by score, the highest first");
    return 0;
}

static int rule_total(const struct json *result, struct err *err)
{
    if (json_get_int(result, "total_results", -1) != (int64_t)json_len(json_get(result, "retrieved_chunks")))
        return rule_fail(err, "total_results must be the number of retrieved_chunks");
    return 0;
}

static int rule_outcome(const struct json *response, struct err *err)
{
    bool success = json_get_truth(response, "success");

    if (!success && !rule_has(response, "error_details"))
        return rule_fail(err, "error_details is required when success is false");
    if (success && !rule_has(response, "result_data"))
        return rule_fail(err, "result_data is required when success is true");
    return 0;
}

static int rule_message_is_safe(const struct json *error, struct err *err)
{
    const char *fault = safe_fault(json_get_text(error, "user_safe_message"));

    return fault ? err_say(err, ERR_INVALID_INPUT, "user_safe_message must not hold %s", fault) : 0;
}

static int rule_log_details(const struct json *error, struct err *err)
{
    const struct json *details = json_get(error, "log_details");

    if (!rule_has(details, "timestamp") || !rule_has(details, "request_id"))
        return rule_fail(err, "log_details must include timestamp and request_id");
    return 0;
}

static int rule_transient(const struct json *error, struct err *err)
{
    if (rule_is(error, "error_type", "network") && !json_get_truth(error, "retry_able"))
        return rule_fail(err, "retry_able must be true for a transient error");
    return 0;
}

static int rule_chapter_count(const struct json *list, struct err *err)
{
    if (json_get_int(list, "total_count", -1) != (int64_t)json_len(json_get(list, "chapters")))
        return rule_fail(err, "total_count must be the number of chapters");
    return 0;
}

/* ---- the seed's entities ---- */

const struct model_entity docs_message = {
    .name = "docs.Message",
    .summary = "One message of a chat. It is kept nowhere.",
    .fields =
        (const struct model_field[]){
            FIELD("id", UUID4, REQ, "The message's id."),
            FIELD("role", ENUM, REQ, "Who speaks.", .values = &role),
            FIELD("content", TEXT, REQ, "The message.", .range = BETWEEN(1, CONTENT_CHARS)),
            FIELD("timestamp", UTC, REQ, "When it was said."),
            FIELD("sources", LIST, OPT, "Chapter and section of what an answer rests on.", .each = EACH(TEXT)),
            END,
        },
    .rules = RULES(rule_sources),
};

static const struct model_entity chunk_metadata = {
    .name = "docs.ChunkMetadata",
    .summary = "Where a passage stands.",
    .fields =
        (const struct model_field[]){
            FIELD("chapter", TEXT, REQ, "Its chapter."),
            FIELD("section", TEXT, REQ, "Its section."),
            FIELD("page_url", TEXT, OPT, "Its page."),
            END,
        },
};

static const struct model_entity chunk = {
    .name = "docs.RetrievedChunk",
    .summary = "A passage that was found.",
    .fields =
        (const struct model_field[]){
            FIELD("chunk_id", TEXT, REQ, "The passage's id."),
            FIELD("text", TEXT, REQ, "The passage.", .range = AT_LEAST(1)),
            FIELD("score", NUMBER, REQ, "How near it is.", .range = BETWEEN(0, 1)),
            FIELD("metadata", ENTITY, REQ, "Where it stands.", .entity = &chunk_metadata),
            END,
        },
};

const struct model_entity docs_query_result = {
    .name = "docs.QueryResult",
    .summary = "What was found for a question.",
    .fields =
        (const struct model_field[]){
            FIELD("query_text", TEXT, REQ, "The question in its normal form."),
            FIELD("retrieved_chunks", LIST, REQ, "The passages, best first.", .each = EACH_ENTITY(chunk)),
            FIELD("total_results", INT, REQ, "How many they are.", .range = AT_LEAST(0)),
            FIELD("retrieval_time_ms", NUMBER, REQ, "How long it took.", .range = GREATER_THAN(0)),
            END,
        },
    .rules = RULES(rule_query_is_normal, rule_best_first, rule_total),
    .machine = &result_machine,
};

static const struct model_entity error_context = {
    .name = "docs.ErrorContext",
    .summary = "An error, for the log and for the person.",
    .fields =
        (const struct model_field[]){
            FIELD("error_type", ENUM, REQ, "Its category.", .values = &error_type),
            FIELD("original_error", TEXT, REQ, "The whole message, for the log only."),
            FIELD("user_safe_message", TEXT, REQ, "The message people see.", .range = AT_LEAST(1)),
            FIELD("retry_able", BOOL, REQ, "Whether trying again can help."),
            FIELD("log_details", OBJECT, REQ, "More for the log; has timestamp and request_id."),
            END,
        },
    .rules = RULES(rule_message_is_safe, rule_log_details, rule_transient),
    .machine = &error_machine,
};

static const struct model_entity public_error = {
    .name = "docs.PublicError",
    .summary = "The part of an error that the person's side gets.",
    .fields =
        (const struct model_field[]){
            FIELD("error_type", ENUM, REQ, "Its category.", .values = &error_type),
            FIELD("user_safe_message", TEXT, REQ, "The message people see.", .range = AT_LEAST(1)),
            FIELD("retry_able", BOOL, REQ, "Whether trying again can help."),
            END,
        },
    .rules = RULES(rule_message_is_safe, rule_transient),
};

const struct model_entity docs_agent_response = {
    .name = "docs.AgentResponse",
    .summary = "What one of the five agents gives back.",
    .fields =
        (const struct model_field[]){
            FIELD("success", BOOL, REQ, "Whether it succeeded."),
            FIELD("agent_name", ENUM, REQ, "Which agent it was.", .values = &agent_name),
            FIELD("result_data", OBJECT, OPT, "What came out."),
            FIELD("error_details", ENTITY, OPT, "Why it failed.", .entity = &error_context),
            FIELD("execution_time_ms", NUMBER, REQ, "How long it took.", .range = GREATER_THAN(0)),
            END,
        },
    .rules = RULES(rule_outcome),
    .machine = &response_machine,
};

/* ---- the routes ---- */

const struct model_entity docs_query_request = {
    .name = "docs.QueryRequest",
    .summary = "A question to the documents.",
    .fields =
        (const struct model_field[]){
            FIELD("question", TEXT, REQ | MODEL_WORDS, "The question.", .range = BETWEEN(1, CONTENT_CHARS)),
            FIELD("session_id", UUID, OPT, "Tells questions apart; never kept."),
            FIELD("top_k", INT, 0, "Passages to look at.", .range = BETWEEN(1, DOCS_TOP_K),
                  .otherwise = TEXT_OF(DOCS_TOP_K_DEFAULT)),
            FIELD("selected_text", TEXT, OPT | MODEL_WORDS, "Answer from this text alone, and look nothing up.",
                  .range = BETWEEN(1, CONTENT_CHARS)),
            FIELD("chapter", TEXT, OPT, "Look only in the chapter of this id.", .range = BETWEEN(1, TEXT_SLUG_BYTES)),
            FIELD("trace", BOOL, 0, "Give what each of the five agents did, too.", .otherwise = "false"),
            END,
        },
};

const struct model_entity docs_query_response = {
    .name = "docs.QueryResponse",
    .summary = "An answer from the documents.",
    .fields =
        (const struct model_field[]){
            FIELD("answer", TEXT, REQ, "The answer."),
            FIELD("sources", LIST, REQ, "What it rests on, as chapter/section.", .each = EACH(TEXT)),
            FIELD("confidence", NUMBER, OPT, "How sure it is.", .range = BETWEEN(0, 1)),
            FIELD("processing_time_ms", NUMBER, OPT, "How long it took.", .range = AT_LEAST(0)),
            FIELD("agents", LIST, 0, "What each agent did, where that was asked for.",
                  .each = EACH_ENTITY(docs_agent_response)),
            END,
        },
};

static const struct model_entity error_response = {
    .name = "docs.ErrorResponse",
    .summary = "An error of the seed's routes.",
    .fields =
        (const struct model_field[]){
            FIELD("error", ENUM, REQ, "Its category.", .values = &error_type),
            FIELD("message", TEXT, REQ, "What happened.", .range = AT_LEAST(1)),
            FIELD("retryable", BOOL, REQ, "Whether trying again can help."),
            FIELD("request_id", TEXT, OPT, "Finds the log entry with the details."),
            END,
        },
};

const struct model_entity docs_health = {
    .name = "docs.Health",
    .summary = "How the service is.",
    .fields =
        (const struct model_field[]){
            FIELD("status", ENUM, REQ, "In one word.", .values = &health_status),
            FIELD("timestamp", UTC, REQ, "When that was found."),
            FIELD("qdrant_status", ENUM, REQ, "The vector store.", .values = &store_status),
            FIELD("qdrant_collection_count", INT, OPT, "Passages it holds.", .range = AT_LEAST(0)),
            FIELD("llm_status", TEXT, OPT, "The model."),
            END,
        },
    .open = true,
};

static const struct model_entity chapter = {
    .name = "docs.Chapter",
    .summary = "One chapter of what is indexed.",
    .fields =
        (const struct model_field[]){
            FIELD("id", TEXT, REQ, "The chapter's id."),
            FIELD("title", TEXT, REQ, "Its title."),
            FIELD("sections", LIST, REQ, "Its sections.", .each = EACH(TEXT)),
            FIELD("url", TEXT, OPT, "Its page."),
            END,
        },
};

const struct model_entity docs_chapter_list = {
    .name = "docs.ChapterList",
    .summary = "What is indexed.",
    .fields =
        (const struct model_field[]){
            FIELD("chapters", LIST, REQ, "The chapters.", .each = EACH_ENTITY(chapter)),
            FIELD("total_count", INT, REQ, "How many they are.", .range = AT_LEAST(0)),
            END,
        },
    .rules = RULES(rule_chapter_count),
};

const struct model_seed docs_seed = {
    "docs",
    (const struct model_entity *const[]){
        &docs_message, &chunk_metadata, &chunk, &docs_query_result, &error_context, &public_error, &docs_agent_response,
        &docs_query_request, &docs_query_response, &error_response, &docs_health, &chapter, &docs_chapter_list, NULL },
    (const struct model_enum *const[]){ &role, &agent_name, &error_type, &health_status, &store_status, &result_state,
                                        &response_state, &error_state, NULL },
    (const struct model_machine *const[]){ &result_machine, &response_machine, &error_machine, NULL },
};

/* ---- what the seed computes ---- */

const char *docs_error_type(enum err_code code)
{
    if (code == ERR_MODEL_UNRESPONSIVE)
        return "llm";
    switch (err_kind(code)) {
    case ERR_KIND_INVALID:
    case ERR_KIND_USAGE:
    case ERR_KIND_NOT_FOUND:
    case ERR_KIND_TOO_LARGE:
    case ERR_KIND_ASK:
        return "validation";
    case ERR_KIND_TIMEOUT:
        return "network";
    case ERR_KIND_UNAVAILABLE:
        return "database";
    case ERR_KIND_CONFLICT:
    case ERR_KIND_DENIED:
    case ERR_KIND_CANCELLED:
        return "agent";
    case ERR_KIND_INTERNAL:
        break;
    }
    return "unknown";
}
