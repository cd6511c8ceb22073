/* lines.h - standard input, one bounded line at a time. A line stays in the buffer until the next one is asked for. */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include <stdbool.h>

struct cancel;
struct err;

struct lines {
    struct buf b; /* its limit is that of a line */
    size_t used;  /* of b, by the line handed out last */
    bool ended;
};

/* The next line without its newline, with a NUL behind it; *ret is NULL at the end. ERR_TOO_LARGE for a line past the
 * buffer's limit; ERR_CANCELLED when the cancel says to stop. */
WARN_UNUSED int lines_next(struct lines *l, const struct cancel *cancel, char **ret, size_t *ret_n, struct err *err);
