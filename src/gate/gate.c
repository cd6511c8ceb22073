/* gate.c - the steps of a call, in their order, each a function.
 *
 * A refusal at any step leaves nothing done. What is written down (events.c): a policy decision, and for each attempt
 * the call and what was observed. The entries gather in the request's trail; an operation that writes commits them
 * together with its change, and the end of the request commits the rest.
 */
#include "gate/gate.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "base/world.h"
#include "gate/call_state.h"
#include "gate/confirm.h"
#include "gate/ledger.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/model.h"

static const char *const token_field = "confirmation_token";

/* ---- validate ---- */

/* A conversation takes the token itself: what it says yes to was asked in an earlier call of it. */
static bool takes_token(const struct op *op)
{
    for (const struct model_field *f = op->input->fields; f->name; f++)
        if (strcmp(f->name, token_field) == 0)
            return true;
    return false;
}

static int read_args(struct call_state *p, const struct json *given, struct err *err)
{
    struct arena *a = p->call.arena;

    if (given && !json_is(given, JSON_OBJECT))
        return err_say(err, ERR_INVALID_INPUT, "The arguments must be a JSON object.");
    if (!given)
        p->args = json_object(a);
    else if (gate_strip_credentials(p->gate, a, p->call.user, p->entry->op, given, &p->args, err) < 0)
        return -1;
    if (json_get(p->args, token_field) && !takes_token(p->entry->op)) {
        p->token = json_get_text(p->args, token_field);
        if (!p->token)
            return err_say(err, ERR_INVALID_INPUT, "%s must be text.", token_field);
        json_unset(p->args, token_field);
    }
    p->args = model_fill(a, p->entry->op->input, p->args);
    return model_check(p->entry->op->input, p->args, err);
}

/* ---- policy and confirmation ---- */

static int decide(struct call_state *p, struct err *err)
{
    struct policy_decision decision = { 0 };
    struct err untold;

    if (policy_check(&p->gate->policy, p->entry->op, &p->call, p->args, &decision, err) == 0)
        return 0;
    p->denied = true;
    if (call_decide(&p->call, "deny", decision.rule, decision.reason, &untold) < 0)
        *err = untold;
    return -1;
}

/* Without a place to keep the question, it can only be asked and answered at once: no token. */
static int hold(struct call_state *p, const char *summary, struct json **ret_confirmation, struct err *err)
{
    struct arena *a = p->call.arena;

    *ret_confirmation = json_set(a, json_object(a), "summary", json_str(a, summary));
    err_say(err, ERR_CONFIRMATION_REQUIRED, "%s", summary);
    return err_action(err, "Confirm beforehand to go on; nothing was changed.");
}

/* A rule inside the operation refused. It is written down once: a call around this one finds no rule any more. */
static int note_refusal(struct call_state *p, struct err *failure, struct err *err)
{
    struct err told = *failure;

    if (!failure->rule[0])
        return 0;
    failure->rule[0] = '\0';
    return call_decide(&p->call, "deny", told.rule, told.reason, err);
}

/* What it would change; that it may not is found out here already. */
static int find_affected(struct call_state *p, struct affected *ret, struct err *err)
{
    struct err untold;

    if (p->entry->op->affects(&p->call, p->args, ret, err) == 0)
        return 0;
    if (note_refusal(p, err, &untold) < 0)
        *err = untold;
    return -1;
}

static int confirm(struct call_state *p, struct json **ret_confirmation, struct err *err)
{
    const struct op *op = p->entry->op;
    struct affected affected = { 0 };
    struct confirm_question q = { p->gate->confirm_folder, op, p->call.user, p->args, &affected };

    if (!(op->flags & OP_DESTRUCTIVE))
        return 0;
    if (find_affected(p, &affected, err) < 0)
        return -1;
    if (!affected.summary)
        return 0;
    p->call.affected = affected.rows;
    if (p->confirmed && p->call.caller == CALLER_PERSON)
        return call_decide(&p->call, "confirmed", "destructive", "Confirmed beforehand.", err);
    if (!q.folder)
        return hold(p, affected.summary, ret_confirmation, err);
    if (p->token) {
        if (confirm_use(p->call.arena, p->gate->world, &q, p->token, err) < 0)
            return -1;
        return call_decide(&p->call, "confirmed", "destructive", "Confirmed by token.", err);
    }
    if (confirm_ask(p->call.arena, p->gate->world, &q, ret_confirmation, err) < 0 ||
        call_decide(&p->call, "confirm", "destructive", "Waits for a person's confirmation.", err) < 0)
        return -1;
    err_say(err, ERR_CONFIRMATION_REQUIRED, "%s", affected.summary);
    return err_action(err, "Confirm to go on; nothing was changed yet.");
}

/* ---- run ---- */

static int check_result(struct call_state *p, const struct json *result, struct err *err)
{
    struct err wrong;

    if (model_check(p->entry->op->output, result, &wrong) == 0)
        return 0;
    return err_set(err, ERR_INTERNAL, "The answer was not what it should be, so it was not given.",
                   "%s gave a result outside its schema: %s (%s)", p->entry->op->name, wrong.message, wrong.detail);
}

/* Runs the operation and adds what came out to the trail. */
static int run_observed(struct call_state *p, struct json **ret, struct err *err)
{
    struct json *result = NULL;
    struct err untold;
    int64_t began = world_mono_us();
    int status = cancel_check(p->call.cancel, err);

    if (status == 0)
        status = p->entry->op->run(&p->call, p->args, &result, err);
    if (status == 0)
        status = check_result(p, result, err);
    if (status < 0 && note_refusal(p, err, &untold) < 0) {
        *err = untold;
        return -1;
    }
    p->unobserved = (struct trail_mark){ p->call.trail->n, p->call.trail->n_words };
    p->took_us = world_mono_us() - began;
    if (event_observation(p, result, status < 0 ? err : NULL, p->took_us, &untold) < 0) {
        *err = untold;
        return -1;
    }
    if (status == 0)
        *ret = result;
    return status;
}

struct writing {
    struct call_state *passage;
    struct json *result;
    bool done; /* the operation succeeded; whether that lasts, the commit says */
};

static int run_writing(struct tx *tx, void *arg, struct err *err)
{
    struct writing *w = arg;
    int status;

    w->passage->call.tx = tx;
    status = run_observed(w->passage, &w->result, err);
    w->passage->call.tx = NULL;
    w->done = status == 0;
    return status;
}

/* A change, its call and its observation become durable together. When the commit fails after the operation succeeded,
 * the observation of success goes and one of the failure takes its place. */
static int run_committed(struct call_state *p, struct json **ret, struct err *err)
{
    struct trail *t = p->call.trail;
    struct writing w = { .passage = p };
    size_t events = t->n, words = t->n_words;
    int64_t began = world_mono_us();
    struct err untold;

    if (trail_commit(t, p->gate->ledger, run_writing, &w, err) == 0) {
        *ret = w.result;
        return 0;
    }
    if (w.done || t->n == events) {
        t->n = events;
        t->n_words = words;
        if (event_observation(p, NULL, err, world_mono_us() - began, &untold) < 0)
            *err = untold;
    }
    return -1;
}

static int run_once(struct call_state *p, struct json **ret, struct err *err)
{
    world_id(p->gate->world, p->call_id);
    if (event_call(p, err) < 0)
        return -1;
    return p->entry->op->flags & OP_WRITES ? run_committed(p, ret, err) : run_observed(p, ret, err);
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

/* Who says ERR_BUSY has waited already: trying again at once would only add to what others wait for. */
static int run(struct call_state *p, struct json **ret, struct err *err)
{
    const bool repeatable = p->entry->op->flags & OP_REPEATABLE;

    for (p->call.attempt = 1;; p->call.attempt++) {
        if (run_once(p, ret, err) == 0)
            return 0;
        if (!repeatable || p->call.attempt == OP_ATTEMPTS || !err_can_retry(err->code) || err->code == ERR_BUSY ||
            err_kind(err->code) == ERR_KIND_CANCELLED || err_kind(err->code) == ERR_KIND_TIMEOUT)
            return -1;
        pause_before(p->call.attempt + 1, p->call.cancel);
    }
}

/* ---- the way through ---- */

static int pass(struct call_state *p, const char *op, const struct json *args, struct gate_reply *ret, struct err *err)
{
    const struct cancel *outer = p->call.cancel;
    struct gate_reply reply = { 0 };
    size_t user_chars = str_chars(p->call.user, strlen(p->call.user));

    if (op_table_get(p->gate->table, op, &p->entry, err) < 0)
        return -1;
    if (p->entry->op->flags & OP_PRIVATE)
        trail_be_private(p->call.trail);
    if (user_chars < 1 || user_chars > USER_CHARS)
        return err_say(err, ERR_INVALID_INPUT, "A user's name has 1 to %d characters.", USER_CHARS);
    if (strstr(p->call.user, "://")) /* it is kept, and an address may hold a password */
        return err_say(err, ERR_INVALID_INPUT, "An address is no user's name.");
    if (p->call.tx)
        return err_set(err, ERR_INTERNAL, "That operation is not put together rightly.",
                       "%s called inside a transaction", op);
    cancel_init(&p->cancel, outer, p->entry->op->timeout_ms ? p->entry->op->timeout_ms : OP_TIMEOUT_MS);
    p->call.cancel = &p->cancel;
    p->call.service = p->entry->service;
    p->call.op = p->entry->op;
    if (read_args(p, args, err) < 0 || decide(p, err) < 0)
        return -1;
    if (confirm(p, &reply.confirmation, err) < 0) {
        ret->confirmation = reply.confirmation;
        return -1;
    }
    return run(p, &ret->result, err);
}

/* The person gets the message and a reference, the diary the detail under the same reference. The error keeps its
 * moment: whoever is told of it, and however often, is told the same. */
static int failed(struct call_state *p, struct err *err)
{
    struct err told = *err;

    snprintf(err->correlation_id, sizeof err->correlation_id, "%s", p->call.correlation_id);
    err->at_us = world_now(p->gate->world);
    if (p->call.trail->private)
        err_set(&told, err->code, "(private)", "(private)");
    else if (err->code == ERR_CONFIRMATION_REQUIRED) /* the summary is what a person wrote */
        err_set(&told, err->code, "It waits for a person's confirmation.", "%s", p->entry->op->name);
    snprintf(told.correlation_id, sizeof told.correlation_id, "%s", p->call.correlation_id);
    log_error(p->gate->log, &told);
    return -1;
}

/* An answer says where in the chain it stands. */
static void set_audit(struct call_state *p, struct json *result)
{
    const struct store_span *span = &p->call.trail->span;

    if (p->entry->op->shape == OP_ANSWER && span->first > 0)
        answer_set_audit(p->call.arena, result, (int64_t)span->first, (int64_t)span->last, span->head);
}

/* What was put off to the end failed, and nothing of it lasts. That the call was made must be in the log all the same:
 * the observation of success goes and one of the failure takes its place. When not even that can be written, the first
 * failure is still the one to tell. */
static void write_failure(struct call_state *p, struct ledger *ledger, const struct err *failure)
{
    struct trail *t = p->call.trail;
    struct err untold;

    t->n_works = 0;
    t->n = p->unobserved.events;
    t->n_words = p->unobserved.words;
    if (event_observation(p, NULL, failure, p->took_us, &untold) == 0)
        (void)!trail_commit(t, ledger, NULL, NULL, &untold);
}

/* Everything the request still has to see to: its entries, and that what it deleted is gone. */
static int settle(struct call_state *p, int status, struct err *err)
{
    unsigned flags = p->entry ? p->entry->op->flags : 0;
    struct ledger *ledger = (flags & OP_UNRECORDED) && !p->denied ? NULL : p->gate->ledger;

    if (status < 0)
        p->call.trail->n_works = 0;
    if (trail_end(p->call.trail, ledger, err) < 0) {
        if (p->call.trail->n_works > 0)
            write_failure(p, ledger, err);
        return -1;
    }
    if (status < 0 || !ledger || !(flags & OP_FORGETS) || ledger->settle(ledger, err) == 0)
        return 0;
    return err_action(err, "It is deleted, but traces may remain in the store's files: do it again to finish.");
}

/* The end of a request: what it did is written down before anyone hears of it. */
static int conclude(struct call_state *p, int status, struct gate_reply *ret, struct err *err)
{
    struct err unwritten;

    if (settle(p, status, &unwritten) < 0) {
        *err = unwritten;
        *ret = (struct gate_reply){ 0 };
        status = -1;
    }
    if (status < 0)
        return failed(p, err);
    set_audit(p, ret->result);
    return 0;
}

int gate_call(struct gate *g, struct arena *a, const struct gate_request *r, struct gate_reply *ret, struct err *err)
{
    struct call_state p = { .gate = g, .confirmed = r->confirmed };
    struct trail trail;
    int status;

    if (r->request_id)
        snprintf(p.request_id, sizeof p.request_id, "%s", r->request_id);
    else
        world_id(g->world, p.request_id);
    trail_init(&trail, a, g->world, p.request_id, r->private);
    p.call = (struct call){ .arena = a,
                            .gate = g,
                            .world = g->world,
                            .cancel = r->cancel,
                            .user = r->user ? r->user : "local",
                            .request_id = p.request_id,
                            .correlation_id = p.request_id,
                            .caller = r->caller,
                            .origin = r->caller,
                            .observer = r->observer,
                            .trail = &trail,
                            .tool_calls = json_array(a) };
    *ret = (struct gate_reply){ 0 };
    status = conclude(&p, pass(&p, r->op, r->args, ret, err), ret, err);
    trail_done(&trail);
    return status;
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

int gate_nested_id(struct call *outer, const char *op, const struct json *args, char ret_call_id[static ID_TEXT_BYTES],
                   struct json **ret, struct err *err)
{
    struct call_state p = { .gate = outer->gate, .call = *outer };
    struct gate_reply reply = { 0 };
    int64_t at = world_now(outer->world), began = world_mono_us();
    size_t works = outer->trail->n_works;
    int status;

    ret_call_id[0] = '\0';
    if (outer->depth + 1 >= OP_NESTING)
        return err_set(err, ERR_INTERNAL, "That went round in circles and was stopped.", "%s at depth %d", op,
                       outer->depth);
    p.call.caller = CALLER_AGENT;
    p.call.depth++;
    p.call.affected = NULL;
    if (!(outer->op->flags & OP_HANDS_ON))
        p.call.observer = NULL;
    p.call.tool_calls = json_array(outer->arena);
    status = pass(&p, op, args, &reply, err) < 0 ? failed(&p, err) : 0;
    memcpy(ret_call_id, p.call_id, sizeof p.call_id);
    note_nested(outer, op, args, reply.result, status < 0 ? err : NULL, at, world_mono_us() - began);
    if (status < 0)
        outer->trail->n_works = works;
    if (status == 0)
        *ret = reply.result;
    else if (reply.confirmation)
        *ret = reply.confirmation;
    return status;
}

int gate_nested(struct call *outer, const char *op, const struct json *args, struct json **ret, struct err *err)
{
    char id[ID_TEXT_BYTES];

    return gate_nested_id(outer, op, args, id, ret, err);
}
