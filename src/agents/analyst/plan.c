/* plan.c - steps in the order they can be run in, what each must hold to, what each should cost. */
#include "agents/analyst/plan.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/memory.h"
#include "agents/analyst/run.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "grid/table.h"
#include "model/analyst.h"
#include "model/model.h"
#include <assert.h>
#include <string.h>

/* Seconds, measured on two slow cores: a part for the call, and one for each row that is read. */
static const struct cost {
    double call, row;
} costs[] = {
    [STEP_PROFILE] = { 0.2, 2e-6 },
    [STEP_COMPUTE] = { 0.1, 5e-7 },
    [STEP_ARRANGE] = { 0.1, 5e-7 },
    [STEP_DRAW] = { 0.2, 0 },
};

static const char *const tools[] = {
    [STEP_PROFILE] = "profiler.analyze",
    [STEP_COMPUTE] = "sql.run",
    [STEP_ARRANGE] = "df.transform",
    [STEP_DRAW] = "plot.render",
};

static struct plan_step *add_step(struct run *r, enum step_role role, struct aim *aim, const char *id)
{
    struct plan_step *s = &r->steps[r->n_steps++];
    double rows = 0;

    assert(r->n_steps <= ANALYST_SUBTASKS);
    for (size_t i = 0; i < r->n_tables; i++)
        rows += (double)r->tables[i].rows;
    *s = (struct plan_step){ .role = role,
                             .id = id,
                             .tool = tools[role],
                             .aim = aim,
                             .cost = costs[role].call + costs[role].row * rows,
                             .state = "pending" };
    return s;
}

static void must(struct plan_step *s, const char *invariant)
{
    assert(s->n_invariants < STEP_INVARIANTS);
    s->invariants[s->n_invariants++] = invariant;
}

static void after(struct plan_step *s, size_t i)
{
    assert(s->n_needs < STEP_NEEDS);
    s->needs[s->n_needs++] = i;
}

static void add_profile(struct run *r)
{
    struct plan_step *s = add_step(r, STEP_PROFILE, NULL, "profile_data");

    s->description = "Look at every column: types, roles, gaps, and how the tables belong together.";
    s->optional = true;
    must(s, "columns that the policy blocks are not read");
    must(s, "counts are over all rows");
}

static void add_compute(struct run *r, struct aim *aim, size_t n, bool profiled)
{
    struct arena *a = run_arena(r);
    struct plan_step *s = add_step(r, STEP_COMPUTE, aim, arena_printf(a, "compute_%zu", n));

    s->description = arena_printf(a, "Compute %s.", aim_title(r, aim));
    if (profiled)
        after(s, 0);
    must(s, "one SELECT, its values bound as parameters");
    must(s, arena_printf(a, "at most %lld rows", (long long)run_limit(r, "row_limit")));
    if (aim_filters(aim))
        must(s, "filter before aggregate");
    if (aim_query(aim)->n_from > 1)
        must(s, "each row once: joined along a reference, nothing added up twice");
}

/* Growth over time, shares of a whole; nothing for figures that have neither. */
static bool can_arrange(const struct aim *aim)
{
    return (aim->over_time && aim_query(aim)->n_groups == 1 && aim_query(aim)->limit == 0) || aim->adds_up;
}

static void add_arrange(struct run *r, struct aim *aim, size_t n, size_t computed)
{
    struct plan_step *s = add_step(r, STEP_ARRANGE, aim, arena_printf(run_arena(r), "arrange_%zu", n));

    s->description = aim->over_time ? "Work out how much each period differs from the one before."
                                    : "Work out the share of each part in the whole, the largest first.";
    s->optional = true;
    after(s, computed);
    must(s, "the figures stay those that were computed");
    if (aim->adds_up)
        must(s, "shares are of all parts, also of those not shown");
}

static void add_draw(struct run *r, struct aim *aim, size_t n, size_t computed, size_t arranged)
{
    struct plan_step *s = add_step(r, STEP_DRAW, aim, arena_printf(run_arena(r), "draw_%zu", n));

    s->description = aim->over_time ? "Draw how it goes over time." : "Draw the figures side by side.";
    after(s, computed);
    if (arranged != computed)
        after(s, arranged);
    must(s, "only figures that were computed are drawn");
}

static void add_aim(struct run *r, size_t i, bool profiled, bool arranging)
{
    struct aim *aim = &r->aims[i];
    size_t computed = r->n_steps, arranged = computed;

    add_compute(r, aim, i + 1, profiled);
    if (arranging && can_arrange(aim)) {
        arranged = r->n_steps;
        add_arrange(r, aim, i + 1, computed);
    }
    if (run_wants(r, "charts"))
        add_draw(r, aim, i + 1, computed, arranged);
}

/* ---- as the seed has it ---- */

static struct json *texts(struct arena *a, const char *const *list, size_t n)
{
    struct json *v = json_array(a);

    for (size_t i = 0; i < n; i++)
        json_push(a, v, json_str(a, list[i]));
    return v;
}

static struct json *subtask_json(struct run *r, const struct plan_step *s)
{
    struct arena *a = run_arena(r);
    struct json *v = json_object(a), *needs = json_array(a);

    for (size_t i = 0; i < s->n_needs; i++)
        json_push(a, needs, json_str(a, r->steps[s->needs[i]].id));
    json_set(a, v, "task_id", json_str(a, s->id));
    json_set(a, v, "description", json_str(a, s->description));
    json_set(a, v, "tool_name", json_str(a, s->tool));
    json_set(a, v, "dependencies", needs);
    json_set(a, v, "invariants", texts(a, s->invariants, s->n_invariants));
    json_set(a, v, "estimated_cost_seconds", json_double(a, s->cost));
    return v;
}

static const char *reasoning(struct run *r)
{
    struct arena *a = run_arena(r);
    const char *text = "";

    if (r->n_aims == 0)
        return "The question needs more than one table: how they belong together has to be known first.";
    for (size_t i = 0; i < r->n_aims; i++)
        text = arena_printf(a, "%s%s%s", text, i > 0 ? "; " : "", aim_title(r, &r->aims[i]));
    return arena_printf(a,
                        "The intent was read as: %s. The engine aggregates, so that only results leave it; shares and "
                        "growth are worked out from the same query; charts are drawn from what came out.%s",
                        text, r->recipe ? " An analysis that worked before is followed, with its measured costs." : "");
}

static void make_json(struct run *r)
{
    struct arena *a = run_arena(r);
    struct json *plan = json_object(a), *subtasks = json_array(a);
    char id[ID_TEXT_BYTES], now[TIME_TEXT_BYTES];
    double total = 0;

    world_id(r->outer->world, id);
    time_text(world_now(r->outer->world), now);
    for (size_t i = 0; i < r->n_steps; i++) {
        json_push(a, subtasks, subtask_json(r, &r->steps[i]));
        total += r->steps[i].cost;
    }
    json_set(a, plan, "plan_id", json_str(a, id));
    json_set(a, plan, "request_id", json_str(a, r->outer->request_id));
    json_set(a, plan, "subtasks", subtasks);
    json_set(a, plan, "total_estimated_seconds", json_double(a, total));
    json_set(a, plan, "created_at", json_str(a, now));
    json_set(a, plan, "reasoning", json_str(a, reasoning(r)));
    r->plan = plan;
}

/* The log has the graph in the open, and the words of the intent behind a hash. */
static int record(struct run *r, struct err *err)
{
    struct arena *a = run_arena(r);
    struct json *data = json_object(a), *graph = json_array(a), *hidden;

    for (size_t i = 0; i < r->n_steps; i++) {
        const struct json *subtask = json_at(json_get(r->plan, "subtasks"), i);
        struct json *v = json_object(a);
        json_set(a, v, "task_id", json_copy(a, json_get(subtask, "task_id")));
        json_set(a, v, "tool_name", json_copy(a, json_get(subtask, "tool_name")));
        json_set(a, v, "dependencies", json_copy(a, json_get(subtask, "dependencies")));
        json_set(a, v, "estimated_cost_seconds", json_copy(a, json_get(subtask, "estimated_cost_seconds")));
        json_push(a, graph, v);
    }
    if (call_hide(r->outer, r->plan, &hidden, err) < 0)
        return -1;
    json_set(a, data, "plan_id", json_copy(a, json_get(r->plan, "plan_id")));
    json_set(a, data, "subtasks", graph);
    json_set(a, data, "total_estimated_seconds", json_copy(a, json_get(r->plan, "total_estimated_seconds")));
    json_set(a, data, "plan", hidden);
    return call_record(r->outer, "plan_created", "planner", data, err);
}

static int finish(struct run *r, struct err *err)
{
    make_json(r);
    if (model_check(model_entity("analyst.Plan"), r->plan, err) < 0)
        return -1;
    return analyst_plan_fits(r->plan, r->request, err);
}

int plan_profile(struct run *r, struct err *err)
{
    r->n_steps = 0;
    add_profile(r);
    if (finish(r, err) < 0)
        return -1;
    return record(r, err);
}

/* A profile that was made is the plan's first step; one that was not is left out where time is short. */
static void add_steps(struct run *r, const struct plan_step *done, bool whole)
{
    bool profiled = done->result || whole;

    r->n_steps = 0;
    if (profiled)
        add_profile(r);
    if (done->result)
        r->steps[0] = *done;
    for (size_t i = 0; i < r->n_aims; i++)
        add_aim(r, i, profiled, whole);
}

int plan_make(struct run *r, struct err *err)
{
    const struct plan_step done = r->n_steps > 0 ? r->steps[0] : (struct plan_step){ 0 };

    add_steps(r, &done, true);
    memory_recall(r);
    if (finish(r, err) < 0) {
        if (err->code != ERR_RESOURCE_EXHAUSTED)
            return -1;
        r->recipe = NULL;
        add_steps(r, &done, false);
        if (finish(r, err) < 0)
            return -1;
        run_say(r, r->warnings,
                "The time allowed is short: shares, growth and the look at every column were left out.");
    }
    return record(r, err);
}
