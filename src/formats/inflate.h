/* inflate.h - gzip and Zstandard, whole into memory.
 *
 * What comes out is bounded by DATA_FILE_BYTES and by DATA_INFLATE_RATIO times what went in, so that a small file
 * cannot become a large one (a bomb). Files of several members or frames are read to their end; checksums are
 * verified; a file that is cut short is refused.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct cancel;
struct err;

enum packing { PACKING_NONE, PACKING_GZIP, PACKING_ZSTD };

/* By the first bytes. */
enum packing inflate_kind(const char *p, size_t n);

/* Appends what the n bytes hold to out, whose limit should be DATA_FILE_BYTES. ERR_DATA_UNREADABLE when they are
 * damaged or end too early, ERR_TOO_LARGE past a bound, and cancel's. */
WARN_UNUSED int inflate_bytes(enum packing kind, const char *p, size_t n, const struct cancel *cancel, struct buf *out,
                              struct err *err);

/* The name of what is inside: "x.csv" of "x.csv.gz"; the same name when it does not say. In the arena. */
const char *inflate_name(struct arena *a, const char *name);
