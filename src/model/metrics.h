/* metrics.h - what the metrics seed computes: likelihoods, expiry, and what a session in its state allows. */
#pragma once
#include "base/attrs.h"
#include "base/err.h"
#include <stdbool.h>
#include <stdint.h>

struct json;

/* The metrics.Likelihood of a rank: 1 is most likely, 2-3 likely, 4-5 possible, the rest less likely. */
const char *metrics_likelihood(int64_t rank);

/* 0 when a list of explanations is ranked 1, 2, 3 ... in order. Each must have been checked. */
WARN_UNUSED int metrics_check_ranks(const struct json *explanations, struct err *err);

/* When a session made then runs out. */
int64_t metrics_expires_us(int64_t created_us);

/* Whether a session has run out by now. */
bool metrics_session_expired(const struct json *session, int64_t now_us);

/* ---- what a session allows; each takes a checked metrics.Session ---- */

/* One more file: ERR_MAX_FILES_EXCEEDED past ten, ERR_CONFLICT while it runs or when it has expired. */
WARN_UNUSED int metrics_may_add_file(const struct json *session, struct err *err);

/* One file less: ERR_CONFLICT while it runs or when it has expired. */
WARN_UNUSED int metrics_may_remove_file(const struct json *session, struct err *err);

/* An investigation: ERR_NO_FILES_UPLOADED without a file, ERR_CONFLICT while it runs or when it has expired. */
WARN_UNUSED int metrics_may_investigate(const struct json *session, struct err *err);

/* Questions about the report: ERR_INVESTIGATION_NOT_COMPLETE unless it is completed. */
WARN_UNUSED int metrics_may_chat(const struct json *session, struct err *err);
