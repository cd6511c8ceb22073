/* events.c - the audit entries about a call.
 *
 * Nothing a person said or a file holds stands in an entry: arguments that hold words are hidden behind salted hashes,
 * a result is a salted hash, an error is its code. So an entry never has to be changed to forget something.
 */
#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/world.h"
#include "gate/call_state.h"
#include "gate/ledger.h"
#include "gate/table.h"
#include "model/model.h"
#include <string.h>

int call_decide(struct call *c, const char *decision, const char *rule, const char *reason, struct err *err)
{
    struct arena *a = c->arena;
    struct json *data = json_object(a);

    json_set(a, data, "decision", json_str(a, decision));
    json_set(a, data, "rule", json_str(a, rule));
    json_set(a, data, "reason", json_str(a, reason));
    json_set(a, data, "tool_name", json_str(a, c->op->name));
    return trail_add(c->trail, RECORD_DECISION, "safety", data, err);
}

int call_record(struct call *c, const char *event_type, const char *actor, struct json *data, struct err *err)
{
    return trail_add(c->trail, event_type, actor, data, err);
}

int call_seal(struct call *c, const struct json *value, struct json **ret, struct err *err)
{
    return trail_hide(c->trail, value, false, ret, err);
}

int call_keep(struct call *c, const char *what, const struct json *value, struct err *err)
{
    struct json *hidden;

    if (call_seal(c, value, &hidden, err) < 0)
        return -1;
    if (c->trail->private)
        return 0;
    if (!c->kept)
        c->kept = json_array(c->arena);
    json_push(c->arena, c->kept, json_set(c->arena, hidden, "what", json_str(c->arena, what)));
    return 0;
}

int call_hide(struct call *c, const struct json *words, struct json **ret, struct err *err)
{
    return trail_hide(c->trail, words, true, ret, err);
}

/* The arguments as an entry may have them. Of a private request only the names of the fields are left. */
static int hidden_args(struct call_state *p, struct json **ret, struct err *err)
{
    struct arena *a = p->call.arena;
    struct json *args = json_object(a), *value;

    for (const struct model_field *f = p->entry->op->input->fields; f->name; f++) {
        value = json_get(p->args, f->name);
        if (!value)
            continue;
        value = json_copy(a, value);
        if (((f->flags & MODEL_WORDS) || p->call.trail->private) &&
            trail_hide(p->call.trail, value, true, &value, err) < 0)
            return -1;
        json_set(a, args, f->name, value);
    }
    *ret = args;
    return 0;
}

/* A question that a person put to an agent, not one of those that answering it took. */
static bool is_question(const struct call_state *p)
{
    return p->call.depth == 0 && !p->call.trail->private &&
           (p->entry->op->shape == OP_ANSWER || (p->entry->op->flags & OP_TALKS));
}

static void tell_question(struct call_state *p)
{
    struct arena *a = p->call.arena;

    if (is_question(p) && p->call.attempt == 1)
        log_event(p->gate->log, "AgentQuery", p->call.correlation_id,
                  json_set(a, json_object(a), "operation", json_str(a, p->entry->op->name)));
}

int event_call(struct call_state *p, struct err *err)
{
    struct arena *a = p->call.arena;
    struct json *data = json_object(a), *args;

    if (hidden_args(p, &args, err) < 0)
        return -1;
    tell_question(p);
    json_set(a, data, "call_id", json_str(a, p->call_id));
    json_set(a, data, "tool_name", json_str(a, p->entry->op->name));
    json_set(a, data, "arguments", args);
    json_set(a, data, "attempt_number", json_int(a, p->call.attempt));
    return trail_add(p->call.trail, RECORD_CALL, "actor", data, err);
}

static const char *status_of(const struct err *failure)
{
    if (!failure)
        return "success";
    if (err_kind(failure->code) == ERR_KIND_TIMEOUT)
        return "timeout";
    return err_kind(failure->code) == ERR_KIND_TOO_LARGE ? "resource_limit" : "error";
}

/* ---- the diary: nothing of what was said, and nothing at all of a private request ---- */

/* One line for each attempt: what was called, how it ended, how long it took. */
static void tell_diary(struct call_state *p, const char *status, int64_t us)
{
    struct arena *a = p->call.arena;
    struct json *details = json_object(a);

    if (p->call.trail->private)
        return;
    json_set(a, details, "tool", json_str(a, p->entry->op->name));
    json_set(a, details, "attempt", json_int(a, p->call.attempt));
    json_set(a, details, "status", json_str(a, status));
    json_set(a, details, "duration_ms", json_int(a, us / 1000));
    log_event(p->gate->log, "ToolInvoked", p->call.correlation_id, details);
}

static void tell_answer(struct call_state *p, const struct json *result, const struct err *failure, int64_t us)
{
    static const char *const same[] = { "agent", "content_type", "conversation_id" };
    const char *status = failure ? "error" : json_get_text(result, "status");
    struct arena *a = p->call.arena;
    struct json *details = json_object(a);

    if (!is_question(p))
        return;
    json_set(a, details, "operation", json_str(a, p->entry->op->name));
    json_set(a, details, "status", json_str(a, status ? status : "success"));
    for (size_t i = 0; i < COUNT_OF(same); i++)
        if (json_get_text(result, same[i]))
            json_set(a, details, same[i], json_str(a, json_get_text(result, same[i])));
    json_set(a, details, "error_code", json_str(a, failure ? err_name(failure->code) : NULL));
    json_set(a, details, "duration_ms", json_int(a, us / 1000));
    log_event(p->gate->log, "ResponseGenerated", p->call.correlation_id, details);
}

/* The hashes of the sources a result was read from: whatever is erased later, these stay. NULL when it names none. */
static struct json *sources_of(struct arena *a, const struct json *result)
{
    const struct json *tables = json_get(result, "tables");
    struct json *list = json_array(a);

    for (size_t i = 0; i < json_len(tables); i++) {
        const char *hash = json_get_text(json_at(tables, i), "sha256");
        if (hash)
            json_push(a, list, json_str(a, hash));
    }
    return json_len(list) ? list : NULL;
}

/* An answer may tell an error: the operation did its work, but that was no success. NULL when it tells none. */
static const struct err *told_error(const struct json *answer, struct err *told)
{
    const char *status = json_get_text(answer, "status");

    if (!status || strcmp(status, "error") != 0)
        return NULL;
    if (!err_by_name(json_get_text(json_get(answer, "error"), "error_code"), &told->code))
        told->code = ERR_INTERNAL;
    return told;
}

int event_observation(struct call_state *p, const struct json *result, const struct err *failure, int64_t us,
                      struct err *err)
{
    struct arena *a = p->call.arena;
    struct json *data = json_object(a), *seen = NULL, *rows = json_get(result, "row_count");
    struct json *sources = failure || p->call.trail->private ? NULL : sources_of(a, result);
    const bool is_answer = !failure && p->entry->op->shape == OP_ANSWER;
    struct err told;
    char id[ID_TEXT_BYTES];

    world_id(p->gate->world, id);
    if (!failure && trail_hide(p->call.trail, result, false, &seen, err) < 0)
        return -1;
    if (is_answer)
        failure = told_error(result, &told);
    json_set(a, data, "observation_id", json_str(a, id));
    json_set(a, data, "call_id", json_str(a, p->call_id));
    json_set(a, data, "status", json_str(a, status_of(failure)));
    json_set(a, data, "data", seen);
    json_set(a, data, "error_message", json_str(a, failure ? err_name(failure->code) : NULL));
    json_set(a, data, "error_category", json_str(a, failure ? err_category(failure->code) : NULL));
    json_set(a, data, "execution_time_seconds", json_double(a, (double)(us > 0 ? us : 1) / 1e6));
    json_set(a, data, "row_count", json_is(rows, JSON_NUMBER) ? json_copy(a, rows) : NULL);
    if (sources)
        json_set(a, data, "sources", sources);
    if (result && p->call.kept)
        json_set(a, data, "kept", p->call.kept);
    if (is_answer || (!failure && p->entry->op->shape == OP_RUN))
        json_set(a, data, "answer", json_copy(a, json_get(result, "status")));
    tell_diary(p, status_of(failure), us);
    tell_answer(p, result, failure, us);
    return trail_add(p->call.trail, RECORD_OBSERVATION, "actor", data, err);
}
