/* answer_table.c - the tables of the contract's answer. They stand beside the seeds' own as a sixth seed.
 *
 * Every field of the contract is required, so that a reader need not ask whether it is there; what an answer does not
 * have is null or empty. The exceptions are `confirmation`, which the contract gives only to an answer that needs one,
 * and `routing`, which only the router adds.
 */
#include "base/json.h"
#include "model/answer.h"
#include "model/safe.h"
#include "model/seeds.h"

const struct model_enum answer_agent_enum = {
    "answer.Agent",
    VALUES("workbook", "tasks", "metrics", "docs", "analyst"),
};

static const struct model_enum status = {
    "answer.Status",
    VALUES("success", "clarification_needed", "confirmation_required", "partial_success", "error"),
};

/* ---- rules ---- */

static int rule_rows(const struct json *table, struct err *err)
{
    const struct json *rows = json_get(table, "rows");
    size_t columns = json_len(json_get(table, "columns"));
    int64_t count = json_get_int(json_get(table, "metadata"), "row_count", 0);

    for (size_t i = 0; i < json_len(rows); i++)
        if (json_len(json_at(rows, i)) != columns)
            return rule_fail(err, "rows must be as long as columns");
    if (count < (int64_t)json_len(rows))
        return rule_fail(err, "row_count must not be less than the rows shown");
    return 0;
}

static int rule_span(const struct json *span, struct err *err)
{
    if (json_get_int(span, "last", 0) < json_get_int(span, "first", 0))
        return rule_fail(err, "last must not be before first");
    return 0;
}

static int rule_call(const struct json *call, struct err *err)
{
    if (json_get_truth(call, "success") == rule_has(call, "error"))
        return rule_fail(err, "error must be set exactly when success is false");
    return 0;
}

static int rule_safe(const struct json *error, struct err *err)
{
    static const char *const texts[] = { "message", "suggested_action" };

    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const char *text = json_get_text(error, texts[i]);
        const char *fault = text ? safe_fault(text) : NULL;
        if (fault)
            return err_say(err, ERR_INVALID_INPUT, "%s must not hold %s", texts[i], fault);
    }
    return 0;
}

static int rule_code(const struct json *error, struct err *err)
{
    for (int code = 0; code < ERR_CODES; code++)
        if (rule_is(error, "error_code", err_name((enum err_code)code)))
            return 0;
    return rule_fail(err, "error_code must be one of this program's");
}

static int rule_retry(const struct json *error, struct err *err)
{
    if (json_get_truth(error, "can_retry") && !rule_filled(error, "suggested_action"))
        return rule_fail(err, "suggested_action must be set when can_retry is true");
    return 0;
}

static int rule_content_type(const struct json *answer, struct err *err)
{
    if (rule_is(answer, "content_type", "table") && !rule_has(answer, "table"))
        return rule_fail(err, "table must be set when content_type is table");
    if (rule_is(answer, "content_type", "error") && !rule_has(answer, "error"))
        return rule_fail(err, "error must be set when content_type is error");
    if (rule_is(answer, "status", "error") != rule_is(answer, "content_type", "error"))
        return rule_fail(err, "content_type must be error exactly when status is");
    if (rule_is(answer, "status", "clarification_needed") && !rule_is(answer, "content_type", "clarification"))
        return rule_fail(err, "content_type must be clarification when one is needed");
    return 0;
}

static int rule_error(const struct json *answer, struct err *err)
{
    bool wanted = rule_is(answer, "status", "error") || rule_is(answer, "status", "partial_success");

    if (wanted != rule_has(answer, "error"))
        return rule_fail(err, "error must be set exactly when status is error or partial_success");
    return 0;
}

static int rule_confirmation(const struct json *answer, struct err *err)
{
    if (rule_is(answer, "status", "confirmation_required") != rule_has(answer, "confirmation"))
        return rule_fail(err, "confirmation must be set exactly when status is confirmation_required");
    return 0;
}

/* ---- entities ---- */

const struct model_entity answer_option_entity = {
    .name = "answer.Option",
    .summary = "Something that can be chosen, by its label, its value or its number.",
    .fields =
        (const struct model_field[]){
            FIELD("label", TEXT, REQ, "What people see.", .range = AT_LEAST(1)),
            FIELD("value", ANY, REQ, "What programs send."),
            END,
        },
};

static const struct model_entity alternative = {
    .name = "answer.Alternative",
    .summary = "What a part of a query could be changed to.",
    .fields =
        (const struct model_field[]){
            FIELD("label", TEXT, REQ, "What people see.", .range = AT_LEAST(1)),
            FIELD("query", OBJECT, REQ, "The whole query with this part changed: asked in place of a question."),
            END,
        },
};

static const struct model_entity chip = {
    .name = "answer.Chip",
    .summary = "A part of what was understood that a person may change.",
    .fields =
        (const struct model_field[]){
            FIELD("id", TEXT, REQ, "Tells it from the others of the answer.", .range = AT_LEAST(1)),
            FIELD("kind", TEXT, REQ, "Which part: table, measure, filter, group, period, order, limit or chart.",
                  .range = AT_LEAST(1)),
            FIELD("label", TEXT, REQ, "What people see.", .range = AT_LEAST(1)),
            FIELD("alternatives", LIST, REQ, "What it could be instead; none where it cannot be changed alone.",
                  .each = EACH_ENTITY(alternative)),
            END,
        },
};

static const struct model_entity table = {
    .name = "answer.Table",
    .summary = "A table in an answer.",
    .fields =
        (const struct model_field[]){
            FIELD("columns", LIST, REQ, "Headers.", .each = EACH(TEXT)),
            FIELD("rows", LIST, REQ, "Values, row by row; more by paging.", .range = AT_MOST(TABLE_ROWS),
                  .each = EACH_LIST_OF(ANY)),
            FIELD("metadata", ENTITY, REQ, "Where it came from.", .entity = &workbook_table_metadata),
            END,
        },
    .rules = RULES(rule_rows),
};

static const struct model_entity source = {
    .name = "answer.Source",
    .summary = "A passage an answer rests on.",
    .fields =
        (const struct model_field[]){
            FIELD("title", TEXT, NUL, "The document."),
            FIELD("chapter", TEXT, NUL, "Its chapter."),
            FIELD("section", TEXT, NUL, "Its section."),
            FIELD("url", TEXT, NUL, "Its page."),
            FIELD("score", NUMBER, REQ, "How near it is.", .range = BETWEEN(0, 1)),
            FIELD("quote", TEXT, NUL, "Its words."),
            END,
        },
};

static const struct model_entity tool_call = {
    .name = "answer.ToolCall",
    .summary = "An operation that was called.",
    .fields =
        (const struct model_field[]){
            FIELD("tool_name", TEXT, REQ, "The operation.", .range = AT_LEAST(1)),
            FIELD("parameters", OBJECT, REQ, "What it was given."),
            FIELD("output_summary", TEXT, REQ, "What came out, in brief.", .range = AT_MOST(OP_SUMMARY_CHARS)),
            FIELD("invoked_at", UTC, REQ, "When."),
            FIELD("duration_ms", INT, REQ, "How long it took.", .range = AT_LEAST(0)),
            FIELD("success", BOOL, REQ, "Whether it succeeded."),
            FIELD("error", TEXT, NUL, "Why not."),
            END,
        },
    .rules = RULES(rule_call),
};

static const struct model_entity evidence_source = {
    .name = "answer.EvidenceSource",
    .summary = "Data that was read.",
    .fields =
        (const struct model_field[]){
            FIELD("name", TEXT, REQ, "Its name.", .range = AT_LEAST(1)),
            FIELD("sha256", SHA256, REQ, "Hash of the bytes read."),
            FIELD("schema_fingerprint", SHA256, NUL, "Hash of its schema."),
            END,
        },
};

static const struct model_entity audit_span = {
    .name = "answer.AuditSpan",
    .summary = "The audit entries an answer wrote.",
    .fields =
        (const struct model_field[]){
            FIELD("first", INT, REQ, "Number of the first.", .range = AT_LEAST(1)),
            FIELD("last", INT, REQ, "Number of the last.", .range = AT_LEAST(1)),
            FIELD("head", TEXT, REQ, "The chain's head after it.", .range = AT_LEAST(1)),
            END,
        },
    .rules = RULES(rule_span),
};

static const struct model_entity evidence = {
    .name = "answer.Evidence",
    .summary = "What an answer can be proved with.",
    .fields =
        (const struct model_field[]){
            FIELD("request_id", UUID, NUL, "Under which the audit chain has it."),
            FIELD("sql", LIST, REQ, "The SQL that was run.", .each = EACH(TEXT)),
            FIELD("sources", LIST, REQ, "The data that was read.", .each = EACH_ENTITY(evidence_source)),
            FIELD("audit", ENTITY, NUL, "The entries written; null when none were.", .entity = &audit_span),
            END,
        },
};

static const struct model_entity confirmation = {
    .name = "answer.Confirmation",
    .summary = "What has to be confirmed before it is done.",
    .fields =
        (const struct model_field[]){
            FIELD("token", TEXT, REQ, "Sent back, it says yes.", .range = AT_LEAST(1)),
            FIELD("summary", TEXT, REQ, "What would be done.", .range = AT_LEAST(1)),
            FIELD("expires_at", UTC, REQ, "Until when it can be confirmed."),
            END,
        },
};

static const struct model_entity error = {
    .name = "answer.Error",
    .summary = "An error as a person may see it.",
    .fields =
        (const struct model_field[]){
            FIELD("message", TEXT, REQ, "What happened.", .range = AT_LEAST(1)),
            FIELD("correlation_id", UUID, REQ, "Finds the log entry with the details."),
            FIELD("timestamp", UTC, REQ, "When it happened."),
            FIELD("error_code", TEXT, REQ, "Its fixed name."),
            FIELD("can_retry", BOOL, REQ, "Whether trying again can help."),
            FIELD("suggested_action", TEXT, NUL, "What to do."),
            END,
        },
    .rules = RULES(rule_safe, rule_code, rule_retry),
};

static const struct model_entity routing = {
    .name = "answer.Routing",
    .summary = "Who was picked to answer, and why.",
    .fields =
        (const struct model_field[]){
            FIELD("agent", ENUM, NUL, "The agent; null when none was sure to be meant.", .values = &answer_agent_enum),
            FIELD("reason", TEXT, REQ, "Why.", .range = AT_LEAST(1)),
            END,
        },
};

const struct model_entity answer_entity = {
    .name = "answer.Answer",
    .summary = "The one answer every door gives.",
    .fields =
        (const struct model_field[]){
            FIELD("response_id", UUID, REQ, "The answer's id."),
            FIELD("correlation_id", UUID, REQ, "Links it to the question and the log."),
            FIELD("conversation_id", TEXT, NUL, "The conversation, if it is part of one.",
                  .range = BETWEEN(1, CONVERSATION_ID_CHARS)),
            FIELD("agent", ENUM, REQ, "Who answered.", .values = &answer_agent_enum),
            FIELD("status", ENUM, REQ, "How it went.", .values = &status),
            FIELD("content_type", ENUM, REQ, "What the content is.", .values = &workbook_content_type),
            FIELD("content", TEXT, REQ, "What people read.", .range = AT_MOST(CONTENT_CHARS)),
            FIELD("restatement", TEXT, REQ, "What was understood."),
            FIELD("query", OBJECT, NUL, "The same as a request (docs/query.md); null where it is not of tables."),
            FIELD("chips", LIST, REQ, "Its parts that can be changed, each with its alternatives.",
                  .each = EACH_ENTITY(chip)),
            FIELD("table", ENTITY, NUL, "The table, if there is one.", .entity = &table),
            FIELD("chart", OBJECT, NUL, "A Vega-Lite specification, if there is one."),
            FIELD("suggestions", LIST, REQ, "Questions that could follow.", .each = EACH(TEXT)),
            FIELD("options", LIST, REQ, "What can be chosen.", .each = EACH_ENTITY(answer_option_entity)),
            FIELD("sources", LIST, REQ, "Passages it rests on.", .each = EACH_ENTITY(source)),
            FIELD("tool_calls", LIST, REQ, "Operations called.", .each = EACH_ENTITY(tool_call)),
            FIELD("confidence", NUMBER, REQ, "How sure it is.", .range = BETWEEN(0, 1)),
            FIELD("voice", TEXT, REQ, "Who put it into words: builtin, or a model.", .range = AT_LEAST(1)),
            FIELD("model_used", TEXT, REQ, "The model, or builtin.", .range = AT_LEAST(1)),
            FIELD("processing_time_ms", INT, REQ, "How long it took.", .range = AT_LEAST(0)),
            FIELD("evidence", ENTITY, REQ, "What it can be proved with.", .entity = &evidence),
            FIELD("error", ENTITY, NUL, "What went wrong.", .entity = &error),
            FIELD("confirmation", ENTITY, 0, "What has to be confirmed.", .entity = &confirmation),
            FIELD("routing", ENTITY, 0, "Who was picked, where nobody was named.", .entity = &routing),
            END,
        },
    .rules = RULES(rule_content_type, rule_error, rule_confirmation),
};

const struct model_seed answer_seed = {
    "answer",
    (const struct model_entity *const[]){ &answer_option_entity, &alternative, &chip, &table, &source, &tool_call,
                                          &evidence_source, &audit_span, &evidence, &confirmation, &error, &routing,
                                          &answer_entity, NULL },
    (const struct model_enum *const[]){ &answer_agent_enum, &status, NULL },
    (const struct model_machine *const[]){ NULL },
};
