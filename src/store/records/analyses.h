/* analyses.h - the analyst's requests as they are kept: the question, the plan, the steps, the result.
 *
 * An analysis belongs to a user; for others it does not exist. It is written once, when it is finished. Its parts are
 * JSON of the seed's shapes. Whoever writes them has checked them.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct json;
struct tx;

struct analysis {
    const char *id; /* the AnalysisRequest's request_id */
    const char *user;
    const char *status; /* analyst.RequestState */
    const char *created_at;
    struct json *request;  /* AnalysisRequest */
    struct json *plan;     /* Plan; NULL: none was made */
    struct json *steps;    /* {"tool_calls":[ToolCall],"observations":[Observation]}; NULL: nothing was done */
    struct json *response; /* AnalysisResponse; NULL: not ended */
};

/* What the log attests of an analysis (attest.h): the whole of it, and what a list shows. */
struct json *analysis_whole(struct arena *a, const struct analysis *x);
struct json *analysis_item(struct arena *a, const struct analysis *x);

/* ---- within a write ---- */

/* ERR_CONFLICT when the user has one of that id. */
WARN_UNUSED int analysis_add(struct tx *tx, const struct analysis *x, struct err *err);

/* Forgets what is kept of that request, whoever's it was; *ret_forgotten is how many rows went. */
WARN_UNUSED int analysis_forget(struct tx *tx, const char *id, int64_t *ret_forgotten, struct err *err);

/* ---- reading; all of it is in the arena ---- */

/* Whether a request of the user's may go by that id: no analysis has it, and no request has left words under it. */
WARN_UNUSED int analysis_id_is_free(struct db *db, const char *id, const char *user, bool *ret, struct err *err);

WARN_UNUSED int analysis_get(struct db *db, struct arena *a, const char *id, const char *user, struct analysis *ret,
                             struct err *err);

/* Calls each for every analysis there is, whoever's. */
typedef int analysis_each(void *arg, const struct analysis *x, struct err *err);
WARN_UNUSED int analysis_all(struct db *db, analysis_each *each, void *arg, struct err *err);

/* The user's, the newest first:
 * {"items":[{"id","status","created_at","intent","artifacts","attested"}],"total","offset", "limit"}, where artifacts
 * is how many it made and attested its analysis_item(). */
WARN_UNUSED int analysis_list(struct db *db, struct arena *a, const char *user, size_t offset, size_t limit,
                              struct json **ret, struct err *err);
