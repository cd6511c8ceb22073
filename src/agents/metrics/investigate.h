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

/* Runs it on a blank desk; the probe lives in the call's arena. */
WARN_UNUSED int inquest_run(struct call *c, const struct inquest *q, struct probe **ret, struct err *err);

extern const struct model_entity metrics_investigate_args, metrics_investigate_result;
