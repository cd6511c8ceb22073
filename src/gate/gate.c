/* gate.c - the steps of a call, in their order, each a function.
 *
 * A refusal at any step leaves nothing done. What is recorded: a policy refusal as a policy_decision; each attempt as a
 * tool_called and an observation_recorded. An observation holds the result's hash and size, not the result: the log is
 * for proving what was seen, the artifacts are for seeing it.
 */
#include "gate/gate.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/log.h"
#include "base/schema.h"
#include "base/str.h"
#include "base/world.h"
#include "gate/confirm.h"
#include "gate/record.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/model.h"
#include <assert.h>

static const char *const token_field = "confirmation_token";

/* One call on its way through the gate. */
struct passage {
    struct gate *gate;
    const struct op_entry *entry;
    struct json *args; /* the caller's, without the token, with defaults filled in */
    const char *token; /* or NULL */
    bool confirmed;    /* a person said yes beforehand */
    struct call call;
    struct cancel cancel;
    char request_id[ID_TEXT_BYTES], call_id[ID_TEXT_BYTES];
};

/* ---- validate ---- */

static int read_args(struct passage *p, const struct json *given, struct err *err)
{
    struct arena *a = p->call.arena;

    if (given && !json_is(given, JSON_OBJECT))
        return err_say(err, ERR_INVALID_INPUT, "The arguments must be a JSON object.");
    p->args = given ? json_copy(a, given) : json_object(a);
    if (json_get(p->args, token_field)) {
        p->token = json_get_text(p->args, token_field);
        if (!p->token)
            return err_say(err, ERR_INVALID_INPUT, "%s must be text.", token_field);
        json_unset(p->args, token_field);
    }
    if (schema_check(p->entry->input, p->args, err) < 0)
        return -1;
    p->args = model_fill(a, p->entry->op->input, p->args);
    return model_check(p->entry->op->input, p->args, err);
}

/* ---- record ---- */

static int record(struct passage *p, const char *event_type, const char *actor, const struct json *data,
                  struct err *err)
{
    struct record r = { .event_type = event_type,
                        .request_id = p->call.request_id,
                        .actor = actor,
                        .at_us = world_now(p->gate->world),
                        .data = data };

    return p->gate->recorder ? p->gate->recorder->record(p->gate->recorder, &r, err) : 0;
}

static int record_decision(struct passage *p, const char *decision, const char *rule, const char *reason,
                           struct err *err)
{
    struct arena *a = p->call.arena;
    struct json *data = json_object(a);

    json_set(a, data, "decision", json_str(a, decision));
    json_set(a, data, "rule", json_str(a, rule));
    json_set(a, data, "reason", json_str(a, reason));
    json_set(a, data, "tool_name", json_str(a, p->entry->op->name));
    return record(p, RECORD_DECISION, "safety", data, err);
}

static int record_call(struct passage *p, struct err *err)
{
    struct arena *a = p->call.arena;
    struct json *data = json_object(a);

    json_set(a, data, "call_id", json_str(a, p->call_id));
    json_set(a, data, "tool_name", json_str(a, p->entry->op->name));
    json_set(a, data, "arguments", p->args);
    json_set(a, data, "attempt_number", json_int(a, p->call.attempt));
    return record(p, RECORD_CALL, "actor", data, err);
}

/* The result as the log knows it: its size and the hash of its canonical form. */
static int digest(struct arena *a, const struct json *result, struct json **ret, struct err *err)
{
    char hash[SHA256_TEXT_BYTES];
    struct json *data = json_object(a);
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    if (json_write_canonical(&b, result, err) < 0 || buf_check(&b, err) < 0)
        return -1;
    sha256_text(b.p, b.n, hash);
    json_set(a, data, "sha256", json_str(a, hash));
    json_set(a, data, "size_bytes", json_int(a, (int64_t)b.n));
    *ret = data;
    return 0;
}

static const char *observation_status(enum err_code code)
{
    if (err_kind(code) == ERR_KIND_TIMEOUT)
        return "timeout";
    if (err_kind(code) == ERR_KIND_TOO_LARGE)
        return "resource_limit";
    return "error";
}

/* failure is NULL when the attempt succeeded. */
static int record_observation(struct passage *p, const struct json *result, const struct err *failure, int64_t us,
                              struct err *err)
{
    struct arena *a = p->call.arena;
    struct json *data = json_object(a), *seen = NULL, *rows = json_get(result, "row_count");
    char id[ID_TEXT_BYTES];
    const char *category = failure ? err_category(failure->code) : NULL;

    world_id(p->gate->world, id);
    if (!failure && digest(a, result, &seen, err) < 0)
        return -1;
    json_set(a, data, "observation_id", json_str(a, id));
    json_set(a, data, "call_id", json_str(a, p->call_id));
    json_set(a, data, "status", json_str(a, failure ? observation_status(failure->code) : "success"));
    json_set(a, data, "data", seen);
    json_set(a, data, "error_message", json_str(a, failure ? failure->message : NULL));
    json_set(a, data, "error_category", json_str(a, category));
    json_set(a, data, "execution_time_seconds", json_double(a, (double)(us > 0 ? us : 1) / 1e6));
    json_set(a, data, "row_count", json_is(rows, JSON_NUMBER) ? json_copy(a, rows) : NULL);
    return record(p, RECORD_OBSERVATION, "actor", data, err);
}

/* ---- policy and confirmation ---- */

static int decide(struct passage *p, struct err *err)
{
    struct policy_decision decision = { 0 };
    struct err unrecorded;

    if (policy_check(&p->gate->policy, p->entry->op, p->call.caller, p->args, &decision, err) == 0)
        return 0;
    if (record_decision(p, "deny", decision.rule, decision.reason, &unrecorded) < 0)
        *err = unrecorded;
    return -1;
}

static int confirm(struct passage *p, struct json **ret_confirmation, struct err *err)
{
    const struct op *op = p->entry->op;
    struct affected affected = { 0 };
    struct confirm_question q = { p->gate->confirm_folder, op, p->call.user, p->args, &affected };

    if (!(op->flags & OP_DESTRUCTIVE))
        return 0;
    if (op->affects(&p->call, p->args, &affected, err) < 0)
        return -1;
    if (p->confirmed && p->call.caller == CALLER_PERSON)
        return record_decision(p, "confirmed", "destructive", "Confirmed beforehand.", err);
    if (!q.folder)
        return err_say(err, ERR_CONFIRMATION_REQUIRED, "That needs a confirmation, and none can be given here.");
    if (p->token) {
        if (confirm_use(p->call.arena, p->gate->world, &q, p->token, err) < 0)
            return -1;
        return record_decision(p, "confirmed", "destructive", "Confirmed by token.", err);
    }
    if (confirm_ask(p->call.arena, p->gate->world, &q, ret_confirmation, err) < 0 ||
        record_decision(p, "confirm", "destructive", "Waits for a person's confirmation.", err) < 0)
        return -1;
    err_say(err, ERR_CONFIRMATION_REQUIRED, "%s", affected.summary);
    return err_action(err, "Confirm to go on; nothing was changed yet.");
}

/* ---- run ---- */

static int check_result(struct passage *p, const struct json *result, struct err *err)
{
    struct err wrong;

    if (schema_check(p->entry->output, result, &wrong) == 0 && model_check(p->entry->op->output, result, &wrong) == 0)
        return 0;
    return err_set(err, ERR_INTERNAL, "The answer was not what it should be, so it was not given.",
                   "%s gave a result outside its schema: %s (%s)", p->entry->op->name, wrong.message, wrong.detail);
}

static int run_once(struct passage *p, struct json **ret, struct err *err)
{
    struct json *result = NULL;
    struct err unrecorded;
    int64_t began = world_mono_us();
    int status;

    world_id(p->gate->world, p->call_id);
    if (record_call(p, err) < 0)
        return -1;
    status = cancel_check(p->call.cancel, err);
    if (status == 0)
        status = p->entry->op->run(&p->call, p->args, &result, err);
    if (status == 0)
        status = check_result(p, result, err);
    if (record_observation(p, result, status < 0 ? err : NULL, world_mono_us() - began, &unrecorded) < 0) {
        *err = unrecorded;
        return -1;
    }
    if (status == 0)
        *ret = result;
    return status;
}

/* Waits before another attempt, no longer than the deadline allows. */
static void pause_before(int attempt, const struct cancel *cancel)
{
    int64_t ms = (int64_t)OP_RETRY_MS << (attempt - 2), left = cancel_left_ms(cancel);
    struct timespec wait;

    if (left >= 0 && left < ms)
        ms = left;
    wait = (struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };
    nanosleep(&wait, NULL);
}

static int run(struct passage *p, struct json **ret, struct err *err)
{
    struct err previous;
    const bool repeatable = p->entry->op->flags & OP_REPEATABLE;

    for (p->call.attempt = 1;; p->call.attempt++) {
        if (run_once(p, ret, err) == 0)
            return 0;
        if (!repeatable || p->call.attempt == OP_ATTEMPTS || !err_can_retry(err->code) ||
            err_kind(err->code) == ERR_KIND_CANCELLED || err_kind(err->code) == ERR_KIND_TIMEOUT)
            return -1;
        previous = *err;
        p->call.previous = &previous;
        pause_before(p->call.attempt + 1, p->call.cancel);
    }
}

/* ---- the way through ---- */

static int pass(struct passage *p, const char *op, const struct json *args, struct gate_reply *ret, struct err *err)
{
    const struct cancel *outer = p->call.cancel;
    struct gate_reply reply = { 0 };
    size_t user_chars = str_chars(p->call.user, strlen(p->call.user));

    if (op_table_get(p->gate->table, op, &p->entry, err) < 0)
        return -1;
    if (user_chars < 1 || user_chars > USER_CHARS)
        return err_say(err, ERR_INVALID_INPUT, "A user's name has 1 to %d characters.", USER_CHARS);
    cancel_init(&p->cancel, outer, p->entry->op->timeout_ms ? p->entry->op->timeout_ms : OP_TIMEOUT_MS);
    p->call.cancel = &p->cancel;
    p->call.service = p->entry->service;
    if (read_args(p, args, err) < 0 || decide(p, err) < 0)
        return -1;
    if (confirm(p, &reply.confirmation, err) < 0) {
        ret->confirmation = reply.confirmation;
        return -1;
    }
    return run(p, &ret->result, err);
}

/* The person gets the message and a reference, the diary the detail under the same reference. */
static int failed(struct passage *p, struct err *err)
{
    snprintf(err->correlation_id, sizeof err->correlation_id, "%s", p->call.correlation_id);
    log_error(p->gate->log, err);
    return -1;
}

int gate_call(struct gate *g, struct arena *a, const struct gate_request *r, struct gate_reply *ret, struct err *err)
{
    struct passage p = { .gate = g, .confirmed = r->confirmed };

    if (r->request_id)
        snprintf(p.request_id, sizeof p.request_id, "%s", r->request_id);
    else
        world_id(g->world, p.request_id);
    p.call = (struct call){ .arena = a,
                            .gate = g,
                            .world = g->world,
                            .cancel = r->cancel,
                            .user = r->user ? r->user : "local",
                            .request_id = p.request_id,
                            .correlation_id = p.request_id,
                            .caller = r->caller,
                            .tool_calls = json_array(a) };
    *ret = (struct gate_reply){ 0 };
    return pass(&p, r->op, r->args, ret, err) < 0 ? failed(&p, err) : 0;
}

/* One line that says how much came back. */
static const char *summarise(struct arena *a, const struct json *result)
{
    const struct json *rows = json_get(result, "rows"), *tables = json_get(result, "tables");

    if (json_is(rows, JSON_ARRAY))
        return arena_printf(a, "%zu row%s", json_len(rows), json_len(rows) == 1 ? "" : "s");
    if (json_is(tables, JSON_ARRAY))
        return arena_printf(a, "%zu table%s", json_len(tables), json_len(tables) == 1 ? "" : "s");
    return "done";
}

static void note_nested(struct call *outer, const char *op, const struct json *args, const struct json *result,
                        const struct err *failure, int64_t at_us, int64_t took_us)
{
    struct arena *a = outer->arena;
    struct answer_call call = { .tool_name = op,
                                .parameters = args ? json_copy(a, args) : NULL,
                                .output_summary = failure ? "failed" : summarise(a, result),
                                .invoked_us = at_us,
                                .duration_ms = took_us / 1000,
                                .error = failure ? failure->message : NULL };

    json_push(a, outer->tool_calls, answer_call_json(a, &call));
}

int gate_nested(struct call *outer, const char *op, const struct json *args, struct json **ret, struct err *err)
{
    struct passage p = { .gate = outer->gate, .call = *outer };
    struct gate_reply reply = { 0 };
    int64_t at = world_now(outer->world), began = world_mono_us();
    int status;

    if (outer->depth + 1 >= OP_NESTING)
        return err_set(err, ERR_INTERNAL, "That went round in circles and was stopped.", "%s at depth %d", op,
                       outer->depth);
    p.call.caller = CALLER_AGENT;
    p.call.depth++;
    p.call.previous = NULL;
    p.call.tool_calls = json_array(outer->arena);
    status = pass(&p, op, args, &reply, err) < 0 ? failed(&p, err) : 0;
    note_nested(outer, op, args, reply.result, status < 0 ? err : NULL, at, world_mono_us() - began);
    if (status == 0)
        *ret = reply.result;
    else if (reply.confirmation)
        *ret = reply.confirmation;
    return status;
}
