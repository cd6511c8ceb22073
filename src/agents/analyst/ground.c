/* ground.c - arguments made of the run's data, its policy and its bounds, and of each step's own part. */
#include "agents/analyst/ground.h"
#include "agents/analyst/aim.h"
#include "base/arena.h"
#include "base/json.h"
#include "grid/table.h"

const struct plan_step *ground_step(const struct run *r, const struct aim *aim, enum step_role role)
{
    for (size_t i = 0; i < r->n_steps; i++)
        if (r->steps[i].aim == aim && r->steps[i].role == role)
            return &r->steps[i];
    return NULL;
}

const struct json *ground_table(const struct run *r, const struct aim *aim)
{
    const struct plan_step *computed = ground_step(r, aim, STEP_COMPUTE), *arranged = ground_step(r, aim, STEP_ARRANGE);

    if (arranged && arranged->result)
        return arranged->result;
    return computed ? computed->result : NULL;
}

static const char *column_at(const struct json *table, size_t i)
{
    return json_get_text(json_at(json_get(table, "columns"), i), "name");
}

/* What every tool that reads data is told: which, and what of it may be read. */
static struct json *base_args(struct run *r)
{
    struct arena *a = run_arena(r);
    const struct json *policy = json_get(r->request, "policy");
    struct json *args = json_object(a);

    json_set(a, args, "data", json_copy(a, r->data));
    if (json_is(json_get(policy, "allowed_columns"), JSON_ARRAY))
        json_set(a, args, "allowed_columns", json_copy(a, json_get(policy, "allowed_columns")));
    json_set(a, args, "blocked_patterns", json_copy(a, json_get(policy, "blocked_patterns")));
    return args;
}

static void add_bounds(struct run *r, struct json *args)
{
    struct arena *a = run_arena(r);

    json_set(a, args, "timeout", json_int(a, run_limit(r, "timeout_seconds")));
    json_set(a, args, "row_limit", json_int(a, run_limit(r, "row_limit")));
}

/* `whole`: of all its groups. A request that was looked at can be written; else the engine says what is wrong. */
static void add_query(struct run *r, const struct aim *aim, bool whole, struct json *args)
{
    struct arena *a = run_arena(r);
    struct json *params = json_array(a);
    const char *sql = "";
    struct err ignored;

    if (aim_sql(r, aim, whole, &sql, &params, &ignored) < 0)
        sql = "SELECT";
    json_set(a, args, "query", json_str(a, sql));
    json_set(a, args, "params", params);
}

static void add_expression(struct arena *a, struct json *list, const char *function, const char *column, const char *as)
{
    struct json *v = json_object(a);

    json_set(a, v, "expression", json_str(a, arena_printf(a, "round(%s(%s), 4)", function, column)));
    json_set(a, v, "as", json_str(a, as));
    json_push(a, list, v);
}

static void add_order(struct arena *a, struct json *list, const char *column, bool descending)
{
    struct json *v = json_object(a);

    json_set(a, v, "column", json_str(a, column));
    json_set(a, v, "direction", json_str(a, descending ? "desc" : "asc"));
    json_push(a, list, v);
}

/* The computed rows with one more figure each. Shares need all the parts, so the query is asked without its limit,
 * which the tool applies at the end. */
static void arrange(struct run *r, const struct aim *aim, struct json *args)
{
    struct arena *a = run_arena(r);
    const struct json *computed = ground_step(r, aim, STEP_COMPUTE)->result;
    const char *group = column_at(computed, 0), *figure = column_at(computed, aim_query(aim)->n_groups);
    const struct query *q = aim_query(aim);
    struct json *expressions = json_array(a), *order = json_array(a);

    add_query(r, aim, true, args);
    json_set(a, args, "operation", json_str(a, "transform"));
    if (aim->over_time) {
        add_expression(a, expressions, "growth", figure, "growth");
    } else {
        add_expression(a, expressions, "share", figure, "share_of_total");
        add_order(a, order, figure, q->n_order == 0 || q->order->descending);
    }
    add_order(a, order, group, false);
    json_set(a, args, "expressions", expressions);
    json_set(a, args, "order", order);
    if (q->limit > 0)
        json_set(a, args, "limit", json_int(a, (int64_t)q->limit));
}

static struct json *first_rows(struct arena *a, const struct json *rows, size_t most)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < json_len(rows) && i < most; i++)
        json_push(a, list, json_copy(a, json_at(rows, i)));
    return list;
}

static struct json *draw_args(struct run *r, const struct aim *aim)
{
    struct arena *a = run_arena(r);
    const struct json *table = ground_table(r, aim);
    struct json *args = json_object(a);
    const char *type = aim->wish->chart ? aim->wish->chart : aim->over_time ? "line" : "bar";

    json_set(a, args, "type", json_str(a, type));
    json_set(a, args, "x_col", json_str(a, column_at(table, aim_x(r, aim))));
    json_set(a, args, "y_col", json_str(a, column_at(table, aim_query(aim)->n_groups)));
    json_set(a, args, "title", json_str(a, aim_title(r, aim)));
    json_set(a, args, "columns", json_copy(a, json_get(table, "columns")));
    if (!call_is_private(r->outer))
        json_set(a, args, "artifact", json_str(a, aim->over_time ? "trend" : "chart"));
    json_set(a, args, "rows", first_rows(a, json_get(table, "rows"), ANALYST_DRAWN_ROWS));
    return args;
}

struct json *ground(struct run *r, const struct plan_step *s)
{
    struct json *args;

    if (s->role == STEP_DRAW)
        return draw_args(r, s->aim);
    args = base_args(r);
    if (s->role == STEP_PROFILE)
        return args;
    if (s->role == STEP_COMPUTE)
        add_query(r, s->aim, false, args);
    else
        arrange(r, s->aim, args);
    add_bounds(r, args);
    return args;
}
