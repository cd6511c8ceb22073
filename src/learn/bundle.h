/* bundle.h - all that was learned for one purpose, in one file of named parts.
 *
 * A bundle is made by train/ and kept under data/. It is part of the program as bytes, or mapped from a file: parts are
 * used where they lie, and nothing is copied. What a part is (linear.h, trees.h, calibration.h, or bytes of the
 * caller's own) is known by its name to those who made it and to those who use it.
 *
 * A bundle is data like any other: its checksum covers every byte, and whatever the bytes are, opening it and its
 * parts gives an error or what is safe to use. The checksum finds damage; a bundle made to harm can be no worse than
 * wrong.
 *
 * The file, little-endian:
 *   "assaylrn" | version, parts: 4 bytes each | length of the file: 8 | checksum of all before and behind it: 8
 *   for each part: name, 32 bytes filled with NULs | offset, length: 8 each
 *   the parts, each at a multiple of 64
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct buf;
struct bundle;
struct err;

#define BUNDLE_NAME_BYTES 32 /* with the NUL */
#define BUNDLE_PARTS_MOST 256
#define BUNDLE_BYTES_MOST (64u << 20)
#define BUNDLE_ALIGN 64

/* A bundle in memory: the bytes, aligned to 8, must stay until bundle_free(). ERR_DATA_UNREADABLE when they are
 * damaged, cut short or of another version. */
WARN_UNUSED int bundle_open(const void *p, size_t n, struct bundle **ret, struct err *err);

/* Maps a file. It must not change while it is mapped; fd may be closed. */
WARN_UNUSED int bundle_map(int fd, struct bundle **ret, struct err *err);
void bundle_free(struct bundle *b);

/* A part, by name; ERR_NOT_FOUND when there is none. Aligned to BUNDLE_ALIGN in a file that is mapped, and to 8 at
 * least. */
WARN_UNUSED int bundle_part(const struct bundle *b, const char *name, const void **ret, size_t *ret_n, struct err *err);

/* For whoever looks at a part: the error that says it is damaged, `what` and `why` for the log. Returns -1. */
int bundle_damaged(struct err *err, const char *what, const char *why);

/* Making one: the parts' names are unique and not empty. Same parts, same bytes. */
struct bundle_part {
    const char *name;
    const void *p;
    size_t n;
};
WARN_UNUSED int bundle_write(const struct bundle_part *parts, size_t n, struct buf *ret, struct err *err);
