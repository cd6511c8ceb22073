/* analyst_rules.c - the analyst seed's rules over several fields, and what it computes.
 *
 * A plan has at most ANALYST_SUBTASKS subtasks, so the search for circles can afford to be the plainest one: strike
 * out what depends on nothing that is left, until nothing more can be struck out.
 */
#include "model/analyst_rules.h"
#include "base/json.h"
#include "base/str.h"
#include "model/analyst.h"
#include "model/audit.h"
#include <ctype.h>
#include <math.h>

/* ---- request ---- */

int analyst_rule_source(const struct json *source, struct err *err)
{
    if (rule_is(source, "type", "sql")) {
        if (!rule_filled(source, "connection_string"))
            return rule_fail(err, "connection_string is required for a source of type sql");
    } else if (!rule_filled(source, "file_path")) {
        return rule_fail(err, "file_path is required for a source of type csv or json");
    }
    return 0;
}

/* ---- plan ---- */

static double total_cost(const struct json *plan)
{
    const struct json *subtasks = json_get(plan, "subtasks");
    double sum = 0;

    for (size_t i = 0; i < json_len(subtasks); i++)
        sum += json_real(json_get(json_at(subtasks, i), "estimated_cost_seconds"));
    return sum;
}

int analyst_rule_total(const struct json *plan, struct err *err)
{
    if (fabs(json_real(json_get(plan, "total_estimated_seconds")) - total_cost(plan)) > ANALYST_COST_SLACK)
        return rule_fail(err, "total_estimated_seconds must be the sum of the subtasks' costs");
    return 0;
}

int analyst_plan_fits(const struct json *plan, const struct json *request, struct err *err)
{
    int64_t timeout = json_get_int(json_get(request, "constraints"), "timeout_seconds", ANALYST_TIMEOUT_DEFAULT);

    if (total_cost(plan) > (double)timeout + ANALYST_COST_SLACK)
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "The plan would take longer than the time allowed.",
                       "plan of %g s, timeout %lld s", total_cost(plan), (long long)timeout);
    return 0;
}

/* The place of the subtask with that id, or ANALYST_SUBTASKS. */
static size_t find_subtask(const struct json *subtasks, const char *task_id)
{
    for (size_t i = 0; i < json_len(subtasks); i++)
        if (rule_is(json_at(subtasks, i), "task_id", task_id))
            return i;
    return ANALYST_SUBTASKS;
}

static int check_names(const struct json *subtasks, struct err *err)
{
    for (size_t i = 0; i < json_len(subtasks); i++) {
        const struct json *needed = json_get(json_at(subtasks, i), "dependencies");
        if (find_subtask(subtasks, json_get_text(json_at(subtasks, i), "task_id")) != i)
            return rule_fail(err, "subtasks must each have a task_id of their own");
        for (size_t k = 0; k < json_len(needed); k++)
            if (find_subtask(subtasks, json_text(json_at(needed, k), NULL)) == ANALYST_SUBTASKS)
                return rule_fail(err, "dependencies must name subtasks of the plan");
    }
    return 0;
}

static bool is_ready(const struct json *subtasks, size_t i, const bool done[static ANALYST_SUBTASKS])
{
    const struct json *needed = json_get(json_at(subtasks, i), "dependencies");

    for (size_t k = 0; k < json_len(needed); k++)
        if (!done[find_subtask(subtasks, json_text(json_at(needed, k), NULL))])
            return false;
    return true;
}

int analyst_rule_graph(const struct json *plan, struct err *err)
{
    const struct json *subtasks = json_get(plan, "subtasks");
    bool done[ANALYST_SUBTASKS] = { false };
    size_t left = json_len(subtasks), before;

    if (check_names(subtasks, err))
        return -1;
    do {
        before = left;
        for (size_t i = 0; i < json_len(subtasks); i++)
            if (!done[i] && is_ready(subtasks, i, done)) {
                done[i] = true;
                left--;
            }
    } while (left > 0 && left < before);
    return left ? rule_fail(err, "subtasks must not depend on each other in a circle") : 0;
}

/* ---- call and observation ---- */

int analyst_rule_arguments(const struct json *call, struct err *err)
{
    return rule_part(analyst_arguments(json_get_text(call, "tool_name")), json_get(call, "arguments"), "arguments",
                     err);
}

int analyst_call_step(const struct json *call, const char *from, const char *to, struct err *err)
{
    if (model_step(model_machine("analyst.ToolCall"), from, to, err))
        return -1;
    if (strcmp(from, "failed") == 0 && json_get_int(call, "attempt_number", OP_ATTEMPTS) >= OP_ATTEMPTS)
        return err_say(err, ERR_ILLEGAL_TRANSITION, "A call is tried at most %d times.", OP_ATTEMPTS);
    return 0;
}

int analyst_rule_outcome(const struct json *observation, struct err *err)
{
    if (rule_is(observation, "status", "success")) {
        if (!rule_has(observation, "data"))
            return rule_fail(err, "data is required when status is success");
    } else if (!rule_has(observation, "error_message") || !rule_has(observation, "error_category")) {
        return rule_fail(err, "error_message and error_category are required unless status is success");
    }
    return 0;
}

/* ---- recipe ---- */

/* Length of the {name} at p, braces included; 0 when it is none. */
static size_t blank_bytes(const char *p)
{
    size_t n = 1;

    while (isalnum((unsigned char)p[n]) || p[n] == '_')
        n++;
    return n > 1 && p[n] == '}' ? n + 1 : 0;
}

int analyst_rule_blanks(const struct json *recipe, struct err *err)
{
    size_t blanks = 0, n;

    for (const char *p = json_get_text(recipe, "intent_template"); (p = strpbrk(p, "{}")); p += n, blanks++) {
        n = *p == '{' ? blank_bytes(p) : 0;
        if (n == 0)
            return rule_fail(err, "intent_template must write what varies as {name}");
    }
    return blanks ? 0 : rule_fail(err, "intent_template must have at least one {name}");
}

int analyst_rule_reuse(const struct json *recipe, struct err *err)
{
    if (rule_time(recipe, "last_used_at") < rule_time(recipe, "created_at"))
        return rule_fail(err, "last_used_at must not be before created_at");
    return 0;
}

/* ---- artifact ---- */

static bool is_uri(const char *text)
{
    const char *colon = strstr(text, "://");

    if (!colon || !isalpha((unsigned char)*text) || colon[3] == '\0')
        return false;
    for (const char *p = text; p < colon; p++)
        if (!isalnum((unsigned char)*p) && !strchr("+-.", *p))
            return false;
    return true;
}

int analyst_rule_content_ref(const struct json *artifact, struct err *err)
{
    const char *ref = json_get_text(artifact, "content_ref");
    bool clean = true;

    for (const char *p = ref; *p; p++)
        clean &= !iscntrl((unsigned char)*p);
    if (!clean || !(is_uri(ref) || rule_stays_inside(ref + (*ref == '/'))) || !rule_filled(artifact, "content_ref"))
        return rule_fail(err, "content_ref must be a path or a URI");
    return 0;
}

int analyst_rule_metadata(const struct json *artifact, struct err *err)
{
    static const struct {
        const char *type;
        const struct model_entity *metadata;
    } types[] = {
        { "table", &analyst_table_info },
        { "chart", &analyst_chart_info },
        { "report", &analyst_report_info },
    };

    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (rule_is(artifact, "artifact_type", types[i].type))
            return rule_part(types[i].metadata, json_get(artifact, "metadata"), "metadata", err);
    return 0;
}

const char *analyst_deliverable(const char *artifact_type)
{
    static const char *const names[][2] = {
        { "table", "tables" }, { "chart", "charts" }, { "report", "reports" }, { "summary", "summary" }
    };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i][0], artifact_type) == 0)
            return names[i][1];
    return NULL;
}

/* ---- audit trace and response ---- */

int analyst_rule_event(const struct json *entry, struct err *err)
{
    const struct json *data = json_get(entry, "event_data");

    if (rule_is(entry, "event_type", "tool_called"))
        return rule_part(&analyst_tool_called, data, "event_data", err);
    if (rule_is(entry, "event_type", "policy_decision"))
        return rule_part(&analyst_policy_decision, data, "event_data", err);
    return 0;
}

int analyst_rule_hash(const struct json *entry, struct err *err)
{
    char hash[SHA256_TEXT_BYTES];

    if (json_get_int(entry, "sequence_number", 0) == 1 && !rule_is(entry, "parent_hash", AUDIT_FIRST_PARENT))
        return rule_fail(err, "parent_hash of the first entry must be 64 zeros");
    if (audit_entry_hash(entry, hash, err))
        return -1;
    if (!rule_is(entry, "hash", hash))
        return rule_fail(err, "hash must be the one its fields have");
    return 0;
}

int analyst_rule_response(const struct json *response, struct err *err)
{
    if (rule_is(response, "status", "completed")) {
        if (json_len(json_get(response, "artifacts")) == 0)
            return rule_fail(err, "artifacts must not be empty when status is completed");
    } else if (!rule_has(response, "error")) {
        return rule_fail(err, "error is required unless status is completed");
    }
    return 0;
}

const char *analyst_error_type(enum err_code code)
{
    if (code == ERR_GROUNDING)
        return "grounding_error";
    switch (err_kind(code)) {
    case ERR_KIND_TIMEOUT:
        return "timeout";
    case ERR_KIND_TOO_LARGE:
        return "resource_limit";
    case ERR_KIND_DENIED:
        return "policy_violation";
    case ERR_KIND_INVALID:
    case ERR_KIND_USAGE:
    case ERR_KIND_NOT_FOUND:
    case ERR_KIND_CONFLICT:
    case ERR_KIND_ASK:
    case ERR_KIND_CANCELLED:
    case ERR_KIND_UNAVAILABLE:
    case ERR_KIND_INTERNAL:
        break;
    }
    return "tool_failure";
}
