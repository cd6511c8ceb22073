/* artifacts.h - files that requests made: tables (CSV), charts (PNG), reports and summaries (Markdown).
 *
 * The bytes lie in artifacts/{tables,charts,reports,summary}/{request_id}/NAME of the home. The seed's Artifact, with
 * their SHA-256, is a row of the store. The file is written first, whole or not at all; the row is written by the
 * transaction that ends the request. A file without a row is no artifact, and the sweep removes it. A file is never
 * changed: when its name is taken, the next one gets a number.
 *
 * An artifact belongs to the user whose request made it; for others it does not exist. A question names it as
 * artifact://<id>. report://<id> names a report by its own id or by that of its request.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct cancel;
struct db;
struct err;
struct json;
struct store;
struct tx;
struct world;

#define ARTIFACT_SCHEME "artifact://"
#define REPORT_SCHEME "report://"

struct artifact_file {
    const char *request_id; /* the request's or analysis's that makes it: a UUID */
    const char *type;       /* analyst.ArtifactType; it decides the folder and the ending */
    const char *name;       /* without an ending: 1 to ARTIFACT_NAME_BYTES of a-z, A-Z, 0-9, "-" and "_" */
    const void *bytes;
    size_t n;
    const struct json *metadata; /* as the seed has it for the type */
};

/* Writes the file and makes its Artifact, checked: {"artifact_id","request_id","artifact_type","content_ref",
 * "content_hash","metadata","size_bytes","created_at"}; content_ref is the path below the home. ERR_QUOTA,
 * ERR_TOO_LARGE past ARTIFACT_BYTES, ERR_INVALID_INPUT. On failure nothing is left. */
WARN_UNUSED int artifact_write(struct arena *a, const char *home, const struct world *world,
                               const struct artifact_file *file, const struct cancel *cancel, struct json **ret,
                               struct err *err);

/* Within a write: the row that makes a written file an artifact of that user. */
WARN_UNUSED int artifact_add(struct tx *tx, const char *user, const struct json *artifact, struct err *err);

/* Within a write: the request's artifacts are forgotten, their files and its recipes removed at once. Should the write
 * fail behind it, rows without a file are left, which are refused when asked for and go when it is done again. */
WARN_UNUSED int artifact_forget(struct tx *tx, struct arena *a, const char *home, const char *request_id,
                                int64_t *ret_forgotten, struct err *err);

/* ---- reading ---- */

/* The user's, the newest first, as {"items","total","offset","limit"}; request_id NULL: of all requests. */
WARN_UNUSED int artifact_list(struct db *db, struct arena *a, const char *user, const char *request_id, size_t offset,
                              size_t limit, struct json **ret, struct err *err);

/* Whether a text names one: artifact://... or report://... */
bool artifact_is_ref(const char *text);

/* The one that a name of either scheme stands for; ERR_NOT_FOUND. */
WARN_UNUSED int artifact_find(struct store *s, struct arena *a, const char *ref, const char *user, struct json **ret,
                              struct err *err);

/* The path below the home of its file, which is still what its hash says: ERR_STORE_DAMAGED when it was changed, is
 * gone or has become a link. */
WARN_UNUSED int artifact_path(const char *home, const struct json *artifact, const struct cancel *cancel,
                              const char **ret, struct err *err);

/* Bytes of its file; 0 when it is gone. */
size_t artifact_size(struct arena *a, const char *home, const struct json *artifact);

/* Appends all of it, checked in the same way. */
WARN_UNUSED int artifact_read(const char *home, const struct json *artifact, struct buf *b, struct err *err);

/* "text/csv", "image/png" or "text/markdown". */
const char *artifact_content_type(const struct json *artifact);

/* ---- keeping a home in order (artifacts_check.c) ---- */

/* What is not as it should be. */
struct artifact_faults {
    uint64_t artifacts; /* there are */
    uint64_t changed;   /* whose file is gone, or is not what it was */
    uint64_t unknown;   /* files older than SWEEP_TEMP_SECONDS that are none: the next sweep removes them */
};

WARN_UNUSED int artifact_check_all(struct store *s, const char *home, const struct world *world,
                                   const struct cancel *cancel, struct artifact_faults *ret, struct err *err);

/* Removes such files, `most` of them, and folders that stayed empty as long. *ret_removed is how many went. */
WARN_UNUSED int artifact_sweep(struct store *s, const char *home, const struct world *world,
                               const struct cancel *cancel, uint64_t most, uint64_t *ret_removed, struct err *err);
