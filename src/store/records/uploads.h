/* uploads.h - files that people gave to assay. The home keeps them until they are removed.
 *
 * An upload is a folder uploads/<id> with the file under its own name and a meta.json. meta.json is written last and
 * removed first: a folder without it is no upload, and the sweep removes it. An upload belongs to the user who gave it;
 * for others it does not exist.
 *
 * A question names an upload as upload://<id>/<name>; only the id counts.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct arena;
struct cancel;
struct err;
struct json;
struct location;
struct world;

#define UPLOAD_SCHEME "upload://"
#define UPLOAD_SPOOL ".spool" /* folder in uploads/ for files on their way in; what is forgotten there is swept */

struct upload_file {
    const struct location *from; /* where it lies now; one in the spool is taken over, any other is copied */
    const char *name;            /* how it is called, without folders; NULL: the last part of its name there */
    const char *description;
};

/* Keeps a file. *ret is {"id","name","description","bytes","sha256","uploaded_at","data"}. ERR_QUOTA,
 * ERR_FILE_TOO_LARGE past STORE_UPLOAD_BYTES, ERR_INVALID_INPUT for a name that is none. */
WARN_UNUSED int uploads_add(struct arena *a, const char *home, const char *user, const struct world *world,
                            const struct upload_file *file, const struct cancel *cancel, struct json **ret,
                            struct err *err);

/* All of the user's, the newest first, as an array of the same. */
WARN_UNUSED int uploads_list(struct arena *a, const char *home, const char *user, const struct cancel *cancel,
                             struct json **ret, struct err *err);

/* One of the user's; ERR_NOT_FOUND. */
WARN_UNUSED int uploads_get(struct arena *a, const char *home, const char *user, const char *id, struct json **ret,
                            struct err *err);
WARN_UNUSED int uploads_remove(struct arena *a, const char *home, const char *user, const char *id, struct err *err);

/* The path below the home of upload://<id>/...'s file; ERR_NOT_FOUND when there is none of that user's. */
WARN_UNUSED int uploads_path(struct arena *a, const char *home, const char *user, const char *ref, const char **ret,
                             struct err *err);
