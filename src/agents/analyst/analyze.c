/* analyze.c - the way of an analysis, step by step; and the operation, declared. */
#include "agents/analyst/analyze.h"
#include "access/columns.h"
#include "agents/analyst/account.h"
#include "agents/analyst/actor.h"
#include "agents/analyst/aims.h"
#include "agents/analyst/artifacts_ops.h"
#include "agents/analyst/deliver.h"
#include "agents/analyst/guard.h"
#include "agents/analyst/memory.h"
#include "agents/analyst/plan.h"
#include "agents/analyst/request.h"
#include "agents/analyst/respond.h"
#include "agents/analyst/run.h"
#include "agents/analyst/summary.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/table.h"
#include "grid/table.h"
#include "inquiry/described.h"
#include "model/analyst.h"
#include "store/records/analyses.h"
#include "store/store.h"
#include <string.h>

/* ---- taking a request ---- */

struct id_check {
    struct call *call;
    const char *id;
    bool is_free;
};

static int look_up(struct db *db, void *arg, struct err *err)
{
    struct id_check *n = arg;

    return analysis_id_is_free(db, n->id, n->call->user, &n->is_free, err);
}

/* The caller's own id becomes that of the whole request, so that the log has it too. */
static int take_name(struct call *c, const struct analyzer *s, const char *id, struct err *err)
{
    struct id_check n = { .call = c, .id = id };

    if (strcmp(id, c->request_id) == 0)
        return 0;
    if (c->depth > 0)
        return err_say(err, ERR_INVALID_INPUT, "Only a request of its own can have an id of its own.");
    if (s->place->store && store_read(s->place->store, look_up, &n, err) < 0)
        return -1;
    if (s->place->store && !n.is_free) {
        err_say(err, ERR_CONFLICT, "There is a request with this id already.");
        return err_action(err, "Leave request_id out, or choose a new one.");
    }
    call_name(c, id);
    return 0;
}

/* The first entry about it: what was asked, its words behind a hash. */
static int record_request(struct run *r, struct err *err)
{
    struct arena *a = run_arena(r);
    struct json *data = json_object(a), *hidden;

    if (call_hide(r->outer, r->request, &hidden, err) < 0)
        return -1;
    json_set(a, data, "request", hidden);
    json_set(a, data, "data_sources", json_int(a, (int64_t)json_len(r->data)));
    json_set(a, data, "deliverables", json_copy(a, json_get(r->request, "deliverables")));
    json_set(a, data, "constraints", json_copy(a, json_get(r->request, "constraints")));
    return call_record(r->outer, "request_submitted", "system", data, err);
}

/* ---- the data ---- */

static int compare_texts(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* One table's own fingerprint, or the hash of all of them in order: the sources' order does not matter. */
static const char *fingerprint_of(struct arena *a, const struct table *tables, size_t n)
{
    const char **prints = arena_array(a, n, sizeof *prints);
    char *text = arena_alloc(a, SHA256_TEXT_BYTES);
    struct buf b CLEANUP(buf_done) = BUF((size_t)SHA256_TEXT_BYTES * (n + 1));

    for (size_t i = 0; i < n; i++)
        prints[i] = tables[i].fingerprint;
    if (n == 1)
        return prints[0];
    qsort(prints, n, sizeof *prints, compare_texts);
    for (size_t i = 0; i < n; i++)
        buf_addf(&b, "%s\n", prints[i]);
    sha256_text(b.p, b.n, text);
    return text;
}

static int describe(struct run *r, struct err *err)
{
    struct arena *a = run_arena(r);
    struct described data;

    if (describe_data(&r->call, r->data, &data, err) < 0)
        return -1;
    r->tables = arena_array(a, data.n, sizeof *r->tables);
    r->n_tables = described_shown(&data, r->tables);
    if (r->n_tables == 0)
        return err_say(err, ERR_DATA_EMPTY, "The data has no table that could be analysed.");
    r->fingerprint = fingerprint_of(a, r->tables, r->n_tables);
    return 0;
}

static bool has_fingerprint(const struct run *r, const char *fingerprint)
{
    for (size_t i = 0; i < r->n_tables; i++)
        if (strcmp(r->tables[i].fingerprint, fingerprint) == 0)
            return true;
    return false;
}

/* Whoever says what schema they expect is told when it is another. */
static void compare_schemas(struct run *r)
{
    const struct json *sources = json_get(r->request, "data_sources");

    for (size_t i = 0; i < json_len(sources); i++) {
        const char *expected = json_get_text(json_at(sources, i), "schema_fingerprint");
        if (expected && !has_fingerprint(r, expected))
            run_say(r, r->warnings, "A source has other columns than its schema_fingerprint says.");
    }
}

/* ---- the way ---- */

/* What the profile saw of the columns may show that the intent asks for one that is kept back. */
static int profile(struct run *r, struct err *err)
{
    if (r->n_steps == 0 || r->steps[0].role != STEP_PROFILE)
        return 0;
    call_step(r->outer, 3, (int)r->n_steps + 3, r->steps[0].description);
    if (!actor_step(r, &r->steps[0])) {
        run_say(r, r->warnings, "The columns could not be looked at one by one, so nothing is known of their gaps.");
        return 0;
    }
    r->profile = r->steps[0].result;
    return guard_left_out(run_arena(r), json_get_text(r->request, "intent"), json_get(r->profile, "left_out"), err);
}

static int plan(struct run *r, struct err *err)
{
    struct arena *a = run_arena(r);
    bool wait;

    if (wishes_read(a, json_get_text(r->request, "intent"), &r->wishes, err) < 0)
        return -1;
    if (aims_read(r, &wait, err) < 0) {
        if (!wait || plan_profile(r, err) < 0)
            return -1;
        run_state(r, "executing");
        if (profile(r, err) < 0)
            return -1;
        run_state(r, "planning");
        if (aims_read(r, &wait, err) < 0)
            return -1;
    }
    return plan_make(r, err);
}

/* Everything up to the first row that is read for the answer. */
static int prepare(struct run *r, struct err *err)
{
    struct arena *a = run_arena(r);
    const char *intent = json_get_text(r->request, "intent");

    if (guard_intent(a, intent, err) < 0)
        return -1;
    call_step(r->outer, 1, 0, "Reading the data");
    run_state(r, "planning");
    if (describe(r, err) < 0 || guard_columns(a, intent, r->policy, r->tables, r->n_tables, err) < 0)
        return -1;
    compare_schemas(r);
    call_step(r->outer, 2, 0, "Planning");
    return plan(r, err);
}

static void go(struct run *r)
{
    struct err err;

    if (prepare(r, &err) < 0 || (run_state(r, "executing"), profile(r, &err)) < 0) {
        run_fail(r, &err);
        return;
    }
    actor_run(r);
    call_step(r->outer, (int)r->n_steps + 3, (int)r->n_steps + 3, "Writing the results");
    summary_make(r);
    account_close(r);
    deliver(r, r->service->place);
    if (strcmp(respond_status(r), "completed") == 0)
        memory_keep(r);
}

/* A rule that refused is written down; that of a tool's own refusal is already. */
static int record_refusal(struct run *r, struct err *err)
{
    if (!r->has_failed || !r->failure.rule[0])
        return 0;
    return call_decide(r->outer, "deny", r->failure.rule, r->failure.reason, err);
}

static struct run *run_new(struct call *c, struct json *request, struct json *data)
{
    struct arena *a = c->arena;
    struct run *r = arena_alloc(a, sizeof *r);

    r->outer = c;
    r->service = c->service;
    r->began_us = world_mono_us();
    r->request = request;
    r->data = data;
    r->policy = columns_policy(c, json_get(request, "policy"), true);
    r->state = "submitted";
    r->tool_calls = json_array(a);
    r->observations = json_array(a);
    r->findings = json_array(a);
    r->insights = json_array(a);
    r->warnings = json_array(a);
    r->missing = json_array(a);
    r->artifacts = json_array(a);
    cancel_init(&r->cancel, c->cancel, run_limit(r, "timeout_seconds") * 1000);
    r->call = *c;
    r->call.cancel = &r->cancel;
    return r;
}

static int analyze(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *request, *data, *response;
    struct run *r;

    if (request_read(c, args, &request, &data, err) < 0 ||
        take_name(c, c->service, json_get_text(request, "request_id"), err) < 0)
        return -1;
    r = run_new(c, request, data);
    if (record_request(r, err) < 0)
        return -1;
    go(r);
    if (cancel_check(c->cancel, err) < 0 && err->code == ERR_CANCELLED)
        return -1;
    response = respond(r);
    if (record_refusal(r, err) < 0 || respond_keep(r, response, err) < 0)
        return -1;
    *ret = response;
    return 0;
}

/* ---- as a person reads it ---- */

static void show_list(struct buf *b, const char *title, const struct json *list)
{
    if (json_len(list) == 0)
        return;
    buf_addf(b, "%s\n", title);
    for (size_t i = 0; i < json_len(list); i++)
        buf_addf(b, "  - %s\n", json_text(json_at(list, i), NULL));
}

static void show(struct buf *b, const struct json *response)
{
    const struct json *summary = json_get(response, "summary"), *artifacts = json_get(response, "artifacts");
    const struct json *error = json_get(response, "error");

    if (json_is(error, JSON_OBJECT))
        buf_addf(b, "%s: %s\n", json_get_text(error, "error_type"), json_get_text(error, "error_message"));
    show_list(b, "Findings", json_get(summary, "key_findings"));
    show_list(b, "Insights", json_get(summary, "insights"));
    show_list(b, "Warnings", json_get(summary, "warnings"));
    for (size_t i = 0; i < json_len(artifacts); i++)
        buf_addf(b, "%s%-8s %s\n", i == 0 ? "Files\n  " : "  ", json_get_text(json_at(artifacts, i), "artifact_type"),
                 json_get_text(json_at(artifacts, i), "content_ref"));
    buf_addf(b, "Request %s\n", json_get_text(response, "request_id"));
}

/* ---- declaration ---- */

static const char *const examples[] = { "assay analyze --intent \"quarterly sales trend\" --data sales.csv",
                                        "assay analyze request.json --json", NULL };

static const struct op ops[] = {
    { .name = "analyze",
      .command = "analyze",
      .summary = "Analyse data by an intent in plain words: tables, charts, a report and a summary.",
      .use = "Make a whole analysis of data by an intent in plain words: tables, charts, a report and a summary, which "
             "are kept.",
      .group = OP_GROUP_ANALYST,
      .detail = "Plans the analysis, runs it with sql.run, df.transform, plot.render and profiler.analyze, mends what "
                "fails, and keeps the files and the proof. A request that would change data, or asks for columns that "
                "its policy blocks, is refused before any query runs.",
      .examples = examples,
      .input = &request_input,
      .output = &analyst_response,
      .flags = OP_FOR_AGENTS | OP_TALKS | OP_MAKES_FILES,
      .shape = OP_RUN,
      .timeout_ms = (ANALYST_TIMEOUT_SECONDS + ANALYST_END_SECONDS) * 1000,
      .run = analyze,
      .show = show },
};

int analyze_add(struct op_table *t, struct analyzer *s, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), s, err);
}
