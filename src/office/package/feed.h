/* feed.h - a part's bytes handed to a reader in pieces, unpacked by a thread of their own when there are many.
 *
 * What the reader does not use of a piece comes again in front of the next, so it never sees half of anything unless
 * that is over WORKBOOK_TOKEN_BYTES long, which is refused. Bytes arrive as UTF-8, whatever the part was written in.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct cancel;
struct err;
struct part;

/* Uses up to n bytes. last: there are no more. Returns 0, 1 when it has seen enough, -1 with err set. */
typedef int feed_fn(void *arg, const char *p, size_t n, bool last, size_t *ret_used, struct err *err);

WARN_UNUSED int feed_part(const struct part *part, const struct cancel *cancel, feed_fn *fn, void *arg,
                          struct err *err);
