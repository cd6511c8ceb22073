/* upload.h - a multipart body on its way to the spool folder.
 *
 * The part `file` is written to a file of its own as it comes, the others are kept as text. The file is removed with
 * the upload, unless somebody moved it away. The event thread feeds it; then it is the handler's.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct exchange;
struct upload;

/* All that goes wrong becomes the exchange's refusal. */
WARN_UNUSED int upload_new(struct exchange *x, struct upload **ret);
void upload_take(struct upload *u, struct exchange *x, const char *p, size_t n);
void upload_end(struct upload *u, struct exchange *x);
void upload_free(struct upload *u);

const char *upload_part(const struct upload *u, const char *name); /* NULL when absent */
const char *upload_name(const struct upload *u);
const char *upload_path(const struct upload *u);
