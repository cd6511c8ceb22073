/* actor.c - attempt, observe, mend, attempt again. */
#include "agents/analyst/actor.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/ground.h"
#include "agents/analyst/repair.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/gate.h"
#include "model/analyst.h"
#include "model/model.h"
#include <assert.h>
#include <string.h>

/* A step of the seed's machine; one that it does not have is a mistake of ours. */
static void step_state(struct plan_step *s, const struct json *call, const char *to)
{
    struct err err;
    int wrong = analyst_call_step(call, s->state, to, &err);

    assert(wrong == 0);
    (void)wrong;
    s->state = to;
}

static struct json *now_json(struct run *r)
{
    char now[TIME_TEXT_BYTES];

    time_text(world_now(r->outer->world), now);
    return json_str(run_arena(r), now);
}

static struct json *call_json(struct run *r, const struct plan_step *s)
{
    struct arena *a = run_arena(r);
    struct json *v = json_object(a);

    json_set(a, v, "call_id", json_str(a, s->call_id));
    json_set(a, v, "task_id", json_str(a, s->id));
    json_set(a, v, "tool_name", json_str(a, s->tool));
    json_set(a, v, "arguments", json_copy(a, s->args));
    json_set(a, v, "timestamp", now_json(r));
    json_set(a, v, "attempt_number", json_int(a, s->attempts));
    return v;
}

/* The seed knows four categories and wants one for every failure; what has none of its own gets the nearest. */
const char *actor_category(enum err_code code)
{
    const char *category = err_category(code);

    if (category)
        return category;
    switch (err_kind(code)) {
    case ERR_KIND_INVALID:
    case ERR_KIND_USAGE:
    case ERR_KIND_CONFLICT:
        return "type_mismatch";
    case ERR_KIND_NOT_FOUND:
    case ERR_KIND_DENIED:
        return "missing_column";
    case ERR_KIND_TOO_LARGE:
    case ERR_KIND_ASK:
    case ERR_KIND_TIMEOUT:
    case ERR_KIND_CANCELLED:
    case ERR_KIND_UNAVAILABLE:
    case ERR_KIND_INTERNAL:
        break;
    }
    return "resource_exhausted";
}

static const char *status_of(enum err_code code)
{
    return err_kind(code) == ERR_KIND_TIMEOUT     ? "timeout"
           : err_kind(code) == ERR_KIND_TOO_LARGE ? "resource_limit"
                                                  : "error";
}

static struct json *observation_json(struct run *r, const struct plan_step *s, const struct err *why, int64_t us)
{
    struct arena *a = run_arena(r);
    struct json *v = json_object(a), *rows = json_get(s->result, "row_count");
    char id[ID_TEXT_BYTES];

    world_id(r->outer->world, id);
    json_set(a, v, "observation_id", json_str(a, id));
    json_set(a, v, "call_id", json_str(a, s->call_id));
    json_set(a, v, "status", json_str(a, why ? status_of(why->code) : "success"));
    json_set(a, v, "data", why ? NULL : s->result);
    json_set(a, v, "error_message", json_str(a, why ? why->message : NULL));
    json_set(a, v, "error_category", json_str(a, why ? actor_category(why->code) : NULL));
    json_set(a, v, "execution_time_seconds", json_double(a, (double)(us > 0 ? us : 1) / 1e6));
    json_set(a, v, "row_count", why ? NULL : rows);
    json_set(a, v, "timestamp", now_json(r));
    return v;
}

/* Both are what the seed says they are, or the program is wrong. */
static int note(struct run *r, const struct json *call, struct json *observation, struct err *err)
{
    struct arena *a = run_arena(r);

    if (model_check(model_entity("analyst.ToolCall"), call, err) < 0 ||
        model_check(model_entity("analyst.Observation"), observation, err) < 0)
        return -1;
    json_push(a, r->tool_calls, json_copy(a, call));
    json_push(a, r->observations, observation);
    return 0;
}

static int attempt(struct run *r, struct plan_step *s)
{
    struct json *call, *result = NULL;
    char id[ID_TEXT_BYTES];
    int64_t began = world_mono_us();
    struct err wrong;
    int status;

    s->attempts++;
    status = gate_nested_id(&r->call, s->tool, s->args, id, &result, &s->why);
    if (!id[0])
        world_id(r->outer->world, id);
    s->call_id = arena_str(run_arena(r), id);
    s->result = status == 0 ? result : NULL;
    call = call_json(r, s);
    step_state(s, call, "executing");
    step_state(s, call, status == 0 ? "succeeded" : "failed");
    if (note(r, call, observation_json(r, s, status < 0 ? &s->why : NULL, world_mono_us() - began), &wrong) < 0) {
        s->why = wrong;
        s->result = NULL;
        return -1;
    }
    if (s->result && (s->role == STEP_COMPUTE || s->role == STEP_ARRANGE))
        s->result = aim_result(r, s->aim, s->result);
    return status;
}

/* Another attempt, with other arguments: while there are any left, and a change that could help. */
static bool mend(struct run *r, struct plan_step *s)
{
    struct err stop;

    if (s->attempts >= OP_ATTEMPTS || r->retries >= ANALYST_RETRIES || !err_category(s->why.code) ||
        cancel_check(&r->cancel, &stop) < 0 || !repair(r, s))
        return false;
    r->retries++;
    s->state = "pending";
    return true;
}

/* ---- the plan's own conditions ---- */

static bool has_figure(const struct json *rows, const struct json *figure, size_t column)
{
    for (size_t i = 0; i < json_len(rows); i++)
        if (json_equal(json_at(json_at(rows, i), column), figure))
            return true;
    return false;
}

/* "The figures stay those that were computed": each arranged figure is one of them. Long results are looked at as far
 * as people look at them. */
static int check_arranged(const struct run *r, struct plan_step *s)
{
    const struct json *computed = json_get(ground_step(r, s->aim, STEP_COMPUTE)->result, "rows");
    const struct json *arranged = json_get(s->result, "rows");
    size_t column = aim_query(s->aim)->n_groups;

    if (json_len(computed) > ANALYST_DRAWN_ROWS)
        return 0;
    for (size_t i = 0; i < json_len(arranged); i++)
        if (!has_figure(computed, json_at(json_at(arranged, i), column), column)) {
            s->result = NULL;
            return err_set(&s->why, ERR_GROUNDING, "Arranging changed a figure, so it was left out.", "row %zu", i);
        }
    return 0;
}

/* Of rows that were cut there is no whole to have shares of. */
static bool is_moot(const struct run *r, const struct plan_step *s)
{
    return s->role == STEP_ARRANGE && json_get_truth(ground_step(r, s->aim, STEP_COMPUTE)->result, "truncated");
}

static bool can_begin(const struct run *r, const struct plan_step *s)
{
    for (size_t i = 0; i < s->n_needs; i++) {
        const struct plan_step *needed = &r->steps[s->needs[i]];
        if (!needed->result && !needed->optional)
            return false;
    }
    return true;
}

bool actor_step(struct run *r, struct plan_step *s)
{
    if (s->result)
        return true;
    if (!can_begin(r, s) || is_moot(r, s)) {
        s->state = "failed";
        err_set(&s->why, ERR_CONFLICT, "What it needs is not there.", "%s", s->id);
        return false;
    }
    if (cancel_check(&r->cancel, &s->why) < 0) {
        s->state = "failed";
        return false;
    }
    s->args = ground(r, s);
    while (attempt(r, s) < 0)
        if (!mend(r, s))
            return false;
    if (s->role == STEP_ARRANGE && check_arranged(r, s) < 0) {
        run_say(r, r->warnings, s->why.message);
        return false;
    }
    if (s->mended)
        run_say(r, r->insights, s->mended);
    return true;
}

void actor_run(struct run *r)
{
    for (size_t i = 0; i < r->n_steps; i++) {
        struct plan_step *s = &r->steps[i];
        call_step(r->outer, (int)i + 3, (int)r->n_steps + 3, s->description);
        actor_step(r, s);
    }
}
