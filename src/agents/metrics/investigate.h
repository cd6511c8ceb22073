/* investigate.h - an investigation without a session: all of the work, and nothing of it kept. For src/agents/metrics
 * only. */
#pragma once
#include "agents/metrics/probe.h"
#include "gate/op.h"

op_run metrics_investigate;
op_show metrics_investigate_show;

/* What is to be investigated. */
struct inquest {
    const struct json *data;
    const char *metric;
    struct span baseline, comparison;
    const char *context, *prompt; /* may be NULL */
};

/* Runs it on a blank workspace; the probe lives in the call's arena. */
WARN_UNUSED int inquest_run(struct call *c, const struct inquest *q, struct probe **ret, struct err *err);

/* The explanations of a change, as an investigation gives them and a session keeps them. */
#define EXPLAINED_FIELDS                                                                                               \
    FIELD("explanations", LIST, REQ, "metrics.Explanation, ranked, each with its evidence.", .each = EACH(OBJECT)),    \
        FIELD("baseline_total", NUMBER, NUL, "The metric before."),                                                    \
        FIELD("comparison_total", NUMBER, NUL, "The metric in question."),                                             \
        FIELD("total_change", NUMBER, NUL, "What changed."),                                                           \
        FIELD("parts", LIST, REQ, "The contributions; with the residual they add up to the change.",                   \
              .each = EACH(OBJECT)),                                                                                   \
        FIELD("residual", NUMBER, NUL, "What no part has."),                                                           \
        FIELD("is_ratio", BOOL, REQ, "Whether the metric is a ratio, whose parts are of size and level."),             \
        FIELD("chart", OBJECT, NUL, "The parts as a waterfall, for Vega-Lite.")

extern const struct model_entity metrics_investigate_args, metrics_investigate_result;
