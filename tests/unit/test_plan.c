/* test_plan.c - what is planned for an aim, and how a call that failed is mended. The tools are stand-ins that fail on
 * order, since the real ones rarely do.
 */
#include "agents/analyst/actor.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/aims.h"
#include "agents/analyst/plan.h"
#include "agents/analyst/respond.h"
#include "agents/analyst/run.h"
#include "gate_testing.h"
#include "grid/table.h"
#include "model/model.h"

static const char *regions[] = { "East", "North", "South" };

static struct column columns[] = {
    { .name = "region", .type = COLUMN_TEXT, .distinct = 3, .values = regions, .n_values = 3 },
    { .name = "revenue", .type = COLUMN_DECIMAL, .precision = 10, .scale = 2, .distinct = 50 },
    { .name = "order_date", .type = COLUMN_DATE, .distinct = 50 },
};
static struct table sales = { .name = "sales",
                              .source = "sales.csv",
                              .rows = 50,
                              .columns = columns,
                              .n_columns = COUNT_OF(columns),
                              .sha256 = "00",
                              .fingerprint = "f" };

struct order {
    const char *tool;
    enum err_code code;
    int times;
};

struct bench {
    struct order order;
    void (*test)(struct run *r);
    struct json *seen; /* arguments of each call, with its "tool" */
    struct arena *arena;
};

static int stand_in(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct bench *b = c->service;
    struct json *seen = json_copy(b->arena, args), *columns_json = json_array(c->arena), *rows = json_array(c->arena);
    static const char *const names[] = { "month", "revenue" };

    json_set(b->arena, seen, "tool", json_str(b->arena, c->op->name));
    json_push(b->arena, b->seen, seen);
    if (strcmp(b->order.tool, c->op->name) == 0 && b->order.times-- > 0)
        return err_set(err, b->order.code, "It failed.", "on purpose");
    for (size_t i = 0; i < COUNT_OF(names); i++)
        json_push(c->arena, columns_json,
                  json_set(c->arena, json_object(c->arena), "name", json_str(c->arena, names[i])));
    for (int i = 1; i <= 3; i++) {
        struct json *row = json_array(c->arena);
        json_push(c->arena, row, json_str(c->arena, arena_printf(c->arena, "2024-0%d", i)));
        json_push(c->arena, row, json_int(c->arena, i * 100));
        json_push(c->arena, rows, row);
    }
    *ret = json_object(c->arena);
    json_set(c->arena, *ret, "columns", columns_json);
    json_set(c->arena, *ret, "rows", rows);
    json_set(c->arena, *ret, "row_count", json_int(c->arena, 3));
    json_set(c->arena, *ret, "truncated", json_bool(c->arena, false));
    return 0;
}

static struct json *intent_request(struct arena *a, const char *intent)
{
    struct json *request = json_object(a), *all = json_array(a), *limits = json_object(a);

    json_set(a, request, "intent", json_str(a, intent));
    json_push(a, all, json_str(a, "tables"));
    json_push(a, all, json_str(a, "charts"));
    json_set(a, request, "deliverables", all);
    json_set(a, limits, "row_limit", json_int(a, 1000));
    json_set(a, limits, "timeout_seconds", json_int(a, 30));
    json_set(a, request, "constraints", limits);
    return request;
}

/* A run that is planned and not begun. */
static int with_run(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct bench *b = c->service;
    struct run *r = arena_alloc(c->arena, sizeof *r);
    bool wait;

    (void)args;
    r->outer = c;
    r->request = intent_request(c->arena, "monthly revenue");
    r->data = json_push(c->arena, json_array(c->arena), json_str(c->arena, "sales.csv"));
    r->state = "planning";
    r->tables = &sales;
    r->n_tables = 1;
    r->tool_calls = json_array(c->arena);
    r->observations = json_array(c->arena);
    r->findings = json_array(c->arena);
    r->insights = json_array(c->arena);
    r->warnings = json_array(c->arena);
    r->artifacts = json_array(c->arena);
    cancel_init(&r->cancel, c->cancel, 30000);
    r->call = *c;
    r->call.cancel = &r->cancel;
    if (wishes_read(c->arena, "monthly revenue", &r->wishes, err) < 0 || aims_read(r, &wait, err) < 0 ||
        plan_make(r, err) < 0)
        return -1;
    b->test(r);
    *ret = json_object(c->arena);
    return 0;
}

static const struct model_field none[] = { END };
static const struct model_entity open_entity = { .name = "open", .summary = "Anything.", .fields = none, .open = true };

static struct op tool(const char *name, op_run *run)
{
    return (struct op){ .name = name,
                        .summary = "A tool.",
                        .input = &open_entity,
                        .output = &open_entity,
                        .flags = OP_FOR_AGENTS,
                        .run = run };
}

static void run_on_bench(struct order order, void (*test)(struct run *r))
{
    struct arena *a = arena_new();
    struct bench b = { .order = order, .test = test, .arena = a };
    struct still_world w = { .world = { still_now, still_random, &w }, .now = 1750000000000000 };
    struct op_table *table = op_table_new();
    const struct op tools[] = { tool("sql.run", stand_in), tool("df.transform", stand_in),
                                tool("plot.render", stand_in), tool("profiler.analyze", stand_in),
                                tool("analyze", with_run) };
    struct gate gate = { .table = table, .world = &w.world };
    struct gate_reply reply;
    struct err err;

    b.seen = json_array(a);
    assert_int_equal(op_table_add(table, tools, COUNT_OF(tools), &b, &err), 0);
    if (gate_call(&gate, a, &(struct gate_request){ .op = "analyze", .caller = CALLER_PERSON }, &reply, &err) < 0)
        fail_msg("%s (%s)", err.message, err.detail);
    op_table_free(table);
    arena_free(a);
}

static struct plan_step *step_of(struct run *r, enum step_role role)
{
    for (size_t i = 0; i < r->n_steps; i++)
        if (r->steps[i].role == role)
            return &r->steps[i];
    fail_msg("no such step");
    return NULL;
}

/* The aim's query, to be changed. */
static struct query *query_of(struct run *r, struct aim *aim)
{
    struct step *step = arena_alloc(r->outer->arena, sizeof *step);
    struct query *q = arena_alloc(r->outer->arena, sizeof *q);

    *q = *aim_query(aim);
    *step = (struct step){ .name = "step_1", .query = q };
    aim->request.steps = step;
    return q;
}

static void sort_by_figure(struct run *r, struct aim *aim)
{
    struct query *q = query_of(r, aim);
    struct ordering *order = arena_alloc(r->outer->arena, sizeof *order);

    *order = (struct ordering){ .by = q->outputs[1].expr, .descending = true };
    q->order = order;
    q->n_order = 1;
}

static const char *title_of(const struct run *r, const struct plan_step *s)
{
    return aim_title(r, s->aim);
}

static const struct json *seen_of(struct run *r, const char *tool, size_t nth)
{
    const struct bench *b = r->outer->service;

    for (size_t i = 0; i < json_len(b->seen); i++)
        if (strcmp(json_get_text(json_at(b->seen, i), "tool"), tool) == 0 && nth-- == 0)
            return json_at(b->seen, i);
    return NULL;
}

static void check_plan(struct run *r)
{
    struct err err;

    assert_int_equal(model_check(model_entity("analyst.Plan"), r->plan, &err), 0);
    assert_int_equal(r->n_steps, 4); /* profile, compute, arrange, draw */
    assert_int_equal(step_of(r, STEP_COMPUTE)->n_needs, 1);
    assert_true(step_of(r, STEP_DRAW)->n_needs == 2);
}

/* req: analyst FR-007, FR-009/thin */
static void a_plan_is_a_graph_of_registered_tools(void **state)
{
    (void)state;
    run_on_bench((struct order){ "none", ERR_INTERNAL, 0 }, check_plan);
}

static void check_short_plan(struct run *r)
{
    struct err err;

    json_set(r->outer->arena, json_get(r->request, "constraints"), "timeout_seconds", json_int(r->outer->arena, 1));
    sales.rows = 200000;
    assert_int_equal(plan_make(r, &err), 0);
    assert_int_equal(r->n_steps, 2); /* only what the figures need, and their chart */
    assert_int_equal(json_len(r->warnings), 1);
    sales.rows = 100000000;
    assert_int_equal(plan_make(r, &err), -1);
    assert_int_equal(err.code, ERR_RESOURCE_EXHAUSTED);
    sales.rows = 50;
}

static void a_plan_that_takes_too_long_is_made_shorter_or_refused(void **state)
{
    (void)state;
    run_on_bench((struct order){ "none", ERR_INTERNAL, 0 }, check_short_plan);
}

static void check_all(struct run *r)
{
    actor_run(r);
    for (size_t i = 0; i < r->n_steps; i++) {
        assert_string_equal(r->steps[i].state, "succeeded");
        assert_int_equal(r->steps[i].attempts, 1);
    }
    assert_int_equal(json_len(r->tool_calls), 4);
    assert_int_equal(json_len(r->observations), 4);
}

/* req: analyst FR-003, FR-008, FR-010, FR-011/thin, FR-028 */
static void every_step_has_a_call_and_an_observation(void **state)
{
    (void)state;
    run_on_bench((struct order){ "none", ERR_INTERNAL, 0 }, check_all);
}

static void check_rewritten(struct run *r)
{
    struct plan_step *s = step_of(r, STEP_COMPUTE);

    actor_step(r, &r->steps[0]);
    sort_by_figure(r, s->aim);
    assert_true(actor_step(r, s));
    assert_int_equal(s->attempts, 2);
    assert_int_equal(r->retries, 1);
    assert_string_not_equal(json_get_text(seen_of(r, "sql.run", 0), "query"),
                            json_get_text(seen_of(r, "sql.run", 1), "query"));
    assert_int_equal(json_len(r->insights), 1);
}

static void a_query_that_cannot_be_read_is_written_in_another_way(void **state)
{
    (void)state;
    run_on_bench((struct order){ "sql.run", ERR_SQL_SYNTAX, 1 }, check_rewritten);
}

static void check_nearest(struct run *r)
{
    struct plan_step *s = step_of(r, STEP_DRAW);

    actor_step(r, &r->steps[0]);
    actor_step(r, step_of(r, STEP_COMPUTE));
    json_set(r->outer->arena, json_at(json_get(step_of(r, STEP_COMPUTE)->result, "columns"), 1), "name",
             json_str(r->outer->arena, "revenue"));
    actor_step(r, step_of(r, STEP_ARRANGE));
    assert_true(actor_step(r, s));
    assert_int_equal(s->attempts, 1);
}

static void what_was_computed_is_what_is_drawn(void **state)
{
    (void)state;
    run_on_bench((struct order){ "none", ERR_MISSING_COLUMN, 0 }, check_nearest);
}

static void check_coarser(struct run *r)
{
    struct plan_step *s = step_of(r, STEP_COMPUTE);

    actor_step(r, &r->steps[0]);
    assert_non_null(strstr(title_of(r, s), " by month of "));
    assert_true(actor_step(r, s));
    assert_int_equal(s->attempts, 3);
    assert_non_null(strstr(title_of(r, s), " by year of "));
    assert_string_equal(json_get_text(json_at(r->observations, 1), "error_category"), "resource_exhausted");
}

/* req: analyst US1.4/thin, FR-030/thin */
static void what_takes_too_much_is_asked_more_coarsely(void **state)
{
    (void)state;
    run_on_bench((struct order){ "sql.run", ERR_RESOURCE_EXHAUSTED, 2 }, check_coarser);
}

static void check_given_up(struct run *r)
{
    struct plan_step *s = step_of(r, STEP_COMPUTE);

    actor_run(r);
    assert_null(s->result);
    assert_int_equal(s->attempts, OP_ATTEMPTS);
    assert_string_equal(step_of(r, STEP_DRAW)->state, "failed");
    assert_int_equal(step_of(r, STEP_DRAW)->attempts, 0);
    assert_string_equal(respond_status(r), "failed");
}

/* req: analyst FR-030/thin, EC-005/thin */
static void after_three_attempts_it_is_given_up_and_what_needs_it_is_not_tried(void **state)
{
    (void)state;
    run_on_bench((struct order){ "sql.run", ERR_RESOURCE_EXHAUSTED, 9 }, check_given_up);
}

static void check_numbers(struct run *r)
{
    struct plan_step *s = step_of(r, STEP_DRAW);
    struct arena *a = r->outer->arena;

    actor_step(r, &r->steps[0]);
    actor_step(r, step_of(r, STEP_COMPUTE));
    actor_step(r, step_of(r, STEP_ARRANGE));
    query_of(r, s->aim)->n_groups = 0; /* the plan takes the first column for the figure, and it is none */
    json_push(a, json_get(step_of(r, STEP_ARRANGE)->result, "columns"),
              json_set(a, json_object(a), "name", json_str(a, "units")));
    for (size_t i = 0; i < 3; i++)
        json_push(a, json_at(json_get(step_of(r, STEP_ARRANGE)->result, "rows"), i), json_int(a, 1));
    assert_true(actor_step(r, s));
    assert_string_equal(json_get_text(seen_of(r, "plot.render", 0), "y_col"), "month");
    assert_string_equal(json_get_text(seen_of(r, "plot.render", 1), "y_col"), "revenue");
}

/* req: analyst FR-029/thin */
static void a_figure_without_numbers_gives_way_to_one_with_them(void **state)
{
    (void)state;
    run_on_bench((struct order){ "plot.render", ERR_TYPE_MISMATCH, 1 }, check_numbers);
}

static void check_missing(struct run *r)
{
    struct plan_step *s = step_of(r, STEP_COMPUTE);

    actor_step(r, &r->steps[0]);
    sort_by_figure(r, s->aim);
    assert_true(actor_step(r, s));
    assert_int_equal(s->attempts, 2);
    assert_string_equal(json_get_text(json_at(r->observations, 1), "error_category"), "missing_column");
}

/* req: analyst FR-029/thin */
static void a_query_with_a_column_that_is_gone_is_written_anew(void **state)
{
    (void)state;
    run_on_bench((struct order){ "sql.run", ERR_MISSING_COLUMN, 1 }, check_missing);
}

static void check_no_repair(struct run *r)
{
    struct plan_step *s = step_of(r, STEP_COMPUTE);

    actor_step(r, &r->steps[0]);
    assert_false(actor_step(r, s));
    assert_int_equal(s->attempts, 1);
    assert_int_equal(r->retries, 0);
}

static void what_no_repair_could_mend_is_not_tried_again(void **state)
{
    (void)state;
    run_on_bench((struct order){ "sql.run", ERR_POLICY_VIOLATION, 1 }, check_no_repair);
    run_on_bench((struct order){ "sql.run", ERR_TYPE_MISMATCH, 1 }, check_no_repair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_is_a_graph_of_registered_tools),
        cmocka_unit_test(a_plan_that_takes_too_long_is_made_shorter_or_refused),
        cmocka_unit_test(every_step_has_a_call_and_an_observation),
        cmocka_unit_test(a_query_that_cannot_be_read_is_written_in_another_way),
        cmocka_unit_test(what_was_computed_is_what_is_drawn),
        cmocka_unit_test(what_takes_too_much_is_asked_more_coarsely),
        cmocka_unit_test(after_three_attempts_it_is_given_up_and_what_needs_it_is_not_tried),
        cmocka_unit_test(a_figure_without_numbers_gives_way_to_one_with_them),
        cmocka_unit_test(a_query_with_a_column_that_is_gone_is_written_anew),
        cmocka_unit_test(what_no_repair_could_mend_is_not_tried_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
