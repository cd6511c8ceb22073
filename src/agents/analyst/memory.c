/* memory.c - steps as templates: a request has ? for each of the values in its conditions, which is what varies. A
 * recipe of before there were requests fits no plan; the analysis is made anew and takes its place. */
#include "agents/analyst/memory.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/analyze.h"
#include "agents/analyst/ground.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "grid/table.h"
#include "query/json/request_json.h"
#include "store/records/recipes.h"
#include <string.h>

/* The values of the data that the intent names, as it spells them. */
static struct json *values_named(struct run *r, const char *intent)
{
    struct arena *a = run_arena(r);
    const char *folded = str_fold(a, intent);
    struct json *list = json_array(a);

    for (size_t i = 0; i < r->n_tables; i++)
        for (size_t c = 0; c < r->tables[i].n_columns; c++)
            for (size_t v = 0; v < r->tables[i].columns[c].n_values && json_len(list) < INTENT_VALUES; v++) {
                const char *value = r->tables[i].columns[c].values[v];
                if (*value && strstr(folded, str_fold(a, value)))
                    json_push(a, list, json_str(a, value));
            }
    return list;
}

/* What a step is called with, but for the values: known before it is run. */
static const char *template_of(struct run *r, const struct plan_step *s)
{
    if (!s->aim)
        return "";
    if (s->role == STEP_DRAW)
        return s->aim->wish->chart ? s->aim->wish->chart : s->aim->over_time ? "line" : "bar";
    return aim_template(r, s->aim);
}

static bool fits(struct run *r, const struct json *subtasks)
{
    if (json_len(subtasks) != r->n_steps)
        return false;
    for (size_t i = 0; i < r->n_steps; i++) {
        const struct json *v = json_at(subtasks, i);
        const char *template = json_get_text(v, "arg_template");
        if (strcmp(json_get_text(v, "task_id"), r->steps[i].id) != 0 || !template ||
            strcmp(template, template_of(r, &r->steps[i])) != 0)
            return false;
    }
    return true;
}

static void follow(struct run *r, const struct json *recipe)
{
    const struct json *subtasks = json_get(json_get(recipe, "plan_structure"), "subtasks");

    for (size_t i = 0; i < r->n_steps; i++) {
        const struct json *cost = json_get(json_at(subtasks, i), "estimated_cost_seconds");
        if (json_is(cost, JSON_NUMBER))
            r->steps[i].cost = json_real(cost);
    }
    r->recipe = json_get_text(recipe, "recipe_id");
}

void memory_recall(struct run *r)
{
    struct arena *a = run_arena(r);
    const char *intent = json_get_text(r->request, "intent");
    struct json *found;
    struct err err;

    if (call_is_private(r->outer) || !r->service || !r->service->recipes)
        return;
    intent_read(a, intent, values_named(r, intent), &r->intent);
    if (recipe_find(r->service->recipes, a, r->outer->user, r->fingerprint, &r->intent, &found, &err) < 0) {
        run_say(r, r->warnings, "Earlier analyses could not be looked up.");
        return;
    }
    for (size_t i = 0; i < json_len(found) && !r->recipe; i++) {
        const struct json *recipe = json_at(found, i);
        if (json_real(json_get(recipe, "likeness")) >= ANALYST_RECIPE_NEAR &&
            fits(r, json_get(json_get(recipe, "plan_structure"), "subtasks")))
            follow(r, recipe);
    }
}

static double seconds_of(const struct run *r, const struct plan_step *s)
{
    for (size_t i = 0; s->call_id && i < json_len(r->observations); i++) {
        const struct json *o = json_at(r->observations, i);
        if (strcmp(json_get_text(o, "call_id"), s->call_id) == 0)
            return json_real(json_get(o, "execution_time_seconds"));
    }
    return s->cost;
}

static struct json *subtask_template(struct run *r, const struct plan_step *s, const struct json *subtask)
{
    struct arena *a = run_arena(r);
    struct json *v = json_copy(a, subtask);

    json_set(a, v, "arg_template", json_str(a, template_of(r, s)));
    json_set(a, v, "estimated_cost_seconds", json_double(a, seconds_of(r, s)));
    if (s->role == STEP_COMPUTE)
        json_set(a, v, "request", request_to_json(a, &s->aim->request));
    return v;
}

void memory_keep(struct run *r)
{
    struct arena *a = run_arena(r);
    struct json *structure = json_object(a), *subtasks = json_array(a), *templates = json_array(a);
    struct recipe recipe = { .schema_fingerprint = r->fingerprint,
                             .intent = &r->intent,
                             .plan_structure = structure,
                             .tool_argument_templates = templates,
                             .request_id = r->outer->request_id };
    const char *id;
    struct err err;
    int status;

    if (call_is_private(r->outer) || !r->service || !r->service->recipes)
        return;
    for (size_t i = 0; i < r->n_steps; i++) {
        struct json *v = subtask_template(r, &r->steps[i], json_at(json_get(r->plan, "subtasks"), i));
        json_push(a, subtasks, v);
        json_push(a, templates, json_copy(a, json_get(v, "arg_template")));
    }
    json_set(a, structure, "subtasks", subtasks);
    status = r->recipe ? recipe_used(r->service->recipes, r->recipe, r->outer->request_id, &err)
                       : recipe_add(r->service->recipes, a, r->outer->user, &recipe, &id, &err);
    if (status < 0)
        run_say(r, r->warnings, "This analysis could not be remembered for the next one like it.");
}
