/* artifacts_ops.h - artifacts.get and artifacts.list, analyses.get and analyses.list; and making one, for the analyst.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct artifact_file;
struct call;
struct err;
struct json;
struct store;

/* What the analyst's tools keep things in; filled in when the home is opened. */
struct artifact_place {
    struct store *store;
    const char *home;
};

/* Writes the file now and has its row kept when the request ends well. Only from an operation with OP_TALKS. A private
 * request keeps no files: ERR_POLICY_VIOLATION. The request_id must be the call's own or that of an analysis of this
 * user's, which the caller has seen to. *ret is the seed's Artifact. */
WARN_UNUSED int artifact_make(struct call *c, const struct artifact_place *p, const struct artifact_file *file,
                              struct json **ret, struct err *err);

/* Whether an AnalysisRequest's policy has the pattern. */
bool request_blocks(const struct json *request, const char *pattern);

struct op_table;
WARN_UNUSED int artifacts_add(struct op_table *t, struct artifact_place *p, struct err *err);
