/* respond.h - the end of an analysis: the seed's response, and the row that keeps the whole. */
#pragma once
#include "agents/analyst/run.h"

/* How it went, from what was made and what failed: completed, partial_success or failed. */
const char *respond_status(const struct run *r);

/* The AnalysisResponse. */
struct json *respond(struct run *r);

/* Has the analysis kept with the request's last transaction, and the log attest it; nothing of a private one. */
WARN_UNUSED int respond_keep(struct run *r, struct json *response, struct err *err);
