/* investigate.c - metrics.investigate: arguments in, a probe on a blank workspace, its report and explanations out. */
#include "agents/metrics/investigate.h"
#include "access/columns.h"
#include "agents/metrics/periods.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "model/fields.h"

static struct json *range_json(struct arena *a, const struct span *s)
{
    struct json *v = json_set(a, json_object(a), "start", json_str(a, s->from));

    return json_set(a, v, "end", json_str(a, s->to));
}

/* As a session would keep it, and checked as one would check it. */
static int context_of(struct workspace *d, const struct inquest *q, struct json **ret, struct err *err)
{
    struct json *v = json_set(d->a, json_object(d->a), "session_id", json_str(d->a, d->id));

    if (q->context)
        json_set(d->a, v, "business_context", json_str(d->a, q->context));
    if (q->prompt)
        json_set(d->a, v, "investigation_prompt", json_str(d->a, q->prompt));
    json_set(d->a, v, "metric_sql", json_str(d->a, q->metric));
    json_set(d->a, v, "baseline_period", range_json(d->a, &q->baseline));
    json_set(d->a, v, "comparison_period", range_json(d->a, &q->comparison));
    json_set(d->a, v, "submitted_at", workspace_now(d));
    *ret = v;
    return workspace_check("metrics.InvestigationContext", v, err);
}

int inquest_run(struct call *c, const struct inquest *q, struct probe **ret, struct err *err)
{
    struct workspace *d = arena_alloc(c->arena, sizeof *d);
    struct probe *p = arena_alloc(c->arena, sizeof *p);
    struct json *context;

    workspace_blank(d, c);
    if (context_of(d, q, &context, err) < 0)
        return -1;
    *p = (struct probe){ .call = c,
                         .a = c->arena,
                         .workspace = d,
                         .data = q->data,
                         .context = context,
                         .baseline = q->baseline,
                         .comparison = q->comparison };
    if (probe_run(p, err) < 0)
        return -1;
    *ret = p;
    return 0;
}

int metrics_investigate(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct inquest q = { .data = json_get(args, "data"),
                         .metric = json_get_text(args, "metric"),
                         .context = json_get_text(args, "context"),
                         .prompt = json_get_text(args, "prompt") };
    struct json *hypotheses = json_array(c->arena);
    struct probe *p;

    if (period_read(c->arena, json_get_text(args, "baseline"), &q.baseline, err) < 0 ||
        period_read(c->arena, json_get_text(args, "compare"), &q.comparison, err) < 0 ||
        inquest_run(c, &q, &p, err) < 0)
        return -1;
    for (size_t i = 0; i < p->n_hypotheses; i++)
        json_push(c->arena, hypotheses, p->hypotheses[i].json);
    *ret = json_set(c->arena, json_object(c->arena), "status", json_str(c->arena, p->status));
    json_set(c->arena, *ret, "report", json_str(c->arena, p->report));
    json_set(c->arena, *ret, "explanations", p->explanations);
    for (size_t i = 0; i < json_len(p->change); i++)
        json_set(c->arena, *ret, json_key_at(p->change, i, NULL), json_at(p->change, i));
    json_set(c->arena, *ret, "hypotheses", hypotheses);
    json_set(c->arena, *ret, "findings", p->findings);
    json_set(c->arena, *ret, "iterations", p->iterations);
    json_set(c->arena, *ret, "exit_reason", json_str(c->arena, p->exit_reason));
    json_set(c->arena, *ret, "notes", p->notes);
    return 0;
}

void metrics_investigate_show(struct buf *b, const struct json *result)
{
    buf_adds(b, json_get_text(result, "report"));
}

/* ---- declarations ---- */

static const struct model_field input_fields[] = {
    DATA_FIELD,
    FIELD("metric", TEXT, REQ | MODEL_WORDS, "The metric in SQL: sum(total), avg(price), sum(a) / count(*).",
          .metavar = "SQL", .range = BETWEEN(1, METRICS_SQL_CHARS)),
    FIELD("baseline", TEXT, REQ, "The days to compare with: 2024-01-01..2024-01-31.", .metavar = "A..B",
          .range = BETWEEN(1, 64)),
    FIELD("compare", TEXT, REQ, "The days in question.", .metavar = "C..D", .range = BETWEEN(1, 64)),
    FIELD("context", TEXT, OPT | MODEL_WORDS, "What is known of the metric.", .metavar = "TEXT",
          .range = AT_MOST(METRICS_CONTEXT_CHARS)),
    FIELD("prompt", TEXT, OPT | MODEL_WORDS, "What to look at first.", .metavar = "TEXT",
          .range = AT_MOST(METRICS_PROMPT_CHARS)),
    END,
};
const struct model_entity metrics_investigate_args =
    ENTITY("metrics.investigate", "What to investigate.", input_fields);

static const struct model_field result_fields[] = {
    FIELD("status", TEXT, REQ, "completed, or no_findings."),
    FIELD("report", TEXT, REQ, "The report in Markdown."),
    EXPLAINED_FIELDS,
    FIELD("hypotheses", LIST, REQ, "What was supposed, and what became of it.", .each = EACH(OBJECT)),
    FIELD("findings", LIST, REQ, "What each query found.", .each = EACH(OBJECT)),
    FIELD("iterations", LIST, REQ, "The queries themselves, with what they gave.", .each = EACH(OBJECT)),
    FIELD("exit_reason", TEXT, REQ, "Why it ended: CONCLUDE, MAX_ITERATIONS or STALL_DETECTED."),
    FIELD("notes", LIST, REQ, "What a reader must know.", .each = EACH(TEXT)),
    END,
};
const struct model_entity metrics_investigate_result =
    ENTITY("metrics.investigate result", "Why the metric changed.", result_fields);
