/* respond.c - what came of a run, as the seed has it.
 *
 * What is kept beside the response is what people look at: of long results the first rows, of pictures the artifact.
 */
#include "agents/analyst/respond.h"
#include "agents/analyst/account.h"
#include "agents/analyst/actor.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/artifacts_ops.h"
#include "agents/analyst/ground.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "data/pii/pii.h"
#include "grid/table.h"
#include "model/analyst.h"
#include "store/audit/attest.h"
#include "store/records/analyses.h"
#include <string.h>

/* ---- how it went ---- */

static bool is_spoiled(const struct plan_step *s)
{
    return !s->result && !s->optional;
}

const char *respond_status(const struct run *r)
{
    bool whole = !r->has_failed && json_len(r->missing) == 0;

    for (size_t i = 0; i < r->n_steps; i++)
        whole &= !is_spoiled(&r->steps[i]);
    if (whole && json_len(r->artifacts) > 0)
        return "completed";
    return json_len(r->artifacts) > 0 || json_len(r->findings) > 0 ? "partial_success" : "failed";
}

static struct json *failed_calls(struct run *r)
{
    struct arena *a = run_arena(r);
    struct json *list = json_array(a);

    for (size_t i = 0; i < r->n_steps; i++) {
        const struct plan_step *s = &r->steps[i];
        struct json *v = json_object(a);
        if (s->result || s->attempts == 0)
            continue;
        json_set(a, v, "call_id", json_str(a, s->call_id));
        json_set(a, v, "tool_name", json_str(a, s->tool));
        json_set(a, v, "error_category", json_str(a, actor_category(s->why.code)));
        json_set(a, v, "attempts", json_int(a, s->attempts));
        json_push(a, list, v);
    }
    return list;
}

/* The run's own failure, else that of its first step that was needed. */
static const struct err *failure_of(const struct run *r)
{
    if (r->has_failed)
        return &r->failure;
    for (size_t i = 0; i < r->n_steps; i++)
        if (is_spoiled(&r->steps[i]))
            return &r->steps[i].why;
    return NULL;
}

static struct json *error_json(struct run *r)
{
    struct arena *a = run_arena(r);
    const struct err *why = failure_of(r);
    struct json *v = json_object(a);
    const char *missing = account_missing(r);
    const char *type = why ? analyst_error_type(why->code) : missing ? "grounding_error" : "tool_failure";
    const char *message = why ? why->message : missing ? missing : "Nothing that was asked for could be made.";

    if (why && why->action[0])
        message = arena_printf(a, "%s %s", message, why->action);
    json_set(a, v, "error_type", json_str(a, type));
    json_set(a, v, "error_message", json_str(a, message));
    json_set(a, v, "failed_tool_calls", failed_calls(r));
    return v;
}

/* ---- the response ---- */

static int64_t rows_processed(const struct run *r)
{
    int64_t rows = 0;

    for (size_t i = 0; i < r->n_aims; i++) {
        const struct plan_step *s = ground_step(r, &r->aims[i], STEP_COMPUTE);
        int64_t read = 0;
        if (s && s->result && aim_tables(r, &r->aims[i], &read) > 0)
            rows += read;
    }
    return rows;
}

static struct json *metrics_json(struct run *r)
{
    struct arena *a = run_arena(r);
    struct json *v = json_object(a);

    json_set(a, v, "execution_time_seconds", json_double(a, (double)(world_mono_us() - r->began_us) / 1e6));
    json_set(a, v, "tool_calls_count", json_int(a, (int64_t)json_len(r->tool_calls)));
    json_set(a, v, "retries_count", json_int(a, (int64_t)r->retries));
    json_set(a, v, "rows_processed", json_int(a, rows_processed(r)));
    json_set(a, v, "recipe_used", json_str(a, r->recipe));
    return v;
}

struct json *respond(struct run *r)
{
    struct arena *a = run_arena(r);
    struct json *v = json_object(a), *summary = json_object(a);
    const char *status = respond_status(r);

    run_state(r, status);
    json_set(a, summary, "key_findings", r->findings);
    json_set(a, summary, "insights", r->insights);
    json_set(a, summary, "warnings", r->warnings);
    json_set(a, v, "request_id", json_str(a, r->outer->request_id));
    json_set(a, v, "status", json_str(a, status));
    json_set(a, v, "artifacts", r->artifacts);
    json_set(a, v, "summary", summary);
    json_set(a, v, "metrics", metrics_json(r));
    json_set(a, v, "audit_log_ref",
             json_str(a, arena_printf(a, "logs/data_agent_runs.jsonl#%s", r->outer->request_id)));
    json_set(a, v, "plan_ref", json_str(a, json_get_text(r->plan, "plan_id")));
    json_set(a, v, "error", strcmp(status, "completed") == 0 ? NULL : error_json(r));
    return v;
}

/* ---- what is kept ---- */

/* A copy with at most a screen of rows, without pictures. */
static struct json *shortened(struct arena *a, const struct json *v)
{
    struct json *copy = json_object(a);
    size_t n;

    for (size_t i = 0; i < json_len(v); i++) {
        const char *key = json_key_at(v, i, &n);
        const struct json *value = json_at(v, i);
        struct json *kept = json_is(value, JSON_ARRAY) ? json_array(a) : NULL;
        if (strcmp(key, "blob") == 0)
            continue;
        if (strcmp(key, "rows") != 0)
            kept = json_copy(a, value);
        for (size_t k = 0; strcmp(key, "rows") == 0 && k < json_len(value) && k < ANALYST_SHOWN_ROWS; k++)
            json_push(a, kept, json_copy(a, json_at(value, k)));
        json_setn(a, copy, key, n, kept);
    }
    return copy;
}

static struct json *shortened_all(struct arena *a, const struct json *list, const char *part)
{
    struct json *kept = json_array(a);

    for (size_t i = 0; i < json_len(list); i++) {
        struct json *v = shortened(a, json_at(list, i));
        if (json_is(json_get(v, part), JSON_OBJECT))
            json_set(a, v, part, shortened(a, json_get(json_at(list, i), part)));
        json_push(a, kept, v);
    }
    return kept;
}

struct analysis_row {
    struct analysis analysis;
    char created_at[TIME_TEXT_BYTES];
};

static int keep(struct tx *tx, void *arg, struct err *err)
{
    const struct analysis_row *k = arg;

    return tx ? analysis_add(tx, &k->analysis, err) : 0;
}

/* The request with the patterns that bound it: an outside client's own come on top of the defaults. */
static struct json *bound_request(struct run *r)
{
    struct arena *a = run_arena(r);
    struct json *request = json_copy(a, r->request);
    struct json *blocked = json_get(json_get(request, "policy"), "blocked_patterns");

    for (size_t i = 0; blocked && r->outer->origin != CALLER_PERSON && i < pii_defaults_n; i++)
        if (!request_blocks(request, pii_defaults[i]))
            json_push(a, blocked, json_str(a, pii_defaults[i]));
    return request;
}

int respond_keep(struct run *r, struct json *response, struct err *err)
{
    struct arena *a = run_arena(r);
    struct analysis_row *k = arena_alloc(a, sizeof *k);
    struct json *steps = json_object(a);

    if (call_is_private(r->outer))
        return 0;
    json_set(a, steps, "tool_calls", shortened_all(a, r->tool_calls, "arguments"));
    json_set(a, steps, "observations", shortened_all(a, r->observations, "data"));
    *k = (struct analysis_row){ .analysis = { .id = r->outer->request_id,
                                              .user = r->outer->user,
                                              .status = r->state,
                                              .request = bound_request(r),
                                              .plan = r->plan,
                                              .steps = json_len(r->tool_calls) > 0 ? steps : NULL,
                                              .response = response } };
    time_text(world_now(r->outer->world), k->created_at);
    k->analysis.created_at = k->created_at;
    call_finally(r->outer, keep, k);
    if (call_keep(r->outer, ATTEST_ANALYSIS, analysis_whole(a, &k->analysis), err) < 0)
        return -1;
    return call_keep(r->outer, ATTEST_ANALYSIS_ITEM, analysis_item(a, &k->analysis), err);
}
