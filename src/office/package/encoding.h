/* encoding.h - a part's bytes as UTF-8. Internal to feed.c.
 *
 * Nearly every part is UTF-8 and passes through untouched. UTF-16 (with a mark, or told by its zeros) and the two
 * single-byte encodings that XML parsers know are turned into it; any other is refused.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct err;
struct part_stream;

enum encoding_kind { ENCODING_UNKNOWN, ENCODING_UTF8, ENCODING_UTF16_LE, ENCODING_UTF16_BE, ENCODING_LATIN1 };

/* All zero to begin with. */
struct encoding {
    enum encoding_kind kind;
    char *raw; /* bytes to be turned, where they have to be */
    size_t at, n, cap;
    bool ended;
};

/* As part_stream_next(); room is at least a few kilobytes. */
WARN_UNUSED int encoding_next(struct encoding *e, struct part_stream *s, char *out, size_t room, size_t *ret_n,
                              struct err *err);
void encoding_done(struct encoding *e);
