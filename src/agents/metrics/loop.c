/* loop.c - the bounded loop: one query a turn, until every hypothesis is settled.
 *
 * Hypotheses come in the order of their priority; one that is neither confirmed nor ruled out goes back to waiting, and
 * the next is turned to. Then the segments that were confirmed are split further, with what turns are left. Where
 * nothing is confirmed the plan is made anew, METRICS_REPLANS times at most; then the loop has stalled. Each turn is
 * kept before the next begins: its log, its raw output and the hypothesis as it then is.
 */
#include "agents/metrics/observe.h"
#include "agents/metrics/probe.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/op.h"
#include "model/model.h"
#include <string.h>

/* ---- what is kept of a turn ---- */

/* The query and its rows as text, tab between values. */
static const char *raw_text(struct probe *p, const struct observation *l)
{
    struct buf b CLEANUP(buf_done) = BUF(METRICS_RAW_BYTES);
    const struct json *columns = json_get(l->result, "columns"), *rows = json_get(l->result, "rows");

    for (size_t i = 0; i < json_len(columns); i++)
        buf_addf(&b, "%s%s", i ? "\t" : "", json_get_text(json_at(columns, i), "name"));
    buf_addc(&b, '\n');
    for (size_t r = 0; r < json_len(rows); r++) {
        for (size_t i = 0; i < json_len(columns); i++) {
            const struct json *v = json_at(json_at(rows, r), i);
            buf_addf(&b, "%s", i ? "\t" : "");
            if (json_is(v, JSON_STRING))
                buf_adds(&b, json_text(v, NULL));
            else
                json_write(&b, v);
        }
        buf_addc(&b, '\n');
    }
    return arena_dup(p->a, b.p, str_fit_bytes(b.p, b.n, b.n));
}

static int keep_turn(struct probe *p, const struct observation *l, const char *decision, const struct hypothesis *h,
                     struct json *changes, struct err *err)
{
    struct json *log = json_object(p->a), *finding = json_object(p->a);
    const char *raw = raw_text(p, l), *output;
    const char *summary = say_clipped(p->a, l->summary, METRICS_SUMMARY_CHARS);

    output = arena_printf(p->a, "analysis/full_outputs/output_%03d.txt", p->n_iterations);
    json_set(p->a, log, "iteration", json_int(p->a, p->n_iterations));
    json_set(p->a, log, "decision", json_str(p->a, decision));
    json_set(p->a, log, "code_executed", json_str(p->a, l->sql));
    json_set(p->a, log, "raw_output", json_str(p->a, raw));
    json_set(p->a, log, "compressed_summary", json_str(p->a, summary));
    json_set(p->a, log, "hypothesis_status_changes", changes);
    json_set(p->a, log, "timestamp", workspace_now(p->workspace));
    json_set(p->a, finding, "finding_id", json_str(p->a, arena_printf(p->a, "find_%03d", p->n_iterations)));
    json_set(p->a, finding, "iteration", json_int(p->a, p->n_iterations));
    json_set(p->a, finding, "summary", json_str(p->a, summary));
    json_set(p->a, finding, "full_output_ref", json_str(p->a, output));
    if (h)
        json_set(p->a, finding, "hypothesis_affected", json_copy(p->a, json_get(h->json, "hypothesis_id")));
    json_set(p->a, finding, "created_at", workspace_now(p->workspace));
    json_push(p->a, p->findings, finding);
    json_push(p->a, p->iterations, log);
    if (workspace_write_text(p->workspace, output, raw, err) < 0)
        return -1;
    return workspace_write(p->workspace, arena_printf(p->a, "analysis/iterations/iter_%03d.json", p->n_iterations),
                           "metrics.IterationLog", log, err);
}

/* ---- hypotheses ---- */

static int become(struct probe *p, struct hypothesis *h, const char *status, struct json *changes, struct err *err)
{
    const char *from = json_get_text(h->json, "status");

    if (model_step(model_machine("metrics.Hypothesis"), from, status, err) < 0)
        return -1;
    json_set(p->a, h->json, "status", json_str(p->a, status));
    json_set(p->a, changes, json_get_text(h->json, "hypothesis_id"), json_str(p->a, status));
    return probe_keep(p, h, err);
}

static bool is_confirmed(const struct hypothesis *h)
{
    return strcmp(json_get_text(h->json, "status"), "CONFIRMED") == 0;
}

static struct hypothesis *next_one(struct probe *p)
{
    for (size_t i = 0; i < p->n_hypotheses; i++)
        if (!p->hypotheses[i].is_observed)
            return &p->hypotheses[i];
    return NULL;
}

static bool any_confirmed(const struct probe *p)
{
    for (size_t i = 0; i < p->n_hypotheses; i++)
        if (is_confirmed(&p->hypotheses[i]))
            return true;
    return false;
}

/* A confirmed segment that another column can still split. */
static struct hypothesis *next_deeper(struct probe *p)
{
    size_t n = p->gauge.n_dimensions;

    for (size_t i = 0; i < p->n_hypotheses; i++) {
        struct hypothesis *h = &p->hypotheses[i];
        bool own_is_last = h->drilled + 1 == n && h->by[0] && h->by[0] == &p->gauge.dimensions[n - 1];
        if (h->where && h->drilled < n && !own_is_last)
            return h;
    }
    return NULL;
}

/* ---- turns ---- */

static int begin_turn(struct probe *p, struct err *err)
{
    if (cancel_check(p->call->cancel, err) < 0)
        return -1;
    p->n_iterations++;
    return 0;
}

static int turn_to(struct probe *p, struct hypothesis *h, const char *decision, enum verdict *ret, struct err *err)
{
    static const char *const after[] = {
        [VERDICT_YES] = "CONFIRMED", [VERDICT_NO] = "RULED_OUT", [VERDICT_OPEN] = "PENDING"
    };
    struct json *changes = json_object(p->a);
    struct observation observation;

    h->is_observed = true;
    if (begin_turn(p, err) < 0 || become(p, h, "INVESTIGATING", changes, err) < 0 ||
        observe_hypothesis(p, h, &observation, err) < 0 || become(p, h, after[observation.verdict], changes, err) < 0)
        return -1;
    *ret = observation.verdict;
    return keep_turn(p, &observation, decision, h, changes, err);
}

static int go_deeper(struct probe *p, struct hypothesis *h, struct err *err)
{
    struct observation observation;

    if (begin_turn(p, err) < 0 || observe_deeper(p, h, &observation, err) < 0)
        return -1;
    return keep_turn(p, &observation, "DRILL_DOWN", h, json_object(p->a), err);
}

static int conclude(struct probe *p, struct err *err)
{
    struct observation observation;

    p->exit_reason = "CONCLUDE";
    if (begin_turn(p, err) < 0 || observe_whole(p, &observation, err) < 0)
        return -1;
    return keep_turn(p, &observation, "CONCLUDE", NULL, json_object(p->a), err);
}

/* What comes once no hypothesis waits; *ret_done: nothing does. */
static int after_all(struct probe *p, bool *ret_done, struct err *err)
{
    struct hypothesis *h = next_deeper(p);
    bool more = false;

    *ret_done = false;
    if (h)
        return go_deeper(p, h, err);
    if (!any_confirmed(p) && probe_replan(p, &more, err) < 0)
        return -1;
    if (more)
        return 0;
    *ret_done = true;
    if (any_confirmed(p))
        return conclude(p, err);
    p->exit_reason = "STALL_DETECTED";
    return 0;
}

/* ---- the ledger ---- */

static int keep_ledger(struct probe *p, struct err *err)
{
    struct json *ledger = json_object(p->a), *outcomes = json_object(p->a);

    for (size_t i = 0; i < p->n_hypotheses; i++)
        json_set(p->a, outcomes, json_get_text(p->hypotheses[i].json, "hypothesis_id"),
                 json_copy(p->a, json_get(p->hypotheses[i].json, "status")));
    json_set(p->a, ledger, "session_id", json_str(p->a, p->workspace->id));
    json_set(p->a, ledger, "findings", json_copy(p->a, p->findings));
    json_set(p->a, ledger, "hypothesis_outcomes", outcomes);
    json_set(p->a, ledger, "total_iterations", json_int(p->a, p->n_iterations));
    json_set(p->a, ledger, "exit_reason", json_str(p->a, p->exit_reason));
    json_set(p->a, ledger, "created_at", workspace_now(p->workspace));
    return workspace_write(p->workspace, "analysis/findings_ledger.json", "metrics.FindingsLedger", ledger, err);
}

int probe_loop(struct probe *p, struct err *err)
{
    enum verdict last = VERDICT_YES;
    bool done = false;
    int plans = 0;

    p->exit_reason = "MAX_ITERATIONS";
    while (!done && p->n_iterations < METRICS_ITERATIONS) {
        struct hypothesis *h = next_one(p);
        const char *decision = last == VERDICT_OPEN || plans != p->replans ? "PIVOT" : "ANALYZE";

        plans = p->replans;
        if (h ? turn_to(p, h, decision, &last, err) < 0 : after_all(p, &done, err) < 0)
            return -1;
    }
    return keep_ledger(p, err);
}
