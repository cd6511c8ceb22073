/* analyst.h - what the analyst seed computes: whether a plan fits its request, whether a call may be tried again, and
 * whether an artifact was asked for.
 */
#pragma once
#include "base/attrs.h"
#include "base/err.h"

struct json;
struct model_entity;
struct model_enum;

/* What a request is made of, and what it gives: for the operation that takes and gives them. */
extern const struct model_entity analyst_data_source, analyst_constraints, analyst_policy, analyst_response,
    analyst_artifact;
extern const struct model_enum analyst_deliverables;

/* The entity a tool's arguments must obey; NULL for a tool that is not registered. */
const struct model_entity *analyst_arguments(const char *tool_name);

/* 0 when the costs of the plan's subtasks add up to no more than the request's timeout (30 s when it names none), else
 * ERR_RESOURCE_EXHAUSTED. Both must have been checked. */
WARN_UNUSED int analyst_plan_fits(const struct json *plan, const struct json *request, struct err *err);

/* model_step for a tool call, with the seed's condition: back from failed to pending only while attempt_number is less
 * than three, else ERR_ILLEGAL_TRANSITION. */
WARN_UNUSED int analyst_call_step(const struct json *call, const char *from, const char *to, struct err *err);

/* The deliverable an artifact type belongs to, which is also the name of its folder: table -> tables, chart -> charts,
 * report -> reports, summary -> summary. NULL for no type at all. */
const char *analyst_deliverable(const char *artifact_type);

/* The analyst.ErrorType of the response for an error: timeout, resource_limit, policy_violation, grounding_error or
 * tool_failure. */
const char *analyst_error_type(enum err_code code);
