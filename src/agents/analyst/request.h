/* request.h - the seed's AnalysisRequest, from what an operation was called with.
 *
 * The request's own fields may be given one by one, as POST /api/analyze and the flags of the command line do, or as
 * one object. `data` names sources as every other operation does. Deliverables that are not named are all four.
 */
#pragma once
#include "base/attrs.h"

struct call;
struct err;
struct json;
struct model_entity;

/* What the operation takes. */
extern const struct model_entity request_input;

/* *ret is checked against the seed, and has an id and a time; *ret_data are the sources as tools take them. */
WARN_UNUSED int request_read(struct call *c, const struct json *args, struct json **ret, struct json **ret_data,
                             struct err *err);
