/* multipart.h - RFC 7578's multipart/form-data, read in pieces of any size, nothing kept but the head of a part.
 *
 * The parts are handed to a sink as they come. What is not well-formed is refused with ERR_INVALID_INPUT, a head over
 * WEB_PART_HEAD_BYTES and more than WEB_PARTS parts with ERR_TOO_LARGE; after a refusal the parser takes nothing more.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct err;
struct multipart;

/* Each may refuse: -1 with err set. Texts are borrowed for the call. */
struct multipart_sink {
    int (*begin)(void *arg, const char *name, const char *file_name, struct err *err); /* file_name may be NULL */
    int (*data)(void *arg, const char *p, size_t n, struct err *err);
    int (*end)(void *arg, struct err *err);
    void *arg;
};

/* The content type must name a boundary. */
WARN_UNUSED int multipart_new(const char *content_type, const struct multipart_sink *sink, struct multipart **ret,
                              struct err *err);
void multipart_free(struct multipart *m);

WARN_UNUSED int multipart_take(struct multipart *m, const char *p, size_t n, struct err *err);

/* The body has ended: fails when it ended too early. */
WARN_UNUSED int multipart_end(struct multipart *m, struct err *err);
